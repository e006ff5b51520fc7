"""Keys, scales and the names of notes: pure functions over small tables."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, NamedTuple

from engine.values.score import KeySignature, Note

SHARP_NAMES = ("C", "C♯", "D", "D♯", "E", "F", "F♯", "G", "G♯", "A", "A♯", "B")
FLAT_NAMES = ("C", "D♭", "D", "E♭", "E", "F", "G♭", "G", "A♭", "A", "B♭", "B")
# Semitones above the tonic.
MAJOR_STEPS = (0, 2, 4, 5, 7, 9, 11)
NATURAL_MINOR_STEPS = (0, 2, 3, 5, 7, 8, 10)
# A minor piece in practice raises its sixth and seventh on the way up.
MINOR_STEPS_IN_USE = (0, 2, 3, 5, 7, 8, 9, 10, 11)

Mode = Literal["", "dorian", "phrygian", "lydian", "mixolydian", "aeolian"]
"""The mode of a key; empty for plain major, and for minor with its raised leading tone."""


class ModeScale(NamedTuple):
    """The tones by which a mode is known.

    Attributes:
        minor: Whether the third above the tonic is minor.
        above: Semitones of the tonic above that of the major key with the same notes.
        cadence: Semitones above the tonic, of the root of the chord that closes to it.
    """

    minor: bool
    above: int
    cadence: int


# Without a raised leading tone there is no dominant seventh. These chords, all major, close: V-I
# with a perfect fourth in Lydian, ♭VII-I in Mixolydian, IV-i in Dorian, ♭II-i in Phrygian.
MODES: Mapping[Mode, ModeScale] = MappingProxyType(
    {
        "dorian": ModeScale(minor=True, above=2, cadence=5),
        "phrygian": ModeScale(minor=True, above=4, cadence=1),
        "lydian": ModeScale(minor=False, above=5, cadence=7),
        "mixolydian": ModeScale(minor=False, above=7, cadence=10),
        "aeolian": ModeScale(minor=True, above=9, cadence=10),
    }
)

# The evidence for a major and a minor key, by degree: the root of a pitch class's share of the
# sounding time, and the lowest of the first notes. They are logarithms of odds, fitted to excerpts
# of 1,092 songs and tunes, and to single notes and triads, by experiment
# 2026-11-26-short-keys.
_SHARES = (
    (11.7, -3.8, 4.2, -5.0, 9.1, 2.1, -8.0, 11.3, -3.0, 3.4, -10.7, 1.6),
    (11.7, -7.8, 4.2, 7.6, -6.3, 4.1, -6.3, 11.3, -0.1, -7.2, 3.5, -0.4),
)
_FIRST = (
    (0.8, -0.8, 0.0, 0.3, 0.6, -0.5, 0.1, 0.7, -0.1, 0.1, -0.6, -0.1),
    (0.5, 0.3, -0.3, -0.3, -0.4, -0.7, 0.9, 0.4, -0.6, -0.5, -0.2, -0.5),
)
# This number of notes has half of the weight of very many. Of 16, 32, 64 and 256 the smallest names
# the most keys of eight notes.
_HALF_WEIGHT = 16
# Krumhansl and Kessler 1982, "Tracing the dynamic changes in perceived tonal organization".
_PROFILES = (
    (6.35, 2.23, 3.48, 2.33, 4.38, 4.09, 2.52, 5.19, 2.39, 3.66, 2.29, 2.88),
    (6.33, 2.68, 3.52, 5.38, 2.60, 3.53, 2.54, 4.75, 3.98, 2.69, 3.34, 3.17),
)
# How often each degree occurs in major and minor: Aarden 2003, "Dynamic melodic expectancy", from
# Essen's folk songs. It tells keys further apart, so it judges a key that a file names.
_FREQUENCIES = (
    (17.77, 0.15, 14.93, 0.16, 19.80, 11.36, 0.29, 22.06, 0.15, 8.15, 0.23, 4.95),
    (18.26, 0.74, 14.05, 16.86, 0.70, 14.44, 0.70, 18.62, 4.57, 1.93, 7.38, 1.76),
)
# An exporter that knows no key says C major. Up to this difference of correlations it may be right:
# no key signature of 93 engraved pieces differs more, and of 40 performances in other keys 25 do.
_CLEARLY_ANOTHER = 0.3
# With fewer notes, a correlation says little.
_ENOUGH_NOTES = 100
# Major keys with flats, by tonic: the ones whose names read better so.
_FLAT_MAJOR_TONICS = frozenset({1, 3, 5, 8, 10})
_DOMINANT = 7  # semitones above a tonic


@dataclass(frozen=True, slots=True)
class Key:
    """A tonic and a mode.

    Attributes:
        tonic: Pitch class, 0 is C.
        minor: Whether it is a minor key, or a mode with a minor third.
        mode: Of music whose home is not that of its key signature, or which has no leading tone.
    """

    tonic: int
    minor: bool = False
    mode: Mode = ""

    @classmethod
    def of(cls, signature: KeySignature) -> "Key":
        """Return the key of a key signature."""
        major_tonic = signature.fifths * 7 % 12
        return cls((major_tonic + 9) % 12 if signature.minor else major_tonic, signature.minor)

    @property
    def fifths(self) -> int:
        """Sharps (positive) or flats (negative) of its signature, -5 to 6."""
        sharps = self._major_tonic * 7 % 12
        return sharps if sharps <= 6 else sharps - 12

    @property
    def _major_tonic(self) -> int:
        """Pitch class of the tonic of the major key with the same notes."""
        if self.mode:
            return (self.tonic - MODES[self.mode].above) % 12
        return (self.tonic + 3) % 12 if self.minor else self.tonic

    @property
    def cadence(self) -> int:
        """Pitch class of the root of the chord that closes to the tonic: the dominant, mostly."""
        return (self.tonic + (MODES[self.mode].cadence if self.mode else _DOMINANT)) % 12

    @property
    def pitch_classes(self) -> frozenset[int]:
        """Pitch classes in use: seven, but minor has both forms of its sixth and seventh."""
        if self.mode:
            # A Phrygian scale may have a major third besides.
            return frozenset(self.scale) | {(self.tonic + (3 if self.minor else 4)) % 12}
        steps = MINOR_STEPS_IN_USE if self.minor else MAJOR_STEPS
        return frozenset((self.tonic + step) % 12 for step in steps)

    @property
    def scale(self) -> tuple[int, ...]:
        """The seven pitch classes of its scale, upwards from the tonic (natural minor)."""
        if self.mode:
            notes = ((self._major_tonic + step - self.tonic) % 12 for step in MAJOR_STEPS)
            return tuple((self.tonic + step) % 12 for step in sorted(notes))
        steps = NATURAL_MINOR_STEPS if self.minor else MAJOR_STEPS
        return tuple((self.tonic + step) % 12 for step in steps)

    @property
    def name(self) -> str:
        """As musicians write it: `E♭ major`, `D mixolydian`."""
        names = FLAT_NAMES if self._major_tonic in _FLAT_MAJOR_TONICS else SHARP_NAMES
        return f"{names[self.tonic]} {self.mode or ('minor' if self.minor else 'major')}"

    def signature(self, tick: int = 0) -> KeySignature:
        """Return the key signature that begins at a tick."""
        return KeySignature(tick, self.fifths, self.minor)


# From F♭ to B♯: one sign is the most that is written here; C is 0.
_LINE, _LOWEST, _HIGHEST = "FCGDAEB", -8, 12
_SIGNS = {"♭": -1, "♯": 1}
KEYS = tuple(Key(tonic, minor) for minor in (False, True) for tonic in range(12))
"""The plain keys: major from C to B, then minor."""


def pitch_name(pitch: int, fifths: int | None = None) -> str:
    """Return `C4` for 60: scientific pitch notation, as in most sequencers.

    Args:
        pitch: A MIDI number.
        fifths: Sharps (positive) or flats (negative) of the key it stands in, which decide between
            `A♯` and `B♭`; without a key it is sharps.
    """
    if fifths is None:
        octave, pitch_class = divmod(pitch, 12)
        return f"{SHARP_NAMES[pitch_class]}{octave - 1}"
    letter, sign = spelled(pitch % 12, fifths)
    # C♭4 sounds as B3 does: a sign takes no note into another octave.
    octave = (pitch - _SIGNS.get(sign, 0)) // 12
    return f"{letter}{sign}{octave - 1}"


def spelled(pitch_class: int, fifths: int, *, below: int = 2) -> tuple[str, str]:
    """Return the letter and the sign of a pitch class in a key.

    On the line of fifths the seven notes of a key stand side by side. The others are the two below
    them, which are borrowed from minor, and the three above, up to the minor key's leading tone.

    Args:
        pitch_class: 0 is C.
        fifths: Sharps (positive) or flats (negative) of the key.
        below: How many of the five other notes are the ones below, 0 to 5.
    """
    first = max(_LOWEST, min(_HIGHEST - 11, fifths - 1 - below))
    place = first + (pitch_class * 7 - first) % 12
    sign = ("♭", "", "♯")[(place + 1) // 7 + 1]
    return _LINE[(place + 1) % 7], sign


def is_in_signature(pitch_class: int, fifths: int) -> bool:
    """Return whether a key with so many sharps (positive) or flats (negative) has a pitch class."""
    return (pitch_class * 7 - fifths + 1) % 12 < len(MAJOR_STEPS)


def fifths_at(signatures: Iterable[KeySignature], tick: int) -> int | None:
    """Return the sharps or flats that hold at a tick; None without a key."""
    held = [each.fifths for each in signatures if each.tick <= tick]
    return held[-1] if held else None


def is_black(pitch: int) -> bool:
    """Return whether a piano's key for this pitch is black."""
    return pitch % 12 in {1, 3, 6, 8, 10}


