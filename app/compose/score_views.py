"""The piece in every view that shows it, and the track and notes the user works on."""

from itertools import islice

from PySide6.QtCore import QObject, Signal

from app.main_window.window import MainWindow
from app.state.document import Document
from app.views.mixer import MixerRow
from app.views.track_headers import TrackRow
from engine.composition import Composition, TrackSettings
from engine.music.keys import Key, estimate_key
from engine.music.score import Note, Score, Track
from engine.music.time import Timeline

KEYS_WIDTH = 56
NOTES_FOR_KEY = 4000


class ScoreViews(QObject):
    """Shows the document; knows which track and which notes are chosen.

    Signals:
        track_chosen: Another track is the current one (its index).
        shown: The piece, or its tracks, are others.
        selection_changed: Other notes are selected (a tuple of Notes of the current track).
        key_changed: The piece is in another key (a Key or None).
    """

    track_chosen = Signal(int)
    shown = Signal()
    selection_changed = Signal(object)
    key_changed = Signal(object)

    def __init__(
        self, window: MainWindow, document: Document, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._window = window
        self._page = window.compose
        self._document = document
        self._timeline = Timeline(document.composition.score)
        self._current = 0
        self._selection: tuple[Note, ...] = ()
        self._key: Key | None = None
        self._pane = "alternatives"
        self._scale_shown = False
        self._playhead = 0.0
        self._shown: Composition | None = None
        self._fit_next = True
        document.changed.connect(self._show)
        document.replaced.connect(self._on_replaced)
        self._connect()

    def _connect(self) -> None:
        page = self._page
        page.roll.transform_changed.connect(self._show_transform)
        page.roll_resized.connect(lambda: self._show_transform(page.roll.transform()))
        page.ruler.transform_changed.connect(self._take_transform)
        page.overview.window_dragged.connect(
            lambda tick: self._take_transform(page.roll.transform().scrolled_to(left=tick))
        )
        page.roll.track_clicked.connect(self.choose_track)
        page.roll.selection_changed.connect(self.select)
        page.events.selection_changed.connect(self._select_from_table)
        page.headers.track_chosen.connect(self.choose_track)
        page.alternatives.pane_chosen.connect(self.show_pane)
        page.pane_chosen.connect(self.show_pane)

    # --- what holds now ---------------------------------------------------------------------

    @property
    def timeline(self) -> Timeline:
        """Times of the document's score."""
        return self._timeline

    @property
    def current(self) -> int:
        """Index of the track that is edited."""
        return self._current

    @property
    def track(self) -> Track | None:
        """The track that is edited; None in a piece without tracks."""
        tracks = self._document.composition.score.tracks
        return tracks[self._current] if self._current < len(tracks) else None

    @property
    def selection(self) -> tuple[Note, ...]:
        """Selected notes of the current track."""
        return self._selection

    @property
    def key(self) -> Key | None:
        """The key that the piece says it is in, or seems to be in; None without notes."""
        return self._key

    def key_at(self, tick: int) -> Key | None:
        """Return the key that holds at a tick."""
        signatures = self._document.composition.score.key_signatures
        held = [signature for signature in signatures if signature.tick <= tick]
        return Key.of(held[-1]) if held else self._key

    # --- choosing ---------------------------------------------------------------------------

    def choose_track(self, index: int) -> None:
        """Edit another track."""
        count = len(self._document.composition.score.tracks)
        self._current = min(max(0, index), max(0, count - 1))
        self._page.roll.show_current_track(self._current)
        self.select(())
        self._show_tracks(self._document.composition)
        self._show_notes()
        self.track_chosen.emit(self._current)

    def select(self, notes: tuple[Note, ...]) -> None:
        """Take note of a selection made in the roll."""
        self._selection = notes
        self._show_lane()
        if self._pane == "events":
            self._page.events.show_selection(notes)
        self.selection_changed.emit(notes)

    def show_selected(self, notes: tuple[Note, ...]) -> None:
        """Select notes everywhere."""
        self._page.roll.show_selection(notes)
        self.select(notes)

    def show_pane(self, name: str) -> None:
        """Show another pane under the roll."""
        self._pane = name
        self._page.show_pane(name)
        self._show_notes()
        self._show_tracks(self._document.composition)

    def show_scale(self, *, on: bool) -> None:
        """Shade what lies outside the key, or not."""
        self._scale_shown = on
        self._page.roll.show_scale(self._key if on else None)

    def show_playhead(self, tick: float) -> None:
        """Show where the music is in all views of the piece."""
        self._page.roll.show_playhead(tick)
        self._page.ruler.show_playhead(tick)
        self._page.overview.show_playhead(tick)
        self._page.events.show_place(round(tick))
        self._playhead = tick
        if len(self._timeline.score.key_signatures) > 1:
            self._find_key(self._timeline.score)

    # --- showing ----------------------------------------------------------------------------

    def _on_replaced(self) -> None:
        self._current = 0
        self._selection = ()
        self._fit_next = True
        self._shown = None

    def _show(self, composition: Composition) -> None:
        before, self._shown = self._shown, composition
        if before is None or before.score is not composition.score:
            self._show_score(composition.score, _colours(composition))
        if (
            before is None
            or before.settings != composition.settings
            or before.score.tracks is not composition.score.tracks
        ):
            self._show_tracks(composition)

    def _show_score(self, score: Score, colours: tuple[int, ...]) -> None:
        self._timeline = Timeline(score)
        self._current = min(self._current, max(0, len(score.tracks) - 1))
        page = self._page
        page.roll.show_score(score, colours)
        page.roll.show_current_track(self._current)
        page.overview.show_score(score, colours)
        page.ruler.show_timeline(self._timeline)
        self._window.transport.show_timeline(self._timeline)
        self._selection = page.roll.selection()
        self._show_notes()
        self._find_key(score)
        if self._fit_next:
            # Once for each piece: whoever draws its first note must not be sent elsewhere.
            self._fit_next = False
            page.roll.show_whole()
        self._show_transform(page.roll.transform())

    def _find_key(self, score: Score) -> None:
        if score.key_signatures:
            held = [s for s in score.key_signatures if s.tick <= self._playhead]
            key: Key | None = Key.of(held[-1] if held else score.key_signatures[0])
        else:
            pitched = (n for track in score.tracks if not track.is_drum for n in track.notes)
            # Enough to tell the key, and quick after each edit of however long a piece.
            key = estimate_key(islice(pitched, NOTES_FOR_KEY))
        if key != self._key:
            self._key = key
            self._window.transport.show_key(key)
            self.show_scale(on=self._scale_shown)
            self.key_changed.emit(key)

    def _show_tracks(self, composition: Composition) -> None:
        pairs = tuple(zip(composition.score.tracks, composition.settings, strict=True))
        self._page.headers.show_tracks(
            tuple(_header(track, settings) for track, settings in pairs), current=self._current
        )
        if self._pane == "mixer":
            self._page.mixer.show_tracks(
                tuple(_strip(track, settings) for track, settings in pairs)
            )
        self.shown.emit()

    def _show_notes(self) -> None:
        self._show_lane()
        track = self.track
        if self._pane == "events" and track is not None:
            self._page.events.show_events(self._timeline.score, track, self._timeline)
            self._page.events.show_selection(self._selection)

    def _show_lane(self) -> None:
        track = self.track
        settings = self._document.composition.settings
        colour = settings[self._current].colour if self._current < len(settings) else 0
        self._page.velocity.show_notes(
            track.notes if track else (), colour=colour, selection=self._selection
        )
        self._page.velocity.show_controls(track.controls if track else ())

    def _select_from_table(self, notes: tuple[Note, ...]) -> None:
        self._page.roll.show_selection(notes)
        self._selection = notes
        self._show_lane()
        self.selection_changed.emit(notes)

    def _take_transform(self, transform: object) -> None:
        self._page.roll.show_transform(transform)  # type: ignore[arg-type] # a signal's argument
        self._show_transform(self._page.roll.transform())

    def _show_transform(self, transform: object) -> None:
        page = self._page
        shown = page.roll.transform()
        page.ruler.show_transform(shown)
        page.velocity.show_transform(shown)
        page.overview.show_window(
            start=shown.left, end=shown.tick_at(max(1, page.roll.width() - KEYS_WIDTH))
        )


def _colours(composition: Composition) -> tuple[int, ...]:
    return tuple(settings.colour for settings in composition.settings)


def _header(track: Track, settings: TrackSettings) -> TrackRow:
    return TrackRow(
        name=track.name,
        colour=settings.colour,
        role=settings.role,
        mute=settings.mix.mute,
        solo=settings.mix.solo,
        program=track.program,
        is_drum=track.is_drum,
        volume=settings.mix.volume,
        port=settings.mix.port,
        channel=settings.mix.channel,
    )


def _strip(track: Track, settings: TrackSettings) -> MixerRow:
    return MixerRow(
        name=track.name,
        colour=settings.colour,
        volume=settings.mix.volume,
        pan=settings.mix.pan,
        mute=settings.mix.mute,
        solo=settings.mix.solo,
        offset_ms=round(settings.mix.offset_s * 1000),
    )
