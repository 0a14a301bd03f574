"""Write the manual: ``python -m canasta_cli.man FOLDER [--completions FOLDER]``."""

import click

from canasta_cli.man import write, write_completions


@click.command()
@click.argument("folder", type=click.Path(file_okay=False))
@click.option(
    "--completions", type=click.Path(file_okay=False), help="The folder for the completion scripts."
)
def main(folder: str, completions: str | None) -> None:
    """Write man1 and man5 into FOLDER, and remove pages that no longer exist."""
    write(folder)
    if completions:
        write_completions(completions)


if __name__ == "__main__":
    main()
