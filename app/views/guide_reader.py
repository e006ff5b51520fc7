"""A window that reads the user guide, where there is no built one for the browser."""

import re
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QSize, Qt, QUrl, Signal
from PySide6.QtGui import QImage, QKeySequence, QResizeEvent, QShortcut, QTextCursor
from PySide6.QtWidgets import QDialog, QHBoxLayout, QTextBrowser, QVBoxLayout, QWidget

from app.style.theme import font
from app.widgets.buttons import TextButton

# Pixels.
_SIZE, _MARGIN, _LETTERS = (860, 720), 24, 15
_ABOVE_HEADING, _BELOW = 16, 8
_FIRST = "index.md"


class GuideReader(QDialog):
    """Shows one page at a time; links lead to others, and back.

    Args:
        folder: Where the pages and their pictures are: nothing else is read.
        text_of: Returns the Markdown of a page by its path; raises OSError.
        parent: The dialog's parent.

    Signals:
        address_clicked(object): The user clicked a link to a page outside the guide (its QUrl).
    """

    address_clicked = Signal(object)

    def __init__(
        self, folder: Path, text_of: Callable[[Path], str], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._folder, self._text_of = folder.resolve(), text_of
        self._page, self._before = "", list[str]()
        self.setWindowTitle(self.tr("User guide"))
        self._text = _Pages(self._folder)
        self._text.setAccessibleName(self.tr("Page of the guide"))
        self._text.anchorClicked.connect(self._follow)
        self._back = TextButton(self.tr("Back"), tooltip=self.tr("The page before (Alt+Left)"))
        self._back.clicked.connect(self.go_back)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Back), self, self.go_back)
        self._contents = TextButton(self.tr("Contents"), tooltip=self.tr("All pages of the guide"))
        self._contents.clicked.connect(lambda: self.show_page(_FIRST))
        close = TextButton(self.tr("Close"), tooltip=self.tr("Close (Esc)"))
        close.clicked.connect(self.accept)
        foot = QHBoxLayout()
        for button in (self._back, self._contents):
            foot.addWidget(button)
        foot.addStretch(1)
        foot.addWidget(close)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 20, 16)
        column.setSpacing(12)
        column.addWidget(self._text, 1)
        column.addLayout(foot)

    def sizeHint(self) -> QSize:
        return QSize(*_SIZE)

    @property
    def page(self) -> str:
        """The page that is shown: its file, and a heading behind `#`."""
        return self._page

    def show_page(self, page: str) -> None:
        """Show a page: its file, and a heading behind `#`; one that is not there shows nothing."""
        before = self._page
        if page != before and self._show(page) and before:
            self._before.append(before)
        self._back.setEnabled(bool(self._before))

    def go_back(self) -> None:
        """Show the page before."""
        if self._before:
            self._show(self._before.pop())
        self._back.setEnabled(bool(self._before))

    def _show(self, page: str) -> bool:
        name, _, heading = page.partition("#")
        path = (self._folder / name).resolve()
        if not path.is_relative_to(self._folder):
            return False
        if name != self._page.partition("#")[0]:
            try:
                text = self._text_of(path)
            except OSError:
                return False
            self._text.show_text(text)
        self._page = page
        self._text.show_heading(heading)
        return True

    def _follow(self, link: QUrl) -> None:
        if link.scheme() in ("http", "https"):
            self.address_clicked.emit(link)
        elif not link.scheme():
            name = link.path() or self._page.partition("#")[0]
            self.show_page(f"{name}#{link.fragment()}" if link.hasFragment() else name)


class _Pages(QTextBrowser):
    """The text; it loads nothing but pictures of one folder, as wide as there is room."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder, self._markdown = folder, ""
        self.setOpenLinks(False)
        self.document().setDefaultFont(font(_LETTERS))
        self.document().setDocumentMargin(_MARGIN)

    def show_text(self, markdown: str) -> None:
        """Show a page from its top."""
        self._markdown = markdown
        self.setMarkdown(markdown)
        cursor = QTextCursor(self.document())
        while True:
            if cursor.currentTable() is None:
                form = cursor.blockFormat()
                form.setTopMargin(_ABOVE_HEADING if form.headingLevel() > 1 else 0)
                form.setBottomMargin(_BELOW)
                cursor.setBlockFormat(form)
            if not cursor.movePosition(QTextCursor.MoveOperation.NextBlock):
                return

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        name = QUrl(name)
        path = (self._folder / name.path()).resolve()
        if name.scheme() or name.host() or not path.is_relative_to(self._folder):
            return None
        picture = QImage(str(path))
        width = max(100, self.viewport().width() - 2 * _MARGIN)
        if picture.width() <= width:
            return picture
        smooth = Qt.TransformationMode.SmoothTransformation
        return picture.scaledToWidth(width, smooth)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            # The pictures are loaded again, in their new width.
            place = self.verticalScrollBar().value()
            self.show_text(self._markdown)
            self.verticalScrollBar().setValue(place)

    def show_heading(self, heading: str) -> None:
        """Scroll to a heading, in the form that links have; to the top where there is none."""
        self.moveCursor(QTextCursor.MoveOperation.Start)
        self.verticalScrollBar().setValue(0)
        block = self.document().begin()
        while block.isValid():
            if heading and block.blockFormat().headingLevel() and _slug(block.text()) == heading:
                top = self.document().documentLayout().blockBoundingRect(block).top()
                self.verticalScrollBar().setValue(round(top))
                self.setTextCursor(QTextCursor(block))
                return
            block = block.next()


def _slug(heading: str) -> str:
    """Return a heading as links write it."""
    kept = re.sub(r"[^\w\- ]", "", heading.lower())
    return kept.strip().replace(" ", "-")
