"""The arguments of a session: its folders, its child processes, and parts of the window."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from app.clients.engine_link import Link
from app.main_window.compose_page import ComposePage
from app.main_window.shell import Shell
from app.main_window.workspaces import Workspaces
from engine.ground.paths import Paths
from engine.piece.opening import PieceReader


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowParts:
    """The parts of the window that makers and binders get.

    Attributes:
        shell: The rows that are always visible, and the actions.
        workspaces: The pages, one of which is visible.
    """

    shell: Shell
    workspaces: Workspaces

    @property
    def page(self) -> ComposePage:
        """The workspace in which pieces are written."""
        return self.workspaces.compose


@dataclass(frozen=True, slots=True, kw_only=True)
class Folders:
    """Where a session finds and keeps things.

    Attributes:
        paths: The user's folders.
        demos: The folder of the demo pieces.
        continued: The folder of those that the starter has continued.
        starter: The folder of the starter model.
    """

    paths: Paths
    demos: Path
    continued: Path
    starter: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Links:
    """The child processes, not yet started.

    Attributes:
        live: Continues pieces with the model.
        player: Plays them.
        library: Searches the library's catalogue.
        engrave: Draws scores.
        listen: Hears microphones and files of sound.
        make_job: Returns the link to a fresh job process.
        make_render: Returns the link to a fresh process that writes audio files.
        reader: Opens pieces.
    """

    live: Link
    player: Link
    library: Link
    engrave: Link
    listen: Link
    make_job: Callable[[], Link]
    make_render: Callable[[], Link]
    reader: PieceReader = field(default_factory=PieceReader)

    def close(self) -> None:
        """Close the player, live and the reader; the users of the other links close those."""
        self.player.close()
        self.live.close()
        self.reader.close()
