"""Remarks of a reference card about values of parameters that are words, not points."""

from collections.abc import Mapping

from canasta_cli.rules.vocabulary import Asking, Contains, Exempt, FinalDiscard

# For each parameter: what it is about, and a remark for each of its values that needs one.
Remarks = tuple[tuple[str, str, Mapping[object, str]], ...]
OF_OPENING: Remarks = (
    (
        "opening.contains",
        "must contain",
        {
            Contains.NATURAL: "It contains a meld of natural cards alone.",
            Contains.NATURAL_OR_WILD: "It contains a meld of natural cards alone, or of wild cards "
            "alone.",
            Contains.THREE_NATURALS: "It contains a meld with 3 natural cards.",
        },
    ),
    ("opening.wilds", "wild cards in it", {False: "It contains no wild cards."}),
    ("opening.mixed_canasta", "a mixed canasta", {False: "It completes no mixed canasta."}),
    (
        "opening.top_counts",
        "the top card of the pile",
        {False: "The top card of the pile doesn't count."},
    ),
    (
        "opening.pair_counts",
        "cards that take the pile",
        {False: "The cards that take the pile don't count."},
    ),
    (
        "opening.splash",
        "a canasta from the hand",
        {True: "A whole canasta from the hand, natural or wild, needs no minimum."},
    ),
    (
        "opening.exempt",
        "no minimum",
        {
            Exempt.STOCK: "No minimum if you draw from the stock, meld the whole hand and go out.",
            Exempt.ALWAYS: "No minimum if you meld the whole hand and go out in one turn.",
        },
    ),
)
OF_CANASTAS: Remarks = (
    (
        "bonus.wild_out_only",
        "wild canastas",
        {True: "Wild canastas score only for the side that goes out."},
    ),
)
OF_GOING_OUT: Remarks = (
    ("out.red_threes", "red threes", {True: "At least as many red threes as canastas."}),
    (
        "out.partner_foot",
        "the partner's foot",
        {True: "The partner has picked up the foot and played from it."},
    ),
    (
        "out.asking",
        "asking",
        {
            Asking.OPTIONAL: "You may ask your partner first; a no is binding.",
            Asking.ONCE: "You may ask your partner first, once in a hand; a no is binding.",
            Asking.REQUIRED: "You must ask your partner first; a no is binding.",
        },
    ),
    (
        "discard.final",
        "the last card",
        {
            FinalDiscard.OPTIONAL: "The last card is melded or discarded.",
            FinalDiscard.REQUIRED: "The last card is discarded.",
            FinalDiscard.NEVER: "All cards are melded; none is discarded.",
            FinalDiscard.FACE_DOWN: "The last card is discarded face down.",
        },
    ),
)
