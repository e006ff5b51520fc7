"""The records of a run as tables. Every table says of which split it is."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from benchmarks.evaluation.against_real import Interval, Pair
from benchmarks.quality.ablation import DRAWN, LIKELIHOOD, REAL, TIME, Record
from benchmarks.quality.controls import CONTROLS
from benchmarks.quality.figures import SAYS
from benchmarks.quality.statistics import (
    anchor_of,
    distance_change,
    distance_of,
    gap_of,
    is_clear,
    mean_of,
    pair_of_figures,
)
from benchmarks.quality.variants import FULL, NETWORK
from engine.cli.output import table

Figures = dict[str, Any]
Rows = list[tuple[str, ...]]

_SHORT = (
    "stay", "roots", "moves", "closes", "figures", "motif", "recall", "equal", "near", "notes",
    "growth", "sounding", "entering", "in_key", "register", "mute", "lost",
)  # fmt: skip


def ablation_lines(found: Figures, *, every_figure: bool = False) -> list[str]:
    """Return the tables.

    Args:
        found: `settings`, `records` and `skipped` of a run.
        every_figure: Whether each figure has a table of its own, with intervals.
    """
    split = found["settings"]["split"]
    lines = [f"Split: {split}. Skipped: {_skipped(found['skipped'])}."]
    for title, rows in _tables(found, every_figure=every_figure):
        if rows:
            lines += ["", f"{title} [{split}]", *table(rows)]
    return lines


def _skipped(skipped: dict[str, int]) -> str:
    return ", ".join(f"{count} {reason}" for reason, count in skipped.items()) or "none"


def _tables(found: Figures, *, every_figure: bool) -> Iterator[tuple[str, Rows]]:
    variants: list[str] = [*found["settings"]["variants"]]
    by_kind = {
        kind: [record for record in found["records"] if record["kind"] == kind]
        for kind in (LIKELIHOOD, DRAWN, TIME, REAL)
    }
    likely = [record for record in by_kind[LIKELIHOOD] if "failed" not in record]
    speaking = [
        name
        for name in variants
        if name == FULL or any(name in record["speaking"] for record in (*likely, *by_kind[DRAWN]))
    ]
    if likely:
        failed = len(by_kind[LIKELIHOOD]) - len(likely)
        yield (
            f"Real bars: {len(likely)} songs ({failed} cannot be said), nats of what is left when"
            " this is left out; * the interval of the difference excludes 0",
            likelihood_rows(likely, [*speaking, NETWORK]),
        )
        yield (
            "Real bars: nats a note more than the whole machine, by collection",
            collection_rows(likely, [*speaking, NETWORK]),
        )
        yield (
            "Real bars: nats an id more than the whole machine, by what the id says",
            kind_rows(likely, [*speaking, NETWORK]),
        )
        yield "Real ids that a rule forbids", forbidden_rows(likely)
    drawn = by_kind[DRAWN]
    if drawn:
        yield (
            f"Drawn bars: {len(drawn)} songs, one draw each",
            distance_rows(drawn, by_kind[REAL], speaking),
        )
        yield (
            "Drawn bars: distance by collection",
            distance_by_collection_rows(drawn, by_kind[REAL], speaking),
        )
        yield "Drawn bars: means; * differs from the whole machine", short_rows(drawn, speaking)
        for name, says in SAYS.items() if every_figure else ():
            rows = figure_rows(drawn, name, speaking)
            if rows:
                yield f"Drawn bars: {says} ({name})", rows
    if by_kind[TIME]:
        yield (
            f"Processor time of drawing, {len(by_kind[TIME])} songs alone",
            time_rows(by_kind[TIME], speaking),
        )


def likelihood_rows(records: Sequence[Record], variants: Sequence[str]) -> Rows:
    """Return the nats of each variant, and what they are more than the whole machine's."""
    rows: Rows = [("without", "songs", "nats a note", "more (95 %)", "nats an id", "more (95 %)")]
    for name in variants:
        of = [record for record in records if name in record["speaking"]]
        cells = [name, str(len(records) if name in (FULL, NETWORK) else len(of))]
        for unit in (_notes, _ids):
            costs = [_nats(record, name) / unit(record) for record in records]
            cells.append(f"{sum(costs) / len(costs):.4f}")
            cells.append("" if name == FULL else _change(_more(records, name, unit), digits=4))
        rows.append(tuple(cells))
    return rows


