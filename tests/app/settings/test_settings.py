"""Preferences survive a restart, a second window and a damaged file, and nonsense does not."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from app.settings.file import BOUNDS, DEEPEST
from app.settings.settings import Settings
from app.settings.values import RECENT, ComposeLayout, Preferences, WindowPlace

pytestmark = pytest.mark.usefixtures("qtbot")

PLACE = WindowPlace(x=-20, y=30, width=1100, height=700, state="maximized")
DOCKS = ComposeLayout(library=False, continuing=True, library_width=260, continuing_width=310)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "preferences.json"


def written(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_bytes())
    return found


def test_everything_survives(path: Path) -> None:
    chosen = replace(
        Preferences(),
        theme="light",
        metronome=True,
        count_in_bars=2,
        output_kind="port",
        output_name="Key, Step 37",
    )
    settings = Settings(path)
    settings.prefer(chosen)
    settings.keep_keys({"undo": ("Ctrl+Z", "Alt+Backspace"), "redo": ()})
    settings.keep_note("sound", '{"octave": 4}')
    settings.star_model("/models/mine", on=True)
    settings.keep_layout(PLACE, DOCKS)
    settings.flush()
    again = Settings(path)
    assert again.preferences == chosen
    assert again.keys() == {"undo": ("Ctrl+Z", "Alt+Backspace"), "redo": ()}
    assert again.note("sound") == '{"octave": 4}'
    assert again.starred_models() == {"/models/mine"}
    assert (again.window, again.compose) == (PLACE, DOCKS)
    again.forget_layouts()
    again.flush()
    assert (Settings(path).window, Settings(path).compose) == (None, None)


def test_a_change_is_saved_soon_without_being_asked_for(path: Path, qtbot: QtBot) -> None:
    settings = Settings(path)
    settings.prefer(replace(settings.preferences, scale=150))
    qtbot.waitUntil(path.exists)
    assert Settings(path).preferences.scale == 150


def test_nothing_is_written_where_nothing_was_changed(path: Path) -> None:
    Settings(path).flush()
    assert not path.exists()


@pytest.mark.skipif(os.name != "posix", reason="names of bytes are POSIX's")
def test_a_name_that_is_no_text_survives(path: Path) -> None:
    odd = Path(os.fsdecode(b"/tmp/\xff\xfe.mid"))
    settings = Settings(path)
    settings.add_recent(odd)
    settings.flush()
    assert Settings(path).recent() == (odd,)


def test_nonsense_becomes_its_default_and_the_rest_stays(path: Path) -> None:
    nonsense = {
        "theme": "pink",
        "metronome": "maybe",
        "count_in_bars": 99,
        "scale": "150",
        "follow": 1,
        "output_kind": None,
        "model": "x" * 40_000,
        "audition": False,
        "speed": 9,
    }
    path.write_text(
        json.dumps(
            {
                "preferences": nonsense,
                "recent": ["/a.mid", 7, "", None, "/b.mid"],
                "keys": {"undo": ["Ctrl+Z"], "redo": "Ctrl+Y", "cut": [1]},
                "notes": [],
                "window": {"x": 10**12, "y": 0, "width": 10, "height": 10},
                "compose": "AAAA",
            }
        )
    )
    settings = Settings(path)
    assert settings.damage is None
    assert settings.preferences == Preferences(audition=False)
    assert settings.recent() == (Path("/a.mid"), Path("/b.mid"))
    assert settings.keys() == {"undo": ("Ctrl+Z",)}
    assert settings.note("sound") == ""
    assert (settings.window, settings.compose) == (None, None)


def test_what_a_later_version_added_stays_in_the_file(path: Path) -> None:
    added = {"preferences": {"theme": "sepia", "speed": 9}, "palette": {"a": [1, 2]}}
    path.write_text(json.dumps({"format": 1, **added}))
    settings = Settings(path)
    settings.prefer(replace(settings.preferences, scale=125))
    settings.flush()
    assert written(path)["preferences"] | added["preferences"] == written(path)["preferences"]
    assert written(path)["preferences"]["scale"] == 125
    assert written(path)["palette"] == added["palette"]


def test_recent_files_are_few_and_each_once(path: Path, tmp_path: Path) -> None:
    settings = Settings(path)
    for number in range(RECENT + 3):
        settings.add_recent(tmp_path / f"{number}.mid")
    settings.add_recent(tmp_path / "5.mid")
    settings.flush()
    recent = Settings(path).recent()
    assert len(recent) == RECENT
    assert recent[0] == tmp_path / "5.mid"
    assert len(set(recent)) == RECENT
    settings.forget_recent(tmp_path / "5.mid")
    assert tmp_path / "5.mid" not in settings.recent()
    settings.clear_recent()
    settings.flush()
    assert Settings(path).recent() == ()


# --- two windows on one home -----------------------------------------------------------------


def test_two_windows_do_not_lose_each_other_s_changes(path: Path) -> None:
    begun = Settings(path)
    begun.add_recent(Path("/old.mid"))
    begun.keep_keys({"undo": ("Ctrl+Z",), "cut": ("Ctrl+X",)})
    begun.star_model("/old", on=True)
    begun.flush()
    first, second = Settings(path), Settings(path)
    first.prefer(replace(first.preferences, theme="dark"))
    first.add_recent(Path("/first.mid"))
    first.keep_keys({"undo": ("F1",), "cut": ("Ctrl+X",)})
    first.keep_note("sound", "first")
    first.star_model("/old", on=False)
    first.keep_layout(PLACE, DOCKS)
    second.prefer(replace(second.preferences, scale=200))
    second.add_recent(Path("/second.mid"))
    second.keep_keys({"undo": ("Ctrl+Z",), "paste": ("F2",)})
    second.keep_note("jam", "second")
    second.star_model("/second", on=True)
    for settings in (first, second, first):
        settings.flush()
    found = Settings(path)
    assert (found.preferences.theme, found.preferences.scale) == ("dark", 200)
    assert set(found.recent()) == {Path("/old.mid"), Path("/first.mid"), Path("/second.mid")}
    assert found.keys() == {"undo": ("F1",), "paste": ("F2",)}
    assert (found.note("sound"), found.note("jam")) == ("first", "second")
    assert found.starred_models() == {"/second"}
    assert found.window == PLACE


_STARS = """
import sys
from pathlib import Path
from app.settings.settings import Settings

