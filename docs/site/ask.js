// The only way in which the pages reach the engine: ask(name, arguments), answered by a worker; watch(seen) for changes.

export class LinkEnded extends Error {}

const worker = typeof Worker === "function" && typeof WebAssembly === "object" ? new Worker("worker.js", { type: "module" }) : null;
const waiting = new Map();
const wrote = new EventTarget();
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
    else if (data.unkept) wrote.dispatchEvent(new Event("unkept"));
    else settle(data);
  });
});
ready.catch(() => {});

function settle({ number, answer, error, wrote: isWritten }) {
  const asked = waiting.get(number);
  waiting.delete(number);
  if (error) asked.failed(Object.assign(new Error(error), { status: 400 }));
  else asked.done(answer);
  if (isWritten) wrote.dispatchEvent(new Event("wrote"));
}

export const onUnkept = (say) => wrote.addEventListener("unkept", say);

export const game = {
  rules: "", // those of a dispute without a game
  records: true,
  asked: () => {},

  // Returns the document that answers a question.
  async ask(name, questionArguments) {
    await ready;
    const number = ++last;
    const text = JSON.stringify({ name, arguments: this.rules ? { ...questionArguments, rules: this.rules } : questionArguments });
    const found = await new Promise((done, failed) => {
      waiting.set(number, { done, failed });
      worker.postMessage({ number, text });
    });
    if (name === "check") this.asked(questionArguments.answers.slice(0, found.kept));
    return found;
  },

  // Calls `seen` with each new state, for as long as the page is open.
  async watch(seen) {
    await ready;
    wrote.addEventListener("wrote", async () => seen(await this.ask("state", {})));
    await new Promise(() => {});
  },

  drop() {},
};
