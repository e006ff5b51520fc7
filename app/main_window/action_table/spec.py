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
        does: A part of the program, a dot and the part's method that carries it out. A binder
            tells `Actions.bind` which object the part is. Empty where a binder needs more than a
            call and connects the action itself.
        given: Arguments of the method.
        state: The method's keyword for whether the action is on; empty if it does not ask.
        shortcuts: Key sequences; menus show the first.
        context: Where the shortcuts work: `window`, or `roll` (the piano roll and the score).
        checkable: Whether it is on or off.
        section: A menu has a separator between different sections.
        submenu: The submenu that lists it, or empty; a stroke stands before one within it.
        score_keys: More keys that it has while the score has the focus, whatever they mean
            elsewhere.
    """

    name: str
    menu: Menu
    text: str
    tooltip: str
    does: str = ""
    given: tuple[object, ...] = ()
    state: str = ""
    shortcuts: tuple[str, ...] = ()
    context: Context = "window"
    checkable: bool = False
    section: int = 0
    submenu: str = ""
    score_keys: tuple[str, ...] = ()


def spec(  # noqa: PLR0917 - a row of a table
    menu: Menu,
    section: int,
    name: str,
    text: str,
    tooltip: str,
    does: str,
    *shortcuts: str,
    given: tuple[object, ...] = (),
    state: str = "",
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
        does=does,
        given=given,
        state=state,
        shortcuts=shortcuts,
        context=context,
        checkable=checkable or bool(state),
        section=section,
        submenu=submenu,
    )


def mark_spec(
    submenu: str, mark: str, text: str, tooltip: str, *keys: str, score_keys: tuple[str, ...] = ()
) -> ActionSpec:
    """Create a row of a written mark, which the score has as a button.

    Args:
        submenu: The group of marks.
        mark: Its name; the action is called `mark_` and this.
        text: The text in the menu.
        tooltip: One sentence on its effect.
        keys: Key sequences of the roll and the score.
        score_keys: Of the score alone.
    """
    return ActionSpec(
        name=f"mark_{mark}",
        menu="Edit",
        text=text,
        tooltip=tooltip,
        does="marks.toggle",
        given=(mark,),
        shortcuts=keys,
        context="roll",
        checkable=True,
        section=2,
        submenu=submenu,
        score_keys=score_keys,
    )
