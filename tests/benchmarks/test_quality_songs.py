"""Songs are divided once, by their bytes, and what cannot be judged is passed over and counted."""

import random
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.quality.songs import find_songs, has_bars
from benchmarks.songs import folders_of, half_of
from engine.ground.errors import SegueError
from engine.midi.file.midifile import write_midi
from engine.values.score import Note, Score, Track

BAR = 4 * 480


def _song(bars: int, *, pitch: int = 60, jitter: int = 0) -> Score:
    rng = random.Random(pitch)  # noqa: S311 - music, no secret
    notes = tuple(
        Note(beat * 480 + (rng.randrange(jitter) if jitter else 0), pitch + beat % 5, 240)
        for beat in range(bars * 4)
    )
    return Score(tracks=(Track(notes=notes),))


def _written(folder: Path, songs: dict[str, Score]) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, score in songs.items():
        (folder / f"{name}.mid").write_bytes(write_midi(score))
    return folder


def _found(folders: dict[str, list[Path]], count: int = 99) -> dict[str, set[str]]:
    return {
        split: {song.sha256 for song in find_songs(folders, split=split, count=count).songs}
        for split in ("choose", "judge")
    }


def test_the_splits_are_disjoint_and_hold_every_song(tmp_path: Path) -> None:
    songs = {f"song {n}": _song(24, pitch=30 + n) for n in range(40)}
    folder = _written(tmp_path / "songs", songs)
    found = _found({"all": [folder]})
    assert not found["choose"] & found["judge"]
    assert len(found["choose"] | found["judge"]) == len(songs)
    assert min(map(len, found.values())) >= len(songs) // 5


def test_a_song_keeps_its_split_whatever_its_name_and_neighbours(tmp_path: Path) -> None:
    songs = {f"song {n}": _song(24, pitch=30 + n) for n in range(10)}
    alone = _found({"all": [_written(tmp_path / "few", songs)]})
    more = {f"other {n}": score for n, score in enumerate(songs.values())}
    more |= {f"new {n}": _song(32, pitch=60 + n) for n in range(10)}
    together = _found({"all": [_written(tmp_path / "more", more)]})
    for split, hashes in alone.items():
        assert hashes <= together[split]


def test_the_split_is_that_of_the_bytes() -> None:
    # SHA-256 of "a" begins with ca, of "b" with 3e, of "g" with cd: even, even, odd.
    assert [half_of(data) for data in (b"a", b"b", b"g")] == ["choose", "choose", "judge"]


def test_a_larger_cap_begins_with_the_same_songs(tmp_path: Path) -> None:
    songs = {f"song {n}": _song(48, pitch=30 + n) for n in range(20)}
    folders = {"all": [_written(tmp_path / "songs", songs)]}
    few = find_songs(folders, split="choose", count=3).songs
    many = find_songs(folders, split="choose", count=6).songs
    assert few == many[:3]


def test_each_collection_is_capped_and_prompts_alternate(tmp_path: Path) -> None:
    folders = {
        name: [_written(tmp_path / name, {f"{n}": _song(48, pitch=base + n) for n in range(count)})]
        for name, base, count in (("large", 20, 30), ("small", 70, 12))
    }
    songs = find_songs(folders, split="judge", count=3).songs
    assert [song.collection for song in songs] == ["large"] * 3 + ["small"] * 3
    assert [song.place for song in songs[:3]] == ["introduction", "middle", "introduction"]
    introduction, middle = songs[0], songs[1]
    assert (introduction.passage.begin, introduction.passage.start) == (0, 8 * BAR)
    assert introduction.since == 0
    assert middle.passage.start > 8 * BAR
    assert middle.passage.start - middle.since == 16 * BAR
    assert middle.passage.bars == introduction.passage.bars == 16


@pytest.mark.slow
def test_what_cannot_be_judged_is_counted(tmp_path: Path) -> None:
    songs = {f"short {n}": _song(20, pitch=30 + n) for n in range(8)}
    songs |= {f"free {n}": _song(30, pitch=40 + n, jitter=480) for n in range(8)}
    folder = _written(tmp_path / "songs", songs)
    (folder / "no music.mid").write_bytes(b"MThd and nothing")
    folders = {"all": [folder]}
    counts = [find_songs(folders, split=split, count=9).skipped for split in ("choose", "judge")]
    assert sum(each.get("too short", 0) for each in counts) == 8
    assert sum(each.get("without bars", 0) for each in counts) == 8
    assert sum(each.get("unreadable", 0) for each in counts) == 1
    assert not any(_found(folders).values())


def test_a_rest_of_sixteen_bars_is_no_music_to_judge_by(tmp_path: Path) -> None:
    score = _song(8)
    late = replace(
        score,
        tracks=tuple(track.adding([Note(40 * BAR, 60, 240)]) for track in score.tracks),
    )
    folders = {"all": [_written(tmp_path / "songs", {"rest": late})]}
    counts = [find_songs(folders, split=split, count=9).skipped for split in ("choose", "judge")]
    assert sum(each.get("silent", 0) for each in counts) == 1


def test_music_has_bars_and_a_free_performance_has_none() -> None:
    assert has_bars(_song(24))
    assert not has_bars(_song(24, jitter=480))
    triplets = tuple(Note(third * 160, 60, 80) for third in range(100))
    assert has_bars(Score(tracks=(Track(notes=triplets),)))


def test_folders_of_one_name_are_one_collection(tmp_path: Path) -> None:
    first, second = (tmp_path / "band" / name for name in ("valid", "test"))
    first.mkdir(parents=True)
    second.mkdir()
    assert folders_of([f"band={first}", f"band={second}"]) == {"band": [first, second]}
    assert folders_of([str(first)]) == {"band/valid": [first]}
    with pytest.raises(SegueError, match="no folder"):
        folders_of([f"band={tmp_path / 'nowhere'}"])


def test_the_ruler_is_steady_from_the_start_on(demo_songs) -> None:
    for song in demo_songs:
        assert all(tempo.tick <= song.passage.start for tempo in song.passage.score.tempos)


@pytest.mark.slow
def test_free_performances_of_real_pianists_get_the_bars_that_are_found(test_data: Path) -> None:
    folder = test_data / "music" / "giantmidi" / "train"
    counts = [
        find_songs({"piano": [folder]}, split=split, count=6) for split in ("choose", "judge")
    ]
    assert sum(len(each.songs) for each in counts) >= 10
