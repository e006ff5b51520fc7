"""The memory that rows of a second request take, counted and not timed."""

from pathlib import Path
from typing import Any

import pytest

from engine.generation.draw import MusicGenerator
from engine.generation.model import LiveModel
from engine.generation.reading.memory_log import MemoryLog
from engine.model.decoding.branches import Branches
from engine.model.decoding.decoder import ROWS_KEPT
from engine.model.decoding.log import Log, Page
from engine.request import Request
from tests.generation.conftest import BAR, chord_piece

# As many rows as a decoder keeps the pages of.
KEPT = Request(start=4 * BAR, bars=2, alternatives=1, best_of=ROWS_KEPT)


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
        list(generator.events(chord_piece(), KEPT))
    assert all(page is pages[0] for page in pages)
    for each in made:
        with pytest.raises(ValueError, match="closed"):
            each.step([None] * ROWS_KEPT)
