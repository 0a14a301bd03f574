// The last hand line by line, and all hands with their running totals.

import { element, name, number } from "./elements.js";

const cell = (...children) => element("td", {}, ...children);
const head = (scope, ...children) => element("th", { scope }, ...children);

// A table may be wider than a phone if there are many sides; then it scrolls, and not the page.
function framed(label, sides, ...parts) {
  const table = element("table", {}, ...parts);
  const many = sides > 2 ? { tabindex: "0", role: "region", "aria-label": label } : {};
  return element("div", { class: "frame", ...many }, table);
}

const sideHeads = (titles) =>
  titles.map((title, place) => element("th", { scope: "col", class: `side-${place}` }, name(title)));

export function lastHand(hand, state) {
  const marks = [hand.corrected ? "corrected" : "", hand.forced ? "against the rules" : ""].filter(Boolean);
  const marked = marks.length ? ` (${marks.join(", ")})` : "";
  const rows = hand.lines.map((line) =>
    element("tr", {}, head("row", line.name), ...line.points.map((each) => cell(each === null ? "" : number(each)))));
  const sum = element("tr", { class: "sum" }, head("row", "hand"),
    ...hand.sides.map((side) => cell(number(side.points))));
  const title = `Hand ${hand.hand}`;
  return element("section", { class: "last" },
    element("h2", {}, `${title}, dealt by `, name(hand.dealer), marked),
    ...(hand.recorder ? [element("p", { class: "quiet" }, "Recorded by ", name(hand.recorder), ".")] : []),
    framed(title, state.sides.length,
      element("thead", {}, element("tr", {}, head("col", "points for"), ...sideHeads(hand.titles))),
      element("tbody", {}, ...rows), element("tfoot", {}, sum)));
}

export function allHands(state) {
  const rows = state.hands.map((hand) => {
    const mark = `${hand.corrected ? "*" : ""}${hand.forced ? "!" : ""}`;
    return element("tr", {},
      head("row", `${hand.hand}${mark}`),
      cell(name(hand.dealer), ...(hand.alone ? [element("span", { class: "running" }, name(hand.alone), " alone")] : [])),
      ...hand.sides.map((side) => cell(
        element("span", { class: "points" }, number(side.points)),
        element("span", { class: "unseen" }, ", total "),
        element("span", { class: "running" }, number(side.total)))));
  });
  const notes = [
    state.hands.some((hand) => hand.corrected) ? "* corrected" : "",
    state.hands.some((hand) => hand.forced) ? "! against the rules" : "",
  ].filter(Boolean);
  return element("section", { class: "hands" },
    element("h2", {}, "All hands"),
    element("p", { class: "quiet" }, "Points, and the total after the hand below them."),
    framed("All hands", state.sides.length,
      element("thead", {}, element("tr", {}, head("col", "hand"), head("col", "dealer"),
        ...sideHeads(state.sides.map((side) => side.name)))),
      element("tbody", {}, ...rows)),
    ...(notes.length ? [element("p", { class: "quiet" }, notes.join(", "))] : []));
}
