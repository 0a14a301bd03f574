"""The score-keeper without a terminal: start, find and rename games, and undo renames."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from looping import for_each_case

from canasta_cli.engine.game.standing import standing
from canasta_cli.errors import NotUnderstood, Refused, UnusableData
from canasta_cli.journal.store import Journal, journal_lines
from canasta_cli.model.game import Note, Side
from canasta_cli.model.history import Redone, Undone
from canasta_cli.notation.tally import read_tally
from canasta_cli.rules import library
from canasta_cli.scorekeeper.amendments import correct, replace_hand
from canasta_cli.scorekeeper.corrections import Corrected, undo_or_redo
from canasta_cli.scorekeeper.files import check_text, import_games
from canasta_cli.scorekeeper.games import (
    Proposal,
    begin_game,
    delete_game,
    rename_game,
    ruleset_for,
    use_game,
)
from canasta_cli.scorekeeper.hands import HandInput, add_note, record_hand
from canasta_cli.scorekeeper.scorebook import (
    Scorebook,
    find,
    free_name,
    load_game,
    load_uncounted,
    pick,
)

AT = "2026-11-21T20:15:00+00:00"
CLASSIC = library.ruleset("classic")
FOUR = ("Ann", "Bob", "Cat", "Dan")


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Scorebook]:
    """A book with an empty database and a fixed clock."""
    with Journal.open(str(tmp_path / "canasta.db"), create=True) as journal:
        yield Scorebook(journal, lambda: AT)


def _begin(book: Scorebook, name: str = "", **more: Any) -> str:
    proposal = Proposal(FOUR, CLASSIC, name=name)._replace(**more)
    return begin_game(book, proposal).game.name


def _amend(book: Scorebook, number: int, given: HandInput) -> Corrected:
    return correct(book, None, replace_hand(number, given.tallies, given.dealer))


def said(*tallies: str, **more: Any) -> HandInput:
    """Return a hand as a player types it."""
    return HandInput(tuple(map(read_tally, tallies)))._replace(**more)


@for_each_case("players", [2, 3, 4, 5, 6])
def test_for_so_many_players_the_first_ruleset_of_the_list_is_chosen(players: int) -> None:
    found = [n for n in library.names() if library.ruleset(n).seats.players == players]
    assert ruleset_for(players).name == found[0]


@pytest.mark.parametrize(("players", "says"), [(7, "7 players"), (0, "0 players|nobody")])
def test_for_other_numbers_there_is_none(players: int, says: str) -> None:
    with pytest.raises(NotUnderstood, match=says):
        ruleset_for(players)


def test_a_game_without_a_name_has_the_day_and_a_number(book: Scorebook) -> None:
    assert [_begin(book) for _ in range(3)] == ["2026-11-21", "2026-11-21-2", "2026-11-21-3"]
    assert free_name("x", {"x", "x-2"}) == "x-3"


PROPOSALS: tuple[tuple[dict[str, Any], type[Exception], str], ...] = (
    ({"name": "friday"}, Refused, "there is already a game “friday”"),
    ({"name": " "}, NotUnderstood, "a game's name is empty"),
    ({"players": ("Ann", "", "Cat", "Dan")}, NotUnderstood, "a name is empty"),
    ({"players": ("\udcff", *FOUR[1:])}, NotUnderstood, "a name is not valid UTF-8"),
    ({"players": ("Us=Ann", *FOUR[1:])}, NotUnderstood, "“Us=Ann” can't be a name"),
    ({"players": ("Ann,Cat", *FOUR[1:])}, NotUnderstood, "“Ann,Cat” can't be a name"),
    ({"players": ("us", *FOUR[1:])}, NotUnderstood, "“Us” can't be a side's name"),
    ({"sides": (Side("A,C", ("Ann", "Cat")),)}, NotUnderstood, "“A,C” can't be a name"),
    (
        {"sides": (Side("Us", ("Ann", "Cat")), Side("us", ("Bob", "Dan")))},
        NotUnderstood,
        "“Us” can't be a side's name",
    ),
    ({"dealer": "Zoe"}, NotUnderstood, "there is no player “Zoe”"),
    (
        {"sides": (Side("dealer", ("Ann", "Cat")),)},
        NotUnderstood,
        "“dealer” can't be a side's name",
    ),
    (
        {"ruleset": CLASSIC._replace(origins={**CLASSIC.origins, "end.tie": "unknown"})},
        NotUnderstood,
        "these rules of classic are undocumented; set them as house rules:\n  end.tie: ",
    ),
)


@pytest.mark.parametrize(("more", "kind", "says"), PROPOSALS, ids=lambda each: str(each)[:30])
@pytest.mark.parametrize("dry_run", [False, True])
def test_a_game_that_cannot_begin_is_refused(
    more: dict[str, Any], kind: type[Exception], says: str, dry_run: bool, book: Scorebook
) -> None:
    _begin(book, "friday")
    with pytest.raises(kind, match=says):
        begin_game(book._replace(dry_run=dry_run), Proposal(FOUR, CLASSIC)._replace(**more))
    assert len(book.journal.games()) == 1


def test_a_dealer_goes_by_an_unambiguous_beginning(book: Scorebook) -> None:
    _begin(book, dealer="b")
    assert load_game(book.journal, None).standing.dealer == "Bob"


PICKS: tuple[tuple[str, str | None], ...] = (
    ("friday", "friday"), ("FRIDAY", None), ("Friday", "Friday"), ("mon", "monday"),
    ("MONDAY", "monday"), ("fr", None), ("", None), ("tues", None), ("mnday", None),
    ("jurgen", "Jürgen"), ("obrien", "O'Brien"), ("anne m", "Anne-Marie"), ("ANNEMARIE", "Anne-Marie"),
    ("jose", None), ("Jose", "Jose"), ("José", "José"), ("jos", None), ("-", None), ("🃏", "🃏"), ("♠", None),
)  # fmt: skip


@for_each_case(("word", "found"), PICKS)
def test_a_name_goes_by_itself_then_by_case_then_by_its_beginning(
    word: str, found: str | None
) -> None:
    names = ["friday", "Friday", "monday", "Jürgen", "O'Brien", "Anne-Marie", "José", "Jose", "🃏"]
    if found:
        assert pick(word, names, "game", Refused) == found
        return
    with pytest.raises(Refused) as caught:
        pick(word, names, "game", Refused)
    assert caught.value.fix


def test_a_game_is_found_by_name_or_is_the_current_one(book: Scorebook) -> None:
    with pytest.raises(Refused, match="there is no current game"):
        find(book.journal, None)
    _begin(book, "friday")
    _begin(book, "monday")
    assert find(book.journal, None).name == "monday"
    assert find(book.journal, "fri").name == "friday"
    assert load_uncounted(book.journal, "friday").players == FOUR
    assert use_game(book.trial, "friday").game.name == "friday"
    assert find(book.journal, None).name == "monday"
    use_game(book, "friday")
    assert find(book.journal, None).name == "friday"


def test_a_name_taken_meanwhile_is_not_brought_back(book: Scorebook) -> None:
    """Two games never have the same name, even after an undo."""
    _begin(book, "friday")
    rename_game(book, None, "christmas")
    _begin(book, "friday")
    with pytest.raises(Refused, match="would get the name “friday”, which another game has"):
        undo_or_redo(book, "christmas", Undone(1))
    assert sorted(line.name for line in book.journal.games()) == ["christmas", "friday"]
    with pytest.raises(Refused, match="there is already a game “christmas”"):
        rename_game(book, "friday", "christmas")


def test_the_name_of_a_deleted_game_is_free(book: Scorebook) -> None:
    _begin(book, "friday")
    record_hand(book, "friday", said("score:300", "score:200"))
    delete_game(book, "friday")
    assert _begin(book, "friday", dealer="Bob") == "friday"
    undo_or_redo(book, "friday-2", Undone(1))
    totals = [load_game(book.journal, name).standing.totals for name in ("friday", "friday-2")]
    assert totals == [(0, 0), (300, 200)]
    assert [line.name for line in book.journal.listed()] == ["friday-2", "friday"]
    assert [line.name for line in journal_lines(book.journal)] == ["friday-2", "friday"]


def test_a_game_without_a_name_leaves_that_of_a_deleted_one(book: Scorebook) -> None:
    delete_game(book, _begin(book))
    assert _begin(book) == "2026-11-21-2"


def test_a_deleted_game_that_can_not_be_read_keeps_its_name(book: Scorebook) -> None:
    _begin(book, "friday")
    delete_game(book, "friday")
    book.journal.connection.executescript(
        "DROP TRIGGER journal_is_never_changed; UPDATE journal SET data = '{}' WHERE number = 1"
    )
    with pytest.raises(UnusableData):
        _begin(book, "friday")
    assert len(book.journal.games()) == 1


def test_a_dry_undo_refuses_a_name_taken_meanwhile_too(book: Scorebook) -> None:
    _begin(book, "friday")
    rename_game(book, None, "christmas")
    _begin(book, "friday")
    with pytest.raises(Refused, match="would get the name “friday”"):
        undo_or_redo(book.trial, "christmas", Undone(1))


def test_undo_and_redo_go_as_far_as_there_is_something(book: Scorebook) -> None:
    _begin(book, "friday")
    with pytest.raises(Refused, match="nothing to undo in game friday"):
        undo_or_redo(book, None, Undone(1))
    record_hand(book, None, said("KKK", ""))
    add_note(book, None, "x")
    with pytest.raises(Refused, match="only 2 entries can be undone"):
        undo_or_redo(book, None, Undone(3))
    assert len(undo_or_redo(book, None, Undone(2)).moved) == 2
    with pytest.raises(Refused, match="only 2 entries can be redone"):
        undo_or_redo(book, None, Redone(3))
    moved = undo_or_redo(book.trial, None, Redone(1))
    assert not moved.recorded
    assert undo_or_redo(book, None, Redone(2)).after.game.notes
    with pytest.raises(Refused, match="nothing to redo"):
        undo_or_redo(book, None, Redone(1))
    assert [record.number for record in load_game(book.journal, None).history.in_force] == [1, 2, 3]


@pytest.mark.parametrize(
    ("hands", "says"), [(0, "has 0 hands$"), (1, "has 1 hand$"), (2, "has 2 hands$")]
)
def test_a_hand_that_is_not_there_is_not_amended(hands: int, says: str, book: Scorebook) -> None:
    _begin(book)
    for _ in range(hands):
        record_hand(book, None, said("", ""))
    for number in (0, -1, hands + 1):
        with pytest.raises(Refused, match=says):
            _amend(book, number, said("", ""))


def test_an_amended_hand_keeps_its_dealer_unless_one_is_named(book: Scorebook) -> None:
    _begin(book)
    record_hand(book, None, said("", "", dealer="Bob"))
    after = _amend(book, 1, said("KKK", "")).after
    assert after.standing.hands[0].dealer == "Bob"
    after = _amend(book, 1, said("KKK", "", dealer="Cat")).after
    assert after.standing.hands[0].dealer == "Cat"


def test_a_finished_game_takes_no_hand_but_can_be_mended(book: Scorebook) -> None:
    _begin(book, "friday")
    record_hand(book, None, said("7xK out bonus:5000", ""))
    with pytest.raises(Refused, match="game friday is over"):
        record_hand(book, None, said("", ""))
    _amend(book, 1, said("7xK out", ""))
    assert record_hand(book, None, said("", "")).number == 2


def test_a_hand_has_a_tally_for_each_side(book: Scorebook) -> None:
    _begin(book)
    with pytest.raises(NotUnderstood, match="1 tally for 2 sides"):
        record_hand(book, None, said(""))


def test_a_note_may_not_be_empty(book: Scorebook) -> None:
    _begin(book)
    with pytest.raises(NotUnderstood, match="the note is empty"):
        add_note(book, None, " \n")


FILE = """canasta = 1
name = "friday"
players = ["Ann", "Bob", "Cat", "Dan"]
[sides]
Us = ["Ann", "Cat"]
Them = ["Bob", "Dan"]
[[hands]]
Us = "7xK out"
"""


def test_a_file_is_counted_without_a_database() -> None:
    checked = check_text(FILE, "friday.canasta.toml", "x")
    assert standing(checked.game, checked.ruleset).totals == (670, 0)


def test_a_game_is_brought_in_once_unless_it_gets_another_name(book: Scorebook) -> None:
    checked = check_text(FILE, "f", "x")
    assert not import_games(book.trial, [checked])[0].recorded
    assert import_games(book, [checked])[0].recorded
    assert find(book.journal, None).name == "friday"
    for dry_run in (False, True):
        with pytest.raises(Refused, match="there is already a game “friday”"):
            import_games(book._replace(dry_run=dry_run), [checked])
    assert import_games(book, [checked.renamed("again")])[0].recorded


def test_several_games_are_brought_in_all_or_none(book: Scorebook) -> None:
    first, second = (check_text(FILE.replace("friday", each), each, "x") for each in ("a", "b"))
    import_games(book, [second])
    for files in ([first, second], [first, first]):
        with pytest.raises(Refused, match=r"already|two of the games"):
            import_games(book, files)
        assert [line.name for line in book.journal.games()] == ["b"]


def test_a_brought_game_keeps_remarks_made_at_turns_that_there_are_not(book: Scorebook) -> None:
    notes = "".join(
        f'[[notes]]\nafter = {after}\nturn = {turn}\ntext = "{after}.{turn}"\n'
        for after, turn in ((0, 2), (1, 3), (7, 0))
    )
    import_games(book, [check_text(FILE + notes, "f", "x")])
    assert load_game(book.journal, None).game.notes == (
        Note(0, "0.2"),
        Note(1, "1.3"),
        Note(1, "7.0"),
    )


def test_a_brought_game_names_the_dealer_of_every_hand(book: Scorebook) -> None:
    import_games(book, [check_text(FILE, "f", "x")])
    assert [hand.dealer for hand in load_game(book.journal, None).game.hands] == ["Dan"]


@pytest.mark.parametrize("name", [" ", "ann"])
def test_players_whom_no_game_begins_with_are_not_brought_in(book: Scorebook, name: str) -> None:
    checked = check_text(FILE.replace("Bob", name), "f", "x")
    (placed,) = checked.differences
    (brought,) = import_games(book, [checked], force=True)
    assert placed.hand == 0
    assert not brought.recorded
