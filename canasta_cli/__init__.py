"""Canasta with real cards: a score-keeper and move validator for the table."""

__version__ = "0.1.0"
