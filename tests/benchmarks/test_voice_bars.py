"""Tunes of scores as if sung, and how their bars are judged."""

import json
from pathlib import Path

import numpy as np
import pytest

from benchmarks.__main__ import main
from benchmarks.measures.voice_bars import fitted, judged_lines, meter_of
from benchmarks.sung_tunes import sung
from engine.beats.finding import hear_beats
from engine.beats.one_voice import weighed
from engine.midi.file.midifile import write_midi
from engine.values.score import Note, Score, TimeSignature, Track

# Quarters of each bar, after an upbeat of one.
_RHYTHMS = ([2.0, 1.0], [1.0, 1.0, 1.0], [2.0, 0.5, 0.5], [3.0])


def waltz(*, chords: bool = False) -> Score:
    """Return a tune in 3/4; the upbeat is the last quarter of the first bar."""
    lengths = [1.0, *(each for bar in range(16) for each in _RHYTHMS[bar % 4])]
    starts = 2.0 + np.cumsum([0.0, *lengths[:-1]])
    notes = [
        Note(int(480 * start), 60 + (5 * number) % 12, int(480 * length))
        for number, (start, length) in enumerate(zip(starts, lengths, strict=True))
    ]
    notes += [Note(note.start, note.pitch + 4, note.duration) for note in notes if chords]
    track = Track(notes=tuple(sorted(notes)))
    return Score(tracks=(track,), time_signatures=(TimeSignature(0, 3, 4),))


def test_a_sung_tune_keeps_the_bar_lines_of_its_score() -> None:
    tune = sung(waltz(), np.random.default_rng(1))
    assert tune is not None
    assert tune.signature == (3, 4)
    bars_s = np.diff(tune.lines_s)
    assert bars_s == pytest.approx(np.median(bars_s), rel=0.2)
    # The upbeat is a third of a bar, and a note begins on nearly each line.
    upbeat_s = tune.lines_s[0] - tune.notes.start_s[0]
    assert upbeat_s == pytest.approx(bars_s[0] / 3, abs=0.15)
    away_s = np.abs(tune.lines_s[:-1, None] - tune.notes.start_s).min(axis=1)
    assert np.mean(away_s < 0.12) > 0.8
    assert np.all(tune.notes.end_s[:-1] <= tune.notes.start_s[1:])
    assert sung(waltz(chords=True), np.random.default_rng(1)) is None


def test_double_bars_are_half_right() -> None:
    tune = sung(waltz(), np.random.default_rng(1))
    assert tune is not None
    assert judged_lines(tune.lines_s, tune) == (1.0, 1.0)
    f, lenient = judged_lines(tune.lines_s[::2], tune)
    assert f < 0.8 < lenient
    assert [meter_of(each) for each in ((6, 8), (9, 8), (3, 8), (2, 2), (4, 4))] == [
        *((2, 3), (3, 3), (3, 2), (2, 2), (4, 2))
    ]


def test_fitted_weights_prefer_right_bars() -> None:
    tune = sung(waltz(), np.random.default_rng(1))
    assert tune is not None
    heard = hear_beats(tune.notes)
    assert heard is not None
    weights = fitted([tune])
    best, _ = max(weighed(tune.notes, heard.logits), key=lambda each: each[1][:-1] @ weights)
    assert judged_lines(best.seconds[best.down], tune)[0] > 0.8
    assert not best.triple


def test_the_command_judges_songs_that_the_network_did_not_learn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("tunes/train", "openhymnal/train"):
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / "waltz.mid").write_bytes(write_midi(waltz()))
    unheard, learned = str(tmp_path / "tunes"), str(tmp_path / "openhymnal")
    assert main(["voice-bars", unheard, "--split", "all", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["all"] == figures["3/4"]
    assert figures["all"]["tunes"] == 1
    assert main(["voice-bars", learned, "--split", "all"]) == 1
    assert "No song here begins with one voice." in capsys.readouterr().err
    assert main(["voice-bars", unheard, "--split", "judge", "--fit"]) == 1
    assert "‘choose’ alone" in capsys.readouterr().err
