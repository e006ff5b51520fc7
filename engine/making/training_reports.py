"""Reports of a training run: a few a second, each with a plain sentence about the run."""

import time
from collections.abc import Callable, Iterator

from engine.messages import Notice, TrainingProgress
from engine.sentence import said
from engine.training.progress import TrainingStep as Step
from engine.values.config import MEMORISING_RATIO

_REPORT_EVERY_S = 0.2  # interval of reports


class TrainingReporter:
    """Turns the steps of a run into reports.

    Args:
        device: Device of the run.
        reason: Why it runs there, in a few words.
        tokens: Tokens of one pass over the songs; 0 if unknown.
        memory: Returns the bytes in use.
        clock: Returns seconds.
    """

    def __init__(
        self,
        device: str,
        *,
        reason: str = "",
        tokens: int = 0,
        memory: Callable[[], int] = lambda: 0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._device = device
        self._reason = reason
        self._tokens = tokens
        self._memory = memory
        self._clock = clock
        self._told_s = float("-inf")
        self._losses: list[float] = []
        self._sentence = ""

    def nothing_yet(self, steps: int) -> TrainingProgress:
        """Return the report before the first step, while the base model is evaluated."""
        return TrainingProgress(
            phase="evaluating",
            steps=steps,
            device=self._device,
            device_reason=self._reason,
            memory_bytes=self._memory(),
        )

    def of(self, step: Step) -> Iterator[TrainingProgress | Notice]:
        """Yield the reports of a step: every validation, and a few others a second."""
        if step.notice:
            yield Notice(message=step.notice)
        if step.loss is not None:
            self._losses.append(step.loss)
        if step.validation_loss is not None:
            self._sentence = _how_it_goes(step)
        due = self._clock() - self._told_s >= _REPORT_EVERY_S
        if due or step.validation_loss is not None:
            self._told_s = self._clock()
            yield self._report(step)
            self._losses.clear()

    def _report(self, step: Step) -> TrainingProgress:
        loss = sum(self._losses) / len(self._losses) if self._losses else -1.0
        return TrainingProgress(
            phase="training",
            step=step.step,
            steps=step.likely_steps,
            loss=loss,
            validation_loss=-1.0 if step.validation_loss is None else step.validation_loss,
            song_losses=step.song_losses,
            tokens_per_second=step.tokens_per_s,
            seconds_left=-1.0 if step.eta_s is None else step.eta_s,
            device=self._device,
            best_step=step.best_step,
            message=self._sentence,
            passes=1 + step.tokens // self._tokens if self._tokens else 0,
            memory_bytes=self._memory(),
            device_reason=self._reason,
        )


def _how_it_goes(step: Step) -> str:
    if step.step == 0 or step.best_loss is None or step.validation_loss is None:
        return ""
    if step.best_step == step.step:
        return "Still improving."
    if step.validation_loss > MEMORISING_RATIO * step.best_loss:
        return said(
            "It is starting to memorise; the best is step {best_step:,}.", best_step=step.best_step
        )
    return said("Flat since step {best_step:,}.", best_step=step.best_step)
