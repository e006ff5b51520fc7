"""Tables of the memory experiment: the curves so far, and the judgement of the weights kept.

Legend: a twin is (arm, seed).
"""

import math
import statistics
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from twin_arms import ARMS
from twin_judging import Extent, judged
from twin_training import KEPT, SECONDS, UPDATES, curve_of, losses_of

from engine.tokens.store import TokenStore

Twin = tuple[str, int]
Folders = Mapping[Twin, Path]
Line = dict[str, Any]

_LAST = 500
"""Updates over which the training loss is a mean."""


def row(*cells: object) -> str:
    """Return a row of a table."""
    return "| " + " | ".join(map(str, cells)) + " |"


def head(*cells: object) -> Iterator[str]:
    """Yield the first two lines of a table."""
    yield row(*cells)
    yield "|" + " --- |" * len(cells)


def tables(folders: Folders) -> Iterator[str]:
    """Yield what was found so far as lines of tables.

    Args:
        folders: Of each twin.
    """
    curves = {twin: curve_of(folder) for twin, folder in folders.items()}
    curves = {twin: lines for twin, lines in curves.items() if lines}
    yield "So far:"
    yield ""
    yield from _so_far(folders, curves)
    for kind, unit, scale in ((UPDATES, "updates", 1.0), (SECONDS, "minutes", 60.0)):
        yield ""
        yield f"Nats a note on held-out songs (choose), after so many {unit}:"
        yield ""
        yield from _by_mark(curves, kind, scale=scale)
    for kind, unit, scale in ((UPDATES, "updates", 1.0), (SECONDS, "minutes", 60.0)):
        yield from _by_heard(curves, kind, unit, scale=scale)


def _so_far(folders: Folders, curves: Mapping[Twin, Sequence[Line]]) -> Iterator[str]:
    yield from head(
        *("arm", "seed", "reach", "updates", "M notes heard", "hours", "s an update", "peak MB"),
        *(f"nats an id, last {_LAST} updates", "nats a note, held out", "skipped"),
    )
    for (arm, seed), lines in curves.items():
        last = lines[-1]
        losses = losses_of(folders[arm, seed])[: last["updates"]][-_LAST:]
        peaks = [line["peak_mb"] for line in lines if line["peak_mb"] is not None]
        yield row(
            *(arm, seed, ARMS[arm].reach, last["updates"], f"{last['notes'] / 1e6:.2f}"),
            *(f"{last['seconds'] / 3600:.2f}", f"{last['seconds'] / last['updates']:.3f}"),
            *(f"{statistics.median(peaks):.0f}" if peaks else "", f"{np.mean(losses):.4f}"),
            *(f"{last['held_out']['nats']:.4f}", last["skipped"]),
        )


def at_marks(lines: Sequence[Line], kind: str) -> dict[int, Line]:
    """Return the lines of a curve at marks of one kind, by the mark's number."""
    return {line["marks"][kind]: line for line in lines if kind in line["marks"]}


def _size(lines: Mapping[int, Line], kind: str) -> float:
    """Return how many updates, or about how many seconds, lie between two marks."""
    return min(line[kind] / number for number, line in lines.items())


def _by_mark(curves: Mapping[Twin, Sequence[Line]], kind: str, *, scale: float) -> Iterator[str]:
    """Yield a row for each twin and a column for each mark that doubles the one before."""
    found = {twin: marks for twin, lines in curves.items() if (marks := at_marks(lines, kind))}
    if not found:
        yield "None yet."
        return
    last = max(max(marks) for marks in found.values())
    numbers = [2**power for power in range(int(math.log2(last)) + 1)]
    numbers += [last] if last not in numbers else []
    size = round(min(_size(marks, kind) for marks in found.values()))
    yield from head("arm", "seed", *(f"{number * size / scale:g}" for number in numbers))
    for (arm, seed), marks in found.items():
        cells = (
            f"{marks[number]['held_out']['nats']:.4f}" if number in marks else ""
            for number in numbers
        )
        yield row(arm, seed, *cells)


