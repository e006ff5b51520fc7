import errno
import itertools
import shutil
from dataclasses import replace
from functools import partial

import pytest
import torch

from engine.ground.errors import TrainingError
from engine.model.network.checkpoint import load_model
from engine.tokens.steps import steps_of
from engine.tokens.store import write_store
from engine.training import optimization, state
from engine.training.loop import METRICS, train
from engine.training.progress import read_metrics
from engine.training.state import best_checkpoint, checkpoints, latest_checkpoint
from engine.training.validation import HeldOutLoss, validation_loss
from engine.values.config import BatchConfig
from tests.training.conftest import song


def weights(model):
    return {name: value.clone() for name, value in model.state_dict().items()}


def same(a, b):
    return all(torch.equal(a[name], b[name]) for name in a)


def run_until(generator, step):
    """Pull progress until this step is done, then end the run as a closed window would."""
    for progress in generator:
        if progress.step == step:
            generator.close()
            return progress
    raise AssertionError(f"no step {step}")


def breaking_losses(model, broken):
    """Let the model's loss be NaN at these steps (from 0); return how often it was asked."""
    real, count = model.losses, itertools.count()

    def losses(*args, **kwargs):
        nll, auxiliary, memory = real(*args, **kwargs)
        if model.training and next(count) in broken:
            nll = nll * float("nan")
        return nll, auxiliary, memory

    model.losses = losses


@pytest.mark.slow
def test_a_short_training_lowers_the_loss_of_songs_it_never_saw(new_model, new_run):
    progress = list(train(new_model(), new_run(steps=60, validate_every=20, dropout=0.0)))
    first, last = progress[0], progress[-1]
    assert (first.step, last.step) == (0, 60)
    assert last.share == 1.0
    assert last.best_loss < 0.8 * first.validation_loss
    assert last.best_step == 60
    assert all(p.tokens_per_s > 0 for p in progress[3:])


