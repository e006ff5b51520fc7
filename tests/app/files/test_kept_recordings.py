"""A recording in the piece: kept, saved, opened, undone, deleted, damaged."""

import zipfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
import soundfile

from app.files.document_files import Files
from app.files.journal import line_of, replayed
from app.files.kept_recordings import KeptRecordings
from app.files.read_threads import ReadThreads
from app.state.document import Document
from engine.ground.errors import DocumentError
from engine.piece import composition_file
from engine.piece.composition import Composition
from engine.piece.composition_file import (
    from_bytes,
    sound_in,
    to_bytes,
    to_bytes_at_once,
    to_document,
)
from engine.piece.kept_recording import KeptRecording, KeptSounds, name_of
from engine.playback.files.kept_sound import is_sound, kept_sound
from engine.values.score import Score, Track
from tests.app.doubles import piece

if TYPE_CHECKING:
    from engine.values.hearing import Recording


def sung(path: Path, seconds: float, *, rate: int = 48_000, sides: int = 1) -> Path:
    """Write a voice of many partials over some noise."""
    at_s = np.arange(round(seconds * rate)) / rate
    turns = np.cumsum(220 * 2 ** (np.floor(2 * at_s) % 12 / 12)) / rate
    voice = sum(np.sin(2 * np.pi * k * turns) / k for k in range(1, 20)) * 0.2
    voice += np.random.default_rng(1).normal(size=len(voice)) * 0.005
    soundfile.write(path, np.stack([voice] * sides, axis=1), rate)
    return path


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return kept_sound(sung(tmp_path_factory.mktemp("sound") / "a.wav", 0.2))[0]


def with_recording(sound: bytes, **where: float) -> Composition:
    kept = KeptRecording(sound=name_of(sound), seconds=1.0, **where)
    return replace(Composition.of(piece(tracks=2)), recording=kept)


class Reader:
    """What the reader process answers, without one."""

    def __init__(self, sounds: KeptSounds) -> None:
        self.sounds = sounds

    def sound_to_keep(self, path: Path) -> tuple[bytes, float]:
        return kept_sound(path)

    def piece(self, data: bytes, *, name: str) -> Composition:
        made = from_bytes(data, name=name)
        if sound := sound_in(data, made):
            self.sounds.put(sound)
        return made


@pytest.fixture
def recordings(document: Document, outside: ReadThreads, files: Files) -> KeptRecordings:
    files._reader = reader = Reader(files._sounds)
    return KeptRecordings(document, outside, reader, files._sounds)


def test_a_tune_of_three_minutes_takes_less_than_three_megabytes(tmp_path: Path) -> None:
    made, seconds = kept_sound(sung(tmp_path / "a.wav", 1.5, sides=2))
    assert (seconds, is_sound(made)) == (1.5, True)
    assert len(made) * 120 < 3_000_000


def test_a_kept_recording_is_saved_and_heard_again(
    document: Document, files: Files, recordings: KeptRecordings, qtbot, tmp_path: Path
) -> None:
    heard: list[Recording | None] = []
    recordings.changed.connect(heard.append)
    source, target = sung(tmp_path / "a.wav", 0.5), tmp_path / "b.segue"
    recordings.keep(source, begins_s=-0.25, track=0)
    qtbot.waitUntil(lambda: recordings.kept is not None, timeout=60_000)
    assert document.undo_name == "Keep the recording"
    files.save(target)
    qtbot.waitUntil(lambda: not document.dirty, timeout=60_000)
    kept = recordings.kept
    document.new()
    assert (recordings.kept, heard[-1]) == (None, None)
    for file in tmp_path.glob("sounds/*"):
        file.unlink()
    files.open(target)
    qtbot.waitUntil(lambda: recordings.kept is not None, timeout=60_000)
    assert recordings.kept == kept
    assert heard[-1] is not None
    assert heard[-1].begins_s == -0.25
    assert soundfile.info(heard[-1].file).duration == pytest.approx(0.5, abs=0.001)
    recordings.change(muted=True)
    assert heard[-1] is None
    recordings.delete()
    document.undo()
    document.undo()
    assert recordings.kept == kept
    recordings.keep(tmp_path / "none.wav", begins_s=0.0, track=0)
    with qtbot.waitSignal(recordings.failed, timeout=60_000) as said:
        pass
    assert "no longer there" in str(said.args[0])
    assert recordings.kept == kept


@pytest.mark.usefixtures("recordings")
@pytest.mark.parametrize("harm", [None, b"other", b"large" * 1000])
def test_a_damaged_recording_is_one_sentence_and_the_piece_opens(
    files: Files, qtbot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, harm: bytes | None
) -> None:
    monkeypatch.setattr(composition_file, "MOST_SOUND_BYTES", 4000)
    path, made = tmp_path / "a.segue", with_recording(b"large" * 1000)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("composition.json", to_document(made))
        if harm is not None:
            archive.writestr("recording.ogg", harm)
    said: list[str] = []
    files.noticed.connect(said.append)
    with qtbot.waitSignal(files.opened, timeout=60_000):
        files.open(path)
    assert said[-1] == "The recording in ‘a.segue’ is damaged; the piece is whole without it."
    assert files._document.composition == replace(made, recording=None)
    assert not files._document.dirty


def test_only_a_file_with_the_sound_says_that_there_is_one(sound: bytes) -> None:
    made = with_recording(sound, begins_s=1.5)
    assert from_bytes(to_bytes(made)).recording is None
    whole = to_bytes(made, sound=sound)
    assert from_bytes(whole) == made
    assert sound_in(whole, made) == sound
    assert len(whole) < len(to_bytes(made)) + len(sound) + 500
    # Autosave and journal have its name, not its sound.
    assert from_bytes(to_bytes_at_once(made)) == made
    assert len(to_bytes_at_once(made)) < 4000
    bare = replace(made, recording=None)
    for before, after in ((bare, made), (made, bare)):
        line = line_of(before, after)
        assert len(line) < 400
        assert replayed(before, [line]) == after


def test_a_recording_stays_with_its_track_and_its_seconds(sound: bytes) -> None:
    made = with_recording(sound, track=1, begins_s=2.0)
    assert made.of_tracks([1, 0]).recording == replace(made.recording, track=0)
    assert made.without_track(1).recording == replace(made.recording, track=None)
    assert made.with_score(Score(tracks=(Track(),))).recording.track is None
    text = to_bytes_at_once(replace(made, recording=replace(made.recording, track=7)))
    with pytest.raises(DocumentError, match="a track that is not there"):
        from_bytes(text)


@pytest.mark.parametrize("data", [b"", b"OggS" + bytes(500), b"RIFF" * 99])
def test_what_is_no_ogg_is_no_sound(data: bytes) -> None:
    assert not is_sound(data)


def test_a_sound_of_a_piece_is_kept_once_and_not_for_ever(tmp_path: Path, sound: bytes) -> None:
    now = [1e9]
    sounds = KeptSounds(tmp_path, now=lambda: now[0])
    assert sounds.put(sound) == sounds.put(sound) == name_of(sound)
    sounds.path(name_of(sound)).write_bytes(b"other")
    assert not sounds.has(name_of(sound))
    sounds.put(sound)
    now[0] = 4e9
    sounds.put(sound + b"x")
    assert (sounds.has(name_of(sound)), sounds.has(name_of(sound + b"x"))) == (False, True)
