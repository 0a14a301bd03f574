"""Begin a game: ``new``, with players who are known already, and ``again``, as the last one."""

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import zip_longest

import click

from canasta_cli.cli import options
from canasta_cli.cli.command_classes import option
from canasta_cli.cli.form import FormChoice, FormField, agree, ask_missing, problem_alone
from canasta_cli.cli.options import (
    date_option,
    dealer_option,
    hint,
    house_option,
    missing,
    print_answer,
    read_game,
    recording,
    ruleset_option,
    show,
    target_option,
    with_target,
    writing,
)
from canasta_cli.cli.ruleset_choice import load_ruleset, usual_ruleset, with_house
from canasta_cli.cli.session import on_terminal, open_scorebook, warn
from canasta_cli.engine.game.standing import at_the_table
from canasta_cli.errors import CanastaError, NotUnderstood
from canasta_cli.model.game import Game, Side
from canasta_cli.rules import library
from canasta_cli.rules.schema import Ruleset
from canasta_cli.scorekeeper.games import (
    Proposal,
    begin_game,
    ruleset_for,
    rulesets_for,
    same_again,
    seated,
    usual_games,
)
from canasta_cli.scorekeeper.people import Person, known_people, similar_to_known
from canasta_cli.scorekeeper.scorebook import in_utf8, person_key
from canasta_cli.show.games import BegunAnswer, begun_blocks
from canasta_cli.show.layout import Text
from canasta_cli.words import count_of, listed, quoted

_named = option(
    "--name",
    default="",
    metavar="NAME",
    help="The game's name. Default: its date.",
)
_event = option(
    "--event", default="", metavar="WORDS", help="The event: a club evening, a tournament."
)


# Begin a game with named players: `new`.


@click.command("new")
@click.argument("players", nargs=-1, metavar="[PLAYER...]", shell_complete=options.all_players)
@ruleset_option(
    help="The ruleset. Default: that of canasta config if it is for this number of players, else the first "
    "for them that “canasta rules” lists."
)
@option(
    "--side",
    "sides",
    multiple=True,
    metavar="NAME=A,B",
    help="A side's name and its players. Default: the sides of the ruleset.",
)
@house_option
@target_option
@_named
@option(
    "--dealer",
    default="",
    metavar="PLAYER",
    help="Who deals first. Default: the last player named.",
)
@_event
@date_option(" Default: today.")
@recording
def new_command(
    players: tuple[str, ...],
    rules: str | None,
    sides: tuple[str, ...],
    house: tuple[str, ...],
    target: int | None,
    name: str,
    dealer: str,
    event: str,
    date: str,
) -> int:
    """Start a game and make it the current one.

    Name the players in order of play. Partners sit opposite each other: with four players the
    first and third are Us, the second and fourth are Them. A name is spelled as in earlier games;
    upper and lower case count as the same. On a terminal, the program asks about a name that is similar
    to a known one; if no names are given, it asks if the same people play as in the last game (see
    canasta again), or else who plays which game.

    Examples:
      canasta new Ann Bob Cat Dan
        Ann and Cat (Us) play against Bob and Dan (Them); Dan deals first.
      canasta new Ann Bob Cat Dan --name friday --side Reds=Ann,Cat --dealer Bob
        Name the game and one side; Bob deals first.
      canasta new Ann Bob --target 3000
        Two players; the game ends at 3,000.
      canasta new Ann Bob Cat --rules three-player
    """
    house, name, event = with_target(house, target), in_utf8(name), in_utf8(event)
    if not players:
        if not on_terminal():
            raise missing("players")
        same = None if rules or sides or house else _same_as_last()
        if same is not None:
            same = same._replace(dealer=dealer or same.dealer, name=name, event=event, date=date)
            return _begin(same)
        players, rules, dealer = _asked_game(rules, house, dealer)
    if len(players) == 1:
        players = tuple(players[0].split(","))  # all in one pair of quotation marks
    typed = [in_utf8(player.strip()) for player in players]
    named = tuple(each.rstrip(", ") for each in typed)
    _check_names(typed, named, rules)
    ruleset = _chosen_rules(len(named), rules, house)
    spelled = known_spelling(named)
    given = tuple(parse_side(in_utf8(text), spelled) for text in sides)
    proposal = Proposal(
        tuple(map(spelled, named)),
        ruleset,
        given,
        name,
        spelled(in_utf8(dealer)),
        event,
        date,
    )
    return _begin(proposal)


