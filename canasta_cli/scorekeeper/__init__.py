"""Load a game, check a request, record it, and return the result. Rules and storage meet only here.

It knows no terminal. The commands call it, and the library for game files.
``scorebook``: load games, append one entry, keep defaults; all others use it.
``games``: begin, finish and delete games, and list all of them with their figures.
``people``: who plays, other names for them, and substitutes.
``hands``, ``tallies``: record tallies, once if they are sent again, look at one hand, keep a half typed one;
change a tally.
``playing``: a hand recorded turn by turn.
``corrections``, ``amendments``: undo, redo and the result of every correction; the other corrections.
``files``, ``workers``, ``health``: game files, in several processes; checks of the database.
"""
