"""Rows for ids that a model was made without, so that it goes on learning with them."""

from dataclasses import replace

import torch
from torch import Tensor

from engine.model.network.kinds import Network, network_of

# Below the least likely id there was: what is never said takes nothing from what is.
_BELOW = 10.0


def extended(model: Network, vocab_size: int) -> Network:
    """Return a model with more ids, which predicts the old ones as it did.

    Args:
        model: Whose weights are copied.
        vocab_size: Of the vocabulary whose first ids are the model's.

    Raises:
        ValueError: There are fewer than it has.
    """
    if vocab_size < model.config.vocab_size:
        raise ValueError(f"a model of {model.config.vocab_size} ids cannot do with {vocab_size}")
    other = network_of(replace(model.config, vocab_size=vocab_size))
    weights = model.state_dict()
    wanted = {name: len(weight) for name, weight in other.state_dict().items()}
    other.load_state_dict(
        {name: with_rows(weight, wanted[name]) for name, weight in weights.items()}
    )
    return other.to(model.device).train(model.training)


def with_rows(weight: Tensor, rows: int) -> Tensor:
    """Return a weight of a row for each id with rows for more ids; any other as it is.

    Args:
        weight: (V, …); a bias has new ones below all others.
        rows: How many there are to be; those of an embedding are drawn, the same each time.
    """
    if len(weight) == rows:
        return weight
    shape = (rows - len(weight), *weight.shape[1:])
    if weight.dim() == 1:
        more = (weight.min() - _BELOW).expand(shape)
    else:
        generator = torch.Generator().manual_seed(0)
        more = torch.randn(shape, generator=generator) * weight.std().cpu()
    return torch.cat((weight, more.to(weight)))
