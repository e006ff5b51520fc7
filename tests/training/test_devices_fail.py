"""What becomes of a run when its device, its compiler or its tokenizer is not what it was."""

import sys
from dataclasses import replace
from types import ModuleType

import pytest
import torch

from engine.ground.errors import TrainingError
from engine.tokens.tokenizer import Tokenizer
from engine.training import optimization
from engine.training.acceleration import (
    can_compile,
    compile_layers,
    device_lost,
    failed_to_compile,
    out_of_memory,
)
from engine.training.events import EventFiles
from engine.training.loop import set_dropout, train
from engine.training.progress import TrainingStep
from engine.training.state import latest_checkpoint
from engine.values.config import TokenizerConfig


def failing_at(model, call, error):
    """Let the model's loss raise at one call while training, from 0; return how often it was."""
    real, calls = model.losses, []

    def losses(*args, **kwargs):
        if model.training:
            calls.append(None)
            if len(calls) == call + 1:
                raise error
        return real(*args, **kwargs)

    model.losses = losses
    return calls


@pytest.mark.slow
def test_a_device_that_vanishes_is_said_and_the_run_goes_on_elsewhere(new_model, new_run):
    model, run = new_model(), new_run()
    failing_at(model, 5, RuntimeError("CUDA error: device-side assert triggered\nCompile with"))
    with pytest.raises(TrainingError) as caught:
        list(train(model, run))
    assert caught.value.message == (
        "The device cpu stopped working at step 5 (CUDA error: device-side assert triggered)."
        " What was saved at step 4 is kept."
    )
    assert "Resume it" in caught.value.hint
    assert latest_checkpoint(run.folder).name == "step-00000004"
    assert list(train(new_model(), run, resume=True))[-1].step == 12


def test_a_defect_is_not_taken_for_a_lost_device(new_model, new_run):
    model = new_model()
    failing_at(model, 1, RuntimeError("shape mismatch"))
    with pytest.raises(RuntimeError, match="shape mismatch"):
        list(train(model, new_run()))


@pytest.mark.parametrize(
    ("said", "memory", "lost"),
    [
        ("CUDA error: an illegal memory access was encountered", False, True),
        ("CUDA error: unspecified launch failure", False, True),
        ("MPS backend out of memory (MPS allocated: 8 GB)", True, False),
        ("[enforce fail] DefaultCPUAllocator: can't allocate memory", True, False),
        ("mat1 and mat2 shapes cannot be multiplied", False, False),
    ],
)
def test_errors_are_told_apart_by_what_they_say(said, memory, lost):
    assert out_of_memory(RuntimeError(said)) == memory
    assert device_lost(RuntimeError(said)) == lost


def test_a_step_that_cannot_be_compiled_is_done_as_it_is(new_model, new_run, monkeypatch):
    made = type("BackendFailed", (RuntimeError,), {"__module__": "torch._inductor.exc"})
    assert failed_to_compile(made("no compiler"))
    assert not failed_to_compile(RuntimeError("no compiler"))
    compiled, given_up = [], []
    monkeypatch.setattr(optimization, "can_compile", lambda _: True)
    monkeypatch.setattr(optimization, "compile_layers", compiled.append)
    monkeypatch.setattr(optimization, "uncompiled", lambda: given_up.append(None))
    model, same = new_model(), new_model()
    set_dropout(model, 0.0)
    set_dropout(same, 0.0)
    run = new_run()
    stepper = optimization.Stepper(model, run.training, rows=3, device="cpu")
    assert compiled == [model]
    assert stepper.compiled
    calls = failing_at(model, 0, made("no compiler"))
    plain = optimization.Stepper(same, replace(run.training, compile=False), rows=3, device="cpu")
    assert not plain.compiled
    batch = next(iter(batches_of(run)))
    outcome = stepper.step(batch, learning_rate=1e-3)
    assert len(calls) == 2
    assert given_up == [None]
    assert not stepper.compiled
    assert not outcome.halved
    assert outcome == plain.step(batch, learning_rate=1e-3)


def batches_of(run):
    from engine.tokens.batching import SongBatches
    from engine.tokens.steps import StepDivider

    return SongBatches.of_split(
        run.store, "train", run.batch, device="cpu", steps=StepDivider(run.tokenizer.vocabulary)
    )


