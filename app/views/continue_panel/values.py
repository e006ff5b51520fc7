"""The values of the panel: what the user asks for, and what the model remembers."""

import math
from dataclasses import dataclass, field
from typing import Literal

from engine.config import STEERS, SamplingConfig, SteeringConfig
from engine.music.scales import PitchSet

Origin = Literal["playhead", "selection", "end"]
ENDLESS = 0
LENGTHS = (1, 2, 4, 8, 16, ENDLESS)
ALTERNATIVES = (1, 2, 4, 8)
NEUTRAL = 50
# The slider's ends and its middle, where the model is as it was trained to be.
# Below the lowest, the starter repeats one pitch without end (docs/experiments, sampling defaults).
_TEMPERATURES = (0.8, 1.0, 1.3)


@dataclass(frozen=True, slots=True, kw_only=True)
class ContinueSettings:
    """What the user asks for.

    Attributes:
        origin: Where the continuation starts.
        bars: Bars to make; 0 goes on until stopped.
        alternatives: 1 to 8.
        adventurousness: 0 to 100; 50 is the model as it is.
        keep_in_key: Draw no note outside the key.
        only: A scale or chord outside which no note can be drawn; it takes the key's place.
        steering: 0 to 100 for each of `STEERS`; 50 leaves the model as it is.
        max_voices: Notes at once in a track; 0 sets no limit.
        longest_copy: Notes in a row that may be copied from a song learned from; 0 sets no limit.
        lowest: Lowest pitch.
        highest: Highest pitch.
        sampling: Temperature and the rest, already made from adventurousness unless the user
            set them by hand.
        seed_locked: Use `sampling.seed` again and again.
    """

    origin: Origin = "end"
    bars: int = 4
    alternatives: int = 4
    adventurousness: int = NEUTRAL
    keep_in_key: bool = False
    max_voices: int = 0
    longest_copy: int = 0
    lowest: int = 0
    highest: int = 127
    sampling: SamplingConfig = field(default_factory=SamplingConfig)
    seed_locked: bool = False
    only: PitchSet | None = None
    steering: tuple[tuple[str, int], ...] = tuple((name, NEUTRAL) for name in STEERS)


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryView:
    """What the model remembers, in bars [first, past the last).

    Attributes:
        bars: Bars of the piece before the boundary.
        exact: Held token by token.
        compressed: Held in compressed memory; empty range if none.
        borrowed: Title of another piece that comes before it, or empty.
    """

    bars: int
    exact: tuple[int, int]
    compressed: tuple[int, int] = (0, 0)
    borrowed: str = ""


def steering_of(values: tuple[tuple[str, int], ...]) -> SteeringConfig:
    """Return what 0 to 100 for each slider mean: -2 to 2, 0 in the middle."""
    return SteeringConfig(**{name: (value - NEUTRAL) / (NEUTRAL / 2) for name, value in values})


def echo_of(value: int) -> float:
    """Return the strength of the echo for 0 to 100: none to 4, in the middle as in most music."""
    return round((value / NEUTRAL) ** 2, 4)


def value_of_echo(strength: float) -> int:
    """Return 0 to 100 for a strength of the echo: the nearest to the inverse of `echo_of`."""
    return round(math.sqrt(min(max(strength, 0.0), 4.0)) * NEUTRAL)


def temperature_of(adventurousness: int) -> float:
    """Return the temperature for 0 to 100: 0.8 to 1.3, 1 in the middle."""
    low, middle, high = _TEMPERATURES
    share = adventurousness / NEUTRAL
    if share <= 1:
        return round(low + (middle - low) * share, 3)
    return round(middle + (high - middle) * (share - 1), 3)


def adventurousness_of(temperature: float) -> int:
    """Return 0 to 100 for a temperature: the nearest to the inverse of `temperature_of`."""
    low, middle, high = _TEMPERATURES
    if temperature <= middle:
        share = (temperature - low) / (middle - low)
    else:
        share = 1 + (temperature - middle) / (high - middle)
    return round(min(max(share, 0.0), 2.0) * NEUTRAL)
