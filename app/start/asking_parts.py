"""All that asks the model for music in one window, wired together."""

from collections.abc import Callable

from PySide6.QtCore import QObject

from app.compose.chords.chord_views import ChordViews
from app.compose.filling.accompanying import Accompanying
from app.compose.filling.bar_asks import BarAsks
from app.compose.offer.offer_place import OfferPlace
from app.compose.offer.offer_views import OfferViews
from app.compose.offer.wish_views import WishViews
from app.compose.roll_menu import RollMenu
from app.main_window.window import MainWindow
from app.state.asked import Asked
from app.state.key_in_force import KeyInForce
from app.state.selection import Selection
from app.talk.continuing import Continuing
from app.talk.engine_link import Link
from app.talk.playing import Playing
from app.talk.reharmonizing import Reharmonizing


class AskingParts(QObject):
    """What asks the model: for a continuation, for bars in the middle, for a track.

    Args:
        window: Where it is asked and shown.
        selection: What is chosen, in its document.
        key: The key at the playhead.
        asked: What is asked for.
        show_pane: Shows a pane under the roll.
        playing: The player.
        continuing: The model.
        live: Its process.
        parent: Qt's owner.
    """

    def __init__(
        self,
        window: MainWindow,
        *,
        selection: Selection,
        key: KeyInForce,
        asked: Asked,
        show_pane: Callable[[str], None],
        playing: Playing,
        continuing: Continuing,
        live: Link,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        shell, page = window.shell, window.compose
        self.offers = OfferViews(
            shell,
            page,
            selection=selection,
            key=key,
            asked=asked,
            show_pane=show_pane,
            playing=playing,
            continuing=continuing,
            parent=self,
        )
        self.bars = BarAsks(
            shell,
            page,
            selection.document,
            continuing=continuing,
            offers=self.offers,
            parent=self,
        )
        self.accompanying = Accompanying(
            shell, page, selection, continuing=continuing, offers=self.offers, parent=self
        )
        self.chords = ChordViews(
            shell,
            page,
            selection,
            playing=playing,
            bars=self.bars,
            reharmonizing=Reharmonizing(live, self),
            parent=self,
        )
        self.wishes = WishViews(
            page,
            selection=selection,
            place=OfferPlace(selection, asked, playing, self),
            asked=asked,
            continuing=continuing,
            parent=self,
        )
        self.roll_menu = RollMenu(
            shell, page, selection=selection, offers=self.offers, wishes=self.wishes, parent=self
        )
