"""Make the manual: its pages as values, rendered as roff or as plain text. ``cli`` and ``make man`` call it.

``page``: a page as a value, rendered, found and written; texts that no command contains.
``formats``: the pages about notation, files and JSON, whose texts are the files ``*.md``; the JSON Schema.
"""
