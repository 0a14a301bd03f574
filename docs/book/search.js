"use strict";
const FEW = 3; // games beside a sentence that is found, before the others are asked for
const NUMBERS = { one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7 };

// The words of a text that are not common, with numbers as digits and without endings; “for three” and “three
// players” are one word. `words` has those of people (search.toml).
function wordsOf(text, words) {
  const found = text.toLowerCase().replace(/,(?=\d{3})/g, "").match(/[\p{L}\p{N}]+/gu) || [];
  const digit = (word) => String(NUMBERS[word] ?? word);
  const bare = found.map((word) => digit(word.replace(/(?<=..)(?<![su])s$/, "")));
  const seats = (at) => /^[2-7]$/.test(digit(found[at])) && (found[at - 1] === "for" || /^players?$/.test(found[at + 1]));
  const common = words.common.trim().split(/\s+/);
  return bare.map((word, at) => seats(at) ? word + "player" : word).filter((word) => !common.includes(word))
    .map((word) => word.replace(/(?<=...)(ed|ing|e)$/, ""));
}

// The sentences that fit a question best, each with the games for which it does.
function rank(question, data, most) {
  const { words } = data;
  const meant = (text) => wordsOf(text, words).flatMap((word) => (words.meant[word] ?? word).split(" "));
  const said = words.said.reduce((text, { people, book }) => text.replace(new RegExp(people, "g"), book), question.toLowerCase());
  const asked = [...new Set(meant(said))];
  const together = (words) => words.map((word, at) => word + " " + words[at + 1]);
  const pairs = together(meant(said));
  const games = data.games.map((game) => new Set(wordsOf(game.name + " " + game.title, words).filter((word) => !/^\d+$/.test(word))));
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
    const followed = new Set(together(each.words));
    const fits = asked.map((word) => fit(each, word));
    const apart = pairs.filter((pair) => followed.has(pair)).length;
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
