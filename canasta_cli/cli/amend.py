"""Correct what was recorded earlier: ``amend``, with its arguments or a form."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import click

from canasta_cli.cli import options
from canasta_cli.cli.command_classes import CardsCommand, option
from canasta_cli.cli.guided_answers import side_help
from canasta_cli.cli.hand_arguments import SEPARATOR, Rules, read_side, with_full_names
from canasta_cli.cli.options import after_hand, dealer_option, forcing, hint, print_answer
from canasta_cli.cli.prompts import agree, ask_until_read, prefilled, show
from canasta_cli.cli.session import open_scorebook, warn
from canasta_cli.engine.figures import check_spelling
from canasta_cli.errors import NotUnderstood
from canasta_cli.model.game import Game, Side, Tally
from canasta_cli.scorekeeper.amendments import HandEdit, edit_hand, shown_tallies
from canasta_cli.scorekeeper.scorebook import LoadedGame, load_game, pick_side
from canasta_cli.scorekeeper.tallies import Operator, TallyEdit
from canasta_cli.show.answer import Answer
from canasta_cli.show.hand import preview_blocks
from canasta_cli.show.layout import Style, Text
from canasta_cli.show.standing import next_blocks
from canasta_cli.values import NamedTuple
from canasta_cli.words import listed

if TYPE_CHECKING:
    from canasta_cli.rules.schema import Ruleset
    from canasta_cli.scorekeeper.amendments import LeftCorrection, TurnCorrection
    from canasta_cli.scorekeeper.hands import HandRecorded
    from canasta_cli.scorekeeper.scorebook import Scorebook


# What `canasta amend` corrects: which hand or part of it, and the tallies as typed.

LONGEST_NUMBER = 12
LEFT = "left"


class Target(NamedTuple):
    """A hand, counted from 1, or the hands from one to another; ``part`` is a turn or ``left``."""

    hand: int
    last: int
    part: str = ""


def read_target(text: str) -> Target:
    """Read ``2`` (a hand), ``2-4`` (hands), ``2.7`` (a turn) or ``2.left`` (the cards left)."""
    hands, dot, part = text.partition(".")
    first, dash, last = hands.partition("-")
    numbers = (first, last) if dash else (first,)
    known = part.isdecimal() or part == LEFT or not dot
    if (
        all(number.isdecimal() for number in numbers)
        and len(text) < LONGEST_NUMBER
        and known
        and not (dot and dash)
    ):
        return Target(int(first), int(last or first), part)
    raise NotUnderstood(
        f"“{text}” is not a hand number",
        fix="Give a hand (2), one of its turns (2.7), the cards left in hand (2.left), or with "
        "--swap several hands (2-4). Example: canasta amend 2.7 draw discard 5",
    )


def read_edits(texts: Sequence[str], game: Game, rules: Rules) -> tuple[TallyEdit, ...]:
    """Read changes that each name a side: ``Us+=3R``, ``Us-=out``, ``Us="7xK out"``.

    Return none if they name no side, or if they are a whole tally for each side: these replace the
    hand.
    """
    found = [_named(text, game, rules) for text in _joined(texts)]
    edits = [each for each in found if each is not None]
    if edits and len(edits) < len(found):
        names = [side.name for side in game.sides]
        raise NotUnderstood(
            "some tallies have a side's name and some have none",
            fix=f'Name them all, or none. Example: canasta amend 3 {names[0]}="7xK out"',
        )
    replaced = [each.side for each in edits if each.operator is Operator.REPLACE]
    for side in replaced:
        if sum(each.side == side for each in edits) > 1:
            raise NotUnderstood(
                f"{side} has a new tally and other changes",
                fix=f"Give {side}'s tally once, or only changes of it (+= and -=).",
            )
    return () if len(replaced) == len(game.sides) else tuple(edits)


def check_sides(hand: int, texts: Sequence[str], game: Game) -> None:
    """Check that tallies are a whole hand, or that each names its side; ``hand`` is its number.

    Raises :class:`~canasta_cli.errors.NotUnderstood` with the way to change a part of one tally.
    """
    names = [side.name for side in game.sides]
    first, *words = texts or ("",)
    side = next((name for name in names if name.lower() == first.lower()), None)
    if side is None:
        if not texts or len(texts) >= len(names) or "=" in first or SEPARATOR in " ".join(texts):
            return
        side, words = names[0], [first.lstrip("+"), *words]
        problem = f"“{' '.join(texts)}” names no side"
    else:
        problem = f"“{first}” has no {'“+=” or “=”' if words else 'change'} after it"
    change = " ".join(words) or "3R"
    change = f'"{change}"' if " " in change else change
    raise NotUnderstood(
        problem,
        fix="Name the side and its change: += adds words, -= removes them, = replaces the tally. "
        f"Example: canasta amend {hand} {side}+={change}",
    )


def _joined(texts: Sequence[str]) -> list[str]:
    """Join a name with the change after it: ``Us +=3R``."""
    found: list[str] = []
    for text in texts:
        if found and text.startswith(("+=", "-=", "=")):
            found[-1] += text
        else:
            found.append(text)
    return found


def _named(text: str, game: Game, rules: Rules) -> TallyEdit | None:
    """Read a change of one side's tally; ``None`` if it names no side."""
    names = [side.name for side in game.sides]
    for name in (*names, *game.players):
        for operator in (Operator.ADD, Operator.REMOVE, Operator.REPLACE):
            if text.startswith(name + operator.value):
                return _edit(name, operator, text[len(name + operator.value) :], game, rules)
    head, equals, words = text.partition("=")
    if not equals or ":" in head or " " in head.strip():
        return None
    operator = next(
        (each for each in (Operator.ADD, Operator.REMOVE) if each.value == f"{head[-1:]}="),
        Operator.REPLACE,
    )
    if operator is not Operator.REPLACE:
        head = head[:-1]
    return _edit(head, operator, words, game, rules)


