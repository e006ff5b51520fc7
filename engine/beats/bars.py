"""Choose the bars: the most probable meter of each beat, and the beats that begin a bar."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from engine.beats.notes import Bools, Floats, Ints

# The logit of a bar line that is known: all changes of the meter that it may need cost less.
_KNOWN = 100.0
# Beats of a bar, with the log of how common the meter is.
_METERS = {4: 0.0, 3: -0.3, 2: -0.6, 6: -2.0, 5: -3.0}


@dataclass(frozen=True, slots=True)
class Barring:
    """Prices of the search.

    Attributes:
        change: Logits that a change of the meter costs.
        broken: Logits that a bar costs which ends early.
    """

    change: float = 12.0
    broken: float = 8.0


BARRING = Barring()


def down_beats(logits: Floats, barring: Barring = BARRING, *, beats_in_bar: int = 0) -> Bools:
    """Return which beats begin a bar, (beats,).

    Args:
        logits: The bar-line logit of each beat, (beats,).
        barring: Prices.
        beats_in_bar: Beats of each bar if they are known; 0 if not.
    """
    count = len(logits)
    if not count:
        return np.zeros(0, np.bool_)
    meters = {beats_in_bar: 0.0} if beats_in_bar else _METERS
    states = [(beats, place) for beats in meters for place in range(beats)]
    yes, no = -np.logaddexp(0, -logits), -np.logaddexp(0, logits)
    price = _prices(states, barring, meters)
    begins = np.array([place == 0 for _, place in states])
    prior = np.array([meters[beats] for beats, _ in states])
    best = prior + np.where(begins, yes[0], no[0])
    came = np.zeros((count, len(states)), np.int16)
    for beat in range(1, count):
        choices = best[:, None] - price
        came[beat] = np.argmax(choices, axis=0)
        best = choices[came[beat], np.arange(len(states))] + np.where(begins, yes[beat], no[beat])
    state = int(np.argmax(best))
    path = [state]
    for beat in range(count - 1, 0, -1):
        state = int(came[beat, state])
        path.append(state)
    down: Bools = begins[np.array(path[::-1])]
    return down


def _prices(states: list[tuple[int, int]], barring: Barring, meters: Mapping[int, float]) -> Floats:
    """Return the price of going from each state to each other, (states, states)."""
    price = np.full((len(states), len(states)), np.inf)
    for here, (beats, place) in enumerate(states):
        for there, (next_beats, next_place) in enumerate(states):
            ends = place + 1 == beats
            if next_beats == beats and next_place == (place + 1) % beats:
                price[here, there] = 0.0
            elif next_place == 0:
                price[here, there] = (0.0 if ends else barring.broken) + (
                    barring.change + meters[beats] - meters[next_beats]
                    if next_beats != beats
                    else 0.0
                )
    return price


def with_lines(logits: Floats, lines: Ints, *, beats_in_bar: int, last: int) -> Floats:
    """Return bar-line logits, (beats,), that no search overrules where bar lines are known.

    Where the beats of a bar are known as well, the lines after each one follow up to the next, and
    the other beats begin no bar.

    Args:
        logits: The bar-line logit of each beat.
        lines: Beats that begin a bar, rising.
        beats_in_bar: Beats of each bar; 0 if nobody said.
        last: The last beat that a person said.
    """
    changed = logits.copy()
    if beats_in_bar and len(lines):
        said = np.arange(lines[0], last + 1)
        place = said - lines[np.searchsorted(lines, said, side="right") - 1]
        changed[said] = np.where(place % beats_in_bar == 0, _KNOWN, -_KNOWN)
    changed[lines] = _KNOWN
    return changed


def lengths_of(down: Bools) -> Ints:
    """Return the number of beats from each bar line to the next, and to the end for the last."""
    at = np.flatnonzero(down)
    return np.diff(np.append(at, len(down)))
