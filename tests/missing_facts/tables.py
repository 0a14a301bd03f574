"""Complete tables at random: every fact is stated, the cards are those of one deck, and most are at an edge.

Edges are where rules change their answer: canastas one card short, full or closed ranks, the last wild card
that a meld takes, all cards of a rank seen, hands with a card or two more than the play needs, small piles and
stocks, a three in the pile, totals next to each step of the initial meld.
"""

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from missing_facts.games import RANKS, SUITS, Cards, Deck, Game, rank

Facts = dict[str, Any]
"""The facts of a table, by their keyword arguments in the library."""


class Play(NamedTuple):
    """A play and the cards that it needs.

    ``words`` is it as a turn, ``command`` as typed after ``canasta check``. ``hand`` are the cards that it
    takes from the hand, ``drawn`` those drawn in it, ``top`` is the card taken from the pile. ``whole``: it
    is a turn from its beginning. ``typed_only``: the library has no words for it.
    """

    kind: str
    words: str
    command: tuple[str, ...]
    hand: Cards = []  # noqa: RUF012 - never changed
    drawn: Cards = []  # noqa: RUF012 - same
    top: str = ""
    whole: bool = False
    out: bool = False
    typed_only: bool = False


class Laid(NamedTuple):
    """A meld on the table: its rank, suit or ``W``, and its cards."""

    of: str
    cards: Cards

    @property
    def text(self) -> str:
        """The meld as typed; suits are shown in sequences alone."""
        return "".join(self.cards if self.of in SUITS else map(rank, self.cards))


def text_of(melds: Sequence[Laid]) -> str:
    """Return melds as typed."""
    return " ".join(meld.text for meld in melds) or "none"


class Side:
    """The melds of a side, taken from a deck."""

    def __init__(self, game: Game, deck: Deck) -> None:
        self.game, self.deck, self.rng = game, deck, deck.rng
        self.melds: list[Laid] = []

    def canastas(self) -> int:
        """Return the number of its canastas."""
        return sum(self.game.is_canasta(meld.of, len(meld.cards)) for meld in self.melds)

    def of(self, what: str) -> Laid | None:
        """Return a meld of a rank or suit, or of wild cards; ``None`` without one."""
        return next((meld for meld in self.melds if meld.of == what), None)

    def _may_start(self, what: str) -> bool:
        same = [meld for meld in self.melds if meld.of == what]
        rule = self.game["melds.same_rank"]
        if not same or what in SUITS or (rule == "apart" and what != "W"):
            return True
        waits = rule == "after-canasta" or what == "W"
        return waits and all(len(meld.cards) >= self.game.canasta for meld in same)

    def _add(self, what: str, wanted: Sequence[str]) -> bool:
        cards = self.deck.take(*wanted) if self._may_start(what) else None
        if cards is not None:
            self.melds.append(Laid(what, cards))
        return cards is not None

    def add_set(self, what: str) -> bool:
        """Add a set of a rank, often at an edge."""
        game, rng = self.game, self.rng
        full = game.canasta
        sizes = (3, 3, 4, 5, full - 1, full - 1, full, full, full + 1, min(game.largest, 12))
        size = rng.choice(sizes)
        most = min(game["melds.max_wilds"], size)
        wilds = rng.choice((0, 0, 1, most - 1, most)) if most > 0 else 0
        return self.add_meld(what, size - wilds, wilds)

    def add_meld(self, what: str, naturals: int, wilds: int) -> bool:
        """Add a set with these cards; false if it isn't a meld or the cards are not there."""
        if wilds < 0 or not self.game.fits(naturals, wilds, what):
            return False
        return self._add(what, [*[what] * naturals, *self._wild_cards(wilds)])

    def _wild_cards(self, number: int) -> list[str]:
        return [self.rng.choice("222W") for _ in range(number)]

    def add_wild(self, size: int) -> bool:
        """Add a meld of wild cards."""
        cards = sorted(self._wild_cards(size))
        return self.game.wild_fits(cards.count("2"), cards.count("W")) and self._add("W", cards)

    def add_run(self, size: int) -> bool:
        """Add a sequence."""
        suit, first = self.rng.choice(SUITS), self.rng.randrange(len(RANKS) - size + 1)
        return self._add(suit, [f"{each}{suit}" for each in RANKS[first : first + size]])

    def add_canasta(self, kind: str) -> bool:
        """Add a canasta of a kind."""
        game, full = self.game, self.game.canasta
        if kind == "run":
            return self.add_run(full)
        if kind == "wild":
            return self.add_wild(full)
        ranks = kind[0:1] if kind.startswith("seven") else game.natural
        what = "7" if kind.startswith("seven") else self.rng.choice(ranks)
        most = int(game["melds.max_wilds"])
        wilds = self.rng.randint(1, max(most, 1)) if kind.endswith("mixed") else 0
        return self.add_meld(what, full - wilds, wilds)

    def add_needed(self, *, whole: bool) -> None:
        """Add the canastas that going out needs; else often one fewer, or with one that is a card short."""
        for need in self.game["out.needs"]:
            for _ in range(need["count"]):
                for _ in range(8):
                    if self.add_canasta(self.rng.choice(need.get("of", ("natural", "mixed")))):
                        break
        how = self.rng.random()
        if self.melds and not whole and how < 0.5:
            meld = self.melds.pop(self.rng.randrange(len(self.melds)))
            self.deck.left.update(meld.cards)
            naturals = len([card for card in meld.cards if rank(card) == meld.of]) - 1
            if how < 0.3 and meld.of in RANKS:
                self.add_meld(meld.of, naturals, len(meld.cards) - 1 - naturals)


