"""A hand recorded turn by turn: ``deal turn left pile melds``."""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import click

from canasta_cli.cli import options
from canasta_cli.cli.command_classes import option
from canasta_cli.cli.form import (
    FORCE,
    GO_BACK,
    NO,
    Form,
    FormChoice,
    FormField,
    agree,
    ask_field,
    complain,
    to_save,
)
from canasta_cli.cli.options import (
    AFTER_DEAL,
    after_hand,
    as_hand_option,
    dealer_option,
    forcing,
    hint,
    key_option,
    nothing_recorded,
    print_already,
    print_answer,
    print_long_answer,
    reading,
    sent_once,
    show,
    writing,
)
from canasta_cli.cli.session import current_session, on_terminal, open_scorebook
from canasta_cli.errors import INTERRUPTED, CanastaError, NotUnderstood
from canasta_cli.model.cards import Card
from canasta_cli.model.turn import PlayerCards, Turn
from canasta_cli.notation.cards import (
    check_articles,
    check_number_before_rank,
    is_card,
    read_order,
)
from canasta_cli.notation.short_turn import is_mark
from canasta_cli.notation.turn import CLAUSES, read_player_left, write_turn
from canasta_cli.scorekeeper.playing import (
    ClosedHand,
    DealRecorded,
    HandInPlay,
    SeveralTurns,
    TableMoved,
    TurnRecorded,
    hand_in_play,
    in_play,
    open_hand,
    record_deal,
    record_left,
    record_turn,
    resolve_players,
)
from canasta_cli.scorekeeper.scorebook import Repeated, Scorebook, find, load_uncounted
from canasta_cli.show.layout import BLANK, Block, Style, Text
from canasta_cli.show.table import (
    TableAnswer,
    TurnAnswer,
    deal_answer,
    deal_blocks,
    ended,
    held_blocks,
    known_left_blocks,
    live_table_blocks,
    live_turn_blocks,
    melds_blocks,
    next_blocks,
    pile_blocks,
    refused_turn,
    turn_blocks,
)
from canasta_cli.words import capitalized, count_of

if TYPE_CHECKING:
    from canasta_cli.scorekeeper.hands import Sent


@click.command("deal")
@option(
    "--upcard",
    default="",
    metavar="CARDS",
    help="The card turned up; if there are several, the top one last.",
)
@dealer_option(help="Who deals, if out of turn.")
@writing
def deal_command(upcard: str, dealer: str, game: str | None) -> int:
    """Start a hand that is recorded turn by turn.

    On a terminal, it asks for the upcard. After that, record the turns with “canasta turn”, which
    at the end asks for the cards left in hand; they can also be given with “canasta left”.

    Examples:
      canasta deal --upcard 9
        The cards are dealt, and the first card of the pile is a nine.
      canasta deal --upcard "W 3R 9" --dealer Bob
        A joker and a red three were turned up first, then a nine. Bob dealt, out of turn.
    """
    result = _deal(game, upcard, dealer)
    print_answer(lambda: deal_blocks(result), lambda: deal_answer(result))
    if result.recorded:
        hint(*AFTER_DEAL)
    return 0 if result.playing else 1


def _deal(game: str | None, upcard: str = "", dealer: str = "") -> DealRecorded:
    """Record a deal; on a terminal, ask for the cards turned up if none is given."""
    upcards = read_order(upcard)
    with open_scorebook() as book:
        if on_terminal() and not upcard:
            # A hand that can't begin is refused before anything is typed.
            begun = record_deal(book.trial, game, (), dealer)
            game, upcards = begun.game, _ask_upcard(begun)
        return record_deal(book, game, upcards, dealer)


def _ask_upcard(begun: DealRecorded) -> tuple[Card, ...]:
    """Ask for the cards turned up at the start of a hand; none if they are unknown, or none are."""
    if begun.playing and not begun.playing.position.pile_size:
        return ()
    dealer = f"{begun.playing.position.players[-1]} deals. " if begun.playing else ""
    field: FormField[str, tuple[Card, ...]] = FormField(
        "upcard",
        f"{dealer}Which card is turned up?",
        "The first card of the pile. If there are several, type all of them, the top one last: W 9",
        read_order,
        enter="unknown",
        empty=(),
    )
    return ask_field(field) or ()


