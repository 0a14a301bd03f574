"""Facts that are given replace all that recorded turns show about the same thing, and nothing else."""

from looping import for_each_case

from canasta_cli.engine.view import EMPTY, Drew, Held, View
from canasta_cli.model.cards import USUAL_WILD_RANKS, Card, Meld, Rank
from canasta_cli.notation.cards import read_cards

KINGS = (Meld(read_cards("KKK"), USUAL_WILD_RANKS),)
SHOWN: dict[str, object] = {
    "held": Held(read_cards("44")),
    "melds": KINGS,
    "opened": True,
    "canastas": 1,
    "partner_melds": (),
    "fresh": False,
    "total": 1500,
    "minimum": 90,
    "pile": (Card(Rank.NINE),),
    "buried": 3,
    "frozen": False,
    "stock": 20,
    "order": (Card(Rank.FOUR),),
    "drew": Drew.STOCK,
    "foot": EMPTY,
    "their_melds": KINGS,
    "deal": 2,
}
TOGETHER = (
    {"held"},
    {"melds", "opened", "canastas", "partner_melds", "fresh"},
    {"total", "minimum"},
    {"pile", "buried", "frozen"},
    {"stock", "order"},
)


@for_each_case("name", SHOWN)
def test_a_fact_replaces_those_about_the_same_thing(name: str) -> None:
    shown = View().replace(**SHOWN)
    given = View().replace(**{name: SHOWN[name]})
    about = next((group for group in TOGETHER if name in group), {name})
    found = vars(given.filled_in(shown))
    assert found == {each: fact for each, fact in SHOWN.items() if each not in about - {name}}
