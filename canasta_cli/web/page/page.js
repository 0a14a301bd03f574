// Draw the score of a game, and follow it. What is counted, and the words of the game, come from the server.

import { game, LinkEnded } from "./ask.js";
import { chart, sample } from "./chart.js";
import { build as buildDispute } from "./dispute.js";
import { at, element, listed, name, number } from "./elements.js";
import { allHands, lastHand } from "./hands.js";

let state = null;
// Only the page of somebody who records has keys.
const pad = game.records ? await import("./pad.js") : null;

// The parts of the page, each a function from the state to an element, or to nothing.

// What a side needs to open may be more than points, in words.
const needed = (what, value) => value === null ? []
  : [element("div", {}, element("dt", {}, what), element("dd", {}, value.toLocaleString("en-US")))];

function sides() {
  const letters = Math.max(5, ...state.sides.map((side) => number(side.total).length));
  const cards = state.sides.map((side, place) => {
    const total = element("p", { class: "total" }, number(side.total));
    total.style.setProperty("--letters", letters);
    return element("section", { class: `side side-${place}` },
      element("h2", {}, sample(place), name(side.name), side.name === state.winner ? " won" : ""),
      total,
      element("p", { class: "who" }, name(side.who)),
      element("dl", {}, ...needed("to open", side.to_open), ...needed("to go", side.to_target)),
    );
  });
  return element("div", { class: "sides" }, ...cards);
}

function next() {
  if (state.result) {
    return element("section", { class: "next over" },
      element("h2", {}, "Result"), element("p", {}, name(state.result)));
  }
  const of = state.deals ? ` of ${state.deals}` : "";
  const { playing } = state;
  const words = [];
  if (playing) {
    words.push(name(playing.dealer), ` dealt; ${playing.turns} ${playing.turns === 1 ? "turn" : "turns"} played. `);
    words.push(...(playing.over ? ["The hand is over, and is being counted."] : [name(playing.player), " is next."]));
  } else {
    words.push(name(state.dealer), " deals.");
  }
  if (state.sitting_out) words.push(" ", name(state.sitting_out), " sits out.");
  return element("section", { class: "next" },
    element("h2", {}, `Hand ${state.next_hand}${of}`), element("p", {}, ...words));
}

function notices() {
  const lines = state.pending.map((penalty) =>
    element("li", {}, `Counts with hand ${state.next_hand}: `, name(penalty.text)));
  for (const hand of state.hands) {
    for (const warning of hand.warnings) {
      lines.push(element("li", {}, `Look at hand ${hand.hand}: `, name(`${warning.message}.`)));
    }
  }
  if (!lines.length) return null;
  return element("section", { class: "notices" },
    element("h2", {}, "Note"), element("ul", {}, ...lines));
}

function drawn() {
  if (!state.hands.length) return null;
  const { clientWidth } = at("score");
  const width = matchMedia("(min-width: 56rem)").matches ? clientWidth / 2 - 20 : clientWidth;
  return element("section", { class: "chart" }, element("h2", {}, "Totals after each hand"), chart(state, Math.round(width)));
}

const PARTS = {
  sides, next, notices,
  last: () => state.last ? lastHand(state.last, state) : null,
  drawn,
  hands: () => state.hands.length ? allHands(state) : null,
};

// Only the parts that differ are replaced, so that nothing moves but what changed.
function draw() {
  for (const [id, make] of Object.entries(PARTS)) {
    const old = at(id);
    const made = make() ?? element("section", { hidden: "" });
    made.id = id;
    if (!old) at("score").append(made);
    else if (!old.isEqualNode(made)) old.replaceWith(made);
  }
  at("game").replaceChildren(name(state.game));
  const end = state.target ? `, to ${number(state.target)}` : "";
  at("rules").textContent = state.title + end;
  document.title = `${state.game}: ${state.sides.map((side) => number(side.total)).join(", ")}`;
}

// What a screen reader says about a new state.
function news(old) {
  const sums = `Totals: ${listed(state.sides, "total")}.`;
  const { last } = state;
  if (state.game !== old.game && !last) return `${state.game} has begun.`;
  if (state.result && !old.result) return `${state.result} ${sums}`;
  if (last && state.hands.length > old.hands.length) return `Hand ${last.hand}: ${listed(last.sides, "points")}. ${sums}`;
  return `The score sheet changed. ${sums}`;
}

function show(fresh) {
  if (!fresh.sides) return;
  pad?.update(fresh);
  if (!state) buildDispute();
  const old = state;
  const same = (...keys) => keys.every((key) => JSON.stringify(fresh[key]) === JSON.stringify(old?.[key]));
  if (same(...Object.keys(fresh))) return;
  state = fresh;
  draw();
  if (!old || same("hands", "pending", "result")) return;
  at("news").textContent = news(old);
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const flash = getComputedStyle(document.documentElement).getPropertyValue("--flash");
  state.sides.forEach((side, place) => {
    if (side.total === old.sides[place]?.total) return;
    document.querySelector(`.side-${place} .total`).animate({ backgroundColor: [flash, "transparent"] }, 4000);
  });
}

// The connection: what is shown stays when it is lost, with the time of which it is.

let seenAt = null;
let wake = () => {};
let patience;

function clock(when) {
  const isToday = when.toDateString() === new Date().toDateString();
  return when.toLocaleString([], { timeStyle: "short", ...isToday ? {} : { dateStyle: "short" } });
}

function say(kind, ...words) {
  clearTimeout(patience);
  patience = undefined;
  const line = at("connection");
  const text = words.join(" ");
  if (line.textContent === text) return;
  line.className = kind;
  line.textContent = text;
  if (kind !== "live") at("news").textContent = text;
}

function live() {
  seenAt = new Date();
  if (state?.trouble) {
    say("lost", "The game can't be read just now. Score of", `${clock(new Date(state.changed))}.`);
  } else if (state) {
    say("live", "Live. Last change", `${clock(new Date(state.changed))}.`);
  }
}

function reconnecting() {
  // A short pause is not worth a word.
  patience ??= setTimeout(() => {
    say("lost", seenAt ? `Reconnecting. Score of ${clock(seenAt)}.` : "Connecting.");
  }, 300);
}

function ended() {
  pad?.ended();
  say("lost", state ? `This link has ended; score of ${clock(seenAt)}.` : "This link shows no game.",
    "Ask the person who keeps the score for the address.");
}

const SLOWEST = 3000;

async function follow() {
  reconnecting();
  for (let tries = 0; ; tries += 1) {
    let isOurs = true;
    try {
      // Where a stream doesn't come through, the score still does.
      show(await game.ask("state", {}));
      live();
      await game.watch((fresh) => {
        if (fresh) show(fresh);
        tries = 0;
        live();
      });
    } catch (error) {
      isOurs = !(error instanceof LinkEnded);
    }
    // Another game may be served for a while.
    if (isOurs) reconnecting();
    else ended();
    await new Promise((resolve) => {
      wake = resolve;
      setTimeout(resolve, isOurs ? Math.min(250 * 2 ** tries, SLOWEST) : SLOWEST);
    });
  }
}

// A phone that was locked may have lost the connection without knowing.
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState !== "visible") return;
  wake();
  game.ask("state", {}).then(show).catch(() => game.drop());
});

addEventListener("resize", () => {
  if (state) draw();
});

follow();
