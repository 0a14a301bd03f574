"""One player alone against the others, who become partners as a hand is played."""

from canasta_cli.engine.melds.grading import merged
from canasta_cli.engine.plays.play import Play
from canasta_cli.engine.table.position import How, Position
from canasta_cli.rules.schema import Ruleset


def parted(now: Position, play: Play, me: int, ruleset: Ruleset) -> Position:
    """The table after a turn that shows who is alone, where somebody is: the others pool their melds.

    Alone is who takes the pile first, or who goes out if nobody has taken it.
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
