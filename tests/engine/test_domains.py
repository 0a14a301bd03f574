"""Values of missing facts: each is one that a person may state, and the domains are whole."""

from collections.abc import Iterator

from casefiles import rules_named
from looping import for_each_case
from sampling import sample

from canasta_cli.api.asking import conflicts, view_of
from canasta_cli.api.plays import read_facts
from canasta_cli.engine.facts import FACTS
from canasta_cli.engine.rule import Fact, Key, Part
from canasta_cli.engine.turn.domains import domain, name
from canasta_cli.engine.turn.meld_domains import Value, all_melds, write
from canasta_cli.engine.view import Question, View
from canasta_cli.model.cards import Rank, Shape, Suit
from canasta_cli.notation.cards import read_cards
from canasta_cli.notation.turn import read_turn
from canasta_cli.rules.library import names, ruleset

QUESTIONS = ("meld KK2 discard 4", "draw meld KKK", "take K with KK", "discard 2", "out")
PILES = (
    View.of(pile_size=1, hand=read_cards("44KK2")),
    View.of(pile_size=4),
    View.of(pile_size=0, stock=1),
)
HANDS = (View.of(hand=read_cards("44KK2")), View.of(hand=read_cards("KKK2QQ"), opened=True))
ABOUT_THE_PILE = {Fact.PILE, Fact.PILE_SIZE}
KEYS: tuple[Key, ...] = (Rank.KING, Rank.FOUR, Shape.WILD, Suit.HEARTS)


def test_a_table_that_is_tried_has_the_pile_that_is_given() -> None:
    """A part of an empty pile can't be tried: its top card makes one of it."""
    for ruleset_name in ("classic", "samba", "hand-and-foot", "modern-american"):
        for text in QUESTIONS:
            for view in PILES:
                question = Question(read_turn(text), view, ruleset(ruleset_name))
                for fact in FACTS.keys() - ABOUT_THE_PILE:
                    sizes = {value.asked.view.pile_size for value in domain(fact, question)}
                    least = (view.pile_size or 0) or int(fact is Fact.TOP)
                    assert sizes <= {least}, (ruleset_name, text, fact)


def test_a_number_is_counted_from_none_and_a_deal_from_one() -> None:
    least = {fact.value: row.least for fact, row in FACTS.items() if row.kind == "number"}
    counted = ("minimum", "canastas", "red-threes", "pile-size", "stock")
    assert least == {"total": None, "deal": 1} | dict.fromkeys(counted, 0)


def _values(rules: str, fact: Fact | Part) -> Iterator[tuple[Question, Value]]:
    for text in (*QUESTIONS, "draw meld QQ2 K:K discard 7"):
        for view in (*PILES, *HANDS):
            question = Question(read_turn(text), view, ruleset(rules))
            yield from [(question, value) for value in domain(fact, question)]


@for_each_case("rules", sample(names(), 3))
def test_a_value_that_is_tried_is_the_one_that_a_person_would_give(rules: str) -> None:
    for fact, row in FACTS.items():
        for _, value in _values(rules, fact) if row.direct else ():
            given = vars(view_of(read_facts({row.keyword: value.given})))
            if fact is Fact.TOP:
                del given["buried"]  # the size of the pile is a fact of its own
            if fact is Fact.HAND and value.asked.view.hand is None:
                continue  # only the number of cards matters, and the hand given is an example of it
            assert given == {name: getattr(value.asked.view, name) for name in given}, value.says


@for_each_case("rules", sample(names(), 6))
@for_each_case("fact", [Fact.MELDS, Fact.THEIR_MELDS])
def test_melds_that_are_tried_can_be_stated(rules: str, fact: Fact) -> None:
    """No meld is tried that the ruleset doesn't have, nor one with more cards than the deck."""
    for key in KEYS:
        for question, value in _values(rules, Part(fact, key)):
            asked = value.asked
            melds_given = write(all_melds(asked, own=fact is Fact.MELDS))
            given = read_facts({FACTS[fact].keyword: melds_given})
            hand = {"held": question.view.held} if "held" in vars(question.view) else {}
            view = view_of(given).replace(**hand)
            assert not list(conflicts(given, view, question.ruleset, question.turn)), melds_given


def test_all_melds_of_a_rank_are_tried() -> None:
    """A side may have no kings, or any legal meld of the five that aren't played."""
    question = Question(read_turn("meld KKK"), View(opened=True), ruleset("classic"))
    melds = {value.given for value in domain(Part(Fact.MELDS, Rank.KING), question)}
    sets = {"K" * n + "2" * w for n in range(2, 6) for w in range(4) if n + w >= 3}
    assert melds == {"none"} | sets


@for_each_case(
    ("chosen", "named"),
    [
        (["none"], "your side has no kings"),
        (
            ["KKK", "KK2", "KK22", "KKK2", "KK222", "KKKK"],
            "your side has melded kings with at most 5 cards in all",
        ),
        (["none", "KKK", "KKKK", "KKKKK"], "your side has no kings or kings without wild cards"),
        (["KKKKK22", "KKKK222", "KKKKK222"], "your side has a canasta of kings"),
    ],
)
def test_melds_are_named_by_what_only_they_have_in_common(chosen: list[str], named: str) -> None:
    question = Question(read_turn("meld KKK"), View(opened=True), rules_named("classic"))
    part = Part(Fact.MELDS, Rank.KING)
    every = domain(part, question)
    some = [value for value in every if value.given in chosen]
    some += [
        v
        for v in every
        if "at most 5" in named and v.melds and v.melds[0].size <= 5 and v not in some
    ]
    assert name(part, some, every, question).says == named
