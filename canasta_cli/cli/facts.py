"""The facts of the table, from the options and from the recorded turns of the current game."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

from canasta_cli.cli.fact_options import CORRECT_ONE, FactOptions
from canasta_cli.engine.game.conflicts import contradictions
from canasta_cli.engine.held import UNKNOWN, like, without
from canasta_cli.engine.rule import Unknown
from canasta_cli.engine.turn.minimum import required
from canasta_cli.engine.view import Drew, View
from canasta_cli.errors import NotUnderstood
from canasta_cli.model.cards import NO_CARDS, Card, Cards
from canasta_cli.model.melds import Meld
from canasta_cli.notation.deal import read_held, read_order
from canasta_cli.notation.melds import scan_meld
from canasta_cli.notation.reader import words
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Basis, Portion
from canasta_cli.words import count_of

if TYPE_CHECKING:
    from canasta_cli.scorekeeper.scorebook import LoadedGame

ABOUT_PILE: tuple[Literal["pile", "pile_size", "frozen"], ...] = ("pile", "pile_size", "frozen")
CONFLICT_WITH_TURNS = "this doesn't fit the recorded turns:"


def read_facts(
    options: FactOptions,
    ruleset: Ruleset,
    loaded: "LoadedGame | None",
    played: Cards,
    *,
    drawn: bool = False,
    gained: Cards = NO_CARDS,
) -> View:
    """Read the facts of the table from the options and from the recorded turns.

    ``played``: the cards of the play in question; ``gained``: those that the play brings to the hand.
    ``drawn``: the player has drawn, and the recorded turns don't show it yet.

    Raises :class:`~canasta_cli.errors.NotUnderstood` if two facts contradict each other.
    """
    seat, total = None, options["total"]
    if options["seat"] is not None:
        seat, total_of_seat = _seat(options["seat"], loaded)
        total = total_of_seat if total is None else total
    found = _view(options, total)
    top = _one_card(options["top"])
    drew = found.drew or (Drew.STOCK if drawn else None)
    facts = recorded_facts(loaded, seat, drew)
    size = [] if facts is None else _size_conflicts(found.hand, facts, drew, ruleset)
    given = found if top is None or "pile" in vars(found) else found.replace(pile=(top,))
    found = given if facts is None else found.filled_in(facts)
    if not found.pile and top is not None:
        found = found.replace(pile=(top,))
    conflicts = [
        *_conflicts_of_options(options, found, top, ruleset),
        *_conflicts(found, played, gained, ruleset),
        *size,
    ]
    if conflicts:
        among_options = facts is None or _conflicts(given, played, gained, ruleset)
        head = "these options contradict each other:" if among_options else CONFLICT_WITH_TURNS
        holds = None if facts is None else _size(facts)
        raise NotUnderstood(
            "\n".join((head, *(f"  {each}" for each in conflicts))),
            fix=_fix_of_size(holds, drew) if conflicts == size else CORRECT_ONE,
        )
    return found


def given_facts(options: FactOptions, loaded: "LoadedGame | None") -> View:
    """Return the facts that the options alone give, and the total of the side of a player's seat."""
    total = options["total"]
    if options["seat"] is not None and total is None:
        total = _seat(options["seat"], loaded)[1]
    return _view(options, total)


def _view(options: FactOptions, total: int | None) -> View:
    """Return the facts that the options give; the top card alone is not a fact about the pile."""
    alone = all(options[name] is None for name in ABOUT_PILE)
    return View.of(
        hand=_cards(options["hand"]),
        shown=_cards(options["shown"]),
        melds=_melds(options["melds"], "--melds"),
        partner_melds=_melds(options["partner_melds"], "--partner-melds"),
        their_melds=_melds(options["their_melds"], "--their-melds"),
        opened=options["opened"],
        canastas=options["canastas"],
        total=total,
        minimum=options["minimum"],
        deal=options["deal"],
        pile=_pile(options["pile"]),
        pile_size=options["pile_size"],
        top=None if alone else _one_card(options["top"]),
        frozen=options["frozen"],
        stock=options["stock"],
        drew=Drew(options["drew"]) if options["drew"] else None,
        first_turn=options["first_turn"],
        red_threes=options["red_threes"],
        asked=None if options["asked"] is None else options["asked"] == "yes",
        foot=options["foot"],
        partner_foot=options["partner_foot"],
    )


def _conflicts_of_options(
    options: FactOptions, found: View, top: Card | None, ruleset: Ruleset
) -> Iterator[str]:
    """Yield contradictions between two options about the same thing."""
    whole, pile = ruleset.pile.portion is Portion.WHOLE, _pile(options["pile"])
    if whole and top is not None and found.top is not None and not like(top, found.top):
        yield f"the top card of the pile is {found.top.symbol}, not {top.symbol}"
    size = options["pile_size"]
    if pile is not None and size not in (None, len(pile)):
        yield f"the pile you gave has {count_of(len(pile), 'card')}, not {size}"
    if options["hand"] is not None and options["shown"] is not None:
        yield "give either all cards of the hand or some of them, not both"


