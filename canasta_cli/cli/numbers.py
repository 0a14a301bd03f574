"""Commands whose arguments can be negative numbers, and that still report unknown options."""

from collections.abc import Iterator

import click


class NegativeNumbersCommand(click.Command):
    """A command that accepts ``-35`` as an argument and rejects any other unknown option."""

    ignore_unknown_options = True

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Check the options, then parse the arguments as usual."""
        if not ctx.resilient_parsing:
            self._check_options(ctx, args)
        return super().parse_args(ctx, args)

    def _check_options(self, ctx: click.Context, args: list[str]) -> None:
        """Raise :class:`click.NoSuchOption` for the first unknown option before ``--``."""
        known = {
            name: option
            for option in self.get_params(ctx)
            if isinstance(option, click.Option)
            for name in (*option.opts, *option.secondary_opts)
        }
        words = iter(args)
        for word in words:
            if word == "--":
                return
            for name, last in _options(word):
                if name not in known:
                    raise click.NoSuchOption(name, possibilities=known, ctx=ctx)
                if not (known[name].is_flag or known[name].count):
                    if last:
                        next(words, None)
                    break


def _options(word: str) -> Iterator[tuple[str, bool]]:
    """Yield the options in a word, each with whether the next word would be its value."""
    name, equals, _ = word.partition("=")
    if word.startswith("--"):
        yield name, not equals
    elif word.startswith("-") and not word[1:2].isdecimal():
        for place, letter in enumerate(word[1:], start=2):
            yield f"-{letter}", place == len(word)
