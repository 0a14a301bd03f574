// The only way in which the page reaches the game: ask(name, arguments), and watch(seen) for changes.

export class LinkEnded extends Error {}

// The link is read from the address once. The part after # is never sent with it, so no log has it.
const link = location.hash.slice(1);
addEventListener("hashchange", () => location.reload());

// Milliseconds without a sign of life, after which the connection is taken for lost.
const SILENCE = 25_000;

async function request(path, options) {
  if (!/^[\w-]{22}$/.test(link)) throw new LinkEnded();
  const headers = { Authorization: `Bearer ${link}` };
  const answer = await fetch(path, { ...options, headers, cache: "no-store", credentials: "omit" });
  if (answer.status === 403) throw new LinkEnded();
  if (!answer.ok) throw Object.assign(new Error(`answered ${answer.status}`), { status: answer.status });
  return answer;
}

export const game = {
  records: location.pathname === "/pad",

  // Returns the document that answers a question.
  async ask(name, questionArguments) {
    const body = JSON.stringify({ name, arguments: questionArguments });
    // Older phones wait for as long as the server does.
    return (await request("ask", { method: "POST", body, signal: AbortSignal.timeout?.(SILENCE) })).json();
  },

  // Calls `seen` with each new state, and with null as a sign of life; returns or throws once it is lost.
  async watch(seen) {
    const line = new AbortController();
    let timer;
    const alive = () => {
      clearTimeout(timer);
      timer = setTimeout(game.drop, SILENCE);
    };
    game.drop = () => line.abort();
    alive();
    try {
      const { body } = await request("watch", { signal: line.signal });
      const reader = body.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        alive();
        const events = (text + value).split("\n\n");
        text = events.pop();
        for (const event of events) {
          seen(event.startsWith("data: ") ? JSON.parse(event.slice(6)) : null);
        }
      }
    } finally {
      clearTimeout(timer);
      line.abort();
    }
  },

  // Ends what `watch` began, if a phone has lost it without knowing.
  drop() {},
};
