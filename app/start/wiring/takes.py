"""Make the parts that list, regenerate and drag takes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject

from app.clients.continuing import Continuing
from app.compose.files.drops import Drops
from app.compose.offer.offer_views import OfferViews
from app.compose.takes.regenerating import Regenerating
from app.compose.takes.take_drags import TakeDrags
from app.compose.takes.takes import Takes
from app.files.models import ModelInfo
from app.start.ports import WindowParts
from app.start.wiring.clients import Clients
from app.state.document import Document


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeParts:
    """The parts for takes.

    Attributes:
        takes: The Takes tab and the tree of accepted ones.
        again: Regenerates a take.
    """

    takes: Takes
    again: Regenerating


def make_takes(
    window: WindowParts,
    document: Document,
    continuing: Continuing,
    *,
    models: Callable[[], Sequence[ModelInfo]],
    parent: QObject,
) -> TakeParts:
    """Return the parts for takes; one of `models` regenerates a take."""
    takes = Takes(window.page, document, continuing, parent)
    again = Regenerating(
        window.shell, document, continuing=continuing, models=models, parent=parent
    )
    return TakeParts(takes=takes, again=again)


def let_takes_be_dragged(
    document: Document,
    drops: Drops,
    clients: Clients,
    *,
    offers: OfferViews,
    takes: Takes,
    parent: QObject,
) -> None:
    """Connect dragging of alternatives and takes, and playback of takes."""
    TakeDrags(
        document,
        drops,
        continuing=clients.continuing,
        playing=clients.playing,
        offers=offers,
        takes=takes,
        parent=parent,
    )
