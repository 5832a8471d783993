// Sending a form until the server has answered: a lost connection is told, waited out, and tried again.

const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 15000;
const PATIENCE = 180000; // a photo may wait in line before it is read
const BUSY = 503;

/**
 * Send what `build` gives until an answer comes; gives {status, type, text}, or null when `signal` ends it.
 * `tell` hears "sending" (with percent), "sent", "lost", and "busy" (with the answer).
 */
export async function send(url, build, tell, signal) {
  for (let pause = FIRST_PAUSE; !signal.aborted; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    try {
      const answer = await once(url, build(), tell, signal);
      if (answer.status !== BUSY) return answer;
      tell("busy", answer);
    } catch (error) {
      if (!(error instanceof Lost)) throw error;
      if (signal.aborted) return null;
      tell("lost");
    }
    await rest(pause, signal);
  }
  return null;
}

class Lost extends Error {}

function once(url, data, tell, signal) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const lost = () => reject(new Lost());
    request.open("POST", url);
    request.timeout = PATIENCE;
    request.setRequestHeader("Accept", "application/json");
    request.upload.addEventListener("progress", (event) => {
      if (event.lengthComputable) tell("sending", Math.round((100 * event.loaded) / event.total));
    });
    request.upload.addEventListener("load", () => tell("sent"));
    request.addEventListener("load", () => resolve({
      status: request.status,
      type: request.getResponseHeader("Content-Type") ?? "",
      text: request.responseText,
    }));
    for (const kind of ["error", "timeout", "abort"]) request.addEventListener(kind, lost);
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(data);
  });
}

/** Wait `pause` milliseconds, but not longer than until the network is back or `signal` ends it. */
function rest(pause, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(done, pause);
    function done() {
      clearTimeout(timer);
      window.removeEventListener("online", done);
      signal.removeEventListener("abort", done);
      resolve();
    }
    window.addEventListener("online", done);
    signal.addEventListener("abort", done);
  });
}
