"""Warnings about unlikely hands: each is given once, and never for a normal hand."""

from looping import for_each_case
from replaying import replay

from canasta_cli.engine.game.standing import (
    HandWarning,
    most_of_hand,
    seat,
    standing,
    unlisted,
)
from canasta_cli.model.cards import Card, Cards, Rank
from canasta_cli.model.game import Award, Game, Hand, Note, Pending, Sign
from canasta_cli.model.history import Amended, HandTallied
from canasta_cli.model.seats import Seating
from canasta_cli.model.turn import Deal, RecordedTurn
from canasta_cli.notation.tally import read_tally
from canasta_cli.notation.turn import read_turn
from canasta_cli.rules.library import names, ruleset

FOUR = ("Ann", "Bob", "Cat", "Dan")
THREE = ("Ann", "Bob", "Cat")
NOBODY_OUT = "nobody went out"
TOO_LITTLE = "Them melded 15 points but needed 50 to open"
LITTLE_OF_US = "Us melded 95 points but needed 125 to open"
TOO_MUCH = "Us scored 18,600; no hand of this game scores more than 9,680"
NONE_LEFT = "Them didn't go out, but no cards are listed as left"


def _hand(*tallies: str) -> Hand:
    return Hand(tuple(map(read_tally, tallies)))


def _game(name: str, *hands: Hand) -> Game:
    rules = ruleset(name)
    players = THREE if rules.seats.players == 3 else FOUR
    return Game("friday", players, seat(players, (), rules), players[-1], hands=hands)


def _warnings(game: Game, name: str = "classic") -> tuple[HandWarning, ...]:
    return standing(game, ruleset(name)).warnings


@for_each_case(
    ("name", "tallies", "expected"),
    [
        ("classic", ("7xK out", "left:44"), []),
        ("classic", ("7xK out", "444 left:44"), [TOO_LITTLE]),
        ("classic", ("7x4 concealed", "left:44"), []),  # these need no minimum
        ("classic", ("7xK out", "AAA"), [NONE_LEFT]),
        ("classic", ("", ""), ["no melds and no cards left"]),
        ("classic", ("7xK", "AAA left:4"), [NOBODY_OUT]),
        ("classic", ("natural:1 points:200", "points:110 minus:25"), [NOBODY_OUT]),
        ("classic", ("7xK stock left:5", "AAA left:4"), []),
        ("classic", ("7xK left:5", "AAA stock"), [NONE_LEFT]),
        ("three-player", ("7xK out", "444 left:44", "left:5"), []),  # partners share their melds
        ("modern-american", ("special:pairs", "left:44"), []),
        ("modern-american-pagat", ("7x4 out", "left:44"), []),  # opens without a minimum
        ("modern-american-pagat", ("444442W out", "left:44"), [LITTLE_OF_US]),
        ("classic", ("score:0", "score:-20"), []),  # nothing of its cards is missing
        ("classic", ("score:1860 out", "AAA"), [NONE_LEFT]),
        ("classic", ("score:9680", "score:-20"), []),
        ("classic", ("score:18600", "score:-20"), [TOO_MUCH]),
        ("classic", ("score:9700 penalty:100", "score:-20"), [TOO_MUCH.replace("18,600", "9,700")]),
        ("modern-american", ("score:18600", "score:-20"), []),
    ],
)
def test_unlikely_tallies_give_a_warning(
    name: str, tallies: tuple[str, ...], expected: list[str]
) -> None:
    found = _warnings(_game(name, _hand(*tallies)), name)
    assert [each.message for each in found] == expected


USUAL = _hand("7xK out", "left:44")
OTHER = _hand("7xQ out", "left:55")


def test_the_same_hand_as_the_one_before_gives_a_warning() -> None:
    found = _warnings(_game("classic", OTHER, USUAL, USUAL))
    assert found == (HandWarning("identical", 3, None, "identical to hand 2"),)


def test_the_same_hand_is_known_whichever_side_names_the_end_of_the_stock() -> None:
    first, again = _hand("7xK stock", "left:44"), _hand("7xK", "left:44 stock")
    assert "identical" in {each.id for each in _warnings(_game("classic", first, again))}
    assert "identical" not in {each.id for each in _warnings(_game("classic", first, USUAL))}


def test_the_same_hand_is_known_in_whatever_order_its_words_were_typed() -> None:
    first = _hand("7xK QQQ bonus:50 penalty:20 out", "left:44 left:55")
    again = _hand("out penalty:20 QQQ bonus:50 7xK", "left:55 left:44")
    other = _hand("7xQ KKK bonus:50 penalty:20 out", "left:44 left:55")
    assert "identical" in {each.id for each in _warnings(_game("classic", first, again))}
    assert "identical" not in {each.id for each in _warnings(_game("classic", first, other))}


@for_each_case(("rank", "name"), [(Rank.RED_THREE, "red"), (Rank.BLACK_THREE, "black")])
def test_the_same_hand_is_known_if_threes_are_once_cards_and_once_a_number(
    rank: Rank, name: str
) -> None:
    again, more = (_hand(f"7xK {name}:{number} out", "left:44") for number in (2, 3))
    cards = read_tally("7xK out")._replace(threes=Cards([Card(rank)] * 2))
    first = Hand((cards, read_tally("left:44")))
    assert "identical" in {each.id for each in _warnings(_game("cuban", first, again), "cuban")}
    assert "identical" not in {each.id for each in _warnings(_game("cuban", first, more), "cuban")}


