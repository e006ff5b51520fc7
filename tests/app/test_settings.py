"""Preferences survive a restart, and nonsense in the file does not."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray

from app.settings import RECENT, Preferences, Settings

pytestmark = pytest.mark.usefixtures("qtbot")


def test_preferences_survive(tmp_path: Path) -> None:
    path = tmp_path / "segue.ini"
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
    settings.keep_layout("compose", QByteArray(b"\x00\x01"))
    settings.flush()
    again = Settings(path)
    assert again.preferences == chosen
    assert again.layout("compose") == QByteArray(b"\x00\x01")
    assert again.layout("train").isEmpty()


def test_nonsense_becomes_defaults(tmp_path: Path) -> None:
    path = tmp_path / "segue.ini"
    path.write_text(
        "[preferences]\ntheme=pink\nmetronome=maybe\n"
        "count_in_bars=99\noutput_kind=\n[layout]\ncompose=@Invalid()\n"
    )
    assert Settings(path).preferences == Preferences()
    path.write_bytes(b"\xff\x00garbage[[[")
    assert Settings(path).preferences == Preferences()


def test_recent_files_are_few_and_each_once(tmp_path: Path) -> None:
    settings = Settings(tmp_path / "segue.ini")
    for number in range(RECENT + 3):
        settings.add_recent(tmp_path / f"{number}.mid")
    settings.add_recent(tmp_path / "5.mid")
    settings.flush()
    recent = Settings(tmp_path / "segue.ini").recent()
    assert len(recent) == RECENT
    assert recent[0] == tmp_path / "5.mid"
    assert len(set(recent)) == RECENT


def test_one_recent_file(tmp_path: Path) -> None:
    settings = Settings(tmp_path / "segue.ini")
    settings.add_recent(tmp_path / "only.mid")
    settings.flush()
    assert Settings(tmp_path / "segue.ini").recent() == (tmp_path / "only.mid",)


def test_a_number_of_thousands_of_digits_is_no_choice(tmp_path: Path) -> None:
    path = tmp_path / "segue.ini"
    path.write_text(f"[preferences]\nscale={'9' * 5000}\nbars=٣\n", encoding="utf-8")
    assert Settings(path).preferences.scale == Preferences().scale
