"""The description of a model, `model.json`, read and written without PyTorch.

`model.json` is `{"format": 1, "model": {…}, "tokenizer": {…} or null, "card": {…}}`: the model's
config, the description of its tokenizer, and a card with the data, licence and figures of its
training.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from engine.gate import documents, tensors
from engine.gate.files import TooLargeError, UnreadableError, read_file
from engine.gate.refusal import RefusedError
from engine.ground.errors import ModelFileError
from engine.ground.saving import write_atomically
from engine.values.config import CompressionConfig, ModelConfig, StepConfig

# Changes when an older Segue could not read the description: a model is of format 1, a style of 2.
FORMAT = 1
NEWEST = 2
WEIGHTS = "weights.safetensors"
STYLE = "style.safetensors"
LARGEST_STYLE = 16 << 20
"""Most bytes of a style's file; one of 128 positions of the starter has 0.7 MB."""
DESCRIPTION = "model.json"
LARGEST_MEMORY = 4 << 30
"""Most bytes of keys and values that a model's memory may have."""
SEGMENT = "segment"
"""The entry of a card with the steps that were read at once in the training."""
# The longest segment that a training can have in the window (`app/settings/table.py`).
_LONGEST_SEGMENT = 4096
# A limit for a damaged description.
_MOST_POSITIONS = 1 << 20
# float32.
_FLOAT_BYTES = 4


def read_card(folder: Path) -> dict[str, Any]:
    """Read the description of a model without its weights.

    Args:
        folder: A folder that `save_model` wrote.

    Returns:
        The whole description: `format`, `model` with every field, `tokenizer` and `card`.

    Raises:
        ModelFileError: If the description or the weights' file is missing, damaged or newer.
    """
    description = read_description(folder)
    config = config_of(description["model"], folder)
    if not any((folder / name).is_file() for name in (WEIGHTS, STYLE)):
        raise ModelFileError(
            "The model has no weights: {folder} is missing.", folder=folder / WEIGHTS
        )
    return {**description, "model": asdict(config)}


def amend_card(folder: Path, changes: Mapping[str, Any]) -> None:
    """Change fields of a model's card; its weights do not change.

    Args:
        folder: A folder that `save_model` wrote.
        changes: Fields of the card, with plain values that JSON can hold.

    Raises:
        ModelFileError: The description is missing, damaged or newer, or cannot be written.
    """
    description = read_description(folder)
    description["card"] = {**description["card"], **changes}
    try:
        write_atomically(folder / DESCRIPTION, encoded(description))
    except OSError as error:
        raise ModelFileError(
            "The model could not be written to {folder}: {error}.", folder=folder, error=error
        ) from error


def encoded(description: Mapping[str, Any]) -> bytes:
    """Return the bytes of a description in its file.

    Raises:
        TypeError: JSON cannot hold it.
    """
    return (json.dumps(description, indent=2, ensure_ascii=False) + "\n").encode("utf-8")


def read_description(folder: Path) -> dict[str, Any]:
    """Read a model's description: `format`, `model`, `tokenizer` and `card`.

    Raises:
        ModelFileError: It is missing, damaged or newer.
    """
    path = folder / DESCRIPTION
    if not path.exists():
        raise ModelFileError(
            "There is no model in {parent}: {name} is missing.", parent=path.parent, name=path.name
        )
    try:
        text = read_file(path, most=documents.DESCRIPTION.text_bytes)
        description = documents.mapping(text)
    except UnreadableError as error:
        raise ModelFileError("{path} cannot be read.", path=path, hint=str(error)) from error
    except TooLargeError as error:
        raise ModelFileError(
            "{path} is too large to be a model's description.", path=path
        ) from error
    except RefusedError as error:
        raise ModelFileError("{path} is damaged: {error}.", path=path, error=error) from error
    _check_fields(description, path)
    return description


def _check_fields(description: dict[str, Any], path: Path) -> None:
    number = description.get("format")
    if not isinstance(number, int) or isinstance(number, bool) or number < 1:
        raise ModelFileError(
            "{path} is damaged: its field format is not a number of a format.", path=path
        )
    if number > NEWEST:
        raise ModelFileError(
            "{path} was made by a newer version of Segue (format {number}).",
            path=path,
            number=number,
            hint="Update Segue to use this model.",
        )
    kinds = {"model": dict, "tokenizer": dict | None, "card": dict}
    for name, kind in kinds.items():
        if name not in description or not isinstance(description[name], kind):
            raise ModelFileError(
                "{path} is damaged: its field {name} is missing or wrong.", path=path, name=name
            )


