"""Tokens a second in training, beside the same operations as plain products.

A turn is one step forwards and backwards over a batch whose memory is carried; the optimizer
is left out.
"""

from collections.abc import Callable, Iterator
from dataclasses import asdict
from functools import partial
from typing import Any

import torch
from torch import Tensor

from benchmarks.speed.machine import Multiplying, matrix_rate, threads_of_the_processor
from benchmarks.speed.timing import Speed, Work, taking_turns
from engine.model.network.transformer_xl import TransformerXL
from engine.values.config import ModelConfig

OURS = "Segue float32"
# What `BatchConfig` takes where nobody says otherwise.
SEGMENT = 256
BFLOAT16 = " bfloat16"
OURS_BFLOAT16 = "Segue" + BFLOAT16
FLOOR = "the same operations as plain products"
_FLOOR_SHARE = 1 / 16
"""Of a step's operations, that the floor takes a turn for: it does not get faster with more."""


def measure(
    config: ModelConfig,
    *,
    rows: int = 8,
    segment_length: int = SEGMENT,
    rounds: int = 5,
    threads: int = 1,
) -> Iterator[dict[str, Any]]:
    """Yield the figures after each round; the last are the result.

    Args:
        config: Of the model.
        rows: B.
        segment_length: T.
        rounds: Rounds that are counted.
        threads: Threads of the processor.
    """
    with threads_of_the_processor(threads):
        torch.manual_seed(0)
        shape = (rows, segment_length)
        contenders = {name: make() for name, make in ours(config, shape).items()}
        floors = {FLOOR: torch.float32}
        if OURS_BFLOAT16 in contenders:
            floors[FLOOR + BFLOAT16] = torch.bfloat16
        operations = token_operations(config, segment_length=segment_length)
        for name, dtype in floors.items():
            contenders[name] = _floor(config, rows * segment_length, operations, dtype)
        for speeds in taking_turns(contenders, reference=OURS, rounds=rounds):
            yield _figures(speeds, config, shape, threads=threads)


def token_operations(config: ModelConfig, *, segment_length: int) -> int:
    """Return the operations that the matrices of one token take, forwards and backwards.

    Six for each weight (two forwards, four backwards); content, position and value products over
    memory and segment likewise. A masked half of the segment is counted as well: it is computed.
    """
    attention = 4 * config.d_model * config.n_head * config.head_width
    feed_forward = 2 * config.d_model * config.inner_width
    keys = config.mem_len + segment_length
    products = 3 * keys * config.n_head * config.head_width
    head = config.vocab_size * config.d_model
    return 6 * (config.n_layer * (attention + feed_forward + products) + head)


def ours(config: ModelConfig, shape: tuple[int, int]) -> dict[str, Callable[[], Work]]:
    """Return what makes the work of our own contenders, by name, for batches of (rows, T) ids."""
    ids = torch.randint(config.vocab_size, shape)
    targets = torch.randint(config.vocab_size, shape)
    makers: dict[str, Callable[[], Work]] = {OURS: partial(_ours, config, ids, targets)}
    if bfloat16_is_fast():
        makers[OURS_BFLOAT16] = partial(_ours, config, ids, targets, dtype=torch.bfloat16)
    return makers


def _ours(
    config: ModelConfig, ids: Tensor, targets: Tensor, *, dtype: torch.dtype = torch.float32
) -> Work:
    model = TransformerXL(config).train()
    carried = {"memory": model.empty_memory(ids.shape[0])}

    def work() -> int:
        with autocast(dtype):
            nll, auxiliary, carried["memory"] = model.losses(ids, targets, carried["memory"])
        (nll.mean() + auxiliary).backward()
        model.zero_grad(set_to_none=True)
        return ids.numel()

    return work


def autocast(dtype: torch.dtype) -> torch.autocast:
    """Return the context in which products are of this type."""
    return torch.autocast("cpu", dtype=torch.bfloat16, enabled=dtype == torch.bfloat16)


def _floor(config: ModelConfig, tokens: int, operations: int, dtype: torch.dtype) -> Work:
    multiplying = Multiplying(width=config.d_model, rows=tokens, dtype=dtype)
    times = max(1, round(_FLOOR_SHARE * operations * tokens / multiplying.operations))
    worth = times * multiplying.operations / operations

    def work() -> int:
        for _ in range(times):
            multiplying()
        return round(worth)

    return work


def bfloat16_is_fast() -> bool:
    """Return whether this processor multiplies matrices of bfloat16 faster than of float32."""
    return matrix_rate(width=256, rows=2048, dtype=torch.bfloat16) > 1.2 * matrix_rate(
        width=256, rows=2048
    )


def _figures(
    speeds: dict[str, Speed],
    config: ModelConfig,
    shape: tuple[int, int],
    *,
    threads: int,
) -> dict[str, Any]:
    def floor_of(name: str) -> Speed:
        return speeds[FLOOR + BFLOAT16 if name.endswith(BFLOAT16) else FLOOR]

    return {
        "what": "train",
        "unit": "tokens a second",
        "layers": config.n_layer,
        "width": config.d_model,
        "memory": config.mem_len,
        "segment": shape[1],
        "rows": shape[0],
        "threads": threads,
        "reference": OURS,
        "floor": FLOOR,
        "contenders": [
            {**asdict(speed), "share_of_floor": speed.share(floor_of(name))}
            for name, speed in speeds.items()
        ],
    }
