"""Whether a tempo is heard: figures in beats, and a classifier that finds what was put there."""

import json
from pathlib import Path

import numpy as np
import pytest

from benchmarks.__main__ import main
from benchmarks.measures.tempo_heard import (
    FAST,
    SLOW,
    Prompted,
    at_tempo,
    figures,
    figures_of,
    spread,
)
from engine.errors import EmptyMusicError
from engine.music.score import Note, Score, Tempo, Track
from engine.music.time import TempoMap
from engine.paths import demo_pieces

EIGHTHS = tuple(Note(tick, 60 + tick // 480, 240) for tick in range(0, 1920, 240))


def test_figures_are_of_beats() -> None:
    notes = [(False, note) for note in EIGHTHS] + [(True, Note(0, 36, 480))]
    found = figures_of(notes, quarter=480, bars=1)
    assert (found["notes"], found["drums"], found["pitch"]) == (9, 1, 61.5)
    assert found["on_halves"] == found["on_quarters"] == 1.0
    assert found["on_beats"] == 5 / 9
    assert found["length"] == pytest.approx((8 * 0.5 + 1) / 9)
    # The same music on another grid.
    fine = [(drum, Note(2 * n.start, n.pitch, 2 * n.duration)) for drum, n in notes]
    assert figures_of(fine, quarter=960, bars=1) == found
    assert figures_of([], quarter=480, bars=2) == {"notes": 0, "drums": 0}


def test_a_prompt_has_one_tempo_and_the_same_notes() -> None:
    score = Score(tracks=(Track(notes=EIGHTHS),), tempos=(Tempo(0, 90), Tempo(960, 95)))
    song = Prompted(name="a", score=score, boundary=960, place=3)
    slow, fast = song.at(spread(SLOW, 3)).score, song.at(spread(FAST, 3)).score
    assert slow.tracks == fast.tracks
    assert slow.note_count == 4
    for one, (low, high) in ((slow, SLOW), (fast, FAST)):
        assert low <= TempoMap.of(one).bpm_at(0) == TempoMap.of(one).bpm_at(960) <= high
    assert at_tempo(score, 90).tempos == (Tempo(0, 90),)
    assert {spread(SLOW, place) for place in range(99)} == set(map(float, range(60, 76)))


def test_a_difference_that_is_there_is_told_and_noise_is_not() -> None:
    rng = np.random.default_rng(1)

    def records(gap: float) -> list[dict[str, object]]:
        draws = rng.normal(size=(30, 2))
        return [
            {
                "gained": 3.0,
                "notes": 10,
                "slow": {"notes": 10 + slow, "length": 1.0},
                "fast": {"notes": 10 + fast - gap, "length": 1.0},
            }
            for slow, fast in draws
        ]

    there = figures(records(6.0))
    assert there["told"] > 0.95
    assert there["notes_fast_to_slow"][2] < 0.6
    assert there["own_tempo_gains"] == [0.3, 0.3, 0.3]
    noise = figures(records(0.0))
    assert noise["from"] < 0.5 < noise["to"] + 0.2
    with pytest.raises(EmptyMusicError, match="fewer than 5"):
        figures(records(1.0)[:4])


@pytest.mark.slow
def test_songs_are_read_and_continued_at_both_tempos(
    small_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "records.json"
    words = [str(small_folder), f"demo={demo_pieces()}", "--split", "all", "--songs", "5"]
    options = ["--alternatives", "1", "--bars", "1", "--out", str(out), "--json"]
    assert main(["tempo", *words, *options]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["songs"] == 5
    records = json.loads(out.read_text())
    assert all(each["slow"]["notes"] >= 0 and each["notes"] > 0 for each in records)
