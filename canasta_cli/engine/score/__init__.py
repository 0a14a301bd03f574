"""Score a hand: check the tallies and count the scoring items of each side."""
