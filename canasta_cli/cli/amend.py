"""Correct what was recorded earlier: ``amend``, with its arguments or a form."""

import re
from collections.abc import Sequence
from functools import partial

import click

from canasta_cli.cli import options
from canasta_cli.cli.command_classes import CardsCommand, option
from canasta_cli.cli.form import (
    FORCE,
    GO_BACK,
    KEYS,
    NO,
    NONE,
    Form,
    FormField,
    ask_field,
    can_edit,
    to_save,
)
from canasta_cli.cli.guided_examples import help_blocks
from canasta_cli.cli.hand_arguments import (
    SEPARATOR,
    Rules,
    named_first,
    read_hand,
    read_shown,
    read_side,
    split_name,
    split_words,
    with_full_name,
)
from canasta_cli.cli.options import (
    after_hand,
    correct_if_agreed,
    dealer_option,
    forcing,
    hint,
    key_option,
    nothing_recorded,
    print_already,
    print_correction,
    read_game,
    show,
)
from canasta_cli.cli.session import on_terminal, open_scorebook, warn
from canasta_cli.engine.items import check_spelling
from canasta_cli.errors import NotUnderstood, Refused, Unclear
from canasta_cli.model.game import Game, Side, Tally
from canasta_cli.model.history import Amended, Correction
from canasta_cli.notation.cards import cards_or_none, check_articles
from canasta_cli.rules.schema import Ruleset
from canasta_cli.scorekeeper.amendments import (
    Prepare,
    amend_left,
    amend_turn,
    correct,
    drop_hand,
    edit_hand,
    recorded_text,
    replace_hand,
    shown_tallies,
    swap_sides,
)
from canasta_cli.scorekeeper.corrections import Corrected
from canasta_cli.scorekeeper.hands import finished_hand, keyed
from canasta_cli.scorekeeper.playing import SeveralTurns
from canasta_cli.scorekeeper.scorebook import (
    LoadedGame,
    Once,
    Repeated,
    Scorebook,
    load_uncounted,
    pick_side,
)
from canasta_cli.scorekeeper.tallies import Operator, TallyEdit
from canasta_cli.show.corrections import agreed_blocks, preview_blocks
from canasta_cli.show.layout import Style, Text
from canasta_cli.values import NamedTuple
from canasta_cli.words import MINUS_SIGNS, either, listed, quoted, whole_number

# What `canasta amend` corrects: which hand or part of it, and the tallies as typed.

MOST_DIGITS_OF_TURN = 12
LEFT = "left"


class Target(NamedTuple):
    """A hand, counted from 1; ``part`` is a turn of it or ``left``."""

    hand: int
    part: str = ""


def read_target(text: str, game: str | None) -> Target:
    """Read ``2`` (a hand), ``2.7`` (a turn) or ``2.left`` (the cards left); the last hand is ``last``."""
    hand, dot, part = text.partition(".")
    if hand.lower() == options.LAST:
        hand = str(len(read_game(game).game.hands) or 1)
    known = part.isdecimal() or part == LEFT or not dot
    if hand.isdecimal() and known and len(text) < MOST_DIGITS_OF_TURN:
        return Target(int(hand), part)
    raise NotUnderstood(
        f"“{text}” is not a hand number",
        fix="Give a hand (2), one of its turns (2.7), or the cards left in hand (2.left).",
    )


def read_edits(texts: Sequence[str], game: Game, hand: int, rules: Rules) -> tuple[TallyEdit, ...]:
    """Read changes of a hand that each name a side: ``Us+=3R``, ``Us-=out``, ``Us="7xK out"``.

    Return none if they name no side, or if they are a whole tally for each side: these replace the
    hand.
    """
    found = [_named(text, game, hand, rules) for text in texts]
    edits = [*filter(None, found)]
    if edits and len(edits) < len(found):
        raise NotUnderstood(
            "some tallies have a side's name and some have none",
            fix=f'Name them all, or none. Example: canasta amend {hand} {quoted(game.side_names[0])}="7xK out"',
        )
    replaced = [each.side for each in edits if each.operator is Operator.REPLACE]
    for side in replaced:
        if sum(each.side == side for each in edits) > 1:
            raise NotUnderstood(
                f"{side} has a new tally and other changes",
                fix=f"Give the tally of {side} once, or only changes of it (+= and -=).",
            )
    if len(replaced) == len(game.sides):
        return ()
    return tuple(each._replace(words=with_full_name(each.words, game, hand)) for each in edits)


