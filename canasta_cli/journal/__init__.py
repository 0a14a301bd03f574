"""Store entries in SQLite: an append-only journal that knows no rules.

The score-keeper calls it, the commands to open, copy and check the file, and ``file`` for short answers.
``file``: its path, its marks, the hash of an entry, and what ``canasta next`` shows.
``schema``: its tables, versions and connections, and summaries for lists of games and other programs.
``entries``, ``store``: entries as rows; appending and reading them.
``tables``: an export of games, in a database of its own.
``copies``: dated copies, and automatic backups.
``upkeep``, ``backup``: checks and repairs; copies to a file, compared and put in its place.
"""
