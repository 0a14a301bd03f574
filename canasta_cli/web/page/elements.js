// Find and make elements. Texts become text, never HTML, so names are inert whatever they are.

export const at = (id) => document.getElementById(id);

function made(node, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

export const element = (tag, attributes = {}, ...children) => made(document.createElement(tag), attributes, children);

export const svg = (tag, attributes = {}, ...children) =>
  made(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);

// A name, or a sentence with names, that does not change the direction of what stands around it.
export const name = (text) => element("bdi", {}, text);

export const number = (points) => points.toLocaleString("en-US");

// A number of each side: “Us 920, Them 55”.
export const listed = (sides, what) => sides.map((side) => `${side.name} ${number(side[what])}`).join(", ");

// One that is off can still be reached, so that a screen reader finds it.
export function button(words, tap, attributes = {}) {
  const made = element("button", { type: "button", ...attributes }, ...[words].flat());
  made.addEventListener("click", () => {
    if (made.getAttribute("aria-disabled") !== "true") tap();
  });
  return made;
}
