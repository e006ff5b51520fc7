"""Measured loudness corrections for the programs of known banks."""

import json
from collections.abc import Mapping
from functools import cache

from engine.ground.paths import assets

Trims = Mapping[tuple[int, bool], float]


@cache
def trims_of(title: str) -> Trims:
    """Return decibels by (program, is drum) that make a bank's programs equally loud.

    Measured by `benchmarks/measures/trims.py`; none for a bank that is not known.

    Args:
        title: The bank's own name.
    """
    path = assets() / "sound" / "trims.json"
    try:
        known = json.loads(path.read_text(encoding="utf-8")).get(title, {})
    except (OSError, ValueError):
        return {}
    programs = {(n, False): float(db) for n, db in enumerate(known.get("programs", ()))}
    return programs | {(int(n), True): float(db) for n, db in known.get("kits", {}).items()}