@pytest.mark.parametrize("stop", [5, *(pytest.param(n, marks=pytest.mark.slow) for n in (1, 11))])
@pytest.mark.parametrize("killed", [True, pytest.param(False, marks=pytest.mark.slow)])
@pytest.mark.parametrize("optimizer", ["adamw", pytest.param("muon", marks=pytest.mark.slow)])
def test_a_killed_or_closed_run_resumes_to_the_same_bits(
    new_model, new_run, optimizer, stop, killed
):
    new_run = partial(new_run, optimizer=optimizer)
    whole = new_model()
    list(train(whole, new_run("whole")))
    broken = new_model()
    run_until(train(broken, new_run("broken")), stop)
    if killed:
        # Whoever is killed had no time to keep the step it was at.
        shutil.rmtree(latest_checkpoint(new_run("broken").folder))
    resumed = new_model()
    steps = [p.step for p in train(resumed, new_run("broken"), resume=True)]
    assert steps[0] == (stop // 4 * 4 if killed else stop) + 1
    assert same(weights(whole), weights(resumed))
    wholes, brokens = (
        [line["loss"] for line in read_metrics(new_run(name).folder / METRICS)]
        for name in ("whole", "broken")
    )
    assert wholes == brokens
    assert len(wholes) == 12


@pytest.mark.slow
@pytest.mark.parametrize("left_out", ["optimizer.", "memory.", "random.", "cursors"])
def test_each_part_of_the_training_state_is_needed(new_model, new_run, monkeypatch, left_out):
    whole = new_model()
    list(train(whole, new_run("whole")))
    run_until(train(new_model(), new_run("broken")), 4)
    real = state._restore_tensors

    def without(stepper, tensors, device):
        kept = {k: v for k, v in tensors.items() if not k.startswith(left_out)}
        if left_out == "memory.":
            stepper.forget()
            kept |= {f"memory.0.{k}": v for k, v in stepper.memories[0].tensors().items()}
        if left_out == "random.":
            kept["random.cpu"] = torch.get_rng_state()
        real(stepper, kept, device)

    monkeypatch.setattr(state, "_restore_tensors", without)
    if left_out == "cursors":
        monkeypatch.setattr("engine.training.loop.SongBatches.restore", lambda *_: None)
    resumed = new_model()
    list(train(resumed, new_run("broken"), resume=True))
    assert not same(weights(whole), weights(resumed))


@pytest.mark.slow
@pytest.mark.parametrize("at_the_beginning", [5.0, 1.0])
def test_the_best_step_that_learned_and_the_last_three_saved_ones_are_kept(
    new_model, new_run, monkeypatch, at_the_beginning
):
    losses = iter([at_the_beginning, 2.0, 4.0, 4.0, 4.0, 4.0, 4.0])
    monkeypatch.setattr(
        "engine.training.loop.validation_loss", lambda *_, **__: HeldOutLoss(mean=next(losses))
    )
    run = new_run(validate_every=2)
    last = list(train(new_model(), run))[-1]
    assert last.best_step == 2
    assert [path.name[-2:] for path in checkpoints(run.folder)] == ["02", "08", "10", "12"]
    assert best_checkpoint(run.folder).name.endswith("02")
    loaded = load_model(best_checkpoint(run.folder))
    assert loaded.card["trained"]["steps"] == 2
    assert loaded.tokenizer == run.tokenizer.describe()


def test_without_held_out_songs_the_last_step_is_the_best(
    new_model, new_run, store, tokenizer, tmp_path
):
    songs = [("only", "train", store.ids(1)[1:-1])]
    run = new_run(store=write_store(tmp_path / "only", songs, tokenizer), patience=1)
    last = list(train(new_model(), run))[-1]
    assert last.validation_loss is None
    assert best_checkpoint(run.folder).name.endswith("12")


@pytest.mark.slow
def test_training_ends_early_when_held_out_songs_get_no_better(new_model, new_run, monkeypatch):
    losses = iter([3.0, 2.0, 2.5, 2.5])
    monkeypatch.setattr(
        "engine.training.loop.validation_loss", lambda *_, **__: HeldOutLoss(mean=next(losses))
    )
    assert list(train(new_model(), new_run(patience=2)))[-1].step == 12
    losses = iter([3.0, 2.0, 2.5, 2.5])
    run = new_run("other", patience=2, validate_every=1)
    assert list(train(new_model(), run))[-1].step == 3


@pytest.mark.slow
def test_a_time_budget_ends_a_run_with_the_rate_down(new_model, new_run):
    seconds = itertools.count(step=1.0)
    run = new_run(steps=10_000, learning_rate=1e-3, warmup_steps=0)
    run = replace(run, budget_s=100.0)
    progress = list(train(new_model(), run, clock=lambda: next(seconds)))
    assert 5 < progress[-1].step < 100
    assert progress[1].learning_rate > 0.9e-3
    rates = [p.learning_rate for p in progress if p.learning_rate]
    assert rates[-1] < 0.15e-3
    assert progress[-1].share == 1.0


@pytest.mark.slow
def test_neither_pauses_nor_sleep_count_as_training(new_model, new_run):
    now = itertools.count(step=1.0)
    jumps = [0.0]
    training = train(new_model(), new_run(), clock=lambda: next(now) + jumps[0])
    reports = []
    for progress in training:
        reports.append(progress)
        if progress.step == 5:
            jumps[0] += 8 * 3600.0  # paused between two steps
    steady = [p.elapsed_s for p in reports]
    assert steady[-1] < 40.0
    assert reports[-2].eta_s < 10.0


@pytest.mark.slow
def test_a_step_that_is_not_finite_is_left_out_and_counted(new_model, new_run):
    model = new_model()
    breaking_losses(model, {1, 2, 6})
    before = None
    for progress in train(model, new_run()):
        if progress.step == 1:
            before = weights(model)
        if progress.step in {2, 3}:
            assert progress.loss is None
            assert same(before, weights(model))
    assert progress.skipped == 3
    assert all(torch.isfinite(value).all() for value in model.state_dict().values())


@pytest.mark.slow
def test_three_broken_steps_in_a_row_go_back_and_halve_the_rate(new_model, new_run):
    model = new_model()
    breaking_losses(model, {5, 6, 7})
    run = new_run(warmup_steps=0, final_rate=1.0)
    progress = list(train(model, run))
    (notice,) = [p.notice for p in progress if p.notice]
    assert notice.startswith("Training became unstable at step 8. Went back to step 4")
    rate = {p.step: p.learning_rate for p in progress if p.learning_rate}
    assert rate[9] == pytest.approx(rate[5] / 2)
    assert progress[-1].step == 12


def test_a_run_that_stays_broken_ends_in_a_sentence(new_model, new_run):
    model = new_model()
    breaking_losses(model, range(10_000))
    run = new_run(steps=100, validate_every=100)
    with pytest.raises(TrainingError, match="unstable and going back did not help"):
        list(train(model, run))


@pytest.mark.slow
def test_out_of_memory_halves_the_rows_and_gives_the_same_weights(new_model, new_run):
    whole, halved = new_model(), new_model()
    list(train(whole, new_run("whole", dropout=0.0)))
    real, failures = halved.losses, iter([True])

    def losses(ids, *args, **kwargs):
        if len(ids) == 3 and halved.training and next(failures, False):
            raise torch.OutOfMemoryError("CUDA out of memory")
        return real(ids, *args, **kwargs)

    halved.losses = losses
    progress = list(train(halved, new_run("halved", dropout=0.0)))
    assert progress[1].rows == 2
    assert "going on with 2" in progress[1].notice
    for name, value in weights(whole).items():
        torch.testing.assert_close(halved.state_dict()[name], value, atol=2e-3, rtol=0)


def test_no_memory_for_one_row_is_said(new_model, new_run):
    model = new_model()
    real = model.losses

    def losses(*args, **kwargs):
        if model.training:
            raise RuntimeError("[enforce fail] DefaultCPUAllocator: can't allocate memory")
        return real(*args, **kwargs)

    model.losses = losses
    with pytest.raises(TrainingError, match="not enough memory"):
        list(train(model, new_run()))


def test_halving_keeps_each_rows_own_memory(new_model, new_run):
    run = new_run(dropout=0.0)
    stepper = optimization.Stepper(new_model(), run.training, rows=5, device="cpu")
    memory = stepper.memories[0]
    marked = {
        name: tensor
        if name == "rate"
        else tensor + torch.arange(5).view(-1, *[1] * (tensor.ndim - 1))
        for name, tensor in memory.tensors().items()
    }
    stepper.memories = [type(memory).from_tensors(marked)]
    stepper._halve()
    stepper._halve()
    assert [m.rows for m in stepper.memories] == [2, 2, 1]
    assert torch.cat([m.age for m in stepper.memories]).tolist() == [0, 1, 2, 3, 4]
    assert stepper.memories[1].hidden[0][:, 0, 0].tolist() == [2.0, 3.0]


def full_disk(monkeypatch):
    """Make the disk full whenever the returned list holds True, half way through a file."""
    real, full = state._write, [False]

    def write(path, content):
        if full[0] and path.name == "training.safetensors":
            path.write_bytes(content[: len(content) // 2])
            raise OSError(errno.ENOSPC, "No space left on device")
        real(path, content)

    monkeypatch.setattr(state, "_write", write)
    return full


@pytest.mark.slow
def test_a_full_disk_at_a_checkpoint_lets_the_run_wait_and_loses_nothing(
    new_model, new_run, monkeypatch
):
    whole, model = new_model(), new_model()
    list(train(whole, new_run("whole")))
    full, run = full_disk(monkeypatch), new_run()
    waits, notices = 0, []
    for progress in train(model, run):
        notices += [progress.notice] if progress.notice else []
        assert not (progress.saved and progress.waiting)
        waits += progress.waiting
        if progress.waiting:
            assert progress.step == 8
            assert latest_checkpoint(run.folder).name == "step-00000004"
            assert not list(run.folder.glob(".partial*"))
        full[0] = progress.step in {5, 6, 7, 8} and waits < 3
    assert waits == 3
    assert "Step 8 could not be saved" in notices[0]
    assert "No space left on device" in notices[0]
    assert "step-00000004 is kept. Training waits" in notices[0]
    assert notices[1:] == ["It is saved now, and training goes on."]
    assert same(weights(whole), weights(model))
    assert [line["step"] for line in read_metrics(run.folder / METRICS)] == list(range(1, 13))


@pytest.mark.slow
def test_a_run_that_waits_for_room_can_be_closed_and_keeps_what_it_had(
    new_model, new_run, monkeypatch
):
    full, run = full_disk(monkeypatch), new_run(steps=6)
    training = train(new_model(), run)
    for progress in training:
        full[0] = progress.step >= 4
        if progress.waiting:
            assert progress.step == 6
            break
    training.close()
    assert latest_checkpoint(run.folder).name == "step-00000004"
    full[0] = False
    assert list(train(new_model(), run, resume=True))[-1].step == 6


def test_too_little_music_is_refused_in_one_sentence(new_model, new_run, short_store):
    with pytest.raises(TrainingError, match="too little music to learn from") as caught:
        next(train(new_model(), new_run(store=short_store)))
    assert caught.value.hint


def test_a_run_is_never_begun_over_another_nor_resumed_from_nothing(new_model, new_run):
    with pytest.raises(TrainingError, match="no training of this name"):
        next(train(new_model(), new_run(), resume=True))
    list(train(new_model(), new_run(steps=1)))
    with pytest.raises(TrainingError, match="already"):
        next(train(new_model(), new_run()))


def test_other_batches_cannot_resume_a_run(new_model, new_run):
    list(train(new_model(), new_run(steps=1)))
    run = new_run()
    other = replace(run, batch=BatchConfig(rows=2, segment_length=32, seed=5))
    with pytest.raises(TrainingError, match="other settings"):
        next(train(new_model(), other, resume=True))


def test_a_damaged_saved_step_is_said(new_model, new_run):
    run = new_run(steps=1)
    list(train(new_model(), run))
    path = latest_checkpoint(run.folder) / "training.safetensors"
    path.write_bytes(path.read_bytes()[:100])
    with pytest.raises(TrainingError, match="cannot be read"):
        next(train(new_model(), run, resume=True))


@pytest.mark.slow
def test_dropout_is_the_models_own_again_after_training(new_model, new_run):
    model = new_model()
    shares = {model.dropout.share for _ in train(model, new_run(dropout=0.4))}
    assert shares == {0.4}
    assert model.dropout.share == model.config.dropout
    assert not model.training


def test_each_held_out_song_has_a_loss_of_its_own(new_model, tokenizer, tmp_path):
    songs = [
        (f"song {i}", "valid" if i < 3 else "train", tokenizer.encode(song(i)).ids)
        for i in range(5)
    ]
    store = write_store(tmp_path / "store", songs, tokenizer)
    model, batch = new_model(), BatchConfig(rows=2, segment_length=32)
    steps = steps_of(model.config, tokenizer.vocabulary)

    def measured(store):
        return validation_loss(model, store, batch, device="cpu", steps=steps)

    together = measured(store)
    assert together.songs == measured(store).songs
    apart = []
    for index in range(3):
        one = replace(store, splits=tuple("valid" if i == index else "train" for i in range(5)))
        apart.append(measured(one).mean)
    assert sorted(together.songs) == pytest.approx(sorted(apart), abs=1e-4)
