"""Export audio: asked for, shown on its way, cancelled, ended each way."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QComboBox, QProgressDialog, QPushButton
from pytestqt.qtbot import QtBot

from app.clients.sound import Sound
from app.compose.exporting import audio
from app.compose.exporting.audio import AudioExport
from app.main_window import dialogs
from app.settings.settings import Settings
from app.state.document import Document
from app.views.audio_options import audio_form
from engine import messages
from engine.piece.composition import Composition
from engine.values.formats import AUDIO, written_suffixes
from engine.values.sound import AudioOptions
from tests.app.doubles import FakeLink
from tests.app.house import main_window


class Desk:
    def __init__(self, settings: Settings, composition: Composition) -> None:
        self.window = main_window()
        self.document = Document()
        self.links: list[FakeLink] = []
        sound = Sound(FakeLink(), settings)
        sound.choose(bank="/banks/a.sf2")
        self.export = AudioExport(
            self.window.shell, self.document, sound=sound, make_link=self._make_link
        )
        self.document.edit("x", composition)

    def _make_link(self) -> FakeLink:
        self.links.append(FakeLink())
        return self.links[-1]

    @property
    def dialogs(self) -> list[QProgressDialog]:
        return self.window.findChildren(QProgressDialog)

    def reason(self) -> str:
        return self.window.actions_table.reason("export_audio")


@pytest.fixture
def desk(qtbot: QtBot, settings: Settings, composition: Composition) -> Desk:
    desk = Desk(settings, composition)
    qtbot.addWidget(desk.window, before_close_func=lambda window: window.close_now())
    return desk


def _asked(
    monkeypatch: pytest.MonkeyPatch, answer: Path | None, *, cancelled: bool = False
) -> None:
    monkeypatch.setattr(dialogs, "ask_save", lambda *_arguments, **_options: answer)

    def choose(_parent: object, options: AudioOptions, *, suffix: str) -> AudioOptions | None:
        assert suffix in written_suffixes(AUDIO)
        return None if cancelled else options

    monkeypatch.setattr(audio, "ask_audio_options", choose)


def test_who_cancels_the_options_writes_nothing(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    _asked(monkeypatch, tmp_path / "song.wav", cancelled=True)
    desk.window.actions_table["export_audio"].trigger()
    assert desk.links == []


def test_every_option_can_be_chosen_and_what_was_chosen_is_offered(qtbot: QtBot) -> None:
    wanted = AudioOptions(
        samples="float", sample_rate=48_000, loudness=None, stems=True, room="hall"
    )
    for options in (wanted, AudioOptions()):
        dialog = audio_form(options, suffix=".wav")
        qtbot.addWidget(dialog)
        assert dialog.value == options
    samples, rate, loudness, room = dialog.findChildren(QComboBox)
    for box, index in ((samples, 2), (rate, 1), (loudness, 4), (room, 2)):
        box.setCurrentIndex(index)
    dialog.findChildren(QCheckBox)[0].setChecked(True)
    assert dialog.value == wanted
    odd = audio_form(AudioOptions(loudness=-19.5), suffix=".ogg")
    qtbot.addWidget(odd)
    assert odd.value.loudness == -16.0
    assert not odd.findChildren(QComboBox)[0].isEnabled()


def test_a_piece_is_written_where_the_user_says(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    _asked(monkeypatch, None)
    desk.window.actions_table["export_audio"].trigger()
    assert desk.links == []
    _asked(monkeypatch, tmp_path / "song")
    desk.window.actions_table["export_audio"].trigger()
    (link,) = desk.links
    score = desk.document.composition.score
    assert link.sent == [
        messages.ExportAudio(
            score=score,
            mix=desk.document.composition.mix,
            path=str(tmp_path / "song.wav"),
            bank="/banks/a.sf2",
        )
    ]
    assert "An audio file is being written." in desk.reason()
    (dialog,) = desk.dialogs
    link.deliver(messages.AudioProgress(share=0.25))
    assert dialog.value() == 250
    link.deliver(messages.AudioWritten(path=str(tmp_path / "song.wav"), seconds=1.0))
    assert desk.reason() == ""
    assert not desk.export.running


def test_cancelling_stops_the_process_and_the_end_does_not_cancel_again(
    desk: Desk, qtbot: QtBot, tmp_path: Path
) -> None:
    desk.export.write(tmp_path / "a.ogg")
    desk.export.write(tmp_path / "b.ogg")  # one at a time
    (link,) = desk.links
    desk.dialogs[0].canceled.emit()
    assert link.last(messages.StopJob) == messages.StopJob()
    link.deliver(messages.JobStopped())
    assert not desk.export.running
    assert len(link.of(messages.StopJob)) == 1
    qtbot.waitUntil(lambda: link.closed == 1)
    qtbot.waitUntil(lambda: desk.dialogs == [])


def test_enter_goes_on_and_space_cancels(desk: Desk, qtbot: QtBot, tmp_path: Path) -> None:
    desk.export.write(tmp_path / "a.ogg")
    (link,), (dialog,) = desk.links, desk.dialogs
    dialog.show()
    (cancel,) = dialog.findChildren(QPushButton)
    cancel.setFocus()
    qtbot.keyClick(cancel, Qt.Key.Key_Return)
    assert link.of(messages.StopJob) == []
    qtbot.keyClick(cancel, Qt.Key.Key_Space)
    assert link.of(messages.StopJob) == [messages.StopJob()]


def test_a_failure_is_told_in_its_sentence(desk: Desk, tmp_path: Path) -> None:
    desk.export.write(tmp_path / "a.ogg")
    desk.links[0].deliver(messages.Failed(message="Could not write ‘a.ogg’ (No space left)."))
    assert desk.window.notices.isVisibleTo(desk.window)
    assert not desk.export.running


def test_an_empty_piece_has_nothing_to_write(desk: Desk) -> None:
    assert desk.reason() == ""
    desk.document.edit("empty", Composition())
    assert "There are no notes yet." in desk.reason()


def test_escape_cancels_and_the_dialog_stays_away(desk: Desk, qtbot: QtBot, tmp_path: Path) -> None:
    desk.window.show()
    desk.export.write(tmp_path / "a.ogg")
    (link,), (dialog,) = desk.links, desk.dialogs
    dialog.show()
    (cancel,) = dialog.findChildren(QPushButton)
    cancel.setFocus()
    qtbot.waitActive(dialog)
    qtbot.keyClick(cancel, Qt.Key.Key_Escape)
    assert link.of(messages.StopJob) == [messages.StopJob()]
    # A process takes a while to end, and says meanwhile how far it is.
    link.deliver(messages.AudioProgress(share=0.5))
    assert not dialog.isVisible()
