// The only way in which the page reaches the rules: ask(name, arguments), answered by the engine in a worker.

export class LinkEnded extends Error {}

const worker = typeof Worker === "function" && typeof WebAssembly === "object" ? new Worker("worker.js", { type: "module" }) : null;
const waiting = new Map();
let last = 0;

function settle(number, keep) {
  const asked = waiting.get(number);
  waiting.delete(number);
  if (asked) keep(asked);
}

// What the worker tells: that it is ready, that it failed, or the answer to a request.
export const ready = new Promise((done, failed) => {
  if (!worker) {
    failed(new Error("This browser lacks WebAssembly, which the referee needs."));
    return;
  }
  worker.addEventListener("error", () => failed(new Error("The rules could not be loaded. Reload the page to try again.")));
  worker.addEventListener("message", ({ data }) => {
    if (data.ready) done();
    else if (data.failed) failed(new Error(`The rules could not be loaded: ${data.failed}`));
    else if (data.answer) settle(data.number, (asked) => asked.done(JSON.parse(data.answer)));
    else settle(data.number, (asked) => asked.failed(Object.assign(new Error(data.error), { status: 400 })));
  });
});

export const game = {
  rules: "",
  asked: () => {},

  // Returns the document that answers a question under the chosen rules.
  async ask(name, questionArguments) {
    await ready;
    const number = ++last;
    const found = await new Promise((done, failed) => {
      waiting.set(number, { done, failed });
      worker.postMessage({ number, rules: this.rules, text: JSON.stringify(questionArguments) });
    });
    this.asked(questionArguments.answers.slice(0, found.kept));
    return found;
  },
};
