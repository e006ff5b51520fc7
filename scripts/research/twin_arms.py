"""The arms of the memory experiment: networks alike in all but what they remember.

`memory_twins.py` trains and compares them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

import torch

from engine.config import BatchConfig, CompressionConfig, ModelConfig, TrainingConfig
from engine.model.network.note_xl import NoteXL
from engine.tokens.steps import step_config
from engine.tokens.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """What all arms share.

    Attributes:
        n_layer: Layers.
        d_model: Width.
        n_head: Heads.
        update: Steps of music in one update: rows times segment length. A step is a note most
            often.
        rate: Learning rate, held after its rise; the weights are judged by their average.
        averaging: What is left of that average after an update.
        decay: Weight decay.
        reordered: Share of the songs that have gaps which are filled later.
    """

    n_layer: int = 4
    d_model: int = 160
    n_head: int = 4
    update: int = 2048
    rate: float = 1e-2
    averaging: float = 0.998
    decay: float = 0.05
    reordered: float = 0.25


@dataclass(frozen=True, slots=True, kw_only=True)
class Arm:
    """One way to remember.

    Attributes:
        name: In folders and tables.
        memory: Steps that are remembered exactly, 0: none (vanilla).
        segment: Steps of a row in one call of the network.
        compression: What becomes of older steps; None: they are forgotten.
        key_summary: Whether the key summary, 24 numbers of the pitches so far, is carried.
    """

    name: str
    memory: int
    segment: int = 64
    compression: CompressionConfig | None = None
    key_summary: bool = True

    @property
    def reach(self) -> int:
        """How many steps one layer sees beyond its segment, compressed ones included."""
        slots = self.compression
        return self.memory + (slots.length * slots.rate if slots else 0)

    def batch(self, shape: Shape, *, seed: int) -> BatchConfig:
        """Return how songs are read: as many steps in an update for all arms."""
        return BatchConfig(
            rows=shape.update // self.segment,
            segment_length=self.segment,
            seed=seed,
            reordered=shape.reordered,
        )


COMPRESSED_REACH = 256
"""Older steps that compressed memory holds, so that its reach is that of a plain memory of 512."""


def _mean(rate: int) -> CompressionConfig:
    # A mean and most-used have no weights: no loss can train them.
    return CompressionConfig(
        length=COMPRESSED_REACH // rate, rate=rate, function="mean_pool", loss="none"
    )


def _convolution(rate: int) -> CompressionConfig:
    return CompressionConfig(
        length=COMPRESSED_REACH // rate,
        rate=rate,
        function="convolution",
        loss="attention_reconstruction",
    )


def _most_used(rate: int) -> CompressionConfig:
    return CompressionConfig(
        length=COMPRESSED_REACH // rate, rate=rate, function="most_used", loss="none"
    )


ARMS: Mapping[str, Arm] = MappingProxyType(
    {
        arm.name: arm
        for arm in (
            Arm(name="vanilla", memory=0),
            Arm(name="memory-128", memory=128),
            Arm(name="memory-256", memory=256),
            Arm(name="memory-512", memory=512),
            Arm(name="mean-4", memory=256, compression=_mean(4)),
            Arm(name="mean-2", memory=256, compression=_mean(2)),
            Arm(name="convolution-4", memory=256, compression=_convolution(4)),
            Arm(name="convolution-2", memory=256, compression=_convolution(2)),
            Arm(name="most-used-4", memory=256, compression=_most_used(4)),
            Arm(name="most-used-2", memory=256, compression=_most_used(2)),
            Arm(name="segment-128", memory=256, segment=128),
            Arm(name="segment-256", memory=256, segment=256),
            # The rival of a memory is a longer segment: it sees as far back inside of it.
            Arm(name="vanilla-256", memory=0, segment=256),
            # Nothing at all is carried from segment to segment.
            Arm(name="nothing", memory=0, key_summary=False),
        )
    }
)

_FIRST = ("vanilla", "memory-128", "memory-256", "memory-512", "mean-4")
STAGES: tuple[tuple[tuple[str, ...], int], ...] = (
    (_FIRST, 1),
    (_FIRST, 2),
    (tuple(name for name in ARMS if name not in _FIRST), 1),
    (tuple(name for name in ARMS if name not in _FIRST), 2),
)
"""Arms and seed of each stage, in order: a stage is trained before the next one begins."""


def begun(arm: Arm, shape: Shape, vocabulary: Vocabulary, *, seed: int) -> NoteXL:
    """Return an arm's network before its first update: all arms of a seed have the same weights.

    Args:
        arm: What it remembers.
        shape: What it shares with the other arms.
        vocabulary: Of its ids.
        seed: Draws the weights.
    """
    steps = step_config(vocabulary)
    plain = ModelConfig(
        vocab_size=len(vocabulary),
        n_layer=shape.n_layer,
        d_model=shape.d_model,
        n_head=shape.n_head,
        mem_len=arm.memory,
        dropout=0.0,
        steps=steps,
    )
    own = replace(
        plain,
        compression=arm.compression,
        steps=steps if arm.key_summary else replace(steps, key_half_lives=()),
    )
    torch.manual_seed(seed)
    twin = NoteXL(plain)
    model = NoteXL(own)
    # Compressors are the arm's own; they begin as the mean, whatever was drawn.
    model.load_state_dict(twin.state_dict(), strict=False)
    return model


def training_of(shape: Shape, *, seed: int) -> TrainingConfig:
    """Return how an arm is trained; the rate is held, so that it may go on for any time."""
    return TrainingConfig(
        steps=10**9,
        optimizer="muon",
        learning_rate=shape.rate,
        warmup_steps=100,
        final_rate=1.0,
        weight_decay=shape.decay,
        weight_averaging=shape.averaging,
        dropout=0.0,
        seed=seed,
    )
