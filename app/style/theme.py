"""Fonts, icons and the style sheet, in the colours of `app.style.colours`.

Like Qt's palette, the theme belongs to the process. Icons and fonts come from `assets`, because the
icons of Qt's style stay black on a dark ground.
"""

import re
from dataclasses import fields
from functools import lru_cache
from string import Template

from PySide6.QtCore import QBuffer, QByteArray, QSize
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontDatabase,
    QGuiApplication,
    QIcon,
    QImageReader,
    QPalette,
    QPixmap,
)
from PySide6.QtWidgets import QApplication, QStyleFactory, QWidget

from app.style.colours import (
    CONTRAST,
    DARK,
    LIGHT,
    THEME_NAMES,
    Theme,
    ThemeName,
    show_theme,
    system_theme,
    theme,
    theme_of,
    themes,
)
from app.style.text_size import factor_of, scaled, show_text_size, text_size
from engine.ground.paths import assets

__all__ = [
    "CONTRAST",
    "DARK",
    "LIGHT",
    "THEME_NAMES",
    "Theme",
    "ThemeName",
    "apply_palette",
    "apply_theme",
    "contrast",
    "font",
    "icon",
    "mixed",
    "scaled",
    "show_theme",
    "system_theme",
    "text_size",
    "theme",
    "theme_of",
    "themes",
]

FONT_FAMILY = "Inter Tabular"
_FONT_WEIGHTS = ("Regular", "Medium", "SemiBold", "Bold")
# The classes for which a system may have fonts of its own (`QPlatformTheme::Font` of Qt): Windows
# for menus, the status bar, tool tips and messages, macOS for most of them.
_CLASSES_WITH_FONTS = (
    *("QAbstractItemView", "QCheckBox", "QComboLineEdit", "QComboMenuItem", "QDockWidgetTitle"),
    *("QHeaderView", "QLabel", "QListBox", "QListView", "QMenu", "QMenuBar", "QMenuItem"),
    *("QMessageBox", "QPushButton", "QRadioButton", "QStatusBar", "QTipLabel", "QToolButton"),
)
# Pixels: the icon sizes of the window at device pixel ratios of 1 to 3.
_ICON_SIZES = (16, 20, 24, 32, 48)
# The text colour's share in the background of a selected row.
_SELECTED = 0.16
# In the style sheet, in pixels.
_LETTERS = re.compile(r"(?<=font-size: )\d+(?=px)")


def apply_theme(app: QApplication, name: ThemeName, window: QWidget | None = None) -> None:
    """Apply a theme: style, palette and font to the application, the style sheet to a window.

    Args:
        app: The application.
        name: The theme.
        window: Wears the style sheet, with all its children and dialogs. While the application
            wears it, Qt styles a widget again each time that it or one around it gets a parent:
            3,451 times for the 484 widgets of the main window, which took .12 of its .16 s. By
            default the application wears it, for views without a window.
    """
    wearer = app if window is None else window
    if wearer.styleSheet():
        # Qt takes four times as long to put a sheet in the place of another one.
        wearer.setStyleSheet("")
    apply_palette(app, name)
    wearer.setStyleSheet(_style_sheet(theme()))
    _replace_system_fonts(app)


def apply_palette(app: QApplication, name: ThemeName) -> None:
    """Apply all of a theme but its style sheet."""
    show_theme(name)
    load_fonts()
    if app.font().family() != FONT_FAMILY:
        # From now on the application's font is the program's own.
        show_text_size(factor_of(app.font().pointSizeF(), QGuiApplication.platformName()))
        app.setStyle(QStyleFactory.create("Fusion"))
        app.setFont(font(13))
    palette = _palette(theme())
    app.setPalette(palette)  # takes back what single classes had
    # The window around the list of a `QComboBox` takes its colours from a menu without a parent. No
    # window's sheet reaches such a menu.
    for role in (QPalette.ColorRole.Base, QPalette.ColorRole.Window):
        palette.setColor(role, QColor(theme().raised))
    app.setPalette(palette, "QComboBoxPrivateContainer")  # type: ignore[arg-type]


def _replace_system_fonts(app: QApplication) -> None:
    # Qt sets these fonts again whenever a style or a style sheet is set. All widgets hear of each
    # change, which takes time. PySide's stubs ask for bytes; PySide takes text alone.
    for name in _CLASSES_WITH_FONTS:
        if app.font(name).family() != FONT_FAMILY:  # type: ignore[call-overload]
            app.setFont(font(13), name)  # type: ignore[arg-type]


