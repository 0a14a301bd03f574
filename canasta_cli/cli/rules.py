"""Rulesets: ``rules list|show|card|book|explain|diff|new|check|penalties``."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Unpack

import click

from canasta_cli.cli import options
from canasta_cli.cli.command_classes import OrderedGroup, option
from canasta_cli.cli.options import (
    house_option,
    json_option,
    may_page,
    overwrite_option,
    pager_option,
    print_answer,
    print_long_answer,
    reading,
    rules_option,
    stacked,
)
from canasta_cli.cli.ruleset_choice import chosen_ruleset, load_ruleset
from canasta_cli.cli.session import current_session, warn
from canasta_cli.errors import NotUnderstood
from canasta_cli.files import write_file
from canasta_cli.rules import library
from canasta_cli.rules.groups import PARAMETERS
from canasta_cli.show.layout import (
    Text,
    in_colour,
    inert,
    narrow_columns,
    plain,
    screen,
)
from canasta_cli.words import closest, count_of, did_you_mean, listed, quoted

if TYPE_CHECKING:
    from canasta_cli.cli.ruleset_choice import GameOptions, RulesetOptions
    from canasta_cli.rules.schema import Ruleset
    from canasta_cli.show.book import Found

CARD_COLUMNS = 80
# Longer lines are hard to read.
READABLE_WIDTH = 100
HTML = "html"


class _RulesGroup(OrderedGroup):
    """A group whose commands are beside words that search for rulesets: ``rules american``."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return a command; for words that are near none, the one that lists the rulesets with them."""
        names, first = self.list_commands(ctx), args[0]
        is_command = any(name.startswith(first) for name in names)
        is_option = first.startswith("-")
        if is_command or is_option or (closest(first, names) and not library.matching(first)):
            return super().resolve_command(ctx, args)
        return "list", self.get_command(ctx, "list"), args


@click.group("rules", cls=_RulesGroup, invoke_without_command=True)
@pager_option
@json_option
@click.pass_context
def rules_command(context: click.Context) -> None:
    """Show, compare, explain and write rulesets.

    Without a command: list them, all or those with a word.

    Examples:
      canasta rules
        List the rulesets.
      canasta rules american
        List those with “american” in their name or title.
      canasta rules show classic
      canasta rules diff classic cardgames-io
    """
    if context.invoked_subcommand is None:
        context.invoke(list_rules)


def _library() -> tuple[Ruleset, ...]:
    return tuple(library.ruleset(name) for name in library.names())


@rules_command.command("list")
@click.argument("words", nargs=-1, metavar="[WORD...]")
@pager_option
@json_option
def list_rules(words: tuple[str, ...] = ()) -> None:
    """List the rulesets: players, packs, target, and how many values were found in a source.

    With words: those that have them in their name or title.

    Examples:
      canasta rules list
      canasta rules list hand and foot
    """
    from canasta_cli.show.rulesets import ListAnswer, list_blocks

    word = " ".join(words)
    found = tuple(map(library.ruleset, library.matching(word))) if word else _library()
    if not found:
        known = sorted(set().union(*map(library.words_of_name, library.names())))
        near = did_you_mean(word.lower(), known)
        raise NotUnderstood(
            f"no ruleset is called “{inert(word)}”.{near}", fix="To list all: canasta rules"
        )
    print_long_answer(lambda: list_blocks(found), lambda: ListAnswer(found))


_name_argument = click.argument("name", required=False, shell_complete=options.rulesets)


@rules_command.command("show")
@_name_argument
@house_option
@reading
def show_rules(name: str | None, **options: Unpack[GameOptions]) -> None:
    """Show every parameter of a ruleset, with its value and the source of the value.

    Examples:
      canasta rules show six-player
      canasta rules show mine.toml
      canasta rules show
        The rules of the current game, house rules included.
    """
    from canasta_cli.show.rulesets import ShowAnswer, show_blocks

    rules = chosen_ruleset({"rules": name, **options}).ruleset
    print_long_answer(lambda: show_blocks(rules), lambda: ShowAnswer(rules))


# The options of a card and of a book.
_document_options = stacked(
    option("-o", "--output", metavar="FILE", help="Write it to a file."),
    overwrite_option,
    house_option,
    reading,
)


@rules_command.command("card")
@_name_argument
@option("--html", is_flag=True, help="A page to print, which fits one sheet of paper.")
@_document_options
def card_of_rules(
    name: str | None,
    html: bool,
    output: str | None,
    force: bool,
    **options: Unpack[GameOptions],
) -> None:
    """Show a ruleset on one page: card values, initial melds, bonuses, and what going out needs.

    A value that no source about the game gives has a mark: * if it is assumed, ^ if it is that of the
    game that this one is based on, ? if it is undocumented.

    Examples:
      canasta rules card
        The rules of the current game, house rules included.
      canasta rules card samba
      canasta rules card classic --html -o card.html
        A page to print or to send to a phone.
    """
    from canasta_cli.show.card import CardAnswer, card_blocks, card_html

    rules = chosen_ruleset({"rules": name, **options}).ruleset
    columns = narrow_columns(sys.stdout) or CARD_COLUMNS
    if not (html or output):
        print_long_answer(lambda: card_blocks(rules, columns), lambda: CardAnswer(rules))
        return
    lines = (f"{line}\n" for line in plain(card_blocks(rules, CARD_COLUMNS)))
    text = card_html(rules) if html else "".join(lines)
    _write_document(text, output, overwrite=force)