def check_sides(hand: int, texts: Sequence[str], game: Game) -> None:
    """Check that tallies are a whole hand, or that each names its side; ``hand`` is its number.

    Raises :class:`~canasta_cli.errors.NotUnderstood` with the way to change a part of one tally.
    """
    first = next(iter(texts), "")
    apart = (f"{first} ".replace("+", " "), first.replace("-", " -", 1))
    name, after = next(filter(None, (named_first(each, game) for each in apart)), ("", first))
    sides = game.side_names
    whole = len(texts) >= len(sides) or "=" in first or SEPARATOR in " ".join(texts)
    if not texts or (whole and (after or not name)):
        return
    side = pick_side(name, game) if name else sides[0]
    raise NotUnderstood(
        f"“{name}” has no “+=” or “=” after it" if name else f"“{' '.join(texts)}” names no side",
        fix="Name the side and its change: += adds words, -= removes them, = replaces the tally. "
        f"Example: canasta amend {hand} {quoted(side)}+=3R",
    )


def _joined(texts: Sequence[str]) -> list[str]:
    """Join a name with the change after it: ``Us +=3R``, ``Us += 3R``."""
    found: list[str] = []
    for text in texts:
        if found and (text.startswith(("+=", "-=", "=")) or found[-1].endswith(("+=", "-="))):
            found[-1] += text
        else:
            found.append(text)
    return found


def _named(text: str, game: Game, hand: int, rules: Rules) -> TallyEdit | None:
    """Read a change of one side's tally in a hand; ``None`` if it names no side."""
    found = split_name(text, game)
    if found is None:
        return None
    name, sign, words = found
    if Operator(sign) is Operator.REPLACE and words.lstrip().startswith("+"):  # Us=+3R
        sign, words = Operator.ADD.value, words.lstrip()[1:]
    side, operator = pick_side(name, game), Operator(sign)
    if operator is not Operator.REPLACE and not words.strip():
        raise NotUnderstood(
            f"“{name}{sign}” has no words after it",
            fix=f"Example: canasta amend {hand} {quoted(side)}{sign}3R",
        )
    _check_number(words)
    # What is removed is recorded, so that digits are the cards that they were.
    digits = operator is Operator.REMOVE
    return TallyEdit(side, operator, read_side(words, side, rules, digits_are_cards=digits))


def _check_number(text: str) -> None:
    """Refuse a number as a change of a tally: nothing says what it counts."""
    number = whole_number(text)
    if number is not None and not cards_or_none(text.lstrip(MINUS_SIGNS)):
        ways = [f"{key}:{abs(number)}" for key in ("points", "minus", "penalty", "bonus")]
        raise Unclear(
            f"“{text}” doesn't say what it counts",
            fix=f"Write {either(ways)}. For the whole hand: score:{number}",
        )


_SCORES = re.compile(
    rf"((?:.*[^+-])?=)?([{MINUS_SIGNS}+]?[0-9][0-9,]*(?:\s[0-9]{{3}})*)((?:\s+\S+:\S+)*)\s*"
)


def _as_scores(texts: Sequence[str]) -> list[str]:
    """Return texts with each bare number of points as the score of a hand: ``300``, ``Us=300``.

    Those of all sides are changed, or only those that name their side: ``444`` beside cards is a meld.
    """
    found = [_SCORES.fullmatch(text) for text in texts]
    every = all(each or text == SEPARATOR for text, each in zip(texts, found, strict=True))
    return [
        f"{each[1] or ''}score:{each[2]}{each[3]}" if each and (each[1] or every) else text
        for text, each in zip(texts, found, strict=True)
    ]


# The form of `canasta amend 3`: one question for each side, with its tally to be edited, then to save.


