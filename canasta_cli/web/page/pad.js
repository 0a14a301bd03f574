// The pad of somebody who records: what is tapped becomes tallies. What they mean, the server says.

import { game, LinkEnded } from "./ask.js";
import { at, button, element, listed, name, number } from "./elements.js";

const STORE = `pad ${location.hash.slice(1)}`;
const GONE = "The server can't be reached just now. Your hand is kept on this phone.";
const NO_ANSWER = "No answer from the server. Your hand is kept on this phone. Tap Save again once the server is back; "
  + "it is recorded only once.";

let state = null; // the score, and which hand is next
let keys = null; // what can be tapped for it
let counted = null; // what the server says about the tallies
let mine = inStore((store) => JSON.parse(store.getItem(STORE))); // the hand that is being tapped
let panel = "cards";
let isSending = false;

// The hand that is being tapped: kept on the phone, with the number and the key that it is sent with.
// A word of a tally is {at, cards}, {figure, value}, or {token}.

function inStore(act) {
  try {
    return act(localStorage);
  } catch {
    return null; // nothing is kept in a private window: the hand stays on the page
  }
}

const keep = () => inStore((store) => store.setItem(STORE, JSON.stringify(mine)));

function newKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// `last` is the hand that was recorded from here, to be corrected once it is undone.
function begin(last = mine?.last) {
  mine = {
    game: state.first, hand: state.next_hand, key: newKey(), sent: false, last,
    side: 0, place: "", suit: "", tallies: keys.sides.map(() => []),
  };
  keep();
}

const isDue = () => state.first === mine.game && state.next_hand === mine.hand;
const isEmpty = () => mine.tallies.every((words) => !words.length);
const tally = () => mine.tallies[mine.side];

function textOf(word) {
  if (word.cards) return word.cards.length ? word.at + word.cards.map((card) => card.token).join("") : "";
  return word.figure ? word.figure + word.value : word.token;
}

const texts = () => mine.tallies.map((words) => words.map(textOf).filter(Boolean).join(" "));

function changed() {
  say("");
  for (const [side, words] of mine.tallies.entries()) {
    const current = side === mine.side ? words.at(-1) : null;
    mine.tallies[side] = words.filter((word) => word === current || textOf(word));
  }
  keep();
  draw();
  count();
}

// What a tap does.

const keyOf = (rank) => keys.cards.find((each) => each.token === rank) ?? { face: rank, words: rank, many: rank };

function joins(card, word) {
  if (word.at !== mine.place) return false;
  if (!word.cards.length) return true;
  if (!word.at && (card.alone || word.cards.some((each) => each.alone))) return word.cards[0].token === card.token;
  if (word.at || keyOf(card.rank).joins) return true;
  if (card.suit) return word.cards.every((each) => each.suit === card.suit);
  return word.cards.every((each) => each.rank === card.rank || keyOf(each.rank).joins)
    && word.cards.some((each) => each.rank === card.rank);
}

function tapCard(key) {
  const of = key.suited ? mine.suit : "";
  const card = { token: key.token + of, rank: key.token, suit: of, alone: key.alone };
  const last = tally().at(-1);
  if (last?.cards && joins(card, last)) last.cards.push(card);
  else tally().push({ at: mine.place, cards: [card] });
  changed();
}

function tapTimes(times) {
  const cards = tally().at(-1)?.cards;
  if (!cards?.length) return;
  const last = cards.at(-1);
  cards.splice(cards.findLastIndex((each) => each.token !== last.token) + 1, cards.length, ...Array(times).fill(last));
  changed();
}

// The next cards lie somewhere else, or in another meld.
function tapPlace(token) {
  mine.place = token;
  tally().push({ at: token, cards: [] });
  changed();
}

// A fact of which a hand has only one replaces another one, also that of another side.
function tapWord(key, side = mine.side) {
  const had = mine.tallies[side].some((word) => word.token === key.token);
  if (key.once) {
    mine.tallies = mine.tallies.map((words) => words.filter((word) => word.once !== key.once));
  }
  if (!had || !key.once) mine.tallies[side].push({ token: key.token, words: key.words, once: key.once });
  mine.place = "";
  changed();
}

function setFigure(figure, words, value) {
  const found = tally().find((word) => word.figure === figure);
  if (!value) mine.tallies[mine.side] = tally().filter((word) => word !== found);
  else if (found) found.value = value;
  else tally().push({ figure, words, value });
  changed();
}

function remove(word, token) {
  const where = word.cards ? word.cards.findLastIndex((card) => card.token === token) : -1;
  if (where >= 0) word.cards.splice(where, 1);
  if (!word.cards?.length) mine.tallies[mine.side] = tally().filter((each) => each !== word);
  changed();
}

function removeLast() {
  const last = tally().at(-1);
  if (last) remove(last, last.cards?.at(-1)?.token);
}

