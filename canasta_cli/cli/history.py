"""The history of a game: ``undo redo note log penalty``, ``change`` its rules, and ``show`` one hand."""

from functools import partial
from typing import TYPE_CHECKING

import click

from canasta_cli.cli import options
from canasta_cli.cli.command_classes import AskedArgument, NegativeNumbersCommand, option
from canasta_cli.cli.options import (
    correct_if_agreed,
    forcing,
    hint,
    house_option,
    nothing_recorded,
    print_answer,
    print_correction,
    print_long_answer,
    read_game,
    reading,
    ruleset_option,
    show,
    target_option,
    with_target,
    writing,
)
from canasta_cli.cli.session import on_terminal, open_scorebook
from canasta_cli.errors import NotationError, NotUnderstood, Refused
from canasta_cli.model.history import Redone, Undone
from canasta_cli.show.layout import DRY, inert
from canasta_cli.words import MINUS_SIGNS, count_of, listed, points, quoted, whole_number

if TYPE_CHECKING:
    from canasta_cli.model.game import Award
    from canasta_cli.scorekeeper.amendments import Prepare
    from canasta_cli.scorekeeper.scorebook import Scorebook


# Undo and redo, notes, penalties and the log: `undo redo note log penalty`.


@click.command("undo")
@click.argument("steps", type=options.NumberOrLast(1), default=1, metavar="[N]")
@writing
def undo_command(steps: int, game: str | None) -> int:
    """Undo the newest entry, or the newest N entries.

    An entry is a hand, a turn, an amendment, a penalty, a note, a new name, a substitute, the end of a
    game or its deletion. Nothing is lost: the log shows what was undone, and canasta redo restores it.
    If the last command recorded in another game, name the game with -g. If you undo turns, the answer
    shows the table as it was before them. On a terminal, it asks before it undoes several.

    Examples:
      canasta undo
        The last hand was wrong: undo it, then record it again.
      canasta undo 2 -g friday
    """
    from canasta_cli.scorekeeper.corrections import undo_or_redo

    with open_scorebook() as book:
        # A person who types 3 may mean hand 3.
        if steps > 1 and on_terminal() and not book.dry_run:
            from canasta_cli.cli.form import agree
            from canasta_cli.show.corrections import preview_blocks

            show(*preview_blocks(undo_or_redo(book.trial, game, Undone(steps))))
            question = f"Undo {count_of(steps, 'entry', 'entries')}?"
            if not agree(question, default=True, says=f"canasta redo {steps} restores them."):
                return nothing_recorded()
        result = undo_or_redo(book, game, Undone(steps))
    status = print_correction(result)
    if result.recorded:
        hint(
            "To restore it: canasta redo"
            if steps == 1
            else f"To restore them: canasta redo {steps}"
        )
    return status


@click.command("redo")
@click.argument("steps", type=options.NumberOrLast(1), default=1, metavar="[N]")
@writing
def redo_command(steps: int, game: str | None) -> None:
    """Redo what was undone last: one entry, or N entries.

    Examples:
      canasta redo
        The hand was right after all: restore it.
      canasta redo 2
    """
    from canasta_cli.scorekeeper.corrections import undo_or_redo

    with open_scorebook() as book:
        result = undo_or_redo(book, game, Redone(steps))
    print_correction(result)


@click.command("note")
@click.argument("text", nargs=-1, required=True, metavar="TEXT...", cls=AskedArgument)
@option(
    "--hand",
    type=click.IntRange(1),
    metavar="N",
    help="Add it to hand N, and settle the warnings about it.",
)
@writing
def note_command(text: tuple[str, ...], hand: int | None, game: str | None) -> None:
    """Add a note to the game, or to one of its hands.

    The note appears in the log and in exports. A note on a hand settles the warnings about it:
    they are no longer shown, unless the hand is amended. On a terminal, it asks for a missing text.

    Examples:
      canasta note "Bob dealt twice"
      canasta note --hand 2 "Nobody went out: it was midnight"
        The hand is right, although nobody went out.
    """
    from canasta_cli.scorekeeper.hands import add_note
    from canasta_cli.show.standing import NoteAnswer, note_blocks

    given = " ".join(text) if text else _asked_note(hand)
    with open_scorebook() as book:
        note = add_note(book, game, given, hand=hand)
    print_answer(lambda: note_blocks(note), lambda: NoteAnswer(note))


