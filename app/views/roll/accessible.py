"""The roll for screen readers: a list of the visible chords, each with its notes.

Qt asks for such an object only while a screen reader (or a test) runs. PySide6 supports interfaces
in Python under two conditions: the returned objects stay referenced for as long as Qt uses them,
and `interface_cast` returns a `VoidPtr`, never None or a number.
"""

from functools import cache
from typing import TYPE_CHECKING, cast

import shiboken6
from PySide6.QtCore import QObject, QPoint, QRect, QRectF
from PySide6.QtGui import (
    QAccessible,
    QAccessibleActionInterface,
    QAccessibleEvent,
    QAccessibleInterface,
    QAccessibleSelectionInterface,
    QWindow,
)
from PySide6.QtWidgets import QAccessibleWidget

from app.values.geometry import KEYS_WIDTH
from engine.values.score import Note

if TYPE_CHECKING:
    from app.views.roll.walking import RollWalking

Notes = tuple[Note, ...]
# Items of chords that no longer exist are deleted above this number.
_ITEMS_AT_MOST = 600
_Text, _Role = QAccessible.Text, QAccessible.Role
_Kind = QAccessible.InterfaceType


class RollAccessible(QAccessibleWidget, QAccessibleSelectionInterface):
    """The list of chords.

    Args:
        roll: The roll. Only Qt's pointer is kept: a Python reference would keep both alive forever.
    """

    def __init__(self, roll: "RollWalking") -> None:
        QAccessibleWidget.__init__(self, roll, _Role.List, roll.accessibleName())
        QAccessibleSelectionInterface.__init__(self)
        self._items: dict[Notes, NotesAccessible] = {}

    def roll(self) -> "RollWalking | None":
        """Return the roll, or None after its deletion."""
        if not shiboken6.isValid(self):
            return None
        roll = self.object()
        return cast("RollWalking", roll) if shiboken6.isValid(roll) else None

    def item_of(self, notes: Notes) -> "NotesAccessible":
        """Return the item of a chord or of one of its notes."""
        item = self._items.get(notes)
        if item is None:
            self._delete_old_items()
            item = self._items[notes] = NotesAccessible(self, notes)
        return item

    def _delete_old_items(self) -> None:
        roll = self.roll()
        if len(self._items) < _ITEMS_AT_MOST or roll is None:
            return
        kept = {roll.cursor_notes(), *roll.chords_in_sight()}
        for notes in [n for n in self._items if n not in kept]:
            # Qt deletes the items it knows; Python deletes the others with this reference.
            item = self._items.pop(notes)
            QAccessible.deleteAccessibleInterface(QAccessible.uniqueId(item))

    # --- role and name ---------------------------------------------------------------------

    def text(self, t: QAccessible.Text) -> str:
        roll = self.roll()
        if roll is None:
            return ""
        if t == _Text.Value:
            return roll.place()
        if t == _Text.Description:
            return ". ".join(p for p in (roll.track_name(), roll.accessibleDescription()) if p)
        return super().text(t)

    def state(self) -> QAccessible.State:
        state = super().state()
        state.multiSelectable = state.extSelectable = 1
        return state

    def interface_cast(self, kind: QAccessible.InterfaceType) -> int:
        if kind == _Kind.SelectionInterface:
            return _pointer(self)
        return _never_none(super().interface_cast(kind))

    # --- children --------------------------------------------------------------------------

    def _chords(self) -> tuple[Notes, ...]:
        roll = self.roll()
        return roll.chords_in_sight() if roll is not None else ()

    def childCount(self) -> int:
        return super().childCount() + len(self._chords())

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        # The label and the button of the empty roll are child widgets.
        own = super().childCount()
        if index < own:
            return super().child(index)
        found = self._chords()[index - own : index - own + 1]
        return self.item_of(found[0]) if found else None

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        if not isinstance(child, NotesAccessible):
            return super().indexOfChild(child)
        found = self._chords()
        return super().childCount() + found.index(child.notes) if child.notes in found else -1

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]
        roll = self.roll()
        if roll is None:
            return None
        place = roll.mapFromGlobal(QPoint(x, y))
        shown = roll.transform()
        note = roll.note_at(shown.tick_at(place.x() - KEYS_WIDTH), shown.pitch_at(place.y()))
        if note is not None and place.x() >= KEYS_WIDTH:
            return self.item_of((note,))
        return super().childAt(x, y)

    def focusChild(self) -> QAccessibleInterface | None:  # type: ignore[override]
        roll = self.roll()
        here = roll.cursor_notes() if roll is not None and roll.hasFocus() else ()
        return self.item_of(here) if here else super().focusChild()

    # --- selection -------------------------------------------------------------------------

    def _selected(self) -> "list[NotesAccessible]":
        roll = self.roll()
        chosen = frozenset(roll.selection()) if roll is not None else frozenset()
        return [self.item_of(chord) for chord in self._chords() if chosen.issuperset(chord)]

    def selectedItemCount(self) -> int:
        return len(self._selected())

    def selectedItems(self) -> list[QAccessibleInterface]:
        return list(self._selected())

    def selectedItem(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        return next(iter(self._selected()[index : index + 1]), None)

    def isSelected(self, item: QAccessibleInterface) -> bool:
        return item in self._selected()

    def select(self, item: QAccessibleInterface) -> bool:
        return self._choose(item, on=True)

    def unselect(self, item: QAccessibleInterface) -> bool:
        return self._choose(item, on=False)

    def _choose(self, item: QAccessibleInterface, *, on: bool) -> bool:
        roll = self.roll()
        if roll is None or not isinstance(item, NotesAccessible):
            return False
        before = frozenset(roll.selection())
        notes = frozenset(item.notes) - roll.offered_here()
        roll.select(before | notes if on else before - notes)
        return bool(notes)

    def selectAll(self) -> bool:
        roll = self.roll()
        if roll is not None:
            roll.select_all()
        return roll is not None

    def clear(self) -> bool:
        roll = self.roll()
        if roll is not None:
            roll.clear_selection()
        return roll is not None


class NotesAccessible(QAccessibleInterface, QAccessibleActionInterface):
    """A chord, or one of its notes.

    Args:
        parent: The list.
        notes: Notes with the same start.
    """

    def __init__(self, parent: RollAccessible, notes: Notes) -> None:
        QAccessibleInterface.__init__(self)
        QAccessibleActionInterface.__init__(self)
        self._list, self.notes = parent, notes

    def isValid(self) -> bool:
        return self._list.roll() is not None

    def object(self) -> QObject | None:  # type: ignore[override]
        return None

    def window(self) -> QWindow | None:  # type: ignore[override]
        return self._list.window() if self.isValid() else None

    def role(self) -> QAccessible.Role:
        return _Role.ListItem

    def text(self, t: QAccessible.Text) -> str:
        roll = self._list.roll()
        return roll.sentence(self.notes) if roll is not None and t == _Text.Name else ""

    def setText(self, t: QAccessible.Text, text: str) -> None:
        """Do nothing: notes are edited by keys and in the table of events."""

    def state(self) -> QAccessible.State:
        state = QAccessible.State()
        roll = self._list.roll()
        if roll is None:
            state.invalid = 1
            return state
        state.focusable = state.selectable = state.multiSelectable = 1
        state.selected = int(frozenset(roll.selection()).issuperset(self.notes))
        state.focused = int(roll.hasFocus() and roll.cursor_notes() == self.notes)
        state.offscreen = state.invisible = int(self.rect().isEmpty())
        return state

    def rect(self) -> QRect:
        roll = self._list.roll()
        if roll is None:
            return QRect()
        whole = QRectF()
        for note in self.notes:
            whole = whole.united(roll.box_of(note))
        area = roll.note_area()
        seen = whole.toAlignedRect().translated(KEYS_WIDTH, 0).intersected(area)
        return QRect(roll.mapToGlobal(seen.topLeft()), seen.size())

    def interface_cast(self, kind: QAccessible.InterfaceType) -> int:
        if kind == _Kind.ActionInterface:
            return _pointer(self)
        return _never_none(None)

    # --- parent and children ---------------------------------------------------------------

    def parent(self) -> QAccessibleInterface | None:  # type: ignore[override]
        roll = self._list.roll()
        if roll is None:
            return None
        chord = roll.chord_of(self.notes[0]) if len(self.notes) == 1 else ()
        return self._list.item_of(chord) if len(chord) > 1 else self._list

    def childCount(self) -> int:
        return len(self.notes) if len(self.notes) > 1 else 0

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        inside = 0 <= index < self.childCount()
        return self._list.item_of((self.notes[index],)) if inside else None

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        if isinstance(child, NotesAccessible) and len(child.notes) == 1:
            note = child.notes[0]
            return self.notes.index(note) if note in self.notes else -1
        return -1

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]
        found = self._list.childAt(x, y)
        return found if found is not None and self.indexOfChild(found) >= 0 else None

    # --- actions ---------------------------------------------------------------------------

    def actionNames(self) -> list[str]:
        return [
            QAccessibleActionInterface.pressAction(),
            QAccessibleActionInterface.setFocusAction(),
        ]

    def doAction(self, name: str) -> None:
        roll = self._list.roll()
        if roll is not None and name in self.actionNames():
            roll.setFocus()
            roll.go_to(self.notes)

    def keyBindingsForAction(self, name: str) -> list[str]:
        return []


