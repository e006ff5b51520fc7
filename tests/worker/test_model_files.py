"""Models as one file: packed, brought in, refused."""

import json
import os
import shutil
import subprocess
import sys
import threading
import time
import zipfile
from pathlib import Path

import psutil
import pytest

from engine.errors import ModelFileError
from engine.messages import ExportModel, ImportModel
from engine.model.description import read_card
from engine.paths import user_paths
from engine.worker.model_files import bring_in, take_along
from engine.worker.model_folders import SAMPLE, SONGS, import_model
from engine.worker.model_opening import open_model
from tests.generation.conftest import make_model


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_model(tmp_path_factory.mktemp("models") / "tiny")


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
        while not arriving.exists():
            time.sleep(0.001)
        for child in ours.children():
            if "spawn_main" in " ".join(child.cmdline()):
                child.kill()

    killer = threading.Thread(target=kill_readers)
    killer.start()
    with pytest.raises(ModelFileError, match="could not be opened; nothing was kept") as caught:
        open_model(file, arriving)
    killer.join()
    assert "ended the process" in caught.value.hint


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
from engine.worker.model_opening import do, Asked
import msgspec
asked = Asked({str(file)!r}, {str(tmp_path / "arriving")!r})
assert b"is no model" in do(msgspec.msgpack.encode(asked))
assert "torch" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", code], check=True)
