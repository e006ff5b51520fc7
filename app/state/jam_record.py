"""A jam as the window heard it: enough for its picture, and for a piece when live is gone.

What live captured is the piece; this is what is left of it when the live process is killed.
"""

from bisect import insort
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from engine import messages
from engine.music.score import Note, Score

ME, SEGUE = 0, 1


@dataclass(slots=True, kw_only=True)
class JamRecord:
    """Collects what both play.

    Attributes:
        frame: The score of the jam without notes: two tracks, tempo and meter.
        who: Plays now.
        turn: Of Segue's, the latest.
        turn_tick: Where whoever plays now began.
        turn_end: Tick where it will end, 0 where nobody knows.
        committed: Tick up to which what is planned is not changed any more.
        waiting: The answer that stands ready, as it is kept; it is heard from where it begins.
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
        """Ticks of a bar."""
        meter = self.frame.time_signatures[0]
        return 4 * self.frame.ticks_per_quarter * meter.numerator // meter.denominator

    @property
    def beat(self) -> int:
        """Ticks of a beat."""
        return self.bar // self.frame.time_signatures[0].numerator

    # --- what is heard ------------------------------------------------------------------------

    def take_key(self, event: messages.NotePlayed) -> None:
        """Take the press or the release of a key."""
        # What is pressed in the count-in is meant for the first beat.
        tick = max(0, round(event.tick))
        self._release(event.pitch, tick)
        if event.velocity:
            self._held[event.pitch] = tick, event.velocity

    def take_plan(self, event: messages.JamPlanned) -> None:
        """Take what Segue is about to play, or what stands ready."""
        if event.waits:
            self.waiting = event
            return
        self._segue = [note for note in self._segue if note.start < event.from_tick]
        self._plan(part.note for part in event.notes)
        self.committed = event.committed

    def take_turn(self, event: messages.JamTurn) -> None:
        """Take who plays from now on: an answer that waited begins, or what is planned ends."""
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
        """Let every key go: the keyboard, or who listened to it, is gone."""
        for pitch in tuple(self._held):
            self._release(pitch, round(tick))

    def end_turn(self, tick: float) -> None:
        """Let Segue rest from a tick on: nobody plans any more."""
        self._segue = list(_before(self._segue, round(tick)))
        self.waiting = None
        self.who, self.turn_tick, self.turn_end = "me", round(tick), 0

    def rewind(self, tick: int) -> None:
        """Take back all that begins at a tick or later."""
        self._held.clear()
        self._me = [note for note in self._me if note.start < tick]
        self.end_turn(tick)
        self.committed = min(self.committed, tick)

    def adopt(self, score: Score) -> None:
        """Take what live captured; what it missed of the human while it began is kept."""
        me, segue = (track.notes for track in score.tracks[:2])
        down = {(start, pitch) for pitch, (start, _) in self._held.items()}
        captured = [note for note in me if (note.start, note.pitch) not in down]
        known = {(note.start, note.pitch) for note in captured}
        missed = [note for note in self._me if (note.start, note.pitch) not in known]
        self._me, self._segue = sorted([*captured, *missed]), list(segue)

    @property
    def holds(self) -> bool:
        """Whether a key is down: its note grows."""
        return bool(self._held)

    # --- what it is -------------------------------------------------------------------------

    def me(self, tick: float) -> tuple[Note, ...]:
        """Return the human's notes; keys that are down are held until a tick."""
        held = (
            Note(start, pitch, max(1, round(tick) - start), velocity)
            for pitch, (start, velocity) in self._held.items()
        )
        return (*self._me, *held)

    @property
    def segue(self) -> tuple[Note, ...]:
        """Segue's notes, those that are planned for the turn that is on among them."""
        return tuple(self._segue)

    def score(self, tick: float) -> Score:
        """Return what was played until a tick, as a piece of two tracks."""
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
        # A stretch follows the one before, so that the list stays in order.
        self._segue = sorted([*self._segue, *notes])

    def _release(self, pitch: int, tick: int) -> None:
        held = self._held.pop(pitch, None)
        if held is not None:
            start, velocity = held
            insort(self._me, Note(start, pitch, max(1, tick - start), velocity))


def _before(notes: Iterable[Note], tick: int) -> Iterable[Note]:
    """Yield notes that begin before a tick; what rings beyond it ends there."""
    for note in notes:
        if note.start < tick:
            yield note if note.end <= tick else replace(note, duration=tick - note.start)
