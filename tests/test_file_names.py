"""Names and paths of files, by the rules of Windows, on every system.

`ntpath` and `PureWindowsPath` are Windows's own arithmetic of paths; they touch no disk.
"""

import ntpath
import sys
from pathlib import Path, PureWindowsPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.gate import file_names
from engine.gate.file_names import file_name, long_path, windows_path
from engine.gate.files import read_file
from engine.ground.saving import write_atomically

DEEP = "\\".join(["a folder of songs"] * 20)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Prelude in C", "Prelude in C"),
        ("A/B: either?", "A-B- either-"),
        ("What is this…", "What is this…"),
        ("ends in a dot.", "ends in a dot"),
        ("  .hidden ", "hidden"),
        ("CON", "_CON"),
        ("con.first", "_con.first"),
        ("aux .mid", "_aux .mid"),
        ("COM¹", "_COM¹"),
        ("conduct", "conduct"),
        ("Nulla", "Nulla"),
        ("...", ""),
        ("Ännchen 🎹", "Ännchen 🎹"),
    ],
)
def test_a_name_fits_every_system(text: str, name: str) -> None:
    assert file_name(text) == name


@given(st.text())
def test_whatever_a_piece_is_called_windows_takes_the_name(text: str) -> None:
    name = file_name(text)
    assert name == file_name(name)
    path = PureWindowsPath("C:\\music") / f"{name}.mid"
    assert path.parent == PureWindowsPath("C:\\music")
    assert not _is_reserved(path)
    assert not name.endswith((" ", "."))
    assert len(f"{name}.musicxml".encode("utf-8", "replace")) <= 255


def _is_reserved(path: PureWindowsPath) -> bool:
    """Return whether a name is one of Windows's devices; Python 3.13 moved the question."""
    if hasattr(ntpath, "isreserved"):
        return bool(ntpath.isreserved(path))
    return path.is_reserved()


SHORT = ["C:\\music\\a.mid", "\\\\server\\share\\a.mid", "a.mid", "\\\\?\\C:\\a.mid"]


@pytest.mark.parametrize("path", SHORT)
def test_a_short_path_stays_as_it_is(path: str) -> None:
    assert windows_path(path) == path


@pytest.mark.parametrize(
    ("path", "made"),
    [
        (f"C:\\{DEEP}\\a.mid", f"\\\\?\\C:\\{DEEP}\\a.mid"),
        (f"c:/{DEEP}/x/../a.mid", f"\\\\?\\c:\\{DEEP}\\a.mid"),
        (f"\\\\server\\share\\{DEEP}\\a.mid", f"\\\\?\\UNC\\server\\share\\{DEEP}\\a.mid"),
        (f"//server/share/{DEEP}/./a.mid", f"\\\\?\\UNC\\server\\share\\{DEEP}\\a.mid"),
        (f"\\\\?\\C:\\{DEEP}", f"\\\\?\\C:\\{DEEP}"),
        (f"\\\\?\\UNC\\server\\share\\{DEEP}", f"\\\\?\\UNC\\server\\share\\{DEEP}"),
        (f"\\\\.\\pipe\\{DEEP}", f"\\\\.\\pipe\\{DEEP}"),
        # The current folder is needed for these; Windows knows it, we must not guess.
        (f"{DEEP}\\a.mid", f"{DEEP}\\a.mid"),
        (f"C:{DEEP}\\a.mid", f"C:{DEEP}\\a.mid"),
        (f"\\{DEEP}\\a.mid", f"\\{DEEP}\\a.mid"),
    ],
)
def test_a_long_path_of_windows_is_given_whole(path: str, made: str) -> None:
    assert len(path) > 260
    assert windows_path(path) == made


@pytest.mark.slow
@given(
    st.sampled_from(["C:\\", "z:\\", "\\\\server\\share\\", "\\\\10.0.0.1\\a$\\"]),
    st.lists(st.from_regex(r"[\w .-]{1,60}[\wäß]", fullmatch=True), min_size=1, max_size=12),
)
def test_both_forms_name_the_same_file(root: str, parts: list[str]) -> None:
    path = root + "\\".join(parts)
    made = windows_path(path)
    plain = made.replace("\\\\?\\UNC\\", "\\\\").replace("\\\\?\\", "")
    assert PureWindowsPath(plain) == PureWindowsPath(ntpath.normpath(path))
    assert PureWindowsPath(made).name == PureWindowsPath(path).name
    # A file beside it, as saving makes one, is in the same folder.
    beside = PureWindowsPath(made).with_name(".segue-1.saving")
    assert beside.parent == PureWindowsPath(made).parent


def test_only_windows_gets_the_long_form(monkeypatch: pytest.MonkeyPatch) -> None:
    path = Path("/music") / ("x" * 200) / ("y" * 100)
    assert long_path(path) == path
    monkeypatch.setattr(sys, "platform", "win32")
    asked: list[str] = []
    monkeypatch.setattr(file_names, "windows_path", lambda text: asked.append(text) or text)
    assert long_path(path) == path
    assert asked == [str(path)]


def test_reading_and_saving_ask_for_the_long_form(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The two doors to files, each with a folder in place of `\\\\?\\`."""
    long = tmp_path / "long"
    long.mkdir()
    for door in ("engine.gate.files", "engine.ground.saving"):
        monkeypatch.setattr(f"{door}.long_path", lambda path: long / path.name)
    write_atomically(tmp_path / "a.segue", b"music")
    assert (long / "a.segue").read_bytes() == b"music"
    assert read_file(tmp_path / "a.segue", most=10) == b"music"
