// The entry page: sends photos and saves without leaving the page, and keeps what was entered until it is saved.

import { forget, keep, kept, same, textOf } from "./draft.js";
import { wireHand } from "./hand.js";
import { send } from "./send.js";

const WATCH = 1000; // milliseconds between looks at the line before the reader

let running = new AbortController();

function wire() {
  const form = document.getElementById("entry");
  if (!form) return null;
  document.body.classList.add("live");
  for (const hint of document.querySelectorAll("[data-live]")) hint.hidden = false;
  const cell = cellOf(form);
  wireHand(form, () => keep(cell, textOf(form)));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    submit(form, event.submitter?.name ?? "do", event.submitter?.value ?? "auto");
  });
  for (const input of form.querySelectorAll("input[type=file]")) {
    input.addEventListener("change", () => { if (input.files.length) submit(form, "do", "read"); });
  }
  return form;
}

function cellOf(form) {
  return `${form.dataset.game}/${form.dataset.cell}`;
}

/** Send the form as if the button `name`=`value` had been pressed. */
async function submit(form, name, value) {
  const photos = [...form.querySelectorAll("input[type=file]")].flatMap((input) => [...input.files]);
  if (name === "do" && value === "read" && photos.some((photo) => photo.size > Number(form.dataset.most))) {
    for (const input of form.querySelectorAll("input[type=file]")) input.value = "";
    say("large", "wrong");
    return;
  }
  const reads = name === "do" && (value === "read" || value === "sample");
  const build = () => {
    const data = new FormData(form);
    data.delete("picture");
    if (reads) for (const photo of photos) data.append("picture", photo);
    data.set(name, value);
    return data;
  };
  await exchange(form, build, reads);
}

async function exchange(form, build, reads) {
  running.abort();
  running = new AbortController();
  const { signal } = running;
  const watch = reads ? watchLine(form, signal) : { start() {}, stop() {} };
  const answer = await send(form.action, build, (state, detail) => {
    watch.stop();
    if (state === "lost") waitOut(words().lost);
    else if (state === "busy") waitOut(errorOf(detail) ?? words().busy);
    else if (!reads) say("saving", "wait");
    else if (state === "sending") say("sending", "wait", detail);
    else {
      say("reading", "wait");
      watch.start();
    }
  }, signal);
  watch.stop();
  if (answer && !signal.aborted) take(form, answer);
}

/** Show the answer: another page, this page anew, or a sentence. */
function take(form, answer) {
  const cell = cellOf(form);
  if (answer.type.startsWith("text/html")) {
    const page = new DOMParser().parseFromString(answer.text, "text/html");
    document.querySelector("main").replaceChildren(...page.querySelector("main").childNodes);
    const now = wire();
    if (now) keep(cell, textOf(now));
    const focus = document.querySelector("[data-focus]") ?? [...document.querySelectorAll(".photo")].at(-1);
    focus?.scrollIntoView({ block: "start" });
    focus?.focus({ preventScroll: true });
    return;
  }
  const error = errorOf(answer);
  if (error) {
    tell(error, "wrong");
  } else {
    forget(cell);
    window.location.assign(JSON.parse(answer.text).next);
  }
}

/** The sentence of an answer that is nothing but an error; undefined for any other. */
function errorOf(answer) {
  return answer.type.startsWith("application/json") ? JSON.parse(answer.text).error : undefined;
}

function waitOut(trouble) {
  tell(`${trouble} ${words().again}`, "wait");
}

/** While a photo is being read, say how the line before the reader stands. */
function watchLine(form, signal) {
  let timer = 0;
  async function look() {
    try {
      const answer = await fetch(form.dataset.waiting, { signal });
      const { sentence } = await answer.json();
      if (timer && sentence) tell(sentence, "wait");
      else if (timer) say("reading", "wait");
    } catch (error) {
      // The line is a courtesy: the photo's own request says when the connection is lost.
      if (!(error instanceof TypeError || error instanceof DOMException || error instanceof SyntaxError)) throw error;
    }
  }
  return {
    start() { if (!timer) timer = setInterval(look, WATCH); },
    stop() {
      clearInterval(timer);
      timer = 0;
    },
  };
}

function words() {
  return document.getElementById("words").dataset;
}

function say(word, kind, percent = 0) {
  tell(words()[word].replace("{percent}", percent), kind);
}

function tell(sentence, kind) {
  const status = document.querySelector("[data-status]");
  if (status.textContent !== sentence) status.textContent = sentence;
  status.className = `note ${kind}`;
  status.hidden = false;
}

/** Bring back what was entered on this phone and not saved. */
async function restore(form) {
  const cell = cellOf(form);
  const draft = kept(cell);
  if (draft === null || same(draft, textOf(form))) return;
  const fields = new URLSearchParams(draft);
  fields.set("csrf_token", form.elements.namedItem("csrf_token").value);
  fields.set("do", "look");
  await exchange(form, () => fields, false);
  say("restored", "done");
  const afresh = document.createElement("button");
  afresh.className = "quiet";
  afresh.textContent = words().forget;
  afresh.addEventListener("click", () => {
    forget(cell);
    window.location.reload();
  });
  document.querySelector("[data-status]").append(" ", afresh);
}

const form = wire();
document.querySelector("[data-focus]")?.focus();
if (form) restore(form);
window.addEventListener("pageshow", (event) => { if (event.persisted) window.location.reload(); });
