"""The memory that a user chose for a new model: none, exact, or exact and compressed.

Needs no PyTorch, so that a choice is checked before anything is read.
"""

from engine.ground.errors import TrainingError
from engine.messages import ExpertSettings
from engine.values.config import (
    COMPRESSED_STEPS,
    COMPRESSION_RATE,
    CompressionConfig,
    CompressionLoss,
)

_OF_COMPRESSION = ("compressed_steps", "compression_rate", "compression_loss")
OF_A_NEW_MODEL = (
    "n_layer",
    "d_model",
    "n_head",
    "mem_len",
    "compression_function",
    *_OF_COMPRESSION,
)
"""The fields of `ExpertSettings` that only a model made from scratch can have."""


def check_memory(chosen: ExpertSettings, *, usual: int, new: bool) -> None:
    """Refuse settings of a memory that no model can have.

    Args:
        chosen: The settings that the user chose.
        usual: Steps of exact memory where the user chose no number.
        new: Whether the model is made from scratch.

    Raises:
        TrainingError: No such model can be made.
    """
    if not new and any(getattr(chosen, name) is not None for name in OF_A_NEW_MODEL):
        raise TrainingError(
            "A model that is trained further keeps its size and its memory.",
            hint="Make a new one (--from scratch), or leave these settings as they are.",
        )
    compression_of(chosen, mem_len=usual if chosen.mem_len is None else chosen.mem_len)


def compression_of(chosen: ExpertSettings, *, mem_len: int) -> CompressionConfig | None:
    """Return the compressed memory that a user chose, or None.

    Args:
        chosen: The settings that the user chose.
        mem_len: Steps of exact memory.

    Raises:
        TrainingError: There can be no such memory.
    """
    function = chosen.compression_function or "none"
    if function == "none":
        if any(getattr(chosen, name) is not None for name in _OF_COMPRESSION):
            raise TrainingError(
                "The length, rate and loss of a compression need a function.",
                hint="Choose one, such as convolution, or leave them as they are.",
            )
        return None
    steps = COMPRESSED_STEPS if chosen.compressed_steps is None else chosen.compressed_steps
    rate = COMPRESSION_RATE if chosen.compression_rate is None else chosen.compression_rate
    _check_sizes(mem_len=mem_len, steps=steps, rate=rate)
    plain = CompressionConfig(length=steps // rate, rate=rate, function=function, loss="none")
    loss = _loss_of(chosen, plain)
    if loss != "none" and not plain.has_weights:
        raise TrainingError(
            "This compression has no weights that a loss could train.",
            hint="Choose no loss, or a convolution.",
        )
    return CompressionConfig(length=steps // rate, rate=rate, function=function, loss=loss)


def _check_sizes(*, mem_len: int, steps: int, rate: int) -> None:
    """Refuse a compressed memory that holds nothing or cannot be divided.

    Args:
        mem_len: Steps of exact memory.
        steps: Older steps that are held compressed.
        rate: Steps that become one.
    """
    if mem_len == 0:
        raise TrainingError(
            "A model without memory has nothing to compress.",
            hint="Give it a memory, or choose no compression.",
        )
    if steps < 1:
        raise TrainingError(
            "A compressed memory of no notes holds nothing.",
            hint="Give it a length, or choose no compression.",
        )
    if rate < 2:
        raise TrainingError(
            "At a rate of {rate} nothing is compressed.",
            rate=rate,
            hint="Choose a rate of 2 or more.",
        )
    if rate > mem_len:
        raise TrainingError(
            "A memory of {mem_len} notes is too short to be compressed by {rate}.",
            mem_len=mem_len,
            rate=rate,
            hint="Choose a lower rate or a longer memory.",
        )
    if steps % rate:
        raise TrainingError(
            "{steps} notes do not divide by the rate {rate}.",
            steps=steps,
            rate=rate,
            fitting=max(1, steps // rate) * rate,
            hint="Choose {fitting} notes, or another rate.",
        )


def _loss_of(chosen: ExpertSettings, compression: CompressionConfig) -> CompressionLoss:
    """Return the chosen loss; without a choice, the one that fits the function."""
    if chosen.compression_loss is not None and chosen.compression_loss != "auto":
        return chosen.compression_loss
    return "attention_reconstruction" if compression.has_weights else "none"
