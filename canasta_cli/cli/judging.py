"""The facts of the table, from options and recorded turns, and the judging of a question about a play.

The commands about a play use it: ``check``, ``suggest``.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from sys import maxsize
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource
from click.decorators import FC

from canasta_cli.api.asking import (
    NOTHING,
    Given,
    Inquiry,
    answered,
    conflicts,
    must_be,
    read_fact,
    view_of,
    with_top_taken,
)
from canasta_cli.cli.command_classes import Option, OptionGroup, option
from canasta_cli.cli.options import Number, print_long_answer, searching, stacked
from canasta_cli.cli.ruleset_choice import RulesetChoice, choose_several
from canasta_cli.cli.session import on_terminal
from canasta_cli.engine.facts import FACTS, FactRow
from canasta_cli.engine.points import minimum
from canasta_cli.engine.rule import Fact
from canasta_cli.engine.view import UNKNOWN, Drew, Question, View
from canasta_cli.errors import DEPENDS, NotationError, NotUnderstood, Unclear
from canasta_cli.model.cards import USUAL_WILD_RANKS, LayOff, MeldCards, Rank, Shape
from canasta_cli.model.turn import Draw, MeldDown, Take, Turn, is_begun
from canasta_cli.notation.cards import (
    SMALLEST,
    check_digit_before_rank,
    check_number_before_rank,
    is_none,
    scan_typed_melds,
    write_cards,
)
from canasta_cli.rules.library import Substance, deciding_house_rules
from canasta_cli.show.depending import METAVARS, options_of
from canasta_cli.show.layout import Style, Text, narrow_columns
from canasta_cli.values import NamedTuple
from canasta_cli.words import capitalized, count_of, either, points

if TYPE_CHECKING:
    from click.parser import _OptionParser

    from canasta_cli.api.plays import Facts
    from canasta_cli.cli.ruleset_choice import RulesetOptions
    from canasta_cli.engine.turn.judge import Ruling
    from canasta_cli.model.cards import Cards
    from canasta_cli.rules.schema import Ruleset
    from canasta_cli.scorekeeper.scorebook import LoadedGame
    from canasta_cli.show.layout import Blocks, TwoForms


# The options that give facts of the table, the same for every question about a play.

if TYPE_CHECKING:

    class FactOptions(RulesetOptions, Facts):
        """The values of the options below; ``None`` for a fact that is not given."""


class FactOption(Option):
    """An option for a fact of the table. Given twice, it must have the same value both times."""

    @property
    def group(self) -> OptionGroup:
        """The heading under which the option is listed."""
        return GROUPS[_ABOUT[self.name or ""]]

    @property
    def help_group(self) -> OptionGroup | None:
        """The heading in a help page; ``None`` for a fact that only the manual lists."""
        return USUAL_FACTS if self.name in _USUAL else None

    def add_to_parser(self, parser: _OptionParser, ctx: click.Context) -> None:
        """Keep every value that is given, not only the last."""
        if not self.is_flag:
            parser.add_option(obj=self, opts=self.opts, dest=self.name, action="append")
            return
        for opts, const in ((self.opts, True), (self.secondary_opts, False)):
            parser.add_option(
                obj=self, opts=opts, dest=self.name, action="append_const", const=const
            )

    def consume_value(
        self, ctx: click.Context, opts: Mapping[str, click.Parameter]
    ) -> tuple[object, ParameterSource]:
        """Return the one value that is given; raise an error for different values."""
        given: object = opts.get(self.name)  # typed as a parameter, but it is a list of values
        if not isinstance(given, list):
            return super().consume_value(ctx, opts)
        if len(set(given)) > 1 and not ctx.resilient_parsing:
            raise NotUnderstood(
                f"{CONTRADICT} {self._conflict(given)}",
                fix=CORRECT_ONE,
            )
        return super().consume_value(ctx, {**opts, str(self.name): given[0]})

    def _conflict(self, given: list[object]) -> str:
        if self.is_flag:
            return f"{self.opts[0]} and {self.secondary_opts[0]}"
        return " and ".join(f"{self.opts[0]} {each}" for each in dict.fromkeys(given))


CORRECT_ONE = "Correct one, or leave out what you aren't sure of."


LEAVE_OUT = (
    "Leave out what you don't know. A fact that is left out comes from the hand being recorded "
    "turn by turn, if there is one; the number of the hand, and the points to open if all sides need "
    "the same, come from the current game. Otherwise it is unknown."
)
GROUPS = {
    "player": OptionGroup("About you", LEAVE_OUT),
    "side": OptionGroup("About your side"),
    "pile": OptionGroup("About the pile"),
    "other": OptionGroup("Other facts"),
}
USUAL_FACTS = OptionGroup("Facts of the table", f"{LEAVE_OUT} All facts: canasta man facts")
_USUAL = frozenset({"hand", "melds", "opened", "total", "frozen"})
# What the help of an option says about the command line alone.
REMARKS = {Fact.TOP: " Not needed for check pickup."}


_ABOUT = {row.keyword: row.about for row in FACTS.values()}


def _type(row: FactRow) -> Number | click.Choice[str] | None:
    if row.kind == "number":
        return Number(row.least)
    choice = row.kind != "flag" and row.words
    return click.Choice(row.words, case_sensitive=False) if choice else None


def _is_yes(_: click.Context, __: click.Parameter, answer: str | None) -> bool | None:
    """Return the answer yes or no as true or false."""
    return None if answer is None else answer == "yes"


def _option(row: FactRow) -> Callable[[FC], FC]:
    """Return the option of a fact."""
    return option(
        "/".join(options_of(row)),
        cls=FactOption,
        type=_type(row),
        callback=_is_yes if row.kind == "answer" else None,
        default=None,
        metavar=METAVARS.get(row.kind),
        help=f"{capitalized(row.says)}{row.limits}.{REMARKS.get(row.fact, '')}",
    )


fact_options = stacked(*(_option(row) for row in FACTS.values() if row.direct))


# The facts of the table, from the options and from the recorded turns of the current game.

ABOUT_PILE = frozenset({"pile", "pile_size", "frozen"})
CONTRADICT = "these facts contradict each other:"
CONFLICT_WITH_TURNS = "this doesn't fit the recorded turns:"


def read_facts(
    options: FactOptions,
    ruleset: Ruleset,
    loaded: LoadedGame | None,
    turn: Turn = NOTHING,
    *,
    drawn: bool = False,
) -> View:
    """Read the facts of the table from the options and from the recorded turns.

    ``turn``: the play in question. ``drawn``: the player has drawn, and the recorded turns don't show it yet.

    Raises :class:`~canasta_cli.errors.NotUnderstood` if two facts contradict each other.
    """
    given = with_top_taken(_read(options, ruleset), turn, ruleset)
    found, top = _view(given), given.get("top")
    drew = found.drew or (Drew.STOCK if drawn else None)
    facts = recorded_facts(loaded, drew)
    size = [] if facts is None else _size_conflicts(found.hand, facts, drew, ruleset)
    alone = found if top is None or "pile" in vars(found) else found.replace(pile=(top,))
    found = alone if facts is None else found.filled_in(facts)
    if loaded is not None:
        number = min(loaded.game.next_hand, ruleset.end.deals or maxsize)
        found = found.filled_in(View.of(deal=number))
        deal = found.deal or number
        needs = {minimum(total, deal, ruleset).points for total in loaded.standing.totals}
        if found.total is None and len(needs) == 1:
            # Every side needs the same points, so it doesn't matter which side is asked about.
            found = found.filled_in(View.of(minimum=needs.pop()))
    if not found.pile and top is not None:
        found = found.replace(pile=(top,))
    if against := [*conflicts(given, found, ruleset, turn), *size]:
        among_options = facts is None or any(conflicts(given, alone, ruleset, turn))
        raise _refusal(against, CONTRADICT if among_options else CONFLICT_WITH_TURNS)
    _check_wild_card(turn, found, ruleset)
    return found


def _check_wild_card(turn: Turn, view: View, ruleset: Ruleset) -> None:
    """Refuse a single wild card without the meld that takes it, unless a meld of wild cards lies there."""
    if any(meld.shape is Shape.WILD for meld in view.known_melds):
        return
    for lay in turn.melded:
        alone = isinstance(lay, MeldCards) and lay.cards.size == 1
        if alone and ruleset.wild_ranks.count(lay.cards):
            card = write_cards(lay.cards)
            ranks = [meld.rank.value for meld in view.known_melds if meld.rank] or ["K"]
            others = ["W"] if ruleset.melds.wild_only else []
            raise Unclear(
                f"“{card}” alone: onto which meld?",
                fix=f"Name it: {either(f'{rank}:{card}' for rank in (*ranks, *others))}",
            )


def given_facts(options: FactOptions, ruleset: Ruleset, turn: Turn) -> View:
    """Return the facts that the options alone give."""
    given = _read(options, ruleset)
    view = _view(given)
    if against := [*conflicts(given, view, ruleset, turn)]:
        raise _refusal(against, CONTRADICT)
    return view


def _refusal(against: list[str], head: str) -> NotUnderstood:
    """Return the error for contradictions."""
    return NotUnderstood("\n".join((head, *(f"  {each}" for each in against))), fix=CORRECT_ONE)


def _read(options: FactOptions, ruleset: Ruleset) -> Given:
    """Read the facts that the options give."""
    given: Given = {
        row.keyword: _read_value(row, value)
        for row in FACTS.values()
        if row.direct and (value := options.get(row.keyword)) is not None
    }
    for row in FACTS.values():
        if row.kind == "melds":
            _check_digits_before_ranks(given.get(row.keyword, ()), ruleset)
    return given


def _read_value(row: FactRow, value: object) -> object:
    if row.kind == "cards":
        check_number_before_rank(str(value), melds=False)
    elif row.kind == "melds" and not is_none(str(value)):
        scan_typed_melds(str(value))
    try:
        return read_fact(row, value)
    except ValueError:
        (option,) = options_of(row)
        raise NotUnderstood(f"{option} must be {must_be(row)}, not “{value}”") from None


def _view(given: Given) -> View:
    """Return the table as the facts give it; the top card alone is not a fact about the pile."""
    if ABOUT_PILE.isdisjoint(given):
        given = {name: value for name, value in given.items() if name != "top"}
    return view_of(given)


def _size_conflicts(
    hand: Cards | None, facts: View, drew: Drew | None, ruleset: Ruleset
) -> list[str]:
    """Compare the size of the given hand with that of the recorded turns, before or after the draw."""
    size = facts.held.size
    if hand is None or size is None or len(hand) == size:
        return []
    if drew is Drew.STOCK and len(hand) == size - ruleset.deal.draw:
        return []
    gave = f"you gave {count_of(len(hand), 'card')} in the hand"
    when = " before the draw" if drew is None else ""
    return [f"{gave}, but this player holds {size}{when}; for some of them: --shown"]


def recorded_facts(loaded: LoadedGame | None, drew: Drew | None) -> View | None:
    """Return what the next player knows from the recorded turns.

    ``drew``: how the player's turn began; a draw is added to the hand. After taking the pile, hand
    and melds are unknown, since it is not recorded how the pile was taken.
    """
    if loaded is None or loaded.game.deal is None:
        return None
    from canasta_cli.scorekeeper.playing import in_play

    position = in_play(loaded).position.at_start(loaded.ruleset)
    if drew is Drew.STOCK and position.stock:
        position = position.begun_with((Draw(),), loaded.ruleset)
    view = position.view()
    if drew is Drew.PILE:
        return view.without_pile.replace(held=UNKNOWN, melds=None)
    return view


def turn_on_table(text: str, choice: RulesetChoice) -> Turn | None:
    """Return the turn that a text means in the hand in play; ``None`` without one.

    Raises :class:`~canasta_cli.scorekeeper.playing.SeveralTurns`.
    """
    from canasta_cli.scorekeeper.playing import in_play, turn_meant

    if choice.loaded is None or choice.loaded.game.deal is None:
        return None
    return turn_meant(text, in_play(choice.loaded).position, choice.ruleset)


# A question about a play: what was typed, the turn in full, the facts of the table, the answer.

if TYPE_CHECKING:

    class CheckOptions(FactOptions):
        """The values of the options of a question about a play."""

        under: str | None
        strict: bool
        why: bool


class Dispute(NamedTuple):
    """A play that is asked about, with the options that were given.

    ``whole``: it is a turn from its beginning; ``typed`` is one that the table may be needed to read, and
    ``read_as`` the same in full. ``as_out``: it is asked as going out. ``stock``: its cards, unless they are
    given. ``guided``: the options were put together from answers, so that facts are named in words.
    """

    options: CheckOptions
    turn: Turn = Turn(())
    whole: bool = False
    typed: str = ""
    read_as: str = ""
    as_out: bool = False
    stock: int | None = None
    guided: bool = False


_LIKELY = (True, None, False)
"""Answers about the turns that a text can mean, the likeliest first."""


def in_full(dispute: Dispute, choice: RulesetChoice) -> Dispute:
    """Return a dispute with its turn read: what one in short means is decided by the table and the rules."""
    read = _in_full(dispute, choice) if dispute.typed else dispute
    take = read.turn.take or Take(None)
    _check_digits_before_ranks(
        (*read.turn.melded, *take.then, MeldCards(take.hand)), choice.ruleset
    )
    if dispute.typed:
        _check_last_card(read.turn)
    return read


def _check_last_card(turn: Turn) -> None:
    """Refuse ``meld KKK 4`` at the end of a turn: the last card can be laid off or discarded."""
    last = turn.clauses[-1]
    melded = last.melded if isinstance(last, MeldDown) else ()
    if len(melded) < 2 or isinstance(melded[-1], LayOff) or melded[-1].size > 1:  # noqa: PLR2004
        return
    *_, before, meld = melded
    if isinstance(before, LayOff) or before.size >= SMALLEST:
        (card,) = meld.cards
        cards = (card, *before.cards)
        rank = next((each.rank for each in cards if each.rank not in USUAL_WILD_RANKS), card.rank)
        raise Unclear(
            f"“{card.symbol}” after the melds could be discarded, or laid off",
            fix=f"Write discard {card.symbol}, or {rank.value}:{card.symbol} to lay it off",
        )


def _check_digits_before_ranks(melds: Iterable[MeldCards | LayOff], ruleset: Ruleset) -> None:
    """Refuse ``7K``, which can be seven kings, unless its number is a wild card."""
    for meld in melds:
        is_wild = any(
            card.rank in ruleset.wild_ranks for card in meld.cards if card.rank is not Rank.JOKER
        )
        if isinstance(meld, MeldCards) and not is_wild:
            check_digit_before_rank(meld.cards)


def _in_full(dispute: Dispute, choice: RulesetChoice) -> Dispute:
    text = dispute.typed
    from canasta_cli.notation.turn import check_number_drawn, read_turn, write_turn

    is_on_table = choice.loaded is not None and choice.loaded.game.deal is not None
    check_number_drawn(text, choice.ruleset.deal.draw, is_on_table=is_on_table)
    with suppress(NotationError):
        full = read_turn(text, typed=True)
        drawn = [card for draw in full.clauses if isinstance(draw, Draw) for card in draw.cards]
        are_drawn = sum(not card.rank.three for card in drawn) <= choice.ruleset.deal.draw
        takes = full.take is None or full.take.is_one_meld
        if is_begun(full.clauses) and are_drawn and takes:
            return dispute._replace(turn=full)
    from canasta_cli.cli.playing import choose_turn
    from canasta_cli.scorekeeper.playing import SeveralTurns

    try:
        turn = turn_on_table(text, choice)
    except SeveralTurns as several:
        turn = choose_turn(several)
    turn = turn or _likeliest(dispute, choice)
    return dispute._replace(turn=turn, read_as=write_turn(turn))


def _likeliest(dispute: Dispute, choice: RulesetChoice) -> Turn:
    """Return the turn that a text means without a hand in play: the first that is legal, if one is."""
    from canasta_cli.notation.short_turn import read_turns
    from canasta_cli.scorekeeper.playing import with_pairs

    facts = read_facts(dispute.options, choice.ruleset, choice.loaded)
    turns = read_turns(dispute.typed, facts.top)
    with searching():
        return min(
            (*turns, *with_pairs(turns, facts.top)),
            key=lambda each: _LIKELY.index(
                answered(Inquiry(Question(each, facts, choice.ruleset), whole=True)).verdict.legal
            ),
        )


def inquire(dispute: Dispute, choice: RulesetChoice) -> Inquiry:
    """Return the question about a play on the table that the options and the recorded turns describe.

    Its turn is there :func:`in_full`.
    """
    options, turn = dispute.options, dispute.turn
    rules, loaded = choice.ruleset, choice.loaded
    if dispute.whole and turn.ended and loaded is not None and loaded.game.deal is not None:
        return _next_turn(dispute, loaded, rules)
    drawn = not dispute.whole and turn.take is None
    facts = read_facts(options, rules, loaded, turn, drawn=drawn)
    if facts.stock is None and dispute.stock is not None:
        facts = facts.replace(stock=dispute.stock)
    is_special = turn.special is not None and not dispute.whole
    if is_special and options["hand"] is None and options["shown"] is None:
        facts = facts.replace(held=UNKNOWN)  # then its cards are all of the hand
    question = Question(turn, facts, rules, out=dispute.as_out)
    return Inquiry(question, whole=dispute.whole, as_played=is_special)


def _next_turn(dispute: Dispute, loaded: LoadedGame, ruleset: Ruleset) -> Inquiry:
    """Ask about a finished turn as the next one of the recorded hand, with the facts that are given."""
    from canasta_cli.scorekeeper.playing import in_play, with_player

    playing = in_play(loaded)
    turn = with_player(dispute.turn, playing.position)
    given = given_facts(dispute.options, ruleset, turn)
    view = given.filled_in(playing.position.seat(turn).view())
    return Inquiry(Question(turn, view, ruleset), table=playing.position)


# Answer it under the ruleset in use, or under several.


def answer_dispute(dispute: Dispute, choice: RulesetChoice) -> int:
    """Judge a play under a ruleset, or under several, print the answer, and return the exit status."""
    dispute = in_full(dispute, choice)
    if dispute.options["under"] is not None:
        return _side_by_side(dispute, choice)
    with searching():
        ruling = answered(inquire(dispute, choice))
    total = None if dispute.guided else _total_of_side(ruling, choice)
    with searching():
        if total is not None:
            dispute = dispute._replace(options={**dispute.options, "total": total})
            ruling = answered(inquire(dispute, choice))
        house = house_rules_that_decide(dispute, choice, ruling)
    print_long_answer(*_answer(dispute, ruling, choice, house))
    return _status((ruling,), dispute.options)


def _total_of_side(ruling: Ruling, choice: RulesetChoice) -> int | None:
    """Ask on a terminal which side it is, if its total decides; ``None`` if that is unknown or no matter."""
    if choice.loaded is None or Fact.TOTAL not in ruling.verdict.unknown or not on_terminal():
        return None
    from canasta_cli.cli.playing import choose_number

    says = "The side's total decides how many points it needs to open."
    named = totals_by_side(choice.loaded)
    number = choose_number("Which side is it?", named, says, enter="don't know")
    return choice.loaded.standing.totals[number - 1] if number else None


def totals_by_side(loaded: LoadedGame) -> list[str]:
    """List the sides of a game with their totals, to choose from."""
    sides = zip(loaded.game.sides, loaded.standing.totals, strict=True)
    return [f"{side.name} {points(total)}" for side, total in sides]


def _answer(
    dispute: Dispute, ruling: Ruling, choice: RulesetChoice, house: tuple[str, ...]
) -> TwoForms:
    """Return the answer as text, short or with every reason, and as JSON."""
    from canasta_cli.show.verdict import brief_blocks, ruling_blocks, verdict_answer

    def blocks() -> Blocks:
        if dispute.options["why"]:
            return (*read_as(dispute), *ruling_blocks(ruling, choice.basis, house))
        narrow, guided = bool(narrow_columns(sys.stdout)), dispute.guided
        brief = brief_blocks(ruling, choice.basis, house, guided=guided, narrow=narrow)
        return (*read_as(dispute), *brief)

    whole = {"finished": dispute.turn.ended} if dispute.whole else {}
    return blocks, lambda: verdict_answer(ruling, house, **whole)


def read_as(dispute: Dispute) -> Blocks:
    """Format the turn in full that a text was read as."""
    return (Text(f"= {dispute.read_as}", Style.QUIET),) if dispute.read_as else ()


def _status(rulings: tuple[Ruling, ...], options: CheckOptions) -> int:
    """Return 1 if a play is illegal under one of the rulesets, else 6 if it depends (strict: 1), else 0."""
    answers = [ruling.verdict.legal for ruling in rulings]
    if False in answers:
        return 1
    return (1 if options["strict"] else DEPENDS) if None in answers else 0


def house_rules_that_decide(
    dispute: Dispute, choice: RulesetChoice, ruling: Ruling
) -> tuple[str, ...]:
    """List the house rules that decide an answer."""

    def outcome(ruleset: Ruleset) -> Substance:
        if ruleset is choice.ruleset:
            return ruling.outcome
        inquiry = inquire(dispute, choice._replace(ruleset=ruleset))
        return answered(inquiry, with_ways=False).outcome

    return deciding_house_rules(choice.ruleset, outcome)


def _side_by_side(dispute: Dispute, choice: RulesetChoice) -> int:
    """Print the answers of several rulesets, and why they differ."""
    from canasta_cli.engine.turn.judge import compare
    from canasta_cli.show.verdict import under_answer, under_blocks

    options = dispute.options
    choices = choose_several(choice, options["under"] or "", options["house"], options["rules"])
    inquiries = [inquire(dispute, each) for each in choices]
    with searching():
        answers = tuple(map(answered, inquiries))
        houses = tuple(
            house_rules_that_decide(dispute, each, ruling)
            for each, ruling in zip(choices, answers, strict=True)
        )
    differences = compare(answers)
    print_long_answer(
        lambda: under_blocks(answers, differences, houses, why=options["why"]),
        lambda: under_answer(answers, differences, houses),
    )
    return _status(answers, options)
