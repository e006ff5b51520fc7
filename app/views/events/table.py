"""A table of events that can be filtered, sorted and edited by keys alone."""

from functools import partial

from PySide6.QtCore import (
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QMenu,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from app.values.events import KINDS, Event, Kind, events_of, kind_of, tick_of
from app.views.events.cells import START, VALUE, kind_name
from app.views.events.model import EventsModel
from app.views.events.typed import fresh
from app.widgets.buttons import TextButton
from app.widgets.keys.own import ENTER
from app.widgets.keys.tips import watch_keys
from app.widgets.menus import add_action, add_choice, attach_menu
from app.widgets.words import announce, words
from engine.values.score import Note, Score, Track
from engine.values.time import Timeline

_DIGITS = frozenset(range(Qt.Key.Key_0, Qt.Key.Key_9 + 1))
_NONE = Qt.KeyboardModifier.NoModifier
# Pixels of all columns but the last, which stretches.
_WIDTHS = (84, 96, 130, 150, 70)


class _Table(QTableView):
    """Delete removes the selected rows, Insert adds one, Enter and digits edit a cell.

    Signals:
        deleted(): Delete was pressed.
        inserted(): Insert was pressed.
    """

    deleted = Signal()
    inserted = Signal()

    def event(self, event: QEvent) -> bool:
        # The window has shortcuts on digits and some other keys; a cell takes them as input.
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier == _NONE
            and event.key() in _DIGITS
            and self.currentIndex().isValid()
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.deleted.emit()
        elif event.key() == Qt.Key.Key_Insert:
            self.inserted.emit()
        elif event.key() in ENTER and self.state() != QTableView.State.EditingState:
            self.edit(self.currentIndex())
        else:
            super().keyPressEvent(event)


class EventsTable(QWidget):
    """The events of the current track and of the ruler.

    Signals:
        edit_requested(object, object, str): A tuple of events to remove, a tuple of events to
            add, and the step's name.
        selection_changed(object): A tuple of the selected Notes.
        seek_requested(int): The tick of a double-clicked row number.
    """

    edit_requested = Signal(object, object, str)
    selection_changed = Signal(object)
    seek_requested = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self._score, self._track = Score(), Track()
        self._timeline = Timeline(self._score)
        self._kind: Kind | None = None
        self._continue_keys = ""
        watch_keys(self, "continue", self._show_continue_keys)
        self._place = 0
        # New events to select once the owner shows them.
        self._new_events: tuple[Event, ...] = ()
        self._edits_next = self._quiet = False
        self._model = EventsModel()
        self._model.setParent(self)
        self._model.change_wanted.connect(self._change)
        self._model.refused.connect(self._refuse)
        self._view = self._made_view()
        self._view.selectionModel().selectionChanged.connect(self._say_selection)
        self._empty = words("", tone="dim", wrap=True)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._made_row())
        column.addWidget(self._view, 1)
        column.addWidget(self._empty, 1)
        self.setAccessibleName(self.tr("Events"))
        self.setFocusProxy(self._view)
        self._show_kind()
        self._show_empty()

    def _made_view(self) -> _Table:
        view = _Table()
        view.setProperty("kind", "events")
        view.setModel(self._model)
        view.setSortingEnabled(True)
        view.sortByColumn(START, Qt.SortOrder.AscendingOrder)
        view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        view.setAlternatingRowColors(True)
        view.setShowGrid(False)
        view.setWordWrap(False)
        view.setTabKeyNavigation(False)
        view.verticalHeader().setDefaultSectionSize(26)
        view.verticalHeader().setMinimumWidth(44)
        view.horizontalHeader().setStretchLastSection(True)
        view.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft)
        view.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        for section, width in enumerate(_WIDTHS):
            view.setColumnWidth(section, width)
        view.setAccessibleName(self.tr("Events"))
        view.verticalHeader().sectionDoubleClicked.connect(self._seek)
        view.deleted.connect(self.delete_selected)
        view.inserted.connect(lambda: self.insert(self._kind_here()))
        return view

    def _made_row(self) -> QWidget:
        box = QWidget()
        row = QHBoxLayout(box)
        row.setContentsMargins(8, 3, 8, 3)
        row.setSpacing(6)
        self._filter = TextButton("", kind="quiet", tooltip=self.tr("Which events are shown"))
        attach_menu(self._filter, self._fill_filter)
        add = TextButton(
            self.tr("Insert") + " ▾",
            kind="quiet",
            name=self.tr("Insert"),
            tooltip=self.tr("Put an event after this row, or at the playhead (Insert key)"),
        )
        attach_menu(add, self._fill_insert)
        self._remove = TextButton(
            self.tr("Delete"),
            kind="quiet",
            tooltip=self.tr("Remove the selected rows (Delete key)"),
        )
        self._remove.clicked.connect(self.delete_selected)
        self._hint = words("", tone="warning")
        self._hint.hide()
        for widget in (self._filter, add, self._remove):
            row.addWidget(widget)
        row.addWidget(self._hint)
        row.addStretch(1)
        return box

    def sizeHint(self) -> QSize:
        return QSize(600, 200)

    # --- showing ---------------------------------------------------------------------------

    def show_events(self, score: Score, track: Track, timeline: Timeline) -> None:
        """Show the events of a track and of the ruler."""
        self._score, self._track, self._timeline = score, track, timeline
        self._view.setAccessibleName(self.tr("Events of {0}").format(track.name))
        self._refresh()

    def show_place(self, tick: int) -> None:
        """Set the playhead's tick: new events go there while no row is selected."""
        self._place = max(0, tick)

    def show_kind(self, kind: Kind | None) -> None:
        """Show events of one kind; None shows all."""
        self._kind = kind
        self._show_kind()
        self._refresh()

    def show_selection(self, notes: tuple[Note, ...]) -> None:
        """Select the rows of these notes without a signal."""
        chosen = frozenset[Event](notes)
        others = frozenset(e for e in self._selected() if not isinstance(e, Note))
        if frozenset(self._selected()) - others != chosen:
            self._select(chosen | (frozenset() if notes else others))

    def _refresh(self) -> None:
        kept, here = frozenset(self._selected()), self._view.currentIndex()
        now = self._model.event_at(here.row()) if here.isValid() else None
        row, column = here.row(), here.column()
        self._quiet = True
        self._model.show_events(events_of(self._score, self._track, self._kind), self._timeline)
        self._quiet = False
        new = frozenset(self._new_events)
        self._show_empty()
        target = self._next_row(new, now, row)
        self._select(new if new and target is not None else kept)
        if target is not None and target >= 0:
            self._go_to(target, max(0, column))
        self._new_events = ()

    def _next_row(self, new: frozenset[Event], now: Event | None, row: int) -> int | None:
        """Return the row to go to after an edit: the new event, the present one, or its row."""
        for events in (new, frozenset() if now is None else frozenset({now})):
            found = self._model.rows_of(events) if events else []
            if found:
                return found[0]
        # The selected rows were deleted: stay at the same row, for keyboard users.
        return min(row, self._model.rowCount() - 1) if row >= 0 else None

    def _go_to(self, row: int, column: int) -> None:
        if self._edits_next:
            column = VALUE if column in (START, VALUE) else column
        index = self._model.index(row, column)
        flags = QItemSelectionModel.SelectionFlag
        self._view.selectionModel().setCurrentIndex(index, flags.NoUpdate)
        self._view.scrollTo(index)
        if self._edits_next:
            self._edits_next = False
            self._view.setFocus()

    def _select(self, events: frozenset[Event]) -> None:
        self._quiet = True
        selection = QItemSelection()
        rows = self._model.rows_of(events) if events else []
        last = self._model.columnCount() - 1
        for row in rows:
            selection.select(self._model.index(row, 0), self._model.index(row, last))
        flags = QItemSelectionModel.SelectionFlag
        self._view.selectionModel().select(selection, flags.ClearAndSelect | flags.Rows)
        if rows:
            self._view.scrollTo(self._model.index(rows[0], 0))
        self._quiet = False
        self._show_remove()

    def _show_kind(self) -> None:
        shown = kind_name(self._kind) if self._kind else self.tr("All")
        text = self.tr("Show: {0}").format(shown)
        self._filter.setText(f"{text} ▾")
        self._filter.setAccessibleName(text)

    def _show_empty(self) -> None:
        rows = self._model.rowCount()
        if self._kind in (None, "note"):
            text = self.tr("No notes in this track yet. Draw some, play some, or press %1.")
            text = text.replace("%1", self._continue_keys or self.tr("Continue"))
        else:
            text = self.tr("No events of this kind. Insert one.")
        self._empty.setText(text)
        self._view.setVisible(rows > 0)
        self._empty.setVisible(rows == 0)

    def _show_continue_keys(self, keys: str) -> None:
        self._continue_keys = keys
        self._show_empty()

    def _show_remove(self) -> None:
        reason = "" if self._deletable() else self.tr("Select rows that can be removed first.")
        self._remove.show_reason(reason)

    def _fill_filter(self, menu: QMenu) -> None:
        kinds: tuple[Kind | None, ...] = (None, *KINDS)
        for kind in kinds:
            name = kind_name(kind) if kind else self.tr("All")
            add_choice(menu, name, partial(self.show_kind, kind), checked=kind == self._kind)

    def _fill_insert(self, menu: QMenu) -> None:
        for kind in KINDS:
            if kind != "program":
                add_action(menu, kind_name(kind), partial(self.insert, kind))

    # --- user input --------------------------------------------------------------------------

    def insert(self, kind: Kind) -> None:
        """Ask for an event after the current row or at the playhead; select it once it exists."""
        here = self._view.currentIndex()
        like = self._model.event_at(here.row()) if here.isValid() else None
        bars = self._model.bars()
        tick = self._place if like is None else self._after(like, kind)
        if kind == "meter":
            tick = bars.start_of(bars.bar_at(tick))
        length = bars.beat_length_at(tick)
        new = fresh(kind, tick, like, length=length, bars=bars)
        if new is None:
            return
        if self._kind not in (None, kind):
            self.show_kind(kind)
        self._edits_next = True
        self._ask((), (new,), self.tr("Insert: {0}").format(kind_name(kind)))

    def _after(self, like: Event, kind: Kind) -> int:
        """Return the tick of a new event: after the row's event, or at one of another kind."""
        tick, bars = tick_of(like), self._model.bars()
        if isinstance(like, Note) and kind == "note":
            return like.end
        if kind_of(like) != kind:
            return tick
        if kind in ("meter", "key"):
            return bars.start_of(bars.bar_at(tick) + 1)
        return tick + bars.beat_length_at(tick)

    def delete_selected(self) -> None:
        """Ask for the selected rows to be removed, except a track's instrument."""
        events = self._deletable()
        if not events:
            return
        if all(isinstance(event, Note) for event in events):
            one, many = self.tr("Delete note"), self.tr("Delete %n notes", "", len(events))
        else:
            one, many = self.tr("Delete event"), self.tr("Delete %n events", "", len(events))
        self._ask(events, (), one if len(events) == 1 else many)

    def _kind_here(self) -> Kind:
        here = self._view.currentIndex()
        kind = self._kind or (kind_of(self._model.event_at(here.row())) if here.isValid() else None)
        return kind if kind is not None and kind != "program" else "note"

    def _deletable(self) -> tuple[Event, ...]:
        return tuple(event for event in self._selected() if kind_of(event) != "program")

    def _selected(self) -> tuple[Event, ...]:
        rows = sorted(index.row() for index in self._view.selectionModel().selectedRows())
        return tuple(self._model.event_at(row) for row in rows)

    def _say_selection(self) -> None:
        if not self._quiet:
            self._show_hint("")
            self._show_remove()
            notes = (event for event in self._selected() if isinstance(event, Note))
            self.selection_changed.emit(tuple(sorted(notes)))

    def _change(self, before: Event, after: Event, what: str) -> None:
        self._ask((before,), (after,), what)

    def _ask(self, removed: tuple[Event, ...], added: tuple[Event, ...], what: str) -> None:
        self._show_hint("")
        self._new_events = added
        self.edit_requested.emit(removed, added, what)
        # By now the owner has shown the new events or refused the edit.
        self._new_events, self._edits_next = (), False
        announce(self._view, what)

    def _refuse(self, sentence: str) -> None:
        self._show_hint(sentence)
        announce(self._view, sentence)

    def _show_hint(self, sentence: str) -> None:
        self._hint.setText(sentence)
        self._hint.setVisible(bool(sentence))

    def _seek(self, row: int) -> None:
        self.seek_requested.emit(tick_of(self._model.event_at(row)))