def collection_rows(records: Sequence[Record], variants: Sequence[str]) -> Rows:
    """Return nats a note more than the whole machine, a column for each collection."""
    parts = _by_collection(records)
    rows: Rows = [("without", *(f"{name} ({len(of)})" for name, of in parts.items()))]
    full = [
        f"{sum(_nats(record, FULL) / _notes(record) for record in of) / len(of):.2f}"
        for of in parts.values()
    ]
    rows.append((FULL, *full))
    for name in variants:
        if name != FULL:
            cells = [_change(_more(of, name, _notes), digits=3) for of in parts.values()]
            rows.append((name, *cells))
    return rows


def kind_rows(records: Sequence[Record], variants: Sequence[str]) -> Rows:
    """Return nats an id more than the whole machine, a column for each kind of id."""
    counts: Counter[str] = Counter()
    for record in records:
        counts.update(record["ids"])
    kinds = [kind for kind, _ in counts.most_common()]
    rows: Rows = [("without", *(f"{kind} ({counts[kind]})" for kind in kinds))]
    for name in variants:
        cells = []
        for kind in kinds:
            mine, full = (
                sum(record["nats"][each].get(kind, 0.0) for record in records)
                for each in (name, FULL)
            )
            value = (mine if name == FULL else mine - full) / counts[kind]
            cells.append(f"{value:.3f}" if name == FULL else f"{value:+.3f}")
        rows.append((name, *cells))
    return rows


def forbidden_rows(records: Sequence[Record]) -> Rows:
    """Return how many real ids each rule forbids."""
    counts: Counter[str] = Counter()
    songs: Counter[str] = Counter()
    for record in records:
        counts.update(record["forbidden"])
        songs.update(record["forbidden"].keys())
    ids = sum(sum(record["ids"].values()) for record in records) + counts.total()
    rows: Rows = [("rule", "ids", "of all", "songs")]
    rows += [
        (name, str(count), f"{count / ids:.3%}", str(songs[name]))
        for name, count in counts.most_common()
    ]
    return rows if counts else []


def distance_rows(drawn: Sequence[Record], real: Sequence[Record], variants: Sequence[str]) -> Rows:
    """Return the distance and the gap of each variant and control, with their anchor."""
    rows: Rows = [("without", "distance (95 %)", "more (95 %)", "gap", "more (95 %)")]
    anchor = anchor_of(_pool(real), Counter(record["collection"] for record in drawn))
    rows.append(("real : real", _interval(anchor), "", "", ""))
    full = _pairs(drawn, FULL)
    gaps = [gap_of(pair) for pair in full]
    for name in (*variants, *CONTROLS):
        pairs = _pairs(drawn, name)
        own = [gap_of(pair) for pair in pairs]
        more = [mine - his for mine, his in zip(own, gaps, strict=True)]
        rows.append(
            (
                name,
                _interval(distance_of(pairs)),
                "" if name == FULL else _change(distance_change(pairs, full), digits=2),
                f"{sum(own) / len(own):.3f}",
                "" if name == FULL else _change(mean_of(more), digits=3),
            )
        )
    return rows


def distance_by_collection_rows(
    drawn: Sequence[Record], real: Sequence[Record], variants: Sequence[str]
) -> Rows:
    """Return the distance of each variant and control, a column for each collection."""
    parts = _by_collection(drawn)
    rows: Rows = [("without", *(f"{name} ({len(of)})" for name, of in parts.items()))]
    pool = _pool(real)
    anchors = [anchor_of(pool, {name: len(of)}).value for name, of in parts.items()]
    rows.append(("real : real", *(f"{value:.2f}" for value in anchors)))
    for name in (*variants, *CONTROLS):
        values = [distance_of(_pairs(of, name)).value for of in parts.values()]
        rows.append((name, *(f"{value:.2f}" for value in values)))
    return rows


