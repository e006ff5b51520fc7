"""Make the parts for training."""

from collections.abc import Callable

from PySide6.QtCore import QObject

from app.clients.engine_link import Link
from app.clients.library import Library
from app.start.ports import WindowParts
from app.start.wiring.clients import Clients
from app.start.wiring.threads import Threads
from app.train.views import TrainTools, TrainViews


def make_training(
    window: WindowParts,
    clients: Clients,
    library: Library,
    *,
    threads: Threads,
    make_job: Callable[[], Link],
    parent: QObject,
) -> TrainViews:
    """Return the binder of the Train page; `library` counts the chosen pieces."""
    tools = TrainTools(
        make_link=make_job,
        library=library,
        playing=clients.playing,
        background=threads.background,
        moving=threads.moving,
    )
    return TrainViews(window.shell, window.workspaces, clients.training, tools, parent)
