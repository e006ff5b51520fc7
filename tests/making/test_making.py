"""Making models without a child process: hearing, copying, room on the disk, trials."""

import json
import os
import random
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import torch

from engine.copying.fingerprints import Fingerprints
from engine.copying.prints import PrintStore
from engine.copying.sparse import SURE_NOTES, SparsePrints
from engine.generation.continuation import Continuation, Opening
from engine.generation.draw import MusicGenerator
from engine.generation.model import LiveModel
from engine.ground.errors import ModelFileError, TrainingError
from engine.ground.paths import starter_model, user_paths
from engine.library.catalogue import Catalogue
from engine.library.location import SongLocation
from engine.library.songs import library_songs, read_song
from engine.library.user_library import import_into_library
from engine.making import run_folder
from engine.making.checkpoint_samples import gone_on
from engine.making.encoded import read_to_keep
from engine.making.known_songs import prints_of, prints_or_word
from engine.making.model_files import bring_in, take_along
from engine.making.model_folders import PRINTS, SAMPLE, SONGS
from engine.making.run_folder import SAMPLES, one_training, read_status
from engine.making.run_plan import tokenizer_of
from engine.making.running import Making
from engine.making.song_list import TrainingSongs
from engine.making.steers import NOTHING, Measured, Steers, measure_steers, steers_of_base
from engine.making.trying import try_training
from engine.messages import (
    ExpertSettings,
    ExportModel,
    ImportModel,
    LearningFrom,
    MeasureSteers,
    MeasureTraining,
    ModelMade,
    SteersMeasured,
    StepSampled,
    TrainingProgress,
    TrainModel,
    TrialMeasured,
)
from engine.midi.file.midifile import read_midi, write_midi
from engine.model.description import amend_card, read_card
from engine.model.network.checkpoint import load_model, save_model
from engine.request import PartNote
from engine.training import presets
from engine.values.config import STEERS, SteeringConfig
from engine.values.score import Note, Score, Track
from tests.copying.test_sparse import winnowed_windows
from tests.generation.conftest import BAR, make_model

PLENTY = 10**12


@pytest.fixture(scope="module", autouse=True)
def _one_thread() -> Iterator[None]:
    before = torch.get_num_threads()
    yield
    torch.set_num_threads(before)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_model(tmp_path_factory.mktemp("models") / "tiny")


@pytest.fixture(scope="module")
def songs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("songs")
    for k in range(4):
        draw = random.Random(k)  # noqa: S311 - songs, not secrets
        notes = tuple(Note(t, draw.randint(48, 72), 480) for t in range(0, 12 * BAR, 480))
        (folder / f"{k}.mid").write_bytes(write_midi(Score(tracks=(Track(notes=notes),))))
    return folder


def command(songs: Path, model: Path, **changes: object) -> TrainModel:
    fields = {"name": "Mine", "base": str(model), "steps": 3, "data": str(songs), **changes}
    return TrainModel(**fields)  # type: ignore[arg-type]


def at_step(event: object, step: int) -> bool:
    """Whether a report is of this step of a training."""
    trains = isinstance(event, TrainingProgress) and event.phase == "training"
    return trains and event.step == step


def kept_of(making: Making) -> Path:
    """Make the model of a finished run without measuring it, and delete the run."""
    *_, made = making.ending(stopped=lambda: True)
    making.discard()
    assert isinstance(made, ModelMade)
    return Path(made.folder)


@pytest.mark.slow
def test_a_run_names_the_pieces_that_it_only_measures_with(songs: Path, model: Path) -> None:
    making = Making(command(songs, model), user_paths(), free=lambda _: PLENTY)
    (learned,) = (event for event in making.progress() if isinstance(event, LearningFrom))
    aside, every = set(learned.set_aside), set(learned.pieces)
    assert aside
    assert aside < every
    assert len(learned.lengths_s) == len(learned.pieces)
    assert sum(learned.lengths_s) == pytest.approx(learned.seconds)
    assert min(learned.lengths_s) > 0.0


