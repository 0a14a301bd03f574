"""The ruleset of a command, from its options, the current game or the default, with its house rules."""

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, TypedDict

import click

from canasta_cli.cli.session import database, open_scorebook
from canasta_cli.errors import CanastaError, NotUnderstood, RulesetError
from canasta_cli.rules import library
from canasta_cli.rules.schema import Ruleset
from canasta_cli.values import NamedTuple
from canasta_cli.words import count_of, listed, quoted

if TYPE_CHECKING:
    from canasta_cli.scorekeeper.scorebook import LoadedGame

    class GameOptions(TypedDict):
        """The values of the options that choose a game and its house rules."""

        house: tuple[str, ...]
        game: str | None

    class RulesetOptions(GameOptions):
        """The values of these options and of ``--rules``."""

        rules: str | None


class RulesetChoice(NamedTuple):
    """A ruleset, and the game that it or the facts are taken from, if any."""

    ruleset: Ruleset
    loaded: "LoadedGame | None" = None

    @property
    def basis(self) -> str:
        """Name the ruleset, and the game and recorded turns that facts come from."""
        turns = self.loaded is not None and self.loaded.game.deal is not None
        return f"{self.origin} and its recorded turns" if turns else self.origin

    @property
    def origin(self) -> str:
        """Name the ruleset, and the game that it comes from."""
        game = f", game {self.loaded.game.name}" if self.loaded else ""
        return self.ruleset.name + " rules" + game


def chosen_ruleset(options: "RulesetOptions") -> RulesetChoice:
    """Return the ruleset that the options name, else the current game's, else the usual one.

    With both a ruleset and a game, the facts of that game are judged under the other ruleset.
    """
    rules, house, game = options["rules"], options["house"], options["game"]
    if rules is not None:
        named = with_house(load_ruleset(rules), house)
        return RulesetChoice(named, None if game is None else _current(game)[0])
    loaded, defaults = _current(game)
    if loaded is not None:
        return RulesetChoice(with_house(loaded.ruleset, house), loaded)
    return RulesetChoice(with_house(usual_ruleset(defaults), house))


def usual_ruleset(defaults: Mapping[str, str]) -> Ruleset:
    """Return the ruleset among the chosen defaults, else classic.

    The error about a chosen one that can't be used says that ``config`` chose it.
    """
    try:
        return load_ruleset(defaults.get("rules", library.DEFAULT))
    except CanastaError as error:
        says = "This ruleset was chosen with config. To drop: canasta config rules --unset"
        error.fix = "\n".join(filter(None, (error.fix, says)))
        raise


def choose_several(
    asked: RulesetChoice, under: str, house: Sequence[str], rules: str | None
) -> list[RulesetChoice]:
    """Return the rulesets that ``--under`` names, with that of ``--rules`` first.

    ``all`` stands for those with the same number of players and packs as the ruleset in question.
    Such rulesets get the facts of the current game; others get none.
    """
    names: Sequence[str] = under.split(",")
    if under == "all":
        names = [
            name for name in library.names() if _comparable(library.ruleset(name), asked.ruleset)
        ]
    elif rules is not None:
        names = [rules, *names]
    once = dict.fromkeys(name.strip() for name in names)
    rulesets = [with_house(load_ruleset(name), house) for name in once]
    different = [each.name for each in rulesets if not _comparable(each, asked.ruleset)]
    if different and asked.loaded is not None and asked.loaded.game.deal is not None:
        have = "has" if len(different) == 1 else "have"
        raise NotUnderstood(
            f"{listed(different)} {have} a different number of players or packs than game "
            f"{asked.loaded.game.name}",
            fix=f"Remove {listed(different)} from --under, or ignore the game with "
            f"-r {asked.ruleset.name}",
        )
    return [
        RulesetChoice(each, None if each.name in different else asked.loaded) for each in rulesets
    ]


def _comparable(one: Ruleset, other: Ruleset) -> bool:
    """True if two rulesets are known to have the same number of players and packs."""

    def given(rules: Ruleset, path: str) -> object:
        return None if path in rules.unknown else rules.value(path)

    return all(given(one, path) == given(other, path) for path in ("seats.players", "deck.packs"))


def _current(game: str | None) -> "tuple[LoadedGame | None, dict[str, str]]":
    """Load the named or current game, if there is one, and otherwise the chosen defaults."""
    from canasta_cli.journal.file import is_there

    if game is None and not is_there(database()):
        return None, {}

    with open_scorebook(snapshot=True) as book:
        if game is None and book.journal.current() is None:
            return None, book.journal.chosen()
        return book.load(game), {}


