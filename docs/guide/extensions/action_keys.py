"""A directive for the guide: every key of a menu, read from the program's own table of actions.

    :::{action-keys} Continue
    :::

The table in the guide is made from the one that makes the menus, and so cannot differ from it.
"""

from collections.abc import Iterator
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import Directive

from app.main_window.action_table import ACTIONS, MENUS, ActionSpec


class ActionKeys(Directive):
    """The actions of one menu that have keys: words, keys, what they do."""

    required_arguments = 1
    has_content = False
    option_spec: ClassVar[dict[str, Any]] = {}

    def run(self) -> list[nodes.Node]:
        """Return the table."""
        menu = self.arguments[0]
        if menu not in MENUS:
            raise self.error(f"There is no menu {menu!r}; there are {', '.join(MENUS)}.")
        rows = [list(_cells(spec)) for spec in ACTIONS if spec.menu == menu and spec.shortcuts]
        return [_table(["Action", "Keys", "What it does"], rows, widths=(25, 25, 50))]


def _cells(spec: ActionSpec) -> Iterator[nodes.Node]:
    yield nodes.paragraph("", spec.text.replace("&", "").rstrip("…"))
    keys = nodes.paragraph()
    for number, shortcut in enumerate(spec.shortcuts):
        if number:
            keys += nodes.Text(" or ")
        keys += nodes.literal(text=shortcut, classes=["kbd"])
    yield keys
    yield nodes.paragraph("", spec.tooltip)


def _table(
    head: list[str], rows: list[list[nodes.Node]], *, widths: tuple[int, ...]
) -> nodes.table:
    group = nodes.tgroup(cols=len(head))
    group += [nodes.colspec(colwidth=width) for width in widths]
    top = [nodes.paragraph("", word) for word in head]
    group += nodes.thead("", _row(top))
    group += nodes.tbody("", *[_row(cells) for cells in rows])
    return nodes.table("", group)


def _row(cells: list[Any]) -> nodes.row:
    return nodes.row("", *[nodes.entry("", cell) for cell in cells])


def setup(app: Any) -> dict[str, Any]:
    """Tell Sphinx about the directive."""
    app.add_directive("action-keys", ActionKeys)
    return {"parallel_read_safe": True}
