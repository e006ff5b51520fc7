"""Styles: made of a few songs, found again by their model, carried as one small file."""

import itertools
import json
import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.numpy import load_file, save_file

from engine.cli.main import main
from engine.generation.model import LiveModel
from engine.ground.errors import ModelFileError, TrainingError
from engine.ground.paths import user_paths
from engine.library.user_library import import_into_library
from engine.making.model_files import bring_in, take_along
from engine.making.model_folders import SONGS
from engine.making.song_list import TrainingSongs
from engine.making.style_making import StyleMaking
from engine.messages import ExportModel, ImportModel, LearningFrom, ModelMade, TrainModel
from engine.midi.file.midifile import read_midi, write_midi
from engine.model.description import DESCRIPTION, STYLE, WEIGHTS, amend_card, read_card
from engine.model.network.checkpoint import load_model
from engine.tokens.steps import steps_of
from engine.tokens.store import open_store
from engine.tokens.tokenizer import Tokenizer
from engine.training.prepare import Song, own_score, prepare
from engine.training.style import StyleFitting
from engine.values.config import CompressionConfig
from engine.values.score import Note, Score, Track
from tests.generation.conftest import BAR, make_model


@pytest.fixture(scope="module", autouse=True)
def _one_thread() -> Iterator[None]:
    before = torch.get_num_threads()
    yield
    torch.set_num_threads(before)


@pytest.fixture(scope="module")
def songs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("songs")
    for k in range(12):
        draw = random.Random(k)  # noqa: S311 - songs, not secrets
        notes = tuple(Note(t, draw.choice((60, 64, 67)), 480) for t in range(0, 8 * BAR, 480))
        (folder / f"{k}.mid").write_bytes(write_midi(Score(tracks=(Track(notes=notes),))))
    return folder


@pytest.fixture
def model() -> Path:
    return make_model(user_paths().models / "tiny")


def ticking(seconds: float) -> Callable[[], float]:
    """A clock by which a minute passes in some hundred looks at it."""
    times = itertools.count()
    return lambda: next(times) * seconds


def made_of(songs: Path, **changes: object) -> Path:
    fields = {"name": "Waltzes", "base": "tiny", "preset": "style", "data": str(songs), **changes}
    making = StyleMaking(TrainModel(**fields), user_paths(), clock=ticking(6.0))  # type: ignore[arg-type]
    *events, made = making.progress()
    assert isinstance(made, ModelMade)
    assert making.made
    (learned,) = [event for event in events if isinstance(event, LearningFrom)]
    assert len(learned.pieces) == 12
    return Path(made.folder)


@pytest.fixture(scope="module")
def waltzes(songs: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a style, made once for all tests that only look at one (`copied`)."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SEGUE_HOME", str(tmp_path_factory.mktemp("home")))
        make_model(user_paths().models / "tiny")
        return made_of(songs)


def copied(style: Path) -> Path:
    return Path(shutil.copytree(style, user_paths().models / style.name))


@pytest.mark.usefixtures("model")
@pytest.mark.slow
def test_a_style_is_small_and_foretells_other_songs_of_its_kind_better(songs: Path) -> None:
    command = TrainModel(name="Waltzes", base="tiny", preset="style", data=str(songs))
    *_, made = StyleMaking(command, user_paths(), clock=ticking(0.3)).progress()
    assert isinstance(made, ModelMade)
    assert 0 < made.validation_loss < 0.97 * made.base_loss
    folder = Path(made.folder)
    assert {path.name for path in folder.iterdir()} >= {DESCRIPTION, STYLE, SONGS}
    assert not (folder / WEIGHTS).exists()
    assert sum(path.stat().st_size for path in folder.iterdir()) < 2_000_000
    assert len(TrainingSongs.kept(folder / SONGS).contents) == 12
    assert not list(user_paths().training.glob(".style*"))


@pytest.mark.slow
def test_a_model_with_a_style_draws_differently_and_is_the_same_model(
    waltzes: Path, model: Path
) -> None:
    folder = copied(waltzes)
    styled, plain = LiveModel.load(folder), LiveModel.load(model)
    ids = [plain.tokenizer.begin]
    assert not np.allclose(styled.decoder.prime(ids), plain.decoder.prime(ids), atol=1e-3)
    assert styled.name == "Waltzes"
    assert styled.priors == plain.priors
    ours, theirs = load_model(folder).model, load_model(model).model
    for one, other in zip(ours.parameters(), theirs.parameters(), strict=True):
        assert torch.equal(one, other)


