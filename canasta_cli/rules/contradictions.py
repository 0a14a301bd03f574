"""Contradictions between parameters, which no ruleset may contain: one row for each."""

from collections.abc import Callable, Iterator

from canasta_cli.model.cards import Rank
from canasta_cli.rules.groups_ranks import OF_NATURAL_RANKS, Ranks
from canasta_cli.rules.schema import Ruleset
from canasta_cli.rules.vocabulary import Basis, RankDiscard, WildLock, WildMelds
from canasta_cli.values import NamedTuple
from canasta_cli.words import count_of


class Contradiction(NamedTuple):
    """Parameters that contradict each other; ``path`` is the one to report."""

    path: str
    found: Callable[[Ruleset], bool]
    says: Callable[[Ruleset], str]


def _played(ruleset: Ruleset) -> int:
    return sum(ruleset.seats.sides)


def _kept_by(rank: Rank) -> Callable[[Ruleset], str | None]:
    """Return a function that finds a parameter of natural ranks that a rank still has, if it is wild."""

    def kept(ruleset: Ruleset) -> str | None:
        if rank not in ruleset.wild_ranks:
            return None
        names = [
            name
            for name in OF_NATURAL_RANKS
            if getattr(ruleset.ranks, name)[rank] != Ranks.properties[name].off
        ]
        if ruleset.ranks.discard[rank] in (RankDiscard.OWN, RankDiscard.BOTH):
            names.append("discard")
        return f"ranks.{rank.value}.{names[0]}" if names else None

    return kept


def _wild_and_natural(rank: Rank) -> Contradiction:
    kept = _kept_by(rank)
    return Contradiction(
        f"ranks.{rank.value}.wild",
        lambda rules: kept(rules) is not None,
        lambda rules: (
            f"{rank.many} can't be wild and have a rule of natural cards; leave out {kept(rules)}"
        ),
    )


CONTRADICTIONS: tuple[Contradiction, ...] = (
    Contradiction(
        "ranks.2.wild",
        lambda rules: rules.wild_ranks.wild == (Rank.JOKER,) and not rules.deck.jokers,
        lambda _: (
            "the game has no wild cards: no rank is wild, and the deck has no jokers (deck.jokers)"
        ),
    ),
    Contradiction(
        "ranks.2.wild",
        lambda rules: not rules.wild_ranks.natural,
        lambda _: "at least one rank from four up to ace, or deuces, must not be wild",
    ),
    *(_wild_and_natural(rank) for rank in Rank if f"{rank.value}.wild" in Ranks.params),
    Contradiction(
        "melds.wild_as",
        lambda rules: (
            rules.melds.wild_as is WildMelds.DEUCES and Rank.DEUCE not in rules.wild_ranks
        ),
        lambda _: "deuces can be melded as wild cards only if they are wild (ranks.2.wild)",
    ),
    Contradiction(
        "melds.wild_lock",
        lambda rules: (
            rules.melds.wild_lock is WildLock.DEUCES and Rank.DEUCE not in rules.wild_ranks
        ),
        lambda _: "deuces can be locked as wild cards only if they are wild (ranks.2.wild)",
    ),
    Contradiction(
        "seats.sides",
        lambda rules: _played(rules) != rules.seats.players,
        lambda rules: (
            f"the sides have {count_of(_played(rules), 'player')}, "
            f"but the game has {rules.seats.players} (seats.players)"
        ),
    ),
    Contradiction(
        "seats.sides",
        lambda rules: len(rules.seats.sides) < 2,
        lambda _: "a game needs at least 2 sides",
    ),
    Contradiction(
        "seats.partners",
        lambda rules: rules.seats.alone and rules.seats.sides != (1, 1, 1),
        lambda _: "one player can play alone only if the sides are [1, 1, 1] (seats.sides)",
    ),
    Contradiction(
        "seats.partners",
        lambda rules: (
            rules.seats.sitting_out and max(rules.seats.sides) != min(rules.seats.sides) + 1
        ),
        lambda _: "a player can sit out only if one side has one player more than the other",
    ),
    Contradiction(
        "threes.red",
        lambda rules: len(rules.threes.red) != 2 * rules.deck.packs,
        lambda rules: (
            f"{count_of(rules.deck.packs, 'pack')} (deck.packs) "
            f"{'has' if rules.deck.packs == 1 else 'have'} "
            f"{count_of(2 * rules.deck.packs, 'red three')}, "
            f"so {2 * rules.deck.packs} values are needed, not {len(rules.threes.red)}"
        ),
    ),
    Contradiction(
        "melds.canasta",
        lambda rules: rules.melds.canasta < rules.melds.smallest,
        lambda _: "a canasta can't be smaller than the smallest meld (melds.smallest)",
    ),
    Contradiction(
        "melds.largest",
        lambda rules: rules.melds.largest is not None and rules.melds.largest < rules.melds.canasta,
        lambda _: "the largest meld can't be smaller than a canasta (melds.canasta)",
    ),
    Contradiction(
        "end.target",
        lambda rules: (rules.end.target is None) == (rules.end.deals is None),
        lambda _: "the game needs either a target or a number of deals (end.deals), and not both",
    ),
    Contradiction(
        "melds.wild_lock",
        lambda rules: rules.melds.wild_lock is not WildLock.NONE and not rules.melds.wild_only,
        lambda _: "wild cards can be locked only if they can form melds (melds.wild_only)",
    ),
    Contradiction(
        "opening.tiers",
        lambda rules: (
            rules.opening.basis is Basis.DEAL
            and any(tier.start is not None and tier.start < 2 for tier in rules.opening.tiers)
        ),
        lambda _: (
            "when the minimum goes by deal (opening.basis), the second tier must start at deal 2 or later"
        ),
    ),
)


def contradictions(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """Yield every contradiction in a ruleset: the parameter to report, and the error."""
    for row in CONTRADICTIONS:
        if row.found(ruleset):
            yield row.path, row.says(ruleset)
