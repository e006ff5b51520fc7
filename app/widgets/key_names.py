"""Keys in the window's language (`Es-Dur`), and pitches as users type them (`Eb5`)."""

import re
from collections.abc import Mapping
from types import MappingProxyType

from PySide6.QtCore import QCoreApplication

from engine.harmony.keys import SHARP_NAMES, Key

_SIGNS: Mapping[str, int] = MappingProxyType({"#": 1, "♯": 1, "b": -1, "♭": -1})
# `C4`, `f#3`, `Bb-1`; a number alone is a MIDI pitch.
_PITCH = re.compile(r"([A-Ga-g])([#♯b♭]?)(-?\d{1,2})")
_NUMBER = re.compile(r"\d{1,3}")


def key_name(key: Key) -> str:
    """Return the name of a key in the window's language."""
    return key_in_own_words(key.name)


def key_in_own_words(name: str) -> str:
    """Translate a key that the engine named, such as `E♭ major`; return other texts unchanged."""
    return dict(zip(_ENGLISH, _names(), strict=True)).get(name, name)


def parsed_pitch(text: str) -> int | None:
    """Return the MIDI pitch of `C4`, `f#3`, `Eb5` or `60`; None for other texts."""
    text = text.strip()
    match = _PITCH.fullmatch(text)
    if match is not None:
        letter, sign, octave = match.groups()
        # C♭4 sounds as B3 does.
        pitch = SHARP_NAMES.index(letter.upper()) + _SIGNS.get(sign, 0) + 12 * (int(octave) + 1)
    elif _NUMBER.fullmatch(text):
        pitch = int(text)
    else:
        return None
    return pitch if 0 <= pitch <= 127 else None


def _names() -> tuple[str, ...]:
    tr = QCoreApplication.translate
    return (
        tr("Keys", "C major"),
        tr("Keys", "D♭ major"),
        tr("Keys", "D major"),
        tr("Keys", "E♭ major"),
        tr("Keys", "E major"),
        tr("Keys", "F major"),
        tr("Keys", "F♯ major"),
        tr("Keys", "G major"),
        tr("Keys", "A♭ major"),
        tr("Keys", "A major"),
        tr("Keys", "B♭ major"),
        tr("Keys", "B major"),
        tr("Keys", "C minor"),
        tr("Keys", "C♯ minor"),
        tr("Keys", "D minor"),
        tr("Keys", "D♯ minor"),
        tr("Keys", "E minor"),
        tr("Keys", "F minor"),
        tr("Keys", "F♯ minor"),
        tr("Keys", "G minor"),
        tr("Keys", "G♯ minor"),
        tr("Keys", "A minor"),
        tr("Keys", "B♭ minor"),
        tr("Keys", "B minor"),
    )


_ENGLISH = tuple(
    Key(tonic=tonic, minor=minor).name for minor in (False, True) for tonic in range(12)
)
