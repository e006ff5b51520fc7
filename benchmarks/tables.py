"""Figures of the benchmarks as lines to print, where `segue bench` has none of them."""

from engine.cli.bench_tables import Figures, plain
from engine.cli.output import table


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
