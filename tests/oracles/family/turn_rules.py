"""Rules of a whole turn in games beyond the classic ones, besides the rules of melds.

The numbers are copied from the printed rules, independently of the program.
"""

from dataclasses import dataclass, replace

from oracles.family.games import GAMES, Game

Step = tuple[int, int, tuple[str, ...]]
BELOW = -99_999
CLASSIC: tuple[Step, ...] = ((BELOW, 15, ()), (0, 50, ()), (1500, 90, ()), (3000, 120, ()))
ANY = ("natural", "mixed", "run", "wild")


@dataclass(frozen=True)
class TurnRules:
    """The numbers of one game for a whole turn.

    ``steps`` are the totals (or deals) from which the initial meld needs more points, or one of some
    kinds of canasta. ``foot`` is when the foot is picked up: when the ``hand`` is used up, or after a
    first ``canasta``. ``wild_discard`` is when a wild card may be discarded: at ``any`` time, from a
    hand of wild cards (``only-wild``), or from such a hand if none of them was laid in the turn
    (``none-laid``); always when going out. ``no_pile`` are the ranks that may not be discarded if
    there is no pile, with ``no_pile_dead`` also dead ranks. Opening earns bonus cards if the stock
    has at least ``bonus_stock`` cards. ``special`` are the patterns of special hands.
    """

    game: Game
    steps: tuple[Step, ...] = CLASSIC
    by_deal: bool = False
    draws: int = 1
    natural_wild: bool = True
    lay_off: bool = True
    onto_canasta: bool = True
    always_frozen: bool = False
    one_card_rule: bool = True
    comes: int = 999
    foot: str = ""
    partner_foot: bool = False
    black_laid: bool = False
    black_aside: bool = False
    black_later: bool = False
    wild_discard: str = "any"
    no_pile: str = ""
    no_pile_dead: bool = False
    relief: bool = True
    face_down: bool = False
    keeps_sevens: bool = False
    bonus_stock: int = 0
    special: tuple[str, ...] = ()


TALLER: tuple[Step, ...] = (*CLASSIC, (7000, 150, ()))
SAMBA = TurnRules(
    GAMES["samba"], TALLER, draws=2, natural_wild=False, onto_canasta=False
)  # fmt: skip
FOOT = TurnRules(
    GAMES["hand-and-foot"], ((1, 50, ()), (2, 90, ()), (3, 120, ()), (4, 150, ())), by_deal=True,
    draws=2, natural_wild=False, lay_off=False, always_frozen=True, one_card_rule=False, comes=7,
    foot="hand", partner_foot=True,
)  # fmt: skip
MODERN = TurnRules(
    GAMES["modern-american"], ((BELOW, 125, ()), (3000, 155, ()), (5000, 180, ())),
    natural_wild=False, lay_off=False, always_frozen=True, one_card_rule=False, black_laid=True,
    face_down=True, wild_discard="none-laid", no_pile="7A",
    special=("straight", "NN NN NN NN NN NN NN", "AA 77 22 NN NN NN NN", "NNNN NNNN NNN NNN"),
)  # fmt: skip
PAGAT = replace(
    MODERN, game=GAMES["modern-american-pagat"], wild_discard="only-wild", no_pile_dead=True,
    bonus_stock=9,
)  # fmt: skip
LEAGUE = (
    *("straight", "NN NN NN NN NN NN NN", "AA 77 DD NN NN NN NN", "AA 77 22 WW NN NN NN"),
    *("NNNN NNNN NNN NNN", "SSSS SSS SSS SS SS", "SSSSS SSSS SSS SS", "NNN NNN NNN NNN DD"),
    *("NNNN NNNN NNNN DD", "NNNNN NNNNN DDDD", "NNNNN NNNN MMMMM"),
)
RULES = {
    "hand-and-foot": FOOT,
    "hand-and-foot-bicycle": replace(
        FOOT, game=GAMES["hand-and-foot-bicycle"], partner_foot=False
    ),
    "pennies-from-heaven": TurnRules(
        GAMES["pennies-from-heaven"],
        ((BELOW, 50, ()), (500, 90, ()), (1000, 120, ()), (1500, 150, ())),
        draws=2, onto_canasta=False, foot="canasta", keeps_sevens=True,
    ),
    "modern-american": MODERN,
    "modern-american-pagat": PAGAT,
    "modern-american-league": replace(
        PAGAT, game=GAMES["modern-american-league"], relief=False, special=LEAGUE
    ),
    "samba": SAMBA,
    "bolivia": replace(SAMBA, game=GAMES["bolivia"]),
    "brazilian": replace(
        SAMBA, game=GAMES["brazilian"],
        steps=(
            *CLASSIC, (7000, 0, ANY), (8000, 200, ANY), (9000, 0, ("natural", "run", "wild")),
        ),
    ),
    "italian": replace(
        SAMBA, game=GAMES["italian"], always_frozen=True,
        steps=(*CLASSIC, (5000, 160, ()), (7500, 180, ()), (10000, 200, ())),
    ),
    "cuban": TurnRules(
        GAMES["cuban"], (*CLASSIC, (5000, 150, ())), always_frozen=True, black_aside=True,
        black_later=True,
    ),
    "uruguay": TurnRules(GAMES["uruguay"], always_frozen=True),
    "joker": TurnRules(
        GAMES["joker"], ((BELOW, 100, ()), (3000, 130, ()), (5000, 150, ())), always_frozen=True,
        black_laid=True,
    ),
    "sevens": TurnRules(GAMES["sevens"]),
    "mexicana": TurnRules(GAMES["mexicana"]),
}  # fmt: skip
