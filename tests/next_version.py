"""The program as its next version may be: a migration more, which is made up.

``python tests/next_version.py COMMAND`` runs it; tests convert databases of this version with it.
"""

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from unittest.mock import patch

from canasta_cli.cli import main
from canasta_cli.journal import copies, file, schema
from canasta_cli.scorekeeper import health

VERSION = schema.VERSION + 1
STATEMENTS = (
    "ALTER TABLE setting ADD COLUMN changed TEXT",
    "CREATE TABLE summary_place (game INTEGER PRIMARY KEY, place TEXT NOT NULL)",
)


@contextmanager
def next_version() -> Iterator[None]:
    """Have the program make databases of the next version meanwhile, and convert older ones."""
    with ExitStack() as stack:
        stack.enter_context(patch.dict(schema.MIGRATIONS, {VERSION: STATEMENTS}))
        for module in (file, schema, copies, health):
            stack.enter_context(patch.object(module, "VERSION", VERSION))
        yield


if __name__ == "__main__":
    with next_version():
        sys.exit(main(sys.argv[1:]))
