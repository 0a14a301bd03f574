"""Find the ways to take the pile that the next player has, as everyone at the table can know."""

from collections.abc import Iterator, Mapping

from canasta_cli.engine.game.card_counts import seen
from canasta_cli.engine.game.position import Position
from canasta_cli.engine.melds import judge_meld, meld_is_legal
from canasta_cli.engine.points import in_packs
from canasta_cli.engine.rule import Finding, Verdict, judge, verdict_of_all
from canasta_cli.engine.turn.case import Play
from canasta_cli.engine.turn.taking import PICKUP, takings
from canasta_cli.engine.view import View
from canasta_cli.model.cards import Card, Cards, Meld, Rank
from canasta_cli.model.turn import Take, Turn
from canasta_cli.rules.schema import Ruleset
from canasta_cli.values import NamedTuple


class Outlook(NamedTuple):
    """The pile before the next player: its top card, and the ways of taking it.

    ``against`` is a finding that refuses the pile, if there is no way.
    """

    top: Card | None
    ways: tuple[Take, ...]
    against: Finding | None


def outlook(position: Position, ruleset: Ruleset) -> Outlook:
    """Ask the rules of the pile about every way of taking it; the hand is at most partly known."""
    facts = position.at_start(ruleset).view()
    top = facts.top
    if top is None:
        return Outlook(None, (), None)
    ways: list[Take] = []
    against: list[Finding] = []
    every: list[tuple[Finding, ...]] = []
    visible = seen(position).by_rank()
    for take in takings(facts, ruleset, ruled_out=True):
        if take.hand and take.onto:
            continue  # tried with the same cards, without naming a meld
        play = Play(Turn((take,)), facts, ruleset)
        verdict = verdict_of_all((judge(play, PICKUP, ruleset), *_melds(play, visible)), ruleset)
        every.append(verdict.refused)
        if not _can_be(take, facts, visible, ruleset):
            continue
        if verdict.legal is False:
            against += verdict.refused
        else:
            ways.append(take)
    return Outlook(top, tuple(ways), None if ways else next(iter(against), _common(every)))


def _melds(play: Play, visible: Mapping[Rank, int]) -> Iterator[Verdict]:
    """Judge each meld with the top card, if more natural cards of the hand can't make it legal."""
    for each in play.placements:
        rank = each.after.rank
        more = 0 if rank is None else in_packs(rank, play.ruleset) - visible.get(rank, 0)
        grown = (
            Meld(each.after.cards + Cards([Card(rank)] * number), each.after.wild_ranks)
            for number in range(1, more + 1)
            if rank is not None
        )
        found = judge_meld(each.after, play.ruleset, going_out=True)
        if found.legal is False and not any(
            meld_is_legal(meld, play.ruleset, going_out=True) for meld in grown
        ):
            yield found


def _common(refused: list[tuple[Finding, ...]]) -> Finding | None:
    """The finding that refuses every way, whatever cards it needs; ``None`` if there is none."""
    rules = [{finding.rule for finding in each} for each in refused]
    return next((f for each in refused for f in each if all(f.rule in r for r in rules)), None)


def _can_be(take: Take, facts: View, visible: Mapping[Rank, int], ruleset: Ruleset) -> bool:
    """True if the player can have the cards for it: cards that everyone sees are elsewhere."""
    own, unseen = facts.held, facts.held.unseen or 0
    missing = {
        rank: number - own.of(rank)
        for rank, number in take.hand.by_rank().items()
        if number > own.of(rank)
    }
    return sum(missing.values()) <= unseen and all(
        number <= in_packs(rank, ruleset) - visible.get(rank, 0) for rank, number in missing.items()
    )
