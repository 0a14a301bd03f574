"use strict";
// Words that nearly every question has.
const COMMON = new Set(("a an and are as at be but by can do does for from have how i if in is it may me must my not of on or our"
  + " that the their then to us we what when which who with you your").split(" "));
// Other words for those of the rulebook, after their endings are cut off.
const MEANT = { initial: "open", tie: "equal", talon: "stock", deck: "pack", clos: "finish", deuc: "wild", joker: "wild",
  frozen: "freez", taken: "tak", dealt: "deal", drawn: "draw", drew: "draw", run: "sequenc", escalera: "sequenc" };
// What people say, in the words of the rulebook.
const SAID = [
  [/\b(go|goes|going|went|lay|come) down\b|\binitial meld\b|\bmeld out\b/g, "open"], [/\b(lay|put|laid) down\b/g, "meld"],
  [/\bpick(s|ed|ing)? up\b|\bbuy\b/g, "take"], [/\b(runs?|ran) out\b|\bno (more )?cards left to draw\b/g, "is empty stock"],
  [/\b(goes|go|starts?|plays?) first\b/g, "player begins"], [/\bwho deals\b/g, "first dealer"],
  [/\bopponents?'?s?\b/g, "of another side"], [/\bred(?= (canasta|book))|\b(pure|clean)(?= (canasta|book))/g, "natural"],
  [/\b(black|dirty)(?= (canasta|book))/g, "mixed"], [/\bonly wild cards\b/g, "wild cards alone"], [/\bleft in (your|my) hand\b/g, "values still in hand"],
];
const FEW = 3; // games beside a sentence that is found, before the others are asked for
const NUMBERS = { one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7 };

// The words of a text, with numbers as digits and without endings; “for three” and “three players” are one word.
function wordsOf(text) {
  const found = text.toLowerCase().replace(/,(?=\d{3})/g, "").match(/[\p{L}\p{N}]+/gu) || [];
  const words = found.map((word) => String(NUMBERS[word] ?? word.replace(/(?<=..)(?<![su])s$/, "")));
  const seats = (at) => /^[2-7]$/.test(words[at]) && (words[at - 1] === "for" || words[at + 1] === "player");
  return words.map((word, at) => seats(at) ? word + "player" : word).filter((word) => !COMMON.has(word))
    .map((word) => word.replace(/(?<=...)(ed|ing|e)$/, ""));
}
const meant = (text) => wordsOf(text).map((word) => MEANT[word] ?? word);

// The sentences that fit a question best, each with the games for which it does.
function rank(question, data, most) {
  const said = SAID.reduce((text, [people, book]) => text.replace(people, book), question.toLowerCase());
  const asked = [...new Set(meant(said))];
  const together = (words) => words.map((word, at) => word + " " + words[at + 1]);
  const pairs = together(meant(said));
  const games = data.games.map((game) => new Set(wordsOf(game.name + " " + game.title).filter((word) => !/^\d+$/.test(word))));
  const sentences = data.sentences.map((each) => ({ ...each, words: meant(each.text + " " + each.asks) }));
  const usual = sentences.reduce((total, each) => total + each.words.length, 0) / sentences.length;
  const weight = Object.fromEntries(asked.map((word) => {
    const having = sentences.filter((each) => each.words.includes(word)).length;
    return [word, Math.log(1 + sentences.length / (1 + having))];
  }));
  // A rare word counts more, and each further time that it stands in a sentence less (BM25).
  const fit = (each, word) => {
    const times = each.words.filter((other) => other === word).length;
    return times && weight[word] * 2.2 * times / (times + 0.6 + 0.6 * each.words.length / usual);
  };
  const found = sentences.map((each) => {
    const words = new Set(together(each.words));
    const fits = asked.map((word) => fit(each, word));
    const apart = pairs.filter((pair) => words.has(pair)).length;
    const likely = /^Undocumented|\?\.$/.test(each.text) ? 0.5 : 1;
    // A word that names a game counts as much as in a sentence, and in both once.
    const scores = each.places.map(([game]) =>
      asked.reduce((total, word, at) => total + Math.max(fits[at], games[game].has(word) ? weight[word] : 0), apart) * likely);
    const best = Math.max(...scores);
    const places = each.places.filter((_, at) => scores[at] === best);
    // Of equal sentences, the one that holds in more of these games comes first, and the classic game before others.
    const usually = Math.log(places.length) / 4 + (places[0][0] === 0 ? 1.5 : 0);
    return { text: each.text, score: fits.some(Boolean) && best + usually, places };
  });
  return found.filter((each) => each.score > 0).sort((one, other) => other.score - one.score).slice(0, most);
}

function show(data) {
  const input = document.getElementById("question");
  const list = document.getElementById("found");
  const state = document.getElementById("state");
  const element = (name, text) => Object.assign(document.createElement(name), { textContent: text });
  input.addEventListener("input", () => {
    const found = rank(input.value, data, 12);
    state.textContent = found.length ? "The best first:" : input.value.trim() ? "Nothing found." : "";
    list.replaceChildren(...found.map((each) => {
      const item = element("li", each.text + " ");
      const links = each.places.map(([game, place]) => {
        const link = element("a", data.games[game].title);
        link.href = data.games[game].name + ".html#" + place;
        return link;
      });
      const inARow = (some) => some.flatMap((link, at) => [at ? ", " : "", link]);
      item.append(...inARow(links.slice(0, FEW)));
      if (links.length > FEW) {
        const others = document.createElement("details");
        others.append(element("summary", `and ${links.length - FEW} more`), ...inARow(links.slice(FEW)));
        item.append(others);
      }
      return item;
    }));
  });
}

if (typeof document !== "undefined") show(JSON.parse(document.getElementById("data").textContent));
