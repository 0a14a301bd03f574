"""Judge melds, place cards on them, and grade them."""
