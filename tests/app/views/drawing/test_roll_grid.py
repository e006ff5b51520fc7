"""The grid of the roll thins with the zoom, and every fourth bar line is stronger."""

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication

from app.style.theme import theme
from app.values.geometry import Transform
from app.widgets.notes.painting import paint_grid
from engine.values.score import Score
from engine.values.time import BarMap

BAR = 1920
WIDTH = 1280


def lines(pixels_a_bar: float) -> dict[int, str]:
    """Return the colour at each x that has a line."""
    image = QImage(WIDTH, 4, QImage.Format.Format_RGB32)
    image.fill(QColor(theme().roll))
    painter = QPainter(image)
    transform = Transform(pixels_per_tick=pixels_a_bar / BAR)
    area = QRect(0, 0, WIDTH, 4)
    paint_grid(painter, area, transform=transform, bars=BarMap.of(Score()), step=BAR // 16)
    painter.end()
    seen = {x: image.pixelColor(x, 1).name() for x in range(WIDTH)}
    return {x: colour for x, colour in seen.items() if colour != theme().roll}


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize(
    ("pixels_a_bar", "lines_a_bar"),
    [(256, 16), (64, 4), (32, 1), (8, 1 / 4), (2, 1 / 16)],
)
def test_the_grid_thins_with_the_zoom(pixels_a_bar: float, lines_a_bar: float) -> None:
    bars = WIDTH / pixels_a_bar
    assert len(lines(pixels_a_bar)) == pytest.approx(bars * lines_a_bar, abs=1)


def test_every_fourth_bar_line_is_stronger(qapp: QApplication) -> None:
    assert qapp is not None
    seen = lines(32)
    strong, plain = seen[4 * 32], seen[32]
    ground = QColor(theme().roll).lightnessF()
    assert strong != plain
    assert abs(QColor(strong).lightnessF() - ground) > abs(QColor(plain).lightnessF() - ground)
    assert {seen[bar * 32] for bar in range(0, 40, 4)} == {strong}
    assert {seen[bar * 32] for bar in range(40) if bar % 4} == {plain}
