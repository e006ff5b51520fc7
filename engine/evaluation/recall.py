"""Does it know a melody again after so many segments? Synthetic recall by distance (T6).

Two bars of random notes, other random bars, then the first of the two again: how well are the
pitches of the second predicted, compared with the same music where another bar stood in its place
at the beginning? All that differs is what was heard so long ago; chance is the same for both.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray

from engine.evaluation.loss import SEGMENT
from engine.model.transformer_xl import TransformerXL
from engine.music.score import Note, Score, Track
from engine.tokens.tokenizer import Tokenizer
from engine.tokens.vocabulary import TokenKind

DISTANCES = (0, 1, 2, 3, 4, 6, 8)
NOTES = 8
_EIGHTH = 240
_SCALE = tuple(pitch for pitch in range(60, 85) if pitch % 12 in {0, 2, 4, 5, 7, 9, 11})

Melodies = NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Recall:
    """How well a bar is known again.

    Attributes:
        segments: How far back it stood, in segments of the evaluation.
        tokens: The same in ids.
        heard: Nats a pitch where it stood there.
        never: Nats a pitch where another bar did.
        error: Standard error of the difference, over trials.
    """

    segments: int
    tokens: int
    heard: float
    never: float
    error: float

    @property
    def gain(self) -> float:
        """Nats a pitch that are recalled."""
        return self.never - self.heard


def recall_by_distance(
    model: TransformerXL,
    tokenizer: Tokenizer,
    *,
    distances: Sequence[int] = DISTANCES,
    trials: int = 16,
    segment_length: int = SEGMENT,
    seed: int = 0,
) -> tuple[Recall, ...]:
    """Return recall at each distance.

    Args:
        model: In evaluation mode.
        tokenizer: The model's.
        distances: In segments; 0 is at once.
        trials: Melodies at each distance.
        segment_length: T.
        seed: Of the melodies.
    """
    draw = np.random.default_rng(seed)
    bar_length = len(_bar_ids(tokenizer, _random_bars(draw, 2))[1])
    found = []
    for distance in distances:
        between = max(0, round(distance * segment_length / bar_length) - 2)
        rows, places = [], np.zeros(0, np.int64)
        for _ in range(trials):
            # Lead, cue, answer, what is between, then cue and answer again, and another answer.
            melody = _random_bars(draw, 4 + between)
            lead, cue, answer, other = melody[0], melody[1], melody[2], melody[3]
            for first in (answer, other):
                bars = np.stack([lead, cue, first, *melody[4:], cue, answer])
                ids = _bar_ids(tokenizer, bars)
                rows.append(np.concatenate([[tokenizer.begin], *ids]))
                kinds = tokenizer.vocabulary.kinds[ids[-1]]
                before = len(rows[-1]) - len(ids[-1])
                places = before + np.flatnonzero(kinds == TokenKind.PITCH)
        nats = _nats(model, np.stack(rows), places, segment_length).reshape(trials, 2)
        gains = nats[:, 1] - nats[:, 0]
        found.append(
            Recall(
                segments=distance,
                tokens=(between + 2) * bar_length,
                heard=float(nats[:, 0].mean()),
                never=float(nats[:, 1].mean()),
                error=float(gains.std(ddof=1) / np.sqrt(trials)) if trials > 1 else 0.0,
            )
        )
    return tuple(found)


def _random_bars(draw: np.random.Generator, count: int) -> Melodies:
    """Draw pitches, (count, NOTES)."""
    return draw.choice(_SCALE, size=(count, NOTES))


def _bar_ids(tokenizer: Tokenizer, bars: Melodies) -> list[NDArray[np.uint16]]:
    """Return the ids of each bar; from the second on they are equally many."""
    notes = tuple(
        Note(index * _EIGHTH, int(pitch), _EIGHTH) for index, pitch in enumerate(bars.reshape(-1))
    )
    encoded = tokenizer.encode(Score(tracks=(Track(notes=notes),)), bars=len(bars))
    return np.split(encoded.ids, encoded.bars[1 : len(bars)])


@torch.inference_mode()
def _nats(
    model: TransformerXL,
    rows: NDArray[np.uint16],
    places: NDArray[np.int64],
    segment_length: int,
) -> NDArray[np.float64]:
    """Return each row's mean nats of the ids at `places`, (rows,)."""
    ids = torch.from_numpy(rows.astype(np.int64)).to(model.device)
    memory = model.empty_memory(len(ids))
    nats = np.zeros(ids.shape)
    for start in range(0, ids.shape[1] - 1, segment_length):
        stop = min(start + segment_length, ids.shape[1] - 1)
        nll, _, memory = model.losses(ids[:, start:stop], ids[:, start + 1 : stop + 1], memory)
        nats[:, start + 1 : stop + 1] = nll.double().cpu().numpy()
    mean: NDArray[np.float64] = nats[:, places].mean(axis=1)
    return mean
