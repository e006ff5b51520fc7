"""A model on disk: a folder of `weights.safetensors` and `model.json`. Never a pickle.

`model.json` is `{"format": 1, "model": {…}, "tokenizer": {…} or null, "card": {…}}`: the model's
config, what its tokenizer says of itself, and what is known of its making and its licence.
Weights may be stored as float32, float16 or int8; they are always read as float32. An int8
matrix has a float32 scale for each row, stored as `NAME.scale`.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Literal

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save as serialize
from torch import Tensor
from torch.overrides import TorchFunctionMode

from engine.config import CompressionConfig, ModelConfig, StepConfig
from engine.errors import ModelFileError
from engine.gate import documents, tensors
from engine.gate.files import TooLargeError, UnreadableError, read_file
from engine.gate.refusal import RefusedError
from engine.model.network import Network, network_of
from engine.saving import write_atomically

FORMAT = 1
WEIGHTS = "weights.safetensors"
DESCRIPTION = "model.json"
SCALE = ".scale"
LARGEST_MEMORY = 4 << 30
"""Bytes of keys and values that a model may ask to carry."""
_MOST_POSITIONS = 1 << 20
_FLOAT_BYTES = 4

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
    text = json.dumps(description, indent=2, ensure_ascii=False) + "\n"
    try:
        write_atomically(folder / WEIGHTS, serialize(_stored(model.state_dict(), dtype)))
        write_atomically(folder / DESCRIPTION, text.encode("utf-8"))
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


def read_card(folder: Path) -> dict[str, Any]:
    """Read what is known of a model without reading its weights.

    Args:
        folder: What `save_model` wrote.

    Returns:
        The whole description: `format`, `model` with every field, `tokenizer` and `card`.

    Raises:
        ModelFileError: If the description or the weights' file is missing, damaged or newer.
    """
    description = _read_description(folder / DESCRIPTION)
    config = _config(description["model"], folder / DESCRIPTION)
    if not (folder / WEIGHTS).is_file():
        raise ModelFileError(f"The model has no weights: {folder / WEIGHTS} is missing.")
    return {**description, "model": asdict(config)}


def amend_card(folder: Path, changes: Mapping[str, Any]) -> None:
    """Add to what is known of a model; its weights are not touched.

    Args:
        folder: What `save_model` wrote.
        changes: Fields of the card, with plain values that JSON can hold.

    Raises:
        ModelFileError: The description is missing, damaged or newer, or cannot be written.
    """
    description = _read_description(folder / DESCRIPTION)
    description["card"] = {**description["card"], **changes}
    text = json.dumps(description, indent=2, ensure_ascii=False) + "\n"
    try:
        write_atomically(folder / DESCRIPTION, text.encode("utf-8"))
    except OSError as error:
        raise ModelFileError(f"The model could not be written to {folder}: {error}.") from error


def _read_description(path: Path) -> dict[str, Any]:
    if not path.exists():
        raise ModelFileError(f"There is no model in {path.parent}: {path.name} is missing.")
    try:
        text = read_file(path, most=documents.DESCRIPTION.text_bytes)
        description = documents.mapping(text)
    except UnreadableError as error:
        raise ModelFileError(f"{path} cannot be read.", hint=str(error)) from error
    except TooLargeError as error:
        raise ModelFileError(f"{path} is too large to be a model's description.") from error
    except RefusedError as error:
        raise ModelFileError(f"{path} is damaged: {error}.") from error
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
        raise _unbuildable(path, str(error)[:200]) from error


def check_buildable(config: ModelConfig, header: Mapping[str, tensors.Stored], path: Path) -> None:
    """Refuse a config that the weights do not bear out, before anything is built of it.

    Args:
        config: What the description says.
        header: What the file of weights says.
        path: Of the description, for the sentence.

    Raises:
        ModelFileError: A size is none of the weights', or the memory would be too large.
    """
    sizes = {size for stored in header.values() for size in stored.shape}
    across = config.n_head * config.head_width
    for name, size in (
        ("vocab_size", config.vocab_size),
        ("d_model", config.d_model),
        ("d_inner", config.inner_width),
        ("n_head", config.n_head),
        ("n_head times d_head", across),
    ):
        if size not in sizes:
            raise _unbuildable(path, f"{name} is {size:,}, which no weight is")
    if config.n_layer > len(header):
        raise _unbuildable(path, f"n_layer is {config.n_layer:,} with {len(header):,} weights")
    if config.steps:
        _check_steps(config.steps, sizes=sizes, weights=len(header), path=path)
    compressed = config.compression.length if config.compression else 0
    carried = config.mem_len + compressed
    for name, positions in (("mem_len", carried), ("clamp_len", config.clamp_len)):
        if positions > _MOST_POSITIONS:
            raise _unbuildable(path, f"{name} is {positions:,}")
    if carried * config.n_layer * across * 2 * _FLOAT_BYTES > LARGEST_MEMORY:
        raise _unbuildable(path, f"its memory would take more than {LARGEST_MEMORY >> 30} GiB")


def _check_steps(steps: StepConfig, *, sizes: set[int], weights: int, path: Path) -> None:
    """Refuse a local decoder that the weights do not bear out."""
    if steps.local_blocks > weights:
        raise _unbuildable(path, f"local_blocks is {steps.local_blocks:,}")
    if steps.local_inner and steps.local_inner not in sizes:
        raise _unbuildable(path, f"local_inner is {steps.local_inner:,}")
    if steps.places not in sizes:
        raise _unbuildable(path, f"places is {steps.places:,}, which no weight is")


def _unbuildable(path: Path, why: str) -> ModelFileError:
    return ModelFileError(f"{path} describes no model that can be built: {why}.")


def _header(path: Path) -> dict[str, tensors.Stored]:
    try:
        return tensors.header(path)
    except RefusedError as error:
        raise ModelFileError(f"{path} is damaged: {error}.") from error


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
