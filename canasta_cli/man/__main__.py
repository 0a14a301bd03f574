"""Write the manual: ``python -m canasta_cli.man FOLDER [--completions FOLDER]``."""

import os

import click

from canasta_cli.cli import canasta
from canasta_cli.cli.manual import manual_of
from canasta_cli.cli.shells import scripts
from canasta_cli.man.page import write_text


@click.command()
@click.argument("folder", type=click.Path(file_okay=False))
@click.option(
    "--completions", type=click.Path(file_okay=False), help="The folder for the completion scripts."
)
def main(folder: str, completions: str | None) -> None:
    """Write man1 and man5 into FOLDER, and remove pages that no longer exist."""
    manual_of(canasta).write(folder)
    if completions:
        for name, text in scripts().items():
            write_text(os.path.join(completions, name), text)


if __name__ == "__main__":
    main()
