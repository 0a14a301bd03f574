"""Report the error that ended a command: the exit status, and the message as text or JSON.

Loaded only when something went wrong.
"""

import ast
import os
import platform
import re
import sys
import tempfile
import traceback
from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise
from typing import TYPE_CHECKING

import click

from canasta_cli import __version__
from canasta_cli.cli.session import current_session, flush_or_silence, open_scorebook, silence, warn
from canasta_cli.errors import (
    BUG,
    INTERRUPTED,
    AnswerLost,
    AnswerUnwritten,
    CanastaError,
    NotationError,
    NotUnderstood,
    Refused,
    UnusableData,
)
from canasta_cli.notation.cards import cards_or_none
from canasta_cli.show.layout import (
    Text,
    fitted,
    inert,
    json_line,
    narrow_columns,
    plain,
    screen,
    width,
)
from canasta_cli.words import MOST_DIGITS, abridged, closest, did_you_mean, either, quoted

if TYPE_CHECKING:
    from canasta_cli.cli.session import Session


def report_error(error: BaseException, arguments: list[str], session: "Session") -> int:
    """Write the message for the error that ended a command, and return the exit status.

    If the command has recorded anything, a retry would record it twice, so the status is that of a
    lost answer for every error except an interrupt.
    """
    if isinstance(error, CanastaError):
        error.fix = session.addressed(error.fix)
    try:
        if isinstance(error, click.ClickException):
            error = from_click(error, arguments)
        if isinstance(error, NotUnderstood):
            error = _meant(error, arguments, session.program)
        if isinstance(error, SystemExit) and error.code != 1:
            return int(error.code or 0)
        if isinstance(error, BrokenPipeError | SystemExit):
            # The libraries exit with 1 if the reader closed the pipe, which is not an error.
            silence(sys.stdout)
            return 0
        if isinstance(error, OSError) and error.filename is None:
            # The error of a stream. Python would report it again at exit.
            silence(sys.stdout)
            lost = AnswerUnwritten(f"can't write the answer: {error.strerror or error}")
            return _report(lost, arguments, session)
        return _report(error, arguments, session)
    finally:
        flush_or_silence()


def _report(error: BaseException, arguments: list[str], session: "Session") -> int:
    recorded = session.recorded
    interrupted = isinstance(error, click.Abort | KeyboardInterrupt)
    known = isinstance(error, CanastaError)
    if interrupted and error.__cause__ is None:
        warn("\n")  # otherwise click has ended the line
    if recorded:
        if not isinstance(error, AnswerLost):
            error = AnswerLost(f"{recorded[-1]}; the answer could not be written")
        _print_error(error, arguments)
    elif isinstance(error, CanastaError):
        return _print_error(error, arguments)
    if interrupted:
        return INTERRUPTED
    if isinstance(error, MemoryError) and not recorded:
        return _print_error(Refused("there is not enough memory for this"), arguments)
    if not known:
        damaged = _damage(session.opened)
        if not damaged:
            warn(report_bug(arguments))
        elif _print_error(damaged, arguments) and not recorded:
            return damaged.status
    return AnswerLost.status if recorded else BUG


def _print_error(error: CanastaError, arguments: list[str]) -> int:
    warn(format_error(error, as_json="--json" in arguments))
    return error.status


# Words that people write after an option that has no value.
_VALUES = ("yes", "no", "maybe", "true", "false", "unknown")


def _meant(
    error: NotUnderstood, arguments: Sequence[str], program: click.Command | None
) -> NotUnderstood:
    """Return an error about a word that stands for something else at its place.

    It is help, the value of a flag, or an option without its hyphens.
    """
    if arguments[-1:] == ["help"] and not any(each.startswith("-") for each in arguments):
        return NotUnderstood(
            error.message, fix=f"Did you mean canasta {' '.join(arguments[:-1])} --help?"
        )
    for option, word in pairwise(arguments):
        is_read = isinstance(error, NotationError) and word == error.token
        if is_read and word in _VALUES and option.startswith("--"):
            return NotUnderstood(
                f"{option} has no value, so that “{word}” can't follow it",
                fix=f"Leave it out if you don't know. Example: {option}",
            )
    return _option_meant(error, arguments, _context_of(arguments, program)) if program else error


