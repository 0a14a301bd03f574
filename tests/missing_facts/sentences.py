"""Conditions and assumptions in words, read on a complete table: true, false, or not to be seen there.

``holds`` reads an assumption, ``decides`` a whole condition. ``None`` means that the facts don't show it: words
that nobody here knows, or that are about more than the table. Tests bound the share of those.
"""

import operator
import re
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cached_property

from missing_facts.games import RANKS, SUITS, Cards, Game, rank
from missing_facts.tables import Facts, Laid, Play

_CARD = re.compile(r"3[BR]|[2W]|[4-9TJQKA][CDHS]?")
_ONES = ("four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
RANK_OF = {
    f"{one}{'es' if one == 'six' else 's'}": card for one, card in zip(_ONES, RANKS, strict=True)
}
_RANK = f"(?:{'|'.join(RANK_OF)}|the top card's rank)"
_RANKS = re.compile(_RANK)
Truth = bool | None


def cards_of(text: str) -> Cards:
    """Read cards or melds as they are written here."""
    return [] if text == "none" else _CARD.findall(text)


def any_of(answers: Iterable[Truth]) -> Truth:
    """True if one of them is, false if all are false."""
    found = list(answers)
    return True if True in found else None if None in found else False


def all_of(answers: Iterable[Truth]) -> Truth:
    """True if all of them are, false if one is false."""
    found = list(answers)
    return False if False in found else None if None in found else True


def opposite(answer: Truth) -> Truth:
    """Return true for false; what is not to be seen stays so."""
    return None if answer is None else not answer


class Seen:
    """A complete table and a play on it, as far as sentences speak of them."""

    def __init__(self, game: Game, play: Play, facts: Facts) -> None:
        self.game, self.play, self.facts = game, play, facts

    def melds(self, name: str) -> list[Laid]:
        """Return the melds of a side."""
        return [self._meld(text) for text in self.facts[name].split() if text != "none"]

    def _meld(self, text: str) -> Laid:
        cards = cards_of(text)
        if cards and all(len(card) == 2 and card[1] in SUITS for card in cards):
            if len({card[0] for card in cards}) > 1:
                return Laid(cards[0][1], cards)
            cards = [card[0] for card in cards]
        naturals = [rank(card) for card in cards if rank(card) not in self.game.wild]
        return Laid(naturals[0] if naturals else "W", cards)

    @cached_property
    def own(self) -> list[Laid]:
        """The melds of the player's side."""
        return self.melds("melds")

    @cached_property
    def pile(self) -> Cards:
        """The cards of the pile, the top card last."""
        return cards_of(self.facts["pile"])

    @cached_property
    def rest(self) -> Counter[str] | None:
        """The ranks held besides the cards played; ``None`` if the play leaves these open."""
        words = self.play.words.split()
        if self.play.words == "out" or (words[:1] == ["take"] and len(words) == 2):
            return None
        have = Counter(map(rank, [*cards_of(self.facts["hand"]), *self.play.drawn]))
        return have - Counter(map(rank, self.play.hand))

    @cached_property
    def laid(self) -> list[tuple[str, Cards, bool]]:
        """The cards laid: on which meld or as a new one, with a top card among them, and if it is a lay-off."""
        found: list[tuple[str, Cards, bool]] = []
        clause = ""
        words = iter(self.play.words.split())
        for word in words:
            if word == "take":
                top, how, what = next(words), next(words, ""), next(words, "")
                if how == "with":
                    found.append((rank(top), [top, *cards_of(what)], False))
                elif how == "onto":
                    found.append((what, [top], True))
                clause = ""
            elif word.isalpha() and word.islower():
                clause = word
            elif clause == "meld":
                onto, colon, cards = word.rpartition(":")
                laid = cards_of(cards)
                found.append((onto, laid, True) if colon else (self._meld(word).of, laid, False))
        return found

    @cached_property
    def after(self) -> list[Laid] | None:
        """The melds of the side after the play; ``None`` if they may be put together in several ways."""
        melds = list(self.own)
        for what, cards, onto in self.laid:
            same = [at for at, meld in enumerate(melds) if meld.of == what]
            apart = self.game["melds.same_rank"] != "merged" or what in (*SUITS, "W")
            if len(same) > 1 or (same and apart and not onto):
                return None
            if same:
                melds[same[0]] = Laid(what, [*melds[same[0]].cards, *cards])
            else:
                melds.append(Laid(what, cards))
        return melds

    def wilds(self, cards: Cards) -> int:
        """Return the number of wild cards."""
        return sum(rank(card) in self.game.wild for card in cards)

    def is_canasta(self, meld: Laid) -> bool:
        """True if a meld has the cards of a canasta."""
        return self.game.is_canasta(meld.of, len(meld.cards))

    def _kind(self, meld: Laid) -> str:
        """Return the kind of a canasta."""
        if meld.of in SUITS or meld.of == "W":
            return "wild" if meld.of == "W" else "run"
        mixed = self.wilds(meld.cards) > 0
        name = {card: many for many, card in RANK_OF.items()}[meld.of]
        if self.game[f"ranks.{meld.of}.canasta{'_mixed' * mixed}"] != "none":
            return f"{name}{'-mixed' * mixed}"
        return "mixed" if mixed else "natural"

    def enough(self, melds: list[Laid] | None) -> Truth:
        """True if these melds have the canastas that going out needs."""
        if melds is None:
            return None
        kinds = Counter(map(self._kind, filter(self.is_canasta, melds)))
        return all(
            sum(kinds[kind] for kind in need.get("of", kinds)) >= need["count"]
            for need in self.game["out.needs"]
        )

    def rank_named(self, word: str) -> str:
        """Return the rank that a sentence names."""
        if word.startswith("the top"):
            return rank(self.pile[-1]) if self.pile else ""
        return RANK_OF[word]

    def of(self, word: str, side: str = "melds") -> list[Laid]:
        """Return the melds of a rank that a sentence names."""
        melds = self.own if side == "melds" else self.melds(side)
        return [meld for meld in melds if meld.of == self.rank_named(word)]


_LIMIT = r"(?:at least|at most|exactly) \d"
_BOUND = r"(at least|at most|exactly) (\d+) (wild card|natural card|joker|card)s?(?: in all)?"
# Between whole things that a side may have, not between ranks: “no kings, or a canasta of kings”.
_OR = rf" or (?=melded |a |(?:melded )?(?:{_RANK}) with)"


# What a side has: “kings, but no canasta of queens, and then the canastas it needs to go out”.


def _has(seen: Seen, says: str, *, then: bool) -> Truth:
    """True if a side has everything in a list, or in one of several."""
    says = re.sub(r" \(such as \w+\)", "", says)
    if re.search(_OR, says):
        each_of = re.split(rf"{_OR}|, (?!but |and )", says)
        return any_of(_has(seen, each.removeprefix("melded "), then=then) for each in each_of)
    # “nines with at most 1 wild card and at least 3 natural cards” is one of them.
    joined = rf", but (?=no )|, and (?:then )?|, | and (?:then )?(?!{_LIMIT})"
    parts = re.split(joined, says)
    return all_of(_has_one(seen, part, then=then or f"then {part}" in says) for part in parts)


def _has_one(seen: Seen, says: str, *, then: bool) -> Truth:
    for pattern, answer in _HAS:
        if match := re.fullmatch(pattern, says):
            return answer(seen, then, *match.groups())
    return None


def _canasta_of(seen: Seen, _: bool, no: str, many: str) -> Truth:
    return any(map(seen.is_canasta, seen.of(many))) is (no != "no")


def _of_rank(seen: Seen, _: bool, no: str | None, ranks: str) -> Truth:
    return any(seen.of(many) for many in _RANKS.findall(ranks)) is (no is None)


def _mixed(seen: Seen, _: bool, many: str, how: str, most: str, least: str) -> Truth:
    """True if a meld has few enough wild cards, and natural ones enough."""
    melds = [(seen.wilds(meld.cards), len(meld.cards)) for meld in seen.of(many)]
    return any(
        (wild <= int(most) if how == "at most" else wild == int(most)) and size - wild >= int(least)
        for wild, size in melds
    )


def _within(seen: Seen, _: bool, many: str, says: str) -> Truth:
    """True if a meld has as many cards of each kind as is said; unknown for several melds of a rank."""
    return _bounded(seen, seen.of(many), says)


def _takes(seen: Seen, _: bool, no: str | None, many: str) -> Truth:
    """True if a meld of a rank stays within the limits of a meld with the cards added to it."""
    of = seen.rank_named(many)
    added = [card for what, cards, _ in seen.laid if what == of for card in cards]
    melds = [[*meld.cards, *added] for meld in seen.of(many)]
    fits = any(seen.game.fits(len(m) - seen.wilds(m), seen.wilds(m), of) for m in melds)
    return fits is (no is None)


def _of_wild(seen: Seen, _: bool, no: str, says: str) -> Truth:
    melds = [meld for meld in seen.own if meld.of == "W"]
    return not melds if no == "no" else _bounded(seen, melds, says)


def _bounded(seen: Seen, melds: list[Laid], says: str) -> Truth:
    if len(melds) > 1:
        return None
    bounds = re.findall(_BOUND, says.replace("without", "exactly 0"))
    return bool(melds) and all(
        _COMPARED[how](_number_of(seen, melds[0], kind), int(number))
        for how, number, kind in bounds
    )


def _number_of(seen: Seen, meld: Laid, kind: str) -> int:
    wild = seen.wilds(meld.cards)
    kinds = {
        "wild card": wild,
        "natural card": len(meld.cards) - wild,
        "joker": meld.cards.count("W"),
    }
    return kinds.get(kind, len(meld.cards))


_COMPARED = {"at least": operator.ge, "at most": operator.le, "exactly": operator.eq}


_HAS: tuple[tuple[str, Callable[..., Truth]], ...] = (
    (r"(no )?melds", lambda seen, _, no: bool(seen.own) is (no is None)),
    (rf"(no )?(?:meld of )?({_RANK}(?: or {_RANK})*)", _of_rank),
    (rf"a meld of ({_RANK})", lambda seen, _, many: bool(seen.of(many))),
    (rf"(no|a) (?:canasta|book) of ({_RANK})", _canasta_of),
    (
        rf"({_RANK}) with a wild card",
        lambda seen, _, many: any(seen.wilds(meld.cards) for meld in seen.of(many)),
    ),
    (
        rf"({_RANK}) with at most (\d) wild cards?",
        lambda seen, _, many, n: any(seen.wilds(m.cards) <= int(n) for m in seen.of(many)),
    ),
    (
        rf"({_RANK}) with (at most|exactly) (\d) wild cards? and at least (\d) natural cards?",
        _mixed,
    ),
    (rf"({_RANK}) ((?:with(?:out)?) .*)", _within),
    (rf"(no )?({_RANK}) that can take these cards", _takes),
    (r"(no|a) meld of wild cards((?: with .*)?)", _of_wild),
    (
        rf"(fewer than |at least |)(\d) natural ({_RANK})",
        lambda seen, _, few, n, many: (
            any(len(m.cards) - seen.wilds(m.cards) >= int(n) for m in seen.of(many))
            is (few != "fewer than ")
        ),
    ),
    (
        r"the (?:canastas|books) it needs to go out",
        lambda seen, then: seen.enough(seen.after if then else seen.own),
    ),
)


# Whole conditions, and assumptions, which are of the same form.


def _number(text: str) -> int:
    return int(text.replace(",", ""))


def _side_has(seen: Seen, then: str | None, says: str) -> Truth:
    return _has(seen, says, then=then is not None)


def _lacks(seen: Seen, then: str | None) -> Truth:
    return opposite(seen.enough(seen.after if then else seen.own))


def _wild_in(seen: Seen, many: str, least: int, most: int) -> Truth:
    return all(least <= seen.wilds(meld.cards) <= most for meld in seen.of(many))


def _room(seen: Seen, many: str) -> Truth:
    """True if the side's melds of a rank are far from full with the cards laid, or with all that may be."""
    of = seen.rank_named(many)
    more = sum(len(cards) for what, cards, _ in seen.laid if what == of)
    if seen.rest is None:
        may_be = [*cards_of(seen.facts["hand"]), *seen.play.words.split()[1:]]
        more = sum(rank(card) == of for card in may_be)
    return all(len(meld.cards) + more < seen.game.canasta for meld in seen.of(many))


def _completes_none(seen: Seen) -> Truth:
    if seen.after is None:
        return None
    return sum(map(seen.is_canasta, seen.after)) == sum(map(seen.is_canasta, seen.own))


def _enough_cards(seen: Seen) -> Truth:
    """True if the hand has several cards besides those played, and one of another rank among them."""
    if seen.rest is None:
        return None
    other = {card for card in seen.rest if card in seen.game.natural}
    return seen.rest.total() > 1 and bool(other - set(map(rank, seen.play.hand)))


def _holds(seen: Seen, number: str | None, name: str | None, wilds: str | None) -> Truth:
    """True if the hand has some cards of a rank, and some wild ones: “two fives with a wild card”."""
    least = {"a": 1, "an": 1, "two": 2, "three": 3, None: 0}
    held = Counter(map(rank, cards_of(seen.facts["hand"])))
    of_rank = 0
    if name is not None:
        many = name if name in RANK_OF else f"{name}{'es' if name == 'six' else 's'}"
        of_rank = held[RANK_OF[many]]
    wild = sum(held[each] for each in seen.game.wild)
    return of_rank >= least[number] and wild >= least[wilds]


def _no_others(seen: Seen) -> Truth:
    return None if seen.rest is None else not seen.rest


def _only_wild(seen: Seen) -> Truth:
    return seen.rest is not None and all(card in seen.game.wild for card in seen.rest)


def _unfinished(seen: Seen, kind: str) -> bool:
    """True if the side has a meld that must be a canasta and is not."""
    natural = [meld for meld in seen.own if not seen.wilds(meld.cards)]
    if kind == "wild":
        return any(meld.of == "W" and not seen.is_canasta(meld) for meld in seen.own)
    if kind == "aces":
        return any(meld.of == "A" and not seen.is_canasta(meld) for meld in natural)
    return any(meld.of == RANK_OF.get(kind) and not seen.is_canasta(meld) for meld in seen.own)


def _must_be(seen: Seen) -> Truth:
    kinds = seen.game["out.finished"]
    return any(_unfinished(seen, kind) for kind in kinds) if isinstance(kinds, list) else False


def _began(seen: Seen, how: str) -> Truth:
    if seen.play.whole:
        return bool(seen.play.top) is (how == "pile")
    return bool(seen.facts["drew"] == how)


def _frozen(seen: Seen) -> Truth:
    """True if a card below the top card freezes the pile; not to be seen if only the top card may."""
    freezes = [rank(card) in seen.game.freezing for card in seen.pile]
    if freezes and freezes[-1] and not any(freezes[:-1]):
        return None
    return any(freezes)


_SENTENCES: tuple[tuple[str, Callable[..., Truth]], ...] = (
    # assumptions
    (r"you hold enough other cards", _enough_cards),
    (
        rf"you hold (?:(an?|two|three) ({_RANK}|{'|'.join(_ONES)}))?(?: with )?(?:(a|two) wild cards?)?",
        _holds,
    ),
    (r"these are all your cards", _no_others),
    (r"you can play all your cards", lambda _: None),
    (rf"your side's ({_RANK}) leave room for these cards", _room),
    (r"these cards complete no canasta", _completes_none),
    (
        r"your side has no unfinished meld of wild cards",
        lambda seen: not _unfinished(seen, "wild"),
    ),
    (
        r"your side has no unfinished meld that must be a canasta",
        lambda seen: not _must_be(seen),
    ),
    # the side
    (rf"your side's ({_RANK}) have no wild cards", lambda seen, of: _wild_in(seen, of, 0, 0)),
    (
        rf"your side's ({_RANK}) have at most (\d) wild cards?",
        lambda seen, of, n: _wild_in(seen, of, 0, int(n)),
    ),
    (
        rf"your side's ({_RANK}) have (\d) wild cards?",
        lambda seen, of, n: bool(seen.of(of)) and _wild_in(seen, of, int(n), int(n)),
    ),
    (r"your side has opened", lambda seen: bool(seen.own)),
    (r"your side has not opened", lambda seen: not seen.own),
    (r"your side( then)? doesn't have the (?:canastas|books) it needs to go out", _lacks),
    (r"your side( then)? has (?:then )?(?:melded )?(.*)", _side_has),
    (r"your side has( then) (.*)", _side_has),
    (
        r"your side's total is below (\S+)",
        lambda seen, most: seen.facts["total"] < _number(most),
    ),
    (
        r"your side's total is (\S+) or more",
        lambda seen, least: seen.facts["total"] >= _number(least),
    ),
    (r"it is deal (\d)", lambda seen, deal: seen.facts["deal"] == int(deal)),
    # the pile
    (r"no card freezes the pile", lambda seen: opposite(_frozen(seen))),
    (r"a card freezes the pile", _frozen),
    (r"the pile has (?:one|1) card", lambda seen: len(seen.pile) == 1),
    (r"the pile has several cards", lambda seen: len(seen.pile) > 1),
    (r"the pile has at least three cards", lambda seen: len(seen.pile) > 2),
    (r"the pile has at most two cards", lambda seen: len(seen.pile) <= 2),
    (r"the pile has at most one card", lambda seen: len(seen.pile) <= 1),
    (r"the pile is empty", lambda seen: not seen.pile),
    (r"the stock has cards left", lambda seen: seen.facts["stock"] > 0),
    (r"the stock is empty", lambda seen: seen.facts["stock"] == 0),
    # the player
    (r"you have picked up your foot", lambda seen: not seen.facts["foot"]),
    (r"you still have a foot", lambda seen: bool(seen.facts["foot"])),
    (r"this is your first turn", lambda seen: bool(seen.facts["first_turn"])),
    (r"this is not your first turn", lambda seen: not seen.facts["first_turn"]),
    (r"you drew from the stock", lambda seen: _began(seen, "stock")),
    (r"you took the pile", lambda seen: _began(seen, "pile")),
    (r"you have no other cards", _no_others),
    (
        r"you have one other card",
        lambda seen: None if seen.rest is None else seen.rest.total() == 1,
    ),
    (r"you hold only wild cards", _only_wild),
    (
        r"you hold only wild cards, and more than one",
        lambda seen: all_of((_only_wild(seen), opposite(_no_others(seen)))),
    ),
    # the others
    (r"your partner still has a foot", lambda seen: bool(seen.facts["partner_foot"])),
    (r"your partner has played from the foot", lambda seen: not seen.facts["partner_foot"]),
    (r"your partner says yes", lambda seen: seen.facts.get("asked")),
    (
        rf"the other side has (no|a) (?:canasta|book) of ({_RANK})",
        lambda seen, no, of: any(map(seen.is_canasta, seen.of(of, "their_melds"))) is (no == "a"),
    ),
    (
        rf"no side has a (?:canasta|book) of ({_RANK})",
        lambda seen, of: not any(map(seen.is_canasta, [*seen.of(of), *seen.of(of, "their_melds")])),
    ),
)


def holds(sentence: str, seen: Seen) -> Truth:
    """Read one sentence on a table."""
    for pattern, answer in _SENTENCES:
        if match := re.fullmatch(pattern, sentence):
            return answer(seen, *match.groups())
    return None


_SUBJECT = (
    r"(?=(?:your|you|the other|no side|the pile|the stock|no card|a card|these|this|it is)\b)"
)


def all_hold(sentences: str, seen: Seen) -> Truth:
    """Read assumptions: sentences in a list."""
    return all_of(
        holds(each, seen) for each in re.split(rf"(?:, and|,| and) {_SUBJECT}", sentences)
    )


def decides(condition: str, seen: Seen) -> Truth:
    """Read a condition: the answer that it gives on a table; ``None`` if it gives none."""
    found = re.fullmatch(
        r"(legal|illegal|you must take the pile|you may pass) if (.*?)(?:; otherwise (.*))?",
        condition,
    )
    if found is None:
        return None
    answer = found[1] in ("legal", "you may pass")
    met = any_of(_all_met(each, seen) for each in found[2].split(", or if "))
    if met is None or (not met and found[3] is None):
        return None
    return answer if met else not answer


def _all_met(says: str, seen: Seen) -> Truth:
    """True if the conditions are met: sentences joined by “and”, or by “or”."""
    if re.search(rf" or {_SUBJECT}", says):
        parts = re.split(rf"(?:, or|,| or) {_SUBJECT}", says)
        return (
            None
            if any(" and " in part for part in parts)
            else any_of(holds(p, seen) for p in parts)
        )
    if re.search(r"\bor (?:has|doesn't|then)", says):
        return None
    return all_hold(says, seen)
