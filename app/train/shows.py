"""Turns a training run into the values that the page shows."""

from dataclasses import replace
from datetime import datetime

from PySide6.QtCore import QCoreApplication

from app.state.training_run import TrainingRun
from app.train.words import done_at
from app.views.train.values import Curves, Done, RunProgress
from app.words.engine import translate_engine_text
from app.words.figures import number, size
from engine.config import IDS_A_NOTE


def progress_of(run: TrainingRun, *, base: str = "", now: datetime | None = None) -> RunProgress:
    """Return the progress of a run; `base` is the shown name of its base."""
    report = run.progress
    begun = RunProgress(
        phase="preparing",
        step=0,
        steps=0,
        name=run.name,
        # A paused run that was stopped works again.
        paused=run.paused and not run.stopping,
        pausing=run.pausing,
        stopping=run.stopping,
    )
    if report is None:
        return begun
    finishing = report.phase == "finishing"
    # A paused run has no speed.
    still = run.paused or run.resuming
    moving = not still and not finishing
    return replace(
        begun,
        phase=report.phase,
        step=report.step,
        steps=report.steps,
        passes=report.passes,
        seconds_left=-1.0 if run.resuming else report.seconds_left,
        done_at=done_at(report.seconds_left, now) if moving else "",
        notes_per_second=run.speed / IDS_A_NOTE if moving else 0.0,
        device=report.device.upper() if report.device == "cpu" else report.device,
        device_reason=translate_engine_text(report.device_reason),
        held_out=run.held_out[-1][1] if run.held_out else -1.0,
        baseline=run.base_loss,
        baseline_name=base,
        copied=next((each.copied for each in reversed(run.sampled) if each.copied >= 0), -1.0),
        memory=size(report.memory_bytes) if report.memory_bytes and not still else "",
        share=run.finishing,
    )


def curves_of(run: TrainingRun, *, base: str) -> Curves:
    """Return the losses of a run."""
    curves = Curves(
        held_out=run.held_out,
        copied=tuple((each.step, each.copied) for each in run.sampled if each.copied >= 0),
        now=run.training[-1][0] if run.training else 0,
        steps=run.progress.steps if run.progress else 0,
        best_step=run.best_step,
    )
    if run.base_loss > 0:
        return replace(curves, baseline=run.base_loss, baseline_name=base)
    return curves


def done_of(run: TrainingRun, *, in_use: bool) -> Done:
    """Return the finished model of a run, with the saved steps that can replace it."""
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
