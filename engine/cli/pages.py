"""The way from `segue evaluate` to its page, which is made where the source tree is."""

import importlib
from typing import Any

from engine.errors import SegueError


def pages() -> Any:
    """Return what makes pages and pictures of the figures of an examination.

    Raises:
        SegueError: It is not here: an installed Segue finds figures, but makes no pages of them.
    """
    try:
        return importlib.import_module("benchmarks.pages.examination")
    except ImportError as error:
        raise SegueError(
            "The page and its pictures are made in Segue's source tree alone, with its ‘bench’"
            " extra (jinja2 and matplotlib); the figures are written without."
        ) from error
