"""Tempo, meter, key and markers from a bar on."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.compose.editing.ruler_edits import meter_of
from app.state import edits
from engine.harmony.keys import Key
from engine.values.score import Marker, Score, Tempo, TimeSignature
from tests.app.doubles import BAR
from tests.app.house import House


def test_what_begins_at_a_bar_leaves_what_holds_before_it() -> None:
    score = Score(tempos=(Tempo(0, 100.0),), time_signatures=(TimeSignature(0, 4, 4),))
    score = edits.with_tempo_from(score, 4 * BAR, 80.0)
    score = edits.with_meter_from(score, 4 * BAR, numerator=3, denominator=4)
    score = edits.with_key_from(score, 4 * BAR, Key(7))
    assert score.tempos == (Tempo(0, 100.0), Tempo(4 * BAR, 80.0))
    assert score.time_signatures == (TimeSignature(0, 4, 4), TimeSignature(4 * BAR, 3, 4))
    assert score.key_signatures == (Key(7).signature(4 * BAR),)
    again = edits.with_tempo_from(score, 4 * BAR, 90.0)
    assert again.tempos[1:] == (Tempo(4 * BAR, 90.0),)


def test_a_marker_has_one_text_and_goes_with_it() -> None:
    score = edits.with_marker(Score(), BAR, "Verse")
    score = edits.with_marker(score, BAR, "Chorus")
    assert score.markers == (Marker(BAR, "Chorus"),)
    assert edits.with_marker(score, BAR, "").markers == ()


def test_any_meter_can_be_typed_and_what_is_none_is_refused() -> None:
    assert [meter_of(text) for text in ("11/8", " 7 / 16 ", "64/1")] == [(11, 8), (7, 16), (64, 1)]
    for text in ("", "7", "7/", "7/3", "0/4", "65/4", "-3/4", "7/8/2", "seven/8", "²/4"):
        assert meter_of(text) is None, text


def test_a_typed_meter_holds_from_the_bar_on(
    qapp: QApplication, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = House(qapp, tmp_path)
    house.begin(qtbot)
    monkeypatch.setattr("app.main_window.dialogs.ask_entry", lambda *_: "11/8")
    house.window.shell.transport.other_meter_clicked.emit()
    meter = house.session.piece.document.timeline.bars.signature_at(0)
    assert (meter.numerator, meter.denominator) == (11, 8)
    monkeypatch.setattr("app.main_window.dialogs.ask_entry", lambda *_: "11/7")
    house.act("meter_here")
    assert house.session.piece.document.timeline.bars.signature_at(0) == meter
    assert any("no meter" in n.happened for n in house.window.shell.notices.notices())
    house.end()
