"""The pages canasta-notation(5), canasta-game(5) and canasta-rules(5): what people type, and formats of files.

The manual lists them.
"""

from collections.abc import Iterator, Mapping, Sequence

from canasta_cli.engine.game.standing import standing
from canasta_cli.engine.items import figure_names
from canasta_cli.engine.points import pay_parameter
from canasta_cli.man.page import (
    PROGRAM,
    Block,
    Code,
    Item,
    Page,
    Paragraph,
    Section,
    Subheading,
    as_sentence,
    literal,
    see_also,
)
from canasta_cli.model.cards import FOUR_TO_ACE, Rank, Shape, Suit
from canasta_cli.model.game import Game, Hand, Note, Side
from canasta_cli.notation.cards import COUNTED_FROM
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
from canasta_cli.notation.tally import EXAMPLE, TOKENS, read_tally
from canasta_cli.notation.turn import CLAUSES
from canasta_cli.notation.turn import EXAMPLE as TURN
from canasta_cli.rules import library
from canasta_cli.rules.declared import GROUPS, PARAMETERS
from canasta_cli.rules.groups_ranks import Ranks
from canasta_cli.rules.load import HEADERS, changed
from canasta_cli.rules.names import TOPICS, joined
from canasta_cli.rules.parameter import Param
from canasta_cli.rules.schema import STATUSES
from canasta_cli.rules.vocabulary import GENERAL, Grade, name_of, write_ranks
from canasta_cli.scorekeeper.files import to_file
from canasta_cli.show.rulesets import toml_line
from canasta_cli.untrusted import LONGEST_TEXT
from canasta_cli.words import either, listed

# The page canasta-notation(5): the notation of cards, melds, turns and tallies.

ALSO_READ: dict[Rank, tuple[str, ...]] = {
    Rank.TEN: ("10",),
    Rank.JOKER: ("*", "🃏", "joker", "jkr"),
    Rank.BLACK_THREE: ("3S", "3C"),
    Rank.RED_THREE: ("3H", "3D"),
}


# The kinds of canasta on the page; those of the other ranks are like those of sevens.
GRADES = (
    *GENERAL,
    Grade.WILD_DEUCES,
    Grade.WILD_JOKERS,
    Grade.SEVENS,
    Grade.SEVENS_MIXED,
)
SUITS: dict[Suit, tuple[str, str]] = {
    Suit.CLUBS: ("clubs", "♣"),
    Suit.DIAMONDS: ("diamonds", "♦"),
    Suit.HEARTS: ("hearts", "♥"),
    Suit.SPADES: ("spades", "♠"),
}


MELDS: tuple[tuple[str, Shape, str], ...] = (
    ("KKKK22W", Shape.SET, "a set: four kings, two deuces and a joker"),
    ("4xK+2x2+W", Shape.SET, "the same, with counts"),
    ("4H5H6H", Shape.RUN, "a sequence of one suit, if the ruleset has sequences (`melds.runs`)"),
    ("H:4-T", Shape.RUN, "a sequence by its suit, its lowest and its highest card"),
    ("222WW", Shape.WILD, "wild cards alone, if the ruleset has such melds (`melds.wild_only`)"),
    ("3x3B", Shape.THREES, "black threes"),
)


def notation_page(examples: tuple[Code, ...]) -> Page:
    """Return the page about the notation; ``examples`` are command lines with tallies."""
    payers = {grade.value: pay_parameter(grade) for grade in GRADES}
    paid = dict.fromkeys(payers.values(), 1) | {"threes.lay_black": "always"}
    figures = figure_names(changed(library.ruleset(library.DEFAULT), paid))
    return Page(
        f"{PROGRAM}-notation",
        5,
        "how cards, melds, turns and tallies are written",
        (
            _notation_description(),
            Section("Cards", tuple(_cards())),
            _melds_section(),
            _lay_offs_section(),
            _turns_section(),
            _tally_section(),
            _figures_section(figures, payers),
            _irregularities_section(),
            Section("Examples", examples),
            see_also(
                f"{PROGRAM}(1)", f"{PROGRAM}-hand(1)", f"{PROGRAM}-count(1)", f"{PROGRAM}-rules(5)"
            ),
        ),
    )


def _notation_description() -> Section:
    return Section(
        "Description",
        (
            Paragraph(
                "Cards are written in the same way on the command line, in game files and "
                "in answers: you can type cards exactly as the program prints them. Case "
                "doesn’t matter. The program never writes a character that a shell treats "
                "specially, but a tally contains spaces and needs quotes."
            ),
            Code((f"{PROGRAM} count {EXAMPLE}",)),
            Paragraph(
                "Seven kings; three queens with a deuce; two red threes; this side went out."
            ),
        ),
    )


