"""Ask for a hand on a terminal: one side after the other, then how it ended, then whether to save it."""

import shutil
from collections.abc import Iterable

import click

from canasta_cli.cli.guided_answers import THREES
from canasta_cli.cli.guided_ending import NOBODY, out_words
from canasta_cli.cli.guided_form import (
    ALONE,
    OUT,
    WHOLE_HAND,
    Answers,
    Form,
    Question,
    whole_hand,
)
from canasta_cli.cli.guided_help import example_of, help_blocks, nothing_of, prompt_of
from canasta_cli.cli.prompts import NO, YES, ask_until_read, one_of, show
from canasta_cli.cli.streams import warn
from canasta_cli.engine.figures import red_threes
from canasta_cli.engine.game.warnings import HandWarning, warnings_of
from canasta_cli.engine.score import HandCount
from canasta_cli.errors import NotUnderstood
from canasta_cli.model.game import Hand, Out, Tally
from canasta_cli.model.history import HandTallied
from canasta_cli.scorekeeper.hands import HandInput, record_hand, unlisted_cards
from canasta_cli.scorekeeper.scorebook import LoadedGame, Scorebook, load_game, preview
from canasta_cli.scorekeeper.tallies import fields
from canasta_cli.show.layout import BLANK, Block, Style, Text
from canasta_cli.show.sheet import against_blocks, part_in_words, running_count, summary_blocks
from canasta_cli.show.standing import hand_warnings
from canasta_cli.words import either, listed

FORCE = "force"
QUESTIONS: dict[str, str] = {YES: "Save?", FORCE: "Save anyway?", "": "This can't be saved."}


def prompt_for_hand(
    book: Scorebook, name: str | None, *, dealer: str, forced: bool, stop_turns: bool = False
) -> HandInput | None:
    """Ask for the next hand of a game; ``None`` if the user decides not to save it.

    ``stop_turns`` as in :class:`~canasta_cli.scorekeeper.hands.HandInput`.
    """
    loaded = load_game(book.journal, name)
    # A game that takes no hand, or a wrong dealer, is refused before anything is typed.
    nothing = (Tally(),) * len(loaded.game.sides)
    first = HandInput(nothing, dealer=dealer, stop_turns=stop_turns)
    record_hand(book, name, first, dry_run=True)
    try:
        given = _prompt_for_hand(loaded, dealer=dealer, forced=forced)
    except click.Abort:
        warn("\nNothing was recorded.\n")
        raise
    return None if given is None else given._replace(stop_turns=stop_turns)


def _prompt_for_hand(loaded: LoadedGame, *, dealer: str, forced: bool) -> HandInput | None:
    form, number = Form(loaded), len(loaded.game.hands) + 1
    show(
        Text(
            f"Hand {number} of {loaded.game.name}, dealt by {dealer or loaded.standing.dealer}.",
            Style.TITLE,
        ),
        Text(f"Example: {example_of(loaded.ruleset, _players(loaded))}"),
        Text("Enter: none · ?: help · Ctrl-C: stop", Style.QUIET),
    )
    while True:
        _ask_all(form)
        answer = _decide(form)
        if answer == NO:
            return None
        if answer in (YES, FORCE):
            given = HandInput(form.tallies(), dealer=dealer, expected=number)
            return given._replace(forced=forced or answer == FORCE)
        if answer is None:
            form.back()
        elif answer == Out.CONCEALED.value:
            form.conceal()
        else:
            form.reopen(answer)


def complete_hand(book: Scorebook, name: str | None, given: HandInput) -> HandInput:
    """Ask how a hand ended if its tallies don't say it: who played alone, who went out."""
    loaded = load_game(book.journal, name)
    form = Form(loaded)
    form.keep(whole_hand(given.tallies, loaded.ruleset))
    question = form.next()
    if question is None or form.is_wrong(question):
        return given
    record_hand(book, name, given, dry_run=True)
    try:
        while question is not None:
            _ask(form, question)
            question = form.next()
    except click.Abort:
        warn("\nNothing was recorded.\n")
        raise
    show(BLANK)
    return given._replace(tallies=form.tallies(), expected=len(loaded.game.hands) + 1)


def _ask_all(form: Form) -> None:
    """Ask until nothing is missing; what the cards show is only printed."""
    while (question := form.next()) is not None:
        if answers := form.imply(question):
            show(BLANK)
            _echo(form, question, answers)
        else:
            _ask(form, question)


def _players(loaded: LoadedGame) -> list[tuple[str, ...]]:
    return [side.players for side in loaded.game.sides]


def _ask(form: Form, question: Question) -> None:
    """Ask a question until its answer can be kept, then print what it means; or go back."""
    default = _introduce(form, question)
    refused: str | None = None

    def read(text: str) -> Answers:
        nonlocal refused
        text = text or default
        answers = form.read(question, text)
        problem = form.problem(answers)
        if problem and text != refused:
            refused = text
            raise NotUnderstood(f"{problem}; to keep it, type it again")
        return answers

    prompt = _prompt(form, question, default)
    answers = ask_until_read(prompt, read, lambda: _help(form), first=not form.done)
    if answers is None:
        form.back()
    else:
        form.keep(answers)
        _echo(form, question, answers)


def _help(form: Form) -> Iterable[Block]:
    return help_blocks(form.loaded.ruleset, _players(form.loaded))


