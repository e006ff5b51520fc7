"""Where a file is written is asked for by the system; what it leaves out is asked here."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from app.main_window import dialogs

AUDIO = "WAV (*.wav);;FLAC (*.flac)"


@pytest.fixture
def parent(qtbot: QtBot) -> QWidget:
    widget = QWidget()
    qtbot.addWidget(widget)
    return widget


def asked(
    monkeypatch: pytest.MonkeyPatch, parent: QWidget, typed: Path | None, kind: str
) -> Path | None:
    """What comes of a name that is typed while a kind is chosen."""
    answer = (str(typed or ""), kind)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: answer)
    suggestion = Path("piece.wav")
    return dialogs.ask_save(parent, "Export", suggestion, kinds=AUDIO, also=(".aif",))


@pytest.mark.parametrize(
    ("typed", "kind", "written"),
    [
        ("a.wav", "WAV (*.wav)", "a.wav"),
        ("a.FLAC", "WAV (*.wav)", "a.FLAC"),
        ("a.aif", "WAV (*.wav)", "a.aif"),
        ("a", "FLAC (*.flac)", "a.flac"),
        ("a", "", "a.wav"),
        ("op. 1 no. 2", "WAV (*.wav)", "op. 1 no. 2.wav"),
    ],
)
def test_a_name_gets_the_ending_of_the_chosen_kind(
    monkeypatch: pytest.MonkeyPatch,
    parent: QWidget,
    tmp_path: Path,
    *,
    typed: str,
    kind: str,
    written: str,
) -> None:
    assert asked(monkeypatch, parent, tmp_path / typed, kind) == tmp_path / written


def test_who_thinks_better_of_it_writes_nothing(
    monkeypatch: pytest.MonkeyPatch, parent: QWidget
) -> None:
    assert asked(monkeypatch, parent, None, "") is None


@pytest.mark.parametrize("replaces", [True, False])
def test_what_is_there_under_the_whole_name_is_asked_about(
    monkeypatch: pytest.MonkeyPatch, parent: QWidget, tmp_path: Path, *, replaces: bool
) -> None:
    there, questions = tmp_path / "a.wav", list[str]()
    there.write_bytes(b"mine")

    def confirm(_parent: QWidget, question: str, **_words: str) -> bool:
        questions.append(question)
        return replaces

    monkeypatch.setattr(dialogs, "confirm", confirm)
    assert asked(monkeypatch, parent, tmp_path / "a", "WAV (*.wav)") == (
        there if replaces else None
    )
    assert questions == ["‘a.wav’ is there already."]
    # About a name with its ending the system has asked.
    assert asked(monkeypatch, parent, there, "WAV (*.wav)") == there
    assert len(questions) == 1
