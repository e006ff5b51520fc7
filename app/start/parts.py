"""What a session is given: where it keeps things, and the children that it has."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from app.talk.engine_link import Link
from engine.paths import Paths
from engine.piece.opening import PieceReader


@dataclass(frozen=True, slots=True, kw_only=True)
class Folders:
    """Where a session finds and keeps things.

    Attributes:
        paths: The user's folders.
        demos: Pieces that ship.
        starter: The model that ships.
    """

    paths: Paths
    demos: Path
    starter: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Links:
    """The child processes, not yet started.

    Attributes:
        live: Continues pieces.
        player: Plays them.
        library: Knows the pieces of the library.
        engrave: Draws scores.
        make_job: Returns the link to a fresh job process.
        make_render: Returns the link to a fresh process that writes audio files.
        reader: Opens pieces.
    """

    live: Link
    player: Link
    library: Link
    engrave: Link
    make_job: Callable[[], Link]
    make_render: Callable[[], Link]
    reader: PieceReader = field(default_factory=PieceReader)