def _asked_note(hand: int | None) -> str:
    from canasta_cli.cli.form import FormField, ask_missing

    about = f"hand {hand}" if hand else "the game"
    help_text = "Any text. It appears in the log and in exports."
    return ask_missing({}, FormField("text", f"The note on {about}?", help_text, str))["text"]


@click.command("log")
@reading
def log_command(game: str | None) -> None:
    """Show the log: everything recorded in the game, with its time, and what was undone.

    Examples:
      canasta log
      canasta log -g friday --json
    """
    from canasta_cli.show.log import LogAnswer, log_blocks

    with open_scorebook(snapshot=True) as book:
        loaded = book.load(game, deleted=True)
    print_long_answer(lambda: log_blocks(loaded, book.local), lambda: LogAnswer(loaded))


@click.command("penalty", cls=NegativeNumbersCommand)
@click.argument("side", shell_complete=options.side_names, cls=AskedArgument)
@click.argument(
    "what", metavar="IRREGULARITY|POINTS", shell_complete=options.topics, cls=AskedArgument
)
@writing
def penalty_command(side: str | None, what: str | None, game: str | None) -> None:
    """Record a penalty during a hand; it is counted with that hand.

    Give an irregularity that the ruleset penalizes, or the points that the table agrees on. On a
    terminal, it asks for what is missing.
    The irregularities: canasta rules penalties

    Examples:
      canasta penalty Them illegal-take
        Them took the pile when they could not.
      canasta penalty Bob 100
        100 points against Bob's side.
    """
    from canasta_cli.scorekeeper.hands import record_penalty
    from canasta_cli.show.next import game_line
    from canasta_cli.show.standing import PenaltyAnswer, next_blocks

    if side is None or what is None:
        side, what, game = _asked_penalty(side, what, game)
    if side.isdecimal() and not what.isdecimal():
        side, what = what, side
    given = _penalty(side, what.lstrip(MINUS_SIGNS))
    with open_scorebook() as book:
        stand = record_penalty(book, game, side, given).standing
    print_answer(
        lambda: (
            game_line(stand.game.name),
            *next_blocks(stand),
            *((DRY,) if book.dry_run else ()),
        ),
        lambda: PenaltyAnswer(stand, recorded=not book.dry_run),
    )
    if not book.dry_run:
        hint("To undo it: canasta undo")


def _penalty(side: str, what: str) -> "Award":
    """Read points or the name of an irregularity, and nothing else.

    Raises :class:`~canasta_cli.errors.NotUnderstood`.
    """
    from canasta_cli.model.game import Tally
    from canasta_cli.notation.tally import read_tally

    tally = Tally()
    try:
        tally = read_tally(f"penalty:{what.removesuffix(' points')}")
    except NotationError:
        if not what.split()[1:]:
            raise
    if not tally.awards or tally != Tally(awards=tally.awards[:1]):
        raise NotUnderstood(
            f"“{inert(what)}” is not a number of points, or the name of an irregularity",
            fix=f"Example: canasta penalty {quoted(side)} 100, or illegal-take. To say why: canasta note TEXT",
        )
    return tally.awards[0]


def _asked_penalty(side: str | None, what: str | None, game: str | None) -> tuple[str, str, str]:
    """Ask against which side a penalty is, and for what; return both with the name of the game."""
    from canasta_cli.cli.form import FormChoice, FormField, ask_missing
    from canasta_cli.rules.names import TOPICS, penalty

    loaded = read_game(game)
    costs = {topic: penalty(topic, loaded.ruleset) for topic in TOPICS}
    topics = {
        f"{topic}: {points(cost)}": topic for topic, cost in costs.items() if cost is not None
    }

    def read_points(typed: str) -> str:
        number = whole_number(typed)
        if number is None:
            raise NotUnderstood(f"“{typed}” is not a number of points", fix="Example: 100")
        return str(number)

    found = ask_missing(
        {"side": side, "what": what},
        FormField(
            "side",
            "A penalty against which side?",
            "A side, or one of its players.",
            choices=tuple([FormChoice(name, name) for name in loaded.game.side_names]),
            also=tuple([FormChoice(player, player) for player in loaded.game.players]),
        ),
        FormField(
            "what",
            "For what? The points that you agree on, like 100",
            "The irregularities in full: canasta rules penalties",
            read_points,
            choices=tuple(
                [
                    FormChoice(words, topic, key=f"{topic} {topic.replace('-', ' ')}")
                    for words, topic in topics.items()
                ]
            ),
            numbered=bool(topics),
        ),
    )
    return found["side"], found["what"], loaded.game.name


