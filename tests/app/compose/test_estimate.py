"""How long a request will take is said beside the button, and learned from each one."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.compose.offer.request_times import MOST_WAITS, Waits
from app.compose.offer.request_waits import read_waits
from engine.values.score import Track
from tests.app.house import House

SAID = "4 alternatives"


@pytest.fixture
def house(qapp: QApplication, tmp_path: Path, qtbot: QtBot) -> Iterator[House]:
    house = House(qapp, tmp_path)
    house.begin(qtbot)
    house.load_model()
    yield house
    if not house.closed:
        house.end()


def said(house: House) -> str:
    return house.window.compose.continue_panel._estimate.text()


def seconds(house: House) -> int:
    return int(said(house).removeprefix(f"{SAID}, about ").removesuffix(" s"))


def test_the_usual_time_is_said_before_the_first_request_and_then_what_it_took(
    house: House, qtbot: QtBot
) -> None:
    qtbot.waitUntil(lambda: said(house) == f"{SAID}, about 1 s")
    house.finish(house.continue_())
    qtbot.waitUntil(lambda: said(house) == f"{SAID}, about 2 s")


def test_another_model_is_not_promised_the_speed_of_the_one_before(
    house: House, qtbot: QtBot
) -> None:
    house.finish(house.continue_())
    qtbot.waitUntil(lambda: "about" in said(house))
    house.session.clients.continuing.use_model(house.paths.models / "Mine")
    qtbot.waitUntil(lambda: said(house) == SAID)


def test_the_wait_grows_with_the_bars_and_the_tracks(house: House, qtbot: QtBot) -> None:
    house.finish(house.continue_())
    qtbot.waitUntil(lambda: "about" in said(house))
    generation = house.session.focus.generation
    generation.replace(generation.settings.asking(bars=16))
    qtbot.waitUntil(lambda: seconds(house) >= 5)
    sixteen, document = seconds(house), house.session.piece.document
    document.edit("Add", document.composition.adding_track(Track(name="New")))
    qtbot.waitUntil(lambda: seconds(house) > sixteen)


def test_the_speed_of_a_model_is_known_in_the_next_session(
    house: House, qapp: QApplication, tmp_path: Path, qtbot: QtBot
) -> None:
    house.finish(house.continue_())
    qtbot.waitUntil(lambda: "about" in said(house))
    house.end()
    later = House(qapp, tmp_path)
    later.begin(qtbot)
    later.load_model()
    qtbot.waitUntil(lambda: "about" in said(later))
    later.end()


_WAIT = '{"model": "M", "usual_s": 1, "took_s": %s}'


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no waits",
        "{}",
        '{"a": [0.01]}',
        "[-1]",
        "[null]",
        *(f"[{_WAIT % s}]" for s in (0, -1, 1e9)),
    ],
)
def test_waits_that_cannot_be_are_not_believed(text: str) -> None:
    assert read_waits(text) == Waits()
    many = ",".join([_WAIT % 2] * (MOST_WAITS + 1))
    assert len(read_waits(f"[{many}]").latest) == MOST_WAITS