settings = Settings(Path(sys.argv[1]))
print("ready", flush=True)
sys.stdin.readline()
for number in range(40):
    settings.star_model(f"/{sys.argv[2]}/{number}", on=True)
    settings.flush()
"""


@pytest.mark.slow
def test_processes_that_save_at_the_same_moment_lose_nothing(path: Path) -> None:
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", _STARS, str(path), name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for name in "abc"
    ]
    for process in processes:
        assert process.stdout is not None
        process.stdout.readline()
    for process in processes:
        process.communicate("go\n", timeout=60)
    assert Settings(path).starred_models() == {f"/{n}/{i}" for n in "abc" for i in range(40)}


# --- what is there is no file of preferences --------------------------------------------------


def _directory(path: Path) -> None:
    path.mkdir()
    (path / "inside").write_text("kept")


def _loop(path: Path) -> None:
    path.symlink_to(path.with_name("loop"))
    path.with_name("loop").symlink_to(path)


NO_JSON = {
    "no JSON": lambda path: path.write_bytes(b"\xff garbage[[["),
    "empty": lambda path: path.write_bytes(b""),
    "a list": lambda path: path.write_text("[]"),
    "a later version": lambda path: path.write_text('{"format": 2, "preferences": {}}'),
    "no version": lambda path: path.write_text('{"format": "new", "preferences": {}}'),
    "deep": lambda path: path.write_text('{"a":' + "[" * 10**5 + "]" * 10**5 + "}"),
    "too deep": lambda path: path.write_text("{" + '"a":{' * DEEPEST + "}" * DEEPEST + "}"),
    "many": lambda path: path.write_text('{"a": [' + "{}," * BOUNDS.containers + "{}]}"),
    "a long number": lambda path: path.write_text('{"preferences": {"scale": ' + "9" * 5000 + "}}"),
}
NO_TEXT = {
    "NUL": lambda path: path.write_bytes(b'{"preferences": {"theme": "dark"}}\x00'),
    "UTF-16": lambda path: path.write_text('{"preferences": {"theme": "dark"}}', encoding="utf-16"),
    "12 MB": lambda path: path.write_text('{"a": "' + "x" * 12_000_000 + '"}'),
    "a directory": _directory,
}
if os.name == "posix":
    NO_TEXT |= {
        "a pipe": os.mkfifo,
        "a device": lambda path: path.symlink_to("/dev/zero"),
        "a loop of links": _loop,
    }


@pytest.mark.parametrize(
    ("name", "what"),
    [
        *(("preferences.json", what) for what in NO_JSON | NO_TEXT),
        *(("segue.ini", what) for what in NO_TEXT),
    ],
)
def test_what_makes_no_sense_is_kept_and_everything_is_as_at_first(
    tmp_path: Path, name: str, what: str
) -> None:
    there = tmp_path / name
    (NO_JSON | NO_TEXT)[what](there)
    is_file, data = there.is_file(), there.read_bytes() if there.is_file() else b""
    settings = Settings(tmp_path / "preferences.json")
    assert settings.damage is not None
    assert settings.damage.kept_as == f"{name}.damaged"
    assert settings.preferences == Preferences()
    assert not os.path.lexists(there)
    aside = tmp_path / f"{name}.damaged"
    assert os.path.lexists(aside)
    assert not is_file or aside.read_bytes() == data
    settings.prefer(replace(settings.preferences, theme="dark"))
    settings.flush()
    again = Settings(tmp_path / "preferences.json")
    assert again.damage is None
    assert again.preferences.theme == "dark"


def test_a_second_damaged_file_does_not_take_the_place_of_the_first(path: Path) -> None:
    for text in ("one", "two", "three"):
        path.write_text(text)
        Settings(path)
    kept = [path.with_name(f"{path.name}.damaged{n}").read_text() for n in ("", "-2", "-3")]
    assert kept == ["one", "two", "three"]


def test_a_file_that_is_damaged_meanwhile_is_kept(path: Path) -> None:
    settings = Settings(path)
    path.write_text("somebody else's")
    settings.prefer(replace(settings.preferences, theme="dark"))
    settings.flush()
    assert path.with_name("preferences.json.damaged").read_text() == "somebody else's"
    assert Settings(path).preferences.theme == "dark"


def test_the_file_as_it_was_when_the_session_began_stays_beside_it(path: Path) -> None:
    for theme in ("dark", "light"):
        settings = Settings(path)
        for scale in (100, 110, 120):
            settings.prefer(replace(settings.preferences, theme=theme, scale=scale))
            settings.flush()
    backup = written(path.with_name("preferences.json.bak"))
    assert (backup["preferences"]["theme"], backup["preferences"]["scale"]) == ("dark", 120)


@pytest.mark.skipif(os.name != "posix", reason="modes and links as POSIX has them")
def test_the_file_is_the_user_s_alone_and_a_link_stays_one(tmp_path: Path, path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    real = tmp_path / "elsewhere" / "mine.json"
    path.symlink_to(real)
    settings = Settings(path)
    settings.prefer(replace(settings.preferences, theme="dark"))
    settings.flush()
    assert path.is_symlink()
    assert real.stat().st_mode & 0o777 == 0o600
    assert Settings(path).preferences.theme == "dark"


def test_where_nothing_can_be_written_what_was_chosen_holds_for_now(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    settings = Settings(tmp_path / "file" / "preferences.json")
    assert settings.damage is None
    settings.prefer(replace(settings.preferences, theme="dark"))
    settings.flush()
    assert settings.preferences.theme == "dark"