# Words and signs between names; a null character stands between arguments.
_TOGETHER = re.compile(r",?[\s\0]+(?:and|&|\+)[\s\0]+", re.IGNORECASE)
_PAIR = re.compile(r"(?<=\w)[&+/](?=\w)")
_AGAINST = re.compile(
    r"[\s\0]+(?:vs\.?|versus|against)[\s\0]+|,\0(?!(?:and|&|\+)\0)", re.IGNORECASE
)


def _in_order(players: Sequence[str]) -> list[str]:
    """Return the names in order of play: ``Ann & Cat vs Bob & Dan`` are Ann, Bob, Cat and Dan."""
    if len(players) > 1 and all(map(_PAIR.search, players)):
        players = [_PAIR.sub(" and ", each) for each in players]
    line = "\0".join(players)
    sides: Sequence[str] = _AGAINST.split(line)
    if len(sides) == 1 and any(map(_TOGETHER.search, players)):
        sides = players
    seats = [
        [name for part in _TOGETHER.split(side) for name in part.split("\0")] for side in sides
    ]
    names = [name for seat in zip_longest(*seats) for name in seat if name]
    return line.replace(",", " ").split() if len(names) == 1 else names


def check_words(
    names: Sequence[str],
    fix: str = "Give only the names, in order of play. Example: canasta new Ann Bob Cat Dan --target 3000",
) -> None:
    """Refuse numbers, signs and headings, which are meant as something else."""
    for each in names:
        if re.fullmatch(r"\d[\d.,']{0,5}|[-/&+]|.*:", each):
            raise NotUnderstood(f"“{each}” is not the name of a player", fix=fix)


def _check_names(typed: Sequence[str], players: tuple[str, ...], rules: str | None) -> None:
    """Refuse words and signs between names, or a ruleset after them: each player is one argument."""
    names = _in_order(typed)
    if len(names) > 1 and names != list(players):
        raise NotUnderstood(
            f"“{' '.join(typed)}”: name each player once, in order of play, without words between",
            fix=f"Partners sit opposite each other. Example: canasta new {' '.join(map(quoted, names))}",
        )
    check_words(players)
    *others, last = players
    # A player may have the name of one, which begins with a capital letter then.
    if not rules and others and last in library.names():
        raise NotUnderstood(
            f"“{last}” is a ruleset, not a player",
            fix=f"For these rules: -r {last}. For a player of that name: {last.capitalize()}",
        )


def _chosen_rules(players: int, rules: str | None, house: Sequence[str]) -> Ruleset:
    """Return the ruleset of a new game.

    Without ``rules`` it is the chosen default if that is for the number of players, else the first that is.
    """
    with open_scorebook(is_new=True) as book:
        defaults = book.journal.chosen()
    found = load_ruleset(rules) if rules else usual_for(players, defaults)
    return with_house(found, house)


def usual_for(players: int, defaults: Mapping[str, str]) -> Ruleset:
    """Return the chosen ruleset if it is for a number of players, else the first that is."""
    found = usual_ruleset(defaults)
    return found if found.seats.players == players else ruleset_for(players)


def _begin(proposal: Proposal) -> int:
    """Begin a game and print it; return the exit status."""
    with open_scorebook(create=True) as book:
        before = book.journal.current()
        standing, recorded = begin_game(book, proposal).standing, not book.dry_run
    print_answer(
        lambda: begun_blocks(standing, recorded=recorded),
        lambda: BegunAnswer(standing, recorded=recorded),
    )
    if recorded:
        hint(*_what_to_type(standing.game.name, before and before.name))
    return 0


