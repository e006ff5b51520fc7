"""A running average of the weights, for validation and export.

Late in a run the weights oscillate around a minimum; their average is closer to it
(Polyak and Juditsky 1992; Izmailov et al. 2018, arXiv 1803.05407).
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import torch
from torch import Tensor, nn

# The decay rises as (1 + n) / (10 + n), so that the initial weights are soon forgotten.
_WARM_UP = 10.0


class AveragedWeights:
    """An exponential moving average of the weights of a model.

    Args:
        model: The model.
        decay: The decay per step, in [0, 1); 0 keeps no average.
    """

    def __init__(self, model: nn.Module, decay: float) -> None:
        self._model = model
        self._decay = decay
        self._steps = 0
        self._average: dict[str, Tensor] = {}

    @torch.no_grad()
    def add(self) -> None:
        """Add the weights after a step; the first call starts the average."""
        if not self._decay:
            return
        weights = dict(self._model.named_parameters())
        if not self._steps:
            self._average = {name: weight.detach().clone() for name, weight in weights.items()}
        else:
            decay = min(self._decay, (1.0 + self._steps) / (_WARM_UP + self._steps))
            torch._foreach_lerp_(list(self._average.values()), list(weights.values()), 1.0 - decay)
        self._steps += 1

    @contextmanager
    def used(self) -> Iterator[None]:
        """Swap the average into the model during the `with`."""
        self._swap()
        try:
            yield
        finally:
            self._swap()

    def state(self) -> dict[str, Tensor]:
        """Return the model's own weights and the number of averaged steps; empty without them.

        Checkpoints save the average itself as the weights of the model (`used`).
        """
        if not self._steps:
            return {}
        own = {name: weight.detach() for name, weight in self._model.named_parameters()}
        return {**own, "": torch.tensor(self._steps)}

    @torch.no_grad()
    def restore(self, state: Mapping[str, Tensor]) -> None:
        """Make the weights of the model the average, and load its own weights from `state`.

        Args:
            state: The result of `state`; if it is empty, the average starts again.
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

    def _swap(self) -> None:
        for name, weight in self._model.named_parameters():
            if name in self._average:
                weight.data, self._average[name] = self._average[name], weight.data
