// The referee: which rules, then the questions of a dispute. The address after # keeps both; it is never sent.

import { game, ready } from "./ask.js";
import { build, open } from "./dispute.js";
import { element, name } from "./elements.js";

const at = (id) => document.getElementById(id);
const MOST = 40;
const LONGEST = 200;

// The rules and the answers of a link from a stranger: texts, or nothing.
function shared() {
  try {
    const [rules, ...answers] = JSON.parse(decodeURIComponent(location.hash.slice(1)));
    const texts = [rules, ...answers].every((each) => typeof each === "string" && each.length <= LONGEST);
    return texts && answers.length <= MOST ? { rules, answers } : null;
  } catch {
    return null;
  }
}

function share(answers) {
  const link = `#${encodeURIComponent(JSON.stringify([game.rules, ...answers]))}`;
  history.replaceState(null, "", link);
  at("link").href = link;
  at("share").hidden = !answers.length;
}

async function start() {
  const linked = location.hash.length > 1;
  const games = await (await fetch("games.json")).json();
  const given = shared();
  const select = at("variant");
  select.append(...games.map((each) => element("option", { value: each.name }, each.title)));
  if (games.some((each) => each.name === given?.rules)) select.value = given.rules;
  game.rules = select.value;
  game.asked = share;
  select.addEventListener("change", () => {
    game.rules = select.value;
    open();
  });
  build();
  const whole = given?.rules === game.rules;
  if (linked && !whole) at("broken").replaceChildren("The link is not complete, so this begins with the first question.");
  await open(whole ? given.answers : []);
}

if (location.protocol === "file:") {
  at("engine").replaceChildren("The referee needs a web server. In this folder: python -m http.server, then open http://localhost:8000/referee.html");
} else {
  at("engine").replaceChildren("Loading the rules, once: about seven megabytes.");
  ready.then(() => at("engine").replaceChildren()).catch((error) => at("engine").replaceChildren(name(error.message)));
  start().catch((error) => at("engine").replaceChildren(name(error.message)));
  navigator.serviceWorker?.register("offline.js").catch(() => {});
}
