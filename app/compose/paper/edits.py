"""Turn clicks and keys in the score into selections and commands."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.clients.playing import Playing
from app.state.current_key import CurrentKey
from app.state.note_commands import NoteCommands
from app.state.selection import Selection
from app.views.roll.piano_roll import PianoRoll
from app.views.roll.spoken import sentence
from app.views.roll.walk import NoteCursor, chosen, cursor_on, next_chord, next_voice
from app.views.score.page import ScorePage
from engine.harmony.keys import Key, fifths_at
from engine.values.score import Note

if TYPE_CHECKING:
    from collections.abc import Callable

# Used for steps in the scale where the piece has no key.
_WITHOUT_KEY = Key(0)


class ScoreEdits(QObject):
    """Connects the score page to the selection and its commands.

    Args:
        key: The key for steps in the scale.
    """

    def __init__(
        self,
        view: ScorePage,
        roll: PianoRoll,
        selection: Selection,
        commands: NoteCommands,
        *,
        playing: Playing,
        key: CurrentKey,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._view = view
        self._roll = roll
        self._selection = selection
        self._commands = commands
        self._playing = playing
        self._key = key
        # The cursor's chord and voice, and the notes that it refers to; an edit replaces the notes
        # and
        # makes it invalid.
        self._cursor, self._walked = NoteCursor(), tuple[Note, ...]()
        view.note_chosen.connect(self._choose)
        view.bar_chosen.connect(self._choose_bar_of)
        view.command_requested.connect(self._do)
        view.walk_requested.connect(
            lambda sideways, upwards: self.walk(sideways=sideways, upwards=upwards)
        )

    # --- choosing ---------------------------------------------------------------------------

    def walk(self, *, sideways: int = 0, upwards: int = 0, extend: bool = False) -> None:
        """Move to the next chord, or to the next note of the chord; select and play it.

        Args:
            sideways: 1 for the next chord, -1 for the previous one.
            upwards: 1 for the next higher note of the chord, -1 for the next lower.
            extend: Whether to extend the selection.
        """
        track = self._selection.track
        notes = track.notes if track is not None else ()
        if notes is not self._walked:
            self._cursor, self._walked = NoteCursor(), notes
        cursor = self._where(notes, sideways)
        if sideways:
            self._cursor = next_chord(notes, cursor, sideways)
        else:
            self._cursor = next_voice(notes, cursor, upwards)
        here = chosen(notes, self._cursor)
        if not here:
            self._view.say(self.tr("No notes"))
            return
        before = self._selection.notes if extend else ()
        self._selection.choose(tuple(sorted({*before, *here})))
        self._roll.sound(here)
        self._say(here)

    def choose_bar(self) -> None:
        """Select the current track's notes in the bars of the selection, or at the playhead."""
        notes, bars = self._selection.notes, self._selection.document.timeline.bars
        if notes:
            first, last = bars.bar_at(notes[0].start), bars.bar_at(notes[-1].start)
        else:
            first = last = bars.bar_at(round(max(0.0, self._playing.tick)))
        self._choose_bars(first, last)

    def _choose_bar_of(self, track: int, bar: int) -> None:
        if track != self._selection.current:
            self._selection.choose_track(track)
        self._choose_bars(bar, bar)

    def _choose_bars(self, first: int, last: int) -> None:
        bars = self._selection.document.timeline.bars
        self._selection.choose_between(bars.start_of(first), bars.start_of(last + 1))
        count = len(self._selection.notes)
        text = self.tr("Bar %1: %n notes", "", count).replace("%1", str(first + 1))
        if last > first:
            text = self.tr("Bars %1 to %2: %n notes", "", count)
            text = text.replace("%1", str(first + 1)).replace("%2", str(last + 1))
        self._view.say(text)

    def _choose(self, track: int, note: Note, extend: bool) -> None:  # noqa: FBT001 - a signal's
        if track != self._selection.current:
            self._selection.choose_track(track)
        notes = self._selection.track.notes if self._selection.track is not None else ()
        # The picture may be out of date, or show notes that are only offered.
        if note not in notes:
            return
        before = frozenset(self._selection.notes)
        now = before ^ {note} if extend else {note}
        self._selection.choose(tuple(sorted(now)))
        self._cursor, self._walked = cursor_on(notes, (note,)), notes
        if note in now:
            self._roll.sound((note,))
            self._say((note,))

    def _where(self, notes: tuple[Note, ...], sideways: int) -> NoteCursor:
        """Return the cursor to move from: its own place, the selection or the playhead."""
        here = chosen(notes, self._cursor) if self._cursor.tick >= 0 else ()
        there = self._selection.notes
        if here and set(here) <= set(there):
            return self._cursor
        if len(there) == 1:
            return cursor_on(notes, there)
        if there:
            starts = [note.start for note in there]
            return NoteCursor(tick=max(starts) if sideways > 0 else min(starts))
        # One tick beside the playhead, so that notes at the playhead come first.
        return NoteCursor(tick=round(self._playing.tick) - (1 if sideways >= 0 else 0))

    # --- editing ----------------------------------------------------------------------------

    def _do(self, name: str, amount: int) -> None:
        """Carry out an arrow key: in the score it moves by letters and beats."""
        commands, step = self._commands, self._roll.step()
        deeds: dict[str, Callable[[], None]] = {
            "step": lambda: commands.transpose_in_scale(amount, key=self._key_here()),
            "semitone": lambda: commands.transpose(amount),
            "nudge": lambda: commands.nudge(amount * step),
        }
        deeds[name]()

    def _key_here(self) -> Key:
        notes = self._selection.notes
        return (self._key.at(notes[0].start) if notes else None) or _WITHOUT_KEY

    def _say(self, notes: tuple[Note, ...]) -> None:
        timeline = self._selection.document.timeline
        fifths = fifths_at(timeline.score.key_signatures, notes[0].start)
        self._view.say(sentence(notes, timeline.bars, takes={}, fifths=fifths))
