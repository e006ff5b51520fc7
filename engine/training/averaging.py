"""A running average of the weights: what is validated and exported, while training goes on.

Late in a run weights walk around what they are looking for; their average is nearer to it than
they are (Polyak and Juditsky 1992; Izmailov et al. 2018, arXiv 1803.05407).
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import torch
from torch import Tensor, nn

# Of the first n weights about n / 10 count: else the average would begin with what was drawn.
_BEGINNING = 10.0


class AveragedWeights:
    """An exponential average of a model's weights; of none where its decay is zero.

    Args:
        model: Whose.
        decay: Share of the average that is left after a step, in [0, 1).
    """

    def __init__(self, model: nn.Module, decay: float) -> None:
        self._model = model
        self._decay = decay
        self._steps = 0
        self._average: dict[str, Tensor] = {}

    @torch.no_grad()
    def add(self) -> None:
        """Take in the weights after a step; the first ones are the average."""
        if not self._decay:
            return
        weights = dict(self._model.named_parameters())
        if not self._steps:
            self._average = {name: weight.detach().clone() for name, weight in weights.items()}
        else:
            decay = min(self._decay, (1.0 + self._steps) / (_BEGINNING + self._steps))
            torch._foreach_lerp_(list(self._average.values()), list(weights.values()), 1.0 - decay)
        self._steps += 1

    @contextmanager
    def used(self) -> Iterator[None]:
        """Let the model have the average for its weights; afterwards it has its own again."""
        self._exchange()
        try:
            yield
        finally:
            self._exchange()

    def state(self) -> dict[str, Tensor]:
        """Return the model's own weights and how many were averaged; nothing without an average.

        The average itself is what `used` shows.
        """
        if not self._steps:
            return {}
        own = {name: weight.detach() for name, weight in self._model.named_parameters()}
        return {**own, "": torch.tensor(self._steps)}

    @torch.no_grad()
    def restore(self, state: Mapping[str, Tensor]) -> None:
        """Take the model's weights for the average, and give it those of `state` for its own.

        Args:
            state: What `state` returned; where that was nothing, the average begins anew.
        """
        self._average, self._steps = {}, 0
        if not state:
            return
        weights = dict(self._model.named_parameters())
        if self._decay:
            self._average = {name: weight.detach().clone() for name, weight in weights.items()}
            self._steps = int(state[""])
        for name, weight in weights.items():
            weight.copy_(state[name])

    def _exchange(self) -> None:
        for name, weight in self._model.named_parameters():
            if name in self._average:
                weight.data, self._average[name] = self._average[name], weight.data
