"""What is recorded or jammed without a click opens the page of beats, once."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.clients.jamming import FinishedJam
from engine import messages
from engine.beats.notes import PlayedNotes, notes_of
from engine.values.score import Note, Score, Track
from engine.values.time import DEFAULT_BPM, BarMap
from tests.app.doubles import piece
from tests.app.house import House
from tests.beats.playing import played, waltz

# The player's ticks a second: 120 quarters a minute.
TICKS_A_SECOND = 960
NEVER_MS = 60_000


@pytest.fixture
def house(qapp: QApplication, qtbot: QtBot, tmp_path: Path) -> Iterator[House]:
    house = House(qapp, tmp_path)
    house.begin(qtbot)
    house.act("new")
    house.session.recording.show_typing(on=True)
    yield house
    house.end()


def score_of(house: House) -> Score:
    return house.session.piece.document.score


def told(house: House) -> str:
    return " ".join(notice.text for notice in house.window.shell.notices.notices())


def record(house: House, notes: PlayedNotes) -> None:
    """Record notes from the beginning."""
    house.act("record")
    house.player.deliver(messages.Playhead(tick=0.0, playing=True))
    moves = [(at, 90, int(pitch)) for at, pitch in zip(notes.start_s, notes.pitch, strict=True)]
    moves += [(at, 0, int(pitch)) for at, pitch in zip(notes.end_s, notes.pitch, strict=True)]
    for at_s, velocity, pitch in sorted(moves):
        house.player.deliver(
            messages.NotePlayed(
                tick=at_s * TICKS_A_SECOND, seconds=at_s, pitch=pitch, velocity=velocity, lap=0
            )
        )
    end_s = float(notes.end_s.max()) + 1
    house.player.deliver(messages.Playhead(tick=end_s * TICKS_A_SECOND, playing=True))
    house.act("record")


def uneven_waltz() -> PlayedNotes:
    """Return a waltz of 48 s that slows down; the keys are released before they are struck."""
    notes, _ = waltz(slow_down=0.3)
    return played(notes.start_s, notes.pitch, length_s=0.1)


def seconds_between(score: Score) -> np.ndarray:
    return np.diff(notes_of(score).start_s)


def wait_for_page(house: House, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: house.window.workspace == "beats", timeout=NEVER_MS)


@pytest.mark.slow
def test_a_take_opens_the_page_and_its_notes_keep_their_times(house: House, qtbot: QtBot) -> None:
    record(house, uneven_waltz())
    wait_for_page(house, qtbot)
    assert len(score_of(house).tempos) <= 1
    page = house.window.workspaces.beats
    assert page._says.text() == "This was played without a click."
    page.side.use_clicked.emit()
    score = score_of(house)
    assert len(score.tempos) > 3
    assert BarMap.of(score).start_of(1) == 3 * score.ticks_per_quarter
    expected_s = np.diff(uneven_waltz().start_s)
    assert np.abs(seconds_between(score) - expected_s).max() < 0.004
    count = score.note_count
    house.act("undo")
    assert score_of(house).note_count == count
    assert [tempo.bpm for tempo in score_of(house).tempos] in ([], [DEFAULT_BPM])
    # It opens by itself once: then it is a line with a button.
    house.session._beats.use_beats()
    qtbot.waitUntil(lambda: "played without a click" in told(house), timeout=NEVER_MS)
    assert house.window.workspace == "compose"


@pytest.mark.parametrize(
    "notes",
    [
        played(np.arange(7) * 0.61, np.full(7, 60), length_s=0.1),
        played(0.63 + 0.002 * np.arange(12), np.arange(48, 60), length_s=60.0),
    ],
    ids=["seven notes", "a held chord of a minute"],
)
def test_without_a_steady_beat_all_stays_as_it_was(
    house: House, qtbot: QtBot, notes: PlayedNotes
) -> None:
    bars = house.session.piece.files.bars
    with qtbot.waitSignal(bars.no_beats, timeout=NEVER_MS):
        record(house, notes)
    score = score_of(house)
    assert score.note_count == len(notes)
    assert len(score.tempos) <= 1
    assert "No steady beat was found" in told(house)
    assert house.session.piece.document.undo_name.startswith("Record")


@pytest.mark.slow
def test_with_a_click_it_is_only_said(house: House, qtbot: QtBot) -> None:
    house.session.clients.playing.set_click(on=True, count_in_bars=0)
    bars = house.session.piece.files.bars
    with qtbot.waitSignal(bars.do_not_fit, timeout=NEVER_MS):
        record(house, uneven_waltz())
    assert len(score_of(house).tempos) <= 1
    assert "Look at the beats" in " ".join(
        text for notice in house.window.shell.notices.notices() for _, text in notice.buttons
    )


@pytest.mark.slow
def test_a_part_that_is_played_to_other_music_is_left_alone(house: House) -> None:
    document = house.session.piece.document
    document.edit("Write", document.composition.with_score(piece(bars=4)))
    before = score_of(house).tempos
    house.session.recording.recorded.disconnect()
    record(house, uneven_waltz())
    assert house.session.recording.guided
    assert score_of(house).tempos == before


@pytest.mark.parametrize("has_beat", [False, True])
def test_a_kept_jam_without_a_beat_gets_the_beats_that_were_played(
    house: House, qtbot: QtBot, *, has_beat: bool
) -> None:
    notes = uneven_waltz()
    track = Track(
        name="Me",
        notes=tuple(
            Note(round(at * TICKS_A_SECOND), int(pitch), 96, 90)
            for at, pitch in zip(notes.start_s, notes.pitch, strict=True)
        ),
    )
    jam = FinishedJam(
        score=Score(tracks=(track, Track(name="Segue"))), asks=(), model="", has_beat=has_beat
    )
    document, pending = house.session.piece.document, house.session.jams.pending
    pending.take(jam)
    if has_beat:
        pending.keep()
        assert len(score_of(house).tempos) <= 1
        return
    pending.keep()
    wait_for_page(house, qtbot)
    house.window.workspaces.beats.side.use_clicked.emit()
    assert len(score_of(house).tempos) > 3
    assert np.abs(seconds_between(score_of(house)) - np.diff(notes.start_s)).max() < 0.004
    assert document.undo_name == "Find the beats"