def test_the_same_hand_later_in_the_game_gives_a_warning_that_names_the_last_one() -> None:
    found = _warnings(_game("classic", USUAL, OTHER, USUAL, OTHER, OTHER))
    assert [(each.hand, each.message) for each in found if each.id == "identical"] == [
        (3, "identical to hand 1"),
        (4, "identical to hand 2"),
        (5, "identical to hand 4"),
    ]


def test_a_hand_as_an_earlier_one_was_first_typed_gives_a_warning() -> None:
    corrected = _hand("8xK out", "left:44")
    game = Amended(1, corrected).after(_game("classic", USUAL, OTHER))
    assert not _warnings(game)
    again = HandTallied(USUAL).after(Amended(1, _hand("8xK out", "left:4")).after(game))
    assert [each.message for each in _warnings(again)] == [
        "identical to hand 1 as it was first typed"
    ]
    assert not _warnings(Amended(3, OTHER._replace(tallies=corrected.tallies)).after(again))


def test_two_hands_that_were_typed_in_each_others_place_give_no_warning_when_exchanged() -> None:
    game = Amended(2, USUAL).after(Amended(1, OTHER).after(_game("classic", USUAL, OTHER)))
    assert not _warnings(game)


def test_a_penalty_recorded_separately_does_not_hide_that_the_hand_is_the_same() -> None:
    game = _game("classic", USUAL)
    penalty = (Pending("Them", Award(Sign.PENALTY, 100)),)
    fined = USUAL._replace(tallies=game.with_awards(penalty, USUAL.tallies), awarded=penalty)
    for hands in ((USUAL, fined), (fined, USUAL), (fined, fined)):
        assert [each.id for each in _warnings(game._replace(hands=hands))] == ["identical"]


def test_the_points_to_open_are_those_at_the_totals_before_the_hand() -> None:
    rich = _hand("7xA 7xK 7xQ out", "left:44")
    opened = _hand("555 666 QQQ left:4", "7xK 777 out")
    assert not _warnings(_game("classic", opened))
    (found,) = _warnings(_game("classic", rich, opened))
    assert found == HandWarning(
        "below-minimum", 2, "Us", "Us melded 60 points but needed 90 to open"
    )


def test_a_hand_recorded_turn_by_turn_gives_no_warning_since_its_end_is_known() -> None:
    played = Hand(_hand("", "").tallies, played=Deal(dealer=None, left=()))
    assert not _warnings(_game("classic", played, played))


def test_a_note_about_a_hand_settles_the_warnings_it_names_and_no_others() -> None:
    game = _game("classic", _hand("7xK out", "444"))
    first, second = _warnings(game)
    assert (first.side, second.side) == ("Them", "Them")
    noted = game._replace(notes=(Note(1, "they had none", hand=1, settles=(first.key,)),))
    assert _warnings(noted) == (second,)
    elsewhere = game._replace(notes=(Note(1, "x", hand=2, settles=(first.key,)),))
    assert _warnings(elsewhere) == (first, second)


def test_a_note_that_names_no_warnings_settles_all_of_its_hand() -> None:
    game = _game("classic", _hand("7xK out", "444"))
    assert not _warnings(game._replace(notes=(Note(1, "x", hand=1, settles=None),)))


def test_warnings_about_the_same_thing_are_settled_for_each_side_separately() -> None:
    game = _game("classic", _hand("444 left:5", "555 left:4 stock"))
    us, them = _warnings(game)
    assert us.id == them.id == "below-minimum"
    noted = game._replace(notes=(Note(1, "x", hand=1, settles=(us.key,)),))
    assert _warnings(noted) == (them,)


def test_a_hand_that_is_not_recorded_has_no_warnings() -> None:
    stand = standing(_game("classic", _hand("", "")), ruleset("classic"))
    assert stand.warnings_of(1)
    assert stand.warnings_of(0) == stand.warnings_of(2) == ()


def test_points_that_no_hand_can_reach_are_settled_by_a_note() -> None:
    game = _game("classic", _hand("score:18600", "score:-20"))
    (warning,) = _warnings(game)
    assert warning == HandWarning("above-maximum", 1, "Us", TOO_MUCH)
    note = Note(1, "counted twice", hand=1, settles=("above-maximum:Us",))
    assert not _warnings(game._replace(notes=(note,)))


@for_each_case("name", names())
def test_every_ruleset_has_points_that_no_hand_can_reach(name: str) -> None:
    assert most_of_hand(ruleset(name)) > 5000


UNLISTED: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("KKK AAA 3R", ()),
    ("KKK AAA red:1", ()),
    ("KKKK AAA 3R3R", ()),
    ("KKK AAA", ("3R",)),
    ("KKK 3R", ("A A A",)),
    ("KK AA", ("3R K A",)),
    ("points:60", ("3R",)),
    ("score:160", ()),
)


@for_each_case(("tally", "missing"), UNLISTED)
def test_cards_that_the_recorded_turns_show_and_a_tally_lacks_give_a_warning(
    tally: str, missing: tuple[str, ...]
) -> None:
    seats = Seating(FOUR, (0, 1, 0, 1), (0, 0), 1)
    turn = RecordedTurn(read_turn("draw 3RK meld KKK AAA discard 4"))
    shown = replay(Deal(turns=(turn,)), seats, ruleset("classic")).now
    found = unlisted(shown, (read_tally(tally), read_tally("left:44")), 3, ("Us", "Them"))
    assert [(each.id, each.hand, each.side) for each in found] == [
        ("unlisted", 3, "Us") for _ in missing
    ]
    says = [each.message for each in found]
    assert says == [
        f"the recorded turns of Us show {cards}, which its tally lacks" for cards in missing
    ]
