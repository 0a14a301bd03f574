"""The table as far as it is known: a deal, the turns one after the other, the end of the hand."""
