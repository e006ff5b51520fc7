"""Which tracks of a piece are which parts: numbers in track order, as many as have ids.

A part is a track that the model can tell from every other. Where a piece has more tracks than
there are parts, those of one instrument share a part, the ones with the fewest notes first; what
is still too much is not heard.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import chain

from engine.music.score import Note, Score, Track
from engine.tokens.vocabulary import DRUMS

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
        """Return the track that a part's notes are written to: the first of those that share it."""
        return self.of_track.index(part)

    def is_drums(self, part: int) -> bool:
        """Return whether a part plays drums."""
        return self.programs[part] == DRUMS

    def notes_of(self, tracks: Sequence[Track]) -> dict[int, tuple[Note, ...]]:
        """Return by part what it plays in a piece: the notes of all tracks that share it, in order.

        Args:
            tracks: Of the piece.
        """
        sharing: dict[int, list[tuple[Note, ...]]] = {}
        for part, track in zip(self.of_track, tracks, strict=True):
            if part != NO_PART:
                sharing.setdefault(part, []).append(track.notes)
        return {
            part: notes[0] if len(notes) == 1 else tuple(sorted(chain.from_iterable(notes)))
            for part, notes in sharing.items()
        }


def program_of(track: Track) -> int:
    """Return what the vocabulary calls a track's instrument: its program, or -1 for drums."""
    return DRUMS if track.is_drum else min(max(track.program, 0), 127)


def parts_of(score: Score, *, most: int, written: Collection[int] = ()) -> Parts:
    """Return the parts of a piece: one for each track that has notes or is to be written.

    Args:
        score: The piece.
        most: Parts there are.
        written: Tracks that may be written, notes or not.
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
    leader = {track: track for track in used}
    by_worth = sorted(used, key=lambda t: (t not in written, -len(score.tracks[t].notes), t))
    for track in reversed(by_worth):
        if len(set(leader.values())) <= most:
            break
        alike = [t for t in used if leader[t] == t and _alike(score, t, track)]
        if alike:
            leader = {t: alike[0] if led == track else led for t, led in leader.items()}
    leaders = set(leader.values())
    kept = [track for track in by_worth if track in leaders][:most]
    return {track: led for track, led in leader.items() if led in kept}


def _alike(score: Score, track: int, other: int) -> bool:
    return track != other and program_of(score.tracks[track]) == program_of(score.tracks[other])
