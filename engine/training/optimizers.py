"""The optimizers of a model's weights, and their moments."""

from collections.abc import Iterator

import torch
from torch import Tensor, nn

from engine.model.network.key_summary import KeySummary
from engine.model.network.kinds import Network
from engine.model.network.note_xl import NoteXL
from engine.training.muon import Muon
from engine.training.ranks import Ranks
from engine.values.config import TrainingConfig

# As in Vaswani et al. 2017, section 5.3.
_BETAS = (0.9, 0.98)


class Optimizers:
    """Moves the weights of a model: AdamW, and Muon for the matrices of layers if configured.

    Args:
        model: Its weights are moved in place.
        config: The settings of the run.
        ranks: The processes that move the same weights with the same gradients.
    """

    def __init__(
        self, model: Network, config: TrainingConfig, *, ranks: Ranks | None = None
    ) -> None:
        self._model = model
        matrices = layer_matrices(model) if config.optimizer == "muon" else []
        groups = decayed_groups(model, config.weight_decay, without=matrices)
        adamw = torch.optim.AdamW(groups, lr=config.learning_rate, betas=_BETAS)
        self._optimizers: list[torch.optim.Optimizer] = [adamw]
        if matrices:
            muon = Muon(
                matrices,
                learning_rate=config.learning_rate,
                weight_decay=config.weight_decay,
                dtype=torch.bfloat16 if config.precision == "bfloat16" else matrices[0].dtype,
                ranks=ranks,
            )
            self._optimizers.append(muon)

    def step(self, *, learning_rate: float) -> None:
        """Move each weight that has a gradient."""
        for optimizer in self._optimizers:
            for group in optimizer.param_groups:
                group["lr"] = learning_rate
            optimizer.step()

    def forget_gradients(self) -> None:
        """Drop the gradients of all weights."""
        for optimizer in self._optimizers:
            optimizer.zero_grad(set_to_none=True)

    def moments(self) -> Iterator[tuple[str, Tensor]]:
        """Yield (`weight.moment`, tensor) for each moment of each weight that was moved."""
        names = {id(weight): name for name, weight in self._model.named_parameters()}
        for optimizer in self._optimizers:
            for weight, moments in optimizer.state.items():
                for moment, value in moments.items():
                    yield f"{names[id(weight)]}.{moment}", value

    def restore(self, moments: dict[str, Tensor]) -> None:
        """Replace all moments by those that `moments` yielded.

        Raises:
            KeyError: A weight was moved by another optimizer.
        """
        for optimizer in self._optimizers:
            optimizer.state.clear()
        names = dict(self._model.named_parameters())
        owners = {
            id(weight): optimizer
            for optimizer in self._optimizers
            for group in optimizer.param_groups
            for weight in group["params"]
        }
        for name, value in moments.items():
            weight_name, _, moment = name.rpartition(".")
            weight = names[weight_name]
            optimizer = owners[id(weight)]
            if (moment == "momentum") != isinstance(optimizer, Muon):
                raise KeyError(f"{name} is another optimizer's")
            # AdamW keeps its step count on the CPU and everything else beside the weight.
            there = value if moment == "step" else value.to(weight.device)
            optimizer.state[weight][moment] = there


def layer_matrices(model: Network) -> list[Tensor]:
    """Return the matrices of a model's layers: not its embedding, head or compressors."""
    parts = [model.layers, model.local] if isinstance(model, NoteXL) else [model.layers]
    return [
        module.weight
        for part in parts
        for module in part.modules()
        if isinstance(module, nn.Linear)
    ]


def decayed_groups(
    model: nn.Module, weight_decay: float, *, without: list[Tensor] | None = None
) -> list[dict[str, object]]:
    """Return AdamW's two groups: matrices decay; norms, biases and embeddings do not.

    The map of the key summary counts as an embedding: it has a vector for each pitch class.

    Args:
        model: The model.
        weight_decay: The decay of the first group.
        without: Weights that belong to another optimizer.
    """
    embeddings = {
        id(weight)
        for module in model.modules()
        if isinstance(module, nn.Embedding | KeySummary)
        for weight in module.parameters()
    }
    others = {id(weight) for weight in without or ()}
    decayed: list[Tensor] = []
    free: list[Tensor] = []
    for weight in model.parameters():
        matrix = weight.ndim >= 2 and id(weight) not in embeddings
        if id(weight) not in others:
            (decayed if matrix else free).append(weight)
    return [
        {"params": decayed, "weight_decay": weight_decay},
        {"params": free, "weight_decay": 0.0},
    ]
