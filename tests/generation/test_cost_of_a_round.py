"""What a round may cost beside the network, counted and not timed."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import torch
from torch.utils._python_dispatch import TorchDispatchMode

from engine.config import SteeringConfig
from engine.generation import draw
from engine.generation.draw import MusicGenerator
from engine.generation.model import LiveModel
from engine.generation.reading.memory_log import MemoryLog
from engine.model.branches import Branches
from engine.model.log import Log, Page
from engine.request import DrawingLimits, Request
from tests.generation.conftest import BAR, chord_piece, gap

LOOK = "aten.detach.default"
"""What `Tensor.numpy` runs: a view."""

EIGHT = Request(start=4 * BAR, bars=2, alternatives=1, best_of=8)


class Operators(TorchDispatchMode):
    """Counts the operators that PyTorch runs.

    Attributes:
        names: Of those that ran, in order.
    """

    def __init__(self) -> None:
        super().__init__()
        self.names: list[str] = []

    def __torch_dispatch__(
        self, func: Any, types: Any, args: Any = (), kwargs: Any = None
    ) -> object:
        self.names.append(str(func))
        return func(*args, **(kwargs or {}))


@contextmanager
def counted_beside_the_network(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[list[str]]]:
    """Count the operators of each round, without those of the network."""
    found: list[list[str]] = []
    next_ids, taken = draw.next_ids, draw.taken

    def next_counted(*args: Any) -> Any:
        with Operators() as operators:
            ids = next_ids(*args)
        found.append(operators.names)
        return ids

    def taken_counted(*args: Any, **kwargs: Any) -> Any:
        with Operators() as operators:
            events = list(taken(*args, **kwargs))
        found[-1] += operators.names
        return iter(events)

    monkeypatch.setattr(draw, "next_ids", next_counted)
    monkeypatch.setattr(draw, "taken", taken_counted)
    yield found


def test_the_operators_of_a_network_are_counted() -> None:
    with Operators() as operators:
        _ = torch.ones(2) + torch.ones(2)
    assert operators.names


@pytest.mark.parametrize(
    "request_",
    [
        EIGHT,
        Request(start=4 * BAR, bars=2, alternatives=1, wish="end"),
        Request(start=4 * BAR, bars=2, alternatives=2, steering=SteeringConfig(busy=1, register=1)),
        Request(start=4 * BAR, bars=1, alternatives=1, limits=DrawingLimits(max_voices=2)),
        gap(bars=1, alternatives=2),
    ],
)
def test_a_round_looks_at_the_logits_and_takes_no_operator_more(
    filling_folder: Path, monkeypatch: pytest.MonkeyPatch, request_: Request
) -> None:
    generator = MusicGenerator(LiveModel.load(filling_folder))
    with counted_beside_the_network(monkeypatch) as rounds:
        events = list(generator.events(chord_piece(8), request_))
    assert any(getattr(event, "notes", None) for event in events)
    assert rounds
    assert all(operators == [LOOK] for operators in rounds)


def test_a_second_request_gets_no_memory_for_its_rows(
    tiny_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    generator = MusicGenerator(LiveModel.load(tiny_folder))
    made: list[Branches] = []
    pages: list[Page] = []
    branches, fork = MemoryLog.branches, Log.fork

    def branched(log: MemoryLog, count: int) -> Branches:
        made.append(branches(log, count))  # type: ignore[arg-type]
        return made[-1]

    def forked(log: Log, length: int, **kwargs: Any) -> Log:
        other = fork(log, length, **kwargs)
        pages.append(other.page_of(length - 1))
        return other

    monkeypatch.setattr(MemoryLog, "branches", branched)
    monkeypatch.setattr(Log, "fork", forked)
    for _ in range(3):
        list(generator.events(chord_piece(), EIGHT))
    assert all(page is pages[0] for page in pages)
    for each in made:
        with pytest.raises(ValueError, match="closed"):
            each.step([None] * 8)
