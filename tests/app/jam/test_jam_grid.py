"""The lines of the roll of a jam, also where bars were found in free playing."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.jam.scenes import JamScenes
from app.values.jam_choices import JamChoices
from app.values.jam_grid import JamGrid, Line
from engine import messages
from tests.app.house import House
from tests.app.jam.test_jam_keeping import begin


def test_even_bars_begin_at_zero() -> None:
    grid = JamGrid(beat=480, bar=1440)
    assert list(grid.lines(-500, 3000)) == [
        Line(0, 1), Line(480, 0), Line(960, 0), Line(1440, 2), Line(1920, 0), Line(2400, 0),
        Line(2880, 3),
    ]  # fmt: skip
    assert [grid.number_at(tick) for tick in (0, 1439, 1440, 2880)] == [1, 1, 2, 3]


@pytest.mark.parametrize("origin", [333.5, 2000.25, 9999.0])
def test_found_bars_are_numbered_from_the_first_one(origin: float) -> None:
    grid = JamGrid(beat=411.3, bar=4 * 411.3, origin=origin)
    bars = [line for line in grid.lines(0, 20_000) if line.bar]
    numbers = [line.bar for line in bars]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    assert 1 <= numbers[0] <= 2
    assert min(abs(line.tick - origin) for line in bars) < 1e-6
    assert all(grid.number_at(line.tick + 1) == line.bar for line in bars)


def test_bars_of_the_count_in_have_no_number() -> None:
    grid = JamGrid(beat=480, bar=1920, begin=2 * 1920)
    lines = [line.bar for line in grid.lines(0, 4 * 1920) if line.tick % 1920 == 0]
    assert lines == [0, 0, 1, 2, 3]
    assert (grid.number_at(2 * 1920 + 5), grid.number_at(4 * 1920)) == (1, 3)
    found = JamGrid(beat=480, bar=1920, origin=7 * 1920 + 100, begin=2 * 1920)
    assert found.number_at(7 * 1920 + 100) == 7


@pytest.mark.slow
def test_bars_that_live_found_are_the_lines_that_are_drawn(
    qapp: QApplication, qtbot: QtBot, tmp_path: Path
) -> None:
    house = House(qapp, tmp_path)
    begin(house, qtbot)
    record = house.session.jams.jam.record
    assert JamScenes().scene(record, 0.0, JamChoices()).grid == JamGrid(
        beat=record.beat, bar=record.bar, begin=record.begin
    )
    house.live.deliver(messages.JamBars(tick=333, bar=2142.8, beat=535.7))
    assert JamScenes().scene(record, 0.0, JamChoices()).grid == JamGrid(
        beat=535.7, bar=2142.8, origin=333, begin=record.begin
    )
    house.end()