// The pad is made once for the rules of the game; then only what changes is drawn.

function build() {
  const suited = keys.suits.length > 0;
  const cards = keys.cards.map((key) => {
    const isSuited = suited && !key.joins && !key.alone;
    return button(key.face, () => tapCard({ ...key, suited: isSuited }), { "aria-label": key.words, "data-card": key.token });
  });
  const times = keys.repeat.map((many) =>
    button(`×${many}`, () => tapTimes(many), { "aria-label": `${many} of this card`, class: "times" }));
  const suits = keys.suits.map((each) =>
    button(each.face, () => { mine.suit = mine.suit === each.token ? "" : each.token; changed(); },
      { "aria-label": `${each.words}: for a sequence`, "data-suit": each.token }));
  const places = keys.places.map((key) =>
    button(key.words, () => tapPlace(key.token), { "data-place": key.token }));
  const words = keys.words.map((key) => button(key.words, () => tapWord(key), { "data-word": key.token }));
  const back = button("⌫", removeLast, { "aria-label": "remove the last card" });
  const tabs = [["cards", "Cards"], ["figures", keys.counts], ["score", "Points only"]].map(([id, label]) =>
    button(label, () => { panel = id; draw(); }, { "data-panel": id }));
  at("pad").replaceChildren(
    element("h2", { id: "pad-title" }),
    element("div", { id: "pad-sides", class: "pad-sides" }, ...keys.sides.map(sideButton)),
    element("div", { id: "pad-tally", class: "pad-tally", role: "group" }),
    element("div", { class: "pad-tabs", role: "group", "aria-label": "How to count" }, ...tabs),
    element("div", { id: "pad-cards" },
      element("div", { class: "pad-keys" }, ...suits),
      element("div", { class: "pad-keys" }, ...cards, ...times),
      element("div", { class: "pad-words" }, back, button("next meld", () => tapPlace("")), ...places)),
    element("div", { id: "pad-figures", class: "pad-inputs" }, ...keys.figures.map(figureInput)),
    element("div", { id: "pad-score", class: "pad-inputs" }, figureInput(keys.score),
      button("±", turnScore, { "aria-label": "minus points" })),
    element("div", { id: "pad-words", class: "pad-words" }, ...words, ...keys.sides.flatMap(aloneKeys)),
    button("Save", () => save(), { id: "pad-save" }),
    element("div", { class: "pad-says", role: "status" },
      element("p", { id: "pad-counts" }), element("p", { id: "pad-reason" }), element("p", { id: "pad-news" })),
    element("div", { class: "pad-words pad-more" },
      button("Save anyway", () => save(), { id: "pad-anyway" }),
      button("Start again", startAgain, { id: "pad-clear" }),
      button("Undo", askUndo, { id: "pad-undo" })),
    element("details", {}, element("summary", {}, "How it counts"), element("div", { id: "pad-lines", class: "pad-lines" })),
    element("dialog", { id: "pad-question", "aria-labelledby": "pad-asks" }),
  );
}

function sideButton(side, index) {
  return button([
    element("span", { class: "pad-name" }, name(side.name)),
    element("span", { class: "pad-total" }),
    element("span", { class: "pad-text" }),
  ], () => { mine.side = index; mine.place = ""; changed(); }, { class: `pad-side side-${index}` });
}

function aloneKeys(side, index) {
  return side.alone.map((key) =>
    button(name(key.words), () => { mine.side = index; tapWord(key, index); }, { "data-word": key.token }));
}

function figureInput(key) {
  const input = element("input", { type: "text", inputmode: "numeric", autocomplete: "off", "data-figure": key.token });
  input.addEventListener("input", () => setFigure(key.token, key.words, input.value.replace(/\s/g, "")));
  return element("label", {}, element("span", {}, key.words), input);
}

function turnScore() {
  const value = tally().find((word) => word.figure === keys.score.token)?.value ?? "";
  setFigure(keys.score.token, keys.score.words, value.startsWith("-") ? value.slice(1) : `-${value}`);
}

// The same cards of a meld, as one key: [[card, number], …].
function groups(cards) {
  const found = [];
  for (const card of cards) {
    if (found.at(-1)?.[0].token === card.token) found.at(-1)[1] += 1;
    else found.push([card, 1]);
  }
  return found;
}

const faceOf = (card) => keyOf(card.rank).face + (keys.suits.find((each) => each.token === card.suit)?.face ?? "");
const times = (face, many) => many > 1 ? `${many}×${face}` : face;

const placeOf = (word) => keys.places.find((each) => each.token === word.at)?.words ?? word.at;

function inWords(word) {
  if (!word.cards) return word.figure ? `${word.words} ${word.value}` : word.words;
  const cards = groups(word.cards).map(([card, many]) => times(faceOf(card), many)).join(" ");
  return word.at ? `${placeOf(word)} ${cards}` : cards;
}

