"""Make the parts that send requests to the model."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject

from app.clients.engine_link import Link
from app.clients.reharmonizing import Reharmonizing
from app.compose.chords.chord_views import ChordViews
from app.compose.filling.accompanying import Accompanying
from app.compose.filling.bar_requests import BarRequests
from app.compose.form.form_views import FormViews
from app.compose.offer.next_request import NextRequest
from app.compose.offer.offer_place import OfferPlace
from app.compose.offer.offer_views import OfferViews
from app.compose.offer.request_waits import RequestWaits
from app.compose.offer.wish_views import WishViews
from app.compose.roll_menu import RollMenu
from app.files.background import Background
from app.settings.settings import Settings
from app.start.ports import WindowParts
from app.start.wiring.clients import Clients
from app.start.wiring.piece import Focus


@dataclass(frozen=True, slots=True, kw_only=True)
class AskingParts:
    """The parts that send requests for continuations, bars and tracks.

    Attributes:
        offers: Continues the piece and shows the offers.
        bars: Rewrites and fills bars.
        accompanying: Writes a track that accompanies the others.
        chords: Edits the chords and suggests others.
        form: Edits the letters of sections.
        next_request: Says what the next request will do.
        wishes: Adds a musical wish to the request.
        roll_menu: The context menu of the roll.
    """

    offers: OfferViews
    bars: BarRequests
    next_request: NextRequest
    accompanying: Accompanying
    chords: ChordViews
    form: FormViews
    wishes: WishViews
    roll_menu: RollMenu


def make_asking(
    window: WindowParts,
    focus: Focus,
    clients: Clients,
    live: Link,
    *,
    settings: Settings,
    background: Background,
    show_pane: Callable[[str], None],
    parent: QObject,
) -> AskingParts:
    """Return the parts that send requests."""
    shell, page = window.shell, window.page
    selection, playing, continuing = focus.selection, clients.playing, clients.continuing
    offers = OfferViews(
        shell,
        page,
        selection=selection,
        key=focus.key,
        generation=focus.generation,
        show_pane=show_pane,
        playing=playing,
        continuing=continuing,
        parent=parent,
    )
    bars = BarRequests(
        shell, page, selection.document, continuing=continuing, offers=offers, parent=parent
    )
    accompanying = Accompanying(
        shell, page, selection, continuing=continuing, offers=offers, parent=parent
    )
    chords = ChordViews(
        shell,
        page,
        selection,
        playing=playing,
        bars=bars,
        reharmonizing=Reharmonizing(live, parent),
        background=background,
        parent=parent,
    )
    form = FormViews(shell, page, selection.document, playing=playing, parent=parent)
    _connect_plans(offers, chords, form)
    wishes = _make_wishes(window, focus, clients, offers.place, parent)
    roll_menu = RollMenu(
        shell, page, selection=selection, offers=offers, wishes=wishes, parent=parent
    )
    return AskingParts(
        offers=offers,
        bars=bars,
        next_request=_make_next_request(
            window, focus, clients, offers, settings=settings, parent=parent
        ),
        accompanying=accompanying,
        chords=chords,
        form=form,
        wishes=wishes,
        roll_menu=roll_menu,
    )


def _connect_plans(offers: OfferViews, chords: ChordViews, form: FormViews) -> None:
    """Let chord lane and form band show the plan of an offer, and write it on request."""
    offers.chords_shown.connect(form.show_offered)
    offers.chords_shown.connect(chords.show_offered)
    offers.plan_chosen.connect(chords.write_plan)


def _make_next_request(
    window: WindowParts,
    focus: Focus,
    clients: Clients,
    offers: OfferViews,
    *,
    settings: Settings,
    parent: QObject,
) -> NextRequest:
    document, continuing = focus.selection.document, clients.continuing
    waits = RequestWaits(
        document,
        continuing=continuing,
        settings=settings,
        training=clients.training,
        parent=parent,
    )
    return NextRequest(
        window.shell,
        window.page,
        focus.selection.document,
        generation=focus.generation,
        continuing=clients.continuing,
        offers=offers,
        waits=waits,
        parent=parent,
    )


def _make_wishes(
    window: WindowParts, focus: Focus, clients: Clients, place: OfferPlace, parent: QObject
) -> WishViews:
    return WishViews(
        window.page,
        selection=focus.selection,
        place=place,
        generation=focus.generation,
        continuing=clients.continuing,
        parent=parent,
    )