def _option_meant(
    error: NotUnderstood, arguments: Sequence[str], context: click.Context
) -> NotUnderstood:
    """Return an error, with the option that the word it is about is without hyphens."""
    names = {name for each in context.command.params for name in _names(each)}
    if isinstance(error, NotationError):
        places = re.finditer(r"[^\s,]*[^\s,.;]", error.text)
        place = next((each for each in places if each.end() > error.start), None)
        if place and re.match(r"\s+card\b", error.text[place.end() :]):  # the top card
            return error
        if place and (name := f"--{place[0].lower()}") in names:
            error.start, error.end = place.span()
            error.expected, error.example = f"“{place[0]}” is an option: write {name}", name
            error.fix = f"{error.expected}."
        return error
    # What follows an option is its value.
    typed = [word for option, word in pairwise(("", *arguments)) if not option.startswith("-")]
    for word in (each.strip(",.;") for each in " ".join(typed).split()):
        if f"--{word.lower()}" in names and re.search(rf"“{word}[” ]", error.message):
            error.fix = f"“{word}” is an option: write --{word.lower()}."
    return error


def _context_of(arguments: Sequence[str], program: click.Command) -> click.Context:
    """Return the context of the command that a line names."""
    context = click.Context(program, info_name=program.name)
    for word in arguments:
        group = context.command
        command = group.get_command(context, word) if isinstance(group, click.Group) else None
        if command is None:
            break
        context = click.Context(command, context, info_name=command.name)
    return context


def _damage(opened: list[str]) -> UnusableData | None:
    """Blame an unexpected error on the database that was open if it is damaged, and only then.

    A database can be changed outside the program in more ways than the program can foresee.
    """
    if not opened:
        return None
    from canasta_cli.journal.schema import DOCTOR
    from canasta_cli.scorekeeper.health import examine

    file = opened[-1]
    with suppress(Exception), open_scorebook(file, examine=True) as book:
        if not examine(book, file).faults:
            return None
    # So is one that can't even be examined.
    return UnusableData(f"{file} is damaged", fix=DOCTOR)


def report_bug(arguments: list[str]) -> str:
    """Write the details of a bug to a log file, and return the one line to print."""
    file = write_bug_log(arguments)
    details = f"; the details are in {file}" if file else f": {sys.exc_info()[1]!r}"
    return f"canasta: this is a bug in canasta{details}\n"


def write_bug_log(arguments: list[str]) -> str:
    """Write the error being handled to a new log file; return its path, or "" if that failed."""
    text = (
        f"canasta {__version__}, Python {platform.python_version()}, {platform.platform()}\n"
        f"arguments: {arguments!r}\n{traceback.format_exc()}"
    )
    try:
        number, file = tempfile.mkstemp(prefix="canasta-", suffix=".log", text=True)
        with os.fdopen(number, "w", encoding="utf-8", errors="backslashreplace") as log:
            log.write(text)
    except OSError:
        return ""
    return file


# The message of an error.

EXCERPT = 70
# What is longer between quotation marks is shown by its two ends.
LONGEST_QUOTE = 200
_LONG = re.compile(rf"“[^”]{{{LONGEST_QUOTE},}}”")


def format_error(error: CanastaError, *, as_json: bool) -> str:
    """Format an error for standard error."""
    if as_json:
        return json_line(error.facts(), sys.stderr)
    first, *more = _LONG.sub(
        lambda found: abridged(found[0], LONGEST_QUOTE), error.message
    ).splitlines() or [""]
    lines = _filled([f"canasta: {first}", *more])
    if isinstance(error, NotationError):
        lines += _excerpt(error, min(EXCERPT, (narrow_columns(sys.stderr) or EXCERPT + 2) - 2))
    lines += _filled(error.fix.splitlines())
    return "".join(f"{line}\n" for line in lines)


def report_errors(errors: Sequence[CanastaError]) -> None:
    """Report errors on standard error, next to an answer about everything else."""
    for error in errors:
        warn(format_error(error, as_json=current_session().as_json))


