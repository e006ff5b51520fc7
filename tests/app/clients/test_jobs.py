"""Imports and training runs against a job process that is a list."""

from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest
from pytestqt.qtbot import QtBot

from app.clients.importing import ImportJobs
from app.clients.training import Training
from app.library.report import charts_of
from app.train.views import curves_of, progress_of
from engine import messages
from engine.values.library import MusicCounts, RefusalGroup
from tests.app.doubles import FakeLink

pytestmark = pytest.mark.usefixtures("qtbot")

REPORT = messages.ImportReport(
    found=3,
    ready=2,
    warnings=0,
    duplicates=0,
    refused=1,
    seconds=60.0,
    notes=100,
    groups=(RefusalGroup(reason="no notes", count=1, files=("/a, b.mid",)),),
    took_s=0.1,
)


class Jobs:
    """Makes links and keeps them."""

    def __init__(self) -> None:
        self.links: list[FakeLink] = []

    def __call__(self) -> FakeLink:
        self.links.append(FakeLink())
        return self.links[-1]


def test_an_import_reports_and_ends(qtbot: QtBot) -> None:
    jobs = Jobs()
    importing = ImportJobs(jobs)
    importing.add([Path("/music")])
    assert importing.running
    (link,) = jobs.links
    assert link.sent == [messages.ImportFolders(folders=("/music",))]
    with qtbot.waitSignals([importing.reported, importing.ended]):
        link.deliver(REPORT)
        assert importing.report == REPORT
    assert not importing.running
    qtbot.waitUntil(lambda: link.closed == 1)


def test_what_is_dropped_meanwhile_comes_after_it() -> None:
    jobs = Jobs()
    importing = ImportJobs(jobs)
    importing.add([Path("/a")])
    importing.add([Path("/b")])
    importing.add([Path("/c")])
    assert len(jobs.links) == 1
    jobs.links[0].deliver(REPORT)
    assert jobs.links[1].sent[0] == messages.ImportFolders(folders=("/b", "/c"))


def test_a_quiet_look_that_made_way_comes_after_what_was_asked_for() -> None:
    jobs = Jobs()
    importing = ImportJobs(jobs)
    importing.look_again([Path("/watched"), Path("/other")])
    importing.add([Path("/a")])
    jobs.links[0].deliver(msgspec.structs.replace(REPORT, cancelled=True))
    jobs.links[1].deliver(REPORT)
    assert jobs.links[2].sent == [messages.ImportFolders(folders=("/watched", "/other"))]
    assert importing.quiet
    jobs.links[2].deliver(REPORT)
    assert not importing.running
    importing.look_again([Path("/watched")])
    importing.add([Path("/a")])
    importing.cancel()
    jobs.links[3].deliver(REPORT)
    assert len(jobs.links) == 4


def test_a_cancel_stops_the_job_and_what_waits() -> None:
    jobs = Jobs()
    importing = ImportJobs(jobs)
    importing.add([Path("/a")])
    importing.add([Path("/b")])
    importing.cancel()
    assert jobs.links[0].of(messages.StopJob)
    jobs.links[0].deliver(REPORT)
    assert len(jobs.links) == 1
    assert not importing.running


def test_the_charts_of_a_report() -> None:
    # Charts are of this import, too; one that counted nothing has none.
    assert charts_of(REPORT) == ()
    counts = MusicCounts(families=((0, 2), (16, 1)), lengths=((30, 0), (60, 2), (0, 0)))
    charts = dict(charts_of(msgspec.structs.replace(REPORT, music=counts)))
    assert charts["Instruments"] == (("Pno", 2), ("Dr", 1))
    assert charts["Length"] == (("0:30 – 1:00", 2),)
    assert "Keys" not in charts


def _progress(step: int, **changes: object) -> messages.TrainingProgress:
    return messages.TrainingProgress(phase="training", step=step, steps=100, **changes)  # type: ignore[arg-type]


def test_a_run_gathers_its_losses_and_ends_in_a_model(qtbot: QtBot) -> None:
    jobs = Jobs()
    training = Training(jobs)
    training.start(messages.TrainModel(name="Mine"))
    link = jobs.links[0]
    link.deliver(_progress(0, validation_loss=3.0))
    link.deliver(_progress(10, loss=2.5, tokens_per_second=900.0, seconds_left=90.0))
    link.deliver(_progress(20, loss=2.4, validation_loss=2.6, best_step=20))
    run = training.run
    assert run is not None
    assert run.training == ((10, 2.5), (20, 2.4))
    assert run.held_out == ((0, 3.0), (20, 2.6))
    curves = curves_of(run, base="Starter")
    assert [round(gain.share, 3) for gain in curves.gains] == [0.0, 0.133]
    assert (curves.base, curves.best_step, curves.steps) == ("Starter", 20, 100)
    shown = progress_of(run, base="Starter", now=datetime(2026, 1, 1, 12, 0, tzinfo=UTC))
    assert (shown.step, shown.notes_per_second) == (20, 225.0)
    assert shown.verdict == "13 % better than Starter"
    made = messages.ModelMade(folder="/m", name="Mine", step=20, validation_loss=2.6)
    with qtbot.waitSignals([training.made, training.ended]):
        link.deliver(made)
    assert not training.running
    assert training.run is not None
    assert training.run.made == made


def test_stop_pause_and_discard_reach_the_job(qtbot: QtBot) -> None:
    jobs = Jobs()
    training = Training(jobs)
    training.start(messages.TrainModel(name="Mine"))
    training.start(messages.TrainModel(name="Second"))
    assert len(jobs.links) == 1
    training.pause(paused=True)
    training.stop(discard=True)
    assert jobs.links[0].sent[1:] == [
        messages.PauseJob(paused=True),
        messages.StopJob(discard=True),
    ]
    with qtbot.waitSignals([training.stopped, training.ended]):
        jobs.links[0].deliver(messages.JobStopped())
    assert not training.running


def test_a_failed_run_says_why(qtbot: QtBot) -> None:
    jobs = Jobs()
    training = Training(jobs)
    training.start(messages.TrainModel(name="Mine"))
    with qtbot.waitSignal(training.failed) as caught:
        jobs.links[0].deliver(messages.Failed(message="Too little music."))
    assert caught.args[0].message == "Too little music."
