"""A play with all facts of its table: how it is asked, typed, and with facts left out."""

import contextlib
import io
import itertools
import json
import re
import shlex
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from random import Random
from typing import Any, NamedTuple

from canasta_cli import CanastaError, Ruleset, check
from canasta_cli.cli import main
from missing_facts.games import RANKS, Game, game
from missing_facts.sentences import Seen, cards_of
from missing_facts.tables import Facts, Play, minimum, table

FLAGS = {
    "first_turn": ("--first-turn", "--later-turn"),
    "foot": ("--foot", "--no-foot"),
    "opened": ("--opened", "--unopened"),
    "partner_foot": ("--partner-foot", "--no-partner-foot"),
    "frozen": ("--frozen", "--not-frozen"),
}
# What says less of a fact, and can be stated instead of it.
WEAKER = {
    "melds": ("opened", "canastas"),
    "pile": ("top", "pile_size", "frozen"),
    "total": ("minimum",),
    "hand": ("shown",),
}
# An answer of the partner is an event, not a state: left out, the player didn't ask.
NEVER_LEFT_OUT = frozenset({"asked"})


class Case(NamedTuple):
    """One of the ways to fill in missing facts, and the answer beside it."""

    facts: Facts
    legal: bool | None


class Answer(NamedTuple):
    """What a program reads in an answer; ``refused`` is the error instead of it."""

    legal: bool | None
    assumes: tuple[str, ...] = ()
    assuming: str = ""
    condition: str = ""
    cases: tuple[Case, ...] = ()
    witnesses: tuple[Case, ...] = ()
    open: bool = False
    refused: str = ""

    @property
    def in_words(self) -> str:
        """The answer in a line."""
        if self.refused:
            return "refused: " + " ".join(self.refused.split("\n")[:2])
        head = {True: "LEGAL", False: "ILLEGAL", None: "IT DEPENDS"}[self.legal]
        says = [f": {self.condition}"] * bool(self.condition)
        return "".join((head, *says, *[f" (assuming {self.assuming})"] * bool(self.assuming)))


def typed(facts: Mapping[str, Any]) -> list[str]:
    """Return facts as options; those with a dotted name are rules of the house."""
    words: list[str] = []
    for name, value in facts.items():
        if name in FLAGS:
            words.append(FLAGS[name][not value])
        elif name == "asked":
            words += ["--asked", "yes" if value else "no"]
        elif "." in name:
            words += ["--house", f"{name}={in_toml(value)}"]
        elif str(value).startswith("-"):
            words.append(f"--{name.replace('_', '-')}={value}")
        else:
            words += [f"--{name.replace('_', '-')}", str(value)]
    return words


def in_toml(value: object) -> str:
    """Format the value of a parameter."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key} = {in_toml(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(in_toml, value))}]"
    return json.dumps(value)


SUITED = re.compile(r"([4-9TJQKA])[CDHS]")
ONTO_RUN = re.compile(r"([CDHS]):")
DRAWN = re.compile(r"(?<=draw )\S+ ?")
# These are stated in the play, or in the rules; all others are options.
SUITS, DRAW, HOUSE = "suits", "drawn", "house"
NO_OPTIONS = frozenset({SUITS, DRAW, HOUSE})


def _in_suits(words: Iterable[str], suits: str) -> list[str]:
    """Write cards that have suits with other suits, one after the other, or without any.

    Those that are laid off on a sequence keep its suit; those drawn or discarded have none.
    """
    given, before = itertools.cycle(suits or [""]), ""

    def written(word: str) -> str:
        onto = ONTO_RUN.match(word)
        alone = not suits or before in ("draw", "discard")
        suit = "" if alone else onto[1] if onto else None
        return SUITED.sub(lambda found: f"{found[1]}{next(given) if suit is None else suit}", word)

    found: list[str] = []
    for word in words:
        found.append(written(word))
        before = word
    return found


def _alone_in_suit(play: Play, suits: str) -> Play:
    """Return a play with suits for its single cards that are melded."""
    given = itertools.cycle(suits)
    before, words = "", list[str]()
    for word in play.words.split(" "):
        alone = word in RANKS and before not in ("draw", "discard")
        words.append(f"{word}{next(given)}" if alone else word)
        before = word
    suited = dict(zip(play.words.split(" "), words, strict=True))
    return play._replace(
        words=" ".join(words), command=tuple(suited.get(word, word) for word in play.command)
    )


class Question(NamedTuple):
    """A play under a ruleset, with all facts about its table.

    Three facts are no options: true if the play shows the ``suits`` of its sequences, and the cards ``drawn``,
    or else other suits and cards; and the parameters that the ruleset leaves undefined and the ``house``
    has decided.
    """

    name: str
    play: Play
    facts: Facts

    @property
    def game(self) -> Game:
        """The numbers of its game."""
        return game(self.name)

    def played(self, facts: Facts) -> Play:
        """Return the play as it is stated: with its own suits, others or none, with the cards drawn or not."""
        play = self.play
        if SUITS not in self.facts and SUITS in facts:
            play = _alone_in_suit(play, str(facts[SUITS]))
        if SUITS in self.facts and facts.get(SUITS) is not True:
            suits = str(facts.get(SUITS, ""))
            play = play._replace(
                words=" ".join(_in_suits(play.words.split(" "), suits)),
                command=tuple(_in_suits(play.command, suits)),
            )
        if DRAW in self.facts and facts.get(DRAW) is not True:
            words = DRAWN.sub(f"{facts[DRAW]} " if DRAW in facts else "", play.words).strip()
            play = play._replace(words=words, command=("turn", *words.split()))
        return play

    def command(self, facts: Facts) -> list[str]:
        """Return the question as typed, without the name of the program."""
        rules = [] if self.name == "classic" else ["-r", self.name]
        options = typed({name: value for name, value in facts.items() if name not in NO_OPTIONS})
        house = typed({path: self.game.house[path] for path in facts.get(HOUSE, ())})
        return ["check", *self.played(facts).command, *rules, *house, *options]

    def line(self, facts: Facts) -> str:
        """Return the question as a line that a person can type."""
        return shlex.join(["canasta", *self.command(facts)])

    def ask(self, facts: Facts) -> Answer:
        """Ask through the library, or through the command line if the library has no words for it."""
        if self.play.typed_only or any("." in name for name in facts):
            return self.ask_typed(facts)
        return _asked(decided(self.name, facts.get(HOUSE, ())), self.played(facts), facts)

    def ask_typed(self, facts: Facts) -> Answer:
        """Ask through the command line."""
        return ask_command(self.command(facts))


def ask_command(command: list[str]) -> Answer:
    """Return the answer of a command in JSON; its exit status must agree with it."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = main([*command, "--json"])
    if status not in (0, 1, 6):
        return Answer(None, refused=err.getvalue().strip() or f"exit status {status}")
    found = json.loads(out.getvalue())
    assert status == {True: 0, False: 1, None: 6}[found["legal"]], command
    return Answer(
        found["legal"],
        tuple(found["assumes"]),
        found["assuming"] or "",
        found.get("condition") or "",
        tuple(Case(each["facts"], each["legal"]) for each in found["depends"]),
        tuple(Case(each["facts"], each["legal"]) for each in found["witnesses"]),
        found["open"],
    )


