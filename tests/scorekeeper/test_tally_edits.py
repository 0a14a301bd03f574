"""Changes of one side's tally: words added, words removed."""

from pathlib import Path

import pytest
from command_line import fix_environment
from hypothesis import given
from strategies import tallies

from canasta_cli.cli import main
from canasta_cli.errors import NotUnderstood
from canasta_cli.model.game import Tally
from canasta_cli.notation.tally import read_tally, write_tally
from canasta_cli.rules import library
from canasta_cli.scorekeeper.tallies import Operator, TallyEdit, check_typed, edited, without

RULES = library.ruleset("classic")

ADD, REMOVE, REPLACE = Operator.ADD, Operator.REMOVE, Operator.REPLACE


def _edited(tally: str, operator: Operator, words: str, recorded: str = "") -> str:
    before, edit = read_tally(tally), TallyEdit("Us", operator, read_tally(words))
    return write_tally(edited(before, edit, RULES, read_tally(recorded or tally)))


@pytest.mark.parametrize(
    ("before", "operator", "words", "after"),
    [
        ("KKK out", REPLACE, "QQQ", "QQQ"),
        ("KKK 3R", ADD, "3R out", "KKK 3R3R out"),
        ("KKK left:4", ADD, "left:5 penalty:50", "KKK left:4 left:5 penalty:50"),
        ("7xK QQQ2", ADD, "K", "8xK QQQ2"),
        ("7xK QQQ2", ADD, "Q2", "7xK QQQQ22"),
        ("7xK", ADD, "W", "7xK+W"),
        ("7xK", ADD, "KKK", "10xK"),
        ("7xK", ADD, "QQQ", "7xK QQQ"),
        ("7xK QQQ out", ADD, "QQQQ", "7xK 7xQ out"),
        ("points:100", ADD, "points:20", "points:100 points:20"),
        ("KKK 3R3R out", REMOVE, "3R", "KKK 3R out"),
        ("KKK QQQ out", REMOVE, "KKK out", "QQQ"),
        ("8xK QQQ", REMOVE, "K", "7xK QQQ"),
        ("KKK KKKK", REMOVE, "KKK", "KKKK"),
        ("left:JJ4 left:5", REMOVE, "left:4", "left:JJ left:5"),
        ("points:120 red:1 minus:5", REMOVE, "points:20 minus:5", "points:100 red:1"),
        ("points:100 red:1 points:20", REMOVE, "points:30", "points:90 red:1"),
        ("penalty:50 penalty:50 bonus:5", REMOVE, "penalty:50", "penalty:50 bonus:5"),
        ("special:pairs alone:Ann", REMOVE, "special:pairs", "alone:Ann"),
        ("KKK stock", REMOVE, "stock", "KKK"),
    ],
)
def test_words_are_added_removed_or_replaced(
    before: str, operator: Operator, words: str, after: str
) -> None:
    assert _edited(before, operator, words) == after


@pytest.mark.parametrize(
    ("before", "words", "says"),
    [
        ("KKK out", "3R", "the tally of Us doesn't have “3R”"),
        ("KKK 3R", "3R3R", "doesn't have “3R”"),
        ("KKK out", "concealed", "doesn't have “concealed”"),
        ("KKKK KKKKK", "K", "doesn't have “K”"),
        ("points:20", "points:30", "doesn't have “points:30”"),
        ("points:20", "red:0", "doesn't have “red:0”"),
        ("penalty:50", "bonus:50", "doesn't have “bonus:50”"),
        ("left:44", "left:5", "doesn't have “left:5”"),
    ],
)
def test_words_that_are_not_there_cannot_be_removed(before: str, words: str, says: str) -> None:
    with pytest.raises(NotUnderstood, match=says):
        _edited(before, REMOVE, words)


@pytest.mark.parametrize(
    ("before", "words", "says"),
    [
        ("KKK out", "concealed", "the tally of Us already has “out”"),
        ("KKK out", "special:pairs", "already has “out”"),
        ("special:pairs", "out", "already has “special:pairs”"),
        ("KKK stock", "stock", "already has “stock”"),
        ("alone:Ann", "alone:Bob", "already has “alone:Ann”"),
    ],
)
def test_a_fact_is_not_added_twice(before: str, words: str, says: str) -> None:
    with pytest.raises(NotUnderstood, match=says):
        _edited(before, ADD, words)


@pytest.mark.parametrize(
    ("recorded", "before", "words", "after"),
    [
        ("7xK QQQ22 444", "KKKKKK QQQ22 444", "2", "KKKKKK2 QQQ22 444"),
        ("KKKK QQQQ", "KKKK QQQ", "W", "KKKK QQQW"),
        ("KKKK22 QQQ", "KK22 QQQ", "WW", "KK22WW QQQ"),
    ],
)
def test_a_wild_card_replaces_a_card_in_the_meld_that_has_lost_it(
    recorded: str, before: str, words: str, after: str
) -> None:
    assert _edited(before, ADD, words, recorded) == after


def test_a_wild_card_that_could_go_to_several_melds_is_not_a_meld() -> None:
    with pytest.raises(NotUnderstood) as refused:
        _edited("7xK QQQ22 444", ADD, "2")
    assert refused.value.message == "Us: 2 could be added to 7xK, QQQ22 or 444"
    assert refused.value.fix.endswith("Example: Us-=7xK Us+=7xK+2")


@pytest.mark.parametrize(
    "change", [("Us-=K", "Us+=2"), ("Us+=2", "Us-=K"), ("Us-=7xK", "Us+=KKKKKK2")]
)
def test_a_card_of_a_meld_is_replaced_by_another(
    change: tuple[str, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    fix_environment(monkeypatch, str(tmp_path / "canasta.db"))
    main(["new", "Ann", "Bob", "Cat", "Dan"])
    main(["hand", "7xK QQQ22 444 out", "AAA 5555 left:JJ4"])
    assert main(["amend", "1", *change]) == 0
    shown = capsys.readouterr().out
    assert "Us now:" in shown
    assert {"KKKKKK2", "QQQ22", "444", "out"} <= set(
        shown.split("Us now:")[1].split("\n")[0].split()
    )


@pytest.mark.parametrize(
    ("before", "words", "says"),
    [
        ("KKK 3R", "red:1", "Us: “3R” and “red:1” are both red threes"),
        ("KKK red:2", "3R3R", "Us: “3R3R” and “red:2” are both red threes"),
        ("KKK", "laid:3B black:1", "Us: “3B” and “black:1” are both black threes"),
    ],
)
def test_threes_are_cards_or_a_number(before: str, words: str, says: str) -> None:
    now = read_tally(_edited(before, ADD, words))
    with pytest.raises(NotUnderstood, match=says):
        check_typed(now, RULES, "Us", read_tally(before))
    check_typed(now, RULES, "Us", now)  # as a file may have it


@given(tallies())
def test_a_tally_without_itself_is_empty(tally: Tally) -> None:
    assert without(tally, tally) == (Tally(), Tally())


@given(tallies(), tallies())
def test_nothing_gets_lost_between_the_rest_and_what_is_missing(one: Tally, other: Tally) -> None:
    """The cards of the rest and the words together are those of the tally and the missing ones."""
    rest, missing = without(one, other)
    assert rest.cards + other.cards == one.cards + missing.cards
    assert len(rest.awards) + len(other.awards) == len(one.awards) + len(missing.awards)
