"""The page canasta-game(5): files that hold a game."""

from canasta_cli.cli.demo import LINES
from canasta_cli.cli.files import ENDINGS
from canasta_cli.engine.games.standing import standing
from canasta_cli.man.page import PROGRAM, Code, Item, Page, Paragraph, Section, listed, literal, see
from canasta_cli.model.game import Game, Hand, Note, Side
from canasta_cli.notation.document import HEAD, MOST_HANDS, MOST_PLAYERS
from canasta_cli.notation.gamefile import write_game
from canasta_cli.notation.handtable import HAND_KEYS, TALLIED_KEYS
from canasta_cli.notation.playedhand import MOST_TURNS_OF_A_GAME, PLAYED_KEYS
from canasta_cli.notation.tally import read_tally
from canasta_cli.rules import library
from canasta_cli.rules.load import changed
from canasta_cli.scorekeeper.files import to_file
from canasta_cli.untrusted import LONGEST_TEXT

GAME_WORDS: dict[str, str] = {
    "canasta": "The version of this form of file: 1. It has to be there.",
    "rules": "The ruleset’s name; otherwise classic.",
    "house": "A table: the parameters in which the house differs from that ruleset, by their "
    "dotted names or group by group; see canasta-rules(5).",
    "name": "The game’s name; otherwise the file’s.",
    "date": "The day of the game.",
    "event": "Where it was played: a club, a tournament.",
    "players": "A list of names, in order of play. It has to be there.",
    "dealer": "Who dealt first; otherwise the last of the players who play. The deal then passes "
    "in order.",
    "sides": "A table: each side’s name with a list of its players. It has to be there.",
    "pending": "A table: penalties and bonuses, by side, that count with a hand of which nothing else "
    "is told yet.",
}


HAND_WORDS: dict[str, str] = {
    "dealer": "Who dealt, where it was not whose turn it was.",
    "score": "A table: the points that each side is said to have scored. They are checked against "
    "the count and never trusted.",
    "forced": "True for a hand that the table let stand although the rules say that it cannot be; in "
    "a hand told turn by turn, a list of such turns by number.",
    "upcard": "The card turned up after the deal, or all of them, the top one last.",
    "hands": "A table: the cards dealt to each player, where somebody knows them. Threes among them "
    "that are laid out are laid and replaced at once, in the order of play; in hands that are not "
    "given they come with the player’s first turn. A foot stands behind a slash.",
    "stock": "The stock in the order of drawing, where somebody knows it. Bonus cards that are set "
    "aside at the deal are its last cards.",
    "turns": "A list of turns, as for canasta-turn(1), each with its player’s name in front. What "
    "stands behind a number sign is a remark, and is kept.",
    "left": "A table: what each player showed at the end, a foot behind a slash. Without "
    "it the hand is still being played, and it has to be the last.",
}

PLAYED = """\
[[hands]]
upcard = "9"
turns = [
  "Ann: draw 3R discard 4",
  "Bob: take 4 with 44 meld AAA22 discard 6",
]
left = { Ann = "7xK 5 6 Q W" }"""


def game_page() -> Page:
    """The game file, key by key."""
    ending = ENDINGS["toml"]
    return Page(
        f"{PROGRAM}-game",
        5,
        "files that hold a game",
        (
            Section(
                "Description",
                (
                    Paragraph(
                        f"A game file holds one game in TOML (https://toml.io); its name ends in "
                        f"`{ending}`. `canasta export` writes it, `canasta import` reads it into "
                        "the database, and `canasta verify` counts every hand again and names "
                        "everything that does not hold. The same keys serve in JSON."
                    ),
                    Paragraph(
                        f"A file has at most {MOST_PLAYERS} players, {MOST_HANDS:,} hands, "
                        f"{MOST_TURNS_OF_A_GAME:,} turns and {LONGEST_TEXT:,} characters. An "
                        "unknown key is a mistake, and every mistake is named with its line."
                    ),
                ),
            ),
            Section("Example", (Code(tuple(example_game().splitlines())),)),
            Section("The game", tuple(Item(literal(key), GAME_WORDS[key]) for key in HEAD)),
            Section(
                "Hands",
                (
                    Paragraph("Each hand is a table `[[hands]]`, in the order of play:"),
                    Item(
                        "<SIDE>",
                        "A side’s tally, under the side’s name; see canasta-notation(5). A side "
                        "that is left out has nothing.",
                    ),
                    *(Item(literal(key), HAND_WORDS[key]) for key in TALLIED_KEYS),
                    Paragraph(
                        "A hand may be told turn by turn instead. Its tallies follow from the turns; "
                        "under a side’s name stand only penalties and bonuses that the table gave."
                    ),
                    Code(tuple(PLAYED.splitlines())),
                    *(Item(literal(key), HAND_WORDS[key]) for key in PLAYED_KEYS),
                    Paragraph(
                        f"No side can be called {listed(tuple(map(literal, HAND_KEYS)), 'or')}."
                    ),
                ),
            ),
            Section(
                "Notes",
                (
                    Paragraph("A remark is a table `[[notes]]`:"),
                    Item("`after`", "After how many hands it was made."),
                    Item("`turn`", "And after how many turns of the next hand."),
                    Item("`text`", "Its words."),
                    Paragraph(
                        "What stands after a `#` in TOML is read as a remark as well: after the hand "
                        "or the turn that it stands at. It is written as such a table."
                    ),
                ),
            ),
            see(
                *(f"{PROGRAM}-{name}(1)" for name in ("export", "import", "verify")),
                f"{PROGRAM}-notation(5)",
                f"{PROGRAM}-rules(5)",
            ),
        ),
    )


def example_game() -> str:
    """A game file: the first two hands of the demonstration, counted, to a target of the house."""
    players = LINES[0][1:5]
    game = Game(
        name="friday",
        players=players,
        sides=(Side("Us", players[::2]), Side("Them", players[1::2])),
        dealer=players[-1],
        date="2026-11-20",
        event="Club evening",
        hands=tuple(
            Hand(tuple(map(read_tally, tallies)))
            for tallies in [line[1:] for line in LINES if line[0] == "hand"][:2]
        ),
        notes=tuple(Note(2, line[1]) for line in LINES if line[0] == "note"),
    )
    rules = changed(library.ruleset(library.DEFAULT), {"end.target": 7500})
    return write_game(to_file(standing(game, rules)))
