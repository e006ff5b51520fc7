"""Charts are drawn without a screen, each line in a colour of its own."""

from pathlib import Path

import pytest
from PIL import Image

from benchmarks.pages.charts import COLOURS, draw_bars, draw_chart


def colours(path: Path) -> set[str]:
    with Image.open(path) as image:
        seen = image.convert("RGB").getcolors(maxcolors=1_000_000) or []
    return {"#" + bytes(colour).hex() for _, colour in seen}


def test_a_chart_has_a_line_of_its_own_colour_for_each_name(tmp_path: Path) -> None:
    lines = {"training": [(0, 5.0), (10, 2.0)], "validation": [(0, 5.0), (10, 3.0)]}
    path = tmp_path / "chart.png"
    draw_chart(lines, path, title="Loss", x_label="step", y_label="nats")
    assert {*COLOURS[:2]} <= colours(path)
    assert COLOURS[2] not in colours(path)
    with pytest.raises(ValueError, match="at least one point"):
        draw_chart({}, path, title="", x_label="", y_label="")


def test_bars_stand_in_groups_and_an_empty_group_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "bars.png"
    groups = {"memory": [0.5, 0.25], "nothing": [], "segment": [0.25]}
    draw_bars(groups, path, title="Attention", x_label="age", y_label="share")
    assert {*COLOURS[:2]} <= colours(path)
    with pytest.raises(ValueError, match="at least one bar"):
        draw_bars({"nothing": []}, path, title="", x_label="", y_label="")
