"""Beats are found in played music, and none where there is no steady beat."""

import os
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from benchmarks.measures.beats import Annotated, asap, f_measure, pop909
from engine.beats.features import WIDTH, features_of
from engine.beats.finding import find_beats
from engine.beats.network import BLOCKS, BeatNetwork
from engine.beats.notes import PlayedNotes, notes_of
from engine.ground.errors import ModelFileError
from engine.values.score import Note, Score, Tempo, Track
from tests.beats.playing import free_onsets, played, waltz


@pytest.mark.parametrize("slow_down", [0.0, 0.4, -0.3])
def test_the_beats_of_a_waltz_are_found(slow_down: float) -> None:
    notes, beats = waltz(slow_down=slow_down)
    found = find_beats(notes)
    assert found is not None
    assert f_measure(found.seconds, beats) > 0.9
    assert f_measure(found.seconds[found.down], beats[::3]) > 0.8
    assert (np.diff(found.seconds) > 0.05).all()


def _without_a_beat() -> Iterator[tuple[str, PlayedNotes]]:
    random = np.random.default_rng(7)
    yield "recitative", played(free_onsets(random), 60 + np.arange(200) % 12)
    yield "dice", played(np.cumsum(random.exponential(0.35, 300)), random.integers(48, 80, 300))
    yield "a held chord of a minute", played(np.zeros(20), np.arange(48, 68), length_s=60.0)
    yield "ten notes", played(np.arange(10) // 2 * 0.5, 60 + np.arange(10) % 2)
    yield "seven sung", played(np.arange(7) * 0.5, np.full(7, 60))
    yield "nothing", played(np.zeros(0), np.zeros(0))
    yield "hours of silence", played(np.append(np.arange(20) * 0.5, 4e4), np.full(21, 60))


@pytest.mark.parametrize(("name", "notes"), list(_without_a_beat()))
def test_there_is_no_steady_beat(name: str, notes: PlayedNotes) -> None:
    assert find_beats(notes) is None, name


def test_notes_of_a_score_are_in_seconds_and_in_order() -> None:
    score = Score(
        tracks=(
            Track(notes=(Note(480, 60, 240, 80), Note(960, 62, 240, 81))),
            Track(is_drum=True, notes=(Note(0, 36, 120, 100),)),
        ),
        tempos=(Tempo(0, 60.0), Tempo(480, 120.0)),
    )
    notes = notes_of(score)
    assert notes.start_s.tolist() == [0.0, 1.0, 1.5]
    assert notes.end_s.tolist() == [0.25, 1.25, 1.75]
    assert notes.drum.tolist() == [True, False, False]
    assert len(notes_of(Score())) == 0


def test_the_network_in_numpy_is_the_one_that_was_trained() -> None:
    torch = pytest.importorskip("torch")
    random = np.random.default_rng(3)
    channels = 8
    shapes = {
        "in.weight": (channels, WIDTH),
        "in.bias": (channels,),
        "out.weight": (3, channels),
        "out.bias": (3,),
    }
    for block in range(BLOCKS):
        shapes |= {
            f"{block}.weight": (channels, channels, 5),
            f"{block}.bias": (channels,),
            f"{block}.mix.weight": (channels, channels),
            f"{block}.mix.bias": (channels,),
        }
    weights = {
        name: random.normal(0, 0.2, shape).astype(np.float32) for name, shape in shapes.items()
    }
    notes, _ = waltz()
    features = features_of(notes, seconds_s=20.0)
    tensors = {name: torch.from_numpy(value) for name, value in weights.items()}
    functional = torch.nn.functional
    hidden = functional.elu(
        functional.linear(torch.from_numpy(features), tensors["in.weight"], tensors["in.bias"])
    )
    for block in range(BLOCKS):
        heard = functional.conv1d(
            hidden.T[None],
            tensors[f"{block}.weight"],
            tensors[f"{block}.bias"],
            dilation=2**block,
            padding=2 ** (block + 1),
        )[0].T
        mix = tensors[f"{block}.mix.weight"], tensors[f"{block}.mix.bias"]
        hidden = hidden + functional.linear(functional.elu(heard), *mix)
    wanted = functional.linear(hidden, tensors["out.weight"], tensors["out.bias"]).numpy()
    assert np.abs(BeatNetwork(weights).logits(features) - wanted).max() < 1e-3


def test_damaged_weights_are_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "beats.safetensors"
    path.write_bytes(b"not weights")
    with pytest.raises(ModelFileError, match=r"beats\.safetensors"):
        BeatNetwork.load(path)
    with pytest.raises(ModelFileError, match=r"beats\.safetensors"):
        BeatNetwork.load(tmp_path / "missing" / "beats.safetensors")


def _mean(songs: Iterator[Annotated]) -> tuple[float, float]:
    rows = []
    for song in songs:
        found = find_beats(song.notes)
        if found is None:
            rows.append((0.0, 0.0))
        else:
            down = found.seconds[found.down]
            rows.append((f_measure(found.seconds, song.beats), f_measure(down, song.down)))
    beats, down = np.array(rows).mean(axis=0)
    return float(beats), float(down)


@pytest.mark.slow
@pytest.mark.skipif("SEGUE_TEST_DATA" not in os.environ, reason="needs the annotated songs")
def test_figures_on_songs_that_chose_nothing(test_data: Path) -> None:
    """Floors below the figures of experiment 2026-11-26-beats."""
    beats, down = _mean(pop909(test_data / "music" / "pop909", "test"))
    assert beats > 0.78
    assert down > 0.58
    beats, down = _mean(asap(test_data / "asap_eval", judged=True))
    assert beats > 0.47
    assert down > 0.28
