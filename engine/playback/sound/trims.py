"""Corrections of known banks: loudness of programs, tuning of samples, brightness by touch."""

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from engine.ground.paths import assets
from engine.playback.sound.subset import Bank
from engine.values.sound import DEFAULT_BANK, Program

Trims = Mapping[Program, float]


@cache
def trims_of(title: str) -> Trims:
    """Return decibels by (program, is drum) that make a bank's programs equally loud.

    Measured by `benchmarks/measures/bank.py`; none for a bank that is not known.

    Args:
        title: The bank's own name.
    """
    known = _known(title)
    programs = {(n, False): float(db) for n, db in enumerate(known.get("programs", ()))}
    return programs | {(int(n), True): float(db) for n, db in known.get("kits", {}).items()}


def all_trims_of(bank: Bank) -> Trims:
    """Return the trims of a bank and of the programs that it borrows.

    Args:
        bank: The bank; it borrows of the one that ships.
    """
    lent = trims_of(DEFAULT_BANK)
    own = {key: db for key, db in trims_of(bank.title).items() if key not in bank.borrowed}
    return own | {key: lent[key] for key in bank.borrowed & lent.keys()}


def corrected(bank: Bank) -> Bank:
    """Return a known bank in tune and darker where it is played softly; another one as it is.

    `benchmarks/measures/bank.py` measures the tuning. A synthesizer without modulators plays all
    velocities with one timbre; the low-pass of each program closes as `touch` says.
    """
    known = _known(bank.title)
    instruments = list(bank.instruments)
    for number, zones in known.get("cents", {}).items():
        index = int(number)
        if index < len(instruments):
            instruments[index] = instruments[index].tuned(zones)
    return replace(bank, instruments=tuple(instruments), touch=tuple(known.get("touch", ())))


@cache
def _known(title: str) -> dict[str, Any]:
    path = assets() / "sound" / "trims.json"
    try:
        known: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")).get(title, {})
    except (OSError, ValueError):
        return {}
    return known


def forget_measurements() -> None:
    """Read the file again when it is next asked for."""
    _known.cache_clear()
    trims_of.cache_clear()
