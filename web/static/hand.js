// The hand on the page: tap a tile on the photo to change it, tap a gap to add one, and see the total at once.

const NEAR = 26; // CSS pixels: a thumb's aim
const SVG = "http://www.w3.org/2000/svg";

/** Make the hand of `form` answer to taps; `changed` is called after each change. */
export function wireHand(form, changed) {
  const pad = wirePad(form, () => form.dispatchEvent(new Event("change", { bubbles: true })));
  for (const picture of form.querySelectorAll(".picture")) {
    picture.addEventListener("click", (event) => {
      const target = event.target.closest(".outline") ?? nearest(picture, event);
      if (!target) pad.add(picture, event);
      else if (target.dataset.tile) pad.changeAdded(target);
      else pad.change(target.dataset.row);
    });
  }
  for (const row of form.querySelectorAll(".row")) {
    row.querySelector(".crop").addEventListener("click", () => pad.change(row.dataset.row));
  }
  for (const kind of ["input", "change"]) {
    form.addEventListener(kind, (event) => {
      const row = event.target.closest?.(".row");
      if (row) settle(row);
      refresh(form);
      changed();
    });
  }
  refresh(form);
}

/** A person has looked at this tile: it needs no more checking. */
function settle(row) {
  row.classList.remove("check");
  row.querySelector(".doubt")?.remove();
  outlineOf(row.closest("form"), row.dataset.row)?.classList.remove("check");
}

function outlineOf(form, id) {
  return form.querySelector(`.outline[data-row="${CSS.escape(id)}"]`);
}

function rowOf(form, id) {
  return form.querySelector(`.row[data-row="${CSS.escape(id)}"]`);
}

function partsOf(row) {
  const [first, second] = row.querySelectorAll("select");
  return { first, second, counted: row.querySelector("input[type=checkbox]") };
}

/** Show the outlines and the total as the fields now are. */
function refresh(form) {
  let total = 0;
  let count = 0;
  for (const row of form.querySelectorAll(".row")) {
    const { first, second, counted } = partsOf(row);
    const drawn = outlineOf(form, row.dataset.row);
    drawn.classList.toggle("off", !counted.checked);
    drawn.querySelectorAll("text").forEach((text, side) => {
      text.textContent = (side ? second : first).value || "?";
    });
    if (counted.checked) {
      total += points(form.dataset, first.value, second.value);
      count += 1;
    }
  }
  const tapped = [...form.querySelectorAll("input[name=tap]:checked")].map((box) => box.value);
  for (const tile of tapped) {
    total += points(form.dataset, ...tile.split("-"));
    count += 1;
  }
  for (const added of form.querySelectorAll(".outline[data-tile]")) {
    if (!tapped.includes(added.dataset.tile)) added.remove();
  }
  markTwice(form);
  const shown = Number.isNaN(total) ? "?" : String(total);
  const sum = form.querySelector("[data-total]");
  if (sum.textContent !== shown) sum.textContent = shown;
  form.querySelector("#bar").classList.toggle("nothing", count === 0);
}

/** Mark the tiles that are counted from more than one photo, and say so on those photos. */
function markTwice(form) {
  const photos = new Map();
  const counted = [...form.querySelectorAll(".row")].map((row) => {
    const { first, second, counted: box } = partsOf(row);
    const tile = box.checked && first.value && second.value && sorted([first.value, second.value]).join("-");
    const photo = row.dataset.row.replace(/\.\d+$/, "");
    if (tile) photos.set(tile, (photos.get(tile) ?? new Set()).add(photo));
    return { row, tile, photo };
  });
  const repeating = new Set();
  for (const { row, tile, photo } of counted) {
    const twice = (photos.get(tile)?.size ?? 0) > 1;
    row.classList.toggle("twice", twice);
    outlineOf(form, row.dataset.row).classList.toggle("twice", twice);
    if (twice) repeating.add(photo);
  }
  for (const note of form.querySelectorAll("[data-twice]")) {
    note.hidden = !repeating.has(note.parentElement.querySelector(".picture").dataset.photo);
  }
}

/** What a tile counts, as on the server, which counts again when the hand is saved. */
function points(rules, first, second) {
  if (first === "" || second === "") return NaN;
  if (rules.scoreBy === "tiles") return 1;
  const [a, b] = [Number(first), Number(second)];
  if (a + b === 0) return Number(rules.doubleBlank);
  return a + b + (a * b === 0 ? Number(rules.blankValue) : 0);
}

