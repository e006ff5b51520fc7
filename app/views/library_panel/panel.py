"""The panel at the left of Compose."""

from collections.abc import Sequence
from functools import partial
from typing import Literal

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QInputDialog,
    QMenu,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.values.readings import Reading
from app.views.library_panel.delegates import (
    ModelDelegate,
    PieceDelegate,
    TakeDelegate,
)
from app.views.library_panel.groups import PieceGroups
from app.views.library_panel.piece_browser import PieceBrowser
from app.views.library_panel.piece_model import PieceModel
from app.views.library_panel.piece_view import PieceView
from app.views.library_panel.row_list import RowList, RowsModel
from app.views.library_panel.rows import ModelRow, TakeRow
from app.widgets.buttons import TextButton, add_choice_to
from app.widgets.key_names import key_in_own_words
from app.widgets.keys.tips import show_keys_in_tooltip
from app.widgets.menus import add_action
from app.widgets.words import ElidedLabel, hairline
from app.words.engine import translate_engine_text
from app.words.figures import length_text
from engine.values.library import FoundPiece, PieceQuery

LibraryTab = Literal["pieces", "models", "takes"]
TABS: tuple[LibraryTab, ...] = ("pieces", "models", "takes")
# Pixels.
WIDTH = 248


class LibraryPanel(QWidget):
    """Three tabs: pieces, models, takes.

    A dragged piece has the mime type `application/x-segue-piece` (its key in UTF-8).

    Signals:
        add_folder_clicked(), report_clicked(), page_clicked(): Links.
        model_chosen(str), model_starred(str, bool), model_trained_from(str),
        model_revealed(str), model_deleted(str), model_card_clicked(str): By
            the row's key.
        model_heard(str), model_exported(str), model_renamed(str, str): The same.
        train_clicked(), model_import_clicked(): The links in the models tab.
        take_chosen(int), take_kept(int), take_starred(int, bool), take_renamed(int, str),
        take_dragged(int), take_wanted_again(int): By the take's number.
        tab_chosen(str): A `LibraryTab`.

    Attributes:
        pieces: The tab with the pieces.
        groups: Over the list of pieces, from the first import on.
    """

    add_folder_clicked = Signal()
    report_clicked = Signal()
    page_clicked = Signal()
    model_chosen = Signal(str)
    model_starred = Signal(str, bool)
    model_trained_from = Signal(str)
    model_revealed = Signal(str)
    model_deleted = Signal(str)
    model_card_clicked = Signal(str)
    model_heard = Signal(str)
    model_exported = Signal(str)
    model_renamed = Signal(str, str)
    model_import_clicked = Signal()
    train_clicked = Signal()
    take_chosen = Signal(int)
    take_kept = Signal(int)
    take_starred = Signal(int, bool)
    take_renamed = Signal(int, str)
    take_dragged = Signal(int)
    take_wanted_again = Signal(int)
    tab_chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setMinimumWidth(220)
        self.setAccessibleName(self.tr("Library"))
        self._make_tabs()
        self._make_pieces()
        self._make_models()
        self._make_takes()
        self._lay_out()
        self.show_tab("pieces")
        self.show_pieces(())
        self.show_models(())
        self.show_takes(())

    # --- parts -----------------------------------------------------------------------------

    def _make_tabs(self) -> None:
        self._group = QButtonGroup(self)
        self._tabs: dict[str, TextButton] = {}
        names = {
            "pieces": self.tr("Pieces"),
            "models": self.tr("Models"),
            "takes": self.tr("Takes"),
        }
        for tab in TABS:
            button = TextButton(names[tab], kind="tab", checkable=True)
            button.clicked.connect(partial(self._choose_tab, tab))
            add_choice_to(self._group, button)
            self._tabs[tab] = button
        self._stack = QStackedWidget()

    def _make_pieces(self) -> None:
        rows = PieceModel(self._piece_text)
        self._piece_paint = PieceDelegate(open_text=self.tr("open"))
        view = PieceView(rows, name=self.tr("Pieces"))
        self._piece_paint.setParent(view)
        view.setItemDelegate(self._piece_paint)
        self.pieces = PieceBrowser(rows, view)
        self.groups = PieceGroups()
        self.groups.chosen.connect(self.pieces.show_only)
        self.groups.covered.connect(self.pieces.cover)
        self.groups.rows.opened.connect(lambda row: self.pieces.opened.emit(row.key))
        self.groups.rows.heard.connect(lambda row: self.pieces.heard.emit(row.key))
        self.pieces.hold(self.groups)
        self.pieces.sought.connect(self._on_sought)
        add = TextButton(self.tr("Add folder…"), tooltip=self.tr("Or drop folders and files here"))
        add.clicked.connect(self.add_folder_clicked)
        self.pieces.extra.addWidget(add, 0, Qt.AlignmentFlag.AlignHCenter)
        self._all = TextButton(
            self.tr("Open as a page…"),
            kind="link",
            tooltip=self.tr("Folders, composers, keys and more, on a page of their own"),
        )
        self._all.clicked.connect(self.page_clicked)
        self._stack.addWidget(self.pieces)

    def _make_models(self) -> None:
        self._model_rows = RowsModel(lambda row: f"{row.name}, {row.detail}", lambda _: "")
        self._models = RowList(
            self._model_rows,
            ModelDelegate(in_use=self.tr("in use")),
            search=self.tr("Search models…"),
            empty=self.tr("Starter is ready. Train one on your own pieces: about 15 minutes."),
            name=self.tr("Models"),
            drags_out=True,
        )
        train = TextButton(self.tr("Train a model…"), tooltip=self.tr("Go to Train"))
        show_keys_in_tooltip(train, "train")
        train.clicked.connect(self.train_clicked)
        self._models.extra.addWidget(train, 0, Qt.AlignmentFlag.AlignHCenter)
        view = self._models.view
        view.opened.connect(lambda row: self.model_chosen.emit(row.key))
        view.heard.connect(lambda row: self.model_heard.emit(row.key))
        view.menu_wanted.connect(self._open_model_menu)
        self._stack.addWidget(self._models)

    def _make_takes(self) -> None:
        states = {
            "offered": self.tr("offered"),
            "accepted": self.tr("kept"),
            "rejected": self.tr("not kept"),
        }
        bars, notes = self.tr("bars {0}–{1}"), self.tr("{0} notes")
        starred = self.tr("starred")
        self._take_rows = RowsModel(
            lambda row: (
                f"{row.number} {row.symbol} {row.text} {states[row.state]} {row.model} "
                f"{starred if row.starred else ''}"
            ),
            lambda _: "",
        )
        self._takes = RowList(
            self._take_rows,
            TakeDelegate(states=states, bars=bars, notes=notes),
            search=self.tr("Search takes…"),
            empty=self.tr("Each alternative is kept here as a take, even one that you reject."),
            name=self.tr("Takes"),
            drags_out=True,
        )
        view = self._takes.view
        view.opened.connect(lambda row: self.take_kept.emit(row.number))
        view.heard.connect(lambda row: self.take_chosen.emit(row.number))
        view.chosen.connect(lambda row: self.take_chosen.emit(row.number))
        view.drag_began.connect(self._drag_take)
        view.menu_wanted.connect(self._open_take_menu)
        self._stack.addWidget(self._takes)

    def _lay_out(self) -> None:
        tabs = QHBoxLayout()
        tabs.setSpacing(0)
        for button in self._tabs.values():
            tabs.addWidget(button)
        tabs.addStretch(1)
        self._unread = QWidget()
        self._not_read = ElidedLabel(tone="dim")
        why = TextButton(
            self.tr("Why"),
            kind="action",
            name=self.tr("Why files could not be read"),
            tooltip=self.tr("Open the import report in the library"),
        )
        why.clicked.connect(self.report_clicked)
        unread = QHBoxLayout(self._unread)
        unread.setContentsMargins(0, 0, 0, 0)
        unread.addWidget(self._not_read, 1)
        unread.addWidget(why)
        self._unread.hide()
        add = TextButton(self.tr("Add folder…"), tooltip=self.tr("Or drop folders and files here"))
        add.clicked.connect(self.add_folder_clicked)
        self._foot = QWidget()
        foot = QVBoxLayout(self._foot)
        foot.setContentsMargins(12, 8, 12, 8)
        foot.setSpacing(6)
        foot.addWidget(self._unread)
        foot.addWidget(add)
        foot.addWidget(self._all, 0, Qt.AlignmentFlag.AlignLeft)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(tabs)
        column.addWidget(hairline())
        column.addWidget(self._stack, 1)
        self._foot_line = hairline()
        column.addWidget(self._foot_line)
        column.addWidget(self._foot)

    def sizeHint(self) -> QSize:
        return QSize(WIDTH, 600)

    # --- what is shown ---------------------------------------------------------------------

    def show_pieces(self, rows: tuple[FoundPiece, ...]) -> None:
        """Show these pieces."""
        self.pieces.show_found(len(rows))
        self.pieces.show_rows(0, rows)
        self.show_library(total=len(rows))

    def show_library(self, *, total: int) -> None:
        """Show how many pieces the library has."""
        self.pieces.show_total(total)
        self.groups.show_total(total)
        self._show_foot()

    def _show_foot(self) -> None:
        # An empty list has the button in its middle.
        shown = self.pieces.total > 0 or not self.groups.isHidden()
        self._foot.setVisible(shown)
        self._foot_line.setVisible(shown)

    def show_open_piece(self, key: str) -> None:
        """Mark the piece that is open; empty marks none."""
        self._piece_paint.open_key = key
        self.pieces.view.viewport().update()

    def show_models(self, rows: tuple[ModelRow, ...]) -> None:
        """Show these models."""
        self._model_rows.show_rows(rows)
        self._models.refresh()

    def show_takes(self, rows: tuple[TakeRow, ...]) -> None:
        """Show these takes, newest first as given."""
        self._take_rows.show_rows(rows)
        self._takes.refresh()

    def show_tab(self, tab: LibraryTab) -> None:
        """Show this tab."""
        self._tabs[tab].setChecked(True)
        self._stack.setCurrentIndex(TABS.index(tab))

    def begin_reading(self, reading: Reading) -> None:
        """Open a group for an import that begins."""
        self.show_tab("pieces")
        self.groups.begin(reading)
        self._show_unread(reading)

    def show_read(self, reading: Reading, pieces: Sequence[FoundPiece]) -> None:
        """Show how far an import is, and what it has read since the last call."""
        self.groups.read(reading, pieces)
        self._show_unread(reading)

    def end_reading(self, reading: Reading) -> None:
        """Show how an import ended."""
        self.groups.end(reading)
        self._show_unread(reading)

    def _show_unread(self, reading: Reading) -> None:
        self._not_read.setText(self.tr("%n could not be read", "", reading.refused))
        self._unread.setVisible(reading.refused > 0)
        self._show_foot()

    def _on_sought(self, query: PieceQuery) -> None:
        """Look for words in all pieces while an import reads."""
        if query.text and not self.groups.rows.isHidden():
            self.groups.open_all()

    def focus_search(self) -> None:
        """Put the cursor into the search field of the tab in sight."""
        page = self._stack.currentWidget()
        if isinstance(page, RowList | PieceBrowser):
            page.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _piece_text(self, row: FoundPiece) -> str:
        key, warning = key_in_own_words(row.music_key), translate_engine_text(row.warning)
        parts = [row.title, length_text(row.seconds), key, *row.tags, warning]
        if not row.used:
            parts.append(self.tr("not for training"))
        return ", ".join(part for part in parts if part)

    # --- what the user does ----------------------------------------------------------------

    def _choose_tab(self, tab: LibraryTab) -> None:
        self.show_tab(tab)
        self.tab_chosen.emit(tab)

    def _drag_take(self, row: TakeRow | None) -> None:
        if row is not None:
            self.take_dragged.emit(row.number)

    def _open_model_menu(self, row: ModelRow, place: QPoint) -> None:
        menu = QMenu(self)
        use = partial(self.model_chosen.emit, row.key)
        add_action(menu, self.tr("Use this model"), use, reason=row.problem)
        add_action(menu, self.tr("Hear it"), partial(self.model_heard.emit, row.key))
        add_action(menu, self.tr("Train further…"), partial(self.model_trained_from.emit, row.key))
        star = self.tr("Remove star") if row.starred else self.tr("Star")
        add_action(menu, star, partial(self.model_starred.emit, row.key, not row.starred))
        add_action(
            menu, self.tr("About this model"), partial(self.model_card_clicked.emit, row.key)
        )
        menu.addSeparator()
        stays = self.tr("It came with Segue and stays as it is") if row.ships else ""
        add_action(menu, self.tr("Rename…"), partial(self._rename_model, row), reason=stays)
        add_action(menu, self.tr("Export…"), partial(self.model_exported.emit, row.key))
        add_action(menu, self.tr("Import a model…"), self.model_import_clicked.emit)
        add_action(menu, self.tr("Show in folder"), partial(self.model_revealed.emit, row.key))
        in_use = self.tr("It is in use") if row.default else ""
        delete = partial(self.model_deleted.emit, row.key)
        add_action(menu, self.tr("Delete…"), delete, reason=stays or in_use)
        menu.exec(place)
        menu.deleteLater()

    def _rename_model(self, row: ModelRow) -> None:
        text, agreed = QInputDialog.getText(
            self, self.tr("Rename model"), self.tr("Name"), text=row.name
        )
        if agreed and text.strip() and text.strip() != row.name:
            self.model_renamed.emit(row.key, text.strip())

    def _open_take_menu(self, row: TakeRow, place: QPoint) -> None:
        menu = QMenu(self)
        add_action(menu, self.tr("Show in the roll"), partial(self.take_chosen.emit, row.number))
        add_action(menu, self.tr("Keep"), partial(self.take_kept.emit, row.number))
        again = partial(self.take_wanted_again.emit, row.number)
        add_action(menu, self.tr("Make this take again"), again)
        star = self.tr("Remove star") if row.starred else self.tr("Star")
        add_action(menu, star, partial(self.take_starred.emit, row.number, not row.starred))
        add_action(menu, self.tr("Rename…"), partial(self._rename_take, row))
        menu.exec(place)
        menu.deleteLater()

    def _rename_take(self, row: TakeRow) -> None:
        text, agreed = QInputDialog.getText(
            self, self.tr("Rename take"), self.tr("Your words on it"), text=row.text
        )
        if agreed:
            self.take_renamed.emit(row.number, text.strip())
