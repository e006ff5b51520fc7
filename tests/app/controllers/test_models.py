"""Models on disk as the list shows them."""

import json
from pathlib import Path

import pytest

from app.controllers.models import delete_model, free_name, list_models, read_model
from engine.errors import ModelFileError


def _model(folder: Path, *, made_by: int = 1, **card: object) -> Path:
    folder.mkdir(parents=True)
    (folder / "model.json").write_text(json.dumps({"format": made_by, "card": card}))
    (folder / "weights.safetensors").write_bytes(b"x" * 3_000_000)
    return folder


def test_the_starter_comes_first_then_the_users(tmp_path: Path) -> None:
    starter = _model(tmp_path / "assets" / "starter", pieces=1200)
    _model(tmp_path / "models" / "mine", name="My preludes")
    (tmp_path / "models" / "no model").mkdir()
    models = list_models(starter, tmp_path / "models")
    assert [model.name for model in models] == ["Starter", "My preludes"]
    assert models[0].detail == "3 MB · learned from 1,200 pieces"
    assert [model.problem for model in models] == ["", ""]


@pytest.mark.parametrize("text", ["{", "[]", "{}", '{"format": "x"}', "\x00"])
def test_a_damaged_description_is_a_problem_in_words(tmp_path: Path, text: str) -> None:
    folder = _model(tmp_path / "m")
    (folder / "model.json").write_text(text)
    assert read_model(folder).problem == "Its description is damaged."


def test_newer_and_missing_are_told(tmp_path: Path) -> None:
    assert "newer version (format 4" in read_model(_model(tmp_path / "new", made_by=4)).problem
    folder = _model(tmp_path / "gone")
    (folder / "weights.safetensors").unlink()
    assert "weights.safetensors is missing" in read_model(folder).problem


def test_no_folder_is_no_model(tmp_path: Path) -> None:
    assert list_models(tmp_path / "a", tmp_path / "b") == []


def test_only_the_users_models_can_be_deleted(tmp_path: Path) -> None:
    starter = _model(tmp_path / "assets" / "starter")
    with pytest.raises(ModelFileError):
        delete_model(starter, within=tmp_path / "models")
    mine = _model(tmp_path / "models" / "mine")
    delete_model(mine, within=tmp_path / "models")
    assert not mine.exists()
    assert starter.exists()


def test_a_name_is_never_taken_twice() -> None:
    assert free_name("My pieces", set()) == "My pieces"
    assert free_name("My pieces", {"my pieces", "My pieces 2"}) == "My pieces 3"
