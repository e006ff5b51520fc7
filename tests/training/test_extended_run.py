"""A run that has begun goes on with more ids and songs in another order."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest
import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts" / "starter"))

from extended_network import extended
from extended_run import extend_run

from engine.config import TokenizerConfig
from engine.errors import TrainingError
from engine.model.network.checkpoint import load_model
from engine.tokens.tokenizer import Tokenizer
from engine.training.loop import train
from engine.training.state import latest_checkpoint

SHARE = 0.5


@pytest.fixture(scope="module")
def larger() -> Tokenizer:
    return Tokenizer(TokenizerConfig(any_order=True))


@pytest.mark.slow
@pytest.mark.parametrize("averaging", [0.0, 0.9])
def test_an_old_run_goes_on_with_songs_in_another_order(
    new_model, new_run, larger, tmp_path, averaging
):
    old = new_run("old", optimizer="muon", weight_averaging=averaging)
    list(train(new_model(), old))
    before = {path.name: path.read_bytes() for path in latest_checkpoint(old.folder).iterdir()}
    checkpoint = extend_run(old.folder, tmp_path / "new", larger, reordered=SHARE)
    assert load_model(checkpoint).tokenizer == larger.describe()
    # What the old run said, the new one says: the first rows of all that has rows are the old ones.
    first = load_model(latest_checkpoint(old.folder)).model.state_dict()
    second = load_model(checkpoint).model.state_dict()
    assert all(torch.equal(second[name][: len(first[name])], first[name]) for name in first)
    run = new_run("new", optimizer="muon", weight_averaging=averaging, steps=16)
    run = replace(
        run,
        tokenizer=larger,
        store=run.store.said_by(larger),
        batch=replace(run.batch, reordered=SHARE),
    )
    reports = list(train(extended(new_model(), larger.vocab_size), run, resume=True))
    assert [report.step for report in reports if report.loss is not None] == [13, 14, 15, 16]
    assert all(report.loss == report.loss for report in reports)
    after = {path.name: path.read_bytes() for path in latest_checkpoint(old.folder).iterdir()}
    assert before == after


def test_a_run_of_other_ids_or_none_or_one_that_is_there_is_refused(
    new_model, new_run, larger, tmp_path
):
    with pytest.raises(TrainingError, match="no checkpoint"):
        extend_run(tmp_path / "none", tmp_path / "new", larger, reordered=SHARE)
    list(train(new_model(), new_run("old", steps=1)))
    other = Tokenizer(TokenizerConfig(any_order=True, velocities=16))
    with pytest.raises(TrainingError, match="mean something else"):
        extend_run(tmp_path / "old", tmp_path / "new", other, reordered=SHARE)
    with pytest.raises(TrainingError, match="already"):
        extend_run(tmp_path / "old", tmp_path / "old", larger, reordered=SHARE)


def test_a_run_saved_before_songs_were_reordered_resumes(new_model, new_run):
    run = new_run(steps=4)
    list(train(new_model(), run))
    state = latest_checkpoint(run.folder) / "training.json"
    text = state.read_text()
    assert '"reordered": 0.0' in text
    state.write_text(text.replace(',\n  "reordered": 0.0', ""))
    assert "reordered" not in state.read_text()
    more = replace(run, training=replace(run.training, steps=6))
    assert [p.step for p in train(new_model(), more, resume=True) if p.loss is not None] == [5, 6]
