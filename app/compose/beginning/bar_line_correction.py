"""Offer to correct the bar lines of an imported piece, as one undo step."""

from PySide6.QtCore import QObject

from app.files.document_files import Files
from app.main_window.shell import Shell
from app.state.document import Document
from app.views.notice_strip import NoticeText
from engine.messages import RightBars
from engine.music.score import Score

# Keys of the notice and its button.
_KEY = "bars"
_PUT_RIGHT = "put_right"


class BarLineCorrection(QObject):
    """Checks imported pieces and shows the offer.

    Args:
        files: Reports imports and checks the bars.
    """

    def __init__(
        self,
        shell: Shell,
        document: Document,
        files: Files,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._shell = shell
        self._document = document
        self._found: tuple[Score, RightBars] | None = None
        files.imported.connect(lambda: files.bars.check(document.score))
        document.replaced.connect(self._forget)
        files.bars.do_not_fit.connect(self._tell)
        shell.notices.button_clicked.connect(self._on_notice)

    def _forget(self) -> None:
        self._found = None
        self._shell.notices.clear_notice(_KEY)

    def _tell(self, score: Score, found: RightBars) -> None:
        if score is not self._document.score:
            return  # the piece was edited or replaced meanwhile
        self._found = score, found
        self._shell.notices.show_notice(
            NoticeText(
                key=_KEY,
                happened=self.tr("The bars of this piece do not fit its notes."),
                did=self.tr("Most seem to have %1 beats.").replace("%1", str(found.beats)),
                can=self.tr("What the model adds follows the bars as they are."),
                buttons=((_PUT_RIGHT, self.tr("Put bars right")),),
            )
        )

    def _on_notice(self, key: str, button: str) -> None:
        if (key, button) != (_KEY, _PUT_RIGHT) or self._found is None:
            return
        score, found = self._found
        self._forget()
        if score is not self._document.score:
            text = self.tr("The piece was edited: its bars stay as they are.")
            self._shell.notices.show_notice(NoticeText(key=_KEY, happened=text, seconds=8.0))
            return
        composition = self._document.composition.with_score(found.score)
        self._document.edit(self.tr("Put bars right"), composition)
