"""A network of notes is trained by the same loop, and resumes to the same bits."""

from dataclasses import replace
from pathlib import Path

import pytest
import torch

from engine.model.network.checkpoint import load_model
from engine.model.network.note_xl import NoteXL
from engine.tokens.batching import BatchReport, part_of_rows
from engine.tokens.gathering import StepBatch
from engine.tokens.tokenizer import Tokenizer
from engine.training.loop import TrainingRun, train
from engine.training.optimization import Stepper
from engine.training.optimizers import layer_matrices
from engine.training.segments import segment_losses
from engine.training.state import best_checkpoint, latest_checkpoint
from engine.training.validation import HeldOutLoss
from engine.values.config import BatchConfig, ModelConfig, TrainingConfig
from tests.model import step_songs


class StepSongs:
    """Songs of steps, as `SongBatches` gives them: a row is ten songs, read round and round."""

    def __init__(self, config, share, *, seed):
        self._length = config.segment_length
        self._step = 0
        rows = [
            step_songs.segments(*(step_songs.song(seed + 100 * row + k) for k in range(10)))
            for row in part_of_rows(config.rows, share)
        ]
        whole = min(row.bags.shape[1] for row in rows) // self._length * self._length
        self._rows = step_songs.together([row.part(0, whole) for row in rows])
        self._steps = whole // self._length

    @classmethod
    def of_split(cls, _store, split, config, *, share=(0, 1), **_):
        return cls(config, share, seed=7000 if split == "valid" else 1)

    @property
    def report(self):
        return BatchReport(useful=self._step * self._length, processed=0, left_out=0)

    def state(self):
        return {"step": self._step}

    def restore(self, state):
        self._step = state["step"]

    def __iter__(self):
        return self

    def __next__(self):
        begin = self._step % self._steps * self._length
        part = self._rows.part(begin, begin + self._length)
        self._step += 1
        scored = torch.ones_like(part.starts)
        return StepBatch(
            part.bags, part.targets, part.said, part.starts, scored, part.song, part.programs
        )


class Tokens:
    """What the loop asks of a tokenizer."""

    vocab_size = step_songs.VOCABULARY
    vocabulary = Tokenizer().vocabulary

    def describe(self):
        return {"name": "steps"}


class Store:
    """What the loop asks of a store."""

    tokenizer = Tokens().describe()

    def token_count(self, _split):
        return 10_000

    def songs(self, _split):
        return range(10)


@pytest.fixture(autouse=True)
def _songs_of_steps(monkeypatch):
    monkeypatch.setattr("engine.training.loop.SongBatches", StepSongs)
    monkeypatch.setattr("engine.training.validation.SongBatches", StepSongs)


def new_model(**changes):
    torch.manual_seed(1)
    fields = {
        "vocab_size": step_songs.VOCABULARY,
        "n_layer": 2,
        "d_model": 16,
        "n_head": 2,
        "mem_len": 32,
        "steps": step_songs.STEPS,
    }
    return NoteXL(ModelConfig(**{**fields, **changes}))


@pytest.fixture
def new_run(tmp_path):
    def make(folder: Path | str = "run", **changes) -> TrainingRun:
        training = TrainingConfig(
            steps=12,
            learning_rate=3e-3,
            warmup_steps=2,
            validate_every=4,
            seed=3,
            optimizer="muon",
            augment=False,
        )
        return TrainingRun(
            store=Store(),
            folder=tmp_path / folder,
            training=replace(training, **changes),
            batch=BatchConfig(rows=3, segment_length=16, seed=5),
            tokenizer=Tokens(),
            card={"name": "test"},
            validation_tokens=128,
        )

    return make


def weights(model):
    return {name: value.clone() for name, value in model.state_dict().items()}


def same(a, b):
    return all(torch.equal(a[name], b[name]) for name in a)


def run_until(generator, step):
    for progress in generator:
        if progress.step == step:
            generator.close()
            return
    raise AssertionError(f"no step {step}")


@pytest.mark.slow
def test_a_short_training_lowers_the_loss_of_songs_it_never_saw(new_run):
    progress = list(train(new_model(), new_run(steps=40, validate_every=20, dropout=0.0)))
    assert progress[-1].best_loss < 0.9 * progress[0].validation_loss
    # Ids are counted, not steps.
    assert progress[-1].tokens > 2 * 40 * 3 * 16


