"""Changes of one side's tally: words added, words removed."""

from pathlib import Path

import pytest
from command_line import fix_environment
from hypothesis import given
from looping import for_each_case
from strategies import tallies

from canasta_cli.cli import main
from canasta_cli.errors import NotUnderstood
from canasta_cli.model.cards import Rank
from canasta_cli.model.game import Figure, Tally
from canasta_cli.notation.tally import read_tally, write_tally
from canasta_cli.rules import library
from canasta_cli.scorekeeper.tallies import (
    Operator,
    TallyEdit,
    added,
    check_typed,
    edited,
    without,
)

RULES = library.ruleset("classic")

ADD, REMOVE, REPLACE = Operator.ADD, Operator.REMOVE, Operator.REPLACE


def _edited(tally: str, operator: Operator, words: str) -> str:
    edit = TallyEdit("Us", operator, read_tally(words))
    return write_tally(edited(read_tally(tally), edit, RULES))


@for_each_case(
    ("before", "operator", "words", "after"),
    [
        ("KKK out", REPLACE, "QQQ", "QQQ"),
        ("KKK 3R", ADD, "3R out", "KKK 3R3R out"),
        ("KKK left:4", ADD, "left:5 penalty:50", "KKK left:4 left:5 penalty:50"),
        ("7xK QQQ2", ADD, "AAA", "7xK QQQ2 AAA"),
        ("7xK QQQ out", ADD, "QQQQ", "7xK QQQ QQQQ out"),
        ("points:100 natural:1", ADD, "points:20", "points:120 natural:1"),
        ("natural:1", ADD, "natural:1 mixed:1", "natural:2 mixed:1"),
        ("KKK red:1", ADD, "3R", "KKK red:2"),
        ("KKK 3R", ADD, "red:2", "KKK red:3"),
        ("KKK red:1", ADD, "red:1", "KKK red:2"),
        ("KKK laid:3B", ADD, "black:1 3R", "KKK 3R black:2"),
        ("KKK 3R3R out", REMOVE, "3R", "KKK 3R out"),
        ("KKK QQQ out", REMOVE, "KKK out", "QQQ"),
        ("KKK KKKK", REMOVE, "KKK", "KKKK"),
        ("KKK KKK", REMOVE, "KKK", "KKK"),
        ("8xK QQQ", REMOVE, "KKKKKKKK", "QQQ"),
        ("left:JJ4 left:5", REMOVE, "left:4JJ", "left:5"),
        ("foot:JJ4 left:5", REMOVE, "foot:JJ4", "left:5"),
        ("points:120 red:1 minus:5", REMOVE, "points:120 minus:5", "red:1"),
        ("penalty:50 penalty:50 bonus:5", REMOVE, "penalty:50", "penalty:50 bonus:5"),
        ("special:pairs alone:Ann", REMOVE, "special:pairs", "alone:Ann"),
        ("KKK stock", REMOVE, "stock", "KKK"),
        ("score:100 bonus:5", REMOVE, "score:100", "bonus:5"),
    ],
)
def test_words_are_added_removed_or_replaced(
    before: str, operator: Operator, words: str, after: str
) -> None:
    assert _edited(before, operator, words) == after


@for_each_case(
    ("before", "words", "says"),
    [
        ("KKK out", "3R", "the tally of Us doesn't have the word “3R”"),
        ("KKK 3R", "3R3R", "the word “3R”"),
        ("KKK out", "concealed", "the word “concealed”"),
        ("8xK QQQ", "K", "the word “K”"),
        ("8xK QQQ", "KKK QQQ", "the word “KKK”"),
        ("points:20", "points:10", "the word “points:10”"),
        ("points:20", "red:0", "the word “red:0”"),
        ("red:2", "red:1", "the word “red:1”"),
        ("red:2", "3R", "the word “3R”"),
        ("penalty:50", "bonus:50", "the word “bonus:50”"),
        ("left:KK", "left:K", "the word “left:K”"),
        ("score:100", "score:90", "the word “score:90”"),
    ],
)
def test_words_that_are_not_there_cannot_be_removed(before: str, words: str, says: str) -> None:
    with pytest.raises(NotUnderstood, match=says) as refused:
        _edited(before, REMOVE, words)
    fix = f"Its words: {before}. To change one of them: Us-=OLD Us+=NEW"
    assert refused.value.fix == fix


