// The totals after each hand as lines: each side has a colour, a pattern and a mark of its own.

import { element, listed, name, number, svg } from "./elements.js";

const HEIGHT = 240;
const EDGE = { left: 62, right: 14, top: 14, bottom: 30 };

const MARKS = [
  (x, y) => svg("circle", { cx: x, cy: y, r: 5 }),
  (x, y) => svg("rect", { x: x - 5, y: y - 5, width: 10, height: 10 }),
  (x, y) => svg("path", { d: `M${x} ${y - 7}l7 12h-14z` }),
];
const DASHES = ["none", "8 5", "2 4", "12 4 2 4", "5 3", "14 3"];
const mark = (side, x, y) => MARKS[side % MARKS.length](x, y);

// A piece of a side's line, as it looks in the chart.
export function sample(side) {
  return svg("svg", { class: `sample line-${side}`, viewBox: "0 0 34 14", "aria-hidden": "true" },
    svg("path", { d: "M1 7H33", "stroke-dasharray": DASHES[side] }), mark(side, 17, 7));
}

// A distance between lines of the grid, of which there are few.
function step(span) {
  for (let unit = 100; ; unit *= 10) {
    for (const times of [1, 2, 5]) if (span / (unit * times) <= 5) return unit * times;
  }
}

function scale(from, to, first, last) {
  return (value) => Math.round((first + ((value - from) / (to - from)) * (last - first)) * 10) / 10;
}

export function chart(state, width) {
  const lines = state.sides.map((side, place) => [0, ...state.hands.map((hand) => hand.sides[place].total)]);
  const most = Math.max(500, state.target ?? 0, ...lines.flat());
  const least = Math.min(0, ...lines.flat());
  const each = step(most - least);
  const low = Math.floor(least / each) * each;
  const x = scale(0, Math.max(state.hands.length, state.deals ?? 0, 4), EDGE.left, width - EDGE.right);
  const y = scale(low, most, HEIGHT - EDGE.bottom, EDGE.top);
  const grid = [];
  for (let value = low; value <= most; value += each) {
    grid.push(svg("path", { class: "grid", d: `M${EDGE.left} ${y(value)}H${width - EDGE.right}` }));
    grid.push(svg("text", { x: EDGE.left - 8, y: y(value) + 6, "text-anchor": "end" }, number(value)));
  }
  const every = Math.ceil(state.hands.length / 8);
  state.hands.forEach((hand, place) => {
    if ((place + 1) % every) return;
    grid.push(svg("text", { x: x(place + 1), y: HEIGHT - 6, "text-anchor": "middle" }, String(hand.hand)));
  });
  const drawn = lines.map((totals, side) => svg("g", { class: `line-${side}` },
    svg("path", {
      d: `M${totals.map((total, hand) => `${x(hand)} ${y(total)}`).join("L")}`, "stroke-dasharray": DASHES[side],
    }),
    ...totals.slice(1).map((total, hand) => mark(side, x(hand + 1), y(total)))));
  return element("figure", {},
    svg("svg", {
      class: "plot", viewBox: `0 0 ${width} ${HEIGHT}`, width, height: HEIGHT, role: "img",
      "aria-label": `The totals after each hand; now ${listed(state.sides, "total")}. The table below has all of them.`,
    }, ...grid, ...drawn),
    element("figcaption", {}, ...state.sides.map((side, place) =>
      element("span", {}, sample(place), name(side.name)))));
}
