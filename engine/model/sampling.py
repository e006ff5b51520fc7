"""Drawing the next id from logits, the same one every time for the same seed and logits.

Legend: K rows drawn together, V vocabulary.
"""

import math
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from engine.config import SamplingConfig
from engine.errors import ModelFileError
from engine.model.echo import Repeat

RECENT = 64
"""Ids that count as drawn lately for the repetition penalty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SamplerState:
    """Everything that the next draws depend on besides config and logits.

    Attributes:
        generator: The generator's state.
        recent: Ids drawn lately, oldest first.
    """

    generator: bytes
    recent: tuple[int, ...]


class Sampler:
    """Draws ids with a generator of its own, so that nothing else in the program moves it.

    Attributes:
        config: How; it may be replaced between draws.
        recent: Ids drawn lately, oldest first.
    """

    def __init__(self, config: SamplingConfig, *, seed: int | None = None) -> None:
        self.config = config
        self._generator = torch.Generator("cpu").manual_seed(config.seed if seed is None else seed)
        self.recent: deque[int] = deque(maxlen=RECENT)

    def draw(self, logits: Tensor, *, echo: Repeat | None = None) -> int:
        """Draw one id.

        One uniform number is used per draw whatever the logits are, and the id is where that
        number falls in the cumulated probabilities: logits that differ in their last digits give
        the same id unless the number lies on the very border.

        Args:
            logits: (V,), of any device and precision; −inf where an id may not be drawn.
            echo: What the piece did before, or None.

        Returns:
            The id.

        Raises:
            ValueError: If none has a finite logit.
        """
        return draw_rows([self], logits[None], [echo])[0]

    def share(self) -> float:
        """Return the uniform number in [0, 1) that the next draw is made by."""
        return float(torch.rand((), generator=self._generator, dtype=torch.float64))

    def state(self) -> SamplerState:
        """Tell what the next draws depend on."""
        state = self._generator.get_state().numpy().tobytes()
        return SamplerState(generator=state, recent=tuple(self.recent))

    def restore(self, state: SamplerState) -> None:
        """Go back to a state that `state` told."""
        self._generator.set_state(torch.frombuffer(bytearray(state.generator), dtype=torch.uint8))
        self.recent = deque(state.recent, maxlen=RECENT)


def draw_rows(
    samplers: Sequence[Sampler], logits: Tensor, echoes: Sequence[Repeat | None]
) -> list[int]:
    """Draw one id for each row, all rows at once: the same that each would draw alone.

    Args:
        samplers: K of them, of one config.
        logits: (K, V), of any device and precision; −inf where an id may not be drawn.
        echoes: What each row's piece did before, or None; K of them.

    Returns:
        The ids, K of them.

    Raises:
        ModelFileError: If the network gives no numbers.
        ValueError: If a row has no finite logit.
    """
    recent = [tuple(sampler.recent) for sampler in samplers]
    kept = probabilities(logits, samplers[0].config, echoes=echoes, recent=recent)
    weights = kept.cumsum(dim=-1)
    totals: list[float] = weights[:, -1].tolist()
    shares = [[sampler.share() * total] for sampler, total in zip(samplers, totals, strict=True)]
    places = torch.tensor(shares, dtype=torch.float64)
    drawn: list[list[int]] = torch.searchsorted(weights, places, right=True).tolist()
    ids = [place for (place,) in drawn]
    for row, (sampler, token) in enumerate(zip(samplers, ids, strict=True)):
        if token == weights.shape[-1]:
            # Rounding put the share on the total: the last id with any probability is meant.
            ids[row] = int(kept[row].nonzero()[-1])
        sampler.recent.append(ids[row])
    return ids


def probabilities(
    logits: Tensor,
    config: SamplingConfig,
    *,
    echoes: Sequence[Repeat | None] = (),
    recent: Sequence[tuple[int, ...]] = (),
) -> Tensor:
    """Turn logits into the distributions that are drawn from.

    In this order: the repetition penalty (Keskar et al. 2019, arXiv 1909.05858, section 4.1), the
    temperature, top-k, top-p (Holtzman et al. 2019, arXiv 1904.09751), typical-p (Meister et al.
    2022, arXiv 2202.00666) and min-p (Nguyen et al. 2024, arXiv 2407.01082), each of the last four
    on what the one before left, and at last the echo: were it there before, it would be so sure in
    the middle of a repetition that nothing else were left, and none would ever end.

    Args:
        logits: (K, V); −inf where an id may not be drawn.
        config: How.
        echoes: What each row's piece did before, or None; it counts where it may be drawn.
        recent: Ids drawn lately in each row.

    Returns:
        (K, V) float64 on the CPU, each row summing to 1, zero where an id may not be drawn.

    Raises:
        ModelFileError: If the network gives no numbers.
        ValueError: If a row has no finite logit.
    """
    scores = logits.detach().to("cpu", torch.float64)
    if config.repetition_penalty != 1.0:
        scores = _penalised(scores, config.repetition_penalty, recent)
    kept = _network(scores, config)
    if not all(map(math.isfinite, kept[:, 0].tolist())):
        if bool((scores.isnan() | scores.isposinf()).any()):
            raise ModelFileError(
                "The model gives no numbers, so that no note can be drawn.",
                hint="Its weights or its description are damaged: choose another model.",
            )
        raise ValueError("no id can be drawn: none is allowed")
    for row, echo in enumerate(echoes):
        if echo is not None and bool(scores[row, echo.token].isfinite()):
            kept[row] *= 1.0 - echo.share
            kept[row, echo.token] += echo.share
    if config.temperature == 0.0:
        return torch.zeros_like(kept).scatter_(-1, kept.argmax(dim=-1, keepdim=True), 1.0)
    return kept


def _network(scores: Tensor, config: SamplingConfig) -> Tensor:
    """Return the network's own distributions, (K, V) float64; all of them at temperature 0."""
    if config.temperature == 0.0:
        return scores.softmax(dim=-1)
    kept = (scores / config.temperature).softmax(dim=-1)
    if 0 < config.top_k < kept.shape[-1]:
        best = kept.topk(config.top_k)
        kept = _shared(torch.zeros_like(kept).scatter_(-1, best.indices, best.values))
    if config.top_p < 1.0:
        kept = _shared(_smallest_set(kept, -kept, config.top_p))
    if config.typical_p < 1.0:
        kept = _shared(_smallest_set(kept, _surprise(kept), config.typical_p))
    if config.min_p > 0.0:
        kept = kept.where(kept >= config.min_p * kept.amax(dim=-1, keepdim=True), 0.0)
    return _shared(kept)


def _shared(kept: Tensor) -> Tensor:
    whole: Tensor = kept / kept.sum(dim=-1, keepdim=True)
    return whole


def _penalised(scores: Tensor, penalty: float, recent: Sequence[tuple[int, ...]]) -> Tensor:
    scores = scores.clone()
    for row, drawn_lately in zip(scores, recent, strict=False):
        ids = torch.tensor(sorted(set(drawn_lately)), dtype=torch.int64)
        drawn = row[ids]
        row[ids] = torch.where(drawn > 0, drawn / penalty, drawn * penalty)
    return scores


def _surprise(kept: Tensor) -> Tensor:
    """Return by how much each id tells more, or less, than is to be expected, (K, V)."""
    expected: Tensor = torch.special.entr(kept).sum(dim=-1, keepdim=True)
    return (kept.log() + expected).abs()


def _smallest_set(kept: Tensor, rank: Tensor, share: float) -> Tensor:
    """Keep the ids of lowest rank that just hold a share of all, (K, V)."""
    order = rank.argsort(dim=-1, stable=True)
    ordered = kept.gather(-1, order)
    before = ordered.cumsum(dim=-1) - ordered
    return torch.zeros_like(kept).scatter_(-1, order, ordered.where(before < share, 0.0))
