"""Make the manual: its pages as values, rendered as roff or as plain text. ``cli`` and the build call it.

``page``: a page as a value, and texts that no command contains.
``manual``: find, render and write pages.
``formats``, ``answers``: the pages about notation, files and JSON; the JSON Schema.
"""