def test_only_a_gpu_of_nvidia_with_a_compiler_is_compiled_for(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda _: object())
    monkeypatch.setattr("shutil.which", lambda name: "/usr/bin/cc" if name == "cc" else None)
    monkeypatch.delenv("CC", raising=False)
    assert can_compile("cuda")
    assert not can_compile("cpu")
    assert not can_compile("mps")
    monkeypatch.setattr("shutil.which", lambda _: None)
    assert not can_compile("cuda")


def test_songs_of_another_tokenizer_are_refused_with_a_sentence(new_model, new_run):
    other = Tokenizer(TokenizerConfig(velocities=16))
    run = replace(new_run(), tokenizer=other)
    with pytest.raises(TrainingError, match="trained with another tokenizer") as caught:
        next(train(new_model(), run))
    assert caught.value.hint
    assert not run.folder.exists()


class Writer:
    """As TensorBoard's, without it."""

    def __init__(self, **options):
        self.options, self.lines, self.closed, self.full = options, [], False, False

    def add_scalar(self, name, figure, step):
        if self.full:
            raise OSError("No space left on device")
        self.lines.append((name, figure, step))

    def close(self):
        self.closed = True


def test_event_files_hold_what_is_known_of_a_step(tmp_path):
    made = []

    def make(**options):
        made.append(Writer(**options))
        return made[-1]

    events = EventFiles(tmp_path, step=4, writer=make)
    (writer,) = made
    assert writer.options == {"log_dir": str(tmp_path / "events"), "purge_step": 5}
    events.write(TrainingStep(step=5, steps=9, share=0.5, loss=2.0, learning_rate=0.1))
    assert ("training/loss", 2.0, 5) in writer.lines
    assert not [line for line in writer.lines if "validation" in line[0]]
    events.close()
    assert writer.closed
    events = EventFiles(tmp_path, writer=make)
    made[-1].full = True
    for step in (1, 2):  # a full disk ends the files, not the run
        events.write(TrainingStep(step=step, steps=9, share=0.5, loss=2.0))
    assert made[-1].options == {"log_dir": str(tmp_path / "events")}


def test_a_run_writes_event_files_where_tensorboard_is_installed(new_model, new_run, monkeypatch):
    made = []

    def make(**options):
        made.append(Writer(**options))
        return made[-1]

    there = ModuleType("torch.utils.tensorboard")
    there.SummaryWriter = make
    monkeypatch.setitem(sys.modules, "torch.utils.tensorboard", there)
    monkeypatch.setattr("importlib.util.find_spec", lambda _: object())
    list(train(new_model(), new_run(steps=4)))
    (writer,) = made
    steps = [step for name, _, step in writer.lines if name == "training/loss"]
    assert steps == [1, 2, 3, 4]
    assert [step for name, _, step in writer.lines if name == "training/validation_loss"] == [4]
    assert writer.closed


def test_tensorboards_own_files_are_written(tmp_path):
    pytest.importorskip("tensorboard")
    events = EventFiles(tmp_path)
    events.write(TrainingStep(step=1, steps=2, share=0.5, loss=2.0))
    events.close()
    assert list((tmp_path / "events").glob("events.out.tfevents.*"))


@pytest.mark.gpu
def test_a_run_on_a_gpu_learns_compiled_in_bfloat16_and_resumes(new_model, new_run):
    if not torch.cuda.is_available():
        pytest.skip("no CUDA device")
    run = replace(
        new_run(steps=40, validate_every=20, precision="bfloat16", dropout=0.0), device="cuda"
    )
    reports = list(train(new_model().cuda(), run))
    assert reports[-1].best_loss < 0.9 * reports[0].validation_loss
    longer = replace(run, training=replace(run.training, steps=60))
    resumed = list(train(new_model().cuda(), longer, resume=True))
    assert resumed[-1].best_loss < reports[-1].best_loss


def test_compiling_is_asked_of_each_layer(new_model):
    model, asked = new_model(), []
    for layer in model.layers:
        layer.compile = lambda layer=layer: asked.append(layer)
    compile_layers(model)
    assert asked == list(model.layers)
