"""Files that appear whole or not at all, and what a program that was killed left behind."""

import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from canasta_cli import files
from canasta_cli.files import read_file, remove_leftovers, replacing


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    """Every test looks into its folder as a new program does."""
    remove_leftovers.cache_clear()
    yield
    remove_leftovers.cache_clear()


def _write(target: Path, text: str) -> None:
    with replacing(str(target), mode=0o640) as part:
        Path(part).write_text(text, encoding="utf-8")


def _fail(target: Path) -> None:
    with replacing(str(target), mode=0o640) as part:
        Path(part).write_text("half", encoding="utf-8")
        Path(f"{part}-journal").touch()
        raise KeyboardInterrupt


def test_a_file_takes_its_place_only_when_it_is_whole(tmp_path: Path) -> None:
    target = tmp_path / "x"
    with pytest.raises(KeyboardInterrupt):
        _fail(target)
    assert os.listdir(tmp_path) == []
    _write(target, "whole")
    with pytest.raises(KeyboardInterrupt):
        _fail(target)
    assert os.listdir(tmp_path) == ["x"]
    assert target.read_text(encoding="utf-8") == "whole"


def test_the_file_being_written_stands_beside_its_target_and_is_private(tmp_path: Path) -> None:
    with replacing(str(tmp_path / "x"), mode=0o644) as part:
        assert os.path.dirname(part) == str(tmp_path)
        assert str(os.getpid()) in os.path.basename(part)
        if os.name == "posix":
            assert stat.S_IMODE(os.stat(part).st_mode) == 0o600


def test_a_file_in_the_way_of_the_one_being_written_is_never_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "urandom", lambda _: b"\0" * 8)
    with replacing(str(tmp_path / "x"), mode=0o644) as part:
        name = part
    precious = tmp_path / "precious"
    precious.write_text("kept", encoding="utf-8")
    Path(name).symlink_to(precious)
    with pytest.raises(FileExistsError):
        _write(tmp_path / "x", "new")
    assert precious.read_text(encoding="utf-8") == "kept"


def test_a_link_is_followed_and_stays(tmp_path: Path) -> None:
    target = tmp_path / "folder" / "x"
    target.parent.mkdir()
    (tmp_path / "far").symlink_to("link")
    (tmp_path / "link").symlink_to(target)
    _write(tmp_path / "far", "text")
    assert target.read_text(encoding="utf-8") == "text"
    assert (tmp_path / "far").is_symlink()
    assert (tmp_path / "link").is_symlink()
    assert os.listdir(target.parent) == ["x"]


def test_what_is_not_a_file_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "folder").mkdir()
    for name in ("loop", "folder"):
        with pytest.raises(OSError, match=r"symbolic links|regular file"):
            _write(tmp_path / name, "text")
    assert (tmp_path / "loop").is_symlink()


KILLED = """
import os, signal, sys
from canasta_cli.files import replacing
with replacing(sys.argv[1], mode=0o644) as part:
    open(part + "-journal", "w").close()
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(os.name != "posix", reason="elsewhere nothing is removed")
def test_the_leftover_of_a_killed_program_is_removed_by_the_next(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-c", KILLED, str(tmp_path / "x")], check=False)
    assert len(os.listdir(tmp_path)) == 2
    _write(tmp_path / "y", "text")
    assert os.listdir(tmp_path) == ["y"]


@pytest.mark.skipif(os.name != "posix", reason="elsewhere nothing is removed")
def test_what_may_belong_to_somebody_else_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    here = files._machine()  # noqa: SLF001 - the name is what this is about
    tail = f"{'0' * 16}.part"
    kept = {
        f".canasta-{here}-{os.getpid()}-{tail}",  # a program that runs
        f".canasta-{here}-1-{tail}",  # one of another user
        f".canasta-{here}-0-{tail}",
        f".canasta-00000000-{gone.pid}-{tail}",  # another machine in the same folder
        f".canasta-{here}-{gone.pid}-{tail}.txt",
        f"canasta-{here}-{gone.pid}-{tail}",
        f".canasta-{gone.pid}.part",
    }
    for name in (*kept, f".canasta-{here}-{gone.pid}-{tail}"):
        (tmp_path / name).touch()
    remove_leftovers(str(tmp_path))
    assert set(os.listdir(tmp_path)) == kept
    monkeypatch.setattr(os, "name", "nt")
    (tmp_path / f".canasta-{here}-{gone.pid}-{tail}").touch()
    remove_leftovers.cache_clear()
    remove_leftovers(str(tmp_path))
    assert len(os.listdir(tmp_path)) == len(kept) + 1


needs_pipes = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="only some systems have them")


@needs_pipes
@pytest.mark.parametrize("delay", ["0", "0.3"])
def test_a_pipe_is_read_to_its_end(delay: str, tmp_path: Path) -> None:
    """A writer may come first or last, and may be slow after it has opened the pipe."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writes = f"{{ sleep {delay}; echo one; sleep {delay}; echo two; }} > {pipe}"
    with subprocess.Popen(["sh", "-c", writes]):
        assert read_file(str(pipe)) == "one\ntwo\n"


@needs_pipes
@pytest.mark.parametrize("before", ["", "sleep 0.3;"])
def test_the_pipe_of_a_shell_is_read(before: str) -> None:
    reads = "import sys; from canasta_cli import files; print(files.read_file(sys.argv[1]))"
    shell = f"{sys.executable} -c '{reads}' <({before} echo one); "
    shell += f"{{ {before} echo two; }} | {sys.executable} -c '{reads}' /dev/stdin; "
    shell += f": | {sys.executable} -c '{reads}' /dev/stdin"
    done = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["one", "two"]
    assert not done.stderr
