// The only way in which the pages reach the engine: ask(name, arguments), answered by a worker; watch(seen) for changes.

import { at, name } from "./elements.js";

export class LinkEnded extends Error {}

const worker = typeof Worker === "function" && typeof WebAssembly === "object" ? new Worker("worker.js", { type: "module" }) : null;
const waiting = new Map();
let last = 0;

// What the worker tells: that it is ready, that it failed, that nothing is kept, or the answer to a request.
export const ready = new Promise((done, failed) => {
  if (!worker) {
    failed(new Error("This browser lacks WebAssembly, which this page needs. The disputes and the rules need nothing."));
    return;
  }
  worker.addEventListener("error", () => failed(new Error("The rules could not be loaded. Reload the page to try again.")));
  worker.addEventListener("message", ({ data }) => {
    if (data.ready) done();
    else if (data.failed) failed(new Error(`The rules could not be loaded: ${data.failed}`));
    else if (data.unkept) game.unkept();
    else settle(data);
  });
});
ready.catch(() => {});

function settle({ number, answer, error, wrote }) {
  const asked = waiting.get(number);
  waiting.delete(number);
  if (error) asked.failed(Object.assign(new Error(error), { status: 400 }));
  else asked.done(answer);
  if (wrote) game.changed();
}

export const game = {
  rules: "", // those of a dispute without a game
  records: true,
  // What a page does after an answer to a dispute, after a change, and if the browser keeps nothing.
  asked() {},
  changed() {},
  unkept() {},

  // Returns the document that answers a question.
  async ask(question, sent) {
    await ready;
    const number = ++last;
    const text = JSON.stringify({ name: question, arguments: this.rules ? { ...sent, rules: this.rules } : sent });
    const found = await new Promise((done, failed) => {
      waiting.set(number, { done, failed });
      worker.postMessage({ number, text });
    });
    if (question === "check") this.asked(sent.answers.slice(0, found.answered.length));
    return found;
  },

  // Calls `seen` with each new state, for as long as the page is open.
  async watch(seen) {
    await ready;
    this.changed = async () => seen(await this.ask("state", {}));
    await new Promise(() => {});
  },

  drop() {},
};

export const say = (words) => at("engine").replaceChildren(name(words));

// Begin a page, and say what it waits for, or why it can't begin.
export async function begin(start) {
  say("Loading the rules, once: about seven megabytes.");
  navigator.serviceWorker?.register("offline.js").catch(() => {});
  try {
    await start();
    await ready;
    say("");
  } catch (error) {
    say(error.message);
  }
}
