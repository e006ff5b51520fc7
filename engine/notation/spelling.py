"""Letters and signs for pitches: which of D♯ and E♭ is meant.

Meredith, "The ps13 pitch spelling algorithm", Journal of New Music Research 35(2), 2006 (ps13s1):
each note takes the letter that most of the tonics heard around it give it. The letters are then
moved by whole enharmonic circles to where the key signature stands.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from engine.notation.page import Spelling

# Notes heard before and after each note (Meredith's K_pre and K_post).
_BEFORE, _AFTER = 10, 42
# Meredith counts chromas and letters from A.
_FROM_A = 9
_LETTERS = "ABCDEFG"
_LETTER_OF_CHROMA = np.array([0, 1, 1, 2, 2, 3, 3, 4, 5, 5, 6, 6])
_FIRST_LETTER = (0, 1, 1, 2, 2, 3, 4, 4, 5, 5, 6, 6)
_CHROMA_OF_LETTER = np.array([0, 2, 3, 5, 7, 8, 10])
_SEMITONES = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}
_FIFTHS_OF_LETTER = {"F": -1, "C": 0, "G": 1, "D": 2, "A": 3, "E": 4, "B": 5}
_CENTRE = 2
_WINDOW = 48
_MOST_SIGNS = 2
_Ints = npt.NDArray[np.int64]


def spell(pitches: Sequence[int], fifths: Sequence[int]) -> tuple[Spelling, ...]:
    """Return how pitches are written.

    Args:
        pitches: MIDI numbers of all parts, by onset, then pitch.
        fifths: The key signature at each.
    """
    if not pitches:
        return ()
    midi = np.array(pitches, np.int64)
    chroma = (midi - _FROM_A) % 12
    letters = _letters(chroma)
    places = _on_line_of_fifths(letters, chroma)
    places += 12 * _circles_off(places, np.array(fifths, np.int64))
    return tuple(_spelling(p, place) for p, place in zip(pitches, places.tolist(), strict=True))


def spelled(pitch: int, fifths: int) -> Spelling:
    """Return a pitch as it is written with nothing around it but a key signature."""
    place = pitch * 7 % 12
    around = fifths + _CENTRE
    while place < around - 5:
        place += 12
    while place > around + 6:
        place -= 12
    return _spelling(pitch, place)


def line_of_fifths(spelling: Spelling) -> int:
    """Return where a letter and its sign stand in the circle of fifths cut open: C is 0."""
    return _FIFTHS_OF_LETTER[spelling.step] + 7 * spelling.alter


def midi_pitch(spelling: Spelling) -> int:
    """Return the MIDI number of a written pitch."""
    return 12 * (spelling.octave + 1) + _SEMITONES[spelling.step] + spelling.alter


def _letters(chroma: _Ints) -> _Ints:
    """Return the letter of each note, 0 is A, relative to the first one's."""
    heard = np.zeros((len(chroma) + 1, 12), np.int64)
    heard[1:] = np.cumsum(np.eye(12, dtype=np.int64)[chroma], axis=0)
    index = np.arange(len(chroma))
    around = heard[np.minimum(index + _AFTER, len(chroma))] - heard[np.maximum(index - _BEFORE, 0)]
    tonics = np.arange(12)
    first = _FIRST_LETTER[int(chroma[0])]
    tonic_letter = (first - _LETTER_OF_CHROMA[(chroma[0] - tonics) % 12]) % 7
    # letter_of[c, t]: the letter of chroma c where the chroma t is the tonic.
    letter_of = (_LETTER_OF_CHROMA[(tonics[:, None] - tonics[None, :]) % 12] + tonic_letter) % 7
    votes = np.zeros((len(chroma), 7), np.int64)
    for tonic in range(12):
        np.add.at(votes, (index, letter_of[chroma, tonic]), around[:, tonic])
    return np.asarray(votes.argmax(axis=1), np.int64)


def _on_line_of_fifths(letters: _Ints, chroma: _Ints) -> _Ints:
    alter = (chroma - _CHROMA_OF_LETTER[letters] + 6) % 12 - 6
    fifths = np.array([_FIFTHS_OF_LETTER[letter] for letter in _LETTERS])
    return np.asarray(fifths[letters] + 7 * alter, np.int64)


def _circles_off(places: _Ints, fifths: _Ints) -> _Ints:
    """Return by how many enharmonic circles the music around each note is off its signature."""
    sums = np.concatenate([[0], np.cumsum(places - fifths - _CENTRE)])
    index = np.arange(len(places))
    low = np.maximum(index - _WINDOW, 0)
    high = np.minimum(index + _WINDOW, len(places))
    mean = (sums[high] - sums[low]) / (high - low)
    return np.asarray(-np.rint(mean / 12), np.int64)


def _spelling(pitch: int, place: int) -> Spelling:
    while True:
        alter, letter = divmod(place + 1, 7)
        if abs(alter) <= _MOST_SIGNS:
            break
        place -= 12 if alter > 0 else -12
    step = "FCGDAEB"[letter]
    return Spelling(step, alter, (pitch - alter - _SEMITONES[step]) // 12 - 1)
