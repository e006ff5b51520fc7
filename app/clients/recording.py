"""Record live input into the current track and into tracks of inputs, as one undo step."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.clients.playing import Playing
from app.state.input_recorder import (
    InputRecorder,
    Moved,
    Recorded,
    with_recorded_track,
    with_takes,
)
from app.state.selection import Selection
from app.words.counting import counted
from engine import messages
from engine.form.regridding import Regridding
from engine.midi.recording import RecordingStyle
from engine.values.score import Note, Score, Track

if TYPE_CHECKING:
    from engine.values.sound import ControlId


class Recording(QObject):
    """Collects live input during playback and adds it to the piece at the end.

    Input is not quantised. `SoundChoices` says whether it replaces existing notes, whether only the
    loop range is recorded, and whether each loop round becomes a take.

    Signals:
        changed: Recording began (True) or ended (False).
        refused: Recording is not possible (the reason).
        unheard: Recording is not possible: neither a MIDI keyboard nor the computer's keys play.
        recorded: A recording, or the notes played lately, came into the piece.
    """

    changed = Signal(bool)
    refused = Signal(str)
    unheard = Signal()
    recorded = Signal()

    def __init__(
        self,
        playing: Playing,
        selection: Selection,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._playing = playing
        self._document = selection.document
        self._selection = selection
        self._on = False
        self._types = False
        self._guided = True
        self._track = 0
        self._piece = 0
        self._from = 0
        self._grace = 0
        # One recorder for each loop round; number 0 alone without a loop.
        self._laps: dict[int, InputRecorder] = {}
        self._first_lap: int | None = None
        # Controls that are mapped to the program and not recorded.
        self.learned: frozenset[ControlId] = frozenset()
        self._document.regridded.connect(self._on_regridded)
        playing.note_played.connect(self._on_note)
        playing.control_moved.connect(self._on_control)
        playing.wheel_moved.connect(self._on_move)
        playing.pressure_moved.connect(self._on_move)
        playing.playing_changed.connect(self._on_playing)
        playing.captured.connect(self._on_captured)

    @property
    def on(self) -> bool:
        """Whether recording is on."""
        return self._on

    @property
    def guided(self) -> bool:
        """Whether the last recording had a click or other music to go by."""
        return self._guided

    def show_typing(self, *, on: bool) -> None:
        """Set whether the computer keyboard counts as an input."""
        self._types = on

    def toggle(self) -> None:
        """Begin to record at the playhead, or end."""
        if self._on:
            self.end()
        elif not self._playing.audio.listening and not self._types:
            self.unheard.emit()
            self.changed.emit(False)
        else:
            self._begin()

    def end(self) -> None:
        """End recording and add the notes to the piece."""
        if self._on:
            self._end()

    def _begin(self) -> None:
        self._on = True
        self._guided = self._has_guide
        self._piece = self._document.piece
        self._track = self._selection.current
        began = round(self._playing.tick)
        grid = self._document.composition.score.ticks_per_quarter
        self._from, self._grace = began, grid // 2
        # A user who starts during playback may mean the note just before.
        self._laps = {0: self._recorder(0 if self._playing.playing else began)}
        self._first_lap = None
        self.changed.emit(self._on)
        if not self._playing.playing:
            self._playing.play(began, open_end=True)

    @property
    def _has_guide(self) -> bool:
        return self._playing.clicks or bool(self._document.score.note_count)

    def _recorder(self, began: int) -> InputRecorder:
        own = self._playing.audio.choices.own_tracks
        return InputRecorder(began=began, grace=self._grace, own_tracks=own)

    @property
    def notes(self) -> tuple[Note, ...]:
        """The notes so far; held keys end at the playhead."""
        if not self._on:
            return ()
        here = round(self._playing.tick)
        return tuple(note for lap in self._laps.values() for note in lap.so_far(here))

    def _lap(self, event: messages.NotePlayed | Moved) -> InputRecorder:
        """Return the recorder of the loop round of an event."""
        if self._first_lap is None:
            self._first_lap = event.lap
        lap = max(0, event.lap - self._first_lap)
        if lap not in self._laps:
            start, end = self._playing.loop
            # A key held over the loop's end is released there.
            for before in self._laps.values():
                before.release_all(end)
            self._laps[lap] = self._recorder(start)
        return self._laps[lap]

    @property
    def _collects(self) -> bool:
        return self._on and self._playing.playing

    def _on_note(self, event: messages.NotePlayed) -> None:
        if self._collects:
            self._lap(event).add_note(event)

    def _on_control(self, event: messages.ControlMoved) -> None:
        if event.control not in self.learned:
            self._on_move(event)

    def _on_move(self, event: Moved) -> None:
        if self._collects:
            self._lap(event).add_move(event)

    def _on_regridded(self, regridding: Regridding) -> None:
        if self._on:
            self._from = regridding.at(self._from)
            for recorder in self._laps.values():
                recorder.regrid(regridding)

    def _on_playing(self, playing: bool) -> None:  # noqa: FBT001 - a signal's argument
        if not playing:
            self.end()

    def _end(self) -> None:
        self._on = False
        here = self._playing.tick if self._playing.playing else self._playing.stopped_at
        loop = self._playing.loop
        looped = len(self._laps) > 1
        self._guided = self._guided or looped
        start, end = loop if looped else (self._from, round(here))
        laps = [lap.tracks(end if looped else round(here)) for lap in self._laps.values()]
        self.changed.emit(self._on)
        self._add_laps([lap for lap in laps if lap], start=start, end=end)
        self.recorded.emit()

    @property
    def style(self) -> RecordingStyle:
        """How the recording is merged into the track."""
        choices, (start, end) = self._playing.audio.choices, self._playing.loop
        bounds = (start, end) if choices.record_in_loop else (0, 0)
        return RecordingStyle(
            mode="replace" if choices.record_replaces else "overdub",
            punch_in=bounds[0],
            punch_out=bounds[1],
            takes=choices.record_takes,
        )

    def _add_laps(self, laps: list[Recorded], *, start: int, end: int) -> None:
        """Merge the loop rounds into their tracks; each take is an undo step."""
        before = self._document.composition
        if self._piece != self._document.piece:
            return  # what was played into a piece that went belongs into no other one
        if not laps or self._track >= len(before.score.tracks):
            return
        takes = with_takes(before, self._track, laps, self.style, start=start, end=end)
        if len(takes) == 1:
            notes = sum(len(track.notes) for lap in laps for track in lap.values())
            self._document.edit(self._name(notes), takes[0])
            return
        for number, take in enumerate(takes, 1):
            name = self.tr("Record round %1").replace("%1", str(number))
            self._document.edit(name, take)

    def _on_captured(self, event: messages.Captured) -> None:
        part = Score(ticks_per_quarter=event.ticks_per_quarter, tracks=(event.track,))
        grid = self._document.composition.score.ticks_per_quarter
        track = part.resampled(grid).tracks[0]
        if not track.notes:
            self.refused.emit(self.tr("Nothing was played lately, on a MIDI keyboard or by keys."))
            return
        self._track, self._guided = self._selection.current, self._has_guide
        self._add(track)
        self.recorded.emit()

    def _add(self, played: Track) -> None:
        tracks = self._document.composition.score.tracks
        if not played.notes or self._track >= len(tracks):
            return
        composition = with_recorded_track(self._document.composition, self._track, played)
        self._document.edit(self._name(len(played.notes)), composition)

    def _name(self, notes: int) -> str:
        return counted(notes, self.tr("Record %1 note"), self.tr("Record %1 notes"))
