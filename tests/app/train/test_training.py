"""Runs that wait and go on, what is chosen before them, what is heard of them."""

import json
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from PySide6.QtWidgets import QAbstractButton, QWidget
from pytestqt.qtbot import QtBot

from app.clients.playing import Playing
from app.clients.training import Training
from app.clients.training_trial import TrainingTrial
from app.clients.unfinished_runs import read_run, unfinished_runs
from app.files.models import ModelInfo
from app.settings.settings import Settings
from app.settings.table import NEW_MODEL, TRAINING, groups_of
from app.state.document import Document
from app.state.training_run import TrainingRun
from app.train.choices import (
    SCRATCH,
    STARTER,
    USUAL,
    by_hand,
    checks_of,
    goals_of,
    note_of,
    presets_of,
    reason_of,
)
from app.train.shows import done_of, progress_of
from app.train.step_samples import StepSamples
from app.train.words import how_it_goes, paused_text, preparing
from app.views.train.blind import BlindTest
from app.views.train.expert import ExpertForm
from app.views.train.page import TrainPage
from app.views.train.values import Sources
from app.words.figures import duration, number, size
from engine import messages
from engine.values.copied import CopiedPassage
from engine.values.score import Note, Score, Track
from tests.app.doubles import FakeLink

pytestmark = pytest.mark.usefixtures("qtbot")

OPENING = Score(tracks=(Track().with_notes([Note(t, 60, 480) for t in range(0, 7680, 480)]),))


def sampled(step: int, *, copied: float = 0.0, loss: float = 2.0) -> messages.StepSampled:
    samples = tuple(
        messages.Sampled(opening=title, score=OPENING, boundary=3840) for title in ("Aria", "Gigue")
    )
    passage = CopiedPassage(song="Aria", bar=5, notes=19)
    return messages.StepSampled(
        step=step,
        loss=loss,
        samples=samples,
        windows=100,
        copied=copied,
        passages=(passage,) if copied else (),
    )


def progress(step: int, **changes: object) -> messages.TrainingProgress:
    return messages.TrainingProgress(phase="training", step=step, steps=100, **changes)  # type: ignore[arg-type]


class Jobs:
    """Makes links and keeps them."""

    def __init__(self) -> None:
        self.links: list[FakeLink] = []

    def __call__(self) -> FakeLink:
        self.links.append(FakeLink())
        return self.links[-1]


# --- runs ------------------------------------------------------------------------------------


def test_a_pause_ends_the_process_and_resuming_starts_another(qtbot: QtBot) -> None:
    jobs = Jobs()
    training = Training(jobs)
    training.start(messages.TrainModel(name="Mine", preset="evening"))
    jobs.links[0].deliver(progress(40, validation_loss=2.0, best_step=40))
    training.pause(paused=True)
    assert training.run is not None
    assert training.run.pausing
    with qtbot.waitSignals([training.paused, training.ended]):
        jobs.links[0].deliver(messages.TrainingPaused(name="Mine", step=41))
    assert training.waiting
    assert not training.running
    qtbot.waitUntil(lambda: jobs.links[0].closed == 1)
    training.pause(paused=False)
    assert jobs.links[1].sent == [
        messages.TrainModel(name="Mine", base="starter", preset="evening", resume=True)
    ]
    assert training.run.held_out == ((40, 2.0),)


def test_a_run_paused_before_its_first_saved_step_begins_anew() -> None:
    jobs = Jobs()
    training = Training(jobs)
    command = messages.TrainModel(name="Mine", preset="evening")
    training.start(command)
    training.pause(paused=True)
    jobs.links[0].deliver(messages.TrainingPaused(name="Mine", step=-1))
    training.pause(paused=False)
    assert jobs.links[1].sent == [command]


def test_a_run_that_waits_is_kept_or_thrown_away_without_training_on(qtbot: QtBot) -> None:
    jobs = Jobs()
    training = Training(jobs)
    training.adopt(TrainingRun(name="Old", base="starter", preset="taste", paused=True))
    training.stop()
    assert jobs.links[0].sent == [messages.EndTraining(name="Old")]
    made = messages.ModelMade(folder="/m", name="Old", step=9, validation_loss=2.0, steps=(3, 9))
    with qtbot.waitSignal(training.made):
        jobs.links[0].deliver(made)
    training.keep_step(3)
    assert jobs.links[1].sent == [messages.KeepStep(name="Old", step=3)]
    jobs.links[1].deliver(made)
    assert training.let_go() == "Old"
    assert training.run is None


