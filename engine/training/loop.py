"""The training loop: a generator of progress. It has no callbacks, no flags and no threads.

The caller shows, stops (by closing the generator) or goes on later from the last checkpoint.
"""

import itertools
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import torch
from torch import nn

from engine.config import BatchConfig, TrainingConfig
from engine.errors import ModelFileError, TrainingError
from engine.model.network.dropout import Dropout
from engine.model.network.kinds import Network
from engine.tokens.augmentation import Augmentation, AugmentationConfig
from engine.tokens.batching import SongBatches
from engine.tokens.gathering import Batch, StepBatch
from engine.tokens.store import TokenStore
from engine.tokens.tokenizer import Tokenizer
from engine.training.acceleration import device_lost, uncompiled
from engine.training.events import EventFiles
from engine.training.optimization import StepOutcome, Stepper
from engine.training.presets import check_enough
from engine.training.progress import Metrics, TrainingProgress
from engine.training.ranks import Ranks
from engine.training.schedule import learning_rate, share_done
from engine.training.segments import unit_of
from engine.training.state import (
    RunState,
    latest_checkpoint,
    restore_checkpoint,
    save_checkpoint,
)
from engine.training.stopwatch import Stopwatch
from engine.training.validation import validation_loss

METRICS = "metrics.jsonl"
# So many broken steps in a row are no accident of one batch.
_BROKEN_STEPS = 3
# Going back this often without a new checkpoint means that going back does not help.
_GOING_BACK = 3
_SPEED_WINDOW = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingRun:
    """What a run is made of, besides the model.

    Attributes:
        store: Songs as ids, divided into training and validation.
        folder: Where its checkpoints and its metrics go.
        training: Its settings.
        batch: How songs are read side by side.
        tokenizer: Of store and model; its description goes into each checkpoint.
        card: The model card; training adds step, tokens and losses to it.
        device: Where it runs; the model is there already.
        budget_s: Seconds after which it ends, all resumes counted; None: steps decide.
        validation_tokens: Held-out tokens a validation looks at, at most.
    """

    store: TokenStore
    folder: Path
    training: TrainingConfig
    batch: BatchConfig
    tokenizer: Tokenizer
    card: dict[str, Any]
    device: str = "cpu"
    budget_s: float | None = None
    validation_tokens: int = 65_536


