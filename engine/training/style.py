"""Fits a style: a memory with which a model begins every piece. The weights do not change.

The inputs of each layer at K positions of the memory are parameters. Each update reads segments of
the songs with these positions right before them. That prefix of every layer is what MIDI-RWKV tunes
of its state (Zhou-Zheng and Pasquier 2025, arXiv 2506.13001), and prefix tuning of a Transformer's
keys and values (Li and Liang 2021, arXiv 2101.00190).

Legend: L layers, K positions of a style, P positions of memory, B rows, T segment, D width.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import torch
from torch import Tensor

from engine.ground.errors import TrainingError
from engine.model.arrays import Floats
from engine.model.network.kinds import Network
from engine.model.network.memory import Memory
from engine.tokens.augmentation import Augmentation
from engine.tokens.batching import SongBatches
from engine.tokens.gathering import Batch, StepBatch
from engine.tokens.steps import StepDivider
from engine.tokens.store import TokenStore
from engine.training.segments import segment_losses
from engine.values.config import BatchConfig

POSITIONS = 128
"""K: a quarter of the starter's memory (experiment 2026-11-26-style)."""
SECONDS = 60.0
"""How long a style is fitted."""
# Of the size of a layer's inputs, for each update at first; measured beside a third and three times
# as much with the starter (the same page).
_RATE = 0.02
_FINAL_RATE = 0.1
_BETAS = (0.9, 0.98)
_BATCH = BatchConfig(rows=4, segment_length=256, joining="pad")
# With fewer songs all are needed to learn from.
_FEWEST_TO_HOLD_OUT = 4
_MOST_HELD_OUT = 8
# Segments of a held-out song that are read: those that see the style themselves.
_JUDGED_SEGMENTS = 2
# How often the held-out songs are read. A style of music that the model knows well gets worse from
# the first update on; one of other music still gets better at the last (the same page).
_JUDGEMENTS = 5
# On a slow or busy computer the time is not enough: in POP909 most of the gain is there by then.
_FEWEST_UPDATES = 16


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class StyleStep:
    """A report after an update.

    Attributes:
        update: Number of updates so far.
        share: Of the fitting that is done, 0 to 1.
        loss: Mean nats per id of the update's segments.
        hidden: (L, K, D), the best style so far by the held-out songs, or the latest one; a copy.
        held_out: The loss of `hidden` on the held-out songs; None without them.
        kept: The update that made `hidden`.
    """

    update: int
    share: float
    loss: float
    hidden: Floats
    held_out: float | None
    kept: int


