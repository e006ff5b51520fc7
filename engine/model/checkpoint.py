"""A model on disk: a folder of `weights.safetensors` and `model.json`. Never a pickle.

What `model.json` says is read and written by `description.py`. Weights may be stored as float32,
float16 or int8; they are always read as float32. An int8 matrix has a float32 scale for each row,
stored as `NAME.scale`.
"""

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save as serialize
from torch import Tensor
from torch.overrides import TorchFunctionMode

from engine.errors import ModelFileError
from engine.gate import tensors
from engine.gate.files import UnreadableError, open_regular
from engine.gate.refusal import RefusedError
from engine.model.description import (
    DESCRIPTION,
    FORMAT,
    WEIGHTS,
    check_buildable,
    config_of,
    encoded,
    read_description,
)
from engine.model.network import Network, network_of
from engine.saving import write_atomically

SCALE = ".scale"
_DRAWS = (torch.nn.init.normal_, torch.nn.init.uniform_, torch.nn.init.kaiming_uniform_)

StoredType = Literal["float32", "float16", "int8"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LoadedModel:
    """A model from disk and what came with it.

    Attributes:
        model: In evaluation mode, float32, on the CPU.
        tokenizer: What its tokenizer said of itself, or an empty dict.
        card: What is known of its making: data, licence, figures.
    """

    model: Network
    tokenizer: dict[str, Any]
    card: dict[str, Any]


class _Undrawn(TorchFunctionMode):
    """Leaves weights as they are that would be drawn, and are read from a file afterwards.

    To draw what has no memory PyTorch imports its compiler: 1.2 s of processor, 90 MB.
    """

    def __torch_function__(
        self,
        func: Any,
        types: Any,
        args: tuple[Any, ...] = (),
        kwargs: dict[str, Any] | None = None,
    ) -> Any:
        """Do as told but for drawing."""
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
        folder: Where; made if it does not exist.
        model: Whose weights and config are written.
        tokenizer: A plain dict that JSON can hold, or None.
        card: A plain dict that JSON can hold.
        dtype: How weights are stored.

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
        raise ModelFileError(f"The model could not be written to {folder}: {error}.") from error


def load_model(folder: Path) -> LoadedModel:
    """Read a model.

    Args:
        folder: What `save_model` wrote.

    Returns:
        The model in evaluation mode, with its tokenizer's description and its card.

    Raises:
        ModelFileError: If anything is missing, damaged, unsafe, newer or of the wrong shape; the
            message names the file and the field or weight.
    """
    description = read_description(folder)
    config = config_of(description["model"], folder)
    _refuse_pickle(folder / WEIGHTS)
    check_buildable(config, _header(folder / WEIGHTS), folder / DESCRIPTION)
    with torch.device("meta"), _Undrawn():
        model = network_of(config)
    expected = {name: tuple(weight.shape) for name, weight in model.state_dict().items()}
    model.load_state_dict(_read_weights(folder / WEIGHTS, expected), assign=True)
    return LoadedModel(
        model=model.eval(),
        tokenizer=description["tokenizer"] or {},
        card=description["card"],
    )


def _header(path: Path) -> dict[str, tensors.Stored]:
    try:
        return tensors.header(path)
    except RefusedError as error:
        raise ModelFileError(f"{path} is damaged: {error}.") from error


def _read_weights(path: Path, expected: dict[str, tuple[int, ...]]) -> dict[str, Tensor]:
    """Read float32 weights whose names and shapes are exactly the expected ones."""
    try:
        with safe_open(path, framework="pt") as file:
            names = set(file.keys())
            _check_names(names, set(expected), path)
            weights = {name: _read_weight(file, name, names) for name in expected}
    except SafetensorError as error:
        raise ModelFileError(f"{path} is damaged: {error}.") from error
    except OSError as error:
        raise ModelFileError(f"{path} cannot be read: {error}.") from error
    for name, shape in expected.items():
        found = tuple(weights[name].shape)
        if found != shape:
            raise ModelFileError(f"{path}: the weight {name} is {found} and should be {shape}.")
        if not weights[name].isfinite().all():
            raise ModelFileError(f"{path}: the weight {name} holds values that are not numbers.")
    return weights


def _refuse_pickle(path: Path) -> None:
    if not path.exists():
        raise ModelFileError(f"The model has no weights: {path} is missing.")
    try:
        with open_regular(path) as file:
            head = file.read(9)
    except UnreadableError as error:
        raise ModelFileError(f"{path} cannot be read.", hint=str(error)) from error
    except OSError as error:
        raise ModelFileError(f"{path} cannot be read: {error.strerror}.") from error
    # True safetensors begin with eight bytes of length, which may look like anything, and a brace.
    if head[8:] != b"{" and head.startswith((b"PK", b"\x80")):
        raise ModelFileError(
            f"{path} is a pickle under another name, which could run a program when it is opened; "
            "it was not opened.",
            hint="Use a model whose weights are true safetensors.",
        )


def _check_names(found: set[str], expected: set[str], path: Path) -> None:
    missing = sorted(expected - found)
    if missing:
        raise ModelFileError(f"{path}: the weight {missing[0]} is missing.")
    scales = {name + SCALE for name in expected}
    extra = sorted(found - expected - scales)
    if extra:
        raise ModelFileError(f"{path}: the weight {extra[0]} belongs to no part of the model.")


def _read_weight(file: Any, name: str, names: set[str]) -> Tensor:
    stored: Tensor = file.get_tensor(name)
    if name + SCALE not in names:
        return stored.to(torch.float32)
    scale: Tensor = file.get_tensor(name + SCALE)
    if scale.shape != stored.shape[:-1]:
        raise SafetensorError(f"the scale of {name} does not fit")
    return stored.to(torch.float32) * scale.to(torch.float32)[..., None]


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