def _introduce(form: Form, question: Question) -> str:
    """Print the heading of a side, or the choices of a question; return the answer that Enter gives."""
    game, ruleset = form.loaded.game, form.loaded.ruleset
    before = form.given.get(question)
    keep = before.text if before else ""
    if question.topic == OUT:
        words = " / ".join(out_words(game))
        more = [f"{form.names[0]} c if concealed"] if ruleset.out.concealed else []
        special = [f"{form.names[0]} special:{hand.name}" for hand in ruleset.special.hands[:1]]
        more += [f"{each} for a special hand" for each in special]
        hint = f" ({', '.join(more)})" if more else ""
        show(BLANK, Text(f"Who went out? {words}{hint}", Style.TITLE))
        return keep or form.guess(question)
    if question.topic == ALONE:
        players = " / ".join((*game.players, NOBODY))
        show(BLANK, Text(f"Who played alone? {players}", Style.TITLE))
        return keep or form.guess(question)
    if question.place != (form.done[-1].place if form.done else WHOLE_HAND):
        side = game.sides[question.place]
        players = "" if side.players == (side.name,) else f" ({listed(side.players)})"
        show(BLANK, Text(f"{side.name}{players}", Style.TITLE))
    if keep and question.place != WHOLE_HAND:
        show(Text(f"Enter keeps {keep}; “none” clears it.", Style.QUIET, 2))
    return keep


def _prompt(form: Form, question: Question, default: str) -> str:
    if question.place == WHOLE_HAND:
        return f"{question.topic.capitalize()}{f' [{default}]' if default else ''}: "
    hands = len(form.loaded.game.sides[question.place].players)
    return f"  {prompt_of(question.topic, form.loaded.ruleset, hands)}: "


def _echo(form: Form, question: Question, answers: Answers) -> None:
    """Print what an answer means, and the points of the sides so far."""
    reached = max(each.place for each in form.done)
    if question.place == WHOLE_HAND:
        reached = len(form.names)
    sheets = form.count(form.tallies()).sheets[: reached + 1]
    meaning = _meaning(form, question, answers)
    show(Text(f"= {meaning} · {running_count(form.names, sheets)}", Style.GOOD, 2))


def _meaning(form: Form, question: Question, answers: Answers) -> str:
    """Return what an answer means: ``2 red threes``, ``Us went out``, ``nothing left for Them``."""
    parts = {place: part for given in answers.values() for place, part in given.parts.items()}
    if not parts:
        return "nobody went out" if question.topic == OUT else "nobody played alone"
    if len(parts) > 1:
        return "all sides"
    ((place, part),) = parts.items()
    name = form.names[place]
    words = part_in_words(part, fields(form.loaded.ruleset))
    if answers[question].whole and part.score is None and not red_threes(part):
        words += f", {nothing_of(THREES, form.loaded.ruleset)}"
    if question.topic == OUT and not part.stock:
        return f"{name} {words}"
    return words or f"{nothing_of(question.topic, form.loaded.ruleset)} for {name}"


def _decide(form: Form) -> str | None:
    """Show the whole hand; ask to save it: yes, no, force, or what to retype; ``None`` to go back.

    If the cards show who went out but not how, the answer can also be that it was concealed.
    """
    tallies = form.tallies()
    counted = form.count(tallies)
    warnings = _warnings(form.loaded, tallies) if counted.possible else ()
    _show_all(form, tallies, counted, warnings)
    agreed = () if counted.senseless else (YES if counted.possible else FORCE,)
    question = QUESTIONS[agreed[0] if agreed else ""]
    retyped = (*form.names, *form.endings())
    concealed = (Out.CONCEALED.value,) if form.may_be_concealed() else ()
    words = (*agreed, NO, *concealed)
    show(Text(f"{question} {' / '.join(words)} / {either(retyped)} to retype", Style.TITLE))
    default = YES if counted.possible and not warnings else ""
    prompt = f"Save [{default}]: " if default else "Save: "
    return ask_until_read(
        prompt, one_of((*words, *retyped), default), lambda: _help(form), first=not form.done
    )


def _warnings(loaded: LoadedGame, tallies: tuple[Tally, ...]) -> tuple[HandWarning, ...]:
    """Return the warnings that the hand will have."""
    after = preview(loaded, HandTallied(Hand(tallies)), "")
    unlisted = unlisted_cards(loaded, tallies) if loaded.game.deal is not None else ()
    return (*unlisted, *warnings_of(after.standing, len(after.game.hands)))


def _show_all(
    form: Form, tallies: tuple[Tally, ...], counted: HandCount, warnings: tuple[HandWarning, ...]
) -> None:
    columns = shutil.get_terminal_size().columns
    parts = fields(form.loaded.ruleset)
    # The stock is in the tally of one side, but it concerns all of them.
    meanings = [part_in_words(tally._replace(stock=False), parts) for tally in tallies]
    stock = (Text("The stock ran out.", Style.QUIET),) if any(t.stock for t in tallies) else ()
    show(
        BLANK,
        *summary_blocks(form.names, meanings, counted.sheets, form.loaded.ruleset, columns),
        *stock,
        *(() if counted.possible else against_blocks(counted, tuple(form.names), forced=False)),
        *hand_warnings(warnings),
    )
