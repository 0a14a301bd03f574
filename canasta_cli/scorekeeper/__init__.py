"""The score-keeper: load a game, check what is given, record it, and return the result.

The only layer where rules and storage meet. Knows no terminal.
"""