def _by_heard(
    curves: Mapping[Twin, Sequence[Line]], kind: str, unit: str, *, scale: float
) -> Iterator[str]:
    """Yield a table for each seed, at the last mark that all of its twins have reached."""
    for seed in sorted({seed for _, seed in curves}):
        found = {arm: at_marks(lines, kind) for (arm, own), lines in curves.items() if own == seed}
        common = set.intersection(*(set(marks) for marks in found.values()))
        if not common:
            continue
        last = max(common)
        here = {arm: marks[last] for arm, marks in found.items()}
        size = min(line[kind] for line in here.values()) / scale
        yield ""
        yield f"Seed {seed}, all after {size:.0f} {unit}, nats a note by notes heard before:"
        yield ""
        heard = next(iter(here.values()))["held_out"]["by_heard"]
        yield from head("arm", "all", *heard, "against vanilla", "against memory-256")
        for arm, line in here.items():
            own = line["held_out"]
            against = (
                f"{own['nats'] - here[other]['held_out']['nats']:+.4f}" if other in here else ""
                for other in ("vanilla", "memory-256")
            )
            values = (f"{own['by_heard'][name]:.4f}" for name in heard)
            yield row(arm, f"{own['nats']:.4f}", *values, *against)


def final_tables(
    folders: Folders, store: TokenStore, extent: Extent | None = None
) -> Iterator[str]:
    """Judge the weights that all twins kept, at the last mark of each kind, and yield tables.

    Args:
        folders: Of each twin.
        store: Songs; those of the half that judges are read.
        extent: How much is looked at; None: as much as the experiment does.
    """
    kept = {twin: {path.name: path for path in _kept(folder)} for twin, folder in folders.items()}
    for kind in (UPDATES, SECONDS):
        names = [{name for name in paths if name.startswith(kind)} for paths in kept.values()]
        common = set.intersection(*names) if names else set()
        yield ""
        if not common:
            yield f"No weights were kept at a mark of {kind} that all of these twins have reached."
            continue
        last = max(common)
        yield f"All after {int(last.rpartition('-')[2])} {kind}, the songs that judge:"
        found = {
            twin: judged(paths[last], store, extent or Extent()) for twin, paths in kept.items()
        }
        yield from _judgement(found)


def _kept(folder: Path) -> Iterator[Path]:
    yield from (folder / KEPT).glob("*-*")


def _judgement(found: Mapping[Twin, Line]) -> Iterator[str]:
    any_one = next(iter(found.values()))
    heard, contexts = any_one["by_note"]["by_heard"], any_one["by_context"]
    yield from ("", "Nats a note, by notes heard before:", "")
    yield from head("arm", "seed", "all", *heard)
    for twin, one in found.items():
        note = one["by_note"]
        yield row(*twin, f"{note['nats']:.4f}", *(f"{note['by_heard'][n]:.4f}" for n in heard))
    yield from ("", "Nats a note of the same notes, by steps of context before them:", "")
    yield from head("arm", "seed", *contexts)
    for twin, one in found.items():
        yield row(*twin, *(f"{one['by_context'][context]:.4f}" for context in contexts))
    yield from ("", "Effective context (RECL; * reached the longest that was tried):", "")
    ratios = any_one["effective_context"]
    titles = [f"{'net' if one['net'] else one['ratio']}: steps, bars" for one in ratios]
    yield from head("arm", "seed", *titles)
    for twin, one in found.items():
        reaches = (
            f"{reach['steps']}{'*' * reach['at_least']}, {reach['bars']:.1f}"
            for reach in one["effective_context"]
        )
        yield row(*twin, *reaches)
    yield from ("", "Likeness of bars by lag, drawn by the network alone; and gaps of 4 bars:", "")
    lags = any_one["likeness"]["real"]["likeness"]
    yield from head("arm", "seed", *lags, "bars repeated", "gaps", "left", "both", "gain", "after")
    real = any_one["likeness"]["real"]
    yield row(
        "real", "", *(f"{real['likeness'][lag]:.3f}" for lag in lags), f"{real['repeated']:.3f}"
    )
    for twin, one in found.items():
        drawn, gaps = one["likeness"]["drawn"], one["gaps"]
        low, high = gaps["interval"]
        yield row(
            *twin,
            *(f"{drawn['likeness'][lag]:.3f}" if lag in drawn["likeness"] else "" for lag in lags),
            *(f"{drawn['repeated']:.3f}", gaps["gaps"]),
            *(f"{gaps['left']:.3f}", f"{gaps['both']:.3f}"),
            *(f"{gaps['gain']:.3f} ({low:.3f} to {high:.3f})", f"{gaps['cost_after']:+.3f}"),
        )
