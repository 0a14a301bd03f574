"""Compare every quote of the rulesets with the text of its source: run by hand where the texts are.

    python tests/check_quotes.py FOLDER

FOLDER has one text for each source, named by its key: ``pagat.txt``, or with another ending. White space,
quotation marks, dashes and case don't matter; the parts around ``…`` must follow each other closely.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from canasta_cli.rules import library
from canasta_cli.rules.book import NOTES, quote_rows

QUOTED = sorted(each.stem for each in (Path(library.__file__).parent / "quotes").glob("*.toml"))
CLOSE = 400  # characters from one part of a quote to the next
ALIKE = str.maketrans({**dict.fromkeys("‘’‚‛`´", "'"), **dict.fromkeys("“”„«»", '"'), "\u00ad": ""})


def normalised(text: str) -> str:
    """Return a text in which only the words and their order count."""
    text = re.sub(r"\s*[-\u2010-\u2015\u2212]\s*", "-", text.translate(ALIKE))
    return re.sub(r"\s+", " ", text).strip().casefold()


def contains(text: str, quote: str) -> bool:
    """True if a text contains the parts of a quote, in order and close to each other."""
    parts = [normalised(part) for part in quote.split("…")]
    pattern = f".{{0,{CLOSE}}}?".join(re.escape(part) for part in parts if part)
    return re.search(pattern, normalised(text)) is not None


def missing(folder: Path) -> Iterator[str]:
    """Yield a line for each quote that is not in the text of its source, and for each missing text."""
    for source in QUOTED:
        texts = [file for file in sorted(folder.iterdir()) if file.stem == source]
        rows = [
            (ruleset, name, text)
            for ruleset, table in quote_rows(source).items()
            for name, (section, text) in table.items()
            if not section.startswith(NOTES)
        ]
        if not texts and rows:
            yield f"{source}: no text; {len(rows)} quotes were not compared"
        found = "\n".join(file.read_text(encoding="utf-8", errors="replace") for file in texts)
        for ruleset, name, text in rows if texts else ():
            if not contains(found, text):
                yield f"{source}, {ruleset}, {name}: not found: {text}"


if __name__ == "__main__":
    lines = list(missing(Path(sys.argv[1])))
    sys.stdout.write("\n".join(lines or ["every quote was found"]) + "\n")
    sys.exit(bool(lines))
