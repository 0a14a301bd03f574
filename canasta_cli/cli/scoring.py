"""Keeping score: ``hand count``, ``score next minimum winner``.

``canasta`` without a command calls it for its answer.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Unpack

import click

from canasta_cli.cli import options
from canasta_cli.cli.command_classes import CardsCommand, NegativeNumbersCommand, option
from canasta_cli.cli.options import (
    Number,
    after_end,
    after_hand,
    as_hand_option,
    db_option,
    dealer_option,
    forcing,
    game_option,
    hint,
    house_option,
    json_option,
    key_option,
    nothing_recorded,
    print_already,
    print_answer,
    print_long_answer,
    read_game,
    reading,
    rules_option,
    sent_once,
    show,
    stacked,
    to_go_on,
)
from canasta_cli.cli.session import on_terminal, open_scorebook
from canasta_cli.errors import NotUnderstood
from canasta_cli.show.layout import Block, Text
from canasta_cli.words import count_of, quoted

if TYPE_CHECKING:
    from canasta_cli.cli.ruleset_choice import RulesetChoice, RulesetOptions
    from canasta_cli.rules.schema import Ruleset
    from canasta_cli.scorekeeper.hands import Draft, HandInput
    from canasta_cli.scorekeeper.scorebook import Scorebook
    from canasta_cli.show.layout import TwoForms


# Keeping score: `hand count`.


@click.command("hand", cls=CardsCommand)
@click.argument("tallies", nargs=-1, metavar="[TALLY...]", shell_complete=options.sides)
@dealer_option(help="Who dealt, if out of turn.")
@option(
    "--points",
    "scores",
    is_flag=True,
    help="Record only the points of each side, without cards.",
)
@option(
    "--stop-turns",
    is_flag=True,
    help="If the hand is being recorded turn by turn, count it from these tallies instead.",
)
@as_hand_option
@key_option
@forcing
def hand_command(
    tallies: tuple[str, ...],
    dealer: str,
    scores: bool,
    stop_turns: bool,
    as_hand: int | None,
    key: str | None,
    force: bool,
    game: str | None,
) -> int:
    """Record a finished hand and show the new totals.

    Give one tally for each side, in the order on the score pad: each in quotes, or with a “/”
    between the sides. A tally lists the side's melds, its red threes, the cards left in its hands
    (left: or a minus sign), and “out” if it went out. On a terminal, the program asks who went out
    if no tally says it, and asks for everything if there are no tallies; a single - reads them from
    standard input, on one line.

    A hand that is being recorded turn by turn can be counted from tallies instead: with --stop-turns,
    or on a terminal after a question. Its turns stay in the log, and canasta undo restores them.

    Examples:
      canasta hand "7xK QQQ2 2x3R out" "AAA 5555 left:JJ4"
        Us: seven kings, three queens with a deuce, two red threes; Us went out. Them: three aces,
        four fives; two jacks and a four left in hand.
      canasta hand 7xK QQQ2 2x3R out / AAA 5555 -JJ4
        The same without quotes.
      canasta hand Them="AAA 5555 left:JJ4" Us="7xK QQQ2 2x3R out"
        The same, with the sides named.
      canasta hand "natural:1 points:260 red:1 out" "points:110 minus:25"
        Count canastas and card points instead of cards.
      canasta hand "7xK points:120 out" "AAA -4 penalty:100" --dry-run
        Show the count, but record nothing.
      canasta hand --points 1860 -20
        Only the points are known: 1,860 for the first side, -20 for the second.
      canasta hand 7xK QQQ2 out / AAA -J --as-hand 3 --key friday-3
        From a script: only if hand 3 is next; sent again, it is not recorded a second time.
    """
    from canasta_cli.scorekeeper.hands import HandInput
    from canasta_cli.scorekeeper.scorebook import Repeated

    sent = sent_once(as_hand, key)
    hand = HandInput((), dealer=dealer, forced=force, stop_turns=stop_turns, sent=sent)
    try:
        return _record_hand(tallies, hand, game, scores=scores)
    except Repeated as repeated:
        return print_already(repeated)


def _record_hand(
    tallies: tuple[str, ...], hand: "HandInput", game: str | None, *, scores: bool
) -> int:
    """Record a hand with its tallies as typed, or ask for them on a terminal; return the exit status.

    ``scores``: only the points of each side are given.
    """
    from canasta_cli.scorekeeper.hands import record_hand
    from canasta_cli.scorekeeper.scorebook import find
    from canasta_cli.show.hand import HandAnswer, hand_blocks

    with open_scorebook() as book:
        asks = on_terminal()
        guided = asks and not tallies
        # Another terminal may make another game the current one before the questions are answered.
        asked = find(book.journal, game).name if asks else game
        draft: Draft | None = None
        given = None if guided else _read(book, tallies, hand, asked, scores=scores)
        stops = True if hand.stop_turns else asks and _agreed_to_stop(book, asked, given)
        if stops is None:
            return nothing_recorded()
        given = given and given._replace(stop_turns=stops)
        if guided:
            from canasta_cli.cli.guided import prompt_for_hand

            hand = hand._replace(stop_turns=stops)
            given, draft = prompt_for_hand(book, asked, hand, scores=scores)
        elif given and asks and not hand.forced:
            given = _confirmed(book, asked, given if scores else _completed(book, asked, given))
        if given is None:
            return nothing_recorded()
        result = record_hand(book, asked, given)
        if draft and result.recorded:
            draft.drop()
    print_answer(lambda: hand_blocks(result, seen=guided), lambda: HandAnswer(result))
    hint(*after_hand(result))
    return 0 if result.accepted else 1


def _completed(book: "Scorebook", game: str | None, given: "HandInput") -> "HandInput":
    """Ask how a hand ended if its tallies don't say it."""
    ended = any(tally.has_ending for tally in given.tallies)
    # Among two sides nobody plays alone.
    if ended and (len(given.tallies) == 2 or any(tally.alone for tally in given.tallies)):  # noqa: PLR2004
        return given
    from canasta_cli.cli.guided import complete_hand

    return complete_hand(book, game, given)


