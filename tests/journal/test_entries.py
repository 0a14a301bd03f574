"""Check that every kind of entry is converted to a row and back."""

import json
from typing import get_args

import pytest
from exact import exact
from hypothesis import given
from hypothesis import strategies as st
from looping import for_each_case
from strategies import awards, deals, left, tallies, turns

from canasta_cli.errors import NotUnderstood, UnusableData
from canasta_cli.journal.entries import FORMS, NOTATION, from_row, to_row
from canasta_cli.model.cards import USUAL_WILD_RANKS, Card, Cards, Meld, Rank
from canasta_cli.model.game import Arrival, Ending, Hand, Out, Side, Tally
from canasta_cli.model.history import (
    WORDS,
    Amended,
    Archived,
    Awarded,
    Began,
    Dealt,
    Deleted,
    Entry,
    Finished,
    HandDropped,
    HandTallied,
    LeftAmended,
    Noted,
    PenaltyDropped,
    PlayerRenamed,
    Redone,
    Renamed,
    RulesChanged,
    Shown,
    SidesSwapped,
    Substituted,
    TurnAmended,
    Turned,
    Undone,
)
from canasta_cli.model.turn import RecordedTurn

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
HANDS = st.builds(
    Hand,
    tallies=st.lists(tallies(), max_size=3).map(tuple),
    dealer=st.none() | TEXT,
    claimed=st.lists(st.none() | st.integers(-9999, 9999), max_size=3).map(tuple),
    forced=st.booleans(),
    played=st.none(),
)
NAMES = st.lists(TEXT, max_size=6).map(tuple)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=5,
)
SAID = st.builds(RecordedTurn, turns, st.booleans())
MARKS = st.lists(st.tuples(st.integers(1, 99), st.integers(1, 99)), max_size=3).map(tuple)
ENTRIES: dict[type[Entry], st.SearchStrategy[Entry]] = {
    Began: st.builds(
        Began,
        name=TEXT,
        players=NAMES,
        sides=st.lists(st.builds(Side, TEXT, NAMES), max_size=3).map(tuple),
        dealer=TEXT,
        ruleset=st.dictionaries(TEXT, JSON, max_size=4),
        date=TEXT,
        event=TEXT,
    ),
    HandTallied: st.builds(HandTallied, HANDS, st.booleans()),
    Dealt: st.builds(Dealt, deals),
    Turned: st.builds(Turned, SAID),
    Shown: st.builds(Shown, left, st.booleans()),
    TurnAmended: st.builds(
        TurnAmended,
        st.integers(1, 99),
        st.integers(1, 99),
        SAID,
        st.lists(st.integers(1, 99), max_size=3).map(tuple),
        MARKS,
    ),
    LeftAmended: st.builds(LeftAmended, st.integers(1, 99), left, st.booleans(), MARKS),
    Amended: st.builds(Amended, st.integers(1, 99), HANDS, MARKS),
    SidesSwapped: st.builds(
        SidesSwapped,
        st.integers(1, 99),
        st.integers(1, 99),
        st.lists(st.integers(1, 99), max_size=3).map(tuple),
        MARKS,
    ),
    HandDropped: st.builds(HandDropped, st.integers(1, 99), MARKS),
    RulesChanged: st.builds(
        RulesChanged, st.dictionaries(TEXT, JSON, max_size=4), MARKS | st.just(((1, 0),))
    ),
    Awarded: st.builds(Awarded, TEXT, awards),
    PenaltyDropped: st.builds(PenaltyDropped, st.integers(1, 99), st.integers(1, 99), MARKS),
    Noted: TEXT.map(Noted) | st.builds(Noted, TEXT, st.integers(1, 99), st.none() | NAMES),
    Renamed: st.builds(Renamed, TEXT, st.booleans(), TEXT),
    PlayerRenamed: st.builds(PlayerRenamed, TEXT, TEXT, st.booleans(), NAMES),
    Substituted: st.builds(
        Substituted,
        st.builds(Arrival, st.integers(1, 99), st.integers(0, 9), TEXT),
        TEXT,
        NAMES,
    ),
    Archived: st.builds(Archived, st.booleans()),
    Finished: st.builds(Finished, st.sampled_from(tuple(Ending))),
    Deleted: st.just(Deleted()),
    Undone: st.builds(Undone, st.integers(1, 99)),
    Redone: st.builds(Redone, st.integers(1, 99)),
}