def font(pixels: float, *, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    """Return the application's font, as large as the system asks; digits have equal widths."""
    made = QFont(FONT_FAMILY)
    made.setPixelSize(scaled(pixels))
    made.setWeight(weight)
    return made


def mixed(first: str | QColor, second: str | QColor, share: float) -> QColor:
    """Return a mixture of two colours; `share` is the second one's, 0 to 1."""
    a, b = QColor(first), QColor(second)
    return QColor.fromRgbF(
        a.redF() + (b.redF() - a.redF()) * share,
        a.greenF() + (b.greenF() - a.greenF()) * share,
        a.blueF() + (b.blueF() - a.blueF()) * share,
    )


def selected_ground(tokens: Theme) -> QColor:
    """Return the background of a selected row, visible in every theme."""
    return mixed(tokens.panel, tokens.text, _SELECTED)


def contrast(first: str | QColor, second: str | QColor) -> float:
    """Return the contrast ratio of two colours, 1 to 21 (WCAG 2.2)."""
    bright, dark = sorted((_luminance(QColor(first)), _luminance(QColor(second))), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def icon(name: str, *, colour: str = "") -> QIcon:
    """Return the icon `assets/icons/NAME.svg` in a colour; by default the theme's text colour."""
    return _icon(name, colour or theme().text, theme().faint)


@lru_cache(maxsize=512)
def _icon(name: str, colour: str, disabled: str) -> QIcon:
    made = QIcon()
    for mode, mode_colour in ((QIcon.Mode.Normal, colour), (QIcon.Mode.Disabled, disabled)):
        for size in _ICON_SIZES:
            made.addPixmap(_icon_pixmap(name, mode_colour, size), mode)
    return made


def _icon_pixmap(name: str, colour: str, size: int) -> QPixmap:
    source = (assets() / "icons" / f"{name}.svg").read_text(encoding="utf-8")
    data = QBuffer()
    data.setData(QByteArray(source.replace("currentColor", colour).encode()))
    # QImageReader reads SVG by a plug-in, so the start need not import QtSvg.
    reader = QImageReader(data, QByteArray(b"svg"))
    reader.setScaledSize(QSize(size, size))
    return QPixmap.fromImage(reader.read())


@lru_cache(maxsize=1)
def load_fonts() -> None:
    """Give Qt the fonts that ship with the program, once."""
    for weight in _FONT_WEIGHTS:
        path = assets() / "fonts" / f"InterTabular-{weight}.otf"
        QFontDatabase.addApplicationFont(str(path))


def _luminance(colour: QColor) -> float:
    def linear(value: float) -> float:
        return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(v) for v in (colour.redF(), colour.greenF(), colour.blueF()))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _palette(tokens: Theme) -> QPalette:
    role = QPalette.ColorRole
    palette = QPalette()
    table = {
        role.Window: tokens.panel,
        role.WindowText: tokens.text,
        role.Base: tokens.window,
        role.AlternateBase: tokens.panel,
        role.Text: tokens.text,
        role.Button: tokens.raised,
        role.ButtonText: tokens.text,
        role.BrightText: tokens.danger_text,
        role.ToolTipBase: tokens.raised,
        role.ToolTipText: tokens.text,
        role.PlaceholderText: tokens.dim,
        role.Highlight: tokens.accent,
        role.HighlightedText: tokens.on_accent,
        role.Link: tokens.accent_text,
        role.LinkVisited: tokens.accent_text,
        role.Light: tokens.hover,
        role.Midlight: tokens.hover,
        role.Mid: tokens.line,
        role.Dark: tokens.window,
        role.Shadow: tokens.window,
        role.Accent: tokens.accent,
    }
    for colour_role, colour in table.items():
        palette.setColor(colour_role, QColor(colour))
    for colour_role in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, colour_role, QColor(tokens.faint))
    return palette


def _style_sheet(tokens: Theme) -> str:
    names = ("style.qss", "contrast.qss") if tokens.is_flat else ("style.qss",)
    source = "".join((assets() / each).read_text(encoding="utf-8") for each in names)
    source = _LETTERS.sub(lambda found: str(scaled(int(found[0]))), source)
    values = {
        field.name: getattr(tokens, field.name) for field in fields(tokens) if field.name != "name"
    }
    values["icons"] = (assets() / "icons").as_posix()
    values["chevron"] = "chevron-dark" if tokens.name == "light" else "chevron-light"
    values["selected"] = selected_ground(tokens).name()
    values["check"] = "check-light" if tokens.name == "light" else "check-dark"
    values["font"] = FONT_FAMILY
    return Template(source).substitute(values)
