"""Make the clients of the child processes."""

from dataclasses import dataclass

from PySide6.QtCore import QObject

from app.clients.continuing import Continuing
from app.clients.importing import ImportJobs
from app.clients.playing import Playing
from app.clients.training import Training
from app.settings.settings import Settings
from app.start.ports import Links
from app.start.wiring.taste import learn_from
from app.state.document import Document
from app.state.learned_taste import LearnedTaste


@dataclass(frozen=True, slots=True, kw_only=True)
class Clients:
    """The clients of the child processes.

    Attributes:
        playing: Plays the piece in the player.
        continuing: Continues the piece in the live process.
        importing: Imports files into the library in a job process.
        training: Trains a model in a job process.
    """

    playing: Playing
    continuing: Continuing
    importing: ImportJobs
    training: Training


def make_clients(
    links: Links,
    document: Document,
    settings: Settings,
    learned: LearnedTaste,
    *,
    parent: QObject,
) -> Clients:
    """Return the clients; none of their processes is started."""
    playing = Playing(links.player, document, settings, parent)
    continuing = Continuing(
        links.live, document, playing, taste=lambda: learned.applied, parent=parent
    )
    learn_from(continuing, learned)
    return Clients(
        playing=playing,
        continuing=continuing,
        importing=ImportJobs(links.make_job, parent),
        training=Training(links.make_job, parent),
    )
