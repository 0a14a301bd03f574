"""Questions about a play: ``check meld|pickup|discard|out|special|turn``."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Unpack

import click

from canasta_cli.cli.command_classes import OrderedGroup
from canasta_cli.cli.fact_options import FactOptions, fact_options
from canasta_cli.cli.facts import given_facts, read_facts
from canasta_cli.cli.options import (
    db_option,
    game_option,
    house_option,
    json_option,
    print_answer,
    rules_option,
    stacked,
)
from canasta_cli.cli.ruleset_choice import (
    RulesetChoice,
    choose_ruleset,
    choose_several,
    deciding_house_rules,
)
from canasta_cli.engine.facts import Question
from canasta_cli.engine.held import like
from canasta_cli.engine.turn.judge import Ruling, rule_on, rule_on_special
from canasta_cli.engine.turn.settle import settle
from canasta_cli.errors import NotUnderstood
from canasta_cli.model.cards import NO_CARDS, Card, Cards, together
from canasta_cli.model.turn import (
    Clause,
    Discard,
    Draw,
    GoOut,
    LayThrees,
    MeldDown,
    MeldOrLayOff,
    NoDiscard,
    Packet,
    Take,
    Turn,
)
from canasta_cli.notation.cards import scan_cards
from canasta_cli.notation.melds import scan_meld, scan_onto
from canasta_cli.notation.reader import whole, words
from canasta_cli.notation.turn import read_turn
from canasta_cli.rules.schema import Ruleset
from canasta_cli.show.answer import Answer

if TYPE_CHECKING:
    from canasta_cli.scorekeeper.scorebook import LoadedGame


class CheckOptions(FactOptions):
    """The values of the options of a question about a play."""

    under: str | None
    strict: bool


under_option = click.option(
    "--under",
    metavar="all|NAMES",
    help="Answer under several rulesets, side by side: names separated by commas, or “all” for every "
    "ruleset with the same number of players and packs as this one.",
)
strict_option = click.option(
    "--strict", is_flag=True, help="Exit with status 1 also if the answer is IT DEPENDS."
)
question = stacked(
    fact_options,
    rules_option,
    under_option,
    strict_option,
    house_option,
    game_option,
    db_option,
    json_option,
)


@click.group("check", cls=OrderedGroup)
def check_command() -> None:
    """Check whether a play is legal. The answer gives the reasons, their rules and sources, and a fix.

    Describe the table with options. What you leave out is taken from the hand being recorded, if
    there is one; otherwise it is unknown.

    Examples:
      canasta check pickup 5 --with 55 --frozen --opened
        Dan discarded a five on a frozen pile. Ann holds two fives, and her side has opened. May she
        take the pile?
      canasta check meld KKK QQ2 --unopened --total 1640
        Ann's side has 1,640 points and has not opened. Are three kings, and two queens with a
        deuce, enough?
    """


@check_command.command("meld")
@click.argument("melded", nargs=-1, required=True, metavar="MELD...")
@question
def check_meld(melded: tuple[str, ...], **options: Unpack[CheckOptions]) -> int:
    """Check whether melds and lay-offs are legal, and whether they are enough to open.

    Examples:
      canasta check meld KK22 AAA --unopened --total 1640
        Ann's side has 1,640 points and has not opened. May she open with two kings and two deuces,
        and three aces?
      canasta check meld K:W --melds KKKK222
        May a joker be laid off on four kings and three deuces?
    """
    return _judge(Turn((MeldDown(_parse_melds(melded)),)), options)


@check_command.command("pickup")
@click.argument("card", metavar="CARD")
@click.option(
    "--with", "hand_cards", metavar="CARDS", help="The cards from the hand that go with CARD."
)
@click.option("--onto", metavar="RANK", help="The side's meld that CARD is laid off on.")
@click.option(
    "--then",
    metavar="MELDS",
    help="Other melds laid down at the same time, before the rest of the pile is picked up.",
)
@click.option("--top-only", is_flag=True, help="Take only the top card, without the pile.")
@click.option("--without-top", is_flag=True, help="Take the pile without melding its top card.")
@question
def check_pickup(
    card: str,
    hand_cards: str | None,
    onto: str | None,
    then: str | None,
    top_only: bool,
    without_top: bool,
    **options: Unpack[CheckOptions],
) -> int:
    """Check whether the pile may be taken.

    Examples:
      canasta check pickup 5 --with 55 --frozen --opened
        Dan discarded a five on a frozen pile. Ann holds two fives, and her side has opened. May she
        take the pile?
      canasta check pickup K --onto K --melds KKK2 --pile "9 4 K"
        May the pile be taken by laying off its top card, a king, on the kings?
      canasta check pickup A --with A2 --then 999 --unopened --total 1500
        May a side with 1,500 points open with the ace from the pile, an ace, a deuce and three
        nines?
    """
    top = _parse_card(card)
    if options["top"] is not None and not like(top, _parse_card(options["top"])):
        raise NotUnderstood(
            f"CARD is {card}, but --top is {options['top']}",
            remedy="Leave --top out: CARD is the top card of the pile.",
        )
    options["top"] = options["top"] or card
    take = Take(
        None if without_top else top,
        Cards(_parse_cards(hand_cards)) if hand_cards else NO_CARDS,
        scan_onto(whole(onto)) if onto else None,
        whole=not top_only,
        then=_parse_melds((then,)) if then else (),
    )
    return _judge(Turn((take,)), options)


@check_command.command("discard")
@click.argument("cards", nargs=-1, required=True, metavar="CARD|down|none")
@question
def check_discard(cards: tuple[str, ...], **options: Unpack[CheckOptions]) -> int:
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
    end: Clause = NoDiscard() if text.lower() == "none" else _discard(text)
    return _judge(Turn((end,)), options)


@check_command.command("out")
@click.argument("melded", nargs=-1, metavar="[MELD...]")
@click.option(
    "--discard",
    "last",
    metavar="CARD",
    help="The last discard, or down for a card laid face down. Default: no discard.",
)
@question
def check_out(melded: tuple[str, ...], last: str | None, **options: Unpack[CheckOptions]) -> int:
    """Check whether a player may go out this way, whether concealed, and how many points it scores.

    Examples:
      canasta check out KKK 7:77 --discard 4 --hand KKK774 --melds 77777
        Ann melds three kings, adds two sevens to her side's five, and discards a four. Does she
        go out?
      canasta check out 7xK AAA --hand 7xK+AAA --unopened --total 0
        Ann's side has not opened. May she meld her whole hand at once?
    """
    end: Clause = _discard(last) if last else GoOut()
    clauses: tuple[Clause, ...] = (*((MeldDown(_parse_melds(melded)),) if melded else ()), end)
    return _judge(Turn(clauses), options, as_out=True)


@check_command.command("special")
@click.argument("cards", nargs=-1, required=True, metavar="CARDS")
@question
def check_special(cards: tuple[str, ...], **options: Unpack[CheckOptions]) -> int:
    """Check whether these cards are a special hand of the ruleset, and which one.

    Examples:
      canasta check special 4455668899QQKK -r modern-american --unopened --drew stock
        Ann drew from the stock and holds seven pairs. Is that a special hand?
    """
    from canasta_cli.show.verdict import special_blocks, special_json

    held = Cards(_parse_cards(" ".join(cards)))

    def judge(choice: RulesetChoice) -> Ruling:
        facts = read_facts(options, choice.ruleset, choice.loaded, held, drawn=True)
        shows = options["hand"] is not None or options["shown"] is not None
        question = Question(Turn(()), facts, choice.ruleset)
        return settle(
            question, lambda view: rule_on_special(held, view, choice.ruleset, given=shows)
        )

    if options["under"] is not None:
        return _side_by_side(judge, options)
    choice = _choose(options)
    ruling = judge(choice)
    answer = Answer(
        lambda: special_blocks(ruling, choice.basis), lambda: special_json(held, ruling)
    )
    print_answer(answer, as_json=options["as_json"])
    return _status((ruling,), options)


@check_command.command("turn")
@click.argument("turn", nargs=-1, required=True, metavar="CLAUSE...")
@question
def check_turn(turn: tuple[str, ...], **options: Unpack[CheckOptions]) -> int:
    """Check whether a whole turn is legal.

    With --hand, give the cards held before the draw. The turn may be incomplete; then only the given
    clauses are checked. All clauses are listed by: canasta man notation

    Examples:
      canasta check turn draw meld KKK QQ2 discard 4
        Ann draws, melds three kings and two queens with a deuce, and discards a four.
      canasta check turn take 5 with 55 meld A:W discard 9
        Ann takes the pile with two fives, lays off a joker on the aces, and discards a nine.
    """
    return _judge(read_turn(" ".join(turn)), options, whole_turn=True)


def _parse_melds(texts: Sequence[str]) -> tuple[MeldOrLayOff, ...]:
    text = " ".join(texts)
    melded = tuple(scan_meld(token) for token in words(text))
    if not melded:
        whole(text).fail("the melds are missing", expected="melds", example="KKK QQ2 7:W")
    return melded


def _discard(text: str) -> Discard:
    """Return a discard of the cards, or of a card face down."""
    return Discard(NO_CARDS if text.lower() == "down" else Cards(_parse_cards(text)))


def _parse_cards(text: str) -> list[Card]:
    cards = [card for token in words(text.replace(",", " ")) for card in scan_cards(token)]
    if not cards:
        whole(text).fail("the cards are missing", expected="cards", example="KK2")
    return cards


def _parse_card(text: str) -> Card:
    cards = _parse_cards(text)
    if len(cards) != 1:
        raise NotUnderstood(
            f"“{text}” is not one card",
            remedy="The pile has one top card. Example: canasta check pickup 5 --with 55",
        )
    return cards[0]


def _choose(options: CheckOptions) -> RulesetChoice:
    return choose_ruleset(options["rules"], options["house"], options["db"], options["game"])


def _judge(
    turn: Turn, options: CheckOptions, *, whole_turn: bool = False, as_out: bool = False
) -> int:
    """Judge a turn under the ruleset, or under several, print the answer, and return the status."""
    from canasta_cli.show.verdict import ruling_blocks, ruling_json

    played, gained = _cards_played(turn), _cards_gained(turn)

    def judge(choice: RulesetChoice) -> Ruling:
        later = not whole_turn and turn.take is None
        facts = read_facts(
            options, choice.ruleset, choice.loaded, played, drawn=later, gained=gained
        )
        loaded = choice.loaded
        if whole_turn and turn.ended and loaded is not None and loaded.game.deal is not None:
            return _judge_recorded(turn, options, loaded, choice.ruleset)
        question = Question(turn, facts, choice.ruleset, out=as_out)
        if whole_turn:
            from canasta_cli.engine.game.recorded_turn import rule_on_turn

            return settle(question, lambda view: rule_on_turn(turn, view, choice.ruleset))
        return settle(question, lambda view: rule_on(turn, view, choice.ruleset, as_out=as_out))

    if options["under"] is not None:
        return _side_by_side(judge, options)
    choice = _choose(options)
    ruling, house = judge(choice), _deciding_house_rules(choice, judge)
    answer = Answer(
        lambda: ruling_blocks(ruling, choice.basis, house), lambda: ruling_json(ruling, house)
    )
    print_answer(answer, as_json=options["as_json"])
    return _status((ruling,), options)


def _status(rulings: tuple[Ruling, ...], options: CheckOptions) -> int:
    """Return 1 if a play is illegal under one of the rulesets; if strict, also if it depends."""
    answers = [ruling.verdict.legal for ruling in rulings]
    return 1 if False in answers or (options["strict"] and None in answers) else 0


def _deciding_house_rules(
    choice: RulesetChoice, judge: Callable[[RulesetChoice], Ruling]
) -> tuple[str, ...]:
    """List the house rules that decide an answer."""
    return deciding_house_rules(
        choice.ruleset, lambda ruleset: judge(choice._replace(ruleset=ruleset)).outcome
    )


def _side_by_side(judge: Callable[[RulesetChoice], Ruling], options: CheckOptions) -> int:
    """Print the answers of several rulesets, and why they differ."""
    from canasta_cli.engine.turn.compare import compare
    from canasta_cli.show.verdict import under_blocks, under_json

    choices = choose_several(
        _choose(options), options["under"] or "", options["house"], options["rules"]
    )
    answers = tuple(judge(choice) for choice in choices)
    houses = tuple(_deciding_house_rules(choice, judge) for choice in choices)
    differences = compare(answers)
    answer = Answer(
        lambda: under_blocks(answers, differences, houses),
        lambda: under_json(answers, differences, houses),
    )
    print_answer(answer, as_json=options["as_json"])
    return _status(answers, options)


def _judge_recorded(
    turn: Turn, options: CheckOptions, loaded: "LoadedGame", ruleset: Ruleset
) -> Ruling:
    """Judge a finished turn as the next one of the recorded hand, with the facts that are given."""
    from canasta_cli.engine.game.recorded_turn import step
    from canasta_cli.scorekeeper.playing import in_play, with_player

    playing = in_play(loaded)
    seat = options["seat"] if turn.player is None else turn.player
    turn = with_player(turn._replace(player=seat), playing)
    view = given_facts(options, loaded).filled_in(playing.position.seat(turn).view())
    question = Question(turn, view, ruleset)
    return settle(question, lambda view: step(playing.position, turn, ruleset, view).ruling)


def _cards_gained(turn: Turn) -> Cards:
    """Return the named cards that a turn brings to the hand, besides the pile."""
    return together(each.cards for each in turn.clauses if isinstance(each, Draw | Packet))


def _cards_played(turn: Turn) -> Cards:
    """Return the cards played in a turn, without the top card of the pile."""
    bunches: list[Cards] = [lay.cards for lay in turn.melded]
    for clause in turn.clauses:
        if isinstance(clause, Take):
            bunches.append(clause.shown)
        elif isinstance(clause, Discard | Draw | LayThrees):
            bunches.append(clause.cards)
    return together(bunches)
