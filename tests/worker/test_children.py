"""Real child processes at work: continuing, cancelling, importing, training, stopping, resuming."""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from engine.ground.paths import user_paths
from engine.messages import (
    AlternativeFinished,
    CancelContinue,
    ChangePiece,
    ContinuationFinished,
    Event,
    ExpertSettings,
    Failed,
    ForgetMemory,
    GoOn,
    Hear,
    ImportFolders,
    ImportReport,
    JobStopped,
    LoadModel,
    ModelLoaded,
    ModelMade,
    NotesMade,
    OpenPiece,
    PartNote,
    PauseJob,
    Primed,
    Rewind,
    RunStatus,
    ScoreChange,
    StopJob,
    TrackChange,
    TrainingPaused,
    TrainingProgress,
    TrainModel,
    change_between,
)
from engine.midi.file.midifile import write_midi
from engine.processes.process import Child
from engine.values.config import SamplingConfig
from engine.values.score import Note, Score, Track
from tests.generation.conftest import BAR, asking, chord_piece, make_model, notes_of

# Real processes, started and ended: each takes seconds.
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_model(tmp_path_factory.mktemp("models") / "tiny")


@pytest.fixture
def songs(tmp_path: Path) -> Path:
    folder = tmp_path / "songs"
    folder.mkdir()
    for k in range(8):
        draw = random.Random(k)  # noqa: S311 - songs, not secrets
        notes = tuple(Note(t, draw.randint(48, 72), 480) for t in range(0, 24 * BAR, 480))
        (folder / f"{k}.mid").write_bytes(write_midi(Score(tracks=(Track(notes=notes),))))
    return folder


def until(child: Child, ends: Callable[[Event], bool]) -> list[Event]:
    """What a child says up to and including the event that ends the wait."""
    heard: list[Event] = []
    for event in child.events():
        heard.append(event)
        if ends(event):
            return heard
    raise AssertionError


def is_a(*kinds: type) -> Callable[[Event], bool]:
    return lambda event: isinstance(event, kinds)


@pytest.fixture(scope="module")
def live(model: Path) -> Iterator[Child]:
    """One live process for all tests: starting one takes PyTorch's own seconds."""
    with Child("live") as child:
        child.send(LoadModel(folder=str(model)))
        loaded = until(child, is_a(ModelLoaded, Failed))[-1]
        assert isinstance(loaded, ModelLoaded)
        assert loaded.name == "Tiny"
        assert loaded.notes == 53
        yield child


def test_a_model_that_is_there_is_loaded_again_only_when_it_was_changed(
    model: Path, live: Child
) -> None:
    def load() -> ModelLoaded:
        live.send(LoadModel(folder=str(model)))
        loaded = until(live, is_a(ModelLoaded, Failed))[-1]
        assert isinstance(loaded, ModelLoaded)
        return loaded

    first = load()
    # How long it took is another figure each time.
    assert load() == first
    description = model / "model.json"
    described = description.read_text(encoding="utf-8")
    description.write_text(described.replace('"Tiny"', '"Small"'), encoding="utf-8")
    assert load().name == "Small"
    description.write_text(described, encoding="utf-8")
    assert load().name == "Tiny"


def test_a_continuation_comes_note_by_note_and_again_the_same(live: Child) -> None:
    command = asking(chord_piece(), alternatives=2)
    live.send(command)
    heard = until(live, is_a(ContinuationFinished, Failed))
    kinds = [type(event) for event in heard]
    assert kinds.index(Primed) < kinds.index(NotesMade)
    assert kinds.count(AlternativeFinished) == 2
    live.send(ForgetMemory())
    live.send(command)
    again = until(live, is_a(ContinuationFinished, Failed))
    assert notes_of(again) == notes_of(heard)
    assert notes_of(again, 1) == notes_of(heard, 1)


def test_an_endless_wish_is_cancelled_and_a_new_one_ends_the_old(live: Child) -> None:
    endless = asking(chord_piece(), bars=0)
    live.send(endless)
    until(live, is_a(NotesMade))
    live.send(CancelContinue(request=1))
    end = until(live, is_a(ContinuationFinished))[-1]
    assert isinstance(end, ContinuationFinished)
    assert end.cancelled
    live.send(endless)
    until(live, is_a(NotesMade))
    live.send(msgspec.structs.replace(asking(chord_piece(), bars=1), request=2))
    heard = until(live, lambda e: isinstance(e, ContinuationFinished) and e.request == 2)
    ends = [event for event in heard if isinstance(event, ContinuationFinished)]
    assert [(e.request, e.cancelled) for e in ends] == [(1, True), (2, False)]


