"""Decoding one id at a time at a cost that does not grow, with free rewinding and branches.

A log holds what each step left behind: of a network of ids, each id; of a network of notes, each
event, whose ids a local decoder says before the trunk takes the step.

Legend: V vocabulary, K branches, D width.
"""

from collections.abc import Sequence

import torch
from torch import Tensor

from engine.model.branches import Branches
from engine.model.compressive_incremental import CompressiveIncremental
from engine.model.ends import ends_of
from engine.model.incremental import Incremental, Looked, hidden_at
from engine.model.log import Log, Page
from engine.model.network import Network
from engine.model.note_xl import NoteXL
from engine.model.packed import StepPrecision
from engine.model.stream import EachId, Steps, Stream

ROWS_KEPT = 8
"""Branches whose memory is kept for the next ones: the pages of eight are some 126 MB, of which
those that are used cost 20 ms to get anew."""

KEPT = 16_384
"""Steps that can be gone back to at once; older ones are primed again."""


class Decoder:
    """One piece: its ids, and what each of its steps left, written once."""

    @torch.no_grad()
    def __init__(
        self,
        model: Network,
        steps: Steps | None = None,
        *,
        precision: StepPrecision = "float32",
        mem_len: int | None = None,
        kept: int = KEPT,
    ) -> None:
        """Make a decoder of an empty piece.

        Args:
            model: Its weights are copied.
            steps: How ids are divided into the model's steps; None: each is one.
            precision: Of the matrices; `int8` falls back to `float32` where it is not available.
            mem_len: Steps that a query sees before itself; None takes the model's.
            kept: Steps that can be gone back to without priming anew.

        Raises:
            ValueError: If the model's step is a note and nobody says which ids make one.
        """
        if isinstance(model, NoteXL) and steps is None:
            raise ValueError("a model of notes is decoded with steps that say which ids make one")
        reach = model.config.mem_len if mem_len is None else mem_len
        kind = CompressiveIncremental if model.config.compression else Incremental
        self._ends = ends_of(model, precision=precision)
        self._incremental = kind(
            model, precision=precision, mem_len=reach, strips=self._ends.strips
        )
        self._steps = EachId() if steps is None else steps
        self._log = Log(self._incremental.shape)
        self._spare: dict[int, list[Page]] = {}  # of branches that were closed, by rows
        self._kept = kept
        self._floor = 0  # the fewest steps that can be gone back to at once
        self._moves = 0
        self._stream = Stream(self._steps, self._steps.start)
        self._taken = 0  # steps in the log
        self._opened: Tensor | None = None  # what the trunk says of the next step
        self._logits: Tensor | None = None

    @property
    def length(self) -> int:
        """Ids that were said."""
        return len(self._stream.ids)

    @property
    def steps(self) -> int:
        """Steps that were ended, and are in the log."""
        return self._taken

    @property
    def looked(self) -> Looked | None:
        """What one of the last steps looked at, if that is watched."""
        return self._incremental.looked

    def watch(self, every: int) -> None:
        """Keep what each of so many steps looks at; 0: of none, which costs nothing.

        A model with compressed memory keeps nothing.
        """
        self._incremental.watched, self._incremental.looked = every, None

    def ids_before(self, step: int) -> int:
        """Tell how many ids were said before a step began."""
        return self._stream.ids_of(max(0, step))

    @property
    def ids(self) -> tuple[int, ...]:
        """The ids that were said."""
        return tuple(self._stream.ids)

    @property
    def logits(self) -> Tensor:
        """(V,), what may come after the last id.

        Raises:
            ValueError: If no step was ended yet.
        """
        if self._logits is None:
            self._logits = self._predicted()
        return self._logits

    def prime(self, ids: Sequence[int]) -> Tensor:
        """Say ids; what they leave of an open step waits for the ids that end it.

        Args:
            ids: Any number of them.

        Returns:
            Logits (V,) after the last one.

        Raises:
            ValueError: If there is still nothing in the log.
        """
        self._say(ids)
        return self.logits

    @torch.no_grad()
    def logits_from(self, begin: int) -> Tensor:
        """Return what might have come at each place from one on, after the ids before it.

        What their steps left is looked up, so that this takes no step.

        Args:
            begin: The first place, after at least one whole step that can be gone back to.

        Returns:
            (N, V), a row for each of the N ids from `begin` on.

        Raises:
            ValueError: If nothing was read before it.
        """
        if not self._stream.steps_in(begin):
            raise ValueError("the first step has nothing before it to be likely after")
        places = list(self._stream.states_from(begin))
        if not places:
            return self.logits.new_zeros(0, len(self.logits))
        hidden = torch.cat([hidden_at(steps - 1, self._log) for steps, _ in places])
        return self._ends.logits(self._ends.opened(hidden), [state for _, state in places])

    @torch.no_grad()
    def likelihoods(self, begin: int) -> Tensor:
        """Return how likely the ids from a place on were, each after those before it.

        Args:
            begin: As for `logits_from`.

        Returns:
            Natural logarithms, one for each id.

        Raises:
            ValueError: If nothing was read before it.
        """
        logits = self.logits_from(begin)
        said = torch.tensor(self._stream.ids[begin:], device=logits.device, dtype=torch.int64)
        return logits.log_softmax(-1).gather(1, said[:, None])[:, 0]

    def rewind(self, length: int) -> None:
        """Go back to where less was said; what follows is as if primed anew.

        Args:
            length: Ids that stay.

        Raises:
            ValueError: If there are not that many.
        """
        if not 0 <= length <= self.length:
            raise ValueError(f"cannot rewind a log of {self.length} tokens to {length}")
        if length == self.length:
            return
        self._moves += 1
        self._logits = None
        self._stream.cut(length)
        steps = len(self._stream.bags)
        if steps == self._taken:
            return
        self._taken, self._opened = steps, None
        if steps < self._floor:
            self._prime_again()
        else:
            self._log.cut(steps)

    def keep(self, steps: int) -> None:
        """Hold so many steps from now on that can be gone back to without priming anew."""
        self._kept = steps

    def branches(self, count: int) -> Branches:
        """Go on from the last id in several ways at once.

        Args:
            count: How many alternatives, K.

        Returns:
            K branches that share all of the log. Who closes them saves the next ones time.

        Raises:
            ValueError: If the log is empty or `count` is not positive.
        """
        if count < 1:
            raise ValueError(f"branches must be at least one, not {count}")
        logits = self.logits.repeat(count, 1)
        moves = self._moves

        def accept(branches: Branches, index: int, length: int) -> None:
            if moves != self._moves:
                raise ValueError("the log has moved on since these branches were made")
            self._take(branches, index, length)

        return Branches(
            self._incremental,
            self._ends,
            self._log.fork(self._taken, rows=count, spare=self._spare.pop(count, ())),
            [Stream(self._steps, self._stream.state) for _ in range(count)],
            (self._opening().repeat(count, 1), logits),
            position=self._taken,
            accept=accept,
            release=self._released,
        )

    def _released(self, log: Log) -> None:
        """Keep the memory of branches that were closed, of one number of rows."""
        pages = log.release()
        if log.shape.rows <= ROWS_KEPT:
            self._spare = {log.shape.rows: pages}

    def _take(self, branches: Branches, index: int, length: int) -> None:
        """Go on as a branch did, computing nothing that it has computed."""
        self._moves += 1
        stream = branches.stream(index)
        steps = min(stream.steps_in(length), branches.taken(index))
        whole = stream.ids_of(steps)
        begin = self._taken
        self._log.take(branches.log, row=index, begin=begin, end=begin + steps)
        for token in stream.ids[:whole]:
            self._stream.say(token)
        self._taken += steps
        if steps:
            self._opened = self._logits = None
        self._say(stream.ids[whole:length])
        self._forget()

    @torch.no_grad()
    def _predicted(self) -> Tensor:
        return self._ends.logits(self._opening(), [self._stream.state])[0]

    @torch.no_grad()
    def _opening(self) -> Tensor:
        """(1, D), what the trunk says of the step after the last."""
        if self._opened is None:
            if not self._taken:
                raise ValueError("an empty log predicts nothing: prime it first")
            self._opened = self._ends.opened(hidden_at(self._taken - 1, self._log))
        return self._opened

    def _say(self, ids: Sequence[int]) -> None:
        if not ids:
            return
        self._moves += 1
        self._logits = None
        for token in ids:
            self._stream.say(token)
        self._read()

    @torch.no_grad()
    def _read(self) -> None:
        """Let the trunk take the steps that were ended and are not yet in the log."""
        bags = self._stream.bags
        if len(bags) - self._taken == 1:
            x = self._ends.inputs([bags[-1:]], self._taken, self._log)
            hidden = self._incremental.step(x[:, 0], self._taken, self._log)
            self._took(1, hidden)
        while self._taken < len(bags):
            position = self._taken
            stop = min(self._incremental.chunk_end(position, self._log), len(bags))
            x = self._ends.inputs([bags[position:stop]], position, self._log)
            hidden = self._incremental.chunk(x[0], position, self._log)
            self._took(stop - position, hidden)

    def _took(self, steps: int, hidden: Tensor) -> None:
        self._taken += steps
        self._opened = self._ends.opened(hidden)
        self._forget()

    def _forget(self) -> None:
        """Let go of pages that are older than what is kept."""
        page = self._log.shape.page
        oldest = (self._taken - self._kept) // page * page
        if oldest >= self._floor and oldest > 0:
            self._log.forget(oldest)
            self._floor = oldest + 1

    def _prime_again(self) -> None:
        """Rebuild the log from as far back as its last step depends on."""
        page, field = self._log.shape.page, self._incremental.field
        begin = max(0, self._taken - 1 - field) // page * page
        self._log = Log(self._log.shape, origin=begin)
        self._floor = begin + field + 1 if begin else 0
        self._ends.remind(self._stream.bags[:begin], self._log)
        self._taken = begin
        self._read()
