"""Cards of a deal that can't be right: turned up on one that can begin the pile, or more than the deck has."""

from looping import for_each_case
from replaying import replay

from canasta_cli.engine.game.verification import DealtCase, judge_deal
from canasta_cli.model.seats import Seating
from canasta_cli.model.turn import Deal
from canasta_cli.notation.cards import read_order
from canasta_cli.rules.library import ruleset
from canasta_cli.rules.load import changed
from canasta_cli.show.finding import message

SEATING = Seating(("Ann", "Bob", "Cat", "Dan"), (0, 1, 0, 1), (0, 0), 1)


@for_each_case(
    ("upcards", "first"), [("9 K", "9"), ("W 9 K", "9"), ("W 3R 9 K", "9"), ("3R 2 5 W 9", "5")]
)
def test_the_card_that_begins_the_pile_is_named(upcards: str, first: str) -> None:
    classic = ruleset("classic")
    deal = Deal(upcards=read_order(upcards))
    verdict = judge_deal(DealtCase(deal, replay(deal, SEATING, classic).start), classic)
    (refused,) = verdict.refused
    assert refused.reason.facts["first"] == first


@for_each_case("upcards", ["3B", "3B 9", "W 3B 9", "3B 3R 9"])
def test_a_three_may_be_covered_even_if_it_can_begin_the_pile(upcards: str) -> None:
    for black in (True, False):
        rules = changed(ruleset("classic"), {"deal.black_upcard": black})
        deal = Deal(upcards=read_order(upcards))
        verdict = judge_deal(DealtCase(deal, replay(deal, SEATING, rules).start), rules)
        assert bool(verdict.refused) is (upcards == "3B" and not black)


def test_too_many_cards_of_one_suit_are_named_with_it() -> None:
    """The deck of Samba has twelve fours, of which three are hearts."""
    samba = ruleset("samba")
    deal = Deal(upcards=read_order("4H 4H 4H 4H"))
    verdict = judge_deal(DealtCase(deal, replay(deal, SEATING, samba).start), samba)
    (counted,) = [finding for finding in verdict.refused if finding.rule == "deal.count"]
    says = "that makes 4 × 4H dealt, turned up or in the stock; the deck has 3"
    assert message(counted) == says
