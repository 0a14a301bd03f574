"""Oracles for the games beyond the classic ones: with sequences, wild melds, feet or special hands."""
