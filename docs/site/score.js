// The score pad without a server: a new game, the pad of the phone page, and the game as a file.

import { begin, game, ready, say } from "./ask.js";
import { at, button, element, name } from "./elements.js";

const LARGEST = 4_000_000; // bytes of a game file

// Run a command after which another game may be shown; `typed` is what it reads.
async function act(words, typed = "") {
  try {
    await game.ask("run", { words, typed });
    location.reload();
  } catch (error) {
    say(error.message);
  }
}

at("new").addEventListener("submit", (event) => {
  event.preventDefault();
  const typed = new FormData(at("new"));
  const players = typed.getAll("player").map((each) => each.trim()).filter(Boolean);
  act(["new", "--rules", typed.get("rules"), "--", ...players]);
});

at("again").addEventListener("click", () => act(["again"]));
at("delete").addEventListener("click", () => {
  const current = at("game").textContent;
  if (confirm(`Delete the game ${current} from this browser? Save it as a file first, to keep it.`)) act(["delete", current]);
});

function choose(games) {
  at("others").hidden = !games.length;
  at("choose").replaceChildren(...games.map((each) => button(name(each), () => act(["use", each]))));
}

async function save() {
  const text = await game.ask("export", {});
  const link = element("a", { download: `${at("game").textContent.replaceAll(/[^\p{L}\p{N}-]+/gu, "-")}.canasta.toml`, href: URL.createObjectURL(new Blob([text], { type: "text/plain" })) });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

at("save").addEventListener("click", () => save().catch((error) => say(error.message)));

at("read").addEventListener("change", async () => {
  const [file] = at("read").files;
  if (file && file.size > LARGEST) say("This file is too large for a game.");
  else if (file) act(["import", "-"], await file.text());
});

// The games are open in one tab only, so that none overwrites what another has written.
const alone = () => new Promise((done, failed) => {
  if (!navigator.locks) return done();
  return navigator.locks.request("canasta games", { ifAvailable: true }, (lock) => {
    if (!lock) return failed(new Error("The score pad is open in another tab. Close one of them, and reload this one."));
    done();
    return new Promise(() => {});
  });
});

begin(async () => {
  game.unkept = () => at("unkept").replaceChildren("This browser keeps nothing here: save the game as a file before you close the page.");
  await alone();
  await ready;
  navigator.storage?.persist?.();
  choose(await game.ask("games", {}));
  const { sides } = await game.ask("state", {});
  at("played").hidden = at("connection").hidden = !sides;
  at("begin").open = !sides;
  at("games").hidden = false;
  if (sides) await import("./page.js");
});
