"""A jam as the window received it: for its picture, and for a piece if the live process dies.

After a normal end the piece is what the live process captured.

"""

from bisect import insort
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from engine import messages
from engine.music.score import Note, Score

# Track indices in the frame.
ME, SEGUE = 0, 1


@dataclass(slots=True, kw_only=True)
class JamRecord:
    """Collects the notes of both players.

    Attributes:
        frame: The score of the jam without notes: two tracks, tempo and meter.
        who: The player whose turn it is.
        turn: Number of Segue's latest turn.
        turn_tick: Tick where the current turn began.
        turn_end: Tick where the current turn ends, 0 if unknown.
        committed: Tick before which the plan no longer changes.
        waiting: Segue's prepared answer, which begins with its next turn, or None.
    """

    frame: Score
    who: messages.Who = "me"
    turn: int = 0
    turn_tick: int = 0
    turn_end: int = 0
    committed: int = 0
    waiting: messages.JamPlanned | None = None
    _me: list[Note] = field(default_factory=list)
    _segue: list[Note] = field(default_factory=list)
    _held: dict[int, tuple[int, int]] = field(default_factory=dict)

    @property
    def bar(self) -> int:
        """The length of a bar in ticks."""
        meter = self.frame.time_signatures[0]
        return 4 * self.frame.ticks_per_quarter * meter.numerator // meter.denominator

    @property
    def beat(self) -> int:
        """The length of a beat in ticks."""
        return self.bar // self.frame.time_signatures[0].numerator

    # --- events -------------------------------------------------------------------------------

    def take_key(self, event: messages.NotePlayed) -> None:
        """Record a pressed or released key."""
        # A key pressed in the count-in is meant for the first beat.
        tick = max(0, round(event.tick))
        self._release(event.pitch, tick)
        if event.velocity:
            self._held[event.pitch] = tick, event.velocity

    def take_plan(self, event: messages.JamPlanned) -> None:
        """Record what Segue plans to play, or its prepared answer."""
        if event.waits:
            self.waiting = event
            return
        self._segue = [note for note in self._segue if note.start < event.from_tick]
        self._plan(part.note for part in event.notes)
        self.committed = event.committed

    def take_turn(self, event: messages.JamTurn) -> None:
        """Record a new turn: a prepared answer begins, or the rest of the plan is dropped."""
        if event.who == "segue" and self.waiting is not None and self.waiting.turn == event.turn:
            shift = event.tick - self.waiting.from_tick
            parts = self.waiting.notes
            self._plan(replace(p.note, start=max(0, p.note.start + shift)) for p in parts)
            self.committed = self.waiting.until + shift
        elif event.who == "me":
            self._segue = list(_before(self._segue, event.tick))
        self.waiting = None
        self.who, self.turn = event.who, event.turn
        self.turn_tick, self.turn_end = event.tick, event.until

    def release_all(self, tick: float) -> None:
        """Release every key, because the keyboard or the player process is gone."""
        for pitch in tuple(self._held):
            self._release(pitch, round(tick))

    def end_turn(self, tick: float) -> None:
        """End Segue's turn at a tick, because no process plans any more."""
        self._segue = list(_before(self._segue, round(tick)))
        self.waiting = None
        self.who, self.turn_tick, self.turn_end = "me", round(tick), 0

    def rewind(self, tick: int) -> None:
        """Remove everything that begins at or after a tick."""
        self._held.clear()
        self._me = [note for note in self._me if note.start < tick]
        self.end_turn(tick)
        self.committed = min(self.committed, tick)

    def adopt(self, score: Score) -> None:
        """Replace the notes by the live process's capture; keep the human notes that it missed."""
        me, segue = (track.notes for track in score.tracks[:2])
        down = {(start, pitch) for pitch, (start, _) in self._held.items()}
        captured = [note for note in me if (note.start, note.pitch) not in down]
        known = {(note.start, note.pitch) for note in captured}
        missed = [note for note in self._me if (note.start, note.pitch) not in known]
        self._me, self._segue = sorted([*captured, *missed]), list(segue)

    @property
    def holds(self) -> bool:
        """Whether a key is down, so that its note still grows."""
        return bool(self._held)

    # --- notes --------------------------------------------------------------------------------

    def me(self, tick: float) -> tuple[Note, ...]:
        """Return the human's notes; keys that are still down end at `tick`."""
        held = (
            Note(start, pitch, max(1, round(tick) - start), velocity)
            for pitch, (start, velocity) in self._held.items()
        )
        return (*self._me, *held)

    @property
    def segue(self) -> tuple[Note, ...]:
        """Segue's notes, with those planned for the current turn."""
        return tuple(self._segue)

    def score(self, tick: float) -> Score:
        """Return the notes before a tick, as a piece of two tracks."""
        end = round(tick)
        me = sorted(note for note in self.me(tick) if note.start < end)
        return self._scored(me, _before(self._segue, end))

    def _scored(self, me: Iterable[Note], segue: Iterable[Note]) -> Score:
        tracks = self.frame.tracks
        return replace(
            self.frame,
            tracks=(tracks[ME].with_notes(me), tracks[SEGUE].with_notes(segue)),
        )

    def _plan(self, notes: Iterable[Note]) -> None:
        # New notes mostly follow the planned ones; sorting keeps the list in order in any case.
        self._segue = sorted([*self._segue, *notes])

    def _release(self, pitch: int, tick: int) -> None:
        held = self._held.pop(pitch, None)
        if held is not None:
            start, velocity = held
            insort(self._me, Note(start, pitch, max(1, tick - start), velocity))


def _before(notes: Iterable[Note], tick: int) -> Iterable[Note]:
    """Yield the notes that begin before a tick, cut there."""
    for note in notes:
        if note.start < tick:
            yield note if note.end <= tick else replace(note, duration=tick - note.start)
