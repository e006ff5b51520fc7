"""The score in the pane under the roll."""

from PySide6.QtCore import QObject, QTimer

from app.clients.engraving import Engraving
from app.clients.playing import Playing
from app.compose.failures import notice_of
from app.compose.offer.offer_cards import Placed, with_offered
from app.main_window.compose_page import ComposePage
from app.state.selection import Selection
from app.views.notice_strip import NoticeStrip, NoticeText
from app.views.score.line import ScoreLine
from app.words.engine import translate_engine_text
from engine import messages
from engine.values.line_picture import LinePicture
from engine.values.score import Note, Score
from engine.values.time import BarMap

# Measures to draw before the layout is known.
_FIRST_MEASURES = 16


class ScorePane(QObject):
    """Draws the document while the pane is visible, and shares its selection.

    Args:
        engraving: The client that draws lines.

    Attributes:
        engraving: The same, for other scores.
    """

    def __init__(
        self,
        page: ComposePage,
        notices: NoticeStrip,
        *,
        selection: Selection,
        playing: Playing,
        engraving: Engraving,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._page = page
        self._view = page.score
        self._notices = notices
        self._selection = selection
        self._document = selection.document
        self._playing = playing
        self.engraving = engraving
        self._attends = False
        self._offered: Placed = ()
        self._replaced = (0, 0)
        self._staying: frozenset[int] = frozenset()
        # Whether the piece has not been laid out yet.
        self._is_new = True
        # Whether the page approximates what was played freely.
        self._freely = False
        # The document's score, and the score with the offer that the page shows.
        self._preview: tuple[Score, Score] | None = None
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._show)
        self._connect()

    def _connect(self) -> None:
        document, view = self._document, self._view
        document.history_changed.connect(self._soon.start)
        document.tracks_changed.connect(self._soon.start)
        document.ruler_changed.connect(self._soon.start)
        document.replaced.connect(self._on_replaced)
        self._page.panes.currentChanged.connect(self._attend)
        self._playing.moved.connect(self._show_playhead)
        view.look_changed.connect(self._soon.start)
        view.lines_wanted.connect(self._draw)
        view.seek_requested.connect(
            lambda measure: self._playing.seek(document.timeline.bars.start_of(measure))
        )
        self.engraving.laid_out.connect(self._on_layout)
        self.engraving.line_drawn.connect(self._on_line)
        self.engraving.failed.connect(
            lambda event: self._notices.show_notice(notice_of(event, key="score"))
        )
        self.engraving.died.connect(self._on_death)

    def show_offered(self, notes: Placed, start: int, end: int, staying: frozenset[int]) -> None:
        """Show offered notes in the piece, in a colour of their own.

        Args:
            notes: The notes with track indices; none shows the piece as it is.
            start: First tick of the replaced span.
            end: Tick after the span; 0 for no end.
            staying: Indices of tracks that keep their notes.
        """
        if (notes, staying) == (self._offered, self._staying) and (start, end) == self._replaced:
            return
        self._offered, self._replaced, self._staying = notes, (start, end), staying
        self._preview = None
        self._soon.start()

    def close(self) -> None:
        """End the engraver process."""
        self.engraving.close()

    def _attend(self, _pane: int) -> None:
        """Follow the selection only while the pane is visible, so that edits stay fast."""
        if self._in_sight == self._attends:
            return
        self._attends = self._in_sight
        for signal in (self._selection.changed, self._selection.track_changed):
            if self._attends:
                signal.connect(self._show_selection)
            else:
                signal.disconnect(self._show_selection)
        if self._attends:
            self._soon.start()
            self._show_selection()
            if not self._selection.notes:
                self._show_playhead(self._playing.tick)

    @property
    def _in_sight(self) -> bool:
        return self._page.panes.currentWidget() is self._view

    def _show(self) -> None:
        if self._in_sight:
            first, last = self._view.measures_in_sight()
            self._draw(first, max(last, first + _FIRST_MEASURES))

    def _draw(self, first: int, last: int) -> None:
        if self._in_sight:
            look = messages.PageLook(
                width=self._view.paper_width,
                ink=self._view.ink,
                endless=self._view.endless,
                first=first,
                last=last,
                held=self._view.drawn,
            )
            self._view.show_offered(frozenset(self._offered), self._offered_bars())
            self._say_what_is_shown()
            self.engraving.show(self._score(), look)

    def _offered_bars(self) -> range:
        """Return the measures that the offer is in; none without an offer."""
        if not self._offered:
            return range(0)
        start, end = self._replaced
        bars = BarMap.of(self._score())
        end = end or max(note.end for _, note in self._offered)
        return range(bars.bar_at(start), bars.bar_at(max(start, end - 1)) + 1)

    def _say_what_is_shown(self) -> None:
        """Say over the score which bars are not in the piece yet, and where it approximates."""
        if self._is_new:
            self._view.show_word(self.tr("Drawing…"))
            return
        texts = []
        bars = self._offered_bars()
        if len(bars) == 1:
            texts.append(self.tr("Bar %1 is of an alternative; it is not kept yet."))
        elif bars:
            texts.append(self.tr("Bars %1 to %2 are of an alternative; they are not kept yet."))
        if self._freely:
            texts.append(self.tr("It was played freely: the score has the nearest plain rhythms."))
        text = " ".join(texts)
        text = text.replace("%1", str(bars.start + 1)).replace("%2", str(bars.stop))
        self._view.show_word(text)

    def _score(self) -> Score:
        """Return the score with the offer in its place."""
        score = self._document.score
        if not self._offered:
            return score
        if self._preview is None or self._preview[0] is not score:
            start, end = self._replaced
            shown = with_offered(score, self._offered, start=start, end=end, staying=self._staying)
            self._preview = (score, shown)
        return self._preview[1]

    def _on_replaced(self) -> None:
        """Never show one piece under the name of another."""
        self.engraving.drop()
        self._view.clear()
        self._is_new = True
        self._freely = False
        self._say_what_is_shown()
        self._soon.start()

    def _on_layout(self, event: messages.PageLaidOut) -> None:
        self._view.show_layout(event.starts, event.measures, event.anew)
        self._freely = event.performed
        if self._is_new:
            # The score opens at the playhead.
            self._is_new = False
            self._show_playhead(self._playing.tick)
        self._say_what_is_shown()

    def _on_line(self, number: int, picture: LinePicture, notes: tuple[Note, ...]) -> None:
        self._view.show_line(number, ScoreLine(picture, notes))

    def _on_death(self, sentence: str) -> None:
        self._notices.show_notice(
            NoticeText(key="score", about="piece", happened=translate_engine_text(sentence))
        )
        self._soon.start()

    def _show_selection(self, _what: object = None) -> None:
        notes = self._selection.notes
        self._view.show_selection(self._selection.current, notes)
        # During playback the playhead turns the pages.
        if notes and not self._playing.playing:
            self._view.bring_into_sight(self._document.timeline.bars.bar_at(notes[0].start))

    def _show_playhead(self, tick: float) -> None:
        if self._in_sight:
            measure = self._document.timeline.bars.bar_at(round(tick))
            self._view.show_playhead(measure, tick)
