"""Complete tables and plays on them, at random, and what an assumption says about such a table.

Everything is text and plain values, as people type them; nothing here knows how an answer is found.
"""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

RANKS = "456789TJQKA"
WILD = "2W"


class Rules(NamedTuple):
    """What a table needs to know of a game: its sizes, the wild cards, the canastas needed to go out."""

    canasta: int
    largest: int | None
    wild_melds: bool
    foot: bool
    most: int
    wild: str = WILD
    needs: tuple[tuple[int, tuple[str, ...]], ...] = ()

    @property
    def natural(self) -> str:
        """The ranks that are never wild."""
        return "".join(rank for rank in RANKS if rank not in self.wild)


class Table(NamedTuple):
    """A play, all facts about the table, and the cards that the play takes from the hand."""

    play: str
    facts: Mapping[str, object]
    played: str
    rules: Rules


def _meld(rng: random.Random, rules: Rules, rank: str) -> str:
    kind = rng.random()
    if kind < 0.4:
        return rank * rng.choice((3, 3, 4, 5))
    if kind < 0.75:
        return rank * rng.choice((2, 3, 4)) + "2" * rng.choice((1, 1, 2, 3))
    naturals = rng.choice((rules.canasta, rules.canasta, rules.canasta - 2))
    return rank * naturals + "2" * (rules.canasta - naturals)


def _melds(rng: random.Random, rules: Rules, ranks: str) -> list[str]:
    """Melds of a side: often of the ranks in question, sometimes canastas of others."""
    if rng.random() < 0.25:
        return []
    chosen = [rank for rank in ranks if rng.random() < 0.5]
    others = [rank for rank in rules.natural if rank not in ranks]
    chosen += rng.sample(others, rng.choice((0, 1, 1, 2, 3)))
    melds = [_meld(rng, rules, rank) for rank in dict.fromkeys(chosen)]
    if rng.random() < 0.4:
        free = [rank for rank in others if rank not in chosen]
        melds += [rank * rules.canasta for rank in rng.sample(free, rng.choice((1, 2)))]
    if rules.wild_melds and rng.random() < 0.2:
        melds.append("2" * rng.choice((3, 4)))
    return melds


def _new_meld(rng: random.Random, rank: str) -> str:
    wilds = rng.choice(("", "", "2", "2", "22", "W2", "222"))
    return rank * rng.choice((1, 2, 2, 3, 3, 4)) + wilds


def _play(rng: random.Random, rules: Rules) -> tuple[str, str, str, str]:
    """A play, the cards it needs from the hand, the top card that it takes, the ranks in question."""
    rank, other = rng.sample(rules.natural, 2)
    kind = rng.choice(("meld", "meld", "take", "take", "discard", "discard", "out", "onto"))
    if kind == "discard":
        card = rng.choice((rank, rank, "A", "7", "2", "W", "3B"))
        return f"discard {card}", card, "", card if card in RANKS else ""
    if kind == "take":
        hand = rng.choice((rank * 2, rank * 2, rank + "2", "2W", ""))
        with_hand = f" with {hand}" if hand else f" onto {rank}"
        return f"take {rank}{with_hand}", hand, rank, rank
    if kind == "onto":
        cards = rng.choice((rank, rank * 2, "2", "22"))
        return f"meld {rank}:{cards}", cards, "", rank
    melds = [_new_meld(rng, rank)] + ([_new_meld(rng, other)] if rng.random() < 0.3 else [])
    cards = "".join(melds)
    play = f"meld {' '.join(melds)}"
    if kind == "out":
        return f"{play} out", cards, "", rank + other
    if rng.random() < 0.3:
        return f"{play} discard {other}", cards + other, "", rank + other
    return play, cards, "", rank + other


def _hand(rng: random.Random, rules: Rules, played: str) -> str:
    rest = rng.random()
    if rest < 0.35:
        return played
    if rest < 0.45:
        return played + "2" * rng.choice((1, 2))
    if rest < 0.55:
        return played + played[:1] * (played[:1] in RANKS and played[:1] != "")
    return played + "".join(rng.choices(rules.natural, k=rng.choice((1, 2, 3, 5, 7))))


def table(rng: random.Random, rules: Rules) -> Table:
    """Return a play on a table of which every fact is known."""
    play, played, top, ranks = _play(rng, rules)
    hand = _hand(rng, rules, played)
    own = _melds(rng, rules, ranks)
    theirs = [each for each in _melds(rng, rules, ranks) if rng.random() < 0.5]
    pile = rng.choices(rules.natural, k=rng.choice((0, 1, 3, 6)))
    pile += ["2"] if rng.random() < 0.15 else []
    facts: dict[str, object] = {
        "hand": hand,
        "melds": " ".join(own) or "none",
        "their_melds": " ".join(theirs) or "none",
        "pile": " ".join([*pile, *top]) or "none",
        "total": rng.choice((-100, 0, 500, 1500, 2800, 4000, 6500)),
        "deal": rng.randint(1, 4),
        "stock": 20,
        "first_turn": not own and rng.random() < 0.3,
        "red_threes": rng.choice((0, 0, 1, 2)),
        "partner_foot": rules.foot and rng.random() < 0.3,
        "foot": rules.foot and rng.random() < 0.3,
    }
    if not top:
        facts["drew"] = "stock"
    return Table(play, facts, played, rules)


