"""The buttons and the menu of wishes: a word for what the next bars shall be like."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import get_args

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QGridLayout, QMenu, QSizePolicy, QWidget

from app.values.continue_settings import ENDLESS
from app.widgets.buttons import TextButton
from app.widgets.menus import add_action
from engine.request import Request
from engine.values.wishes import WISHES, Wish

Bars = tuple[int, int] | None
"""First and last bar that a word is about, as the ruler numbers them; None before any is chosen."""


class WishGrid(QWidget):
    """A button for each wish; pressing the chosen one again takes the wish back.

    Signals:
        chosen(str): The wish that the user chose, `none` for none.
    """

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(self.tr("Wish for the next request"))
        self._request = Request()
        self._bars: Bars = None
        self._named: Bars = None
        self._is_inside = False
        self._buttons: dict[Wish, TextButton] = {}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(6)
        for index, wish in enumerate(_WISHES[1:]):
            button = TextButton("", kind="wish", checkable=True)
            button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            button.clicked.connect(partial(self._press, wish))
            grid.addWidget(button, index // 2, index % 2)
            self._buttons[wish] = button
        self._show()

    @property
    def said(self) -> str:
        """The shown name of the present wish; empty without one."""
        usual = self._request.wish == "none"
        return "" if usual else wish_name(self._request.wish, self._named)

    def show_request(self, request: Request) -> None:
        """Show the wish of a request."""
        if (request.wish, request.pattern) != (self._request.wish, self._request.pattern):
            # A wish refers to the bars that were chosen when it was pressed.
            self._named = self._bars
        self._request = request
        self._show()

    def show_chosen_bars(self, bars: Bars, *, inside: bool = False) -> None:
        """Show these bars in the wishes about bars.

        Args:
            bars: The bars; None if none are chosen.
            inside: Whether the request writes bars with music after them, which cannot end.
        """
        self._bars, self._is_inside = bars, inside
        self._show()

    def _show(self) -> None:
        for wish, button in self._buttons.items():
            chosen = wish == self._request.wish
            bars = self._named if chosen else self._bars
            name = wish_name(wish, bars)
            button.show_name(_short_name(wish, bars), name)
            button.setChecked(chosen)
            button.show_reason(self._reason(wish))

    def _reason(self, wish: Wish) -> str:
        if WISHES[wish].ends and self._is_inside:
            return self.tr("The piece goes on after these bars.")
        return reason_against(wish, self._request)

    def _press(self, wish: Wish) -> None:
        self.chosen.emit("none" if wish == self._request.wish else wish)


def reason_against(wish: Wish, request: Request) -> str:
    """Return why a request cannot have a wish; empty if it can."""
    if request.bars == ENDLESS and WISHES[wish].comes_to_rest:
        return QCoreApplication.translate("Wishes", "What goes on until it is stopped has no end.")
    return ""


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
    for wish in _WISHES if usual else _WISHES[1:]:
        reason = reason_against(wish, request)
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


def _short_name(wish: Wish, bars: Bars) -> str:
    """Return the name of a wish for a button of half the panel's width."""
    tr = QCoreApplication.translate
    if wish == "contrast":
        return tr("Wishes", "B part")
    if wish not in {"like", "again", "answer"}:
        return wish_name(wish, bars)
    without = {
        "like": tr("Wishes", "Like before"),
        "again": tr("Wishes", "Again, varied"),
        "answer": tr("Wishes", "Answer"),
    }
    about = {
        "like": tr("Wishes", "Like {0}"),
        "again": tr("Wishes", "Vary {0}"),
        "answer": tr("Wishes", "Answer {0}"),
    }
    if bars is None:
        return without[wish]
    numbers = str(bars[0]) if bars[0] == bars[1] else f"{bars[0]}–{bars[1]}"
    return about[wish].format(numbers)


_WISHES: tuple[Wish, ...] = get_args(Wish)
