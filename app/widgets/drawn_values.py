"""What the sliders that draw mean: 0 to 100 on the screen, and the model's own numbers."""

import math

from engine.config import STEERS, SamplingConfig, SteeringConfig

NEUTRAL = 50
_WIDTH = 2 * NEUTRAL
# The slider's ends and its middle, where the model is as it was trained to be.
# Below the lowest, the starter repeats one pitch without end (docs/experiments, sampling defaults).
_TEMPERATURES = (0.8, 1.0, 1.3)
_MOST_ECHO = 4.0
# What brings the middle of the slider to the echo of most music.
_ECHO_BEND = math.log2(_MOST_ECHO / SamplingConfig().echo)


def steering_of(values: tuple[tuple[str, int], ...]) -> SteeringConfig:
    """Return what 0 to 100 for each slider mean: -2 to 2, 0 in the middle."""
    return SteeringConfig(**{name: (value - NEUTRAL) / (NEUTRAL / 2) for name, value in values})


def values_of(steering: SteeringConfig) -> tuple[tuple[str, int], ...]:
    """Return 0 to 100 for each slider: the nearest to the inverse of `steering_of`."""
    return tuple((name, round(NEUTRAL + getattr(steering, name) * NEUTRAL / 2)) for name in STEERS)


def echo_of(value: int) -> float:
    """Return the strength of the echo for 0 to 100: none to 4, in the middle as in most music."""
    return round(_MOST_ECHO * math.pow(value / _WIDTH, _ECHO_BEND), 6)


def value_of_echo(strength: float) -> int:
    """Return 0 to 100 for a strength of the echo: the nearest to the inverse of `echo_of`."""
    share = min(max(strength, 0.0), _MOST_ECHO) / _MOST_ECHO
    return round(_WIDTH * math.pow(share, 1 / _ECHO_BEND))


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