@click.command("turn")
@click.argument("clauses", nargs=-1, metavar="[CLAUSE...]")
@as_hand_option
@key_option
@forcing
@click.pass_context
def turn_command(
    context: click.Context,
    clauses: tuple[str, ...],
    as_hand: int | None,
    key: str | None,
    force: bool,
    game: str | None,
) -> int:
    """Record a turn, or one turn after the other.

    Alone on a terminal, it asks for every turn of the hand, and at its end for the cards left. A turn
    consists of cards and clauses. Cards alone are enough: 4 draws and discards a four, KKK QQ2 4 melds
    before that, and p66 4 takes the pile with two sixes. All clauses are listed by: canasta man notation

    You needn't name the player. If you do, the program checks that it is that player's turn. An
    illegal turn is refused, and nothing changes. If the players let it stand, --force records it
    anyway and marks it.

    Examples:
      canasta turn draw discard 4
        Draw from the stock, then discard a four. In short: canasta turn 4
      canasta turn Bob: draw 3R meld KKK QQ2 discard 9
        Bob drew a red three, melded three kings and two queens with a deuce, and discarded a nine.
        In short: canasta turn Bob: 3R KKK QQ2 9
      canasta turn take 5 with 55 meld A:W discard 9
        Take the pile: its top card is a five, and two fives from the hand go with it. Add a joker
        to the aces. In short: canasta turn p55 A:W 9
      canasta turn draw ask yes meld 3x3B K:KK out
        Your partner said yes; meld three black threes, add two kings to the kings, and go out.
      canasta turn end stock
        The stock is empty, and the hand ends.
      canasta turn 4 --as-hand 2 --key friday-2-7
        From a script: only if hand 2 is in play; sent again, it is not recorded a second time.
      canasta turn
        Ask for the turns of the hand.
    """
    sent = sent_once(as_hand, key)
    if not clauses:
        if sent or current_session().dry_run or not on_terminal():
            raise click.MissingParameter(ctx=context, param=context.command.params[0])
        return LiveHand(game).play()

    try:
        with open_scorebook() as book:
            result = _record(book, game, " ".join(clauses), forced=force, sent=sent)
    except Repeated as repeated:
        return print_already(repeated)
    print_answer(lambda: turn_blocks(result), lambda: TurnAnswer(result))
    return 0 if result.accepted else 1


def _record(
    book: Scorebook, game: str | None, text: str, *, forced: bool, sent: "Sent | None" = None
) -> TurnRecorded:
    """Record the turn that a text means; on a terminal, ask which one if it can mean several."""
    try:
        return record_turn(book, game, text, forced=forced, sent=sent)
    except SeveralTurns as error:
        seen = hand_in_play(book, game).position
        turn = choose_turn(error)
        return record_turn(book, game, turn, forced=forced, seen=seen, sent=sent)


def choose_turn(several: SeveralTurns) -> Turn:
    """Ask on a terminal which of several turns is meant.

    Raises the error again if nobody can be asked, and :class:`~canasta_cli.errors.NotUnderstood` if none of
    them is meant.
    """
    if not on_terminal():
        raise several
    turns = [*several.turns]
    texts = [write_turn(turn._replace(player=None)) for turn in turns]
    says = "A number: record that turn. Enter or back: type the turn again."
    number = choose_number("Which turn?", texts, says, enter="none of these")
    if not number:
        raise NotUnderstood(
            "none of these turns is meant",
            fix="Type the turn with more words: take 9 with 99 discard 4",
        )
    return turns[number - 1]


def choose_number(
    question: str, texts: Sequence[str], says: str, *, enter: str, usual: int = 0
) -> int:
    """Ask which of several texts is meant; 0 for none of them, ``usual`` for Enter."""
    field: FormField[str, int] = FormField(
        "which",
        question,
        says,
        choices=tuple(FormChoice(text, number) for number, text in enumerate(texts, start=1)),
        numbered=True,
        enter=enter,
        empty=usual,
    )
    return ask_field(field, first=False) or 0