def estimate_key(notes: Iterable[Note]) -> Key | None:
    """Return the key that the notes are most likely in, or None without notes.

    Args:
        notes: In any order, drums left out. They need not be a whole piece: the key of eight bars
            or of eight notes is found more often than not.
    """
    pitched = list(notes)
    if not pitched:
        return None
    first = min(pitched, key=lambda note: (note.start, note.pitch))
    return key_of_durations(_weights(pitched), count=len(pitched), first=first.pitch)


def log_odds_of_keys(notes: Iterable[Note]) -> list[float]:
    """Return what speaks for each of `KEYS`, of notes of which at least one sounds."""
    pitched = list(notes)
    first = min(pitched, key=lambda note: (note.start, note.pitch))
    shares = _shares_of(_weights(pitched), len(pitched))
    return [_log_odds(shares, first.pitch, key) for key in KEYS]


def key_of_durations(durations: Sequence[float], *, count: int, first: int) -> Key | None:
    """Return the key that notes are most likely in; None where nothing sounds.

    Args:
        durations: How long each pitch class sounds, in any unit, (12,).
        count: How many notes there are.
        first: Pitch of the first note, the lowest of those that begin with it.
    """
    if not sum(durations):
        return None
    shares = _shares_of(durations, count)
    return max(KEYS, key=lambda key: _log_odds(shares, first, key))


