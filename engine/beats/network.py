"""The network that hears beats: dilated convolutions over frames, computed in NumPy.

The architecture is that of Böck and Davies (2020, "Deconstruct, Analyse, Reconstruct"): residual
blocks whose dilation doubles, so that the last one sees 20 s on each side. The training script
has the same network in PyTorch, and a test compares the two.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from safetensors import SafetensorError
from safetensors.numpy import load_file

from engine.beats.features import WIDTH, Frames
from engine.beats.looking import Look, on_and_on
from engine.ground.errors import ModelFileError

# 32 channels were as good within chance (experiment 2026-11-26-beats).
CHANNELS = 48
# Nine blocks of five taps see 20 s on each side of a frame.
KERNEL, BLOCKS = 5, 9
# Logits of each frame: a beat; at a beat, a bar line; at a beat, three parts instead of two.
HEADS = 3


@dataclass(frozen=True, slots=True)
class BeatNetwork:
    """The weights.

    Attributes:
        weights: By name: `in.weight` (C, WIDTH), `in.bias` (C,), `out.weight` (HEADS, C),
            `out.bias` (HEADS,), and of each block N `N.weight` (C, C, KERNEL), `N.bias` (C,),
            `N.mix.weight` (C, C), `N.mix.bias` (C,).
    """

    weights: dict[str, Frames]

    @classmethod
    def load(cls, path: Path) -> "BeatNetwork":
        """Return the network in a file of safetensors.

        Raises:
            ModelFileError: The file is missing or damaged.
        """
        try:
            stored = load_file(path)
        except (OSError, SafetensorError) as error:
            raise ModelFileError(
                "‘{name}’, which finds beats, cannot be read.",
                name=path.name,
                hint="Install Segue again.",
            ) from error
        return cls({name: value.astype(np.float32) for name, value in stored.items()})

    def logits(self, features: Frames, *, look: Look = on_and_on) -> Frames:
        """Return the logits of each frame, (frames, HEADS), from features (frames, WIDTH)."""
        return self.heads(self.hidden(features, look=look))

    def hidden(self, features: Frames, *, look: Look = on_and_on) -> Frames:
        """Return the inputs of the last layer, (frames, CHANNELS), from (frames, WIDTH)."""
        if features.shape[1] != WIDTH:
            raise ValueError(f"{features.shape[1]} features, not {WIDTH}")
        weights = self.weights
        hidden = _elu(features @ weights["in.weight"].T + weights["in.bias"])
        for block in range(BLOCKS):
            look()
            hidden = hidden + self._block(hidden, block)
        return hidden

    def heads(self, hidden: Frames) -> Frames:
        """Return the logits of each frame, (frames, HEADS), from the inputs of the last layer."""
        weights = self.weights
        logits: Frames = hidden @ weights["out.weight"].T + weights["out.bias"]
        return logits

    def _block(self, hidden: Frames, block: int) -> Frames:
        dilation = 2**block
        kernel = self.weights[f"{block}.weight"]
        count = len(hidden)
        total = np.broadcast_to(self.weights[f"{block}.bias"], hidden.shape).copy()
        for tap in range(KERNEL):
            shift = (tap - KERNEL // 2) * dilation
            start, end = max(0, -shift), min(count, count - shift)
            if start < end:
                total[start:end] += hidden[start + shift : end + shift] @ kernel[:, :, tap].T
        mixed: Frames = (
            _elu(total) @ self.weights[f"{block}.mix.weight"].T + self.weights[f"{block}.mix.bias"]
        )
        return mixed


def _elu(values: Frames) -> Frames:
    result: Frames = np.where(values > 0, values, np.expm1(np.minimum(values, 0)))
    return result