def _melds_section() -> Section:
    return Section(
        "Melds",
        (
            Paragraph("A meld is written as its cards, without spaces, in any order."),
            *(Item(literal(form), as_sentence(description)) for form, _, description in MELDS),
            Paragraph(
                "The ruleset decides whether the cards form a legal meld. If the "
                "ruleset merges melds of the same rank, two melds of one rank count as one."
            ),
        ),
    )


def _lay_offs_section() -> Section:
    return Section(
        "Lay-offs",
        (
            Paragraph(
                "Cards added to a meld on the table are written after the name of the meld "
                "and a colon. Without a name, cards are added to the side’s meld of that "
                "rank, if there is one. In games that allow several melds of a rank, cards "
                "that form a meld by themselves start a new one."
            ),
            Item("`K:W`", "A joker onto the kings."),
            Item("`H:8H9H`", "Two hearts onto a sequence, which is named by its suit."),
            Item("`W:22`", "Two deuces onto the meld of wild cards."),
            Item(
                "`K2:KK`",
                "Two kings onto the second meld of kings, in games that allow several.",
            ),
        ),
    )


def _turns_section() -> Section:
    return Section(
        "Turns",
        (
            Paragraph(
                "A turn consists of clauses, each a word followed by cards. It needs no "
                "quotes, and words can be shortened to any unambiguous prefix. The player "
                "can be named in front: `Ann: draw discard 4`. Commas between clauses, and "
                "`drew`, `took`, `melded` and `discarded`, are understood too. So are cards in words: "
                "`a ten`, `three kings and a joker`, `black three`."
            ),
            *(Item(literal(row.form), as_sentence(row.meaning)) for row in CLAUSES),
            Code((f"{PROGRAM} check turn {TURN}",)),
            Paragraph(
                "In canasta-turn(1) and canasta-amend(1), cards without a word are enough: `4` draws and "
                "discards a four, `KKK AA2 4` melds before that, and `3R 4` lays out a red three drawn. "
                "After `take` stand the cards that go with the top card: `ta 66 4`; or none, if it is "
                "laid off: `ta 4`. Of all turns that such a text can mean, the rules decide; if they "
                "allow several, the program asks. The beginning of a word stands for it, unless it is a "
                "card: `t` is a ten. Game files have every turn in full."
            ),
        ),
    )


def _tally_section() -> Section:
    return Section(
        "Tally",
        (
            Paragraph(
                "A tally lists everything one side has at the end of a hand, separated by "
                'spaces, in any order. A side without anything has an empty tally: `""`.'
            ),
            *(
                Item(
                    f"<{row.form}>" if row.form.isupper() else literal(row.form),
                    as_sentence(row.meaning),
                )
                for row in TOKENS
            ),
            Paragraph(
                "A space may follow or replace a colon before a value (`left: JJ4`, `left JJ4`, "
                "`points 1,200`), and `bonus:-20` is `penalty:20`."
            ),
        ),
    )


def _figures_section(figures: Mapping[str, str], payers: Mapping[str, str]) -> Section:
    return Section(
        "Figures",
        (
            Paragraph(
                "To give counts instead of cards, use a name and a number. Cards and figures "
                "in the same tally are added up, so give nothing twice."
            ),
            *(
                Item(f"`{name}:`<N>", _figure(description, payers.get(name)))
                for name, description in figures.items()
            ),
            Paragraph(
                "Other ranks are written like sevens: `aces:`, `kings-mixed:`. A kind of canasta "
                "can be counted if the ruleset penalizes it; every ruleset knows "
                f"`{Grade.NATURAL.value}` and `{Grade.MIXED.value}`."
            ),
        ),
    )


def _irregularities_section() -> Section:
    return Section(
        "Irregularities",
        (
            Paragraph(
                "`penalty:` takes a number of points, or one of these names if the ruleset "
                "penalizes it:"
            ),
            *(
                Item(literal(topic.name), f"{topic.says.rstrip('.')} (`{topic.path}`).")
                for topic in TOPICS.values()
            ),
        ),
    )


_WILD = {Rank.DEUCE: ", which is wild in most games", Rank.JOKER: ", which is wild"}


