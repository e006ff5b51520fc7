"""`segue train` with each memory of the design: made, saved, shown, resumed, played."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from engine.cli.main import main
from engine.generation.model import LiveModel
from engine.ground.errors import TrainingError
from engine.ground.paths import user_paths
from engine.making.running import Making
from engine.messages import ExpertSettings, TrainingProgress, TrainModel
from engine.midi.file.midifile import read_midi, write_midi
from engine.model.description import read_card
from engine.training import presets
from engine.values.score import Note, Score, Track

BAR = 4 * 480
# Each kind: the options, the memory that the model then has, and what `segue models` says of it.
KINDS: dict[str, tuple[tuple[object, ...], dict[str, Any], str]] = {
    "vanilla": (
        ("--memory", 0, "--segment", 32),
        {"mem_len": 0, "compression": None},
        "no memory: sees 31 steps",
    ),
    "memory": (("--memory", 96), {"mem_len": 96, "compression": None}, "remembers 96 steps, "),
    "mean": (
        ("--memory", 24, "--compress", "mean_pool", "--compress-notes", 30, "--compress-rate", 3),
        {
            "mem_len": 24,
            "compression": {"length": 10, "rate": 3, "function": "mean_pool", "loss": "none"},
        },
        "remembers 24 steps and 30 older ones, 3 as one",
    ),
    "convolution": (
        ("--compress", "convolution", "--compress-loss", "auto_encoding"),
        {
            "mem_len": 256,
            "compression": {
                "length": 64,
                "rate": 4,
                "function": "convolution",
                "loss": "auto_encoding",
            },
        },
        "remembers 256 steps and 256 older ones, 4 as one",
    ),
    "most used": (
        ("--memory", 32, "--compress", "most_used", "--compress-rate", 2, "--joining", "pad"),
        {
            "mem_len": 32,
            "compression": {"length": 128, "rate": 2, "function": "most_used", "loss": "none"},
        },
        "remembers 32 steps and 256 older ones, 2 as one",
    ),
}


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    """A new model of two small layers, from little music, without giving way to other programs.

    Its sliders and its strengths are not measured (`test_train_measured.py`).
    """
    monkeypatch.setattr("engine.cli.train.give_way", lambda _nice: None)
    monkeypatch.setattr("engine.making.running.patience", lambda _run_s: 0.0)
    monkeypatch.setattr("engine.making.strengths.patience", lambda _run_s: 0.0)
    monkeypatch.setattr(presets, "MINIMUM_SCRATCH_TOKENS", 64)
    monkeypatch.setattr(presets, "SIZES", ((2, 32, 2),) * 3)


@pytest.fixture
def songs(tmp_path: Path) -> Path:
    folder = tmp_path / "songs"
    folder.mkdir()
    for k in range(6):
        draw = random.Random(k)  # noqa: S311 - songs, not secrets
        notes = tuple(Note(t, draw.randint(48, 72), 480) for t in range(0, 24 * BAR, 480))
        (folder / f"{k}.mid").write_bytes(write_midi(Score(tracks=(Track(notes=notes),))))
    return folder


def run(capsys: pytest.CaptureFixture[str], *argv: object) -> tuple[int, str, str]:
    code = main([str(argument) for argument in argv])
    said = capsys.readouterr()
    return code, said.out, said.err


def scratch(songs: Path, *options: object) -> tuple[object, ...]:
    return ("train", "--name", "Mine", "--from", "scratch", "--data", songs, *options)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_each_memory_can_be_trained_shown_and_played(
    capsys: pytest.CaptureFixture[str], songs: Path, tmp_path: Path, kind: str
) -> None:
    options, memory, words = KINDS[kind]
    code, _, err = run(capsys, *scratch(songs, "--steps", 2, *options))
    assert code == 0, err
    described = read_card(user_paths().models / "Mine")
    assert {name: described["model"][name] for name in memory} == memory
    assert words in run(capsys, "models")[1]
    info = json.loads(run(capsys, "models", "info", "Mine", "--json")[1])
    assert info["compression"] == memory["compression"]
    assert info["card"]["segment"] == (32 if kind == "vanilla" else 64)

    out = tmp_path / "made"
    asked = ("continue", songs / "0.mid", "--model", "Mine", "--bars", 2, "--best-of", 0)
    code, _, err = run(capsys, *asked, "--alternatives", 1, "--seed", 7, "--out", out)
    assert code == 0, err
    (made,) = out.glob("*.mid")
    assert read_midi(made.read_bytes()).score.note_count > 24 * 4


@pytest.mark.slow
@pytest.mark.parametrize("joining", ["crop", "pad", "ragged"])
def test_songs_are_joined_as_the_user_chose(
    capsys: pytest.CaptureFixture[str], songs: Path, joining: str
) -> None:
    making = Making(
        TrainModel(
            name="Mine",
            base="scratch",
            data=str(songs),
            steps=2,
            expert=ExpertSettings(joining=joining, segment_length=32),  # type: ignore[arg-type]
        ),
        user_paths(),
    )
    *_, last = making.progress()
    assert isinstance(last, TrainingProgress)
    assert last.step == 2
    plan = json.loads((user_paths().training / "Mine" / "plan.json").read_text())
    assert (plan["batch"]["joining"], plan["batch"]["segment_length"]) == (joining, 32)
    making.discard()
    # The command passes the same choice on; a song shorter than a segment has nothing to crop.
    if joining == "crop":
        code, _, err = run(
            capsys, *scratch(songs, "--steps", 2, "--joining", "crop", "--segment", 4000)
        )
        assert code == 1
        assert "No song is long enough to learn from." in err


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["vanilla", "convolution", "most used"])
def test_a_resumed_training_keeps_its_memory(
    capsys: pytest.CaptureFixture[str], songs: Path, kind: str
) -> None:
    settings = {
        "vanilla": ExpertSettings(mem_len=0),
        "convolution": ExpertSettings(
            mem_len=32, compression_function="convolution", compression_loss="bptt"
        ),
        "most used": ExpertSettings(mem_len=32, compression_function="most_used"),
    }[kind]
    wish = TrainModel(name="Mine", base="scratch", data=str(songs), steps=4, expert=settings)
    first = Making(wish, user_paths())
    for event in (training := first.progress()):
        if isinstance(event, TrainingProgress) and (event.phase, event.step) == ("training", 2):
            break
    training.close()
    begun = json.loads((user_paths().training / "Mine" / "plan.json").read_text())["model"]
    # Options besides are not used, and a line says which.
    code, _, err = run(
        capsys,
        *("train", "--name", "Mine", "--resume", "--memory", 8, "--compress", "mean_pool"),
        *("--compress-rate", 3, "--joining", "crop"),
    )
    assert code == 0, err
    assert "not used: --joining, --memory, --compress, --compress-rate." in err
    described = read_card(user_paths().models / "Mine")
    assert described["card"]["trained"]["steps"] == 4
    assert described["model"]["mem_len"] == begun["mem_len"] == settings.mem_len
    assert described["model"]["compression"] == begun["compression"]
    assert LiveModel.load(user_paths().models / "Mine").compressed_len == (
        0 if kind == "vanilla" else 256
    )


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--memory", 0, "--compress", "mean_pool"), "has nothing to compress. Give it a memory"),
        (("--compress", "most_used", "--compress-rate", 3), "256 notes do not divide by the rate"),
        (("--compress", "mean_pool", "--compress-loss", "bptt"), "no weights that a loss"),
        (("--compress-rate", 2), "need a function"),
        (("--compress", "convolution", "--compress-notes", 0), "of no notes holds nothing"),
    ],
)
def test_an_impossible_memory_is_one_clear_line_before_anything_is_read(
    capsys: pytest.CaptureFixture[str], songs: Path, options: tuple[object, ...], sentence: str
) -> None:
    code, out, err = run(capsys, *scratch(songs, *options))
    assert (code, out) == (1, "")
    (line,) = err.splitlines()
    assert sentence in line
    assert not (user_paths().training / "Mine").exists()


def test_the_window_hears_of_an_impossible_memory_before_a_song_is_read(songs: Path) -> None:
    wish = TrainModel(
        name="Mine",
        base="scratch",
        data=str(songs),
        expert=ExpertSettings(compression_function="mean_pool", compression_rate=3),
    )
    told = []
    with pytest.raises(TrainingError, match="256 notes do not divide by the rate 3"):
        told.extend(Making(wish, user_paths()).progress())
    assert told == []
    assert not (user_paths().training / "Mine").exists()


def test_the_memory_of_the_starter_cannot_be_changed(
    capsys: pytest.CaptureFixture[str], songs: Path
) -> None:
    code, _, err = run(capsys, "train", "--name", "Mine", "--data", songs, "--memory", 64)
    assert code == 1
    assert "keeps its size and its memory. Make a new one (--from scratch)" in err


@pytest.mark.slow
def test_a_memory_that_could_not_be_read_again_is_refused(
    capsys: pytest.CaptureFixture[str], songs: Path
) -> None:
    code, _, err = run(capsys, *scratch(songs, "--steps", 2, "--memory", 100_000_000))
    assert code == 1
    assert "A memory of 100,000,000 notes would take more than 4 GB" in err