def test_a_run_that_failed_after_a_saved_step_can_go_on() -> None:
    jobs = Jobs()
    training = Training(jobs)
    training.start(messages.TrainModel(name="Mine"))
    jobs.links[0].deliver(messages.Failed(message="Too little music."))
    assert not training.waiting
    training.start(messages.TrainModel(name="Mine"))
    jobs.links[1].deliver(progress(10, validation_loss=2.0))
    jobs.links[1].deliver(messages.Failed(message="The GPU has gone."))
    assert training.waiting


def test_what_comes_last_has_a_share_of_its_own_and_moves_no_steps() -> None:
    run = TrainingRun(name="Mine", base="starter", preset="taste")
    assert preparing(run) == ("Getting ready…", "plain")
    run = run.reporting(progress(40, seconds_left=60.0))
    assert (run.share, run.finishing) == (0.4, -1.0)
    run = run.reporting(messages.TrainingProgress(phase="finishing", step=9, steps=18))
    assert (run.step, run.share, run.finishing) == (40, 0.4, 0.5)
    shown = progress_of(run)
    assert (shown.phase, shown.share, shown.done_at) == ("finishing", 0.5, "")
    text, _ = preparing(run) or ("", "")
    assert text.startswith("It has learned.")


def test_a_closing_window_waits_for_the_step_to_be_kept() -> None:
    jobs = Jobs()
    training = Training(jobs)
    training.start(messages.TrainModel(name="Mine"))
    training.close()
    assert jobs.links[0].patience_ms >= 10_000


def _run_folder(root: Path, name: str, *, state: str = "paused", step: int = 20) -> Path:
    folder = root / name
    (folder / f"step-{step:08d}").mkdir(parents=True)
    status = messages.RunStatus(
        name=name,
        state=state,
        step=step,
        share=0.4,
        steps=50,
        best_step=10,
        base_loss=3.0,
        base_songs=(3.1, 2.9),
    )  # type: ignore[arg-type]
    (folder / "run.json").write_bytes(msgspec.json.encode(status))
    lines = [{"step": n, "loss": 3.0 - n / 100} for n in range(1, 26)]
    lines[9] |= {"validation_loss": 2.5, "song_losses": [2.6, 2.4]}
    text = "\n".join(json.dumps(line) for line in lines) + '\n{"step": 26, "lo'
    (folder / "metrics.jsonl").write_text(text)
    heard = [messages.encode(sampled(n)) for n in (0, 10, 30)]
    (folder / "samples.jsonl").write_bytes(b"".join(heard) + b"rubbish\n")
    return folder


def test_an_unfinished_run_is_found_with_its_curves_and_what_was_heard(tmp_path: Path) -> None:
    _run_folder(tmp_path, "Preludes", state="running")
    _run_folder(tmp_path, "Finished", state="done")
    (tmp_path / "Torn").mkdir()
    (tmp_path / "Torn" / "run.json").write_text("{")
    (run,) = unfinished_runs(tmp_path)
    assert (run.name, run.step, run.share, run.paused) == ("Preludes", 20, 0.4, True)
    # What was not saved is done again: it is no part of the run.
    assert run.training[-1][0] == 20
    assert run.held_out == ((0, 3.0), (10, 2.5))
    assert run.songs == ((0, (3.1, 2.9)), (10, (2.6, 2.4)))
    assert [heard.step for heard in run.sampled] == [0, 10]
    assert paused_text(run) == "Training ‘Preludes’ is paused at step 20 (40 %)."
    assert progress_of(run).paused


def test_a_run_without_a_saved_step_is_nothing_to_go_on_with(tmp_path: Path) -> None:
    folder = _run_folder(tmp_path, "Young")
    (folder / "step-00000020").rmdir()
    assert read_run(folder) is None
    assert unfinished_runs(tmp_path / "nowhere") == []


