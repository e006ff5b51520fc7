"""The tree of takes: accepted ones are nodes, going on in another way branches off."""

from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeNode:
    """An accepted take.

    Attributes:
        number: Its number.
        parent: Number of the take it goes on from; 0 is the piece as it was written.
        label: `5–8`, the bars.
        text: The user's words, or empty.
        starred: Marked.
    """

    number: int
    parent: int
    label: str
    text: str = ""
    starred: bool = False


class TakeTree(QWidget):
    """Nodes from left to right; the current one is filled.

    Signals:
        node_chosen(int): Go back to this take; 0 is the piece as it was written.
        node_renamed(int, str): New words on a node.
        node_starred(int, bool): Marked or not.
    """

    node_chosen = Signal(int)
    node_renamed = Signal(int, str)
    node_starred = Signal(int, bool)

    def show_tree(self, nodes: tuple[TreeNode, ...], *, current: int) -> None:
        """Show these nodes; `current` is the one the piece ends with (0: the root)."""
