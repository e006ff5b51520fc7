"""Dynamics for a page, from the velocities of what was played: few of them, at phrases."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from engine.form.interpretation import DYNAMICS, louder_by
from engine.notation.bars import Bar
from engine.notation.grid import GridNote
from engine.notation.page import DynamicMark

_NAMES = ("ppp", "pp", "p", "mp", "mf", "f", "ff", "fff")
_LEVELS: Mapping[str, int] = MappingProxyType({name: DYNAMICS[name] for name in _NAMES})
# The cost of another dynamic, in velocity times bars: one step must last three bars.
_CHANGE_COST = 40.0

_Floats = npt.NDArray[np.float64]


def dynamics_of(notes: Sequence[GridNote], bars: Sequence[Bar]) -> dict[int, DynamicMark]:
    """Return the dynamic that begins in each bar where it changes.

    A dynamic leaves out the velocity that accents add to their notes. A part whose notes have one
    velocity otherwise has none: nobody played it.

    Args:
        notes: A track's, by start.
        bars: All measures.
    """
    plain = [note.velocity - louder_by(mark.name for mark in note.marks) for note in notes]
    if len(set(plain)) < 2:
        return {}
    starts = np.array([bar.start for bar in bars])
    places = np.array([note.start for note in notes])
    at = np.searchsorted(starts, places, side="right") - 1
    velocities = np.array(plain, np.float64)
    sounding = np.unique(at)
    means = np.bincount(at, weights=velocities)[sounding] / np.bincount(at)[sounding]
    levels = _path(means)
    found: dict[int, DynamicMark] = {}
    last = -1
    for bar, level in zip(sounding.tolist(), levels, strict=True):
        if level != last:
            first = int(places[np.searchsorted(at, bar)])
            found[bar] = DynamicMark(first - bars[bar].start, _NAMES[level])
        last = level
    return found


def _path(means: _Floats) -> list[int]:
    """Return the number of the level of each bar: near to its mean, with few changes."""
    away = np.abs(means[:, None] - np.array(list(_LEVELS.values()), np.float64)[None, :])
    cost = away[0]
    came_from = np.zeros(away.shape, np.int64)
    for bar in range(1, len(away)):
        cheapest = int(np.argmin(cost))
        stays = cost <= cost[cheapest] + _CHANGE_COST
        came_from[bar] = np.where(stays, np.arange(len(cost)), cheapest)
        cost = np.minimum(cost, cost[cheapest] + _CHANGE_COST) + away[bar]
    level = int(np.argmin(cost))
    path = [level]
    for bar in range(len(away) - 1, 0, -1):
        level = int(came_from[bar][level])
        path.append(level)
    return path[::-1]
