"""The form of ``canasta amend 3``: one question for each side, with its tally to be edited."""

from typing import TYPE_CHECKING

import click

from canasta_cli.cli.amend_arguments import read_words
from canasta_cli.cli.guided_help import side_help
from canasta_cli.cli.prompts import agree, ask_until_read, prefilled, show
from canasta_cli.cli.streams import warn
from canasta_cli.engine.figures import check_spelling
from canasta_cli.model.game import Side, Tally
from canasta_cli.scorekeeper.amendments import HandEdit, edit_hand, shown_tallies
from canasta_cli.scorekeeper.scorebook import LoadedGame, load_game
from canasta_cli.scorekeeper.tallies import Operator, TallyEdit
from canasta_cli.show.hand import preview_blocks
from canasta_cli.show.layout import Style, Text
from canasta_cli.show.standing import next_blocks
from canasta_cli.values import NamedTuple
from canasta_cli.words import listed

if TYPE_CHECKING:
    from canasta_cli.scorekeeper.hands import HandRecorded
    from canasta_cli.scorekeeper.scorebook import Scorebook

NOTHING = "none"


class _Form:
    """The tallies of a hand as they are edited.

    ``before`` are the tallies as they were, by side, ``lines`` the texts to be edited: those, then what
    was typed last. ``edited`` are the new tallies of the first sides; ``None`` stays as it was.
    """

    def __init__(self, loaded: LoadedGame, hand: int) -> None:
        self.loaded = loaded
        self.before = shown_tallies(loaded, hand)
        self.lines = dict(self.before)
        self.edited: list[Tally | None] = []

    def ask(self) -> tuple[TallyEdit, ...]:
        """Ask for the tallies of the sides that are left; return those that were changed."""
        sides = self.loaded.game.sides
        while len(self.edited) < len(sides):
            answer = self._ask_for(sides[len(self.edited)])
            if answer is None:
                self.edited.pop()
            else:
                self.edited.append(answer.tally)
        edits = zip(sides, self.edited, strict=True)
        return tuple(
            TallyEdit(side.name, Operator.REPLACE, tally)
            for side, tally in edits
            if tally is not None
        )

    def _ask_for(self, side: Side) -> "_Answer | None":
        """Ask for a tally until it can be read; ``None`` to go back."""
        name, before = side.name, self.before[side.name]
        players = [each.players for each in self.loaded.game.sides]
        who = name if side.players == (name,) else f"{name} ({listed(side.players)})"

        def read(text: str) -> _Answer:
            if text.removeprefix(self.lines[name]).strip().lower() == NOTHING:
                text = NOTHING
            self.lines[name] = text if text not in ("", NOTHING) else before
            return _Answer(_read(text, side, before, self.loaded))

        with prefilled(lambda: self.lines[name]) as is_shown:
            label = Text(f"{who}:" if is_shown else f"{who}, now {before or NOTHING}:")
            return ask_until_read(
                "",
                read,
                lambda: side_help(self.loaded.ruleset, players),
                first=not self.edited,
                label=label,
                prefill=lambda: self.lines[name] if is_shown else "",
            )


class _Answer(NamedTuple):
    """A side's new tally; ``None`` if it stays as it was."""

    tally: Tally | None


def amend_in_form(
    book: "Scorebook", game: str | None, hand: int, *, dry_run: bool, force: bool
) -> int:
    """Ask for each tally of a hand, show what changes, and record it if the user agrees.

    Return the exit status.
    """
    loaded = load_game(book.journal, game)
    form = _Form(loaded, hand)
    _introduce(loaded, hand)
    try:
        agreed = None
        while agreed is None:
            edits = form.ask()
            if not edits:
                warn("Nothing was changed.\n")
                return 0
            edit = HandEdit(hand, edits, forced=force)
            shown = edit_hand(book, game, edit, dry_run=True)
            show(*preview_blocks(shown))
            if dry_run:
                return 0 if shown.accepted else 1
            agreed = _agreed(shown)
            form.edited.pop()
    except click.Abort:
        warn("\nNothing was recorded.\n")
        raise
    if not agreed:
        warn("Nothing was recorded.\n")
        return 1
    result = edit_hand(book, game, edit._replace(forced=force or not shown.accepted))
    show(
        Text(f"Hand {hand} of {loaded.game.name} is amended. To take it back: canasta undo"),
        *next_blocks(result.after.standing),
    )
    return 0


def _introduce(loaded: LoadedGame, hand: int) -> None:
    played = loaded.standing.hands[hand - 1]
    show(
        Text(f"Hand {hand} of {loaded.game.name}, dealt by {played.dealer}.", Style.TITLE),
        Text("Edit each tally, and press Enter. Ctrl-U erases it, to type it again."),
        Text(
            f"Sides swapped: canasta amend {hand} --swap. Recorded twice: canasta amend {hand} --drop. "
            f"Wrong dealer: canasta amend {hand} --dealer NAME."
        ),
        Text(f"Enter alone: as it was · {NOTHING}: empty · ?: help · Ctrl-C: stop", Style.QUIET),
    )


def _agreed(shown: "HandRecorded") -> bool | None:
    """Ask whether to save, a hand that can't be right only by force; ``None`` to go back."""
    if shown.counted.senseless:
        return None
    if shown.accepted:
        return agree("Save?", default=True, first=False)
    return agree("Save anyway?", default=False, first=False)


def _read(text: str, side: Side, before: str, loaded: LoadedGame) -> Tally | None:
    """Read a tally; ``None`` if it stays as it was."""
    if text in ("", before):
        return None
    if text.lower() == NOTHING:
        return Tally() if before else None
    tally = read_words(text, side.name, loaded.game, lambda: loaded.ruleset)
    check_spelling(tally, loaded.ruleset, side.name)
    return tally
