"""Pieces from outside are opened in a process of their own, which may come to any harm."""

import os
import signal
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest
import soundfile

from engine.ground.errors import DocumentError
from engine.messages import Alive, Command, Failed, Ready
from engine.piece import opening
from engine.piece.composition import Composition
from engine.piece.composition_file import from_bytes, to_bytes
from engine.piece.kept_recording import KeptRecording, KeptSounds, name_of
from engine.piece.opening import PieceReader
from engine.playback.sound.bank import read_bank
from engine.processes.process import Child
from engine.values.score import Note, Score, Track
from tests.banks import small_bank
from tests.choosing import choosing
from tests.test_process import gone, wait_for


@pytest.fixture
def reader():
    reader = PieceReader()
    yield reader
    reader.close()


def _piece(notes: int = 100) -> Composition:
    made = tuple(Note(240 * i, 40 + i % 48, 200) for i in range(notes))
    return Composition.of(Score(title="Ünïcode", tracks=(Track(name="a", notes=made),)))


def _pid(reader: PieceReader) -> int:
    assert reader._child is not None
    return reader._child.pid


@pytest.mark.slow
def test_a_piece_is_what_it_would_be_if_it_were_opened_here(reader: PieceReader) -> None:
    piece = _piece()
    assert reader.piece(to_bytes(piece), name="a.segue") == piece


@pytest.mark.slow
def test_the_recording_of_a_piece_is_decoded_there_and_kept_here(
    reader: PieceReader, tmp_path: Path
) -> None:
    reader.sounds = KeptSounds(tmp_path / "sounds")
    soundfile.write(tmp_path / "a.wav", [0.5, -0.5] * 4000, 8000)
    sound, seconds = reader.sound_to_keep(tmp_path / "a.wav")
    assert seconds == 1.0
    for there, kept in ((sound, True), (b"OggS" + bytes(900), False)):
        recording = KeptRecording(sound=name_of(there), seconds=seconds)
        piece = replace(_piece(), recording=recording)
        assert reader.piece(to_bytes(piece, sound=there), name="a.segue") == piece
        assert reader.sounds.has(name_of(there)) is kept
    with pytest.raises(DocumentError, match="no sound file"):
        reader.sound_to_keep(Path(__file__))


@pytest.mark.slow
def test_what_is_no_piece_is_refused_in_the_same_words_and_the_reader_goes_on(
    reader: PieceReader,
) -> None:
    reader.stand_by()
    waiting = _pid(reader)
    damaged = to_bytes(_piece())[:-50]
    with pytest.raises(DocumentError) as here:
        from_bytes(damaged, name="a.segue")
    with pytest.raises(DocumentError) as there:
        reader.piece(damaged, name="a.segue")
    assert (there.value.message, there.value.hint) == (here.value.message, here.value.hint)
    assert reader.piece(to_bytes(_piece()), name="b.segue") == _piece()
    assert _pid(reader) == waiting


def test_a_reader_that_died_while_it_waited_is_replaced(reader: PieceReader) -> None:
    reader.stand_by()
    reader._child.kill()
    assert reader.piece(to_bytes(_piece()), name="a.segue") == _piece()


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="no process is suspended here")
def test_a_reader_that_is_suspended_is_replaced_and_the_piece_opens(reader: PieceReader) -> None:
    reader.stand_by()
    wait_for(reader._child, Ready)
    frozen = _pid(reader)
    os.kill(frozen, signal.SIGSTOP)
    # More than a pipe holds: it hangs while it is told.
    large = _piece(30_000)
    assert len(to_bytes(large)) > 2 * 65_536
    assert reader.piece(to_bytes(large), name="a.segue") == large
    assert _pid(reader) != frozen
    assert gone(frozen, within_s=5.0)


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="no process is suspended here")
def test_readers_that_are_all_suspended_are_given_up_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Suspended(Child):
        def send(self, command: Command) -> None:
            os.kill(self.pid, signal.SIGSTOP)
            super().send(command)

    monkeypatch.setattr(opening, "Child", Suspended)
    reader = PieceReader()
    with pytest.raises(DocumentError, match=r"‘a\.segue’ was not opened") as caught:
        reader.piece(to_bytes(_piece()), name="a.segue")
    assert caught.value.hint == "Nothing was changed."
    score = Score(tracks=(Track(notes=(Note(0, 60, 480),)),))
    with pytest.raises(DocumentError, match="The process that reads pieces ended"):
        reader.find_bars(score)
    assert reader._child is None
    reader.close()


def test_a_piece_that_takes_too_long_is_given_up_with_a_sentence() -> None:
    reader = PieceReader(time_limit_s=0.0)
    with pytest.raises(DocumentError, match=r"‘a\.segue’ was not opened"):
        reader.piece(to_bytes(_piece()), name="a.segue")
    reader.close()


