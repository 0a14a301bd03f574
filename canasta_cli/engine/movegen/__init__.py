"""Search for ways to open, ways to go out, and all legal turns of a position."""
