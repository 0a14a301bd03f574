"""The score on every phone: ``serve`` prints an address, and answers those who open it until Ctrl-C.

Meanwhile its terminal is a prompt for the same game.
"""

import errno
import os
import signal
import socket
import sys
import time
from collections.abc import Iterable
from contextlib import suppress
from io import StringIO
from typing import TYPE_CHECKING, cast

import click

from canasta_cli.cli.command_classes import option
from canasta_cli.cli.form import HELP, ask, can_edit, complain
from canasta_cli.cli.hand_arguments import split_words
from canasta_cli.cli.options import db_option, game_option, show, stacked
from canasta_cli.cli.session import (
    OF_GAME,
    current_session,
    database,
    local,
    on_terminal,
    open_scorebook,
    warn,
)
from canasta_cli.errors import CanastaError, NotInstalled, NotUnderstood, Refused
from canasta_cli.journal.store import LONGEST_RECORDER, Journal, is_recorder
from canasta_cli.scorekeeper.games import end_link, link_of, links
from canasta_cli.scorekeeper.scorebook import LoadedGame, load_listed, pick
from canasta_cli.show.layout import BLANK, Style, Text, in_colour, inert, plain, terminal_width
from canasta_cli.show.next import welcome_line
from canasta_cli.show.sheet import running_count
from canasta_cli.show.standing import next_blocks
from canasta_cli.words import listed

if TYPE_CHECKING:
    from canasta_cli.web.server import Server

PORT = 8470
RECORDING = "pad"  # the path of the page for those who record
LOOPBACK, EVERYWHERE = "127.0.0.1", "0.0.0.0"  # noqa: S104 - only with --lan
_HTTP = 80
SECONDS_BETWEEN_LOOKS = 0.2
WHITE_ON_BLACK = "\x1b[38;5;231;48;5;16m"  # of the 256 colours, which themes leave as they are


@click.command("serve")
@option("--lan", is_flag=True, help="Let all devices in your network watch, not only this one.")
@option("--host", metavar="ADDRESS", help="The address or name of this machine to serve at.")
@option(
    "--port",
    type=click.IntRange(0, 65535),
    default=PORT,
    metavar="N",
    help="The port. Default: 8470.",
)
@option(
    "--record",
    "recorders",
    multiple=True,
    metavar="NAME",
    help="Print an address with which this person may record hands; may be repeated.",
)
@option("--new-links", is_flag=True, help="Make new addresses; the old ones no longer work.")
@stacked(game_option, db_option)
def serve_command(
    lan: bool,
    host: str | None,
    port: int,
    recorders: tuple[str, ...],
    new_links: bool,
    game: str | None,
) -> int:
    """Show the score on the phones around the table.

    Prints an address, and its QR code on a terminal. Everybody who opens it sees the score, which changes
    with each entry, until Ctrl-C ends the command. They can only watch, see only what lies on the table
    (totals, hands that are over, who deals), and ask if a play is legal, as with canasta check. The address
    of a game stays the same until --new-links, and “canasta again” takes it on to the next game.

    With --record Bob there is a second address, for Bob alone: its page has keys to record the next hand, and
    to undo the last one. It works while the command runs with --record Bob.

    Meanwhile the terminal is a prompt for the same game. Type hand, undo, score or check there, as you would
    after “canasta”; revoke Bob ends Bob's address, and ? lists what else can be typed. The totals are
    printed again when somebody else changes them.

    Without --lan or --host only browsers on this machine can open it. The page is sent without encryption, so
    those who control the network can read it: use a network that you trust, such as that of your house.

    Examples:
      canasta serve
        Watch the current game on this machine.
      canasta serve --lan
        Let the phones in the same network watch; scan the QR code.
      canasta serve --lan --record Bob
        Bob may also record hands, on a phone.
      canasta serve --lan -g friday --new-links
        Serve another game, at a new address.
    """
    try:
        import segno  # noqa: F401 - the QR code needs it later

        from canasta_cli.web.server import Server
    except ImportError:
        raise NotInstalled(
            "canasta serve needs libraries that are not installed: starlette, uvicorn and segno",
            *("starlette", "uvicorn", "segno"),
        ) from None
    from canasta_cli.cli.referee import Referee
    from canasta_cli.web.game import WatchedGame

    names = ("", *map(_recorder, recorders))
    with open_scorebook() as book:
        loaded = book.load(game)
        listening, hosts = _listen(lan=lan, host=host, port=port)
        links = _links(book.journal, loaded, names, renew=new_links)
        watched = WatchedGame(database(), book.journal, loaded, links[""])
    server = Server(watched, listening, hosts, links, Referee().check)
    show(welcome_line(loaded.game.name, loaded.ruleset.title))
    Host(server).serve()
    return 0


