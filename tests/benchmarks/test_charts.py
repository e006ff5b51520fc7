"""The chart of attention is drawn without a screen, each part in a colour of its own."""

from pathlib import Path

from PIL import Image

from benchmarks.pages.charts import COLOURS, draw_attention


def colours(path: Path) -> set[str]:
    with Image.open(path) as image:
        seen = image.convert("RGB").getcolors(maxcolors=1_000_000) or []
    return {"#" + bytes(colour).hex() for _, colour in seen}


def test_bars_stand_in_groups_and_an_empty_group_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "bars.png"
    by_age = {"memory": [0.5, 0.25], "compressed": [0.0, 0.0], "segment": [0.25]}
    draw_attention({"by_age": by_age, "queries": 1200}, path, model="Tiny")
    assert {*COLOURS[:2]} <= colours(path)
    assert COLOURS[2] not in colours(path)
    with Image.open(path) as image:
        assert image.size == (960, 540)
