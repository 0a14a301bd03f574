"""The page canasta-json(5): the keys of every answer, described beside the functions that write them."""

from collections.abc import Iterator

from canasta_cli.man.page import (
    PROGRAM,
    Block,
    Code,
    Item,
    Page,
    Paragraph,
    Section,
    Subheading,
    literal,
    see_also,
)
from canasta_cli.show.amendments import (
    AMENDED_KEYS,
    DROPPED_HAND_KEYS,
    DROPPED_KEYS,
    RULES_CHANGE_KEYS,
    SWAPPED_KEYS,
)
from canasta_cli.show.answer import SCHEMA
from canasta_cli.show.book import BOOK_KEYS
from canasta_cli.show.card import CARD_KEYS
from canasta_cli.show.games import ARCHIVED_KEYS, BEGUN_KEYS, GAMES_KEYS, RENAMED_KEYS, STATS_KEYS
from canasta_cli.show.hand import HAND_KEYS, REVIEW_KEYS
from canasta_cli.show.health import BACKUP_KEYS, HEALTH_KEYS, RESTORE_KEYS, SALVAGE_KEYS
from canasta_cli.show.keys import Keys, Object
from canasta_cli.show.log import LOG_KEYS, UNDO_KEYS
from canasta_cli.show.minimum import MINIMUM_KEYS, WINNER_KEYS
from canasta_cli.show.rulesets import (
    CONTENTS_KEYS,
    DIFF_KEYS,
    EXPLAIN_KEYS,
    LIST_KEYS,
    PENALTIES_KEYS,
    RULE_CHECK_KEYS,
    RULE_FILE_KEYS,
    SHOW_KEYS,
)
from canasta_cli.show.sheet import COUNT_KEYS
from canasta_cli.show.standing import MINIMUMS_KEYS, NEXT_KEYS, NOTE_KEYS, PENALTY_KEYS, SCORE_KEYS
from canasta_cli.show.suggestion import DISCARDS_KEYS, MOVES_KEYS, OPENINGS_KEYS, WAYS_KEYS
from canasta_cli.show.table import DEAL_KEYS, TABLE_KEYS, TURN_KEYS
from canasta_cli.show.verdict import SPECIAL_KEYS, UNDER_KEYS, VERDICT_KEYS
from canasta_cli.show.verify import FILES_KEYS, IMPORT_KEYS, STREAM_KEYS, SUMMARY_KEYS

ANSWERS: dict[str, tuple[Keys, ...]] = {
    "new": (BEGUN_KEYS,),
    "hand": (HAND_KEYS,),
    "count": (COUNT_KEYS,),
    "score": (SCORE_KEYS,),
    "next": (NEXT_KEYS,),
    "show": (REVIEW_KEYS,),
    "deal": (DEAL_KEYS,),
    "turn": (TURN_KEYS,),
    "left": (HAND_KEYS,),
    "pile": (TABLE_KEYS,),
    "melds": (TABLE_KEYS,),
    "minimum": (MINIMUM_KEYS, MINIMUMS_KEYS),
    "winner": (WINNER_KEYS,),
    "check": (VERDICT_KEYS, SPECIAL_KEYS, UNDER_KEYS),
    "suggest opening": (OPENINGS_KEYS,),
    "suggest out": (WAYS_KEYS,),
    "suggest discard": (DISCARDS_KEYS,),
    "moves": (MOVES_KEYS,),
    "undo": (UNDO_KEYS,),
    "redo": (UNDO_KEYS,),
    "amend": (HAND_KEYS, AMENDED_KEYS, DROPPED_HAND_KEYS, DROPPED_KEYS, SWAPPED_KEYS),
    "change": (RULES_CHANGE_KEYS,),
    "penalty": (PENALTY_KEYS,),
    "note": (NOTE_KEYS,),
    "log": (LOG_KEYS,),
    "games": (GAMES_KEYS,),
    "use": (BEGUN_KEYS,),
    "rename": (RENAMED_KEYS,),
    "archive": (ARCHIVED_KEYS,),
    "stats": (STATS_KEYS,),
    "rules list": (LIST_KEYS,),
    "rules show": (SHOW_KEYS,),
    "rules card": (CARD_KEYS,),
    "rules book": (BOOK_KEYS,),
    "rules explain": (CONTENTS_KEYS, EXPLAIN_KEYS),
    "rules diff": (DIFF_KEYS,),
    "rules new": (RULE_FILE_KEYS,),
    "rules check": (RULE_CHECK_KEYS,),
    "rules penalties": (PENALTIES_KEYS,),
    "import": (IMPORT_KEYS,),
    "verify": (FILES_KEYS, STREAM_KEYS, SUMMARY_KEYS),
    "backup": (BACKUP_KEYS,),
    "restore": (RESTORE_KEYS,),
    "doctor": (HEALTH_KEYS, SALVAGE_KEYS),
}
"""The answer of each command with --json; the names of commands within ``check`` are left out."""