def test_a_trial_is_kept_for_its_base_until_the_songs_change(qtbot: QtBot) -> None:
    jobs = Jobs()
    trying = TrainingTrial(jobs)
    trying.start("starter")
    trying.start("starter")
    assert len(jobs.links) == 1
    with qtbot.waitSignal(trying.changed):
        jobs.links[0].deliver(TRIAL)
    assert trying.known("starter") == TRIAL
    assert trying.known("scratch") is None
    trying.forget()
    assert trying.known("starter") is None
    trying.start("scratch")
    jobs.links[1].deliver(messages.Failed(message="Too little.", hint="Add more."))
    assert trying.failure == "Too little. Add more."
    trying.start("starter")
    trying.stop()
    assert not trying.running


# --- words -----------------------------------------------------------------------------------


def _run(*held_out: tuple[int, float], heard: tuple[messages.StepSampled, ...] = ()) -> TrainingRun:
    return TrainingRun(
        name="Mine",
        base="starter",
        preset="taste",
        held_out=held_out,
        sampled=heard,
        base_loss=3.0,
        progress=progress(10),
    )


def test_one_plain_sentence_says_how_it_goes() -> None:
    assert how_it_goes(_run((0, 3.0)))[0] == ""
    text, tone = how_it_goes(_run((0, 3.0), (10, 2.4)))
    assert text == "Still improving."
    assert tone == "good"
    assert how_it_goes(_run((0, 3.0), (10, 2.4), (20, 2.41)))[0] == "Flat since step 10."
    text, tone = how_it_goes(_run((0, 3.0), (10, 2.4), (20, 2.6)))
    assert "starting to memorise; the best is step 10" in text
    assert tone == "warning"


def test_times_and_sizes_read_well() -> None:
    assert [duration(s) for s in (50, 2460, 7200, 7500)] == ["50 s", "41 min", "2 h", "2 h 05 m"]
    assert [size(n) for n in (1_600_000, 430_000_000)] == ["2 MB", "0.4 GB"]


# --- choices ---------------------------------------------------------------------------------

TRIAL = messages.TrialMeasured(
    base="starter",
    tokens=60_000,
    tokens_per_second=2640.0,
    memory_bytes=900_000_000,
    disk_bytes=160_000_000,
    free_bytes=5_000_000_000,
    device="CPU",
    device_reason="no GPU found",
    rows=8,
    presets=(
        messages.PresetTime(
            preset="taste",
            seconds=280.0,
            slowest_seconds=400.0,
            steps=350,
            passes=12.0,
            defaults=USUAL,
        ),
        messages.PresetTime(
            preset="evening",
            seconds=281.0,
            slowest_seconds=400.0,
            steps=351,
            passes=12.0,
            defaults=USUAL,
        ),
        messages.PresetTime(
            preset="overnight",
            seconds=281.0,
            slowest_seconds=400.0,
            steps=351,
            passes=12.0,
            defaults=USUAL,
        ),
    ),
)
SOURCES = Sources(pieces=30, total=40, seconds=3600.0)


def test_learning_from_nothing_has_a_reason_against_it_and_models_can_go_on() -> None:
    own = [
        ModelInfo(folder=Path(f"/models/{n}"), name=f"M{n}", card={}, problem="" if n else "newer")
        for n in range(6)
    ]
    goals = goals_of(SOURCES, own, chosen="/models/5")
    assert [goal.key for goal in goals] == [STARTER, SCRATCH, "/models/5", "/models/0"]
    assert goals[1].reason.startswith("1 h of music is too little")
    assert goals[3].reason == "newer"
    rich = replace(SOURCES, seconds=40_000.0)
    assert goals_of(rich, [], chosen=STARTER)[1].reason == ""


def test_times_are_measured_and_what_takes_no_longer_is_no_choice() -> None:
    style, taste, evening, night = presets_of(TRIAL, base=STARTER)
    assert (style.title, style.detail) == ("Style", "60 s")
    assert "begin with one" in presets_of(TRIAL, base=SCRATCH)[0].reason
    assert (taste.title, taste.detail) == ("Taste", "5 min")
    assert (evening.title, evening.detail) == ("Evening", "")
    assert evening.reason
    assert night.reason == evening.reason
    note = note_of(TRIAL, "taste", measuring=False)
    assert "5 min to 7 min, 350 steps, each piece about 12 times." in note
    assert f"CPU (no GPU found): {number(660)} notes a second, 0.9 GB of memory, 8 " in note
    assert "Measuring" in note_of(None, "taste", measuring=True)
    assert [choice.reason for choice in presets_of(None, base=STARTER)] == [""] * 4