class _AmendForm(Form[str, str]):
    """The tallies of a hand as they are typed, by side; ``before`` are the tallies as they were.

    The last question is to save them. ``shown`` is what it was asked about.
    """

    def __init__(self, book: Scorebook, loaded: LoadedGame, hand: int, *, force: bool) -> None:
        super().__init__()
        self.book, self.loaded, self.hand, self.force = book, loaded, hand, force
        self.before = shown_tallies(loaded, hand)
        self.scores = _has_scores(loaded.game, hand)
        self.shown: Corrected | None = None

    @property
    def edit(self) -> Prepare | None:
        """The changes of all tallies; ``None`` if nothing changes."""
        tallies = ((side, self._read(side, self.given[side])) for side in self.before)
        edits = tuple(
            TallyEdit(side, Operator.REPLACE, tally) for side, tally in tallies if tally is not None
        )
        return self._unless_changed(edit_hand(self.hand, edits)) if edits else None

    def _unless_changed(self, prepare: Prepare) -> Prepare:
        """Return a correction that is refused if another terminal has changed the hand meanwhile."""
        number, seen = self.hand, self.loaded.game.hands[self.hand - 1 : self.hand]

        def prepared(before: LoadedGame) -> Correction:
            if before.game.hands[number - 1 : number] != seen:
                raise Refused(
                    f"hand {number} has changed meanwhile; nothing was amended",
                    fix=f"Look at it, then amend it again: canasta show {number}",
                )
            return prepare(before)

        return prepared

    def next(self) -> FormField[str, str] | None:
        """Return the next side."""
        sides = (side for side in self.loaded.game.sides if side.name not in self.done)
        side = next(sides, None)
        return side and self._field(side)

    def saving(self) -> FormField[str, str] | None:
        """Show what is changed, and return the question whether to save it."""
        if self.edit is None:
            return None
        self.shown = correct(self.book.trial, self.loaded.game.name, self.edit, forced=self.force)
        self.show(*preview_blocks(self.shown))
        if self.book.dry_run:
            return None
        before, after = self.shown.before.standing, self.shown.after.standing
        warned = set(after.warnings_of(self.hand)).difference(before.warnings_of(self.hand))
        return to_save(
            accepted=self.shown.accepted,
            can_be_forced=self.shown.can_be_forced,
            warned=bool(warned),
            others=(GO_BACK,),
        )

    def _field(self, side: Side) -> FormField[str, str]:
        name, players = side.name, [each.players for each in self.loaded.game.sides]
        typed = self.given.get(name, "")
        line = self.before[name] if typed in ("", NONE) else typed
        who = name if side.players == (name,) else f"{name} ({listed(side.players)})"

        def read(text: str) -> str:
            self._read(name, text)
            return text

        return FormField(
            name,
            f"{who}:" if can_edit() else f"{who}, now {line or NONE}:",
            lambda: help_blocks(self.loaded.ruleset, players, of_side=True),
            read,
            enter="keep",
            empty="",
            nothing=NONE,
            line=line,
        )

    def _read(self, side: str, text: str) -> Tally | None:
        """Read a tally; ``None`` if it stays as it was."""
        before = self.before[side]
        if text in ("", before):
            return None
        (text,) = _as_scores([text]) if self.scores else [text]
        _check_number(text)
        tally = self._tally(side, "" if text == NONE else text)
        check_spelling(tally, self.loaded.ruleset, side)
        is_same = tally.unordered == self._tally(side, before).unordered
        return None if is_same else tally

    def _tally(self, side: str, text: str) -> Tally:
        tally = read_side(text, side, lambda: self.loaded.ruleset)
        return with_full_name(tally, self.loaded.game, self.hand)


def amend_in_form(book: Scorebook, game: str | None, hand: int, *, force: bool) -> int:
    """Ask for each tally of a hand, show what changes, and record it if the user agrees.

    Return the exit status.
    """
    loaded = book.load(game)
    form = _AmendForm(book, loaded, hand, force=force)
    _introduce(loaded, hand)
    form.fill()
    if form.edit is None or form.shown is None:
        warn("Nothing was changed.\n")
        return 0
    if book.dry_run:
        return 0 if form.shown.accepted else 1
    if form.decision == NO:
        return nothing_recorded()
    # Another terminal may make another game the current one meanwhile.
    game, forced = loaded.game.name, force or not form.shown.accepted
    show(*agreed_blocks(correct(book, game, form.edit, forced=forced)))
    return 0


def _has_scores(game: Game, hand: int) -> bool:
    """Return whether a number alone is the points of a hand: if it was recorded by them."""
    tallies = game.hands[hand - 1].tallies if 1 <= hand <= len(game.hands) else ()
    return all(tally.score is not None for tally in tallies) and bool(tallies)


def _introduce(loaded: LoadedGame, hand: int) -> None:
    played = loaded.standing.hands[hand - 1]
    swap = f"Sides swapped: canasta amend {hand} --swap. " if loaded.game.has_two_sides else ""
    show(
        Text(f"Hand {hand} of {loaded.game.name}, dealt by {played.dealer}.", Style.TITLE),
        Text("Edit each tally, and press Enter. Ctrl-U erases it, to type it again."),
        Text(
            f"{swap}Recorded twice: canasta amend {hand} --drop. "
            f"Wrong dealer: canasta amend {hand} --dealer NAME."
        ),
        Text(f"Enter alone: keep · {NONE}: empty", Style.QUIET),
        KEYS,
    )


# Correct what was recorded earlier: `amend`.


