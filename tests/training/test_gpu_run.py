"""The store of several passes that a GPU run reads, and a whole run of it on a processor."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest

from engine.ground.paths import demo_pieces
from engine.library.reading import read_score
from engine.model.network.checkpoint import load_model
from engine.tokens.ordering import in_order
from engine.tokens.store import TokenStore, write_store
from engine.tokens.tokenizer import Tokenizer

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts" / "starter"))

import gpu_run  # noqa: E402 - after the path


@pytest.fixture
def store(tmp_path: Path) -> TokenStore:
    tokenizer = Tokenizer()
    pieces = sorted(demo_pieces().glob("*.mid"))[:4]
    splits = ("train", "train", "train", "valid")
    songs = [
        (path.stem, split, tokenizer.encode(read_score(path).score).ids)
        for path, split in zip(pieces, splits, strict=True)
    ]
    return write_store(tmp_path / "store", songs, tokenizer)


def test_each_pass_has_each_song_and_some_are_in_another_order(store: TokenStore) -> None:
    made = gpu_run.make_passes(store, passes=4, share=0.5, memory=512, seed=0, processes=1)
    assert len(made.names) == 4 * len(store.songs("train"))
    assert set(made.splits) == {"train"}
    vocabulary = gpu_run.tokenizer_of_gaps().vocabulary
    others = 0
    for number, name in enumerate(made.names):
        written = np.asarray(store.ids(store.names.index(name.rpartition("~")[0])))
        ids = np.asarray(made.ids(number))
        others += not np.array_equal(ids, written)
        assert in_order(ids, vocabulary).tolist() == written.tolist()
    assert 0 < others < len(made.names)


@pytest.mark.slow
def test_a_run_writes_a_model_that_opens(
    store: TokenStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = gpu_run.make_passes(store, passes=1, share=0.5, memory=32, seed=0, processes=1)
    gpu_run.keep(made, tmp_path / "passes")
    gpu_run.keep(gpu_run.held_out_of(store), tmp_path / "passes" / "held-out")
    monkeypatch.setattr(gpu_run, "MODEL", {"n_layer": 1, "d_model": 16, "n_head": 2, "mem_len": 8})
    options = ["--device", "cpu", "--seconds", "2", "--rows", "2", "--segment", "8"]
    given = ["train", tmp_path / "passes", tmp_path / "run", *options]
    monkeypatch.setattr(sys, "argv", ["gpu_run", *map(str, given), "--held-out-ids", "50"])
    gpu_run.main()
    loaded = load_model(tmp_path / "run" / "share-100")
    assert loaded.model.config.steps is not None
    assert loaded.model.config.steps.tempo_at_bars
    card = json.loads((tmp_path / "run" / "share-100" / "model.json").read_text())["card"]
    assert card["trained"]["steps"] > 0
    assert card["trained"]["validation_loss"] > 0
    folder = str(tmp_path / "run" / "share-100")
    monkeypatch.setattr(sys, "argv", [*sys.argv, "--model", folder, "--seconds", "1"])
    gpu_run.main()
    later = json.loads((tmp_path / "run" / "share-100" / "model.json").read_text())["card"]
    assert later["begun_with"] == card["trained"]
