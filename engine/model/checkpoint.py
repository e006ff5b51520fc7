"""A model on disk: a folder of `weights.safetensors` and `model.json`. Never a pickle.

`model.json` is `{"format": 1, "model": {…}, "tokenizer": {…} or null, "card": {…}}`: the model's
config, what its tokenizer says of itself, and what is known of its making and its licence.
Weights may be stored as float32, float16 or int8; they are always read as float32. An int8
matrix has a float32 scale for each row, stored as `NAME.scale`.
"""

import json
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Literal

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save_file
from torch import Tensor

from engine.config import CompressionConfig, ModelConfig, StepConfig
from engine.errors import ModelFileError
from engine.model.network import Network, network_of

FORMAT = 1
WEIGHTS = "weights.safetensors"
DESCRIPTION = "model.json"
SCALE = ".scale"
LARGEST_DESCRIPTION = 4 * 2**20
"""Bytes; a description is a few kilobytes, so anything larger is not one."""

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


def save_model(
    folder: Path,
    model: Network,
    *,
    tokenizer: dict[str, Any] | None,
    card: dict[str, Any],
    dtype: StoredType = "float32",
) -> None:
    """Write a model. Each file is replaced whole, the description last.

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
    text = json.dumps(description, indent=2, ensure_ascii=False) + "\n"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        weights = folder / f"{WEIGHTS}.new"
        save_file(_stored(model.state_dict(), dtype), weights)
        weights.replace(folder / WEIGHTS)
        described = folder / f"{DESCRIPTION}.new"
        described.write_text(text, encoding="utf-8")
        described.replace(folder / DESCRIPTION)
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
    description = _read_description(folder / DESCRIPTION)
    config = _config(description["model"], folder / DESCRIPTION)
    with torch.device("meta"):
        model = network_of(config)
    expected = {name: tuple(weight.shape) for name, weight in model.state_dict().items()}
    model.load_state_dict(_read_weights(folder / WEIGHTS, expected), assign=True)
    return LoadedModel(
        model=model.eval(),
        tokenizer=description["tokenizer"] or {},
        card=description["card"],
    )


def read_card(folder: Path) -> dict[str, Any]:
    """Read what is known of a model without reading its weights.

    Args:
        folder: What `save_model` wrote.

    Returns:
        The whole description: `format`, `model`, `tokenizer` and `card`.

    Raises:
        ModelFileError: If the description or the weights' file is missing, damaged or newer.
    """
    description = _read_description(folder / DESCRIPTION)
    _config(description["model"], folder / DESCRIPTION)
    if not (folder / WEIGHTS).is_file():
        raise ModelFileError(f"The model has no weights: {folder / WEIGHTS} is missing.")
    return description


def _read_description(path: Path) -> dict[str, Any]:
    try:
        if path.stat().st_size > LARGEST_DESCRIPTION:
            raise ModelFileError(f"{path} is too large to be a model's description.")
        description = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise ModelFileError(
            f"There is no model in {path.parent}: {path.name} is missing."
        ) from error
    except OSError as error:
        raise ModelFileError(f"{path} cannot be read: {error.strerror}.") from error
    except (ValueError, RecursionError) as error:
        raise ModelFileError(f"{path} is damaged: it is not JSON.") from error
    if not isinstance(description, dict):
        raise ModelFileError(f"{path} is damaged: it holds no description.")
    _check_fields(description, path)
    return description


def _check_fields(description: dict[str, Any], path: Path) -> None:
    number = description.get("format")
    if not isinstance(number, int) or isinstance(number, bool) or number < 1:
        raise ModelFileError(f"{path} is damaged: its field format is not a number of a format.")
    if number > FORMAT:
        raise ModelFileError(
            f"{path} was made by a newer version of Segue (format {number}).",
            hint="Update Segue to use this model.",
        )
    kinds = {"model": dict, "tokenizer": dict | None, "card": dict}
    for name, kind in kinds.items():
        if name not in description or not isinstance(description[name], kind):
            raise ModelFileError(f"{path} is damaged: its field {name} is missing or wrong.")


def _config(described: dict[str, Any], path: Path) -> ModelConfig:
    try:
        compression = described.get("compression")
        if compression is not None:
            _check_types(CompressionConfig, compression)
            compression = CompressionConfig(**compression)
        steps = described.get("steps")
        if steps is not None:
            _check_types(StepConfig, steps)
            half_lives = tuple(float(notes) for notes in steps.get("key_half_lives", ()))
            steps = StepConfig(**{**steps, "key_half_lives": half_lives})
        values = {**described, "compression": compression, "steps": steps}
        _check_types(ModelConfig, values)
        return ModelConfig(**values)
    except (TypeError, ValueError) as error:
        raise ModelFileError(f"{path} describes no model that can be built: {error}.") from error


def _check_types(config: type, values: dict[str, Any]) -> None:
    """Refuse a field of another type, which a config's own checks may let through."""
    kinds: dict[Any, Any] = {int: int, float: (int, float), bool: bool}
    for known in fields(config):
        kind = kinds.get(known.type)
        if kind is None or known.name not in values:
            continue
        value = values[known.name]
        if not isinstance(value, kind) or (isinstance(value, bool) and known.type is not bool):
            raise TypeError(f"{known.name} cannot be {value!r}")


def _read_weights(path: Path, expected: dict[str, tuple[int, ...]]) -> dict[str, Tensor]:
    """Read float32 weights whose names and shapes are exactly the expected ones."""
    _refuse_pickle(path)
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
    try:
        with path.open("rb") as file:
            head = file.read(9)
    except FileNotFoundError as error:
        raise ModelFileError(f"The model has no weights: {path} is missing.") from error
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