def load_ruleset(rules: str) -> Ruleset:
    """Load a ruleset by its name, or from a file."""
    if not library.is_file(rules):
        return library.ruleset(rules)
    name = os.path.basename(rules).removesuffix(".toml")
    from canasta_cli.files import read_file
    from canasta_cli.rules.load import load

    return load(read_file(rules), name, library.ruleset)


def with_house(ruleset: Ruleset, house: Sequence[str]) -> Ruleset:
    """Apply house rules to a ruleset, every ``KEY=VALUE`` together."""
    if not house:
        return ruleset
    # Imported here: it takes longer to load than most answers.
    from canasta_cli.rules.load import changed

    typed: dict[str, object] = {}
    for change in house:
        before, equals, value = change.partition("=")
        key = before.strip()
        if library.is_file(key):
            raise NotUnderstood(
                f"“{change}” is a file, not a house rule",
                fix=f'Begin it with extends = "{ruleset.base}", and use it as the ruleset: '
                f"-r {quoted(change)}",
            )
        if not equals:
            raise NotUnderstood(
                f"“{change}” {_why_not(key)}",
                fix="Give KEY=VALUE. Example: --house end.target=7500. "
                f"See the parameters with: canasta rules show {ruleset.base}",
            )
        if key in typed:
            raise NotUnderstood(f"“{key}” is given twice", fix="Give each house rule one value.")
        typed[key] = parse_value(key, value.strip(), ruleset)
    try:
        return changed(ruleset, typed)
    except RulesetError as error:
        raise NotUnderstood(
            "\n".join(
                ("these house rules can't be used:", *(f"  {each}" for each in error.problems))
            ),
            fix=_packs_example(typed, ruleset) + _example(typed, error.problems) + error.fix,
        ) from None


def _packs_example(typed: Mapping[str, object], ruleset: Ruleset) -> str:
    """Return the house rules that are needed together for more packs; empty if no more are given."""
    from canasta_cli.rules.groups import PARAMETERS
    from canasta_cli.show.hand import with_packs

    packs, (_, most) = typed.get("deck.packs"), PARAMETERS["deck.packs"].kind.ends
    if not isinstance(packs, int) or not ruleset.deck.packs < packs <= most:
        return ""

    context = click.get_current_context(silent=True)
    command = "canasta change " if context and context.info_name == "change" else ""
    return f"For {count_of(packs, 'pack')}: {command}{with_packs(ruleset, packs)}\n"


def _example(typed: Iterable[str], problems: Sequence[str]) -> str:
    """Return how the first list or table among wrong house rules is typed, with its quotes for the shell."""
    from canasta_cli.rules.groups import PARAMETERS

    for key in typed:
        if key in PARAMETERS and any(each.startswith(f"{key}: ") for each in problems):
            example = PARAMETERS[key].kind.example
            if example.startswith(("[", "{")):
                return f"Example: --house {quoted(f'{key}={example}')}\n"
    return ""


def _why_not(key: str) -> str:
    """Return what is wrong with a house rule without a value."""
    from canasta_cli.rules.names import NoParameter, parameters

    try:
        parameters(key)
    except NoParameter as error:
        return f"is not a house rule{error.args[0] or '.'}"
    return "has no value"


YES_OR_NO = {"yes": True, "no": False}


def parse_value(key: str, text: str, ruleset: Ruleset) -> object:
    """Parse a value as typed: in TOML, a word, a list without its brackets, ``yes``, ``no`` or ``7,500``."""
    from canasta_cli.rules.groups import PARAMETERS
    from canasta_cli.rules.names import NoParameter, parameters
    from canasta_cli.rules.parameter import FLAG
    from canasta_cli.untrusted import Unreadable, parse_toml

    try:
        path, *_ = parameters(key)
    except NoParameter as error:
        raise NotUnderstood(
            f"there is no parameter “{key}”{error}",
            fix=f"To list them: canasta rules show {ruleset.base}",
        ) from None
    kind = PARAMETERS[path].kind
    if kind.ends and re.fullmatch(r"[0-9]{1,3}(,[0-9]{3}){1,5}", text):
        return int(text.replace(",", ""))
    if kind is FLAG and text.lower() in YES_OR_NO:
        return YES_OR_NO[text.lower()]
    for form in (text, f"[{text}]") if "," in text else (text,):
        try:
            return parse_toml(f"value = {form}")["value"]
        except Unreadable:
            continue
    return text