def short_rows(drawn: Sequence[Record], variants: Sequence[str]) -> Rows:
    """Return the means of the figures that a listener notices, a column for each."""
    names = [name for name in _SHORT if _asked(drawn, name)]
    rows: Rows = [("without", *names)]
    real = [[record["real"][name] for record in _asked(drawn, name)] for name in names]
    rows.append(("real", *(f"{sum(values) / len(values):.2f}" for values in real)))
    for variant in (*variants, *CONTROLS):
        cells = []
        for name in names:
            of = _asked(drawn, name)
            made = [_made(record, variant)[name] for record in of]
            clear = variant != FULL and is_clear(_difference(of, variant, name))
            cells.append(f"{sum(made) / len(made):.2f}{'*' if clear else ''}")
        rows.append((variant, *cells))
    return rows


def figure_rows(drawn: Sequence[Record], name: str, variants: Sequence[str]) -> Rows:
    """Return one figure of each variant and control beside real bars; none without a song."""
    of = _asked(drawn, name)
    if not of:
        return []
    rows: Rows = [("without", "songs", "mean (95 %)", "more than full (95 %)")]
    real = mean_of([record["real"][name] for record in of])
    rows.append(("real", str(len(of)), _interval(real), ""))
    for variant in (*variants, *CONTROLS):
        made = mean_of([_made(record, variant)[name] for record in of])
        change = "" if variant == FULL else _change(_difference(of, variant, name), digits=2)
        rows.append((variant, str(len(of)), _interval(made), change))
    return rows


def time_rows(records: Sequence[Record], variants: Sequence[str]) -> Rows:
    """Return the processor time a note of each variant, and the share outside the network."""
    rows: Rows = [("without", "songs", "ms a note", "of full", "outside the network")]
    for name in variants:
        of = [record for record in records if name in record["taken"]]
        if not of:
            continue
        mine, full = ([record["taken"][each] for record in of] for each in (name, FULL))
        notes, cpu_s, network_s = (
            sum(each[key] for each in mine) for key in ("notes", "cpu_s", "network_s")
        )
        usual = sum(each["cpu_s"] for each in full) / sum(each["notes"] for each in full)
        rows.append(
            (
                name,
                str(len(of)),
                f"{1000 * cpu_s / notes:.2f}",
                f"{cpu_s / notes / usual:.2f}",
                f"{1 - network_s / cpu_s:.1%}",
            )
        )
    return rows


def _nats(record: Record, variant: str) -> float:
    return float(sum(record["nats"][variant].values()))


def _notes(record: Record) -> float:
    return float(max(1, record["notes"]))


def _ids(record: Record) -> float:
    return float(max(1, sum(record["ids"].values())))


def _more(records: Sequence[Record], variant: str, unit: Any) -> Interval:
    """Return what a variant costs more than the whole machine, the mean over songs."""
    more = [(_nats(each, variant) - _nats(each, FULL)) / unit(each) for each in records]
    return mean_of(more)


def _difference(records: Sequence[Record], variant: str, name: str) -> Interval:
    more = [_made(record, variant)[name] - _made(record, FULL)[name] for record in records]
    return mean_of(more)


def _made(record: Record, variant: str) -> dict[str, float]:
    figures: dict[str, float] = record["made"].get(variant) or record["controls"][variant]
    return figures


def _asked(records: Sequence[Record], name: str) -> list[Record]:
    """Return the records in which a figure is known of everything."""
    return [
        record
        for record in records
        if all(
            name in values
            for values in (record["real"], *record["made"].values(), *record["controls"].values())
        )
    ]


def _pairs(records: Sequence[Record], variant: str) -> list[Pair]:
    return [
        pair_of_figures(record["collection"], made=_made(record, variant), real=record["real"])
        for record in records
    ]


def _pool(records: Sequence[Record]) -> dict[str, list[dict[str, float]]]:
    return {name: [record["real"] for record in of] for name, of in _by_collection(records).items()}


def _by_collection(records: Sequence[Record]) -> dict[str, list[Record]]:
    found: dict[str, list[Record]] = {}
    for record in records:
        found.setdefault(record["collection"], []).append(record)
    return found


def _interval(value: Interval) -> str:
    if not math.isfinite(value.low):
        return f"{value.value:.2f} (few songs)"
    return f"{value.value:.2f} ({value.low:.2f} to {value.high:.2f})"


def _change(value: Interval, *, digits: int) -> str:
    middle = f"{value.value:+.{digits}f}"
    if not math.isfinite(value.low):
        return f"{middle} (few songs)"
    star = " *" if is_clear(value) else ""
    return f"{middle} ({value.low:+.{digits}f} to {value.high:+.{digits}f}){star}"
