"""The metrics of a run as TensorBoard event files, if `tensorboard` is installed.

TensorBoard is not a dependency of Segue. The files are written beside `metrics.jsonl`.
"""

import importlib
import importlib.util
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

from engine.training.progress import TrainingStep

_FIGURES = ("loss", "validation_loss", "learning_rate", "tokens_per_s")


class EventFiles:
    """Writes the metrics of each step.

    Args:
        folder: The folder of the run; the files go into its subfolder `events`.
        step: The last step done; TensorBoard drops later ones of an earlier attempt.
        writer: The constructor of a `torch.utils.tensorboard.SummaryWriter`; None looks for it.
    """

    def __init__(
        self, folder: Path, *, step: int = 0, writer: Callable[..., Any] | None = None
    ) -> None:
        make = writer or _installed()
        self._writer: Any = None
        if make is not None:
            purged = {"purge_step": step + 1} if step else {}
            self._writer = make(log_dir=str(folder / "events"), **purged)

    def write(self, progress: TrainingStep) -> None:
        """Write the metrics of a step; stop writing, but not the run, if the disk is full."""
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
        """Flush and close the files."""
        if self._writer is not None:
            self._writer.close()
            self._writer = None


def _installed() -> Callable[..., Any] | None:
    if importlib.util.find_spec("tensorboard") is None:
        return None
    try:
        with warnings.catch_warnings():
            # Its own deprecation warnings would fail the tests, which turn warnings into errors.
            warnings.simplefilter("ignore")
            module = importlib.import_module("torch.utils.tensorboard")
    except ImportError:
        return None
    writer: Callable[..., Any] = module.SummaryWriter
    return writer
