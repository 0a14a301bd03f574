"""The public library, behind ``import canasta_cli``; see docs/library.md.

Only ``asking`` and ``backend`` import the engine, so that it can change behind
them.
"""
