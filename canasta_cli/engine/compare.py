"""What makes the difference where several rulesets answer one question differently."""

from typing import NamedTuple

from canasta_cli.engine.rule import Verdict


class Difference(NamedTuple):
    """The first rule whose findings differ, and the parameter of it that does."""

    rule: str
    parameter: str | None


def compare(verdicts: tuple[Verdict, ...]) -> Difference | None:
    """The rule, and its parameter, that divides the rulesets; ``None`` if they agree."""
    if len({verdict.legal for verdict in verdicts}) <= 1:
        return None
    refused = [{finding.rule for finding in verdict.refused} for verdict in verdicts]
    reads = {f.rule: f.reads for verdict in verdicts for f in verdict.findings}
    for rule, paths in reads.items():
        if len({rule in rules for rules in refused}) > 1:
            differing = [
                path for path in paths if len({v.ruleset.value(path) for v in verdicts}) > 1
            ]
            return Difference(rule, differing[0] if differing else None)
    return None
