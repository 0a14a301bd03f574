"""Store entries in SQLite: an append-only journal that knows no rules.

The score-keeper calls it, the commands to open, copy and check the file, and ``quick`` for short answers.
``location``, ``schema``: the path of the file; its tables, versions and connections.
``quick``, ``entries``, ``store``: the hash of an entry, entries as rows, and appending and reading them.
``summary``: derived tables, for lists of games and other programs.
``upkeep``, ``backup``, ``salvage``: checks and repairs, checked copies, and what a damaged file still has.
"""