@pytest.mark.slow
def test_steps_are_heard_and_the_card_says_how_much_is_copied(songs: Path, model: Path) -> None:
    paths = user_paths()
    making = Making(command(songs, model), paths, listen=True, free=lambda _: PLENTY)
    heard = [event for event in making.progress() if isinstance(event, StepSampled)]
    assert heard[0].step == 0
    assert {sample.opening for sample in heard[0].samples} <= {"0", "1", "2", "3"}
    assert all(sample.score.end > sample.boundary > 0 for sample in heard[0].samples)
    kept = (paths.training / "Mine" / SAMPLES).read_bytes().splitlines()
    assert len(kept) == len(heard)
    assert read_status(paths.training / "Mine").step == 3

    events = list(making.ending())
    made = events[-1]
    assert isinstance(made, ModelMade)
    assert made.steps[-1] == 3
    # What comes last is told as one part, from its beginning to just before its end.
    last_part = [event for event in events if isinstance(event, TrainingProgress)]
    assert {event.phase for event in last_part[:-1]} == {"finishing"}
    assert last_part[-1].phase == "saving"
    shares = [event.step / event.steps for event in last_part]
    assert shares == sorted(shares)
    assert shares[0] == 0.0
    assert shares[-2] < shares[-1] == 1.0
    folder = Path(made.folder)
    card = json.loads((folder / "model.json").read_text())["card"]
    (last,) = [event for event in events if isinstance(event, StepSampled)]
    if last.windows:
        assert card["copying"]["share"] == pytest.approx(last.copied, abs=1e-5)
    assert card["base"] == "Tiny"
    assert card["seconds"] > 0
    assert read_midi((folder / SAMPLE).read_bytes())
    assert len(TrainingSongs.kept(folder / SONGS).contents) == 4

    # What it was called meanwhile it is called with another saved step, too.
    amend_card(folder, {"name": "Preludes"})
    *_, other = making.keep_step(made.steps[1])
    assert isinstance(other, ModelMade)
    assert (other.step, other.name) == (made.steps[1], "Preludes")
    assert read_card(folder)["card"]["name"] == "Preludes"
    with pytest.raises(TrainingError, match="not there any more"):
        list(making.keep_step(99))
    assert read_status(paths.training / "Mine").state == "done"


@pytest.mark.slow
def test_songs_of_an_import_are_known_by_their_content(songs: Path) -> None:
    paths = user_paths()
    list(import_into_library([str(songs)], paths, cancelled=lambda: False))
    with Catalogue(paths.catalogue) as catalogue, PrintStore(paths.prints) as prints:
        found = list(library_songs(catalogue))
        known = Fingerprints.of_windows(prints.songs(song.content for song in found))
    assert all(read_to_keep(song.place).content == song.content for song in found)
    whole = read_song(found[0].place)
    assert known.look_up(whole).copied == 1.0


@pytest.mark.slow
def test_a_run_that_is_left_alone_tells_how_far_it_was(songs: Path, model: Path) -> None:
    paths = user_paths()
    expert = ExpertSettings(validate_every=100)
    making = Making(command(songs, model, steps=8, expert=expert), paths, free=lambda _: PLENTY)
    for event in (training := making.progress()):
        if at_step(event, 2):
            break
    # As when the window has died: nobody listens any more.
    training.close()
    making.pause()
    status = read_status(paths.training / "Mine")
    assert status is not None
    assert (status.state, status.steps) == ("paused", 8)
    assert status.share == pytest.approx(status.step / 8)
    assert status.step >= 2


@pytest.mark.slow
def test_a_run_waits_while_there_is_room_for_one_more_saved_step(songs: Path, model: Path) -> None:
    paths = user_paths()
    room = iter([PLENTY, PLENTY, 1_000_000])
    making = Making(command(songs, model, steps=50), paths, free=lambda _: next(room, 1_000_000))
    list(making.progress())
    assert making.paused is not None
    said = making.pause()
    assert "The disk has 1 MB left" in said.reason
    assert "nothing is lost" in said.reason
    assert said.step > 0
    # With room again it goes on from there.
    again = Making(
        command(songs, model, steps=50, resume=True), paths, free=lambda _: PLENTY
    ).progress()
    steps = [
        event.step for event in again if getattr(event, "step", 0) and event.phase != "preparing"
    ]
    assert steps[0] == said.step + 1
    assert steps[-1] == 50


