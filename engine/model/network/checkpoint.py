"""A network on disk: a folder of `weights.safetensors` and `model.json`. Never a pickle.

`engine.model.weights` reads and checks both; this module makes a network of them, and writes one.
Weights may be stored as float32, float16 or int8; they are always read as float32. An int8 matrix
has a float32 scale for each row, stored as `NAME.scale`.
"""

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

import torch
from safetensors import SafetensorError
from safetensors.torch import save as serialize
from torch import Tensor
from torch.overrides import TorchFunctionMode

from engine.ground.errors import ModelFileError
from engine.ground.saving import write_atomically
from engine.model.description import DESCRIPTION, FORMAT, WEIGHTS, encoded
from engine.model.network.kinds import Network, network_of
from engine.model.weights import SCALE, ModelWeights, read_model

_DRAWS = (torch.nn.init.normal_, torch.nn.init.uniform_, torch.nn.init.kaiming_uniform_)

StoredType = Literal["float32", "float16", "int8"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LoadedModel:
    """A model from disk with its tokenizer's description and its card.

    Attributes:
        model: The network in evaluation mode, float32, on the CPU.
        tokenizer: The description of its tokenizer, or an empty dict.
        card: Data, licence and figures of its training.
    """

    model: Network
    tokenizer: dict[str, Any]
    card: dict[str, Any]


class _Undrawn(TorchFunctionMode):
    """Skips the random initialisation of weights that are read from a file afterwards.

    To initialise tensors without memory PyTorch imports its compiler: 1.2 s of processor, 90 MB.
    """

    def __torch_function__(
        self,
        func: Any,
        types: Any,
        args: tuple[Any, ...] = (),
        kwargs: dict[str, Any] | None = None,
    ) -> Any:
        """Call the function, unless it draws random numbers."""
        if func in _DRAWS:
            return args[0] if args else (kwargs or {})["tensor"]
        return func(*args, **(kwargs or {}))


def save_model(
    folder: Path,
    model: Network,
    *,
    tokenizer: dict[str, Any] | None,
    card: dict[str, Any],
    dtype: StoredType = "float32",
) -> None:
    """Write a model. Each file is replaced whole and made durable, the description last.

    Args:
        folder: The folder; it is made if it does not exist.
        model: The network to write, with its config.
        tokenizer: A plain dict that JSON can hold, or None.
        card: A plain dict that JSON can hold.
        dtype: The type of stored weights.

    Raises:
        ModelFileError: If the folder cannot be written.
    """
    description = {
        "format": FORMAT,
        "model": asdict(model.config),
        "tokenizer": tokenizer,
        "card": card,
    }
    text = encoded(description)
    try:
        weights = serialize(_stored(model.state_dict(), dtype))
        write_atomically(folder / WEIGHTS, weights, make_folder=True)
        write_atomically(folder / DESCRIPTION, text)
    except (OSError, SafetensorError) as error:
        raise ModelFileError(
            "The model could not be written to {folder}: {error}.", folder=folder, error=error
        ) from error


def load_model(folder: Path) -> LoadedModel:
    """Read a model.

    Args:
        folder: A folder that `save_model` wrote.

    Returns:
        The model in evaluation mode, with its tokenizer's description and its card.

    Raises:
        ModelFileError: As `engine.model.weights.read_model` does.
    """
    stored = read_model(folder)
    with torch.device("meta"), _Undrawn():
        model = network_of(stored.weights.config)
    arrays = stored.weights.arrays
    tensors = {name: torch.from_numpy(array) for name, array in arrays.items()}
    model.load_state_dict(tensors, assign=True)
    return LoadedModel(model=model.eval(), tokenizer=stored.tokenizer, card=stored.card)


def weights_of(model: Network) -> ModelWeights:
    """Return a network's current weights for a decoder; weights on a CPU are not copied."""
    arrays = {name: weight.detach().cpu().numpy() for name, weight in model.state_dict().items()}
    return ModelWeights(config=model.config, arrays=arrays)


def _stored(weights: dict[str, Tensor], dtype: StoredType) -> dict[str, Tensor]:
    stored = {}
    for name, weight in weights.items():
        plain = weight.detach().to("cpu", torch.float32)
        if dtype == "int8" and plain.dim() == 2:
            scale = plain.abs().amax(dim=-1).clamp(min=1e-12) / 127
            stored[name] = (plain / scale[:, None]).round().to(torch.int8)
            stored[name + SCALE] = scale
        else:
            stored[name] = plain.to(torch.float16 if dtype == "float16" else torch.float32)
    return {name: weight.contiguous() for name, weight in stored.items()}
