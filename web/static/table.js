// A live table: what is new is fetched when the server says so; a lost server is told, and waited out.

const PAUSE = 3000;

const now = document.getElementById("now");
const picture = document.getElementById("picture");
const lost = document.getElementById("lost");
const said = document.getElementById("said");

let shown = now.innerHTML;
let fetching = false;
let again = false;

listen();

function listen() {
  const stream = new EventSource(now.dataset.stream);
  stream.addEventListener("open", () => { lost.hidden = true; });
  stream.addEventListener("change", () => refresh());
  stream.addEventListener("picture", (event) => look(event.data));
  stream.addEventListener("error", () => {
    lost.hidden = false;
    if (stream.readyState !== EventSource.CLOSED) return; // it tries again by itself
    refresh(); // the server answered, but not with a stream: perhaps too many listen
    setTimeout(listen, PAUSE);
  });
}

/** Show the table as it is now; one request at a time, and one more where something came meanwhile. */
async function refresh() {
  again = fetching;
  if (fetching) return;
  fetching = true;
  try {
    const answer = await fetch(now.dataset.now, { headers: { Accept: "text/html" } });
    if (answer.ok) {
      show(await answer.text());
      lost.hidden = true;
    }
  } catch {
    lost.hidden = false;
  }
  fetching = false;
  if (again) refresh();
}

function show(html) {
  if (html === shown) return;
  shown = html;
  const focused = now.contains(document.activeElement) ? document.activeElement.id : "";
  const open = now.querySelector("details")?.open ?? false;
  const alarms = new Set(keys());
  const last = now.querySelector(".acts li")?.textContent;
  now.innerHTML = html;
  const details = now.querySelector("details");
  if (details) details.open = open;
  if (focused) document.getElementById(focused)?.focus();
  const fresh = [...now.querySelectorAll("[data-alarm]")].filter((card) => !alarms.has(card.dataset.alarm));
  for (const card of fresh) card.classList.add("fresh");
  const newest = now.querySelector(".acts li")?.textContent;
  if (fresh.length) tell(fresh[0]);
  else if (newest !== last) say(newest ?? "");
}

function keys() {
  return [...now.querySelectorAll("[data-alarm]")].map((card) => card.dataset.alarm);
}

function tell(card) {
  say([card.getAttribute("aria-label"), ...[...card.querySelectorAll("h2, p")].map((row) => row.textContent)].join(": "));
}

function say(text) {
  said.textContent = text.replace(/\s+/g, " ").trim();
}

/** Show the newest picture, once the one before has come, and only where somebody looks. */
function look(number) {
  if (!picture || document.hidden || picture.dataset.coming) return;
  picture.dataset.coming = number;
  const done = () => { delete picture.dataset.coming; };
  picture.addEventListener("load", done, { once: true });
  picture.addEventListener("error", done, { once: true });
  picture.src = `${picture.dataset.src}?${number}`;
}
