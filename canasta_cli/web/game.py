"""What a page may ask about one game: its state, and for somebody who records the keys of the pad and more.

The answers are documents of JSON with public facts only: what was recorded of finished hands, and whose turn it
is. Nothing here reads the cards of a hand in play, the pile or the stock.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from canasta_cli.api.book import open_scorebook
from canasta_cli.engine.points import in_packs
from canasta_cli.engine.score import count_hand_of
from canasta_cli.errors import CanastaError, Refused, UnusableData
from canasta_cli.journal.file import identity
from canasta_cli.journal.store import Journal, Reader
from canasta_cli.model.cards import Rank, Suit
from canasta_cli.model.game import Out, Tally
from canasta_cli.model.history import Undone, hands_by_entry
from canasta_cli.model.seats import names_in_hand
from canasta_cli.notation.spoken import write_name
from canasta_cli.notation.tally import read_tally
from canasta_cli.rules.names import figure_word, has_books
from canasta_cli.rules.vocabulary import asked
from canasta_cli.scorekeeper import hands
from canasta_cli.scorekeeper.corrections import undo_or_redo
from canasta_cli.scorekeeper.games import game_of_link
from canasta_cli.scorekeeper.hands import Sent
from canasta_cli.scorekeeper.scorebook import (
    LoadedGame,
    Repeated,
    Scorebook,
    check_not_over,
    load_listed,
)
from canasta_cli.scorekeeper.tallies import check_typed, fields
from canasta_cli.show.finding import sentence
from canasta_cli.show.hand import side_titles
from canasta_cli.show.keys import Json, plain
from canasta_cli.show.layout import inert
from canasta_cli.show.sheet import against, line_name, lines_of, side_by_side
from canasta_cli.show.standing import ScoreAnswer, players_text, sides_of, won
from canasta_cli.untrusted import Unreadable
from canasta_cli.words import as_sentence

if TYPE_CHECKING:
    from canasta_cli.engine.game.standing import Played
    from canasta_cli.journal.schema import GameLine
    from canasta_cli.rules.schema import Ruleset

# The state of a game: the answer of `canasta score`, and what a page needs in words.


def state_of(loaded: LoadedGame) -> Json:
    """Return what everybody at the table may see of a game."""
    game, standing, every = loaded.game, loaded.standing, loaded.standing.as_played.hands
    state = ScoreAnswer(loaded).to_json()
    for side, shown, total in zip(game.sides, state["sides"], sides_of(standing), strict=True):
        shown["who"] = players_text(side, game)
        shown["to_open"] = total.needs and asked(total.needs)
    for played, shown in zip(every, state["hands"], strict=True):
        shown["alone"] = next((each.alone for each in played.hand.tallies if each.alone), "")
    ended = standing.outcome.over or game.ending
    return {
        **state,
        "last": _last_hand(loaded, every[-1], state["hands"][-1]) if every else None,
        "result": won(standing) if ended else "",
        "closed": _closed(loaded),
        "undo": hands.newest_hand(loaded),
        "keys": keys_of(loaded),
    }


def _last_hand(loaded: LoadedGame, played: Played, shown: Json) -> Json:
    """Return a hand with the lines of all sheets, in their order, each with the points of each side."""
    sums = side_by_side(played.sheets, lambda line: line_name(line, loaded.ruleset))
    lines = [{"name": name, "points": points} for name, points in sums]
    titles = side_titles(loaded.game.side_names, played.hand.tallies, loaded.ruleset)
    of_entry = hands_by_entry(loaded.history.in_force)
    by = (each.recorder for each in loaded.records if of_entry.get(each.number) == played.number)
    return {**shown, "titles": [*titles], "lines": lines, "recorder": next(by, "")}


EXACT = ("token", "answer")
"""The keys of what a page sends back as it is."""


def inert_document(document: Any) -> Any:
    """Return a document in which no name can reverse a line, or differ from another one unseen."""
    if isinstance(document, str):
        return inert(document)
    if isinstance(document, list):
        return [*map(inert_document, document)]
    if not isinstance(document, dict):
        return document
    return {
        inert(name): value if name in EXACT else inert_document(value)
        for name, value in document.items()
    }


# A game that is watched.

MOST_PATIENCE = 0.2
"""Seconds to wait for another program that writes; the page shows the last score meanwhile."""


def _first_entry(reader: Reader, line: GameLine) -> str:
    """Return the hash of the first entry of a game, by which it is known in every copy of its file."""
    (found,) = reader.row("SELECT hash FROM journal WHERE game = ? AND number = 1", line.id)
    return str(found)


def begun_with(reader: Reader, first: str) -> GameLine | None:
    """Find a game by its first entry."""
    row = reader.row("SELECT game FROM journal WHERE hash = ? AND number = 1", first)
    return row and reader.with_id(row[0])


class WatchedGame:
    """Answers what pages ask about one game of a file, all in one thread.

    The game is the one to which the ``link`` of watchers belongs, so that the page goes on with the next game.
    If the link is not kept, it is known by its ``first`` entry: it may get another name, and the file may be
    replaced by a backup. ``loaded`` is the game when it could last be read, and ``trouble`` why it can't be
    read now.
    """

    def __init__(self, path: str, journal: Journal, loaded: LoadedGame, link: str = "") -> None:
        self.path, self.loaded, self.link = path, loaded, link
        self.first = _first_entry(journal, loaded.line)
        self.trouble = ""
        self.document: Json = {}
        self._journal: Journal | None = None
        self._version: object = None

    def refresh(self) -> bool:
        """Read the game if its file has changed; return whether the document is another one now.

        If it has not, this takes some microseconds.
        """
        trouble, before = "", self.document
        try:
            journal = self._opened()
            (version,) = journal.row("PRAGMA data_version")
            if version == self._version:
                return False
            self._version = version
            with journal.snapshot():
                line = self.find_line(journal)
                self.first = _first_entry(journal, line)
                self.loaded = load_listed(journal, line)
            self.document = inert_document({**state_of(self.loaded), "first": self.first})
        except CanastaError as error:
            trouble, self._version = error.message, None
        self.document = {**self.document, "trouble": bool(trouble)}
        self.trouble = trouble
        return self.document != before

    def _opened(self) -> Journal:
        """Return the file, opened again if another one was put in its place."""
        if identity(self.path) is None:
            raise UnusableData(f"{self.path} is no longer there")
        if self._journal is None or self._journal.is_moved:
            self.close()
            self._journal = Journal.open(self.path, seconds=MOST_PATIENCE)
            self._version = None
        return self._journal

    def find_line(self, reader: Reader) -> GameLine:
        """Find the game in its file. Raises :class:`~canasta_cli.errors.UnusableData`."""
        game = game_of_link(reader, self.link)
        line = begun_with(reader, self.first) if game is None else reader.with_id(game)
        if line is None or line.deleted:
            raise UnusableData(f"the game was deleted, or is not in {self.path}")
        return line

    def close(self) -> None:
        """Close the file."""
        if self._journal is not None:
            self._journal.close()
        self._journal = None


# What a page sends.

Arguments = Mapping[str, object]
LONGEST, MOST_HANDS = 1_000, 10_000
"""The characters of a tally or an answer, and the hands of a game: more than any has."""


def texts_of(arguments: Arguments, name: str, most: int, least: int = 0) -> list[str]:
    """Return the texts that a page sends under a name. Raises :class:`~canasta_cli.untrusted.Unreadable`."""
    match arguments.get(name):
        case [*texts] if least <= len(texts) <= most:
            found = [text for text in texts if isinstance(text, str) and len(text) <= LONGEST]
            if len(found) == len(texts):
                return found
    raise Unreadable("not a question", f"{name} are at most {most} short texts")


# The keys of the pad, with which somebody records.
#
# They follow from the rules of the game, so the page needs none: each has its words, and the token that it
# writes in a tally.


_FACES = {Rank.TEN: "10", Rank.JOKER: "★", Rank.BLACK_THREE: "3♠", Rank.RED_THREE: "3♥"}
_SUITS = {Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥", Suit.SPADES: "♠"}
ENDING, ALONE = "ending", "alone"
"""Facts of which a hand has only one, whatever its side."""


def keys_of(loaded: LoadedGame) -> Json:
    """Return the keys for the next hand of a game, and what is recorded with them."""
    rules, smallest = loaded.ruleset, loaded.ruleset.melds.smallest
    places = [_key("left:", "left in hand"), _key("foot:", "left in a foot")]
    return {
        "sides": [*_side_keys(loaded)],
        **card_keys(rules),
        "repeat": sorted({smallest, smallest + 1, rules.melds.canasta}),
        "places": places[:1] if rules.deal.foot is None else places,
        "words": [*_words(rules)],
        "figures": [
            _key(f"{figure_word(field.name, rules)}:", field.many) for field in fields(rules)
        ],
        "counts": "Books" if has_books(rules) else "Canastas",
        "score": _key("score:", "points of the whole hand"),
    }


def card_keys(rules: Ruleset) -> Json:
    """Return the keys of the cards in the packs, and of the suits in a game with sequences.

    A rank ``joins`` the meld before it, or each of its cards that isn't left in a hand is a word of its own
    (``alone``).
    """
    return {
        "cards": [
            {
                **_key(rank.value, rank.noun),
                "many": rank.many,
                "face": _FACES.get(rank, rank.value),
                "joins": rank in rules.wild_ranks,
                "alone": rank is Rank.RED_THREE,
            }
            for rank in Rank
            if in_packs(rank, rules)
        ],
        "suits": [
            {"token": suit.value, "face": face, "words": suit.name.lower()}
            for suit, face in _SUITS.items()
            if rules.melds.runs
        ],
    }


def _key(token: str, words: str, once: str = "") -> Json:
    return {"token": token, "words": words, "once": once}


def _side_keys(loaded: LoadedGame) -> Iterator[Json]:
    """Yield each side with the keys for those of it who may have played alone, by their names now."""
    names = names_in_hand(loaded.game, loaded.game.next_hand) if loaded.ruleset.one_alone else {}
    for side in loaded.game.sides:
        alone = [
            _key(f"alone:{write_name(seat)}", f"{names[seat]} played alone", ALONE)
            for seat in side.players
            if seat in names
        ]
        yield {"name": side.name, "alone": alone}


def _words(rules: Ruleset) -> Iterator[Json]:
    """Yield the keys for black threes that are laid out, and for how the hand ended."""
    if rules.black_laid:
        yield _key("laid:3B", "black three laid out")
    yield _key(Out.PLAIN.value, "went out", ENDING)
    if rules.out.concealed:
        yield _key(Out.CONCEALED.value, "went out concealed", ENDING)
    for hand in rules.special.hands:
        yield _key(f"special:{hand.name}", f"special hand: {hand.name}", ENDING)
    yield _key("stock", "the stock ran out", ENDING)


def _closed(loaded: LoadedGame) -> str:
    """Return why the game takes no hand now; empty if it takes one."""
    try:
        check_not_over(loaded)
    except Refused as error:
        # Without the fix: that may name commands, which a page lacks.
        return as_sentence(error.message)
    number = loaded.game.next_hand
    return f"Hand {number} is being recorded turn by turn." if loaded.game.deal is not None else ""


# What was tapped so far.


def count(watched: WatchedGame, arguments: Arguments, *_: object) -> Json:
    """Count the tallies of a hand as typed so far.

    A side has its ``points``, ``null`` if its tally can't be read yet, and its ``lines``; ``reason`` is a
    sentence that says why it can't be right. That of the hand is about all sides. ``possible``: it can be
    recorded as it is; ``forced``: at least after a question.
    """
    loaded = watched.loaded
    typed, names = _typed(arguments, loaded), loaded.game.side_names
    read, wrong = list[Tally](), dict[str, str]()
    for side, text in zip(names, typed, strict=True):
        try:
            tally = read_tally(text)
            check_typed(tally, loaded.ruleset)
        except CanastaError as error:  # it counts as empty
            tally, wrong[side] = Tally(), as_sentence(error.message)
        read.append(tally)
    counted = count_hand_of(loaded.game, loaded.game.with_pending(tuple(read)), loaded.ruleset)
    found = {side: sentence(finding) for side, finding in reversed(against(counted, names))}
    reasons = found | wrong
    begun = any(typed) and not wrong
    return {
        "sides": [
            {
                "points": None if name in wrong else sheet.total,
                "lines": plain(lines_of(sheet, loaded.ruleset)),
                "reason": reasons.get(name, ""),
            }
            for name, sheet in zip(names, counted.sheets, strict=True)
        ],
        "reason": reasons.get("", ""),
        "possible": begun and counted.possible,
        "forced": begun and counted.can_be_forced,
    }


def _typed(arguments: Arguments, loaded: LoadedGame) -> list[str]:
    """Return the tallies that a page sends, one for each side."""
    sides = len(loaded.game.sides)
    return texts_of(arguments, "tallies", sides, least=sides)


# Record a hand, or undo it, exactly once.


def _in_game(
    watched: WatchedGame,
    arguments: Arguments,
    recorder: str,
    act: Callable[[Scorebook, GameLine, Sent], Json],
) -> Json:
    """Return what an act does as the hand, and under the key, that a page sends, or did under it before.

    The page knows the game by its first entry. In another game than the one that is served now, nothing is
    done, and only what was done before is found. Raises :class:`~canasta_cli.errors.Refused`, without a word
    about that game.
    """
    match arguments.get("hand"), arguments.get("key"), arguments.get("game"):
        case int(hand), str(key), str(first) if key and hand is not True and 0 < hand <= MOST_HANDS:
            sent = Sent(hand, key, recorder)
        case _:
            raise Unreadable("not a question", "a hand is sent with its number, its game and a key")
    with open_scorebook(watched.path) as book:
        line, meant = watched.find_line(book.journal), begun_with(book.journal, first)
        is_served = meant is not None and meant.id == line.id
        try:
            if is_served:
                return act(book, line, sent)
            if meant:
                act(book.trial, meant, sent)
        except Repeated as repeated:
            if is_served or repeated.same:
                return _already(hands.already(repeated))
        except CanastaError:
            if is_served:
                raise
    raise Refused(f"the game is {line.name} now; nothing was recorded")


def _already(entry: hands.Already) -> Json:
    """Return what a request recorded before."""
    as_what = "as" if entry.then else "already, as"
    message = f"Recorded {as_what} {entry.text}{entry.then}."
    if entry.kind is Undone:
        message = "The hand is undone already."
    return {"result": "already", "state": entry.state.value, "message": message}


def record(watched: WatchedGame, arguments: Arguments, recorder: str = "") -> Json:
    """Record a hand as the one that it is meant as, once, and by whom.

    The answer has a ``result``: ``recorded``, ``asks`` (nothing is recorded before the ``question`` is
    answered by one of its ``choices``), or as in :func:`answer`. ``unended``: who went out is not known;
    ``sure``: it is right in spite of warnings; ``force``: record it although it can't be right.
    """
    force, sure, unended = (arguments.get(each) is True for each in ("force", "sure", "unended"))

    def act(book: Scorebook, line: GameLine, sent: Sent) -> Json:
        tallies = tuple(map(read_tally, _typed(arguments, watched.loaded)))
        expected = line.id, sent.as_hand or 0
        given = hands.HandInput(tallies, forced=force, expected=expected, sent=sent)
        trial = hands.record_hand(book.trial, line.name, given)
        if question := _question(trial, sure=sure, unended=unended):
            return question
        result = hands.record_hand(book, line.name, given)
        return {"result": "recorded", "message": f"Hand {result.number} is recorded."}

    return _in_game(watched, arguments, recorder, act)


def _question(trial: hands.HandRecorded, *, sure: bool, unended: bool) -> Json | None:
    """Return what is asked before a hand is recorded, as ``canasta hand`` does; ``None`` for nothing.

    A choice has its words, and what it ``adds`` to the request, or the ``token`` that it adds to the tally of a
    ``side``.
    """
    names, asks = trial.before.game.side_names, {"result": "asks", "reasons": list[str]()}
    if not trial.accepted:
        reasons = [sentence(finding) for _, finding in against(trial.counted, names)]
        anyway = [{"words": "Save anyway", "adds": {"force": True}}]
        choices = anyway if trial.counted.can_be_forced else []
        question = "This hand can't be right."
        return {**asks, "question": question, "reasons": reasons, "choices": choices}
    ended = any(tally.has_ending for tally in trial.tallies)
    if not (ended or unended or all(tally.score is not None for tally in trial.tallies)):
        out = Out.PLAIN.value
        sides = [{"words": name, "side": at, "token": out} for at, name in enumerate(names)]
        stock = {"words": "The stock ran out", "side": 0, "token": "stock"}
        unknown = {"words": "Not known", "adds": {"unended": True}}
        return {**asks, "question": "Who went out?", "choices": [*sides, stock, unknown]}
    if trial.warnings and not sure:
        warnings = [as_sentence(each.message) for each in trial.warnings]
        anyway = [{"words": "Save anyway", "adds": {"sure": True}}]
        return {**asks, "question": "Is this right?", "reasons": warnings, "choices": anyway}
    return None


def undo_hand(watched: WatchedGame, arguments: Arguments, recorder: str = "") -> Json:
    """Undo the last hand once, if nothing was recorded after it; the answer is as in :func:`record`."""

    def act(book: Scorebook, line: GameLine, sent: Sent) -> Json:
        def check(loaded: LoadedGame) -> None:
            if loaded.line.id != line.id:
                raise Refused(f"{line.name} is another game now; nothing was undone")
            hands.check_undoes_hand(loaded, sent.as_hand)

        once = hands.keyed(sent.key, "undo", sent.as_hand, recorder=recorder)
        undo_or_redo(book, line.name, Undone(1), check=check, once=once)
        return {"result": "recorded", "message": f"Hand {sent.as_hand} is undone."}

    return _in_game(watched, arguments, recorder, act)


QUESTIONS: Mapping[str, Callable[[WatchedGame, Arguments, str], Json]] = {
    "count": count,
    "record": record,
    "undo": undo_hand,
}
"""What only the page of somebody who records may ask, with the arguments of the question and that name."""


def answer(watched: WatchedGame, name: str, arguments: Arguments, recorder: str = "") -> Json:
    """Answer one of these questions.

    The ``result`` may be ``already``, with the ``state`` of the entry that a request made before, or
    ``refused``, with what is there now, or why the file can't be read or written to.
    """
    try:
        found = QUESTIONS[name](watched, arguments, recorder)
    except CanastaError as error:
        found = {"result": "refused", "message": as_sentence(error.message)}
    shown: Json = inert_document(found)
    return shown