def _recorder(name: str) -> str:
    """Return the name of somebody who may record. Raises :class:`~canasta_cli.errors.NotUnderstood`."""
    name = name.strip()
    if not is_recorder(name):
        raise NotUnderstood(
            f"“{inert(name)}” is not a name of 1 to {LONGEST_RECORDER} letters",
            fix="Name the person who may record: --record Bob",
        )
    return name


def _links(
    journal: Journal, loaded: LoadedGame, names: Iterable[str], *, renew: bool
) -> dict[str, str]:
    """Return the secrets of those who record, by their names, after that of all who watch, under no name."""
    found = {name: link_of(journal, loaded.line.id, name, renew=renew) for name in names}
    if not all(kept for _, kept in found.values()):
        warn("Warning: the database can't be written to; the next start has another address.\n")
    return {name: link for name, (link, _) in found.items()}


# Where the page is served.


def _listen(*, lan: bool, host: str | None, port: int) -> tuple[socket.socket, tuple[str, ...]]:
    """Bind the address that was asked for. Raises :class:`~canasta_cli.errors.CanastaError`.

    Return the socket, and the names under which browsers reach it, as they send them, the best one first: with
    the port unless it is that of the web.
    """
    if lan and host:
        raise NotUnderstood(
            "--lan serves at all addresses of this machine, --host at one", fix="Leave out one."
        )
    lan = lan or host in ("0.0.0.0", "::")  # noqa: S104 - compared
    bound = EVERYWHERE if lan else host or LOOPBACK
    names = own_addresses() if lan else (bound,)
    try:
        family = socket.AF_INET6 if ":" in bound else socket.AF_INET
        listening = socket.create_server((bound, port), family=family)
    except (OSError, UnicodeError) as error:
        # Python adds the address in parentheses.
        reason = (getattr(error, "strerror", "") or "it is not an address").partition(" (")[0]
        fix = f"{bound} is not an address of this machine: name another one, or leave out --host."
        if getattr(error, "errno", 0) in (errno.EADDRINUSE, errno.EACCES):
            other = 8472 if port == 8471 else 8471  # noqa: PLR2004 - as an example
            fix = f"Choose another port, as --port {other}."
        raise Refused(
            f"can't serve at {bound}, port {port}: {reason}",
            fix=f"{fix} For all phones in your network: canasta serve --lan",
        ) from error
    port = listening.getsockname()[1]
    whole = (f"[{name}]" if ":" in name else name.lower() for name in names)
    return listening, tuple(name if port == _HTTP else f"{name}:{port}" for name in whole)


def own_addresses() -> tuple[str, ...]:
    """Return the addresses of this machine in its networks, that of the default route first.

    Raises :class:`~canasta_cli.errors.Refused` if it is in none.
    """
    found = []
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # sends nothing: only a route is looked for
        found.append(probe.getsockname()[0])
    with suppress(OSError, UnicodeError):
        found += socket.gethostbyname_ex(socket.gethostname())[2]
    outer = [each for each in dict.fromkeys(found) if not each.startswith(("127.", "0."))]
    if not outer:
        raise Refused(
            "this machine has no address in a network",
            fix="Connect it to the network of the phones. To watch on this machine: canasta serve",
        )
    return tuple(outer)


# What the terminal shows.


