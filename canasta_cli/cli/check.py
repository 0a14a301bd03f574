"""Questions about a play: ``check meld|pickup|discard|out|pass|special|turn``, and a dialogue."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Unpack

import click

from canasta_cli.cli.command_classes import OrderedGroup, option
from canasta_cli.cli.judging import Dispute, answer_dispute, fact_options
from canasta_cli.cli.options import (
    db_option,
    game_option,
    house_option,
    reading,
    rules_option,
    stacked,
)
from canasta_cli.cli.ruleset_choice import chosen_ruleset
from canasta_cli.cli.session import current_session
from canasta_cli.errors import NotUnderstood
from canasta_cli.model.cards import Card, Cards
from canasta_cli.model.turn import (
    Clause,
    Discard,
    GoOut,
    MeldDown,
    MeldOrLayOff,
    NoDiscard,
    ShowSpecial,
    StockEnds,
    Take,
    Turn,
)
from canasta_cli.notation.cards import (
    is_none,
    one_card,
    read_order,
    scan_onto,
    scan_typed_melds,
)
from canasta_cli.notation.spoken import whole

under_option = option(
    "--under",
    metavar="all|NAMES",
    help="Answer under several rulesets, side by side: names separated by commas, or “all” for every "
    "ruleset with the same number of players and packs as this one.",
)
strict_option = option(
    "--strict", is_flag=True, help="Exit with status 1 if the answer is IT DEPENDS, not with 6."
)
why_option = option(
    "-v",
    "--why",
    is_flag=True,
    help="Show every reason with what the rulebook says and its sources, and everything on which the "
    "answer depends.",
)
question = stacked(
    fact_options,
    rules_option,
    under_option,
    strict_option,
    why_option,
    house_option,
    reading,
)

if TYPE_CHECKING:
    from canasta_cli.cli.judging import CheckOptions
    from canasta_cli.cli.ruleset_choice import RulesetOptions


@click.group("check", cls=OrderedGroup, invoke_without_command=True)
@stacked(rules_option, house_option, game_option, db_option)
@click.pass_context
def check_command(context: click.Context, **options: Unpack[RulesetOptions]) -> int | None:
    """Check whether a play is legal. The answer gives the deciding reason and a fix.

    Alone on a terminal, it asks which dispute it is, then only the facts that can matter. A fact
    that you skip is asked again if it decides. Otherwise describe the table with options. What you
    leave out is taken from the hand being recorded, if there is one; otherwise it is unknown. The
    answer is ILLEGAL only if no unknown fact could make the play legal, and LEGAL says what it
    assumes (“Assuming you hold enough other cards.”), as ILLEGAL does where a pile must be taken.
    --why shows every reason with what the rulebook says and its sources.

    The exit status is 0 for LEGAL, 1 for ILLEGAL and 6 for IT DEPENDS (1 with --strict).

    Examples:
      canasta check pickup 5 --with 55 --frozen --opened
        Dan discarded a five on a frozen pile. Ann holds two fives, and her side has opened. May she
        take the pile?
      canasta check meld KKK QQ2 --unopened --total 1640
        Ann's side has 1,640 points and has not opened. Are three kings, and two queens with a
        deuce, enough?
    """
    name = context.invoked_subcommand
    if name is not None:
        # Options in front of the question count as if they came after it.
        context.default_map = {name: {key: value for key, value in options.items() if value}}
        return None
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise NotUnderstood(
            "the question is missing",
            fix="Example: canasta check pickup 5 --with 55 --frozen --opened\n"
            "On a terminal, canasta check alone asks you about the dispute.",
        )
    from canasta_cli.cli.disputes import settle_dispute

    given = [("-r", options["rules"]), ("-g", options["game"]), ("--db", current_session().db)]
    given += (("--house", each) for each in options["house"])
    words = [word for name, value in given if value for word in (name, value)]
    return settle_dispute(check_command, chosen_ruleset(options), words)


@check_command.result_callback()
def answer(dispute: Dispute | int, **_: object) -> int:
    """Print the answer to the question that a command has read."""
    if isinstance(dispute, int):
        return dispute
    return answer_dispute(dispute, chosen_ruleset(dispute.options))


@check_command.command("meld")
@click.argument("melded", nargs=-1, required=True, metavar="MELD...")
@question
def check_meld(melded: tuple[str, ...], **options: Unpack[CheckOptions]) -> Dispute:
    """Check whether melds and lay-offs are legal, and whether they are enough to open.

    Examples:
      canasta check meld KK22 AAA --unopened --total 1640
        Ann's side has 1,640 points and has not opened. May she open with two kings and two deuces,
        and three aces?
      canasta check meld K:W --melds KKKK222
        May a joker be laid off on four kings and three deuces?
    """
    return Dispute(options, Turn((MeldDown(_parse_melds(melded)),)))


@check_command.command("pickup")
@click.argument("card", nargs=-1, required=True, metavar="CARD")
@option("--with", "hand_cards", metavar="CARDS", help="The cards from the hand that go with CARD.")
@option("--onto", metavar="RANK", help="The side's meld that CARD is laid off on.")
@option(
    "--then",
    metavar="MELDS",
    help="Other melds laid down at the same time, before the rest of the pile is picked up.",
)
@option("--top-only", is_flag=True, help="Take only the top card, without the pile.")
@option("--without-top", is_flag=True, help="Take the pile without melding its top card.")
@question
def check_pickup(
    card: tuple[str, ...],
    hand_cards: str | None,
    onto: str | None,
    then: str | None,
    top_only: bool,
    without_top: bool,
    **options: Unpack[CheckOptions],
) -> Dispute:
    """Check whether the pile may be taken.

    With --hand, and without the cards that go with CARD, the answer names the ways to take the pile.

    Examples:
      canasta check pickup 5 --with 55 --frozen --opened
        Dan discarded a five on a frozen pile. Ann holds two fives, and her side has opened. May she
        take the pile?
      canasta check pickup 5 --hand 55W68 --melds 777 --not-frozen
        May Ann take the pile with her cards, and how?
      canasta check pickup K --onto K --melds KKK2 --pile "9 4 K"
        May the pile be taken by laying off its top card, a king, on the kings?
      canasta check pickup A --with A2 --then 999 --unopened --total 1500
        May a side with 1,500 points open with the ace from the pile, an ace, a deuce and three
        nines?
    """
    name = " ".join(card)
    if without_top:
        if options["top"]:
            raise NotUnderstood(
                f"the top card is given twice: {name} and --top {options['top']}",
                fix="Leave out --top.",
            )
        options["top"] = name
    top = None if without_top else _parse_card(name)
    take = Take(top)
    if hand_cards:
        from canasta_cli.notation.short_turn import taken_with

        take = taken_with(hand_cards, top)
    take = take._replace(
        onto=scan_onto(whole(onto)) if onto else None,
        whole=not top_only,
        then=(*take.then, *(_parse_melds((then,)) if then else ())),
    )
    return Dispute(options, Turn((take,)))


@check_command.command("discard")
@click.argument("cards", nargs=-1, required=True, metavar="CARD|down|none")
@question
def check_discard(cards: tuple[str, ...], **options: Unpack[CheckOptions]) -> Dispute:
    """Check whether a card may be discarded, or the turn may end without a discard.

    Examples:
      canasta check discard 3B
        May Ann discard a black three?
      canasta check discard none --hand KK
        Ann holds two kings. May she end her turn without a discard?
      canasta check discard down --hand 4 --melds 7xK
        May Ann lay her last card face down?
    """
    text = " ".join(cards)
    end: Clause = NoDiscard() if text.strip() and is_none(text) else _discard(text)
    return Dispute(options, Turn((end,)))


@check_command.command("out")
@click.argument("melded", nargs=-1, metavar="[MELD...]")
@option(
    "--discard",
    "last",
    metavar="CARD",
    help="The last discard, or down for a card laid face down. Default: any card of --hand, or none.",
)
@question
def check_out(
    melded: tuple[str, ...], last: str | None, **options: Unpack[CheckOptions]
) -> Dispute:
    """Check whether a player may go out this way, whether concealed, and how many points it scores.

    If --hand has more cards than the melds, the answer names the ways to go out with all of them.

    Examples:
      canasta check out KKK 7:77 --discard 4 --hand KKK774 --melds 77777
        Ann melds three kings, adds two sevens to her side's five, and discards a four. Does she
        go out?
      canasta check out --hand KKK4 --melds 7xQ
        Can Ann go out with three kings and a four?
      canasta check out 7xK AAA --hand 7xK+AAA --unopened --total 0
        Ann's side has not opened. May she meld her whole hand at once?
    """
    end: Clause = GoOut() if not last or is_none(last) else _discard(last)
    clauses: tuple[Clause, ...] = (*((MeldDown(_parse_melds(melded)),) if melded else ()), end)
    return Dispute(options, Turn(clauses), as_out=True)


@check_command.command("pass")
@question
def check_pass(**options: Unpack[CheckOptions]) -> Dispute:
    """Check whether a player may pass when the stock is empty: neither draw nor take the pile.

    It is the same question as: canasta check turn end stock --stock 0

    Examples:
      canasta check pass --top 9 --melds "999 KKK" --not-frozen
        The stock is empty, and there is a nine on the pile. Must Ann take it?
    """
    return Dispute(options, Turn((StockEnds(),)), whole=True, stock=0)


@check_command.command("special")
@click.argument("cards", nargs=-1, required=True, metavar="CARDS")
@question
def check_special(cards: tuple[str, ...], **options: Unpack[CheckOptions]) -> Dispute:
    """Check whether these cards are a special hand of the ruleset, and which one.

    Examples:
      canasta check special 4455668899QQKK -r modern-american --unopened --drew stock
        Ann drew from the stock and holds seven pairs. Is that a special hand?
    """
    return Dispute(options, Turn((ShowSpecial(Cards(_parse_cards(" ".join(cards)))),)))


@check_command.command("turn")
@click.argument("turn", nargs=-1, required=True, metavar="CLAUSE...")
@question
def check_turn(turn: tuple[str, ...], **options: Unpack[CheckOptions]) -> Dispute:
    """Check whether a whole turn is legal.

    With --hand, give the cards held before the draw. The turn may be incomplete; then only the given
    clauses are checked. A turn in short means what it means in canasta turn, and the answer begins with
    it in full. All clauses are listed by: canasta man notation

    Examples:
      canasta check turn draw meld KKK QQ2 discard 4
        Ann draws, melds three kings and two queens with a deuce, and discards a four.
      canasta check turn take 5 with 55 meld A:W discard 9
        Ann takes the pile with two fives, lays off a joker on the aces, and discards a nine.
        In short: canasta check turn p55 A:W 9 --top 5
    """
    return Dispute(options, whole=True, typed=" ".join(turn))


def _parse_melds(texts: Sequence[str]) -> tuple[MeldOrLayOff, ...]:
    text = " ".join(texts)
    melded = scan_typed_melds(text)
    if not melded:
        whole(text).fail("the melds are missing", expected="melds", example="KKK QQ2 7:W")
    return melded


def _discard(text: str) -> Discard:
    """Return a discard of the cards, or of a card face down."""
    if text.lower() == "down":
        return Discard()
    card = one_card(text)
    return Discard(Cards((card,) if card else _parse_cards(text)))


def _parse_cards(text: str) -> Sequence[Card]:
    cards = read_order(text)
    if not cards:
        whole(text).fail("the cards are missing", expected="cards", example="KK2")
    return cards


def _parse_card(text: str) -> Card:
    """Return the top card of the pile."""
    card = one_card(text)
    if card is None:
        raise NotUnderstood(
            f"“{text}” is not one card",
            fix="The pile has one top card. Cards from your hand, and other melds, are options. "
            "Example: canasta check pickup K --with KK --then QQW",
        )
    return card
