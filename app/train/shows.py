"""A training run as the page shows it: pure functions of what is known of it."""

from dataclasses import replace
from datetime import datetime

from PySide6.QtCore import QCoreApplication

from app.state.training_run import TrainingRun
from app.train.words import done_at
from app.views.train.values import Curves, Done, RunProgress
from app.words.engine import translate_engine_text
from app.words.figures import number, size
from engine.config import IDS_A_NOTE


def progress_of(run: TrainingRun, *, now: datetime | None = None) -> RunProgress:
    """Return how far a run is."""
    report = run.progress
    if report is None:
        return RunProgress(
            phase="preparing",
            step=0,
            steps=0,
            name=run.name,
            paused=run.paused,
            pausing=run.pausing,
        )
    finishing = report.phase == "finishing"
    # How fast it was says nothing while it does nothing.
    still = run.paused or run.resuming
    return RunProgress(
        phase=report.phase,
        step=report.step,
        steps=report.steps,
        name=run.name,
        passes=report.passes,
        seconds_left=-1.0 if run.resuming else report.seconds_left,
        done_at="" if still or finishing else done_at(report.seconds_left, now),
        notes_per_second=0.0 if still or finishing else run.speed / IDS_A_NOTE,
        device=report.device.upper() if report.device == "cpu" else report.device,
        device_reason=translate_engine_text(report.device_reason),
        held_out=run.held_out[-1][1] if run.held_out else -1.0,
        paused=run.paused,
        pausing=run.pausing,
        memory=size(report.memory_bytes) if report.memory_bytes and not still else "",
        share=run.finishing,
    )


def curves_of(run: TrainingRun, *, base: str) -> Curves:
    """Return a run's losses."""
    curves = Curves(
        training=run.training,
        held_out=run.held_out,
        steps=run.progress.steps if run.progress else 0,
        best_step=run.best_step,
    )
    if run.base_loss > 0:
        return replace(curves, baseline=run.base_loss, baseline_name=base)
    return curves


def done_of(run: TrainingRun, *, in_use: bool) -> Done:
    """Return what can be done with the model that a run ended in."""
    made = run.made
    if made is None:
        return Done(name=run.name, step=0)
    steps = tuple(step for step in made.steps if step > 0) or (made.step,)
    best = QCoreApplication.translate("TrainShows", "%1 (best)")
    labels = tuple(
        (step, best.replace("%1", number(step)) if step == run.best_step else number(step))
        for step in steps
    )
    return Done(name=made.name, step=made.step, steps=labels, default=in_use)
