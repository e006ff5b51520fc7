"""Converts between the library's messages and the rows of its lists."""

import os
from pathlib import Path, PurePath

from app.files.models import LONGEST_NAME
from app.views.library_panel.rows import FolderRow, PieceFilters, PieceRow
from app.views.train.values import Sources
from app.widgets.key_names import key_in_own_words
from app.words.engine import translate_engine_text
from app.words.instruments import short_families, short_family
from engine import messages
from engine.gate.file_names import file_name

# The bar chart of Train has room for so many instruments.
SHOWN_FAMILIES = 8
BETWEEN = "\n"
# No path begins with this character.
_IN_NUMBERS = "\x01"


def query_of(filters: PieceFilters) -> messages.PieceQuery:
    """Return filters as a query; the upper limits are exclusive."""
    hair = 1e-6
    return messages.PieceQuery(
        text=filters.text,
        folder=bytes.fromhex(filters.folder),
        family=filters.family,
        key=filters.key,
        tag=filters.tag,
        shortest_s=filters.seconds[0],
        longest_s=max(0.0, filters.seconds[1] - hair),
        slowest_bpm=filters.bpm[0],
        fastest_bpm=max(0.0, filters.bpm[1] - hair),
        order=filters.order,
        descending=filters.descending,
    )


def style_name(filters: PieceFilters) -> str:
    """Return the name of a style of the pieces that filters show, or an empty text.

    It is the words of the search, such as a composer, else the tag, else the folder's name. Only
    what every system takes in a name is left of it.
    """
    folder = _name(bytes.fromhex(filters.folder)) if filters.folder else ""
    return file_name(filters.text or filters.tag or folder)[:LONGEST_NAME].strip()


def row_of(piece: messages.FoundPiece) -> PieceRow:
    """Return the row of a piece; `place_of` reads its key."""
    return PieceRow(
        key=_key(piece),
        title=piece.title,
        seconds=piece.seconds,
        number=piece.number,
        used=piece.used,
        bpm=piece.bpm,
        tags=piece.tags,
        rights=piece.rights,
        tracks=piece.tracks,
        music_key=key_in_own_words(piece.key),
        composer=piece.composer,
        folder=piece.folder,
        meter=piece.meter,
        instruments=short_families(piece.programs, drums=piece.drums),
        picture=piece.picture,
        warning=translate_engine_text(piece.warning),
    )


def _key(piece: messages.FoundPiece) -> str:
    """Return a piece's path, with its path in an archive on a second line.

    A Qt string cannot hold a name that is not UTF-8; such a name is written in hexadecimal.
    """
    try:
        path = piece.path.decode("utf-8")
    except UnicodeDecodeError:
        path = f"{_IN_NUMBERS}{piece.path.hex()}"
    return f"{path}{BETWEEN}{piece.member}" if piece.member else path


def place_of(key: str) -> tuple[Path, str]:
    """Return the path in a row's key, and the path in an archive or an empty text."""
    path, _, member = key.partition(BETWEEN)
    if path.startswith(_IN_NUMBERS):
        path = os.fsdecode(bytes.fromhex(path.removeprefix(_IN_NUMBERS)))
    return Path(path), member


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
