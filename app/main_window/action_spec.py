"""One row of the table of actions."""

from dataclasses import dataclass
from typing import Literal

Context = Literal["window", "roll"]
Menu = Literal["File", "Edit", "View", "Play", "Continue", "Library", "Model", "Help"]
MENUS: tuple[Menu, ...] = (
    "File",
    "Edit",
    "View",
    "Play",
    "Continue",
    "Library",
    "Model",
    "Help",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionSpec:
    """One thing the user can do.

    Attributes:
        name: How the code calls it.
        menu: The menu it stands in.
        text: Its words in the menu, & before its access key.
        tooltip: One sentence on what it does.
        shortcuts: Keys, the first of which is shown.
        context: `window` works wherever the focus is, `roll` only where notes are edited:
            in the piano roll and in the score.
        checkable: Whether it is on or off.
        section: Actions of a menu with different sections have a line between them.
        submenu: The submenu it stands in, or empty.
    """

    name: str
    menu: Menu
    text: str
    tooltip: str
    shortcuts: tuple[str, ...] = ()
    context: Context = "window"
    checkable: bool = False
    section: int = 0
    submenu: str = ""


def spec(
    menu: Menu,
    section: int,
    name: str,
    text: str,
    tooltip: str,
    *shortcuts: str,
    context: Context = "window",
    checkable: bool = False,
    submenu: str = "",
) -> ActionSpec:
    """Return a row; what stands in every row goes by place, so that the table reads as one."""
    return ActionSpec(
        name=name,
        menu=menu,
        text=text,
        tooltip=tooltip,
        shortcuts=shortcuts,
        context=context,
        checkable=checkable,
        section=section,
        submenu=submenu,
    )
