"""Games in which one player plays alone and the others become partners during the hand."""

from canasta_cli.engine.game.position import How, Position
from canasta_cli.engine.melds.canastas import merged
from canasta_cli.engine.turn.case import Play
from canasta_cli.rules.schema import Ruleset


def parted(now: Position, play: Play, me: int, ruleset: Ruleset) -> Position:
    """Return the table after a turn; if it decides who plays alone, the others pool their melds.

    The first player to take the pile plays alone, or the one who goes out if nobody has taken it.
    """
    if not ruleset.seats.alone or now.alone is not None:
        return now
    out = now.ending is not None and now.ending.how is How.OUT
    if play.take is None and not out:
        return now
    others = [team for at, team in enumerate(now.teams) if at != me]
    team = min(others)
    melds = list(now.melds)
    for other in sorted(others)[1:]:
        melds[team] = merged((*melds[team], *melds[other]), ruleset)
        melds[other] = ()
    teams = tuple(mine if at == me else team for at, mine in enumerate(now.teams))
    return now._replace(alone=me, teams=teams, melds=tuple(melds))
