"""The house rules of a command: what is given with ``--house``, applied to a ruleset."""

from collections.abc import Sequence

from canasta_cli.errors import NotUnderstood, RulesetError
from canasta_cli.rules.declared import PARAMETERS
from canasta_cli.rules.library import is_file
from canasta_cli.rules.load import HEADERS, changed, house_table
from canasta_cli.rules.names import NoParameter, parameters
from canasta_cli.rules.schema import Ruleset
from canasta_cli.untrusted import Unreadable, parse_toml


def apply_house_rules(ruleset: Ruleset, house: Sequence[str]) -> Ruleset:
    """Apply house rules to a ruleset: first the files, then every ``KEY=VALUE`` together."""
    typed: dict[str, object] = {}
    for change in house:
        key, equals, value = change.partition("=")
        if equals and not is_file(key):
            if key.strip() in typed:
                raise NotUnderstood(
                    f"“{key.strip()}” is given twice", fix="Give each house rule one value."
                )
            typed[key.strip()] = parse_value(key.strip(), value.strip(), ruleset)
        elif is_file(change):
            ruleset = _with_file(ruleset, change)
        else:
            raise NotUnderstood(
                f"“{change}” {_why_not(key.strip())}",
                fix="Give KEY=VALUE or a file. Example: --house end.target=7500. "
                f"See the parameters with: canasta rules show {ruleset.base}",
            )
    try:
        return changed(ruleset, typed) if typed else ruleset
    except RulesetError as error:
        raise NotUnderstood(
            "\n".join(
                ("these house rules can't be used:", *(f"  {each}" for each in error.problems))
            ),
            fix=error.fix,
        ) from None


def _with_file(ruleset: Ruleset, file: str) -> Ruleset:
    from canasta_cli.files import read_file

    text = read_file(file)
    try:
        return changed(ruleset, _only_parameters(house_table(text, file)), text)
    except RulesetError as error:
        problem = f"the house rules in {file} can't be used:"
        raise RulesetError(problem, error.problems, fix=error.fix) from None


def _why_not(key: str) -> str:
    """Return what is wrong with a house rule without a value."""
    try:
        parameters(key)
    except NoParameter as error:
        return f"is not a house rule{error.args[0] or '.'}"
    return "has no value"


def _only_parameters(loaded: dict[str, object]) -> dict[str, object]:
    """Drop the headers and sources: a file of house rules may be a whole ruleset file."""
    return {key: value for key, value in loaded.items() if key not in HEADERS}


def parse_value(key: str, text: str, ruleset: Ruleset) -> object:
    """Parse a value as typed: in the words in which it is shown, as TOML, or as a list without its brackets."""
    try:
        path, *_ = parameters(key)
    except NoParameter as error:
        raise NotUnderstood(
            f"there is no parameter “{key}”{error}",
            fix=f"To list them: canasta rules show {ruleset.base}",
        ) from None
    data = PARAMETERS[path].kind.data_of(text)
    if data is not text:
        return data
    for form in (text, f"[{text}]") if "," in text else (text,):
        try:
            return parse_toml(f"value = {form}")["value"]
        except Unreadable:
            continue
    return text
