"use strict";
// Words that nearly every question has.
const COMMON = new Set(("a an and are at be by can do does for from have i if in is it may me must my not of on or our that"
  + " the their to us we what when which who with you your").split(" "));

function wordsOf(text) {
  const found = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) || [];
  return found.filter((word) => !COMMON.has(word)).map((word) => word.replace(/(?<=..)s$/, ""));
}

// The sentences that have most of the rarer words of a question, each with the games for which it is best.
function rank(question, data, most) {
  const asked = [...new Set(wordsOf(question))];
  const games = data.games.map((game) => new Set(wordsOf(game.name + " " + game.title)));
  const sentences = data.sentences.map((each) => ({ ...each, words: new Set(wordsOf(each.text + " " + each.asks)) }));
  const weight = Object.fromEntries(asked.map((word) => {
    const having = sentences.filter((each) => each.words.has(word)).length;
    return [word, Math.log(1 + sentences.length / (1 + having))];
  }));
  const sum = (words, has) => words.filter(has).reduce((total, word) => total + weight[word], 0);
  const found = sentences.map((each) => {
    const own = sum(asked, (word) => each.words.has(word));
    // A word that names a game counts as much as in a sentence, and in both twice.
    const scores = each.places.map(([game]) => sum(asked, (word) => games[game].has(word)));
    const best = Math.max(...scores);
    return { text: each.text, score: own && own + best, places: each.places.filter((_, at) => scores[at] === best) };
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
      each.places.forEach(([game, place], at) => {
        const link = element("a", data.games[game].title);
        link.href = data.games[game].name + ".html#" + place;
        item.append(at ? ", " : "", link);
      });
      return item;
    }));
  });
}

if (typeof document !== "undefined") show(JSON.parse(document.getElementById("data").textContent));