def test_power_little_music_and_a_full_disk_are_said() -> None:
    assert checks_of(TRIAL, SOURCES, on_battery=False, base=STARTER, preset="taste") == ""
    assert "battery" in checks_of(TRIAL, SOURCES, on_battery=True, base=STARTER, preset="taste")
    little = replace(SOURCES, seconds=120.0)
    assert "2 min of music is little" in checks_of(
        None, little, on_battery=None, base=STARTER, preset="taste"
    )
    values = {name: getattr(TRIAL, name) for name in TRIAL.__struct_fields__}
    full = messages.TrialMeasured(**{**values, "free_bytes": 100_000_000})
    assert "The disk has 0.1 GB left" in reason_of(SOURCES, full, base=STARTER, failure="")
    assert "too little" in reason_of(SOURCES, None, base=SCRATCH, failure="")
    assert "add a folder" in reason_of(
        Sources(pieces=0, total=0, seconds=0), None, base=STARTER, failure=""
    )
    assert reason_of(SOURCES, TRIAL, base=STARTER, failure="") == ""


def test_ten_seconds_one_song_and_one_of_three_hours_have_a_sentence_each() -> None:
    ten_seconds = replace(SOURCES, pieces=1, seconds=10.0)
    said = reason_of(ten_seconds, None, base=STARTER, failure="")
    assert said == "There is less than a minute of music: add more pieces."
    one_song = replace(SOURCES, pieces=1, seconds=210.0)
    assert reason_of(one_song, None, base=STARTER, failure="") == ""
    assert checks_of(None, one_song, on_battery=None, base=STARTER, preset="taste") == (
        "4 min of music is little: 20 minutes or more sound better, and copy less."
    )
    three_hours = replace(SOURCES, pieces=1, seconds=3 * 3600.0)
    assert reason_of(three_hours, None, base=STARTER, failure="") == ""
    assert "3 h of music is too little to learn from nothing" in reason_of(
        three_hours, None, base=SCRATCH, failure=""
    )


def test_the_expert_page_explains_every_setting_and_reports_what_was_set(qtbot: QtBot) -> None:
    assert len(groups_of(TRAINING)) <= 5
    assert len(TRAINING) <= 25
    assert {row.key for row in TRAINING} == set(messages.ExpertSettings.__struct_fields__)
    assert all(row.explanation.endswith(".") for row in TRAINING)
    form = ExpertForm()
    qtbot.addWidget(form)
    form.show()
    boxes = {w.accessibleName(): w for w in form.findChildren(QWidget) if w.accessibleName()}
    form.show_defaults(msgspec.structs.asdict(USUAL), from_nothing=True)
    boxes["Layers"].setValue(2)  # type: ignore[attr-defined]
    assert form.values() == {"n_layer": 2}
    # A model that is trained further has its size already: nobody sets it, and nobody has set it.
    form.show_defaults(msgspec.structs.asdict(USUAL), from_nothing=False)
    sizes = [row.name for row in TRAINING if row.group == NEW_MODEL]
    assert not any(boxes[name].isVisible() for name in sizes)
    assert form.values() == {}
    boxes["Steps"].setValue(50)  # type: ignore[attr-defined]
    boxes["Transpose"].setChecked(False)  # type: ignore[attr-defined]
    assert form.values() == {"steps": 50, "augment": False}
    assert by_hand(form.values()) == messages.ExpertSettings(steps=50, augment=False)
    assert "Default: 300" in boxes["Steps"].toolTip()
    boxes["Steps"].setValue(300)  # type: ignore[attr-defined]
    assert form.values() == {"augment": False}
    # Another preset has other defaults: what was set by hand stays, and what was not follows.
    other = msgspec.structs.replace(USUAL, steps=900)
    form.show_defaults(msgspec.structs.asdict(other), from_nothing=False)
    assert boxes["Steps"].value() == 900  # type: ignore[attr-defined]
    assert form.values() == {"augment": False}
    button(form, "Back to the defaults").click()
    assert form.values() == {}
    assert boxes["Transpose"].isChecked()  # type: ignore[attr-defined]
    assert by_hand({}) is None


