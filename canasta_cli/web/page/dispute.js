// A dispute: a question at a time, its answers as taps; then the verdict. What is asked, the server knows.

import { game, LinkEnded } from "./ask.js";
import { at, button, element, name } from "./elements.js";

const LONGEST = 1000;
const BUSY = 503;
const PATIENCE = 500; // milliseconds without a word

let given = []; // the answers so far, as they are sent
let found = null; // what the server asks, or its verdict
let request = 0; // of several, only the last one counts
let again = null; // what to ask again, if no answer came

function problem(error) {
  if (error instanceof LinkEnded) return "This link has ended.";
  if (error.status === BUSY) return "Others are asking just now, or the game can't be read. Try again in a moment.";
  return error.status ? "This can't be judged here." : "The server can't be reached just now.";
}

async function ask(answers) {
  const mine = ++request;
  const wait = setTimeout(() => say("One moment…"), PATIENCE);
  at("dispute-now").inert = true;
  let typed = "";
  try {
    const fresh = await game.ask("check", { answers });
    if (mine !== request) return;
    found = fresh;
    given = answers.slice(0, found.answered.length);
    typed = found.wrong ? answers.at(-1) : "";
    again = null;
  } catch (error) {
    if (mine !== request) return;
    typed = at("dispute-text")?.value ?? "";
    again = () => ask(answers);
    found = { ...found, wrong: problem(error) };
  } finally {
    clearTimeout(wait);
  }
  draw(typed);
}

const answer = (typed) => ask([...given, typed]);
const say = (words) => at("dispute-wrong").replaceChildren(name(words));

// The text of an answer, and the keys that write it. A joker is a W in the text, a black three 3B.

function tap(token) {
  const field = at("dispute-text");
  field.value += token.length > 1 && /\w$/.test(field.value) && !/^3[BR]$/.test(token) ? ` ${token}` : token;
}

function removeLast() {
  const field = at("dispute-text");
  field.value = field.value.replace(/(3[BR]|\S)[CDHS]?$|\s$/, "");
}

function input(keys, typed) {
  const field = element("input", {
    id: "dispute-text", maxlength: LONGEST, autocomplete: "off", autocapitalize: "off", spellcheck: "false",
    required: "", pattern: ".*\\S.*", "aria-labelledby": "dispute-asks", ...keys === "number" ? { inputmode: "numeric" } : {},
  });
  const form = element("form", { class: "typed" }, field, element("button", {}, "Answer"));
  field.value = typed;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    answer(field.value);
  });
  return form;
}

function keypad({ keys, words }, isAtOnce) {
  const cards = found.cards.map((key) =>
    button(key.face, () => (isAtOnce ? answer(key.token) : tap(key.token)), { "aria-label": key.words }));
  const suits = found.suits.map((each) =>
    button(each.face, () => tap(each.token), { "aria-label": `${each.words}, after a card` }));
  const others = keys === "melds" || keys === "text" ? [button("next meld", () => tap(" "))] : [];
  return [
    element("div", { class: "pad-keys" }, ...cards, ...isAtOnce ? [] : suits),
    ...isAtOnce ? [] : [element("div", { class: "pad-words" },
      button("⌫", removeLast, { "aria-label": "remove the last card" }), ...others,
      ...words.map((each) => button(each, () => tap(`${each} `))))],
  ];
}

const line = ({ text: words, style }, attributes = {}, tag = "p") =>
  element(tag, { ...attributes, class: `${attributes.class ?? ""} ${style}` }, name(words));

function question(asked, typed) {
  const { asks, help, choices, keys } = asked;
  const buttons = choices.map((each) => button(name(each.words), () => answer(each.answer)));
  const hasCards = keys && !keys.startsWith("number");
  // Where a card may need its suit, it is written first.
  const isAtOnce = keys === "card" && !found.suits.length;
  return [
    ...found.lines.map((each) => line(each)),
    element("h3", { id: "dispute-asks", tabindex: "-1" }, name(asks)),
    ...keys && !isAtOnce ? [input(keys, typed)] : [],
    ...hasCards ? keypad(asked, isAtOnce) : [],
    element("div", { class: keys ? "pad-words" : "choices" }, ...buttons),
    element("details", {}, element("summary", {}, "Help"), element("p", { class: "quiet" }, name(help))),
  ];
}

function verdict() {
  const [head, ...more] = found?.lines ?? [];
  return head ? [line(head, { id: "dispute-asks", tabindex: "-1", class: "verdict" }, "h3"), ...more.map((each) => line(each))] : [];
}

function draw(typed) {
  const asked = found?.question;
  at("dispute-now").inert = false;
  at("dispute-said").replaceChildren(name(given.length ? found.answered.join(" · ") : ""));
  at("dispute-now").replaceChildren(...asked ? question(asked, typed) : verdict());
  say(found?.wrong ?? "");
  at("dispute-retry").hidden = !again;
  at("dispute-back").hidden = at("dispute-again").hidden = !given.length;
  at("dispute-asks")?.focus({ preventScroll: true });
  (found?.wrong ? at("dispute-wrong") : at("dispute-asks"))?.scrollIntoView({ block: "nearest" });
}

// Ask, after answers that were given before, if there are any.
export function open(answers = []) {
  at("dispute").hidden = false;
  at("dispute-open").hidden = true;
  found = null;
  return ask(answers);
}

export function build() {
  const opens = at("dispute-open");
  const close = () => {
    request += 1;
    at("dispute").hidden = true;
    opens.hidden = false;
    opens.focus();
  };
  opens.addEventListener("click", () => open());
  opens.hidden = false;
  at("dispute").replaceChildren(
    element("h2", { id: "dispute-title" }, "Is this play legal?"),
    element("p", { id: "dispute-said", class: "quiet" }),
    element("p", { id: "dispute-wrong", role: "status" }),
    element("div", { id: "dispute-now" }),
    element("div", { class: "pad-words" },
      button("Try again", () => again(), { id: "dispute-retry" }),
      button("Back", () => ask(given.slice(0, -1)), { id: "dispute-back" }),
      button("Another dispute", () => ask([]), { id: "dispute-again" }),
      button("Close", close)),
  );
}
