// The engine: Python compiled to WebAssembly. It is given texts, and returns texts.

import { loadPyodide } from "./pyodide/pyodide.mjs";

const GAMES = "/games";

async function begin() {
  const [python, packed] = await Promise.all([
    loadPyodide({ indexURL: "./pyodide/" }),
    fetch("canasta.zip").then((found) => {
      if (!found.ok) throw new Error(`canasta.zip answered ${found.status}`);
      return found.arrayBuffer();
    }),
  ]);
  python.unpackArchive(packed, "zip", { extractDir: "/canasta" });
  python.FS.mkdirTree(GAMES);
  python.FS.mount(python.FS.filesystems.IDBFS, {}, GAMES);
  await synchronised(python, true).catch(() => postMessage({ unkept: true }));
  const ask = python.runPython("import sys\nsys.path.insert(0, '/canasta')\nfrom desk import Desk\nDesk().ask");
  return { ask, python };
}

// Read what the browser keeps of the games, or keep what was written.
const synchronised = ({ FS }, isReading) =>
  new Promise((done, failed) => FS.syncfs(isReading, (error) => (error ? failed(error) : done())));

const engine = begin();
engine.then(() => postMessage({ ready: true }), (error) => postMessage({ failed: String(error.message).trim().split("\n").at(-1) }));

// One request after the other, so that each finds what the one before has written.
let before = engine;
addEventListener("message", ({ data: { number, text } }) => {
  before = before.catch(() => {}).then(async () => {
    const { ask, python } = await engine;
    try {
      const found = JSON.parse(ask(text));
      if (found.wrote) await synchronised(python, false).catch(() => postMessage({ unkept: true }));
      postMessage({ number, ...found });
    } catch (error) {
      postMessage({ number, error: String(error.message).trim().split("\n").at(-1) });
    }
  });
});
