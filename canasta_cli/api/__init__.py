"""The public library, behind ``import canasta_cli``; see docs/library.md.

Only ``asking``, ``backend``, ``backend_games`` and ``facts`` import the engine, so that it can change behind
them.
"""
