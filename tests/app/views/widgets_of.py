"""Finding what a view is made of."""

from PySide6.QtWidgets import QAbstractButton, QWidget


def button(view: QWidget, name: str, *, nth: int = 0) -> QAbstractButton:
    found = [b for b in view.findChildren(QAbstractButton) if b.accessibleName() == name]
    assert found, sorted(b.accessibleName() for b in view.findChildren(QAbstractButton))
    return sorted(found, key=lambda b: not b.isVisible())[nth]
