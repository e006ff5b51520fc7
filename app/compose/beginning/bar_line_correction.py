"""Offer the beats and bars that were found in a piece, as one undo step.

Music that was just played without a click gets them at once.
"""

from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from app.clients.recording import Recording
from app.files.document_files import Files
from app.main_window.compose_page import ComposePage
from app.main_window.shell import Shell
from app.state.document import Document
from app.state.doubtful_bars import DoubtfulBars
from app.views.notice_strip import NoticeText
from engine.form.regridding import Regridding
from engine.ground.errors import SegueError
from engine.messages import RightBars
from engine.values.beats import SaidBeats
from engine.values.ranges import FEWEST_TAPS
from engine.values.score import Score
from engine.values.time import BarMap

# Keys of the notice and its buttons.
_KEY = "bars"
_PUT_RIGHT, _OTHERS, _OTHER_BEATS = "put_right", "others", "other_beats"
# How long a sentence without a button stays.
_SAID_S = 8.0


class BarLineCorrection(QObject):
    """Checks imported and recorded pieces, or any on demand, and shows the offer.

    Signals:
        others_wanted: The user wants other beats than those on offer, or than those used at once.
        forgotten: Nobody waits for beats any more, nor has an offer of them.

    Args:
        files: Reports imports and checks the bars.
        recording: Reports recordings; one to a click has bars that fit, and gets no offer. One
            without a click in an empty piece gets its beats at once.
        doubtful: Gets the doubtful bars of the beats that are used, and knows which bar lines the
            user moved.
    """

    others_wanted = Signal()
    forgotten = Signal()

    def __init__(
        self,
        shell: Shell,
        page: ComposePage,
        document: Document,
        *,
        files: Files,
        recording: Recording,
        doubtful: DoubtfulBars,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._shell = shell
        self._page = page
        self._doubtful = doubtful
        self._document = document
        self._found: tuple[Score, RightBars] | None = None
        # Whether the user waits for an answer: only then is it said that there are no beats.
        self._asked = False
        self._tapped = False
        # Whether the beats are used as soon as they are found.
        self._at_once = False
        # Whether the offer has had the line, so that the user knows what the bar lines are.
        self._was_told = False
        self._bars = files.bars
        files.imported.connect(self._check)
        recording.recorded.connect(lambda: self._check_recording(guided=recording.guided))
        document.replaced.connect(self._forget)
        doubtful.was_settled.connect(self._offer_others)
        doubtful.changed.connect(lambda: page.ruler.show_doubtful(doubtful.ticks))
        files.bars.do_not_fit.connect(self._tell)
        files.bars.fit.connect(self._tell_fit)
        files.bars.no_beats.connect(self._tell_no_beats)
        files.bars.failed.connect(self._tell_failed)
        shell.actions.bind(bar_lines=self)
        shell.notices.button_clicked.connect(self._on_notice)
        shell.notices.dismissed.connect(self._on_dismissed)
        shell.notices.line_changed.connect(self._on_line)

    def _check(self) -> None:
        self._tapped = self._at_once = False
        self._bars.check(self._document.score)

    def _check_recording(self, *, guided: bool) -> None:
        if guided:
            self._check()
        else:
            self.use_beats()

    def use_beats(self) -> None:
        """Find the beats of music that was just played without a click, and use them at once."""
        self._forget()
        if self._document.score.note_count:
            self._at_once = True
            self._bars.find(self._document.score)

    def follow(self, said: SaidBeats) -> None:
        """Find beats that follow taps, and offer them.

        Args:
            said: The taps, in seconds of the piece, and what the user said with them.
        """
        self._forget()
        if len(said.taps) < FEWEST_TAPS:
            self._say(self.tr("Tap at least four beats: the bars stay as they are."))
            return
        self._find(said)

    def find(self) -> None:
        """Look for the beats, around the bar lines that the user put where they are."""
        self._find(SaidBeats())

    def _find(self, said: SaidBeats) -> None:
        self._forget()
        self._asked, self._tapped = True, bool(said.taps)
        self._say(self.tr("Segue looks for the beats."), lasting=True)
        lines_s = self.settled_s()
        self._bars.find(self._document.score, said=replace(said, lines_s=lines_s))

    def settled_s(self) -> tuple[float, ...]:
        """Return when the bar lines sound that the user put where they are, in seconds."""
        return tuple(map(self._document.timeline.tempo.seconds_at, self._doubtful.settled))

    def _offer_others(self) -> None:
        """Offer to find the other bars around one that the user put right."""
        if self._found is None:
            self._shell.notices.show_notice(
                NoticeText(
                    key=_KEY,
                    happened=self.tr("The bar line stays where you put it."),
                    buttons=((_OTHERS, self.tr("Find the other bars anew")),),
                    about="piece",
                    seconds=2 * _SAID_S,
                    asked=True,
                )
            )

    def cancel(self) -> bool:
        """Drop the beats on offer, or the search for them; return whether there was either."""
        busy = self._found is not None or self._asked or self._at_once
        if busy:
            self._bars.cancel()
            self._forget()
        return busy

    def _forget(self) -> None:
        if self._found is not None:
            self._document.changed.disconnect(self._preview)
        self._found, self._was_told = None, False
        self._asked = self._tapped = self._at_once = False
        self._shell.notices.clear_notice(_KEY)
        self._preview()
        self.forgotten.emit()

    def _preview(self) -> None:
        """Show the bar lines on offer over the notes, once the line of notices explains them.

        Those of another score are not shown.
        """
        lines: tuple[float, ...] = ()
        found_here = self._found is not None and self._found[0] is self._document.score
        if self._was_told and self._found is not None and found_here:
            score, found = self._found
            back = _regridding(score, found).inverse
            bars = BarMap.of(found.score).bar_starts(0, found.score.end + 1)
            lines = tuple(back.tick_of(tick) for _, tick in bars)
        self._page.roll.show_found_lines(lines)

    def _tell(self, score: Score, found: RightBars) -> None:
        self.offer(score, found, because=self._happened(found))

    def offer(self, score: Score, found: RightBars, *, because: str) -> None:
        """Offer beats for the piece, or use them if it was just played without a click.

        Args:
            score: The piece that they were found in.
            found: The beats.
            because: A sentence on where they come from.
        """
        if score is not self._document.score:
            # The piece was edited or replaced meanwhile.
            self._answer(self.tr("The piece was edited: its bars stay as they are."))
            return
        if self._at_once:
            self._forget()
            self._use(score, found)
            self._tell_used(found)
            return
        if self._found is None:
            # Edits matter only while beats are on offer.
            self._document.changed.connect(self._preview)
        asked, self._asked = self._asked, False
        self._found = score, found
        self._preview()
        self._shell.notices.show_notice(
            NoticeText(
                key=_KEY,
                happened=self._lines(found),
                did=f"{because} {self._doubtful_bars(found)}".strip(),
                can=self.tr("With them, every note sounds when it did."),
                buttons=((_PUT_RIGHT, self.tr("Use these beats")), *self._others()),
                about="piece",
                asked=asked,
            )
        )

    def _tell_used(self, found: RightBars) -> None:
        notes = self.tr("Every note sounds when it did.")
        self._shell.notices.show_notice(
            NoticeText(
                key=_KEY,
                happened=self._used(found),
                did=self._happened(found),
                can=f"{self._doubtful_bars(found)} {notes}".strip(),
                buttons=self._others(),
                about="piece",
                seconds=2 * _SAID_S,
                asked=True,
            )
        )

    def _others(self) -> tuple[tuple[str, str], ...]:
        return ((_OTHER_BEATS, self.tr("Other beats")),)

    def _used(self, found: RightBars) -> str:
        # One sentence: in a narrow window it is all that has room.
        text = self.tr("Segue uses bars of %1 beats, %2 a minute: %3 takes them back.")
        return _counted(text, found).replace("%3", self._shell.actions.called("undo"))

    def _lines(self, found: RightBars) -> str:
        # The numbers come first: where the line is too short, its end is cut.
        text = self.tr("Bars of %1 beats, %2 a minute: the green dashed lines.")
        return _counted(text, found)

    def _doubtful_bars(self, found: RightBars) -> str:
        if not found.doubtful:
            return ""
        text = self.tr("Doubtful bars: %1 of %2.").replace("%1", str(len(found.doubtful)))
        return text.replace("%2", str(found.bars))

    def _happened(self, found: RightBars) -> str:
        if self._tapped:
            return self.tr("The beats follow your taps.")
        if found.played:
            return self.tr("This was played without a click.")
        return self.tr("The bars of this piece do not fit its notes.")

    def _tell_fit(self, _score: Score) -> None:
        self._answer(self.tr("The bars of this piece fit its notes already."))

    def _tell_no_beats(self, _score: Score) -> None:
        self._asked = self._asked or self._at_once
        if self._tapped:
            self._answer(
                self.tr("The taps agree with no beat of the music: the bars stay as they are.")
            )
        else:
            text = self.tr("No steady beat was found: the bars stay as they are.")
            self._answer(text, buttons=self._others())

    def _tell_failed(self, _score: Score, error: SegueError) -> None:
        self._answer(str(error))

    def _answer(self, text: str, *, buttons: tuple[tuple[str, str], ...] = ()) -> None:
        """Say a sentence if the user waits for one; a newer check answers an older question too."""
        if self._asked:
            self._asked = self._at_once = False
            self._say(text, buttons=buttons)

    def say(self, text: str, *, waits: bool = False) -> None:
        """Say a sentence about beats in place of an offer, which is dropped.

        Args:
            text: The sentence.
            waits: Whether the user waits for an offer, which may fail.
        """
        self._forget()
        self._asked = waits
        self._say(text, lasting=waits)

    def _say(
        self, text: str, *, lasting: bool = False, buttons: tuple[tuple[str, str], ...] = ()
    ) -> None:
        seconds = 0.0 if lasting else _SAID_S
        self._shell.notices.show_notice(
            NoticeText(
                key=_KEY,
                happened=text,
                buttons=buttons,
                about="piece",
                seconds=2 * seconds if buttons else seconds,
                asked=True,
            )
        )

    def _on_line(self, key: str) -> None:
        if key == _KEY and self._found is not None and not self._was_told:
            self._was_told = True
            self._preview()

    def _on_dismissed(self, key: str) -> None:
        if key == _KEY:
            self._forget()

    def _on_notice(self, key: str, button: str) -> None:
        if (key, button) == (_KEY, _OTHERS):
            self.find()
        if (key, button) == (_KEY, _OTHER_BEATS):
            self.others_wanted.emit()
        if (key, button) != (_KEY, _PUT_RIGHT) or self._found is None:
            return
        score, found = self._found
        self._forget()
        if score is not self._document.score:
            self._say(self.tr("The piece was edited: its bars stay as they are."))
            return
        self._use(score, found)

    def _use(self, score: Score, found: RightBars) -> None:
        regridding = _regridding(score, found)
        self._doubtful.remember(regridding, found.doubtful)
        self._document.regrid(self.tr("Find the beats"), regridding)


def _counted(text: str, found: RightBars) -> str:
    return text.replace("%1", str(found.beats)).replace("%2", f"{found.bpm:.0f}")


def _regridding(score: Score, found: RightBars) -> Regridding:
    return Regridding.between(score, found.score, shift_s=found.shift_s)