@click.command("amend", cls=CardsCommand)
@click.argument("number", metavar="HAND[.TURN|.left]")
@click.argument("tallies", nargs=-1, metavar="[TALLY...]", shell_complete=options.sides)
@dealer_option(help="Who dealt that hand.")
@option("--swap", is_flag=True, help="Exchange the tallies of the two sides.")
@option("--drop", is_flag=True, help="Drop the hand: it was recorded twice, or never played.")
@key_option
@forcing
def amend_command(
    number: str,
    tallies: tuple[str, ...],
    dealer: str,
    swap: bool,
    drop: bool,
    key: str | None,
    force: bool,
    game: str | None,
) -> int:
    """Correct an earlier hand, one of its turns, or the cards left in hand.

    With the number alone, on a terminal, the program asks for each tally and shows the current one
    to edit; an empty answer keeps it. A turn (2.7) and the cards left (2.left) are asked for in the
    same way. On one line, name a side to change its tally alone: Us+=3R adds a word to it, Us-=out
    removes a word, and Us="…" replaces it. To change a word, remove it and add the new one.

    The answer shows what changes: the hand, the totals, who leads, and the points needed to open.
    The old version stays in the log, and canasta undo restores it. A change that makes this or a
    later turn illegal needs --force. A penalty that was recorded separately (canasta penalty) stays
    with its side until it is removed.

    Examples:
      canasta amend 3
        Ask for the tallies of hand 3.
      canasta amend 3 Us+=3R
        Us had one more red three in hand 3.
      canasta amend 3 Us-=KKKK2 Us+=KKK22
        A king of that meld was a deuce.
      canasta amend 3 Them="AAA 5555 left:JJ4"
        A new tally for Them; that of Us stays.
      canasta amend 3 --dealer Bob
        Bob dealt hand 3.
      canasta amend 3 --swap
        In hand 3 the sides were swapped.
      canasta amend 3 --drop
        Hand 3 was recorded twice; hand 4 becomes hand 3.
      canasta amend 1 "7xK QQQ2 3x3R out" "AAA 5555 left:JJ4"
        Hand 1 again, for both sides.
      canasta amend 1 Them-=penalty:100
        Take back a penalty of hand 1.
      canasta amend 2.7 draw discard 5
        Turn 7 of hand 2: the discard was a five.
      canasta amend 2.left Bob=A4 Cat=W
        Bob and Cat had these cards left at the end of hand 2; those of the others stay.
      canasta amend 3 Us+=3R --key friday-3-red
        From a script: sent again, the red three is not added a second time.
    """
    target = read_target(number, game)
    given = _Given(tallies, dealer, swap, drop, force, key)
    _check_one_correction(target, given)
    try:
        return _amend(target, given, game)
    except Repeated as repeated:
        return print_already(repeated)


def _amend(target: Target, given: "_Given", game: str | None) -> int:
    """Make the correction that is given, or ask for it; return the exit status."""
    with open_scorebook() as book:
        tallies, dealer = given.tallies, given.dealer
        if target.part and on_terminal() and not (given.alone or tallies or dealer):
            loaded = book.load(game)
            # Another terminal may make another game the current one meanwhile.
            game, typed = loaded.game.name, _ask_for_part(loaded, target)
            if not typed:
                warn("Nothing was changed.\n")
                return 0
            given = given._replace(tallies=typed)
        if target.part or given.alone or tallies or dealer:
            prepare, result = _corrected(book, game, target, given)
            asks = on_terminal() and not (result.accepted or book.dry_run)
            if asks and result.can_be_forced:
                save, once = to_save(accepted=False), given.once(target)
                return correct_if_agreed(
                    book, prepare, result, lambda: ask_field(save) == FORCE, once=once
                )
        elif given.key is not None or not on_terminal():
            raise _missing(book, game, target.hand)
        else:
            return amend_in_form(book, game, target.hand, force=given.force)
    status = print_correction(result)
    if isinstance(result.entry, Amended):
        hint(*after_hand(result.hand))
    elif result.recorded:
        hint("To undo it: canasta undo")
    return status


class _Given(NamedTuple):
    """The correction as given: its words and options."""

    tallies: tuple[str, ...]
    dealer: str
    swap: bool
    drop: bool
    force: bool
    key: str | None = None

    def once(self, target: Target) -> Once | None:
        """Return the key of the correction, with what is corrected; ``None`` if it has no key."""
        if self.key is None:
            return None
        options = (self.dealer, *self.alone)
        return keyed(self.key, "amend", target.hand, target.part, self.tallies, options)

    @property
    def alone(self) -> list[str]:
        """The given ones of the options that make one correction."""
        options = (("--drop", self.drop), ("--swap", self.swap))
        return [option for option, is_given in options if is_given]


