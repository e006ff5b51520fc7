"""The cross-entropy of ids, with one buffer for all operations on the logits.

Legend: N ids to predict, V vocabulary, D width, P parts.

The logit of a part is the sum of its own and its program's, because a model learns that a violin
comes next rather than this part; an undeclared part has -inf. So the head's columns of the parts
differ from song to song, and the other columns are one product. The buffer (N, V) first holds
logits, then probabilities.
"""

from typing import Any

import torch
from torch import Tensor

_Gradients = tuple[Tensor, Tensor, Tensor, None, None, None]


def join_programs_(logits: Tensor, programs: Tensor, *, first_part: int) -> Tensor:
    """Add the logit of its program to each part's logit; forbid undeclared parts.

    Args:
        logits: (N, V), changed in place.
        programs: (N, P) int64, the program id of each part, -1 where there is no such part.
        first_part: Id of part 0.

    Returns:
        The logits.
    """
    parts = logits[:, first_part : first_part + programs.shape[1]]
    parts += logits.gather(1, programs.clamp(min=0))
    parts.masked_fill_(programs < 0, -torch.inf)
    return logits


def id_losses(
    states: Tensor,
    head: tuple[Tensor, Tensor],
    targets: Tensor,
    programs: Tensor,
    *,
    first_part: int,
) -> Tensor:
    """Compute the loss of ids from the inputs of the head.

    Args:
        states: (N, D).
        head: Its weight (V, D) and bias (V,).
        targets: (N,) int64.
        programs: (N, P) int64, as in `join_programs_`.
        first_part: Id of part 0.

    Returns:
        Negative log-likelihood (N,) in nats, float32 at least; infinite for an undeclared part.
    """
    weight, bias = head
    kind = states.device.type
    if torch.is_autocast_enabled(kind):
        narrow = torch.get_autocast_dtype(kind)
        states, weight = states.to(narrow), weight.to(narrow)
    with torch.autocast(kind, enabled=False):
        nll: Tensor = _IdLosses.apply(  # type: ignore[no-untyped-call]
            states, weight, bias, targets, programs, first_part
        )
    return nll


class _IdLosses(torch.autograd.Function):
    @staticmethod
    def forward(  # noqa: PLR0917 - `apply` takes no names
        ctx: Any,
        states: Tensor,
        weight: Tensor,
        bias: Tensor,
        targets: Tensor,
        programs: Tensor,
        first_part: int,
    ) -> Tensor:
        logits = (states @ weight.t()).to(bias.dtype).add_(bias)
        join_programs_(logits, programs, first_part=first_part)
        wanted = logits.gather(1, targets[:, None])
        whole = logits.logsumexp(dim=1, keepdim=True)
        ctx.first_part = first_part
        ctx.save_for_backward(states, weight, targets, programs, logits.sub_(whole).exp_())
        return (whole - wanted)[:, 0]

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> _Gradients:
        states, weight, targets, programs, probabilities = ctx.saved_tensors
        upstream = gradients[0][:, None]
        slope = probabilities * upstream
        slope.scatter_add_(1, targets[:, None], -upstream)
        parts = slice(ctx.first_part, ctx.first_part + programs.shape[1])
        slope.scatter_add_(1, programs.clamp(min=0), slope[:, parts])
        of_bias = slope.sum(dim=0)
        slope = slope.to(states.dtype)
        return slope @ weight, slope.t() @ states, of_bias, None, None, None