@click.command("left")
@click.argument("hands", nargs=-1, metavar="[PLAYER=CARDS...]", shell_complete=options.holders)
@forcing
def left_command(hands: tuple[str, ...], force: bool, game: str | None) -> int:
    """Record the cards that players still hold, and score the hand.

    This ends a hand that is recorded turn by turn. On a terminal, it asks for the cards that are
    missing, and whether the hand is over if the turns don't show it. Leave out players who hold no
    cards, and players whose cards are all known from the recorded turns. The cards of a foot that was
    never picked up go after a slash. If nobody listed a player's cards, give their points: minus:45 or -45.

    Examples:
      canasta left Bob=A4 Cat=W Dan=KK7
        Bob has an ace and a four left, Cat a joker, Dan two kings and a seven.
      canasta left Bob=minus:45 Cat=W
        Bob's cards were worth 45 points.
      canasta left Bob=A4/KK5567889TJQ2 Cat=W
        Bob never picked up the foot.
    """
    from canasta_cli.cli.hand_arguments import read_shown
    from canasta_cli.show.hand import closed_hand_answer, closed_hand_blocks

    shown = read_shown(hands)
    asks = on_terminal() and not (current_session().dry_run or (hands and force))
    typed = [word.rpartition("=")[2] for word in hands]
    if asks or any(text.isdecimal() or " " in text for text in typed):
        with open_scorebook() as book:
            playing = open_hand(book.journal, game, shown)
            given = resolve_players(playing.loaded, shown, playing.number)
        for held, text in zip(given, typed, strict=True):
            _check_digits(held, text, playing)
        if asks and not LeftForm(playing, given).is_complete:
            try:
                return close_hand(playing, given, forced=force)
            except InsteadOfCards as typed:
                return LiveHand(game).play(str(typed))
    with open_scorebook() as book:
        result = record_left(book, game, shown, forced=force)
    print_answer(lambda: closed_hand_blocks(result), lambda: closed_hand_answer(result))
    hint(*after_hand(result.hand))
    return 0 if result.hand.accepted else 1


def _hand_now(game: str | None) -> HandInPlay:
    """Return the hand in play as it is recorded now."""
    with open_scorebook(snapshot=True) as book:
        return hand_in_play(book, game)


@click.command("pile")
@reading
def pile_command(game: str | None) -> None:
    """Show the discard pile and the stock.

    For a hand that is recorded turn by turn: the pile, who may take it and with which cards, and the
    number of cards in the stock.

    Examples:
      canasta pile
    """
    playing = _hand_now(game)
    print_long_answer(lambda: pile_blocks(playing), lambda: TableAnswer(playing))


@click.command("melds")
@reading
def melds_command(game: str | None) -> None:
    """Show each side's melds.

    For a hand that is recorded turn by turn: the melds on the table, and the cards that each player
    is known to hold.

    Examples:
      canasta melds
    """
    playing = _hand_now(game)
    print_long_answer(lambda: melds_blocks(playing), lambda: TableAnswer(playing))


# The turns of a hand as a dialogue: a line for each, then the cards left.

UNDO, *STOPS = "undo", "stop", "quit", "exit"
INSTEAD_OF_TURN = (UNDO, FORCE, *STOPS)
"""What can be typed instead of a turn; no beginning of them that is understood is a card or a clause."""
LONGEST_NUMBER = 4
HOW = (
    "4: draw, discard 4 · KKK AA2 4: meld too",
    "p66 4: take the pile · p4: onto a meld",
    "3R 4: red three · K:2 4: deuce onto KKK",
    "KKKo, KKK4o: go out · un: undo · ?: help",
)
MORE = (
    "Spaces can be left out: p66KKK4, K:24.",
    "22 4: both onto your only meld",
    "y or n in front: partner's answer",
    "un 2: undo two turns · Ctrl-C: stop",
    "force: record what was refused",
    "The table: melds, pile · commands too",
    "amend 1.2 KKK 5: the whole turn",
    "For other rules: canasta change",
)


