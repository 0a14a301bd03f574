// A dispute: a question at a time, its answers as taps; then the verdict. What is asked, the server knows.

import { game } from "./ask.js";
import { button, element, name } from "./elements.js";

const at = (id) => document.getElementById(id);
const GONE = "The server can't be reached just now. Tap again once it is back.";

let given = []; // the answers so far, as they are sent
let said = []; // the same in words
let text = ""; // what is tapped or typed of the next one
let found = null; // what the server asks, or its verdict
let isAsking = false;

// A joker is a W in the text, and a black three 3B.
function tap(token) {
  text += token;
  draw();
}

function removeLast() {
  text = text.replace(/(3[BR]|.)$/, "");
  draw();
}

async function ask(answers, words, adds = {}) {
  if (isAsking) return;
  isAsking = true;
  try {
    found = await game.ask("check", { answers, ...adds });
    given = answers.slice(0, found.kept);
    said = words.slice(0, found.kept);
    text = found.wrong ? answers.at(-1) : "";
  } catch {
    found = { ...found, wrong: GONE };
  }
  isAsking = false;
  draw();
  at("dispute-asks")?.focus({ preventScroll: true });
}

const nothing = () => found.question.choices.find((each) => !each.answer)?.words ?? "";
const answer = (typed, words, adds = {}) => ask([...given, typed], [...said, words || typed || nothing()], adds);
const back = () => ask(given.slice(0, -1), said.slice(0, -1));
const begin = () => ask([], []);

const line = ({ text: words, style }, attributes = {}, tag = "p") =>
  element(tag, { ...attributes, class: `${attributes.class ?? ""} ${style}` }, name(words));

function cardKeys(keys) {
  const cards = found.cards.map((key) =>
    button(key.face, () => (keys === "card" ? answer(key.token, key.words) : tap(key.token)), { "aria-label": key.words }));
  const suits = found.suits.map((each) =>
    button(each.face, () => tap(each.token), { "aria-label": `${each.words}, after a card of a sequence` }));
  const next = keys === "melds" || keys === "text" ? [button("next meld", () => tap(" "))] : [];
  return keys === "card"
    ? [element("div", { class: "pad-keys" }, ...cards)]
    : [element("div", { class: "pad-keys" }, ...cards, ...suits),
      element("div", { class: "pad-words" }, button("⌫", removeLast, { "aria-label": "remove the last card" }), ...next)];
}

function input(keys) {
  const typed = element("input", {
    id: "dispute-text", autocomplete: "off", autocapitalize: "off", spellcheck: "false", "aria-labelledby": "dispute-asks",
    ...keys === "number" ? { inputmode: "numeric" } : {},
  });
  typed.value = text;
  const form = element("form", { class: "typed" }, typed, element("button", {}, "Answer"));
  typed.addEventListener("input", () => { text = typed.value; });
  form.addEventListener("submit", (event) => { event.preventDefault(); answer(text); });
  return form;
}

function question({ asks, help, choices, keys }) {
  const buttons = choices.map((each) => button(name(each.words), () => answer(each.answer, each.words)));
  return [
    ...found.lines.map((each) => line(each)),
    element("h3", { id: "dispute-asks", tabindex: "-1" }, name(asks)),
    ...found.doubtful ? [button("It is right anyway", () => answer(text, text, { sure: true }))] : [],
    ...keys && keys !== "card" ? [input(keys)] : [],
    ...keys && keys !== "number" ? cardKeys(keys) : [],
    element("div", { class: keys ? "pad-words" : "choices" }, ...buttons),
    element("details", {}, element("summary", {}, "Help"), element("p", { class: "quiet" }, name(help))),
  ];
}

function verdict() {
  const [head, ...more] = found?.lines ?? [];
  return head ? [line(head, { id: "dispute-asks", tabindex: "-1", class: "verdict" }, "h3"), ...more.map((each) => line(each))] : [];
}

function draw() {
  const asked = found?.question;
  at("dispute-said").replaceChildren(name(said.join(" · ")));
  at("dispute-wrong").replaceChildren(name(found?.wrong ?? ""));
  at("dispute-now").replaceChildren(...asked ? question(asked) : verdict());
  at("dispute-back").hidden = !given.length;
  at("dispute-again").hidden = !given.length;
}

export function build() {
  const opens = at("dispute-open");
  const close = () => { at("dispute").hidden = true; opens.hidden = false; opens.focus(); };
  opens.addEventListener("click", () => { at("dispute").hidden = false; opens.hidden = true; begin(); });
  opens.hidden = false;
  at("dispute").replaceChildren(
    element("h2", { id: "dispute-title" }, "Is this play legal?"),
    element("p", { id: "dispute-said", class: "quiet" }),
    element("p", { id: "dispute-wrong", role: "status" }),
    element("div", { id: "dispute-now" }),
    element("div", { class: "pad-words" },
      button("Back", back, { id: "dispute-back" }), button("Another dispute", begin, { id: "dispute-again" }),
      button("Close", close)),
  );
}
