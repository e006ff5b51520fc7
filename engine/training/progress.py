"""The progress of a training run, as values that are shown and written as JSON lines."""

import contextlib
import errno
import json
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from engine.gate import documents
from engine.gate.files import read_file
from engine.gate.refusal import RefusedError


@dataclass(frozen=True, slots=True, kw_only=True)
class RunTotals:
    """How far a run has come since it began, over all resumes.

    Attributes:
        step: Optimizer steps done, skipped ones included.
        tokens: Tokens trained on.
        elapsed_s: Seconds trained.
        skipped: Steps skipped because loss or gradient was not finite.
        best_loss: The lowest validation loss, that of step 0 not counted; None before there is one.
        best_step: The step of `best_loss`.
    """

    step: int = 0
    tokens: int = 0
    elapsed_s: float = 0.0
    skipped: int = 0
    best_loss: float | None = None
    best_step: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingStep(RunTotals):
    """The state of a run after an optimizer step or a validation.

    Attributes:
        steps: Optimizer steps planned; a time budget may end the run earlier.
        share: Progress of the run, 0 to 1, by steps or by time.
        loss: Mean nats per token of this step's batch; None before the first step.
        validation_loss: Mean nats per token of the held-out songs; None without a validation.
        song_losses: The same of each held-out song, in an order that is that of all steps; empty
            if unknown.
        learning_rate: Of this step.
        tokens_per_s: Over the last steps.
        eta_s: Seconds to the end of the run at this speed; None before it is known.
        rows: Rows per model call, reduced after memory ran out.
        notice: A sentence for the user about something unusual, or empty.
        saved: Whether a checkpoint was saved at this step.
        waiting: Whether the run waits because this step could not be saved; the next value tries
            again, so that a caller should pause before it.
    """

    steps: int
    share: float
    loss: float | None
    validation_loss: float | None = None
    song_losses: tuple[float, ...] = ()
    learning_rate: float = 0.0
    tokens_per_s: float = 0.0
    eta_s: float | None = None
    rows: int = 0
    notice: str = ""
    saved: bool = False
    waiting: bool = False

    @property
    def likely_steps(self) -> int:
        """Estimated number of steps of the whole run."""
        if not self.step or self.share <= 0.0:
            return self.steps
        return max(self.step, min(self.steps, round(self.step / self.share)))


class Metrics:
    """The metrics of a run as JSON lines; `write` returns when a line is on disk.

    Args:
        path: The file; lines are appended.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._waiting: list[str] = []

    def write(self, progress: TrainingStep) -> None:
        """Append one line; if the disk is full, keep it and write it with the next one."""
        fields = {k: v for k, v in asdict(progress).items() if v not in (None, "", ())}
        self._waiting.append(json.dumps(fields) + "\n")
        with contextlib.suppress(OSError):
            _append(self._path, "".join(self._waiting))
            self._waiting.clear()

    def forget_after(self, step: int) -> None:
        """Delete the lines after a step, because a resumed run writes them again."""
        if not self._path.exists():
            return
        kept = [line for line in read_metrics(self._path) if line["step"] <= step]
        text = "".join(json.dumps(line) + "\n" for line in kept)
        partial = self._path.with_suffix(".partial")
        partial.write_text(text, encoding="utf-8")
        partial.replace(self._path)


def _append(path: Path, text: str) -> None:
    """Append a whole text or nothing.

    Raises:
        OSError: The disk is full, or the file cannot be written.
    """
    data = text.encode()
    with path.open("ab", buffering=0) as file:
        size = file.seek(0, os.SEEK_END)
        written = file.write(data)
        if written != len(data):
            # Half a line would make the next one invalid.
            file.truncate(size)
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))


def read_metrics(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the lines of a run; skip invalid ones, such as a last line cut off by a crash.

    Raises:
        RefusedError: The file is missing, not a regular file, or too large.
    """
    data = read_file(path, most=documents.OURS.text_bytes)
    for text in data.decode("utf-8", "replace").splitlines():
        try:
            yield documents.mapping(text.encode())
        except RefusedError:
            continue
