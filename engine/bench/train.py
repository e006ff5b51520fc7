"""`segue bench train`: tokens a second in training, ours beside the others.

A turn is one step forwards and backwards over a batch whose memory is carried; the optimizer,
which is PyTorch's own for everybody, is left out.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from functools import partial
from typing import Any

import torch
from torch import Tensor, nn

from engine.bench import peers
from engine.bench.footprint import alone, chosen, only
from engine.bench.machine import Multiplying, matrix_rate, threads_of_the_processor
from engine.bench.timing import Speed, Work, taking_turns
from engine.config import ModelConfig
from engine.model.transformer_xl import TransformerXL

OURS = "Segue float32"
BFLOAT16 = " bfloat16"
OURS_BFLOAT16 = "Segue" + BFLOAT16
FLOOR = "the same operations as plain products"
_FLOOR_SHARE = 1 / 16
"""Of a step's operations, that the floor takes a turn for: it does not get faster with more."""


def measure(
    config: ModelConfig,
    *,
    rows: int = 8,
    segment_length: int = 256,
    rounds: int = 5,
    threads: int = 1,
    among: Sequence[str] = (),
) -> Iterator[dict[str, Any]]:
    """Yield the figures after each round; the last are the result.

    Args:
        config: Of all contenders.
        rows: B.
        segment_length: T.
        rounds: Rounds that are counted.
        threads: Threads of the processor.
        among: Measure ours and those whose names hold one of these; all without any.
    """
    with threads_of_the_processor(threads):
        torch.manual_seed(0)
        shape = (rows, segment_length)
        chosen_ones = only(_makers(config, shape), among)
        contenders = {name: make() for name, make in chosen_ones.items()}
        floors = {FLOOR: torch.float32}
        if OURS_BFLOAT16 in contenders:
            floors[FLOOR + BFLOAT16] = torch.bfloat16
        operations = token_operations(config, segment_length=segment_length)
        for name, dtype in floors.items():
            contenders[name] = _floor(config, rows * segment_length, operations, dtype)
        reference = peers.KIMIYOUNG if peers.KIMIYOUNG in contenders else OURS
        for speeds in taking_turns(contenders, reference=reference, rounds=rounds):
            yield _figures(speeds, config, shape, threads=threads, reference=reference)


def measure_alone(
    config: ModelConfig, name: str, *, rows: int = 8, segment_length: int = 256
) -> dict[str, Any]:
    """Return the memory that one contender takes; nothing else may be in this process.

    Args:
        config: Of the model.
        name: Of the contender.
        rows: B.
        segment_length: T.

    Raises:
        SegueError: If there is no such contender here.
    """
    with threads_of_the_processor(1):
        tiny = replace(config, n_layer=1, mem_len=16)
        small, whole = _makers(tiny, (1, 16)), _makers(config, (rows, segment_length))
        return alone(chosen(small, name), chosen(whole, name))


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


def _makers(config: ModelConfig, shape: tuple[int, int]) -> Mapping[str, Callable[[], Work]]:
    ids = torch.randint(config.vocab_size, shape)
    targets = torch.randint(config.vocab_size, shape)
    makers: dict[str, Callable[[], Work]] = {OURS: partial(_ours, config, ids, targets)}
    builders = peers.losses(config, rows=shape[0], segment_length=shape[1])
    for name, build in builders.items():
        makers[name] = partial(_theirs, build, ids, targets)
    if _bfloat16_is_fast():
        narrow = torch.bfloat16
        makers[OURS_BFLOAT16] = partial(_ours, config, ids, targets, dtype=narrow)
        if peers.X_TRANSFORMERS in builders:
            build = builders[peers.X_TRANSFORMERS]
            name = peers.X_TRANSFORMERS + BFLOAT16
            makers[name] = partial(_theirs, build, ids, targets, dtype=narrow)
    return makers


def _ours(
    config: ModelConfig, ids: Tensor, targets: Tensor, *, dtype: torch.dtype = torch.float32
) -> Work:
    model = TransformerXL(config).train()
    carried = {"memory": model.empty_memory(ids.shape[0])}

    def work() -> int:
        with _autocast(dtype):
            nll, auxiliary, carried["memory"] = model.losses(ids, targets, carried["memory"])
        (nll.mean() + auxiliary).backward()
        model.zero_grad(set_to_none=True)
        return ids.numel()

    return work


def _theirs(
    build: Callable[[], tuple[nn.Module, peers.Loss]],
    ids: Tensor,
    targets: Tensor,
    *,
    dtype: torch.dtype = torch.float32,
) -> Work:
    network, loss = build()

    def work() -> int:
        with _autocast(dtype):
            value = loss(ids, targets)
        value.backward()
        network.zero_grad(set_to_none=True)
        return ids.numel()

    return work


def _autocast(dtype: torch.dtype) -> torch.autocast:
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


def _bfloat16_is_fast() -> bool:
    return matrix_rate(width=256, rows=2048, dtype=torch.bfloat16) > 1.2 * matrix_rate(
        width=256, rows=2048
    )


def _figures(
    speeds: dict[str, Speed],
    config: ModelConfig,
    shape: tuple[int, int],
    *,
    threads: int,
    reference: str,
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
        "reference": reference,
        "floor": FLOOR,
        "contenders": [
            {**asdict(speed), "share_of_floor": speed.share(floor_of(name))}
            for name, speed in speeds.items()
        ],
    }
