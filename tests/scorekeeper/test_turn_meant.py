"""A turn typed in short is the one that was played: every turn of some random hands."""

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random

import pytest
from command_line import fix_environment
from looping import for_each_case

import canasta_cli as canasta
from canasta_cli.cli import main
from canasta_cli.cli.session import open_scorebook
from canasta_cli.engine.game.replay import Step
from canasta_cli.errors import NotUnderstood
from canasta_cli.model.cards import Cards, Rank
from canasta_cli.model.turn import Clause, Discard, Draw, MeldDown, Take, TakeBonus, TakeFoot, Turn
from canasta_cli.notation.cards import read_cards, write_cards, write_meld, write_onto
from canasta_cli.notation.turn import read_turn, row_of, write_turn
from canasta_cli.scorekeeper.playing import HandInPlay, SeveralTurns, hand_in_play, turn_meant

PLAYERS = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay")
RULES = ("classic", "samba", "hand-and-foot", "modern-american-pagat", "two-player", "three-player")


def in_short(turn: Turn) -> str:
    """Return a turn as it is typed at a table, without words that are not needed."""
    words: list[str] = []
    for clause in turn.clauses:
        if isinstance(clause, Draw):
            words += [card.symbol for card in clause.cards]
        elif isinstance(clause, Take) and clause.onto and (clause.onto.which or clause.hand):
            # Where a rank can have two sets, the meld must be named.
            words += ["ta", write_cards(clause.hand), "onto", write_onto(clause.onto)]
        elif isinstance(clause, Take):
            words += ["ta", write_cards(clause.hand)]
        elif isinstance(clause, MeldDown):
            words += map(write_meld, clause.melded)
        elif isinstance(clause, Discard) and clause.cards:
            words.append(write_cards(clause.cards))
        else:
            words.append(row_of(clause).write(clause))
    return " ".join(word for word in words if word)


def without_hidden_cards(turn: Turn) -> Turn:
    """Return a turn as the table sees it: of the cards drawn, only red threes."""

    def seen(clause: Clause) -> Clause:
        if not isinstance(clause, Draw | TakeBonus | TakeFoot):
            return clause
        return type(clause)(Cards(card for card in clause.cards if card.rank is Rank.RED_THREE))

    return turn._replace(clauses=tuple(map(seen, turn.clauses)))


def played(rules: str, seed: int) -> tuple[str, Iterator[Turn]]:
    """Return the upcards of a random hand, and its turns."""
    chance = Random(seed)
    ruleset = canasta.ruleset(rules)
    game = canasta.Game(PLAYERS[: ruleset.players], ruleset, name="random")
    first = game.shuffled(chance.shuffle)

    def turns() -> Iterator[Turn]:
        position = first
        while (turn := position.random_turn(chance.shuffle)) is not None:
            yield without_hidden_cards(read_turn(str(turn)))
            position = position.after(turn)

    return " ".join(first.pile), turns()


def dealt(rules: str, upcards: str) -> HandInPlay:
    """Begin a hand of which nobody's cards are known."""
    main(["new", *PLAYERS[: canasta.ruleset(rules).players], "--rules", rules])
    assert main(["deal", "--upcard", upcards]) == 0
    with open_scorebook(None) as book:
        return hand_in_play(book, None)


