"""The notes of *Hum it* played in place of the piece, and its written line."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.clients.engraving import Engraving
from app.clients.playing import Playing
from app.compose.beginning.beats_heard import excerpt
from app.compose.humming import hum_shown
from app.state.beats.hum_draft import HumDraft
from app.style.theme import theme
from app.views.hum.page import HumPage
from app.views.score.line import ScoreLine
from engine import messages
from engine.values.hearing import Listening, Recording
from engine.values.line_picture import LinePicture
from engine.values.score import Score
from engine.values.time import TempoMap

if TYPE_CHECKING:
    from app.state.lease import Lease

# Bars that are asked for: as many of them as fit are in the first line.
_BARS = 12
# Units of a picture after its last bar line.
_AFTER = 60


class HumHeard(QObject):
    """Lets Play play a draft while its page is open, and draws the line as it will be written.

    Signals:
        moved: The playhead is at a second of the recording.
    """

    moved = Signal(float)

    def __init__(
        self, *, engraving: Engraving, playing: Playing, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._engraving, self._playing = engraving, playing
        self._draft: HumDraft | None = None
        self._lease: Lease | None = None
        self._time: TempoMap | None = None
        self._file: Path | None = None
        self._what: Listening = "notes"
        # Where the playhead of the piece was before.
        self._place = 0
        # When the click began that is heard while somebody sings.
        self._began: messages.PlayingBegan | None = None
        playing.moved.connect(self._on_moved)
        playing.began.connect(self._on_began)

    @property
    def place(self) -> int:
        """The playhead's tick in the piece."""
        return round(self._playing.tick) if self._lease is None else self._place

    @property
    def what(self) -> Listening:
        """The choice of recording, notes, or both."""
        return self._what

    def choose(self, what: Listening) -> None:
        """Hear the recording, the notes, or both, from now on."""
        self._what = what
        self._play_beside()

    def _play_beside(self) -> None:
        draft, file = self._draft, self._file
        if self._lease is None or draft is None:
            return
        recording = None
        if file is not None and self._what != "notes":
            # The music begins where its first bar does.
            begins_s = -draft.beats.shift_s
            recording = Recording(file=str(file), begins_s=begins_s, heard=self._what)
        self._playing.hear(self._lease, recording)

    def show(self, draft: HumDraft, name: str, file: Path | None) -> None:
        """Let Play play a draft.

        Args:
            draft: The draft.
            name: Of its track.
            file: The recording beside it.
        """
        if self._draft is None:
            self.end()
        score = draft.score(name)
        self._draft, self._time, self._file = draft, TempoMap.of(score), file
        if self._lease is None:
            if self._playing.playing:
                self._playing.stop()
            self._place = round(self._playing.tick)
            self._lease = self._playing.leases.grant(score, foreign=True)
            self._playing.seek(0)
        else:
            self._playing.show(self._lease, score)
        self._play_beside()

    def end(self) -> None:
        """Let Play play the piece again, from where it was."""
        lease, self._lease, self._draft = self._lease, None, None
        if lease is None:
            return
        if self._playing.playing:
            self._playing.stop()
        self._playing.force_click(on=False)
        self._playing.leases.give_back(lease)
        self._playing.seek(self._place)

    def click(self, ruler: Score) -> None:
        """Let the metronome click until `end`, in the tempo and meter of a score without notes."""
        self.end()
        self._place, self._began = round(self._playing.tick), None
        self._lease = self._playing.leases.grant(ruler, foreign=True)
        self._playing.force_click(on=True)
        self._playing.leases.play(self._lease, 0, open_end=True)

    @property
    def began(self) -> messages.PlayingBegan | None:
        """When the last click began to be heard; None without one."""
        return self._began

    def toggle(self) -> None:
        """Play the draft from the playhead, or stop."""
        if self._lease is not None and self._draft is not None:
            self._playing.toggle()

    def seek(self, at_s: float) -> None:
        """Move the playhead to a second of the recording."""
        if self._lease is not None and self._draft is not None:
            self._playing.seek(self._draft.beats.tick_at(at_s))

    def _on_began(self, event: messages.PlayingBegan) -> None:
        if self._lease is not None and self._draft is None and self._began is None:
            self._began = event

    def _on_moved(self, tick: float) -> None:
        if self._lease is not None and self._draft is not None and self._time is not None:
            self.moved.emit(self._time.seconds_at(tick) + self._draft.beats.shift_s)

    # --- written -----------------------------------------------------------------------------

    def draw(self, page: HumPage, draft: HumDraft, name: str) -> None:
        """Draw the bars from the first one in view on."""
        beats = draft.beats
        if draft.ruler is None or not draft.kept:
            page.written.show_line(None)
            page.written.show_about("")
            return
        first = beats.bars.bar_at(beats.tick_at(page.grid.left_s + 1e-3))
        look = messages.PageLook(
            width=page.written.paper_width, ink=theme().text, first=0, last=_BARS - 1
        )
        score = excerpt(draft.score(name), first, _bars_to(draft, first))
        self._engraving.draw("hum", score, look, partial(_show_line, page, draft, first))


def _bars_to(draft: HumDraft, first: int) -> int:
    """Return how many bars to draw, at most to the end."""
    return max(1, min(_BARS, len(draft.beats.lines) - first))


def _show_line(
    page: HumPage, draft: HumDraft, first: int, picture: LinePicture, measures: int
) -> None:
    end = (picture.bars[-1] + _AFTER if picture.bars else 0) / picture.width
    page.written.show_line(ScoreLine(picture), share=min(1.0, end) or 1.0)
    page.written.show_about(hum_shown.written_about(draft, first, measures))