def _confirmed(book: "Scorebook", game: str | None, given: "HandInput") -> "HandInput | None":
    """Ask whether to save a hand that is probably recorded already; ``None`` if it isn't to be saved."""
    from canasta_cli.scorekeeper.hands import next_hand, record_hand

    if book.dry_run:
        return given
    result = record_hand(book.trial, game, given)
    same = [each for each in result.warnings if each.id == "identical"]
    if not same:
        return given
    from canasta_cli.cli.form import YES, ask_field, to_save
    from canasta_cli.show.standing import hand_warnings

    above = hand_warnings(same, recorded=False)
    answer = ask_field(to_save(accepted=True, warned=True)._replace(above=above))
    return given._replace(expected=next_hand(result.before)) if answer == YES else None


def _agreed_to_stop(book: "Scorebook", name: str | None, given: "HandInput | None") -> bool | None:
    """Ask if a hand that is being recorded turn by turn is counted from tallies; ``None`` if it isn't."""
    from canasta_cli.scorekeeper.scorebook import load_uncounted

    if load_uncounted(book.journal, name).deal is None:
        return False
    from canasta_cli.cli.form import agree
    from canasta_cli.scorekeeper.playing import open_hand

    # A game that takes no hand is refused before anything is asked.
    open_hand(book.journal, name)
    tallies = "these tallies" if given else "tallies that you type now"
    question = f"Stop recording turns and count the hand from {tallies}?"
    says = "The turns stay in the log, and canasta undo restores them."
    return True if agree(question, default=False, says=says) else None


def _read(
    book: "Scorebook",
    tallies: tuple[str, ...],
    hand: "HandInput",
    game: str | None,
    *,
    scores: bool,
) -> "HandInput":
    """Read the tallies from the arguments, or from standard input if these are a single hyphen."""
    from canasta_cli.cli.hand_arguments import read_hand, read_line
    from canasta_cli.scorekeeper.scorebook import load_uncounted

    def rules() -> "Ruleset":
        return book.load(game).ruleset

    recorded = load_uncounted(book.journal, game)
    texts = [read_line()] if tallies == ("-",) else tallies
    given = read_hand(texts, recorded, rules, forced=hand.forced, scores=scores)
    return hand._replace(tallies=given)


_rules_options = stacked(rules_option, house_option, game_option, db_option, json_option)


