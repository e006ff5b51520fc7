"""Who hears whom among the parts of a running window, as far as no part decides anything."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.start.session import WindowSession


def connect_pieces(session: "WindowSession") -> None:
    """Let pieces go from where they are found to where they are wanted."""
    session.file_actions.insert_asked.connect(
        lambda path: session.drops.insert_at(path, round(session.playing.tick))
    )
    session.drops.open_asked.connect(session.file_actions.open)
    session.pieces.insert_asked.connect(
        lambda path, member: session.drops.insert_at(
            path, round(session.playing.tick), member=member
        )
    )
    session.pieces.insert_at_bar_asked.connect(
        lambda path, member, tick: session.drops.insert_at_bar(path, tick, member=member)
    )
    session.pieces.open_asked.connect(session.file_actions.open)
    session.pieces.remember_asked.connect(session.remembering.remember)
    session.takes.again_wanted.connect(session.making_again.make)


def connect_models(session: "WindowSession") -> None:
    """Tell everyone of models that come, go and change."""
    session.library.models_changed.connect(session.train.show_models)
    session.library.train_asked.connect(session.train.begin)
    session.train.models_changed.connect(session.library.refresh)
    session.train.model_wanted.connect(session.library.use)
    session.train.rename_asked.connect(session.shelf.rename)
    session.train.card_asked.connect(session.shelf.show_card)
    session.shelf.model_wanted.connect(session.library.use)
    session.making_again.model_wanted.connect(session.library.use)
    session.drops.model_dropped.connect(session.shelf.bring_in)
    session.library.model_dropped.connect(session.shelf.bring_in)
    session.continuing.model_changed.connect(session.train.show_current_model)


def connect_folders(session: "WindowSession") -> None:
    """Tell everyone where things lie, and what stands in the folders."""
    session.preferences.watching_changed.connect(session.library_shelf.watch)
    session.library_shelf.watch(session.settings.preferences.watch_folders)
    session.preferences.paths_changed.connect(
        lambda paths: session.library.use_models_folder(paths.models)
    )
    session.train.import_asked.connect(session.library.ask_folder)
    session.train.choosing_asked.connect(session.library_place.show)
    session.train.files_dropped.connect(session.importing.add)
    session.library_shelf.sources_changed.connect(session.train.show_sources)
    session.library.reading_changed.connect(session.train.show_reading)
