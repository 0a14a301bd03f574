"""The form of ``canasta amend 3``: one question for each side, with its tally to be edited."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from canasta_cli.cli.amend_arguments import read_words
from canasta_cli.cli.guided_help import help_blocks
from canasta_cli.cli.prompts import agree, ask_until_read, prefilled, show
from canasta_cli.cli.streams import warn
from canasta_cli.engine.score.figures import check_spelling
from canasta_cli.model.tally import Tally
from canasta_cli.namedtuples import NamedTuple
from canasta_cli.scorekeeper.hand_edits import HandEdit, edit_hand, shown_tallies
from canasta_cli.scorekeeper.scorebook import LoadedGame, load_game
from canasta_cli.scorekeeper.tally_edits import Operator, TallyEdit
from canasta_cli.show.hand import preview_blocks
from canasta_cli.show.layout import Block, Style, Text
from canasta_cli.show.standing import next_blocks
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
        show(*preview_blocks(shown))
        if dry_run or shown.counted.senseless:
            return 0 if shown.accepted else 1
        if not _agreed(shown):
            warn("Nothing was recorded.\n")
            return 1
    except click.Abort:
        warn("\nNothing was recorded.\n")
        raise
    result = edit_hand(book, game, edit._replace(forced=force or not shown.accepted))
    show(
        Text(f"Hand {hand} of {loaded.game.name} is amended. To take it back: canasta undo"),
        *next_blocks(result.after.standing),
    )
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
        Text(f"Hand {hand} of {loaded.game.name}, dealt by {played.dealer}.", Style.TITLE),
        Text("Edit each tally, and press Enter. Ctrl-U erases it, to type it again."),
        Text(
            f"Sides swapped: canasta amend {hand} --swap. "
            f"Wrong dealer: canasta amend {hand} --dealer NAME."
        ),
        Text(f"Enter alone: as it was · {NOTHING}: empty · ?: help · Ctrl-C: stop", Style.QUIET),
    )
    sides = loaded.game.sides
    found: list[Edited] = []
    while len(found) < len(sides):
        name = sides[len(found)].name
        edited = _ask_for(loaded, name, before[name], first=not found)
        if edited is None:
            found.pop()
        else:
            found.append(edited)
    edits = zip(sides, found, strict=True)
    return tuple(
        TallyEdit(side.name, Operator.REPLACE, edited.tally)
        for side, edited in edits
        if edited.tally is not None
    )


class Edited(NamedTuple):
    """A side's new tally; ``None`` if it stays as it was."""

    tally: Tally | None


def _ask_for(loaded: LoadedGame, name: str, before: str, *, first: bool) -> Edited | None:
    """Ask for a tally until it can be read; ``None`` to go back."""
    players = next(side.players for side in loaded.game.sides if side.name == name)
    who = name if players == (name,) else f"{name} ({listed(players)})"
    typed = [before]

    def read(text: str) -> Edited:
        typed.append(text or before)
        return Edited(_read(text, name, before, loaded))

    with prefilled(typed) as is_shown:
        show(Text(f"{who}:" if is_shown else f"{who}, now {before or NOTHING}:"))
        return ask_until_read("", read, lambda: _help(loaded), first=first)


def _read(text: str, name: str, before: str, loaded: LoadedGame) -> Tally | None:
    """Read a tally; ``None`` if it stays as it was."""
    if text in ("", before):
        return None
    if text.lower() == NOTHING:
        return Tally() if before else None
    tally = read_words(text, name, loaded.game)
    check_spelling(tally, loaded.ruleset, name)
    return tally


def _help(loaded: LoadedGame) -> Iterable[Block]:
    return help_blocks(loaded.ruleset, [side.players for side in loaded.game.sides])
