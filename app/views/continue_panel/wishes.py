"""The chip and the menu of wishes: a word for what the next bars shall be like."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import get_args

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QMenu

from app.values.continue_settings import ENDLESS
from app.widgets.buttons import TextButton
from app.widgets.menus import add_action, attach_menu
from engine.request import Request
from engine.wishes import WISHES, Wish

Bars = tuple[int, int] | None
"""First and last bar that a word is about, as the ruler numbers them; None before any is chosen."""


class WishChip(TextButton):
    """Shows the present wish, and opens the menu of all wishes.

    Signals:
        opened(): The menu opens; a receiver calls `show_chosen_bars` before this returns.
        chosen(str): The wish that the user chose.
    """

    opened = Signal()
    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__("", kind="chip")
        self.setAccessibleName(self.tr("What it is to be like"))
        self.setToolTip(
            self.tr("Busier, calmer, like other bars, a new section, an end; for one request")
        )
        self._request = Request()
        self._bars: Bars = None
        self._named: Bars = None
        attach_menu(self, self._fill)

    @property
    def said(self) -> str:
        """The shown name of the present wish; empty without one."""
        usual = self._request.wish == "none"
        return "" if usual else wish_name(self._request.wish, self._named)

    def show_request(self, request: Request) -> None:
        """Show the wish of a request."""
        if (request.wish, request.pattern) != (self._request.wish, self._request.pattern):
            # A wish refers to the bars that were chosen when the menu opened.
            self._named = self._bars
        self._request = request
        self.setText(f"{self.said or self.tr('In a word')} ▾")
        self.setChecked(bool(self.said))

    def show_chosen_bars(self, bars: Bars) -> None:
        """Show these bars in the menu; None if none are chosen."""
        self._bars = bars

    def _fill(self, menu: QMenu) -> None:
        self.opened.emit()
        fill_wishes(menu, self._request, self._bars, self.chosen.emit, usual=True)


def fill_wishes(
    menu: QMenu, request: Request, bars: Bars, choose: Callable[[Wish], object], *, usual: bool
) -> None:
    """Add the wishes to a menu.

    Args:
        menu: The menu; it may have other lines.
        request: The present request; its wish gets a mark.
        bars: The bars that a wish would refer to.
        choose: Called with the wish that the user chose.
        usual: Whether the menu also offers no wish.
    """
    endless = request.bars == ENDLESS
    no_end = QCoreApplication.translate("Wishes", "What goes on until it is stopped has no end.")
    for wish in _WISHES if usual else _WISHES[1:]:
        reason = no_end if endless and WISHES[wish].comes_to_rest else ""
        add_action(menu, wish_name(wish, bars), partial(choose, wish), reason=reason)
        line = menu.actions()[-1]
        line.setCheckable(True)
        line.setChecked(usual and wish == request.wish)


def wish_name(wish: Wish, bars: Bars) -> str:
    """Return the shown name of a wish."""
    tr = QCoreApplication.translate
    names: Mapping[Wish, str] = {
        "none": tr("Wishes", "As it goes on"),
        "busier": tr("Wishes", "Busier"),
        "calmer": tr("Wishes", "Calmer"),
        "build": tr("Wishes", "Build up"),
        "end": tr("Wishes", "End it"),
        "like": tr("Wishes", "Like the bars before"),
        "again": tr("Wishes", "The bars before again, varied"),
        "contrast": tr("Wishes", "A new section (B part)"),
        "answer": tr("Wishes", "Answer the bars before"),
    }
    if bars is None or wish not in {"like", "again", "answer"}:
        return names[wish]
    one = bars[0] == bars[1]
    said = {
        ("like", True): tr("Wishes", "Like bar {0}"),
        ("like", False): tr("Wishes", "Like bars {0} to {1}"),
        ("again", True): tr("Wishes", "Bar {0} again, varied"),
        ("again", False): tr("Wishes", "Bars {0} to {1} again, varied"),
        ("answer", True): tr("Wishes", "Answer bar {0}"),
        ("answer", False): tr("Wishes", "Answer bars {0} to {1}"),
    }
    return said[wish, one].format(*bars)


_WISHES: tuple[Wish, ...] = get_args(Wish)
