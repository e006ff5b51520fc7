"""Several continuations of one piece, decoded as one batch.

Legend: V vocabulary, K branches, D width.
"""

from collections.abc import Callable, Sequence

from engine.model.arrays import Floats
from engine.model.decoding.ends import Ends
from engine.model.decoding.log import Log
from engine.model.decoding.products import QUIET
from engine.model.decoding.stream import OpenStep, Stream
from engine.model.decoding.trunk import IncrementalTrunk


class Branches:
    """Rows that are continued in parallel.

    In each round the caller gives one id to every row that *speaks*. A row whose step is complete
    waits for the other rows. When all steps are complete the trunk computes them as one batch, and
    all rows speak again. In a network of ids every round completes a step, and all rows always
    speak. A row that speaks and gets no id ends for good.

    Attributes:
        logits: (K, V), the prediction for each row that speaks; the last one for the others.
        log: The steps of all rows.
    """

    def __init__(
        self,
        trunk: IncrementalTrunk,
        ends: Ends,
        log: Log,
        streams: list[Stream],
        prepared_logits: tuple[Floats, Floats],
        *,
        position: int,
        accept: Callable[["Branches", int, int], None],
        release: Callable[[Log], None],
    ) -> None:
        self.log = log
        self._prepared, self.logits = prepared_logits
        self._trunk = trunk
        self._ends = ends
        self._streams = streams
        self._begin = self._position = position
        self._accept = accept
        self._release = release
        self._closed = False
        self._speaking = [True] * len(streams)
        self._ended: dict[int, int] = {}  # rows that ended, and how many steps each has in the log

    @property
    def length(self) -> int:
        """Number of ids of the longest branch."""
        return max(len(stream.ids) for stream in self._streams)

    @property
    def speaking(self) -> tuple[bool, ...]:
        """(K,), the rows that need an id; the others wait, or have ended."""
        return tuple(self._speaking)

    @QUIET
    def step(self, ids: Sequence[int | None]) -> Floats:
        """Append one id to each row that speaks.

        Args:
            ids: (K,), an id or None for each row. None for a row that waits or has ended; a row
                that speaks ends by it.

        Returns:
            Logits (K, V).

        Raises:
            ValueError: If a row that does not speak gets an id, or after `close`.
        """
        if self._closed:
            raise ValueError("branches that were closed go no further")
        for row, token in enumerate(ids):
            self._append(row, token)
        if any(self._speaking):
            self._predict([row for row, speaks in enumerate(self._speaking) if speaks])
        elif len(self._ended) < len(self._streams):
            self._take_step()
        return self.logits

    def ids(self, index: int) -> list[int]:
        """The ids of a branch so far."""
        return list(self._streams[index].ids)

    def stream(self, index: int) -> Stream:
        """The ids and steps of a branch."""
        return self._streams[index]

    def taken(self, index: int) -> int:
        """The number of steps of a branch in the log."""
        return self._ended.get(index, self._position - self._begin)

    def accept(self, index: int, length: int) -> None:
        """Append the first ids of a branch to the decoder, which computes none of its steps again.

        Args:
            index: Index of the branch.
            length: Number of its ids.

        Raises:
            ValueError: If there is no such branch or it is shorter, if the decoder changed since
                it made the branches, or after `close`.
        """
        if not 0 <= index < len(self._streams):
            raise ValueError(f"there is no branch {index} among {len(self._streams)}")
        said = len(self._streams[index].ids)
        if not 0 <= length <= said:
            raise ValueError(f"branches of {said} ids have no first {length}")
        if self._closed:
            raise ValueError("branches that were closed cannot be accepted")
        self._accept(self, index, length)

    def copy(self, source: int, target: int) -> None:
        """Let a row go on from where another one is.

        Args:
            source: Index of the row to copy; it has not ended.
            target: Index of the row that gives way; not 0, in which other rows read what all have
                in common.
        """
        self._streams[target] = self._streams[source].copy()
        self.log.copy_row(source, target)
        self._prepared = self._prepared.copy()
        self.logits = self.logits.copy()
        self._prepared[target], self.logits[target] = self._prepared[source], self.logits[source]
        self._speaking[target] = self._speaking[source]
        self._ended.pop(target, None)

    def trim(self) -> None:
        """Drop the pages that no row can see any more, so that rows can go on for hours.

        They can no longer be accepted.
        """
        page = self.log.shape.page
        self.log.forget((self._position - 1) // page * page)

    def close(self) -> None:
        """Give the pages of the log to the decoder, for its next branches.

        The rows can no longer be continued or accepted.
        """
        if not self._closed:
            self._closed = True
            self._release(self.log)

    def _append(self, row: int, token: int | None) -> None:
        if token is None:
            if self._speaking[row]:
                self._speaking[row] = False
                self._ended[row] = self._position - self._begin
            return
        if not self._speaking[row]:
            why = "has ended" if row in self._ended else "waits for the others"
            raise ValueError(f"branch {row} {why}: it takes no id")
        self._speaking[row] = not self._streams[row].append(token)

    def _predict(self, rows: list[int]) -> None:
        """Predict the next id of some rows."""
        states = self._states(rows)
        if len(rows) == len(self._streams):
            self.logits = self._ends.logits(self._prepared, states)
            return
        logits = self.logits.copy()
        logits[rows] = self._ends.logits(self._prepared[rows], states)
        self.logits = logits

    def _take_step(self) -> None:
        bags = [
            [() if row in self._ended else stream.bags[-1]]
            for row, stream in enumerate(self._streams)
        ]
        x = self._ends.inputs(bags, self._position, self.log)
        hidden = self._trunk.step(x[:, 0], self._position, self.log)
        self._prepared = self._ends.prepared(hidden)
        self._position += 1
        self._speaking = [row not in self._ended for row in range(len(self._streams))]
        self.logits = self._ends.logits(self._prepared, self._states(range(len(self._streams))))

    def _states(self, rows: Sequence[int]) -> list[OpenStep]:
        return [self._streams[row].state for row in rows]