def _own_side(game: Game, deck: Deck, focus: Sequence[str], *, out: bool) -> Side:
    side, rng = Side(game, deck), deck.rng
    if rng.random() < (0.1 if out else 0.3):
        return side
    for what in focus:
        if rng.random() < 0.6:
            side.add_set(what)
    if rng.random() < 0.1:
        side.add_set(focus[0])
    if rng.random() < (0.8 if out else 0.5):
        side.add_needed(whole=out and rng.random() < 0.8)
    for _ in range(rng.choice((0, 0, 0, 1, 1, 2))):
        side.add_set(rng.choice(game.natural))
    if game["melds.wild_only"] and rng.random() < 0.25:
        side.add_wild(rng.choice((3, 4, 5, 6, 7)))
    if game.suits and rng.random() < 0.6:
        side.add_run(rng.choice((3, 3, 4, 5, 6, 7)))
    return side


def _their_side(game: Game, deck: Deck, focus: Sequence[str]) -> Side:
    side, rng = Side(game, deck), deck.rng
    for what in focus:
        if rng.random() < 0.3:
            full = rng.choice((game.canasta, game.canasta, 3, 4))
            wilds = rng.choice((0, 0, 1, 2))
            side.add_meld(what, full - wilds, wilds)
    for _ in range(rng.choice((0, 0, 1, 2))):
        side.add_set(rng.choice(game.natural))
    return side


# The plays. Each returns `None` if the deck doesn't have its cards.


def _new_meld(game: Game, deck: Deck, what: str, *, fair: bool) -> tuple[str, Cards] | None:
    """Return a new meld as typed and its cards: within the limits of a meld if ``fair``, else near them."""
    rng = deck.rng
    if game.suits and rng.random() < 0.4:
        suit, size = rng.choice(SUITS), rng.choice((3, 4, 7) if fair else (2, 3, 3, 4, 7))
        first = rng.randrange(len(RANKS) - size + 1)
        cards = deck.take(*(f"{each}{suit}" for each in RANKS[first : first + size]))
        return None if cards is None else ("".join(cards), cards)
    how = rng.random()
    if fair:
        wilds = rng.choice((0, 0, 0, 1)) if what not in game.pure else 0
        wanted = [what] * rng.choice((3, 3, 3, 4, 5)) + [rng.choice("2W")] * wilds
    elif how < 0.06:
        wanted = ["3B"] * rng.choice((2, 3, 3, 4))
    elif how < 0.14:
        wanted = [rng.choice("222W") for _ in range(rng.choice((3, 3, 4, 7)))]
    else:
        naturals = rng.choice((1, 2, 2, 3, 3, 3, 4, 5, 7))
        wanted = [what] * naturals + sorted(
            rng.choice("222W") for _ in range(rng.choice((0, 0, 0, 1, 1, 2, 3, 4)))
        )
    cards = deck.take(*wanted)
    return None if cards is None else ("".join(map(rank, cards)), cards)


