"""Make the parts that show the piece and edit it."""

from dataclasses import dataclass

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from app.clients.engine_link import Link
from app.clients.engraving import Engraving
from app.clients.playing import Playing
from app.compose.editing.editing import Editing
from app.compose.editing.ruler_edits import RulerEdits
from app.compose.help_actions import HelpActions
from app.compose.paper.marks import Marks
from app.compose.paper.pane import ScorePane
from app.compose.score_views import ScoreViews
from app.compose.view_actions import ViewActions
from app.compose.work_in_sight import WorkInSight
from app.settings.settings import Settings
from app.start.ports import WindowParts
from app.start.wiring.clients import Clients
from app.start.wiring.piece import Focus
from app.state.document import Document
from engine.ground.paths import Paths


@dataclass(frozen=True, slots=True, kw_only=True)
class EditingParts:
    """The parts that edit notes, tracks and the ruler.

    Attributes:
        music: Notes, tracks and the roll.
        ruler: Tempo, meter, key and markers.
    """

    music: Editing
    ruler: RulerEdits


def make_views(window: WindowParts, focus: Focus, *, parent: QObject) -> ScoreViews:
    """Return the binder that shows the piece in all its views."""
    return ScoreViews(
        window.page, window.shell.transport, focus.selection, focus.key, parent=parent
    )


def make_score(
    window: WindowParts, focus: Focus, playing: Playing, engrave: Link, *, parent: QObject
) -> ScorePane:
    """Return the score pane; the process behind `engrave` draws its lines."""
    return ScorePane(
        window.page,
        window.shell.notices,
        selection=focus.selection,
        playing=playing,
        engraving=Engraving(engrave, parent),
        parent=parent,
    )


def make_editing(
    window: WindowParts,
    focus: Focus,
    playing: Playing,
    *,
    views: ScoreViews,
    parent: QObject,
) -> EditingParts:
    """Return the parts that turn the user's gestures into commands."""
    shell, page = window.shell, window.page
    music = Editing(
        page,
        shell.transport,
        shell.actions,
        selection=focus.selection,
        playing=playing,
        scale=views.scale,
        key=focus.key,
        parent=parent,
    )
    Marks(
        shell,
        page,
        focus.selection,
        playing=playing,
        bars_edited=music.bars_edited.emit,
        parent=parent,
    )
    document = focus.selection.document
    ruler = RulerEdits(
        shell,
        page,
        document,
        key=focus.key,
        playing=playing,
        parent=parent,
    )
    return EditingParts(music=music, ruler=ruler)


def bind_actions(
    window: WindowParts,
    document: Document,
    views: ScoreViews,
    clients: Clients,
    *,
    settings: Settings,
    application: QApplication,
    paths: Paths,
    parent: QObject,
) -> None:
    """Connect the actions of the View and Help menus, and what moves the view by itself."""
    sight = WorkInSight(
        window.shell,
        window.page,
        document=document,
        playing=clients.playing,
        continuing=clients.continuing,
        parent=parent,
    )
    ViewActions(
        window.shell,
        window.workspaces,
        views,
        sight=sight,
        settings=settings,
        application=application,
        parent=parent,
    )
    HelpActions(window.shell, document, paths, parent)