def possible(each: Table) -> bool:
    """True if the deck has the cards of a table, and the player has any."""
    facts = each.facts
    if not facts["hand"]:
        return False
    named = "".join(str(facts[name]) for name in ("hand", "melds", "their_melds", "pile"))
    return (
        max(Counter(card for card in named if card in RANKS).values(), default=0) <= each.rules.most
    )


def _weaker(each: Table) -> dict[str, dict[str, object]]:
    """List what can be said instead of a fact: less of it."""
    melds = [] if each.facts["melds"] == "none" else str(each.facts["melds"]).split()
    pile = [] if each.facts["pile"] == "none" else str(each.facts["pile"]).split()
    canastas = sum(len(meld) >= each.rules.canasta for meld in melds)
    return {
        "melds": {"opened": bool(melds), "canastas": canastas},
        "pile": {"pile_size": len(pile)} | ({"top": pile[-1]} if pile else {}),
        "hand": {"shown": each.played} if each.played else {},
    }


def partly(rng: random.Random, each: Table) -> dict[str, object]:
    """Return some of the facts of a table, or less of them."""
    facts = {name: fact for name, fact in each.facts.items() if rng.random() < 0.6}
    for name, less in _weaker(each).items():
        if name not in facts:
            facts |= {other: fact for other, fact in less.items() if rng.random() < 0.5}
    return facts


def with_one_more(each: Table, facts: Mapping[str, object]) -> Iterator[dict[str, object]]:
    """Yield the facts with each other fact of the table, instead of what was said less of it."""
    weaker = _weaker(each)
    for name, fact in each.facts.items():
        if name not in facts:
            less = weaker.get(name, {})
            yield {**{key: known for key, known in facts.items() if key not in less}, name: fact}


def _played_ranks(each: Table) -> set[str]:
    return {card for card in each.play.partition("discard")[0] if card in each.rules.natural}


def holds(assumed: str, each: Table) -> bool:
    """True if a table is as an assumption says: nothing about it is out of the ordinary."""
    if assumed == "hand":
        return _ordinary_hand(each)
    if assumed == "melds":
        return _ordinary_melds(each)
    raise AssertionError(f"nobody knows what “{assumed}” assumes")


def _ordinary_hand(each: Table) -> bool:
    """True if the hand has several natural ranks besides the cards played; none when going out."""
    rest = Counter(str(each.facts["hand"])) - Counter(each.played)
    if "out" in each.play:
        return not rest
    natural = {card for card in rest if card in each.rules.natural}
    return rest.total() > 1 and bool(natural - set(each.played))


def _ordinary_melds(each: Table) -> bool:
    """True if the melds of the ranks played are short and natural, and none is of wild cards alone."""
    melds = [] if each.facts["melds"] == "none" else str(each.facts["melds"]).split()
    for meld in melds:
        ours, wilds = meld[0] in _played_ranks(each), sum(card in each.rules.wild for card in meld)
        if wilds == len(meld) or (ours and (wilds or len(meld) + len(each.played) >= 6)):
            return False
        if "out" in each.play and len(meld) < each.rules.canasta:
            return False
    return True


# What a condition in the headline of an answer says about a table.


def is_so(condition: str, each: Table) -> bool | None:
    """True if a condition is so on a table; ``None`` if that can't be read from its facts alone."""
    for pattern, holds in _CONDITIONS:
        if found := re.fullmatch(pattern, condition):
            return holds(each, *found.groups())
    raise AssertionError(condition)


def _any_so(each: Table, subject: str, conditions: str) -> bool | None:
    """True if one of several conditions about one subject is so."""
    return _any(is_so(f"{subject} {part}", each) for part in re.split(_OR, conditions))


_OR = r", (?:or )?(?=has|lacks|then)| or (?=has|lacks|then)"
_ONES = ["four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"]
_MANY = {
    f"{one}{'es' if one == 'six' else 's'}": card for one, card in zip(_ONES, RANKS, strict=True)
}
_RANK = f"({'|'.join(_MANY)})"


def _any(answers: Iterable[bool | None]) -> bool | None:
    found = list(answers)
    return True if True in found else None if None in found else False


def _all(answers: Iterable[bool | None]) -> bool | None:
    found = list(answers)
    return False if False in found else None if None in found else True


def _side(each: Table, says: str) -> bool | None:
    """True if all of a list is so of the melds of the player's side."""
    parts = re.split(r", but (?=no )|, and |, | and ", says.replace("has ", "", 1))
    return _all(_melds_are_so(part, _own(each), each) for part in parts)


def _own(each: Table, name: str = "melds") -> list[str]:
    return [] if each.facts[name] == "none" else str(each.facts[name]).split()