def test_a_piece_told_once_and_then_note_by_note_is_gone_on_with_like_the_whole(
    live: Child,
) -> None:
    whole = asking(chord_piece(), alternatives=2)
    live.send(whole)
    told = until(live, is_a(ContinuationFinished, Failed))
    score = whole.score
    live.send(OpenPiece(score=score.between(0, 3 * BAR)))
    live.send(Hear(notes=(PartNote(0, Note(9 * BAR, 99, 480)),)))
    live.send(Rewind(bar=3))
    for index, note in score.between(3 * BAR, 4 * BAR).notes():
        live.send(Hear(notes=(PartNote(index, note),)))
    live.send(GoOn(request=7, ask=whole.ask))
    heard = until(live, is_a(ContinuationFinished, Failed))
    assert notes_of(heard) == notes_of(told)
    assert notes_of(heard, 1) == notes_of(told, 1)
    edited = score.with_track(0, score.tracks[0].with_notes([Note(3 * BAR, 61, BAR)]))
    live.send(ChangePiece(change=change_between(score, edited)))
    live.send(GoOn(request=8, ask=whole.ask))
    assert notes_of(until(live, is_a(ContinuationFinished, Failed))) != notes_of(told)
    live.send(Hear(notes=(PartNote(5, Note(0, 60, 480)),)))
    (failed,) = [one for one in until(live, is_a(Failed)) if isinstance(one, Failed)]
    assert "no track 6" in failed.message


def test_a_gap_is_filled_by_a_model_that_can_and_by_no_other(
    live: Child, model: Path, tmp_path: Path
) -> None:
    roles = ("write", "context", "context")
    gap = asking(chord_piece(bars=6), start=2 * BAR, bars=2, roles=roles, fill=True)
    live.send(gap)
    (failed,) = until(live, is_a(Failed))[-1:]
    assert isinstance(failed, Failed)
    assert "has not learned to fill gaps" in failed.message
    filling = make_model(tmp_path / "filling", fills=True)
    live.send(LoadModel(folder=str(filling)))
    loaded = until(live, is_a(ModelLoaded))[-1]
    assert isinstance(loaded, ModelLoaded)
    assert loaded.fills
    live.send(gap)
    heard = until(live, is_a(ContinuationFinished, Failed))
    assert isinstance(heard[-1], ContinuationFinished)
    assert all(2 * BAR <= part.note.start < 4 * BAR for part in notes_of(heard))
    live.send(LoadModel(folder=str(model)))
    loaded = until(live, is_a(ModelLoaded))[-1]
    assert isinstance(loaded, ModelLoaded)
    assert not loaded.fills


def test_a_wish_that_cannot_be_met_fails_with_its_number(live: Child) -> None:
    live.send(asking(Score(), roles=(), start=0))
    failed = until(live, is_a(Failed))[-1]
    assert isinstance(failed, Failed)
    assert failed.request == 1
    assert failed.message == "There is nothing to continue yet."
    live.send(asking(chord_piece(), sampling=SamplingConfig(seed=1)))
    assert until(live, is_a(ContinuationFinished, Failed))[-1].request == 1


def test_without_a_model_there_is_a_sentence() -> None:
    with Child("live") as child:
        child.send(asking(chord_piece()))
        failed = until(child, is_a(Failed))[-1]
        assert isinstance(failed, Failed)
        assert "No model is loaded" in failed.message


def test_a_defect_is_reported_with_its_trace_and_the_process_lives_on(live: Child) -> None:
    score = chord_piece()
    # A number out of its range is not even a command.
    live.send(asking(replace(score, ticks_per_quarter=0)))
    unread = until(live, is_a(Failed))[-1]
    assert isinstance(unread, Failed)
    assert "could not be read" in unread.message
    # What can be read and makes no sense is a defect.
    live.send(OpenPiece(score=score))
    elsewhere = TrackChange(track=99, first=0, gone=0, notes=())
    live.send(ChangePiece(change=ScoreChange(tracks=(elsewhere,))))
    failed = until(live, is_a(Failed))[-1]
    assert isinstance(failed, Failed)
    assert "met a problem" in failed.message
    assert "Traceback" in failed.details
    live.send(asking(score))
    until(live, is_a(ContinuationFinished))