function nearest(picture, event) {
  let best = null;
  let least = NEAR;
  for (const outline of picture.querySelectorAll(".outline")) {
    const box = outline.querySelector("polygon, circle").getBoundingClientRect();
    const across = Math.max(box.left - event.clientX, 0, event.clientX - box.right);
    const down = Math.max(box.top - event.clientY, 0, event.clientY - box.bottom);
    const distance = Math.hypot(across, down);
    if (distance < least && distance > 0) [best, least] = [outline, distance];
  }
  return best;
}

function sorted(halves) {
  return halves.map(Number).sort((a, b) => a - b);
}

function tapBox(form, halves) {
  const [low, high] = sorted(halves);
  return form.querySelector(`input[name=tap][value="${high}-${low}"]`);
}

/** The pad of numbers: one dialog for changing a tile and for adding one. */
function wirePad(form, changed) {
  const pad = document.getElementById("pad");
  const title = document.getElementById("pad-title");
  const crop = pad.querySelector("[data-crop]");
  const drop = pad.querySelector("[data-act=drop]");
  const done = pad.querySelector("[data-act=done]");
  let halves = ["", ""];
  let deed = {};

  function press() {
    pad.querySelectorAll(".keys").forEach((keys, side) => {
      for (const key of keys.children) key.setAttribute("aria-pressed", String(key.value === halves[side]));
    });
    done.disabled = halves.includes("");
  }

  function open(words, values, picture, deeds) {
    title.textContent = words;
    crop.replaceChildren(...(picture ? [picture.cloneNode(true)] : []));
    halves = values;
    deed = deeds;
    drop.hidden = !deeds.drop;
    press();
    pad.showModal();
  }

  pad.querySelectorAll(".keys").forEach((keys, side) => {
    keys.addEventListener("click", (event) => {
      if (event.target.value === undefined || event.target === keys) return;
      halves[side] = event.target.value;
      press();
    });
  });
  pad.addEventListener("click", (event) => {
    const act = event.target.dataset?.act;
    if (!act) return;
    pad.close();
    if (act === "cancel") return;
    deed[act]();
    changed();
  });

  return {
    change(id) {
      const row = rowOf(form, id);
      const { first, second, counted } = partsOf(row);
      open(title.dataset.change, [first.value, second.value], row.querySelector(".crop"), {
        done() {
          choose(first, halves[0]);
          choose(second, halves[1]);
          counted.checked = true;
          settle(row);
        },
        drop() {
          counted.checked = false;
          settle(row);
        },
      });
    },
    changeAdded(label) {
      const box = tapBox(form, label.dataset.tile.split("-"));
      open(title.dataset.change, label.dataset.tile.split("-"), null, {
        done() {
          box.checked = false;
          const now = tapBox(form, halves);
          now.checked = true;
          name(label, now.value);
        },
        drop() { box.checked = false; },
      });
    },
    add(picture, event) {
      const spot = new DOMPoint(event.clientX, event.clientY).matrixTransform(
        picture.getScreenCTM().inverse(),
      );
      open(title.dataset.add, ["", ""], null, {
        done() {
          const box = tapBox(form, halves);
          box.checked = true;
          picture.append(label(picture, spot, box.value));
        },
      });
    },
  };
}

function choose(select, value) {
  select.value = value;
  select.querySelector("option[value='']")?.remove();
}

/** The sign that stands where a tile was added. */
function label(picture, spot, tile) {
  const radius = picture.viewBox.baseVal.width / 16;
  const group = document.createElementNS(SVG, "g");
  const circle = document.createElementNS(SVG, "circle");
  const text = document.createElementNS(SVG, "text");
  group.setAttribute("class", "outline added");
  const places = { cx: spot.x, cy: spot.y, r: radius };
  for (const [key, value] of Object.entries(places)) circle.setAttribute(key, value);
  const lines = { x: spot.x, y: spot.y, dy: ".35em", "text-anchor": "middle", "font-size": radius * 0.75 };
  for (const [key, value] of Object.entries(lines)) text.setAttribute(key, value);
  group.append(circle, text);
  name(group, tile);
  return group;
}

function name(group, tile) {
  group.dataset.tile = tile;
  group.querySelector("text").textContent = tile;
}