def _print_addresses(server: "Server") -> None:
    """Print the address to watch, and that of each person who may record, with their QR codes."""
    for name, link in server.links.items():
        says = "Everybody who has this address can watch the score:"
        if name:
            says = f"Everybody who has this one can record hands; give it only to {inert(name)}:"
        path = RECORDING if name else ""
        first, *others = [f"http://{host}/{path}#{link}" for host in server.hosts]
        show(Text(says))
        # As one line, so that it can be copied.
        click.echo(first)
        if sys.stdout.isatty():
            for line in qr_lines(first, terminal_width(), coloured=in_colour()):
                click.echo(line, color=True)
        if others:
            show(Text(f"Other addresses of this machine: {listed(others)}"))
    if first.startswith(f"http://{LOOPBACK}"):
        show(Text("Only this machine can open it. For phones: canasta serve --lan", Style.QUIET))
    show(Text("Ctrl-C stops.", Style.QUIET))
    sys.stdout.flush()


def qr_lines(address: str, columns: int, *, coloured: bool) -> list[str]:
    """Return the QR code of an address in half blocks; no line if it is wider than the terminal.

    Its light parts are drawn, as on a dark screen. With colours it is black and white on every screen;
    without them it is inverted on a light one, which most phones read too.
    """
    import segno

    code, drawn = segno.make(address, error="l", boost_error=False, micro=False), StringIO()
    for border in (4, 2):
        if code.symbol_size(border=border)[0] <= columns:
            code.terminal(drawn, border=border, compact=True)
            break
    try:
        drawn.getvalue().encode(sys.stdout.encoding or "utf-8")
    except UnicodeError:
        return []
    lines = drawn.getvalue().splitlines()
    return [f"{WHITE_ON_BLACK}{line}\x1b[0m" if coloured else line for line in lines]


# The terminal that serves: a prompt for the game, and the board above it.

PROMPT, CLEAR = "> ", "\r\x1b[K"
WORDS = (
    "hand, undo, amend 3, penalty, finish: record and correct",
    "check, score, show 3, log: look",
    "again: begin the next game; phones go on with it",
    "phones: print the addresses again",
    "revoke Bob: end Bob's address",
    "quit, or Ctrl-C: stop. hand --help: about one of them",
)
# Those about one game.
GAME_COMMANDS = [
    name for name in dict.fromkeys(each.split()[0] for each in OF_GAME) if name != "serve"
]