ERROR_KEYS = Keys(
    "An error",
    {
        "error": "What is wrong.",
        "fix": "How to correct it, only if known.",
        "token": "The part of the input that can’t be read, only if one can’t.",
        "place": "Its place in the input, from 1, only with `token`.",
        "expected": "What is valid there, only with `token`.",
        "example": "A valid input, only with `token`.",
    },
)


def json_page() -> Page:
    """Return the page about JSON: every answer with its keys, then the objects within."""
    answers = {each.title: each for found in ANSWERS.values() for each in found}
    objects = {
        title: keys
        for answer in answers.values()
        for title, keys in answer.objects().items()
        if title not in answers
    }
    return Page(
        f"{PROGRAM}-json",
        5,
        "the keys of JSON answers",
        (
            _description_section(),
            Section(
                "Answers", tuple(block for keys in answers.values() for block in _described(keys))
            ),
            Section(
                "Objects", tuple(block for keys in objects.values() for block in _described(keys))
            ),
            Section("Errors", (Paragraph(ERRORS), *_items(ERROR_KEYS))),
            see_also(f"{PROGRAM}(1)", f"{PROGRAM}-notation(5)", f"{PROGRAM}-game(5)"),
        ),
    )


ERRORS = (
    "After an error, nothing is on standard output, and one object on standard error. The exit status "
    f"is that of {PROGRAM}(1)."
)


def _description_section() -> Section:
    return Section(
        "Description",
        (
            Paragraph(
                "With --json, a command writes one JSON document on one line to standard output. "
                "For many games, `canasta verify` writes a document for each game."
            ),
            Code((f"{PROGRAM} next --json",)),
            Paragraph(
                f"Every document has `schema`, the version of the keys: {SCHEMA}. New keys may be added "
                "to a version; if a key changes its meaning or disappears, the version changes."
            ),
            Paragraph(
                "`points` is the result of one hand, `total` always the running total. Cards, melds, "
                "turns and tallies are in the notation of canasta-notation(5). Control characters "
                "and marks that change the direction of text are written as escapes."
            ),
            Paragraph(
                "`canasta export --format json` writes a game file instead; see canasta-game(5)."
            ),
        ),
    )


def _described(keys: Keys) -> Iterator[Block]:
    yield Subheading(keys.title)
    if keys.also:
        others = " and ".join(f"“{each.title}”" for each in keys.also)
        yield Paragraph(
            f"Has the keys of {others}, and:" if keys.own else f"Has the keys of {others}."
        )
    yield from _items(keys)


def _items(keys: Keys) -> Iterator[Item]:
    for key, description in keys.own.items():
        if isinstance(description, Object):
            by = f" By {', then '.join(description.by)}." if description.by else ""
            description = f"{description.says}{by} See “{description.keys.title}”."  # noqa: PLW2901
        yield Item(literal(key), description)
