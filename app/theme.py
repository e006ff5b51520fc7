"""Colours, fonts and icons as tokens: dark, light and high contrast, one style sheet for all."""

from dataclasses import dataclass
from typing import Literal

from PySide6.QtGui import QColor, QIcon
from PySide6.QtWidgets import QApplication

ThemeName = Literal["dark", "light", "contrast"]
THEME_NAMES: tuple[ThemeName, ...] = ("dark", "light", "contrast")


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    """One palette."""

    name: ThemeName

    def track(self, index: int) -> QColor:
        """Return the colour of a track colour's index; they repeat."""
        raise NotImplementedError


def theme() -> Theme:
    """Return the theme in use."""
    raise NotImplementedError


def apply_theme(app: QApplication, name: ThemeName) -> None:
    """Make a theme the one in use: style, palette, style sheet, font; repaints every widget."""


def system_theme(app: QApplication) -> ThemeName:
    """Return the theme that fits the system's settings."""
    return "dark"


def icon(name: str) -> QIcon:
    """Return an icon of ours in the theme's text colour (assets/icons/NAME.svg)."""
    return QIcon()
