"""How large words are: one factor, from the font that the system gives to programs.

The sizes of the drawings are for the fonts that systems have before anybody chooses one. With a
larger one words are larger here, too, in rows that grow with them (`scaled`).
"""

from functools import cache

LEAST, MOST = 0.9, 1.4
"""Of the factor. Beyond it, Preferences have a size of text and controls together."""

# Points: the least and the largest font that a system has by itself. Elsewhere that is Qt's own
# (9), KDE's (10) or GNOME's (11).
_USUAL = {"windows": (9.0, 9.0), "cocoa": (13.0, 13.0)}
_ELSEWHERE = (9.0, 11.0)


class _InUse:
    """The factor of this process."""

    factor: float = 1.0


def text_size() -> float:
    """Return the factor of all words; 1.0 on a system as it comes."""
    return _InUse.factor


def show_text_size(factor: float) -> None:
    """Use a factor for all words, and all rows, that are made from now on."""
    _InUse.factor = min(max(factor, LEAST), MOST)
    scaled.cache_clear()


def factor_of(points: float, platform: str) -> float:
    """Return the factor for the system's font.

    Args:
        points: Its size; what is not positive is a system that does not say.
        platform: As `QGuiApplication.platformName` has it.
    """
    least, most = _USUAL.get(platform, _ELSEWHERE)
    usual = min(max(points, least), most)
    return min(max(points / usual, LEAST), MOST) if points > 0 else 1.0


@cache
def scaled(pixels: float) -> int:
    """Return a height or width that holds words, for words of this size.

    Paint events ask for the same few sizes hundreds of times a second.
    """
    return round(pixels * _InUse.factor)
