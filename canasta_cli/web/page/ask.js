// The only way in which the page reaches the game: ask(name, arguments), and watch(seen) for changes.

export class LinkEnded extends Error {}

// The link is read from the address once. The part after # is never sent with it, so no log has it.
const link = location.hash.slice(1);
addEventListener("hashchange", () => location.reload());

// Milliseconds without a sign of life, after which the connection is taken for lost.
const SILENCE = 25_000;

// A request that is given up after such a silence. Older phones have no AbortSignal.any.
class Line {
  constructor() {
    this.controller = new AbortController();
    this.alive();
  }

  alive() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.drop(), SILENCE);
  }

  drop() {
    clearTimeout(this.timer);
    this.controller.abort();
  }

  async request(path, options) {
    if (!/^[\w-]{22}$/.test(link)) throw new LinkEnded();
    const headers = { Authorization: `Bearer ${link}` };
    const { signal } = this.controller;
    const answer = await fetch(path, { ...options, headers, signal, cache: "no-store", credentials: "omit" });
    if (answer.status === 403) throw new LinkEnded();
    if (!answer.ok) throw Object.assign(new Error(`answered ${answer.status}`), { status: answer.status });
    return answer;
  }
}

let watching = null;

export const game = {
  records: location.pathname === "/pad",

  // Returns the document that answers a question.
  async ask(name, questionArguments) {
    const line = new Line();
    const body = JSON.stringify({ name, arguments: questionArguments });
    try {
      return await (await line.request("ask", { method: "POST", body })).json();
    } finally {
      clearTimeout(line.timer);
    }
  },

  // Calls `seen` with each new state, and with null as a sign of life; returns or throws once it is lost.
  async watch(seen) {
    watching = new Line();
    try {
      const { body } = await watching.request("watch");
      const reader = body.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        watching.alive();
        const events = (text + value).split("\n\n");
        text = events.pop();
        for (const event of events) {
          seen(event.startsWith("data: ") ? JSON.parse(event.slice(6)) : null);
        }
      }
    } finally {
      watching.drop();
    }
  },

  // Ends what `watch` began, if a phone has lost it without knowing.
  drop() {
    watching?.drop();
  },
};
