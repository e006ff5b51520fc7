"""Models as one file: packed, brought in, refused."""

import json
import os
import shutil
import subprocess
import sys
import threading
import zipfile
from pathlib import Path

import psutil
import pytest
import torch
from safetensors.torch import load_file, save_file

from engine.generation.first_notes import check_draws
from engine.generation.model import LiveModel
from engine.ground.errors import ModelFileError
from engine.ground.paths import user_paths
from engine.library.location import SongLocation
from engine.making.checkpoint_samples import openings_of
from engine.making.model_files import bring_in, take_along
from engine.making.model_folders import SAMPLE, SONGS, import_model
from engine.making.model_opening import open_model
from engine.making.song_list import TrainingSongs
from engine.messages import ExportModel, ImportModel
from engine.model.description import read_card
from engine.model.network.checkpoint import load_model
from engine.training.prepare import Song
from tests.generation.conftest import make_model
from tests.waiting import eventually


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_model(tmp_path_factory.mktemp("models") / "tiny")


@pytest.mark.slow
def test_a_model_travels_as_one_file_with_all_that_belongs_to_it(
    tmp_path: Path, model: Path
) -> None:
    (model / SONGS).write_text('{"songs":[]}')
    (model / SAMPLE).write_bytes(b"MThd")
    file = tmp_path / "tiny.seguemodel"
    assert take_along(ExportModel(folder=str(model), target=str(file))).bytes > 1000
    first = bring_in(ImportModel(source=str(file)), user_paths())
    second = bring_in(ImportModel(source=str(file)), user_paths())
    assert (first.name, second.name) == ("Tiny", "Tiny 2")
    for name in ("model.json", "weights.safetensors", SONGS, SAMPLE):
        assert (Path(first.folder) / name).read_bytes() == (model / name).read_bytes()
    # Two of one name could not be told apart in a list.
    assert read_card(Path(second.folder))["card"]["name"] == "Tiny 2"
    assert (Path(second.folder) / "weights.safetensors").read_bytes() == (
        model / "weights.safetensors"
    ).read_bytes()
    with pytest.raises(ModelFileError, match="already a model ‘Tiny’"):
        bring_in(ImportModel(source=str(file), name="Tiny"), user_paths())


@pytest.mark.slow
def test_a_model_that_is_given_away_names_its_songs_without_the_folders_of_this_computer(
    tmp_path: Path, model: Path
) -> None:
    own = shutil.copytree(model, tmp_path / "own")
    home = tmp_path / "home of Änne"
    places = (SongLocation.of(home / "waltz.mid"), SongLocation.of(home / "all.zip", "in/reel.mid"))
    TrainingSongs(
        songs=tuple(Song(name=place.shown, source=place) for place in places),
        contents=(b"1", b"2"),
        source="the library",
    ).keep(own / SONGS)
    before = (own / SONGS).read_bytes()
    file = tmp_path / "given.seguemodel"
    take_along(ExportModel(folder=str(own), target=str(file)))
    with zipfile.ZipFile(file) as archive:
        listed = archive.read(SONGS)
    for place in (home, home.name):
        assert str(place).encode() not in listed
        assert os.fsencode(place).hex().encode() not in listed
    brought = Path(bring_in(ImportModel(source=str(file), name="Given"), user_paths()).folder)
    songs = TrainingSongs.kept(brought / SONGS)
    assert [song.name for song in songs.songs] == ["waltz.mid", "reel.mid"]
    assert songs.contents == (b"1", b"2")
    # None of them can be read here, and a measurement of sliders goes on without them.
    assert openings_of(songs, ()) == []
    assert (own / SONGS).read_bytes() == before


def _zip_of(folder: Path, file: Path, **members: bytes) -> Path:
    with zipfile.ZipFile(file, "w") as archive:
        for name in ("model.json", "weights.safetensors"):
            archive.writestr(name, members.get(name, (folder / name).read_bytes()))
        for name, data in members.items():
            if name not in ("model.json", "weights.safetensors"):
                archive.writestr(name, data)
    return file


