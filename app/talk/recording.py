"""Recording what is played live into the current track, as one step."""

from PySide6.QtCore import QObject, Signal

from app.state.counting import counted
from app.state.recorded import Played, with_played
from app.state.selection import Selection
from app.talk.playing import Playing
from engine import messages
from engine.music.score import Note, Score, Track


class Recording(QObject):
    """Collects what is played while the music moves; it is in the piece when it stops.

    It is kept as it was played, pedal and wheel included: no grid moves it.

    Signals:
        changed: Whether it records.
        refused: It cannot record (the reason).
    """

    changed = Signal(bool)
    refused = Signal(str)

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
        self._track = 0
        self._played = Played(began=0, grace=0)
        # Controls that move the program instead of the music.
        self.learned: frozenset[tuple[int, int]] = frozenset()
        playing.note_played.connect(self._on_note)
        playing.control_moved.connect(self._on_control)
        playing.wheel_moved.connect(self._on_wheel)
        playing.playing_changed.connect(self._on_playing)
        playing.captured.connect(self._on_captured)

    @property
    def on(self) -> bool:
        """Whether it records."""
        return self._on

    def show_typing(self, *, on: bool) -> None:
        """Take the computer's keys for something to play on."""
        self._types = on

    def toggle(self) -> None:
        """Begin to record from the playhead, or end it."""
        if self._on:
            self._end()
        elif not self._playing.audio.listening and not self._types:
            self.refused.emit(
                self.tr(
                    "Choose a MIDI keyboard first: click “MIDI in” above. Without one, the "
                    "computer's keys play as well: Play ▸ Typing keyboard."
                )
            )
            self.changed.emit(False)
        else:
            self._begin()

    def _begin(self) -> None:
        self._on = True
        self._track = self._selection.current
        began = round(self._playing.tick)
        grid = self._document.composition.score.ticks_per_quarter
        self._played = Played(began=0 if self._playing.playing else began, grace=grid // 2)
        self.changed.emit(self._on)
        if not self._playing.playing:
            self._playing.play(began, open_end=True)

    @property
    def notes(self) -> tuple[Note, ...]:
        """What was played so far; keys that are down end where the music is."""
        return self._played.so_far(round(self._playing.tick)) if self._on else ()

    @property
    def _collects(self) -> bool:
        return self._on and self._playing.playing

    def _on_note(self, event: messages.NotePlayed) -> None:
        if self._collects:
            self._played.take_note(event)

    def _on_control(self, event: messages.ControlMoved) -> None:
        if self._collects and (event.number, event.channel) not in self.learned:
            self._played.take_control(event)

    def _on_wheel(self, event: messages.WheelMoved) -> None:
        if self._collects:
            self._played.take_wheel(event)

    def _on_playing(self, playing: bool) -> None:  # noqa: FBT001 - a signal's argument
        if self._on and not playing:
            self._end()

    def _end(self) -> None:
        self._on = False
        here = self._playing.tick if self._playing.playing else self._playing.heard_until
        track = self._played.track(round(here))
        self.changed.emit(self._on)
        self._add(track)

    def _on_captured(self, event: messages.Captured) -> None:
        part = Score(ticks_per_quarter=event.ticks_per_quarter, tracks=(event.track,))
        grid = self._document.composition.score.ticks_per_quarter
        track = part.resampled(grid).tracks[0]
        if not track.notes:
            self.refused.emit(self.tr("Nothing was played lately, on a MIDI keyboard or by keys."))
            return
        self._track = self._selection.current
        self._add(track)

    def _add(self, played: Track) -> None:
        tracks = self._document.composition.score.tracks
        if not played.notes or self._track >= len(tracks):
            return
        composition = with_played(self._document.composition, self._track, played)
        name = counted(len(played.notes), self.tr("Record %1 note"), self.tr("Record %1 notes"))
        self._document.edit(name, composition)