class LiveHand:
    """The hand in play of a game, whose turns are typed one after the other.

    Each turn is recorded at once, and no database is open while a line is typed. ``playing`` is the table
    on the screen, ``refused`` the turn that was refused last.
    """

    playing: HandInPlay

    def __init__(self, game: str | None) -> None:
        """Find the game; another one may become current meanwhile."""
        with open_scorebook() as book:
            self.game = find(book.journal, game).name
        self.shown: HandInPlay | None = None
        self.refused: Turn | None = None

    def play(self, line: str = "") -> int:
        """Do what a first line says, ask for turns until the hand ends, then for the cards left.

        Return the exit status.
        """
        playing = self._begun()
        if playing is None:
            return 1
        self.playing = playing
        if playing.position.ending is None:
            show(*(Text(line, Style.QUIET) for line in HOW))
        try:
            while True:
                if line:
                    self._do(line)
                try:
                    while self.playing.position.ending is None:
                        self._ask()
                    return close_hand(self.playing)
                except InsteadOfCards as typed:
                    line = str(typed)
        except click.Abort:
            show(BLANK)  # the cursor stands behind a prompt
            turns = "Every turn" if self.playing.position.ending is None else "Every turn before"
            hint(f"{turns} is recorded. To go on: canasta turn. To undo one: canasta undo")
            return 0

    def _begun(self) -> HandInPlay | None:
        """Return the hand in play, or the next one, after its deal; ``None`` if that can't be right."""
        with open_scorebook() as book:
            if load_uncounted(book.journal, self.game).deal is not None:
                return open_hand(book.journal, self.game)
        result = _deal(self.game)
        # Who is next stands above the first question.
        show(*(deal_blocks(result)[:-1] if result.playing else deal_blocks(result)))
        _answered()
        return result.playing

    def _ask(self) -> None:
        """Ask for a line, and do what it says."""
        playing, is_shown = self.playing, self.shown is self.playing
        self.shown = playing
        field: FormField[str, str] = FormField(
            "turn",
            help=lambda: (
                *next_blocks(playing),
                *(Text(line, Style.QUIET) for line in (*HOW, *MORE)),
            ),
            read=str,
            above=() if is_shown else live_table_blocks(playing),
            label=playing.position.player,
        )
        line = ask_field(field, first=False)
        self._do(UNDO if line is None else line)

    def _do(self, line: str) -> None:
        """Do what a line says, or show why that can't be done."""
        try:
            self._follow(line)
        except TableMoved as error:
            complain(error)
            self.playing = _hand_now(self.game)
        except NotUnderstood as error:
            complain(error)

    def _follow(self, line: str) -> None:

        word, is_command = prompt_word(line), _is_command(line)
        steps = _undone_turns(line)
        if word in STOPS:
            raise click.Abort
        if steps:
            self._undo(steps)
        elif word == FORCE and self.refused is None:
            raise NotUnderstood("no turn was refused", fix="Type the turn first")
        elif word == FORCE:
            self._record(self.refused or line, forced=True)
        elif line.lower().removeprefix("canasta ") == "left":
            self.playing = _end_hand(self.playing) or self.playing
        elif is_command and (" " not in line or not is_mark(line.split(maxsplit=1)[0])):
            self._run(line)  # alone, “pile” is a command too
        else:
            try:
                self._record(line)
            except SeveralTurns as error:
                self._record(choose_turn(error))

    def _run(self, line: str) -> None:
        """Run a command about this game; stop with it, or if the hand is no longer in play after it.

        If it undid the deal, ask for the upcard again.
        """
        from canasta_cli.cli.hand_arguments import split_words

        name, _, rest = re.sub("^canasta *", "", line, flags=re.IGNORECASE).partition(" ")
        session = current_session()
        session.game = "" if self.playing.loaded.line.current else self.game
        run = [*split_words(session.addressed(f"canasta {name.lower()} {rest}"))[1:]]
        if session.run(run) == INTERRUPTED:
            raise click.Abort
        self.refused = None
        try:
            self.playing = _hand_now(self.game)
        except CanastaError:
            begun = self._begun() if name.lower() == UNDO else None
            if begun is None:
                raise click.Abort from None
            self.playing = begun

    def _record(self, turn: Turn | str, *, forced: bool = False) -> None:
        """Record a turn, and show what it changed or why it is refused."""
        seen = self.playing.position
        with open_scorebook() as book:
            result = record_turn(book, self.game, turn, forced=forced, seen=seen)
        self.refused = None if result.accepted else result.given.turn
        if self.refused is not None:
            reason, fix = refused_turn(result)
            force = f". If the players let it stand, type {FORCE}" * self.refused.ended
            raise NotUnderstood(reason, fix=f"{capitalized(fix)}{force}")
        show(*live_turn_blocks(result))
        _answered()
        self.playing = result.after

    def _undo(self, steps: int) -> None:
        """Undo the last turns of the hand."""
        from canasta_cli.scorekeeper.corrections import undo_turns
        from canasta_cli.show.corrections import correction_blocks

        with open_scorebook() as book:
            result = undo_turns(book, self.game, steps, self.playing.position)
        show(*correction_blocks(result)[:steps])
        _answered()
        self.refused, self.playing = None, in_play(result.after)


