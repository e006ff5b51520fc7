"""What the pages of Preferences show."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class FolderRow:
    """A folder in which Segue keeps something.

    Attributes:
        key: How the signals name it.
        title: What is kept there.
        path: Where.
        size: What it holds, in the user's words; empty while it is counted.
        free: What its disk has left.
        reason: Why it cannot be moved now, or empty.
        movable: Whether the user can put it elsewhere at all.
    """

    key: str
    title: str
    path: str
    size: str = ""
    free: str = ""
    reason: str = ""
    movable: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyRow:
    """An action and its keys.

    Attributes:
        name: How the signals name it.
        text: What it does.
        menu: Where it stands.
        keys: Its keys as Qt writes them, the first of which is shown in menus.
        changed: Whether the user gave it other keys than the preset has.
    """

    name: str
    text: str
    menu: str
    keys: tuple[str, ...] = ()
    changed: bool = False
