"""Hum it: a recording is made or opened, its notes are corrected, a piece gets them."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.compose.humming.hum_room import HumRoom
from app.state.beats.hum_draft import SECOND
from app.values.hum import HumNote
from app.views.hum.grid import HumGrid
from app.views.hum.page import HumPage
from app.widgets.beats.grid import BARS, TOP
from engine import messages
from engine.form.regridding import Regridding
from engine.messages import RightBars
from engine.piece.kept_recording import KeptRecording
from engine.sentence import said
from engine.values.hearing import LINE_STEP_S, HeardNote, Hearing, Sounded, Voices
from engine.values.score import Score, Tempo, TimeSignature
from tests.app.house import House

NONE = Qt.KeyboardModifier.NoModifier
BPM = 60
# Four notes of a second each from the first second on: D, a weak A, F between two keys, G.
NOTES = (
    HeardNote(start_s=1.0, end_s=1.9, pitch=62),
    HeardNote(start_s=1.5, end_s=1.8, pitch=69, strength=20),
    HeardNote(start_s=2.0, end_s=2.9, pitch=65, cents=44),
    HeardNote(start_s=3.0, end_s=3.9, pitch=67),
)


@pytest.fixture
def house(qapp: QApplication, qtbot: QtBot, tmp_path: Path) -> Iterator[House]:
    house = House(qapp, tmp_path)
    house.begin(qtbot)
    house.session.piece.document.new()
    yield house
    house.end()


def room(house: House) -> HumRoom:
    return house.session.hum.room


def page(house: House) -> HumPage:
    return house.window.workspaces.hum


def tracks(house: House) -> Score:
    return house.session.piece.document.score


def sign(house: House) -> bool:
    return house.window.shell.transport.shows_mode("microphone")


def say(house: House, event: messages.Event) -> None:
    house.listen.deliver(event)


def sing(house: House) -> int:
    """Press Record with the microphone chosen; return the number of the request."""
    house.window.shell.transport.record_chosen.emit("record_from", "microphone")
    house.act("record")
    say(house, messages.Ready(role="listen", seconds=0.1))
    return house.listen.last(messages.OpenMicrophone).request


def hear(house: House, request: int, *, voices: Voices = "one") -> None:
    """Let the child hear the notes, and the reader a bar of three beats at each three seconds."""
    hearing = Hearing(seconds=5.0, voices=voices, notes=NOTES, tuning_cents=-32)
    line = (-1,) * round(1 / LINE_STEP_S) + (6168,) * 80
    sounded = Sounded(levels=(40,) * 100, line=line)
    say(house, messages.Listened(request=request, hearing=hearing, sounded=sounded, file="x"))
    room(house)._bars.cancel()
    piece = room(house)._asked
    ruler = Score(tempos=(Tempo(0, BPM),), time_signatures=(TimeSignature(0, 3, 4),))
    change = Regridding.between(piece, ruler, shift_s=1.0)
    found = RightBars(
        score=change.score(piece),
        shift_s=1.0,
        beats=3,
        bars=1,
        doubtful=(),
        bpm=BPM,
        played=True,
    )
    room(house)._bars.do_not_fit.emit(piece, found)


def heard(house: House) -> None:
    """Sing, stop, and let the notes be found."""
    request = sing(house)
    house.act("record")
    hear(house, request)


def press(house: House, key: Qt.Key, keys: Qt.KeyboardModifier = NONE) -> None:
    QTest.keyClick(page(house).grid, key, keys)


def pitches(house: House) -> list[int]:
    return [note.pitch for _, note in room(house).draft.kept]


def test_the_microphone_is_open_only_while_its_sign_stands_on_every_page(house: House) -> None:
    request = sing(house)
    assert house.window.workspace == "hum"
    assert sign(house)
    opened = messages.MicrophoneOpened(
        request=request, microphone="Desk", latency_s=0.01, began_s=1.0
    )
    say(house, opened)
    sounded = Sounded(levels=(50,) * 20, line=(6200,) * 86)
    say(house, messages.SoundArrived(request=request, sounded=sounded, seconds=1.0))
    assert "−6 dB" in page(house)._loudest.text()
    house.window.show_workspace("library")
    assert sign(house)
    house.window.shell.transport.mode_ended.emit("microphone")
    assert not sign(house)
    assert house.listen.last(messages.CloseMicrophone).request == request
    assert house.window.workspace == "hum"
    hear(house, request)
    assert page(house).side._headline.text() == "3 notes, 1 bar of 3/4"
    assert "1 note doubtful" in page(house).side._about.text()
    assert "You sang 5 seconds." in page(house)._says.text()


def test_the_notes_become_a_track_as_one_step_and_set_the_meter_of_an_empty_piece(
    house: House,
) -> None:
    heard(house)
    document = house.session.piece.document
    press(house, Qt.Key.Key_Return)
    assert house.window.workspace == "compose"
    assert [note.pitch for note in document.score.tracks[-1].notes] == [62, 65, 67]
    assert document.score.tracks[-1].name == "Voice"
    assert document.score.time_signatures[0].numerator == 3
    assert document.undo_name == "Hum it"
    before = document.score
    house.act("hum")
    press(house, Qt.Key.Key_Return)
    assert document.score.tracks[: len(before.tracks)] == before.tracks
    assert house.session.focus.selection.current == len(before.tracks)


def test_notes_are_corrected_by_keys_and_each_change_is_taken_back(house: House) -> None:
    heard(house)
    press(house, Qt.Key.Key_Tab)
    assert page(house).grid.note is not None
    assert page(house).grid.note.pitch == 65
    assert not page(house).grid._card.isHidden()
    page(house).grid._keys[1].click()
    assert pitches(house) == [62, 66, 67]
    assert not [note for note in room(house).draft.shown if note.is_doubtful]
    press(house, Qt.Key.Key_Up)
    press(house, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    assert pitches(house) == [62, 67, 67]
    assert room(house).draft.kept[1][1].start_s == pytest.approx(2.01)
    press(house, Qt.Key.Key_Delete)
    assert pitches(house) == [62, 67]
    for _ in range(4):
        press(house, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert pitches(house) == [62, 65, 67]


def test_a_note_is_dragged_and_one_that_is_left_out_is_taken_by_a_click(house: House) -> None:
    heard(house)
    grid = page(house).grid
    transform = grid._transform()

    def place(number: int) -> QPoint:
        note = next(each for each in room(house).draft.shown if each.number == number)
        box = grid._box(note, transform)
        return box.center().toPoint() + grid._roll.topLeft()

    QTest.mouseClick(grid, Qt.MouseButton.LeftButton, pos=place(1))
    assert pitches(house) == [62, 69, 65, 67]
    QTest.mousePress(grid, Qt.MouseButton.LeftButton, pos=place(3))
    row = round(transform.row_height)
    QTest.mouseMove(grid, place(3) - QPoint(0, 2 * row))
    QTest.mouseRelease(grid, Qt.MouseButton.LeftButton, pos=place(3) - QPoint(0, 2 * row))
    assert pitches(house) == [62, 69, 65, 69]
    assert place(0).y() > TOP + BARS


def test_more_notes_other_speeds_and_moved_bars_change_what_is_played_at_once(
    house: House, qtbot: QtBot
) -> None:
    heard(house)
    side = page(house).side
    side._amount.setValue(85)
    assert pitches(house) == [62, 69, 65, 67]
    qtbot.waitUntil(lambda: len(house.player.score().tracks[0].notes) == 4)
    side._amount.setValue(84)
    side.level_chosen.emit(1)
    assert side._headline.text() == "4 notes, 2 bars of 3/4"
    for _ in range(2):
        press(house, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert pitches(house) == [62, 65, 67]
    page(house).grid.line_moved.emit(1, 2.0)
    assert "That cannot be" in page(house)._says.text()


def test_the_recording_is_heard_beside_the_notes_and_only_on_this_page(house: House) -> None:
    heard(house)
    press(house, Qt.Key.Key_Space)
    assert house.player.of(messages.Play)
    assert not house.player.of(messages.PlayRecording)
    page(house).side.heard_chosen.emit("both")
    house.session.clients.playing.refresh()
    beside = house.player.last(messages.PlayRecording).recording
    assert (beside.begins_s, beside.heard) == (-1.0, "both")
    house.session.cancel()
    assert house.window.workspace == "compose"
    house.session.clients.playing.refresh()
    assert house.player.last(messages.PlayRecording).recording is None
    assert house.session.clients.playing.score is tracks(house)


def test_a_file_of_sound_opens_the_page_and_shows_its_beginning(
    house: House, tmp_path: Path
) -> None:
    file = tmp_path / "idea.mp3"
    file.write_bytes(b"x")
    house.session.filing.drops.open_or_import([file])
    say(house, messages.Ready(role="listen", seconds=0.1))
    request = house.listen.last(messages.ListenTo).request
    arrived = messages.SoundArrived(
        request=request, sounded=Sounded(levels=(30,) * 200), seconds=10.0, total_s=190.0
    )
    say(house, arrived)
    assert page(house)._says.text() == "Segue listens to ‘idea.mp3’: 0:10 of 3:10."
    begun = Hearing(seconds=10.0, voices="many", notes=NOTES)
    say(house, messages.NotesHeard(request=request, hearing=begun))
    assert len(page(house).grid._notes) == 4
    house.session.cancel()
    assert house.listen.last(messages.StopListening).request == request
    assert house.window.workspace == "hum"
    house.session.filing.drops.open_or_import([file])
    hear(house, house.listen.last(messages.ListenTo).request, voices="many")
    page(house).side.voices_chosen.emit("one")
    assert house.listen.last(messages.HearAs).voices == "one"
    assert file.is_file()


def test_what_goes_wrong_is_one_sentence_and_loses_nothing(house: House) -> None:
    heard(house)
    request = sing(house)
    say(house, messages.Notice(message="The microphone is gone."))
    assert "is gone" in house.window.shell.status._reason.text()
    gone = messages.Failed(request=request, message=said("No microphone is there."))
    say(house, gone)
    assert not sign(house)
    assert page(house)._says.text() == "No microphone is there."
    assert pitches(house) == [62, 65, 67]
    sing(house)
    target = Path(house.listen.last(messages.OpenMicrophone).target)
    target.write_bytes(b"x" * 1000)
    house.listen.died.emit("Listening stopped unexpectedly and was restarted.")
    say(house, messages.Ready(role="listen", seconds=0.1))
    assert house.listen.last(messages.ListenTo).file == str(target)
    hear(house, house.listen.last(messages.ListenTo).request)
    assert pitches(house) == [62, 65, 67]


def test_silence_is_no_note_and_the_page_says_what_to_do(house: House) -> None:
    request = sing(house)
    house.act("record")
    nothing = Hearing(seconds=2.0, voices="one")
    say(house, messages.Listened(request=request, hearing=nothing, sounded=Sounded(), file="x"))
    assert page(house).side._headline.text() == "0 notes"
    assert not page(house).side._main.isEnabled()
    assert not page(house).side._again.isHidden()


def test_what_was_sung_and_not_used_is_there_in_the_next_session(house: House) -> None:
    folder = house.paths.recordings
    folder.mkdir(parents=True)
    left = folder / "2026-01-01 10.00.00.000000.wav"
    left.write_bytes(b"x" * 1000)
    room(house).show_left()
    notices = house.window.shell.notices
    assert "no piece has its notes yet" in " ".join(n.text for n in notices.notices())
    notices.button_clicked.emit("left-recording", "hear")
    say(house, messages.Ready(role="listen", seconds=0.1))
    hear(house, house.listen.last(messages.ListenTo).request)
    room(house).use()
    room(house).close()
    assert not left.exists()
    assert house.listen.closed


def test_the_notes_as_they_were_sung_are_the_piece_that_beats_are_found_in(house: House) -> None:
    heard(house)
    piece = room(house)._asked
    assert piece is not None
    assert [note.start for note in piece.tracks[0].notes] == [SECOND, 2 * SECOND, 3 * SECOND]


def test_a_click_in_the_ear_says_where_the_bars_are(house: House) -> None:
    house.window.shell.transport.record_chosen.emit("hum_click", "on")
    request = sing(house)
    opened = messages.MicrophoneOpened(request=request, microphone="", latency_s=0.0, began_s=10.0)
    say(house, opened)
    assert house.player.last(messages.SetMetronome).enabled
    assert house.player.last(messages.Play).open_end
    house.player.deliver(messages.PlayingBegan(tick=0, heard_s=11.0))
    house.act("record")
    assert not house.player.last(messages.SetMetronome).enabled
    hearing = Hearing(seconds=5.0, voices="one", notes=NOTES)
    say(house, messages.Listened(request=request, hearing=hearing, sounded=Sounded(), file="x"))
    # At 120 a minute a bar of four lasts two seconds; the first one began with the first note.
    assert page(house).side._headline.text() == "3 notes, 2 bars of 4/4"
    press(house, Qt.Key.Key_Return)
    track = house.session.piece.document.score.tracks[-1]
    assert [note.start for note in track.notes] == [0, 960, 1920]


def test_hiss_that_is_left_out_far_below_makes_no_rows_small(qtbot: QtBot) -> None:
    grid = HumGrid()
    qtbot.addWidget(grid)
    tune = [HumNote(n, n, n + 1.0, 60 + n) for n in range(12)]
    near, far = (HumNote(12, 12.0, 13.0, key, is_kept=False) for key in (50, 21))
    grid._notes = (*tune, near, far)
    low, high = grid._pitch_range()
    assert 34 < low <= 50
    assert high >= 71


def test_a_kept_recording_has_a_row_that_silences_and_removes_it(house: House) -> None:
    document, row = house.session.piece.document, house.window.workspaces.compose.headers.recording
    assert row.isHidden()
    kept = KeptRecording(sound=f"{0:032x}.ogg", seconds=72.0)
    document.edit("Keep", replace(document.composition, recording=kept))
    assert (row.isHidden(), row.accessibleName()) == (False, "Recording, 1:12")
    row._mute.click()
    assert document.composition.recording == replace(kept, muted=True)
    row._remove.click()
    assert document.composition.recording is None
    assert row.isHidden()
    document.undo()
    assert not row.isHidden()
    assert row._mute.isChecked()
    document.new()
    assert row.isHidden()
