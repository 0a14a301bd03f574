// The engine: Python compiled to WebAssembly. It is given texts, and returns texts.

import { loadPyodide } from "./pyodide/pyodide.mjs";

const BEGIN = `
import json, sys
sys.path.insert(0, "/canasta")
from canasta_cli.cli.referee import Referee
from canasta_cli.cli.ruleset_choice import RulesetChoice
from canasta_cli.errors import CanastaError
from canasta_cli.rules import library

referee = Referee()

def answer(name, text):
    if name not in library.names():
        raise CanastaError("There are no such rules.")
    rules = library.ruleset(name)
    return json.dumps(referee.answer(RulesetChoice(rules), json.loads(text), of=rules))

answer("classic", '{"answers": []}')
answer
`;

async function begin() {
  const [python, packed] = await Promise.all([
    loadPyodide({ indexURL: "./pyodide/" }),
    fetch("canasta.zip").then((found) => {
      if (!found.ok) throw new Error(`canasta.zip answered ${found.status}`);
      return found.arrayBuffer();
    }),
  ]);
  python.unpackArchive(packed, "zip", { extractDir: "/canasta" });
  return python.runPython(BEGIN);
}

const engine = begin();
engine.then(() => postMessage({ ready: true }), (error) => postMessage({ failed: String(error.message).split("\n").at(-1) }));

addEventListener("message", async ({ data: { number, rules, text } }) => {
  try {
    postMessage({ number, answer: (await engine)(rules, text) });
  } catch (error) {
    postMessage({ number, error: String(error.message) });
  }
});
