"""What earlier versions kept in `segue.ini` is taken over once, as far as it is plain text."""

import os
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray, QPoint, QSettings

from app.settings.old_file import read_ini
from app.settings.settings import Settings
from app.settings.values import Preferences

pytestmark = pytest.mark.usefixtures("qtbot")

# The writer of the earlier versions: only a test may use it.
ODD_TEXTS = (
    "Key, Step 37",
    'quoted "twice" and \\ once',
    "ü 🎹 ﷽",
    "@home",
    "@@home",
    "@Variant(no)",
    "%41 %n {0}",
    " leading and trailing ",
    "a;b=c#d[e]",
    "line\nbreak\ttab\x01f\x7f",
    "",
    "1,2, 3",
)


class Runs:
    """Runs code when it is unpickled."""

    def __init__(self, marker: Path) -> None:
        self._marker = marker

    def __reduce__(self) -> tuple[object, tuple[str, ...]]:
        return os.mkdir, (str(self._marker),)


def wrote(path: Path, values: dict[str, object]) -> Path:
    """Write a file as earlier versions did."""
    store = QSettings(str(path), QSettings.Format.IniFormat)
    for key, value in values.items():
        store.setValue(key, value)
    store.sync()
    return path


def test_what_was_chosen_is_taken_over_once(tmp_path: Path) -> None:
    wrote(
        tmp_path / "segue.ini",
        {
            "preferences/theme": "light",
            "preferences/metronome": True,
            "preferences/count_in_bars": 2,
            "preferences/output_kind": "port",
            "preferences/output_name": "Key, Step 37",
            "recent": ["/a/b, c.mid", "/ü/🎹.segue"],
            "keys/undo": "Ctrl+Z | Ctrl+,",
            "keys/cut": "",
            "notes/sound": '{"octave": 4, "inputs": ["A, B"]}',
            "starred_models": ["/m"],
            "layout/geometry": QByteArray(b"\x00\x01"),
        },
    )
    path = tmp_path / "preferences.json"
    for settings in (Settings(path), Settings(path)):
        assert settings.damage is None
        assert settings.preferences == Preferences(
            theme="light",
            metronome=True,
            count_in_bars=2,
            output_kind="port",
            output_name="Key, Step 37",
        )
        assert settings.recent() == (Path("/a/b, c.mid"), Path("/ü/🎹.segue"))
        assert settings.keys() == {"undo": ("Ctrl+Z", "Ctrl+,"), "cut": ()}
        assert settings.note("sound") == '{"octave": 4, "inputs": ["A, B"]}'
        assert settings.starred_models() == {"/m"}
        assert settings.window is None
    assert sorted(each.name for each in tmp_path.iterdir()) == [
        "preferences.json",
        "segue.ini.old",
    ]


def test_an_old_file_is_not_read_beside_a_new_one(tmp_path: Path) -> None:
    settings = Settings(tmp_path / "preferences.json")
    settings.prefer(replace(settings.preferences, theme="dark"))
    settings.flush()
    wrote(tmp_path / "segue.ini", {"preferences/theme": "light"})
    assert Settings(tmp_path / "preferences.json").preferences.theme == "dark"
    assert (tmp_path / "segue.ini").exists()


@pytest.mark.parametrize("text", ODD_TEXTS)
def test_every_text_is_read_as_it_was_written(tmp_path: Path, text: str) -> None:
    path = wrote(tmp_path / "a.ini", {"notes/a": text, "alone": text, "list": [text, "b", text]})
    found = read_ini(path)
    assert found["notes"] == {"a": text}
    assert found["alone"] == [text]
    assert found["list"] == [text, "b", text]


def test_what_is_no_text_is_left_out(tmp_path: Path) -> None:
    values: dict[str, object] = {
        "preferences/theme": "dark",
        "notes/bytes": QByteArray(b"abc"),
        "notes/point": QPoint(1, 2),
        "notes/none": None,
        "recent": ["/a", QPoint(1, 2)],
    }
    found = read_ini(wrote(tmp_path / "a.ini", values))
    assert found["preferences"] == {"theme": "dark"}
    assert found["notes"] == {}
    assert "recent" not in found


@pytest.mark.parametrize(
    "key", ["preferences/theme", "recent", "keys/undo", "notes/sound", "layout/geometry", "odd/key"]
)
def test_an_object_in_it_is_not_unpickled(tmp_path: Path, key: str) -> None:
    marker = tmp_path / "ran"
    wrote(tmp_path / "segue.ini", {"preferences/scale": 150, key: Runs(marker)})
    assert b"PyObjectWrapper" in (tmp_path / "segue.ini").read_bytes()
    settings = Settings(tmp_path / "preferences.json")
    assert settings.preferences == Preferences(scale=150)
    assert (settings.recent(), settings.keys(), settings.note("sound")) == ((), {}, "")
    assert not marker.exists()


@pytest.mark.parametrize(
    "text",
    [
        "[preferences]\ntheme=pink\nmetronome=maybe\ncount_in_bars=99\noutput_kind=\n",
        f"[preferences]\nscale={'9' * 5000}\ncount_in_bars=٣\n",
        "preferences=a\nkeys=b, c\nnotes=@Invalid()\nrecent=@Variant(\\0\n",
        '[preferences\ntheme=dark\n]\n=\n==\n[]\n[%]\n%ZZ=%\n\\\\\n"\n',
        "",
    ],
)
def test_nonsense_becomes_defaults(tmp_path: Path, text: str) -> None:
    (tmp_path / "segue.ini").write_text(text, encoding="utf-8")
    settings = Settings(tmp_path / "preferences.json")
    assert settings.damage is None
    assert settings.preferences == Preferences()
    assert (settings.keys(), settings.starred_models()) == ({}, frozenset())
