"""A rewrite in the window: which bars and tracks it is about, before, meanwhile and after."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine import messages
from engine.values.alternative_end import AlternativeEnd
from tests.app.doubles import BAR
from tests.app.house import House


@pytest.fixture
def house(qapp: QApplication, qtbot: QtBot, tmp_path: Path):
    house = House(qapp, tmp_path)
    house.begin(qtbot)
    house.load_model()
    yield house
    house.end()


def told(house: House) -> str:
    notices = house.window.shell.notices.notices()
    return " ".join(f"{notice.happened} {notice.can}" for notice in notices)


def rewrite_bars_2_and_3(house: House, name: str) -> int:
    track = house.session.focus.selection.track
    assert track is not None
    house.session.focus.selection.choose(tuple(n for n in track.notes if BAR <= n.start < 3 * BAR))
    house.act(name)
    request = house.live.last(messages.Continue).request
    for alternative in range(4):
        house.live.deliver(
            messages.AlternativeFinished(
                request=request,
                alternative=alternative,
                made=AlternativeEnd(end=3 * BAR, ended=False, seed=alternative),
            )
        )
    house.live.deliver(
        messages.ContinuationFinished(
            request=request,
            seconds=2.0,
            first_note_seconds=0.2,
            notes_per_second=90.0,
            fits=(-1.0, -2.0, -3.0, -4.0),
        )
    )
    return request


def test_it_is_said_which_bars_of_which_tracks_are_written(house: House) -> None:
    rewrite_bars_2_and_3(house, "rewrite_track")
    assert "Bars 2 to 3 are written anew: T0. All other tracks stay" in told(house)


def test_a_kept_one_rewrote_bars_and_added_none(house: House, qtbot: QtBot) -> None:
    rewrite_bars_2_and_3(house, "rewrite")
    house.act("accept")
    assert "Rewrote bars 2 to 3." in told(house)
    house.act("undo")
    assert "Rewrote" not in told(house)
    qtbot.waitUntil(house.window.actions_table["accept"].isEnabled)
    assert house.session.clients.continuing.offer is not None
