"""Keys that files say are known, and excerpts are what their names say."""

from pathlib import Path

import pytest

from benchmarks.measures.keys import correlating, keyed_song, tune_of
from benchmarks.songs import SongFile
from engine.harmony.keys import Key
from engine.values.score import KeySignature, Note, Score, Track

BAR = 1920
TUNE = tuple(Note(beat * 480, 60 + step, 480) for beat, step in enumerate((0, 2, 4, 5) * 16))


def song(bass: int, fifths: int = 0) -> Score:
    """Return sixteen bars of a tune over a held note that is struck in each bar."""
    held = tuple(Note(bar * BAR, bass, BAR) for bar in range(16))
    return Score(
        tracks=(Track(notes=TUNE), Track(notes=held)), key_signatures=(KeySignature(0, fifths),)
    )


def file_at(path: Path) -> SongFile:
    return SongFile(path=path, collection="made", sha256="0")


@pytest.mark.parametrize(
    ("bass", "fifths", "key"),
    [(48, 0, Key(0)), (45, 0, Key(9, minor=True)), (43, 0, None), (43, 1, Key(7))],
)
def test_the_last_bass_says_the_mode_of_a_signature(
    bass: int, fifths: int, key: Key | None, tmp_path: Path
) -> None:
    found = keyed_song(file_at(tmp_path / "train" / "song.mid"), song(bass, fifths))
    assert (found.key if found else None) == key


def test_a_key_beside_the_file_holds_for_all_of_it_or_not_at_all(tmp_path: Path) -> None:
    (tmp_path / "keys").mkdir()
    said = tmp_path / "keys" / "song.txt"
    said.write_text("0.0\t9.0\tBb:min\n")
    file = file_at(tmp_path / "train" / "song.mid")
    found = keyed_song(file, song(48))
    assert found is not None
    assert found.key == Key(10, minor=True)
    said.write_text("0.0\t4.0\tC:maj\n4.0\t9.0\tF:maj\n")
    assert keyed_song(file, Score(tracks=song(48).tracks)) is None


def test_excerpts_are_cut_at_bar_lines(tmp_path: Path) -> None:
    found = keyed_song(file_at(tmp_path / "train" / "song.mid"), song(48))
    assert found is not None
    assert found.excerpts["first 4 bars, tune"] == TUNE[:16]
    assert found.excerpts["middle 4 bars, tune"] == TUNE[32:48]
    assert found.excerpts["first 8 notes, tune"] == TUNE[:8]
    assert len(found.excerpts["first 4 bars, all"]) == 20
    assert len(found.excerpts["whole, all"]) == 80


def test_the_tune_is_the_highest_notes_where_no_part_is_one_voice() -> None:
    chords = tuple(Note(bar * BAR, pitch, BAR) for bar in range(4) for pitch in (60, 64, 67))
    assert [note.pitch for note in tune_of(Score(tracks=(Track(notes=chords),)))] == [67] * 4


@pytest.mark.parametrize("name", ["Krumhansl", "Temperley", "Bellman", "Albrecht"])
def test_published_profiles_name_a_scale(name: str) -> None:
    scale = [Note(0, 60 + step, 1) for step in (3, 3, 3, 5, 7, 7, 8, 10, 10, 12, 14)]
    assert correlating(name)(scale) == Key(3)
