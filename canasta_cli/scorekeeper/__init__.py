"""The desk at the side of the table: load, judge, append, and say what came of it.

The only floor where rules and storage meet. Knows no terminal.
"""
