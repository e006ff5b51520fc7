"""Draws the next id from logits; the same seed and logits give the same id.

Legend: K rows drawn together, V vocabulary, N ids that some row may draw.
"""

from collections import deque
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.ground.errors import ModelFileError
from engine.values.config import SamplingConfig

RECENT = 64
"""Number of the last drawn ids that the repetition penalty lowers."""

_AT_ONCE = 64  # numbers that a generator makes at once; a single one has the cost of a block

Floats = NDArray[np.float64]


class Guess(NamedTuple):
    """An id that is mixed into a distribution.

    Attributes:
        token: The id.
        share: Its probability in the mixture, 0 to 1.
    """

    token: int
    share: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SamplerState:
    """The state of a sampler: with config and logits it decides the next draws.

    Attributes:
        seed: The seed of the generator.
        drawn: How many numbers were taken from it.
        recent: The last drawn ids, oldest first.
    """

    seed: int
    drawn: int
    recent: tuple[int, ...]


class Uniforms:
    """Uniform numbers in [0, 1) of one seed, the same as PyTorch's.

    The generator is MT19937 with PyTorch's seeding and PyTorch's way to a double: a seed gives the
    numbers of `torch.rand((), generator=torch.Generator().manual_seed(seed), dtype=float64)`.

    Args:
        seed: Any integer; PyTorch, too, seeds this generator with its low 32 bits.
        drawn: How many numbers to skip.

    Attributes:
        seed: The argument.
        drawn: How many numbers were taken or skipped.
    """

    def __init__(self, seed: int, *, drawn: int = 0) -> None:
        self.seed, self.drawn = seed, drawn
        self._words = np.random.RandomState(seed & 0xFFFFFFFF)
        if drawn:
            self._take(drawn)
        self._block: deque[float] = deque()

    def next(self) -> float:
        """Return the next number."""
        if not self._block:
            self._block.extend(self._take(_AT_ONCE).tolist())
        self.drawn += 1
        return self._block.popleft()

    def _take(self, count: int) -> Floats:
        words = self._words.randint(0, 1 << 32, size=(count, 2), dtype=np.uint32).astype(np.uint64)
        bits = (words[:, 0] << np.uint64(32) | words[:, 1]) & np.uint64((1 << 53) - 1)
        numbers: Floats = bits.astype(np.float64) * 2.0**-53
        return numbers


class Sampler:
    """Draws ids with its own generator, which no other code uses.

    Attributes:
        config: Truncation and temperature; it may be replaced between draws.
        recent: The last drawn ids, oldest first.
    """

    def __init__(self, config: SamplingConfig, *, seed: int | None = None) -> None:
        self.config = config
        self._uniforms = Uniforms(config.seed if seed is None else seed)
        self.recent: deque[int] = deque(maxlen=RECENT)

    def draw(self, logits: NDArray[np.floating], *, guess: Guess | None = None) -> int:
        """Draw one id.

        Each draw takes one uniform number, whatever the logits are. The id is the place of that
        number in the cumulative probabilities, so logits that differ in their last digits give
        the same id unless the number lies at a border.

        Args:
            logits: (V,), −inf where an id may not be drawn.
            guess: The distribution to mix in, or None.

        Raises:
            ValueError: If none has a finite logit.
        """
        return draw_rows([self], logits[None], [guess])[0]

    def uniform(self) -> float:
        """Take the next number in [0, 1) from the generator."""
        return self._uniforms.next()

    def state(self) -> SamplerState:
        """Return the state, for `restore`."""
        uniforms = self._uniforms
        return SamplerState(seed=uniforms.seed, drawn=uniforms.drawn, recent=tuple(self.recent))

    def restore(self, state: SamplerState) -> None:
        """Go back to a state that `state` returned."""
        self._uniforms = Uniforms(state.seed, drawn=state.drawn)
        self.recent = deque(state.recent, maxlen=RECENT)


def draw_rows(
    samplers: Sequence[Sampler],
    logits: NDArray[np.floating],
    guesses: Sequence[Guess | None],
) -> list[int]:
    """Draw one id for each row, all rows at once: the same that each would draw alone.

    Args:
        samplers: K of them, of one config.
        logits: (K, V), −inf where an id may not be drawn.
        guesses: Distributions to mix into each row, or None; K of them.

    Raises:
        ModelFileError: If the network gives no numbers.
        ValueError: If a row has no finite logit.
    """
    config = samplers[0].config
    recent = [sampler.recent for sampler in samplers]
    numbers, kept = _of_open_ids(logits, config, guesses, recent)
    weights = np.add.accumulate(kept, axis=-1)
    places = np.array([sampler.uniform() for sampler in samplers]) * weights[:, -1]
    columns: list[int] = np.add.reduce(weights <= places[:, None], axis=-1).tolist()
    ids = []
    for row, sampler in enumerate(samplers):
        column = columns[row]
        if column == len(numbers):
            # Rounding put the number at the total, so it falls on the last id with any probability.
            column = int(np.flatnonzero(kept[row])[-1])
        ids.append(int(numbers[column]))
        sampler.recent.append(ids[row])
    return ids


