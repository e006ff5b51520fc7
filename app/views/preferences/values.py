"""The values that the pages of Preferences show."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class StorageFolder:
    """A folder in which Segue keeps something.

    Attributes:
        key: Names it in signals.
        title: The kind of files that Segue keeps there.
        path: Its path.
        size: Its size in words; empty while it is being counted.
        free: The free space on its disk, in words.
        reason: Why it cannot be moved now, or empty.
        movable: Whether the user can move it at all.
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
        name: Names it in signals.
        text: Its words in the menu.
        menu: Its menu.
        keys: Its keys in Qt's notation; menus show the first.
        changed: Whether the user gave it other keys than the keyboard layout.
    """

    name: str
    text: str
    menu: str
    keys: tuple[str, ...] = ()
    changed: bool = False
