"""The pieces: a search field, filters, and a list of as many rows as the library has."""

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from app.views.library_panel.piece_menu import PieceMenu, numbers_of
from app.views.library_panel.piece_model import PieceModel
from app.widgets.buttons import TextButton
from app.widgets.key_names import key_in_own_words
from app.widgets.words import give_unseen_label, words
from app.words.figures import length_text, number
from engine.values.library import FoundPiece, PieceOrder, PieceQuery

if TYPE_CHECKING:
    from app.views.library_panel.piece_table import PieceTable
    from app.views.library_panel.piece_view import PieceView

# Lower and upper limits in seconds and in beats a minute; 0 is no limit.
LENGTHS = ((0, 30), (30, 60), (60, 120), (120, 300), (300, 0))
TEMPOS = ((0, 60), (60, 90), (90, 120), (120, 150), (150, 0))
# A user who types a word starts one search, not one for each letter.
_SEARCH_AFTER_MS = 60


class PieceBrowser(QWidget):
    """All pieces, to search, filter, tick and open; the panel and the page have one each.

    Args:
        model: The rows.
        view: The list or the table that shows them.

    Signals:
        opened(str), heard(str), added(str), remembered(str), revealed(str): The key of a row: open
            the piece, hear it (again: stop), add it to the open piece, let the model read it
            first, show its file.
        sought(object): The user wants to see other pieces (`PieceQuery`).
        wanted(int, int): First row and how many are to be shown.
        used(object, bool): Numbers of pieces, and whether models may learn from them.
        tagged(object, object): Numbers of pieces, and their tags from now on.
        rights_noted(object, str): Numbers of pieces, and whose music it is.
        count_shown(int): There are so many pieces now.
        rows_shown(): Rows came that are in sight.
    """

    opened = Signal(str)
    heard = Signal(str)
    added = Signal(str)
    remembered = Signal(str)
    revealed = Signal(str)
    sought = Signal(object)
    wanted = Signal(int, int)
    used = Signal(object, bool)
    tagged = Signal(object, object)
    rights_noted = Signal(object, str)
    count_shown = Signal(int)
    rows_shown = Signal()

    def __init__(self, model: PieceModel, view: "PieceView | PieceTable") -> None:
        super().__init__()
        self._model = model
        self._total = 0
        self._reading = ""
        self._is_covered = False
        self.query = PieceQuery()
        self.view = view
        self._folder = ""
        self._order: PieceOrder = "name"
        self._descending = False
        self._search_soon = QTimer(self, singleShot=True, interval=_SEARCH_AFTER_MS)
        self._search_soon.timeout.connect(self._search)
        self._make_search()
        self._make_filters()
        self._make_nothing()
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._top)
        column.addWidget(self.view, 1)
        column.addWidget(self._nothing, 1)
        self._connect()
        self.show_total(0)

    def _connect(self) -> None:
        view, menu = self.view, PieceMenu(self)
        self._model.wanted.connect(self.wanted)
        view.opened.connect(lambda row: self.opened.emit(row.key))
        view.heard.connect(lambda row: self.heard.emit(row.key))
        view.ticked.connect(lambda rows, used: self.used.emit(numbers_of(rows), used))
        view.menu_wanted.connect(lambda row, place: menu.open(row, view.selected(), place))
        for said, signal in (
            (menu.opened, self.opened),
            (menu.auditioned, self.heard),
            (menu.added, self.added),
            (menu.remembered, self.remembered),
            (menu.revealed, self.revealed),
            (menu.used, self.used),
            (menu.tagged, self.tagged),
            (menu.rights_noted, self.rights_noted),
        ):
            said.connect(signal)

    def _make_search(self) -> None:
        self.field = QLineEdit()
        self.field.setClearButtonEnabled(True)
        self.field.setMinimumHeight(32)
        self.field.setAccessibleName(self.tr("Search pieces…"))
        self.field.setToolTip(self.tr("Words in titles, composers, folders and tags"))
        self.field.textChanged.connect(lambda _text: self._search_soon.start())
        self._more = TextButton(
            self.tr("Filter"), checkable=True, tooltip=self.tr("Show only some of the pieces")
        )

    def _make_filters(self) -> None:
        self._boxes: dict[str, QComboBox] = {}
        self._filters = QWidget()
        grid = QGridLayout(self._filters)
        grid.setContentsMargins(0, 6, 0, 0)
        grid.setSpacing(6)
        names = {
            "family": (self.tr("Any instrument"), self.tr("Instrument")),
            "key": (self.tr("Any key"), self.tr("Key")),
            "seconds": (self.tr("Any length"), self.tr("Length")),
            "bpm": (self.tr("Any tempo"), self.tr("Tempo")),
            "tag": (self.tr("Any tag"), self.tr("Tag")),
        }
        for place, (what, (anything, name)) in enumerate(names.items(), 1):
            box = QComboBox()
            box.setProperty("kind", "small")
            box.setAccessibleName(name)
            box.setToolTip(name)
            give_unseen_label(box)
            box.setMinimumContentsLength(6)
            box.setSizeAdjustPolicy(
                QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
            )
            box.addItem(anything, getattr(PieceQuery(), what))
            box.currentIndexChanged.connect(lambda _index: self._search())
            self._boxes[what] = box
            if what == "family":  # their names are long
                grid.addWidget(box, 0, 0, 1, 2)
            else:
                grid.addWidget(box, place // 2, place % 2)
        self._all = TextButton(self.tr("Show all"), tooltip=self.tr("Clear search and filters"))
        self._all.clicked.connect(self.clear)
        grid.addWidget(self._all, 3, 0, 1, 2, Qt.AlignmentFlag.AlignRight)
        self._filters.setVisible(False)
        self._more.toggled.connect(self._filters.setVisible)
        self._offer("seconds", ((_lengths_text(limits), limits) for limits in LENGTHS))
        self._offer("bpm", ((_tempos_text(limits), limits) for limits in TEMPOS))
        self._top = QWidget()
        top = QVBoxLayout(self._top)
        top.setContentsMargins(10, 10, 10, 8)
        top.setSpacing(0)
        line = QHBoxLayout()
        line.setSpacing(6)
        line.addWidget(self.field, 1)
        line.addWidget(self._more)
        top.addLayout(line)
        top.addWidget(self._filters)

    def _make_nothing(self) -> None:
        self._empty = words("", tone="dim", wrap=True)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self._clear = TextButton(self.tr("Clear"), tooltip=self.tr("Clear search and filters"))
        self._clear.clicked.connect(self.clear)
        self._nothing = QWidget()
        nothing = QVBoxLayout(self._nothing)
        nothing.setContentsMargins(16, 24, 16, 8)
        nothing.setSpacing(10)
        nothing.addWidget(self._empty)
        nothing.addWidget(self._clear, 0, Qt.AlignmentFlag.AlignHCenter)
        self._offered = QWidget()
        self.extra = QVBoxLayout(self._offered)
        self.extra.setContentsMargins(0, 0, 0, 0)
        nothing.addWidget(self._offered)
        nothing.addStretch(1)

    # --- what is shown ---------------------------------------------------------------------

    def show_found(self, count: int) -> None:
        """Show so many pieces; their rows are asked for as they come into sight."""
        self._model.show_count(count)
        self.refresh()
        self.count_shown.emit(count)

    def show_rows(self, first: int, rows: tuple[FoundPiece, ...]) -> None:
        """Show these rows of the pieces found, from `first` on."""
        self._model.show_rows(first, rows)
        self.rows_shown.emit()

    def show_total(self, total: int) -> None:
        """Say how many pieces the whole library has."""
        self._total = total
        self.field.setPlaceholderText(self.tr("Search {0} pieces…").format(number(total)))
        self.refresh()

    @property
    def total(self) -> int:
        """How many pieces the whole library has."""
        return self._total

    def show_import(self, reading: str) -> None:
        """Say what is being read where there is no piece yet; empty when nothing is."""
        self._reading = reading
        self.refresh()

    def offer_filters(
        self,
        *,
        families: Iterable[tuple[str, int]],
        keys: Iterable[str],
        tags: Iterable[str],
    ) -> None:
        """Offer these to filter by: (name, number) of instruments; keys; tags."""
        self._offer("family", families)
        self._offer("key", ((key_in_own_words(key), key) for key in keys))
        self._offer("tag", ((tag, tag) for tag in tags))

    def _offer(self, what: str, entries: Iterable[tuple[str, Any]]) -> None:
        box = self._boxes[what]
        chosen = box.currentData()
        box.blockSignals(True)
        while box.count() > 1:
            box.removeItem(1)
        for text, data in entries:
            box.addItem(text, data)
        # The choice stays, also if no piece of it is left.
        places = [i for i in range(box.count()) if box.itemData(i) == chosen]
        if not places:
            box.addItem(str(chosen), chosen)
            places = [box.count() - 1]
        box.setCurrentIndex(places[0])
        box.blockSignals(False)

    def refresh(self) -> None:
        """Show the list, or why it is empty."""
        shown = self._model.rowCount()
        self.view.setVisible(shown > 0 and not self._is_covered)
        self._nothing.setVisible(shown == 0 and not self._is_covered)
        asked = _unsorted(self.query)
        sought = asked != PieceQuery()
        self._top.setVisible(self._total > 0 or sought)
        add = self.tr("Add a folder of MIDI files. They stay where they are.")
        text = self._reading or add
        if sought and asked == PieceQuery(text=asked.text):
            text = self.tr("No piece named ‘{0}’.").format(asked.text)
        elif sought:
            text = self.tr("No piece is like that.")
        self._empty.setText(text)
        self._clear.setVisible(sought)
        self._offered.setVisible(not self._reading)

    def hold(self, groups: QWidget) -> None:
        """Give the groups their place over the list."""
        self._column.insertWidget(1, groups)

    def cover(self, on: bool) -> None:  # noqa: FBT001 - a signal's argument
        """Leave the place of the list to another one, or take it back."""
        self._is_covered = on
        self.refresh()

    def clear(self) -> None:
        """Show all pieces."""
        self._search_soon.stop()
        for part in (self.field, *self._boxes.values()):
            part.blockSignals(True)
        self.field.clear()
        for box in self._boxes.values():
            box.setCurrentIndex(0)
        for part in (self.field, *self._boxes.values()):
            part.blockSignals(False)
        self._search()

    def focus_search(self) -> None:
        """Put the cursor into the search field."""
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show_only(self, folder: str) -> None:
        """Show only what lies in a folder, by its key; empty for all."""
        self._folder = folder
        self._search()

    def sort(self, order: PieceOrder, *, descending: bool) -> None:
        """Sort by this from now on."""
        self._order, self._descending = order, descending
        self._search()

    def _search(self) -> None:
        self._search_soon.stop()
        chosen = {what: box.currentData() for what, box in self._boxes.items()}
        query = PieceQuery(
            text=self.field.text().strip(),
            family=int(chosen["family"]),
            key=str(chosen["key"]),
            # Qt gives its own pairs back as lists.
            seconds=tuple(chosen["seconds"]),
            bpm=tuple(chosen["bpm"]),
            tag=str(chosen["tag"]),
            folder=bytes.fromhex(self._folder),
            order=self._order,
            descending=self._descending,
        )
        if query != self.query:
            self.query = query
            self._more.setText(
                self.tr("Filtered")
                if replace(_unsorted(query), text="", folder=b"") != PieceQuery()
                else self.tr("Filter")
            )
            self.sought.emit(query)

    def sizeHint(self) -> QSize:
        return QSize(220, 400)


def _unsorted(query: PieceQuery) -> PieceQuery:
    return replace(query, order="name", descending=False)


def _lengths_text(limits: tuple[int, int]) -> str:
    low, high = (length_text(limit) for limit in limits)
    return (
        f"{low} – {high}" if limits[0] and limits[1] else f"< {high}" if limits[1] else f"> {low}"
    )


def _tempos_text(limits: tuple[int, int]) -> str:
    low, high = limits
    return f"♩ {low} – {high}" if low and high else f"♩ < {high}" if high else f"♩ > {low}"
