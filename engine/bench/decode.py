"""`segue bench decode`: tokens a second, one token a call, ours beside the others."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from functools import partial
from typing import Any

import torch

from engine.bench import peers
from engine.bench.footprint import alone, chosen, only
from engine.bench.machine import Reading, threads_of_the_processor
from engine.bench.timing import Speed, Work, taking_turns
from engine.config import ModelConfig
from engine.model.decoder import Decoder
from engine.model.packed import StepPrecision
from engine.model.products import int8_works
from engine.model.transformer_xl import TransformerXL

OURS = "Segue float32"
OURS_8_BIT = "Segue 8-bit"
FLOOR = "reading the same bytes"
_TOKENS = 24


def measure(
    config: ModelConfig,
    *,
    rows: int = 1,
    rounds: int = 5,
    threads: int = 1,
    among: Sequence[str] = (),
) -> Iterator[dict[str, Any]]:
    """Yield the figures after each round; the last are the result.

    Args:
        config: Of all contenders.
        rows: Alternatives decoded side by side.
        rounds: Rounds that are counted.
        threads: Threads of the processor.
        among: Measure ours and those whose names hold one of these; all without any.
    """
    with threads_of_the_processor(threads):
        torch.manual_seed(0)
        chosen_ones = only(_makers(config, rows=rows), among)
        contenders = {name: make() for name, make in chosen_ones.items()}
        contenders[FLOOR] = _floor(config, rows=rows)
        reference = peers.KIMIYOUNG if peers.KIMIYOUNG in contenders else OURS
        for speeds in taking_turns(contenders, reference=reference, rounds=rounds):
            yield _figures(speeds, config, rows=rows, threads=threads, reference=reference)


def measure_alone(config: ModelConfig, name: str, *, rows: int = 1) -> dict[str, Any]:
    """Return the memory that one contender takes; nothing else may be in this process.

    Args:
        config: Of the model.
        name: Of the contender.
        rows: Alternatives decoded side by side.

    Raises:
        SegueError: If there is no such contender here.
    """
    with threads_of_the_processor(1):
        tiny = replace(config, n_layer=1, mem_len=16)
        small, whole = _makers(tiny, rows=rows), _makers(config, rows=rows)
        return alone(chosen(small, name), chosen(whole, name))


def token_bytes(config: ModelConfig) -> int:
    """Return how many bytes must be read for one token of one row, in float32.

    Every matrix of every layer and the head once, and the keys, the values and the position keys
    of the whole memory. Rows share all of it but keys and values.
    """
    attention = 4 * config.d_model * config.n_head * config.head_width
    feed_forward = 2 * config.d_model * config.inner_width
    remembered = 3 * config.mem_len * config.n_head * config.head_width
    head = config.vocab_size * config.d_model
    return 4 * (config.n_layer * (attention + feed_forward + remembered) + head)


def _makers(config: ModelConfig, *, rows: int) -> Mapping[str, Callable[[], Work]]:
    makers: dict[str, Callable[[], Work]] = {OURS: partial(_ours, config, "float32", rows=rows)}
    if int8_works():
        makers[OURS_8_BIT] = partial(_ours, config, "int8", rows=rows)
    return makers | peers.decoders(config, rows=rows, tokens=_TOKENS)


def _ours(config: ModelConfig, precision: StepPrecision, *, rows: int) -> Work:
    decoder = Decoder(TransformerXL(config).eval(), precision=precision)
    decoder.prime([0] * max(1, config.mem_len))
    branches = decoder.branches(rows)
    ids = torch.zeros(rows, dtype=torch.int64)

    def work() -> int:
        for _ in range(_TOKENS):
            branches.step(ids)
        return rows * _TOKENS

    return work


def _floor(config: ModelConfig, *, rows: int) -> Work:
    reading = Reading(token_bytes(config))

    def work() -> int:
        for _ in range(_TOKENS):
            reading()
        return rows * _TOKENS

    return work


def _figures(
    speeds: dict[str, Speed], config: ModelConfig, *, rows: int, threads: int, reference: str
) -> dict[str, Any]:
    return {
        "what": "decode",
        "unit": "tokens a second",
        "layers": config.n_layer,
        "width": config.d_model,
        "memory": config.mem_len,
        "rows": rows,
        "threads": threads,
        "reference": reference,
        "floor": FLOOR,
        "contenders": [
            {**asdict(speed), "share_of_floor": speed.share(speeds[FLOOR])}
            for speed in speeds.values()
        ],
    }
