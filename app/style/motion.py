"""How long things move in the window, and whether the system asks for less motion."""

import configparser
import os
import plistlib
import subprocess
import sys
from pathlib import Path
from xml.parsers.expat import ExpatError

from PySide6.QtGui import QGuiApplication

from engine.gate.files import read_file

# A fade, and a view that glides to another place.
FADE_MS, GLIDE_MS = 120, 200
# Platforms of Qt that nobody watches.
_UNWATCHED = ("offscreen", "minimal", "vnc")
# Windows: the parameter "show animations in windows".
_SPI_GETCLIENTAREAANIMATION = 0x1042
# The program that reads GNOME's settings answers in some milliseconds.
_PATIENCE_S = 2.0
# Of a file of settings: those of a desktop have some thousand.
_MOST_BYTES = 1 << 20
_GNOME_SETTING = ("gsettings", "get", "org.gnome.desktop.interface", "enable-animations")


class _Wish:
    """The wish of the system; until it is known nothing moves."""

    less = True


def less_motion() -> bool:
    """Return whether nothing may move."""
    return _Wish.less


def show_less_motion(*, on: bool) -> None:
    """Set whether nothing may move."""
    _Wish.less = on


def system_asks_for_less() -> bool:
    """Return whether the system's settings ask for less motion; this may take a moment."""
    if QGuiApplication.platformName() in _UNWATCHED:
        return True
    if sys.platform == "win32":
        return _windows_asks()
    if sys.platform == "darwin":
        return _mac_asks(Path.home())
    return _plasma_asks(_config_folder()) or _gnome_asks(os.environ.get("XDG_CURRENT_DESKTOP", ""))


def _config_folder() -> Path:
    return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")


def _windows_asks() -> bool:
    if sys.platform == "win32":
        import ctypes  # noqa: PLC0415 - only there

        shown = ctypes.c_int(1)
        ask = ctypes.windll.user32.SystemParametersInfoW
        answered = ask(_SPI_GETCLIENTAREAANIMATION, 0, ctypes.byref(shown), 0)
        return bool(answered) and not shown.value
    return False


def _mac_asks(home: Path) -> bool:
    path = home / "Library" / "Preferences" / "com.apple.universalaccess.plist"
    try:
        settings = plistlib.loads(read_file(path, most=_MOST_BYTES))
    except (ValueError, ExpatError, plistlib.InvalidFileException):
        return False
    return isinstance(settings, dict) and settings.get("reduceMotion") in (True, 1)


def _plasma_asks(config: Path) -> bool:
    """Return whether KDE's animations are off: their durations are multiplied by 0."""
    # `QSettings` would also decode objects from the file.
    settings = configparser.RawConfigParser(strict=False)
    try:
        settings.read_string(read_file(config / "kdeglobals", most=_MOST_BYTES).decode())
        return settings.getfloat("KDE", "AnimationDurationFactor", fallback=1.0) <= 0
    except (ValueError, configparser.Error):
        return False


def _gnome_asks(desktop: str) -> bool:
    if "GNOME" not in desktop.upper().split(":"):
        return False
    try:
        answer = subprocess.run(  # noqa: S603 - a constant command
            _GNOME_SETTING, capture_output=True, text=True, timeout=_PATIENCE_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return answer.stdout.strip() == "false"
