"""Show the piece in all views of the Compose workspace."""

from PySide6.QtCore import QObject, QTimer

from app.main_window.compose_page import ComposePage
from app.state.changes import Change
from app.state.current_key import CurrentKey
from app.state.selection import Selection
from app.values.geometry import KEYS_WIDTH, Transform
from app.views.mixer.values import MixerRow
from app.views.tracks.values import TrackRow
from app.views.transport.bar import TransportBar
from app.widgets.instrument_menu import DRUM_PROGRAM
from app.words.instruments import instrument_icon, instrument_words, sound_words
from engine.form.bars_to_come import with_bars_until
from engine.form.regridding import Regridding
from engine.harmony.keys import Key
from engine.piece.composition import TrackSettings
from engine.values.score import Note, Score, Track
from engine.values.sound import Program
from engine.values.time import Timeline
from engine.values.voicing import CENTRE, seats, voicing

# Controllers that place a track: pan, and the reverb send with its value after a reset of a General
# MIDI 2 device.
_PAN, _REVERB = 10, 91
_USUAL_SEND = 40


class ScoreViews(QObject):
    """Shows the document and the selection in each view."""

    def __init__(
        self,
        page: ComposePage,
        transport: TransportBar,
        selection: Selection,
        key: CurrentKey,
        *,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._page = page
        self._transport = transport
        self._selection = selection
        self._document = selection.document
        self._key = key
        self._pane = "alternatives"
        self._scale_shown = False
        self._fit_next = True
        # The height of the grid of drums that is laid out; 0 without one.
        self._grid = 0
        self._offered = 0, 0
        self._with_bars: tuple[Score, tuple[int, int], Score] | None = None
        # The part of the piece to show once it has other beats; None without such a change.
        self._regridded: Transform | None = None
        self._on_roll: tuple[Score, tuple[int, ...]] | None = None
        self._overviewed: tuple[Score, tuple[int, ...]] | None = None
        # The score whose tempo and meters the transport has.
        self._timed: Score | None = None
        # Programs that the chosen sound bank lacks.
        self._borrowed: frozenset[Program] = frozenset()
        # Joins all changes of one event-loop turn into one update of the other views.
        self._beside = QTimer(self, singleShot=True, interval=0)
        self._beside.timeout.connect(self._show_beside)
        self._connect_state()
        self._connect_views()

    def _connect_state(self) -> None:
        document, selection = self._document, self._selection
        document.replaced.connect(self._on_replaced)
        document.regridded.connect(self._on_regridded)
        document.changed.connect(self._show)
        document.notes_changed.connect(self._beside.start)
        document.tracks_changed.connect(self._beside.start)
        document.ruler_changed.connect(self._beside.start)
        selection.changed.connect(self._beside.start)
        selection.track_changed.connect(self._on_track)
        self._key.changed.connect(self._show_key)

    def _connect_views(self) -> None:
        page = self._page
        page.roll.transform_changed.connect(self._show_transform)
        page.ruler.transform_changed.connect(self._take_transform)
        page.overview.window_dragged.connect(
            lambda tick: self._take_transform(page.roll.transform().scrolled_to(left=tick))
        )
        page.events.selection_changed.connect(self._choose)
        page.headers.track_chosen.connect(self._selection.choose_track)
        page.mixer.track_chosen.connect(self._selection.choose_track)
        page.drums.track_chosen.connect(self._selection.choose_track)
        page.pane_chosen.connect(self.show_pane)

    # --- choosing ---------------------------------------------------------------------------

    def show_pane(self, name: str) -> None:
        """Show another pane under the roll."""
        self._pane = name
        self._page.show_pane(name)
        self._show_events()
        self._show_beside()
        self._show_tracks()

    def show_borrowed(self, programs: frozenset[Program]) -> None:
        """Say in the mixer which instruments are from the sound bank that ships.

        Args:
            programs: (Number, whether a drum kit) of those that the chosen bank lacks.
        """
        if programs != self._borrowed:
            self._borrowed = programs
            self._show_tracks()

    def scale(self) -> Key | None:
        """Return the key whose scale is shown, or None."""
        return self._key.key if self._scale_shown else None

    def show_scale(self, *, on: bool) -> None:
        """Shade the pitches outside the key, or not."""
        self._scale_shown = on
        self._page.roll.show_scale(self.scale())

    def show_playhead(self, tick: float) -> None:
        """Show the playhead in all views."""
        self._page.roll.show_playhead(tick)
        self._page.drums.show_playhead(tick)
        self._page.ruler.show_playhead(tick)
        self._page.overview.show_playhead(tick)
        if self._pane == "events":
            self._page.events.show_place(round(tick))
        self._key.move_to(tick)

    def show_offered(self, start: int, end: int) -> None:
        """Show meters for the bars of an offer that lie after the end of the piece.

        Args:
            start: First tick of the offer.
            end: Tick after it; 0 without an offer.
        """
        self._offered = start, end
        if self._is_other_on_roll():
            self._show_roll()
            self._show_ruler()

    def _choose(self, notes: tuple[Note, ...]) -> None:
        self._selection.choose(tuple(sorted(notes)))

    # --- showing ----------------------------------------------------------------------------

    def _on_replaced(self) -> None:
        self._fit_next = True
        self._page.mixer.master.show_loudness(None)

    def _on_regridded(self, regridding: Regridding) -> None:
        roll = self._page.roll
        shown = roll.transform()
        right = shown.tick_at(max(1, roll.note_area().width()))
        self._regridded = shown.between(
            regridding.tick_of(shown.left), regridding.tick_of(right), was=right - shown.left
        )

    def _show_drums(self) -> None:
        """Show the rows of drums under a roll of pitches, and the pitches above a grid of drums."""
        track, drums, grid = self._selection.track, self._page.drums, self._page.roll.grid_height
        self._grid = grid
        is_drum = track is not None and track.is_drum
        drums.show_kind(drums=not grid)
        if grid and drums.has_pitches:
            self._page.show_pitches(grid=grid)
        else:
            self._page.show_drums(on=drums.has_drums and not is_drum)

    def _on_track(self) -> None:
        self._show_tracks()
        self._show_drums()
        self._show_events()
        self._show_beside()

    def _show(self, change: Change) -> None:
        if self._is_other_on_roll():
            self._show_roll()
            self._show_drums()
            # Restores the row in the table of events that the user was editing.
            self._show_events()
        if change.ruler or change.extent:
            self._show_ruler()
        if change.tracks:
            self._show_tracks()
        if self._regridded is not None:
            place, self._regridded = self._regridded, None
            self._take_transform(place)
        if self._fit_next:
            # Once per piece: drawing the first note must not scroll the view.
            self._fit_next = False
            self._page.roll.show_opening()
            self._show_transform(self._page.roll.transform())

    def _show_roll(self) -> None:
        self._page.roll.show_score(self._score, self.colours())
        self._page.roll.show_current_track(self._selection.current)
        self._page.drums.show_score(self._score, self.colours())

    def _show_ruler(self) -> None:
        timeline = self._document.timeline
        if timeline.score is not self._score:
            timeline = Timeline(self._score)
        self._page.ruler.show_timeline(timeline)
        if self._timed is None or not _same_time(self._timed, timeline.score):
            self._timed = timeline.score
            self._transport.show_timeline(timeline)

    @property
    def _score(self) -> Score:
        """The piece; the bars of an offer have the meters and tempos in which they are offered."""
        score, (start, end) = self._document.score, self._offered
        if start == end:
            return score
        if (
            self._with_bars is None
            or self._with_bars[0] is not score
            or self._with_bars[1] != self._offered
        ):
            self._with_bars = score, self._offered, with_bars_until(score, start=start, end=end)
        return self._with_bars[2]

    def _is_other_on_roll(self) -> bool:
        """Return whether score or colours differ from those on the roll, and store the new ones."""
        before, self._on_roll = self._on_roll, (self._score, self.colours())
        return before is None or before[0] is not self._on_roll[0] or before[1] != self._on_roll[1]

    def colours(self) -> tuple[int, ...]:
        return tuple(settings.colour for settings in self._document.composition.settings)

    def _show_key(self, key: Key | None) -> None:
        self._transport.show_key(key)
        self._page.roll.show_scale(self.scale())

    def _show_tracks(self) -> None:
        composition = self._document.composition
        pairs = tuple(zip(composition.score.tracks, composition.settings, strict=True))
        self._page.headers.show_tracks(
            tuple(_header(track, settings) for track, settings in pairs),
            current=self._selection.current,
        )
        if self._pane == "mixer":
            places = seats(composition.score.tracks)
            self._page.mixer.show_tracks(
                tuple(
                    self._strip(track, settings, seat)
                    for (track, settings), seat in zip(pairs, places, strict=True)
                ),
                current=self._selection.current,
            )

    def _strip(self, track: Track, settings: TrackSettings, seat: int) -> MixerRow:
        instrument = sound_words(track.program, is_drum=track.is_drum)
        lent = not settings.mix.port and (track.program, track.is_drum) in self._borrowed
        from_ours = self.tr("%1 (Segue's own)").replace("%1", instrument)
        pan, reverb = (_first_value(track, number) for number in (_PAN, _REVERB))
        send = voicing(track.program, is_drum=track.is_drum).reverb
        return MixerRow(
            name=track.name or instrument_words(track.program, is_drum=track.is_drum),
            colour=settings.colour,
            instrument=from_ours if lent else instrument,
            icon=instrument_icon(track.program, is_drum=track.is_drum),
            program=track.program + (DRUM_PROGRAM if track.is_drum else 0),
            mix=settings.mix,
            seat=seat if pan is None else pan,
            send=send if reverb is None else reverb,
            seat_elsewhere=CENTRE if pan is None else pan,
            send_elsewhere=_USUAL_SEND if reverb is None else reverb,
        )

    def _show_beside(self) -> None:
        """Show notes and selection in the views other than the roll."""
        self._beside.stop()
        score, track = self._document.score, self._selection.track
        self._show_overview(score, self.colours())
        settings = self._document.composition.settings
        current = self._selection.current
        self._page.velocity.show_notes(
            track.notes if track else (),
            colour=settings[current].colour if current < len(settings) else 0,
            selection=self._selection.notes,
        )
        self._page.velocity.show_controls(track.controls if track else ())
        if self._pane == "events":
            self._page.events.show_selection(self._selection.notes)

    def _show_events(self) -> None:
        track = self._selection.track
        if self._pane == "events" and track is not None:
            self._page.events.show_events(self._document.score, track, self._document.timeline)

    def _show_overview(self, score: Score, colours: tuple[int, ...]) -> None:
        shown = self._overviewed
        if shown is None or shown[0] is not score or shown[1] != colours:
            self._overviewed = (score, colours)
            self._page.overview.show_score(score, colours)

    # --- the visible part ---------------------------------------------------------------------

    def place(self) -> Transform | None:
        """Return the visible part of the piece, None for the whole."""
        roll = self._page.roll
        return None if roll.shows_whole() else roll.transform()

    def show_place(self, transform: Transform) -> None:
        """Restore a part that `place` returned."""
        self._take_transform(transform)

    def _take_transform(self, transform: Transform) -> None:
        self._page.roll.show_transform(transform)
        self._show_transform(self._page.roll.transform())

    def _show_transform(self, _transform: object) -> None:
        page = self._page
        if page.roll.grid_height != self._grid:
            self._show_drums()
        shown = page.roll.transform()
        page.ruler.show_transform(shown)
        page.form.show_transform(shown)
        page.chords.show_transform(shown)
        page.drums.show_transform(shown)
        page.velocity.show_transform(shown)
        page.overview.show_window(
            start=shown.left, end=shown.tick_at(max(1, page.roll.width() - KEYS_WIDTH))
        )


def _same_time(one: Score, other: Score) -> bool:
    """Return whether a clock of bars and seconds goes alike in two scores."""
    return (
        one.ticks_per_quarter == other.ticks_per_quarter
        and one.tempos == other.tempos
        and one.time_signatures == other.time_signatures
    )


def _header(track: Track, settings: TrackSettings) -> TrackRow:
    return TrackRow(
        name=track.name,
        colour=settings.colour,
        role=settings.role,
        mix=settings.mix,
        program=track.program,
        is_drum=track.is_drum,
    )


def _first_value(track: Track, number: int) -> int | None:
    """Return the first value of a controller; None where the track does not use it."""
    return next((c.value for c in track.controls if c.number == number), None)
