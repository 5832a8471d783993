// Starting a game: each house rule that follows the chosen rules shows what they say.

const kinds = [...document.querySelectorAll('input[name="ruleset"]')];
const words = document.querySelector("[data-rule]").dataset.rule;

function show() {
  const chosen = kinds.find((kind) => kind.checked) ?? kinds[0];
  for (const select of document.querySelectorAll("[data-follows]")) {
    const [first, ...others] = select.options;
    const said = others.find((option) => option.value === chosen.getAttribute(`data-${select.name}`));
    first.text = words.replace("{value}", () => said.text);
  }
}

for (const kind of kinds) {
  kind.addEventListener("change", show);
}
window.addEventListener("pageshow", show); // a form that the browser fills again may have another choice
