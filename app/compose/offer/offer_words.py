"""Find one word for each alternative that tells it from the others: *rises*, *busier*."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import fmean, median
from typing import Literal

from PySide6.QtCore import QCoreApplication

from engine.form.passage_figures import (
    intervals,
    loudness,
    mean_length,
    mean_pitch,
    off_beat_share,
)
from engine.harmony.keys import Key
from engine.values.score import Note
from engine.values.time import BarMap

Word = Literal[
    "rises",
    "falls",
    "busier",
    "calmer",
    "higher",
    "lower",
    "leaps",
    "steps",
    "wider",
    "narrower",
    "longer",
    "shorter",
    "louder",
    "softer",
    "off-beat",
    "on-beat",
    "on V",
    "on I",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Features:
    """Measurements of an alternative.

    Attributes:
        notes: Notes of all tracks.
        loudness: Mean velocity of all notes.
        off_beat: Share of all notes that begin off the beat, 0 to 1.
        slope: Semitones from the first to the last quarter of the tune; None without a tune, as
            the next four.
        height: Mean pitch of the tune.
        leaps: Mean interval of the tune in semitones.
        width: Semitones from the lowest to the highest note of the tune.
        length: Mean length of the notes of the tune in quarters.
        last: Pitch class of the bass in the last bar; -1 without notes.
    """

    notes: int = 0
    loudness: float = 0.0
    off_beat: float = 0.0
    slope: float | None = None
    height: float | None = None
    leaps: float | None = None
    width: float | None = None
    length: float | None = None
    last: int = -1


@dataclass(frozen=True, slots=True)
class _Scale:
    """A measure with the words for more and for less of it.

    Attributes:
        of: Name of the measure in `Features`.
        unit: A difference of this size from the middle of all alternatives is plain to hear; 0: a
            fifth of the middle is.
        more, less: The words.
    """

    of: str
    unit: float
    more: Word
    less: Word


_SCALES = (
    _Scale("slope", 4.0, "rises", "falls"),
    _Scale("notes", 0.0, "busier", "calmer"),
    _Scale("height", 3.0, "higher", "lower"),
    _Scale("leaps", 1.5, "leaps", "steps"),
    _Scale("width", 6.0, "wider", "narrower"),
    _Scale("length", 0.0, "longer", "shorter"),
    _Scale("loudness", 8.0, "louder", "softer"),
    _Scale("off_beat", 0.15, "off-beat", "on-beat"),
)
# As plain as an ordinary difference of the size in `_SCALES`.
_ENDING = 1.0
# Differences below the first are not heard; above the second a larger one is no plainer.
_LEAST, _MOST = 0.1, 3.0
# Added for an alternative that has the most or the least of all.
_EXTREME = 3.0


def features_of(
    tune: Sequence[Note],
    notes: Sequence[Note],
    basses: Sequence[Note],
    *,
    bars: BarMap,
    quarter: int,
) -> Features:
    """Measure an alternative.

    Args:
        tune: The notes of its tune, sorted; none where only drums play.
        notes: All notes.
        basses: The pitched notes of its last bar.
        bars: Of the piece.
        quarter: Ticks of a quarter.
    """
    if not notes:
        return Features()
    last = max((note.start for note in basses), default=-1)
    sounding = [note.pitch for note in basses if note.end > last]
    pitches = [note.pitch for note in tune]
    part = max(1, len(pitches) // 4)
    steps = intervals(tune)
    return Features(
        notes=len(notes),
        loudness=loudness(notes),
        off_beat=off_beat_share(notes, bars, ticks_per_quarter=quarter),
        slope=fmean(pitches[-part:]) - fmean(pitches[:part]) if pitches else None,
        height=mean_pitch(tune) if pitches else None,
        leaps=(fmean(steps) if steps else 0.0) if pitches else None,
        width=max(pitches) - min(pitches) if pitches else None,
        length=mean_length(tune, ticks_per_quarter=quarter) if pitches else None,
        last=min(sounding) % 12 if sounding else -1,
    )


@lru_cache(maxsize=64)
def words_of(alternatives: tuple[Features | None, ...], key: Key | None) -> tuple[str, ...]:
    """Return a word for each alternative, each once; none at all if one of them would lack it.

    Args:
        alternatives: Their features; None for one that is not finished.
        key: The key, for *ends on V*; None if it is unknown.
    """
    ready = [f for f in alternatives if f is not None]
    if len(ready) < max(2, len(alternatives)):
        return ("",) * len(alternatives)
    chosen = _shared_out(list(_differences(ready, key)), len(ready))
    return tuple(_names()[word] for word in chosen) or ("",) * len(ready)


_Difference = tuple[float, int, Word]


def _differences(ready: Sequence[Features], key: Key | None) -> Iterator[_Difference]:
    """Yield (how plain, alternative, word) of all differences."""
    for scale in _SCALES:
        found: dict[int, float | None] = {
            index: getattr(each, scale.of) for index, each in enumerate(ready)
        }
        known = {index: value for index, value in found.items() if value is not None}
        if len(set(known.values())) < 2:
            continue
        values = list(known.values())
        extremes = {each for each in (min(values), max(values)) if values.count(each) == 1}
        middle = median(values)
        unit = scale.unit or max(0.2 * middle, 1e-9)
        for index, value in known.items():
            difference = (value - middle) / unit
            if abs(difference) > _LEAST:
                plain = min(_MOST, abs(difference)) + _EXTREME * (value in extremes)
                yield plain, index, scale.more if difference > 0 else scale.less
    if key is None:
        return
    endings: tuple[tuple[int, Word], ...] = ((key.tonic + 7, "on V"), (key.tonic, "on I"))
    for pitch_class, word in endings:
        here = [index for index, each in enumerate(ready) if each.last == pitch_class % 12]
        if len(here) == 1:
            yield _ENDING + _EXTREME, here[0], word


def _shared_out(differences: Sequence[_Difference], count: int) -> tuple[Word, ...]:
    """Return the words that are plainest together, one for each; none if one would lack a word.

    Args:
        differences: (how plain, alternative, word).
        count: Of alternatives, at most eight.
    """
    # By the alternatives that have a word, as bits: how plain all are together, and the words.
    best: dict[int, tuple[float, dict[int, Word]]] = {0: (0.0, {})}
    for word in dict.fromkeys(word for _, _, word in differences):
        own = [(plain, index) for plain, index, said in differences if said == word]
        for have, (total, words) in list(best.items()):
            for plain, index in own:
                more = have | 1 << index
                if more != have and total + plain > best.get(more, (-1.0, {}))[0]:
                    best[more] = total + plain, {**words, index: word}
    _, words = best.get((1 << count) - 1, (0.0, {}))
    return tuple(words[index] for index in range(count) if words)


def spoken_words() -> tuple[str, ...]:
    """Return every word in the window's language."""
    return tuple(_names().values())


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
        "wider": tr("OfferWords", "wider"),
        "narrower": tr("OfferWords", "narrower"),
        "longer": tr("OfferWords", "long notes"),
        "shorter": tr("OfferWords", "short notes"),
        "louder": tr("OfferWords", "louder"),
        "softer": tr("OfferWords", "softer"),
        "off-beat": tr("OfferWords", "off-beat"),
        "on-beat": tr("OfferWords", "on-beat"),
        "on V": tr("OfferWords", "ends on V"),
        "on I": tr("OfferWords", "ends on I"),
    }
