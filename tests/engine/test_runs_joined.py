"""Sequences in a game that joins consecutive ones: no search lays them side by side."""

from playing_out import moves

from canasta_cli.engine.movegen.going_out import ways_out
from canasta_cli.engine.movegen.initial_melds import ways_to_open
from canasta_cli.engine.view import View
from canasta_cli.model.cards import (
    USUAL_WILD_RANKS,
    Card,
    LayOff,
    Meld,
    Rank,
    Shape,
    Suit,
    meld_under,
)
from canasta_cli.model.turn import MeldOrLayOff
from canasta_cli.notation.cards import read_cards
from canasta_cli.notation.turn import read_turn, write_turn
from canasta_cli.rules.library import ruleset
from canasta_cli.rules.load import changed

SAMBA = ruleset("samba")
JOINED = changed(SAMBA, {"melds.same_rank": "merged", "out.needs": [{"count": 1}]})
LONG = "4H5H6H7H8H9H KC JD"


def _runs(lays: tuple[MeldOrLayOff, ...]) -> list[str]:
    runs = [
        lay
        for lay in lays
        if not isinstance(lay, LayOff) and meld_under(USUAL_WILD_RANKS, lay).shape is Shape.RUN
    ]
    return ["".join(card.rank.value for card in run.cards) for run in runs]


def _opened(hand: str) -> list[list[str]]:
    known = View.of(hand=read_cards(hand), minimum=15, opened=False, melds=())
    return [_runs(way.melds) for way in ways_to_open(known, JOINED).ways]


def test_six_consecutive_cards_are_one_sequence_or_half_of_it() -> None:
    ways = _opened(LONG)
    assert ["456789"] in ways
    assert ["456"] in ways
    assert ["456", "789"] not in ways
    apart = View.of(hand=read_cards(LONG), minimum=15, opened=False, melds=())
    assert ["456", "789"] in [_runs(way.melds) for way in ways_to_open(apart, SAMBA).ways]


def test_cards_that_extend_a_sequence_of_the_side_are_laid_off_on_it() -> None:
    table = (
        Meld(read_cards("TH JH QH KH"), USUAL_WILD_RANKS),
        Meld(read_cards("7x4"), USUAL_WILD_RANKS),
    )
    known = View.of(hand=read_cards("7H8H9H 5"), melds=table, opened=True)
    ways = ways_out(known, JOINED).ways
    assert ways
    for way in ways:
        assert _runs(way.melds) == []
        (off,) = way.melds
        assert isinstance(off, LayOff)
        assert off.onto.suit is Suit.HEARTS


def test_every_turn_with_a_sequence_is_listed_once() -> None:
    known = View.of(
        hand=read_cards("4H5H6H K"),
        melds=(),
        partner_melds=(),
        their_melds=(),
        opened=False,
        minimum=15,
        total=-5,
        deal=1,
        stock=40,
    )
    drawn = read_cards("9C JD")
    found = [write_turn(turn) for turn in moves(known, SAMBA, drawn)]
    # No meld and six cards to discard, or the sequence and one of the other three.
    assert len(found) == len(set(found)) == 9
    assert sum("meld H:4-6" in text or "meld 4H5H6H" in text for text in found) == 3
    assert all(read_turn(text).discard for text in found)
    assert Card(Rank.NINE, Suit.CLUBS) in read_cards("9C")
