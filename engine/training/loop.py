"""The training loop: a generator of progress, without callbacks, flags or threads.

The caller shows the progress, stops the run by closing the generator, and may resume it later from
the last checkpoint.
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

from engine.ground.errors import ModelFileError, TrainingError
from engine.model.network.dropout import Dropout
from engine.model.network.kinds import Network
from engine.sentence import said, sentences
from engine.tokens.augmentation import Augmentation, AugmentationConfig
from engine.tokens.batching import SongBatches
from engine.tokens.gathering import Batch, StepBatch
from engine.tokens.steps import steps_of
from engine.tokens.store import TokenStore
from engine.tokens.tokenizer import Tokenizer
from engine.training.acceleration import device_lost, uncompiled
from engine.training.events import EventFiles
from engine.training.optimization import StepOutcome, Stepper
from engine.training.presets import check_enough
from engine.training.progress import Metrics, TrainingStep
from engine.training.ranks import Ranks
from engine.training.schedule import learning_rate, share_done
from engine.training.state import (
    RunState,
    latest_checkpoint,
    restore_checkpoint,
    save_checkpoint,
)
from engine.training.stopwatch import Stopwatch
from engine.training.validation import validation_loss
from engine.values.config import BatchConfig, TrainingConfig

METRICS = "metrics.jsonl"
# One bad batch can break one step; this many in a row mean that the weights diverge.
_BROKEN_STEPS = 3
# After this many rollbacks without a new checkpoint the run ends.
_MOST_ROLLBACKS = 3
_SPEED_WINDOW = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingRun:
    """The data, folder and settings of a training run.

    Attributes:
        store: Songs as ids, divided into training and validation.
        folder: The folder of checkpoints and metrics.
        training: The settings.
        batch: The shape and order of the batches.
        tokenizer: The tokenizer of store and model; each checkpoint has its description.
        card: The model card, to which training adds step, tokens and losses.
        device: The device that the model is on.
        budget_s: Training time after which the run ends, over all resumes; None ends it by steps.
        validation_tokens: Most held-out tokens that one validation reads.
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
) -> Iterator[TrainingStep]:
    """Train a model; yield before the first step and after each step.

    The loop saves a checkpoint before the first step, at every validation, at the end, and when the
    caller closes the generator. A killed run loses only the steps since the last checkpoint. If the
    disk is full, the run stays at that step: it yields values with `waiting` set, and tries to save
    again when the caller asks for the next value.

    Args:
        model: Trained in place; in training mode while the generator is open. With weight
            averaging, checkpoints contain the average and the model its own weights.
        run: Data, folder and settings; all ranks share folder and store.
        resume: Continue exactly from the last checkpoint in the folder, which any number of ranks
            may have saved.
        ranks: The processes that train together, each with a model of the same shape.
        clock: Seconds, for speed and budget; time between two values, or while the machine sleeps,
            does not count.

    Yields:
        One value per step; `saved` is set where a checkpoint was saved.

    Raises:
        TrainingError: There is too little music; the store has another tokenizer; there is no run
            to resume, or one of this name exists; memory is too small for one row; the weights
            diverged again after each rollback; there are more ranks than rows; a rank has died.
    """
    ranks = ranks or Ranks()
    check_enough(run.store.token_count("train"), goal="fine_tune")
    _check_fit(model, run, ranks)
    found = latest_checkpoint(run.folder)
    ranks.wait()  # all ranks must have looked before the first one writes there
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
            "{rows} rows of songs cannot be divided among {count} processes.",
            rows=run.batch.rows,
            count=ranks.count,
            hint="Start at most {rows}.",
        )


def set_dropout(model: nn.Module, dropout: float) -> None:
    """Set the dropout rate of every layer."""
    for module in model.modules():
        if isinstance(module, Dropout):
            module.share = dropout