def test_a_job_imports_then_trains_and_stops_with_the_best(songs: Path, model: Path) -> None:
    with Child("job") as child:
        child.send(ImportFolders(folders=(str(songs),)))
        report = until(child, is_a(ImportReport, Failed))[-1]
        assert isinstance(report, ImportReport)
        assert report.ready == 8
        small = ExpertSettings(validate_every=2, rows=1, segment_length=64)
        train = TrainModel(name="Mine", base=str(model), steps=10_000, expert=small)
        child.send(train)
        until(child, lambda e: isinstance(e, TrainingProgress) and e.step >= 2)
        # A checkpoint is kept at each validation, and a stop keeps the best of them.
        until(child, lambda e: isinstance(e, TrainingProgress) and e.best_step > 0)
        child.send(StopJob())
        made = until(child, is_a(ModelMade, Failed, JobStopped))[-1]
        assert isinstance(made, ModelMade), made
        assert made.step > 0
        assert (user_paths().models / "Mine" / "weights.safetensors").is_file()
        assert child.close(grace_s=20.0) == 0


def test_a_paused_training_ends_its_work_and_goes_on_from_that_very_step(
    songs: Path, model: Path
) -> None:
    small = ExpertSettings(rows=1, segment_length=64)
    command = TrainModel(name="Rest", base=str(model), steps=10_000, data=str(songs), expert=small)
    with Child("job") as child:
        child.send(command)
        until(
            child,
            lambda e: isinstance(e, TrainingProgress) and e.phase == "training" and e.step >= 3,
        )
        child.send(PauseJob(paused=True))
        paused = until(child, is_a(TrainingPaused, Failed))[-1]
        assert isinstance(paused, TrainingPaused), paused
        assert paused.step >= 3
        assert paused.reason == ""
        status = msgspec.json.decode(
            (user_paths().training / "Rest" / "run.json").read_bytes(), type=RunStatus
        )
        assert (status.state, status.step) == ("paused", paused.step)
        fields = {name: getattr(command, name) for name in command.__struct_fields__}
        child.send(TrainModel(**{**fields, "resume": True}))
        heard = until(
            child,
            lambda e: isinstance(e, TrainingProgress) and e.phase == "training" and e.step > 0,
        )
        assert isinstance(heard[-1], TrainingProgress)
        assert heard[-1].step == paused.step + 1
        child.send(StopJob())
        made = until(child, is_a(ModelMade, Failed, JobStopped))[-1]
        assert isinstance(made, ModelMade), made
        assert made.step > paused.step


def test_a_training_is_thrown_away_and_one_without_music_refused(songs: Path, model: Path) -> None:
    with Child("job") as child:
        small = ExpertSettings(rows=1, segment_length=64)
        child.send(
            TrainModel(name="No", base=str(model), steps=10_000, data=str(songs), expert=small)
        )
        until(child, lambda e: isinstance(e, TrainingProgress) and e.step >= 1)
        child.send(StopJob(discard=True))
        assert isinstance(until(child, is_a(ModelMade, JobStopped, Failed))[-1], JobStopped)
        assert not (user_paths().models / "No").exists()
        assert not (user_paths().data / "training" / "No").exists()

        empty = songs.parent / "empty"
        empty.mkdir()
        child.send(TrainModel(name="X", base=str(model), data=str(empty)))
        failed = until(child, is_a(Failed, ModelMade))[-1]
        assert isinstance(failed, Failed)
        assert "no MIDI file in" in failed.message
        assert child.close(grace_s=20.0) == 0


def test_a_killed_training_is_resumed(songs: Path, model: Path) -> None:
    command = TrainModel(name="Later", base=str(model), steps=60, data=str(songs))
    with Child("job") as child:
        child.send(command)
        until(child, lambda e: isinstance(e, TrainingProgress) and e.validation_loss > 0 < e.step)
        child.kill()
    with Child("job") as child:
        child.send(command)
        refused = until(child, is_a(Failed, ModelMade))[-1]
        assert isinstance(refused, Failed)
        assert "not finished" in refused.message
        fields = {name: getattr(command, name) for name in command.__struct_fields__}
        child.send(TrainModel(**{**fields, "resume": True}))
        heard = until(child, is_a(ModelMade, Failed))
        assert isinstance(heard[-1], ModelMade), heard[-1]
        first = next(e for e in heard if isinstance(e, TrainingProgress) and e.step > 0)
        assert first.step > 1, "it began again instead of going on"