def tell_focus(roll: "RollWalking", notes: Notes) -> None:
    """Report to screen readers that the item of these notes has the focus."""
    if QAccessible.isActive() and roll.hasFocus():
        item = _of(roll).item_of(notes)
        _send(QAccessibleEvent(item, QAccessible.Event.Focus))


def tell_selection(roll: "RollWalking") -> None:
    """Report to screen readers that the selection changed."""
    if QAccessible.isActive():
        _send(QAccessibleEvent(_of(roll), QAccessible.Event.SelectionWithin))


def _send(event: QAccessibleEvent) -> None:
    QAccessible.updateAccessibility(event)


def _of(roll: "RollWalking") -> RollAccessible:
    return cast("RollAccessible", QAccessible.queryAccessibleInterface(roll))


def _pointer(item: QAccessibleInterface) -> int:
    """Return the address of the second C++ base of a Python object with two."""
    address = shiboken6.getCppPointer(item)[1]
    return shiboken6.VoidPtr(address)  # type: ignore[return-value] # what Qt takes as void *


def _never_none(found: int | None) -> int:
    if found is None:
        return shiboken6.VoidPtr(0)  # type: ignore[return-value] # None would be no null pointer
    return found


@cache
def introduce(kind: type) -> None:
    """Register the accessible interface of a widget class, once."""

    def made(_name: str, widget: QObject) -> QAccessibleInterface | None:
        return RollAccessible(cast("RollWalking", widget)) if isinstance(widget, kind) else None

    QAccessible.installFactory(made)