def test_every_kind_of_entry_has_a_unique_word() -> None:
    assert set(FORMS) == set(get_args(Entry)) == set(ENTRIES)
    words = [WORDS[kind] for kind in FORMS]
    played = ["deal", "turn", "left", "amend turn", "amend left"]
    assert words == [
        "new",
        "hand",
        *played,
        "amend",
        "swap",
        "drop hand",
        "change",
        "penalty",
        "drop penalty",
        "note",
        "rename",
        "rename player",
        "sub",
        "archive",
        "finish",
        "delete",
        "undo",
        "redo",
    ]


@given(st.one_of(*ENTRIES.values()))
def test_a_stored_entry_is_loaded_unchanged(entry: Entry) -> None:
    what, data = to_row(entry)
    assert exact(from_row(what, data)) == exact(entry)
    assert to_row(from_row(what, data)) == (what, data)


def test_a_hand_is_stored_in_the_notation_that_people_type() -> None:
    tally = Tally(melds=(Meld(Cards([Card(Rank.KING)] * 7), USUAL_WILD_RANKS),), out=Out.PLAIN)
    assert to_row(HandTallied(Hand((tally, Tally())))) == ("hand", '{"tallies":["7xK out",""]}')
    assert to_row(Amended(2, Hand((tally,), dealer="Zoë", claimed=(500, None), forced=True))) == (
        "amend",
        '{"claimed":[500,null],"dealer":"Zoë","forced":true,"number":2,"tallies":["7xK out"]}',
    )


def test_a_note_without_a_hand_is_stored_in_the_oldest_format() -> None:
    assert to_row(Noted("rain")) == ("note", '{"text":"rain"}')
    assert from_row("note", '{"text":"rain"}') == Noted("rain")
    assert to_row(Noted("rain", 2, ("empty",)))[1] == '{"hand":2,"settles":["empty"],"text":"rain"}'


def test_the_first_entry_stores_the_version_of_the_notation() -> None:
    began = Began("friday", ("Ann", "Bob"), (), "Ann", {"name": "two-player"})
    what, data = to_row(began)
    assert json.loads(data)["notation"] == NOTATION
    newer = json.dumps({**json.loads(data), "notation": NOTATION + 1})
    with pytest.raises(UnusableData, match="“friday” uses a newer notation"):
        from_row(what, newer)


@for_each_case(
    ("what", "data", "says"),
    [
        ("dance", "{}", "“dance” is not a kind of entry"),
        ("note", "{}", "“note” has missing or wrong values"),
        ("note", "{", "“note” has missing or wrong"),
        ("note", "[]", "“note” has missing or wrong"),
        ("note", "[" * 100_000, "“note” has missing or wrong"),
        # As it was before format 3, without the marks of the other turns.
        (
            "amend turn",
            '{"hand":1,"number":2,"turn":"draw discard 4"}',
            "“amend turn” has missing or wrong",
        ),
        ("undo", '{"steps":"many"}', "“undo” has missing or wrong"),
        ("new", "{}", "“new” has missing or wrong"),
        ("hand", '{"tallies":["7xK nonsense!"]}', "can't read the entry “hand”: .*nonsense"),
        ("hand", '{"tallies":[7]}', "“hand” has missing or wrong"),
        ("hand", '{"tallies":[],"claimed":[[]]}', "“hand” has missing or wrong"),
        ("deal", '{"upcards":"nonsense!"}', "can't read the entry “deal”: .*nonsense"),
        ("deal", '{"upcards":"9","stock":7}', "“deal” has missing or wrong"),
        ("deal", '{"upcards":"9","hands":["K"]}', "“deal” has missing or wrong"),
        ("left", '{"left":{"Ann":"nonsense!"}}', "can't read the entry “left”: .*nonsense"),
        ("left", '{"left":{"Ann":7}}', "“left” has missing or wrong"),
        ("left", '{"left":{},"tallies":["nonsense!"]}', "can't read the entry “left”: .*nonsense"),
        ("left", '{"left":{},"tallies":7}', "“left” has missing or wrong"),
    ],
)
def test_an_unreadable_row_is_rejected(what: str, data: str, says: str) -> None:
    with pytest.raises(UnusableData, match=says):
        from_row(what, data)


def test_invalid_utf_8_is_rejected() -> None:
    with pytest.raises(NotUnderstood, match="the text is not valid UTF-8"):
        to_row(Noted("caf\udce9"))
