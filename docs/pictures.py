"""Draw the pictures of the README: run the program, and turn what it prints in colour into SVG files.

``python docs/pictures.py`` writes them, light and dark; a test compares them with what the program prints now.
The pictures of the page on a phone are taken in chromium, whose fonts differ, so they are not compared.
"""

import os
import re
import select
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from html import escape
from pathlib import Path
from typing import Literal, NamedTuple

from canasta_cli.man.page import wrap_command
from canasta_cli.show.layout import width

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "docs" / "pictures"
# In units of the picture: a character, a line, and the space around the text.
ACROSS, DOWN, MARGIN = 8.4, 19, 16
START = "canasta new Ann Bob Cat Dan --name friday"
HANDS = (
    'canasta hand "7xK QQQ2 2x3R out" "AAA 5555 left:JJ4"',
    'canasta hand "888 999W left:KK7" "7xA JJJJJ22 TTT 3R out"',
    'canasta hand "6666662 7x8 AAA2 2x3R out" "QQQ KK2 left:AA7"',
    'canasta hand "TTTTT22 777 left:9W" "7x5 999992W KKKK 3x3B 3R out"',
)
_SGR = re.compile(r"\x1b\[([0-9;]*)m")
# What a line editor tells the terminal: that pasted text is marked.
_MODES = re.compile(r"\x1b\[\?[0-9]+[hl]")
_PROMPT = re.compile(rb"[>:] (\x1b\[[0-9;?]*[a-z])*$")
# Seconds in which nothing more is printed: the program waits for an answer. And those after which it hangs.
QUIET, PATIENCE = 0.1, 60
STYLES = {"1": "b", "2": "d", "31": "r", "32": "g", "35": "m"}


class Scheme(NamedTuple):
    """The colours of a terminal: its background, plain and dim text, bad and good news, warnings."""

    ground: str
    plain: str
    dim: str
    red: str
    green: str
    magenta: str


SCHEMES = {
    "": Scheme("#f4f2ec", "#1b1a18", "#6a645a", "#b3261e", "#146c43", "#7b3fa0"),
    "-dark": Scheme("#1b1a18", "#e8e6e1", "#a09a8f", "#ff8a80", "#6fd3a8", "#d7a6f0"),
}
"""The colour schemes, by what follows the name of a picture in that of its file."""
HEAD = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across} {down}"
  width="{across}" height="{down}" role="img">
<title>{title}</title>
<style>
text {{ fill: {plain}; white-space: pre;
  font: 14px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; }}
