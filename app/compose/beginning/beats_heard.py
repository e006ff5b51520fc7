"""The page before and after on the page of beats: a few bars of each, drawn and played."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.clients.engraving import Engraving
from app.clients.playing import Playing
from app.compose.beginning.beats_shown import signature_text
from app.state.beats.draft import BeatDraft
from app.style.theme import theme
from app.views.beats.page import BeatsPage
from app.views.score.line import ScoreLine
from app.widgets.beats.sheet import BeatSheet
from engine import messages
from engine.values.line_picture import LinePicture
from engine.values.score import Note, Score, Tempo, TimeSignature, Track
from engine.values.time import BarMap, TempoMap

if TYPE_CHECKING:
    from app.state.lease import Lease

# Bars on each page, and the most staves.
_BARS, _STAVES = 2, 2
# Units of a picture after its last bar line.
_AFTER = 60
# Wood blocks of General MIDI, high at the first beat of a bar.
_HIGH, _LOW, _LOUD, _SOFT, _CLICK = 76, 77, 110, 80, 40


class BeatsHeard(QObject):
    """Draws both pages, and plays them with a click on their beats.

    Signals:
        moved: The playhead is at a second of the piece.
    """

    moved = Signal(float)

    def __init__(
        self, *, engraving: Engraving, playing: Playing, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._engraving, self._playing = engraving, playing
        self._page: BeatsPage | None = None
        self._draft: BeatDraft | None = None
        # The page that is heard: its lease, its time and its shift.
        self._lease: Lease | None = None
        self._sheet: BeatSheet | None = None
        self._time: tuple[Score, TempoMap] | None = None
        self._shift_s = 0.0
        playing.moved.connect(self._on_moved)

    def show_on(self, page: BeatsPage) -> None:
        """Draw and play on a page, from now on."""
        self._page = page
        page.was.play_clicked.connect(lambda: self._toggle(page.was))
        page.will.play_clicked.connect(lambda: self._toggle(page.will))

    def show_draft(self, draft: BeatDraft | None) -> None:
        """Draw and play another draft; None ends all of it."""
        if self._sheet is not None and self._page is not None and self._sheet is self._page.will:
            self.stop()
        if draft is None:
            self.stop()
        self._draft = draft

    # --- drawn -------------------------------------------------------------------------------

    def draw(self, at_s: float) -> None:
        """Draw the bars around a second of the piece on both pages."""
        page, draft = self._page, self._draft
        if page is None or draft is None:
            return
        was = BeatDraft.of_piece(draft.piece, doubtful=(), settled=())
        for sheet, one in ((page.was, was), (page.will, draft)):
            first = one.bars.bar_at(one.tick_at(at_s + 1e-3))
            about = partial(self._about, one.bars.signature_at(one.bars.start_of(first)), first)
            look = messages.PageLook(
                width=sheet.paper_width, ink=theme().text, first=0, last=_BARS - 1
            )

            def show(
                picture: LinePicture,
                measures: int,
                sheet: BeatSheet = sheet,
                about: Callable[[int], str] = about,
            ) -> None:
                end = (picture.bars[-1] + _AFTER if picture.bars else 0) / picture.width
                sheet.show_line(ScoreLine(picture), share=min(1.0, end) or 1.0)
                sheet.show_about(about(measures))

            score = draft.piece if one is was else draft.score
            self._engraving.draw(
                "was" if sheet is page.was else "will", excerpt(score, first), look, show
            )

    def _about(self, meter: TimeSignature, first: int, measures: int) -> str:
        """Say which bars a page has, and their meter."""
        several = measures > 1
        text = self.tr("%1, bars %2 and %3") if several else self.tr("%1, bar %2")
        text = text.replace("%1", signature_text(meter)).replace("%2", str(first + 1))
        return text.replace("%3", str(first + measures))

    # --- played ------------------------------------------------------------------------------

    def _toggle(self, sheet: BeatSheet) -> None:
        was_heard = self._sheet is sheet
        self.stop()
        if not was_heard and self._draft is not None and self._page is not None:
            self._play(sheet, self._draft, at_s=self._page.grid.at_s)

    def _play(self, sheet: BeatSheet, draft: BeatDraft, *, at_s: float) -> None:
        is_made = self._page is not None and sheet is self._page.will
        one = draft if is_made else BeatDraft.of_piece(draft.piece, doubtful=(), settled=())
        score = with_clicks(draft.score if is_made else draft.piece, one)
        self._shift_s = draft.shift_s if is_made else 0.0
        bars = one.bars
        start = bars.start_of(bars.bar_at(one.tick_at(at_s + 1e-3)))
        self._sheet = sheet
        sheet.show_playing(on=True)
        self._lease = self._playing.leases.audition(score, start, ended=self._on_end)

    def stop(self) -> None:
        """End what is heard of the pages."""
        if self._lease is not None:
            self._playing.leases.end_passing()

    def _on_end(self) -> None:
        if self._sheet is not None:
            self._sheet.show_playing(on=False)
        self._lease = self._sheet = None
        self._shift_s = 0.0

    def _on_moved(self, tick: float) -> None:
        if self._page is None or self._draft is None:
            return
        score = self._playing.score
        if self._time is None or self._time[0] is not score:
            self._time = score, TempoMap.of(score)
        self.moved.emit(self._time[1].seconds_at(tick) + self._shift_s)


def excerpt(score: Score, first: int, count: int = _BARS) -> Score:
    """Return some bars of a piece as a piece, with the parts that play most in them.

    Args:
        score: The piece.
        first: The number of the first bar, from 0.
        count: How many bars.
    """
    bars = BarMap.of(score)
    start, end = bars.start_of(first), bars.start_of(first + count)

    def at(tick: int) -> int:
        return min(max(0, tick - start), end - start)

    def note(old: Note) -> Note:
        return replace(old, start=at(old.start), duration=max(1, min(old.end, end) - old.start))

    there = [track.between(start, end) for track in score.tracks if not track.is_drum]
    staves = sorted(there, key=lambda track: -len(track.notes))[:_STAVES]
    tracks = tuple(
        Track(name="", program=track.program).with_notes(track.notes)
        for track in there
        if track in staves and (track.notes or len(there) == 1)
    )
    # One tempo: those of single beats would hide the notes.
    usual = Tempo(0, TempoMap.of(score).bpm_at(start))
    cut = Score(
        ticks_per_quarter=score.ticks_per_quarter,
        tracks=tracks or (Track(),),
        tempos=(usual,),
        time_signatures=tuple(s for s in score.time_signatures if s.tick < end),
        key_signatures=tuple(k for k in score.key_signatures if k.tick < end),
    )
    return cut.at_ticks(at, note=note)


def with_clicks(score: Score, draft: BeatDraft) -> Score:
    """Return a piece with a click on each beat of a draft of it."""
    lines = set(draft.lines)
    clicks = (
        Note(
            start=beat,
            pitch=_HIGH if beat in lines else _LOW,
            duration=_CLICK,
            velocity=_LOUD if beat in lines else _SOFT,
        )
        for beat in draft.beats
    )
    return replace(score, tracks=(*score.tracks, Track(is_drum=True).with_notes(clicks)))
