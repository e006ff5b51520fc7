"""The page of the library: folders, a table of all pieces, and the number of ticked ones."""

from collections.abc import Callable

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QHBoxLayout,
    QSplitter,
    QStackedWidget,
    QTreeWidget,
    QTreeWidgetItem,
    QTreeWidgetItemIterator,
    QVBoxLayout,
    QWidget,
)

from app.views.library_panel.delegates import facts_text
from app.views.library_panel.import_report import ImportReport
from app.views.library_panel.piece_browser import PieceBrowser
from app.views.library_panel.piece_model import PieceModel
from app.views.library_panel.piece_table import PieceTable, columns
from app.views.library_panel.rows import FolderRow
from app.views.library_panel.thumbnails import ThumbnailView
from app.widgets.buttons import TextButton
from app.widgets.words import ElidedLabel, hairline, words
from app.words.figures import length_text, number
from engine.values.library import FoundPiece

_FOLDER_ROLE = Qt.ItemDataRole.UserRole
# Pixels.
_FOLDERS_WIDTH = 210
_PICTURE_HEIGHT = 72


class LibraryPage(QWidget):
    """Shows all pieces, to search, play, open and tick them.

    Signals:
        found_used(bool): Tick or untick all pieces that are shown.
        add_folder_clicked(), report_clicked(), train_clicked(): Buttons.
        style_clicked(object): Make a style of the pieces that are shown (`PieceQuery`).
        remove_folder_clicked(object): Remove a folder from the library (its `FolderRow`).

    Attributes:
        pieces: Search, filters and the table.
        report: The report of the last import.
    """

    found_used = Signal(bool)
    add_folder_clicked = Signal()
    report_clicked = Signal()
    train_clicked = Signal()
    style_clicked = Signal(object)
    remove_folder_clicked = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._folders: tuple[FolderRow, ...] = ()
        self._importing = False
        self.setProperty("surface", "window")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(self.tr("Library"))
        self._make_folders()
        self._make_pieces()
        self._make_preview()
        self._make_foot()
        self.report = ImportReport()
        self.report.closed.connect(lambda: self.show_report(on=False))
        self._lay_out()
        self.show_library(total=0, ticked=0, seconds=0.0)
        self.show_folders(())
        self.show_import("")

    # --- parts -----------------------------------------------------------------------------

    def _make_folders(self) -> None:
        self._tree = QTreeWidget()
        self._tree.setHeaderHidden(True)
        self._tree.setColumnCount(1)
        self._tree.setAccessibleName(self.tr("Folders"))
        self._tree.currentItemChanged.connect(self._choose_folder)
        self._add = TextButton(
            self.tr("Add folder…"), tooltip=self.tr("Or drop folders and files here")
        )
        self._add.clicked.connect(self.add_folder_clicked)
        self._remove = TextButton(
            self.tr("Remove folder…"),
            tooltip=self.tr("The library forgets it; its files stay where they are (Delete)"),
        )
        self._remove.clicked.connect(self._remove_folder)
        by_key = QShortcut(QKeySequence.StandardKey.Delete, self._tree)
        by_key.setContext(Qt.ShortcutContext.WidgetShortcut)
        by_key.activated.connect(self._remove.click)

    def _make_pieces(self) -> None:
        rows = PieceModel(lambda row: row.title, columns=columns())
        self.table = PieceTable(rows, name=self.tr("Pieces"))
        self.pieces = PieceBrowser(rows, self.table)
        self.pieces.count_shown.connect(self._on_count)
        self.pieces.rows_shown.connect(self._on_rows)
        self.table.sorted_by.connect(
            lambda order, descending: self.pieces.sort(order, descending=descending)
        )
        self.table.chosen.connect(self._show_piece)

    def _make_preview(self) -> None:
        self._title = ElidedLabel(tone="title")
        self._facts = ElidedLabel(tone="dim")
        self._where = ElidedLabel(tone="dim")
        self._picture = ThumbnailView(height=_PICTURE_HEIGHT)
        self._hear = TextButton(self.tr("Hear"), tooltip=self.tr("Hear it; again: stop (Space)"))
        self._open = TextButton(self.tr("Open"), tooltip=self.tr("Open it in Compose (Enter)"))
        self._hear.clicked.connect(lambda: self._with_row(self.pieces.heard.emit))
        self._open.clicked.connect(lambda: self._with_row(self.pieces.opened.emit))
        self._preview = QWidget()
        about = QVBoxLayout()
        about.setSpacing(2)
        about.addWidget(self._title)
        about.addWidget(self._facts)
        about.addWidget(self._where)
        buttons = QVBoxLayout()
        buttons.setSpacing(6)
        buttons.addWidget(self._hear)
        buttons.addWidget(self._open)
        row = QHBoxLayout(self._preview)
        row.setContentsMargins(14, 8, 14, 8)
        row.setSpacing(14)
        row.addLayout(about, 2)
        row.addWidget(self._picture, 3)
        row.addLayout(buttons)
        self._preview.setVisible(False)

    def _make_foot(self) -> None:
        self._ticked = words(tone="text")
        self._tick_all = TextButton(
            self.tr("Tick all shown"), tooltip=self.tr("Models may learn from all of these pieces")
        )
        self._tick_none = TextButton(
            self.tr("Untick all shown"), tooltip=self.tr("Models learn from none of these pieces")
        )
        self._style = TextButton(
            self.tr("Make a style"),
            tooltip=self.tr(
                "Remember how the ticked ones of these pieces sound. It takes a minute, and the"
                " style is called as their folder, or as what you search for"
            ),
        )
        self._train = TextButton(
            self.tr("Train on these…"), kind="main", tooltip=self.tr("Go on to training")
        )
        self._report = TextButton(self.tr("Import report"), kind="link")
        self._tick_all.clicked.connect(lambda: self.found_used.emit(True))
        self._tick_none.clicked.connect(lambda: self.found_used.emit(False))
        self._style.clicked.connect(lambda: self.style_clicked.emit(self.pieces.query))
        self._train.clicked.connect(self.train_clicked)
        self._report.clicked.connect(self.report_clicked)

    def _lay_out(self) -> None:
        left = QWidget()
        left.setProperty("surface", "panel")
        left.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        folders = QVBoxLayout(left)
        folders.setContentsMargins(8, 10, 8, 10)
        folders.setSpacing(8)
        folders.addWidget(words(self.tr("Folders"), tone="title"))
        folders.addWidget(self._tree, 1)
        folders.addWidget(self._add)
        folders.addWidget(self._remove)
        folders.addWidget(self._report, 0, Qt.AlignmentFlag.AlignLeft)
        foot = QHBoxLayout()
        foot.setContentsMargins(14, 8, 14, 8)
        foot.setSpacing(10)
        foot.addWidget(self._ticked)
        foot.addStretch(1)
        foot.addWidget(self._tick_all)
        foot.addWidget(self._tick_none)
        foot.addWidget(self._style)
        foot.addWidget(self._train)
        right = QWidget()
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.pieces, 1)
        column.addWidget(hairline())
        column.addWidget(self._preview)
        column.addLayout(foot)
        split = QSplitter(Qt.Orientation.Horizontal)
        split.setChildrenCollapsible(False)
        self._right = QStackedWidget()
        self._right.addWidget(right)
        self._right.addWidget(self.report)
        split.addWidget(left)
        split.addWidget(self._right)
        split.setStretchFactor(1, 1)
        split.setSizes([_FOLDERS_WIDTH, 1000])
        page = QHBoxLayout(self)
        page.setContentsMargins(0, 0, 0, 0)
        page.addWidget(split)

    def sizeHint(self) -> QSize:
        return QSize(1280, 700)

    # --- what is shown ---------------------------------------------------------------------

    def _on_count(self, count: int) -> None:
        self._preview.setVisible(count > 0)
        nothing = "" if count else self.tr("No piece is shown")
        self._tick_all.show_reason(nothing)
        self._tick_none.show_reason(nothing)
        self._style.show_reason(nothing)

    def _on_rows(self) -> None:
        self.table.select_first()
        row = self.table.row()
        if row is not None:
            self._show_piece(row)

    def show_library(self, *, total: int, ticked: int, seconds: float) -> None:
        """Show the number of pieces, and the number and length of the ticked ones."""
        self.pieces.show_total(total)
        text = self.tr("{0} of {1} pieces ticked · {2}").format(
            number(ticked), number(total), length_text(seconds)
        )
        self._ticked.setText(text if total else "")
        self._ticked.setToolTip(self.tr("Models learn from the pieces that are ticked"))
        self._train.show_reason("" if ticked else self.tr("No piece is ticked"))

    def show_report(self, *, on: bool) -> None:
        """Show the report of the last import in the place of the table, or the table again."""
        self._right.setCurrentIndex(1 if on else 0)
        if on:
            self.report.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_import(self, reading: str) -> None:
        """Say where there is no piece yet what is being read; an empty text ends it."""
        self.pieces.show_import(reading)
        self._importing = bool(reading)
        self._show_removing()

    def show_folders(self, folders: tuple[FolderRow, ...]) -> None:
        """Show the folders with pieces.

        The chosen folder stays chosen; if it is gone, all folders are chosen.
        """
        if folders == self._folders and self._tree.topLevelItemCount():
            return
        self._folders = folders
        chosen = self.pieces.query.folder.hex()
        with QSignalBlocker(self._tree):
            self._tree.clear()
            total = sum(folder.pieces for folder in folders)
            everything = self._item("", self.tr("All folders"), total)
            self._tree.addTopLevelItem(everything)
            self._tree.setCurrentItem(everything)
            for folder in folders:
                self._tree.addTopLevelItem(self._branch(folder))
            self._tree.expandToDepth(0)
            self._mark_folder(chosen)
        self._choose_folder(self._tree.currentItem())

    def _branch(self, folder: FolderRow) -> QTreeWidgetItem:
        item = self._item(folder.key, folder.name, folder.pieces)
        item.addChildren([self._branch(inside) for inside in folder.folders])
        return item

    def _item(self, key: str, name: str, pieces: int) -> QTreeWidgetItem:
        item = QTreeWidgetItem([f"{name}  {number(pieces)}"])
        item.setData(0, _FOLDER_ROLE, key)
        item.setToolTip(0, name)
        return item

    def _mark_folder(self, key: str) -> None:
        every = QTreeWidgetItemIterator(self._tree)
        while (item := every.value()) is not None:
            if item.data(0, _FOLDER_ROLE) == key:
                self._tree.setCurrentItem(item)
                return
            every += 1

    def _show_piece(self, row: FoundPiece) -> None:
        self._title.setText(row.title)
        self._facts.setText(facts_text(row))
        self._where.setText(" · ".join(part for part in (row.folder, row.rights) if part))
        self._picture.show_picture(row.picture)
        self._picture.setAccessibleName(self.tr("Picture of {0}").format(row.title))

    # --- what the user does ----------------------------------------------------------------

    def focus_search(self) -> None:
        """Put the cursor into the search field."""
        self.pieces.focus_search()

    def _choose_folder(self, item: QTreeWidgetItem | None) -> None:
        self._show_removing()
        if item is not None and item.data(0, _FOLDER_ROLE) != self.pieces.query.folder.hex():
            self.pieces.show_only(item.data(0, _FOLDER_ROLE))

    def _chosen_folder(self) -> FolderRow | None:
        """Return the marked folder if it is one of the library's own, which can be removed."""
        item = self._tree.currentItem()
        if item is None or item.parent() is not None:
            return None
        key = item.data(0, _FOLDER_ROLE)
        return next((folder for folder in self._folders if folder.key == key), None)

    def _show_removing(self) -> None:
        """Show why the marked folder cannot be removed, if so."""
        item, reason = self._tree.currentItem(), ""
        if self._importing:
            reason = self.tr("An import is running")
        elif item is not None and item.parent() is not None:
            reason = self.tr("It lies in a folder that was added: choose that one")
        elif self._chosen_folder() is None:
            reason = self.tr("Choose a folder in the list first")
        self._remove.show_reason(reason)

    def _remove_folder(self) -> None:
        folder = self._chosen_folder()
        if folder is not None:
            self.remove_folder_clicked.emit(folder)

    def _with_row(self, do: Callable[[str], object]) -> None:
        row = self.table.row()
        if row is not None:
            do(row.key)