def _lay_off(deck: Deck, what: str, own: Side) -> tuple[str, Cards] | None:
    """Return a lay-off as typed and its cards."""
    rng = deck.rng
    meld = own.of(what)
    if what in SUITS and meld is not None:
        low, high = RANKS.index(meld.cards[0][0]), RANKS.index(meld.cards[-1][0])
        options = [RANKS[at] for at in (low - 1, high + 1) if 0 <= at < len(RANKS)]
        options += [rng.choice(RANKS)]
        cards = deck.take(f"{rng.choice(options)}{what}")
        return None if cards is None else (f"{what}:{''.join(cards)}", cards)
    more = rng.choice(
        ([what], [what], [what] * 2, ["2"], ["W"], ["2", "2"], [what, "2"], [what] * 3)
    )
    more = [rng.choice("2W") if card == "W" == what else card for card in more]
    cards = deck.take(*more)
    return None if cards is None else (f"{what}:{''.join(map(rank, cards))}", cards)


def _melded(game: Game, deck: Deck, focus: Sequence[str], own: Side) -> tuple[str, Cards] | None:
    """Return some melds and lay-offs as typed, and their cards."""
    rng = deck.rng
    parts: list[tuple[str, Cards]] = []
    fair = rng.random() < 0.6
    for what in focus[: rng.choice((1, 1, 1, 2, 2, 3))]:
        have = [meld.of for meld in own.melds]
        onto = rng.random() < (0.6 if what in have else 0 if fair else 0.15)
        elsewhere = have and rng.random() < 0.25
        target = rng.choice(have) if elsewhere else what
        part = (
            _lay_off(deck, target, own)
            if onto or elsewhere
            else _new_meld(game, deck, what, fair=fair)
        )
        if part is None:
            return None
        parts.append(part)
    return " ".join(text for text, _ in parts), [card for _, cards in parts for card in cards]


def _meld(game: Game, deck: Deck, focus: Sequence[str], own: Side) -> Play | None:
    melded = _melded(game, deck, focus, own)
    if melded is None:
        return None
    text, cards = melded
    return Play("meld", f"meld {text}", ("meld", *text.split()), cards)


def _a_card(game: Game, deck: Deck, focus: Sequence[str]) -> str | None:
    """Take one card to discard: of a rank in question, a wild card, a black three or any other."""
    what = deck.rng.choice((*focus, focus[0], "2", "W", "3B", deck.rng.choice(game.natural)))
    cards = deck.take(what)
    return None if cards is None else cards[0]


def _discard(game: Game, deck: Deck, focus: Sequence[str], _: Side) -> Play | None:
    card = _a_card(game, deck, focus)
    if card is None:
        return None
    how = deck.rng.random()
    if how < 0.05:
        return Play("discard", "discard down", ("discard", "down"), [card])
    if how < 0.08:
        return Play("discard", "", ("discard", "none"), [], typed_only=True)
    named = rank(card)
    return Play("discard", f"discard {named}", ("discard", named), [card])


def _taking(deck: Deck, focus: Sequence[str], own: Side) -> tuple[str, Cards, str] | None:
    """Return how the pile is taken: its top card, the cards from the hand, and the words."""
    rng = deck.rng
    top = deck.take(rng.choice((*[focus[0]] * 10, "2", "3B", "W")))
    if top is None:
        return None
    named, how = rank(top[0]), rng.random()
    own_run = next((meld for meld in own.melds if meld.of in SUITS), None)
    if own_run is not None and how < 0.15:
        return top[0], [], f"{top[0]} onto {own_run.of}"
    if how < (0.45 if own.of(named) else 0.12):
        return top[0], [], f"{named} onto {named}"
    with_cards = rng.choice(
        (
            [named] * 2,
            [named] * 2,
            [named] * 3,
            [named, "2"],
            [named, "W"],
            [named, "2", "2"],
            ["2", "2"],
        )
    )
    cards = deck.take(*with_cards)
    if cards is None:
        return None
    text = "".join(map(rank, cards))
    return top[0], cards, f"{named} with {text}"