def train(
    model: Network,
    run: TrainingRun,
    *,
    resume: bool = False,
    ranks: Ranks | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Iterator[TrainingProgress]:
    """Train a model; yield after each step, and before the first.

    A checkpoint is kept before the first step, at every validation and at the end; closing the
    generator keeps one of the step it is at. A kill loses the steps since the last one and
    nothing else. Where a full disk does not take one, the run waits at that step: each value then
    says `waiting`, and asking for the next one tries again.

    Args:
        model: Trained in place; in training mode while the generator is open. Where weights are
            averaged, it has its own, and checkpoints have the average.
        run: Everything else; its folder and its store are the same for all ranks.
        resume: Go on from the last checkpoint in the run's folder, exactly; any number of ranks
            may have made it.
        ranks: The processes that train it together, each with a model of the same shape.
        clock: Seconds, for speed and budget; what passes while a value is looked at, or while the
            machine sleeps, does not count.

    Yields:
        One value a step; `saved` says that a checkpoint was kept there.

    Raises:
        TrainingError: Too little music; songs of another tokenizer; a run that is not there to be
            resumed, or there already; no memory for one row; no way back from broken steps; more
            ranks than rows, or another rank is gone.
    """
    ranks = ranks or Ranks()
    check_enough(run.store.token_count("train"), goal="fine_tune")
    _check_fit(model, run, ranks)
    found = latest_checkpoint(run.folder)
    ranks.wait()  # until all have looked: the first one soon writes there
    loop = _Loop(model, run, ranks, clock)
    if ranks.first:
        run.folder.mkdir(parents=True, exist_ok=True)
    if resume:
        loop.resume(found)
    elif found is not None:
        raise TrainingError(
            "There is a training of this name already.", hint="Resume it or choose another name."
        )
    set_dropout(model, run.training.dropout)
    try:
        yield from loop.progress()
    except GeneratorExit:
        loop.keep()
        raise
    finally:
        loop.close()
        set_dropout(model, model.config.dropout)
        model.eval()


def _check_fit(model: Network, run: TrainingRun, ranks: Ranks) -> None:
    same = run.store.tokenizer == run.tokenizer.describe()
    if not same or model.config.vocab_size != run.tokenizer.vocab_size:
        raise TrainingError(
            "This model was trained with another tokenizer than the one the songs were read with.",
            hint="Start a new training: it reads the songs as its model does.",
        )
    if ranks.count > run.batch.rows:
        raise TrainingError(
            f"{run.batch.rows} rows of songs cannot be divided among {ranks.count} processes.",
            hint=f"Start at most {run.batch.rows}.",
        )


def set_dropout(model: nn.Module, dropout: float) -> None:
    """Set the share of activations that every layer drops while training."""
    for module in model.modules():
        if isinstance(module, Dropout):
            module.share = dropout


class _Loop:
    """A run between two steps."""

    def __init__(
        self, model: Network, run: TrainingRun, ranks: Ranks, clock: Callable[[], float]
    ) -> None:
        self._run = run
        self._ranks = ranks
        self._clock = clock
        rows = run.batch.rows
        self._unit = unit_of(model.config, run.tokenizer)
        self._stepper = Stepper(model, run.training, rows=rows, device=run.device, ranks=ranks)
        self._batches = SongBatches.of_split(
            run.store,
            "train",
            run.batch,
            device=run.device,
            augmentation=_augmentation(run),
            share=ranks.share,
            vocabulary=self._unit,
        )
        self._state = RunState(batches=self._batches.state())
        self._metrics = Metrics(run.folder / METRICS)
        self._events: EventFiles | None = None
        self._speed: deque[tuple[float, int]] = deque(maxlen=_SPEED_WINDOW)
        self._watch = Stopwatch(clock)
        self._saved_step = -1
        self._broken = 0
        self._went_back = 0
        # Apart, or all ranks would drop the same activations; what else is drawn is drawn by row.
        torch.manual_seed(run.training.seed + (ranks.rank << 32))

    def resume(self, checkpoint: Path | None) -> None:
        """Go back to a checkpoint, its place in the songs included."""
        if checkpoint is None:
            raise TrainingError("There is no training of this name to resume.")
        self._state = restore_checkpoint(
            checkpoint, self._stepper, batch=self._run.batch, device=self._run.device
        )
        self._batches.restore(self._state.batches)
        self._watch = Stopwatch(self._clock, elapsed_s=self._state.elapsed_s)
        self._saved_step = self._state.step
        if self._ranks.first:
            self._metrics.forget_after(self._state.step)

    def keep(self) -> None:
        """Keep a checkpoint of this very step, unless there is one; a full disk is no fault here.

        What was kept before stays whatever happens, and who closes a run has nobody to tell. With
        more than one process the others may be at work and nobody can say which step this is.
        """
        if self._saved_step != self._state.step and self._ranks.count == 1:
            self._save(None)

    def close(self) -> None:
        """Close what the run writes."""
        if self._events is not None:
            self._events.close()

    def progress(self) -> Iterator[TrainingProgress]:
        """Yield until the run is done."""
        self._ranks.spread([weight.data for weight in self._stepper.model.parameters()])
        if self._ranks.first:
            self._events = EventFiles(self._run.folder, step=self._state.step)
        self._watch.start()
        for report in self._guarded():
            self._write(report)
            yield report
            self._watch.start()

    def _guarded(self) -> Iterator[TrainingProgress]:
        try:
            yield from self._steps()
        except RuntimeError as error:
            if not device_lost(error):
                raise
            raise TrainingError(
                f"The device {self._run.device} stopped working at step {self._state.step}"
                f" ({str(error).splitlines()[0]}). What was saved at step"
                f" {self._saved_step} is kept.",
                hint="Resume it; with the device ‘cpu’ it goes on without it.",
            ) from error

    def _steps(self) -> Iterator[TrainingProgress]:
        if self._saved_step < 0:
            yield from self._validated(self._report(loss=None))
        stream = iter(self._batches)
        while not self._done():
            report = self._advanced(next(stream))
            due = self._state.step % self._run.training.validate_every == 0
            yield from self._validated(report) if due else [report]
        if self._saved_step != self._state.step:
            yield from self._validated(self._report(loss=None))

    def _write(self, report: TrainingProgress) -> None:
        if report.waiting or not report.step or self._events is None:
            return
        self._metrics.write(report)
        self._events.write(report)

    def _advanced(self, batch: Batch | StepBatch) -> TrainingProgress:
        rate = self._learning_rate()
        self._stepper.model.train()
        outcome = self._stepper.step(batch, learning_rate=rate)
        self._speed.append((self._watch.lap(), outcome.tokens))
        self._state = replace(
            self._state,
            step=self._state.step + 1,
            tokens=self._state.tokens + outcome.tokens,
            elapsed_s=self._ranks.of_first(self._watch.elapsed_s),
            skipped=self._state.skipped + (not outcome.finite),
            batches=self._batches.state(),
        )
        notice = self._notice(outcome)
        return self._report(loss=outcome.loss if outcome.finite else None, rate=rate, notice=notice)

    def _learning_rate(self) -> float:
        config = self._run.training
        rate = learning_rate(config, step=self._state.step, share=self._share())
        return rate * self._state.rate_scale

    def _notice(self, outcome: StepOutcome) -> str:
        if outcome.halved:
            return (
                f"Not enough memory for {self._run.batch.rows} rows at once: going on with"
                f" {self._stepper.rows_per_call} (the same result, slower)."
            )
        self._broken = 0 if outcome.finite else self._broken + 1
        return self._gone_back() if self._broken == _BROKEN_STEPS else ""

    def _gone_back(self) -> str:
        """Go back to the last good weights with half the learning rate, on to the next songs."""
        checkpoint = latest_checkpoint(self._run.folder)
        self._went_back += 1
        if checkpoint is None or self._went_back > _GOING_BACK:
            raise TrainingError(
                "Training became unstable and going back did not help.",
                hint="Start again with a lower learning rate.",
            )
        here = self._state
        good = restore_checkpoint(
            checkpoint, self._stepper, batch=self._run.batch, device=self._run.device
        )
        self._stepper.forget()
        self._broken = 0
        self._state = replace(here, rate_scale=here.rate_scale / 2)
        return (
            f"Training became unstable at step {here.step}. Went back to step {good.step} and"
            " halved the learning rate."
        )

    def _validated(self, report: TrainingProgress) -> Iterator[TrainingProgress]:
        """Measure the held-out loss and keep a checkpoint; while that fails, say why and wait."""
        # Its rows and its mode are others: compiling for them would take longer than it lasts.
        eager = uncompiled() if self._stepper.compiled else nullcontext()
        with eager, self._stepper.averaged.used():
            loss = validation_loss(
                self._stepper.model,
                self._run.store,
                self._run.batch,
                device=self._run.device,
                precision=self._run.training.precision,
                most_tokens=self._run.validation_tokens,
                ranks=self._ranks,
                vocabulary=self._unit,
            )
        # What it began with is there already: the best is a step that learned.
        if loss is not None and self._state.step:
            best = self._state.best_loss if self._state.best_step else None
            if best is None or loss < best:
                self._state = replace(
                    self._state, best_loss=loss, best_step=self._state.step, unimproved=0
                )
            else:
                self._state = replace(self._state, unimproved=self._state.unimproved + 1)
        self._watch.lap()
        elapsed_s = self._ranks.of_first(self._watch.elapsed_s)
        self._state = replace(self._state, elapsed_s=elapsed_s)
        report = replace(
            report,
            validation_loss=loss,
            best_loss=self._state.best_loss,
            best_step=self._state.best_step,
            elapsed_s=elapsed_s,
        )
        for tries in itertools.count():
            fault = self._save(loss)
            if not fault:
                again = "It is saved now, and training goes on." if tries else ""
                yield replace(report, notice=f"{report.notice} {again}".strip(), saved=True)
                return
            yield replace(report, notice="" if tries else fault, waiting=True)
            self._watch.start()

    def _save(self, loss: float | None) -> str:
        """Keep a checkpoint; return why it is not kept, in a sentence, or nothing."""
        run, state = self._run, self._state
        trained = {"steps": state.step, "tokens": state.tokens, "validation_loss": loss}
        learned = {"fills": True} if run.batch.reordered else {}
        fault = ""
        try:
            save_checkpoint(
                run.folder,
                self._stepper,
                state,
                training=run.training,
                batch=run.batch,
                tokenizer=run.tokenizer.describe(),
                card={**run.card, **learned, "trained": trained},
            )
        except (OSError, ModelFileError) as error:
            previous = latest_checkpoint(run.folder)
            kept = f"{previous.name} is kept" if previous else "nothing is saved yet"
            fault = (
                f"Step {state.step} could not be saved ({error}); {kept}. Training waits and"
                " goes on by itself as soon as there is room on the disk."
            )
        # Rank 0 alone writes and knows.
        if self._ranks.of_first(bool(fault)):
            return fault or "Another process could not save this step; training waits."
        self._went_back = 0
        self._saved_step = state.step
        return ""

    def _report(
        self, *, loss: float | None, rate: float = 0.0, notice: str = ""
    ) -> TrainingProgress:
        share = self._share()
        return TrainingProgress(
            step=self._state.step,
            steps=self._run.training.steps,
            share=share,
            loss=loss,
            best_loss=self._state.best_loss,
            best_step=self._state.best_step,
            learning_rate=rate,
            tokens=self._state.tokens,
            tokens_per_s=self._tokens_per_s(),
            elapsed_s=self._state.elapsed_s,
            eta_s=self._state.elapsed_s * (1 - share) / share if share > 0 else None,
            skipped=self._state.skipped,
            rows=self._stepper.rows_per_call,
            notice=notice,
        )

    def _tokens_per_s(self) -> float:
        seconds = sum(lap for lap, _ in self._speed)
        return sum(tokens for _, tokens in self._speed) / seconds if seconds > 0 else 0.0

    def _share(self) -> float:
        return share_done(
            step=self._state.step,
            steps=self._run.training.steps,
            elapsed_s=self._state.elapsed_s,
            budget_s=self._run.budget_s,
        )

    def _done(self) -> bool:
        patience = self._run.training.patience
        return self._share() >= 1.0 or 0 < patience <= self._state.unimproved


def _augmentation(run: TrainingRun) -> Augmentation | None:
    if not run.training.augment:
        return None
    # Tempo stays: it is part of what a piece is, and costs a model nothing to learn.
    config = AugmentationConfig(tempo_steps=0, seed=run.training.seed)
    return Augmentation(run.tokenizer.vocabulary, config)