def _is_command(line: str) -> bool:
    """True if a line begins with the name of the program or of a command."""
    main = click.get_current_context().find_root().command
    names = main.list_commands(click.Context(main)) if isinstance(main, click.Group) else ()
    return line.split(maxsplit=1)[0].lower() in ("canasta", *names)


def prompt_word(line: str) -> str:
    """Return the word that a line is or begins; empty for a turn."""
    text = line.lower()
    if is_card(text) or any(row.word.startswith(text) for row in CLAUSES):
        return ""
    return next((word for word in INSTEAD_OF_TURN if word.startswith(text)), "")


def _undone_turns(line: str) -> int:
    """Return the number of turns that a line undoes: ``un``, or ``undo 2``; 0 for another line."""
    first, *rest = line.split()
    number = "".join(rest) or "1"
    is_number = number.isascii() and number.isdecimal() and len(number) < LONGEST_NUMBER
    return int(number) if is_number and prompt_word(first) == UNDO else 0


def _answered() -> None:
    """Forget what was recorded, since its answer is on the screen."""
    current_session().recorded.clear()


class InsteadOfCards(Exception):
    """A line for the prompt of turns, typed where it asks for the cards left."""


class LeftForm(Form[str, PlayerCards]):
    """The cards that players still hold at the end of a hand: those that the turns don't show.

    ``judge`` judges all of them; those that it refuses are shown, with the question whether to save them.
    """

    def __init__(
        self,
        playing: HandInPlay,
        given: Iterable[PlayerCards] = (),
        judge: Callable[[tuple[PlayerCards, ...]], ClosedHand] | None = None,
    ) -> None:
        """Begin with the cards that are given."""
        super().__init__()
        self.playing, self.position, self.judge = playing, playing.position, judge
        self.given = {each.player: each for each in given}
        self.done = [*self.given]

    @property
    def is_complete(self) -> bool:
        """Return whether the hand is over, and no cards are missing."""
        return self.position.ending is not None and self.next() is None

    @property
    def shown(self) -> tuple[PlayerCards, ...]:
        """The answers."""
        return tuple(self.given.values())

    def next(self) -> FormField[str, PlayerCards] | None:
        """Return the question about the next player."""
        missing = ((name, foot) for name, foot in self.position.hidden if name not in self.done)
        player, foot = next(missing, ("", False))
        if not player:
            return None
        return FormField(
            player,
            help=lambda: _help_of_left(player, foot=foot),
            read=partial(self._read, player),
            empty=read_player_left(player, ""),
            above=held_blocks(self.position, player),
            label=f"{player} left{', a slash, the foot' if foot else ''}",
            doubt=partial(self._doubt, foot=foot),
        )

    def saving(self) -> FormField[str, str] | None:
        """Show why the cards can't be right, and return the question whether to save them anyway."""
        from canasta_cli.show.hand import closed_hand_blocks

        closed = self.judge(self.shown) if self.judge else None
        if closed is None or closed.hand.accepted:
            return None
        # The last line says how a command would record it anyway, which is asked here.
        above = closed_hand_blocks(closed)[:-1]
        return to_save(accepted=False, others=(GO_BACK,))._replace(above=above)

    def _read(self, player: str, text: str) -> PlayerCards:
        """Read the cards of a player. Raises :class:`InsteadOfCards`."""
        if prompt_word(text.split(maxsplit=1)[0]) in (UNDO, *STOPS):
            raise InsteadOfCards(text)
        held = read_player_left(player, text)
        _check_digits(held, text, self.playing)
        return held

    def _doubt(self, held: PlayerCards, *, foot: bool) -> str:
        """Return what is wrong with the number of cards; empty for nothing."""
        if foot and held.points is None and not held.foot:
            return f"{held.player}'s foot goes after a slash: A4/KK5"
        hand = self.position.hands[self.position.players.index(held.player)]
        if held.points is not None or hand.size is None or len(held.cards) == hand.size:
            return ""
        given = len(held.cards) or "none"
        return f"{held.player} should have {count_of(hand.size, 'card')}, not {given}"


