"""What a hand comes to: its tallies checked, its items counted, side by side."""