def is_default_key(signatures: Sequence[KeySignature], notes: Iterable[Note]) -> bool:
    """Return whether a file says C major only because its writer knew no key.

    The notes decide: another key signature fits them clearly better.

    Args:
        signatures: All of the file.
        notes: Its pitched notes.
    """
    if len(signatures) != 1 or signatures[0].fifths or signatures[0].minor:
        return False
    pitched = list(notes)
    if len(pitched) < _ENOUGH_NOTES:
        return False
    weights = _weights(pitched)
    fits = {key: _correlation(weights, key, _FREQUENCIES) for key in KEYS}
    best = max(fits, key=lambda key: fits[key])
    said = max(fits[Key(0)], fits[Key(9, minor=True)])
    return best.fifths != 0 and fits[best] - said > _CLEARLY_ANOTHER


def share_in_key(notes: Iterable[Note], key: Key | None) -> float:
    """Return the share of notes whose pitch class the key uses; 1.0 without notes or a key."""
    if key is None:
        return 1.0
    inside = [note.pitch % 12 in key.pitch_classes for note in notes]
    return sum(inside) / len(inside) if inside else 1.0


def _shares_of(durations: Sequence[float], count: int) -> list[float]:
    """Return the roots of the shares of pitch classes, smaller where there are few notes."""
    total, weight = sum(durations), count / (count + _HALF_WEIGHT)
    return [weight * (duration / total) ** 0.5 for duration in durations]


def _weights(notes: Iterable[Note]) -> list[float]:
    """Return how long each pitch class sounds, in ticks."""
    weights = [0.0] * 12
    for note in notes:
        weights[note.pitch % 12] += note.duration
    return weights


def _log_odds(shares: Sequence[float], first: int, key: Key) -> float:
    """Return what speaks for a key; the order of the sum is the same in all keys of a mode."""
    weights = _SHARES[key.minor]
    sounding = sum(weights[degree] * shares[(key.tonic + degree) % 12] for degree in range(12))
    return sounding + _FIRST[key.minor][(first - key.tonic) % 12]


def _correlation(
    weights: list[float], key: Key, profiles: tuple[tuple[float, ...], ...] = _PROFILES
) -> float:
    profile = profiles[key.minor]
    rotated = [profile[(pitch_class - key.tonic) % 12] for pitch_class in range(12)]
    mean_w, mean_p = sum(weights) / 12, sum(rotated) / 12
    covariance = sum((w - mean_w) * (p - mean_p) for w, p in zip(weights, rotated, strict=True))
    norm_w = sum((w - mean_w) ** 2 for w in weights) ** 0.5
    norm_p = sum((p - mean_p) ** 2 for p in rotated) ** 0.5
    return covariance / (norm_w * norm_p) if norm_w else 0.0
