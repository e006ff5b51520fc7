"""The three palettes, and the one in use.

The start imports this before the window is on the screen. It does not import the namespace `Qt`,
which alone takes longer than this whole module.
"""

from dataclasses import dataclass
from typing import Literal

from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication

ThemeName = Literal["dark", "light", "contrast"]
THEME_NAMES: tuple[ThemeName, ...] = ("dark", "light", "contrast")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Theme:
    """A palette: every colour of the program, as `#rrggbb`. Each theme exists once.

    Attributes:
        name: The theme's name.
        window: The background of everything.
        panel: Side panels and bars.
        raised: Buttons, cards, fields.
        hover: A button under the pointer.
        pressed: A segment that is chosen.
        line: Between panels.
        outline: Around editable fields; a contrast of 3 to 1 with its neighbours.
        text: Main text; a contrast of at least 4.5 to 1.
        dim: Secondary text, with the same contrast.
        faint: Grid labels and ticks, which need not be read.
        accent: Notes that Segue makes, and the main button.
        on_accent: Text on the accent.
        accent_text: Text in the accent's colour.
        accent_soft: The background of accent text.
        focus: The focus ring.
        playhead: The playhead.
        loud: A meter from -6 dB on.
        warning_text: Amber text.
        warning_soft: Its background.
        danger: Red areas.
        danger_text: Red text.
        danger_soft: Its background.
        roll: Rows of white keys.
        roll_black: Rows of black keys, or outside the scale.
        roll_beat: Lines between beats.
        roll_bar: Lines between bars.
        white_key: Of the drawn keyboard.
        black_key: Of the drawn keyboard.
        key_text: Names on white keys.
        tracks: Track colours; neighbours differ for colour-blind users, too.
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
    loud: str
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

    @property
    def is_flat(self) -> bool:
        """Whether panels are as dark as the window, so that a ground alone is not seen on them."""
        return self.panel == self.window

    @property
    def edge(self) -> QColor:
        """The edge of what a ground alone shows in other themes, where it is transparent."""
        return QColor(self.line if self.is_flat else "transparent")

    def track(self, index: int) -> QColor:
        """Return the colour for an index; the colours repeat."""
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
    loud="#f2dd8e",
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
    loud="#d9b93a",
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
    loud="#ffe680",
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
    """The theme of this process."""

    theme: Theme = DARK


def theme() -> Theme:
    """Return the theme in use."""
    return _InUse.theme


def themes() -> tuple[Theme, ...]:
    """Return all themes."""
    return tuple(_THEMES.values())


def show_theme(name: ThemeName) -> None:
    """Use a theme from now on; `apply_theme` also repaints existing widgets."""
    _InUse.theme = _THEMES[name]


def system_theme(app: QApplication) -> ThemeName:
    """Return the theme that matches the desktop's settings; dark if the desktop does not say."""
    hints = app.styleHints()
    accessibility = getattr(hints, "accessibility", None)
    if accessibility and accessibility().contrastPreference().name == "HighContrast":
        return "contrast"
    return "light" if hints.colorScheme().name == "Light" else "dark"


def theme_of(choice: str, app: QApplication) -> ThemeName:
    """Return the theme for a user's choice: `system`, or the name of a theme."""
    chosen = next((name for name in THEME_NAMES if name == choice), None)
    return chosen or system_theme(app)
