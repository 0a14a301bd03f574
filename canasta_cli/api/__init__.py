"""The public library, behind ``import canasta_cli``; see docs/library.md.

Only ``backend`` and ``backend_games`` import the engine, so that the engine can change behind them.
"""
