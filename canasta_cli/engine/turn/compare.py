"""Find why several rulesets answer one question differently."""

from canasta_cli.engine.turn.judge import Ruling
from canasta_cli.rules.schema import whole
from canasta_cli.values import NamedTuple

# The parameters that decide if going out is concealed, and what it pays.
CONCEALED = ("out.concealed_lay_off", "out.concealed_pile")
BONUS = "out.bonus"
PAID = (*CONCEALED, "out.concealed", BONUS)


class Divide(NamedTuple):
    """A rule whose findings differ, and its parameter that tells the rulesets apart.

    ``refused`` names the rulesets under which the rule refuses the play, ``allowed`` the others.
    ``rule`` is ``None`` if they allow the play and only the pay for going out differs.
    """

    rule: str | None
    parameter: str | None
    refused: tuple[str, ...] = ()
    allowed: tuple[str, ...] = ()


def compare(rulings: tuple[Ruling, ...]) -> tuple[Divide, ...]:
    """List every rule on which the rulesets disagree, in the order of the findings."""
    return (*_rules(rulings), *_pay(rulings))


def _rules(rulings: tuple[Ruling, ...]) -> tuple[Divide, ...]:
    verdicts = [ruling.verdict for ruling in rulings]
    if len({verdict.legal for verdict in verdicts}) < 2:
        return ()
    findings = [finding for verdict in verdicts for finding in verdict.refused]
    reads = {finding.rule: finding.reads for finding in findings}
    against = [{finding.rule for finding in verdict.refused} for verdict in verdicts]
    found = []
    for rule, every in reads.items():
        # Other parameters may differ as well, and decide nothing here.
        decided = {whole(name) for each in findings if each.rule == rule for name in each.rests_on}
        paths = tuple(path for path in every if path in decided)
        judged = list(zip(rulings, against, strict=True))
        refused = [ruling for ruling, rules in judged if rule in rules]
        allowed = [ruling for ruling, rules in judged if rule not in rules]
        path = _parting(paths, refused, allowed) or _differing(paths, rulings)
        found.append(Divide(rule, path, _names(refused), _names(allowed)))
    return tuple(found)


def _pay(rulings: tuple[Ruling, ...]) -> tuple[Divide, ...]:
    """Name the difference in pay among the rulesets that allow the play, if there is one."""
    allowed = tuple(ruling for ruling in rulings if ruling.verdict.legal is not False)
    if len({ruling.bonuses for ruling in allowed}) < 2:
        return ()
    return (Divide(None, _differing(_paying(allowed), allowed), (), _names(allowed)),)


def _paying(rulings: tuple[Ruling, ...]) -> tuple[str, ...]:
    """List the parameters that can make the pay for a play different."""
    if any(ruling.special for ruling in rulings):
        return ("special.hands",)
    hidden = {ruling.concealed for ruling in rulings}
    if hidden == {False}:
        return (BONUS,)
    return PAID if len(hidden) > 1 else PAID[len(CONCEALED) :]


def _names(rulings: list[Ruling] | tuple[Ruling, ...]) -> tuple[str, ...]:
    return tuple(ruling.verdict.ruleset.name for ruling in rulings)


def _parting(paths: tuple[str, ...], one: list[Ruling], other: list[Ruling]) -> str | None:
    """The first of the parameters that has no value in both groups of rulesets."""
    apart = (path for path in paths if _values(path, one).isdisjoint(_values(path, other)))
    return next(apart, None)


def _differing(paths: tuple[str, ...], rulings: tuple[Ruling, ...]) -> str | None:
    """The first of the parameters for which the rulesets have different values."""
    return next((path for path in paths if len(_values(path, rulings)) > 1), None)


def _values(path: str, rulings: list[Ruling] | tuple[Ruling, ...]) -> set[object]:
    return {ruling.verdict.ruleset.value(path) for ruling in rulings}
