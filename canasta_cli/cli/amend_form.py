"""The form of ``canasta amend 3``: one question for each side, with its tally to be edited."""

from typing import TYPE_CHECKING

import click

from canasta_cli.cli.amend_arguments import read_words
from canasta_cli.cli.prompts import agree, ask, prefilled, show
from canasta_cli.cli.streams import warn
from canasta_cli.engine.score.figures import check_spelling
from canasta_cli.errors import CanastaError
from canasta_cli.model.tally import Tally
from canasta_cli.scorekeeper.hand_edits import HandEdit, edit_hand, shown_tallies
from canasta_cli.scorekeeper.scorebook import LoadedGame, load_game
from canasta_cli.scorekeeper.tally_edits import Operator, TallyEdit
from canasta_cli.show.hand import hand_blocks
from canasta_cli.show.layout import Text
from canasta_cli.words import listed

if TYPE_CHECKING:
    from canasta_cli.scorekeeper.hands import HandRecorded
    from canasta_cli.scorekeeper.scorebook import Scorebook

NOTHING = "none"


def amend_in_form(
    book: "Scorebook", game: str | None, hand: int, *, dry_run: bool, force: bool
) -> int:
    """Ask for each tally of a hand, show what changes, and record it if the user agrees.

    Return the exit status.
    """
    loaded = load_game(book.journal, game)
    before = shown_tallies(loaded, hand)
    try:
        edits = _ask(loaded, hand, before)
        if not edits:
            warn("Nothing was changed.\n")
            return 0
        edit = HandEdit(hand, edits, forced=force)
        shown = edit_hand(book, game, edit, dry_run=True)
        show(*hand_blocks(shown))
        if dry_run or shown.counted.senseless:
            return 0 if shown.accepted else 1
        if not _agreed(shown):
            warn("Nothing was recorded.\n")
            return 1
    except click.Abort:
        warn("\nNothing was recorded.\n")
        raise
    edit_hand(book, game, edit._replace(forced=force or not shown.accepted))
    show(Text(f"Hand {hand} of {loaded.game.name} is amended. To take it back: canasta undo"))
    return 0


def _agreed(shown: "HandRecorded") -> bool:
    """Ask whether to save; a hand that can't be right is saved only by force."""
    if shown.accepted:
        return agree("Save?", default=True)
    return agree("Save anyway?", default=False)


def _ask(loaded: LoadedGame, hand: int, before: dict[str, str]) -> tuple[TallyEdit, ...]:
    """Ask for the tally of each side; return those that were changed."""
    played = loaded.standing.hands[hand - 1]
    show(
        Text(f"Hand {hand} of {loaded.game.name}, dealt by {played.dealer}."),
        Text("Edit each tally, and press Enter. An empty line keeps it as it was;"),
        Text(f"{NOTHING} makes it empty. To stop, press Ctrl-C."),
    )
    edits = []
    for side in loaded.game.sides:
        tally = _ask_for(loaded, side.name, before[side.name])
        if tally is not None:
            edits.append(TallyEdit(side.name, Operator.REPLACE, tally))
    return tuple(edits)


def _ask_for(loaded: LoadedGame, name: str, before: str) -> Tally | None:
    """Ask for a tally until it can be read; ``None`` if it stays as it was."""
    players = next(side.players for side in loaded.game.sides if side.name == name)
    who = name if players == (name,) else f"{name} ({listed(players)})"
    typed = before
    while True:
        with prefilled(typed) as is_shown:
            show(Text(f"{who}:" if is_shown else f"{who}, now {before or NOTHING}:"))
            typed = ask("")
        if typed in ("", before):
            return None
        if typed.lower() == NOTHING:
            return Tally() if before else None
        try:
            tally = read_words(typed, name, loaded.game)
            check_spelling(tally, loaded.ruleset, name)
        except CanastaError as error:
            from canasta_cli.cli.error_messages import format_error

            warn(format_error(error, as_json=False))
        else:
            return tally
