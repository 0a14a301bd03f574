"""``python -m canasta_cli`` is ``canasta``."""

import sys

from canasta_cli.cli import main

sys.exit(main())