def _check_digits(held: PlayerCards, typed: str, playing: HandInPlay) -> None:
    """Refuse digits alone that can be points, or what may be other cards unless all are given."""
    from canasta_cli.cli.guided_answers import are_points

    position = playing.position
    is_whole = position.hands[position.players.index(held.player)].size == len(held.cards)
    if typed.isdecimal():
        are_points(typed, playing.loaded.ruleset, key="", is_count=not is_whole)
    elif not is_whole:
        check_articles(typed.split(), key="")
        check_number_before_rank(typed, melds=False)


def _help_of_left(player: str, *, foot: bool) -> Iterable[Block]:
    yield Text(f"All the cards that {player} still holds: KK7, or none.", Style.QUIET, 2)
    if foot:
        yield Text("The foot that was never picked up, after a slash: A4/KK5.", Style.QUIET, 2)
    yield Text("Only their points: -45.", Style.QUIET, 2)
    yield Text("un: undo the last turn · Ctrl-C: stop", Style.QUIET, 2)


def _end_hand(playing: HandInPlay) -> HandInPlay | None:
    """Ask if a hand that goes on is over, and record that; ``None`` if it isn't."""
    position = playing.position
    says = f"yes: the hand ends before {position.player}'s turn, and the log marks it (forced)."
    if not agree(f"It's {position.player}'s turn. Is the hand over?", default=False, says=says):
        hint("Nothing was recorded.")
        return None
    with open_scorebook() as book:
        result = record_turn(
            book, playing.loaded.game.name, "end stock", forced=True, seen=position
        )
    _answered()
    return result.after


def close_hand(
    playing: HandInPlay, given: tuple[PlayerCards, ...] = (), *, forced: bool = False
) -> int:
    """Ask for the cards left at the end of a hand, record them, and show the score.

    ``given`` are the cards that need not be asked for. Return the exit status. Raises
    :class:`InsteadOfCards`.
    """
    from canasta_cli.show.hand import closed_hand_blocks

    if playing.position.ending is None:
        over = _end_hand(playing)
        if over is None:
            hint("To go on: canasta turn")
            return 1
        playing = over
    game = playing.loaded.game.name
    show(Text(ended(playing.position), Style.GOOD), *known_left_blocks(playing.position))
    with open_scorebook() as book:

        def judge(shown: tuple[PlayerCards, ...]) -> ClosedHand:
            return record_left(book.trial, game, shown, forced=forced)

        form = LeftForm(playing, given, judge)
        form.fill()
        if form.decision == NO:
            return nothing_recorded()
        result = record_left(book, game, form.shown, forced=forced or form.decision == FORCE)
    show(*closed_hand_blocks(result))
    _answered()
    hint(*after_hand(result.hand))
    return 0
