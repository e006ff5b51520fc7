"""Connect signals of one part of the window to slots of another."""

from pathlib import Path

from app.clients.jamming import FinishedJam
from app.clients.playing import Playing
from app.compose.beginning.beats_room import BeatsRoom
from app.compose.beginning.begin_views import BeginViews
from app.jam.views import JamViews
from app.preferences.views import PreferencesViews
from app.settings.settings import Settings
from app.start.wiring.clients import Clients
from app.start.wiring.filing import FilingParts
from app.start.wiring.library import LibraryParts
from app.start.wiring.model import ModelParts
from app.start.wiring.takes import TakeParts
from app.train.views import TrainViews


def connect_jams(jams: JamViews, filing: FilingParts, beats: BeatsRoom) -> None:
    """Connect a keep_requested jam to the document, which first asks about unsaved work.

    A jam without a beat that was set gets the beats that are found in it.
    """

    def find_beats(jammed: FinishedJam) -> None:
        if not jammed.has_beat:
            beats.use_beats()

    jams.pending.keep_requested.connect(filing.actions.open_jam)
    filing.actions.jam_opened.connect(jams.pending.on_became_document)
    jams.pending.became_document.connect(find_beats)


def connect_pieces(
    filing: FilingParts,
    library: LibraryParts,
    model: ModelParts,
    takes: TakeParts,
    playing: Playing,
) -> None:
    """Connect the places where pieces are found to those that open, insert and remember them."""
    actions, drops, pieces = filing.actions, filing.drops, library.pieces
    actions.insert_asked.connect(lambda path: drops.insert_at(path, round(playing.tick)))
    drops.open_asked.connect(actions.open)
    pieces.insert_asked.connect(
        lambda path, member: drops.insert_at(path, round(playing.tick), member=member)
    )
    pieces.insert_at_bar_asked.connect(
        lambda path, member, tick: drops.insert_at_bar(path, tick, member=member)
    )
    pieces.open_asked.connect(actions.open)
    pieces.remember_asked.connect(model.remembering.remember)
    takes.takes.regenerate_wanted.connect(takes.again.make)


def connect_beginnings(
    begin: BeginViews, model: ModelParts, library: LibraryParts, starter: Path
) -> None:
    """Connect the beginning of an empty piece to the pieces and styles that it may be like."""
    shelf = library.shelf
    shelf.search.shown.connect(begin.show_pieces)
    begin.piece_asked.connect(library.pieces.remember)
    begin.file_asked.connect(model.remembering.ask)
    begin.forget_asked.connect(model.remembering.forget)
    begin.model_asked.connect(lambda folder: library.views.use(folder or starter))


def connect_models(
    library: LibraryParts,
    train: TrainViews,
    takes: TakeParts,
    filing: FilingParts,
    clients: Clients,
) -> None:
    """Connect the signals about models that are added, removed, renamed or chosen."""
    views, models = library.views, library.models
    views.models_changed.connect(train.show_models)
    views.train_asked.connect(train.begin)
    views.style_asked.connect(train.make_style)
    train.models_changed.connect(views.refresh)
    train.model_wanted.connect(views.use)
    train.rename_asked.connect(models.rename)
    train.card_asked.connect(models.show_card)
    models.model_wanted.connect(views.use)
    takes.again.model_wanted.connect(views.use)
    filing.drops.model_dropped.connect(models.bring_in)
    clients.continuing.model_changed.connect(train.show_current_model)


def connect_folders(
    preferences: PreferencesViews,
    library: LibraryParts,
    train: TrainViews,
    settings: Settings,
) -> None:
    """Connect the signals about folders and their contents."""
    shelf, views = library.shelf, library.views
    preferences.watching_changed.connect(shelf.watch)
    shelf.watch(settings.preferences.watch_folders)
    preferences.paths_changed.connect(lambda paths: views.use_models_folder(paths.models))
    train.import_asked.connect(views.ask_folder)
    train.choosing_asked.connect(library.place.show)
    shelf.sources_changed.connect(train.show_sources)
    views.reading_changed.connect(train.show_reading)
