"""Conversions between slider positions (0 to 100) and the values that the sampler takes."""

import math

from engine.values.config import STEERS, SamplingConfig, SteeringConfig

# The slider position that leaves the model unchanged.
NEUTRAL = 50
_WIDTH = 2 * NEUTRAL
# Temperatures at 0, 50 and 100. The middle is the model's own distribution. Below 0.8 the starter
# model repeats one pitch endlessly (docs/experiments, sampling defaults).
_TEMPERATURES = (0.8, 1.0, 1.3)
_MOST_ECHO = 4.0
# The exponent that puts the default echo at the middle of the slider.
_ECHO_BEND = math.log2(_MOST_ECHO / SamplingConfig().echo)


def steering_of(values: tuple[tuple[str, int], ...]) -> SteeringConfig:
    """Return the steering for slider positions: 0 becomes -2, 50 becomes 0, 100 becomes 2."""
    return SteeringConfig(**{name: (value - NEUTRAL) / (NEUTRAL / 2) for name, value in values})


def values_of(steering: SteeringConfig) -> tuple[tuple[str, int], ...]:
    """Return the slider position nearest to each value: the inverse of `steering_of`."""
    return tuple((name, round(NEUTRAL + getattr(steering, name) * NEUTRAL / 2)) for name in STEERS)


def echo_of(value: int) -> float:
    """Return the echo strength, 0 to 4, for a slider position."""
    return round(_MOST_ECHO * math.pow(value / _WIDTH, _ECHO_BEND), 6)


def value_of_echo(strength: float) -> int:
    """Return the slider position nearest to an echo strength: the inverse of `echo_of`."""
    share = min(max(strength, 0.0), _MOST_ECHO) / _MOST_ECHO
    return round(_WIDTH * math.pow(share, 1 / _ECHO_BEND))


def temperature_of(adventurousness: int) -> float:
    """Return the temperature, 0.8 to 1.3, for a slider position."""
    low, middle, high = _TEMPERATURES
    share = adventurousness / NEUTRAL
    if share <= 1:
        return round(low + (middle - low) * share, 3)
    return round(middle + (high - middle) * (share - 1), 3)


def adventurousness_of(temperature: float) -> int:
    """Return the slider position nearest to a temperature: the inverse of `temperature_of`."""
    low, middle, high = _TEMPERATURES
    if temperature <= middle:
        share = (temperature - low) / (middle - low)
    else:
        share = 1 + (temperature - middle) / (high - middle)
    return round(min(max(share, 0.0), 2.0) * NEUTRAL)