.b {{ font-weight: 700; }} .d {{ fill: {dim}; }}
.r {{ fill: {red}; }} .g {{ fill: {green}; }} .m {{ fill: {magenta}; }}
</style>
<rect width="100%" height="100%" rx="8" fill="{ground}"/>
"""


class Picture(NamedTuple):
    """A dialogue on a screen of some columns: commands before it, its own, and what is typed into it.

    The picture ends with the line that begins with ``last``, if there is one.
    """

    name: str
    title: str
    columns: int
    before: tuple[str, ...]
    shown: str
    answers: tuple[str, ...]
    last: str = ""


PICTURES = (
    Picture(
        "dispute",
        "May the pile be taken? The answer is no, with the reason, a fix and its sources",
        66,
        (),
        "canasta check",
        ("1", "5", "5W", "yes"),
    ),
    Picture(
        "hand",
        "A hand is recorded, one question at a time, with the count so far",
        66,
        (START,),
        "canasta hand",
        ("7 kings, QQQ2", "2", "", "AAA 5555", "", "JJ4", ""),
        last="  = Us went out",
    ),
)


def printed(picture: Picture) -> list[str]:
    """Return the lines of a screen, with the codes of their colours."""
    with tempfile.TemporaryDirectory() as folder:
        environment = _environment(folder, picture.columns)
        for line in picture.before:
            _run(line, environment)
        typed = wrap_command(f"$ {picture.shown}", picture.columns)
        screen = _talk(picture, environment)
        if picture.last:
            ends = [_SGR.sub("", line).startswith(picture.last) for line in screen]
            screen = screen[: ends.index(True) + 1]
        return [*(f"\x1b[1m{part}\x1b[0m" for part in typed), *screen]


def _talk(picture: Picture, environment: dict[str, str]) -> list[str]:
    """Run a command on a terminal, type each answer where it waits for one, and return the screen."""
    import pty

    here, there = pty.openpty()
    left, screen = list(picture.answers), b""
    with subprocess.Popen(  # noqa: S603 - the commands are in this file
        _command(picture.shown), env=environment, stdin=there, stdout=there, stderr=there
    ) as program:
        os.close(there)
        while True:
            waits = bool(left and _PROMPT.search(screen))
            if not select.select([here], [], [], QUIET if waits else PATIENCE)[0]:
                if not waits:
                    program.kill()
                    raise RuntimeError(f"{picture.shown} waits: {screen.decode()}")
                os.write(here, f"{left.pop(0)}\n".encode())
                continue
            # The terminal is gone when the program has ended.
            with suppress(OSError):
                if part := os.read(here, 65536):
                    screen += part
                    continue
            break
    os.close(here)
    if left or program.returncode not in (0, 1):
        raise RuntimeError(f"{picture.shown}: {screen.decode()}")
    return [_MODES.sub("", line).rstrip("\r") for line in screen.decode().rstrip().splitlines()]


def _environment(folder: str, columns: int) -> dict[str, str]:
    """Return the environment of commands on a new database and a screen of some columns."""
    return {
        "CANASTA_DB": str(Path(folder) / "canasta.db"),
        "CLICOLOR_FORCE": "1",
        "COLUMNS": str(columns),
        "LC_ALL": "C.UTF-8",
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(ROOT),
        "PYTHONUTF8": "1",
        "TERM": "xterm-256color",
    }


def _run(line: str, environment: dict[str, str]) -> None:
    """Run a command line that comes before a picture."""
    subprocess.run(  # noqa: S603 - the commands are in this file
        _command(line), env=environment, stdout=subprocess.DEVNULL, check=True
    )


def _command(line: str) -> list[str]:
    return [sys.executable, "-m", "canasta_cli", *shlex.split(line)[1:]]


def svg(picture: Picture, lines: list[str], scheme: Scheme) -> str:
    """Draw the lines of a screen in a colour scheme."""
    across = round(picture.columns * ACROSS + 2 * MARGIN)
    down = len(lines) * DOWN + 2 * MARGIN
    head = HEAD.format(across=across, down=down, title=escape(picture.title), **scheme._asdict())
    texts = (
        f'<text x="{MARGIN + start * ACROSS:g}" y="{MARGIN + number * DOWN + 14}"'
        f' textLength="{width(words) * ACROSS:g}"{_class(codes)}>{escape(words)}</text>'
        for number, line in enumerate(lines)
        for start, words, codes in pieces(line)
    )
    return "\n".join((head.rstrip(), *texts, "</svg>")) + "\n"


def _class(codes: str) -> str:
    names = " ".join(STYLES[code] for code in codes.split(";") if code in STYLES)
    return f' class="{names}"' if names else ""


def pieces(line: str) -> Iterator[tuple[int, str, str]]:
    """Yield the words of a line that have one style: their column, themselves, and its codes."""
    column, style = 0, ""
    for part in re.split(r"(\x1b\[[0-9;]*m)", line.rstrip()):
        if code := _SGR.fullmatch(part):
            style = "" if code[1] in ("", "0") else code[1]
            continue
        for match in re.finditer(r"\S+(?: \S+)*", part):
            yield column + width(part[: match.start()]), match[0], style
        column += width(part)


def drawn() -> dict[str, str]:
    """Return every picture, by the name of its file."""
    screens = [(each, printed(each)) for each in PICTURES]
    return {
        f"{each.name}{ending}.svg": svg(each, lines, scheme)
        for each, lines in screens
        for ending, scheme in SCHEMES.items()
    }


PAGES: dict[str, Literal["light", "dark"]] = {"page.png": "light", "page-dark.png": "dark"}
"""The pictures of the page on a phone, each in one colour scheme."""


@contextmanager
def _serving() -> Iterator[str]:
    """Serve a game of some hands, and provide the address of its page."""
    with tempfile.TemporaryDirectory() as folder:
        environment = _environment(folder, 80)
        for line in (START, *HANDS):
            _run(line, environment)
        command = [sys.executable, "-u", "-m", "canasta_cli", "serve", "--port", "0"]
        with subprocess.Popen(  # noqa: S603 - as above
            command, env=environment, stdout=subprocess.PIPE, encoding="utf-8"
        ) as server:
            lines = server.stdout or ()
            try:
                yield next(line.strip() for line in lines if line.startswith("http"))
            finally:
                server.terminate()


def photograph() -> None:
    """Take the pictures of the page, as it is served."""
    from playwright.sync_api import sync_playwright

    with _serving() as address, sync_playwright() as browsers:
        browser = browsers.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        for name, scheme in PAGES.items():
            page = browser.new_page(
                viewport={"width": 390, "height": 1500}, color_scheme=scheme, locale="en-GB"
            )
            page.goto(address)
            # From the totals to the chart; the list of all hands is below.
            down = page.locator(".chart").evaluate(
                "chart => chart.getBoundingClientRect().bottom + 8"
            )
            page.screenshot(path=FOLDER / name, clip={"x": 0, "y": 0, "width": 390, "height": down})
        browser.close()


if __name__ == "__main__":
    for name, text in drawn().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    photograph()
