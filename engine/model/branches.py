"""Several ways to go on from one log, decoded as one batch.

Legend: V vocabulary, K branches, D width.
"""

from collections.abc import Callable, Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from engine.model.ends import Ends
from engine.model.incremental import Incremental
from engine.model.log import Log
from engine.model.stream import OpenStep, Stream


class Branches:
    """Rows that go on side by side.

    Each round every row that speaks says an id. A row whose step has ended waits until all others'
    have: then the trunk takes one step of all rows, and all speak again. In a network of ids every
    round is such a step, and all rows always speak. A row that is given no id when it is to speak
    has ended for good.

    Attributes:
        logits: (K, V), what may come next in each row that speaks; of the others what it was.
        log: What the steps of all of them left.
    """

    def __init__(
        self,
        incremental: Incremental,
        ends: Ends,
        log: Log,
        streams: list[Stream],
        opened_logits: tuple[Tensor, Tensor],
        *,
        position: int,
        accept: Callable[["Branches", int, int], None],
        release: Callable[[Log], None],
    ) -> None:
        self.log = log
        self._opened, self.logits = opened_logits
        self._incremental = incremental
        self._ends = ends
        self._streams = streams
        self._begin = self._position = position
        self._accept = accept
        self._release = release
        self._closed = False
        self._speaking = [True] * len(streams)
        self._ended: dict[int, int] = {}  # rows that have ended, and steps of theirs in the log

    @property
    def length(self) -> int:
        """Ids of the longest branch."""
        return max(len(stream.ids) for stream in self._streams)

    @property
    def speaking(self) -> tuple[bool, ...]:
        """(K,), which rows are to say an id; the others wait, or have ended."""
        return tuple(self._speaking)

    @property
    def host_logits(self) -> NDArray[np.float32]:
        """(K, V), the logits in the memory of this process; read only."""
        logits: NDArray[np.float32] = self.logits.to("cpu").float().numpy()
        return logits

    @torch.no_grad()
    def step(self, ids: Tensor | Sequence[int | None]) -> Tensor:
        """Say one id in each row that speaks.

        Args:
            ids: (K,), for each row an id or None: rows that wait have none, and a row that
                speaks and has none ends.

        Returns:
            Logits (K, V).

        Raises:
            ValueError: If a row that does not speak is given an id, or after `close`.
        """
        if self._closed:
            raise ValueError("branches that were closed go no further")
        tokens = ids.tolist() if isinstance(ids, Tensor) else ids
        for row, token in enumerate(tokens):
            self._hear(row, token)
        if any(self._speaking):
            self._predict([row for row, speaks in enumerate(self._speaking) if speaks])
        elif len(self._ended) < len(self._streams):
            self._take_step()
        return self.logits

    def ids(self, index: int) -> list[int]:
        """The ids that a branch has so far."""
        return list(self._streams[index].ids)

    def stream(self, index: int) -> Stream:
        """What a branch said."""
        return self._streams[index]

    def taken(self, index: int) -> int:
        """How many steps of a branch are in the log."""
        return self._ended.get(index, self._position - self._begin)

    def accept(self, index: int, length: int) -> None:
        """Go on in the decoder as a branch began, computing nothing again that is in its log.

        Args:
            index: Which branch.
            length: How many of its ids.

        Raises:
            ValueError: If there is no such branch or it is not that long, or if the decoder's
                log has changed since the branches were made, or they were closed.
        """
        if not 0 <= index < len(self._streams):
            raise ValueError(f"there is no branch {index} among {len(self._streams)}")
        said = len(self._streams[index].ids)
        if not 0 <= length <= said:
            raise ValueError(f"branches of {said} tokens have no first {length}")
        if self._closed:
            raise ValueError("branches that were closed cannot be accepted")
        self._accept(self, index, length)

    def trim(self) -> None:
        """Let go of what no row can see any more, so that they can go on for hours.

        They can no longer be accepted.
        """
        page = self.log.shape.page
        self.log.forget((self._position - 1) // page * page)

    def close(self) -> None:
        """Give the memory of the log back to the decoder, whose next branches need not get it anew.

        The rows can no longer go on, nor be accepted.
        """
        if not self._closed:
            self._closed = True
            self._release(self.log)

    def _hear(self, row: int, token: int | None) -> None:
        if token is None:
            if self._speaking[row]:
                self._speaking[row] = False
                self._ended[row] = self._position - self._begin
            return
        if not self._speaking[row]:
            why = "has ended" if row in self._ended else "waits for the others to end their step"
            raise ValueError(f"branch {row} {why}: it says no id")
        self._speaking[row] = not self._streams[row].say(token)

    def _predict(self, rows: list[int]) -> None:
        """Say what may come next in rows whose step is open."""
        states = self._states(rows)
        if len(rows) == len(self._streams):
            self.logits = self._ends.logits(self._opened, states)
            return
        index = torch.tensor(rows, device=self._opened.device)
        self.logits = self.logits.index_copy(
            0, index, self._ends.logits(self._opened[index], states)
        )

    def _take_step(self) -> None:
        bags = [
            [() if row in self._ended else stream.bags[-1]]
            for row, stream in enumerate(self._streams)
        ]
        x = self._ends.inputs(bags, self._position, self.log)
        hidden = self._incremental.step(x[:, 0], self._position, self.log)
        self._opened = self._ends.opened(hidden)
        self._position += 1
        self._speaking = [row not in self._ended for row in range(len(self._streams))]
        self.logits = self._ends.logits(self._opened, self._states(range(len(self._streams))))

    def _states(self, rows: Sequence[int]) -> list[OpenStep]:
        return [self._streams[row].state for row in rows]
