"""Colours, fonts and icons as tokens: dark, light and high contrast, one style sheet for all.

The theme in use belongs to the process, as Qt's palette does. Icons and fonts are files of ours:
the style's own icons stay black on dark.
"""

from dataclasses import dataclass, fields
from functools import lru_cache
from string import Template
from typing import Literal

from PySide6.QtCore import QBuffer, QByteArray, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontDatabase,
    QIcon,
    QImageReader,
    QPalette,
    QPixmap,
)
from PySide6.QtWidgets import QApplication, QStyleFactory

from engine.paths import assets

ThemeName = Literal["dark", "light", "contrast"]
THEME_NAMES: tuple[ThemeName, ...] = ("dark", "light", "contrast")
FONT_FAMILY = "Inter Tabular"
_FONT_WEIGHTS = ("Regular", "Medium", "SemiBold", "Bold")
_ICON_SIZES = (16, 20, 24, 32, 48)


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    """One palette: every colour the program uses, as `#rrggbb`.

    Attributes:
        name: Which one it is.
        window: Behind everything, and behind the notes.
        panel: Side panels and bars.
        raised: Buttons, cards, fields.
        hover: A button under the pointer.
        pressed: A segment that is chosen.
        line: Between panels.
        outline: Around fields that can be typed into: 3 to 1 against what is beside it.
        text: What is read.
        dim: What is read second; 4.5 to 1 as well.
        faint: What is seen and need not be read: grid labels, ticks.
        accent: What Segue makes, and the one main action.
        on_accent: Text on the accent.
        accent_text: The accent where it is text.
        accent_soft: Behind accent text.
        focus: The ring around what has the focus.
        playhead: Where the music is.
        warning_text: Amber text.
        warning_soft: Behind it.
        danger: Red areas.
        danger_text: Red text.
        danger_soft: Behind it.
        roll: Rows of white keys.
        roll_black: Rows of black keys, or outside the scale.
        roll_beat: Lines between beats.
        roll_bar: Lines between bars.
        white_key: Of the drawn keyboard.
        black_key: Of the drawn keyboard.
        key_text: Names on white keys.
        tracks: Colours of tracks; people who are colour-blind can tell neighbours apart.
    """

    name: ThemeName
    window: str
    panel: str
    raised: str
    hover: str
    pressed: str
    line: str
    outline: str
    text: str
    dim: str
    faint: str
    accent: str
    on_accent: str
    accent_text: str
    accent_soft: str
    focus: str
    playhead: str
    warning_text: str
    warning_soft: str
    danger: str
    danger_text: str
    danger_soft: str
    roll: str
    roll_black: str
    roll_beat: str
    roll_bar: str
    white_key: str
    black_key: str
    key_text: str
    tracks: tuple[str, ...]

    def track(self, index: int) -> QColor:
        """Return the colour of a track colour's index; they repeat."""
        return QColor(self.tracks[index % len(self.tracks)])


DARK = Theme(
    name="dark",
    window="#15171b",
    panel="#1c1f25",
    raised="#23272f",
    hover="#2b3039",
    pressed="#3a4040",
    line="#2e333d",
    outline="#68707f",
    text="#e7e9ee",
    dim="#9aa1ad",
    faint="#6b7280",
    accent="#58c7b4",
    on_accent="#0c1614",
    accent_text="#7fdccb",
    accent_soft="#20342f",
    focus="#9be7da",
    playhead="#f0b35a",
    warning_text="#f0c98a",
    warning_soft="#33281a",
    danger="#e5695b",
    danger_text="#f5a197",
    danger_soft="#3b211f",
    roll="#17191d",
    roll_black="#131519",
    roll_beat="#1e2127",
    roll_bar="#2e333d",
    white_key="#2e323a",
    black_key="#17191d",
    key_text="#aeb4bf",
    tracks=(
        "#7aa7e8",
        "#e8a87a",
        "#b48be0",
        "#d9cb6a",
        "#e58fb4",
        "#8fc26b",
        "#6cc3e0",
        "#c5bdb0",
    ),
)
LIGHT = Theme(
    name="light",
    window="#f3f4f6",
    panel="#fafafb",
    raised="#e9ebef",
    hover="#dfe2e8",
    pressed="#d3dbda",
    line="#d5d9e0",
    outline="#868e9b",
    text="#1b1e24",
    dim="#565d69",
    faint="#8a919d",
    accent="#0e8070",
    on_accent="#ffffff",
    accent_text="#0b6e5f",
    accent_soft="#d7efea",
    focus="#0a5f97",
    playhead="#c26a00",
    warning_text="#7a4a00",
    warning_soft="#fbeed5",
    danger="#c93a2b",
    danger_text="#a92a1d",
    danger_soft="#fbe3e0",
    roll="#ffffff",
    roll_black="#f2f4f6",
    roll_beat="#eceef2",
    roll_bar="#d0d5dd",
    white_key="#ffffff",
    black_key="#4a505b",
    key_text="#565d69",
    tracks=(
        "#3a74c9",
        "#b8641f",
        "#7d4fbf",
        "#8a7400",
        "#b83f78",
        "#4f7d1f",
        "#1b7c9c",
        "#6d675c",
    ),
)
CONTRAST = Theme(
    name="contrast",
    window="#000000",
    panel="#000000",
    raised="#141414",
    hover="#2a2a2a",
    pressed="#3d3d3d",
    line="#9a9a9a",
    outline="#ffffff",
    text="#ffffff",
    dim="#e0e0e0",
    faint="#b5b5b5",
    accent="#4df2d6",
    on_accent="#000000",
    accent_text="#7dffe9",
    accent_soft="#06302a",
    focus="#ffe600",
    playhead="#ffc400",
    warning_text="#ffd978",
    warning_soft="#2b2000",
    danger="#ff7a6b",
    danger_text="#ffb0a6",
    danger_soft="#380a05",
    roll="#000000",
    roll_black="#161616",
    roll_beat="#333333",
    roll_bar="#7a7a7a",
    white_key="#ffffff",
    black_key="#1c1c1c",
    key_text="#000000",
    tracks=(
        "#8fc0ff",
        "#ffb580",
        "#d3a8ff",
        "#ffee70",
        "#ffa0cc",
        "#b0f07a",
        "#7fe0ff",
        "#f0e8d8",
    ),
)
_THEMES: dict[ThemeName, Theme] = {"dark": DARK, "light": LIGHT, "contrast": CONTRAST}


