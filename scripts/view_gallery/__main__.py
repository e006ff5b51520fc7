"""Render every view with sample music into pictures, in all three themes, to look at.

python scripts/view_gallery FOLDER [--theme dark] [--scale 1] [view ...]
"""

import argparse
import os
import sys
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

import compose_views
import page_views
from PySide6.QtWidgets import QApplication
from samples import Maker

from app.style.theme import apply_theme

VIEWS: dict[str, Maker] = {
    make.__name__: make
    for make in (
        compose_views.roll,
        compose_views.roll_close,
        compose_views.roll_empty,
        compose_views.transport,
        compose_views.headers,
        compose_views.continue_panel,
        compose_views.continue_making,
        compose_views.alternatives,
        compose_views.alternatives_empty,
        page_views.library,
        page_views.library_models,
        page_views.library_takes,
        page_views.library_empty,
        page_views.library_page,
        compose_views.status,
        compose_views.notices,
        compose_views.lane,
        compose_views.ruler,
        compose_views.compose,
        page_views.train_idle,
        page_views.train,
        page_views.import_report,
        page_views.events,
        page_views.start_page,
        page_views.shortcuts,
        page_views.palette,
        page_views.tree,
        page_views.mixer,
        page_views.preferences,
    )
}


def main() -> None:
    """Render what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--theme", default="dark", choices=("dark", "light", "contrast", "all"))
    parser.add_argument("--scale", default="1")
    parser.add_argument("views", nargs="*")
    options = parser.parse_args()
    os.environ["QT_SCALE_FACTOR"] = options.scale
    app = QApplication.instance() or QApplication([])
    options.folder.mkdir(parents=True, exist_ok=True)
    names = ("dark", "light", "contrast") if options.theme == "all" else (options.theme,)
    for theme_name in names:
        apply_theme(app, theme_name)
        for name, make in VIEWS.items():
            if options.views and name not in options.views:
                continue
            view = make()
            view.show()
            app.processEvents()
            if view.focusWidget() is not None:
                view.focusWidget().clearFocus()
            app.processEvents()
            view.grab().save(str(options.folder / f"{theme_name}-{name}.png"))
            view.close()
            view.deleteLater()


if __name__ == "__main__":
    main()
