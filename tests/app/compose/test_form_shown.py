"""The form of the piece in the window: letters are typed, dragged, removed, and followed."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from app.compose.offer.offered_chords import OfferedChords
from app.values.geometry import KEYS_WIDTH
from engine import messages
from engine.form.alternative_plan import AlternativePlan
from engine.harmony.chord_track import typed_chords, written_chords
from engine.piece.composition import Composition
from engine.values.score import Score
from engine.values.sections import Section, written_sections
from tests.app.doubles import BAR, piece
from tests.app.house import House


@pytest.fixture
def house(qapp: QApplication, qtbot: QtBot, tmp_path: Path):
    house = House(qapp, tmp_path)
    house.begin(qtbot)
    house.load_model(fills=True)
    show(house, piece(bars=8, tracks=2))
    yield house
    house.end()


def show(house: House, score: Score) -> None:
    house.session.piece.document.show(Composition.of(score), path=None, title="a", saved=True)


def band(house: House):
    return house.window.compose.form


def enter(house: House, qtbot: QtBot, text: str) -> None:
    field = band(house).findChild(QLineEdit)
    field.setText(text)
    qtbot.keyClick(field, Qt.Key.Key_Return)


def letters(house: House) -> list[tuple[int, str]]:
    found = written_sections(house.session.piece.document.score)
    return [(section.first, section.name) for section in found]


def typed(house: House, qtbot: QtBot, text: str, bar: int = 8) -> None:
    band(house).choose(bar)
    band(house).begin_typing()
    enter(house, qtbot, text)


def x_of(house: House, bar: int) -> int:
    transform = house.window.compose.roll.transform()
    return KEYS_WIDTH + round(transform.x_of(bar * BAR))


def said(house: House, bar: int) -> str:
    band(house).choose(bar)
    return band(house).accessibleDescription()


def test_the_band_is_there_where_there_are_sections_or_one_types_some(house, qtbot) -> None:
    assert band(house).isHidden()
    house.act("write_sections")
    assert not band(house).isHidden()
    enter(house, qtbot, "A B")
    assert letters(house) == [(0, "A"), (8, "B")]
    assert said(house, 9) == "bar 10: section B"
    assert said(house, 16) == "bar 17: no section"
    show(house, piece())
    assert band(house).isHidden()


def test_letters_are_written_when_the_field_loses_the_focus(house, qtbot) -> None:
    band(house).choose(8)
    band(house).begin_typing()
    field = band(house).findChild(QLineEdit)
    qtbot.waitUntil(field.hasFocus)
    qtbot.keyClicks(field, "A B")
    assert field.text() == "A B"
    house.window.compose.roll.setFocus()
    assert field.isHidden()
    assert letters(house) == [(8, "A"), (16, "B")]


def test_a_field_that_is_left_unchanged_or_by_esc_writes_nothing(house, qtbot) -> None:
    before = house.session.piece.document.composition
    field = band(house).findChild(QLineEdit)
    band(house).begin_typing()
    qtbot.waitUntil(field.hasFocus)
    house.window.compose.roll.setFocus()
    assert field.isHidden()
    band(house).begin_typing()
    qtbot.waitUntil(field.hasFocus)
    qtbot.keyClicks(field, "A")
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert field.isHidden()
    assert house.session.piece.document.composition == before


def test_letters_are_one_step_of_undo_and_what_is_none_stays_in_the_field(house, qtbot) -> None:
    typed(house, qtbot, "A B A")
    assert letters(house) == [(8, "A"), (16, "B"), (24, "A")]
    typed(house, qtbot, "Verse", bar=16)
    field = band(house).findChild(QLineEdit)
    assert not field.isHidden()
    assert any("Verse" in notice.happened for notice in house.window.shell.notices.notices())
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert field.isHidden()
    house.act("undo")
    assert letters(house) == []


@pytest.mark.slow
def test_a_border_is_dragged_and_its_letter_goes_by_key(house: House, qtbot: QtBot) -> None:
    typed(house, qtbot, "A B", bar=2)
    view = band(house)
    at = QPoint(x_of(house, 10) + 1, 8)
    qtbot.mousePress(view, Qt.MouseButton.LeftButton, pos=at)
    qtbot.mouseMove(view, QPoint(x_of(house, 12) + 2, 8))
    qtbot.mouseRelease(view, Qt.MouseButton.LeftButton, pos=QPoint(x_of(house, 12) + 2, 8))
    assert letters(house) == [(2, "A"), (12, "B")]
    qtbot.keyClick(view, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert letters(house) == [(2, "A"), (11, "B")]
    qtbot.keyClick(view, Qt.Key.Key_Left, Qt.KeyboardModifier.ControlModifier)
    assert view.place() == 2
    qtbot.keyClick(view, Qt.Key.Key_Delete)
    assert letters(house) == [(11, "B")]


@pytest.mark.slow
def test_a_double_click_renames_and_the_menu_removes(house: House, qtbot: QtBot) -> None:
    typed(house, qtbot, "A", bar=4)
    qtbot.mouseDClick(band(house), Qt.MouseButton.LeftButton, pos=QPoint(x_of(house, 4) + 8, 8))
    assert band(house).findChild(QLineEdit).text() == "A"
    enter(house, qtbot, "B'")
    assert letters(house) == [(4, "B′")]
    menu = house.session.asking.form.menu_at(6)
    menu.actions()[-1].trigger()
    assert letters(house) == []
    assert not house.session.asking.form.menu_at(6).actions()[-1].isEnabled()


@pytest.mark.slow
def test_a_continuation_gets_the_letters_and_those_of_an_offer_are_beside_them(
    house: House, qtbot: QtBot
) -> None:
    generation = house.session.focus.generation
    generation.replace(generation.settings.asking(bars=16))
    typed(house, qtbot, "B")
    house.act("continue")
    command = house.live.last(messages.Continue)
    assert [section.name for section in written_sections(command.score)] == ["B"]
    offered = (
        Section(first=8, bars=8, letter="C"),
        Section(first=16, bars=8, letter="C", varied=True),
    )
    house.live.deliver(
        messages.ChordsPlanned(
            request=command.request, alternative=0, plan=AlternativePlan(sections=offered)
        )
    )
    qtbot.waitUntil(lambda: said(house, 16) == "bar 17: section C′, offered")
    assert said(house, 8) == "bar 9: section B"
    assert not band(house).grab().toImage().isNull()


@pytest.mark.slow
def test_an_offered_letter_can_be_typed_over_and_a_plan_is_written_with_its_letters(
    house: House,
) -> None:
    sections = (
        Section(first=8, bars=8, letter="B"),
        Section(first=16, bars=8, letter="B", varied=True),
    )
    chords = typed_chords("C | F | G | C", house.session.piece.document.score, first_bar=8)
    plan = OfferedChords(plan=AlternativePlan(chords=chords, sections=sections), end=24 * BAR)
    house.session.asking.form.show_offered(plan)
    band(house).choose(16)
    band(house).begin_typing()
    assert band(house).findChild(QLineEdit).text() == "B′"
    band(house).end_typing()
    house.session.asking.chords.write_plan(plan)
    assert letters(house) == [(8, "B"), (16, "B′")]
    house.act("undo")
    assert letters(house) == []
    assert not written_chords(house.session.piece.document.score)