def _what_to_type(name: str, before: str | None) -> tuple[str, ...]:
    """List what to type in a new game; ``before`` is the game that was current."""
    lines = (
        "After the hand: canasta hand. On one line: canasta hand --help",
        "Turn by turn: canasta turn",
        "To rename a player or a side: canasta players rename OLD NEW",
        "Other rules: canasta change. Another first dealer: canasta hand --dealer NAME",
        "A substitute: canasta sub. To stop early: canasta finish",
    )
    if not before:
        return lines
    return (
        *lines,
        f"{name} is now the current game. Back to {before}: canasta use {quoted(before)}",
        f"If it was started by mistake: canasta delete {quoted(name)}",
    )


def parse_side(text: str, spelled: Callable[[str], str] = str) -> Side:
    """Parse a side as typed: ``Us=Ann,Cat``. Raises :class:`~canasta_cli.errors.NotUnderstood`."""
    name, equals, players = text.partition("=")
    members = tuple(player.strip() for player in players.split(",") if player.strip())
    if not equals or not name.strip() or not members:
        problem = "has no name" if equals and not name.strip() else "names no players"
        raise NotUnderstood(
            f"--side {text} {problem}",
            fix="Give the name and the players: --side Us=Ann,Cat",
        )
    return Side(name.strip(), tuple(map(spelled, members)))


def known_spelling(players: tuple[str, ...]) -> Callable[[str], str]:
    """Return a function that spells a player's name as in earlier games.

    Ask about names that are similar to a known one, or warn of them.
    """
    here = {person_key(player): player for player in players}
    with open_scorebook(is_new=True) as book:
        known: dict[str, Person] = {}
        with suppress(CanastaError):  # a damaged file is for those who need what is in it
            known = known_people(book.journal)
        here |= {key: known[key].name for key in here if key in known}
        for player, name in similar_to_known(players, known):
            if _is_same(player, name):
                here[person_key(player)] = name
    return lambda name: here.get(person_key(name), name)


def _is_same(player: str, known: str) -> bool:
    """Ask if a new player is a known one; without a terminal, only warn of it."""
    if on_terminal():
        says = f"yes: this player is called {known}, as before. no: {player} is another person."
        question = f"New player {player}; you know {known}. Is it {known}?"
        return agree(question, default=False, says=says)
    warn_of_similar(player, known)
    return False


def warn_of_similar(player: str, known: str) -> None:
    """Warn of a new player whose name is similar to that of a known one."""
    from canasta_cli.cli.error_messages import format_warning

    merge = f"canasta players merge {quoted(known)} {quoted(player)}"
    warn(
        format_warning(
            f"Warning: new player {player}; you know {known}.", f"If it is {known}: {merge}"
        )
    )


PLAYERS = "Who plays? Names in order of play, such as Ann Bob Cat Dan"
PLAYERS_HELP = (
    "Partners sit opposite each other: with four players, the first and third are one side. \
Names with spaces in them need commas between them."
)


def _asked_game(
    rules: str | None, house: Sequence[str], dealer: str
) -> tuple[tuple[str, ...], str | None, str]:
    """Ask who plays, and with whom; also which game and who deals first, unless that is given.

    Return the players in order of play, the ruleset and the dealer. What can't be begun is refused
    where it is typed.
    """
    if rules:
        _chosen_rules(0, rules, house)

    def proposal(players: str, rules: str | None) -> Proposal:
        names = _named_in(players)
        return Proposal(names, _chosen_rules(len(names), rules, house), dealer=dealer)

    def read_players(typed: str) -> str:
        with problem_alone():
            begun = proposal(typed, rules)
            seated(begun)
        return ", ".join(begun.players)

    def named(given: Mapping[str, str]) -> Proposal:
        return proposal(given["players"], given["rules"] or None)

    def in_pairs(given: Mapping[str, str]) -> Proposal:
        return _with_partner(named(given), given.get("partner"))

    found = ask_missing(
        {"rules": rules, "dealer": dealer or None},
        FormField("players", PLAYERS, PLAYERS_HELP, read_players),
        lambda given: _which_game(partial(proposal, given["players"])),
        lambda given: _which_partner(named(given)),
        lambda given: _who_deals(in_pairs(given)),
    )
    return in_pairs(found).players, found["rules"] or None, found["dealer"]


