"""Compare numbers of every ruleset with those in ``counts.txt``: what the engine says today.

As chess programs count the legal moves of known positions, this counts what the engine says about games
that were played at random from fixed seeds: legal turns, refusals by rule, points by item, figures of
statistics, and more (``tests/counting.py``). If one of them changes, a rule, a generator or the table has
changed. The numbers are golden output, not evidence: they are what the engine answered when they were
recorded. What can be proved otherwise is proved here as well, from the same games.

A name with house rules is played by these too, so that each parameter has values that no ruleset gives it;
they were chosen so that together they have many different values. Add one to the file as a paragraph of its
name alone.

``make test`` plays every sixth game. ``UPDATE_TRANSCRIPTS=1 pytest tests/golden/test_counts.py`` updates
the file; read the difference before you commit it. If the random player plays otherwise, the games are
others, and all numbers change.
"""

import os
import textwrap
from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import islice
from pathlib import Path

import pytest
from counting import counts, evening
from oracles import turns as oracle
from oracles.turns import RULES
from playing_out import moves
from random_hands import RULESETS, SMALL
from sampling import sample

from canasta_cli.engine.game.position import Position, seen
from canasta_cli.engine.game.random_play import whole_deck
from canasta_cli.engine.game.standing import standing, standing_after
from canasta_cli.model.cards import NO_CARDS, Card, Cards
from canasta_cli.model.seats import rename_player

FILE = Path(__file__).parent / "counts.txt"
"""A paragraph for each ruleset, with a line for each subject; a line goes on where it is indented further."""
MOST_CARDS, MOST_TURNS = 4, 3_000
"""The largest hand, and the most legal turns, that are compared with the program that tries everything."""
SMALL_HANDS = 10
"""Fewer of these hands than there are."""
_evening = cache(evening)


@cache
def _counts(name: str) -> dict[str, dict[str, int]]:
    return counts(_evening(name))


def _recorded() -> dict[str, dict[str, dict[str, int]]]:
    text = FILE.read_text(encoding="utf-8") if FILE.exists() else ""
    paragraphs = (each.replace("\n    ", " ").splitlines() for each in text.split("\n\n") if each)
    return {name: dict(map(_read, lines)) for name, *lines in paragraphs}


def _read(line: str) -> tuple[str, dict[str, int]]:
    subject, _, numbers = line.strip().partition(" | ")
    pairs = (each.rsplit(" ", 1) for each in numbers.split("; "))
    return subject, {what: int(number) for what, number in pairs}


def _write(name: str, subjects: dict[str, dict[str, int]]) -> str:
    lines = (
        f"{subject} | " + "; ".join(f"{what} {number}" for what, number in numbers.items())
        for subject, numbers in subjects.items()
        if numbers
    )
    wrap = textwrap.TextWrapper(
        110,
        initial_indent="  ",
        subsequent_indent="    ",
        break_long_words=False,
        break_on_hyphens=False,
    )
    return "\n".join([name, *map(wrap.fill, lines)])


RECORDED = _recorded()
NAMES = (*RULESETS, *SMALL, *[name for name in RECORDED if " | " in name])
every_name = pytest.mark.parametrize(
    "name", sample(NAMES, 6), ids=lambda name: name.split(" | ")[0]
)


@every_name
def test_the_engine_counts_what_it_counted_before(name: str) -> None:
    today = _counts(name)
    if os.environ.get("UPDATE_TRANSCRIPTS"):
        known = _recorded() | {name: today}
        paragraphs = (_write(each, known[each]) for each in NAMES if each in known)
        FILE.write_text("\n\n".join(paragraphs) + "\n", encoding="utf-8")
        return
    before = RECORDED.get(name, {})
    changed = [
        f"{subject}: {what}: {found} instead of {was}"
        for subject in today.keys() | before.keys()
        for what, found, was in _changed(today.get(subject, {}), before.get(subject, {}))
    ]
    assert not changed, "\n".join([name, *sorted(changed)])


def _changed(now: dict[str, int], before: dict[str, int]) -> list[tuple[str, int, int]]:
    """List the numbers that changed, each with what it was."""
    return [
        (what, now.get(what, 0), before.get(what, 0))
        for what in now | before
        if now.get(what, 0) != before.get(what, 0)
    ]


def test_the_file_has_the_rulesets_that_are_counted() -> None:
    assert sorted(RECORDED) == sorted(NAMES)


# What can be proved without the engine's answers, or with those of a program that shares no code with it.


@every_name
def test_the_cards_on_every_table_are_those_of_the_deck(name: str) -> None:
    of = _evening(name)
    whole = Counter(card.rank for card in whole_deck(of.ruleset))
    for played in of.played:
        for step in played.replay.steps:
            assert Counter(card.rank for card in seen(step.after)) == whole


@every_name
def test_the_numbers_agree_with_each_other(name: str) -> None:
    of, numbers = _evening(name), _counts(name)
    turns, found = numbers["legal turns"], numbers["scores"]
    assert turns["turns"] == turns.get("with Draw", 0) + turns.get("with Take", 0)
    assert found["points"] == sum(n for what, n in found.items() if what.startswith("points of "))
    assert "refused" not in found
    # The hands that were played add to the scores with which the game begins.
    begun = sum(tally.score or 0 for tally in of.game.hands[0].tallies)
    assert sum(standing(of.game, of.ruleset).totals) == begun + found["points"]


@every_name
def test_a_standing_is_the_same_if_some_hands_are_counted_already(name: str) -> None:
    of = _evening(name)
    renamed = rename_player(of.game, of.game.dealer, "Zoe")
    earlier = standing(of.game._replace(hands=of.game.hands[:-1]), of.ruleset)
    for game in (of.game, renamed):
        whole = standing(game, of.ruleset)
        after = standing_after(game, of.ruleset, len(earlier.hands), earlier.totals)
        assert after._replace(hands=tuple(after.hands)) == whole._replace(ended_by=after.ended_by)


def test_small_hands_have_the_legal_turns_that_the_oracle_finds() -> None:
    tried = 0
    for name in [name for name in RULES if name in RULESETS]:
        of = _evening(name)
        small = [table for table, _ in of.tables if 0 < table.hand.cards.size <= MOST_CARDS]
        for table in small:
            drawn = table.next_draw(of.ruleset) or NO_CARDS
            if drawn.size == 1 and table.stock > 1:
                turns = list(islice(moves(table.view(), of.ruleset, drawn), MOST_TURNS + 1))
                if len(turns) > MOST_TURNS:
                    continue  # with a large pile there are millions
                assert len(turns) == len(oracle.moves(_position(table, drawn), RULES[name])), name
                tried += 1
    assert tried > SMALL_HANDS


def _position(table: Position, drawn: Cards) -> oracle.Position:
    """Return a table as the oracle has it."""
    return oracle.Position(
        hand=_symbols(table.hand.cards),
        drawn=_symbols(drawn)[0],
        table={
            meld.rank.value: _symbols(meld.cards)
            for meld in table.melds[table.team]
            if meld.rank is not None
        },
        pile=_symbols(table.pile),
        total=table.totals[table.side],
        fresh=not table.has_melded[table.to_play],
    )


def _symbols(cards: Iterable[Card]) -> tuple[str, ...]:
    return tuple(card.rank.value for card in cards)
