import json
import pickle
import subprocess
import sys
from dataclasses import replace

import pytest
import torch
from safetensors.torch import load_file, save_file

from engine.ground.errors import ModelFileError
from engine.model.description import DESCRIPTION, WEIGHTS, read_card
from engine.model.network.checkpoint import load_model, save_model
from engine.model.network.kinds import of_ids
from engine.model.network.note_xl import NoteXL
from engine.model.network.transformer_xl import TransformerXL
from engine.values.config import CompressionConfig


@pytest.fixture
def folder(small, tmp_path):
    where = tmp_path / "model"
    card = {"licence": "CC0", "title": "Übung"}
    save_model(where, small().float(), tokenizer={"positions": 12}, card=card)
    return where


def describe(folder, **changes):
    path = folder / DESCRIPTION
    path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))


def reweigh(folder, change):
    weights = load_file(folder / WEIGHTS)
    change(weights)
    save_file(weights, folder / WEIGHTS)


@pytest.mark.parametrize(
    ("dtype", "tolerance"), [("float32", 0.0), ("float16", 1e-3), ("int8", 5e-3)]
)
def test_what_is_saved_is_loaded(small, tmp_path, dtype, tolerance):
    model = small(untie_r=False, tie_embeddings=False).float()
    save_model(tmp_path / "m", model, tokenizer={"a": [1]}, card={"b": "ü"}, dtype=dtype)
    loaded = load_model(tmp_path / "m")
    assert loaded.model.config == model.config
    assert (loaded.tokenizer, loaded.card) == ({"a": [1]}, {"b": "ü"})
    assert not loaded.model.training
    for name, weight in model.state_dict().items():
        read = loaded.model.state_dict()[name]
        assert read.dtype == torch.float32
        assert (read - weight).abs().max() <= tolerance
    assert all(parameter.requires_grad for parameter in loaded.model.parameters())


def test_smaller_types_make_smaller_files(small, tmp_path):
    sizes = []
    for dtype in ("float32", "float16", "int8"):
        save_model(tmp_path / dtype, small().float(), tokenizer=None, card={}, dtype=dtype)
        sizes.append((tmp_path / dtype / WEIGHTS).stat().st_size)
    assert sizes[1] < 0.6 * sizes[0]
    assert sizes[2] < 0.7 * sizes[1]


def test_saving_again_replaces_and_leaves_nothing_else(folder, small):
    model = small().float()
    save_model(folder, model, tokenizer=None, card={"second": True})
    assert sorted(path.name for path in folder.iterdir()) == sorted([WEIGHTS, DESCRIPTION])
    assert load_model(folder).card == {"second": True}
    assert load_model(folder).tokenizer == {}


def test_the_card_is_read_without_weights(folder):
    (folder / WEIGHTS).write_bytes(b"anything")
    description = read_card(folder)
    assert description["card"]["title"] == "Übung"
    assert description["format"] == 1


def test_a_description_that_json_cannot_hold_writes_nothing(small, tmp_path):
    with pytest.raises(TypeError):
        save_model(tmp_path / "m", small(), tokenizer=None, card={"a": object()})
    assert not (tmp_path / "m").exists()


