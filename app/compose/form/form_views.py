"""Show the sections of the piece in the form band and edit them as undo steps."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QPoint
from PySide6.QtWidgets import QMenu

from app.clients.playing import Playing
from app.compose.offer.offered_chords import OfferedChords
from app.main_window.compose_page import ComposePage
from app.main_window.shell import Shell
from app.state import edits
from app.state.document import Document
from app.views.notice_strip import NoticeText
from app.widgets.menus import add_action
from engine.ground.errors import SegueError
from engine.values.score import Score
from engine.values.sections import Section, written_sections

# Key of the notice.
_REFUSED = "sections"


class FormViews(QObject):
    """Connects the sections of the piece, and those of an offer, to their band.

    The band is there where there are sections, and where the user types some.
    """

    def __init__(
        self,
        shell: Shell,
        page: ComposePage,
        document: Document,
        *,
        playing: Playing,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._shell, self._page, self._document = shell, page, document
        self._band, self._playing = page.form, playing
        self._sections: tuple[Section, ...] = ()
        self._offered: tuple[Section, ...] = ()
        self._types = False
        band = page.form
        band.typed.connect(self.write_typed)
        band.moved.connect(
            lambda first, to: self._edit(
                self.tr("Move section"),
                lambda score: edits.with_section_moved(score, first, to),
            )
        )
        band.removed.connect(self.remove)
        band.menu_requested.connect(self._open_menu)
        shell.actions.bind(form=self)
        document.replaced.connect(self._on_replaced)
        document.ruler_changed.connect(self._show)
        document.extent_changed.connect(self._on_extent)
        self._show()

    # --- commands of the user -----------------------------------------------------------------

    def begin(self) -> None:
        """Open the band's text field at the bar of the playhead."""
        self._types = True
        self._show_band()
        bars = self._document.timeline.bars
        self._band.choose(bars.bar_at(max(0, round(self._playing.tick))))
        self._band.begin_typing()

    def write_typed(self, bar: int, text: str) -> None:
        """Write typed letters from a bar on; invalid text stays in the field."""
        change = partial(edits.with_typed_sections, text=text, bar=bar)
        if self._edit(self.tr("Type sections"), change):
            self._band.end_typing()

    def remove(self, first: int) -> None:
        """Remove the letter of the section that begins in a bar."""
        change = partial(edits.without_section, first=first)
        self._edit(self.tr("Remove section"), change)

    def _edit(self, name: str, change: Callable[[Score], Score]) -> bool:
        """Edit the score as an undo step; return False after a failure, which is shown."""
        composition, notices = self._document.composition, self._shell.notices
        try:
            after = change(composition.score)
        except SegueError as error:
            notices.show_notice(
                NoticeText(
                    key=_REFUSED,
                    about="piece",
                    happened=error.message,
                    can=error.hint,
                    tone="warning",
                    seconds=10.0,
                )
            )
            return False
        notices.clear_notice(_REFUSED)
        self._document.edit(name, composition.with_score(after))
        return True

    def menu_at(self, bar: int) -> QMenu:
        """Return the menu of a bar in the band."""
        menu = QMenu(self._shell.frame)
        menu.setToolTipsVisible(True)
        text = self.tr("Type letters from bar %1…").replace("%1", str(bar + 1))
        add_action(menu, text, self._band.begin_typing)
        here = next(
            (each for each in self._sections if each.first <= bar < each.first + each.bars), None
        )
        none = "" if here is not None else self.tr("No section is written here.")
        first = here.first if here is not None else bar
        add_action(menu, self.tr("Remove this section"), partial(self.remove, first), reason=none)
        return menu

    def _open_menu(self, place: QPoint, bar: int) -> None:
        menu = self.menu_at(bar)
        menu.exec(place)
        menu.deleteLater()

    # --- showing ------------------------------------------------------------------------------

    def show_offered(self, offered: OfferedChords) -> None:
        """Show the sections of an offer beside the written ones."""
        # Until the plan of a new request is known, the band stays as it is.
        sections = offered.plan.sections
        stays = offered.waits and not sections and self._offered
        if stays or sections == self._offered:
            return
        self._offered = sections
        self._band.show_offered(sections)
        self._show_band()

    def _on_extent(self) -> None:
        """Let the last section end with the piece."""
        if self._sections:
            self._show()

    def _on_replaced(self) -> None:
        self._types = False
        self._show()

    def _show(self) -> None:
        score = self._document.score
        self._sections = written_sections(score)
        self._band.show_sections(self._sections, timeline=self._document.timeline)
        self._show_band()

    def _show_band(self) -> None:
        self._page.show_form(on=bool(self._sections or self._offered) or self._types)
