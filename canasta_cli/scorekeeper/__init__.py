"""Load a game, check a request, record it, and return the result. Rules and storage meet only here.

It knows no terminal. The commands call it, and the library for game files.
``scorebook``: load games, append one entry, undo and redo; all others use it.
``games``: begin, rename and archive games, and list all of them with their figures.
``hands``, ``tallies``, ``hand_review``: record tallies, change one, look at one hand.
``dealing``, ``playing``: a hand recorded turn by turn.
``amendments``, ``rules_change``: correct what was recorded, and the rules of a whole game.
``files``, ``workers``, ``health``: game files, on many processes; checks of the database.
"""