def _pickup(game: Game, deck: Deck, focus: Sequence[str], own: Side) -> Play | None:
    taking = _taking(deck, focus, own)
    if taking is None:
        return None
    top, cards, words = taking
    if deck.rng.random() < 0.12:
        named = rank(top)
        return Play("pickup", f"take {named}", ("pickup", named), cards, top=top, whole=True)
    command = ["pickup", *words.replace("with", "--with").replace("onto", "--onto").split()]
    play = Play("pickup", f"take {words}", tuple(command), cards, top=top, whole=True)
    if deck.rng.random() < 0.12:
        melded = _melded(game, deck, focus[1:], own)
        if melded is None:
            return None
        text, more = melded
        return play._replace(
            words=f"take {words} meld {text}",
            command=(*play.command, "--then", text),
            hand=[*cards, *more],
            typed_only=True,
        )
    return play


def _out(game: Game, deck: Deck, focus: Sequence[str], own: Side) -> Play | None:
    if deck.rng.random() < 0.15:
        return Play("out", "out", ("out",), out=True)
    melded = _melded(game, deck, focus, own)
    if melded is None:
        return None
    text, cards = melded
    if deck.rng.random() < 0.5:
        return Play("out", f"meld {text} out", ("out", *text.split()), cards, out=True)
    last = _a_card(game, deck, focus)
    if last is None:
        return None
    discard = rank(last)
    command = ("out", *text.split(), "--discard", discard)
    return Play("out", f"meld {text} discard {discard}", command, [*cards, last], out=True)


def _pass(_: Game, __: Deck, ___: Sequence[str], ____: Side) -> Play | None:
    return Play("pass", "end stock", ("pass",), whole=True)


def _turn(game: Game, deck: Deck, focus: Sequence[str], own: Side) -> Play | None:
    """Return a whole turn."""
    rng = deck.rng
    words, hand, drawn, top = list[str](), Cards(), Cards(), ""
    if rng.random() < 0.35:
        taking = _taking(deck, focus, own)
        if taking is None:
            return None
        top, hand, text = taking
        words.append(f"take {text}")
    else:
        number = int(game["deal.draw"])
        found = deck.take(*(rng.choice((*focus, *game.natural, "2")) for _ in range(number)))
        if found is None:
            return None
        drawn = found
        words.append(f"draw {''.join(drawn)}")
    if not game.alone and game["out.asking"] != "none" and rng.random() < 0.1:
        words.append(f"ask {rng.choice(('yes', 'no'))}")
    if rng.random() < 0.65:
        melded = _melded(game, deck, focus if not top else focus[1:], own)
        if melded is None:
            return None
        words.append(f"meld {melded[0]}")
        hand = [*hand, *melded[1]]
    if rng.random() < 0.85:
        last = _a_card(game, deck, focus)
        if last is None:
            return None
        words.append(f"discard {rank(last)}")
        hand = [*hand, last]
    out = rng.random() < 0.15
    text = " ".join([*words, *["out"] * out])
    return Play("turn", text, ("turn", *text.split()), hand, drawn, top, whole=True, out=out)


_PLAYS = (
    *[_meld] * 4,
    *[_pickup] * 4,
    *[_discard] * 3,
    *[_out] * 3,
    *[_pass] * 1,
    *[_turn] * 3,
)


# The other facts of the table.


def _hand(game: Game, play: Play, deck: Deck, focus: Sequence[str], exact: int | None) -> Cards:
    """Take the cards that are held besides those played; return the whole hand before the play."""
    rng = deck.rng
    if play.words == "out" and rng.random() < 0.5:
        return _hand_of_melds(game, deck)
    hand = list(play.hand)
    for card in play.drawn:
        # A card drawn is in the hand, so the play may use it; the hand given is the one before the draw.
        like = [card] * (card in hand) or [
            each
            for each in hand
            # Another card of its rank doesn't fit in a sequence.
            if rank(each) == rank(card) and not (game.suits and each in play.words)
        ]
        if like:
            hand.remove(like[0])
            deck.left[like[0]] += like[0] != card
    more = rng.choice((0, 0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 5, 7, 9))
    if play.out and hand and rng.random() < 0.5:
        more = 0
    if exact is not None:
        more = exact - len(hand)
    often = (*focus, *focus, *map(rank, play.hand), "2", "2", "W", "3B")
    for _ in range(max(more, 0)):
        what = rng.choice(often if rng.random() < 0.5 else game.natural)
        if what == "3B" and game["threes.lay_black"] == "always":
            continue
        hand += deck.take(what if what in (*RANKS, "2", "W", "3B") else game.natural[0]) or []
    return hand


