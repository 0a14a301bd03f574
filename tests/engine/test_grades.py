"""House rules with values that no packaged ruleset has: grades, ratios, earning, laying out."""

from looping import for_each_case

from canasta_cli.engine.items import count, figure_names
from canasta_cli.engine.melds import RULES_OF_MELD, wilds_allowed
from canasta_cli.engine.points import grade
from canasta_cli.engine.rule import judge
from canasta_cli.engine.score import count_hand
from canasta_cli.model.cards import USUAL_WILD_RANKS, LayOff, Meld, MeldOnTable, meld_under
from canasta_cli.notation.cards import read_meld
from canasta_cli.notation.tally import read_tally
from canasta_cli.rules import library
from canasta_cli.rules.load import changed
from canasta_cli.rules.vocabulary import Grade, WildRatio

CLASSIC = library.ruleset("classic")
WILD = {"melds.wild_only": True, "bonus.wild": 1000}
EVERYTHING = changed(
    CLASSIC,
    WILD
    | {
        "melds.runs": True,
        "bonus.run": 1500,
        "ranks.2.canasta": 2000,
        "ranks.W.canasta": 2500,
        "ranks.7.canasta": 1500,
        "ranks.A.canasta": 1000,
        "deck.jokers": 8,
    },
)


def _meld(text: str) -> Meld:
    meld = read_meld(text)
    assert not isinstance(meld, LayOff)
    return meld_under(USUAL_WILD_RANKS, meld)


@for_each_case(
    ("cards", "expected"),
    [
        ("7xK", Grade.NATURAL),
        ("6xK2", Grade.MIXED),
        ("H:4-T", Grade.RUN),
        ("222222W", Grade.WILD),
        ("7x2", Grade.WILD_DEUCES),
        ("222WWWW", Grade.WILD_JOKERS),
        ("7x7", Grade.SEVENS),
        ("6x7+2", Grade.MIXED),
        ("7xA", Grade.ACES),
        ("6xA+W", Grade.MIXED),
        ("6xK", None),
        ("456789T", None),
        ("3B3B3B3B222", None),
    ],
)
def test_a_canasta_has_the_most_special_grade_that_is_paid(
    cards: str, expected: Grade | None
) -> None:
    assert grade(_meld(cards), EVERYTHING) is expected


@for_each_case(
    ("cards", "expected"),
    [("7x2", Grade.WILD), ("222WWWW", Grade.WILD), ("7x7", Grade.NATURAL), ("7xA", Grade.NATURAL)],
)
def test_a_grade_that_is_not_paid_counts_as_the_next_one(cards: str, expected: Grade) -> None:
    assert grade(_meld(cards), changed(CLASSIC, WILD)) is expected


RATIOS: tuple[tuple[WildRatio, tuple[int, ...]], ...] = (
    (WildRatio.NOT_MORE, (0, 1, 2, 3, 4, 5)),
    (WildRatio.FEWER, (0, 0, 1, 2, 3, 4)),
    (WildRatio.HALF, (0, 0, 1, 1, 2, 2)),
    (WildRatio.HALF_TO_FOUR, (0, 0, 1, 1, 3, 3)),
)


@for_each_case(("ratio", "allowed"), RATIOS)
def test_a_ratio_limits_wild_cards_by_the_number_of_natural_cards(
    ratio: WildRatio, allowed: tuple[int, ...]
) -> None:
    assert tuple(wilds_allowed(naturals, 1, ratio) for naturals in range(6)) == allowed


def test_the_free_ratio_allows_any_number_of_wild_cards() -> None:
    assert [wilds_allowed(2, wilds, WildRatio.FREE) for wilds in range(5)] == [0, 1, 2, 3, 4]


def test_the_by_size_ratio_allows_up_to_three_wild_cards_by_meld_size() -> None:
    sizes = {n + w: wilds_allowed(n, w, WildRatio.BY_SIZE) for n, w in [(2, 1), (3, 2), (4, 3)]}
    assert sizes == {3: 1, 5: 2, 7: 3}


