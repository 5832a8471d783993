// What was entered and not yet saved, kept on this phone; a phone that keeps nothing only loses this comfort.

const PREFIX = "stationmaster:draft:";
const NOT_KEPT = ["csrf_token", "do", "leave", "anyway", "how", "sample", "picture"];

/** The form's fields as text, without files and tokens. */
export function textOf(form) {
  const fields = new URLSearchParams();
  for (const [field, value] of new FormData(form)) {
    if (typeof value === "string" && !NOT_KEPT.includes(field)) fields.append(field, value);
  }
  return fields.toString();
}

/** True when both texts hold the same entry, whichever filling of the page they come from. */
export function same(one, other) {
  return entryOf(one) === entryOf(other);
}

function entryOf(text) {
  const fields = new URLSearchParams(text);
  fields.delete("key");
  return fields.toString();
}

/** Keep `text` for a cell. */
export function keep(cell, text) {
  withStorage((storage) => storage.setItem(PREFIX + cell, text));
}

/** The text kept for a cell, or null. */
export function kept(cell) {
  return withStorage((storage) => storage.getItem(PREFIX + cell)) ?? null;
}

/** Forget a cell's text. */
export function forget(cell) {
  withStorage((storage) => storage.removeItem(PREFIX + cell));
}

function withStorage(use) {
  try {
    return use(window.localStorage);
  } catch (error) {
    // Private windows and full storage refuse with one of these: the page works without.
    if (error instanceof DOMException || error instanceof TypeError) return null;
    throw error;
  }
}
