"""Every view test has an application in the dark theme."""

import pytest
from PySide6.QtWidgets import QApplication

from app.theme import apply_theme


@pytest.fixture(autouse=True)
def _dark(qapp: QApplication) -> None:
    if not qapp.styleSheet():
        apply_theme(qapp, "dark")
