"""The known table of a recorded hand: the deal, the turns in order, the end of the hand."""
