"""Drawing the next id from logits, the same one every time for the same seed and logits.

Legend: V vocabulary.
"""

from collections import deque
from dataclasses import dataclass

import torch
from torch import Tensor

from engine.config import SamplingConfig
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
    """

    def __init__(self, config: SamplingConfig, *, seed: int | None = None) -> None:
        self.config = config
        self._generator = torch.Generator("cpu").manual_seed(config.seed if seed is None else seed)
        self._recent: deque[int] = deque(maxlen=RECENT)

    def draw(
        self, logits: Tensor, allowed: Tensor | None = None, *, echo: Repeat | None = None
    ) -> int:
        """Draw one id.

        One uniform number is used per draw whatever the logits are, and the id is where that
        number falls in the cumulated probabilities: logits that differ in their last digits give
        the same id unless the number lies on the very border.

        Args:
            logits: (V,), of any device and precision.
            allowed: (V,) bool, ids that may be drawn, or None for all.
            echo: What the piece did before, or None.

        Returns:
            The id.

        Raises:
            ValueError: If no id is allowed, or none has a finite logit.
        """
        share = torch.rand((), generator=self._generator, dtype=torch.float64)
        weights = probabilities(
            logits, self.config, allowed=allowed, echo=echo, recent=tuple(self._recent)
        ).cumsum(dim=-1)
        drawn = int(torch.searchsorted(weights, share * weights[-1], right=True))
        # Rounding may put the share on the total; the last id with any probability is meant then.
        last = int(torch.searchsorted(weights, weights[-1]))
        drawn = min(drawn, last)
        self._recent.append(drawn)
        return drawn

    def state(self) -> SamplerState:
        """Tell what the next draws depend on."""
        state = self._generator.get_state().numpy().tobytes()
        return SamplerState(generator=state, recent=tuple(self._recent))

    def restore(self, state: SamplerState) -> None:
        """Go back to a state that `state` told."""
        self._generator.set_state(torch.frombuffer(bytearray(state.generator), dtype=torch.uint8))
        self._recent = deque(state.recent, maxlen=RECENT)


def probabilities(
    logits: Tensor,
    config: SamplingConfig,
    *,
    allowed: Tensor | None = None,
    echo: Repeat | None = None,
    recent: tuple[int, ...] = (),
) -> Tensor:
    """Turn logits into the distribution that is drawn from.

    In this order: the mask, the repetition penalty (Keskar et al. 2019, arXiv 1909.05858,
    section 4.1), the temperature, top-k, top-p (Holtzman et al. 2019, arXiv 1904.09751) and min-p
    (Nguyen et al. 2024, arXiv 2407.01082), each of the last three on what the one before left, and
    at last the echo: were it there before, it would be so sure in the middle of a repetition that
    nothing else were left, and none would ever end.

    Args:
        logits: (V,).
        config: How.
        allowed: (V,) bool, ids that may be drawn, or None for all.
        echo: What the piece did before, or None; it counts where it is allowed.
        recent: Ids drawn lately.

    Returns:
        (V,) float64 on the CPU, summing to 1, zero where an id may not be drawn.

    Raises:
        ValueError: If no id is allowed, or none has a finite logit.
    """
    scores = logits.detach().to("cpu", torch.float64)
    if allowed is not None:
        scores = scores.masked_fill(~allowed.to("cpu", torch.bool), -torch.inf)
    best = scores.max()
    if not best.isfinite():
        raise ValueError("no id can be drawn: none is allowed, or the logits are not numbers")
    if config.repetition_penalty != 1.0 and recent:
        scores = _penalised(scores, config.repetition_penalty, recent)
    kept = _network(scores, config)
    if echo is not None and scores[echo.token].isfinite():
        kept = kept * (1.0 - echo.share)
        kept[echo.token] += echo.share
    if config.temperature == 0.0:
        return torch.zeros_like(kept).scatter_(0, kept.argmax()[None], 1.0)
    return kept


def _network(scores: Tensor, config: SamplingConfig) -> Tensor:
    """Return the network's own distribution, (V,) float64; all of it at temperature 0."""
    if config.temperature == 0.0:
        return scores.softmax(dim=-1)
    kept = (scores / config.temperature).softmax(dim=-1)
    if 0 < config.top_k < kept.numel():
        best_k = kept.topk(config.top_k)
        kept = torch.zeros_like(kept).scatter_(0, best_k.indices, best_k.values)
        kept = kept / kept.sum()
    if config.top_p < 1.0:
        kept = _nucleus(kept, config.top_p)
    if config.min_p > 0.0:
        kept = kept.where(kept >= config.min_p * kept.max(), 0.0)
    return kept / kept.sum()


def _penalised(scores: Tensor, penalty: float, recent: tuple[int, ...]) -> Tensor:
    ids = torch.tensor(sorted(set(recent)))
    drawn = scores[ids]
    return scores.index_copy(0, ids, torch.where(drawn > 0, drawn / penalty, drawn * penalty))


def _nucleus(kept: Tensor, share: float) -> Tensor:
    ordered, order = kept.sort(descending=True, stable=True)
    before = ordered.cumsum(dim=-1) - ordered
    return torch.zeros_like(kept).scatter_(0, order, ordered.where(before < share, 0.0))
