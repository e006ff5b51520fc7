"""The start page: ways to begin, recent pieces, and demo pieces that Segue has continued."""

from collections.abc import Sequence
from functools import partial
from itertools import pairwise

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from app.style.theme import scaled
from app.views.start_page.begin_button import BeginButton
from app.views.start_page.continued import ContinuedCard, ContinuedPiece
from app.views.start_page.tiles import GAP, PieceTile, TileGrid
from app.widgets.buttons import TextButton
from app.widgets.keys.one_stop import OneStop
from app.widgets.words import hairline, words

# Pixels: the column beside the tiles.
_SIDE = 271


class StartPage(QWidget):
    """The choices to begin with.

    Signals:
        new_clicked(), open_clicked(): An empty piece; a file.
        record_clicked(): Record into an empty piece.
        folder_clicked(): Add a folder to the library.
        silence_clicked(): Choose another output, because nothing is heard.
        template_chosen(str): An empty piece with the tracks of a template (its key).
        piece_chosen(str): A tile (its key).
        continued_chosen(str): *Open* of a continued piece (its key).
        play_clicked(str): Play a continued piece, or stop it (its key).
        back_clicked(): Back to the open piece.
    """

    new_clicked = Signal()
    open_clicked = Signal()
    record_clicked = Signal()
    folder_clicked = Signal()
    silence_clicked = Signal()
    template_chosen = Signal(str)
    piece_chosen = Signal(str)
    continued_chosen = Signal(str)
    play_clicked = Signal(str)
    back_clicked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("surface", "window")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(self.tr("Start page"))
        self._new = BeginButton("plus", self.tr("New piece"), main=True)
        self._record = BeginButton("record", self.tr("Record"), colour="danger")
        self._recent = TileGrid(self.tr("Recent pieces"))
        self._demos = TileGrid(self.tr("Demo pieces"))
        for grid in (self._recent, self._demos):
            grid.chosen.connect(self.piece_chosen)
        self._cards: list[ContinuedCard] = []
        self._template_buttons: tuple[QWidget, ...] = ()
        self._welcome, self._recents = self._make_welcome(), self._make_recents()
        self._more = words(self.tr("More demo pieces"), tone="title")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self._side())
        row.addWidget(hairline(vertical=True))
        row.addWidget(self._pieces(), 1)
        self.show_keyboard("")
        self.show_recent(())
        self.show_continued((), bars=0)
        self.show_back("")

    def _side(self) -> QWidget:
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(24, 24, 24, 16)
        column.setSpacing(8)
        self._back = TextButton("", kind="link")
        self._back.clicked.connect(self.back_clicked)
        column.addWidget(self._back, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(words(self.tr("Begin"), tone="title"))
        opening = BeginButton(
            "file", self.tr("Open your piece"), detail=self.tr("or drop a file here")
        )
        folder = BeginButton(
            "folder", self.tr("Add your MIDI folder"), detail=self.tr("stays on this computer")
        )
        self._new.clicked.connect(self.new_clicked)
        opening.clicked.connect(self.open_clicked)
        self._record.clicked.connect(self.record_clicked)
        folder.clicked.connect(self.folder_clicked)
        self._begin = (self._new, opening, self._record, folder)
        for button in self._begin:
            column.addWidget(button)
        column.addSpacing(16)
        column.addWidget(words(self.tr("Empty, with tracks for"), tone="dim"))
        self._template_stop = OneStop(inside)
        self._templates = QVBoxLayout()
        self._templates.setSpacing(0)
        column.addLayout(self._templates)
        column.addStretch(1)
        side = _scrolled(inside)
        side.setFixedWidth(scaled(_SIDE))
        side.setProperty("surface", "panel")
        side.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        return side

    def _make_welcome(self) -> QWidget:
        part = QWidget()
        heading = words(
            self.tr("You begin a piece, Segue goes on with it, and you keep what you like."),
            tone="heading",
            wrap=True,
        )
        self._hear = words(tone="dim", wrap=True)
        self._silence = TextButton(
            self.tr("Nothing to hear?"), kind="link", tooltip=self.tr("Choose another output")
        )
        self._silence.clicked.connect(self.silence_clicked)
        self._continued = QHBoxLayout()
        self._continued.setSpacing(16)
        column = QVBoxLayout(part)
        column.setContentsMargins(0, 0, 0, 12)
        column.setSpacing(8)
        column.addWidget(heading)
        column.addWidget(self._hear)
        column.addLayout(self._continued)
        column.addWidget(self._silence, 0, Qt.AlignmentFlag.AlignLeft)
        return part

    def _make_recents(self) -> QWidget:
        part = QWidget()
        column = QVBoxLayout(part)
        column.setContentsMargins(0, 0, 0, 12)
        column.setSpacing(8)
        column.addWidget(words(self.tr("Recent pieces"), tone="title"))
        column.addWidget(self._recent)
        return part

    def _pieces(self) -> QWidget:
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(20, 24, 20, 20)
        column.setSpacing(8)
        for part in (self._recents, self._welcome, self._more, self._demos):
            column.addWidget(part)
        column.addStretch(1)
        area = _scrolled(inside)
        for grid in (self._recent, self._demos):
            grid.focused.connect(lambda tile: area.ensureWidgetVisible(tile, 0, GAP))
        return area

    def show_templates(self, entries: Sequence[tuple[str, str]]) -> None:
        """Show templates, (key, name) each."""
        buttons = []
        for key, name in entries:
            button = TextButton(name, kind="quiet")
            button.setStyleSheet("text-align: left;")
            button.clicked.connect(partial(self.template_chosen.emit, key))
            self._templates.addWidget(button)
            buttons.append(button)
        self._template_stop.hold(buttons)
        self._template_buttons = tuple(buttons)
        self._order()

    def _order(self) -> None:
        """Let Tab go as the eye does: down the left column, then from the top of the pieces."""
        order = [
            self._back,
            *self._begin,
            *self._template_buttons,
            *self._recent.tiles,
            *(button for card in self._cards for button in card.buttons),
            self._silence,
            *self._demos.tiles,
        ]
        for one, following in pairwise(order):
            QWidget.setTabOrder(one, following)

    def show_recent(self, tiles: Sequence[PieceTile]) -> None:
        """Show the recent pieces above the welcome."""
        self._recent.show_tiles(tiles)
        self._order()
        self._recents.setVisible(bool(tiles))

    def show_continued(self, pieces: Sequence[ContinuedPiece], *, bars: int) -> None:
        """Show demo pieces that Segue has continued after some bars."""
        for old in self._cards:
            self._continued.removeWidget(old)
            old.deleteLater()
        self._cards = [ContinuedCard(piece) for piece in pieces]
        for card in self._cards:
            card.play_clicked.connect(self.play_clicked)
            card.open_clicked.connect(self.continued_chosen)
            self._continued.addWidget(card, 1)
        self._order()
        self._hear.setText(
            self.tr(
                "Hear how that sounds: each of these stops after {0} bars, and Segue writes the "
                "next {0}."
            ).format(bars)
        )
        self._hear.setVisible(bool(pieces))
        self._silence.setVisible(bool(pieces))

    def show_playing(self, key: str) -> None:
        """Show which continued piece is playing; an empty key shows that none is."""
        for card in self._cards:
            card.show_playing(on=card.key == key)

    def show_playhead(self, key: str, tick: float) -> None:
        """Show where a continued piece is playing."""
        for card in self._cards:
            if card.key == key:
                card.show_playhead(tick)

    def show_keyboard(self, name: str) -> None:
        """Show which MIDI keyboard was found; an empty name shows that there is none."""
        found = self.tr("{0} found").format(name) if name else ""
        self._record.show_detail(found or self.tr("with the computer's keys"))

    def show_demos(self, tiles: Sequence[PieceTile]) -> None:
        """Show the demo pieces."""
        self._demos.show_tiles(tiles)
        self._order()

    def show_back(self, title: str) -> None:
        """Show a link to the open piece; an empty title hides it."""
        self._back.setVisible(bool(title))
        text = self.tr("Back to ‘{0}’").format(title)
        self._back.show_name(text, text)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        first = next(iter(self._recent.tiles), self._new)
        first.setFocus(Qt.FocusReason.OtherFocusReason)

    def event(self, event: QEvent) -> bool:
        # The window's shortcut on Esc would stop the music of a piece that is not visible.
        if event.type() == QEvent.Type.ShortcutOverride and self._leads_back(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._leads_back(event):
            self.back_clicked.emit()
        else:
            super().keyPressEvent(event)

    def _leads_back(self, event: QEvent) -> bool:
        escape = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape
        return escape and not self._back.isHidden()


def _scrolled(inside: QWidget) -> QScrollArea:
    """Return a column that scrolls up and down where it is too long."""
    inside.setAutoFillBackground(False)
    area = QScrollArea()
    area.setWidget(inside)
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.viewport().setAutoFillBackground(False)
    return area
