"""A window has one decimal sign: that of its language."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale

import app
from app.words import figures

# A number with decimals in an f-string or a template of `str.format`.
DECIMALS = re.compile(r"\.[1-9]f$")
TEMPLATE = re.compile(r"\{[^}]*:\.[1-9]f\}")
# Where a number is no word of the window: a log.
LOGS = {"app/clients/engine_link.py"}


@pytest.fixture
def german() -> Iterator[None]:
    QLocale.setDefault(QLocale("de"))
    yield
    QLocale.setDefault(QLocale("en"))


@pytest.mark.usefixtures("german")
def test_figures_have_a_comma_in_german() -> None:
    assert figures.decimal(0.456, 2) == "0,46"
    assert figures.percent(0.126) == "12,6 %"
    assert figures.size(700_000_000) == "0,7 GB"


def test_no_text_of_the_window_formats_decimals_by_itself() -> None:
    root = Path(app.__file__).parent.parent
    found = [
        f"{path.relative_to(root)}:{node.lineno}"
        for path in sorted((root / "app").rglob("*.py"))
        if path.relative_to(root).as_posix() not in LOGS
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if _formats_decimals(node)
    ]
    assert found == []


def _formats_decimals(node: ast.AST) -> bool:
    if isinstance(node, ast.FormattedValue) and isinstance(node.format_spec, ast.JoinedStr):
        return any(
            isinstance(part, ast.Constant) and DECIMALS.search(str(part.value)) is not None
            for part in node.format_spec.values
        )
    return (
        isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and TEMPLATE.search(node.value) is not None
    )
