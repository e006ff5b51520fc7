"""The panel at the left of Compose."""

from typing import Literal

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.views.library_panel.rows import ModelRow, PieceRow, TakeRow

LibraryTab = Literal["pieces", "models", "takes"]


class LibraryPanel(QWidget):
    """Three tabs, 240 pixels.

    A piece dragged out carries the mime type `application/x-segue-piece` (its key, UTF-8).

    Signals:
        piece_opened(str): Double-click or Enter; the row's key.
        piece_auditioned(str): Space: hear it (again: stop).
        piece_added(str): From the menu: add its tracks to the open piece.
        piece_remembered(str): From the menu: let the model remember it first.
        piece_revealed(str): From the menu: show it in its folder.
        folders_dropped(object): Tuple of paths of folders and files.
        add_folder_clicked(), report_clicked(): Links.
        model_chosen(str), model_starred(str, bool), model_trained_from(str),
        model_revealed(str), model_deleted(str), model_sampled(str), model_card_clicked(str): By
            the row's key.
        train_clicked(): The link in the models tab.
        take_chosen(int), take_kept(int), take_starred(int, bool), take_renamed(int, str),
        take_dragged(int): By the take's number.
        tab_chosen(str): A `LibraryTab`.
    """

    piece_opened = Signal(str)
    piece_auditioned = Signal(str)
    piece_added = Signal(str)
    piece_remembered = Signal(str)
    piece_revealed = Signal(str)
    folders_dropped = Signal(object)
    add_folder_clicked = Signal()
    report_clicked = Signal()
    model_chosen = Signal(str)
    model_starred = Signal(str, bool)
    model_trained_from = Signal(str)
    model_revealed = Signal(str)
    model_deleted = Signal(str)
    model_sampled = Signal(str)
    model_card_clicked = Signal(str)
    train_clicked = Signal()
    take_chosen = Signal(int)
    take_kept = Signal(int)
    take_starred = Signal(int, bool)
    take_renamed = Signal(int, str)
    take_dragged = Signal(int)
    tab_chosen = Signal(str)

    def show_pieces(
        self, rows: tuple[PieceRow, ...], *, folders: str = "", not_used: int = 0
    ) -> None:
        """Show these pieces; `folders` names the watched folders, `not_used` counts refusals."""

    def show_open_piece(self, key: str) -> None:
        """Mark the piece that is open; empty marks none."""

    def show_models(self, rows: tuple[ModelRow, ...]) -> None:
        """Show these models."""

    def show_takes(self, rows: tuple[TakeRow, ...]) -> None:
        """Show these takes, newest first as given."""

    def show_tab(self, tab: LibraryTab) -> None:
        """Show this tab."""

    def show_import(self, *, done: int, total: int) -> None:
        """Show how far an import is at the foot; total 0 ends it."""

    def focus_search(self) -> None:
        """Put the cursor into the search field of the tab in sight."""
