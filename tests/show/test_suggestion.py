"""Suggestions in states that a short hand doesn't reach."""

from canasta_cli.engine.movegen.choices import MOST_WAYS
from canasta_cli.engine.movegen.going_out import ways_out
from canasta_cli.engine.movegen.initial_melds import openings, ways_to_open
from canasta_cli.engine.movegen.melds import Effort
from canasta_cli.engine.view import View
from canasta_cli.model.cards import (
    FOUR_TO_ACE,
    NO_CARDS,
    USUAL_WILD_RANKS,
    Card,
    Cards,
    Meld,
    Rank,
    Suit,
)
from canasta_cli.notation.cards import read_cards, write_meld
from canasta_cli.rules.library import ruleset
from canasta_cli.rules.vocabulary import Tier
from canasta_cli.show.layout import plain
from canasta_cli.show.suggestion import (
    MORE,
    NOT_ALL_TRIED,
    OpeningsAnswer,
    OpeningsFound,
    WaysAnswer,
    openings_blocks,
    out_blocks,
)

CLASSIC, SAMBA = ruleset("classic"), ruleset("samba")
RICH = "AAAKKKQQQJJJ222WW"


def _unopened(hand: Cards) -> View:
    return View.of(hand=hand, minimum=50, opened=False, melds=())


def _opens(known: View) -> OpeningsFound:
    return OpeningsFound(Tier(None, 50), openings(known, CLASSIC))


def test_more_ways_than_anybody_reads_are_cut_off_and_that_is_said() -> None:
    known = _unopened(read_cards(RICH))
    ways = ways_to_open(known, CLASSIC)
    assert len(ways.ways) == MOST_WAYS
    assert list(plain(openings_blocks(_opens(known), "by classic", ways)))[-1] == MORE
    assert MORE not in list(plain(openings_blocks(_opens(known), "by classic", None)))
    assert OpeningsAnswer((_opens(known), ways)).more is True


def test_more_ways_out_than_anybody_reads_are_cut_off_after_the_best() -> None:
    melds = tuple(
        Meld(read_cards(text), USUAL_WILD_RANKS)
        for text in ("7x9", "TTTT", "8888", "666", "555", "444")
    )
    known = View.of(hand=read_cards(f"{RICH}TTT"), melds=melds, opened=True)
    ways = ways_out(known, CLASSIC)
    assert len(ways.ways) == MOST_WAYS
    assert MORE in list(plain(out_blocks(ways, "by classic", everything=True)))
    assert MORE not in list(plain(out_blocks(ways, "by classic", everything=False)))
    # Three tens complete a natural canasta, and no wild card is added to it.
    assert "T:TTT" in [write_meld(lay) for lay in ways.ways[0].melds]


def test_a_hand_with_too_many_choices_is_not_searched_whole_and_that_is_said() -> None:
    known = _unopened(Cards(Card(rank, Suit.HEARTS) for rank in FOUR_TO_ACE))
    found = openings(known, SAMBA, effort=Effort(50))
    assert found.untried
    said = plain(openings_blocks(OpeningsFound(Tier(None, 50), found), "by samba", None))
    assert NOT_ALL_TRIED in list(said)
    out = ways_out(known, SAMBA, effort=Effort(50))
    assert out.untried
    assert WaysAnswer(out).more is True
    assert NOT_ALL_TRIED in list(plain(out_blocks(out, "by samba", everything=False)))


def test_melds_too_long_for_a_table_are_told_whole() -> None:
    hand = Cards(
        [Card(rank) for rank in FOUR_TO_ACE[1:] for _ in "12345"] + [Card(Rank.BLACK_THREE)]
    )
    known = View.of(hand=hand, melds=(Meld(read_cards("7x4"), USUAL_WILD_RANKS),), opened=True)
    lines = list(plain(out_blocks(ways_out(known, CLASSIC), "by classic", everything=False)))
    assert lines[1:] == [
        "  55555 66666 77777 88888 99999 TTTTT JJJJJ QQQQQ KKKKK AAAAA, discard 3B",
        "    points 475, going out 100, bonuses 0, total 575",
    ]


def test_beside_a_way_that_rests_on_what_nobody_told_a_sure_one_is_shown() -> None:
    """The deuce may be one too many for kings that are not given; discarding it is always legal."""
    known = View.of(hand=read_cards("KKKQQQQ2"), opened=True, canastas=1)
    ways = ways_out(known, CLASSIC)
    lines = list(plain(out_blocks(ways, "by classic", everything=False)))
    assert [line.split("  ")[1] for line in lines[2:4]] == ["QQQQ KKK2", "QQQQ KKK, discard 2"]
    assert lines[-1].startswith("  your side's melds: --melds")


def test_no_hand_has_no_ways() -> None:
    assert not openings(_unopened(NO_CARDS), CLASSIC).possible
