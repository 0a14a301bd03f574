"""Split an unfinished command line into words, as a shell would."""

from canasta_cli.values import NamedTuple

# The characters that a backslash escapes in double quotes.
DOUBLE = '\\"$`'
# ASCII characters without special meaning anywhere in a word.
PLAIN = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./:=@%+,")


def is_plain(letter: str) -> bool:
    """Return whether a character needs no quoting in bash."""
    return letter in PLAIN or not letter.isascii()


class Word(NamedTuple):
    """A word: ``raw`` as typed, ``text`` as the program would receive it.

    ``quote`` is the quote that is still open, or empty. A word is ``exact`` if the shell expands
    nothing in it, so that ``text`` is certain.
    """

    raw: str
    text: str
    quote: str
    exact: bool


class _Reader:
    """A reader of one line; a backslash escapes the characters ``escapes`` in single quotes."""

    def __init__(self, line: str, escapes: str) -> None:
        self.line, self.escapes = line, escapes
        self.at = 0

    def word(self, *, whole: bool) -> Word:
        """Read up to the next unquoted space, or with ``whole`` up to the end."""
        start, text, quote, exact = self.at, "", "", True
        while self.at < len(self.line):
            letter = self.line[self.at]
            if not quote and letter.isspace() and not whole:
                break
            self.at += 1
            if letter == quote:
                quote = ""
            elif not quote and letter in "'\"":
                quote = letter
            elif letter == "\\" and self._escapes(quote):
                text += self._next()
            else:
                exact = exact and _is_literal(letter, quote)
                text += letter
        return Word(self.line[start : self.at], text, quote, exact)

    def _escapes(self, quote: str) -> bool:
        """Return whether a backslash here escapes the next character."""
        if not quote:
            return True
        following = self.line[self.at : self.at + 1]
        return bool(following) and following in (DOUBLE if quote == '"' else self.escapes)

    def _next(self) -> str:
        self.at += 1
        return self.line[self.at - 1 : self.at]


def _is_literal(letter: str, quote: str) -> bool:
    if quote:
        return quote == "'" or letter not in "$`!"
    return is_plain(letter) or letter.isspace()


def read_word(raw: str, *, escapes: str = "") -> Word:
    """Read one word, which may end inside quotes."""
    return _Reader(raw, escapes).word(whole=True)


def read_words(line: str) -> list[Word]:
    """Read the words of a line with the quoting rules of bash.

    The last word is the one being typed; it is empty after a space.
    """
    reader = _Reader(line, "")
    words: list[Word] = []
    while True:
        while reader.at < len(line) and line[reader.at].isspace():
            reader.at += 1
        words.append(reader.word(whole=False))
        if reader.at >= len(line):
            return words
