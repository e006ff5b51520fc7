"""Charts of figures as PNG, by matplotlib; no screen is needed."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.figure import Figure

Point = tuple[float, float]

# Okabe and Ito 2008: told apart by everyone, colour-blind or not.
COLOURS = ("#d55e00", "#0072b2", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
# 9.6 by 5.4 inches at 100 dots an inch: 960 by 540 pixels, which fits the pages' column.
_SIZE, _DOTS = (9.6, 5.4), 100


def draw_chart(
    lines: Mapping[str, Sequence[Point]],
    path: Path,
    *,
    title: str,
    x_label: str,
    y_label: str,
    places: Sequence[str] = (),
) -> None:
    """Write a line chart as PNG.

    Args:
        lines: Points (x, y) of each line, by the name in the legend.
        path: The file; its folder exists.
        title: A line at the top.
        x_label: What is to the right, with its unit.
        y_label: What is upwards, with its unit.
        places: What stands below x = 0, 1, 2 …, where x is no number of its own.

    Raises:
        ValueError: There is not one point.
        OSError: The file cannot be written.
    """
    if not any(lines.values()):
        raise ValueError("a chart needs at least one point")
    figure, axes = _empty(title=title, x_label=x_label, y_label=y_label)
    for colour, (name, points) in zip(COLOURS, lines.items(), strict=False):
        xs, ys = [x for x, _ in points], [y for _, y in points]
        axes.plot(xs, ys, color=colour, label=name, marker="o" if places else None)
    if places:
        axes.set_xticks(range(len(places)), places)
    axes.grid(visible=True, color="#ddd")
    axes.legend(frameon=False)
    figure.savefig(path)


def draw_bars(
    groups: Mapping[str, Sequence[float]], path: Path, *, title: str, x_label: str, y_label: str
) -> None:
    """Write a bar chart as PNG: groups side by side, each in a colour of its own.

    Args:
        groups: Values, none below 0, of the bars of each group, by its name; empty ones are left
            out.
        path: The file; its folder exists.
        title: A line at the top.
        x_label: What is to the right.
        y_label: What is upwards, with its unit.

    Raises:
        ValueError: There is not one bar.
        OSError: The file cannot be written.
    """
    filled = {name: values for name, values in groups.items() if values}
    if not filled:
        raise ValueError("a bar chart needs at least one bar")
    figure, axes = _empty(title=title, x_label=x_label, y_label=y_label)
    middles, at = [], 0
    for colour, values in zip(COLOURS, filled.values(), strict=False):
        axes.bar(range(at, at + len(values)), values, color=colour)
        middles.append(at + (len(values) - 1) / 2)
        at += len(values)
    axes.set_xticks(middles, list(filled))
    axes.grid(visible=True, axis="y", color="#ddd")
    axes.set_axisbelow(True)
    figure.savefig(path)


def _empty(*, title: str, x_label: str, y_label: str) -> tuple[Figure, Axes]:
    # A figure of its own, not pyplot's: nothing is kept between calls and no screen is looked for.
    figure = Figure(figsize=_SIZE, dpi=_DOTS, layout="constrained")
    axes = figure.add_subplot()
    axes.set_title(title, loc="left")
    axes.set_xlabel(x_label)
    axes.set_ylabel(y_label)
    axes.spines[["top", "right"]].set_visible(False)
    return figure, axes
