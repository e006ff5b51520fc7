"""The palettes can be read, the icons and fonts are there."""

import re
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QFont, QFontInfo, QFontMetricsF
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.main_window.window import MainWindow
from app.style.text_size import LEAST, MOST, factor_of, show_text_size
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
from app.views.start_page.begin_button import BeginButton
from app.widgets.notes.painting import level_of, note_colour
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


@pytest.mark.parametrize(
    ("points", "platform", "factor"),
    [
        *[(points, "xcb", 1.0) for points in (9, 10, 11)],
        *[(9, "windows", 1.0), (13, "cocoa", 1.0), (9, "offscreen", 1.0)],
        *[(14.3, "wayland", 1.3), (11.7, "windows", 1.3), (-1, "xcb", 1.0)],
        *[(40, "windows", MOST), (5, "xcb", LEAST)],
    ],
)
def test_words_are_as_large_as_the_system_asks(points: float, platform: str, factor: float) -> None:
    assert factor_of(points, platform) == pytest.approx(factor)


def test_the_sheets_words_follow_the_systems_size(qapp: QApplication) -> None:
    window = QWidget()
    apply_theme(qapp, "dark", window)
    usual = window.styleSheet()
    show_text_size(1.3)
    apply_theme(qapp, "dark", window)
    large = window.styleSheet()
    show_text_size(1.0)
    assert "font-size: 12px" in usual
    assert "font-size: 16px" in large
    assert "font-size: 12px" not in large


def test_in_high_contrast_what_can_be_used_has_an_edge(qapp: QApplication, qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    column = QVBoxLayout(window)
    used = (QPushButton("Play"), QLineEdit("name"), QComboBox(), BeginButton("file", "Open"))
    for each in used:
        column.addWidget(each)
    window.show()
    apply_theme(qapp, "contrast", window)
    qtbot.wait(1)
    for each in used:
        picture = each.grab().toImage()
        edges = [picture.pixelColor(each.width() // 2, y) for y in range(3)]
        assert max(contrast(edge, CONTRAST.window) for edge in edges) >= 3, each
    apply_theme(qapp, "dark")


def test_no_sheet_is_put_in_the_place_of_another(
    qapp: QApplication, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Qt takes four times as long for that as for a sheet where none was."""
    window = QWidget()
    qtbot.addWidget(window)
    apply_theme(qapp, "dark", window)
    sheets = [window.styleSheet()]
    take = QWidget.setStyleSheet
    monkeypatch.setattr(
        QWidget, "setStyleSheet", lambda self, sheet: (sheets.append(sheet), take(self, sheet))
    )
    for name in ("light", "contrast", "dark"):
        apply_theme(qapp, name, window)
    assert len(sheets) == 7
    assert not any(one and other for one, other in pairwise(sheets))


@pytest.mark.slow
def test_a_window_looks_the_same_whoever_wears_the_sheet(qapp: QApplication, qtbot: QtBot) -> None:
    pictures = []
    for worn_by_the_window in (True, False):
        window = MainWindow(with_views=False)
        qtbot.addWidget(window)
        qapp.setStyleSheet("")
        apply_theme(qapp, "dark", window if worn_by_the_window else None)
        for _ in window.make_views():
            pass
        window.show()
        window.show_workspace("train")
        qtbot.wait(20)
        pictures.append(window.grab().toImage())
        window.close_now()
    assert pictures[0] == pictures[1]


def test_a_list_of_choices_has_its_colours_whoever_wears_the_sheet(
    qapp: QApplication, qtbot: QtBot
) -> None:
    def rim() -> list[str]:
        box.showPopup()
        qtbot.wait(20)
        picture = box.view().window().grab().toImage()
        box.hidePopup()
        return [picture.pixelColor(20, y).name() for y in range(6)]

    found = []
    for worn_by_the_window in (True, False):
        window, box = QWidget(), QComboBox()
        qtbot.addWidget(window)
        QVBoxLayout(window).addWidget(box)
        box.addItems(["one", "two"])
        window.show()
        qapp.setStyleSheet("")
        for name in ("dark", "light", "contrast", "dark"):
            apply_theme(qapp, name, window if worn_by_the_window else None)
            found.append(rim())
    assert found[:4] == found[4:]
    assert found[0] == found[3] != found[1] != found[2]


def test_a_widget_of_the_window_is_styled_about_once(qapp: QApplication, qtbot: QtBot) -> None:
    """An application that wears the sheet has Qt style it again for each new parent around it."""

    class Counter(QObject):
        def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's
            styled.append(event.type())
            return False

    styled: list[QEvent.Type] = []
    counter = Counter()
    window = MainWindow(with_views=False)
    qtbot.addWidget(window)
    qapp.setStyleSheet("")
    apply_theme(qapp, "dark", window)
    qapp.installEventFilter(counter)
    for _ in window.make_views():
        pass
    qapp.removeEventFilter(counter)
    widgets = len(window.findChildren(QWidget))
    window.close_now()
    assert styled.count(QEvent.Type.StyleChange) <= 1.5 * widgets


@pytest.mark.slow
def test_a_number_has_air_at_its_left_as_words_have(qtbot: QtBot) -> None:
    field = number_field(QSpinBox)
    qtbot.addWidget(field)
    assert field.lineEdit().textMargins().left() > 0
    app = ROOT / "app"
    bare = re.compile(r"\bQ(?:Double)?SpinBox\(\)")
    found = [str(path) for path in app.rglob("*.py") if bare.search(path.read_text("utf-8"))]
    assert found == []


@pytest.mark.slow
def test_menus_and_tips_have_the_font_of_the_window(qapp: QApplication) -> None:
    # As Windows does, which sets fonts of its own for these.
    for name in ("QMenu", "QMenuBar", "QTipLabel"):
        qapp.setFont(QFont("Courier"), name)
    apply_theme(qapp, theme().name)
    for name in ("QMenu", "QMenuBar", "QTipLabel"):
        assert qapp.font(name).family() == FONT_FAMILY
