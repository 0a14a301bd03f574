"""Draw the pictures of the README: run the program, and turn what it prints in colour into SVG files.

``python docs/pictures.py`` writes them; a test compares them with what the program prints now. The pictures of
the page on a phone are taken in chromium, whose fonts differ, so they are not compared.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
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
FIRST = 'canasta hand "7xK QQQ2 2x3R out" "AAA 5555 left:JJ4"'
SECOND = 'canasta hand "888 999W left:KK7" "7xA JJJJJ22 TTT 3R out"'
_SGR = re.compile(r"\x1b\[([0-9;]*)m")
STYLES = {"1": "b", "2": "d", "31": "r", "32": "g", "35": "m"}
HEAD = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across} {down}"
  width="{across}" height="{down}" role="img">
<title>{title}</title>
<style>
text {{ fill: #e8e6e1; white-space: pre;
  font: 14px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; }}
.b {{ font-weight: 700; }} .d {{ fill: #a09a8f; }}
.r {{ fill: #ff8a80; }} .g {{ fill: #6fd3a8; }} .m {{ fill: #d7a6f0; }}
</style>
<rect width="100%" height="100%" rx="8" fill="#1b1a18"/>
"""


class Picture(NamedTuple):
    """A screen of some columns: commands that come before it, and those that it shows."""

    name: str
    title: str
    columns: int
    before: tuple[str, ...]
    shown: tuple[str, ...]


PICTURES = (
    Picture("hand", "A hand is counted, and the next one begins", 66, (START,), (FIRST,)),
    Picture(
        "dispute",
        "May the pile be taken? The answer is no, with the reason",
        66,
        (START, FIRST),
        ('canasta check pickup 5 --with 5W --pile "9 2 5" --melds 777 --hand 5W468',),
    ),
    Picture(
        "phone",
        "The score pad on a phone of 40 columns",
        40,
        (START, FIRST, SECOND),
        ("canasta score",),
    ),
)


def printed(picture: Picture) -> list[str]:
    """Return the lines of a screen, with the codes of their colours."""
    with tempfile.TemporaryDirectory() as folder:
        environment = _environment(folder, picture.columns)
        for line in picture.before:
            _run(line, environment)
        lines: list[str] = []
        for line in picture.shown:
            typed = wrap_command(f"$ {line}", picture.columns)
            lines += [f"\x1b[1m{part}\x1b[0m" for part in typed]
            lines += _run(line, environment)
    return lines


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


def _run(line: str, environment: dict[str, str]) -> list[str]:
    """Run a command line, and return what it prints. An illegal play is an answer too."""
    command = [sys.executable, "-m", "canasta_cli", *shlex.split(line)[1:]]
    done = subprocess.run(  # noqa: S603 - the commands are in this file
        command, env=environment, capture_output=True, encoding="utf-8", check=False
    )
    if done.stderr or done.returncode not in (0, 1):
        raise RuntimeError(f"{line}: {done.stderr}")
    return done.stdout.splitlines()


def svg(picture: Picture, lines: list[str]) -> str:
    """Draw the lines of a screen."""
    across = round(picture.columns * ACROSS + 2 * MARGIN)
    down = len(lines) * DOWN + 2 * MARGIN
    head = HEAD.format(across=across, down=down, title=escape(picture.title))
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
    return {f"{each.name}.svg": svg(each, printed(each)) for each in PICTURES}


PAGES: dict[str, Literal["light", "dark"]] = {"page.png": "light", "page-dark.png": "dark"}
"""The pictures of the page on a phone, each in one colour scheme."""


@contextmanager
def _serving() -> Iterator[str]:
    """Serve a game of two hands, and provide the address of its page."""
    with tempfile.TemporaryDirectory() as folder:
        environment = _environment(folder, 80)
        for line in (START, FIRST, SECOND):
            _run(line, environment)
        command = [sys.executable, "-u", "-m", "canasta_cli", "serve", "--port", "0"]
        with subprocess.Popen(  # noqa: S603 - as above
            command, env=environment, stdout=subprocess.PIPE, encoding="utf-8"
        ) as server:
            lines = server.stdout or ()
            yield next(line.strip() for line in lines if line.startswith("http"))
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
                viewport={"width": 390, "height": 880}, color_scheme=scheme, locale="en-GB"
            )
            page.goto(address)
            page.locator("#hands").wait_for()
            page.screenshot(path=FOLDER / name)
        browser.close()


if __name__ == "__main__":
    photograph()
    for name, text in drawn().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
