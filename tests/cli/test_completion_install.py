"""``completion --install`` writes the script where the user's shell looks for it, and says so."""

import shutil
import subprocess
from pathlib import Path

import pytest

from canasta_cli.cli import main
from canasta_cli.cli.shells import script

PLACES = {
    "bash": ".local/share/bash-completion/completions/canasta",
    "zsh": ".local/share/zsh/site-functions/_canasta",
    "fish": ".config/fish/completions/canasta.fish",
}
VARIABLES = ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "BASH_COMPLETION_USER_DIR", "ZDOTDIR", "COLUMNS")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home folder."""
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("SHELL", "/bin/sh")
    return tmp_path


@pytest.mark.parametrize("shell", PLACES)
def test_the_script_is_written_to_the_folder_of_the_shell(
    shell: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = home / PLACES[shell]
    assert main(["completion", shell, "--install"]) == 0
    assert file.read_text(encoding="utf-8") == script(shell)
    first, *others = capsys.readouterr().out.splitlines()
    assert first == f"Completion for {shell} written: {file}"
    assert others


def test_the_login_shell_is_the_default(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SHELL", "/usr/bin/fish")
    assert main(["completion", "--install"]) == 0
    assert (home / PLACES["fish"]).is_file()
    assert "New fish sessions use it." in capsys.readouterr().out


def test_a_dry_run_writes_nothing(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", "zsh", "--install", "--dry-run"]) == 0
    assert f"would be written: {home / PLACES['zsh']}" in capsys.readouterr().out
    assert list(home.iterdir()) == []


def test_an_older_script_is_replaced(home: Path) -> None:
    file = home / PLACES["bash"]
    file.parent.mkdir(parents=True)
    file.write_text("old")
    assert main(["completion", "bash", "--install"]) == 0
    assert file.read_text(encoding="utf-8") == script("bash")


def test_folders_that_the_user_moved_are_used(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / "settings"))
    monkeypatch.setenv("BASH_COMPLETION_USER_DIR", str(home / "own"))
    for shell in PLACES:
        assert main(["completion", shell, "--install"]) == 0
    for file in (
        "own/completions/canasta",
        "data/zsh/site-functions/_canasta",
        "settings/fish/completions/canasta.fish",
    ):
        assert (home / file).is_file()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--install"], "can't tell for which shell: your shell is “sh”"),
        (["powershell"], "the shell must be bash, zsh or fish, not “powershell”"),
        ([], "the shell is missing"),
        (["bash", "--dry-run"], "--dry-run is only for --install"),
    ],
)
def test_what_can_not_be_installed_is_refused(
    words: list[str], message: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["completion", *words]) == 2
    assert message in capsys.readouterr().err
    assert list(home.iterdir()) == []


def test_a_folder_that_can_not_be_made_is_reported(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / ".config").write_text("a file")
    assert main(["completion", "fish", "--install"]) == 4
    assert "can't make the folder" in capsys.readouterr().err


@pytest.mark.skipif(not shutil.which("zsh"), reason="zsh is not installed")
def test_zsh_finds_the_script_with_the_line_that_is_shown(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["completion", "zsh", "--install"]) == 0
    line = capsys.readouterr().out.splitlines()[-1]
    line = line.replace("compinit; compinit", "compinit; compinit -u -D")
    shown = subprocess.run(
        ["zsh", "-f", "-c", f"{line}; print -r -- $_comps[canasta]"],
        check=True,
        capture_output=True,
        text=True,
    )
    assert shown.stdout.strip() == "_canasta"
