"""What the next bars are to be like, in a word of music: the menu, and what its chip says."""

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QMenu

from app.asking import ENDLESS
from app.widgets.menus import add_action
from engine.request import Request, Wish

Bars = tuple[int, int] | None
"""First and last bar that a word is about, as the ruler numbers them; None before any is chosen."""

_COMES_TO_REST = frozenset({"answer", "end"})


def chip_text(request: Request, bars: Bars) -> str:
    """Return what the chip says of a request."""
    tr = QCoreApplication.translate
    return tr("Wishes", "In a word") if request.wish == "none" else wish_name(request.wish, bars)


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
        reason = no_end if endless and wish in _COMES_TO_REST else ""
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


_WISHES: tuple[Wish, ...] = ("none", "busier", "calmer", "build", "like", "answer", "end")
