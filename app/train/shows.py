"""Turns a training run into the values that the page shows."""

from datetime import datetime

import msgspec
from PySide6.QtCore import QCoreApplication

from app.state.training_run import TrainingRun
from app.train.choices import STYLE
from app.train.copied import figure_of, limit_of
from app.train.gains import gains_of, verdict_of
from app.train.words import done_at
from app.views.train.values import Curves, Done, RunProgress
from app.words.engine import translate_engine_text
from app.words.figures import duration, number, size
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
    verdict, detail = verdict_of(run, base=base)
    copied, copied_name = figure_of(run, base=base)
    reported = {name: getattr(report, name) for name in RunReport.__struct_fields__}
    shown = msgspec.structs.replace(begun, **reported)
    return msgspec.structs.replace(
        shown,
        seconds_left=-1.0 if run.resuming else report.seconds_left,
        done_at=done_at(report.seconds_left, now) if moving else "",
        notes_per_second=run.speed / IDS_A_NOTE if moving else 0.0,
        device=report.device.upper() if report.device == "cpu" else report.device,
        device_reason=translate_engine_text(report.device_reason),
        verdict=verdict,
        verdict_detail=detail,
        copied=copied,
        copied_name=copied_name,
        spent=run.spent,
        memory=size(report.memory_bytes) if report.memory_bytes and not still else "",
        share=run.finishing,
        best_step=run.best_step,
    )


def curves_of(run: TrainingRun, *, base: str) -> Curves:
    """Return the gains of a run."""
    following = next(iter(coming(run, count=1)), None)
    return Curves(
        gains=gains_of(run),
        copied=tuple((each.step, each.copied) for each in run.sampled if each.copied >= 0),
        now=run.training[-1][0] if run.training and run.made is None else 0,
        next_step=following,
        steps=run.progress.steps if run.progress else 0,
        base=base,
        best_step=run.best_step,
        limit=limit_of(run),
    )


def coming(run: TrainingRun, *, count: int) -> tuple[tuple[int, str], ...]:
    """Return the steps that are measured next, as far apart as the last ones, and when in words.

    Args:
        run: The run.
        count: The most of them.
    """
    steps = [step for step, _ in run.held_out[-2:]]
    if len(steps) < 2 or run.progress is None or run.finishing >= 0:
        return ()
    apart, planned = steps[1] - steps[0], run.progress.steps
    following = (steps[1] + n * apart for n in range(1, count + 1)) if apart > 0 else ()
    return tuple((step, _in(run, step)) for step in following if run.step < step <= planned)


def _in(run: TrainingRun, step: int) -> str:
    """Return in how long a step is reached, in words; empty if that is unknown."""
    report = run.progress
    known = report is not None and report.seconds_left > 0 and report.steps > report.step
    if report is None or not known or run.paused or run.resuming:
        return ""
    seconds = report.seconds_left * (step - report.step) / (report.steps - report.step)
    return _tr("in %1").replace("%1", duration(seconds))


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
    best = _tr("%1 (best)")
    labels = tuple(
        (step, best.replace("%1", number(step)) if step == run.best_step else number(step))
        for step in steps
    )
    verdict, detail = verdict_of(run, base=base)
    copied, copied_name = figure_of(run, base=base)
    return Done(
        name=made.name,
        step=made.step,
        planned=run.progress.steps if run.progress else 0,
        verdict=verdict,
        verdict_detail=detail,
        copied=copied,
        copied_name=copied_name,
        spent=run.spent,
        heard=any(each.step == made.step and each.samples for each in run.sampled),
        steps=labels,
        default=in_use,
    )


def _tr(text: str) -> str:
    return QCoreApplication.translate("TrainShows", text)
