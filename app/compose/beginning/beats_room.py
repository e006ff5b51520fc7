"""The page of beats: a draft of the beats, its changes, and the decision as one undo step."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject

from app.clients.playing import Playing
from app.clients.recording import Recording
from app.compose.beginning import beats_shown
from app.compose.beginning.beat_search import BeatSearch, Cause
from app.compose.beginning.beat_tapping import BeatTapping
from app.compose.beginning.beats_heard import BeatsHeard
from app.files.document_files import Files
from app.main_window.shell import Shell
from app.main_window.workspaces import Workspaces
from app.state.beats.doubtful_bars import DoubtfulBars
from app.state.beats.draft import BeatDraft
from app.state.document import Document
from app.views.beats.page import BeatsPage
from app.views.notice_strip import NoticeText
from app.words.figures import signed_decimal
from engine.messages import RightBars
from engine.values.beats import SaidBeats
from engine.values.ranges import FEWEST_TAPS
from engine.values.score import Score

# The key of the notices and their buttons, and how long they stay.
_KEY, _LOOK, _UNDO = "bars", "look", "undo"
_SAID_S = 16.0
# Changes of a draft that can be taken back.
_MOST_DRAFTS = 100


class BeatsRoom(QObject):
    """Opens the page for a recording without a click and on demand; the piece changes at its end.

    Args:
        files: Reports imports.
        recording: Reports recordings; one without a click opens the page, once in a piece.
        doubtful: The doubtful and the settled bar lines of the piece.
        colours: Returns the index of each track's colour.
    """

    def __init__(
        self,
        shell: Shell,
        workspaces: Workspaces,
        document: Document,
        *,
        files: Files,
        recording: Recording,
        doubtful: DoubtfulBars,
        search: BeatSearch,
        tapping: BeatTapping,
        heard: BeatsHeard,
        playing: Playing,
        colours: Callable[[], tuple[int, ...]],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._shell, self._workspaces, self._document = shell, workspaces, document
        self._doubtful, self._search, self._tapping = doubtful, search, tapping
        self._heard, self._playing, self._colours = heard, playing, colours
        self._page: BeatsPage | None = None
        # The drafts since the page was opened, the newest last; the first are the piece's own bars.
        self._drafts: tuple[BeatDraft, ...] = ()
        # The second of the chosen beat, the beats in a bar that the user chose on the page (0 for
        # none), and whether the page has opened by itself in this piece.
        self._at_s = 0.0
        self._meter = 0
        self._was_opened = False
        files.imported.connect(lambda: search.look_at("came"))
        recording.recorded.connect(lambda: search.look_at("came" if recording.guided else "played"))
        search.began.connect(self._say)
        search.found.connect(self._on_found)
        search.nothing.connect(self._on_nothing)
        tapping.changed.connect(self._show_taps)
        tapping.ended.connect(self._follow)
        heard.moved.connect(self._show_playhead)
        document.replaced.connect(self._on_replaced)
        doubtful.changed.connect(lambda: workspaces.compose.ruler.show_doubtful(doubtful.ticks))
        workspaces.changed.connect(self._on_workspace)
        shell.notices.button_clicked.connect(self._on_notice)
        shell.actions.bind(beats=self)

    # --- opened and closed -------------------------------------------------------------------

    @property
    def is_open(self) -> bool:
        """Whether the page is visible."""
        return self._workspaces.current == "beats"

    @property
    def draft(self) -> BeatDraft:
        """The draft that the page shows."""
        return self._drafts[-1]

    def find(self) -> None:
        """Open the page and look for the beats, around the lines that the user put."""
        if self._open():
            self._search.find(SaidBeats(), self.draft.settled_s)

    def find_others(self) -> None:
        """Open the page and look for other beats, the most likely first; again for the next."""
        if self._open():
            self._search.find_others(self.draft.settled_s)

    def tap(self) -> None:
        """Open the page and begin to take taps, or end them."""
        if self._open():
            self._heard.stop()
            self._tapping.toggle(from_s=self._at_s)

    def use_beats(self) -> None:
        """Look for the beats of music that was just played without a click."""
        self._search.look_at("played")

    def open_at(self, tick: int) -> None:
        """Open the page at a tick of the piece, with the bars that it has."""
        if self._open():
            self._choose(self._document.timeline.tempo.seconds_at(tick))

    def _open(self) -> bool:
        """Show the page with the bars that the piece has; return whether it has music."""
        if not self._document.score.note_count:
            self._shell.status.show_reason(self.tr("There is no music to find beats in."))
            return False
        if self.is_open:
            return True
        self._shell.notices.clear_notice(_KEY)
        if self._page is None:
            self._page = self._made_page()
        self._begin_drafts()
        self._document.changed.connect(self._on_changed)
        self._workspaces.show_workspace("beats")
        self._page.grid.setFocus()
        return True

    def _made_page(self) -> BeatsPage:
        page = self._workspaces.beats
        self._heard.show_on(page)
        side, grid = page.side, page.grid
        page.chosen.connect(self._choose)
        page.undo_wanted.connect(self._undo)
        page.pictures_wanted.connect(lambda: self._heard.draw(self._at_s))
        grid.seek_requested.connect(self._seek)
        grid.line_moved.connect(self._move)
        grid.beat_one_clicked.connect(self._begin_bar)
        grid.no_bar_clicked.connect(self._join_bars)
        side.level_chosen.connect(lambda level: self._change(partial(self.draft.at_level, level)))
        side.meter_chosen.connect(self._choose_meter)
        side.later_clicked.connect(lambda: self._change(self.draft.one_beat_later))
        side.tap_clicked.connect(self.tap)
        side.others_clicked.connect(self.find_others)
        side.use_clicked.connect(self.use)
        side.leave_clicked.connect(self.leave)
        return page

    def _begin_drafts(self) -> None:
        """Begin with the bars that the piece has."""
        score, at_s = self._document.score, self._document.timeline.tempo.seconds_at
        draft = BeatDraft.of_piece(
            score, doubtful=self._doubtful.ticks, settled=self._doubtful.settled
        )
        self._drafts, self._meter = (draft,), 0
        if self._page is not None:
            self._page.show_played(beats_shown.played(score, self._colours()))
            self._page.show_says(self.tr("Every note keeps the time at which you played it."))
        self._at_s = at_s(self._playing.tick)
        self._show(draft)

    def leave(self) -> None:
        """Close the page; the piece stays as it is."""
        if self.is_open:
            self._workspaces.show_workspace("compose")

    def cancel(self) -> bool:
        """Leave the page, or drop the search for beats; return whether there was either."""
        was_open = self.is_open
        self.leave()
        return was_open

    def use(self) -> None:
        """Give the piece the beats of the draft, as one undo step."""
        if not self.is_open or self.draft.is_of_piece:
            return
        draft = self.draft
        said, _ = beats_shown.headline(draft, found=False)
        self.leave()
        self._doubtful.remember(draft.regridding, draft.doubtful, settled=draft.settled)
        self._document.regrid(self.tr("Find the beats"), draft.regridding)
        text = self.tr("The piece has %1. Every note sounds when it did.").replace("%1", said)
        self._tell(text, buttons=((_UNDO, self.tr("Undo")),))

    def _on_workspace(self, name: str) -> None:
        if name != "beats" and self._drafts:
            self._search.cancel()
            self._tapping.cancel()
            self._drafts = ()
            self._document.changed.disconnect(self._on_changed)
            self._heard.show_draft(None)

    def _on_replaced(self) -> None:
        self._was_opened = False
        self._search.cancel()
        self._shell.notices.clear_notice(_KEY)
        self.leave()

    def _on_changed(self, _change: object) -> None:
        """Begin anew if the piece is edited beside the page."""
        if self.draft.piece is not self._document.score:
            self._begin_drafts()

    # --- what was found ----------------------------------------------------------------------

    def _on_found(self, score: Score, found: RightBars, cause: Cause, said: str) -> None:
        opens = cause == "played" and not self._was_opened
        if not self.is_open and not opens:
            self._tell(said, buttons=((_LOOK, self.tr("Look at the beats")),))
            return
        if opens:
            self._was_opened = True
            self._open()
        settled_s = self.draft.settled_s if cause == "asked" else ()
        self._push(BeatDraft.of_found(score, found, settled_s=settled_s))
        first = self.draft.doubtful or self.draft.lines
        self._choose(self.draft.second_of(first[0]))
        self._say(said)

    def _on_nothing(self, cause: Cause, text: str) -> None:
        if self.is_open:
            self._say(text)
        elif cause == "played" and text:
            self._tell(text, buttons=((_LOOK, self.tr("Look at the beats")),))

    def _say(self, text: str) -> None:
        if self._page is not None and self.is_open:
            self._page.show_says(text)

    def _tell(self, text: str, *, buttons: tuple[tuple[str, str], ...]) -> None:
        self._shell.notices.show_notice(
            NoticeText(
                key=_KEY, happened=text, buttons=buttons, about="piece", seconds=_SAID_S, asked=True
            )
        )

    def _on_notice(self, key: str, button: str) -> None:
        if key != _KEY:
            return
        self._shell.notices.clear_notice(_KEY)
        if button == _LOOK:
            self.find()
        elif self.is_open:
            self._undo()
        else:
            self._document.undo()

    # --- changes of the draft ----------------------------------------------------------------

    def _push(self, draft: BeatDraft) -> None:
        self._drafts = (*self._drafts[-_MOST_DRAFTS:], draft)
        self._show(draft)

    def _change(self, change: Callable[[], BeatDraft]) -> None:
        try:
            self._push(change())
        except ValueError:
            self._show(self.draft)
            self._say(self.tr("That cannot be: no file could write its tempo or meter."))

    def _undo(self) -> None:
        if len(self._drafts) > 1:
            self._drafts = self._drafts[:-1]
            self._show(self.draft)
            self._say(self.tr("The last change is taken back."))

    def _choose_meter(self, beats: int) -> None:
        self._meter = beats
        self._change(partial(self.draft.with_meter, beats))

    def _begin_bar(self) -> None:
        self._change(partial(self.draft.with_beat_one, self._at_s))

    def _join_bars(self) -> None:
        line = min(self.draft.lines, key=lambda tick: abs(self.draft.second_of(tick) - self._at_s))
        if abs(self.draft.second_of(line) - self._at_s) < 1e-3:
            self._change(partial(self.draft.without_line, line))

    def _move(self, number: int, to_s: float) -> None:
        before = self.draft
        line = before.lines[number - 1]
        self._at_s = to_s
        self._change(partial(before.with_line_at, line, to_s))
        if self.draft is not before:
            self._at_s = self.draft.second_of(line)
            self._show(self.draft)
            seconds = self._at_s - before.second_of(line)
            text = self.tr("Bar line %1 moved by %2 s.").replace("%1", str(number))
            text = text.replace("%2", signed_decimal(seconds, 2))
            self._tell(text, buttons=((_UNDO, self.tr("Undo")),))

    def _choose(self, at_s: float) -> None:
        self._at_s = at_s
        if self._page is not None:
            self._page.show_chosen(at_s)

    def _show(self, draft: BeatDraft) -> None:
        self._heard.show_draft(draft)
        if self._page is None:
            return
        found = len(self._drafts) > 1
        said, about = beats_shown.headline(draft, found=found)
        self._page.show_counted(beats_shown.counted(draft, found=found), said=said, about=about)
        beats = map(draft.second_of, draft.beats)
        self._choose(min(beats, key=lambda each: abs(each - self._at_s), default=0.0))

    # --- heard and tapped --------------------------------------------------------------------

    def _seek(self, at_s: float) -> None:
        self._heard.stop()
        self._playing.seek(round(self._document.timeline.tempo.tick_at(at_s)))

    def _show_playhead(self, at_s: float) -> None:
        if self._page is not None and self.is_open:
            self._page.grid.show_playhead(at_s)

    def _show_taps(self, taps: tuple[bool, ...]) -> None:
        if self._page is not None:
            self._page.side.show_taps(taps, on=self._tapping.on)

    def _follow(self, said: SaidBeats) -> None:
        """Find beats that follow taps.

        Args:
            said: The taps, in seconds of the piece.
        """
        if not self._drafts:
            return
        if len(said.taps) < FEWEST_TAPS:
            self._say(self.tr("Tap at least four beats: the bars stay as they are."))
            return
        self._search.find(replace(said, beats_in_bar=self._meter), self.draft.settled_s)