@pytest.mark.slow
def test_a_run_without_room_is_not_started(songs: Path, model: Path) -> None:
    making = Making(command(songs, model), user_paths(), free=lambda _: 1000)
    with pytest.raises(TrainingError, match="Nothing was started"):
        list(making.progress())


def test_two_trainings_at_once_are_refused_with_a_sentence(songs: Path, model: Path) -> None:
    paths = user_paths()
    with (
        one_training(paths),
        pytest.raises(TrainingError, match="Another training is running"),
    ):
        list(Making(command(songs, model), paths).progress())
    # It is given back.
    with one_training(paths):
        pass


def test_a_model_that_reads_other_tokens_is_no_base(
    tmp_path: Path, songs: Path, model: Path
) -> None:
    loaded = load_model(model)
    foreign = {**loaded.tokenizer, "fingerprint": "0" * 16}
    save_model(tmp_path / "foreign", loaded.model, tokenizer=foreign, card={})
    with pytest.raises(ModelFileError, match="token"):
        list(Making(command(songs, tmp_path / "foreign"), user_paths()).progress())


@pytest.mark.slow
@pytest.mark.parametrize("changes", [{"dropout": 1.5}, {"learning_rate": -1.0}, {"rows": 0}])
def test_settings_that_cannot_be_are_named(
    songs: Path, model: Path, changes: dict[str, float]
) -> None:
    wish = command(songs, model, expert=ExpertSettings(**changes))  # type: ignore[arg-type]
    with pytest.raises(TrainingError, match=next(iter(changes))):
        list(Making(wish, user_paths(), free=lambda _: PLENTY).progress())


@pytest.mark.slow
def test_what_is_set_by_hand_holds(songs: Path, model: Path) -> None:
    wish = command(
        songs, model, expert=ExpertSettings(steps=2, rows=2, segment_length=64, dropout=0.05)
    )
    making = Making(wish, user_paths(), free=lambda _: PLENTY)
    steps = [e.step for e in making.progress() if getattr(e, "phase", "") == "training"]
    assert steps[-1] == 2
    plan = json.loads((user_paths().training / "Mine" / "plan.json").read_text())
    assert (plan["batch"]["rows"], plan["batch"]["segment_length"]) == (2, 64)
    assert plan["training"]["dropout"] == 0.05


@pytest.mark.slow
def test_what_is_made_from_a_model_that_fills_fills(songs: Path, tmp_path: Path) -> None:
    base = make_model(tmp_path / "filling", fills=True)
    making = Making(command(songs, base), user_paths(), free=lambda _: PLENTY)
    list(making.progress())
    assert LiveModel.load(kept_of(making)).fills


def test_what_is_made_from_nothing_has_the_ids_for_filling() -> None:
    assert tokenizer_of(None).vocabulary.has_order


