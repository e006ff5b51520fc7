"""A style: a memory with which a model begins every piece, fitted to a few pieces of the user.

A style is a model's folder without weights of its own: `model.json` as of any model, and
`style.safetensors`, `{"hidden": (L, K, D) float16}`, the inputs of each layer at the last K
positions of its memory. Its card names the model whose weights it belongs to, and their hash: with
other weights these numbers mean nothing.

Legend: L layers, K positions, D width.
"""

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from safetensors import SafetensorError
from safetensors.numpy import load, save

from engine.gate import tensors
from engine.gate.files import TooLargeError, UnreadableError, open_regular, read_file
from engine.gate.refusal import RefusedError
from engine.ground.errors import ModelFileError
from engine.ground.paths import starter_model
from engine.model.arrays import Floats
from engine.model.description import DESCRIPTION, LARGEST_STYLE, STYLE, WEIGHTS
from engine.values.config import ModelConfig

BASE, HASH, SIZE = "style_of", "style_of_sha256", "style_of_bytes"
"""Fields of the card: the name of the model, and the hash and the size of its file of weights."""
_HIDDEN = "hidden"
# Bytes of a file that are hashed at a time.
_HASHED_AT_ONCE = 1 << 20


def is_style(folder: Path) -> bool:
    """Return whether a model's folder is a style."""
    return (folder / STYLE).is_file() and not (folder / WEIGHTS).is_file()


def can_have_styles(config: ModelConfig) -> bool:
    """Return whether a model of this shape can begin with a style: it has plain memory only."""
    return config.mem_len > 0 and config.compression is None


def encoded_style(hidden: Floats) -> bytes:
    """Return the bytes of a style's file.

    Args:
        hidden: (L, K, D).
    """
    return save({_HIDDEN: np.ascontiguousarray(hidden, dtype=np.float16)})


def read_style(folder: Path, config: ModelConfig) -> Floats:
    """Read a style.

    Args:
        folder: Its folder.
        config: The shape of the model that it belongs to.

    Returns:
        (L, K, D) float32.

    Raises:
        ModelFileError: It is missing, damaged, or does not fit the shape.
    """
    path = folder / STYLE
    try:
        tensors.header(path)
        found = load(read_file(path, most=LARGEST_STYLE))
    except (RefusedError, SafetensorError) as error:
        raise ModelFileError("{path} is damaged: {error}.", path=path, error=error) from error
    except (UnreadableError, TooLargeError) as error:
        raise ModelFileError("{path} cannot be read.", path=path, hint=str(error)) from error
    hidden = found.get(_HIDDEN)
    if hidden is None or hidden.dtype != np.float16 or hidden.ndim != 3:
        raise ModelFileError("{path} is damaged: it holds no style.", path=path)
    layers, positions, width = hidden.shape
    fits = (layers, width) == (config.n_layer, config.d_model) and can_have_styles(config)
    if not fits or not 0 < positions <= config.mem_len:
        raise ModelFileError("{path} does not fit the model that it was made for.", path=path)
    if not np.isfinite(hidden).all():
        raise ModelFileError("{path} holds values that are not numbers.", path=path)
    return hidden.astype(np.float32)


def card_of_base(base: Path, name: str) -> dict[str, Any]:
    """Return the fields of a style's card that name the model it belongs to.

    Args:
        base: The model's folder.
        name: The model's name.

    Raises:
        ModelFileError: Its weights cannot be read.
    """
    path = base / WEIGHTS
    try:
        return {BASE: name, HASH: _hash(path), SIZE: path.stat().st_size}
    except (OSError, UnreadableError) as error:
        raise ModelFileError("{path} cannot be read.", path=path, hint=str(error)) from error


def base_of(folder: Path, card: Mapping[str, Any]) -> Path:
    """Return the folder with the weights that a style belongs to.

    It is the starter's or one beside the style's; the hash decides, whatever the model's name.

    Args:
        folder: The style's folder.
        card: Its card.

    Raises:
        ModelFileError: The model is not on this computer.
    """
    wanted, size = card.get(HASH), card.get(SIZE)
    for candidate in _candidates(folder):
        path = candidate / WEIGHTS
        try:
            if path.stat().st_size == size and _hash(path) == wanted:
                return candidate
        except (OSError, UnreadableError):
            continue
    name = str(card.get(BASE) or "?")
    raise ModelFileError(
        "The style ‘{name}’ belongs to the model ‘{base}’, which is not here.",
        name=folder.name,
        base=name,
        hint="Import ‘{base}’, or make the style again with a model that is here.",
    )


def _candidates(folder: Path) -> Iterator[Path]:
    yield starter_model()
    try:
        beside = sorted(folder.resolve().parent.iterdir())
    except OSError:
        return
    yield from (other for other in beside if (other / DESCRIPTION).is_file())


def _hash(path: Path) -> str:
    digest = hashlib.sha256()
    with open_regular(path) as file:
        while piece := file.read(_HASHED_AT_ONCE):
            digest.update(piece)
    return digest.hexdigest()
