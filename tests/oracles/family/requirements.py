"""Judge initial melds, and whether a side may go out, in games beyond the classic ones."""

from oracles.family.games import Game
from oracles.family.melds import (
    CANASTA,
    RANKS,
    SMALLEST,
    WILD,
    Meld,
    Melds,
    Placement,
    Question,
    after,
    is_legal_meld,
    kind_of,
    kinds,
    points,
    wilds,
)


def unfinished(melds: Melds) -> bool:
    """True if a meld of sevens, natural aces or wild cards has fewer than seven cards."""
    return any(
        len(meld) < CANASTA
        and (kind_of(meld) in ("7", "wild") or (kind_of(meld) == "A" and not wilds(meld)))
        for meld in melds
    )


def _points_alone(cards: Meld, game: Game) -> int:
    """Return the points of the cards that are a meld of their own; wild cards may be left out."""
    own = [card for card in cards if card not in WILD]
    more = sorted((card for card in cards if card in WILD), key=lambda card: points([card]))
    melds = ((*own, *more[left:]) for left in range(len(more) + 1))
    return max((points(meld) for meld in melds if is_legal_meld(meld, game, out=True)), default=0)


def opens(
    laid: Placement, question: Question, game: Game, *, taken: Meld | None, out: bool
) -> bool:
    """True if these cards are legal as an initial meld; ``taken`` is the meld of the top card."""
    hand = list(laid.new)
    if taken is not None and question.top is not None:
        hand.remove(taken)
        own = list(taken)
        own.remove(question.top)
        if not game.pair_counts:
            own.remove(question.top)
            own.remove(question.top)
        hand.append(tuple(own))
    have = kinds(laid.new, game)
    counted = points(laid.cards) - (taken is not None and not game.top_counts) * points(
        [question.top or "4"]
    )
    if taken is not None and not game.pair_counts:
        counted = sum(points(meld) for meld in hand[:-1]) + _points_alone(hand[-1], game)
    whole = game.splash and any(
        len(own) >= CANASTA and (not wilds(own) or kind_of(own) == "wild") for own in hand
    )
    fits = (
        not game.contains
        or whole
        or any(
            len(own) >= SMALLEST
            and (
                ("wild" in game.contains and kind_of(own) == "wild")
                or (kind_of(own) in RANKS and not wilds(own))
            )
            for own in hand
        )
    )
    exempt = game.exempt and out and have.total() > 0 and question.drew_stock and taken is None
    sure = counted >= question.minimum or whole or exempt
    mixed = any(len(m) >= CANASTA and wilds(m) and kind_of(m) != "wild" for m in laid.new)
    return (
        sure
        and fits
        and (game.opening_wilds or not wilds(laid.cards))
        and (game.mixed_opens or not mixed)
        and (not question.kinds or any(have[kind] for kind in question.kinds))
    )


def may_go_out(laid: Placement, question: Question, game: Game) -> bool:
    """True if the side meets the requirements for going out."""
    melds = after(laid, question.table)
    have = kinds(melds, game)
    reds = not game.reds_too or question.reds >= have.total()
    return game.needs(have) and reds and not (game.finished and unfinished(melds))
