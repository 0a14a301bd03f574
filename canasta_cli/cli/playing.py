"""A hand recorded turn by turn: ``deal turn left pile melds``."""

import click

from canasta_cli.cli import options
from canasta_cli.cli.command_classes import option
from canasta_cli.cli.options import (
    after_deal,
    dealer_option,
    forcing,
    hint,
    print_answer,
    print_long_answer,
    reading,
    writing,
)
from canasta_cli.cli.session import open_scorebook
from canasta_cli.show.answer import Answer


@click.command("deal")
@option(
    "--upcard",
    default="",
    metavar="CARDS",
    help="The card turned up; if there are several, the top one last.",
)
@dealer_option("Who deals, if out of turn.")
@writing
def deal_command(
    upcard: str, dealer: str, game: str | None, dry_run: bool, db: str | None, as_json: bool
) -> int:
    """Start a hand that is recorded turn by turn.

    After that, record each turn with “canasta turn”, and at the end the cards left in hand with
    “canasta left”.

    Examples:
      canasta deal --upcard 9
        The cards are dealt, and the first card of the pile is a nine.
      canasta deal --upcard "W 3R 9" --dealer Bob
        A joker and a red three were turned up first, then a nine. Bob dealt, out of turn.
    """
    from canasta_cli.notation.cards import read_order
    from canasta_cli.scorekeeper.dealing import DealInput, record_deal
    from canasta_cli.show.table import DealKeys, deal_blocks

    given = DealInput(read_order(upcard), dealer)
    with open_scorebook(db) as book:
        result = record_deal(book, game, given, dry_run=dry_run)
    print_answer(
        Answer(lambda: deal_blocks(result), lambda: DealKeys.json(result)), as_json=as_json
    )
    if result.playing and not dry_run:
        hint(*after_deal(game), as_json=as_json)
    return 0 if result.playing else 1


@click.command("turn")
@click.argument("clauses", nargs=-1, required=True, metavar="CLAUSE...")
@forcing
def turn_command(
    clauses: tuple[str, ...],
    force: bool,
    game: str | None,
    dry_run: bool,
    db: str | None,
    as_json: bool,
) -> int:
    """Record a turn.

    You needn't name the player. If you do, the program checks that it is that player's turn. An
    illegal turn is refused, and nothing changes. If the players let it stand, --force records it
    anyway and marks it.

    A turn consists of clauses, such as draw, take, meld and discard. All clauses are listed by:
    canasta man notation

    Examples:
      canasta turn draw discard 4
        Draw from the stock, then discard a four.
      canasta turn Bob: draw 3R meld KKK QQ2 discard 9
        Bob drew a red three, melded three kings and two queens with a deuce, and discarded a nine.
      canasta turn take 5 with 55 meld A:W discard 9
        Take the pile: its top card is a five, and two fives from the hand go with it. Add a joker
        to the aces.
      canasta turn draw ask yes meld 3x3B K:KK out
        Your partner said yes; meld three black threes, add two kings to the kings, and go out.
      canasta turn end stock
        The stock is empty, and the hand ends.
    """
    from canasta_cli.notation.turn import read_turn
    from canasta_cli.scorekeeper.playing import record_turn
    from canasta_cli.show.table import TurnKeys, turn_blocks

    turn = read_turn(" ".join(clauses))
    with open_scorebook(db) as book:
        result = record_turn(book, game, turn, forced=force, dry_run=dry_run)
    print_answer(
        Answer(lambda: turn_blocks(result), lambda: TurnKeys.json(result)), as_json=as_json
    )
    return 0 if result.accepted else 1


@click.command("left")
@click.argument("hands", nargs=-1, metavar="[PLAYER=CARDS...]", shell_complete=options.holders)
@forcing
def left_command(
    hands: tuple[str, ...],
    force: bool,
    game: str | None,
    dry_run: bool,
    db: str | None,
    as_json: bool,
) -> int:
    """Record the cards that players still hold, and score the hand.

    This ends a hand that is recorded turn by turn. Leave out players who hold no cards, and
    players whose cards are all known from the recorded turns. The cards of a foot that was never
    picked up go after a slash. If nobody listed a player's cards, give their points: minus:45.

    Examples:
      canasta left Bob=A4 Cat=W Dan=KK7
        Bob has an ace and a four left, Cat a joker, Dan two kings and a seven.
      canasta left Bob=minus:45 Cat=W
        Bob's cards were worth 45 points.
      canasta left Bob=A4/KK5567889TJQ2 Cat=W
        Bob never picked up the foot.
    """
    from canasta_cli.cli.hand_arguments import read_shown
    from canasta_cli.scorekeeper.dealing import record_left
    from canasta_cli.show.hand import closed_hand_blocks, closed_hand_json

    shown = read_shown(hands)
    with open_scorebook(db) as book:
        result = record_left(book, game, shown, forced=force, dry_run=dry_run)
    print_answer(
        Answer(lambda: closed_hand_blocks(result), lambda: closed_hand_json(result)),
        as_json=as_json,
    )
    return 0 if result.hand.accepted else 1


@click.command("pile")
@reading
def pile_command(game: str | None, db: str | None, as_json: bool) -> None:
    """Show the discard pile and the stock.

    For a hand that is recorded turn by turn: the pile, who may take it and with which cards, and the
    number of cards in the stock.

    Examples:
      canasta pile
    """
    from canasta_cli.scorekeeper.playing import hand_in_play
    from canasta_cli.show.table import TableKeys, pile_blocks

    with open_scorebook(db, snapshot=True) as book:
        playing = hand_in_play(book, game)
    print_long_answer(
        Answer(lambda: pile_blocks(playing), lambda: TableKeys.json(playing)), as_json=as_json
    )


@click.command("melds")
@reading
def melds_command(game: str | None, db: str | None, as_json: bool) -> None:
    """Show each side's melds.

    For a hand that is recorded turn by turn: the melds on the table, and the cards that each player
    is known to hold.

    Examples:
      canasta melds
    """
    from canasta_cli.scorekeeper.playing import hand_in_play
    from canasta_cli.show.table import TableKeys, melds_blocks

    with open_scorebook(db, snapshot=True) as book:
        playing = hand_in_play(book, game)
    print_long_answer(
        Answer(lambda: melds_blocks(playing), lambda: TableKeys.json(playing)), as_json=as_json
    )
