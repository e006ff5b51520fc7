"""What is offered over the piece, and what of the piece would go for it."""

from dataclasses import dataclass

from engine.music.score import Note

TrackNote = tuple[int, Note]


@dataclass(frozen=True, slots=True, kw_only=True)
class Offered:
    """Notes that are not in the piece yet.

    Attributes:
        notes: What is offered.
        start: Tick from which on the notes of the piece would go.
        end: Tick until which; before `start` nothing would.
        staying: Tracks whose notes stay there whatever is chosen.
    """

    notes: tuple[TrackNote, ...] = ()
    start: int = 0
    end: int = 0
    staying: frozenset[int] = frozenset()

    @property
    def span(self) -> tuple[int, int]:
        """Ticks between which notes of the piece would go."""
        return self.start, self.end

    def of(self, track: int) -> frozenset[Note]:
        """Return what is offered in a track."""
        return frozenset(note for number, note in self.notes if number == track)

    def replaces(self, note: Note, track: int) -> bool:
        """Return whether a note of the piece would go."""
        return self.start <= note.start < self.end and track not in self.staying