def _melds_are_so(says: str, melds: list[str], each: Table) -> bool | None:
    if "canastas" in says:
        enough = _enough(each)
        return enough if enough is None else enough is not says.startswith("lacks")
    if says in ("melds", "no melds"):
        return bool(melds) is (says == "melds")
    if found := re.fullmatch(rf"(no |a |)(canasta of |){_RANK}(?: or {_RANK})?", says):
        ranks = [_MANY[many] for many in found.groups()[2:] if many]
        size = each.rules.canasta if found[2] else 1
        return any(meld[0] in ranks and len(meld) >= size for meld in melds) is (found[1] != "no ")
    if found := re.fullmatch(rf"(fewer than |)(\d) natural {_RANK}", says):
        many = any(meld.count(_MANY[found[3]]) >= int(found[2]) for meld in melds)
        return many is not bool(found[1])
    return None


def _enough(each: Table) -> bool | None:
    """True if the side has the canastas that it needs after the play; ``None`` for unusual needs."""
    melds = {meld[0]: meld for meld in _own(each)}
    words = each.play.partition("discard")[0].split()
    laid = [word.removeprefix(word[:2] if word[1:2] == ":" else "") for word in words[1:]]
    for word, cards in zip(words[1:], laid, strict=True):
        if cards not in ("with", "onto", "out"):
            rank = word[0] if words[0] == "meld" else words[1]
            melds[rank] = melds.get(rank, "") + cards
    kinds = Counter(
        "natural" if not wilds else "wild" if wilds == len(meld) else "mixed"
        for meld in melds.values()
        if len(meld) >= each.rules.canasta
        for wilds in (sum(card in each.rules.wild for card in meld),)
    )
    if any(not set(of) <= {"natural", "mixed", "wild"} for _, of in each.rules.needs):
        return None
    return all(
        sum(kinds[kind] for kind in of or kinds) >= number for number, of in each.rules.needs
    )


def _rest(each: Table) -> Counter[str]:
    return Counter(str(each.facts["hand"])) - Counter(each.played)


def _holds(each: Table, kind: str) -> bool | None:
    """True if the cards of the hand besides those played are of a kind."""
    rest = _rest(each)
    natural = {card for card in rest if card in each.rules.natural}
    ranks = {card for card in each.played if card in each.rules.natural}
    if kind == "none":
        return not rest
    if kind == "one":
        return rest.total() == 1
    if kind == "wild":
        return not natural
    # Other natural cards; if they are of the rank played alone, that is another condition.
    return bool(natural - ranks)


_Holds = Callable[..., bool | None]
_CONDITIONS: tuple[tuple[str, _Holds], ...] = (
    (r"(your side) ((?:has|lacks|then has) .*" + f"(?:{_OR})" + ".*)", _any_so),
    (r"(.*) or ((?:you|your|the|it) .*)", lambda t, a, b: _any((is_so(a, t), is_so(b, t)))),
    (r"your side has (not )?opened", lambda t, no: bool(_own(t)) is not bool(no)),
    (r"your side has (enough|no) red threes", lambda _t, _how: None),
    (r"your side (?:then )?((?:has|lacks) .*)", _side),
    (r"your side's total is below (\S+)", lambda t, most: t.facts["total"] < _number(most)),
    (r"your side's total is (\S+) or more", lambda t, least: t.facts["total"] >= _number(least)),
    (r"(no|a) card freezes the pile", lambda t, no: _freezes(t) is (no == "a")),
    (r"the pile has (?:one|1) card", lambda t: len(_own(t, "pile")) == 1),
    (r"the pile has several cards", lambda t: len(_own(t, "pile")) > 1),
    (r"the pile has at least three cards", lambda t: len(_own(t, "pile")) > 2),
    (r"the pile has at most two cards", lambda t: len(_own(t, "pile")) <= 2),
    (r"the pile has at most one card", lambda t: len(_own(t, "pile")) <= 1),
    (r"the pile is empty", lambda t: not _own(t, "pile")),
    (r"you have picked up your foot", lambda t: not t.facts["foot"]),
    (r"you still have a foot", lambda t: bool(t.facts["foot"])),
    (r"this is (not )?your first turn", lambda t, no: t.facts["first_turn"] is not bool(no)),
    (r"your partner still has a foot", lambda t: bool(t.facts["partner_foot"])),
    (r"your partner has played from the foot", lambda t: not t.facts["partner_foot"]),
    (
        rf"the other side has (no|a) canasta of {_RANK}",
        lambda t, no, many: _melds_are_so(f"{no} canasta of {many}", _own(t, "their_melds"), t),
    ),
    (r"it is deal (\d)", lambda t, deal: t.facts["deal"] == int(deal)),
    (r"you have no other cards", lambda t: _holds(t, "none")),
    (r"you have one other card", lambda t: _holds(t, "one")),
    (r"you hold only wild cards", lambda t: _holds(t, "wild")),
    (
        r"you hold only wild cards, and more than one",
        lambda t: _holds(t, "wild") and not _holds(t, "none"),
    ),
    (r"you have other natural cards", lambda t: _holds(t, "natural")),
    (r".*", lambda _t: None),
)


def _number(points: str) -> int:
    return int(points.replace(",", ""))


def _freezes(each: Table) -> bool:
    return any(card in each.rules.wild for card in _own(each, "pile"))
