"""A hand recorded turn by turn: ``deal turn left pile melds``."""

import click

from canasta_cli.cli import completing
from canasta_cli.cli.options import desk, force_option, reading, tell, writing
from canasta_cli.show.answer import Answer


@click.command("deal")
@click.option(
    "--upcard",
    default="",
    metavar="CARDS",
    help="The card turned up, or all of them, the top one last.",
)
@click.option(
    "--dealer",
    default="",
    metavar="PLAYER",
    shell_complete=completing.players,
    help="Who deals, where it is not whose turn it is.",
)
@writing
def deal_command(
    upcard: str, dealer: str, game: str | None, dry_run: bool, db: str | None, as_json: bool
) -> int:
    """Begin a hand that is recorded turn by turn.

    \b
    Examples:
      canasta deal --upcard 9
      canasta deal --upcard "W 3R 9" --dealer Bob
    """
    from canasta_cli.notation.deal import read_order
    from canasta_cli.scorekeeper.dealing import DealSaid, record_deal
    from canasta_cli.show.dealing import deal_blocks, deal_json

    said = DealSaid(read_order(upcard), dealer)
    with desk(db) as here:
        result = record_deal(here, game, said, dry_run=dry_run)
    tell(Answer(lambda: deal_blocks(result), lambda: deal_json(result)), as_json=as_json)
    return 0 if result.now else 1


@click.command("turn")
@click.argument("clauses", nargs=-1, required=True, metavar="CLAUSE...")
@force_option
@writing
def turn_command(
    clauses: tuple[str, ...],
    force: bool,
    game: str | None,
    dry_run: bool,
    db: str | None,
    as_json: bool,
) -> int:
    """Record a turn: it is judged as it is entered, and one that no rule allows is refused.

    The turn is that of the player who is next; a name in front is checked against that. Refused
    turns change nothing; --force records what the table let stand, and marks it.

    \b
    Examples:
      canasta turn draw discard 4
      canasta turn Bob: draw 3R meld KKK QQ2 discard 9
      canasta turn take 5 with 55 meld A:W discard 9
      canasta turn draw ask yes meld 3x3B K:KK out
      canasta turn end stock
    """
    from canasta_cli.notation.turn import read_turn
    from canasta_cli.scorekeeper.playing import record_turn
    from canasta_cli.show.playing import turn_blocks, turn_json

    turn = read_turn(" ".join(clauses))
    with desk(db) as here:
        result = record_turn(here, game, turn, forced=force, dry_run=dry_run)
    tell(Answer(lambda: turn_blocks(result), lambda: turn_json(result)), as_json=as_json)
    return 0 if result.stands else 1


@click.command("left")
@click.argument("hands", nargs=-1, metavar="[PLAYER=CARDS...]", shell_complete=completing.holders)
@force_option
@writing
def left_command(
    hands: tuple[str, ...],
    force: bool,
    game: str | None,
    dry_run: bool,
    db: str | None,
    as_json: bool,
) -> int:
    """Close the hand that was played with the cards that the players show, and count it.

    Who holds no cards, or only cards that everybody knows, need not be named. A foot that was never
    taken up stands behind a slash.

    \b
    Examples:
      canasta left Bob=A4 Cat=W Dan=KK7
      canasta left Bob=A4/KK5567889TJQ2 Cat=W
    """
    from canasta_cli.cli.saying import read_shown
    from canasta_cli.scorekeeper.closing import record_left
    from canasta_cli.show.closing import closed_blocks, closed_json

    shown = read_shown(hands)
    with desk(db) as here:
        result = record_left(here, game, shown, forced=force, dry_run=dry_run)
    tell(Answer(lambda: closed_blocks(result), lambda: closed_json(result)), as_json=as_json)
    return 0 if result.hand.stands else 1


@click.command("pile")
@reading
def pile_command(game: str | None, db: str | None, as_json: bool) -> None:
    """Show the discard pile and the stock as the recorded turns tell them, and who may take it.

    \b
    Examples:
      canasta pile
    """
    from canasta_cli.scorekeeper.playing import table_now
    from canasta_cli.show.table import pile_blocks, table_json

    with desk(db) as here:
        now = table_now(here, game)
    tell(Answer(lambda: pile_blocks(now), lambda: table_json(now)), as_json=as_json)


@click.command("melds")
@reading
def melds_command(game: str | None, db: str | None, as_json: bool) -> None:
    """Show each side's melds as the recorded turns tell them, and what is known of the hands.

    \b
    Examples:
      canasta melds
    """
    from canasta_cli.scorekeeper.playing import table_now
    from canasta_cli.show.table import melds_blocks, table_json

    with desk(db) as here:
        now = table_now(here, game)
    tell(Answer(lambda: melds_blocks(now), lambda: table_json(now)), as_json=as_json)