@pytest.mark.slow
@pytest.mark.parametrize("precision", ["float32", "bfloat16"])
@pytest.mark.parametrize("averaging", [0.0, 0.9])
@pytest.mark.parametrize("stop", [1, 6])
def test_a_closed_run_resumes_to_the_same_bits(new_run, stop, averaging, precision):
    settings = {"weight_averaging": averaging, "precision": precision}
    whole, broken, resumed = new_model(), new_model(), new_model()
    list(train(whole, new_run("whole", **settings)))
    run_until(train(broken, new_run("broken", **settings)), stop)
    list(train(resumed, new_run("broken", **settings), resume=True))
    assert same(weights(whole), weights(resumed))
    exported = [
        weights(load_model(latest_checkpoint(new_run(name).folder)).model)
        for name in ("whole", "broken")
    ]
    assert same(*exported)
    assert same(exported[0], weights(whole)) == (averaging == 0.0)


def test_fewer_rows_a_call_give_the_same_step(new_run):
    outcomes = []
    for rows_per_call in (3, 1):
        model = new_model(dropout=0.0).double()
        config = new_run(dropout=0.0).training
        stepper = Stepper(model, config, rows=3, device="cpu")
        stepper.rows_per_call = rows_per_call
        stepper.forget()
        songs = StepSongs(new_run().batch, (0, 1), seed=1)
        losses = [stepper.step(next(songs), learning_rate=1e-2) for _ in range(3)]
        outcomes.append((losses, weights(model)))
    (whole, after), (parts, again) = outcomes
    assert [one.tokens for one in whole] == [one.tokens for one in parts]
    assert [one.loss for one in parts] == pytest.approx([one.loss for one in whole], abs=1e-12)
    for name, weight in after.items():
        torch.testing.assert_close(again[name], weight, atol=1e-9, rtol=0)


def test_two_shares_of_the_rows_add_up_to_the_whole(new_run):
    """What the ranks add up, sums of losses, ids and gradients, is that of one process."""
    model, found = new_model().double().eval(), []
    for share in ((0, 1), (0, 2), (1, 2)):
        batch = next(StepSongs(new_run().batch, share, seed=1))
        nll, _, _ = segment_losses(model, batch, model.empty_memory(batch.bags.shape[0]))
        gradient = torch.autograd.grad(nll.sum(), model.embedding.weight)[0]
        found.append((int(batch.count), float(nll.detach().sum()), gradient))
    (count, loss, gradient), one, other = found
    assert count == one[0] + other[0]
    assert loss == pytest.approx(one[1] + other[1], abs=1e-9)
    torch.testing.assert_close(gradient, one[2] + other[2], atol=1e-9, rtol=0)


def test_muon_moves_the_matrices_of_the_layers_and_of_the_local_decoder():
    model = new_model()
    names = {id(weight): name for name, weight in model.named_parameters()}
    moved = {names[id(weight)] for weight in layer_matrices(model)}
    local = {name for name in moved if name.startswith("local.")}
    assert len(local) == 2 + 2 * 2
    assert {"local.main.weight", "local.said.weight"} < local
    assert not any("embedding" in name or "place" in name for name in moved)
    assert all(name.startswith(("layers.", "local.")) for name in moved)


def test_the_average_is_validated_and_exported_and_the_weights_go_on(new_run, monkeypatch):
    validated = []

    def loss(model, *_, **__):
        validated.append(weights(model))
        return HeldOutLoss(mean=1.0 / len(validated))

    monkeypatch.setattr("engine.training.loop.validation_loss", loss)
    model, plain, average = new_model(), new_model(), None
    run = new_run(weight_averaging=0.5, steps=4, dropout=0.0)
    by_step = {p.step: weights(plain) for p in train(plain, new_run("plain", steps=4, dropout=0.0))}
    list(train(model, run))
    assert same(weights(model), weights(plain))
    for step in range(1, 5):
        if average is None:
            average = by_step[1]
            continue
        decay = min(0.5, step / (step + 9.0))
        average = {n: decay * average[n] + (1 - decay) * w for n, w in by_step[step].items()}
    for name, weight in average.items():
        torch.testing.assert_close(validated[-1][name], weight, atol=1e-6, rtol=0)
    assert same(weights(load_model(best_checkpoint(run.folder)).model), validated[-1])


def test_ids_are_no_batch_for_a_network_of_notes():
    with pytest.raises(TypeError, match="NoteXL reads no"):
        segment_losses(new_model(), object(), new_model().empty_memory(1))
