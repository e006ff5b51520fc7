"""Augment songs by a table look-up on ids: transposition, velocity, tempo, parts, instruments.

Legend: A variants, V vocabulary. A variant is a transposition, a velocity shift and a tempo shift.
The table has one row of ids for each, so that one gather on the device changes a batch.
"""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from engine.tokens.vocabulary import DRUMS, TokenKind, Vocabulary

# A0 to C8: music within it stays within it, so that a pianist can play it.
PIANO_RANGE = (21, 108)
_FAMILY = 8  # programs in a family of General MIDI
_PARTS = 1  # separates these random numbers from the others of the same seed and epoch


@dataclass(frozen=True, slots=True, kw_only=True)
class AugmentationConfig:
    """The largest changes of songs; 0 switches a change off.

    Attributes:
        semitones: Largest transposition up or down; drums never move.
        velocity_steps: Largest shift up or down, in steps of the vocabulary.
        tempo_steps: Largest shift up or down, in steps of the vocabulary (2.9 % each of 96).
        renumbered: Share of songs whose parts get random numbers.
        kin: Share of parts that another instrument of their family plays.
        strangers: Share of parts that any instrument plays.
        seed: Draws the variant, together with the song's number and the epoch.
    """

    semitones: int = 6
    velocity_steps: int = 2
    tempo_steps: int = 2
    renumbered: float = 0.3
    kin: float = 0.4
    strangers: float = 0.05
    seed: int = 0

    def __post_init__(self) -> None:
        for name in ("semitones", "velocity_steps", "tempo_steps"):
            value = getattr(self, name)
            if not 0 <= value <= 12:
                raise ValueError(f"{name} must be in [0, 12], not {value}")


class Augmentation:
    """Draws a variant for each song and epoch, and holds the table of all variants.

    Args:
        vocabulary: The vocabulary of the ids.
        config: The largest changes.

    Attributes:
        config: The largest changes.
        table: Ids of each variant, int16 (an id is under 32,768), (A, V). Velocity and tempo are
            clipped to the vocabulary; `draw` keeps pitches within 0 to 127.
    """

    def __init__(self, vocabulary: Vocabulary, config: AugmentationConfig | None = None) -> None:
        self.config = config or AugmentationConfig()
        self._vocabulary = vocabulary
        self._shape = tuple(
            2 * reach + 1
            for reach in (
                self.config.semitones,
                self.config.velocity_steps,
                self.config.tempo_steps,
            )
        )
        self.table = self._make_table()

    def pitch_range(
        self, tokens: NDArray[np.uint16], offsets: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """Return (lowest, highest) pitch of each song, drums left out, (songs, 2).

        A song without pitches has (0, 127), and so is never transposed.
        """
        first = self._vocabulary.first_of(TokenKind.PITCH)
        ranges = np.empty((len(offsets) - 1, 2), dtype=np.int64)
        for song, (start, end) in enumerate(pairwise(offsets.tolist())):
            pitches = tokens[start:end].astype(np.int64) - first
            pitches = pitches[(pitches >= 0) & (pitches < 128)]
            ranges[song] = (pitches.min(), pitches.max()) if len(pitches) else (0, 127)
        return ranges

    def draw(self, ranges: NDArray[np.int64], *, epoch: int) -> NDArray[np.int64]:
        """Return the variant of each song in an epoch, (songs,).

        Songs within the range of a piano stay in it, and all stay within 0 to 127.

        Args:
            ranges: As from `pitch_range`, (songs, 2).
            epoch: From 0.
        """
        generator = np.random.default_rng([self.config.seed, epoch])
        lowest, highest = ranges[:, 0], ranges[:, 1]
        inside = (lowest >= PIANO_RANGE[0]) & (highest <= PIANO_RANGE[1])
        floor = np.where(inside, PIANO_RANGE[0], 0)
        ceiling = np.where(inside, PIANO_RANGE[1], 127)
        semitones, velocities, tempos = (width // 2 for width in self._shape)
        down = np.maximum(floor - lowest, -semitones)
        up = np.minimum(ceiling - highest, semitones)
        transposition = generator.integers(down, up, endpoint=True)
        velocity = generator.integers(-velocities, velocities, size=len(ranges), endpoint=True)
        tempo = generator.integers(-tempos, tempos, size=len(ranges), endpoint=True)
        return self.variant(transposition, velocity, tempo)

    def draw_parts(
        self, programs: NDArray[np.int64], *, epoch: int
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return numbers and programs of each song's parts in one epoch, both (songs, K).

        Numbers ascend, to keep the order of a song's notes. Some songs get random numbers, so that
        the model learns all numbers and that they only mean "the same part"; the others count from
        0, as pieces in use do. Drums stay drums.

        Args:
            programs: Program ids that the songs declare, (songs, K); -1 if there is no part.
            epoch: From 0.
        """
        generator = np.random.default_rng([self.config.seed, epoch, _PARTS])
        shape = programs.shape
        count = (programs >= 0).sum(axis=1, keepdims=True)
        chosen = generator.random(shape).argsort(axis=1).argsort(axis=1) < count
        numbers = np.argsort(~chosen, axis=1, kind="stable").astype(np.int64)
        renumbered = generator.random((shape[0], 1)) < self.config.renumbered
        numbers = np.where(renumbered, numbers, np.arange(shape[1]))
        first = self._vocabulary.program_ids[0]
        program = np.where(programs >= 0, self._vocabulary.values[programs], DRUMS)
        other = program // _FAMILY * _FAMILY + generator.integers(0, _FAMILY, shape)
        chance = generator.random(shape)
        strange = chance < self.config.strangers
        other = np.where(strange, generator.integers(0, 128, shape), other)
        changed = (program >= 0) & (chance < self.config.strangers + self.config.kin)
        return numbers, np.where(changed, other + first, programs)

    def variant(
        self,
        transposition: NDArray[np.int64],
        velocity: NDArray[np.int64],
        tempo: NDArray[np.int64],
    ) -> NDArray[np.int64]:
        """Return the row of `table` for each triple of shifts, all (n,)."""
        shifts = np.stack((transposition, velocity, tempo))
        halves = np.array([width // 2 for width in self._shape])[:, None]
        rows: NDArray[np.int64] = np.ravel_multi_index(tuple(shifts + halves), self._shape)
        return rows

    def _make_table(self) -> NDArray[np.int16]:
        size = len(self._vocabulary)
        table = np.tile(np.arange(size, dtype=np.int64), (*self._shape, 1))
        kinds = (TokenKind.PITCH, TokenKind.VELOCITY, TokenKind.TEMPO)
        for axis, (kind, width) in enumerate(zip(kinds, self._shape, strict=True)):
            ids = self._vocabulary.ids_of(kind)
            shifts = np.arange(width) - width // 2
            moved = np.clip(ids[None, :] + shifts[:, None], ids[0], ids[-1])
            where = [1, 1, 1, len(ids)]
            where[axis] = width
            table[..., ids] = np.broadcast_to(moved.reshape(where), (*self._shape, len(ids)))
        if self._vocabulary.has_chords:
            self._transpose_chords(table)
        return table.reshape(-1, size).astype(np.int16)

    def _transpose_chords(self, table: NDArray[np.int64]) -> None:
        ids = self._vocabulary.chord_ids
        reach = self.config.semitones
        for (root, quality), token in ids.items():
            for place in range(2 * reach + 1 if root >= 0 else 0):
                table[place, ..., token] = ids[(root + place - reach) % 12, quality]