@rules_command.command("book")
@_name_argument
@option(
    "--format",
    "form",
    type=click.Choice(("markdown", HTML)),
    help="Markdown, or a page for a phone or a printer. Default: markdown, formatted on a terminal.",
)
@_document_options
def book_of_rules(
    name: str | None,
    form: str | None,
    output: str | None,
    force: bool,
    **options: Unpack[GameOptions],
) -> None:
    """Show the rules of a game as sentences to read, chapter by chapter.

    A sentence that no source about the game states has a mark: * if it is assumed, ^ if it is that of
    the game that this one is based on, # if it is a house rule. Each chapter ends with its sources.

    Examples:
      canasta rules book samba
        How do we play Samba again?
      canasta rules book
        The rules of the current game, house rules included.
      canasta rules book samba --format html -o samba.html
    """
    from canasta_cli.show.book import BookAnswer, book_html, book_markdown, book_on_screen, rulebook

    rules = chosen_ruleset({"rules": name, **options}).ruleset
    book = rulebook(rules)
    document = bool(form or output)
    size = None if document else screen(sys.stdout)
    if current_session().as_json and not document:
        print_answer(tuple, lambda: BookAnswer(book))
    elif size:
        text = book_on_screen(book, min(size[0], READABLE_WIDTH), colour=in_colour())
        with may_page():
            click.echo(text, nl=False)
    else:
        text = book_html(rules) if form == HTML else book_markdown(book)
        _write_document(text, output, overwrite=force)


def _write_document(text: str, output: str | None, *, overwrite: bool) -> None:
    """Write a card or a book to a file or to standard output."""
    if current_session().as_json:
        raise NotUnderstood(
            "--json can't be combined with another format or --output", fix="Drop one."
        )
    if output is None:
        click.echo(text if sys.stdout.isatty() else text.encode(), nl=False)
    else:
        write_file(output, text, overwrite=overwrite)
        warn(f"Written: {inert(output)}\n")


@rules_command.command("explain")
@click.argument("rule", nargs=-1, metavar="[ID|WORDS]", shell_complete=options.entries)
@option("-a", "--all", "every", is_flag=True, help="The values of all rulesets, too.")
@stacked(rules_option, house_option, reading)
def explain_rule(rule: tuple[str, ...], every: bool, **options: Unpack[RulesetOptions]) -> None:
    """Explain a rule, a scoring item or a parameter, or answer a question from the rulebook.

    Show what holds in your game, as a sentence, with its source; --all adds the values of all
    rulesets. Any unambiguous part of its name works. So do other words: the sentences of the rulebook
    that have them are shown, for a question those that answer it best.

    Examples:
      canasta rules explain meld.wilds
        How many wild cards may a meld have?
      canasta rules explain frozen
      canasta rules explain black threes
        What does the rulebook say about black threes?
      canasta rules explain how many points to go down
      canasta rules explain red-threes --all
      canasta rules explain pile.one-card -r samba
        Show Samba's rule and its sources.
      canasta rules explain opening.tiers
      canasta rules explain
        List everything that can be explained.
    """
    from canasta_cli.engine.catalogue import entries, entry, meant
    from canasta_cli.show.book import FoundAnswer, found_blocks
    from canasta_cli.show.rulesets import (
        RuleListAnswer,
        contents_blocks,
        explain_blocks,
        explained,
    )

    word = " ".join(rule)
    if not word:
        found = entries()
        print_long_answer(lambda: contents_blocks(found), lambda: RuleListAnswer(found))
    else:
        choice = chosen_ruleset(options)
        in_words = None if every and meant(word) else _found(word, choice.ruleset)
        if in_words is not None:
            book, names = in_words
            print_long_answer(
                lambda: found_blocks(book, choice.origin, names),
                lambda: FoundAnswer(book, ruleset=choice.ruleset.name, names=names),
            )
            return
        try:
            one = entry(word)
        except NotUnderstood as error:
            error.fix = error.fix or "To list them: canasta rules explain"
            raise
        print_long_answer(
            lambda: explain_blocks(one, choice.ruleset, choice.origin, _library() if every else ()),
            # Programs get the values of all rulesets, unless they name one.
            lambda: explained(
                one,
                choice.ruleset,
                _library() if every or options["rules"] is None else (choice.ruleset,),
            ),
        )