def config_of(described: dict[str, Any], folder: Path) -> ModelConfig:
    """Return the config that a description has.

    Args:
        described: Its field `model`.
        folder: The model's folder, for the error.

    Raises:
        ModelFileError: No model can have this config.
    """
    try:
        compression = described.get("compression")
        if compression is not None:
            _check_types(CompressionConfig, compression)
            compression = CompressionConfig(**compression)
        steps = described.get("steps")
        if steps is not None:
            _check_types(StepConfig, steps)
            steps = StepConfig(**{**steps, "key_half_lives": _half_lives(steps)})
        values = {**described, "compression": compression, "steps": steps}
        _check_types(ModelConfig, values)
        return ModelConfig(**values)
    except (TypeError, ValueError) as error:
        raise _unbuildable(folder / DESCRIPTION, str(error)[:200]) from error


def _half_lives(steps: dict[str, Any]) -> tuple[float, ...]:
    said = steps.get("key_half_lives", ())
    if not isinstance(said, list | tuple) or not all(type(notes) in {int, float} for notes in said):
        raise TypeError("steps.key_half_lives is no list of numbers")
    return tuple(map(float, said))


def check_buildable(config: ModelConfig, header: Mapping[str, tensors.Stored], path: Path) -> None:
    """Refuse a config that does not fit the weights, before a model is built.

    Args:
        config: The config in the description.
        header: The header of the file of weights.
        path: The file of the description, for the error.

    Raises:
        ModelFileError: A size differs from the weights, or the memory would be too large.
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
    for name, positions in (("mem_len", _carried(config)), ("clamp_len", config.clamp_len)):
        if positions > _MOST_POSITIONS:
            raise _unbuildable(path, f"{name} is {positions:,}")
    if memory_bytes(config) > LARGEST_MEMORY:
        raise _unbuildable(path, f"its memory would take more than {LARGEST_MEMORY >> 30} GiB")


def seen_before(config: ModelConfig, card: Mapping[str, Any]) -> int:
    """Return the steps that a model sees before the one that it reads.

    A model without memory learned to see the other steps of its segment. Without them it would draw
    each note from the key summary alone.

    Args:
        config: Its shape.
        card: Its card, which anybody may have written.
    """
    segment = card.get(SEGMENT)
    if config.mem_len or type(segment) is not int or segment < 1:
        return config.mem_len
    return min(segment, _LONGEST_SEGMENT) - 1


def memory_bytes(config: ModelConfig) -> int:
    """Return the bytes of the keys and values that a model of this shape carries."""
    across = config.n_head * config.head_width
    return _carried(config) * config.n_layer * across * 2 * _FLOAT_BYTES


def _carried(config: ModelConfig) -> int:
    """Return the positions that a model carries, compressed slots included."""
    return config.mem_len + (config.compression.length if config.compression else 0)


def _check_steps(steps: StepConfig, *, sizes: set[int], weights: int, path: Path) -> None:
    """Refuse a local decoder that does not fit the weights."""
    if steps.local_blocks > weights:
        raise _unbuildable(path, f"local_blocks is {steps.local_blocks:,}")
    if steps.local_inner and steps.local_inner not in sizes:
        raise _unbuildable(path, f"local_inner is {steps.local_inner:,}")
    if steps.places not in sizes:
        raise _unbuildable(path, f"places is {steps.places:,}, which no weight is")


def _unbuildable(path: Path, why: str) -> ModelFileError:
    return ModelFileError("{path} describes no model that can be built: {why}.", path=path, why=why)


def _check_types(config: type, values: dict[str, Any]) -> None:
    """Refuse a field of a wrong type, which the config's own checks may accept."""
    if not isinstance(values, dict):
        raise TypeError(f"what belongs to {config.__name__} is no list of names and values")
    kinds: dict[Any, Any] = {int: int, float: (int, float), bool: bool}
    for known in fields(config):
        kind = kinds.get(known.type)
        if kind is None or known.name not in values:
            continue
        value = values[known.name]
        if not isinstance(value, kind) or (isinstance(value, bool) and known.type is not bool):
            raise TypeError(f"{known.name} cannot be {value!r}")