MELDS: tuple[tuple[str, dict[str, object], tuple[str, ...]], ...] = (
    ("H:4-8", {"melds.runs": True}, ()),
    ("H:4-8", {}, ("meld.kind",)),
    ("4568", {"melds.runs": True}, ("meld.kind",)),
    ("KK3B", {}, ("meld.kind",)),
    ("K3R3R", {}, ("meld.kind", "meld.red-threes")),
    ("3B3B3B", {"melds.black_threes": "always"}, ()),
    ("3B3B3B", {"melds.black_threes": "never"}, ("meld.black-threes",)),
    (
        "3B3B2",
        {"melds.black_threes": "always", "ranks.3B.wilds": "any"},
        (),
    ),
    ("3B3B2", {"melds.black_threes": "always"}, ("meld.black-threes.wild",)),
    ("222W", {"melds.wild_only": True}, ()),
    ("222W", {}, ("meld.wild-only",)),
    ("KKKKKKKK", {"melds.largest": 7}, ("meld.largest",)),
)


@for_each_case(("cards", "house", "refused"), MELDS)
def test_house_rules_decide_which_melds_are_legal(
    cards: str, house: dict[str, object], refused: tuple[str, ...]
) -> None:
    verdict = judge(MeldOnTable(_meld(cards), False), RULES_OF_MELD, changed(CLASSIC, house))
    assert tuple(finding.rule for finding in verdict.refused) == refused


EARNED: tuple[tuple[object, str, int], ...] = (
    ("nothing", "2x3R", 200),
    ("meld", "2x3R", -200),
    ("meld", "2x3R natural:1 points:120", 820),
    (1, "2x3R KKK", -170),
    (1, "2x3R 7xK", 770),
    (2, "2x3R 7xK", 370),
    ("out-needs", "2x3R KKK", -170),
    ("out-needs", "2x3R 7xK", 770),
)


@for_each_case(("earned", "tally", "points"), EARNED)
def test_red_threes_count_for_a_side_that_has_earned_them(
    earned: object, tally: str, points: int
) -> None:
    rules = changed(CLASSIC, {"threes.red_earned": earned})
    assert count(read_tally(tally), rules).total == points


def test_black_threes_are_paid_like_red_threes_if_house_rules_lay_them_out() -> None:
    rules = changed(CLASSIC, {"threes.lay_black": "always"})
    counted = count_hand(
        (read_tally("KKK laid:3B3B black:1"), read_tally("")), (("A", "C"), ("B", "D")), rules
    )
    assert counted.possible
    assert [sheet.total for sheet in counted.sheets] == [330, 0]
    assert "black" in figure_names(rules)
    assert "black" not in figure_names(CLASSIC)


def test_red_threes_beyond_the_end_of_the_scale_add_no_points() -> None:
    assert count(read_tally("KKK red:9"), CLASSIC).total == 830


def test_a_foot_that_was_never_picked_up_counts_against_a_side() -> None:
    rules = changed(CLASSIC, {"deal.foot": 11})
    counted = count_hand(
        (read_tally("foot:55K3R left:A"), read_tally("")), (("A", "C"), ("B", "D")), rules
    )
    assert counted.possible
    assert counted.sheets[0].total == -(5 + 5 + 10) - 500 - 20


def test_a_black_three_left_costs_the_house_penalty_instead_of_its_value() -> None:
    rules = changed(CLASSIC, {"ranks.3B.left": 100})
    assert count(read_tally("left:3B4"), rules).total == -105
    assert count(read_tally("left:3B4"), CLASSIC).total == -10


def test_melds_of_one_rank_stay_separate_if_the_house_rules_say_so() -> None:
    apart = changed(CLASSIC, {"melds.same_rank": "apart"})
    tally = read_tally("KKKK KKK")
    assert count(tally, CLASSIC).total == 570
    assert count(tally, apart).total == 70
