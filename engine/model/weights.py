"""A model's weights as NumPy arrays: their names and shapes, and the file that they come from.

The decoder computes with them as they are; `engine.model.network.checkpoint` makes a PyTorch
network of them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from safetensors import SafetensorError, safe_open

from engine.gate import tensors
from engine.gate.files import UnreadableError, open_regular
from engine.gate.refusal import RefusedError
from engine.ground.errors import ModelFileError
from engine.model.arrays import Floats
from engine.model.description import (
    DESCRIPTION,
    WEIGHTS,
    check_buildable,
    config_of,
    read_description,
)
from engine.model.style import base_of, is_style, read_style
from engine.values.config import CompressionConfig, ModelConfig, StepConfig

SCALE = ".scale"
"""Suffix of the name of the scales of a matrix that is stored as int8."""

# Of an octave.
PITCH_CLASSES = 12

_BFLOAT16 = "BF16"

Shape = tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ModelWeights:
    """A model: its config and its weights.

    Attributes:
        config: Its sizes.
        arrays: Its weights by name, float32 or float64, with the shapes of `shapes_of`.
    """

    config: ModelConfig
    arrays: Mapping[str, Floats]

    @property
    def parameters(self) -> int:
        """The number of parameters."""
        return sum(array.size for array in self.arrays.values())


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class StoredModel:
    """A model from disk with its tokenizer's description and its card.

    Attributes:
        weights: The weights, float32; those of another model for a style.
        tokenizer: The description of its tokenizer, or an empty dict.
        card: Data, licence and figures of its training.
        style: (L, K, D) float32, the memory with which it begins each piece, or None.
    """

    weights: ModelWeights
    tokenizer: dict[str, Any]
    card: dict[str, Any]
    style: Floats | None = None


def read_model(folder: Path) -> StoredModel:
    """Read a model.

    Args:
        folder: A folder that `engine.model.network.checkpoint.save_model` wrote, or a style's.

    Returns:
        Its weights, its tokenizer's description, its card and its style.

    Raises:
        ModelFileError: If anything is missing, damaged, unsafe, newer or of the wrong shape; the
            message names the file and the field or weight.
    """
    description = read_description(folder)
    card, style = description["card"], None
    config, path = config_of(description["model"], folder), folder / WEIGHTS
    if is_style(folder):
        style, path = read_style(folder, config), base_of(folder, card) / WEIGHTS
    _refuse_pickle(path)
    header = _header(path)
    check_buildable(config, header, folder / DESCRIPTION)
    return StoredModel(
        weights=ModelWeights(config=config, arrays=_read_arrays(path, header, shapes_of(config))),
        tokenizer=description["tokenizer"] or {},
        card=card,
        style=style,
    )


def shapes_of(config: ModelConfig) -> dict[str, Shape]:
    """Return the name and shape of every weight of a model.

    Legend: V vocabulary, D width, I inner width, H heads, K head width.
    """
    width = config.d_model
    biases = (config.n_layer if config.untie_r else 1, config.n_head, config.head_width)
    shapes: dict[str, Shape] = {
        "embedding.weight": (config.vocab_size, width),
        "u": biases,
        "v": biases,
        "head_bias": (config.vocab_size,),
    }
    if not config.tie_embeddings:
        shapes["head"] = (config.vocab_size, width)
    if config.final_norm:
        shapes |= _norm("final_norm", width)
    for index in range(config.n_layer):
        shapes |= _layer(f"layers.{index}", config)
        if config.compression:
            shapes |= _compressor(f"compressors.{index}", config.compression, width)
    if config.steps:
        shapes |= _local_decoder(config.steps, width)
    return shapes


def _layer(name: str, config: ModelConfig) -> dict[str, Shape]:
    width, across = config.d_model, config.n_head * config.head_width
    return {
        f"{name}.attention.query.weight": (across, width),
        f"{name}.attention.key_value.weight": (2 * across, width),
        f"{name}.attention.position.weight": (across, width),
        f"{name}.attention.output.weight": (width, across),
        **_norm(f"{name}.attention_norm", width),
        **_feed_forward(f"{name}.feed_forward", width, config.inner_width),
        **_norm(f"{name}.feed_forward_norm", width),
    }


def _compressor(name: str, compression: CompressionConfig, width: int) -> dict[str, Shape]:
    shapes: dict[str, Shape] = {}
    taps = compression.rate * width
    if compression.has_weights:
        shapes |= _linear(f"{name}.convolution", (width, taps))
    if compression.loss == "auto_encoding":
        shapes |= _linear(f"{name}.decoder", (taps, width))
    return shapes


def _local_decoder(steps: StepConfig, width: int) -> dict[str, Shape]:
    shapes: dict[str, Shape] = {
        "local.main.weight": (width, width),
        "local.said.weight": (width, width),
        "local.place.weight": (steps.places, width),
        **_norm("local.norm", width),
    }
    if steps.key_half_lives:
        histograms = len(steps.key_half_lives) * PITCH_CLASSES
        shapes["key_summary.classes.weight"] = (width, histograms)
    inner = steps.local_inner or 2 * width
    for index in range(steps.local_blocks):
        shapes |= _norm(f"local.blocks.{index}.norm", width)
        shapes |= _feed_forward(f"local.blocks.{index}.feed_forward", width, inner)
    return shapes


def _feed_forward(name: str, width: int, inner: int) -> dict[str, Shape]:
    return _linear(f"{name}.expand", (inner, width)) | _linear(f"{name}.contract", (width, inner))


def _linear(name: str, shape: tuple[int, int]) -> dict[str, Shape]:
    return {f"{name}.weight": shape, f"{name}.bias": shape[:1]}


def _norm(name: str, width: int) -> dict[str, Shape]:
    return {f"{name}.weight": (width,), f"{name}.bias": (width,)}


def _header(path: Path) -> dict[str, tensors.Stored]:
    try:
        return tensors.header(path)
    except RefusedError as error:
        raise ModelFileError("{path} is damaged: {error}.", path=path, error=error) from error


def _refuse_pickle(path: Path) -> None:
    if not path.exists():
        raise ModelFileError("The model has no weights: {path} is missing.", path=path)
    try:
        with open_regular(path) as file:
            head = file.read(9)
    except UnreadableError as error:
        raise ModelFileError("{path} cannot be read.", path=path, hint=str(error)) from error
    except OSError as error:
        raise ModelFileError(
            "{path} cannot be read: {strerror}.", path=path, strerror=error.strerror
        ) from error
    # True safetensors begin with eight bytes of length, which may look like anything, and a brace.
    if head[8:] != b"{" and head.startswith((b"PK", b"\x80")):
        raise ModelFileError(
            "{path} is a pickle under another name, which could run a program when it is "
            "opened; it was not opened.",
            path=path,
            hint="Use a model whose weights are true safetensors.",
        )


def _read_arrays(
    path: Path, header: Mapping[str, tensors.Stored], expected: Mapping[str, Shape]
) -> dict[str, Floats]:
    """Read float32 weights whose names and shapes are exactly the expected ones."""
    _check_names(set(header), set(expected), path)
    for name, stored in header.items():
        if stored.dtype == _BFLOAT16:
            raise ModelFileError(
                "{path}: the weight {name} is stored as bfloat16, which NumPy does not know.",
                path=path,
                name=name,
                hint="Store it as float32, float16 or int8.",
            )
    try:
        with safe_open(path, framework="np") as file:
            arrays = {
                name: _read_array(file, name, scaled=name + SCALE in header) for name in expected
            }
    except SafetensorError as error:
        raise ModelFileError("{path} is damaged: {error}.", path=path, error=error) from error
    except OSError as error:
        raise ModelFileError("{path} cannot be read: {error}.", path=path, error=error) from error
    for name, shape in expected.items():
        found = arrays[name].shape
        if found != shape:
            raise ModelFileError(
                "{path}: the weight {name} is {found} and should be {shape}.",
                path=path,
                name=name,
                found=found,
                shape=shape,
            )
        if not np.isfinite(arrays[name]).all():
            raise ModelFileError(
                "{path}: the weight {name} holds values that are not numbers.", path=path, name=name
            )
    return arrays


def _check_names(found: set[str], expected: set[str], path: Path) -> None:
    missing = sorted(expected - found)
    if missing:
        raise ModelFileError(
            "{path}: the weight {missing} is missing.", path=path, missing=missing[0]
        )
    scales = {name + SCALE for name in expected}
    extra = sorted(found - expected - scales)
    if extra:
        raise ModelFileError(
            "{path}: the weight {extra} belongs to no part of the model.", path=path, extra=extra[0]
        )


def _read_array(file: Any, name: str, *, scaled: bool) -> Floats:
    stored = file.get_tensor(name)
    array: Floats = stored.astype(np.float32, copy=False)
    if not scaled:
        return array
    scale = file.get_tensor(name + SCALE)
    if scale.shape != stored.shape[:-1]:
        raise SafetensorError(f"the scale of {name} does not fit")
    whole: Floats = array * scale.astype(np.float32)[..., None]
    return whole
