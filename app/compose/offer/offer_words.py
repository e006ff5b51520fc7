"""Find one word for each alternative that tells it from the others: *rises*, *busier*."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from statistics import fmean, median
from typing import Literal

from PySide6.QtCore import QCoreApplication

from engine.music.keys import Key
from engine.music.score import Note

Word = Literal[
    "rises", "falls", "busier", "calmer", "higher", "lower", "leaps", "steps", "on V", "on I"
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Features:
    """Measurements of an alternative.

    Attributes:
        slope: Semitones from the first to the last quarter of the tune.
        notes: Notes of all tracks.
        height: Mean pitch of the tune.
        leaps: Mean interval of the tune in semitones.
        last: Pitch class of the bass in the last bar; -1 without notes.
    """

    slope: float = 0.0
    notes: int = 0
    height: float = 0.0
    leaps: float = 0.0
    last: int = -1


# A difference of this size from the middle of all alternatives is plain to hear.
_SCALES: tuple[tuple[Callable[[Features], float], float, Word, Word], ...] = (
    (lambda f: f.slope, 4.0, "rises", "falls"),
    (lambda f: float(f.notes), 0.0, "busier", "calmer"),
    (lambda f: f.height, 3.0, "higher", "lower"),
    (lambda f: f.leaps, 1.5, "leaps", "steps"),
)
# As plain as an ordinary difference of the size in `_SCALES`.
_ENDING = 1.0


def features_of(tune: Sequence[Note], notes: int, basses: Sequence[Note]) -> Features:
    """Measure an alternative.

    Args:
        tune: The notes of its tune, sorted.
        notes: The number of all notes.
        basses: The pitched notes of its last bar.
    """
    if not tune:
        return Features(notes=notes)
    pitches = [note.pitch for note in tune]
    part = max(1, len(pitches) // 4)
    steps = [abs(b - a) for a, b in pairwise(pitches)]
    last = max((note.start for note in basses), default=-1)
    sounding = [note.pitch for note in basses if note.end > last]
    return Features(
        slope=fmean(pitches[-part:]) - fmean(pitches[:part]),
        notes=notes,
        height=fmean(pitches),
        leaps=fmean(steps) if steps else 0.0,
        last=min(sounding) % 12 if sounding else -1,
    )


@lru_cache(maxsize=64)
def words_of(alternatives: tuple[Features | None, ...], key: Key | None) -> tuple[str, ...]:
    """Return a word for each alternative, each at most once; empty where none is found.

    Args:
        alternatives: Their features; None for one that is not finished.
        key: The key, for *ends on V*; None if it is unknown.
    """
    ready = [f for f in alternatives if f is not None]
    if len(ready) < 2:
        return ("",) * len(alternatives)
    found = sorted(_candidates(alternatives, ready, key), key=lambda each: -each[0])
    chosen: dict[int, Word] = {}
    for _, index, word in found:
        if index not in chosen and word not in chosen.values():
            chosen[index] = word
    return tuple(_said(chosen.get(index)) for index in range(len(alternatives)))


def _candidates(
    alternatives: Sequence[Features | None], ready: Sequence[Features], key: Key | None
) -> list[tuple[float, int, Word]]:
    """Return (how plain, alternative, word) of all differences."""
    found: list[tuple[float, int, Word]] = []
    for measure, scale, more, less in _SCALES:
        middle = median(measure(each) for each in ready)
        unit = scale or max(1.0, 0.2 * middle)
        for index, each in enumerate(alternatives):
            difference = 0.0 if each is None else (measure(each) - middle) / unit
            if abs(difference) > 0.1:
                found.append((abs(difference), index, more if difference > 0 else less))
    if key is not None:
        endings: tuple[tuple[int, Word], ...] = (
            ((key.tonic + 7) % 12, "on V"),
            (key.tonic % 12, "on I"),
        )
        for pitch_class, word in endings:
            here = [i for i, each in enumerate(alternatives) if each and each.last == pitch_class]
            if len(here) == 1:
                found.append((_ENDING, here[0], word))
    return found


def spoken_words() -> tuple[str, ...]:
    """Return every word in the window's language."""
    return tuple(_names().values())


def _said(word: Word | None) -> str:
    return _names()[word] if word is not None else ""


def _names() -> dict[Word, str]:
    tr = QCoreApplication.translate
    return {
        "rises": tr("OfferWords", "rises"),
        "falls": tr("OfferWords", "falls"),
        "busier": tr("OfferWords", "busier"),
        "calmer": tr("OfferWords", "calmer"),
        "higher": tr("OfferWords", "higher"),
        "lower": tr("OfferWords", "lower"),
        "leaps": tr("OfferWords", "leaps"),
        "steps": tr("OfferWords", "steps"),
        "on V": tr("OfferWords", "ends on V"),
        "on I": tr("OfferWords", "ends on I"),
    }
