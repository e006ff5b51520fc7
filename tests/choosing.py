"""Choices of sound as a window sends them."""

from typing import Any

from engine.messages import ChooseSound
from engine.values.sound import Sound


def choosing(**choices: Any) -> ChooseSound:
    """Return the command that chooses this, and the default for everything else."""
    return ChooseSound(sound=Sound(**choices))