def _check_one_correction(target: Target, given: _Given) -> None:
    """Check that an option for whole hands has one, and one that makes one correction is alone."""
    hand, alone = target.hand, given.alone
    whole = [*alone, *(["--dealer"] if given.dealer else [])]
    if whole and target.part:
        raise NotUnderstood(
            f"{whole[0]} is for a whole hand, not for a part of it",
            fix="To take back the last turns of a hand in play: canasta turn, then un 2. "
            f"To correct one: canasta amend {hand}.{target.part}",
        )
    if alone and (whole[1:] or given.tallies):
        raise NotUnderstood(
            f"{alone[0]} changes nothing else of the hand",
            fix="Give it alone, then make the other correction. "
            f"Example: canasta amend {hand} {alone[0]}",
        )


def _corrected(
    book: Scorebook, game: str | None, target: Target, given: _Given
) -> tuple[Prepare, Corrected]:
    """Make the correction that is given; on a terminal, ask which turn is meant if it can be several."""
    hand = target.hand
    if given.drop:
        prepare: Prepare = drop_hand(hand)
    elif given.swap:
        prepare = swap_sides(hand)
    elif target.part:
        prepare = _of_turn(book, game, target, given)
    else:
        prepare = _of_hand(book, game, hand, given)
    made = partial(correct, book, game, forced=given.force, once=given.once(target))
    try:
        return prepare, made(prepare)
    except SeveralTurns as several:
        from canasta_cli.cli.playing import choose_turn

        prepare = amend_turn(hand, int(target.part), choose_turn(several))
    return prepare, made(prepare)


def _ask_for_part(loaded: LoadedGame, target: Target) -> tuple[str, ...]:
    """Ask for a turn, or the cards left, with what is recorded to be edited; empty if it stays."""
    number = None if target.part == LEFT else int(target.part)
    line = recorded_text(loaded, target.hand, number)
    if number is None:
        name = "Cards left at the end of hand"
        helps = "The cards still held: Bob=A4 Cat=minus:45 Dan=. Players left out keep theirs."
    else:
        name = f"Turn {number} of hand"
        helps = "What the player did, in order: draw 3R meld KKK discard 4."
    name, edits = f"{name} {target.hand}", can_edit()

    def read(text: str) -> tuple[str, ...]:
        if text == line:
            return ()
        return tuple(split_words(text))

    field: FormField[str, tuple[str, ...]] = FormField(
        name,
        f"{name}:" if edits else f"{name}, now {line}:",
        helps,
        read,
        enter="as it was",
        empty=(),
        below="Edit it, and press Enter. Enter alone: as it was. Ctrl-U erases it."
        if edits
        else "",
        line=line,
    )
    return ask_field(field) or ()


def _of_turn(book: Scorebook, game: str | None, target: Target, given: _Given) -> Prepare:
    """Read a correction of a turn, or of the cards left."""
    if not given.tallies:
        raise _missing(book, game, target.hand)
    if target.part == LEFT:
        check_articles(" ".join(given.tallies).replace("=", " ").split(), key="")
        return amend_left(target.hand, read_shown(given.tallies, f"amend {target.hand}.{LEFT}"))
    return amend_turn(target.hand, int(target.part), " ".join(given.tallies))


def _missing(book: Scorebook, game: str | None, hand: int) -> NotUnderstood:
    """Return the error for a hand without a correction. Raises ``Refused`` if there is no such hand."""
    recorded = load_uncounted(book.journal, game)
    in_play = recorded.deal is not None and hand == recorded.next_hand
    by_turns = in_play or finished_hand(recorded, hand).played
    change = ".1 draw discard 5" if by_turns else f" {quoted(recorded.side_names[0])}+=3R"
    return NotUnderstood(
        "the correction is missing",
        fix="Give the words that change, the hand's tallies, its turn or the cards left. "
        f"Example: canasta amend {hand}{change}",
    )


def _of_hand(book: Scorebook, game: str | None, hand: int, given: _Given) -> Prepare:
    """Read changes of some tallies of a hand, all its tallies, or its dealer."""
    recorded = load_uncounted(book.journal, game)

    def rules() -> Ruleset:
        return book.load(game).ruleset

    tallies = _joined(given.tallies)
    if _has_scores(recorded, hand):
        tallies = _as_scores(tallies)
    edits = read_edits(tallies, recorded, hand, rules)
    if not edits:
        check_sides(hand, tallies, recorded)
    if edits or not tallies:
        return edit_hand(hand, edits, given.dealer)
    whole = read_hand(tallies, recorded, rules, forced=given.force, number=hand)
    return replace_hand(hand, whole, given.dealer)
