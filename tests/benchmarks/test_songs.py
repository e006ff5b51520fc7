"""Songs are said in one way: by collection, capped, in the order of their hashes, of one split."""

import hashlib
from pathlib import Path

import pytest

from benchmarks.quality.statistics import FEWEST, mean_of, ratio_of
from benchmarks.songs import HALVES, first_files, first_songs, half_of, song_files
from engine.ground.errors import SegueError
from engine.midi.file.midifile import write_midi
from engine.values.score import Note, Score, Track


def song(pitch: int) -> bytes:
    return write_midi(Score(tracks=(Track(notes=(Note(0, pitch, 480),)),)))


@pytest.fixture
def folders(tmp_path: Path) -> dict[str, list[Path]]:
    """Two collections; one of two folders that share a song, and has a file that is no music."""
    places = {"low": ["a", "b"], "high": ["c"]}
    for number, name in enumerate(("a", "b", "c")):
        (tmp_path / name).mkdir()
        for pitch in range(6):
            data = song(20 + 30 * (name == "c") + 4 * number + pitch)
            (tmp_path / name / f"{pitch}.mid").write_bytes(data)
    (tmp_path / "b" / "same.MID").write_bytes((tmp_path / "a" / "0.mid").read_bytes())
    (tmp_path / "b" / "page.musicxml").write_text("<score-partwise/>")
    (tmp_path / "a" / "broken.mid").write_bytes(b"no music")
    return {name: [tmp_path / each for each in folders] for name, folders in places.items()}


def test_halves_are_all_and_share_nothing(folders: dict[str, list[Path]]) -> None:
    every = {(file.collection, file.sha256) for file in song_files(folders, split="all")}
    halves = [
        {(file.collection, file.sha256) for file in song_files(folders, split=half)}
        for half in HALVES
    ]
    assert halves[0] | halves[1] == every
    assert not halves[0] & halves[1]
    for file in song_files(folders, split="judge"):
        assert half_of(file.path.read_bytes()) == "judge"


def test_each_music_stands_once_in_a_collection_by_its_hash(
    folders: dict[str, list[Path]],
) -> None:
    files = [file for file in song_files(folders, split="all") if file.collection == "low"]
    hashes = [file.sha256 for file in files]
    assert hashes == sorted(set(hashes))
    for file in files:
        assert file.sha256 == hashlib.sha256(file.path.read_bytes()).hexdigest()
    assert sum(path.read_bytes() == song(20) for path in (f.path for f in files)) == 1


def test_a_larger_cap_begins_with_the_same_files(folders: dict[str, list[Path]]) -> None:
    few = [file.name for file in first_files(folders, split="all", count=2)]
    more = [file.name for file in first_files(folders, split="all", count=4)]
    assert [name.partition("/")[0] for name in few] == ["low"] * 2 + ["high"] * 2
    assert (few[:2], few[2:]) == (more[:2], more[4:6])
    pages = first_files(folders, split="all", count=0, suffixes=(".musicxml",))
    assert [file.path.name for file in pages] == ["page.musicxml"]


def test_what_is_passed_over_does_not_count(folders: dict[str, list[Path]]) -> None:
    read = list(first_songs(folders, lambda file, _: file.name, split="all", count=0))
    assert "low/broken" not in read
    asked: list[str] = []

    def every_other(file: object, score: Score) -> int | None:
        pitch = score.tracks[0].notes[0].pitch
        asked.append(str(file))
        if pitch % 4 == 0:
            raise SegueError("It is of no use.")
        return pitch if pitch % 2 else None

    taken = list(first_songs(folders, every_other, split="all", count=2))
    assert len(taken) == 4
    assert all(pitch % 2 for pitch in taken)
    # No more are read than are needed.
    assert len(asked) < len(read)


def test_a_ratio_is_that_of_the_sums_and_has_bounds_of_enough_songs() -> None:
    nats, notes = [10.0, 20.0, 90.0, 40.0, 40.0], [10, 10, 30, 20, 30]
    found = ratio_of(nats, notes)
    assert found.value == pytest.approx(2.0)
    assert found.low < found.value < found.high
    # Every song alike: there is nothing to doubt.
    alike = ratio_of([2.0 * each for each in notes], notes)
    assert (alike.low, alike.value, alike.high) == pytest.approx((2.0, 2.0, 2.0))
    assert ratio_of(nats, [1] * 5).value == pytest.approx(mean_of(nats).value)
    few = ratio_of(nats[: FEWEST - 1], notes[: FEWEST - 1])
    assert (few.low, few.high) == (-float("inf"), float("inf"))
