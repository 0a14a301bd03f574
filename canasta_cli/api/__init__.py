"""Offer the public library, behind ``import canasta_cli``; see docs/library.md.

Only ``asking`` and ``backend`` import the engine, so that it can change behind them, and ``book`` the
score-keeper.
``games``, ``positions``, ``rulesets``: the public classes and functions.
``book``: the games of a database, which nothing else here opens.
``errors``: errors, and plain values in answers.
``backend``: the engine as these need it; nothing else calls it.
``asking``: ask about a play and find contradictions; the commands call it too.
"""