class _Loop:
    """The state of a run between two steps."""

    def __init__(
        self, model: Network, run: TrainingRun, ranks: Ranks, clock: Callable[[], float]
    ) -> None:
        self._run = run
        self._ranks = ranks
        self._clock = clock
        rows = run.batch.rows
        self._steps_read = steps_of(model.config, run.tokenizer.vocabulary)
        self._stepper = Stepper(model, run.training, rows=rows, device=run.device, ranks=ranks)
        self._batches = SongBatches.of_split(
            run.store,
            "train",
            run.batch,
            device=run.device,
            augmentation=_augmentation(run),
            share=ranks.share,
            steps=self._steps_read,
        )
        self._state = RunState(batches=self._batches.state())
        self._metrics = Metrics(run.folder / METRICS)
        self._events: EventFiles | None = None
        self._speed: deque[tuple[float, int]] = deque(maxlen=_SPEED_WINDOW)
        self._watch = Stopwatch(clock)
        self._saved_step = -1
        self._broken = 0
        self._rollbacks = 0
        # A seed per rank, or all ranks would drop the same activations.
        torch.manual_seed(run.training.seed + (ranks.rank << 32))

    def resume(self, checkpoint: Path | None) -> None:
        """Restore a checkpoint, including the position in the songs."""
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
        """Save a checkpoint of this step, unless there is one; ignore a full disk.

        The caller has closed the generator and can show no error; earlier checkpoints stay. With
        several ranks nothing is saved, because the others may be in the middle of a step.
        """
        if self._saved_step != self._state.step and self._ranks.count == 1:
            self._save(None)

    def close(self) -> None:
        """Close the event files."""
        if self._events is not None:
            self._events.close()

    def progress(self) -> Iterator[TrainingStep]:
        """Yield the progress of each step until the run is done."""
        self._ranks.spread([weight.data for weight in self._stepper.model.parameters()])
        if self._ranks.first:
            self._events = EventFiles(self._run.folder, step=self._state.step)
        self._watch.start()
        for report in self._guarded():
            self._write(report)
            yield report
            self._watch.start()

    def _guarded(self) -> Iterator[TrainingStep]:
        try:
            yield from self._steps()
        except RuntimeError as error:
            if not device_lost(error):
                raise
            raise TrainingError(
                "The device {device} stopped working at step {step} ({error}). What was saved "
                "at step {saved_step} is kept.",
                device=self._run.device,
                step=self._state.step,
                error=str(error).splitlines()[0],
                saved_step=self._saved_step,
                hint="Resume it; with the device ‘cpu’ it goes on without it.",
            ) from error

    def _steps(self) -> Iterator[TrainingStep]:
        if self._saved_step < 0:
            yield from self._validated(self._report(loss=None))
        stream = iter(self._batches)
        while not self._done():
            report = self._advanced(next(stream))
            due = self._state.step % self._run.training.validate_every == 0
            yield from self._validated(report) if due else [report]
        if self._saved_step != self._state.step:
            yield from self._validated(self._report(loss=None))

    def _write(self, report: TrainingStep) -> None:
        if report.waiting or not report.step or self._events is None:
            return
        self._metrics.write(report)
        self._events.write(report)

    def _advanced(self, batch: Batch | StepBatch) -> TrainingStep:
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
            return said(
                "Not enough memory for {rows} rows at once: going on with {rows_per_call} (the"
                " same result, slower).",
                rows=self._run.batch.rows,
                rows_per_call=self._stepper.rows_per_call,
            )
        self._broken = 0 if outcome.finite else self._broken + 1
        return self._roll_back() if self._broken == _BROKEN_STEPS else ""

    def _roll_back(self) -> str:
        """Restore the last checkpoint, halve the learning rate, go on with the next songs."""
        checkpoint = latest_checkpoint(self._run.folder)
        self._rollbacks += 1
        if checkpoint is None or self._rollbacks > _MOST_ROLLBACKS:
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
        return said(
            "Training became unstable at step {step}. Went back to step {good_step} and halved"
            " the learning rate.",
            step=here.step,
            good_step=good.step,
        )

    def _validated(self, report: TrainingStep) -> Iterator[TrainingStep]:
        """Measure the held-out loss and save a checkpoint; while saving fails, yield the reason."""
        # Validation has other rows and another mode: compiling for it takes longer than running it.
        eager = uncompiled() if self._stepper.compiled else nullcontext()
        with eager, self._stepper.averaged.used():
            held_out = validation_loss(
                self._stepper.model,
                self._run.store,
                self._run.batch,
                device=self._run.device,
                precision=self._run.training.precision,
                most_tokens=self._run.validation_tokens,
                ranks=self._ranks,
                steps=self._steps_read,
            )
        loss = held_out.mean if held_out is not None else None
        # Step 0 is the base model, which exists already: the best step must be a trained one.
        if loss is not None and self._state.step:
            self._state = _with_loss(self._state, loss)
        self._watch.lap()
        elapsed_s = self._ranks.of_first(self._watch.elapsed_s)
        self._state = replace(self._state, elapsed_s=elapsed_s)
        report = replace(
            report,
            validation_loss=loss,
            song_losses=held_out.songs if held_out is not None else (),
            best_loss=self._state.best_loss,
            best_step=self._state.best_step,
            elapsed_s=elapsed_s,
        )
        for tries in itertools.count():
            fault = self._save(loss)
            if not fault:
                again = "It is saved now, and training goes on." if tries else ""
                yield replace(report, notice=sentences((report.notice, again)), saved=True)
                return
            yield replace(report, notice="" if tries else fault, waiting=True)
            self._watch.start()

    def _save(self, loss: float | None) -> str:
        """Save a checkpoint; return an empty string, or a sentence on why it failed."""
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
            fault = said(
                "Step {step} could not be saved ({error}); {kept}. Training waits and goes on "
                "by itself as soon as there is room on the disk.",
                step=state.step,
                error=error,
                kept=kept,
            )
        # Only rank 0 writes, so only it knows whether saving failed.
        if self._ranks.of_first(bool(fault)):
            return fault or "Another process could not save this step; training waits."
        self._rollbacks = 0
        self._saved_step = state.step
        return ""

    def _report(self, *, loss: float | None, rate: float = 0.0, notice: str = "") -> TrainingStep:
        share = self._share()
        return TrainingStep(
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


def _with_loss(state: RunState, loss: float) -> RunState:
    """Return the state with the best loss so far, or with one more validation without progress."""
    if not state.best_step or state.best_loss is None or loss < state.best_loss:
        return replace(state, best_loss=loss, best_step=state.step, unimproved=0)
    return replace(state, unimproved=state.unimproved + 1)


def _augmentation(run: TrainingRun) -> Augmentation | None:
    if not run.training.augment:
        return None
    # No augmentation of tempo: the tempo is part of the character of a piece.
    config = AugmentationConfig(tempo_steps=0, seed=run.training.seed)
    return Augmentation(run.tokenizer.vocabulary, config)