def test_unsafe_newer_and_broken_models_are_refused_and_leave_nothing(
    tmp_path: Path, model: Path
) -> None:
    described = json.loads((model / "model.json").read_text())
    newer = json.dumps({**described, "format": 4}).encode()
    pickle = tmp_path / "model.ckpt"
    pickle.write_bytes(b"\x80\x02}q\x00.")
    torn = tmp_path / "torn.seguemodel"
    torn.write_bytes(_zip_of(model, tmp_path / "whole").read_bytes()[:5000])
    cases = {
        pickle: "executable code",
        _zip_of(model, tmp_path / "pt", **{"archive/data.pkl": b"."}): "executable code",
        _zip_of(model, tmp_path / "newer", **{"model.json": newer}): "newer version",
        _zip_of(model, tmp_path / "odd", **{"weights.safetensors": b"12345678{"}): "damaged",
        _zip_of(model, tmp_path / "nul", **{"model.json": b"\x00"}): "damaged",
        torn: "damaged",
        tmp_path / "gone": "no file",
    }
    for source, sentence in cases.items():
        with pytest.raises(ModelFileError, match=sentence):
            bring_in(ImportModel(source=str(source)), user_paths())
    paths = user_paths()
    left = list(paths.models.iterdir()) if paths.models.is_dir() else []
    assert left == []


def _packed(folder: Path, file: Path, **members: bytes) -> Path:
    whole = {name: (folder / name).read_bytes() for name in ("model.json", "weights.safetensors")}
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in (whole | members).items():
            archive.writestr(name, data)
    return file


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("weights.safetensors", bytes(100 << 20)),
        ("songs.prints", bytes(100 << 20)),
        ("sample.mid", bytes(30 << 20)),
        ("model.json", b"{" + b" " * (30 << 20)),
    ],
    ids=["weights", "prints", "sample", "description"],
)
def test_a_small_file_does_not_fill_the_disk(
    tmp_path: Path, model: Path, name: str, data: bytes
) -> None:
    file = _packed(model, tmp_path / "bomb", **{name: data})
    assert file.stat().st_size < 2 << 20
    arriving = user_paths().models / "arriving"
    with pytest.raises(ModelFileError, match=r"larger than any model|damaged"):
        import_model(file, arriving)
    assert sum(path.stat().st_size for path in arriving.iterdir()) < 30 << 20
    with pytest.raises(ModelFileError):
        bring_in(ImportModel(source=str(file), name="bomb"), user_paths())
    assert [path.name for path in user_paths().models.iterdir()] == ["arriving"]


def test_a_model_is_not_kept_where_there_is_no_room(
    tmp_path: Path, model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = shutil.disk_usage(tmp_path)._replace(free=1000)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: full)
    file = _packed(model, tmp_path / "whole")
    with pytest.raises(ModelFileError, match="There is no room"):
        import_model(file, user_paths().models / "arriving")


@pytest.mark.skipif(os.name != "posix", reason="kill -9 is POSIX's")
def test_a_model_that_ends_its_reader_costs_one_sentence_and_leaves_nothing(
    tmp_path: Path, model: Path
) -> None:
    arriving = tmp_path / "arriving"
    file = _packed(model, tmp_path / "whole")
    ours = psutil.Process()

    def kill_readers() -> None:
        assert eventually(arriving.exists, pause_s=0.001)
        for child in ours.children():
            if "spawn_main" in " ".join(child.cmdline()):
                child.kill()

    killer = threading.Thread(target=kill_readers)
    killer.start()
    with pytest.raises(ModelFileError, match="could not be opened; nothing was kept") as caught:
        open_model(file, arriving)
    killer.join()
    assert "ended the process" in caught.value.hint


@pytest.mark.slow
def test_a_model_is_opened_where_nothing_of_it_is_left(tmp_path: Path, model: Path) -> None:
    before = {child.pid for child in psutil.Process().children()}
    assert open_model(_packed(model, tmp_path / "whole"), tmp_path / "arriving") == "Tiny"
    left = {child.pid: child.cmdline() for child in psutil.Process().children()}
    # Python's own, which tracks what processes share.
    spawned = [words for pid, words in left.items() if pid not in before]
    assert all("resource_tracker" in " ".join(words) for words in spawned)