def _hand_of_melds(game: Game, deck: Deck) -> Cards:
    """Take a hand that may go out by itself: sets, often a canasta among them, perhaps a card to discard."""
    hand: Cards = []
    for what in deck.rng.sample(game.natural, deck.rng.choice((1, 2, 2, 3))):
        hand += deck.take(*[what] * deck.rng.choice((3, 3, 4, 6, 7, 7))) or []
    hand += deck.take(*["2"] * deck.rng.choice((0, 0, 1))) or []
    return hand + (deck.take(*deck.rng.sample(game.natural, deck.rng.choice((0, 1)))) or [])


def _pile(game: Game, deck: Deck, focus: Sequence[str], top: str, size: int) -> Cards:
    """Take the cards of a pile with the given top card on it."""
    rng = deck.rng
    pile = Cards()
    while len(pile) < size - (top != ""):
        at_bottom, how = not pile, rng.random()
        what = rng.choice((*focus, *game.natural))
        if how < 0.12:
            what = rng.choice("2W")
        elif how < 0.22:
            what = "3B"
        elif how < 0.3 and at_bottom:
            what = "3R"
        if not (at_bottom or game.may_lie_in_the_pile(what)):
            continue
        turned_up = game["deal.upcard"] == "covered" or game.may_lie_in_the_pile(what)
        if at_bottom and (what in ("3R", "2", "W") and (not turned_up or size == 1)):
            continue
        pile += deck.take(what) or []
        if not deck.left.total():
            break
    return [*pile, *[top] * (top != "")]


def _total(game: Game, rng: Random) -> tuple[int, int]:
    """Return the total of the side and the number of the deal."""
    deals, target = game["end.deals"], game["end.target"]
    last = deals if isinstance(deals, int) else 9
    steps = [tier.get("from", 0) for tier in game["opening.tiers"]]
    if game["opening.basis"] == "deal":
        steps = [0, 500]
    total = rng.choice(steps) + rng.choice((-5, 0, 5, 0, 500))
    if isinstance(target, int):
        total = min(total, target - 5)
    if not total and rng.random() < 0.5:
        return 0, 1
    if total <= 3000:
        return total, rng.randint(2, min(last, 6))
    return total, rng.randint(min(3, last), last)


def minimum(game: Game, facts: Facts) -> int | None:
    """Return the points that the side needs to open; ``None`` if it isn't a number of points."""
    basis = facts["deal"] if game["opening.basis"] == "deal" else facts["total"]
    at = [tier for tier in game["opening.tiers"] if tier.get("from", -(10**9)) <= basis]
    if not at or "canastas" in at[-1]:
        return None
    return int(at[-1]["points"])


def table(game: Game, rng: Random) -> tuple[Play, Facts] | None:
    """Return a play on a complete table; ``None`` if the cards don't suffice."""
    deck = Deck(game, rng)
    focus = rng.sample(game.natural, 3)
    make = rng.choice(_PLAYS)
    own = _own_side(game, deck, focus, out=make is _out)
    play = make(game, deck, focus, own)
    facts = None if play is None else _facts(game, play, own, focus)
    return None if play is None or facts is None else (play, facts)


def another_table(game: Game, play: Play, rng: Random) -> Facts | None:
    """Return other facts about a table on which the same play is asked about."""
    deck = Deck(game, rng)
    if play.kind == "pickup" and len(play.command) == 2:
        # The cards that go with the top card are left open.
        top = rank(play.top)
        play = play._replace(hand=rng.choice(([top, top], [top, "2"], [], play.hand)))
    if deck.take(*play.hand, *play.drawn, *[play.top] * (play.top != "")) is None:
        return None
    ranks = [*map(rank, (*play.hand, play.top or "2"))]
    focus = [*dict.fromkeys(each for each in ranks if each in game.natural)]
    rng.shuffle(focus)
    focus += rng.sample([each for each in game.natural if each not in focus], 3)
    return _facts(game, play, _own_side(game, deck, focus[:3], out=play.kind == "out"), focus[:3])