def _cards() -> Iterator[Block]:
    naturals = FOUR_TO_ACE
    yield Item(
        " ".join(literal(rank.value) for rank in naturals),
        f"The cards from {naturals[0].many} up to {naturals[-1].many}: "
        + ", ".join(
            f"{literal(rank.value)} is {rank.one}" for rank in naturals if rank.value.isalpha()
        )
        + f".{_also(Rank.TEN)}",
    )
    for rank in Rank:
        if not rank.four_to_ace:
            description = f"{rank.one[0].upper()}{rank.one[1:]}{_WILD.get(rank, '')}."
            yield Item(literal(rank.value), description + _also(rank))
    yield Paragraph("A three must be red or black: `3` alone is refused.")
    yield Paragraph(
        "Cards can be separated by commas: `KKK2` and `K,K,K,2` are the same. `7xK` is seven kings; "
        "a card and a count are joined by `+`: `4xK+2x2+W`. The program uses a count for "
        f"{COUNTED_FROM} or more equal cards. A single card may be named in words: `ten`, `queen`."
    )
    yield Paragraph(
        "A suit is needed only where it matters, as in sequences. It follows the rank: "
        + either(f"`K{suit.value}` or `K{sign}` ({name})" for suit, (name, sign) in SUITS.items())
        + ". The suit can also come first, followed by a number for the rank; then every card of the "
        "meld is written this way: `H13` is the king of hearts, `H1` the ace of hearts."
    )


def _also(rank: Rank) -> str:
    forms = ALSO_READ.get(rank, ())
    return f" Also accepted: {' '.join(map(literal, forms))}." if forms else ""


def _figure(description: str, payer: str | None) -> str:
    # The words of a property are about any rank; the figure is about one.
    words = description if payer is None or payer.startswith("ranks.") else PARAMETERS[payer].says
    return as_sentence(f"{words} (`{payer}`)" if payer else description)


# The page canasta-game(5): the format of game files.

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
    "ending": "`leader`, `unfinished` or `abandoned`, if the players ended the game early.",
    "substitutes": "Tables: who took a seat in place of whom, from which hand and turn on.",
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
    "deal are its last cards; several stocks are given one after the other.",
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
            _game_description(),
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


def _game_description() -> Section:
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


# The page canasta-rules(5): the format of ruleset files, and every parameter.

STATUS_WORDS: dict[str, str] = {
    "seen": "Found in the sources whose keys follow, which describe this game. Sources after the word "
    "`cited` are said to state it too, but were not checked.",
    "cited": "Not checked: only said to be stated by the sources whose keys follow.",
    "inherited": "Taken from the ruleset that this one extends. The sources whose keys follow "
    "describe that game, or say of this one only that the rest is the same.",
    "inferred": "Not stated by any source, but it follows from what they say.",
    "unknown": "Undocumented: set it as a house rule before starting a game.",
    "house": "A house rule, like every value that your own file sets without a source.",
}


HEADER_WORDS: dict[str, str] = {
    "title": "The name that is shown to people.",
    "about": "A description of the game, of one or more sentences.",
    "extends": "The ruleset that this one is based on: values that the file does not set are taken "
    "from it. Without this line, they are the defaults below.",
    "main_sources": "Keys of the sources that describe this game as a whole: a value that is "
    "taken from the other ruleset, and that one of them states, is `seen`.",
    "sources": "A table: the source of each value.",
}


LONGEST_TERM = 60
RULES_EXAMPLE = """\
extends = "classic"
title = "Our Friday Canasta"

[melds]
max_wilds = 2

[out]
needs = [{ count = 2 }]

[end]
target = 7500

[sources]
"melds.max_wilds" = "house: agreed at Easter"
"""


def rules_page() -> Page:
    """Return the page about ruleset files."""
    return Page(
        f"{PROGRAM}-rules",
        5,
        "the format of ruleset files, and every parameter",
        (
            Section(
                "Description",
                (
                    Paragraph(
                        "A ruleset is a file in TOML (https://toml.io). It sets parameters, in "
                        "groups; parameters that it does not set have the values of the ruleset "
                        "that it extends. To write one, start with `canasta rules new mine.toml`: "
                        "the file contains every parameter with its meaning. Check it with "
                        "`canasta rules check mine.toml`, and play by it with `canasta new --rules "
                        "mine.toml` and the players. A game keeps the rules it started with, even "
                        "if the file changes."
                    ),
                    Paragraph(
                        "A single house rule needs no file: --house `end.target=7500` sets one "
                        "parameter by its dotted name, which is its group and its name. --house "
                        "takes a file too."
                    ),
                ),
            ),
            Section("Example", (Code(tuple(RULES_EXAMPLE.splitlines())),)),
            Section(
                "Header",
                tuple(Item(literal(key), HEADER_WORDS[key]) for key in HEADERS),
            ),
            Section("Sources", tuple(_statuses())),
            Section("Parameters", tuple(_parameters())),
            Section("Packaged rulesets", tuple(_rulesets())),
            Section("Keys of sources", tuple(_keys())),
            see_also(
                f"{PROGRAM}(1)", f"{PROGRAM}-rules(1)", f"{PROGRAM}-new(1)", f"{PROGRAM}-game(5)"
            ),
        ),
    )


