"""Offer the public library, behind ``import canasta_cli``; see docs/library.md.

``plays``, ``positions``, ``games``, ``rulesets``: the public classes and functions.
``book``: the games of a database, which nothing else here opens.
``errors``: errors, and the check of arguments.
``asking``: ask about a play and find contradictions; the commands call it too.
"""
