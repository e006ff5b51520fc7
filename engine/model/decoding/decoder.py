"""Decodes one id at a time. The cost of a step does not grow; rewinds and branches are cheap.

A log holds the keys, values and last outputs of every step. A step is one id, or, in a network of
notes, one event with several ids. A local decoder predicts those ids before the trunk computes the
step.

Legend: V vocabulary, K branches, D width.
"""

from collections.abc import Sequence
from copy import copy

import numpy as np

from engine.model.arrays import Floats
from engine.model.decoding.branches import Branches
from engine.model.decoding.compressive_trunk import CompressiveTrunk
from engine.model.decoding.ends import ends_of
from engine.model.decoding.log import NOTHING, Log, LogShape, Page
from engine.model.decoding.products import QUIET, log_softmax
from engine.model.decoding.stream import EachId, Steps, Stream
from engine.model.decoding.trunk import IncrementalTrunk, WatchedAttention, hidden_at
from engine.model.weights import ModelWeights

ROWS_KEPT = 2
"""Most branches whose pages the decoder keeps for the next branches, as in a jam, which draws again
and again. Fresh pages for eight rows take 12 ms once in a request; kept, they would be 30 MB."""

KEPT = 16_384
"""Steps that a rewind reaches without priming again."""


class Decoder:
    """The ids of one piece and the log of its steps."""

    @QUIET
    def __init__(
        self,
        weights: ModelWeights,
        steps: Steps | None = None,
        *,
        mem_len: int | None = None,
        kept: int = KEPT,
        style: Floats | None = None,
    ) -> None:
        """Make a decoder of an empty piece.

        Args:
            weights: The model's weights; they are copied.
            steps: Divides ids into the model's steps; None if each id is a step.
            mem_len: Steps that a query sees before itself; None takes the model's.
            kept: Steps that a rewind reaches without priming again.
            style: (L, N, D), the inputs of each layer at N positions that a piece's first steps see
                before it; None for none.

        Raises:
            ValueError: If the model's step is a note and `steps` is None, or its memory cannot
                begin with such a style.
        """
        config = weights.config
        if config.steps and steps is None:
            raise ValueError("a model of notes is decoded with steps that say which ids make one")
        reach = config.mem_len if mem_len is None else mem_len
        kind = CompressiveTrunk if config.compression else IncrementalTrunk
        self._ends = ends_of(weights)
        self._trunk = kind(weights, mem_len=reach, entry_kinds=self._ends.entry_kinds)
        self._steps = EachId() if steps is None else steps
        self._kept = kept
        self._style = NOTHING if style is None else self._trunk.entries_of(style)
        self._begin()

    def _begin(self) -> None:
        """Begin an empty piece."""
        self._log = Log(self._shape, before=self._style)
        self._spare: dict[int, list[Page]] = {}  # pages of closed branches, by rows
        self._floor = 0  # the fewest steps that a rewind reaches at once
        self._moves = 0
        self._stream = Stream(self._steps, self._steps.start)
        self._steps_done = 0  # steps in the log
        self._prepared: Floats | None = None  # from the trunk, for the ids of the next step
        self._logits: Floats | None = None

    @property
    def _shape(self) -> LogShape:
        """The shape of a log of what is kept."""
        return self._trunk.shape.holding(self._kept)

    def another(self) -> "Decoder":
        """Return a decoder of another, empty piece with the same weights, which are not copied.

        Both may be used in turn, but only in one thread.
        """
        other = copy(self)
        other._begin()  # noqa: SLF001 - a decoder, too
        return other

    @property
    def length(self) -> int:
        """Number of ids."""
        return len(self._stream.ids)

    @property
    def steps(self) -> int:
        """Number of complete steps; all are in the log."""
        return self._steps_done

    @property
    def watched_attention(self) -> WatchedAttention | None:
        """The attention of one of the last steps, if `watch` asked for it."""
        return self._trunk.watched_attention

    def watch(self, every: int) -> None:
        """Keep the attention of every n-th step; 0 keeps none, at no cost.

        A model with compressed memory keeps none.
        """
        self._trunk.watch_every, self._trunk.watched_attention = every, None

    def ids_before(self, step: int) -> int:
        """Return the number of ids before a step."""
        return self._stream.ids_of(max(0, step))

    @property
    def ids(self) -> tuple[int, ...]:
        """The ids of the piece."""
        return tuple(self._stream.ids)

    @property
    def logits(self) -> Floats:
        """(V,), the network's prediction after the last id.

        Raises:
            ValueError: If no step is complete yet.
        """
        if self._logits is None:
            self._logits = self._predicted()
        return self._logits

    @property
    @QUIET
    def probabilities(self) -> Floats:
        """(V,), the probability of each id after the last one, before any rule.

        Raises:
            ValueError: If no step is complete yet.
        """
        return np.exp(log_softmax(self.logits))

    def prime(self, ids: Sequence[int]) -> Floats:
        """Append ids. The trunk computes the steps that they complete.

        Args:
            ids: Any number of them.

        Returns:
            Logits (V,) after the last one.

        Raises:
            ValueError: If no step is complete yet.
        """
        self._append(ids)
        return self.logits

    @QUIET
    def logits_from(self, begin: int) -> Floats:
        """Return the prediction for each place from `begin` on, after the ids before it.

        The log has the outputs that it needs: the trunk computes no step.

        Args:
            begin: The first place, after at least one complete step that is still in the log.

        Returns:
            (N, V), a row for each of the N ids from `begin` on.

        Raises:
            ValueError: If no complete step is before it.
        """
        if not self._stream.steps_in(begin):
            raise ValueError("the first step has nothing before it that predicts it")
        places = list(self._stream.states_from(begin))
        if not places:
            return np.zeros((0, len(self.logits)), dtype=self.logits.dtype)
        hidden = np.concatenate([hidden_at(steps - 1, self._log) for steps, _ in places])
        return self._ends.logits(self._ends.prepared(hidden), [state for _, state in places])

    @QUIET
    def likelihoods(self, begin: int) -> Floats:
        """Return the log-probability of each id from `begin` on, after the ids before it.

        Args:
            begin: As for `logits_from`.

        Returns:
            Natural logarithms, one for each id.

        Raises:
            ValueError: If no complete step is before it.
        """
        logits = self.logits_from(begin)
        said = self._stream.ids[begin:]
        likelihoods: Floats = log_softmax(logits)[np.arange(len(said)), said]
        return likelihoods

    @QUIET
    def rewind(self, length: int) -> None:
        """Go back. Later ids give the same results as in a new decoder with the ids that stay.

        Args:
            length: Number of ids that stay.

        Raises:
            ValueError: If the piece has fewer.
        """
        if not 0 <= length <= self.length:
            raise ValueError(f"cannot rewind a log of {self.length} tokens to {length}")
        if length == self.length:
            return
        self._moves += 1
        self._logits = None
        self._stream.cut(length)
        steps = len(self._stream.bags)
        if steps == self._steps_done:
            return
        self._steps_done, self._prepared = steps, None
        if steps < self._floor or not (steps or self._log.shape == self._shape):
            self._prime_again()
        else:
            self._log.cut(steps)

    def keep(self, steps: int) -> None:
        """Set how many steps a rewind reaches without priming again, from now on.

        The pages of the log are as long as that needs from the next empty piece on.
        """
        self._kept = steps
        if not self._steps_done:
            self._prime_again()

    def branches(self, count: int) -> Branches:
        """Start several continuations of the piece, which are decoded as one batch.

        Args:
            count: Number of continuations, K.

        Returns:
            K branches that begin after the last id. Close them: the next ones reuse their pages.

        Raises:
            ValueError: If the log is empty or `count` is not positive.
        """
        if count < 1:
            raise ValueError(f"branches must be at least one, not {count}")
        logits = np.repeat(self.logits[None], count, axis=0)
        moves = self._moves

        def accept(branches: Branches, index: int, length: int) -> None:
            if moves != self._moves:
                raise ValueError("the log has moved on since these branches were made")
            self._append_branch(branches, index, length)

        return Branches(
            self._trunk,
            self._ends,
            self._log.fork(self._steps_done, rows=count, spare=self._spare.pop(count, ())),
            [Stream(self._steps, self._stream.state) for _ in range(count)],
            (np.repeat(self._opening(), count, axis=0), logits),
            position=self._steps_done,
            accept=accept,
            release=self._keep_pages,
        )

    def _keep_pages(self, log: Log) -> None:
        """Keep the pages of closed branches; only of the last number of rows."""
        pages = log.release()
        if log.shape.rows <= ROWS_KEPT and log.shape.page == self._log.shape.page:
            self._spare = {log.shape.rows: pages}

    def _append_branch(self, branches: Branches, index: int, length: int) -> None:
        """Append the first ids of a branch; the log takes the steps that the branch computed."""
        self._moves += 1
        stream = branches.stream(index)
        steps = min(stream.steps_in(length), branches.taken(index))
        whole = stream.ids_of(steps)
        begin = self._steps_done
        self._log.take(branches.log, row=index, begin=begin, end=begin + steps)
        for token in stream.ids[:whole]:
            self._stream.append(token)
        self._steps_done += steps
        if steps:
            self._prepared = self._logits = None
        self._append(stream.ids[whole:length])
        self._forget()

    @QUIET
    def _predicted(self) -> Floats:
        logits: Floats = self._ends.logits(self._opening(), [self._stream.state])[0]
        return logits

    @QUIET
    def _opening(self) -> Floats:
        """(1, D), from the trunk's last output, for the ids of the next step."""
        if self._prepared is None:
            if not self._steps_done:
                raise ValueError("an empty log predicts nothing: prime it first")
            self._prepared = self._ends.prepared(hidden_at(self._steps_done - 1, self._log))
        return self._prepared

    @QUIET
    def _append(self, ids: Sequence[int]) -> None:
        if not ids:
            return
        self._moves += 1
        self._logits = None
        for token in ids:
            self._stream.append(token)
        self._read()

    def _read(self) -> None:
        """Compute the complete steps that are not in the log."""
        bags = self._stream.bags
        if len(bags) - self._steps_done == 1:
            x = self._ends.inputs([bags[-1:]], self._steps_done, self._log)
            hidden = self._trunk.step(x[:, 0], self._steps_done, self._log)
            self._advance(1, hidden)
        while self._steps_done < len(bags):
            position = self._steps_done
            stop = min(self._trunk.chunk_end(position, self._log), len(bags))
            x = self._ends.inputs([bags[position:stop]], position, self._log)
            hidden = self._trunk.chunk(x[0], position, self._log)
            self._advance(stop - position, hidden)

    def _advance(self, steps: int, hidden: Floats) -> None:
        self._steps_done += steps
        self._prepared = self._ends.prepared(hidden)
        self._forget()

    def _forget(self) -> None:
        """Drop the pages that are older than the steps to keep."""
        page = self._log.shape.page
        oldest = (self._steps_done - self._kept) // page * page
        if oldest >= self._floor and oldest > 0:
            self._log.forget(oldest)
            self._floor = oldest + 1

    def _prime_again(self) -> None:
        """Rebuild the log from the first step that the last one depends on."""
        shape, field = self._shape, self._trunk.field
        page = shape.page
        if page != self._log.shape.page:
            self._spare.clear()
        begin = max(0, self._steps_done - 1 - field) // page * page
        # From a later page on, nothing depends on what was before the piece.
        before = NOTHING if begin else self._style
        self._log = Log(shape, origin=begin, before=before)
        self._floor = begin + field + 1 if begin else 0
        self._ends.restore(self._stream.bags[:begin], self._log)
        self._steps_done = begin
        self._read()