function chips(word) {
  if (!word.cards) return [button(name(inWords(word)), () => remove(word), { "aria-label": `Remove ${inWords(word)}` })];
  return groups(word.cards).map(([card, many]) => {
    const what = many > 1 ? `one of ${many} ${keyOf(card.rank).many}` : `the ${keyOf(card.rank).words}`;
    return button(times(faceOf(card), many), () => remove(word, card.token), { "aria-label": `Remove ${what}` });
  });
}

function draw() {
  const focused = [...at("pad-tally").querySelectorAll("button")].indexOf(document.activeElement);
  const side = keys.sides[mine.side];
  at("pad").classList.toggle("closed", Boolean(state.closed));
  at("pad-title").replaceChildren(
    ...state.closed ? [name(state.closed)] : [`Record hand ${mine.hand}, dealt by `, name(state.dealer)]);
  [...at("pad-sides").children].forEach((box, index) => {
    box.setAttribute("aria-pressed", index === mine.side);
    box.querySelector(".pad-total").textContent = number(state.sides[index].total);
    box.querySelector(".pad-text").textContent = mine.tallies[index].map(inWords).filter(Boolean).join(" · ") || "nothing yet";
  });
  const words = tally().map((word) => element("span", { class: "pad-word" },
    ...word.at ? [`${placeOf(word)} `] : [], ...chips(word)));
  at("pad-tally").setAttribute("aria-label", `Tally of ${side.name}: tap a card to remove it`);
  at("pad-tally").replaceChildren(...words.length ? words : [element("p", { class: "quiet" },
    ...panel === "cards" ? ["Tap what ", name(side.name), " has: first a meld, card by card. A card of another rank begins the next meld."]
      : ["Type the numbers of ", name(side.name), " below."])]);
  at("pad-tally").scrollTop = at("pad-tally").scrollHeight;
  at("pad-tally").querySelectorAll("button")[Math.min(focused, words.length)]?.focus();
  for (const id of ["cards", "figures", "score"]) at(`pad-${id}`).hidden = id !== panel;
  for (const [kind, value] of Object.entries({ panel, suit: mine.suit, place: mine.place })) {
    for (const each of at("pad").querySelectorAll(`[data-${kind}]`)) each.setAttribute("aria-pressed", each.dataset[kind] === value);
  }
  for (const each of at("pad").querySelectorAll("[data-word]")) {
    each.setAttribute("aria-pressed", tally().some((word) => word.token === each.dataset.word));
  }
  for (const each of at("pad").querySelectorAll("[data-figure]")) {
    const value = tally().find((word) => word.figure === each.dataset.figure)?.value ?? "";
    if (each.value.replace(/\s/g, "") !== value) each.value = value;
  }
  drawCount();
}

function drawCount() {
  const sides = counted?.sides ?? [];
  at("pad-counts").textContent = sides.map((side, index) =>
    `${keys.sides[index].name} ${side.points === null ? "?" : number(side.points)}`).join(" · ");
  const reasons = sides.flatMap((side, index) => side.reason ? [`${keys.sides[index].name}: ${side.reason}`] : []);
  if (counted?.reason) reasons.push(counted.reason);
  at("pad-reason").textContent = reasons.join(" ");
  at("pad-lines").replaceChildren(...sides.map((side, index) => element("table", {},
    element("caption", {}, name(keys.sides[index].name)),
    element("tbody", {}, ...side.lines.map((line) =>
      element("tr", {}, element("th", { scope: "row" }, line.name), element("td", {}, number(line.points))))))));
  const isOpen = !state.closed && !isSending;
  at("pad-save").setAttribute("aria-disabled", !(isOpen && counted?.possible));
  at("pad-anyway").setAttribute("aria-disabled", !(isOpen && counted?.forced && !counted.possible));
  at("pad-clear").setAttribute("aria-disabled", isEmpty() || isSending);
  at("pad-undo").setAttribute("aria-disabled", !state.undo || isSending);
  at("pad-undo").textContent = state.undo ? `Undo hand ${state.undo}` : "Undo";
}

const say = (words) => { at("pad-news").textContent = words; };

// Ask one count at a time; taps meanwhile are counted together after it.

let counting = Promise.resolve();
let newest = 0;

function count() {
  const mine = ++newest;
  counting = counting.then(() => mine === newest && countNow());
  return counting;
}

async function countNow() {
  try {
    const found = await game.ask("count", { tallies: texts() });
    if (found.result) say(found.message);
    else counted = found;
    if (at("pad-news").textContent === GONE) say("");
  } catch {
    say(GONE);
  }
  drawCount();
}

// Save and undo: the server asks first what it needs to know.

