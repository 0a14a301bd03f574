"""Numbers of the games beyond the classic ones, for melding and going out."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace

Kinds = Counter[str]


def any_canastas(number: int) -> Callable[[Kinds], bool]:
    """Return a test for ``number`` canastas of any kind."""
    return lambda kinds: kinds.total() >= number


def these(**least: int) -> Callable[[Kinds], bool]:
    """Return a test for at least these numbers of canastas of some kinds."""
    return lambda kinds: all(kinds[kind] >= number for kind, number in least.items())


@dataclass(frozen=True)
class Game:
    """The numbers of one game.

    ``same`` is how sets of one rank are kept: as ``one`` meld, ``apart``, or apart ``after`` a canasta.
    ``pure`` are ranks that take no wild cards; ``five`` is the number of natural cards that a set
    needs before a wild card is added. ``ready`` are melds that let a side go out, used where random
    melds are too rarely enough.
    """

    packs: int = 2
    jokers: int = 4
    suits: bool = False
    max_wilds: int = 3
    largest: int = 999
    ratio: Callable[[int, int], bool] = field(default=lambda _naturals, _wilds: True)
    same: str = "one"
    wild_melds: bool = False
    deuces_are_a_rank: bool = False
    keeps_wilds: str = ""
    wild_on_canasta: bool = True
    long_run_out: bool = False
    pure: str = ""
    aces_from_opening: bool = False
    five: int = 0
    dead: bool = False
    black_out: bool = True
    opening_wilds: bool = True
    contains: tuple[str, ...] = ()
    splash: bool = False
    mixed_opens: bool = True
    exempt: bool = True
    takes_unopened: bool = True
    blocked: str = ""
    wild_top: bool = False
    top_counts: bool = True
    pair_counts: bool = True
    spared: bool = False
    spared_with_pile: bool = True
    extra_cards: bool = False
    needs: Callable[[Kinds], bool] = field(default=any_canastas(1))
    reds_too: bool = False
    finished: bool = False
    must_discard: bool = False
    never_last: str = ""
    sevens_apart: bool = False
    ready: tuple[str, ...] = ()


SAMBA = Game(
    packs=3, jokers=6, suits=True, max_wilds=2, same="apart", wild_on_canasta=False,
    needs=any_canastas(2),
)  # fmt: skip
MODERN = Game(
    max_wilds=2, largest=7, wild_melds=True, keeps_wilds="any", pure="7", aces_from_opening=True,
    black_out=False, contains=("natural", "wild"), splash=True, exempt=False, top_counts=False,
    pair_counts=False, needs=any_canastas(2), must_discard=True,
)  # fmt: skip
PAGAT = replace(MODERN, pair_counts=True, five=5, dead=True, spared=True)
FOOT = Game(
    packs=5, jokers=10, max_wilds=2, largest=7, same="after", wild_melds=True, black_out=False,
    exempt=False, wild_top=True, ratio=lambda naturals, wilds: naturals >= 2 * wilds,
    needs=these(natural=2, mixed=2, wild=1),
    ready=("4444444", "9999999", "JJJJJ22", "AAAAAA2", "222WWWW"),
)  # fmt: skip
GAMES = {
    "samba": SAMBA,
    "bolivia": replace(
        SAMBA, wild_melds=True, needs=lambda kinds: kinds.total() > 1 and kinds["run"] > 0
    ),
    "brazilian": replace(SAMBA, wild_melds=True, long_run_out=True, takes_unopened=False),
    "italian": replace(
        SAMBA, suits=False, wild_melds=True, deuces_are_a_rank=True, keeps_wilds="2",
        opening_wilds=False, needs=lambda kinds: kinds["natural"] + kinds["mixed"] > 1,
    ),
    "cuban": Game(largest=7, wild_melds=True),
    "uruguay": Game(wild_melds=True),
    "joker": Game(largest=7, wild_melds=True, black_out=False, needs=any_canastas(2)),
    "sevens": Game(),
    "mexicana": Game(
        packs=3, jokers=6, blocked="7", extra_cards=True, needs=any_canastas(2), reds_too=True
    ),
    "modern-american": MODERN,
    "modern-american-pagat": PAGAT,
    "modern-american-league": replace(
        PAGAT, contains=("natural",), splash=False, mixed_opens=False, finished=True,
        spared_with_pile=False,
    ),
    "hand-and-foot": FOOT,
    "hand-and-foot-bicycle": replace(
        FOOT, max_wilds=3, wild_melds=False, wild_top=False, must_discard=True,
        ratio=lambda naturals, wilds: naturals > 3 or not wilds, needs=these(natural=1, mixed=1),
        ready=("4444444", "JJJJJ22"),
    ),
    "pennies-from-heaven": Game(
        packs=4, jokers=8, largest=7, wild_melds=True, never_last="7", sevens_apart=True,
        needs=these(natural=1, mixed=1, wild=1, sevens=1),
        ready=("4444444", "AAAAAA2", "7777772", "222WWWW"),
    ),
}  # fmt: skip
# In these games, opening earns bonus cards only if the stock has enough cards.
STOCK = 40