@pytest.mark.slow
def test_a_style_finds_its_model_under_another_name_and_says_when_it_is_gone(
    waltzes: Path, model: Path
) -> None:
    folder = copied(waltzes)
    model.rename(model.with_name("called otherwise"))
    assert LiveModel.load(folder).decoder.prime([1]) is not None
    shutil.rmtree(model.with_name("called otherwise"))
    with pytest.raises(ModelFileError, match="‘Waltzes’ belongs to the model ‘Tiny’"):
        LiveModel.load(folder)


@pytest.mark.slow
def test_a_style_travels_as_one_file(waltzes: Path, model: Path, tmp_path: Path) -> None:
    folder = copied(waltzes)
    file = tmp_path / "waltzes.seguemodel"
    assert take_along(ExportModel(folder=str(folder), target=str(file))).bytes < 2_000_000
    back = Path(bring_in(ImportModel(source=str(file), name="Again"), user_paths()).folder)
    assert (back / STYLE).read_bytes() == (folder / STYLE).read_bytes()
    shutil.rmtree(model)
    with pytest.raises(ModelFileError, match="which is not here"):
        bring_in(ImportModel(source=str(file), name="Third"), user_paths())
    assert not (user_paths().models / "Third").exists()


@pytest.mark.slow
@pytest.mark.usefixtures("model")
def test_a_style_of_a_style_belongs_to_the_model(songs: Path) -> None:
    made_of(songs)
    second = made_of(songs, name="More", base="Waltzes")
    shutil.rmtree(user_paths().models / "Waltzes")
    assert LiveModel.load(second).name == "More"


def damaged(folder: Path, hidden: object) -> None:
    save_file({"hidden": np.asarray(hidden)}, folder / STYLE)


@pytest.mark.slow
@pytest.mark.usefixtures("model")
@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda found: found[:1], "does not fit"),
        (lambda found: found[:, :, :8], "does not fit"),
        (lambda found: np.repeat(found, 40, axis=1), "does not fit"),
        (lambda found: found[:, :0], "does not fit"),
        (lambda found: found.astype(np.float32), "holds no style"),
        (lambda found: found[0], "holds no style"),
        (lambda found: found * np.float16(np.inf), "not numbers"),
    ],
)
def test_a_style_that_cannot_be_is_refused(
    waltzes: Path, change: Callable[[np.ndarray], np.ndarray], why: str
) -> None:
    folder = copied(waltzes)
    damaged(folder, change(load_file(folder / STYLE)["hidden"]))
    with np.errstate(invalid="ignore"), pytest.raises(ModelFileError, match=why):
        LiveModel.load(folder)


@pytest.mark.slow
@pytest.mark.usefixtures("model")
@pytest.mark.parametrize("data", [b"", b"\x80\x04rubbish", b"{}", b"\xff" * 40])
def test_a_style_that_is_no_tensor_file_is_refused(waltzes: Path, data: bytes) -> None:
    folder = copied(waltzes)
    (folder / STYLE).write_bytes(data)
    with pytest.raises(ModelFileError, match=STYLE):
        LiveModel.load(folder)


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [{"mem_len": 0}, {"mem_len": 8, "compression": CompressionConfig(length=4, loss="none")}],
)
def test_a_model_that_cannot_begin_with_a_style_says_so(songs: Path, options: dict) -> None:
    make_model(user_paths().models / "other", **options)
    with pytest.raises(TrainingError, match="cannot remember a style"):
        made_of(songs, base="other")
    assert not (user_paths().models / "Waltzes").exists()


@pytest.mark.slow
def test_what_cannot_be_a_style_is_refused_before_anything_is_read(
    songs: Path, model: Path, tmp_path: Path
) -> None:
    with pytest.raises(TrainingError, match="cannot begin from scratch"):
        made_of(songs, base="scratch")
    elsewhere = shutil.copytree(model, tmp_path / "elsewhere")
    with pytest.raises(ModelFileError, match="not among the models here"):
        made_of(songs, base=str(elsewhere))
    made_of(songs)
    with pytest.raises(ModelFileError, match="already a model ‘Waltzes’"):
        made_of(songs)


@pytest.mark.usefixtures("model")
def fitting_of(songs: Path, model: Path, tmp_path: Path, *, count: int) -> StyleFitting:
    loaded = load_model(model)
    tokenizer = Tokenizer.from_description(loaded.tokenizer)
    given = [
        Song(name=file.name, source=read_midi(file.read_bytes()).score)
        for file in sorted(songs.iterdir())[:count]
    ]
    list(prepare(given, tmp_path / "tokens", tokenizer=tokenizer, read=own_score))
    store = open_store(tmp_path / "tokens")
    steps = steps_of(loaded.model.config, tokenizer.vocabulary)
    return StyleFitting(loaded.model, store, steps=steps, clock=ticking(2.0))


