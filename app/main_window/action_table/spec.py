"""The type of a row of the table of actions."""

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
    """One action of the user.

    Attributes:
        name: The key in the code.
        menu: The menu that lists it.
        text: The text in the menu; & marks the access key.
        tooltip: One sentence on its effect.
        shortcuts: Key sequences; menus show the first.
        context: Where the shortcuts work: `window`, or `roll` (the piano roll and the score).
        checkable: Whether it is on or off.
        section: A menu has a separator between different sections.
        submenu: The submenu that lists it, or empty.
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
    """Create a row; the arguments of every row are positional, so that the table stays readable."""
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
