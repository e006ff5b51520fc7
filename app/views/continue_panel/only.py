"""The menu of scales and chords that notes can be restricted to."""

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QMenu

from app.widgets.menus import add_choice
from engine.harmony.keys import FLAT_NAMES, SHARP_NAMES
from engine.harmony.scales import CHORDS, SCALES, PitchSet, PitchSetName

_ROOTS = tuple(FLAT_NAMES[root] if root in (3, 8, 10) else SHARP_NAMES[root] for root in range(12))


def only_name(only: PitchSet | None) -> str:
    """Return the words on the chip."""
    if only is None:
        return QCoreApplication.translate("PitchSets", "Scale or chord")
    text = QCoreApplication.translate("PitchSets", "Only {0} {1}")
    return text.format(_ROOTS[only.root], _word(only.name))


def fill_only(
    menu: QMenu, only: PitchSet | None, choose: Callable[[PitchSet | None], object]
) -> None:
    """Fill a menu with scales and chords on every root.

    Args:
        menu: An empty menu.
        only: The present choice.
        choose: Called with the user's choice; None allows every note.
    """
    every = QCoreApplication.translate("PitchSets", "Every note")
    add_choice(menu, every, partial(choose, None), checked=only is None)
    for title, names in (
        (QCoreApplication.translate("PitchSets", "Scale"), SCALES),
        (QCoreApplication.translate("PitchSets", "Chord"), CHORDS),
    ):
        menu.addSection(title)
        for name in names:
            roots = menu.addMenu(_word(name))
            for root in range(12):
                each = PitchSet(root, name)
                text = f"{_ROOTS[root]} {_word(name)}"
                add_choice(roots, text, partial(choose, each), checked=each == only)


def _word(name: PitchSetName) -> str:
    tr = QCoreApplication.translate
    words: Mapping[PitchSetName, str] = {
        "major": tr("PitchSets", "major"),
        "natural minor": tr("PitchSets", "natural minor"),
        "harmonic minor": tr("PitchSets", "harmonic minor"),
        "melodic minor": tr("PitchSets", "melodic minor"),
        "dorian": tr("PitchSets", "Dorian"),
        "phrygian": tr("PitchSets", "Phrygian"),
        "lydian": tr("PitchSets", "Lydian"),
        "mixolydian": tr("PitchSets", "Mixolydian"),
        "major pentatonic": tr("PitchSets", "major pentatonic"),
        "minor pentatonic": tr("PitchSets", "minor pentatonic"),
        "blues": tr("PitchSets", "blues"),
        "whole tone": tr("PitchSets", "whole tone"),
        "octatonic": tr("PitchSets", "octatonic"),
        "major triad": tr("PitchSets", "major chord"),
        "minor triad": tr("PitchSets", "minor chord"),
        "diminished triad": tr("PitchSets", "diminished chord"),
        "augmented triad": tr("PitchSets", "augmented chord"),
        "suspended fourth": tr("PitchSets", "sus4 chord"),
        "dominant seventh": tr("PitchSets", "7 chord"),
        "major seventh": tr("PitchSets", "maj7 chord"),
        "minor seventh": tr("PitchSets", "m7 chord"),
        "half-diminished seventh": tr("PitchSets", "m7♭5 chord"),
        "diminished seventh": tr("PitchSets", "dim7 chord"),
        "sixth": tr("PitchSets", "6 chord"),
    }
    return words[name]