def probabilities(
    logits: NDArray[np.floating],
    config: SamplingConfig,
    *,
    guesses: Sequence[Guess | None] = (),
    recent: Sequence[Collection[int]] = (),
) -> Floats:
    """Turn logits into the distributions that are drawn from.

    In this order: the repetition penalty (Keskar et al. 2019, arXiv 1909.05858, section 4.1), the
    temperature, top-k, top-p (Holtzman et al. 2019, arXiv 1904.09751), typical-p (Meister et al.
    2022, arXiv 2202.00666) and min-p (Nguyen et al. 2024, arXiv 2407.01082), each of the last four
    on what the one before left, and at last the guesses: mixed in before, a guess would be so sure
    in the middle of a repetition that min-p left nothing else, and no repetition would ever end.

    Args:
        logits: (K, V); −inf where an id may not be drawn.
        config: How.
        guesses: Distributions to mix into each row, or None; only allowed ids count.
        recent: The last drawn ids of each row.

    Returns:
        (K, V), each row summing to 1, zero where an id may not be drawn.

    Raises:
        ModelFileError: If the network gives no numbers.
        ValueError: If a row has no finite logit.
    """
    numbers, kept = _of_open_ids(logits, config, guesses, recent)
    found = np.zeros(logits.shape)
    found[:, numbers] = kept
    return found


def _of_open_ids(
    logits: NDArray[np.floating],
    config: SamplingConfig,
    guesses: Sequence[Guess | None],
    recent: Sequence[Collection[int]],
) -> tuple[NDArray[np.int64], Floats]:
    """Return the ids that some row may draw, (N,) ascending, and the distributions over them.

    Music allows a few dozen ids at any place, and everything here costs by the id.
    """
    if config.repetition_penalty != 1.0:
        logits = _penalised(logits, config.repetition_penalty, recent)
    # Not a number counts as open, so that it is noticed.
    numbers = np.flatnonzero(np.logical_or.reduce(logits != -np.inf, axis=0))
    scores = logits.take(numbers, axis=-1).astype(np.float64)
    best = np.maximum.reduce(scores, axis=-1, initial=-np.inf)
    if not np.isfinite(best).all():
        if not (best == -np.inf).any():
            raise ModelFileError(
                "The model gives no numbers, so that no note can be drawn.",
                hint="Its weights or its description are damaged: choose another model.",
            )
        raise ValueError("no id can be drawn: none is allowed")
    kept = _network(scores, best, config)
    _mix_in(kept, scores, numbers, guesses)
    if config.temperature == 0.0:
        likeliest = kept.argmax(axis=-1)
        kept[:] = 0.0
        kept[np.arange(len(kept)), likeliest] = 1.0
    return numbers, kept


def _mix_in(
    kept: Floats, scores: Floats, numbers: NDArray[np.int64], guesses: Sequence[Guess | None]
) -> None:
    """Mix guesses in where they may be drawn, in place."""
    columns = numbers.searchsorted([guess.token if guess else 0 for guess in guesses]).tolist()
    for row, (guess, column) in enumerate(zip(guesses, columns, strict=True)):
        if guess is None or column == len(numbers) or numbers[column] != guess.token:
            continue
        if scores[row, column] > -np.inf:
            kept[row] *= 1.0 - guess.share
            kept[row, column] += guess.share


def _network(scores: Floats, best: Floats, config: SamplingConfig) -> Floats:
    """Return the network's own distributions, (K, V); all of them at temperature 0."""
    kept = scores - best[:, None]
    if config.temperature not in (0.0, 1.0):
        kept /= config.temperature
    np.exp(kept, out=kept)
    if config.temperature == 0.0:
        return _normalised(kept)
    if 0 < config.top_k < kept.shape[-1]:
        order = np.argpartition(kept, -config.top_k, axis=-1)
        np.put_along_axis(kept, order[:, : -config.top_k], 0.0, axis=-1)
    if config.top_p < 1.0:
        kept = _normalised(kept)
        _keep_smallest_set(kept, -kept, config.top_p)
    if config.typical_p < 1.0:
        kept = _normalised(kept)
        _keep_smallest_set(kept, _surprise(kept), config.typical_p)
    if config.min_p > 0.0:
        kept *= kept >= config.min_p * np.maximum.reduce(kept, axis=-1, keepdims=True)
    return _normalised(kept)


def _normalised(kept: Floats) -> Floats:
    kept /= np.add.reduce(kept, axis=-1, keepdims=True)
    return kept


def _penalised(
    logits: NDArray[np.floating], penalty: float, recent: Sequence[Collection[int]]
) -> Floats:
    scores = logits.astype(np.float64)
    for row, drawn_lately in zip(scores, recent, strict=False):
        ids = sorted(set(drawn_lately))
        drawn = row[ids]
        row[ids] = np.where(drawn > 0, drawn / penalty, drawn * penalty)
    return scores


def _surprise(kept: Floats) -> Floats:
    """Return by how much each id tells more, or less, than is to be expected, (K, V)."""
    with np.errstate(divide="ignore", invalid="ignore"):
        nats = np.log(kept)
        expected = -np.where(kept > 0, kept * nats, 0.0).sum(axis=-1, keepdims=True)
    surprise: Floats = np.abs(nats + expected)
    return surprise


def _keep_smallest_set(kept: Floats, rank: Floats, share: float) -> None:
    """Keep the ids of lowest rank that just hold a share of all; zero the others in place."""
    order = rank.argsort(axis=-1, kind="stable")
    ordered = np.take_along_axis(kept, order, axis=-1)
    before = ordered.cumsum(axis=-1) - ordered
    np.put_along_axis(kept, order, np.where(before < share, ordered, 0.0), axis=-1)