# Correct the rules of a whole game: `change`.


@click.command("change")
@ruleset_option(help="The new ruleset. Repeat any house rules. Default: the game's rules.")
@house_option
@target_option
@option("-y", "--yes", is_flag=True, help="Change the rules without asking.")
@forcing
def change_command(
    rules: str | None,
    house: tuple[str, ...],
    target: int | None,
    yes: bool,
    force: bool,
    game: str | None,
) -> int:
    """Correct the rules of the whole game: its ruleset, a house rule, or the target.

    Every hand is counted again, and the answer shows what changes. On a terminal the program then
    asks whether to change the rules; scripts need --yes. Hands and turns that the new rules don't
    allow are listed, and marked if you agree; --force marks them without asking. A hand that can't be
    counted under the new rules must be corrected first. canasta undo restores the old rules.

    Examples:
      canasta change --rules samba
        The game is Samba, not Classic Canasta.
      canasta change --target 3000
        The game ends at 3,000 points.
      canasta change --house out.bonus=200 --dry-run
        Show what a higher bonus for going out would change.
    """
    from canasta_cli.cli.form import agree
    from canasta_cli.scorekeeper.amendments import correct

    house = with_target(house, target)
    if rules is None and not house:
        rules = _right_ruleset()
    with open_scorebook() as book:
        prepare = _new_rules(book, game, rules, house)
        asks = not (yes or force or book.dry_run)
        result = correct(book.trial if asks else book, game, prepare, forced=force)
        if asks and not on_terminal():
            raise Refused(
                "a change of rules needs a confirmation",
                fix="To make it without a question, add --yes; to see what it changes, --dry-run.",
            )
        if not (asks and (result.accepted or result.can_be_forced)):
            return print_correction(result)
        anyway = "" if result.accepted else " anyway, and mark these hands"
        question = f"Change the rules of {result.before.game.name}{anyway}?"
        says = (
            "Every hand is counted again under the new rules. canasta undo restores the old ones."
        )
        agrees = partial(agree, question, default=False, says=says)
        return correct_if_agreed(book, prepare, result, agrees)


def _right_ruleset() -> str:
    """Return the ruleset that a person names; refuse the command where nobody is asked."""
    if not on_terminal():
        raise NotUnderstood(
            "the new rules are missing",
            fix="Give a ruleset, a house rule or the target. Example: canasta change --rules samba\n"
            "See the rulesets with: canasta rules",
        )
    from canasta_cli.cli.form import FormField, ask_field
    from canasta_cli.rules import library

    def read(text: str) -> str:
        return library.ruleset(text).base

    known = f"{listed(library.names())}. To change a house rule or the target instead: Ctrl-C, and "
    known += "canasta change --house KEY=VALUE or --target N"
    field = FormField("rules", "The new ruleset? For example samba (?: all of them)", known, read)
    return ask_field(field) or ""


def _new_rules(
    book: "Scorebook", game: str | None, rules: str | None, house: tuple[str, ...]
) -> "Prepare":
    from canasta_cli.cli.ruleset_choice import load_ruleset, with_house
    from canasta_cli.scorekeeper.amendments import change_rules

    loaded = book.load(game)
    ruleset = load_ruleset(rules) if rules else loaded.ruleset
    return change_rules(with_house(ruleset, house))


# Look at one hand: `show`.


@click.command("show")
@click.argument("number", type=options.NumberOrLast(0), required=False, metavar="[HAND]")
@reading
def show_command(number: int | None, game: str | None) -> None:
    """Show one hand: its cards, its points, its warnings, and when it was changed.

    Without a number: the last hand that is over. The history lists every entry about the hand, also
    corrections that were undone.

    Examples:
      canasta show
      canasta show 3
        The third hand of the current game.
      canasta show 1 -g friday --json
    """
    from canasta_cli.scorekeeper.hands import review_hand
    from canasta_cli.show.hand import ReviewAnswer, review_blocks

    with open_scorebook(snapshot=True) as book:
        review = review_hand(book, game, number or None)
    print_long_answer(lambda: review_blocks(review, book.local), lambda: ReviewAnswer(review))
