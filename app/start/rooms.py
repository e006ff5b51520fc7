"""The window's imports, a few at a time: between two of them it answers."""

from collections.abc import Callable, Iterator
from importlib import import_module
from threading import Thread

_SLICE_S = 0.01
# In this order: most of what one of them imports as well, those before it have brought in.
_VIEWS = (
    "app.views.notice_strip",
    "app.views.transport.bar",
    "app.views.roll.accessible",
    "app.views.roll.piano_roll",
    "app.views.tracks.headers",
    "app.views.alternatives.strip",
    "app.views.library_panel.delegates",
    "app.views.library_panel.panel",
    "app.views.continue_panel.panel",
    "app.views.events.table",
    "app.views.score.page",
    "app.main_window.compose_page",
    "app.main_window.first_views",
)
_BINDERS = (
    "app.clients.engine_link",
    "app.clients.playing",
    "app.clients.continuing",
    "app.compose.offer.offer_views",
    "app.library.shelf",
    "app.library.views",
    "app.train.step_samples",
    "app.train.views",
    "app.compose.editing.editing",
    "app.compose.files.drops",
    "app.preferences.views",
    "app.sound.views",
)
# What this room wires together, and last the session of all of it.
_WIRING = (
    "app.compose.filling.bar_asks",
    "app.compose.chords.chord_views",
    "app.start.wiring.asking",
    "app.compose.beginning.start_views",
    "app.start.wiring.beginning",
    "app.compose.paper.pane",
    "app.compose.paper.printing",
    "app.start.wiring.exporting",
    "app.start.wiring.model",
    "app.clients.jamming",
    "app.jam.views",
    "app.start.wiring.jams",
    "app.library.page",
    "app.start.session",
    "app.start.opening",
)


def rooms() -> Iterator[None]:
    """Import every view that the window begins with, the largest rooms apart."""
    yield from _beside(_without_qt)
    for name in (*_VIEWS, *_BINDERS, *_WIRING):
        import_module(name)
        yield


def _without_qt() -> None:
    """Import what takes long and knows no Qt, so that any thread can do it."""
    import mido  # noqa: F401
    import numpy as np  # noqa: F401

    import engine.piece.composition_file
    import engine.process  # noqa: F401


def _beside(work: Callable[[], None]) -> Iterator[None]:
    """Do something in another thread; the window answers until it is done."""
    failures: list[BaseException] = []

    def run() -> None:
        try:
            work()
        except BaseException as error:  # noqa: BLE001 - it is raised in the window's thread
            failures.append(error)

    thread = Thread(target=run, name="rooms", daemon=True)
    thread.start()
    while thread.is_alive():
        # Not a moment longer: whoever asks again and again would take the time it needs.
        thread.join(_SLICE_S)
        yield
    if failures:
        raise failures[0]
