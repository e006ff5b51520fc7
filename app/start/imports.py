"""Import the window's modules in steps, so that the event loop runs in between."""

from collections.abc import Callable, Iterator
from importlib import import_module
from threading import Thread

# Wait for the import thread between two turns of the event loop.
_SLICE_S = 0.01
# Ordered so that each entry imports only a little that the entries before it did not.
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
# The makers of this room, and at last the session.
_WIRING = (
    "app.compose.filling.bar_requests",
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
    "app.start.session_loader",
)


def import_modules() -> Iterator[None]:
    """Import all modules of the window, one group for each step."""
    yield from _in_thread(_import_without_qt)
    for name in (*_VIEWS, *_BINDERS, *_WIRING):
        import_module(name)
        yield


def _import_without_qt() -> None:
    """Import slow modules without Qt, which any thread may import."""
    # `np.unique` and `np.isin` import this when they are first called: 20 to 40 ms, in which the
    # first press of Play or of a digit was not answered.
    import numpy.ma  # noqa: F401, PLC0415

    for name in ("mido", "engine.piece.composition_file", "engine.processes.process"):
        import_module(name)


def _in_thread(work: Callable[[], None]) -> Iterator[None]:
    """Run `work` in a thread and yield until it is done."""
    failures: list[BaseException] = []

    def run() -> None:
        try:
            work()
        except BaseException as error:  # noqa: BLE001 - it is raised in the window's thread
            failures.append(error)

    thread = Thread(target=run, name="imports", daemon=True)
    thread.start()
    while thread.is_alive():
        # A longer slice would block the window; a busy loop would slow the imports.
        thread.join(_SLICE_S)
        yield
    if failures:
        raise failures[0]
