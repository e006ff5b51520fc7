"""Steps of several ids: rows that end theirs at different rounds wait for each other."""

from collections.abc import Callable, Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.generation.draw import MusicGenerator
from engine.generation.events import NotesDrawn
from engine.generation.model import LiveModel
from engine.generation.reading.branches import Branches
from engine.generation.reading.memory_log import MemoryLog
from engine.request import PartNote, Request
from engine.tokens.vocabulary import TokenKind, Vocabulary
from tests.generation.conftest import BAR, chord_piece

ENDS = frozenset({TokenKind.METER, TokenKind.TEMPO, TokenKind.DURATION, TokenKind.SPECIAL})


class StepRows:
    """Rows of a model that takes a note at a time, made of rows that take an id at a time.

    Each row has a model of its own, so that it may be any number of ids ahead of the others. Like
    a real one it says nothing of what comes next while a row waits.
    """

    def __init__(self, rows: Sequence[Branches], vocabulary: Vocabulary) -> None:
        self._rows = rows
        self._vocabulary = vocabulary
        self.speaking = [True] * len(rows)
        self._ended: set[int] = set()
        self.waits = 0

    @property
    def logits(self) -> NDArray[np.float32]:
        logits = np.concatenate([row.logits for row in self._rows])
        logits[~np.array(self.speaking)] = np.nan
        return logits

    def step(self, ids: Sequence[int | None]) -> None:
        for row, token in enumerate(ids):
            if token is None:
                if self.speaking[row]:
                    self._ended.add(row)
                self.speaking[row] = False
                continue
            assert self.speaking[row], "a row that waits was given an id"
            self._rows[row].step([token])
            self.speaking[row] = not self._ends(token)
        on = [row for row in range(len(ids)) if row not in self._ended]
        waiting = [row for row in on if not self.speaking[row]]
        self.waits += 0 < len(waiting) < len(on)
        if len(waiting) == len(on):
            self.speaking = [row in on for row in range(len(ids))]

    def trim(self) -> None:
        for row in self._rows:
            row.trim()

    def close(self) -> None:
        for row in self._rows:
            row.close()

    def _ends(self, token: int) -> bool:
        return self._vocabulary.kinds[token] in ENDS


Notes = dict[int, list[PartNote]]


@pytest.fixture
def drawn(tiny_folder: object) -> Callable[[], Notes]:
    def draw() -> Notes:
        generator = MusicGenerator(LiveModel.load(tiny_folder))
        request = Request(start=4 * BAR, bars=3, alternatives=3, following=2)
        notes: Notes = {}
        for event in generator.events(chord_piece(bars=8), request):
            if isinstance(event, NotesDrawn):
                notes.setdefault(event.alternative, []).extend(event.notes)
        return notes

    return draw


@pytest.mark.slow
def test_rows_that_wait_for_each_other_draw_what_they_draw_anyway(
    drawn: Callable[[], Notes], monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = drawn()
    made: list[StepRows] = []
    branches = MemoryLog.branches

    def by_step(log: MemoryLog, count: int) -> Branches:
        vocabulary = log._model.tokenizer.vocabulary
        made.append(StepRows([branches(log, 1) for _ in range(count)], vocabulary))
        return made[0]

    monkeypatch.setattr(MemoryLog, "branches", by_step)
    assert drawn() == plain
    assert made[0].waits > 10, "no row ever waited: the test shows nothing"
