"""Bring the summary of a game in the journal up to date with its entries."""

from collections.abc import Iterator, Mapping
from json import dumps, loads

from canasta_cli.engine.game.standing import Standing
from canasta_cli.journal.store import Writing
from canasta_cli.journal.summary import (
    HandSummary,
    NextSummary,
    PlayerSummary,
    SealedSummary,
    SideSummary,
    Summary,
)
from canasta_cli.rules.vocabulary import asked
from canasta_cli.scorekeeper.scorebook import LoadedGame


def summarise(writing: Writing, loaded: LoadedGame) -> None:
    """Bring the journal's summary of a game up to date with its entries.

    What is sealed of its finished hands stays as it is.
    """
    writing.summarise(loaded.line.id, summary(loaded))


def summary(loaded: LoadedGame) -> Summary:
    """Return a game's totals and scores, for programs that read the database directly."""
    standing, game, sealed = loaded.standing, loaded.game, loaded.sealed
    since = sealed.hands if sealed else 0
    winner = standing.outcome.winner
    return Summary(
        name=game.name,
        ruleset=loaded.ruleset.name,
        players=", ".join(game.players),
        started=game.date,
        over=standing.outcome.over,
        archived=game.archived,
        winner=None if winner is None else game.sides[winner].name,
        sides=tuple(
            SideSummary(
                place=place,
                side=side.name,
                total=standing.totals[place],
                minimum=asked(standing.minimums[place]),
                to_target=standing.to_target[place] if standing.to_target else None,
            )
            for place, side in enumerate(game.sides)
        ),
        hands=tuple(_hands(standing, since)) if len(standing.hands) > since else (),
        seats=tuple(_seats(standing, sealed)),
        next=next_summary(standing),
        since=since,
    )


def next_summary(standing: Standing) -> NextSummary | None:
    """Return what is shown between two hands, without a title if anything else is shown too.

    ``None`` if the game is over, or was after an earlier hand.
    """
    game, rules = standing.game, standing.ruleset
    if standing.ended_by is not None or standing.outcome.over:
        return None
    unusual = (
        game.archived
        or game.deal is not None
        or game.pending
        or any(tier.canastas for tier in standing.minimums)
    )
    return NextSummary(
        title="" if unusual else rules.title,
        target=rules.end.target,
        hand=len(standing.hands) + 1,
        dealer=standing.dealer,
        sitting_out=standing.sitting_out,
        cards=rules.deal.cards,
    )


def _seats(standing: Standing, sealed: SealedSummary | None) -> Iterator[PlayerSummary]:
    """Yield the figures of each player, in order of play: those that are sealed, and of later hands."""
    # Imported here, since turns and questions need no figures.
    from canasta_cli.engine.game.stats import figures

    players = figures(standing, sealed.hands if sealed else 0).players
    for seat, each in enumerate(players):
        grades = {grade.value: number for grade, number in each.canastas.items()}
        new = PlayerSummary(
            seat,
            each.place,
            each.player,
            each.hands,
            each.points,
            each.out,
            each.concealed,
            each.points_only,
            _as_json(grades),
            None if each.best is None else each.best.points,
            None if each.best is None else each.best.number,
        )
        yield _added(sealed.seats[seat], new) if sealed else new


def _added(before: PlayerSummary, new: PlayerSummary) -> PlayerSummary:
    """Return a player's figures after more hands."""
    grades = loads(before.canastas)
    for grade, number in loads(new.canastas).items():
        grades[grade] = grades.get(grade, 0) + number
    # The first one of equal hands.
    is_best = before.best is None or (new.best is not None and new.best > before.best)
    best = new if is_best else before
    return before._replace(
        hands=before.hands + new.hands,
        points=before.points + new.points,
        went_out=before.went_out + new.went_out,
        concealed=before.concealed + new.concealed,
        points_only=before.points_only + new.points_only,
        canastas=_as_json(grades),
        best=best.best,
        best_hand=best.best_hand,
    )


def _as_json(grades: Mapping[str, int]) -> str:
    return dumps(grades, sort_keys=True, separators=(",", ":"))


def _hands(standing: Standing, since: int) -> Iterator[HandSummary]:
    """Yield the points and the total of each side after each finished hand but the first ones."""
    # Imported here: not needed before the first hand is over.
    from canasta_cli.notation.tally import write_tally

    for played in standing.hands[since:]:
        for place, side in enumerate(standing.game.sides):
            yield HandSummary(
                hand=played.number,
                dealer=played.dealer,
                place=place,
                side=side.name,
                points=played.points[place],
                total=played.after[place],
                tally=write_tally(played.hand.tallies[place]),
                forced=played.hand.by_force,
            )
