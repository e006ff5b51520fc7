"""A jam as the window received it: for its picture, and for a piece if the live process dies.

After a normal end the piece is what the live process captured.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import NamedTuple

from app.state.input_recorder import Moved, row_of
from app.values.jam_grid import JamGrid
from engine import messages
from engine.midi.played import PlayedPart
from engine.values.score import Note, Score

# Track indices in the frame; further humans follow.
ME, SEGUE, FIRST_OTHER = 0, 1, 2


class Turn(NamedTuple):
    """A turn that was played, from its first tick to the one past its last."""

    who: messages.Who
    start: int
    end: int


@dataclass(slots=True, kw_only=True)
class JamRecord:
    """Collects the notes of all players, and what the humans move beside keys.

    Attributes:
        frame: The score of the jam without notes: "Me", "Segue" and the tracks of further humans,
            tempo and meter.
        others: The inputs of further humans, in the order of their tracks.
        begin: Where the music begins, after the count-in, in which an upbeat may be played.
        who: The player whose turn it is.
        turn: Number of Segue's latest turn.
        turn_tick: Tick where the current turn began.
        turn_end: Tick where the current turn ends, 0 if unknown.
        committed: Tick before which the plan no longer changes.
        waiting: Segue's prepared answer, which begins with its next turn, or None.
        found: The bars that were found in free playing, or None.
    """

    frame: Score
    others: tuple[str, ...] = ()
    begin: int = 0
    who: messages.Who = "me"
    turn: int = 0
    turn_tick: int = 0
    turn_end: int = 0
    committed: int = 0
    waiting: messages.JamPlanned | None = None
    found: messages.JamBars | None = None
    _segue: list[Note] = field(default_factory=list)
    # The players, each from a tick on; the first turn is the human's.
    _turns: list[tuple[messages.Who, int]] = field(default_factory=list)
    # The notes that each human plays, by track.
    _humans: dict[int, PlayedPart] = field(init=False)

    def __post_init__(self) -> None:
        """Make an empty part for each human."""
        tracks = (ME, *range(FIRST_OTHER, FIRST_OTHER + len(self.others)))
        self._humans = {track: PlayedPart() for track in tracks}

    @property
    def bar(self) -> int:
        """The length of a bar in ticks."""
        meter = self.frame.time_signatures[0]
        return 4 * self.frame.ticks_per_quarter * meter.numerator // meter.denominator

    @property
    def beat(self) -> int:
        """The length of a beat in ticks."""
        return self.bar // self.frame.time_signatures[0].numerator

    @property
    def grid(self) -> JamGrid:
        """The beats and bar lines: those that were found, or those that were set."""
        if self.found is None:
            return JamGrid(beat=self.beat, bar=self.bar, begin=self.begin)
        found = self.found
        return JamGrid(beat=found.beat, bar=found.bar, origin=found.tick, begin=self.begin)

    # --- events -------------------------------------------------------------------------------

    def _human(self, port: str) -> PlayedPart:
        """Return the part of the human who plays an input."""
        other = FIRST_OTHER + self.others.index(port) if port in self.others else ME
        return self._humans[other]

    def take_key(self, event: messages.NotePlayed) -> None:
        """Record a pressed or released key."""
        # Tick 0 is where the count-in begins; a key before it is meant for the first click.
        tick, part = max(0, round(event.tick)), self._human(event.port)
        if event.velocity:
            part.press(event.held, tick, pitch=event.pitch, velocity=event.velocity)
        else:
            part.release(event.held, tick, velocity=event.release)

    def take_move(self, event: Moved) -> None:
        """Record a controller, the wheel or pressure."""
        tick, source = max(0, round(event.tick)), (event.port, event.channel)
        part = self._human(event.port)
        part.move(row_of(event), tick, source=source, of_note=event.of_note)

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
        self.turn = event.turn
        self._begin_turn(event.who, event.tick, until=event.until)

    def _begin_turn(self, who: messages.Who, tick: int, *, until: int = 0) -> None:
        self._turns = [turn for turn in self._turns if turn[1] < tick]
        if who != (self._turns[-1][0] if self._turns else "me"):
            self._turns.append((who, tick))
        self.who, self.turn_tick, self.turn_end = who, tick, until

    def release_all(self, tick: float) -> None:
        """Release every key, because the keyboard or the player process is gone."""
        for part in self._humans.values():
            part.release_all(round(tick))

    def end_turn(self, tick: float) -> None:
        """End Segue's turn at a tick, because no process plans any more."""
        self._segue = list(_before(self._segue, round(tick)))
        self.waiting = None
        self._begin_turn("me", round(tick))

    def rewind(self, tick: int) -> None:
        """Remove everything that begins at or after a tick."""
        for part in self._humans.values():
            part.forget_from(tick)
        self.end_turn(tick)
        self.committed = min(self.committed, tick)

    def adopt(self, score: Score) -> None:
        """Replace the notes by the live process's capture; keep the human notes that it missed."""
        for index, part in self._humans.items():
            if index < len(score.tracks):
                _adopt(part, score.tracks[index].notes)
        self._segue = list(score.tracks[SEGUE].notes)

    @property
    def holds(self) -> bool:
        """Whether a key is down, so that its note still grows."""
        return bool(self.held)

    @property
    def held(self) -> tuple[int, ...]:
        """The pitches of the keys that are down."""
        return tuple(note.pitch for part in self._humans.values() for note in part.held)

    def turns(self, tick: float) -> tuple[Turn, ...]:
        """Return all turns up to a tick, from the first bar on."""
        edges = [("me", self.begin), *self._turns, (self.who, max(self.begin, round(tick)))]
        each = (Turn(who, start, end) for (who, start), (_, end) in pairwise(edges))
        return tuple(turn for turn in each if turn.end > turn.start)

    # --- notes --------------------------------------------------------------------------------

    def me(self, tick: float) -> tuple[Note, ...]:
        """Return the notes of all humans; keys that are still down end at `tick`."""
        parts = self._humans.values()
        return tuple(note for part in parts for note in part.so_far(round(tick)))

    @property
    def segue(self) -> tuple[Note, ...]:
        """Segue's notes, with those planned for the current turn."""
        return tuple(self._segue)

    def score(self, tick: float) -> Score:
        """Return the notes before a tick, as a piece with the tracks of the frame."""
        end = round(tick)
        segue = self.frame.tracks[SEGUE].with_notes(_before(self._segue, end))
        score = self.frame.with_track(SEGUE, segue)
        for index, part in self._humans.items():
            score = score.with_track(index, part.track_until(end, within=score.tracks[index]))
        return score

    def lead(self, score: Score) -> int:
        """Return the ticks before the music in a score of the jam: bars in which nobody played."""
        first = min((note.start for _, note in score.notes()), default=self.begin)
        return min(self.begin, first // self.bar * self.bar)

    def _plan(self, notes: Iterable[Note]) -> None:
        # New notes mostly follow the planned ones; sorting keeps the list in order in any case.
        self._segue = sorted([*self._segue, *notes])


def _adopt(part: PlayedPart, captured: Iterable[Note]) -> None:
    """Replace a part's notes by those that live heard, but for keys that are down."""
    down = {(held.start, held.pitch) for held in part.held}
    heard = [note for note in captured if (note.start, note.pitch) not in down]
    known = {(note.start, note.pitch) for note in heard}
    missed = [note for note in part.notes if (note.start, note.pitch) not in known]
    part.replace_notes([*heard, *missed])


def _before(notes: Iterable[Note], tick: int) -> Iterable[Note]:
    """Yield the notes that begin before a tick, cut there."""
    for note in notes:
        if note.start < tick:
            yield note if note.end <= tick else replace(note, duration=tick - note.start)
