"""The score of a game on the phones around the table: only ``canasta serve`` uses it.

``game``: what a page may ask, from values to documents of JSON; it knows no network.
``server``: who may ask, over HTTP; starlette and uvicorn, in a thread of their own.
``page/``: the page itself, as it is sent: HTML, CSS and JavaScript. It has no rule of Canasta; it asks.
"""
