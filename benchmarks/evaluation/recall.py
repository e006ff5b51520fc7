"""Does it know a melody again after so many segments? Synthetic recall by distance (T6).

Two bars of random notes, other random bars, then the first of the two again: how well are the
pitches of the second predicted, compared with the same music where another bar stood in its place
at the beginning? All that differs is what was heard so long ago; chance is the same for both.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from benchmarks.evaluation.reading import SEGMENT, Reading, nats_at_end
from benchmarks.evaluation.song import Ids
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
        steps: The same in steps.
        heard: Nats a pitch where it stood there.
        never: Nats a pitch where another bar did.
        error: Standard error of the difference, over trials.
    """

    segments: int
    steps: int
    heard: float
    never: float
    error: float

    @property
    def gain(self) -> float:
        """Nats a pitch that are recalled."""
        return self.never - self.heard


def recall_by_distance(
    reading: Reading,
    tokenizer: Tokenizer,
    *,
    distances: Sequence[int] = DISTANCES,
    trials: int = 16,
    segment_length: int = SEGMENT,
    seed: int = 0,
) -> tuple[Recall, ...]:
    """Return recall at each distance.

    Args:
        reading: Of the network.
        tokenizer: Its tokenizer.
        distances: In segments; 0 is at once.
        trials: Melodies at each distance.
        segment_length: T, in steps.
        seed: Of the melodies.
    """
    draw = np.random.default_rng(seed)
    bar_length = _bar_length(reading, _random_bars(draw, 2), tokenizer)
    found = []
    for distance in distances:
        between = max(0, round(distance * segment_length / bar_length) - 2)
        rows = []
        for _ in range(trials):
            # Lead, cue, answer, what is between, then cue and answer again, and another answer.
            melody = _random_bars(draw, 4 + between)
            lead, cue, answer, other = melody[0], melody[1], melody[2], melody[3]
            for first in (answer, other):
                bars = np.stack([lead, cue, first, *melody[4:], cue, answer])
                rows.append(_ids(tokenizer, bars))
        nats = _nats(reading, rows, bar_length, segment_length).reshape(trials, 2)
        gains = nats[:, 1] - nats[:, 0]
        found.append(
            Recall(
                segments=distance,
                steps=(between + 2) * bar_length,
                heard=float(nats[:, 0].mean()),
                never=float(nats[:, 1].mean()),
                error=float(gains.std(ddof=1) / np.sqrt(trials)) if trials > 1 else 0.0,
            )
        )
    return tuple(found)


def _random_bars(draw: np.random.Generator, count: int) -> Melodies:
    """Draw pitches, (count, NOTES)."""
    return draw.choice(_SCALE, size=(count, NOTES))


def _ids(tokenizer: Tokenizer, bars: Melodies) -> Ids:
    """Return the begin and the ids of bars; from the second on they are equally many."""
    notes = tuple(
        Note(index * _EIGHTH, int(pitch), _EIGHTH) for index, pitch in enumerate(bars.reshape(-1))
    )
    # Chance notes have no chords: nothing is to be told of a bar before its notes.
    encoded = tokenizer.encode(Score(tracks=(Track(notes=notes),)), bars=len(bars), chords=())
    return np.concatenate([[tokenizer.begin], encoded.ids]).astype(np.uint16)


def _bar_length(reading: Reading, bars: Melodies, tokenizer: Tokenizer) -> int:
    """Return how many steps a bar has."""
    one, two = (reading.song(_ids(tokenizer, some)).steps for some in (bars[:1], bars))
    return two - one


def _nats(
    reading: Reading, songs: list[Ids], last: int, segment_length: int
) -> NDArray[np.float64]:
    """Return the mean nats of the pitches in the last steps of each, (songs,)."""
    rows = reading.side_by_side([reading.song(ids).rows for ids in songs])
    nats = nats_at_end(reading, rows, last=last, segment_length=segment_length)
    targets = rows.targets[:, -last:].numpy()
    pitches = (targets >= 0) & (reading.vocabulary.kinds[targets] == TokenKind.PITCH)
    mean: NDArray[np.float64] = (nats * pitches).sum(axis=(1, 2)) / pitches.sum(axis=(1, 2))
    return mean
