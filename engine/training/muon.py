"""Muon: an optimizer that moves a matrix equally in all directions of its gradients.

The gradient of a layer's matrix is nearly of low rank, and AdamW follows its few large directions.
Muon makes the singular values of the momentum equal before it moves (Jordan et al. 2024, *Muon: an
optimizer for hidden layers in neural networks*). It needs half of AdamW's songs or fewer for the
same loss: experiment 2026-11-22-muon. Its step is scaled so that a learning rate and a
weight decay mean the same as for AdamW (Liu et al. 2025, arXiv 2502.16982, section 2.2).

`torch.optim.Muon` calculates in bfloat16 and matrix by matrix, which is sixty times slower than
this one on a processor without bfloat16 instructions.

Muon takes up to a quarter of the time of a step of 2,048 notes. Processes that train together
therefore divide the matrices among them; each would compute the same directions.

Legend: N matrices of the same shape, O outputs, I inputs.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence

import torch
from torch import Tensor

from engine.training.ranks import Ranks

# As in Jordan et al.
MOMENTUM = 0.95
# Of Jordan et al.: the polynomial that brings small singular values up fastest; five turns bring
# all of them to between 0.7 and 1.2, which is near enough to 1.
_POLYNOMIAL = (3.4445, -4.7750, 2.0315)
_TURNS = 5
_ADAM_RMS = 0.2
"""Root mean square of what AdamW usually moves a weight by, in learning rates."""


class Muon(torch.optim.Optimizer):
    """Moves matrices; other weights need another optimizer.

    Args:
        matrices: Each (O, I).
        learning_rate: As for AdamW.
        weight_decay: As for AdamW.
        dtype: The precision: bfloat16 where the device has it, or float32.
        ranks: The processes with the same matrices and gradients.
    """

    def __init__(
        self,
        matrices: Iterable[Tensor],
        *,
        learning_rate: float,
        weight_decay: float,
        dtype: torch.dtype = torch.float32,
        ranks: Ranks | None = None,
    ) -> None:
        super().__init__(matrices, {"lr": learning_rate, "weight_decay": weight_decay})
        self._dtype = dtype
        self._ranks = ranks or Ranks()

    @torch.no_grad()
    def step(self, closure: None = None) -> None:  # type: ignore[override]  # noqa: ARG002
        """Move the matrices that have a gradient; `closure` is ignored."""
        for group in self.param_groups:
            weights = [weight for weight in group["params"] if weight.grad is not None]
            if not weights:
                continue
            steps = self._momentum(weights)
            alike = _of_one_shape(weights)
            directions = self._directions(steps, alike)
            # All matrices at once: a GPU waits for a launch longer than it computes one of these.
            torch._foreach_mul_(weights, 1.0 - group["lr"] * group["weight_decay"])
            for shape, numbers in alike.items():
                distance = group["lr"] * _ADAM_RMS * math.sqrt(max(shape))
                moved = [weights[at] for at in numbers]
                torch._foreach_sub_(moved, [directions[at] for at in numbers], alpha=distance)

    def _directions(
        self, steps: Sequence[Tensor], alike: dict[torch.Size, list[int]]
    ) -> list[Tensor]:
        """Orthogonalise the matrices, those of one shape together, each on one rank."""
        found: list[Tensor | None] = [None] * len(steps)
        for numbers in alike.values():
            mine = numbers[self._ranks.rank :: self._ranks.count]
            if mine:
                made = orthogonalised(torch.stack([steps[at] for at in mine]).to(self._dtype))
                for number, direction in zip(mine, made.to(steps[mine[0]].dtype), strict=True):
                    found[number] = direction
        # The directions of other ranks are zero here, so that the sum over ranks collects all.
        pairs = zip(found, steps, strict=True)
        own = [torch.zeros_like(step) if made is None else made for made, step in pairs]
        return self._ranks.add_all(own)

    def _momentum(self, weights: Sequence[Tensor]) -> Sequence[Tensor]:
        """Add the gradients to the momentum; return Nesterov's steps."""
        gradients = [weight.grad for weight in weights if weight.grad is not None]
        for weight, gradient in zip(weights, gradients, strict=True):
            state = self.state[weight]
            if not state:
                state["momentum"] = torch.zeros_like(gradient)
        momentum = [self.state[weight]["momentum"] for weight in weights]
        torch._foreach_lerp_(momentum, gradients, 1.0 - MOMENTUM)
        return torch._foreach_lerp(gradients, momentum, MOMENTUM)  # noqa: SLF001 - has no public name


def _of_one_shape(matrices: Sequence[Tensor]) -> dict[torch.Size, list[int]]:
    """Return the numbers of the matrices of each shape."""
    alike: dict[torch.Size, list[int]] = defaultdict(list)
    for number, matrix in enumerate(matrices):
        alike[matrix.shape].append(number)
    return alike


def orthogonalised(matrices: Tensor) -> Tensor:
    """Bring all singular values close to 1 by Newton and Schulz's iteration.

    Args:
        matrices: (N, O, I).

    Returns:
        (N, O, I).
    """
    a, b, c = _POLYNOMIAL
    tall = matrices.shape[-2] > matrices.shape[-1]
    x = matrices.mT if tall else matrices
    # No singular value is larger than this norm; the iteration needs them between 0 and 1.
    x = x / x.norm(dim=(-2, -1), keepdim=True).clamp(min=1e-7)
    for _ in range(_TURNS):
        square = x @ x.mT
        x = torch.baddbmm(x, torch.baddbmm(square, square, square, beta=b, alpha=c), x, beta=a)
    return x.mT if tall else x
