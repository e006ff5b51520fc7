"""Which tracks one player plays, and what the files of parts are called.

Two tracks may be the two hands of one piano.
"""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from engine.values.score import Note, Track

# Pianos and their like, harp: two hands by custom. Guitar and accordion read well on one staff.
KEYBOARDS = frozenset({*range(8), 8, 16, 17, 18, 19, 20, 46})

# Semitones from the lowest to the highest key that one hand holds (a tenth), and the share of
# onsets at which a hand may seem to hold more, because it let go late.
_HAND_REACHES, _WIDE_SHARE = 16, 0.2
# More keys than a hand holds at once; bounds the work on a pile of notes.
_MOST_HELD = 16

# A part whose name has such a word is a line of its own. Names of hands have none of them.
_LINES = frozenset({"melody", "lead", "solo", "vocal", "vocals", "vox", "voice", "singer"})
_WORD = re.compile(r"[^\W\d_]+")

# Signs that every file system takes within a name.
_IN_NAMES = frozenset(" -_.,()'&♭♯")
_LONGEST_NAME = 60


def hands_apart(tracks: Sequence[Track]) -> frozenset[int]:
    """Return the numbers of tracks that are one hand each: of neighbours, one over the other.

    Where one of two names says that it is sung or leads, they are a tune and its accompaniment.
    """
    found: set[int] = set()
    for number, (upper, lower) in enumerate(pairwise(tracks)):
        alike = upper.program == lower.program and not upper.is_drum and not lower.is_drum
        apart = _is_line(upper) != _is_line(lower)
        if not alike or apart or upper.program not in KEYBOARDS or number in found:
            continue
        above, below = (sorted(note.pitch for note in each.notes) for each in (upper, lower))
        over = above and below and above[len(above) // 10] >= below[len(below) // 2]
        if over and _is_one_hand(upper) and _is_one_hand(lower):
            found |= {number, number + 1}
    return frozenset(found)


def _is_line(track: Track) -> bool:
    """Return whether a track's name says that it is sung, or leads."""
    return not _LINES.isdisjoint(_WORD.findall(track.name.casefold()))


def _is_one_hand(track: Track) -> bool:
    """Return whether one hand reaches a track's notes."""
    wide = 0
    held: list[Note] = []
    for note in track.notes:
        held = [*(other for other in held if other.end > note.start), note][-_MOST_HELD:]
        pitches = [other.pitch for other in held]
        wide += max(pitches) - min(pitches) > _HAND_REACHES
    return wide <= len(track.notes) * _WIDE_SHARE


def players(tracks: Sequence[Track]) -> tuple[tuple[int, ...], ...]:
    """Return the numbers of the tracks with notes by player: both hands of a piano are one."""
    apart = hands_apart(tracks)
    found: list[tuple[int, ...]] = []
    for number, track in enumerate(tracks):
        if not track.notes:
            continue
        # Hands come in pairs: the second of a pair joins the first.
        if {number - 1, number} <= apart and found[-1] == (number - 1,):
            found[-1] = (number - 1, number)
        else:
            found.append((number,))
    return tuple(found)


def part_paths(score: Path, names: Sequence[str]) -> tuple[Path, ...]:
    """Return the file of each part, beside the file of the score: `Song - Violin.musicxml`.

    Parts of one name are numbered.

    Args:
        score: The file of the score; the parts get its ending.
        names: The parts' names.
    """
    kept = ["".join(c if c.isalnum() or c in _IN_NAMES else "-" for c in name) for name in names]
    kept = [name.strip()[:_LONGEST_NAME].strip() or "part" for name in kept]
    times = Counter(name.lower() for name in kept)
    found: list[Path] = []
    count: Counter[str] = Counter()
    for name in kept:
        plain = name.lower()
        count[plain] += 1
        numbered = f"{name} {count[plain]}" if times[plain] > 1 else name
        found.append(score.with_name(f"{score.stem} - {numbered}{score.suffix}"))
    return tuple(found)
