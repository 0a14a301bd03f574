// The score pad without a server: a new game, the pad of the phone page, and the game as a file.

import { game, onUnkept, ready } from "./ask.js";
import { button, element, name } from "./elements.js";

const at = (id) => document.getElementById(id);
const MOST = 6;
const LARGEST = 4_000_000; // bytes of a game file

let games = [];

function said(error) {
  at("engine").replaceChildren(name(error.message));
}

async function act(question, sent) {
  try {
    await game.ask(question, sent);
    location.reload();
  } catch (error) {
    said(error);
  }
}

function beginning() {
  const rules = element("select", { id: "new-rules" }, ...games.map((each) => element("option", { value: each.name }, each.title)));
  const names = Array.from({ length: MOST }, (_, place) =>
    element("label", {}, `Player ${place + 1} `, element("input", { maxlength: 100, autocomplete: "off" })));
  const form = element("form", { class: "pad-inputs" },
    element("p", { class: "quiet" }, "In the order of play; partners sit opposite each other. The last one deals first."),
    ...names, element("label", {}, "Rules ", rules), element("button", {}, "Begin"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const players = names.map((each) => each.querySelector("input").value.trim()).filter(Boolean);
    act("new", { players, rules: rules.value });
  });
  return form;
}

async function save() {
  const { name: of, text } = await game.ask("file", {});
  const link = element("a", { download: `${of.replaceAll(/[^\p{L}\p{N}-]+/gu, "-")}.canasta.toml`, href: URL.createObjectURL(new Blob([text], { type: "text/plain" })) });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

function reading() {
  const input = element("input", { type: "file", id: "read", accept: ".toml,.json" });
  input.addEventListener("change", async () => {
    const [file] = input.files;
    if (file && file.size > LARGEST) said(new Error("This file is too large for a game."));
    else if (file) act("read", { text: await file.text() });
  });
  return element("label", { for: "read" }, "Open a game file ", input);
}

function build(hasGame) {
  const ways = hasGame
    ? [element("div", { class: "pad-words" }, button("Save the game as a file", () => save().catch(said)),
      button("Next game, same people", () => act("again", {})))]
    : [];
  at("games").replaceChildren(
    element("h2", {}, hasGame ? "The game" : "New game"), ...ways,
    hasGame ? element("details", {}, element("summary", {}, "Another game"), beginning(), reading()) : beginning(),
    ...hasGame ? [] : [reading()],
    element("p", { class: "quiet" }, "The games stay in this browser, and nothing is sent anywhere. Some phones clear what pages keep: save each game as a file."),
  );
  at("games").hidden = false;
}

// The games are open in one tab only, so that none overwrites what another has written.
function alone(begin) {
  if (!navigator.locks) return begin();
  return navigator.locks.request("canasta games", { ifAvailable: true }, (lock) => {
    if (!lock) throw new Error("The score pad is open in another tab. Close one of them, and reload this one.");
    return begin().then(() => new Promise(() => {}));
  });
}

async function start() {
  at("engine").replaceChildren("Loading the rules, once: about seven megabytes.");
  onUnkept(() => at("unkept").replaceChildren("This browser keeps nothing here: save the game as a file before you close the page."));
  games = await (await fetch("games.json")).json();
  await ready;
  at("engine").replaceChildren();
  navigator.storage?.persist?.();
  const state = await game.ask("state", {});
  build(Boolean(state.sides));
  if (state.sides) {
    at("connection").hidden = false;
    await import("./page.js");
  }
}

if (location.protocol === "file:") {
  said(new Error("The score pad needs a web server. In this folder: python -m http.server, then open http://localhost:8000/score.html"));
} else {
  alone(start).catch(said);
  navigator.serviceWorker?.register("offline.js").catch(() => {});
}
