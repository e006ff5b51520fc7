"""Binds the page on the user's taste."""

from collections.abc import Mapping

from PySide6.QtCore import QObject

from app.files.taste_file import TasteFile
from app.main_window.shell import Shell
from app.state.learned_taste import LearnedTaste
from app.views.notice_strip import NoticeText
from app.views.preferences.taste_page import TastePage

# More words than these would be no character any more.
_MOST_WORDS = 4


class TasteViews(QObject):
    """Shows what was learned, and resets it.

    Args:
        shell: Has the notices.
        taste: The taste.
        file: Where it is kept.
    """

    def __init__(
        self, shell: Shell, taste: LearnedTaste, file: TasteFile, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._taste = taste
        self._page: TastePage | None = None
        taste.changed.connect(self._show)
        if file.damage is not None:
            shell.notices.show_notice(
                NoticeText(
                    key="taste",
                    happened=self.tr("Your taste could not be read, so Segue learns it anew."),
                    tone="warning",
                    details=file.damage.reason,
                )
            )

    def show_in(self, page: TastePage) -> None:
        """Show it in a page from now on."""
        self._page = page
        page.reset_clicked.connect(self._taste.reset)
        self._show()

    def _show(self) -> None:
        if self._page is None:
            return
        count = len(self._taste.choices)
        nothing = "" if count else self.tr("Nothing was learned yet.")
        self._page.show_learned(nothing or self._said(count), why_no_reset=nothing)

    def _said(self, count: int) -> str:
        found = [
            self._words()[name][weight < 0]
            for name in self._taste.taste.sure[:_MOST_WORDS]
            for weight in (getattr(self._taste.taste.weights, name),)
        ]
        learned = ", ".join(found) or self.tr("nothing clear yet")
        text = self.tr("You prefer: %1 (from %n choice(s)).", "", count)
        return text.replace("%1", learned)

    def _words(self) -> Mapping[str, tuple[str, str]]:
        """Return what more and less of each trait is called."""
        return {
            "density": (self.tr("busier"), self.tr("sparser")),
            "height": (self.tr("higher"), self.tr("lower")),
            "width": (self.tr("a wide range"), self.tr("a narrow range")),
            "chromatic": (self.tr("more chromatic"), self.tr("in the key")),
            "off_beat": (self.tr("off the beat"), self.tr("on the beat")),
            "loudness": (self.tr("louder"), self.tr("softer")),
            "leaps": (self.tr("leaps"), self.tr("steps")),
            "rests": (self.tr("more rests"), self.tr("fewer rests")),
            "length": (self.tr("longer notes"), self.tr("shorter notes")),
            "likeness": (self.tr("like the piece"), self.tr("unlike the piece")),
        }
