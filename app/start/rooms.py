"""The window's imports, a few at a time: between two of them it answers."""

from collections.abc import Callable, Iterator
from threading import Thread

_SLICE_S = 0.01


def rooms() -> Iterator[None]:
    """Import everything that the window is furnished with, the rooms with most in them apart."""
    yield from _beside(_without_qt)
    yield from _views()
    yield from _binders()
    yield from _wiring()


def _views() -> Iterator[None]:
    import app.views.notice_strip

    yield
    import app.views.transport.bar

    yield
    import app.views.roll.accessible

    yield
    import app.views.roll.piano_roll

    yield
    import app.views.track_headers

    yield
    import app.views.alternatives.strip

    yield
    import app.views.library_panel.delegates

    yield
    import app.views.library_panel.panel

    yield
    import app.views.continue_panel.panel

    yield
    import app.views.events.table

    yield
    import app.views.score.page

    yield
    import app.main_window.compose_page

    yield
    import app.main_window.furniture  # noqa: F401

    yield


def _binders() -> Iterator[None]:
    import app.talk.engine_link

    yield
    import app.talk.playing

    yield
    import app.talk.continuing

    yield
    import app.compose.offer_views

    yield
    import app.library.shelf

    yield
    import app.library.views

    yield
    import app.train.step_samples

    yield
    import app.train.views

    yield
    import app.compose.editing

    yield
    import app.compose.drops

    yield
    import app.preferences.views

    yield
    import app.sound.views  # noqa: F401

    yield


def _wiring() -> Iterator[None]:
    """What `app/start` wires together, a part at a time, and last the session of all of them."""
    import app.compose.filling.bar_asks

    yield
    import app.compose.chords.chord_views

    yield
    import app.start.asking_parts

    yield
    import app.compose.beginning.start_views

    yield
    import app.start.beginning

    yield
    import app.compose.paper.pane

    yield
    import app.compose.paper.printing

    yield
    import app.start.exports

    yield
    import app.start.model_tools

    yield
    import app.talk.jamming

    yield
    import app.jam.views

    yield
    import app.start.jams

    yield
    import app.library.page

    yield
    import app.start.session

    yield
    import app.start.opening  # noqa: F401

    yield


def _without_qt() -> None:
    """Import what takes long and knows no Qt, so that any thread can do it."""
    import mido  # noqa: F401
    import numpy as np  # noqa: F401

    import engine.composition_file
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
