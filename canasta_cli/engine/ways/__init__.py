"""Every way to play: to open, to go out, and all legal turns of a position."""
