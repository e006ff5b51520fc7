"""How a network reads songs, whatever its step is: an id, or a note of several.

Legend: B rows, T steps, K ids of the longest step, N ids that are predicted, V vocabulary, L ids of
a song.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor

from benchmarks.evaluation.attention_by_age import AttentionByAge, attention_by_age
from benchmarks.evaluation.rows import Rows, SongSteps, in_ids, in_steps, side_by_side
from benchmarks.evaluation.song import Ids, Nats
from engine.generation.priors import SHAPE, Priors
from engine.model.network.kinds import Network
from engine.model.network.memory import Memory
from engine.model.network.note_xl import NoteXL
from engine.model.network.transformer_xl import TransformerXL
from engine.tokens.steps import StepDivider
from engine.tokens.vocabulary import Vocabulary

SEGMENT = 256
"""Steps that are read at once."""


class Reading(ABC):
    """A network as a reader of songs.

    Args:
        network: In evaluation mode.
        vocabulary: Of its ids.
        priors: The strengths of the rules that it is drawn with.

    Attributes:
        network: The network.
        vocabulary: Of its ids.
        priors: The strengths of the rules that it is drawn with.
        step: What a step is, in words.
    """

    step: str

    def __init__(self, network: Network, vocabulary: Vocabulary, priors: Priors = SHAPE) -> None:
        self.network = network
        self.vocabulary = vocabulary
        self.priors = priors

    @abstractmethod
    def song(self, ids: Ids) -> SongSteps:
        """Return a song in steps; `ids` are its begin and what follows, (L,)."""

    @abstractmethod
    def hear(self, rows: Rows, memory: Memory) -> Memory:
        """Read on without predicting, and return the memory after it."""

    @abstractmethod
    def nats(self, rows: Rows, memory: Memory) -> tuple[Tensor, Memory]:
        """Return the nats of all targets, (B, T, K) float64, and the memory after them.

        They are zero where nothing is scored.
        """

    @abstractmethod
    def logits(self, rows: Rows, memory: Memory) -> tuple[Tensor, Memory]:
        """Return the logits of all targets, (N, V), row by row in order, and the memory after."""

    @abstractmethod
    def attention(
        self, rows: Rows, memory: Memory, *, buckets: int
    ) -> tuple[AttentionByAge, Memory]:
        """Return where the queries of these steps look, and the memory after them."""

    def empty_memory(self, rows: int, *, mem_len: int | None = None) -> Memory:
        """Return the memory of rows whose songs have not begun; as `Trunk.empty_memory`."""
        return self.network.empty_memory(rows, mem_len=mem_len)

    def side_by_side(self, rows: Sequence[Rows]) -> Rows:
        """Put rows side by side so that all end together."""
        return side_by_side(rows, pad=self.vocabulary.pad)


class IdReading(Reading):
    """Of a network whose step is an id.

    Args:
        network: In evaluation mode.
        vocabulary: Of its ids.
    """

    step = "an id"
    network: TransformerXL

    def song(self, ids: Ids) -> SongSteps:
        """As `Reading.song`."""
        return in_ids(ids, self.vocabulary)

    def hear(self, rows: Rows, memory: Memory) -> Memory:
        """As `Reading.hear`."""
        rows = rows.to(self.network.device)
        return self.network.hidden(rows.bags[..., 0], memory, rows.starts)[1]

    def nats(self, rows: Rows, memory: Memory) -> tuple[Tensor, Memory]:
        """As `Reading.nats`."""
        rows = rows.to(self.network.device)
        wanted = rows.targets[..., 0].clamp(min=0)
        nll, _, memory = self.network.losses(rows.bags[..., 0], wanted, memory, starts=rows.starts)
        found = nll.double()[..., None].masked_fill(rows.targets < 0, 0.0)
        return found.cpu(), memory

    def logits(self, rows: Rows, memory: Memory) -> tuple[Tensor, Memory]:
        """As `Reading.logits`."""
        rows = rows.to(self.network.device)
        logits, memory = self.network(rows.bags[..., 0], memory, rows.starts)
        return logits[rows.targets[..., 0] >= 0], memory

    def attention(
        self, rows: Rows, memory: Memory, *, buckets: int
    ) -> tuple[AttentionByAge, Memory]:
        """As `Reading.attention`."""
        ids = rows.to(self.network.device).bags[..., 0]
        return attention_by_age(self.network, ids, memory, buckets=buckets)


class NoteReading(Reading):
    """Of a network whose step is a note most often.

    Args:
        network: In evaluation mode.
        vocabulary: Of its ids.
    """

    step = "a note most often"
    network: NoteXL

    def song(self, ids: Ids) -> SongSteps:
        """As `Reading.song`."""
        tempo_at_bars = self.network.steps.tempo_at_bars
        return in_steps(ids, StepDivider(self.vocabulary, tempo_at_bars=tempo_at_bars))

    def hear(self, rows: Rows, memory: Memory) -> Memory:
        """As `Reading.hear`."""
        rows = rows.to(self.network.device)
        after: Memory = self.network(rows.bags, memory, rows.starts)[1]
        return after

    def nats(self, rows: Rows, memory: Memory) -> tuple[Tensor, Memory]:
        """As `Reading.nats`."""
        rows = rows.to(self.network.device)
        nll, _, memory = self.network.losses(
            rows.bags,
            rows.targets,
            rows.said,
            memory,
            song=_song_of(rows),
            programs=rows.programs,
            starts=rows.starts,
        )
        found = torch.zeros(rows.targets.shape, dtype=torch.float64, device=nll.device)
        found[rows.targets >= 0] = nll.double()
        return found.cpu(), memory

    def logits(self, rows: Rows, memory: Memory) -> tuple[Tensor, Memory]:
        """As `Reading.logits`."""
        rows = rows.to(self.network.device)
        states, memory = self.network(rows.bags, memory, rows.starts)
        row, step, place = torch.nonzero(rows.targets >= 0, as_tuple=True)
        reach = torch.arange(rows.targets.shape[2], device=place.device)
        later = reach >= place[:, None]
        said = rows.said[row, step].masked_fill(later[..., None], self.network.steps.pad)
        logits = self.network.logits(states[row, step], said.flatten(1), place, rows.programs[row])
        return logits, memory

    def attention(
        self, rows: Rows, memory: Memory, *, buckets: int
    ) -> tuple[AttentionByAge, Memory]:
        """As `Reading.attention`."""
        bags = rows.to(self.network.device).bags
        return attention_by_age(self.network, bags, memory, buckets=buckets)


def _song_of(rows: Rows) -> Tensor:
    """Each row is a song of its own, (B, T)."""
    row = torch.arange(rows.count, device=rows.bags.device)
    return row[:, None].expand(-1, rows.length)


def reading_of(network: Network, vocabulary: Vocabulary) -> Reading:
    """Return how a network reads.

    Args:
        network: In evaluation mode.
        vocabulary: Of its ids.
    """
    if isinstance(network, NoteXL):
        return NoteReading(network, vocabulary)
    return IdReading(network, vocabulary)


@torch.inference_mode()
def song_nats(
    reading: Reading, song: SongSteps, rows: Rows, *, segment_length: int = SEGMENT
) -> Nats:
    """Return the nats of a song's targets, memory carried, (T, K).

    Args:
        reading: Of the network.
        song: The song.
        rows: Its one row, or the same with other targets.
        segment_length: Steps that are read at once.
    """
    memory = reading.empty_memory(1)
    found = []
    for start in range(0, song.steps - 1, segment_length):
        nats, memory = reading.nats(rows.between(start, start + segment_length), memory)
        found.append(nats[0].numpy())
    return np.concatenate(found)


def song_nats_alone(reading: Reading, song: SongSteps, *, segment_length: int = SEGMENT) -> Nats:
    """Return the nats of a song's targets, each segment with nothing before it, (T, K).

    It is told the song's beginning and its parts all the same.
    """
    found = []
    for start in range(0, song.steps - 1, segment_length):
        stop = min(start + segment_length, song.steps - 1)
        window = song.window(start, stop)
        # At once, so that a network without any memory sees the declarations, too.
        found.append(nats_at_end(reading, window, last=window.length)[0, start - stop :])
    return np.concatenate(found)


@torch.inference_mode()
def nats_at_end(
    reading: Reading,
    rows: Rows,
    *,
    last: int,
    segment_length: int = SEGMENT,
    mem_len: int | None = None,
) -> Nats:
    """Return the nats of the targets of the last steps, (B, last, K).

    Args:
        reading: Of the network.
        rows: From where their songs begin.
        last: How many steps; they are read at once.
        segment_length: Steps in which all that is before them is read.
        mem_len: Steps carried; None takes the network's.
    """
    memory = _after(reading, rows, last=last, segment_length=segment_length, mem_len=mem_len)
    nats, _ = reading.nats(rows.between(rows.length - last, rows.length), memory)
    return nats.numpy()


@torch.inference_mode()
def logits_at_end(
    reading: Reading,
    rows: Rows,
    *,
    last: int,
    segment_length: int = SEGMENT,
    mem_len: int | None = None,
) -> list[Tensor]:
    """Return the logits of the targets of each row's last steps, in order; as `nats_at_end`."""
    memory = _after(reading, rows, last=last, segment_length=segment_length, mem_len=mem_len)
    end = rows.between(rows.length - last, rows.length)
    logits, _ = reading.logits(end, memory)
    return list(logits.split((end.targets >= 0).sum(dim=(1, 2)).tolist()))


def _after(
    reading: Reading, rows: Rows, *, last: int, segment_length: int, mem_len: int | None
) -> Memory:
    memory = reading.empty_memory(rows.count, mem_len=mem_len)
    cut = rows.length - last
    for start in range(0, cut, segment_length):
        memory = reading.hear(rows.between(start, min(start + segment_length, cut)), memory)
    return memory
