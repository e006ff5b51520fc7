"""Ours beside other implementations: who takes part, and the memory each one takes alone."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import torch
from torch import Tensor, nn

from benchmarks.speed import decode, peers, train
from benchmarks.speed.footprint import alone, chosen, only
from benchmarks.speed.machine import threads_of_the_processor
from benchmarks.speed.timing import Work
from engine.config import ModelConfig

Figures = dict[str, Any]
Makers = Mapping[str, Callable[[], Work]]
# What `BatchConfig` takes where nobody says otherwise.
SEGMENT = 256


def decoding(
    config: ModelConfig, *, rows: int, rounds: int, threads: int, among: Sequence[str] = ()
) -> Iterator[Figures]:
    """Yield the figures of decoding after each round; the last are the result.

    Args:
        config: Of all contenders.
        rows: Alternatives decoded side by side.
        rounds: Rounds that are counted.
        threads: Threads of the processor.
        among: Measure ours and those whose names hold one of these; all without any.
    """
    others = _others(_decoders(config, rows=rows), decode.ours(config, rows=rows), among)
    yield from decode.measure(
        config,
        rows=rows,
        rounds=rounds,
        threads=threads,
        others=others,
        reference=_reference(others, decode.OURS),
    )


def training(
    config: ModelConfig, *, rows: int, rounds: int, threads: int, among: Sequence[str] = ()
) -> Iterator[Figures]:
    """Yield the figures of training after each round, with the arguments of `decoding`."""
    shape = (rows, SEGMENT)
    others = _others(_learners(config, shape), train.ours(config, shape), among)
    yield from train.measure(
        config,
        rows=rows,
        segment_length=SEGMENT,
        rounds=rounds,
        threads=threads,
        others=others,
        reference=_reference(others, train.OURS),
    )


def decoding_alone(config: ModelConfig, name: str, *, rows: int = 1) -> Figures:
    """Return the memory that one contender takes; nothing else may be in this process.

    Raises:
        SegueError: If there is no such contender here.
    """

    def makers(config: ModelConfig) -> Makers:
        return {**decode.ours(config, rows=rows), **_decoders(config, rows=rows)}

    return _alone(makers(_tiny(config)), makers(config), name)


def training_alone(config: ModelConfig, name: str, *, rows: int = 8) -> Figures:
    """Return the memory that one contender takes; nothing else may be in this process.

    Raises:
        SegueError: If there is no such contender here.
    """

    def makers(config: ModelConfig, shape: tuple[int, int]) -> Makers:
        return {**train.ours(config, shape), **_learners(config, shape)}

    return _alone(makers(_tiny(config), (1, 16)), makers(config, (rows, SEGMENT)), name)


def _alone(small: Makers, whole: Makers, name: str) -> Figures:
    with threads_of_the_processor(1):
        return alone(chosen(small, name), chosen(whole, name))


def _tiny(config: ModelConfig) -> ModelConfig:
    return replace(config, n_layer=1, mem_len=16)


def _others(theirs: Makers, ours: Makers, among: Sequence[str]) -> Makers:
    wanted = only({**ours, **theirs}, among)
    return {name: make for name, make in theirs.items() if name in wanted}


def _reference(others: Makers, ours: str) -> str:
    return peers.KIMIYOUNG if peers.KIMIYOUNG in others else ours


def _decoders(config: ModelConfig, *, rows: int) -> Makers:
    return peers.decoders(config, rows=rows, tokens=decode.TOKENS)


def _learners(config: ModelConfig, shape: tuple[int, int]) -> Makers:
    ids = torch.randint(config.vocab_size, shape)
    targets = torch.randint(config.vocab_size, shape)
    builders = peers.losses(config, rows=shape[0], segment_length=shape[1])
    makers = {name: partial(_theirs, build, ids, targets) for name, build in builders.items()}
    if peers.X_TRANSFORMERS in builders and train.bfloat16_is_fast():
        build = builders[peers.X_TRANSFORMERS]
        narrow = partial(_theirs, build, ids, targets, dtype=torch.bfloat16)
        makers[peers.X_TRANSFORMERS + train.BFLOAT16] = narrow
    return makers


def _theirs(
    build: Callable[[], tuple[nn.Module, peers.Loss]],
    ids: Tensor,
    targets: Tensor,
    *,
    dtype: torch.dtype = torch.float32,
) -> Work:
    network, loss = build()

    def work() -> int:
        with train.autocast(dtype):
            value = loss(ids, targets)
        value.backward()
        network.zero_grad(set_to_none=True)
        return ids.numel()

    return work
