// Starting a game: names one by one, and each player's colour beside the name.

const FIRST_SHOWN = 4;

const lines = [...document.querySelectorAll(".players li")];
const more = document.querySelector("[data-more]");

function name(line) {
  return line.querySelector("input");
}

function show(count) {
  lines.forEach((line, seat) => { line.hidden = seat >= count; });
  more.hidden = count >= lines.length;
}

function shown() {
  return lines.filter((line) => !line.hidden).length;
}

const filled = lines.findLastIndex((line) => name(line).value.trim() !== "") + 1;
show(Math.max(FIRST_SHOWN, filled));

more.addEventListener("click", () => {
  show(shown() + 1);
  name(lines[shown() - 1]).focus();
});

for (const line of lines) {
  const pick = line.querySelector("select");
  pick.addEventListener("change", () => { pick.className = `pick c-${pick.value}`; });
}

document.querySelector("[data-focus]")?.focus();
