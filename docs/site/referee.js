// The referee: which rules, then the questions of a dispute. The address after # keeps both; it is never sent.

import { begin, game } from "./ask.js";
import { build, open } from "./dispute.js";
import { at } from "./elements.js";

const MOST = 40;
const LONGEST = 1000;

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

begin(async () => {
  const given = shared();
  const select = at("variant");
  const whole = [...select.options].some((each) => each.value === given?.rules);
  if (whole) select.value = given.rules;
  else if (location.hash.length > 1) at("broken").replaceChildren("The link is not complete, so this begins with the first question.");
  game.rules = select.value;
  game.asked = share;
  select.addEventListener("change", () => {
    game.rules = select.value;
    open();
  });
  build();
  await open(whole ? given.answers : []);
});
