"""Whole games: seats, recorded hands, standings, and checks of a game file."""
