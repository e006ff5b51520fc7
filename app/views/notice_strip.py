"""Errors and news in one strip: what happened, what Segue did, what the user can do."""

from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

NoticeTone = Literal["news", "warning", "danger"]


@dataclass(frozen=True, slots=True, kw_only=True)
class NoticeText:
    """One notice.

    Attributes:
        key: Names it; a new notice with the same key takes its place.
        happened: One sentence.
        did: What Segue did, or empty.
        can: What the user can do, or empty.
        buttons: (key, label) of each button.
        tone: How grave it is.
        seconds: It goes by itself after this long; 0 stays until it is closed.
        details: For "Copy details", or empty.
    """

    key: str
    happened: str
    did: str = ""
    can: str = ""
    buttons: tuple[tuple[str, str], ...] = ()
    tone: NoticeTone = "news"
    seconds: float = 0.0
    details: str = ""


class NoticeStrip(QWidget):
    """Shows up to three notices above each other; hidden without any.

    Signals:
        button_clicked(str, str): Keys of the notice and the button; the notice is then gone.
        dismissed(str): Closed by the user or by time.
        details_copied(str): The details are on the clipboard.
    """

    button_clicked = Signal(str, str)
    dismissed = Signal(str)
    details_copied = Signal(str)

    def show_notice(self, notice: NoticeText) -> None:
        """Show a notice, in place of one with the same key."""

    def clear_notice(self, key: str) -> None:
        """Take a notice away; no signal."""

    def notices(self) -> tuple[NoticeText, ...]:
        """Return what is shown."""
        return ()