class Host:
    """Serves a game until Ctrl-C; on a terminal, runs the lines that are typed as commands about it.

    ``board`` is what the terminal shows of it, ``trouble`` why it can't be read.
    """

    def __init__(self, server: "Server") -> None:
        self.server = server
        self.board = self.trouble = ""
        self.is_asking = False

    def serve(self) -> None:
        """Serve until Ctrl-C, Ctrl-D or ``quit``."""
        try:
            self.server.begin()
            if self.server.is_alive():
                _print_addresses(self.server)
            while self.server.is_alive():
                self.look()
                if on_terminal() and _in_foreground():
                    self._follow(self._ask())
                else:
                    time.sleep(SECONDS_BETWEEN_LOOKS)
        except (KeyboardInterrupt, click.Abort):
            warn("\n")
        finally:
            if hasattr(signal, "setitimer"):
                signal.setitimer(signal.ITIMER_REAL, 0)
            self.server.end()
        if self.server.failed:
            raise self.server.failed

    def look(self, before: str = "", after: str = "") -> None:
        """Print the board if it is another one, or why the game can't be read, between two texts."""
        watched = self.server.watched
        if watched.trouble not in ("", self.trouble):
            warn(f"{before}Warning: {watched.trouble}. The page shows the last score.\n{after}")
        self.trouble, now = watched.trouble, watched.loaded
        if not self._note_board(now) or not on_terminal():
            return
        hands, names = now.standing.hands, now.game.side_names
        last = f", hand {len(hands)}: {running_count(names, hands[-1].sheets)}" if hands else ""
        title = f"{local(now.records[-1].at)[-5:]}  {now.game.name}{last}"
        recorders = [*filter(None, self.server.links)]
        may = f" · {inert(listed(recorders))} may record" if recorders else ""
        below = Text(f"{self.server.readers} watching{may} · ?: help", Style.QUIET)
        click.echo(before, nl=False)
        show(BLANK, Text(title, Style.TITLE), *next_blocks(now.standing), below)
        click.echo(after, nl=False)
        sys.stdout.flush()

    def _note_board(self, loaded: LoadedGame) -> bool:
        """Note that the terminal shows the score of a game; return false if it did so before."""
        before, self.board = self.board, "\n".join(plain(next_blocks(loaded.standing)))
        return self.board != before

    def _ask(self) -> str:
        """Return a line that is typed. Until it is begun, the board is kept up to date above it."""
        if not can_edit() or os.name == "nt" or os.environ.get("TERM") == "dumb":
            return ask(PROMPT)
        import readline

        def look(*_: object) -> None:
            if not self.is_asking:
                return
            if not self.server.is_alive():
                raise KeyboardInterrupt
            if not readline.get_line_buffer():
                self.look(CLEAR, PROMPT)

        # Both stay: a signal that comes as the line ends would end the program without the first; and the
        # questions of a command miss Ctrl-C if it comes just before they read, until another signal comes.
        signal.signal(signal.SIGALRM, look)
        signal.setitimer(signal.ITIMER_REAL, SECONDS_BETWEEN_LOOKS, SECONDS_BETWEEN_LOOKS)
        self.is_asking = True
        try:
            return ask(PROMPT)
        finally:
            self.is_asking = False

    def _follow(self, line: str) -> None:
        """Do what a line says, or say why that can't be done."""
        from canasta_cli.cli.playing import STOPS

        word, _, rest = line.removeprefix("canasta ").strip().partition(" ")
        try:
            match word.lower():
                case "":
                    pass
                case word if word in STOPS:
                    raise click.Abort
                case word if word in HELP:
                    show(*(Text(each, Style.QUIET, 2) for each in WORDS))
                case "phones":
                    _print_addresses(self.server)
                case "revoke":
                    self._revoke(rest)
                case word:
                    self._run(word, rest)
        except CanastaError as error:
            complain(error)

    def _run(self, word: str, rest: str) -> None:
        """Run a command about the game. If it records something, its answer has the score, as the board has."""
        other = "Other commands need a second terminal; ? lists those that work here."
        name, watched = pick(word, GAME_COMMANDS, "command", known=other), self.server.watched
        session = current_session()
        with open_scorebook() as book:
            line = watched.find_line(book.journal)
        session.game = "" if line.current else line.name
        status = session.run([*split_words(session.addressed(f"canasta {name} {rest}"))[1:]])
        if status or not _can_record(name):
            return
        with open_scorebook() as book:
            now = load_listed(book.journal, watched.find_line(book.journal))
        self._note_board(now)
        if name == "again" and now.line.id == line.id:
            show(Text(f"The phones stay with {now.game.name}, which is not over."))

    def _revoke(self, word: str) -> None:
        """End the link of somebody who records: now, and at the next starts."""
        with open_scorebook() as book:
            game = self.server.watched.find_line(book.journal).id
            names = {*filter(None, (*links(book.journal, game), *self.server.links))}
            name = pick(" ".join(split_words(word)), sorted(names), "recorder")
            self.server.end_link(name)
            is_kept = not end_link(book.journal, game, name)
        show(Text(f"{inert(name)}'s address has ended."))
        if is_kept:
            warn(
                "Warning: the database can't be written to; the next start has that address again.\n"
            )


def _in_foreground() -> bool:
    """False for a command that a shell runs in the background, which would be stopped if it read a line."""
    with suppress(OSError, AttributeError):
        return os.tcgetpgrp(sys.stdin.fileno()) == os.getpgrp()
    return True


def _can_record(name: str) -> bool:
    """True for a command that records: it has the option ``--dry-run``."""
    root = click.get_current_context().find_root()
    command = cast("click.Group", root.command).get_command(root, name)
    return command is not None and any(each.name == "dry_run" for each in command.params)
