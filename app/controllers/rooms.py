"""The window's imports, a few at a time: between two of them it answers."""

from collections.abc import Iterator


def rooms() -> Iterator[None]:
    """Import everything that the window is furnished with, the rooms with most in them apart."""
    import app.views.notice_strip

    yield
    import app.views.transport_bar

    yield
    import numpy as np  # noqa: F401

    yield
    import app.views.roll.piano_roll

    yield
    import app.views.track_headers

    yield
    import app.views.alternatives.strip

    yield
    import app.views.library_panel.panel

    yield
    import app.views.continue_panel.panel

    yield
    import app.main_window.furniture

    yield
    import engine.composition  # noqa: F401

    yield
    import app.engine_link

    yield
    import app.controllers.playing

    yield
    import app.controllers.offer_views

    yield
    import app.controllers.library_views

    yield
    import app.controllers.train_views

    yield
    import app.controllers.session

    yield
    import app.controllers.opening  # noqa: F401

    yield
