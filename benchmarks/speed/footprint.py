"""The most memory that one contender takes, alone in a process of its own.

In one process the first would make room for the next, so each is asked in a child: it builds a
tiny model of its kind and does a turn, so that its libraries are loaded, and only then counts.
"""

import gc
import json
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.speed.command import our_command
from benchmarks.speed.timing import Work
from engine.errors import SegueError

# Other implementations may import for long where everything is cold.
_PATIENCE_S = 600.0
_STATUS = Path("/proc/self/status")
_FORGET_PEAK = Path("/proc/self/clear_refs")


def chosen(makers: Mapping[str, Callable[[], Work]], name: str) -> Callable[[], Work]:
    """Return what makes the contender of this name.

    Raises:
        SegueError: If there is none.
    """
    if name not in makers:
        raise SegueError(f"‘{name}’ is not measured here; there are {', '.join(makers)}.")
    return makers[name]


def only(
    makers: Mapping[str, Callable[[], Work]], parts: Sequence[str]
) -> dict[str, Callable[[], Work]]:
    """Return those whose names hold one of these, ours always among them; all without any.

    Raises:
        SegueError: If one is in no name.
    """
    for part in parts:
        if not any(part in name for name in makers):
            raise SegueError(f"‘{part}’ is not measured here; there are {', '.join(makers)}.")
    ours = next(iter(makers))
    return {
        name: make
        for name, make in makers.items()
        if not parts or name == ours or any(part in name for part in parts)
    }


def alone(tiny: Callable[[], Work], whole: Callable[[], Work]) -> dict[str, Any]:
    """Measure this process, which does nothing else.

    Args:
        tiny: Makes the contender with a small model.
        whole: Makes it as it is to be measured.

    Returns:
        `peak_mb` of the process, and `own_mb`, by how much that is above what it held when only
        its libraries were loaded; None each where the system does not tell (no /proc).
    """
    tiny()()
    gc.collect()  # what is given back later would hide what is taken
    before = _field_mb("VmRSS")
    forget_peak()
    work = whole()
    work()
    work()
    peak = peak_mb()
    if peak is None or before is None:
        return {"peak_mb": None, "own_mb": None}
    return {"peak_mb": round(peak, 1), "own_mb": round(peak - before, 1)}


def of(arguments: Sequence[str]) -> dict[str, Any]:
    """Ask a process of its own, given the arguments that make it measure one contender.

    Returns:
        What `alone` returned there; None for each where the process failed.
    """
    try:
        done = subprocess.run(  # noqa: S603 - our own program, no shell
            our_command(*arguments, "--json"),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_PATIENCE_S,
            check=True,
        )
        figures: dict[str, Any] = json.loads(done.stdout)
    except (OSError, subprocess.SubprocessError, ValueError):
        return {"peak_mb": None, "own_mb": None}
    return {name: figures[name] for name in ("peak_mb", "own_mb")}


def held_mb() -> float | None:
    """Return the memory that this process holds; None where the system does not tell."""
    return _field_mb("VmRSS")


def peak_mb() -> float | None:
    """Return the most memory that this process held since its peak was forgotten, as `held_mb`."""
    return _field_mb("VmHWM")


def forget_peak() -> None:
    """Let the peak begin anew with what is held now, where the system can do that."""
    try:
        _FORGET_PEAK.write_text("5", encoding="ascii")
    except OSError:
        return


def _field_mb(name: str) -> float | None:
    try:
        status = _STATUS.read_text(encoding="ascii", errors="replace")
    except OSError:
        return None
    fields = dict(line.split(":", 1) for line in status.splitlines() if ":" in line)
    return int(fields[name].split()[0]) / 1024 if name in fields else None
