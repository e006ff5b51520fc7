"""The palettes can be read, the icons and fonts are there."""

import re
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtGui import QFont, QFontInfo, QFontMetricsF
from PySide6.QtWidgets import QApplication, QLineEdit, QSpinBox
from pytestqt.qtbot import QtBot

from app.style.theme import (
    CONTRAST,
    DARK,
    FONT_FAMILY,
    LIGHT,
    Theme,
    apply_theme,
    contrast,
    font,
    icon,
    theme,
)
from app.views.continue_panel.panel import ContinuePanel
from app.views.roll.painting import level_of, note_colour
from app.widgets.numbers import number_field

THEMES = [DARK, LIGHT, CONTRAST]
ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize("tokens", THEMES, ids=lambda t: t.name)
def test_words_stand_out_from_what_is_behind_them(tokens: Theme) -> None:
    pairs = [
        (ink, ground)
        for ink in (tokens.text, tokens.dim)
        for ground in (tokens.window, tokens.panel, tokens.raised)
    ]
    pairs += [
        (tokens.text, tokens.hover),
        (tokens.text, tokens.pressed),
        (tokens.on_accent, tokens.accent),
        (tokens.accent_text, tokens.accent_soft),
        (tokens.accent_text, tokens.panel),
        (tokens.text, tokens.accent_soft),
        (tokens.text, tokens.danger_soft),
        (tokens.warning_text, tokens.warning_soft),
        (tokens.danger_text, tokens.danger_soft),
        (tokens.danger_text, tokens.raised),
        (tokens.key_text, tokens.white_key),
        (tokens.dim, tokens.accent_soft),
    ]
    weak = [(a, b, round(contrast(a, b), 2)) for a, b in pairs if contrast(a, b) < 4.5]
    assert weak == []


@pytest.mark.parametrize("tokens", THEMES, ids=lambda t: t.name)
def test_what_is_seen_stands_out_three_to_one(tokens: Theme) -> None:
    grounds = (tokens.roll, tokens.roll_black)
    weak = [
        (index, level, ghost)
        for index in range(len(tokens.tracks))
        for level in range(8)
        for ghost in (False, True)
        for ground in grounds
        if contrast(note_colour(tokens, index, level, ghost=ghost), ground) < 3
    ]
    assert weak == []
    for colour in (tokens.playhead, tokens.accent, tokens.focus):
        assert contrast(colour, tokens.panel) >= 3


@pytest.mark.parametrize("tokens", THEMES, ids=lambda t: t.name)
def test_what_stands_in_an_empty_field_can_be_read(qapp: QApplication, tokens: Theme) -> None:
    before = theme().name
    apply_theme(qapp, tokens.name)
    try:
        field = QLineEdit()
        field.setPlaceholderText("WMWM HHHH MMMM")
        field.resize(240, 32)
        picture = field.grab().toImage()
        ground = picture.pixelColor(220, 16)
        strongest = max(
            contrast(picture.pixelColor(x, y), ground) for x in range(12, 140) for y in range(8, 24)
        )
    finally:
        apply_theme(qapp, before)
    assert strongest >= 4.5


def test_louder_notes_are_brighter_in_the_dark() -> None:
    colours = [note_colour(DARK, 0, level_of(v), ghost=False) for v in (20, 60, 80, 127)]
    lightness = [colour.lightnessF() for colour in colours]
    assert lightness == sorted(lightness)
    assert lightness[0] < lightness[-1]


def test_every_icon_that_is_named_exists() -> None:
    named: set[str] = set()
    for path in (ROOT / "app").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        named |= set(re.findall(r"(?:IconButton|show_icon|icon)\(\s*\"([a-z-]+)\"", text))
    assert named
    missing = [n for n in named if not (ROOT / "assets" / "icons" / f"{n}.svg").is_file()]
    assert missing == []


@pytest.mark.usefixtures("qapp")
def test_icons_have_pixels() -> None:
    image = icon("play").pixmap(32).toImage()
    drawn = sum(
        image.pixelColor(x, y).alpha() > 0
        for x in range(image.width())
        for y in range(image.height())
    )
    assert drawn > 50


@pytest.mark.usefixtures("qapp")
def test_our_font_is_used_and_its_digits_are_of_one_width() -> None:
    assert QFontInfo(font(13)).family() == "Inter Tabular"
    metrics = QFontMetricsF(font(13))
    assert len({metrics.horizontalAdvance(digit) for digit in "0123456789"}) == 1


@pytest.mark.parametrize("tokens", THEMES, ids=lambda t: t.name)
def test_a_theme_can_be_applied(qapp: QApplication, tokens: Theme) -> None:
    try:
        apply_theme(qapp, tokens.name)
        assert theme() is tokens
        assert "$" not in qapp.styleSheet()
        assert tokens.accent in qapp.styleSheet()
    finally:
        apply_theme(qapp, "dark")


def test_a_theme_looks_the_same_whichever_was_there_before(
    qtbot: QtBot, qapp: QApplication
) -> None:
    apply_theme(qapp, "dark")
    page = ContinuePanel()
    qtbot.addWidget(page)
    page.resize(300, 700)
    page.show()
    qtbot.wait(20)
    before = page.grab().toImage()
    apply_theme(qapp, "light")
    qtbot.wait(20)
    light = page.grab().toImage()
    assert light != before
    apply_theme(qapp, "contrast")
    apply_theme(qapp, "light")
    qtbot.wait(20)
    assert page.grab().toImage() == light
    apply_theme(qapp, "dark")
    qtbot.wait(20)
    assert page.grab().toImage() == before


def test_no_sheet_is_put_in_the_place_of_another(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Qt takes four times as long for that as for a sheet where none was."""
    apply_theme(qapp, "dark")
    sheets = [qapp.styleSheet()]
    take = QApplication.setStyleSheet
    monkeypatch.setattr(
        QApplication, "setStyleSheet", lambda app, sheet: (sheets.append(sheet), take(app, sheet))
    )
    for name in ("light", "contrast", "dark"):
        apply_theme(qapp, name)
    assert not any(one and other for one, other in pairwise(sheets))


def test_a_number_has_air_at_its_left_as_words_have(qtbot: QtBot) -> None:
    field = number_field(QSpinBox)
    qtbot.addWidget(field)
    assert field.lineEdit().textMargins().left() > 0
    app = ROOT / "app"
    bare = re.compile(r"\bQ(?:Double)?SpinBox\(\)")
    found = [str(path) for path in app.rglob("*.py") if bare.search(path.read_text("utf-8"))]
    assert found == []


def test_menus_and_tips_have_the_font_of_the_window(qapp: QApplication) -> None:
    # As Windows does, which sets fonts of its own for these.
    for name in ("QMenu", "QMenuBar", "QTipLabel"):
        qapp.setFont(QFont("Courier"), name)
    apply_theme(qapp, theme().name)
    for name in ("QMenu", "QMenuBar", "QTipLabel"):
        assert qapp.font(name).family() == FONT_FAMILY