function ask(question, reasons, choices) {
  const box = at("pad-question");
  const close = (then) => () => { box.close(); then?.(); };
  box.replaceChildren(
    element("h3", { id: "pad-asks" }, name(question)),
    ...reasons.map((each) => element("p", {}, name(each))),
    ...choices.map(([words, then]) => button(name(words), close(then))),
    button("Cancel", close()),
  );
  if (!box.open) box.showModal();
}

function startAgain() {
  ask(`Drop what you tapped of hand ${mine.hand}?`, texts().filter(Boolean), [["Drop it", drop]]);
}

function drop() {
  begin();
  changed();
}

function sendAsNext() {
  Object.assign(mine, { game: state.first, hand: state.next_hand, key: newKey(), sent: false });
  changed();
}

// `take` gets the answer while nothing else happens.
async function request(what, sent, take) {
  isSending = true;
  drawCount();
  try {
    const answer = await game.ask(what, sent);
    take?.(answer);
    return answer;
  } catch (error) {
    say(error instanceof LinkEnded ? "This link has ended. Your hand is kept on this phone." : NO_ANSWER);
    return null;
  } finally {
    isSending = false;
    drawCount();
  }
}

async function save(adds = {}) {
  if (isSending) return;
  mine.sent = true;
  keep();
  say("");
  const isRecorded = ({ result, state: became }) => result === "recorded" || became === "recorded";
  const sent = { tallies: texts(), game: mine.game, hand: mine.hand, key: mine.key, ...adds };
  const answer = await request("record", sent, (found) => {
    mine.sent = false;
    // At once: the score may say that the hand is recorded before it is known which one is next.
    if (isRecorded(found)) begin({ game: mine.game, hand: mine.hand, tallies: mine.tallies });
    keep();
  });
  if (!answer) return;
  await refresh();
  if (isRecorded(answer)) {
    changed();
    say(answer.message);
  } else if (answer.result === "asks") {
    ask(answer.question, answer.reasons, answer.choices.map((choice) => [choice.words, () => {
      if (choice.token) tapWord(keys.words.find((key) => key.token === choice.token), choice.side);
      save({ ...adds, ...choice.adds });
    }]));
  } else if (answer.result === "already" || !isDue()) {
    askWhetherToKeep(answer.message);
  } else {
    say(answer.message);
  }
}

function askWhetherToKeep(message) {
  const there = state.first === mine.game && state.hands.find(({ hand }) => hand === mine.hand);
  const says = there ? [`Hand ${there.hand} there: ${listed(there.sides, "points")}`] : [];
  ask(message, says, [[`Keep mine as hand ${state.next_hand}`, sendAsNext], ["Drop mine", drop]]);
}

function askUndo() {
  const hand = state.undo;
  // The same key until there is an answer.
  if (mine.undo?.hand !== hand || mine.undo.game !== state.first) mine.undo = { game: state.first, hand, key: newKey() };
  keep();
  ask(`Undo hand ${hand}?`, [listed(state.hands.at(-1).sides, "points")], [[`Undo hand ${hand}`, async () => {
    const answer = await request("undo", mine.undo);
    if (!answer) return;
    delete mine.undo;
    await refresh();
    const { last: before } = mine;
    const isBack = isEmpty() && isDue() && before?.game === mine.game && before.hand === mine.hand;
    if (isBack) mine.tallies = before.tallies;
    changed();
    say(`${answer.message}${isBack ? " What you tapped is back: correct it, then tap Save." : ""}`);
  }]]);
}

// A new score: the next hand, and the keys for it.

function take(fresh) {
  const isOther = JSON.stringify(fresh.keys) !== JSON.stringify(keys);
  state = fresh;
  keys = fresh.keys;
  if (mine?.tallies?.length !== keys.sides.length) begin();
  if (isOther) build();
  if (!isSending && !isDue() && isEmpty()) begin();
  at("pad").hidden = false;
  draw();
}

const refresh = () => game.ask("state", {}).then(take, () => {});

export async function update(fresh) {
  take(fresh);
  if (isSending) return;
  await count();
  if (isDue() || at("pad-question").open) return;
  // An answer that was lost is found again with its key.
  if (mine.sent) save();
  else if (state.first !== mine.game) askWhetherToKeep("Another game has begun; yours was begun in the last one.");
  else askWhetherToKeep(`The next hand is ${state.next_hand} now; yours was begun as hand ${mine.hand}.`);
}

export function ended() {
  if (keys) return say("This link has ended. Your hand is kept on this phone.");
  const kept = mine?.tallies?.length ? texts().join(" / ") : "";
  if (!kept) return undefined;
  at("pad").hidden = false;
  return at("pad").replaceChildren(
    element("h2", { id: "pad-title" }, "Record"), element("p", {}, "This link has ended. What you tapped: ", kept));
}
