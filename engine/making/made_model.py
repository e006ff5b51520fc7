"""Makes a saved training step the user's model: weights, card, and a sample."""

import contextlib
from pathlib import Path
from typing import Any

import msgspec

from engine.gate.refusal import RefusedError
from engine.generation.priors import Priors
from engine.ground.errors import SegueError, TrainingError
from engine.making.harmony import write_chords
from engine.making.inheritance import hand_down
from engine.making.model_folders import SAMPLE, SONGS
from engine.making.song_list import TrainingSongs
from engine.making.steers import BASE_STEERS, NOTHING, Measured, steers_on_card
from engine.making.strengths import BASE_PRIORS, BASE_STRENGTHS_OF, strengths_on_card
from engine.messages import ModelMade, StepSampled
from engine.midi.file.midifile import write_midi
from engine.model.network.checkpoint import load_model, save_model
from engine.training.loop import METRICS
from engine.training.progress import read_metrics
from engine.training.state import checkpoints

# Entries of a run's card that no model's card has.
_OF_BASE = frozenset({BASE_STEERS, BASE_PRIORS, BASE_STRENGTHS_OF})


def keep_model(
    checkpoint: Path,
    folder: Path,
    *,
    run_folder: Path,
    name: str,
    base_loss: float,
    heard: StepSampled | None,
    steers: Measured = NOTHING,
    priors: Priors | None = None,
) -> ModelMade:
    """Write a saved step as a model, with a card about its training.

    Args:
        checkpoint: Folder of the saved step.
        folder: Folder of the model.
        run_folder: Folder of the run, with its songs and metrics.
        name: Name of the model.
        base_loss: Held-out loss of the base model; negative if unknown.
        heard: Twenty continuations by this step; None removes those of an earlier step.
        steers: Measured sliders; the others are taken from the base.
        priors: Strengths fitted to the model; None takes the base's.

    Raises:
        ModelFileError: The step cannot be read or the model cannot be written.
    """
    loaded = load_model(checkpoint)
    trained = loaded.card.get("trained", {})
    loss = trained.get("validation_loss")
    known = {key: value for key, value in loaded.card.items() if key not in _OF_BASE}
    card = {
        **known,
        "name": name,
        "base_validation_loss": base_loss if base_loss >= 0 else None,
        "seconds": trained_seconds(run_folder),
        "copying": copying_of(heard),
        **steers_on_card(steers, loaded.card.get(BASE_STEERS)),
        **strengths_on_card(priors, loaded.card),
    }
    save_model(folder, loaded.model, tokenizer=loaded.tokenizer, card=card)
    words = [*hand_down(run_folder, folder)]
    with contextlib.suppress(TrainingError):
        sources = [song.source for song in TrainingSongs.kept(run_folder / SONGS).songs]
        words += write_chords(sources, run_folder=run_folder, model=folder)
    if heard is not None and heard.samples:
        with contextlib.suppress(OSError, SegueError):
            (folder / SAMPLE).write_bytes(write_midi(heard.samples[0].score))
    return ModelMade(
        folder=str(folder),
        name=name,
        step=int(trained.get("steps", 0)),
        validation_loss=-1.0 if loss is None else float(loss),
        base_loss=base_loss,
        steps=tuple(int(each.name.rpartition("-")[2]) for each in checkpoints(run_folder)),
        copied=heard.copied if heard is not None else -1.0,
        words=tuple(words),
    )


def trained_seconds(run_folder: Path) -> float | None:
    """Return the duration of the run from its own log; None if the log has no lines."""
    last: dict[str, Any] = {}
    with contextlib.suppress(RefusedError):
        for line in read_metrics(run_folder / METRICS):
            last = line
    return last.get("elapsed_s")


def copying_of(heard: StepSampled | None) -> dict[str, Any] | None:
    """Return the card's entry about copying in twenty continuations; None without them."""
    if heard is None or heard.copied < 0:
        return None
    return {
        "samples": 20,
        "windows": heard.windows,
        "share": round(heard.copied, 5),
        "longest": heard.passages[0].notes if heard.passages else 0,
        "sure_from": heard.sure_from,
        "passages": [msgspec.to_builtins(passage) for passage in heard.passages],
    }