def _edit(name: str, operator: Operator, words: str, game: Game, rules: Rules) -> TallyEdit:
    side = pick_side(name, game)
    if operator is not Operator.REPLACE and not words.strip():
        raise NotUnderstood(
            f"“{name}{operator.value}” has no words after it",
            fix=f"Example: canasta amend 3 {side}{operator.value}3R",
        )
    return TallyEdit(side, operator, read_words(words, side, game, rules))


def read_words(words: str, side: str, game: Game, rules: Rules) -> Tally:
    """Read words of a side's tally, with the full name of a player who played alone."""
    (tally,) = with_full_names((read_side(words, side, rules),), game)
    return tally


# The form of `canasta amend 3`: one question for each side, with its tally to be edited.

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


# Correct what was recorded earlier: `amend`.


class _How(NamedTuple):
    """The game to correct, and how: by force, as a dry run, with an answer in JSON."""

    game: str | None
    force: bool
    dry_run: bool
    as_json: bool


@click.command("amend", cls=CardsCommand)
@click.argument("number", metavar="HAND[.TURN|.left]")
@click.argument("tallies", nargs=-1, metavar="[TALLY...]", shell_complete=options.sides)
@dealer_option("Who dealt that hand.")
@option(
    "--swap",
    is_flag=True,
    help="Exchange the tallies of the two sides; also for several hands: 2-4 --swap.",
)
@option("--drop", is_flag=True, help="Drop the hand: it was recorded twice, or never played.")
@option(
    "--drop-penalty",
    type=click.IntRange(1),
    metavar="N",
    help="Drop the hand's Nth penalty that was recorded separately.",
)
@forcing
def amend_command(
    number: str,
    tallies: tuple[str, ...],
    dealer: str,
    swap: bool,
    drop: bool,
    drop_penalty: int | None,
    force: bool,
    game: str | None,
    dry_run: bool,
    db: str | None,
    as_json: bool,
) -> int:
    """Correct an earlier hand, one of its turns, or the cards left in hand.

    Name a side to change its tally alone: Us+=3R adds words to it, Us-=out removes words, and
    Us="…" replaces it. With the number alone, on a terminal, the program asks for each tally
    and shows the present one, to be edited; an empty answer keeps it.

    The answer shows what changes: the hand, the totals, who leads, and the points needed to open.
    The old version stays in the log, and canasta undo restores it. A change that makes this or a
    later turn illegal needs --force. Penalties that were recorded separately (canasta penalty) stay
    with their side until they are dropped.

    Examples:
      canasta amend 3 Us+=3R
        Us had one more red three in hand 3.
      canasta amend 3 Them="AAA 5555 left:JJ4"
        A new tally for Them; that of Us stays.
      canasta amend 3 --dealer Bob
        Bob dealt hand 3.
      canasta amend 2-4 --swap
        In hands 2 to 4 the sides were swapped.
      canasta amend 3 --drop
        Hand 3 was recorded twice; hand 4 becomes hand 3.
      canasta amend 1 "7xK QQQ2 3x3R out" "AAA 5555 left:JJ4"
        Hand 1 again, for both sides.
      canasta amend 2.7 draw discard 5
        Turn 7 of hand 2: the discard was a five.
      canasta amend 2.left Bob=A4 Cat=W
        The cards left in hand at the end of hand 2.
      canasta amend 1 --drop-penalty 2
        The second penalty of hand 1 no longer counts.
    """
    target = read_target(number)
    hand = target.hand
    how = _How(game, force, dry_run, as_json)
    given = {
        f"--drop-penalty {drop_penalty}": drop_penalty is not None,
        "--drop": drop,
        "--swap": swap,
    }
    alone = [option for option, is_given in given.items() if is_given]
    _check_one_correction(target, alone, others=bool(tallies or dealer))
    with open_scorebook(db) as book:
        if drop_penalty is not None:
            return _drop_penalty(book, hand, drop_penalty, how)
        if drop:
            return _drop(book, hand, how)
        if swap:
            return _swap(book, target, how)
        if target.part:
            return _amend_played(book, _correction(target, tallies, dealer, force=force), how)
        return _amend_hand(book, hand, tallies, dealer, how)


