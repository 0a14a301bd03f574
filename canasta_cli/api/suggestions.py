"""Suggest what a hand can play, and answer about totals and rules: the same answers as the commands'."""

from collections.abc import Mapping, Sequence
from typing import Unpack

from canasta_cli.api import asking, backend
from canasta_cli.api.backend import Facts, check_agree, read_facts
from canasta_cli.api.errors import FactError, GameError, MissingFact, UndefinedRules, checked
from canasta_cli.api.rulesets import Ruleset, inside
from canasta_cli.rules.names import GROUPS_OF_SUGGESTIONS, undocumented
from canasta_cli.show.minimum import MinimumAnswer, WinnerAnswer, winner_answer
from canasta_cli.show.rulesets import ExplainAnswer, explained
from canasta_cli.show.suggestion import DiscardsAnswer, OpeningsAnswer, WaysAnswer, discards_answer
from canasta_cli.words import count_of


@checked
def suggest_opening(rules: Ruleset, **facts: Unpack[Facts]) -> OpeningsAnswer:
    """Find the ways to open with a ``hand``; the other facts are those of :func:`check`.

    If neither ``minimum`` nor what it depends on is given, the highest one counts. Raises
    :class:`MissingFact` without a hand, and :class:`FactError` if the side has opened.
    """
    view = _view(rules, facts)
    if found := asking.cannot_open(view):
        wrong, fix, missing = found
        raise MissingFact(missing.value, wrong, fix) if missing else FactError(wrong, fix)
    opens = asking.openings_found(view, inside(rules))
    return OpeningsAnswer((opens, asking.every_opening(view, inside(rules))))


@checked
def suggest_out(rules: Ruleset, **facts: Unpack[Facts]) -> WaysAnswer:
    """Find the ways to go out with a ``hand``, best first; facts and errors are the same."""
    view = _view(rules, facts)
    ways = backend.ways_out(view, inside(rules))
    missing = asking.missing_suits(view, inside(rules))
    return WaysAnswer(ways._replace(unknown=(*ways.unknown, *missing)))


@checked
def suggest_discard(rules: Ruleset, **facts: Unpack[Facts]) -> DiscardsAnswer:
    """Find the cards of a ``hand`` that may be discarded; facts and errors are the same."""
    return discards_answer(backend.discards(_view(rules, facts), inside(rules)))


@checked
def minimum(total: int, rules: Ruleset, *, deal: int = 1) -> MinimumAnswer:
    """Return the points that a side needs to open: by its total, in some games by the number of the deal."""
    _check_defined(rules, "opening.basis", "opening.tiers")
    _check_deal(deal, rules, lowest=1)
    tier = backend.minimum(total, deal, inside(rules))
    return MinimumAnswer(tier, ruleset=rules.name, total=total)


@checked
def winner(totals: Sequence[int], rules: Ruleset, *, deal: int = 0) -> WinnerAnswer:
    """Return whether a game is over at the totals of its sides, after ``deal`` deals, and who has won.

    The winner is the number of a side, from 1, as text; ``Game.standing`` has its name.
    """
    _check_defined(rules, "end")
    _check_deal(deal, rules, lowest=0)
    sides = len(inside(rules).seats.sides)
    if len(totals) != sides:
        have = f"{rules.name} has {count_of(sides, 'side')}, not {len(totals)}"
        raise GameError(have, "Give one total for each side.")
    names = [str(number) for number in range(1, sides + 1)]
    return winner_answer(backend.outcome(totals, deal, inside(rules)), names)


@checked
def explain(name: str, rules: Ruleset) -> ExplainAnswer:
    """Explain a rule, a parameter or a scoring item: what holds, the values, and their sources."""
    return explained(backend.entry(name), inside(rules), (inside(rules),))


def _view(rules: Ruleset, facts: Mapping[str, object]) -> backend.Asked:
    """Return the table as the facts give it, with a hand."""
    _check_defined(rules, *GROUPS_OF_SUGGESTIONS)
    given = read_facts(facts)
    view = asking.view_of(given)
    check_agree(asking.conflicts(given, view, inside(rules)))
    if view.hand is None:
        raise MissingFact("hand", "the hand is missing", "Give all of its cards.")
    return view


def _check_deal(deal: int, rules: Ruleset, *, lowest: int) -> None:
    """Check that a game has a deal of this number, or can have had this number of deals."""
    last = inside(rules).end.deals
    too_low = f"deal must be at least {lowest}, not {deal}" if deal < lowest else ""
    if wrong := too_low or backend.beyond_last(deal, inside(rules)):
        numbers = f"from {lowest} up" if last is None else f"from {lowest} to {last}"
        raise FactError(wrong, f"Give a number {numbers}.")


def _check_defined(rules: Ruleset, *groups: str) -> None:
    if undefined := undocumented(inside(rules), *groups):
        raise UndefinedRules(rules.name, undefined)
