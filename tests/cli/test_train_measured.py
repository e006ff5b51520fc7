"""`segue train` measures what it made as the window does, and says what it could not measure."""

import json
import os
import random
import signal
from pathlib import Path
from typing import Any

import pytest

from engine.cli.main import main
from engine.generation.continuation import Continuation, Opening
from engine.ground.paths import user_paths
from engine.making import checkpoint_samples, strengths
from engine.midi.file.midifile import write_midi
from engine.model.description import read_card
from engine.request import PartNote
from engine.values.config import STEERS
from engine.values.score import Note, Score, Track
from tests.generation.conftest import BAR, make_model

POSIX = pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")


@pytest.fixture(autouse=True)
def _base(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.cli.train.give_way", lambda _nice: None)
    make_model(user_paths().models / "tiny")


@pytest.fixture
def songs(tmp_path: Path) -> Path:
    folder = tmp_path / "songs"
    folder.mkdir()
    for k in range(4):
        (folder / f"{k}.mid").write_bytes(write_midi(Score(tracks=(Track(notes=tune(k)),))))
    return folder


def train(songs: Path, *options: str) -> int:
    named = ["train", "--name", "Mine", "--from", "tiny", "--data", str(songs), "--steps", "2"]
    return main([*named, *options])


def tune(seed: int) -> tuple[Note, ...]:
    draw = random.Random(seed)  # noqa: S311 - songs, not secrets
    return tuple(Note(t, draw.randint(55, 70), 480) for t in range(0, 24 * BAR, 960))


def copied(
    _generator: object, opening: Opening, *, count: int, **_: object
) -> tuple[Continuation, ...]:
    """Alternatives that are one of the songs, note for note."""
    assert count == 4
    parts = tuple(PartNote(0, note) for note in tune(3))
    made = Continuation(
        score=opening.score, parts=parts, start=0, end=24 * BAR, ended=False, seed=0
    )
    return (made,) * count


def card() -> dict[str, Any]:
    found: dict[str, Any] = read_card(user_paths().models / "Mine")["card"]
    return found


@pytest.mark.slow
def test_copies_sliders_and_strengths_are_measured(
    songs: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpoint_samples, "gone_on", copied)
    assert train(songs, "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["strengths_fitted"], told["strengths_of"]) == (True, "")
    assert told["steers_measured"] == list(STEERS)
    assert card()["strengths_fitted"] is True
    # Three of four openings are of other songs than the one that is copied.
    assert card()["copying"]["share"] > 0.5
    assert told["copied"] == pytest.approx(card()["copying"]["share"], abs=1e-5)
    # What is left is the model alone: there is nothing to resume.
    assert not (user_paths().training / "Mine").exists()
    main(["models", "info", "Mine"])
    assert "The strengths of its rules were fitted to it." in capsys.readouterr().out


@pytest.mark.slow
def test_what_there_was_no_time_for_is_said(
    songs: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(strengths, "patience", lambda _run_s: 0.0)
    assert train(songs) == 0
    sentence = "The strengths of its rules were not fitted to it: they are those of ‘Tiny’."
    assert sentence in capsys.readouterr().out
    assert (card()["strengths_fitted"], card()["strengths_of"]) == (False, "Tiny")
    main(["models", "info", "Mine"])
    assert sentence in capsys.readouterr().out


@POSIX
@pytest.mark.slow
def test_a_break_while_it_is_measured_keeps_the_model(
    songs: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    goes_on = checkpoint_samples.gone_on

    def broken_off(*args: Any, **settings: Any) -> tuple[Continuation, ...]:
        os.kill(os.getpid(), signal.SIGINT)
        return goes_on(*args, **settings)

    monkeypatch.setattr(checkpoint_samples, "gone_on", broken_off)
    assert train(songs) == 0
    said = capsys.readouterr().out
    assert "The model ‘Mine’ is ready" in said
    assert "Nobody looked for copies" in said
    assert f"Sliders that were not measured: {STEERS[0]}" in said
    assert "they are those of ‘Tiny’" in said
    assert card()["copying"] is None
    assert not (user_paths().training / "Mine").exists()
