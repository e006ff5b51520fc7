"""How often parts come in and fall silent in songs: counted, and fitted over songs."""

import json

import pytest

from benchmarks.harness import run
from benchmarks.quality.entrances import fitted, turns_of
from benchmarks.registry import benchmark_named
from engine.ground.errors import SegueError
from engine.midi.file.midifile import write_midi
from engine.values.score import Note, Score, Track

BAR = 4 * 480


def band() -> Score:
    tune = tuple(Note(beat * 480, 60, 480) for beat in range(4 * 8 * 4))
    return Score(tracks=(Track(notes=tune), Track(notes=tune[32:64], program=33)))


def test_one_part_says_nothing_and_two_say_where_phrases_begin() -> None:
    assert turns_of(Score(tracks=band().tracks[:1])) is None
    turns = turns_of(band())
    assert turns.stays == (3, 1)
    assert turns.enters == (1, 0)


def test_songs_that_differ_have_a_weaker_chance_than_songs_that_agree() -> None:
    agree, differ = fitted([(9, 3)] * 20), fitted([(12, 0)] * 15 + [(0, 12)] * 5)
    for chance in (agree, differ):
        assert chance.yes / (chance.yes + chance.no) == pytest.approx(0.75, abs=0.06)
    assert sum(agree) > 10
    assert sum(differ) < 2
    with pytest.raises(SegueError, match="phrases"):
        fitted([(1, 1)])


def test_it_runs_on_a_folder(tmp_path, capsys) -> None:
    beats = band().tracks[0].notes
    for number in range(3):
        late = Track(notes=beats[32 * (1 + number) :], program=40)
        back = Track(notes=(*beats[:32], *beats[96 - number :]), program=50)
        song = Score(tracks=(*band().tracks, *[late] * 4, *[back] * 4))
        (tmp_path / f"{number}.mid").write_bytes(write_midi(song))
    argv = [str(tmp_path), "--split", "all", "--json"]
    assert run("entrances", benchmark_named("entrances"), argv, says="") == 0
    said = json.loads(capsys.readouterr().out)
    assert said["songs"] == 3
    assert all(said[name]["yes"] > 0 for name in ("stays", "returns", "enters"))
