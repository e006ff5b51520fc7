"""A chart of figures as PNG, by matplotlib; no screen is needed."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from matplotlib.figure import Figure

# Okabe and Ito 2008: told apart by everyone, colour-blind or not.
COLOURS = ("#d55e00", "#0072b2", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
# 9.6 by 5.4 inches at 100 dots an inch: 960 by 540 pixels, which fits the guide's column.
_SIZE, _DOTS = (9.6, 5.4), 100


def draw_attention(figures: Mapping[str, Any], path: Path, *, model: str) -> None:
    """Write the figure of Rae et al. 2019, section 5.5: average attention by age, as PNG.

    Each part of what is looked at has bars of a colour of its own; a part without any is left out.

    Args:
        figures: As from `benchmarks.evaluation.examination.attention_figures`.
        path: The file; its folder exists.
        model: Named in the title.

    Raises:
        OSError: The file cannot be written.
    """
    # A figure of its own, not pyplot's: nothing is kept between calls and no screen is looked for.
    figure = Figure(figsize=_SIZE, dpi=_DOTS, layout="constrained")
    axes = figure.add_subplot()
    title = f"Where {model} looks: {figures['queries']:,} queries with a full memory"
    axes.set_title(title, loc="left")
    axes.set_xlabel("oldest to newest, in equal parts of each")
    axes.set_ylabel("share of the attention")
    axes.spines[["top", "right"]].set_visible(False)
    parts = {name: values for name, values in figures["by_age"].items() if any(values)}
    middles, at = [], 0
    for colour, values in zip(COLOURS, parts.values(), strict=False):
        axes.bar(range(at, at + len(values)), values, color=colour)
        middles.append(at + (len(values) - 1) / 2)
        at += len(values)
    axes.set_xticks(middles, list(parts))
    axes.grid(visible=True, axis="y", color="#ddd")
    axes.set_axisbelow(True)
    figure.savefig(path)