def _conflicts(found: View, played: Cards, gained: Cards, ruleset: Ruleset) -> list[str]:
    """List the contradictions between facts, and between them and the cards of the play."""
    beside = gained if found.hand is not None else _not_shown(played, found.held.cards)
    return [*contradictions(found, beside, ruleset), *_minimum_and_total(found, ruleset)]


def _size_conflicts(
    hand: Cards | None, facts: View, drew: Drew | None, ruleset: Ruleset
) -> list[str]:
    """Compare the size of the given hand with that of the recorded turns, before or after the draw."""
    size = _size(facts)
    if hand is None or size is None or len(hand) == size:
        return []
    if drew is Drew.STOCK and len(hand) == size - ruleset.deal.draw:
        return []
    return [f"--hand gives {count_of(len(hand), 'card')}, but this player holds {size}"]


def _size(facts: View) -> int | None:
    """Return the size of the hand by the recorded turns."""
    return facts.held.size


def _fix_of_size(size: int | None, drew: Drew | None) -> str:
    """Format the fix for a hand of another size than that of the recorded turns."""
    drawn = f", or add --drew {Drew.STOCK.value} if the player has drawn" if drew is None else ""
    return f"Give all {count_of(size or 0, 'card')}, or use --shown for some of them{drawn}."


def _not_shown(played: Cards, shown: Cards) -> Cards:
    """Return the played cards that are not among ``shown``; a card without a suit matches any suit."""
    return without(shown, played)[1]


def _minimum_and_total(found: View, ruleset: Ruleset) -> list[str]:
    asks = required(found.replace(minimum=None), ruleset)
    if found.minimum is None or isinstance(asks, Unknown) or asks.points == found.minimum:
        return []
    by_deal = ruleset.opening.basis is Basis.DEAL
    where = f"in deal {found.deal}" if by_deal else f"at a total of {found.total:,}"
    return [f"--minimum is {found.minimum}, but {where} a side needs {asks.points} to open"]


def _seat(word: str, loaded: "LoadedGame | None") -> tuple[str, int]:
    """Return the player of the current game with this name or prefix, and the total of the side."""
    from canasta_cli.scorekeeper.scorebook import pick

    if loaded is None:
        raise NotUnderstood(
            "--seat needs a current game, and there is none",
            fix="Give the side's total instead: --total N",
        )
    game = loaded.game
    player = pick(word, list(game.players), "player", NotUnderstood)
    return player, loaded.standing.totals[game.sides.index(game.side(player))]


def _cards(text: str | None) -> Cards | None:
    if text is None:
        return None
    return read_held(text)


def _pile(text: str | None) -> tuple[Card, ...] | None:
    if text is None:
        return None
    return () if text.strip().lower() in ("", "none") else read_order(text)


def _one_card(text: str | None) -> Card | None:
    cards = _pile(text)
    if cards is not None and len(cards) != 1:
        raise NotUnderstood(
            f"“{text}” is not one card", fix="The pile has one top card. Example: --top 5"
        )
    return cards[0] if cards else None


def _melds(text: str | None, option: str) -> tuple[Meld, ...] | None:
    if text is None:
        return None
    if text.strip().lower() in ("", "none"):
        return ()
    melds = tuple(scan_meld(token) for token in words(text))
    if not all(isinstance(meld, Meld) for meld in melds):
        raise NotUnderstood(
            f"{option} takes whole melds, not lay-offs", fix=f'Example: {option} "7777 QQ2"'
        )
    return tuple(meld for meld in melds if isinstance(meld, Meld))


def recorded_facts(loaded: "LoadedGame | None", seat: str | None, drew: Drew | None) -> View | None:
    """Return what a player knows from the recorded turns: the player named, else the next one.

    ``drew``: how the player's turn began; a draw is added to the hand. After taking the pile, hand
    and melds are unknown, since it is not recorded how the pile was taken.
    """
    if loaded is None or loaded.game.deal is None:
        return None
    from canasta_cli.model.turn import Draw
    from canasta_cli.scorekeeper.playing import in_play

    position = in_play(loaded).position
    if seat in position.players:
        position = position.replace(to_play=position.players.index(seat))
    position = position.at_start(loaded.ruleset)
    if drew is Drew.STOCK and position.stock:
        position = position.after_clause(Draw(), loaded.ruleset)
    view = position.view()
    if drew is Drew.PILE:
        return view.with_pile(None).replace(held=UNKNOWN, melds=None)
    return view