@pytest.mark.parametrize(
    "description",
    [b'{"format":1,"model":' + b"[" * 200_000, b'{"a":[' + b"{}," * 100_000 + b"{}]}"],
)
def test_what_is_no_model_is_refused_before_pytorch_is_imported(
    tmp_path: Path, model: Path, description: bytes
) -> None:
    file = _packed(model, tmp_path / "bomb", **{"model.json": description})
    code = f"""
import sys
from pathlib import Path
from engine.making.model_opening import do, ModelToOpen
import msgspec
asked = ModelToOpen({str(file)!r}, {str(tmp_path / "arriving")!r})
assert b"is no model" in do(msgspec.msgpack.encode(asked))
assert "torch" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def _with_description(model: Path, folder: Path, **steps: object) -> Path:
    shutil.copytree(model, folder)
    described = json.loads((folder / "model.json").read_text())
    described["model"]["steps"].update(steps)
    (folder / "model.json").write_text(json.dumps(described))
    return folder


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        ({"first_part": 0}, "says that first_part is 0, and its tokenizer"),
        ({"first_pitch": 0}, "says that first_pitch is 0, and its tokenizer"),
        ({"pad": 1}, "says that pad is 1, and its tokenizer"),
        ({"parts": 31}, "says that parts is 31, and its tokenizer"),
        ({"key_half_lives": [1e308, 1e308]}, "key_half_lives must be from 0.01"),
        ({"key_half_lives": [1e-308, 12]}, "key_half_lives must be from 0.01"),
        ({"key_half_lives": [float("inf"), 12]}, "key_half_lives must be from 0.01"),
        ({"key_half_lives": "12"}, "key_half_lives is no list of numbers"),
        ({"key_half_lives": ["12", True]}, "key_half_lives is no list of numbers"),
        ({"tempo_at_bars": 1}, "tempo_at_bars cannot be 1"),
    ],
)
def test_a_description_that_makes_no_music_is_refused(
    steps: dict[str, object], said: str, tmp_path: Path, model: Path
) -> None:
    with pytest.raises(ModelFileError) as told:
        LiveModel.load(_with_description(model, tmp_path / "m", **steps))
    assert said in told.value.message


@pytest.mark.slow
def test_a_model_that_cannot_draw_a_note_is_not_brought_in(tmp_path: Path, model: Path) -> None:
    shutil.copytree(model, tmp_path / "m")
    weights = load_file(tmp_path / "m" / "weights.safetensors")
    endless = {name: torch.full_like(weight, 3e38) for name, weight in weights.items()}
    save_file(endless, tmp_path / "m" / "weights.safetensors")
    LiveModel.load(tmp_path / "m")  # each weight is a number
    with pytest.raises(ModelFileError, match="gives no numbers"):
        bring_in(ImportModel(source=str(tmp_path / "m"), name="Endless"), user_paths())
    assert not list(user_paths().models.glob("*Endless*"))


def test_what_a_model_raises_when_it_draws_is_one_sentence(
    model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = LiveModel.load(model)
    check_draws(live)

    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("value cannot be converted")

    monkeypatch.setattr("engine.generation.draw.MusicGenerator.events", broken)
    with pytest.raises(ModelFileError, match="cannot go on with music; nothing was kept"):
        check_draws(live)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
@pytest.mark.timeout(60)
@pytest.mark.parametrize("name", ["model.json", "weights.safetensors"])
@pytest.mark.parametrize("device", [False, True])
def test_a_pipe_or_a_device_in_place_of_a_models_file_is_waited_for_by_nobody(
    name: str, tmp_path: Path, model: Path, *, device: bool
) -> None:
    folder = tmp_path / "m"
    shutil.copytree(model, folder)
    (folder / name).unlink()
    if device:
        (folder / name).symlink_to("/dev/zero")
    else:
        os.mkfifo(folder / name)
    with pytest.raises(ModelFileError, match="cannot be read") as told:
        load_model(folder)
    assert told.value.hint == "It is not a regular file."
    with pytest.raises(ModelFileError):
        read_card(folder)
    with pytest.raises(ModelFileError):
        bring_in(ImportModel(source=str(folder), name="Piped"), user_paths())
