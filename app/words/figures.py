"""Format durations, sizes, numbers and shares in the window's language."""

from PySide6.QtCore import QCoreApplication, QLocale

# Shares of copied music: up to `LOW` is little, from `HIGH` on is much.
LOW, HIGH = 0.02, 0.10


def duration(seconds: float) -> str:
    """Return `41 min`, `2 h`, `2 h 05 m` or `50 s`."""
    if seconds < 90:
        return _tr("%1 s").replace("%1", f"{seconds:.0f}")
    hours, minutes = divmod(round(seconds / 60), 60)
    if not hours:
        return _tr("%1 min").replace("%1", str(minutes))
    if not minutes:
        return _tr("%1 h").replace("%1", str(hours))
    return _tr("%1 h %2 m").replace("%1", str(hours)).replace("%2", f"{minutes:02d}")


def time_left_text(seconds: float) -> str:
    """Return `12 s left`, or `about 2 min left` from a minute on."""
    if round(seconds) < 60:
        return _tr("%1 s left").replace("%1", str(max(1, round(seconds))))
    return _tr("about %1 left").replace("%1", duration(max(90.0, seconds)))


def length_text(seconds: float) -> str:
    """Return `1:52`, or `1:02:03` from an hour on."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"


def size(count: int) -> str:
    """Return a number of bytes as `0.4 GB`, `160 MB` or `4 kB`."""
    locale = QLocale()
    if count >= 1e8:
        return _tr("%1 GB").replace("%1", locale.toString(count / 1e9, "f", 1))
    if count >= 1e6:
        return _tr("%1 MB").replace("%1", locale.toString(round(count / 1e6)))
    return _tr("%1 kB").replace("%1", locale.toString(-(-count // 1000)))


def number(value: int) -> str:
    """Return a number with the separators of the locale."""
    return QLocale().toString(value)


def decimal(value: float, places: int) -> str:
    """Return a number with this many decimal places and the decimal sign of the language."""
    return QLocale().toString(value, "f", places)


def signed_decimal(value: float, places: int) -> str:
    """Return a number with its sign: `+0.25`, `−1.00`."""
    return f"{'−' if value < 0 else '+'}{decimal(abs(value), places)}"


def percent(share: float, *, places: int = 1) -> str:
    """Return a share as `0.4 %`, with this many decimal places."""
    return f"{decimal(100 * share, places)} %"


def signed_percent(share: float, *, places: int = 0) -> str:
    """Return a share with its sign: `+5 %`, `−2 %`, `0 %`."""
    text = percent(abs(share), places=places)
    if text == percent(0.0, places=places):
        return text
    return f"{'+' if share > 0 else '−'}{text}"


def _tr(text: str) -> str:
    return QCoreApplication.translate("Figures", text)