class StyleFitting:
    """Fits a style to the songs of a store, but for some that are held out where there are enough.

    Args:
        model: In evaluation mode, with plain memory; its weights stay.
        store: The songs.
        steps: Divides ids into the model's steps; None for a model of ids.
        augmentation: Changes each song in each pass.
        seconds: How long to fit, but for a few updates at least.
        clock: Returns seconds.

    Raises:
        TrainingError: The model has no plain memory to begin with.
    """

    def __init__(
        self,
        model: Network,
        store: TokenStore,
        *,
        steps: StepDivider | None,
        augmentation: Augmentation | None = None,
        seconds: float = SECONDS,
        clock: Callable[[], float],
    ) -> None:
        if not model.config.mem_len or model.config.compression is not None:
            raise TrainingError(
                "A model without memory, or with compressed memory, cannot remember a style.",
                hint="Choose another model, or train one on the pieces.",
            )
        self._model = model.requires_grad_(requires_grad=False)
        self._store = store
        self._steps = steps
        self._augmentation = augmentation
        self._seconds = seconds
        self._clock = clock
        self._learned, self._held_out = _divided(store)

    def updates(self) -> Iterator[StyleStep]:
        """Yield a report after each update until the time is over; the last has the style."""
        began = self._clock()
        style = [layer.requires_grad_() for layer in self._first()]
        sizes = [float(layer.detach().square().mean().sqrt()) for layer in style]
        optimizer = torch.optim.Adam(
            [{"params": [layer], "size": size} for layer, size in zip(style, sizes, strict=True)],
            betas=_BETAS,
        )
        share, judged = 0.0, 0
        best: tuple[Floats, float, int] | None = None
        for update, batch in enumerate(self._batches(), 1):
            for group in optimizer.param_groups:
                group["lr"] = group["size"] * _RATE * (1.0 - (1.0 - _FINAL_RATE) * share)
            optimizer.zero_grad(set_to_none=True)
            nll, _, _ = segment_losses(
                self._model, _begun(batch), self._memory(style, rows=_BATCH.rows)
            )
            loss = nll.sum() / batch.count
            loss.backward()
            optimizer.step()
            passed = (self._clock() - began) / max(1e-9, self._seconds)
            share = min(1.0, passed, update / _FEWEST_UPDATES)
            hidden = _array(style)
            if len(self._held_out) and share * _JUDGEMENTS >= judged + 1:
                judged = int(share * _JUDGEMENTS)
                judgement = self.held_out_loss(hidden)
                if judgement is not None and (best is None or judgement < best[1]):
                    best = hidden, judgement, update
            yield StyleStep(
                update=update,
                share=share,
                loss=float(loss.detach()),
                hidden=best[0] if best else hidden,
                held_out=best[1] if best else None,
                kept=best[2] if best else update,
            )
            if share >= 1.0:
                return

    def held_out_loss(self, style: Floats | None) -> float | None:
        """Return the mean nats per id at the beginning of the held-out songs.

        Args:
            style: (L, K, D), with which each of them begins; None for none.

        Returns:
            None without such songs.
        """
        total, count = 0.0, 0
        for song in self._held_out:
            nats, ids = self._song_nats(song, style)
            total, count = total + nats, count + ids
        return total / count if count else None

    def memory(self, style: Floats) -> Memory:
        """Return the memory of one row that begins with a style, (L, K, D)."""
        return self._memory([torch.from_numpy(layer) for layer in style], rows=1)

    @torch.inference_mode()
    def _song_nats(self, song: int, style: Floats | None) -> tuple[float, int]:
        memory = self._model.empty_memory(1) if style is None else self.memory(style)
        total, count = 0.0, 0
        for place, batch in enumerate(self._batches(song)):
            if place == _JUDGED_SEGMENTS:
                break
            read = batch if style is None else _begun(batch)
            nll, _, memory = segment_losses(self._model, read, memory)
            total, count = total + float(nll.sum()), count + int(batch.count)
        return total, count

    def _batches(self, song: int | None = None) -> SongBatches:
        """Return the batches of the songs to learn from, without end, or those of one, once."""
        one = song is not None
        return SongBatches(
            self._store.tokens,
            self._store.offsets,
            replace(_BATCH, rows=1) if one else _BATCH,
            device="cpu",
            augmentation=None if one else self._augmentation,
            songs=self._learned if song is None else [song],
            epochs=1 if one else None,
            steps=self._steps,
        )

    @torch.no_grad()
    def _first(self) -> list[Tensor]:
        """Return the last positions of the memory after a segment: a style to begin with."""
        batch = next(iter(self._batches()))
        memory = self._model.empty_memory(_BATCH.rows)
        _, _, memory = segment_losses(self._model, batch, memory)
        longest = int(memory.age.argmax())
        seen = min(POSITIONS, int(memory.visible()[longest]))
        return [layer[longest, -seen:].clone() for layer in memory.hidden]

    def _memory(self, style: Sequence[Tensor], *, rows: int) -> Memory:
        """Return a memory of which only the style is seen."""
        empty = self._model.empty_memory(rows)
        seen = style[0].shape[0]
        hidden = tuple(
            torch.cat([nothing[:, seen:], layer[None].expand(rows, -1, -1)], dim=1)
            for nothing, layer in zip(empty.hidden, style, strict=True)
        )
        return replace(empty, hidden=hidden, age=torch.full_like(empty.age, seen))


def _divided(store: TokenStore) -> tuple[list[int], list[int]]:
    """Return the songs to learn from, and those that are held out."""
    learned, held_out = store.songs("train").tolist(), store.songs("valid").tolist()
    if len(learned) + len(held_out) < _FEWEST_TO_HOLD_OUT:
        return learned + held_out, []
    if not learned:
        return held_out[1:], held_out[:1]
    if not held_out:
        return learned[:-1], learned[-1:]
    return learned, held_out[:_MOST_HELD_OUT]


def _begun(batch: Batch | StepBatch) -> Batch | StepBatch:
    """Return a batch whose first songs do not hide the memory before them."""
    starts = batch.starts.clone()
    starts[:, 0] = False
    return replace(batch, starts=starts)


def _array(style: Sequence[Tensor]) -> Floats:
    return np.stack([layer.detach().numpy() for layer in style])
