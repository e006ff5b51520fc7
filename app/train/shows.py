"""Turns a training run into the values that the page shows."""

from dataclasses import replace
from datetime import datetime

import msgspec
from PySide6.QtCore import QCoreApplication

from app.state.training_run import TrainingRun
from app.train.choices import STYLE
from app.train.words import done_at
from app.views.train.values import Curves, Done, RunProgress
from app.words.engine import translate_engine_text
from app.words.figures import number, size
from engine.values.config import IDS_A_NOTE
from engine.values.run_report import RunReport


def progress_of(run: TrainingRun, *, base: str = "", now: datetime | None = None) -> RunProgress:
    """Return the progress of a run; `base` is the shown name of its base."""
    report = run.progress
    begun = RunProgress(
        phase="preparing",
        name=run.name,
        # A paused run that was stopped works again.
        paused=run.paused and not run.stopping,
        pausing=run.pausing,
        stopping=run.stopping,
        use_when_done=run.use_when_done,
    )
    if report is None:
        return begun
    finishing = report.phase in ("finishing", "saving")
    # A paused run has no speed.
    still = run.paused or run.resuming
    moving = not still and not finishing
    reported = {name: getattr(report, name) for name in RunReport.__struct_fields__}
    shown = msgspec.structs.replace(begun, **reported)
    return msgspec.structs.replace(
        shown,
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
        best_step=run.best_step,
    )


def curves_of(run: TrainingRun, *, base: str) -> Curves:
    """Return the losses of a run."""
    curves = Curves(
        held_out=run.held_out,
        copied=tuple((each.step, each.copied) for each in run.sampled if each.copied >= 0),
        now=run.training[-1][0] if run.training and run.made is None else 0,
        next_step=next_measured(run),
        steps=run.progress.steps if run.progress else 0,
        best_step=run.best_step,
    )
    if run.base_loss > 0:
        return replace(curves, baseline=run.base_loss, baseline_name=base)
    return curves


def next_measured(run: TrainingRun) -> int:
    """Return the step that is measured next, as far away as the last one was; 0 if none."""
    steps = [step for step, _ in run.held_out[-2:]]
    if len(steps) < 2 or run.progress is None or run.finishing >= 0:
        return 0
    following = 2 * steps[1] - steps[0]
    return following if run.step < following <= run.progress.steps else 0


def done_of(run: TrainingRun, *, base: str = "", in_use: bool) -> Done:
    """Return the finished model of a run, with the saved steps that can replace it.

    Args:
        run: The run.
        base: The shown name of its base.
        in_use: Whether Compose uses the model.
    """
    made = run.made
    if made is None:
        return Done(name=run.name, step=0)
    # A style has no saved steps.
    steps = tuple(step for step in made.steps if step > 0)
    if not steps and run.preset != STYLE:
        steps = (made.step,)
    best = QCoreApplication.translate("TrainShows", "%1 (best)")
    labels = tuple(
        (step, best.replace("%1", number(step)) if step == run.best_step else number(step))
        for step in steps
    )
    heard = next((each.copied for each in run.sampled if each.step == made.step), -1.0)
    return Done(
        name=made.name,
        step=made.step,
        planned=run.progress.steps if run.progress else 0,
        held_out=made.validation_loss,
        baseline=run.base_loss,
        baseline_name=base,
        copied=made.copied if made.copied >= 0 else heard,
        steps=labels,
        default=in_use,
    )