@pytest.mark.slow
def test_a_run_that_read_in_order_goes_on_so(
    songs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    base = make_model(tmp_path / "filling", fills=True)
    with monkeypatch.context() as earlier:
        earlier.setattr(presets, "REORDERED", 0.0)
        first = Making(command(songs, base, steps=4), user_paths(), free=lambda _: PLENTY)
        for event in (training := first.progress()):
            if at_step(event, 2):
                break
        training.close()
    second = Making(command(songs, base, resume=True), user_paths(), free=lambda _: PLENTY)
    *_, last = second.progress()
    assert last.step == 4
    assert not LiveModel.load(kept_of(second)).fills


@pytest.mark.slow
def test_a_trial_tells_times_memory_and_room(songs: Path, model: Path) -> None:
    paths = user_paths()
    list(import_into_library([str(songs)], paths, cancelled=lambda: False))
    *_, measured = try_training(MeasureTraining(base=str(model)), paths, steps=2)
    assert isinstance(measured, TrialMeasured)
    assert measured.tokens_per_second > 0
    assert measured.memory_bytes > 10_000_000
    assert measured.free_bytes > 0
    assert [each.preset for each in measured.presets] == ["taste", "evening", "overnight"]
    assert all(each.slowest_seconds >= each.seconds > 0 for each in measured.presets)
    assert all(each.defaults.rows == measured.rows for each in measured.presets)
    assert [each.defaults.minutes for each in measured.presets] == [15.0, 120.0, 480.0]
    assert measured.device_reason


# --- models taken along -----------------------------------------------------------------------


def test_sizes_read_well() -> None:
    assert [run_folder.size(n) for n in (1, 1_600_000, 430_000_000)] == ["1 MB", "2 MB", "0.4 GB"]


@pytest.mark.slow
def test_a_model_made_from_another_knows_the_songs_of_both(
    songs: Path, model: Path, tmp_path: Path
) -> None:
    base = shutil.copytree(model, tmp_path / "base")
    theirs = Score(tracks=(Track(notes=tuple(tune(7))),))
    sparse = SparsePrints.of_songs([("Theirs", winnowed_windows(theirs))])
    (base / PRINTS).write_bytes(sparse.packed())
    first = Making(command(songs, base, name="First"), user_paths(), free=lambda _: PLENTY)
    list(first.progress())
    made = kept_of(first)
    more = tmp_path / "more"
    more.mkdir()
    (more / "5.mid").write_bytes(write_midi(Score(tracks=(Track(notes=tuple(tune(5))),))))
    (more / "6.mid").write_bytes(write_midi(Score(tracks=(Track(notes=tuple(tune(6))),))))
    second = Making(command(more, made, name="Second"), user_paths(), free=lambda _: PLENTY)
    list(second.progress())
    folder = kept_of(second)
    known = prints_of(folder, user_paths())
    assert known is not None
    own = Score(tracks=(Track(notes=tuple(tune(5))),))
    first_song = read_song(SongLocation.of(songs / "1.mid"))
    for score, song in ((theirs, "Theirs"), (own, "5"), (first_song, "1")):
        found = known.look_up(score)
        assert found.copied > 0.6
        assert song in found.passages[0].song
    assert known.sure_from == SURE_NOTES
    assert len(TrainingSongs.kept(folder / SONGS).contents) == 6
    # All of that goes with it as one file.
    take_along(ExportModel(folder=str(folder), target=str(tmp_path / "two.seguemodel")))
    there = bring_in(
        ImportModel(source=str(tmp_path / "two.seguemodel"), name="There"), user_paths()
    )
    assert (Path(there.folder) / PRINTS).read_bytes() == (base / PRINTS).read_bytes()


def test_a_model_with_damaged_fingerprints_is_a_model_all_the_same(
    model: Path, tmp_path: Path
) -> None:
    folder = shutil.copytree(model, tmp_path / "spoilt")
    (folder / PRINTS).write_bytes(b"rubbish" * 100)
    said: list[str] = []
    assert prints_or_word(folder, user_paths(), said.append) is None
    assert len(said) == 1
    assert "cannot be found with this model" in str(said[0])
    with pytest.raises(ModelFileError):
        prints_of(folder, user_paths())


def tune(seed: int) -> list[Note]:
    draw = random.Random(seed)  # noqa: S311 - songs, not secrets
    return [Note(t, draw.randint(48, 72), 480) for t in range(0, 24 * BAR, 480)]


def opening() -> Opening:
    score = Score(tracks=(Track(notes=tuple(tune(5))),))
    return Opening(title="a", score=score, boundary=24 * BAR, piece=score)


def only_register(
    _generator: MusicGenerator, opening: Opening, *, steering: SteeringConfig, **_: object
) -> tuple[Continuation, ...]:
    """Alternatives in which only one slider does anything."""
    note = PartNote(0, Note(0, 60 + round(steering.register), 480))
    made = Continuation(score=opening.score, parts=(note,), start=0, end=BAR, ended=False, seed=0)
    return (made,) * 4


@pytest.mark.slow
def test_sliders_are_measured_and_those_that_work_are_on_the_card(
    songs: Path, model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.making.steers.gone_on", only_register)
    making = Making(command(songs, model), user_paths(), free=lambda _: PLENTY)
    list(making.progress())
    *_, made = making.ending()
    assert isinstance(made, ModelMade)
    assert LiveModel.load(Path(made.folder)).steers == ("register",)
    # Whoever has no patience gets a model of which nothing was measured.
    *_, other = making.ending(stopped=lambda: True)
    assert isinstance(other, ModelMade)
    assert LiveModel.load(Path(other.folder)).steers == ()


@pytest.mark.slow
def test_sliders_that_were_not_measured_are_those_of_the_base_until_they_are(
    songs: Path, model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.making.steers.gone_on", only_register)
    base = shutil.copytree(model, tmp_path / "base")
    amend_card(base, {"name": "Elder", "steers": ["busy", "loudness"]})
    making = Making(command(songs, base, name="Child"), user_paths(), free=lambda _: PLENTY)
    list(making.progress())
    made = LiveModel.load(kept_of(making))
    assert (made.steers, made.measured) == (("busy", "loudness"), ())
    assert made.steers_of == "Elder"
    # One made from that says so, too: nothing was measured with either.
    assert steers_of_base(read_card(user_paths().models / "Child")["card"]) == {
        "busy": "Elder",
        "loudness": "Elder",
    }
    ask = MeasureSteers(folder=str(user_paths().models / "Child"))
    # Stopped after the first slider, it keeps what it has.
    asked = iter([False] * 3 + [True] * 99)
    *_, half = measure_steers(ask, user_paths(), stopped=lambda: next(asked))
    assert isinstance(half, SteersMeasured)
    assert (half.measured, half.steers, half.steers_of) == (("busy",), ("loudness",), "Elder")
    *_, whole = measure_steers(ask, user_paths(), stopped=lambda: False)
    assert isinstance(whole, SteersMeasured)
    assert (whole.measured, whole.steers, whole.steers_of) == (STEERS, ("register",), "")
    now = LiveModel.load(user_paths().models / "Child")
    assert (now.measured, now.steers, now.steers_of) == (STEERS, ("register",), "")


def test_the_starter_is_measured_already_and_is_not_written_to() -> None:
    with pytest.raises(ModelFileError, match="came with Segue"):
        list(
            measure_steers(
                MeasureSteers(folder=str(starter_model())), user_paths(), stopped=lambda: False
            )
        )


def test_what_is_not_measured_in_time_stays_unknown(
    model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.making.steers.gone_on", only_register)
    generator, pieces = MusicGenerator(LiveModel.load(model)), [opening(), opening()]
    steers = Steers(generator, pieces, clock=lambda: 0.0)
    assert [event.step for event in steers.measure()] == list(range(8))
    assert steers.found == Measured(names=STEERS, working=("register",))
    times = iter([0.0, 0.0, 5.0])
    late = Steers(generator, pieces, clock=lambda: next(times))
    assert len(list(late.measure())) == 2
    assert late.found == NOTHING


@pytest.mark.slow
def test_a_model_leans_the_way_a_slider_is_moved(model: Path) -> None:
    generator = MusicGenerator(LiveModel.load(model))
    low, high = (
        gone_on(
            generator,
            opening(),
            count=4,
            bars=4,
            steering=SteeringConfig(register=level),
            may_end=False,
        )
        for level in (-2.0, 2.0)
    )
    pitches = [[part.note.pitch for each in made for part in each.parts] for made in (low, high)]
    assert sum(pitches[0]) / len(pitches[0]) < sum(pitches[1]) / len(pitches[1])


@pytest.mark.slow
def test_what_a_killed_import_left_is_swept_an_hour_later(tmp_path: Path, model: Path) -> None:
    models = user_paths().models
    for name, age_s in ((".arriving-1", 7200), (".arriving-2", 60)):
        (models / name).mkdir(parents=True)
        os.utime(models / name, (time.time() - age_s,) * 2)
    file = tmp_path / "tiny.seguemodel"
    take_along(ExportModel(folder=str(model), target=str(file)))
    bring_in(ImportModel(source=str(file)), user_paths())
    assert {path.name for path in models.iterdir()} == {".arriving-2", "Tiny"}
