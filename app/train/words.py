"""Sentences on the progress of a run: pure functions of the run."""

from datetime import datetime, timedelta

from PySide6.QtCore import QCoreApplication

from app.state.training_run import TrainingRun
from app.train.choices import SCRATCH
from app.train.copied import copying_words
from app.views.train.values import Tone
from app.words.figures import number
from engine.values.config import MEMORISING_RATIO

# The first held-out losses are too noisy for a verdict.
FEW_LOOKS = 4


def how_it_goes(run: TrainingRun, *, base: str = "") -> tuple[str, Tone]:
    """Return one or two sentences on a run, and their tone.

    Args:
        run: The run.
        base: The shown name of what it began with.
    """
    text, tone = _learning(run)
    copying, copying_tone = copying_words(run, base=base)
    return (f"{text} {copying}".strip(), copying_tone) if copying else (text, tone)


def _learning(run: TrainingRun) -> tuple[str, Tone]:
    held_out = [point for point in run.held_out if point[0] > 0]
    if not held_out:
        return "", "plain"
    step, loss = held_out[-1]
    best_step, best = min(run.held_out, key=lambda point: point[1])
    if best_step == 0:
        return _not_yet(run, len(held_out))
    if loss > MEMORISING_RATIO * best:
        text = _tr("It is starting to memorise; the best is step %1.")
        return text.replace("%1", number(best_step)), "warning"
    if best_step == step:
        return _tr("Still improving."), "good"
    return _tr("Flat since step %1.").replace("%1", number(best_step)), "plain"


def _not_yet(run: TrainingRun, looks: int) -> tuple[str, Tone]:
    """Return that no step is better than the base yet, which is usual for the first ones."""
    if run.base == SCRATCH or looks < FEW_LOOKS:
        text = _tr("Not yet better on music of yours that it never saw than at the beginning.")
        return text, "plain"
    text = _tr(
        "No step so far is better on music of yours that it never saw than the beginning:"
        " more pieces would help."
    )
    return text, "warning"


def going_on(run: TrainingRun) -> tuple[str, Tone] | None:
    """Return that a run resumes, until its first event; None for all other runs."""
    if not run.resuming:
        return None
    return _tr("Going on from step %1…").replace("%1", number(run.step)), "plain"


def preparing(run: TrainingRun) -> tuple[str, Tone] | None:
    """Return what a run does before or between steps; None while it trains."""
    report = run.progress
    if report is None or report.phase == "preparing":
        if report is not None and report.steps:
            text = _tr("Reading your pieces: %1 of %2.")
            text = text.replace("%1", number(report.step))
            return text.replace("%2", number(report.steps)), "plain"
        return _tr("Getting ready…"), "plain"
    if text := _between_steps(report.phase):
        return text, "plain"
    if not run.held_out:
        return _tr("Listening to how much your music surprises it now…"), "plain"
    return None


def _between_steps(phase: str) -> str:
    """Return what a run does between two steps and after the last one; empty while it learns."""
    if phase == "finishing":
        return _tr("It has learned. The best step is heard and measured, then the model is saved…")
    if phase == "saving":
        return _tr("The best step is being saved as a model…")
    return _tr("Going on with a few openings, for your ear…") if phase == "sampling" else ""


def paused_text(run: TrainingRun) -> str:
    """Return that a run is paused, and at which step."""
    text = _tr("Training ‘%1’ is paused at step %2 (%3 %).")
    text = text.replace("%1", run.name).replace("%2", number(run.step))
    return text.replace("%3", f"{100 * run.share:.0f}")


def done_at(seconds_left: float, now: datetime | None = None) -> str:
    """Return the clock time in so many seconds, or an empty text."""
    if seconds_left <= 0:
        return ""
    return f"{(now or datetime.now().astimezone()) + timedelta(seconds=seconds_left):%H:%M}"


def _tr(text: str) -> str:
    return QCoreApplication.translate("TrainWords", text)