def format_warning(*lines: str) -> str:
    """Format lines for standard error that are not errors."""
    return "".join(f"{line}\n" for line in _filled(lines))


def _filled(lines: Sequence[str]) -> list[str]:
    """Return inert lines, wrapped at the columns of the terminal that shows them, if it is one."""
    found = screen(sys.stderr) if sys.stderr.isatty() else None
    columns = narrow_columns(sys.stderr) or (found[0] if found else 0)
    if not columns:
        return [inert(line) for line in lines]
    return [*plain(fitted(tuple(map(Text, lines)), columns))]


def _excerpt(error: NotationError, longest: int) -> list[str]:
    """Return the line as typed, shortened to ``longest``, and a line that marks the token."""
    start = max(0, error.start - longest // 2)
    before = inert(error.text[start : error.start])
    shown = inert(error.text[start : start + longest])
    marked = inert(error.text[error.start : max(error.end, error.start + 1)])
    space = max(longest - width(before), 1)
    return [f"  {shown}", f"  {' ' * width(before)}{'^' * max(1, min(width(marked), space))}"]


def from_click(error: click.ClickException, arguments: Sequence[str] = ()) -> CanastaError:
    """Turn a usage error of click into an error whose fix is an example and the command's help.

    ``arguments`` are those of the program: one may begin with a minus sign without being an option.
    """
    context = getattr(error, "ctx", None)
    option = error.option_name if isinstance(error, click.NoSuchOption) and context else ""
    word = next((each for each in arguments if option and each.startswith(option)), option)
    mistyped = [each for each in arguments if context and f"-{each}" in _all_names(context)]
    if mistyped and option:  # -hand was read as -h and -a
        option = word = mistyped[0]
    elif option not in _SHORT_OPTIONS:  # -dealer was read as -d
        option = word.partition("=")[0]
    command = context.command_path if context else "canasta"
    unknown = option and context and _unknown_option(option, context)
    message = unknown or _usage_message(error, context)
    is_meant = "Did you mean" in message  # which is example enough
    example = _example(_option_of(error, context), context) if context and not is_meant else ""
    extra = _EXTRA.match(error.format_message())
    if extra and context:
        # The command alone is no example of what to write instead.
        bare = example == f"Example: {command}\n"
        example = f"{_for_extra(extra['value'], context)}{'' if bare else example}"
    if option and context and not is_meant:
        if (
            word[1:2] not in ("", "-")
            and word not in _SHORT_OPTIONS
            and _ANY_TEXT & {each.name for each in context.command.params}
        ):
            message = f"“{word}” begins with a minus sign, as options do"
            example = "If it is not an option, write -- in front of it, after all options.\n"
        else:
            option = "--game" if option == "-g" else option
            of_command = _INSTEAD.get((context.info_name or "", option))
            example = of_command or _INSTEAD.get(("", option)) or example
    return NotUnderstood(
        f"{message[:1].lower() if message[1:2].islower() else message[:1]}{message[1:]}",
        fix=f"{example}See the help: {command} --help",
    )


def _usage_message(error: click.ClickException, context: click.Context | None) -> str:
    """Format a usage error in plain words; the library's sentence if it is of an unknown kind."""
    message = error.format_message()
    if isinstance(error, click.MissingParameter) and error.param:
        are = error.param.name in ("cards", "melded", "players")
        message = f"{_subject(error.param)} {'are' if are else 'is'} missing"
    elif isinstance(error, click.BadParameter) and error.param:
        message = _bad_value(error, error.param) or message
    elif isinstance(error, click.BadOptionUsage):
        takes = "takes no value" if "does not take" in message else "needs a value"
        message = f"{error.option_name} {takes}"
    elif isinstance(error, click.exceptions.NoArgsIsHelpError) and context:
        message = f"“{context.command_path}” needs a command after it"
    elif isinstance(error, click.exceptions.NoSuchCommand) and context:
        message = _unknown_command(error.command_name, context)
    elif extra := _EXTRA.match(message):
        message = f"I don't understand “{extra['value']}” here"
    return " ".join(message.split())


def _for_extra(value: str, context: click.Context) -> str:
    """Return how a value that a command doesn't take could be meant: as a file, cards in hand, or a game."""
    names = {each.name for each in context.command.params}
    arguments = [each.name for each in context.command.params if isinstance(each, click.Argument)]
    if "player" in arguments:
        usage = " ".join(context.command.collect_usage_pieces(context)[-len(arguments) :])
        return f"Write only the names: {context.command_path} {usage}\n"
    if "output" in names and "." in value:
        return f"If it is a file: {context.command_path} -o {quoted(value)}\n"
    for option in ("hand", "upcard"):
        if option in names and cards_or_none(value):
            return f"If it is the {option}: {context.command_path} --{option} {quoted(value)}\n"
    if context.info_name == "penalty":
        return "To keep the reason, afterwards: canasta note TEXT\n"
    return (
        f"If it is a game: {context.command_path} -g {quoted(value)}\n" if "game" in names else ""
    )


_EXTRA = re.compile(r"Got unexpected extra arguments? \((?P<value>.*)\)", re.DOTALL)


OTHER_WORDS = {
    "correct": "amend",
    "edit": "amend",
    "fix": "amend",
    "print": "export",
}
"""Words that people type for a command with another name."""


def _unknown_command(word: str, context: click.Context) -> str:
    """Name a command that does not exist, and the nearest one; click does not know those of a lazy group."""
    group = context.command
    assert isinstance(group, click.Group)  # noqa: S101 - only groups have commands
    names = group.list_commands(context)
    inner = {name: group.get_command(context, name) for name in names}
    within = [
        f" Did you mean “{name} {word}”?"
        for name, each in inner.items()
        if isinstance(each, click.Group) and word in each.list_commands(context)
    ]
    options = {
        name for each in inner.values() if each for param in each.params for name in _names(param)
    }
    if f"--{word}" in options and context.parent:
        within = [f" --{word} is an option; write it after {either(names)}."]
    found, root = OTHER_WORDS.get(word.lower(), word), context.find_root()
    assert isinstance(root.command, click.Group)  # noqa: S101 - the program is one
    if found in root.command.list_commands(root):
        alone = f" It is a command by itself: canasta {found}"
        within = [alone if context.parent else f" Did you mean “{found}”?"]
    meant = within[0] if within else did_you_mean(word, names, short=True)
    others = f" Write {either(names)}." if context.parent else " For a dispute: canasta check"
    return f"there is no command “{word}”.{meant or others}"


def _names(parameter: click.Parameter) -> list[str]:
    return [*parameter.opts, *parameter.secondary_opts]


def _all_names(context: click.Context) -> set[str]:
    return {name for each in context.command.get_params(context) for name in _names(each)}


# What makes an option the opposite of another one: --not-frozen, --unopened.
_DENIED = re.compile(r"-+(?:not?-?|un)")


def _unknown_option(word: str, context: click.Context) -> str:
    """Name an option that does not exist, and the nearest long one, but never its opposite."""
    if word[1:].isdecimal():
        return f"“{word}” is a negative number, which makes no sense here"
    roots = {
        _DENIED.sub("", name).lstrip("-"): name
        for option in context.command.get_params(context)
        for name in _names(option)
        if name.startswith("--") and bool(_DENIED.match(name)) == bool(_DENIED.match(word))
    }
    root = _DENIED.sub("", word).lstrip("-")
    begun = [each for each in roots if each.startswith(root)]
    nearest = closest(root, begun or roots, short=not begun)
    return f"no such option {word}.{f' Did you mean “{roots[nearest[0]]}”?' if nearest else ''}"


# Short options of some commands, which are meant as such in others too.
_SHORT_OPTIONS = {"-a", "-g", "-n", "-o", "-r", "-y"}
_NAMED = "Name the game without an option. Example: canasta {} friday\n"
_ONE_GAME = "To see one game: canasta score -g friday\n"
# What does the same as an option that only other commands have: of a command, or ("") of any.
_INSTEAD = {
    (
        "import",
        "--side",
    ): "Name the players in the table itself. Example: date,Ann & Cat,Bob & Dan\n",
    ("amend", "--points"): "Example: canasta amend 2 score:1300 score:310\n",
    ("delete", "--game"): _NAMED.format("delete"),
    ("use", "--game"): _NAMED.format("use"),
    ("games", "--game"): _ONE_GAME,
    ("stats", "--game"): _ONE_GAME,
    ("", "--date"): "To change the day of a game: canasta rename --date DAY\n",
    ("", "--side"): "To rename a side: canasta players rename OLD NEW\n",
}


# Arguments that may begin with a minus sign: names of people and games, texts and files.
_ANY_TEXT = {"file", "files", "hands", "name", "player", "players", "substitute", "text", "value"}


# The subject of the sentence about a missing argument, if it is not the name of its parameter.
SUBJECTS = {
    "clauses": "the turn",
    "file": "the file name",
    "files": "the file name",
    "melded": "the melds",
    "number": "the hand number",
    "one": "the ruleset",
    "other": "the second ruleset",
    "steps": "the number of entries",
    "tallies": "the correction",
    "totals": "the total",
    "what": "the penalty",
}


def _subject(parameter: click.Parameter) -> str:
    if isinstance(parameter, click.Option):
        return parameter.opts[-1]
    return SUBJECTS.get(parameter.name or "", f"the {parameter.name}")


_WRONG = re.compile(r"(?P<value>'.*'|\".*\") is not (?:a valid|one of)", re.DOTALL)
_TOO_SMALL = re.compile(r"(?P<value>.*) is not in the range x>=(?P<least>.*)\.")


def _bad_value(error: click.BadParameter, parameter: click.Parameter) -> str:
    """Format a value of the wrong kind; empty if the library's sentence has an unknown form."""
    if found := _TOO_SMALL.match(error.message):
        return f"{_subject(parameter)} must be at least {found['least']}, not {found['value']}"
    found = _WRONG.match(error.message)
    if not found:
        return ""
    wanted, value = parameter.type, ast.literal_eval(found["value"])
    kind = either(wanted.choices) if isinstance(wanted, click.Choice) else "a whole number"
    if value.isdecimal() and len(value) > MOST_DIGITS:
        kind = f"a number of at most {MOST_DIGITS} digits"
    return f"{_subject(parameter)} must be {kind}, not “{value}”"


def _example(option: click.Option | None, context: click.Context) -> str:
    """Return a line with a use of the command, best of an option."""
    from canasta_cli.cli.manual import parse_docstring

    path = context.command_path
    lines = [line for each in parse_docstring(context.command).examples for line in each.lines]
    if option is None:
        # Some first examples have no argument.
        fitting = [each for each in lines if each.startswith(f"{path} ")]
        fitting = [each for each in fitting if each[len(path) + 1] != "-"] or lines
    else:
        names = {*_names(option)}
        fitting = [each for each in lines if names & set(each.split())]
        fitting = fitting or [_used(option)]
    return f"Example: {fitting[0]}\n"


def _option_of(error: click.ClickException, context: click.Context) -> click.Option | None:
    """Return the option that an error is about, if it is one of the command's."""
    name = getattr(error, "option_name", "")
    parameter = getattr(error, "param", None) or next(
        (each for each in context.command.get_params(context) if name in each.opts), None
    )
    return parameter if isinstance(parameter, click.Option) else None


# A value of the kind that the help of an option names.
_SAMPLES = {
    "N": "5",
    "NAME": "friday",
    "PLAYER": "Ann",
    "CARD": "9",
    "CARDS": "KK7",
    "MELDS": "KKKK",
    "DATE": "2026-01-31",
    "FILE": "games.db",
    "NAME|FILE": "samba",
    "KEY=VALUE": "melds.black_threes=never",
}


def _used(option: click.Option) -> str:
    """Format an option with a value that it takes."""
    name = option.opts[-1]
    if option.is_flag:
        return name
    if isinstance(option.type, click.Choice):
        return f"{name} {option.type.choices[0]}"
    kind = "N" if isinstance(option.type, click.IntRange) else option.metavar or ""
    return f"{name} {_SAMPLES.get(kind, kind)}"