@click.command("count", cls=CardsCommand)
@click.argument("tally", nargs=-1, required=True, metavar="TOKEN...")
@option("-v", "--why", is_flag=True, help="Show the values behind each line, with their sources.")
@_rules_options
def count_command(tally: tuple[str, ...], why: bool, **options: "Unpack[RulesetOptions]") -> int:
    """Count one side's tally without a game.

    Nothing is recorded.

    Examples:
      canasta count "7xK QQQ2 2x3R out"
        Seven kings, three queens with a deuce, two red threes; this side went out.
      canasta count 7xK points:120 red:1 -r cardgames-io
        Seven kings, 120 more card points and one red three, under other rules.
    """
    from canasta_cli.cli.hand_arguments import read_typed
    from canasta_cli.cli.ruleset_choice import chosen_ruleset
    from canasta_cli.engine.score import count_one_side, outcome_of, read_by, undocumented_in
    from canasta_cli.rules.library import deciding_house_rules
    from canasta_cli.rules.names import refuse
    from canasta_cli.scorekeeper.tallies import check_typed
    from canasta_cli.show.sheet import count_answer, count_blocks

    if len(tally) > 1 and any(" " in each for each in tally):
        raise NotUnderstood(
            f"“{tally[0]}” and “{tally[1]}” are two tallies, and count takes one",
            fix="Put one side's tally in quotes. For both sides: "
            f"canasta hand {' '.join(map(quoted, tally))} --dry-run",
        )
    text, choice = " ".join(tally), chosen_ruleset(options)
    given = read_typed(text, lambda: choice.ruleset)
    check_typed(given, choice.ruleset)
    counted = count_one_side(given, choice.ruleset)
    refuse(choice.ruleset, undocumented_in(counted, choice.ruleset))
    house_rules = deciding_house_rules(
        choice.ruleset, lambda ruleset: outcome_of(count_one_side(given, ruleset))
    )
    lines = counted.sheets[0].lines if why else ()
    values = {line.item: read_by(line.item, choice.ruleset) for line in lines}
    print_answer(
        lambda: count_blocks(counted, choice.origin, house_rules, values),
        lambda: count_answer(counted, house_rules, values),
    )
    return 0 if counted.possible else 1


# The state of a game: `score next minimum winner`, and `canasta` without a command.


def welcome() -> int:
    """Show the current game with its totals and the next dealer, or how to start one."""
    from canasta_cli.scorekeeper.scorebook import newest
    from canasta_cli.show.next import welcome_line
    from canasta_cli.show.standing import next_blocks

    with open_scorebook(None, snapshot=True) as book:
        if book.journal.current() is None:
            others = book.journal.listed()
            hello: tuple[Block, ...] = (
                (
                    Text("There is no current game. Choose one with canasta use, for example:"),
                    Text(f"canasta use {quoted(newest(others).name)}", indent=2),
                    Text("All games: canasta games. A new one: canasta new Ann Bob Cat Dan"),
                )
                if others
                else (
                    Text("There is no current game. Start one with the players in order of play:"),
                    Text("canasta new Ann Bob Cat Dan", indent=2),
                    Text("See a sample evening: canasta demo. All commands: canasta --help"),
                )
            )
            show(*hello)
            return 0

        loaded = book.load(None)
        lines = to_go_on(book, loaded)
    title = welcome_line(loaded.game.name, loaded.ruleset.title)
    show(title, *next_blocks(loaded.standing))
    hint(*lines)
    return 0


@click.command("score")
@reading
def score_command(game: str | None) -> None:
    """Show the score pad.

    It has a row for each hand. Below are the totals, the points each side needs to open, its distance
    to the target, and the next dealer.

    Examples:
      canasta score
      canasta score -g friday --json
    """
    from canasta_cli.show.standing import ScoreAnswer, score_blocks

    loaded = read_game(game)
    standing = loaded.standing
    print_long_answer(lambda: score_blocks(standing), lambda: ScoreAnswer(loaded))
    if standing.hands:
        hint("To look at a hand: canasta show N. To correct it: canasta amend N")
    hint(*after_end(loaded))


@click.command("next")
@reading
def next_command(game: str | None) -> None:
    """Show the totals, the points each side needs to open, and the next dealer.

    Examples:
      canasta next
      canasta next --json
    """
    from canasta_cli.show.next import game_line
    from canasta_cli.show.standing import GameStanding, next_blocks

    with open_scorebook(snapshot=True) as book:
        loaded = book.load(game)
        lines = to_go_on(book, loaded)
    standing = loaded.standing
    print_long_answer(
        lambda: (game_line(standing.game.name), *next_blocks(standing)),
        lambda: GameStanding(standing),
    )
    hint(*lines)


@click.command("minimum", cls=NegativeNumbersCommand)
@click.argument("total", type=Number(), required=False)
@option(
    "--deal",
    type=click.IntRange(1),
    metavar="N",
    help="The number of the deal in the game, if the points to open depend on it. Default: 1.",
)
@_rules_options
def minimum_command(
    total: int | None, deal: int | None, **options: "Unpack[RulesetOptions]"
) -> None:
    """Show the points a side needs to open.

    The points depend on the side's total before the hand. Without TOTAL, they are shown for each side
    of the current game. In games where they depend on the number of the deal instead, give --deal.

    Examples:
      canasta minimum 1640
        How many points must the initial meld of a side with 1,640 points have?
      canasta minimum -35
      canasta minimum --deal 3 -r hand-and-foot
      canasta minimum
    """
    from canasta_cli.cli.ruleset_choice import chosen_ruleset
    from canasta_cli.engine.points import minimum
    from canasta_cli.rules.names import refuse_group
    from canasta_cli.rules.vocabulary import Basis
    from canasta_cli.show.minimum import MinimumAnswer, minimum_blocks

    choice = chosen_ruleset(options)
    refuse_group(choice.ruleset, "opening.basis", "opening.tiers")
    by_deal = choice.ruleset.opening.basis is Basis.DEAL
    _check_deal(deal, choice.ruleset)
    if by_deal and deal is None and (total is not None or choice.loaded is None):
        under = f" -r {quoted(options['rules'])}" if options["rules"] else ""
        raise NotUnderstood(
            f"in {choice.ruleset.name} the points depend on the number of the deal, not on the total",
            fix=f"Example: canasta minimum --deal {total if total in range(1, 5) else 2}{under}",
        )
    if total is None and by_deal and deal is not None:
        total = 0
    if total is None:
        print_answer(*_minimums_of_game(choice))
        return
    tier = minimum(total, deal or 1, choice.ruleset)
    print_answer(
        lambda: minimum_blocks(total, (deal or 1) if by_deal else None, tier, choice.origin),
        lambda: MinimumAnswer(tier, ruleset=choice.ruleset.name, total=total),
    )