def test_settings_of_a_compression_that_is_off_count_for_nothing(qtbot: QtBot) -> None:
    form = ExpertForm()
    qtbot.addWidget(form)
    form.show()
    form.show_defaults(msgspec.structs.asdict(USUAL), from_nothing=True)
    boxes = {w.accessibleName(): w for w in form.findChildren(QWidget) if w.accessibleName()}
    function, rate, memory = boxes["Compression"], boxes["Rate"], boxes["Memory"]
    assert function.isEnabled()
    assert not rate.isEnabled()
    function.setCurrentIndex(1)  # type: ignore[attr-defined]
    assert rate.isEnabled()
    rate.setValue(2)  # type: ignore[attr-defined]
    assert by_hand(form.values()) == messages.ExpertSettings(
        compression_function="mean_pool", compression_rate=2
    )
    # Without memory there is nothing to compress; with memory again, the choice is as it was.
    memory.setValue(0)  # type: ignore[attr-defined]
    assert not function.isEnabled()
    assert not rate.isEnabled()
    assert by_hand(form.values()) == messages.ExpertSettings(mem_len=0)
    memory.setValue(128)  # type: ignore[attr-defined]
    assert rate.isEnabled()
    assert by_hand(form.values()) == messages.ExpertSettings(
        mem_len=128, compression_function="mean_pool", compression_rate=2
    )
    function.setCurrentIndex(0)  # type: ignore[attr-defined]
    assert by_hand(form.values()) == messages.ExpertSettings(mem_len=128)


# --- ears ------------------------------------------------------------------------------------


def button(view: QWidget, name: str) -> QAbstractButton:
    return next(b for b in view.findChildren(QAbstractButton) if b.accessibleName() == name)


def test_a_saved_step_is_heard_from_the_bar_before_its_new_bars(
    qtbot: QtBot, link: FakeLink, settings: Settings
) -> None:
    playing = Playing(link, Document(), settings)
    link.deliver(messages.Ready(role="player", seconds=0.1))
    hearing = StepSamples(playing, base_name=lambda _run: "Starter")
    page = TrainPage()
    qtbot.addWidget(page)
    hearing.connect_page(page)
    run = _run((0, 3.0), (10, 2.4), heard=(sampled(0), sampled(10)))
    hearing.show(msgspec.structs.replace(run, best_step=10))
    button(page, "Hear Step 10").click()
    assert link.last(messages.Play).tick == 1920
    assert link.score() == OPENING
    button(page, "Hear Step 10").click()
    assert not playing.playing
    playing.refresh()
    assert link.score().note_count == 0
    button(page, "Hear Starter").click()
    assert playing.playing


def test_a_blind_test_hides_which_is_which_until_the_end(qtbot: QtBot) -> None:
    flips = iter([True, False])
    dialog = BlindTest(
        ("Aria", "Gigue"),
        steps=((0, "Starter"), (10, "10"), (20, "20")),
        chosen=(0, 20),
        keepable=frozenset({20}),
        flip=lambda: next(flips),
    )
    qtbot.addWidget(dialog)
    dialog.show()
    heard: list[tuple[int, int]] = []
    dialog.heard.connect(lambda opening, step: heard.append((opening, step)))
    button(dialog, "Begin").click()
    button(dialog, "Hear A").click()
    button(dialog, "Hear B").click()
    shown = " ".join(b.text() for b in dialog.findChildren(QAbstractButton) if b.isVisible())
    assert "20" not in shown
    button(dialog, "A is better").click()
    button(dialog, "Hear A").click()
    button(dialog, "B is better").click()
    # A was the later step first, then the base: both times the user liked the later one.
    assert heard == [(0, 20), (0, 0), (1, 0)]
    with qtbot.waitSignal(dialog.kept) as said:
        button(dialog, "Use 20").click()
    assert said.args == [20]


def test_what_is_done_offers_the_steps_that_are_still_there() -> None:
    made = messages.ModelMade(
        folder="/m", name="Mine", step=10, validation_loss=2.4, steps=(0, 10, 20)
    )
    done = done_of(msgspec.structs.replace(_run((10, 2.4)), made=made, best_step=10), in_use=False)
    assert done.steps == ((10, "10 (best)"), (20, "20"))
    assert (done.name, done.step) == ("Mine", 10)
