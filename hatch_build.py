"""Compile each ruleset at build time, since a module loads much faster than TOML; write completion scripts.

The README becomes the long description, with links that work elsewhere.
"""

import re
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

SCRIPTS = {
    "bash": "bash-completion/completions/canasta",
    "zsh": "zsh/site-functions/_canasta",
    "fish": "fish/vendor_completions.d/canasta.fish",
}


class GeneratedFiles(BuildHookInterface[Any]):
    """Add ``compiled/NAME.py`` and ``NAME_more.py`` to the wheel, and where shells find them the scripts.

    A checkout reads the TOML instead, and ``canasta completion`` prints the scripts.
    """

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the files to a temporary folder and include them in the wheel."""
        if version == "editable":
            return
        sys.path.insert(0, self.root)
        from canasta_cli.cli.command_classes import script
        from canasta_cli.rules import library
        from compile_rulesets import compiled_more, compiled_text

        # Not in the folder of the wheel, where everything would be uploaded with it.
        self._written = TemporaryDirectory(prefix="canasta-build-")
        folder = Path(self._written.name)
        for name in library.names():
            rules = library.ruleset(name)
            for module, text in (
                (name, compiled_text(rules)),
                (f"{name}_more", compiled_more(rules)),
            ):
                file = folder / f"{module}.py"
                file.write_text(text, "utf-8")
                build_data["force_include"][str(file)] = (
                    f"canasta_cli/rules/rulesets/compiled/{module}.py"
                )
        for shell, place in SCRIPTS.items():
            file = folder / shell
            file.write_text(script(shell), "utf-8")
            build_data["shared_data"][str(file)] = f"share/{place}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        """Delete the temporary folder."""
        if version != "editable":
            self._written.cleanup()


# What stands before the target of a link, or of a picture in HTML, that has no address of its own.
OPENING = re.compile(r"""(?:\]\(|src(?:set)?=")(?!\w+:|#)""")


def absolute(text: str, repository: str, version: str) -> str:
    """Return a document with links into a repository as it was at a version; unchanged without one."""

    def with_address(opening: re.Match[str]) -> str:
        kind = "blob" if opening[0] == "](" else "raw"
        return f"{opening[0]}{repository}/{kind}/v{version}/"

    return OPENING.sub(with_address, text) if repository else text


class LongDescription(MetadataHookInterface):
    """Make the README the long description. Its links lead to ``repository``, once pyproject.toml has that."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the long description."""
        text = Path(self.root, "README.md").read_text("utf-8")
        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": absolute(text, self.config["repository"], metadata["version"]),
        }