def _named_in(typed: str) -> tuple[str, ...]:
    parts = typed.split(",") if "," in typed else typed.split()
    names = tuple(_in_order([part.strip() for part in parts if part.strip()]))
    check_words(names)
    return names


def _which_game(proposal: Callable[[str | None], Proposal]) -> FormField[str, str]:
    """Ask for the ruleset; ``proposal`` returns the game of these players under one, the usual one without."""

    def read(typed: str) -> str:
        with problem_alone():
            seated(proposal(typed))
        return typed

    usual = proposal(None)
    number = len(usual.players)
    every = f"For {count_of(number, 'player')}: {listed(rulesets_for(number))}."
    return FormField(
        "rules",
        "Which game? A name, such as bolivia",
        f"{every} The file of a ruleset is an answer, too.",
        read,
        tuple([FormChoice(says, name) for name, says in usual_games(number)]),
        numbered=True,
        enter=usual.ruleset.title,
        empty="",
    )


def _pairs(begun: Proposal) -> bool:
    """True if four people play two against two."""
    sides, _ = seated(begun)
    return [len(side.players) for side in sides] == [2, 2]


def _which_partner(begun: Proposal) -> FormField[str, str] | None:
    """Ask who plays with the first player; ``None`` if the game isn't one of two pairs."""
    if not _pairs(begun):
        return None
    first, _, opposite, _ = begun.players
    choices = tuple([FormChoice(name, name) for name in begun.players[1:]])
    says = "Partners sit opposite each other."
    return FormField("partner", f"Who plays with {first}?", says, choices=choices, default=opposite)


def _with_partner(begun: Proposal, partner: str | None) -> Proposal:
    """Return a game of two pairs with the partner of the first player on the third seat."""
    names = [*begun.players]
    if partner in names and _pairs(begun):
        at = names.index(partner)
        names[2], names[at] = names[at], names[2]
    return begun._replace(players=tuple(names))


def _who_deals(begun: Proposal) -> FormField[str, str]:

    sides, first = seated(begun)
    table = at_the_table(Game("", begun.players, sides, first), 1, begun.ruleset)
    choices = tuple([FormChoice(name, name) for name in table])
    return FormField("dealer", "Who deals first?", choices=choices, default=first)


# Begin a game as the last one: `again`.


@click.command("again")
@option(
    "--seats",
    default="",
    metavar="A,B,C,D",
    help="The players in another order of play. Default: the seats of that game.",
)
@_named
@dealer_option(help="Who deals first. Default: the next dealer of that game.")
@date_option(" Default: today.")
@_event
@writing
def again_command(
    seats: str, name: str, dealer: str, date: str, event: str, game: str | None
) -> int:
    """Start a game with the people, sides and rules of the last one.

    The next dealer of that game deals first. The last game is the current one; -g names another.
    With --seats the same people sit in another order: partners sit opposite each other again.

    Examples:
      canasta again
      canasta again --name saturday
      canasta again --seats Ann,Bob,Dan,Cat
        Ann plays with Dan now, Bob with Cat.
    """
    proposal = same_again(read_game(game), in_utf8(seats))._replace(
        name=in_utf8(name), event=in_utf8(event), date=date
    )
    proposal = proposal._replace(dealer=dealer or proposal.dealer)
    return _begin(proposal)


def _same_as_last() -> Proposal | None:
    """Ask if the people of the current game play again; ``None`` if not, or if there is no game."""
    with open_scorebook(is_new=True) as book:
        if book.journal.current() is None:
            return None
        last = book.load(None)
        proposal = same_again(last)
        rules, players = last.ruleset.title, listed(proposal.players)
        show(Text(f"{players}; {rules}; {proposal.dealer} deals first."))
        agrees = agree(f"Same players as in {last.game.name}?", default=True, says=SAME)
    return proposal if agrees else None


SAME = "yes: start a game with these people, sides and rules. no: other people, or another game."
