"""Find where in the piece the model can write, and the reason if it cannot."""

from math import ceil

from PySide6.QtCore import QObject, Signal

from app.clients.playing import Playing
from app.state.generation_settings import GenerationSettings
from app.state.selection import Selection
from app.values.continue_settings import Origin
from engine import messages
from engine.form.regridding import Regridding
from engine.request import TrackRole
from engine.values.score import Note

# In time with another device, the model has so long to read the piece before it must answer.
_READING_S = 0.5
# Bars after a rewrite whose likelihood ranks the alternatives.
BARS_JUDGED_BY = 4
# Bars of one rewrite; the notice that refuses more names this number.
MOST_REWRITTEN = 64


class OfferPlace(QObject):
    """Finds the start of a continuation and the bars of a rewrite; the last gesture decides.

    Args:
        generation: Says whether to continue at the end, the playhead or the selection.

    Attributes:
        records: Whether music is being recorded that the next continuation will read.

    Signals:
        aim_changed: The main button's request changed between a continuation and the chosen bars.
    """

    aim_changed = Signal()

    def __init__(
        self,
        selection: Selection,
        generation: GenerationSettings,
        playing: Playing,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._selection = selection
        self._document = selection.document
        self._generation = generation
        self._playing = playing
        self._put: int | None = None
        self.records = False
        self._aims_at_bars = self._loop_is_newer = False
        self._document.regridded.connect(self._on_regridded)
        selection.bars_changed.connect(self._on_bars)
        selection.changed.connect(self._on_notes)
        playing.loop_changed.connect(self._on_loop)

    def put(self, tick: int | None) -> None:
        """Set the start tick, in place of the settings' origin; None clears it."""
        self._put = tick
        if tick is not None:
            self._aim(at_bars=False)

    def _on_regridded(self, regridding: Regridding) -> None:
        if self._put is not None:
            self._put = regridding.at(self._put)

    def choose_origin(self, origin: Origin) -> None:
        """Aim at the selected bars for `selection`, else at a continuation."""
        self._put = None
        self._aim(at_bars=origin == "selection" and any(self._selection.bars))

    @property
    def aims_at_bars(self) -> bool:
        """Whether the selected bars are the last place that the user pointed at."""
        return self._aims_at_bars

    def _aim(self, *, at_bars: bool) -> None:
        if at_bars != self._aims_at_bars:
            self._aims_at_bars = at_bars
            self.aim_changed.emit()

    def _on_bars(self, bars: tuple[int, int]) -> None:
        self._loop_is_newer = self._loop_is_newer and not any(bars)
        self._aim(at_bars=any(bars))

    def _on_notes(self, notes: tuple[Note, ...]) -> None:
        self._loop_is_newer = self._loop_is_newer and not notes

    def _on_loop(self) -> None:
        self._loop_is_newer = self._has_loop

    @property
    def _has_loop(self) -> bool:
        return self._playing.looping and self._playing.loop[1] > self._playing.loop[0]

    def boundary(self) -> int:
        """Return the tick at which the next bars begin.

        Where there is no note before the place that the user chose, there is nothing to go on from:
        the end is the next best.
        """
        if self.begins:
            return 0
        chosen = self._chosen_boundary()
        heard = self.records or self._hears_before(chosen)
        return chosen if heard else self._document.composition.end_of_writing

    def _chosen_boundary(self) -> int:
        bars = self._document.timeline.bars
        if self._put is not None:
            return self._put
        origin = self._generation.settings.origin
        if origin != "selection" and self._playing.follows and self._playing.playing:
            end = self._document.composition.end_of_writing if origin == "end" else 0
            return max(end, self._next_bar_line())
        if origin == "playhead":
            return bars.start_of(bars.bar_at(round(self._playing.tick)))
        if origin == "selection" and any(self._selection.bars):
            return self._selection.bars[1]
        if origin == "selection" and self._selection.notes:
            end = max(note.end for note in self._selection.notes)
            return bars.start_of(bars.bars_until(end))
        return self._document.composition.end_of_writing

    def _next_bar_line(self) -> int:
        """Return the next bar line that the model can be ready for while the music plays."""
        timeline, tick = self._document.timeline, round(self._playing.tick)
        quarters = _READING_S * self._playing.audio.bpm / 60
        ready = tick + ceil(quarters * self._document.score.ticks_per_quarter)
        return timeline.bars.start_of(timeline.bars.bars_until(ready))

    def chosen_bars(self) -> tuple[int, int] | None:
        """Return the first bar and the number of bars of the selection or loop, the newer one."""
        bars, selection = self._document.timeline.bars, self._selection.notes
        if self._loop_is_newer and self._has_loop:
            start, end = self._playing.loop
        elif any(self._selection.bars):
            start, end = self._selection.bars
        elif selection:
            start = min(note.start for note in selection)
            end = max(note.start for note in selection) + 1
        elif self._has_loop:
            start, end = self._playing.loop
        else:
            return None
        first = bars.bar_at(start)
        return first, max(1, bars.bars_until(end) - first)

    # --- reasons ------------------------------------------------------------------------------

    @property
    def begins(self) -> bool:
        """Whether the model hears no note, so that the next request begins the piece."""
        return not self.records and self._first_heard() is None

    def why_not(self, boundary: int) -> str:
        """Return why no music can begin at a tick; empty if it can."""
        composition = self._document.composition
        if "write" not in composition.roles:
            return self.tr("Every track is set to Context or Ignore: set one to Write.")
        if self.begins:
            return ""
        if not self.records and not self._hears_before(boundary):
            return self.tr("The tracks that Segue hears have no notes before this bar.")
        return ""

    def _hears_before(self, tick: int) -> bool:
        """Return whether a track that the model hears has a note before a tick."""
        first = self._first_heard()
        return first is not None and first < tick

    def _first_heard(self) -> int | None:
        """Return where the first note begins that the model hears; None without one."""
        composition = self._document.composition
        pairs = zip(composition.score.tracks, composition.roles, strict=True)
        heard = (track.notes[0] for track, role in pairs if role != "ignore" and track.notes)
        return min((note.start for note in heard), default=None)

    def why_no_rewrite(self, *, only_current: bool = False) -> str:
        """Return why the chosen bars cannot be rewritten; empty if they can."""
        roles = self._document.composition.roles
        if not only_current and "write" not in roles:
            return self.tr("Every track is set to Context or Ignore: set one to Write.")
        if not roles:
            return self.tr("There is no track.")
        chosen = self.chosen_bars()
        if chosen is None:
            return self.tr("Drag over the bars in the ruler, or select notes in them.")
        if chosen[1] > MOST_REWRITTEN:
            return self.tr("Choose at most 64 bars to write anew.")
        return ""

    def why_no_fill(self, model: messages.ModelLoaded | None, roles: tuple[TrackRole, ...]) -> str:
        """Return why the chosen bars cannot be filled; empty if they can.

        Args:
            model: The model, or None while one loads.
            roles: The role of each track.
        """
        if model is not None and not model.fills:
            return self.tr("This model has not learned to fill gaps. Rewrite does without.")
        if not roles:
            return self.tr("There is no track.")
        if "write" not in roles:
            return self.tr("Every track is set to Context or Ignore: set one to Write.")
        chosen = self.chosen_bars()
        if chosen is None:
            return self.tr("Drag over the bars in the ruler, or select notes in them.")
        return "" if self._is_surrounded(chosen, roles) else self._nothing_around()

    def why_no_answer(self, model: messages.ModelLoaded | None) -> str:
        """Return why the other tracks cannot answer the current one; empty if they can."""
        reason = self.why_no_fill(model, self.roles_of_others())
        return self.tr("There is no other track to write.") if self._is_alone() else reason

    def _is_alone(self) -> bool:
        roles = self.roles_of_others()
        return bool(roles) and "write" not in roles

    def _is_surrounded(self, chosen: tuple[int, int], roles: tuple[TrackRole, ...]) -> bool:
        """Return whether there is music in, before or after the gap that the model can read."""
        bars, (first, count) = self._document.timeline.bars, chosen
        start, end = bars.start_of(first), bars.start_of(first + count)
        return any(
            role == "context" or track.notes[0].start < start or track.notes[-1].start >= end
            for track, role in zip(self._document.score.tracks, roles, strict=True)
            if role != "ignore" and track.notes
        )

    def _nothing_around(self) -> str:
        return self.tr("There is nothing around these bars to go by: Continue begins a piece.")

    # --- roles --------------------------------------------------------------------------------

    def roles_of_current(self) -> tuple[TrackRole, ...]:
        """Return roles that write the current track and read the others."""
        current = self._selection.current
        return tuple("write" if i == current else r for i, r in enumerate(self.roles_heard()))

    def roles_heard(self) -> tuple[TrackRole, ...]:
        """Return roles that read all tracks and write none."""
        roles = self._document.composition.roles
        return tuple("ignore" if role == "ignore" else "context" for role in roles)

    def roles_of_others(self) -> tuple[TrackRole, ...]:
        """Return roles that read the current track and leave the others unchanged."""
        current = self._selection.current
        roles = self._document.composition.roles
        return tuple("context" if i == current else r for i, r in enumerate(roles))

    # --- sentences ----------------------------------------------------------------------------

    def in_bars(self, first: int, count: int, one: str, many: str) -> str:
        """Return a sentence with the numbers of bars, counted from 1 as on the ruler."""
        return (
            (one if count == 1 else many)
            .replace("%1", str(first + 1))
            .replace("%2", str(first + count))
        )

    def named(self, roles: tuple[TrackRole, ...]) -> str:
        """Return the names of the tracks to write."""
        tracks = enumerate(zip(self._document.score.tracks, roles, strict=True), 1)
        unnamed = self.tr("Track %1")
        return ", ".join(
            t.name or unnamed.replace("%1", str(n)) for n, (t, r) in tracks if r == "write"
        )

    def staying(self, roles: tuple[TrackRole, ...]) -> str:
        """Return a sentence about the tracks that stay unchanged; empty if none does."""
        return (
            ""
            if all(role == "write" for role in roles)
            else self.tr("All other tracks stay as they are.")
        )