def _asked(rules: Ruleset, play: Play, facts: Facts) -> Answer:
    given = {key: value for key, value in facts.items() if key not in NO_OPTIONS}
    if play.out and "out" not in play.words.split():
        given["out"] = True
    if play.kind == "pass":
        given.setdefault("stock", 0)  # the question says so
    try:
        found = check(play.words, rules, **given)
    except CanastaError as error:
        return Answer(None, refused=str(error))
    cases = found.depends if found.legal is None else ()
    return Answer(
        found.legal,
        tuple(found.assumes),
        found.assuming,
        found.condition if found.legal is None else "",
        tuple(Case(dict(each.facts), each.legal) for each in cases),
        tuple(Case(dict(each.facts), each.legal) for each in found.witnesses),
        found.open,
    )


def statements(question: Question, rng: Random) -> Facts:
    """Return all that can be stated about a table: its facts, and what says less of them."""
    of, facts = question.game, question.facts
    melds = Seen(of, question.play, facts).own
    pile = [] if facts["pile"] == "none" else facts["pile"].split()
    found = dict(facts)
    found["opened"] = bool(melds)
    found["canastas"] = sum(of.is_canasta(meld.of, len(meld.cards)) for meld in melds)
    found["pile_size"] = len(pile)
    if pile:
        found["top"] = pile[-1]
    buried = [card for card in pile[:-1] if card in of.freezing or card[0] in of.freezing]
    top_freezes = bool(pile) and (pile[-1] in of.freezing or pile[-1][0] in of.freezing)
    if buried or not top_freezes:
        found["frozen"] = bool(buried)
    least = minimum(of, facts)
    if least is not None:
        found["minimum"] = least
    hand = cards_of(facts["hand"])
    found["shown"] = "".join(rng.sample(hand, rng.randint(1, len(hand))))
    return {name: value for name, value in found.items() if value is not None}


def stated(every: Facts, names: Iterable[str]) -> Facts:
    """Return the statements with these names; a whole hand replaces the cards shown."""
    chosen = {*names, *NEVER_LEFT_OUT}
    if "hand" in chosen:
        chosen.discard("shown")
    return {name: value for name, value in every.items() if name in chosen}


def as_question(name: str, play: Play, facts: Facts) -> Question:
    """Return the question with what its play and its rules state."""
    shown: Facts = {
        SUITS: SUITED.search(play.words + " ".join(play.command)) is not None,
        DRAW: DRAWN.search(play.words) is not None,
        HOUSE: tuple(game(name).house),
    }
    return Question(name, play, {**{key: each for key, each in shown.items() if each}, **facts})


@cache
def decided(name: str, paths: tuple[str, ...]) -> Ruleset:
    """Return a ruleset in which the house has decided some of what it leaves undefined."""
    of = game(name)
    return of.raw.with_house({path: of.house[path] for path in paths}) if paths else of.raw


def a_question(name: str, rng: Random) -> tuple[Question, Answer]:
    """Return a question about a complete table, and its firm answer."""
    while True:
        found = table(game(name), rng)
        if found is None:
            continue
        question = as_question(name, *found)
        answer = question.ask(question.facts)
        if answer.legal is not None:
            return question, answer


def chain(every: Facts, rng: Random, most: int) -> Iterator[Facts]:
    """Yield facts of which each states more than the one before, from few to nearly all."""
    names = [name for name in every if name not in NEVER_LEFT_OUT]
    rng.shuffle(names)
    if rng.random() < 0.8:
        # Few answers are firm without these.
        names.sort(key=lambda name: name not in (HOUSE, DRAW))
    first = rng.choice((0, 0, 1, 1, 2, 3, 4, len(names) - 2, len(names) - 1))
    first = max(first, 0)
    sizes = sorted(
        {first, *rng.sample(range(first, len(names) + 1), min(most, len(names) - first))}
    )
    for size in sizes:
        yield stated(every, names[:size])