@pytest.mark.slow
def test_a_reader_may_not_take_all_memory(reader: PieceReader) -> None:
    resource = pytest.importorskip("resource", reason="limits as POSIX has them")
    reader.piece(to_bytes(_piece()), name="a.segue")
    limit, _ = resource.prlimit(_pid(reader), resource.RLIMIT_AS)
    assert 0 < limit < 4_000_000_000


def test_closing_ends_what_is_being_read(reader: PieceReader) -> None:
    reader.stand_by()
    child = _pid(reader)
    os.kill(child, signal.SIGSTOP)
    said = []

    def ask() -> None:
        with pytest.raises(DocumentError) as caught:
            reader.piece(to_bytes(_piece()), name="a.segue")
        said.append(caught.value.message)

    asking = threading.Thread(target=ask)
    asking.start()
    while not reader._asking.locked():
        pass
    reader.close()
    asking.join(10.0)
    assert said == ["‘a.segue’ was not opened: the process that reads pieces ended."]
    assert gone(child, within_s=5.0)
    with pytest.raises(DocumentError):
        reader.piece(to_bytes(_piece()), name="a.segue")


def test_a_reader_knows_no_other_commands() -> None:
    with Child("reader") as child:
        wait_for(child, Ready)
        child.send(choosing(output_kind="recording"))
        assert "does not know the command ChooseSound" in wait_for(child, Failed).message


@pytest.mark.slow
def test_bars_that_do_not_fit_are_found_beside_the_window(reader: PieceReader) -> None:
    # Three eighths late of every bar line, in a song of quarters with the bass on its first.
    notes = [Note(180 + 480 * i, 60 + (i % 4), 480) for i in range(64)]
    bass = [Note(180 + 1920 * i, 36, 1920) for i in range(16)]
    score = Score(tracks=(Track(notes=tuple(notes)), Track(notes=tuple(bass), program=32)))
    right = reader.find_bars(score).right
    assert right is not None
    assert right.beats == 4
    assert right.score.note_count == score.note_count
    assert {note.start % 1920 for note in right.score.tracks[1].notes} == {0}
    again = reader.find_bars(right.score)
    assert again.right is None
    assert again.fit
    assert not reader.find_bars(Score()).fit


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A sound bank that is quickly tried."""
    path = tmp_path / "small.sf3"
    path.write_bytes(small_bank())
    return path


@pytest.mark.slow
def test_a_bank_is_tried_sound_by_sound_in_a_process_of_its_own(
    reader: PieceReader, small: Path
) -> None:
    assert reader.check_bank(small) == read_bank(small).title
    assert reader._child is None


@pytest.mark.slow
def test_a_damaged_bank_is_refused_in_a_sentence(reader: PieceReader, small: Path) -> None:
    good = small.read_bytes()
    small.write_bytes(good[:5000])
    with pytest.raises(DocumentError, match=r"‘small\.sf3’ is not a usable sound bank"):
        reader.check_bank(small)
    # The tables hold together, one of the sounds does not.
    at = good.index(b"OggS")
    small.write_bytes(good[:at] + bytes(60) + good[at + 60 :])
    with pytest.raises(DocumentError, match="cannot be read"):
        reader.check_bank(small)


def test_a_bank_that_takes_too_long_costs_one_sentence(
    reader: PieceReader, small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "BANK_LIMIT_S", 0.0)
    with pytest.raises(DocumentError, match="that took longer than 0 seconds") as caught:
        reader.check_bank(small)
    assert caught.value.hint == "The sound is as it was."


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
@pytest.mark.parametrize(
    ("signed", "told"),
    # Of a faulty bank; of a system without memory, of a failing disk, of whoever stops it.
    [
        ("SIGSEGV", "is not used: it ended the process that tried it"),
        ("SIGABRT", "is not used: it ended the process that tried it"),
        ("SIGKILL", "could not be tried: the process that tried it was ended"),
        ("SIGBUS", "could not be tried: the process that tried it was ended"),
    ],
)
def test_how_the_process_that_tries_a_bank_ends_is_told(
    reader: PieceReader, small: Path, monkeypatch: pytest.MonkeyPatch, signed: str, told: str
) -> None:
    class Signalled(Child):
        def send(self, command: Command) -> None:
            os.kill(self.pid, getattr(signal, signed))
            super().send(command)

    monkeypatch.setattr(opening, "Child", Signalled)
    with pytest.raises(DocumentError, match=told):
        reader.check_bank(small)


def test_standing_by_waits_for_nobody_who_asks(reader: PieceReader) -> None:
    with reader._asking:
        standing_by = threading.Thread(target=reader.stand_by)
        standing_by.start()
        standing_by.join(10.0)
        assert not standing_by.is_alive()
        assert reader._child is None


@pytest.mark.slow
def test_a_reader_that_waits_for_days_piles_no_heartbeats_up(reader: PieceReader) -> None:
    reader.stand_by()
    with Child("reader") as other:
        for _ in range(3):
            wait_for(other, Alive)
    said = iter(lambda: reader._child.next_event(0.0), None)
    assert not [event for event in said if isinstance(event, Alive)]
