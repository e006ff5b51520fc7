"""Trains one arm of the memory experiment, in slices, and goes on exactly where it was.

A twin's folder holds

    step-…/         its last checkpoints: weights, optimizer, memory, random state, place in songs
    losses.txt      nats an id of each update, a line each
    curve.jsonl     a line for each mark: so many updates, or so much processor time
    kept/…          the weights at some of these marks, for the judgement at the end

A checkpoint says at which marks it was made. One that has no line in the curve yet was made right
before the process was killed: it is judged when the twin is opened again.
"""

import contextlib
import ctypes
import gc
import json
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import torch
from twin_arms import Arm, Shape, begun, training_of
from twin_reading import SegmentReading, held_out, note_figures

from benchmarks.speed.footprint import forget_peak, held_mb, peak_mb
from engine.model.description import read_description
from engine.model.network.checkpoint import save_model
from engine.saving import write_atomically
from engine.tokens.augmentation import Augmentation, AugmentationConfig
from engine.tokens.batching import SongBatches
from engine.tokens.gathering import StepBatch
from engine.tokens.steps import StepDivider
from engine.tokens.store import TokenStore
from engine.tokens.tokenizer import Tokenizer
from engine.tokens.vocabulary import TokenKind
from engine.training.optimization import Stepper
from engine.training.progress import read_metrics
from engine.training.schedule import learning_rate
from engine.training.state import (
    RunState,
    latest_checkpoint,
    restore_checkpoint,
    save_checkpoint,
)

LOSSES, CURVE, KEPT = "losses.txt", "curve.jsonl", "kept"
UPDATES, SECONDS = "updates", "seconds"


@dataclass(frozen=True, slots=True, kw_only=True)
class Marks:
    """When a twin is judged and kept.

    Attributes:
        updates: So many updates are a mark.
        seconds: So many seconds of processor time are one, too: the length of a slice.
        save_s: A checkpoint is made after so many seconds of the wall's clock.
        songs: Held-out songs of each collection that judge at a mark.
        ids: Of each of them, at most.
        first_kept: Marks of a kind after which weights are kept, and after twice as many each time.
    """

    updates: int = 500
    seconds: float = 600.0
    save_s: float = 540.0
    songs: int = 3
    ids: int = 3072
    first_kept: int = 2

    def keeps(self, number: int) -> bool:
        """Tell whether weights are kept at the mark of this number, from 1."""
        times, rest = divmod(number, self.first_kept)
        return not rest and times > 0 and times & (times - 1) == 0


@dataclass(slots=True)
class _Counts:
    """What a twin has done so far; the plain fields travel in its checkpoints."""

    updates: int = 0
    notes: int = 0
    ids: int = 0
    seconds: float = 0.0
    skipped: int = 0
    marks: list[str] = field(default_factory=list)


