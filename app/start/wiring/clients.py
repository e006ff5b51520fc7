"""Those who speak to the child processes for the whole window."""

from dataclasses import dataclass

from PySide6.QtCore import QObject

from app.clients.continuing import Continuing
from app.clients.importing import ImportJobs
from app.clients.playing import Playing
from app.clients.training import Training
from app.settings.settings import Settings
from app.start.ports import Links
from app.state.document import Document


@dataclass(frozen=True, slots=True, kw_only=True)
class Clients:
    """One for each thing that a child is asked for.

    Attributes:
        playing: Has the piece played, by the player.
        continuing: Has the piece continued, by live.
        importing: Has files read into the library, by a job.
        training: Has a model learn, by a job.
    """

    playing: Playing
    continuing: Continuing
    importing: ImportJobs
    training: Training


def make_clients(
    links: Links, document: Document, settings: Settings, *, parent: QObject
) -> Clients:
    """Return the clients; none of their processes is started."""
    playing = Playing(links.player, document, settings, parent)
    return Clients(
        playing=playing,
        continuing=Continuing(links.live, document, playing, parent=parent),
        importing=ImportJobs(links.make_job, parent),
        training=Training(links.make_job, parent),
    )