def _statuses() -> Iterator[Block]:
    yield Paragraph(
        "`[sources]` has a line for a parameter: its dotted name in quotes, a status, keys of sources, "
        'and a comment after a colon. A line for `"*"` is for all parameters that the file does not '
        'set, and one for `"pile.*"` for those of a group; a line for one parameter takes precedence. '
        "A value that is not set, and has only such a line, is at most `inherited`. "
        "A part of a list has a line of its own if its sources are other ones: "
        '`"opening.tiers[5]"` is the fifth tier. A line such as `"rule.hand.holds"` is for a rule '
        "that reads no parameter. "
        "`canasta rules show` prints the sources with each value. Your own file needs none."
    )
    for status in STATUSES:
        yield Item(literal(status), STATUS_WORDS[status])


def _parameters() -> Iterator[Block]:
    yield Paragraph(
        "Each parameter is shown with its default, the value that most sources give for the classic "
        'game. `"none"` means that a ruleset does not have it: no limit, no points, not played.'
    )
    defaults = _defaults()
    for group, kind in GROUPS.items():
        if kind is Ranks:
            yield from _ranks(defaults)
            continue
        yield Subheading(f"[{group}]")
        yield Paragraph((kind.__doc__ or "").strip())
        for name, statement in kind.params.items():
            yield _parameter(name, statement, defaults[f"{group}.{name}"])


def _ranks(defaults: Mapping[str, str]) -> Iterator[Block]:
    """Describe the table of ranks: each property once, with the ranks that can have it."""
    yield Subheading("[ranks.RANK]")
    yield Paragraph(
        "A table for a rank, in which all its properties are optional: `[ranks.A]`, `[ranks.3B]`. Ranks are "
        "written as cards: `4` to `9`, `T`, `J`, `Q`, `K`, `A`, `2` (deuces), `W` (jokers), `3B` and `3R` "
        "(black and red threes). A table may be for a range (`[ranks.4-7]`), for several ranks "
        '(`[ranks."7,A"]`), or for all (`[ranks."*"]`); one for fewer ranks takes precedence. The '
        "same goes for --house `ranks.8-K.points=5` and for lines of `[sources]`."
    )
    for name, each in Ranks.properties.items():
        paths = [name_of(rank.value, name) for rank in each.ranks]
        shown = [
            f"`{ranks} = {defaults[path]}`" for ranks, path in joined(paths, defaults.__getitem__)
        ]
        allowed = PARAMETERS[paths[0]].allowed
        text = [as_sentence(each.says), *([as_sentence(allowed)] if allowed else [])]
        if not (each.kind.choices or each.kind.example.isdigit()):
            text.append(f"For example `{each.kind.example}`.")
        having = listed(write_ranks(each.ranks, ()).split(","))
        text += [f"For {having}.", f"Default: {listed(shown)}."]
        yield Item(literal(name), " ".join(text))


def _parameter(name: str, statement: Param, default: str) -> Item:
    """Return a parameter with its default; a long default goes into the description."""
    kind = statement.kind
    description = [as_sentence(statement.says)]
    if statement.allowed and kind.says != statement.says:
        description.append(as_sentence(statement.allowed))
    line = f"{name} = {default}"
    if len(line) > LONGEST_TERM:
        description.append(f"Default: `{default}`")
    elif not (kind.choices or kind.example.isdigit() or kind.example == default):
        description.append(f"Another example: `{kind.example}`")
    return Item(literal(name if len(line) > LONGEST_TERM else line), " ".join(description))


def _defaults() -> dict[str, str]:
    """Return every parameter's default in the syntax of a ruleset file."""
    return {
        path: toml_line(statement.kind.write(statement.default))
        for path, statement in PARAMETERS.items()
    }


def _rulesets() -> Iterator[Block]:
    for name in library.names():
        rules = library.ruleset(name)
        about = " ".join(rules.about.split())
        yield Item(literal(name), f"{rules.title}. {about}".strip())


def _keys() -> Iterator[Block]:
    for source in library.sources().values():
        yield Item(literal(source.key), f"{source.title} ({source.where}).")
