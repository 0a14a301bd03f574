"""Judge turns: how they begin and end, the melds, the pile, the discard."""
