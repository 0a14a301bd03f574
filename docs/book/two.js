"use strict";
// The questions to which two games have different answers.
function differing(data, one, other) {
  return data.asked.filter((each) => each.of[one] !== each.of[other])
    .map(({ asks, texts, of, marks }) => ({ asks, answers: [one, other].map((game) => texts[of[game]] + marks[game]) }));
}

function show(data) {
  const at = (id) => document.getElementById(id);
  const element = (name, text) => Object.assign(document.createElement(name), { textContent: text });
  const chosen = [at("one"), at("other")];
  const draw = () => {
    const [one, other] = chosen.map((select) => Number(select.value));
    const found = differing(data, one, other);
    at("state").textContent = `${found.length} of ${data.asked.length} questions have different answers.`;
    at("found").replaceChildren(...found.flatMap(({ asks, answers }) => [
      element("dt", asks),
      ...answers.map((text, side) => element("dd", `${data.games[side ? other : one]}: ${text}`)),
    ]));
  };
  chosen.forEach((select, side) => {
    select.append(...data.games.map((title, game) => Object.assign(element("option", title), { value: game })));
    select.value = side;
    select.addEventListener("change", draw);
  });
  draw();
}

if (typeof document !== "undefined") show(JSON.parse(document.getElementById("data").textContent));