class _InUse:
    """The one theme of this process."""

    theme: Theme = DARK


def theme() -> Theme:
    """Return the theme in use."""
    return _InUse.theme


def themes() -> tuple[Theme, ...]:
    """Return all themes."""
    return tuple(_THEMES.values())


def show_theme(name: ThemeName) -> None:
    """Make a theme's tokens the ones in use, before there is a widget to show them."""
    _InUse.theme = _THEMES[name]


def apply_theme(app: QApplication, name: ThemeName) -> None:
    """Make a theme the one in use: style, palette, style sheet, font; repaints every widget."""
    show_theme(name)
    _load_fonts()
    app.setStyle(QStyleFactory.create("Fusion"))
    app.setFont(font(13))
    app.setPalette(_palette(_InUse.theme))
    app.setStyleSheet(_style_sheet(_InUse.theme))


def system_theme(app: QApplication) -> ThemeName:
    """Return the theme that fits the system's settings; dark where the system does not say."""
    hints = app.styleHints()
    accessibility = getattr(hints, "accessibility", None)
    if accessibility is not None:
        preference = accessibility().contrastPreference()
        if preference == Qt.ContrastPreference.HighContrast:
            return "contrast"
    return "light" if hints.colorScheme() == Qt.ColorScheme.Light else "dark"


def theme_of(choice: str, app: QApplication) -> ThemeName:
    """Return the theme that a choice (`system`, or a theme's name) means on this desktop."""
    chosen = next((name for name in THEME_NAMES if name == choice), None)
    return chosen or system_theme(app)


def font(pixels: float, *, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    """Return our font in this size; its digits are all of one width."""
    made = QFont(FONT_FAMILY)
    made.setPixelSize(round(pixels))
    made.setWeight(weight)
    return made


def mixed(first: str | QColor, second: str | QColor, share: float) -> QColor:
    """Return a colour between two; `share` is the second one's, 0 to 1."""
    a, b = QColor(first), QColor(second)
    return QColor.fromRgbF(
        a.redF() + (b.redF() - a.redF()) * share,
        a.greenF() + (b.greenF() - a.greenF()) * share,
        a.blueF() + (b.blueF() - a.blueF()) * share,
    )


def contrast(first: str | QColor, second: str | QColor) -> float:
    """Return the contrast of two colours, 1 to 21 (WCAG 2.2, relative luminance)."""
    bright, dark = sorted((_luminance(QColor(first)), _luminance(QColor(second))), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def icon(name: str, *, colour: str = "") -> QIcon:
    """Return an icon of ours, `assets/icons/NAME.svg`, in a colour or in the theme's text."""
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
    # Qt's own reader of pictures knows SVG: QtSvg's classes need not be imported for it.
    reader = QImageReader(data, QByteArray(b"svg"))
    reader.setScaledSize(QSize(size, size))
    return QPixmap.fromImage(reader.read())


@lru_cache(maxsize=1)
def _load_fonts() -> None:
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
    source = (assets() / "style.qss").read_text(encoding="utf-8")
    values = {
        field.name: getattr(tokens, field.name) for field in fields(tokens) if field.name != "name"
    }
    values["icons"] = (assets() / "icons").as_posix()
    values["chevron"] = "chevron-dark" if tokens.name == "light" else "chevron-light"
    values["check"] = "check-light" if tokens.name == "light" else "check-dark"
    values["font"] = FONT_FAMILY
    return Template(source).substitute(values)
