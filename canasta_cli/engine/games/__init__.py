"""Whole games: seats, hands as they were played, standings, and how far a file holds."""
