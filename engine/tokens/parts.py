"""The parts of a piece: the numbers of its tracks in the vocabulary, in track order.

The model distinguishes parts, not tracks. If a piece has more tracks than the vocabulary has parts,
those of one instrument share a part, the ones with the fewest notes first; the model does not read
the tracks that are still too many.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import chain

from engine.tokens.vocabulary import DRUMS
from engine.values.score import Note, Score, Track

# A track that has no place among the model's parts.
NO_PART = -1


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of a piece.

    Attributes:
        of_track: Number of each track's part, or -1.
        programs: Program of each part, -1 for drums.
    """

    of_track: tuple[int, ...]
    programs: tuple[int, ...]

    def track_of(self, part: int) -> int:
        """Return the first track of a part, to which its notes are written."""
        return self.of_track.index(part)

    def is_drums(self, part: int) -> bool:
        """Return whether a part plays drums."""
        return self.programs[part] == DRUMS

    def notes_of(self, tracks: Sequence[Track]) -> dict[int, tuple[Note, ...]]:
        """Return the notes of each part, sorted, of all tracks that share it."""
        sharing: dict[int, list[tuple[Note, ...]]] = {}
        for part, track in zip(self.of_track, tracks, strict=True):
            if part != NO_PART:
                sharing.setdefault(part, []).append(track.notes)
        return {
            part: notes[0] if len(notes) == 1 else tuple(sorted(chain.from_iterable(notes)))
            for part, notes in sharing.items()
        }


def program_of(track: Track) -> int:
    """Return the program of a track, or -1 for drums."""
    return DRUMS if track.is_drum else min(max(track.program, 0), 127)


def parts_of(score: Score, *, most: int, written: Collection[int] = ()) -> Parts:
    """Return the parts of a piece: one for each track that has notes or may be written.

    Args:
        score: The piece.
        most: Number of parts in the vocabulary.
        written: Tracks that may be written, with or without notes.
    """
    used = [i for i, t in enumerate(score.tracks) if t.notes or i in written]
    leader = _leaders(score, used, written, most=most)
    numbers = {track: number for number, track in enumerate(sorted(set(leader.values())))}
    of_track = tuple(
        numbers[leader[i]] if i in leader else NO_PART for i in range(len(score.tracks))
    )
    return Parts(of_track, tuple(program_of(score.tracks[track]) for track in numbers))


def _leaders(
    score: Score, used: list[int], written: Collection[int], *, most: int
) -> dict[int, int]:
    """Return the leading track of each used track; the tracks with one leader are one part.

    Tracks of one program are joined, those with the fewest notes first, until `most` parts remain.
    Further parts are left out, those with the fewest notes first; written tracks come last.
    """
    by_worth = sorted(used, key=lambda t: (t not in written, -len(score.tracks[t].notes), t))
    leader = _joined(score, used, by_worth, most=most)
    leaders = set(leader.values())
    kept = [track for track in by_worth if track in leaders][:most]
    return {track: led for track, led in leader.items() if led in kept}


def _joined(score: Score, used: list[int], by_worth: list[int], *, most: int) -> dict[int, int]:
    leader = {track: track for track in used}
    for track in reversed(by_worth):
        if len(set(leader.values())) <= most:
            break
        alike = [t for t in used if leader[t] == t and _alike(score, t, track)]
        if alike:
            leader = {t: alike[0] if led == track else led for t, led in leader.items()}
    return leader


def _alike(score: Score, track: int, other: int) -> bool:
    return track != other and program_of(score.tracks[track]) == program_of(score.tracks[other])
