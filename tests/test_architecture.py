"""ARCHITECTURE.md stays short, and each path that it names exists."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
MOST_WORDS = 1500
PAGES = ("ARCHITECTURE.md", "docs/flows.md")
# Where a page shortens a path, it is one of these packages' own.
PARENTS = (
    "",
    "app",
    "engine",
    "engine/generation",
    "engine/playback",
    "engine/values",
    "engine/live",
    "app/main_window",
)
NAMED = re.compile(r"`([a-z_]+(?:/[a-z_]+)*/?(?:\.py)?)`")


def paths(page: str) -> list[str]:
    """Return what a page writes as code and what is a path by its look."""
    text = (ROOT / page).read_text("utf-8")
    return sorted({name for name in NAMED.findall(text) if "/" in name or name.endswith(".py")})


def test_the_page_has_at_most_1500_words_beside_its_pictures() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    prose = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    assert len(prose.split()) <= MOST_WORDS


@pytest.mark.parametrize("page", PAGES)
def test_each_path_exists(page: str) -> None:
    named = paths(page)
    assert len(named) > 15
    missing = [
        name
        for name in named
        if not any(
            (ROOT / parent / name).exists() or (ROOT / parent / f"{name}.py").exists()
            for parent in PARENTS
        )
    ]
    assert missing == []
