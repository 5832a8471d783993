// The picture of the standings: made a PNG by the browser, whose fonts it needs, then shared or saved.

const picture = document.querySelector("[data-picture]");
const button = document.querySelector("[data-share]");
const said = document.querySelector("[data-said]");

async function drawn() {
  await picture.decode();
  const canvas = document.createElement("canvas");
  canvas.width = picture.naturalWidth;
  canvas.height = picture.naturalHeight;
  canvas.getContext("2d").drawImage(picture, 0, 0);
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  return new File([blob], `${button.dataset.name}.png`, { type: "image/png" });
}

function save(file) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  said.textContent = said.dataset.done;
}

button.hidden = false;
button.addEventListener("click", async () => {
  said.textContent = "";
  try {
    const file = await drawn();
    if (navigator.canShare?.({ files: [file] })) {
      await navigator.share({ files: [file] });
    } else {
      save(file);
    }
  } catch (error) {
    if (error.name !== "AbortError") { // whoever closes the share sheet meant to
      said.textContent = said.dataset.failed;
    }
  }
});