def _check_deal(deal: int | None, rules: "Ruleset") -> None:
    """Refuse the number of a deal that a game does not have."""
    from canasta_cli.engine.points import beyond_last

    if beyond := beyond_last(deal, rules):
        example = f"Example: --deal {rules.end.deals}"
        raise NotUnderstood(beyond, fix=f"Give the number of one of them. {example}")


def _minimums_of_game(choice: "RulesetChoice") -> "TwoForms":
    """Return the points that each side of the current game needs to open."""
    if choice.loaded is None:
        raise NotUnderstood(
            "the total is missing", fix="Give the side's points. Example: canasta minimum 1640"
        )
    from canasta_cli.engine.game.standing import under
    from canasta_cli.show.minimum import minimums_blocks
    from canasta_cli.show.standing import MinimumsAnswer

    standing = under(choice.loaded.standing, choice.ruleset)
    return lambda: minimums_blocks(standing, choice.origin), lambda: MinimumsAnswer(standing)


def check_totals(totals: Sequence[object], rules: "Ruleset") -> None:
    """Refuse more or fewer totals than a game has sides."""
    sides = len(rules.seats.sides)
    if len(totals) != sides and "seats.sides" not in rules.unknown:
        raise NotUnderstood(
            f"{rules.name} has {count_of(sides, 'side')}, not {len(totals)}",
            fix="Give one total for each side.\nFor another ruleset: -r three-player",
        )


@click.command("winner", cls=NegativeNumbersCommand)
@click.argument("totals", nargs=-1, type=Number(), metavar="[TOTAL...]")
@option(
    "--deal",
    type=click.IntRange(0),
    default=0,
    metavar="N",
    help="The number of deals played, if the game ends after a fixed number.",
)
@_rules_options
def winner_command(totals: tuple[int, ...], deal: int, **options: "Unpack[RulesetOptions]") -> None:
    """Show whether the game is over, and who has won by how many points.

    The exit status is 0 in both cases; --json says which it is.

    Examples:
      canasta winner 5230 5310
        Both sides have passed 5,000. Who won?
      canasta winner 4990 -120
    """
    from canasta_cli.cli.ruleset_choice import chosen_ruleset

    if len(totals) == 1:
        raise NotUnderstood(
            "one total is not enough",
            fix="Give one for each side. Example: canasta winner 5230 5310",
        )
    print_answer(*winner(totals, chosen_ruleset(options), deal))


def winner(
    totals: Sequence[int],
    choice: "RulesetChoice",
    deal: int = 0,
    sides: Sequence[str] = (),
) -> "TwoForms":
    """Return who has won with these totals; without totals, with those of the game in use.

    ``sides`` are the names of those that have the totals.
    """
    from canasta_cli.engine.game.standing import outcome, under
    from canasta_cli.rules.names import refuse_group
    from canasta_cli.show.minimum import winner_answer, winner_blocks

    refuse_group(choice.ruleset, "end")
    _check_deal(deal, choice.ruleset)
    if totals:
        check_totals(totals, choice.ruleset)
        found = outcome(totals, deal, choice.ruleset)
        sides = sides if len(sides) == len(totals) else ()
        names = tuple(str(number) for number in range(1, len(totals) + 1))
    elif choice.loaded is not None:
        standing = under(choice.loaded.standing, choice.ruleset)
        totals, found = standing.totals, standing.outcome
        sides = names = standing.game.side_names
    else:
        raise NotUnderstood(
            "the totals are missing",
            fix="Give one for each side. Example: canasta winner 5230 5310",
        )
    return (
        lambda: winner_blocks(tuple(totals), found, choice.ruleset, choice.origin, sides),
        lambda: winner_answer(found, names),
    )
