"""Format the irregularities found in a source: what to do, and the penalty."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from canasta_cli.rules.names import Irregularity, penalty
from canasta_cli.show.keys import Keys, Object
from canasta_cli.show.layout import Block, Blocks, Style, Text
from canasta_cli.show.rulesets import origin_text
from canasta_cli.words import count_of

if TYPE_CHECKING:
    from canasta_cli.rules.schema import Origin, Ruleset


def penalties_blocks(topics: tuple[Irregularity, ...], rules: Ruleset, origin: str) -> Blocks:
    """Format each irregularity: its penalty, what to do, and the sources."""
    blocks: list[Block] = [Text(f"Irregularities ({origin})", Style.TITLE)]
    for topic in topics:
        cost = penalty(topic.name, rules)
        price = "no points set" if cost is None else f"{count_of(cost, 'point')} against the side"
        blocks.append(Text(f"{topic.name}: {price}"))
        blocks.append(Text(f"{topic.todo[0].upper()}{topic.todo[1:]}.", indent=2))
        blocks.append(Text(_read_in(topic, rules), Style.QUIET, 2))
    blocks.append(
        Text("In a tally, write penalty:NAME if points are set, otherwise penalty:POINTS.")
    )
    return tuple(blocks)


def _origin(topic: Irregularity, rules: Ruleset) -> Origin | None:
    return rules.origins[topic.path] if topic.path else None


def _read_in(topic: Irregularity, rules: Ruleset) -> str:
    """Format the sources of what to do, and the origin of the points if it adds something."""
    origin = _origin(topic, rules)
    word = "source" if len(topic.sources) == 1 else "sources"
    text = f"{word}: {', '.join(topic.sources)}"
    if origin is None:
        return text
    if origin.status == "seen" and tuple(origin.sources) == tuple(topic.sources):
        return f"{text} ({origin.note})" if origin.note else text
    return f"{text}; points: {origin_text(origin)}"


TOPIC_KEYS = Keys(
    "An irregularity",
    {
        "topic": "Its name, as in `penalty:` of a tally.",
        "points": "The points that it costs; null if the ruleset has no price.",
        "todo": "What to do.",
        "parameter": "The parameter with its price.",
        "sources": "The sources that say what to do.",
        "points_from": "The sources that state the points.",
    },
)
PENALTIES_KEYS = Keys(
    "canasta rules penalties",
    {
        "ruleset": "The name of the ruleset.",
        "penalties": Object("The irregularities.", TOPIC_KEYS),
    },
)


def penalties_json(topics: tuple[Irregularity, ...], rules: Ruleset) -> Mapping[str, Any]:
    """Return the JSON keys of ``canasta rules penalties``."""
    return {
        "ruleset": rules.name,
        "penalties": [
            {
                "topic": topic.name,
                "points": penalty(topic.name, rules),
                "todo": topic.todo,
                "parameter": topic.path,
                "sources": list(topic.sources),
                "points_from": list(origin.sources) if (origin := _origin(topic, rules)) else [],
            }
            for topic in topics
        ],
    }
