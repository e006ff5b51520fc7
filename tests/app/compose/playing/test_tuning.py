"""The tuning of a piece in the window: chosen, read from files, kept, undone, heard."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
import shiboken6
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot

from app.clients.playing import Playing
from app.clients.sound import Sound
from app.compose.playing.tuning_views import TuningViews
from app.files.journal import line_of, replayed
from app.settings.settings import Settings
from app.state.document import Document
from app.views.tuning_dialog import TuningDialog
from engine import messages
from engine.piece.composition import Composition
from engine.piece.composition_file import from_bytes, from_document, to_bytes, to_document
from engine.tunings.known_tunings import KNOWN_TUNINGS
from tests.app.doubles import FakeLink, piece
from tests.app.house import main_window

MEANTONE = KNOWN_TUNINGS[2]
FIVE = "Five steps\n5\n240.\n480.\n720.\n960.\n2/1\n"
WHITE = "2\n0\n127\n60\n60\n261.6256\n5\n0\nx\n"


class Desk:
    def __init__(self, settings: Settings) -> None:
        self.window = main_window()
        self.link = FakeLink()
        self.document = Document(parent=self.window)
        self.playing = Playing(self.link, self.document, settings, self.window)
        shell = self.window.shell
        self.views = TuningViews(shell, self.document, self.playing.audio, self.window)
        self.document.begin(Composition.of(piece()))

    def choose(self, index: int, out: str = "mts") -> TuningDialog:
        dialog = self.views.make_dialog()
        dialog._choice.setCurrentIndex(index)
        dialog._out.setCurrentIndex(dialog._out.findData(out))
        self.views.take(dialog)
        return dialog


@pytest.fixture
def desk(qapp: QApplication, settings: Settings) -> Iterator[Desk]:
    assert qapp is not None
    desk = Desk(settings)
    yield desk
    desk.window.close_now()
    shiboken6.delete(desk.window)


def test_a_chosen_tuning_is_one_step_and_the_player_gets_it(qtbot: QtBot, desk: Desk) -> None:
    desk.choose(3)
    assert desk.document.score.tuning == MEANTONE
    assert desk.document.undo_name == "Tuning"
    qtbot.waitUntil(lambda: desk.link.score().tuning == MEANTONE)
    desk.document.undo()
    assert desk.document.score.tuning is None
    qtbot.waitUntil(lambda: desk.link.score().tuning is None)
    desk.document.redo()
    assert desk.document.score.tuning == MEANTONE


def test_the_same_tuning_again_and_a_cancelled_dialog_change_nothing(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.choose(0)
    assert not desk.document.dirty
    monkeypatch.setattr(TuningDialog, "exec", lambda _self: QDialog.DialogCode.Rejected)
    desk.window.shell.actions["tuning"].trigger()
    assert not desk.document.dirty
    monkeypatch.setattr(TuningDialog, "exec", lambda _self: QDialog.DialogCode.Accepted)
    desk.window.shell.actions["tuning"].trigger()
    assert not desk.document.dirty


@pytest.mark.slow
def test_it_is_kept_with_the_piece_and_in_the_journal(desk: Desk) -> None:
    before = desk.document.composition
    desk.choose(3)
    after = desk.document.composition
    assert from_bytes(to_bytes(after)).score.tuning == MEANTONE
    assert replayed(before, [line_of(before, after)]).score.tuning == MEANTONE
    assert replayed(after, [line_of(after, before)]).score.tuning is None


def test_a_piece_of_an_older_version_is_in_equal_temperament() -> None:
    saved = msgspec.json.decode(to_document(Composition.of(piece())))
    del saved["composition"]["score"]["tuning"]
    assert from_document(msgspec.json.encode(saved)).score.tuning is None


def test_edits_and_tracks_keep_the_tuning(desk: Desk) -> None:
    desk.choose(3)
    kept = desk.document.composition
    track = kept.score.tracks[0]
    for made in (kept.adding_track(track), kept.of_tracks([0, 0]), kept.without_track(0)):
        assert made.score.tuning == MEANTONE
    assert kept.score.resampled(960).between(0, 480).in_order().tuning == MEANTONE


def test_scala_files_are_read_with_and_without_a_mapping(desk: Desk, tmp_path: Path) -> None:
    scale, mapping = tmp_path / "five.scl", tmp_path / "white.kbm"
    scale.write_text(FIVE)
    mapping.write_text(WHITE)
    dialog = desk.views.make_dialog()
    assert not dialog._mapping.isEnabled()
    desk.views.read(dialog, scale)
    tuning = dialog.tuning()
    assert tuning is not None
    assert (tuning.name, tuning.pitches[61]) == ("Five steps", 62.4)
    assert dialog._mapping.isEnabled()
    assert dialog._silent.isHidden()
    desk.views.read(dialog, scale, mapping)
    assert dialog._choice.currentText() == "Five steps (white)"
    assert dialog._choice.count() == len(KNOWN_TUNINGS) + 2
    assert dialog._silent.text().startswith("8 note")
    desk.views.take(dialog)
    assert desk.document.score.tuning == dialog.tuning()
    # The next dialog shows what the piece has.
    assert desk.views.make_dialog().tuning() == dialog.tuning()


def test_a_bad_file_is_one_sentence_in_the_dialog_and_the_choice_stays(
    desk: Desk, tmp_path: Path
) -> None:
    bad = tmp_path / "bad.scl"
    bad.write_text("A scale\n2\n2/1\n")
    dialog = desk.views.make_dialog()
    dialog._choice.setCurrentIndex(2)
    desk.views.read(dialog, bad)
    assert not dialog._wrong.isHidden()
    assert dialog._wrong.text() == (
        "‘bad.scl’ is not a readable Scala scale (it announces 2 notes and has 1)."
    )
    assert dialog.tuning() == KNOWN_TUNINGS[1]
    assert not dialog._mapping.isEnabled()
    dialog._choice.setCurrentIndex(3)
    assert dialog._wrong.isHidden()


def test_the_dialog_says_how_far_the_keys_are_and_what_stays_in_twelve_notes(desk: Desk) -> None:
    dialog = desk.choose(3)
    cents = dialog._cents.text().replace("\N{NO-BREAK SPACE}", " ")
    assert "C +10.3 · C♯ \N{MINUS SIGN}13.7 · D +3.4" in cents
    said = [label.text() for label in dialog.findChildren(type(dialog._cents))]
    assert any(text.startswith("Segue composes in 12 notes") for text in said)


def test_how_midi_outputs_play_it_is_remembered_and_told_to_a_new_player(
    desk: Desk, settings: Settings
) -> None:
    desk.choose(3, out="mpe")
    assert [told.sound.tuning_out for told in desk.link.of(messages.ChooseSound)] == ["mpe"]
    desk.choose(3, out="mpe")
    assert len(desk.link.of(messages.ChooseSound)) == 1
    desk.link.deliver(messages.Ready(role="player", seconds=0.1))
    assert len(desk.link.of(messages.ChooseSound)) == 2
    assert Sound(FakeLink(), settings).choices.tuning_out == "mpe"
