"""Each feature in `docs/features.md` has a test, and the test is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
ROW = re.compile(r"^\| (?!feature |--- )(?P<feature>.+) \| `(?P<test>[^`]+)` \|$", re.MULTILINE)
ROWS = [found.groups() for found in ROW.finditer((ROOT / "docs/features.md").read_text("utf-8"))]


def test_there_are_features() -> None:
    text = (ROOT / "docs/features.md").read_text("utf-8")
    in_tables = [line for line in text.splitlines() if line.startswith("| ")]
    headings = sum(line.startswith("| feature |") for line in in_tables)
    assert headings > 4
    assert len(ROWS) == len(in_tables) - 2 * headings


@pytest.mark.parametrize("test", [test for _, test in ROWS])
def test_the_test_of_each_feature_is_there(test: str) -> None:
    file, _, name = test.partition("::")
    source = (ROOT / file).read_text("utf-8")
    assert re.search(rf"^def {name or 'test_'}", source, re.MULTILINE)