def _found(word: str, rules: Ruleset) -> tuple[Found, list[str]] | None:
    """Return what the rulebook says about a word that people use, and the ids that it may mean.

    ``None`` if it is the name of one entry, about which the rulebook speaks in the same words or in none.
    Cards are none: ``jokers`` are in many sentences, and in the name of one parameter.
    """
    from canasta_cli.engine.catalogue import meant
    from canasta_cli.model.cards import Rank
    from canasta_cli.notation.tally import grade_meant
    from canasta_cli.show.book import found_in_book, mentions
    from canasta_cli.show.rulesets import sentences_about

    book = None if "." in word else found_in_book(word, rules)
    grade = grade_meant(word.lower())
    if book and not (book.chapters or book.games) and grade != word.lower():
        book = found_in_book(grade, rules)
    if book is None or not (book.chapters or book.games):
        return None
    names = meant(word)
    is_cards = word.lower() in {rank.many for rank in Rank}
    if len(names) == 1 and not is_cards:
        own = sentences_about(names[0], rules)
        if names[0].id != word or not own or any(map(mentions(word), own)):
            return None
    return book, [each.id for each in names]


@rules_command.command("diff")
@click.argument("one", shell_complete=options.rulesets)
@click.argument("other", shell_complete=options.rulesets)
@pager_option
@json_option
def diff_rules(one: str, other: str) -> None:
    """Show every parameter in which two rulesets differ.

    Examples:
      canasta rules diff classic samba
        What is different in Samba?
      canasta rules diff classic mine.toml
    """
    from canasta_cli.show.rulesets import DiffAnswer, diff_blocks

    first, second = load_ruleset(one), load_ruleset(other)
    print_long_answer(lambda: diff_blocks(first, second), lambda: DiffAnswer((first, second)))


@rules_command.command("new")
@click.argument("file", type=click.Path(), metavar="FILE")
@option(
    "--from",
    "base",
    default=library.DEFAULT,
    metavar="NAME|FILE",
    shell_complete=options.rulesets,
    help=f"The ruleset to start from. Default: {library.DEFAULT}.",
)
@overwrite_option
@json_option
def new_rules(file: str, base: str, force: bool) -> None:
    """Write a file of house rules to edit: every parameter, with its meaning and its value.

    Examples:
      canasta rules new mine.toml --from classic
        Write mine.toml with the values of classic; then change the values that your table plays
        differently.
    """
    from canasta_cli.show.rulesets import RuleFileAnswer, rule_file

    rules = load_ruleset(base)
    write_file(file, rule_file(rules), overwrite=force)
    missing = len(rules.unknown)
    fill = f"{count_of(missing, 'parameter')} undocumented: set each value marked FILL IN."
    lines = (
        Text(f"Written: {file}. To change a value, remove the # before its name."),
        *((Text(fill),) if missing else ()),
        Text(f"Then: canasta rules check {quoted(file)}, and canasta new … --rules {quoted(file)}"),
    )
    print_answer(lambda: lines, lambda: RuleFileAnswer(base, file=file))


@rules_command.command("check")
@click.argument("file", type=click.Path(), metavar="FILE")
@json_option
def check_rules(file: str) -> None:
    """Check a ruleset file: unknown keys, wrong values and contradictions, each with its line.

    Examples:
      canasta rules check mine.toml
    """
    from canasta_cli.rules.load import differences
    from canasta_cli.rules.names import by_name
    from canasta_cli.show.rulesets import RuleCheckAnswer

    rules = load_ruleset(file)
    base = library.ruleset(rules.base) if rules.base in library.names() else rules
    differing = {*base.unknown} - {*rules.unknown} | {*differences(base, rules)}
    paths = tuple(path for path in PARAMETERS if path in differing)
    names = [name for name, _ in by_name(paths, rules)]
    what = f"{count_of(len(names), 'difference')} from" if names else "the same as"
    lines = [
        Text(f"{file} is valid: {what} {base.name}."),
        *(Text(name, indent=2) for name in names),
    ]
    unknown = [name for name, _ in by_name(rules.unknown, rules)]
    if unknown:
        lines.append(Text("Undocumented; set these before starting a game:"))
        lines += [Text(name, indent=2) for name in unknown]
    print_answer(
        lambda: lines, lambda: RuleCheckAnswer(base.name, differing=names, unknown=unknown)
    )


@rules_command.command("penalties")
@click.argument("topic", required=False, metavar="[IRREGULARITY]", shell_complete=options.topics)
@stacked(rules_option, house_option, reading)
def penalties_of_rules(topic: str | None, **options: Unpack[RulesetOptions]) -> None:
    """Show what to do about an irregularity, and what it costs.

    Only documented ones are shown. To record one in a tally, use its name: penalty:illegal-take

    Examples:
      canasta rules penalties
        Somebody made a mistake: what now?
      canasta rules penalties illegal-take -r classic
    """
    from canasta_cli.rules.names import IRREGULARITIES
    from canasta_cli.scorekeeper.scorebook import pick
    from canasta_cli.show.rulesets import PenaltiesAnswer, penalties_blocks

    choice = chosen_ruleset(options)
    topics = tuple(IRREGULARITIES.values())
    if topic is not None:
        names = [*IRREGULARITIES]
        known = f"The irregularities are {listed(names)}."
        name = pick(topic, names, "irregularity", NotUnderstood, known=known)
        topics = (IRREGULARITIES[name],)
    print_long_answer(
        lambda: penalties_blocks(topics, choice.ruleset, choice.origin),
        lambda: PenaltiesAnswer((topics, choice.ruleset)),
    )
