"""Converts between the library's messages and the rows of its lists."""

import os
from pathlib import Path, PurePath

from app.files.models import LONGEST_NAME
from app.views.library_panel.rows import FolderRow
from app.views.train.values import Sources
from app.words.instruments import short_family
from engine import messages
from engine.gate.file_names import file_name
from engine.values.library import PieceQuery

# The bar chart of Train has room for so many instruments.
SHOWN_FAMILIES = 8


def style_name(query: PieceQuery) -> str:
    """Return the name of a style of the pieces that a query finds, or an empty text.

    It is the words of the search, such as a composer, else the tag, else the folder's name. Only
    what every system takes in a name is left of it.
    """
    folder = _name(query.folder) if query.folder else ""
    return file_name(query.text or query.tag or folder)[:LONGEST_NAME].strip()


def folders_of(event: messages.LibraryDescribed) -> tuple[FolderRow, ...]:
    """Return the folders with pieces as trees; the roots are the folders of the library.

    A folder's key is its path in hexadecimal. Its count includes the pieces in its subfolders.
    """
    roots = {os.fsencode(folder) for folder in event.folders}
    counts: dict[bytes, int] = {}
    children: dict[bytes, set[bytes]] = {}
    tops: set[bytes] = set()
    for each in event.tree:
        folder = each.path
        counts[folder] = counts.get(folder, 0) + each.pieces
        while folder not in roots and _inside(folder, roots):
            above = os.path.dirname(folder)  # noqa: PTH120 - bytes
            children.setdefault(above, set()).add(folder)
            counts[above] = counts.get(above, 0) + each.pieces
            folder = above
        tops.add(folder)

    def row(folder: bytes, *, name: str) -> FolderRow:
        inside = sorted(children.get(folder, ()), key=lambda path: path.lower())
        return FolderRow(
            key=folder.hex(),
            name=name,
            pieces=counts[folder],
            folders=tuple(row(path, name=_name(path)) for path in inside),
        )

    return tuple(row(folder, name=in_home(_text(folder))) for folder in sorted(tops))


def _inside(folder: bytes, roots: set[bytes]) -> bool:
    path = PurePath(os.fsdecode(folder))
    return any(os.fsencode(above) in roots for above in path.parents)


def _name(folder: bytes) -> str:
    return _text(os.path.basename(folder))  # noqa: PTH119 - bytes


def _text(path: bytes) -> str:
    return path.decode("utf-8", "replace")


def sources_of(event: messages.LibraryDescribed) -> Sources:
    """Return the sources of a training, as its page shows them."""
    families = tuple((short_family(number), count) for number, count in event.families)
    return Sources(
        pieces=event.used,
        total=event.ready,
        seconds=event.used_s,
        instruments=families[:SHOWN_FAMILIES],
        warning=event.concerns[0] if event.concerns else "",
        choice=event.choice,
    )


def in_home(folder: str) -> str:
    """Return a folder's path with `~` for the home folder."""
    home = str(Path.home())
    return f"~{folder[len(home) :]}" if folder.startswith(home) else folder
