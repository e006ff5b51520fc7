"""The offered notes, and the notes of the piece that they would replace."""

from dataclasses import dataclass

from engine.values.score import Note

TrackNote = tuple[int, Note]


@dataclass(frozen=True, slots=True, kw_only=True)
class Offered:
    """An offered continuation.

    Attributes:
        notes: (track, note) pairs.
        start: The first tick that it would replace.
        end: The tick past the last; nothing is replaced if it is before `start`.
        staying: Tracks whose notes it would not replace.
    """

    notes: tuple[TrackNote, ...] = ()
    start: int = 0
    end: int = 0
    staying: frozenset[int] = frozenset()

    @property
    def span(self) -> tuple[int, int]:
        """The ticks that it would replace."""
        return self.start, self.end

    def added_to(self, before: "Offered") -> tuple[TrackNote, ...] | None:
        """Return the notes that this has more than an earlier state; None if more differs."""
        same = (self.start, self.end, self.staying) == (before.start, before.end, before.staying)
        count = len(before.notes)
        return self.notes[count:] if same and self.notes[:count] == before.notes else None

    def of(self, track: int) -> frozenset[Note]:
        """Return the offered notes of a track."""
        return frozenset(note for number, note in self.notes if number == track)

    def replaces(self, note: Note, track: int) -> bool:
        """Return whether the offer would replace a note of the piece."""
        return self.start <= note.start < self.end and track not in self.staying