def _check_one_correction(target: "Target", alone: list[str], *, others: bool) -> None:
    """Check that an option that makes one correction comes without other corrections.

    ``alone`` are the given ones of these options, with their values.
    """
    hand = target.hand
    if target.last > hand and alone[:1] != ["--swap"]:
        raise NotUnderstood(
            "only --swap corrects several hands together",
            fix=f"Give one hand. Example: canasta amend {hand} {(*alone, 'Us+=3R')[0]}",
        )
    if len(alone) > 1 or (alone and (others or target.part)):
        raise NotUnderstood(
            f"{alone[0].split()[0]} changes nothing else of the hand",
            fix="Give it alone, then make the other correction. "
            f"Example: canasta amend {hand} {alone[0]}",
        )


def _drop_penalty(book: "Scorebook", hand: int, number: int, how: _How) -> int:
    from canasta_cli.scorekeeper.amendments import drop_penalty
    from canasta_cli.show.amendments import DroppedKeys, dropped_blocks

    result = drop_penalty(book, how.game, hand, number, forced=how.force, dry_run=how.dry_run)
    answer = Answer(lambda: dropped_blocks(result), lambda: DroppedKeys.json(result))
    print_answer(answer, as_json=how.as_json)
    return 0 if result.accepted else 1


def _drop(book: "Scorebook", hand: int, how: _How) -> int:
    from canasta_cli.scorekeeper.amendments import drop_hand
    from canasta_cli.show.amendments import DroppedHandKeys, dropped_hand_blocks

    result = drop_hand(book, how.game, hand, forced=how.force, dry_run=how.dry_run)
    answer = Answer(lambda: dropped_hand_blocks(result), lambda: DroppedHandKeys.json(result))
    print_answer(answer, as_json=how.as_json)
    return 0 if result.accepted else 1


