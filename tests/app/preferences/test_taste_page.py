"""The user's taste in a whole session: learned, sent, shown, reset, kept, told when damaged."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QCheckBox, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from app.files.taste_file import read_choices
from app.views.preferences.taste_page import TastePage
from engine import messages
from engine.ground.paths import user_paths
from engine.piece.composition_file import to_document
from engine.taste.taste import NO_TASTE, Taste
from tests.app.house import House


@pytest.fixture
def house(qapp: QApplication, tmp_path: Path):
    house = House(qapp, tmp_path)
    yield house
    house.end()


def keep_second(house: House) -> None:
    """Hear a silent alternative and two with notes, keep the second."""
    house.finish(house.continue_())
    for name in ("audition_1", "audition_3", "audition_2", "accept"):
        house.act(name)


def sent(house: House) -> Taste:
    house.act("continue")
    taste = house.live.last(messages.Continue).taste
    house.session.clients.continuing.dismiss()
    return taste


def page(house: House) -> TastePage:
    house.act("preferences")
    view = house.session.preferences._view
    assert view is not None
    return view.taste


def said(shown: TastePage) -> list[str]:
    return [label.text() for label in shown.findChildren(QLabel)]


@pytest.mark.slow
def test_a_choice_is_learned_kept_sent_shown_and_reset(house: House, qtbot: QtBot) -> None:
    house.begin(qtbot)
    house.load_model()
    shown = page(house)
    reset = shown.findChild(QPushButton)
    assert "Nothing was learned yet." in said(shown)
    keep_second(house)
    assert any("1 choice" in text for text in said(shown))
    qtbot.waitUntil(lambda: len(read_choices(house.paths.taste)) == 1)
    assert not sent(house).is_blank
    reset.click()
    assert "Nothing was learned yet." in said(shown)
    qtbot.waitUntil(lambda: read_choices(house.paths.taste) == ())
    assert sent(house) == NO_TASTE


def test_an_undone_choice_is_forgotten_and_a_redone_one_learned_again(
    house: House, qtbot: QtBot
) -> None:
    house.begin(qtbot)
    house.load_model()
    keep_second(house)
    learned = house.session.taste.learned
    assert len(learned.choices) == 1
    house.act("undo")
    assert learned.choices == ()
    house.act("redo")
    assert len(learned.choices) == 1


@pytest.mark.slow
def test_who_switches_it_off_is_neither_watched_nor_served(house: House, qtbot: QtBot) -> None:
    house.begin(qtbot)
    house.load_model()
    keep_second(house)
    page(house).findChild(QCheckBox).click()
    assert not house.session.settings.preferences.learn_taste
    assert sent(house) == NO_TASTE
    keep_second(house)
    assert len(house.session.taste.learned.choices) == 1


def test_no_piece_has_the_taste(house: House, qtbot: QtBot) -> None:
    house.begin(qtbot)
    house.load_model()
    keep_second(house)
    saved = to_document(house.session.piece.document.composition)
    assert b"taste" not in saved
    assert b"off_beat" not in saved


def test_a_damaged_file_is_one_sentence(qapp: QApplication, tmp_path: Path, qtbot: QtBot) -> None:
    path = user_paths().taste
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("{")
    house = House(qapp, tmp_path)
    try:
        house.begin(qtbot)
        told = [label.text() for label in house.window.findChildren(QLabel)]
        assert any("Your taste could not be read, so Segue learns it anew." in t for t in told)
        assert house.session.taste.learned.choices == ()
    finally:
        house.end()
