"""What a style changes: figures of a hand, how far they lie from others, and a run to its end."""

import random
from pathlib import Path

import pytest

from benchmarks.__main__ import main
from benchmarks.evaluation.passages import Passage
from benchmarks.measures.styles import distances, manner
from engine.midi.file.midifile import write_midi
from engine.values.score import Note, Score, Track
from tests.generation.conftest import make_model

QUARTER = 480
BAR = 4 * QUARTER


def quarters(bars: int, *, velocity: int = 80, drum: bool = False) -> Score:
    notes = tuple(Note(n * QUARTER, 60 + n % 2, QUARTER, velocity) for n in range(4 * bars))
    return Score(tracks=(Track(notes=notes, is_drum=drum),))


def test_the_manner_of_quarters_is_told_in_figures() -> None:
    found = manner(Passage(score=quarters(24), begin=0, start=8 * BAR, end=24 * BAR))
    for name in ("notes a quarter", "onsets a quarter", "on an eighth", "sounding", "steps"):
        assert found[name] == pytest.approx(1.0), name
    assert found["length, octaves"] == pytest.approx(0.0)
    assert found["pitch"] == pytest.approx(60.5)
    assert found["spread of pitch"] == pytest.approx(0.5)
    assert (found["velocity"], found["spread of velocity"]) == (80, 0)
    assert found["same note"] == 0


def test_drums_alone_have_no_manner() -> None:
    score = quarters(24, drum=True)
    assert manner(Passage(score=score, begin=0, start=8 * BAR, end=24 * BAR)) == {}


def test_a_distance_is_in_deviations_and_asked_where_songs_differ() -> None:
    made, goal = {"pitch": 66.0, "steps": 0.5, "run": 3.0}, {"pitch": 60.0, "steps": 0.5}
    assert distances(made, goal, {"pitch": 3.0, "steps": 0.0}) == {"pitch": 2.0}


@pytest.mark.slow
def test_a_style_of_two_pieces_is_measured_on_another(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model = make_model(tmp_path / "model")
    songs = tmp_path / "songs"
    songs.mkdir()
    for number in range(3):
        draw = random.Random(number)  # noqa: S311 - songs, not secrets
        notes = tuple(Note(t, draw.choice((60, 64, 67)), 480) for t in range(0, 26 * BAR, 480))
        data = write_midi(Score(tracks=(Track(notes=notes),)))
        (songs / f"{number}.mid").write_bytes(data)
    few = ["--pieces", "2", "--kept", "2", "--drawn", "1", "--draws", "1", "--seconds", "0.1"]
    few += ["--split", "all"]
    assert main(["style", str(model), f"hand={songs}", *few]) == 0
    said = capsys.readouterr().out
    assert "hand" in said
    assert "copied with the style: 0 of" in said
    assert main(["style", str(model), f"hand={songs}", "--pieces", "3"]) == 1
    assert "no song of ‘hand’ beside the first 10" in capsys.readouterr().err
