"""Tokens a second, one token a call, beside the reading of the same bytes."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import torch

from benchmarks.speed.machine import MemoryReading, threads_of_the_processor
from benchmarks.speed.timing import Speed, Work, taking_turns
from engine.model.decoding.decoder import Decoder
from engine.model.network.checkpoint import weights_of
from engine.model.network.transformer_xl import TransformerXL
from engine.values.config import ModelConfig

OURS = "Segue float32"
FLOOR = "reading the same bytes"
# Of a turn: enough that the clock's grain is nothing, few enough that all take turns often.
TOKENS = 24


def measure(
    config: ModelConfig,
    *,
    rows: int = 1,
    rounds: int = 5,
    threads: int = 1,
) -> Iterator[dict[str, Any]]:
    """Yield the figures after each round; the last are the result.

    Args:
        config: Of the model.
        rows: Alternatives decoded side by side.
        rounds: Rounds that are counted.
        threads: Threads of the processor.
    """
    with threads_of_the_processor(threads):
        torch.manual_seed(0)
        contenders = {OURS: _ours(config, rows=rows), FLOOR: _floor(config, rows=rows)}
        for speeds in taking_turns(contenders, reference=OURS, rounds=rounds):
            yield _figures(speeds, config, rows=rows, threads=threads)


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


def _ours(config: ModelConfig, *, rows: int) -> Work:
    decoder = Decoder(weights_of(TransformerXL(config)))
    decoder.prime([0] * max(1, config.mem_len))
    branches = decoder.branches(rows)
    ids = [0] * rows

    def work() -> int:
        for _ in range(TOKENS):
            branches.step(ids)
        return rows * TOKENS

    return work


def _floor(config: ModelConfig, *, rows: int) -> Work:
    reading = MemoryReading(token_bytes(config))

    def work() -> int:
        for _ in range(TOKENS):
            reading()
        return rows * TOKENS

    return work


def _figures(
    speeds: dict[str, Speed], config: ModelConfig, *, rows: int, threads: int
) -> dict[str, Any]:
    return {
        "what": "decode",
        "unit": "tokens a second",
        "layers": config.n_layer,
        "width": config.d_model,
        "memory": config.mem_len,
        "rows": rows,
        "threads": threads,
        "reference": OURS,
        "floor": FLOOR,
        "contenders": [
            {**asdict(speed), "share_of_floor": speed.share(speeds[FLOOR])}
            for speed in speeds.values()
        ],
    }
