"""Find why several rulesets answer one question differently."""

from typing import NamedTuple

from canasta_cli.engine.plays.referee import Ruling

# The parameters that decide if going out is concealed, and its pay.
PAID = ("out.concealed_lay_off", "out.concealed_pile", "out.concealed", "out.bonus")


class Divide(NamedTuple):
    """The first rule whose findings differ, and its parameter that differs.

    ``rule`` is ``None`` if all allow the play and only the pay for going out differs.
    """

    rule: str | None
    parameter: str | None


def compare(rulings: tuple[Ruling, ...]) -> Divide | None:
    """Find the rule and parameter on which the rulesets disagree; ``None`` if they agree."""
    verdicts = [ruling.verdict for ruling in rulings]
    if len({verdict.legal for verdict in verdicts}) > 1:
        refused = [{finding.rule for finding in verdict.refused} for verdict in verdicts]
        reads = {f.rule: f.reads for verdict in verdicts for f in verdict.findings}
        divides = (rule for rule in reads if len({rule in rules for rules in refused}) > 1)
        rule = next(divides, None)
        return None if rule is None else Divide(rule, _parameter(reads[rule], rulings))
    if len({ruling.bonus for ruling in rulings}) > 1 and False not in {v.legal for v in verdicts}:
        return Divide(None, _parameter(PAID, rulings))
    return None


def _parameter(paths: tuple[str, ...], rulings: tuple[Ruling, ...]) -> str | None:
    """The first of the parameters for which the rulesets have different values."""
    for path in paths:
        if len({ruling.verdict.ruleset.value(path) for ruling in rulings}) > 1:
            return path
    return None
