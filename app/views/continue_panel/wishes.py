"""What the next bars are to be like, in a word of music: the menu, and what its chip says."""

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
    """Says the word that holds, and opens the menu of all of them.

    Signals:
        opened(): The menu opens; whoever knows which bars are chosen says so at once.
        chosen(str): The word that the user chose.
    """

    opened = Signal()
    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__("", kind="chip")
        self.setAccessibleName(self.tr("What it is to be like"))
        self.setToolTip(
            self.tr("Busier, calmer, like the selected bars, an answer, an end; for one request")
        )
        self._request = Request()
        self._bars: Bars = None
        self._named: Bars = None
        attach_menu(self, self._fill)

    @property
    def said(self) -> str:
        """The word that holds; empty without one."""
        usual = self._request.wish == "none"
        return "" if usual else wish_name(self._request.wish, self._named)

    def show_request(self, request: Request) -> None:
        """Show the word of a request."""
        if (request.wish, request.pattern) != (self._request.wish, self._request.pattern):
            # Bars that are chosen later are not those that were meant.
            self._named = self._bars
        self._request = request
        self.setText(f"{self.said or self.tr('In a word')} ▾")
        self.setChecked(bool(self.said))

    def show_chosen_bars(self, bars: Bars) -> None:
        """Name these bars in the menu; None says that none are chosen."""
        self._bars = bars

    def _fill(self, menu: QMenu) -> None:
        self.opened.emit()
        fill_wishes(menu, self._request, self._bars, self.chosen.emit, usual=True)


def fill_wishes(
    menu: QMenu, request: Request, bars: Bars, choose: Callable[[Wish], object], *, usual: bool
) -> None:
    """Fill a menu with the words there are.

    Args:
        menu: Empty, or with other lines before.
        request: That holds now: its word has a mark.
        bars: That a word would be about.
        choose: Called with what the user chose.
        usual: Whether no word at all can be chosen, too.
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
    """Return a wish as a musician says it."""
    tr = QCoreApplication.translate
    names: Mapping[Wish, str] = {
        "none": tr("Wishes", "As it goes on"),
        "busier": tr("Wishes", "Busier"),
        "calmer": tr("Wishes", "Calmer"),
        "build": tr("Wishes", "Build up"),
        "end": tr("Wishes", "End it"),
        "like": tr("Wishes", "Like the bars before"),
        "answer": tr("Wishes", "Answer the bars before"),
    }
    if bars is None or wish not in {"like", "answer"}:
        return names[wish]
    one = bars[0] == bars[1]
    said = {
        ("like", True): tr("Wishes", "Like bar {0}"),
        ("like", False): tr("Wishes", "Like bars {0} to {1}"),
        ("answer", True): tr("Wishes", "Answer bar {0}"),
        ("answer", False): tr("Wishes", "Answer bars {0} to {1}"),
    }
    return said[wish, one].format(*bars)


_WISHES: tuple[Wish, ...] = get_args(Wish)
