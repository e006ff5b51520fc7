"""Figures of the benchmarks as lines to print."""

from typing import Any

from engine.cli.output import table

Figures = dict[str, Any]


def compared(figures: Figures) -> list[str]:
    """Return the contenders of `decode` or `train` as a table."""
    lines: list[str] = []
    for run in figures.get("runs", [figures]):
        lines += ["", *_table_of(run)]
    return lines[1:]


def _table_of(figures: Figures) -> list[str]:
    reference = figures["reference"]
    rows = [(figures["what"], "tokens/s", "per CPU s", f"× {reference}", "× per CPU s", "floor")]
    for speed in figures["contenders"]:
        ratios = f"{speed['ratio']:.2f} ({speed['ratio_low']:.2f}-{speed['ratio_high']:.2f})"
        rows.append(
            (
                speed["name"],
                f"{speed['per_s']:,.1f}",
                f"{speed['per_cpu_s']:,.1f}",
                ratios,
                f"{speed['cpu_ratio']:.2f}",
                f"{speed['share_of_floor']:.0%}",
            )
        )
    shape = f"{figures['layers']} layers of {figures['width']}, memory {figures['memory']}"
    return [
        f"{shape}, {figures['rows']} rows, {figures['threads']} threads",
        f"floor: {figures['floor']}",
        *table(rows),
    ]


def played(figures: Figures) -> list[str]:
    """Return the scenarios of `playback` as a table."""
    if "scenarios" not in figures:
        return plain(figures)
    names = ("p50_ms", "p99_ms", "max_ms", "sent", "lost", "late", "unended")
    rows = [("playback", *(name.replace("_", " ") for name in names), "measured")]
    for made in figures["scenarios"]:
        values = [str(made.get(name, "")) for name in names]
        rows.append((made["name"], *values, made.get("measured", made.get("skipped", ""))))
    return table(rows)


def by_work(figures: Figures) -> list[str]:
    """Return figures that compare contenders at several works as a table."""
    unit = figures.get("unit", "tokens a second")
    rows = [(figures["what"], "", unit, f"× {figures['reference']}", "× per CPU s")]
    for work, speeds in figures["works"].items():
        for name, speed in speeds.items():
            ratios = f"{speed['ratio']:.2f} ({speed['ratio_low']:.2f}-{speed['ratio_high']:.2f})"
            rows.append((work, name, f"{speed['per_s']:,.1f}", ratios, f"{speed['cpu_ratio']:.2f}"))
    return table(rows)


def heard(figures: Figures) -> list[str]:
    """Return the figures of `sound` as a table and lines."""
    names = ("lufs", "true_peak_db", "dc_db", "end_db", "parts_apart_lu", "times_real_time")
    rows = [("sound", *(name.replace("_", " ") for name in names), "correlation")]
    for made in figures["pieces"]:
        low, high = min(made["correlation"].values()), max(made["correlation"].values())
        rows.append((made["name"], *(str(made[name]) for name in names), f"{low} to {high}"))
    rest = {name: value for name, value in figures.items() if name not in {"pieces", "what"}}
    return [*table(rows), *plain(rest)]


def plain(figures: Figures) -> list[str]:
    """Return any figures, one a line."""
    return table(_flat(figures))


def _flat(figures: Figures, prefix: str = "") -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = []
    for name, value in figures.items():
        if isinstance(value, dict):
            rows += _flat(value, f"{prefix}{name} ")
        else:
            rows.append((f"{prefix}{name}".replace("_", " "), str(value)))
    return rows