@for_each_case(
    ("before", "words", "has", "fix"),
    [
        ("KKK out", "concealed", "out", "To change it: Us-=out Us+=concealed"),
        ("KKK out", "3R special:pairs", "out", "To change it: Us-=out Us+=special:pairs"),
        ("special:pairs", "out", "special:pairs", "To change it: Us-=special:pairs Us+=out"),
        ("score:50", "score:60", "score:50", "To change it: Us-=score:50 Us+=score:60"),
        ("KKK stock", "stock", "stock", "Leave it out."),
        ("alone:Ann", "alone:Bob", "alone:Ann", "To change it: Us-=alone:Ann Us+=alone:Bob"),
    ],
)
def test_a_fact_is_not_added_twice(before: str, words: str, has: str, fix: str) -> None:
    with pytest.raises(NotUnderstood) as refused:
        _edited(before, ADD, words)
    assert refused.value.message == f"the tally of Us already has “{has}”"
    assert refused.value.fix == fix


def test_a_sum_that_cannot_be_written_is_refused() -> None:
    with pytest.raises(NotUnderstood, match="points:1000001 is too large a number"):
        _edited("points:1000000", ADD, "points:1")


@pytest.mark.parametrize("change", [("Us-=QQQ22", "Us+=QQQQ2"), ("Us+=QQQQ2", "Us-=QQQ22")])
def test_a_word_is_removed_first_so_that_another_can_replace_it(
    change: tuple[str, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    fix_environment(monkeypatch, str(tmp_path / "canasta.db"))
    main(["new", "Ann", "Bob", "Cat", "Dan"])
    main(["hand", "7xK QQQ22 444 out", "AAA 5555 left:JJ4"])
    assert main(["amend", "1", *change]) == 0
    assert "Us now: 7xK 444 QQQQ2 out\n" in capsys.readouterr().out
    assert main(["amend", "1", "Us+=concealed", "Us-=out"]) == 0


def test_threes_are_cards_or_a_number() -> None:
    both = read_tally("KKK 3R red:1")
    with pytest.raises(NotUnderstood, match="Us: “3R” and “red:1” are both red threes"):
        check_typed(both, RULES, "Us")
    check_typed(both, RULES, "Us", both)  # as a file may have it


@given(tallies())
def test_a_tally_without_itself_is_empty(tally: Tally) -> None:
    assert without(tally, tally) == (Tally(), Tally())


@given(tallies(), tallies())
def test_nothing_gets_lost_between_the_rest_and_what_is_missing(one: Tally, other: Tally) -> None:
    """The cards of the rest and the words together are those of the tally and the missing ones."""
    rest, missing = without(one, other)
    assert rest.cards + other.cards == one.cards + missing.cards
    assert len(rest.awards) + len(other.awards) == len(one.awards) + len(missing.awards)


@given(tallies(), tallies())
def test_words_that_are_added_count_together(one: Tally, other: Tally) -> None:
    both = added(one, other)
    assert both.melds == (*one.melds, *other.melds)
    assert len(both.left + both.feet) == len(one.left + one.feet + other.left + other.feet)
    for figure in (*one.figures, *other.figures, *THREES):
        assert _number(both, figure.name) == _number(one, figure.name) + _number(other, figure.name)


THREES = {Figure("red", 0): Rank.RED_THREE, Figure("black", 0): Rank.BLACK_THREE}


def _number(tally: Tally, name: str) -> int:
    """Return how many of something a tally has, as a number or as cards."""
    rank = THREES.get(Figure(name, 0))
    return tally.figure(name) + (tally.threes.of(rank) if rank else 0)