@pytest.mark.slow
def test_of_the_styles_on_the_way_the_one_that_foretells_best_is_kept(
    songs: Path, model: Path, tmp_path: Path
) -> None:
    fitting = fitting_of(songs, model, tmp_path, count=5)
    steps = list(fitting.updates())
    found = [step.held_out for step in steps if step.held_out is not None]
    assert found == sorted(found, reverse=True)
    assert steps[-1].share == 1.0
    assert np.array_equal(steps[-1].hidden, steps[steps[-1].kept - 1].hidden)
    assert fitting.held_out_loss(steps[-1].hidden) == pytest.approx(found[-1])


@pytest.mark.slow
def test_of_three_songs_none_is_held_out(songs: Path, model: Path, tmp_path: Path) -> None:
    fitting = fitting_of(songs, model, tmp_path, count=3)
    assert fitting.held_out_loss(None) is None
    *_, last = fitting.updates()
    assert last.held_out is None


@pytest.mark.usefixtures("model")
def test_a_stop_leaves_nothing(songs: Path) -> None:
    command = TrainModel(name="Waltzes", base="tiny", preset="style", data=str(songs))
    making = StyleMaking(command, user_paths(), clock=ticking(0.1))
    progress = making.progress()
    while getattr(next(progress), "step", 0) < 2:
        pass
    progress.close()  # type: ignore[attr-defined] - a generator
    assert not making.made
    assert not (user_paths().models / "Waltzes").exists()
    assert not list(user_paths().training.glob(".style*"))


@pytest.mark.usefixtures("model")
@pytest.mark.slow
def test_the_command_line_makes_a_style_and_lists_it(
    songs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--name", "Waltzes", "--preset", "style", "--from", "tiny", "--minutes", "0.01"]
    assert main(["train", *options, "--data", str(songs)]) == 0
    assert "The style ‘Waltzes’ is ready" in capsys.readouterr().out
    assert main(["models", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)["models"]
    assert "Waltzes" in {row["name"] for row in listed}
    other = ["--name", "Other", "--preset", "style", "--from", "scratch"]
    assert main(["train", *other, "--data", str(songs)]) != 0
    assert "cannot begin from scratch" in capsys.readouterr().err


@pytest.mark.usefixtures("model")
@pytest.mark.slow
def test_a_style_is_made_of_a_folder_of_the_library_and_called_as_it(
    songs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for place, song in enumerate(sorted(songs.glob("*.mid"))):
        folder = tmp_path / "music" / ("Waltzes" if place % 2 else "Marches")
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copy(song, folder)
    style = ["--preset", "style", "--from", "tiny", "--minutes", "0.01"]
    assert main(["train", *style, "--pieces", "Waltzes"]) != 0
    assert "no music in the library" in capsys.readouterr().err
    assert main(["import", str(tmp_path / "music")]) == 0
    assert main(["train", *style, "--pieces", "waltzes"]) == 0
    assert "The style ‘waltzes’ is ready" in capsys.readouterr().out
    learned = json.loads((user_paths().models / "waltzes" / "songs.json").read_text())["songs"]
    assert {Path(song["name"]).parent.name for song in learned} == {"Waltzes"}
    assert len(learned) == len([*(tmp_path / "music" / "Waltzes").iterdir()])
    # A folder that is no part of the library is its name, too.
    assert main(["train", *style, "--data", str(tmp_path / "music" / "Marches")]) == 0
    assert "The style ‘Marches’ is ready" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ([], "The model needs a name."),
        (["--pieces", "polka", "--resume"], "The model needs a name."),
        (["--pieces", "polka", "--data", "."], "--data reads a folder"),
        (["--pieces", "polka"], "No ticked piece of the library has ‘polka’"),
    ],
)
def test_a_style_without_pieces_or_a_name_is_refused(
    songs: Path, capsys: pytest.CaptureFixture[str], options: list[str], said: str
) -> None:
    list(import_into_library([str(songs)], user_paths(), cancelled=lambda: False))
    assert main(["train", "--preset", "style", *options]) == 1
    assert said in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.usefixtures("model")
def test_a_renamed_style_keeps_all_that_it_says(waltzes: Path) -> None:
    folder = copied(waltzes)
    amend_card(folder, {"name": "Slow waltzes"})
    assert read_card(folder)["card"]["style_of"] == "Tiny"
    assert LiveModel.load(folder).name == "Slow waltzes"
