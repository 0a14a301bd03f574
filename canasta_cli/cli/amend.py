"""Correct what was recorded earlier: ``amend``."""

from functools import partial
from typing import TYPE_CHECKING

import click

from canasta_cli.cli import completers
from canasta_cli.cli.command_classes import CardsCommand, option
from canasta_cli.cli.database import open_scorebook
from canasta_cli.cli.hints import after_hand, hint
from canasta_cli.cli.options import dealer_option, forcing, print_answer
from canasta_cli.errors import NotUnderstood
from canasta_cli.show.answer import Answer
from canasta_cli.values import NamedTuple

if TYPE_CHECKING:
    from canasta_cli.cli.amend_arguments import Target
    from canasta_cli.rules.schema import Ruleset
    from canasta_cli.scorekeeper.amendments import LeftCorrection, TurnCorrection
    from canasta_cli.scorekeeper.hands import HandRecorded
    from canasta_cli.scorekeeper.scorebook import Scorebook


class _How(NamedTuple):
    """The game to correct, and how: by force, as a dry run, with an answer in JSON."""

    game: str | None
    force: bool
    dry_run: bool
    as_json: bool


@click.command("amend", cls=CardsCommand)
@click.argument("number", metavar="HAND[.TURN|.left]")
@click.argument("tallies", nargs=-1, metavar="[TALLY...]", shell_complete=completers.sides)
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
    from canasta_cli.cli.amend_arguments import read_target

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
    from canasta_cli.show.amendments import dropped_blocks, dropped_json

    result = drop_penalty(book, how.game, hand, number, forced=how.force, dry_run=how.dry_run)
    answer = Answer(lambda: dropped_blocks(result), lambda: dropped_json(result))
    print_answer(answer, as_json=how.as_json)
    return 0 if result.accepted else 1


def _drop(book: "Scorebook", hand: int, how: _How) -> int:
    from canasta_cli.scorekeeper.amendments import drop_hand
    from canasta_cli.show.amendments import dropped_hand_blocks, dropped_hand_json

    result = drop_hand(book, how.game, hand, forced=how.force, dry_run=how.dry_run)
    answer = Answer(lambda: dropped_hand_blocks(result), lambda: dropped_hand_json(result))
    print_answer(answer, as_json=how.as_json)
    return 0 if result.accepted else 1


def _swap(book: "Scorebook", target: "Target", how: _How) -> int:
    from canasta_cli.scorekeeper.amendments import swap_sides
    from canasta_cli.show.amendments import swapped_blocks, swapped_json

    hands = target.hand, target.last
    result = swap_sides(book, how.game, hands, forced=how.force, dry_run=how.dry_run)
    answer = Answer(lambda: swapped_blocks(result), lambda: swapped_json(result))
    print_answer(answer, as_json=how.as_json)
    return 0 if result.accepted else 1


def _correction(
    target: "Target", words: tuple[str, ...], dealer: str, *, force: bool
) -> "TurnCorrection | LeftCorrection":
    from canasta_cli.cli.amend_arguments import LEFT
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
    from canasta_cli.cli.streams import on_terminal
    from canasta_cli.show.hand import hand_blocks, hand_json

    if tallies or dealer:
        result = _amended(book, hand, tallies, dealer, how)
    elif how.as_json or not on_terminal():
        raise _missing()
    else:
        from canasta_cli.cli.amend_form import amend_in_form

        return amend_in_form(book, how.game, hand, dry_run=how.dry_run, force=how.force)
    answer = Answer(lambda: hand_blocks(result), lambda: hand_json(result))
    print_answer(answer, as_json=how.as_json)
    hint(*after_hand(result, how.game), as_json=how.as_json)
    return 0 if result.accepted else 1


def _rules(book: "Scorebook", how: _How) -> "Ruleset":
    from canasta_cli.scorekeeper.scorebook import load_game

    return load_game(book.journal, how.game).ruleset


def _amended(
    book: "Scorebook", hand: int, tallies: tuple[str, ...], dealer: str, how: _How
) -> "HandRecorded":
    from canasta_cli.cli.amend_arguments import check_sides, read_edits
    from canasta_cli.cli.hand_arguments import read_hand
    from canasta_cli.scorekeeper.amendments import HandEdit, edit_hand
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
