"""The project's address stands in one place, and every page is in line with it."""

import re
import shutil
from pathlib import Path

import address
import pytest

ROOT = Path(__file__).resolve().parents[2]
GIVEN = "https://code.example.org/music/segue"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for page in {str(address.SOURCE), *(place.page for place in address.PLACES)}:
        (tmp_path / page).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / page, tmp_path / page)
    return tmp_path


def _name(tree: Path, given: str) -> None:
    source = tree / address.SOURCE
    text = source.read_text(encoding="utf-8")
    source.write_text(re.sub(r'^ADDRESS = ".*"', f'ADDRESS = "{given}"', text, flags=re.MULTILINE))


def test_the_pages_are_in_line_with_the_address() -> None:
    assert address.wrong() == []
    address.check()


def test_an_address_reaches_every_page_and_leaves_it_again(tree: Path) -> None:
    _name(tree, "")
    address.main(tree)
    before = {place.page: (tree / place.page).read_bytes() for place in address.PLACES}
    for given in (GIVEN, "https://elsewhere.example/segue"):
        _name(tree, given)
        assert address.wrong(tree) == sorted(before)
        address.main(tree)
        assert address.wrong(tree) == []
        for place in address.PLACES:
            text = (tree / place.page).read_text(encoding="utf-8")
            assert place.with_address.replace("{address}", given) in text
            assert "where you got Segue" not in text
            assert "where you found this page" not in text
        assert address.control_line(tree) == f"Homepage: {given}\n"
    _name(tree, "")
    address.main(tree)
    assert {page: (tree / page).read_bytes() for page in before} == before
    assert address.control_line(tree) == ""


def test_a_page_that_lost_its_passage_is_refused(tree: Path) -> None:
    page = tree / address.PLACES[0].page
    page.write_text(page.read_text(encoding="utf-8").replace(address.PLACES[0].without, ""))
    _name(tree, "")
    with pytest.raises(SystemExit, match=r"README\.md has neither wording"):
        address.wrong(tree)


@pytest.mark.parametrize(
    "page",
    [
        *(ROOT / name for name in ("README.md", "SECURITY.md", "CODE_OF_CONDUCT.md")),
        *sorted((ROOT / "docs").glob("*.md")),
        *sorted((ROOT / "docs" / "guide").glob("*.md")),
    ],
    ids=lambda page: page.name,
)
def test_no_page_has_a_stand_in_for_an_address(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert not re.search(
        r"git clone[^\n]* URL\b|\bURL is\b|the repository's page|releases page", text
    )
    assert "localhost" not in text
