"""Notation of transposing instruments: letters move with the semitones."""

from dataclasses import dataclass

from engine.notation.page import Spelling, Transposition
from engine.notation.spelling import line_of_fifths

_LETTERS = "CDEFGAB"
# Of the letters C to B above C.
_SEMITONES = (0, 2, 4, 5, 7, 9, 11)
# Sharps or flats of a key, and of a note: notation has no more.
_MOST_FIFTHS = 7
_MOST_SIGNS = 2


@dataclass(frozen=True, slots=True)
class PartTransposer:
    """How one part is written.

    Attributes:
        transposition: From written to sounding notes.
    """

    transposition: Transposition

    def fifths(self, sounding: int) -> int:
        """Return the key signature written where another one sounds; never beyond seven signs."""
        return sounding + self._shift + 12 * self._circle(sounding)

    def written(self, spelling: Spelling, sounding_fifths: int) -> Spelling:
        """Return how a sounding note is written.

        Args:
            spelling: Of what sounds.
            sounding_fifths: The key signature that sounds.
        """
        move = self.transposition
        if move == Transposition():
            return spelling
        # A whole circle of fifths is one letter at the same pitch.
        steps = -move.diatonic - self._circle(sounding_fifths)
        found = _moved(spelling, steps, -move.chromatic)
        if abs(found.alter) <= _MOST_SIGNS:
            return found
        other = steps + (1 if found.alter > 0 else -1)
        return _moved(spelling, other, -move.chromatic)

    @property
    def _shift(self) -> int:
        move = self.transposition
        here = _moved(Spelling("C", 0, 4), -move.diatonic, -move.chromatic)
        return line_of_fifths(here)

    def _circle(self, sounding: int) -> int:
        fifths = sounding + self._shift
        if fifths > _MOST_FIFTHS:
            return -1
        return 1 if fifths < -_MOST_FIFTHS else 0


def _moved(spelling: Spelling, steps: int, semitones: int) -> Spelling:
    """Return a spelling moved by letters and semitones."""
    place = _LETTERS.index(spelling.step) + steps
    octave, letter = divmod(place, 7)
    before = _SEMITONES[_LETTERS.index(spelling.step)] + spelling.alter
    natural = _SEMITONES[letter] + 12 * octave
    return Spelling(_LETTERS[letter], before + semitones - natural, spelling.octave + octave)
