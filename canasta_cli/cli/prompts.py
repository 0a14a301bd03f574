"""Prompts for a hand on a terminal: each side in turn with its count, then whether to save it."""

from contextlib import suppress

import click

from canasta_cli.cli.hand_arguments import read_side, with_full_names
from canasta_cli.cli.options import print_answer
from canasta_cli.cli.streams import warn
from canasta_cli.engine.score.count import HandCount, count_hand_of
from canasta_cli.engine.score.figures import check_spelling
from canasta_cli.errors import CanastaError
from canasta_cli.model.tally import Tally
from canasta_cli.scorekeeper.hands import HandInput
from canasta_cli.scorekeeper.scorebook import LoadedGame
from canasta_cli.show.answer import Answer
from canasta_cli.show.layout import Block, Text, inert
from canasta_cli.show.sheet import against_blocks, sheet_blocks
from canasta_cli.words import either, listed

YES, NO, FORCE = "yes", "no", "force"
QUESTIONS: dict[tuple[str, ...], str] = {
    (YES,): "Save?",
    (FORCE,): "Save anyway?",
    (): "This can't be saved.",
}


def prompt_for_hand(loaded: LoadedGame, *, dealer: str, forced: bool) -> HandInput | None:
    """Ask for the next hand of a game; ``None`` if the user decides not to save it."""
    with suppress(ImportError):
        import readline  # noqa: F401 - importing it makes the prompts editable
    try:
        return _prompt_for_hand(loaded, dealer=dealer, forced=forced)
    except click.Abort:
        warn("\nNothing was recorded.\n")
        raise


def _prompt_for_hand(loaded: LoadedGame, *, dealer: str, forced: bool) -> HandInput | None:
    number = len(loaded.game.hands) + 1
    _print(
        Text(f"Hand {number} of {loaded.game.name}, dealt by {dealer or loaded.standing.dealer}."),
        Text("What did each side meld, and what is left? Example: 7xK QQQ2 2x3R out"),
        Text("If a side has nothing, press Enter. To stop, press Ctrl-C."),
    )
    tallies = [Tally() for _ in loaded.game.sides]
    for place in range(len(tallies)):
        _prompt_for_side(loaded, tallies, place)
    while True:
        counted = count_hand_of(
            loaded.game, loaded.game.with_pending(tuple(tallies)), loaded.ruleset
        )
        answer = _prompt_for_decision(loaded, counted)
        if answer == NO:
            return None
        if answer in (YES, FORCE):
            given = HandInput(tuple(tallies), dealer=dealer, expected=number)
            return given._replace(forced=forced or answer == FORCE)
        _prompt_for_side(loaded, tallies, [side.name for side in loaded.game.sides].index(answer))


def _prompt_for_side(loaded: LoadedGame, tallies: list[Tally], place: int) -> None:
    """Ask for a tally until it can be read; then show its count."""
    side = loaded.game.sides[place]
    name = side.name
    players = "" if side.players == (name,) else f" ({listed(side.players)})"
    while True:
        text = click.prompt(inert(f"{name}{players}"), default="", show_default=False)
        try:
            (tally,) = with_full_names((read_side(text, name),), loaded.game)
            check_spelling(tally, loaded.ruleset, name)
            tallies[place] = tally
            break
        except CanastaError as error:
            from canasta_cli.cli.error_messages import format_error

            warn(format_error(error, as_json=False))
    counted = count_hand_of(loaded.game, loaded.game.with_pending(tuple(tallies)), loaded.ruleset)
    _print(*sheet_blocks(name, counted.sheets[place]))
    only = counted._replace(
        sides=tuple(
            verdict if at == place else verdict._replace(found=())
            for at, verdict in enumerate(counted.sides)
        )
    )
    if place + 1 < len(tallies):
        _print_findings(loaded, only)  # shown for the last side together with all others


def _prompt_for_decision(loaded: LoadedGame, counted: HandCount) -> str:
    """Ask whether to save the hand: yes, no, force, or the name of a side to retype."""
    names = [side.name for side in loaded.game.sides]
    _print_findings(loaded, counted)
    agreed = () if counted.senseless else (YES if counted.possible else FORCE,)
    words: tuple[str, ...] = (*agreed, NO, *names)
    question = f"{QUESTIONS[agreed]} {' / '.join((*agreed, NO))} / {either(names)} to retype"
    while True:
        answer = click.prompt(inert(question)).strip()
        matching = [word for word in words if answer and word.lower().startswith(answer.lower())]
        exact = [word for word in matching if word.lower() == answer.lower()]
        if exact or len(matching) == 1:
            return (exact or matching)[0]
        warn(inert(f"Please answer {either(words)}.") + "\n")


def _print_findings(loaded: LoadedGame, counted: HandCount) -> None:
    if not counted.possible:
        names = tuple(side.name for side in loaded.game.sides)
        _print(*against_blocks(counted, names, forced=False))


def _print(*blocks: Block) -> None:
    print_answer(Answer(lambda: blocks, dict), as_json=False)