def test_a_folder_that_cannot_be_written_is_an_error(small, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(ModelFileError, match="could not be written"):
        save_model(tmp_path / "file" / "m", small(), tokenizer=None, card={})


def refused(folder, *words):
    with pytest.raises(ModelFileError) as caught:
        load_model(folder)
    assert all(word in str(caught.value) for word in words), str(caught.value)


def test_no_folder(tmp_path):
    refused(tmp_path / "nowhere", "nowhere", DESCRIPTION, "missing")


def test_no_weights(folder):
    (folder / WEIGHTS).unlink()
    refused(folder, WEIGHTS, "missing")
    with pytest.raises(ModelFileError, match=WEIGHTS):
        read_card(folder)


@pytest.mark.parametrize("kept", [0, 4, 100, 4000])
def test_truncated_weights(folder, kept):
    path = folder / WEIGHTS
    path.write_bytes(path.read_bytes()[:kept])
    refused(folder, WEIGHTS, "damaged")


def test_a_pickle_under_another_name(folder):
    (folder / WEIGHTS).write_bytes(pickle.dumps({"u": [1.0]}))
    refused(folder, WEIGHTS, "pickle")
    torch.save({"u": torch.ones(1)}, folder / WEIGHTS)
    refused(folder, WEIGHTS, "pickle")


@pytest.mark.parametrize("low_bytes", [b"\x80", b"PK"])
def test_safetensors_that_begin_like_a_pickle_are_none(folder, low_bytes):
    path = folder / WEIGHTS
    content = path.read_bytes()
    length = int.from_bytes(content[:8], "little")
    step = 256 ** len(low_bytes)
    longer = length + (int.from_bytes(low_bytes, "little") - length) % step
    header = content[8 : 8 + length].ljust(longer)
    path.write_bytes(longer.to_bytes(8, "little") + header + content[8 + length :])
    assert path.read_bytes().startswith(low_bytes)
    load_model(folder)


@pytest.mark.parametrize("text", ["", "{", "[]", "7", "\x00", "[" * 100_000])
def test_a_damaged_description(folder, text):
    (folder / DESCRIPTION).write_text(text)
    refused(folder, DESCRIPTION, "damaged")


def test_a_description_of_unreasonable_size(folder):
    (folder / DESCRIPTION).write_text('"' + "a" * 5_000_000 + '"')
    refused(folder, DESCRIPTION, "large")


def test_a_newer_format(folder):
    describe(folder, format=3)
    refused(folder, DESCRIPTION, "newer")


@pytest.mark.parametrize(
    ("field", "value"),
    [("format", "1"), ("format", True), ("format", 0), ("model", None), ("card", [])],
)
def test_a_field_of_the_wrong_kind(folder, field, value):
    describe(folder, **{field: value})
    refused(folder, DESCRIPTION, field)


@pytest.mark.parametrize(
    ("field", "value"),
    [("n_layer", 0), ("n_head", 5), ("mem_len", -1), ("colour", 3), ("d_model", "wide")],
)
def test_a_model_that_cannot_be_built(folder, field, value):
    model = json.loads((folder / DESCRIPTION).read_text())["model"]
    describe(folder, model={**model, field: value})
    refused(folder, DESCRIPTION, field)


def test_a_missing_weight(folder):
    reweigh(folder, lambda weights: weights.pop("u"))
    refused(folder, WEIGHTS, "weight u", "missing")


def test_an_extra_weight(folder):
    reweigh(folder, lambda weights: weights.update(extra=torch.ones(1)))
    refused(folder, WEIGHTS, "weight extra")


def test_a_misshaped_weight(folder):
    reweigh(folder, lambda weights: weights.update(u=torch.ones(3, 4, 7)))
    refused(folder, WEIGHTS, "weight u", "(3, 4, 7)", "(3, 4, 8)")


def test_a_weight_that_is_no_number(folder):
    reweigh(folder, lambda weights: weights.update(u=torch.full((3, 4, 8), torch.nan)))
    refused(folder, WEIGHTS, "weight u", "not numbers")


def test_a_scale_that_does_not_fit(small, tmp_path):
    save_model(tmp_path / "m", small().float(), tokenizer=None, card={}, dtype="int8")
    name = "embedding.weight.scale"
    reweigh(tmp_path / "m", lambda weights: weights.update({name: torch.ones(3)}))
    refused(tmp_path / "m", WEIGHTS, "embedding.weight")


def test_weights_of_another_config(folder, small, tmp_path):
    other = small(n_layer=2).float()
    save_model(tmp_path / "other", other, tokenizer=None, card={})
    (folder / WEIGHTS).write_bytes((tmp_path / "other" / WEIGHTS).read_bytes())
    refused(folder, WEIGHTS, "missing")


@pytest.mark.slow
def test_a_compressive_model_comes_back(small, tmp_path):
    config = replace(small().config, compression=CompressionConfig(length=6, rate=3))
    model = TransformerXL(config)
    save_model(tmp_path / "m", model, tokenizer=None, card={})
    assert load_model(tmp_path / "m").model.config == config


def test_a_network_of_notes_comes_back_as_one(small_of_notes, tmp_path):
    model = small_of_notes().float()
    save_model(tmp_path, model, tokenizer=None, card={})
    loaded = load_model(tmp_path).model
    assert isinstance(loaded, NoteXL)
    assert loaded.config == model.config
    assert all(map(torch.equal, loaded.state_dict().values(), model.state_dict().values()))
    with pytest.raises(ModelFileError, match="this model reads notes"):
        of_ids(loaded)


def test_a_description_of_steps_that_cannot_be_is_refused(small_of_notes, tmp_path):
    save_model(tmp_path, small_of_notes(), tokenizer=None, card={})
    path = tmp_path / "model.json"
    text = path.read_text()
    path.write_text(text.replace('"parts": 4', '"parts": 400'))
    with pytest.raises(ModelFileError, match="beyond vocab_size"):
        load_model(tmp_path)
    path.write_text(text.replace('"parts": 4', '"parts": "4"'))
    with pytest.raises(ModelFileError, match="parts cannot be"):
        load_model(tmp_path)
    for name, size in (("places", 2**63), ("local_blocks", 10**6), ("local_inner", 2**40)):
        described = json.loads(text)
        described["model"]["steps"][name] = size
        path.write_text(json.dumps(described))
        with pytest.raises(ModelFileError, match=f"can be built: {name} is"):
            load_model(tmp_path)


@pytest.mark.parametrize("field", ["steps", "compression"])
@pytest.mark.parametrize("value", [[1, 2], [], "x", 7, [["parts", 4]]])
def test_a_part_of_a_description_that_has_no_names_is_refused(
    small_of_notes, tmp_path, field, value
):
    save_model(tmp_path, small_of_notes(), tokenizer=None, card={})
    path = tmp_path / "model.json"
    described = json.loads(path.read_text())
    described["model"][field] = value
    path.write_text(json.dumps(described))
    with pytest.raises(ModelFileError, match="can be built"):
        load_model(tmp_path)


@pytest.mark.parametrize(
    "changes",
    [
        {"vocab_size": 2**40},
        {"d_model": 10**30},
        {"d_inner": 2**40},
        {"n_head": 2**20, "d_head": 4},
        {"d_head": 2**40},
        {"n_layer": 10**6},
        {"n_layer": 10**30},
        {"mem_len": 10**12},
        {"clamp_len": 10**12},
        {"mem_len": 10**6, "compression": {"length": 10**12, "rate": 4}},
    ],
    ids=str,
)
def test_sizes_that_the_weights_do_not_bear_out_are_refused_before_anything_is_built(
    folder, changes, monkeypatch
):
    described = json.loads((folder / DESCRIPTION).read_text())
    describe(folder, model={**described["model"], **changes})
    monkeypatch.setattr(
        "engine.model.network.checkpoint.network_of", lambda _: pytest.fail("built")
    )
    with pytest.raises(ModelFileError, match="describes no model that can be built"):
        load_model(folder)


def headed(folder, header, data=b""):
    text = json.dumps(header).encode() if not isinstance(header, bytes) else header
    (folder / WEIGHTS).write_bytes(len(text).to_bytes(8, "little") + text + data)


@pytest.mark.parametrize(
    "header",
    [
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b"{}",
        {"a": {"dtype": "F32", "shape": [2**50], "data_offsets": [0, 4]}},
        {"a": {"dtype": "F32", "shape": [-1], "data_offsets": [0, 4]}},
        {"a": {"dtype": "F99", "shape": [1], "data_offsets": [0, 4]}},
        {"a": {"dtype": "F32", "shape": [1], "data_offsets": [4, 8]}},
        100_000,
    ],
    ids=["arrays", "objects", "nothing", "huge", "negative", "type", "hole", "many"],
)
def test_a_header_that_makes_no_sense_is_refused(folder, header):
    if isinstance(header, int):  # made here: at each import it would take most of a second
        tensor = {"dtype": "F32", "shape": [0], "data_offsets": [0, 0]}
        header = {f"a{i}": tensor for i in range(header)}
    headed(folder, header, b"1234")
    with pytest.raises(ModelFileError, match="damaged"):
        load_model(folder)


def test_what_is_saved_is_made_durable(small, tmp_path, monkeypatch):
    synced = []
    monkeypatch.setattr("os.fsync", synced.append)
    save_model(tmp_path / "m", small().float(), tokenizer=None, card={})
    assert len(synced) >= 2


@pytest.mark.slow
def test_reading_a_model_imports_no_compiler(folder):
    code = f"""
import sys
from pathlib import Path
from engine.model.network.checkpoint import load_model
load_model(Path({str(folder)!r}))
assert not {{"torch._dynamo", "sympy"}} & sys.modules.keys()
"""
    subprocess.run([sys.executable, "-c", code], check=True)
