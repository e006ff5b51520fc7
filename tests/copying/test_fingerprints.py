"""Windows, their store, looking up, and the guard that a run never slips past."""

import random
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from engine.copying.fingerprints import Fingerprints
from engine.copying.guard import CopyGuard
from engine.copying.prints import PrintStore
from engine.copying.windows import WINDOW, SongWindows, windows_of_score
from engine.ground.errors import LibraryError
from engine.library.facts import examine
from engine.midi.file.midifile import write_midi
from engine.values.score import Note, Score, Track


def melody(seed: int, length: int = 60, *, transpose: int = 0) -> Score:
    draw = random.Random(seed)  # noqa: S311 - not a secret
    tick, notes = 0, []
    for _ in range(length):
        notes.append(Note(tick, draw.randint(48, 72) + transpose, 120))
        tick += draw.choice([0, 120, 240, 360])
    return Score(tracks=(Track().with_notes(notes),))


def test_a_copied_passage_is_told_with_song_bar_and_length() -> None:
    known = Fingerprints([("a", melody(1)), ("b", melody(2))])
    copied = melody(2, transpose=3).tracks[0].notes[30:50]
    found = known.look_up(Score(tracks=(Track(), Track(notes=copied))))
    (passage,) = found.passages
    assert (passage.track, passage.song, passage.notes) == (1, "b", 20)
    assert passage.bar == 1 + melody(2).tracks[0].notes[30].start // 1920
    assert found.longest == 20
    assert found.copied == 1.0


def test_a_theme_of_the_piece_itself_is_no_copy_whatever_song_has_it() -> None:
    known = Fingerprints([("a", melody(1))])
    notes = melody(1, transpose=-2).tracks[0].notes
    made, own = Score(tracks=(Track(notes=notes[:40]),)), Score(tracks=(Track(notes=notes[:30]),))
    assert known.look_up(made).longest == 40
    found = known.look_up(made, own=own)
    # What the piece does not have yet is one: the windows that go beyond its last note.
    assert (found.windows, len(found.matches)) == (10, 10)
    assert known.look_up(own, own=own).windows == 0


def test_windows_are_packed_without_loss_and_rubbish_is_no_window() -> None:
    windows = windows_of_score(melody(3))
    again = SongWindows.unpacked(windows.packed() + b"xyz")
    assert again.hashes.tolist() == windows.hashes.tolist()
    assert again.bars.tolist() == windows.bars.tolist()
    assert len(windows) == 60 - WINDOW + 1


def test_what_an_import_makes_is_what_a_score_has() -> None:
    score = replace(
        melody(4),
        tracks=(
            *melody(4).tracks,
            Track(program=40).with_notes(melody(5).tracks[0].notes),
            Track(is_drum=True).with_notes(melody(6).tracks[0].notes),
        ),
    )
    imported = SongWindows.unpacked(examine(write_midi(score)).windows)
    assert imported.hashes.tolist() == windows_of_score(score).hashes.tolist()
    assert imported.bars.tolist() == windows_of_score(score).bars.tolist()


def test_prints_are_kept_by_content_and_survive_damage(tmp_path: Path) -> None:
    path = tmp_path / "prints.sqlite"
    packed = windows_of_score(melody(1)).packed()
    with PrintStore(path) as store:
        store.add([(b"1", "one", packed), (b"2", "two", b"")])
        assert store.known([b"1", b"3"]) == {b"1"}
        ((name, windows),) = store.songs([b"1", b"9"])
        assert (name, windows.packed()) == ("one", packed)
    path.write_bytes(b"no database at all" * 99)
    with PrintStore(path) as store:
        assert store.known([b"1"]) == set()
    assert list(tmp_path.glob("prints.sqlite.damaged-*"))


def test_a_store_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    with PrintStore(tmp_path / "p.sqlite") as store:
        other = sqlite3.connect(tmp_path / "p.sqlite")
        other.execute("DROP TABLE prints")
        other.commit()
        other.close()
        with pytest.raises(LibraryError, match="fingerprints of your songs"):
            store.add([(b"1", "one", b"")])


@pytest.mark.parametrize("longest", [15, 16, 20, 31])
@pytest.mark.parametrize("order", ["as written", "chords in any order"])
def test_no_run_longer_than_allowed_ever_gets_past_the_guard(longest: int, order: str) -> None:
    song = melody(7, 80)
    known = Fingerprints([("song", song)])
    guard = CopyGuard(known, longest=longest, ticks_per_quarter=480)
    # What copies as hard as it can: the song's own notes, chords in any order, else a step aside.
    notes = list(song.tracks[0].notes)
    if order != "as written":
        draw = random.Random(1)  # noqa: S311 - not a secret
        notes.sort(key=lambda note: (note.start, draw.random()))
    made: list[Note] = []
    for note in notes:
        for pitch in (note.pitch, note.pitch + 1, note.pitch + 2, note.pitch - 1):
            if guard.allows(track=0, start=note.start, pitch=pitch):
                guard.add(track=0, start=note.start, pitch=pitch)
                made.append(replace(note, pitch=pitch))
                break
    assert len(made) == len(notes)
    found = known.look_up(Score(tracks=(Track().with_notes(made),)))
    assert found.longest <= longest
    if longest > 15:
        assert found.longest == longest
    whole = known.look_up(song)
    assert whole.longest == 80


def test_a_guard_shorter_than_a_window_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 15"):
        CopyGuard(Fingerprints(), longest=14, ticks_per_quarter=480)


def test_damaged_fingerprints_are_put_aside(tmp_path: Path) -> None:
    path = tmp_path / "prints.sqlite"
    path.write_bytes(b"no database at all" * 100)
    with PrintStore(path) as prints:
        assert prints.known([b"a"]) == set()
    assert len(list(tmp_path.glob("prints.sqlite.damaged-*"))) == 1