def _swap(book: "Scorebook", target: "Target", how: _How) -> int:
    from canasta_cli.scorekeeper.amendments import swap_sides
    from canasta_cli.show.amendments import SwappedKeys, swapped_blocks

    hands = target.hand, target.last
    result = swap_sides(book, how.game, hands, forced=how.force, dry_run=how.dry_run)
    answer = Answer(lambda: swapped_blocks(result), lambda: SwappedKeys.json(result))
    print_answer(answer, as_json=how.as_json)
    return 0 if result.accepted else 1


def _correction(
    target: "Target", words: tuple[str, ...], dealer: str, *, force: bool
) -> "TurnCorrection | LeftCorrection":
    from canasta_cli.cli.hand_arguments import read_shown
    from canasta_cli.notation.turn import read_turn
    from canasta_cli.scorekeeper.amendments import LeftCorrection, TurnCorrection

    if not words:
        raise _missing()
    if dealer:
        raise NotUnderstood(
            "--dealer is for a whole hand, not for a turn or the cards left in hand",
            fix="Leave --dealer out.",
        )
    if target.part == LEFT:
        return LeftCorrection(target.hand, read_shown(words), force)
    return TurnCorrection(target.hand, int(target.part), read_turn(" ".join(words)), force)


def _missing() -> NotUnderstood:
    return NotUnderstood(
        "the correction is missing",
        fix="Give the words that change, the hand's tallies, its turn or the cards left. "
        "Example: canasta amend 1 Us+=3R",
    )


def _amend_played(
    book: "Scorebook", correction: "TurnCorrection | LeftCorrection", how: _How
) -> int:
    from canasta_cli.scorekeeper.amendments import amend_played
    from canasta_cli.show.amendments import amended_blocks, amended_json

    result = amend_played(book, how.game, correction, dry_run=how.dry_run)
    answer = Answer(lambda: amended_blocks(result), lambda: amended_json(result))
    print_answer(answer, as_json=how.as_json)
    return 0 if result.accepted else 1


def _amend_hand(
    book: "Scorebook", hand: int, tallies: tuple[str, ...], dealer: str, how: _How
) -> int:
    """Amend words of some tallies, all tallies, or the dealer; ask for them if none are given."""
    from canasta_cli.cli.session import on_terminal
    from canasta_cli.show.hand import hand_blocks, hand_json

    if tallies or dealer:
        result = _amended(book, hand, tallies, dealer, how)
    elif how.as_json or not on_terminal():
        raise _missing()
    else:
        return amend_in_form(book, how.game, hand, dry_run=how.dry_run, force=how.force)
    answer = Answer(lambda: hand_blocks(result), lambda: hand_json(result))
    print_answer(answer, as_json=how.as_json)
    hint(*after_hand(result, how.game), as_json=how.as_json)
    return 0 if result.accepted else 1


def _rules(book: "Scorebook", how: _How) -> "Ruleset":

    return load_game(book.journal, how.game).ruleset


def _amended(
    book: "Scorebook", hand: int, tallies: tuple[str, ...], dealer: str, how: _How
) -> "HandRecorded":
    from canasta_cli.cli.hand_arguments import read_hand
    from canasta_cli.scorekeeper.hands import record_hand
    from canasta_cli.scorekeeper.scorebook import load_uncounted

    recorded = load_uncounted(book.journal, how.game)
    rules = partial(_rules, book, how)
    edits = read_edits(tallies, recorded, rules)
    if not edits:
        check_sides(hand, tallies, recorded)
    if edits or not tallies:
        edit = HandEdit(hand, edits, dealer, how.force)
        return edit_hand(book, how.game, edit, dry_run=how.dry_run)
    given = read_hand(tallies, recorded, rules, dealer=dealer, forced=how.force)
    return record_hand(book, how.game, given._replace(number=hand), dry_run=how.dry_run)
