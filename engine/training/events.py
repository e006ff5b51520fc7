"""A run's figures as TensorBoard's event files, where `tensorboard` is installed; else nothing.

It is no dependency of Segue: who has it gets the files beside the run's `metrics.jsonl`.
"""

import importlib
import importlib.util
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

from engine.training.progress import TrainingProgress

_FIGURES = ("loss", "validation_loss", "learning_rate", "tokens_per_s")


class EventFiles:
    """Writes the figures of steps.

    Args:
        folder: Of the run; files go into its folder `events`.
        step: The last step done, after which figures of an earlier time are forgotten.
        writer: Makes a writer, as `torch.utils.tensorboard.SummaryWriter` does; None finds out
            whether that is installed.
    """

    def __init__(
        self, folder: Path, *, step: int = 0, writer: Callable[..., Any] | None = None
    ) -> None:
        make = writer or _installed()
        self._writer: Any = None
        if make is not None:
            purged = {"purge_step": step + 1} if step else {}
            self._writer = make(log_dir=str(folder / "events"), **purged)

    def write(self, progress: TrainingProgress) -> None:
        """Write what is known of a step. A disk that is full ends the files, not the run."""
        if self._writer is None:
            return
        try:
            for name in _FIGURES:
                figure = getattr(progress, name)
                if figure is not None:
                    self._writer.add_scalar(f"training/{name}", figure, progress.step)
        except OSError:
            self._writer = None

    def close(self) -> None:
        """Write what is left."""
        if self._writer is not None:
            self._writer.close()
            self._writer = None


def _installed() -> Callable[..., Any] | None:
    if importlib.util.find_spec("tensorboard") is None:
        return None
    try:
        with warnings.catch_warnings():
            # What the package finds deprecated in itself is nobody's concern here.
            warnings.simplefilter("ignore")
            module = importlib.import_module("torch.utils.tensorboard")
    except ImportError:
        return None
    writer: Callable[..., Any] = module.SummaryWriter
    return writer