class Twin:
    """One arm with one seed.

    Args:
        arm: What it remembers.
        shape: What all arms share.
        marks: When it is judged.
        seed: Of weights and songs.
        store: Songs, said by a tokenizer that can say another order.
        folder: Its own; what is there is gone on with.
        clock: Seconds of processor time.
        wall: Seconds of the wall's clock.
    """

    def __init__(
        self,
        arm: Arm,
        shape: Shape,
        marks: Marks,
        *,
        seed: int,
        store: TokenStore,
        folder: Path,
        clock: Callable[[], float] = time.process_time,
        wall: Callable[[], float] = time.monotonic,
    ) -> None:
        self.arm, self.seed, self.folder = arm, seed, folder
        self._marks, self._store = marks, store
        self._clock, self._wall = clock, wall
        self._tokenizer = Tokenizer.from_description(store.tokenizer)
        vocabulary = self._tokenizer.vocabulary
        self._training = training_of(shape, seed=seed)
        self._batch = arm.batch(shape, seed=seed)
        _give_back_memory()
        self._held_mb = held_mb()
        model = begun(arm, shape, vocabulary, seed=seed)
        self._model = model
        self._stepper = Stepper(model, self._training, rows=self._batch.rows, device="cpu")
        self._batches = SongBatches.of_split(
            store,
            "train",
            self._batch,
            device="cpu",
            # Tempo stays, as in every training.
            augmentation=Augmentation(vocabulary, AugmentationConfig(tempo_steps=0, seed=seed)),
            steps=StepDivider(vocabulary),
        )
        self._struck = torch.from_numpy(
            np.isin(vocabulary.kinds, (TokenKind.PITCH, TokenKind.DRUM)).astype(np.bool_)
        )
        self._counts = _Counts()
        self._losses: list[float] = []
        torch.manual_seed(seed)
        self._resume()

    @property
    def updates(self) -> int:
        """Updates so far."""
        return self._counts.updates

    @property
    def seconds(self) -> float:
        """Seconds of processor time that updates took so far; judging and saving do not count."""
        return self._counts.seconds

    def advance(self, stopped: Callable[[], bool], *, updates: int | None = None) -> bool:
        """Train until the next mark of processor time.

        Args:
            stopped: Whether to save and end, asked after each update.
            updates: End there, too; None sets no limit.

        Returns:
            Whether it got there; else it was stopped. Either way all of it is saved.
        """
        stream, saved = iter(self._batches), self._wall()
        forget_peak()
        while True:
            reached = self._update(next(stream))
            ends = stopped() or (updates is not None and self.updates >= updates)
            if reached or ends or self._wall() - saved >= self._marks.save_s:
                self._save(reached)
                saved = self._wall()
            if SECONDS in reached or ends:
                return SECONDS in reached

    def _update(self, batch: Any) -> list[str]:
        """Do one update; return the kinds of marks that it reached."""
        counts, marks = self._counts, self._marks
        began = self._clock()
        rate = learning_rate(self._training, step=counts.updates, share=0.0)
        self._model.train()
        outcome = self._stepper.step(batch, learning_rate=rate)
        before = counts.seconds
        counts.seconds += self._clock() - began
        counts.updates += 1
        counts.notes += self._notes_of(batch)
        counts.ids += outcome.tokens
        counts.skipped += not outcome.finite
        self._losses.append(outcome.loss)
        reached = [UPDATES] if counts.updates % marks.updates == 0 else []
        if counts.seconds // marks.seconds > before // marks.seconds:
            reached.append(SECONDS)
        return reached

    def _notes_of(self, batch: StepBatch) -> int:
        there = batch.targets >= 0
        return int(self._struck[batch.targets.clamp(min=0)][there].sum())

    def _save(self, reached: list[str]) -> None:
        """Make a checkpoint; at a mark keep the weights and add a line to the curve, too."""
        counts = self._counts
        counts.marks = reached
        peak = peak_mb()
        with (self.folder / LOSSES).open("a", encoding="ascii") as file:
            file.writelines(f"{loss!r}\n" for loss in self._losses)
            file.flush()
            os.fsync(file.fileno())
        self._losses.clear()
        told = {
            "steps": counts.updates,
            "notes": counts.notes,
            "ids": counts.ids,
            "marks": reached,
            "peak_mb": peak,
            "held_mb": self._held_mb,
        }
        save_checkpoint(
            self.folder,
            self._stepper,
            RunState(
                step=counts.updates,
                tokens=counts.ids,
                elapsed_s=counts.seconds,
                skipped=counts.skipped,
                batches=self._batches.state(),
            ),
            training=self._training,
            batch=self._batch,
            tokenizer=self._tokenizer.describe(),
            card={"arm": self.arm.name, "seed": self.seed, "fills": True, "trained": told},
        )
        if reached:
            self._settle(told)
            forget_peak()

    def _settle(self, told: dict[str, Any]) -> None:
        """Do what belongs to a mark after its checkpoint was made; the line comes last."""
        counts = self._counts
        with self._stepper.averaged.used():
            for kind, number in self._numbers(counts.marks):
                if self._marks.keeps(number):
                    self._keep(kind, number, told)
            figures = self._judged()
        line = {
            "marks": dict(self._numbers(counts.marks)),
            "updates": counts.updates,
            "notes": counts.notes,
            "ids": counts.ids,
            "seconds": round(counts.seconds, 2),
            "skipped": counts.skipped,
            "peak_mb": told["peak_mb"],
            "held_mb": told["held_mb"],
            "held_out": figures,
            "when": f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}",
        }
        with (self.folder / CURVE).open("ab") as file:
            file.write(json.dumps(line).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())

    def _numbers(self, kinds: list[str]) -> Iterator[tuple[str, int]]:
        """Yield each kind of mark that was reached, and which one of its kind it is, from 1."""
        for kind in kinds:
            done = self.updates if kind == UPDATES else self.seconds
            each = self._marks.updates if kind == UPDATES else self._marks.seconds
            yield kind, int(done // each)

    def _keep(self, kind: str, number: int, told: dict[str, Any]) -> None:
        each = self._marks.updates if kind == UPDATES else self._marks.seconds
        save_model(
            self.folder / KEPT / f"{kind}-{round(number * each):08d}",
            self._model,
            tokenizer=self._tokenizer.describe(),
            card={"arm": self.arm.name, "seed": self.seed, "fills": True, "trained": told},
        )

    def _judged(self) -> dict[str, Any]:
        """Return nats a note of the averaged weights on the half of the songs that chooses."""
        vocabulary = self._tokenizer.vocabulary
        reading = SegmentReading(self._model.eval(), vocabulary, segment=self.arm.segment)
        songs = held_out(self._store, "choose", songs=self._marks.songs)
        return note_figures(reading, songs, ids=self._marks.ids)

    def _resume(self) -> None:
        """Go back to the last checkpoint, and forget what was written after it."""
        self.folder.mkdir(parents=True, exist_ok=True)
        found = latest_checkpoint(self.folder)
        told: dict[str, Any] = {"marks": []}
        if found is not None:
            state = restore_checkpoint(found, self._stepper, batch=self._batch, device="cpu")
            self._batches.restore(state.batches)
            told = read_description(found)["card"]["trained"]
            self._counts = _Counts(
                updates=state.step,
                notes=told["notes"],
                ids=told["ids"],
                seconds=state.elapsed_s,
                skipped=state.skipped,
                marks=told["marks"],
            )
        _first_lines(self.folder / LOSSES, self.updates)
        lines = [line for line in curve_of(self.folder) if line["updates"] <= self.updates]
        text = "".join(json.dumps(line) + "\n" for line in lines)
        write_atomically(self.folder / CURVE, text.encode())
        if told["marks"] and not any(line["updates"] == self.updates for line in lines):
            self._settle(told)


def curve_of(folder: Path) -> list[dict[str, Any]]:
    """Return the lines of a twin's curve; a last one cut off by a crash is left out."""
    path = folder / CURVE
    return list(read_metrics(path)) if path.exists() else []


def losses_of(folder: Path) -> list[float]:
    """Return nats an id of each update of a twin."""
    path = folder / LOSSES
    return [float(line) for line in path.read_text("ascii").split()] if path.exists() else []


def _first_lines(path: Path, count: int) -> None:
    """Leave the first lines of a file alone and drop those after them."""
    if path.exists():
        lines = path.read_bytes().splitlines(keepends=True)
        write_atomically(path, b"".join(lines[:count]))


def _give_back_memory() -> None:
    """Give the system back what another twin has let go of, so that a peak is a twin's own."""
    gc.collect()
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
