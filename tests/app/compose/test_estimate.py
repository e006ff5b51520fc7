"""How long a request will take is said from what the loaded model took before."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.compose.offer.request_times import MOST_KEPT, Shape, seconds_of, shape_of, with_request
from app.compose.offer.request_waits import read_speeds
from engine.music.score import Note, Score, Track
from engine.request import Request
from tests.app.doubles import BAR, piece
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


def test_nothing_is_said_before_the_model_has_made_a_request(house: House, qtbot: QtBot) -> None:
    assert said(house) == SAID
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


@pytest.mark.parametrize(
    "text", ["", "no speeds", "[]", '{"a": "b"}', '{"a": [-1]}', '{"a": [1e9]}', '{"a": [null]}']
)
def test_speeds_that_cannot_be_are_not_believed(text: str) -> None:
    assert read_speeds(text) == {}


def test_a_shape_counts_what_is_read_and_what_is_written() -> None:
    score = piece(bars=8, tracks=2)
    ask = Request(start=8 * BAR, bars=4, alternatives=4, best_of=8)
    whole = shape_of(ask, score)
    assert whole == Shape(rows=8, notes=32.0, unread=64)
    assert shape_of(ask, score, read_to=8 * BAR).unread == 0
    one = Request(start=8 * BAR, bars=4, alternatives=1, roles=("write", "ignore"))
    assert shape_of(one, score) == Shape(rows=1, notes=16.0, unread=32)
    gap = Request(start=2 * BAR, bars=2, alternatives=4, fill=True)
    assert shape_of(gap, score).gap
    assert (
        shape_of(gap, score).work
        > shape_of(Request(start=2 * BAR, bars=2, alternatives=4), score).work
    )
    assert shape_of(Request(start=0, bars=4), Score(tracks=(Track(),))).notes == 28.0


def test_music_after_the_start_says_nothing_of_a_continuation() -> None:
    late = Track(notes=tuple(Note(4 * BAR + 60 * n, 60, 60) for n in range(200)))
    early = Track(notes=(Note(0, 60, 480), Note(BAR, 60, 480)))
    ask = Request(start=2 * BAR, bars=1)
    assert shape_of(ask, Score(tracks=(early,))) == shape_of(
        ask, Score(tracks=(early.adding(late.notes),))
    )


def test_one_busy_moment_does_not_speak_for_the_next_request() -> None:
    shape, speeds = Shape(rows=8, notes=40.0), ()
    assert seconds_of(shape, speeds) is None
    for taken in (2.0, 2.1, 9.0, 1.9, 2.0, 2.2):
        speeds = with_request(speeds, shape, taken)
    assert len(speeds) == MOST_KEPT
    assert seconds_of(shape, speeds) == pytest.approx(2.1)
    assert with_request(speeds, shape, 0.0) == speeds
