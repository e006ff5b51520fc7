"""Recording what is played on a MIDI keyboard into the current track, as one step."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from app.controllers.counting import counted
from app.controllers.document import Document
from app.controllers.edits import exchange
from app.controllers.playing import Playing
from app.controllers.score_views import ScoreViews
from engine import messages
from engine.music.score import Note, Score


class Recording(QObject):
    """Collects notes while the music moves; they are in the piece when it stops.

    Played notes are kept as they were played: no grid moves them.

    Signals:
        changed: Whether it records.
        refused: It cannot record (the reason).
    """

    changed = Signal(bool)
    refused = Signal(str)

    def __init__(
        self,
        playing: Playing,
        document: Document,
        views: ScoreViews,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._playing = playing
        self._document = document
        self._views = views
        self._on = False
        self._track = 0
        self._held: dict[int, tuple[int, int]] = {}
        self._notes: list[Note] = []
        playing.note_played.connect(self._on_note)
        playing.playing_changed.connect(self._on_playing)
        playing.captured.connect(self._on_captured)

    @property
    def on(self) -> bool:
        """Whether it records."""
        return self._on

    def toggle(self) -> None:
        """Begin to record from the playhead, or end it."""
        if self._on:
            self._end()
        elif self._playing.input_name not in self._playing.ports.inputs:
            self.refused.emit(self.tr("Choose a MIDI keyboard first: click “MIDI in” above."))
            self.changed.emit(False)
        else:
            self._begin()

    def _begin(self) -> None:
        self._on = True
        self._track = self._views.current
        self._held, self._notes = {}, []
        self.changed.emit(self._on)
        if not self._playing.playing:
            self._playing.play(round(self._playing.tick), open_end=True)

    def _on_note(self, event: messages.NotePlayed) -> None:
        if not self._on or not self._playing.playing:
            return
        tick = max(0, round(event.tick))
        self._release(event.pitch, tick)
        if event.velocity:
            self._held[event.pitch] = (tick, event.velocity)

    def _release(self, pitch: int, tick: int) -> None:
        held = self._held.pop(pitch, None)
        if held is not None:
            start, velocity = held
            self._notes.append(
                Note(start=start, pitch=pitch, duration=max(1, tick - start), velocity=velocity)
            )

    def _on_playing(self, playing: bool) -> None:  # noqa: FBT001 - a signal's argument
        if self._on and not playing:
            self._end()

    def _end(self) -> None:
        self._on = False
        last = round(self._playing.heard_until)
        for pitch in tuple(self._held):
            self._release(pitch, last)
        self.changed.emit(self._on)
        self._add(self._notes)

    def _on_captured(self, event: messages.Captured) -> None:
        part = Score(ticks_per_quarter=event.ticks_per_quarter, tracks=(event.track,))
        grid = self._document.composition.score.ticks_per_quarter
        notes = part.resampled(grid).tracks[0].notes
        if not notes:
            self.refused.emit(self.tr("Nothing was played on a MIDI keyboard lately."))
            return
        self._track = self._views.current
        self._add(notes)

    def _add(self, notes: Sequence[Note]) -> None:
        tracks = self._document.composition.score.tracks
        if not notes or self._track >= len(tracks):
            return
        composition, _ = exchange(self._document.composition, self._track, removed=(), added=notes)
        name = counted(len(notes), self.tr("Record %1 note"), self.tr("Record %1 notes"))
        self._document.edit(name, composition)
