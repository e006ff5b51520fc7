"""Models on disk as the list shows them."""

import json
from pathlib import Path

import pytest

from app.files.models import (
    delete_model,
    free_name,
    list_models,
    read_model,
    rename_model,
)
from app.library.models_card import card_of
from engine.ground.errors import ModelFileError


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


def test_a_model_is_renamed_in_its_card_and_never_to_a_name_that_is_taken(tmp_path: Path) -> None:
    models = tmp_path / "models"
    mine, other = _model(models / "mine", name="Mine"), _model(models / "other", name="Other")
    rename_model(mine, "  My   preludes ", within=models)
    assert read_model(mine).name == "My preludes"
    for taken in ("other", "Starter"):
        with pytest.raises(ModelFileError, match="already a model"):
            rename_model(mine, taken, within=models)
    with pytest.raises(ModelFileError, match="needs a name"):
        rename_model(mine, "  ", within=models)
    (other / "model.json").write_text("{")
    with pytest.raises(ModelFileError, match="could not be renamed"):
        rename_model(other, "New", within=models)
    starter = _model(tmp_path / "assets" / "starter")
    with pytest.raises(ModelFileError, match="came with Segue"):
        rename_model(starter, "Mine too", within=models)


def test_a_card_tells_what_is_known_and_survives_what_anybody_wrote(tmp_path: Path) -> None:
    passage = {"song": "Aria", "bar": 5, "notes": 19}
    folder = _model(
        tmp_path / "m",
        name="Mine",
        pieces=30,
        hours=1.5,
        base="Starter",
        base_licence="MIT",
        base_validation_loss=2.0,
        trained={"steps": 400, "validation_loss": 1.5},
        copying={"samples": 20, "share": 0.05, "passages": [passage, "nonsense"]},
    )
    songs = [{"name": "/music/aria.mid", "content": "ab" * 16}, {"name": 3}]
    (folder / "songs.json").write_text(json.dumps({"songs": songs}))
    card = card_of(read_model(folder))
    facts = {what: value for section in card.sections for what, value in section.facts}
    assert facts["Pieces"] == "30"
    assert facts["Began with"] == "Starter (MIT)"
    assert facts["Better by"] == "25.0 %"
    assert facts["Aria, bar 5"] == "19 notes in a row"
    copying = card.sections[-1]
    assert copying.note.startswith("5.0 % of what it made in 20 samples")
    assert copying.tone == "amber"
    assert card.files == ("abababababababab  aria.mid",)
    odd = _model(
        tmp_path / "odd", name=["x"], pieces="many", trained=3, copying={"share": "x"}, training=[]
    )
    assert card_of(read_model(odd)).sections[-1].note == "It was not looked for."


@pytest.mark.parametrize(
    ("card", "note"),
    [
        ({"strengths_fitted": True, "strengths_of": ""}, "was measured with this model."),
        ({"strengths_fitted": False, "strengths_of": "Elder"}, "it gets those of “Elder”."),
        ({"strengths_fitted": False, "strengths_of": ["odd"]}, "it gets none."),
        # Cards of models that were made before do not tell.
        ({}, None),
        ({"strengths_fitted": "yes"}, None),
    ],
)
def test_the_card_says_whose_corrections_a_model_has(
    tmp_path: Path, card: dict[str, object], note: str | None
) -> None:
    sections = card_of(read_model(_model(tmp_path / "m", **card))).sections
    notes = [section.note for section in sections if section.title == "Corrections"]
    assert len(notes) == (note is not None)
    assert note is None or notes[0].endswith(note)


def test_the_card_says_what_network_it_is(tmp_path: Path) -> None:
    folder = _model(tmp_path / "m")
    description = {"format": 1, "card": {}, "model": {"n_layer": 6, "d_model": 256, "mem_len": "x"}}
    (folder / "model.json").write_text(json.dumps(description))
    network = {s.title: s.facts for s in card_of(read_model(folder)).sections}["Network"]
    assert network == (("Kind", "Transformer-XL"), ("Layers", "6"), ("Width", "256"))
    compressed = {"length": 128, "rate": 2, "function": "most_used", "loss": "none"}
    description["model"] |= {"mem_len": 256, "compression": compressed}
    description["card"] = {"segment": 64}
    (folder / "model.json").write_text(json.dumps(description))
    network = {s.title: s.facts for s in card_of(read_model(folder)).sections}["Network"]
    assert network[3:] == (
        ("Steps it holds in memory", "256"),
        ("Older steps it holds compressed", "256, 2 as one, by most used"),
        ("Steps it learned at once", "64"),
    )
    for odd in ("x", {"length": "many", "rate": 2}, {"length": 2, "rate": True}):
        description["model"]["compression"] = odd
        (folder / "model.json").write_text(json.dumps(description))
        network = {s.title: s.facts for s in card_of(read_model(folder)).sections}["Network"]
        assert "Older steps it holds compressed" not in dict(network)
    description["model"] = ["odd"]
    (folder / "model.json").write_text(json.dumps(description))
    assert "Network" not in {s.title for s in card_of(read_model(folder)).sections}


def test_a_model_is_heard_where_something_of_it_was_kept(tmp_path: Path) -> None:
    folder = _model(tmp_path / "m")
    assert read_model(folder).sample is None
    assert card_of(read_model(folder)).silent
    (folder / "sample.mid").write_bytes(b"MThd")
    assert read_model(folder).sample == folder / "sample.mid"
    assert not card_of(read_model(folder)).silent
