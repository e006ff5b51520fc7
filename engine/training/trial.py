"""Measures how fast this machine trains, for the estimates of the presets."""

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import torch

from engine.model.network.kinds import network_of
from engine.tokens.batching import SongBatches
from engine.tokens.steps import steps_of
from engine.tokens.store import TokenStore
from engine.tokens.tokenizer import Tokenizer
from engine.training.optimization import Stepper
from engine.values.config import BatchConfig, ModelConfig, Optimizer, Precision, TrainingConfig

# Timed steps, steps before them that are not timed, and products of matrices.
STEPS = 20
_WARM_UP = 2
_PRODUCTS = 5
# A precision that is this many times slower at its first product is not measured further.
_HOPELESS_RATIO = 10.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """The result of a trial.

    Attributes:
        tokens_per_s: Median over the steps.
        slowest_tokens_per_s: The slowest step, as an estimate for a busy machine.
    """

    tokens_per_s: float
    slowest_tokens_per_s: float


def measure(
    model: ModelConfig,
    store: TokenStore,
    batch: BatchConfig,
    *,
    device: str = "cpu",
    precision: Precision = "float32",
    optimizer: Optimizer = "adamw",
    steps: int = STEPS,
    clock: Callable[[], float] = time.perf_counter,
) -> Trial:
    """Train a temporary model of this shape for a few steps and time them.

    Args:
        model: The shape.
        store: The songs; the split `train` is read.
        batch: As in the planned run.
        device: As in the planned run.
        precision: As in the planned run.
        optimizer: As in the planned run.
        steps: Number of timed steps.
        clock: Seconds.

    Raises:
        TrainingError: There is no memory for one row.
    """
    config = TrainingConfig(steps=steps + _WARM_UP, precision=precision, optimizer=optimizer)
    stepper = Stepper(network_of(model).to(device), config, rows=batch.rows, device=device)
    batches = iter(
        SongBatches.of_split(
            store,
            "train",
            batch,
            device=device,
            steps=steps_of(model, Tokenizer.from_description(store.tokenizer).vocabulary),
        )
    )
    speeds = []
    for step in range(steps + _WARM_UP):
        began = clock()
        outcome = stepper.step(next(batches), learning_rate=config.learning_rate)
        # The loss is a Python number, so that an accelerator has finished the step.
        if step >= _WARM_UP:
            speeds.append(outcome.tokens / max(1e-9, clock() - began))
    speeds.sort()
    return Trial(
        tokens_per_s=speeds[len(speeds) // 2],
        slowest_tokens_per_s=speeds[0],
    )


def fastest_precision(device: str, *, clock: Callable[[], float] = time.perf_counter) -> Precision:
    """Return bfloat16 if this device multiplies it clearly faster than float32, else float32."""
    if torch.device(device).type == "mps":
        return "float32"
    float32 = list(_seconds(device, torch.float32, clock))
    # A CPU without bfloat16 instructions takes thirty times as long. A GPU is never that slow, but
    # its first product includes loading the kernel.
    hopeless = _HOPELESS_RATIO * max(float32) if torch.device(device).type == "cpu" else math.inf
    bfloat16 = []
    for seconds in _seconds(device, torch.bfloat16, clock):
        bfloat16.append(seconds)
        if seconds > hopeless:
            break
    return "bfloat16" if min(bfloat16) < 0.8 * min(float32) else "float32"


def _seconds(device: str, dtype: torch.dtype, clock: Callable[[], float]) -> Iterator[float]:
    """Time some matrix products as large as those of a layer; yield the seconds of each."""
    a = torch.ones(2048, 256, device=device, dtype=dtype)
    b = torch.ones(256, 1024, device=device, dtype=dtype)
    for _ in range(_PRODUCTS):
        began = clock()
        float((a @ b)[0, 0])
        yield clock() - began
