"""Look at one hand: ``show``."""

import click

from canasta_cli.cli.database import open_scorebook
from canasta_cli.cli.options import print_long_answer, reading
from canasta_cli.show.answer import Answer


@click.command("show")
@click.argument("number", type=click.IntRange(1), required=False, metavar="[HAND]")
@reading
def show_command(number: int | None, game: str | None, db: str | None, as_json: bool) -> None:
    """Show one hand: its cards, its points, its warnings, and when it was changed.

    Without a number: the last hand that is over. The history lists every entry about the hand, also
    corrections that were undone.

    Examples:
      canasta show
      canasta show 3
        The third hand of the current game.
      canasta show 1 -g friday --json
    """
    from canasta_cli.scorekeeper.hand_review import review_hand
    from canasta_cli.show.hand import review_blocks, review_json

    with open_scorebook(db, snapshot=True) as book:
        review = review_hand(book, game, number)
    answer = Answer(lambda: review_blocks(review, book.local), lambda: review_json(review))
    print_long_answer(answer, as_json=as_json)
