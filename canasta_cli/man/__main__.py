"""Write the manual: ``python -m canasta_cli.man FOLDER``."""

import click

from canasta_cli.cli import canasta
from canasta_cli.cli.manual import manual_of


@click.command()
@click.argument("folder", type=click.Path(file_okay=False))
def main(folder: str) -> None:
    """Write man1 and man5 into FOLDER, and remove pages that no longer exist."""
    manual_of(canasta).write(folder)


if __name__ == "__main__":
    main()