def _facts(game: Game, play: Play, own: Side, focus: Sequence[str]) -> Facts | None:
    """Return all facts of a table with the melds of a side on it; ``None`` if the cards don't suffice."""
    deck, rng = own.deck, own.deck.rng
    theirs = _their_side(game, deck, focus)
    began_with_pile = not play.whole and bool(own.melds) and rng.random() < 0.2
    partners = _partners_melds(game, own, rng)
    fresh = partners == own.melds and not began_with_pile and rng.random() < 0.15
    exact = int(game["deal.cards"]) if fresh else None
    if exact is not None and not play.whole:
        exact += int(game["deal.draw"])
    hand = _hand(game, play, deck, focus, exact)
    if exact is not None and len(hand) != exact:
        fresh = False
    facts: Facts = {
        "hand": "".join(hand) or None,
        "melds": text_of(own.melds),
        "their_melds": text_of(theirs.melds),
        "first_turn": fresh,
        "red_threes": _red_threes(game, deck),
    }
    facts["total"], facts["deal"] = _total(game, rng)
    if not play.whole:
        facts["drew"] = "pile" if began_with_pile else "stock"
    if not game.alone:
        facts["partner_melds"] = text_of(partners)
        often = 0.8 if game["out.asking"] == "required" else 0.25
        if game["out.asking"] != "none" and not play.whole and rng.random() < often:
            facts["asked"] = rng.random() < 0.6
    _add_feet(game, own, facts, rng)
    if rng.random() < 0.12:
        _show_all(deck, focus[0], facts)
    size = _pile_size(game, play, began_with_pile=began_with_pile, fresh=fresh, rng=rng)
    facts["pile"] = " ".join(_pile(game, deck, focus, play.top, size)) or "none"
    facts["stock"] = _stock(game, play, facts, deck)
    if facts["stock"] is None or not facts["hand"]:
        return None
    return facts


def _red_threes(game: Game, deck: Deck) -> int:
    number = deck.rng.choice((0, 0, 1, 2)) if game["melds.threes"] == "none" else 0
    return number if deck.take(*["3R"] * number) else 0


def _partners_melds(game: Game, own: Side, rng: Random) -> list[Laid]:
    how = rng.random()
    if game.alone or not own.melds or how < 0.4:
        return []
    return own.melds if how < 0.6 else [meld for meld in own.melds if rng.random() < 0.5]


def _add_feet(game: Game, own: Side, facts: Facts, rng: Random) -> None:
    """Add who still has a foot; a foot is picked up only after melding."""
    if not game.foot:
        return
    ready = own.melds and (game["deal.foot_when"] == "hand" or own.canastas())
    facts["foot"] = not ready or facts["first_turn"] or rng.random() < 0.4
    if not game.alone:
        several = game["deal.foot_when"] == "hand" or own.canastas() > (not facts["foot"])
        facts["partner_foot"] = not (ready and several) or rng.random() < 0.4


def _show_all(deck: Deck, what: str, facts: Facts) -> None:
    """Add all cards that are left of a rank to the melds of the other side, if they are a meld."""
    cards = deck.of(what)
    if len(cards) >= 3 and what not in str(facts["their_melds"]) and len(cards) < 8:
        melds = [facts["their_melds"]] if facts["their_melds"] != "none" else []
        deck.take(*cards)
        facts["their_melds"] = " ".join([*melds, what * len(cards)])


def _pile_size(game: Game, play: Play, *, began_with_pile: bool, fresh: bool, rng: Random) -> int:
    if began_with_pile:
        return rng.choice((0, 0, 1, 3)) if isinstance(game["pile.take"], int) else 0
    least = 1 if play.top else 0
    if fresh:
        return rng.randint(1, int(game["seats.players"]))
    return max(least, rng.choice((0, 1, 1, 2, 2, 3, 3, 4, 6, 9)))


def _stock(game: Game, play: Play, facts: Facts, deck: Deck) -> int | None:
    """Return the cards of the stock; each other player holds at least one of the others."""
    players = int(game["seats.players"])
    feet = game.foot * (bool(facts.get("foot")) + bool(facts.get("partner_foot")))
    left = len(deck) - (players - 1) - feet
    if play.kind == "pass":
        return 0 if left >= 0 else None
    # A hand that is over isn't asked about, and cards that are drawn were in the stock.
    over_without = game["stock.end"] == "turn" and facts.get("drew") != "stock"
    least = max(len(play.drawn), int(over_without))
    most = min(left, game.stock_at_first - 1)
    if most < least:
        return None
    if facts["first_turn"]:
        return max(most - deck.rng.randint(0, 3), least)
    return max(min(most, deck.rng.choice((0, 0, 1, 1, 2, 2, 3, 4, 8, 20, 40))), least)
