"""Which track a drawn note belongs to: the vocabulary knows programs, a piece has tracks."""

from collections import Counter, deque
from collections.abc import Iterable, Sequence
from heapq import nlargest

from engine.music.score import Note, Score
from engine.request import TrackRole
from engine.tokens.vocabulary import DRUMS

# So many notes of a track are looked at together, and so often one pitch is struck among them
# without its being their point.
_WINDOW, _USUAL = 12, 6
# Of a long piece what was played last says enough of how it goes.
_LOOKED_AT = 256


def program_of(score: Score, track: int) -> int:
    """Return what the vocabulary calls a track's instrument: its program, or -1 for drums."""
    part = score.tracks[track]
    return DRUMS if part.is_drum else part.program


class Voices:
    """The tracks that may be written, and what sounds in each.

    Tracks of one program share its tokens; a note goes to the one whose latest note is nearest in
    pitch, as a voice would move. No key is struck while it is held: in MIDI the end of one of two
    such notes would be the end of both.

    A model feeds on what it said last: a pitch that was struck again and again becomes likelier
    each time (Holtzman et al. 2019, section 3). So it is counted how far a track goes beyond what
    it did itself before: a drone may go on.

    Args:
        score: The piece.
        roles: One for each track.
        start: Tick at which the continuation begins; earlier notes are what voices come from.
        max_voices: Notes that may sound at once in a track; 0 sets no limit.
    """

    def __init__(
        self, score: Score, roles: Sequence[TrackRole], *, start: int, max_voices: int
    ) -> None:
        self._max_voices = max_voices
        self._tracks: dict[int, list[int]] = {}
        self._latest: dict[int, int] = {}
        self._held: dict[int, dict[int, int]] = {}  # by track and pitch: where that note ends
        self._lately: dict[int, deque[int]] = {}
        self._used_to: dict[int, int] = {}
        for index, role in enumerate(roles):
            if role == "write":
                self._tracks.setdefault(program_of(score, index), []).append(index)
                before = [note for note in score.tracks[index].notes if note.start < start]
                if before:
                    self._latest[index] = max(before, key=lambda note: note.start).pitch
                pitches = _lately(before)
                self._lately[index] = deque(pitches, maxlen=_WINDOW - 1)
                self._used_to[index] = max(_USUAL, _most_often(pitches))
                self._held[index] = {note.pitch: note.end for note in before if note.end > start}

    @property
    def programs(self) -> frozenset[int]:
        """Programs of the tracks that may be written, -1 for drums."""
        return frozenset(self._tracks)

    @property
    def limited(self) -> bool:
        """Whether there is a limit to the voices at all."""
        return self._max_voices > 0

    def full(self, tick: int) -> frozenset[int]:
        """Return the programs none of whose tracks has a voice free at a tick; drums never lack."""
        if not self._max_voices:
            return frozenset()
        return frozenset(
            program
            for program, tracks in self._tracks.items()
            if program != DRUMS and not any(self._free(track, tick) for track in tracks)
        )

    def held(self, program: int, tick: int) -> frozenset[int]:
        """Return the pitches held at a tick in all tracks of a program; drums hold none."""
        if program == DRUMS:
            return frozenset()
        return frozenset.intersection(
            *(
                frozenset(pitch for pitch, end in self._held[track].items() if end > tick)
                for track in self._tracks[program]
            )
        )

    def overdone(self, program: int, tick: int) -> dict[int, int]:
        """Return by pitch how often one more strike is beyond what its track is used to.

        Args:
            program: One of `programs`; drums overdo nothing.
            tick: Where the next note would begin.
        """
        if program == DRUMS:
            return {}
        return {
            pitch: count + 1 - self._used_to[track]
            for track in self._tracks[program]
            for pitch, count in Counter(self._lately[track]).items()
            if count >= self._used_to[track]
            and self.track_for(pitch, start=tick, program=program) == track
        }

    def place(self, note: Note, program: int) -> int:
        """Return the track a note goes to, and remember that it sounds there.

        Args:
            note: In the piece's ticks; never earlier than the one before.
            program: One of `programs`.
        """
        track = self.track_for(note.pitch, start=note.start, program=program)
        self._latest[track] = note.pitch
        self._lately[track].append(note.pitch)
        if program != DRUMS:
            held = {p: end for p, end in self._held[track].items() if end > note.start}
            self._held[track] = held | {note.pitch: note.end}
        return track

    def track_for(self, pitch: int, *, start: int, program: int) -> int:
        """Return the track that a note of this pitch, begun at this tick, goes to."""
        tracks = self._tracks[program]
        silent = [track for track in tracks if self._held[track].get(pitch, 0) <= start] or tracks
        free = [track for track in silent if self._free(track, start)] or silent
        return min(free, key=lambda index: self._distance(index, pitch))

    def _free(self, track: int, tick: int) -> bool:
        if not self._max_voices:
            return True
        return sum(end > tick for end in self._held[track].values()) < self._max_voices

    def _distance(self, track: int, pitch: int) -> tuple[int, int]:
        # A track that was silent so far has no pitch to be near to: it comes after the others.
        latest = self._latest.get(track)
        return (128 if latest is None else abs(pitch - latest), track)


def _lately(notes: Iterable[Note]) -> list[int]:
    """Return the pitches of the last notes, in the order they are struck."""
    last = nlargest(_LOOKED_AT, notes, key=lambda note: (note.start, note.pitch))
    return [note.pitch for note in reversed(last)]


def _most_often(pitches: Sequence[int]) -> int:
    """Return how often one pitch is struck in any window."""
    windows = (pitches[end - _WINDOW : end] for end in range(_WINDOW, len(pitches) + 1))
    return max((max(Counter(window).values()) for window in windows), default=0)