@for_each_case("rules", RULES)
def test_a_turn_in_short_is_the_turn_that_was_played(
    rules: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fix_environment(monkeypatch, str(tmp_path / "canasta.db"))
    upcards, turns = played(rules, seed=2)
    playing = dealt(rules, upcards)
    position, ruleset, lengths = playing.position, playing.loaded.ruleset, [0, 0]
    for turn in turns:
        text, after = in_short(turn), Step(position, turn, ruleset).after
        try:
            meant: tuple[Turn, ...] = (turn_meant(text, position, ruleset),)
        except SeveralTurns as several:
            meant = tuple(several.turns)
        assert after in [Step(position, each, ruleset).after for each in meant], text
        lengths = [lengths[0] + len(text), lengths[1] + len(write_turn(turn))]
        position = after
    assert 0 < lengths[0] < lengths[1] / 2


# What is left out, after these turns: Us have queens and aces, Them nothing.
BEFORE = ("K", "A", "7", "Q", "QQ AAA 4", "5", "J", "6")


@for_each_case(
    ("text", "meant"),
    [
        ("66 4", "take 6 with 66 discard 4"),
        ("62 4", "take 6 with 62 discard 4"),
        ("66 KKK 4", "take 6 with 66 meld KKK discard 4"),
        ("QQ 4", "draw meld QQ discard 4"),
        ("2 4", "“draw meld Q:2 discard 4” or “draw meld A:2 discard 4”"),
        ("Q:2 4", "draw meld Q:2 discard 4"),
        ("77 4", "draw meld 77 discard 4"),  # refused, as two cards are no meld
        ("draw meld 66 discard 4", "draw meld 66 discard 4"),
    ],
)
def test_what_the_rules_alone_allow_can_be_left_out(
    text: str, meant: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fix_environment(monkeypatch, str(tmp_path / "canasta.db"))
    dealt("classic", "Q")
    for line in BEFORE:
        assert main(["turn", *line.split()]) == 0, line
    with open_scorebook(None) as book:
        playing = hand_in_play(book, None)
    position, ruleset = playing.position, playing.loaded.ruleset
    assert position.player == "Ann"
    try:
        found = write_turn(turn_meant(text, position, ruleset)._replace(player=None))
    except SeveralTurns as several:
        found = str(several.message).partition("could be ")[2].removesuffix(".")
    assert found == meant


@pytest.mark.parametrize("table", ["recorded", "given"])
def test_a_question_about_a_turn_reads_it_as_it_would_be_recorded(
    table: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fix_environment(monkeypatch, str(tmp_path / "canasta.db"))
    dealt("classic", "Q")
    for line in BEFORE:
        main(["turn", *line.split()])
    capsys.readouterr()
    facts = ["-r", "classic", "--top", "6", "--opened", "--not-frozen", "--pile-size", "9"]
    assert main(["check", "turn", "66", "4", *(facts if table == "given" else [])]) == 0
    assert "take 6 with 66 discard 4\nLEGAL" in capsys.readouterr().out


def test_a_frozen_pile_is_taken_with_the_only_cards_that_can(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fix_environment(monkeypatch, str(tmp_path / "canasta.db"))
    dealt("classic", "Q")
    for line in ("K", "A", "7", "Q", "QQ AAA 4", "2", "K", "6"):
        assert main(["turn", *line.split()]) == 0, line
    with open_scorebook(None) as book:
        playing = hand_in_play(book, None)
    turn = turn_meant("ta 4", playing.position, playing.loaded.ruleset)
    assert write_turn(turn._replace(player=None)) == "take 6 with 66 discard 4"


TAKING = (
    "p",
    "pack",
    "pile ",
    "take the pack ",
    "took the pile with ",
    "picks ",
    "take 6 with ",
    "",
)
CARDS = ("66", "6 6", "62", "6 and a deuce", "two sixes", "")
MELDED = ("", "KKK", "QQ", "QQ KKK", "AA2", "three kings", "meld KKK")
ENDS = (" 4", " discard 4", ", discards a four", " and throws a 4", ", then discard the 4")
NAMED = {
    "6 6": "66", "6 and a deuce": "62", "two sixes": "66", "three kings": "KKK", "meld KKK": "KKK"
}  # fmt: skip


def test_a_turn_plays_the_cards_that_are_named_and_no_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fix_environment(monkeypatch, str(tmp_path / "canasta.db"))
    dealt("classic", "Q")
    for line in BEFORE:
        main(["turn", *line.split()])
    with open_scorebook(None) as book:
        playing = hand_in_play(book, None)
    wrong, read = [], 0
    for taking, cards, melds, end in product(TAKING, CARDS, MELDED, ENDS):
        text = f"{taking}{cards} {melds}{end}"
        try:
            turns = [turn_meant(text, playing.position, playing.loaded.ruleset)]
        except SeveralTurns as several:
            turns = [*several.turns]
        except NotUnderstood:
            continue
        read += 1
        named = read_cards(f"{NAMED.get(cards, cards)}{NAMED.get(melds, melds)}4")
        for turn in turns:
            # Without its cards, the pile is taken with those that the rules allow.
            free = turn.take is not None and not cards
            from_hand = cards_from_hand(turn)
            if not (from_hand.less(named) is not None if free else named == from_hand):
                wrong.append(f"{text}: {write_turn(turn)}")
    assert not wrong
    assert read > len(CARDS) * len(MELDED) * len(ENDS)


def cards_from_hand(turn: Turn) -> Cards:
    """Return the cards that a turn plays from the hand."""
    found = Cards()
    for clause in turn.clauses:
        if isinstance(clause, Take):
            melds = [clause.hand, *(each.cards for each in clause.then)]
        elif isinstance(clause, MeldDown):
            melds = [each.cards for each in clause.melded]
        else:
            melds = [clause.cards] if isinstance(clause, Discard) else []
        for cards in melds:
            found += cards
    return found
