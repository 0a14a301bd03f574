"""The page canasta-game(5): the format of game files."""

from collections.abc import Sequence

from canasta_cli.engine.game.standing import standing
from canasta_cli.man.page import PROGRAM, Code, Item, Page, Paragraph, Section, literal, see_also
from canasta_cli.model.game import Game, Hand, Note, Side
from canasta_cli.notation.gamefile import (
    HAND_KEYS,
    HEAD,
    MOST_HANDS,
    MOST_PLAYERS,
    MOST_TURNS_OF_A_GAME,
    PLAYED_KEYS,
    TALLIED_KEYS,
    write_game,
)
from canasta_cli.notation.tally import read_tally
from canasta_cli.rules import library
from canasta_cli.rules.load import changed
from canasta_cli.scorekeeper.files import to_file
from canasta_cli.untrusted import LONGEST_TEXT
from canasta_cli.words import either

GAME_WORDS: dict[str, str] = {
    "canasta": "The version of the format: 1. Required.",
    "rules": "The name of the ruleset. Default: classic.",
    "house": "A table of house rules: parameters with values that differ from the ruleset, by their "
    "dotted names or group by group; see canasta-rules(5).",
    "name": "The name of the game. Default: the name of the file.",
    "date": "The date of the game.",
    "event": "The event: a club evening, a tournament.",
    "players": "A list of names, in order of play. Required.",
    "dealer": "Who dealt first. Default: the last player who takes part in the first hand. Then "
    "the players deal in order of play.",
    "sides": "A table: each side’s name with a list of its players. Required.",
    "pending": "A table: penalties and bonuses, by side, that will be counted with the next hand.",
}


HAND_WORDS: dict[str, str] = {
    "dealer": "Who dealt, if out of turn.",
    "score": "A table: the recorded points of each side. They are always counted again, "
    "and compared with the count.",
    "forced": "True for a hand that was recorded against the rules (--force). In a hand recorded "
    "turn by turn: a list of the numbers of such turns.",
    "upcard": "The card turned up after the deal; if there are several, the top one last.",
    "hands": "A table: the cards dealt to each player, if known. Threes that must be laid out are "
    "laid out and replaced right after the deal, in order of play. If a player’s hand is not given, "
    "this happens in that player’s first turn. The cards of a foot go after a slash.",
    "stock": "The stock in the order of drawing, if known. Bonus cards that are set aside at the "
    "deal are its last cards.",
    "turns": "A list of turns, as for canasta-turn(1), each with its player’s name in front.",
    "left": "A table: the cards each player had left at the end, those of a foot after a slash, or "
    "only their points (minus:45). "
    "Without it the hand is still being played, and must be the last one.",
}

PLAYED = """\
[[hands]]
upcard = "9"
turns = [
  "Ann: draw 3R discard 4",
  "Bob: take 4 with 44 meld AAA22 discard 6",
]
left = { Ann = "7xK 5 6 Q W" }"""


def game_page(evening: Sequence[Sequence[str]]) -> Page:
    """Return the page about game files, key by key; its example is the beginning of an evening."""
    return Page(
        f"{PROGRAM}-game",
        5,
        "the format of game files",
        (
            _description_section(),
            Section("Example", (Code(tuple(example_game(evening).splitlines())),)),
            Section("The game", tuple(Item(literal(key), GAME_WORDS[key]) for key in HEAD)),
            _hands_section(),
            _notes_section(),
            see_also(
                *(f"{PROGRAM}-{name}(1)" for name in ("export", "import", "verify")),
                f"{PROGRAM}-notation(5)",
                f"{PROGRAM}-rules(5)",
            ),
        ),
    )


def _description_section() -> Section:
    return Section(
        "Description",
        (
            Paragraph(
                "A game file contains one game in TOML (https://toml.io); its name ends "
                "in `.canasta.toml`. `canasta export` writes it, `canasta import` reads it "
                "into the database, and `canasta verify` recounts every hand and reports "
                "every difference. JSON files have the same keys."
            ),
            Paragraph(
                f"A file has at most {MOST_PLAYERS} players, {MOST_HANDS:,} hands, "
                f"{MOST_TURNS_OF_A_GAME:,} turns and {LONGEST_TEXT:,} characters. An "
                "unknown key is an error, and every error is reported with its line."
            ),
        ),
    )


def _hands_section() -> Section:
    return Section(
        "Hands",
        (
            Paragraph("Each hand is a table `[[hands]]`, in the order of play:"),
            Item(
                "<SIDE>",
                "A side’s tally, under the side’s name; see canasta-notation(5). A side "
                "that is left out has an empty tally.",
            ),
            *(Item(literal(key), HAND_WORDS[key]) for key in TALLIED_KEYS),
            Paragraph(
                "A hand can be recorded turn by turn instead. Its tallies are then derived "
                "from the turns; under a side’s name, give only penalties and bonuses that "
                "the players agreed on."
            ),
            Code(tuple(PLAYED.splitlines())),
            *(Item(literal(key), HAND_WORDS[key]) for key in PLAYED_KEYS),
            Paragraph(f"These words can’t be names of sides: {either(map(literal, HAND_KEYS))}."),
        ),
    )


def _notes_section() -> Section:
    return Section(
        "Notes",
        (
            Paragraph("A note is a table `[[notes]]`:"),
            Item("`after`", "The note comes after this many hands."),
            Item("`turn`", "The note comes after this many turns of the next hand."),
            Item("`hand`", "The number of the hand that the note is on."),
            Item(
                "`settles`",
                "A list of the warnings about this hand that the note settles. Default: all.",
            ),
            Item("`text`", "The text."),
            Paragraph(
                "A TOML comment (`#`) is read as a note after the hand or turn on the same "
                "line or above it, and exported as a `[[notes]]` table."
            ),
        ),
    )


def example_game(evening: Sequence[Sequence[str]]) -> str:
    """Return a game file: the first two hands of an evening, with a house rule.

    ``evening`` has the words of each command line, beginning with those of ``canasta new``.
    """
    players = tuple(evening[0][1:5])
    game = Game(
        name="friday",
        players=players,
        sides=(Side("Us", players[::2]), Side("Them", players[1::2])),
        dealer=players[-1],
        date="2026-11-20",
        event="Club evening",
        hands=tuple(
            Hand(tuple(map(read_tally, tallies)))
            for tallies in [line[1:] for line in evening if line[0] == "hand"][:2]
        ),
        notes=tuple(Note(2, line[1]) for line in evening if line[0] == "note"),
    )
    rules = changed(library.ruleset(library.DEFAULT), {"end.target": 7500})
    return write_game(to_file(standing(game, rules)))
