"""The check of plain English finds what it bans, and only in prose."""

from pathlib import Path

import pytest

from scripts.plain_english import (
    DOCUMENTS,
    ROOT,
    Finding,
    findings_in,
    of_code,
    of_documents,
    prose_of,
)


@pytest.mark.parametrize(
    "text",
    [
        "Whoever listens gets it.",
        "The player is told where the music is.",
        "A note. What sounds at a tick.",
        "score: What is played.",
        "A bar that came back is the likelier to come back.",
        "Seconds. So long nothing moves.",
        "Asked for again before it has begun, the player has no answer.",
    ],
)
def test_a_banned_construction_is_found_with_advice(text: str) -> None:
    found = list(findings_in(text, place="a.py", line=1))
    assert len(found) == 1
    assert found[0].advice


@pytest.mark.parametrize(
    "text",
    [
        "The window sends the place of the music to the player.",
        "A told lie and so many notes in the middle of a sentence.",
    ],
)
def test_plain_sentences_pass(text: str) -> None:
    assert not list(findings_in(text, place="a.py", line=1))


def test_docstrings_and_comments_are_read_and_strings_are_not(tmp_path: Path) -> None:
    (tmp_path / "app").mkdir()
    (tmp_path / "engine").mkdir()
    source = tmp_path / "app" / "a.py"
    source.write_text(
        '"""A module."""\n\nTEXT = "whoever"\n\n\ndef f() -> None:\n'
        '    """Return.\n\n    To whoever asks.\n    """\n    # whoever comes\n',
        encoding="utf-8",
    )
    assert [line for line, _text in prose_of(source)] == [1, 7, 11]
    assert [finding.place for finding in of_code(tmp_path)] == ["app/a.py:9", "app/a.py:11"]
    assert isinstance(next(of_code(tmp_path)), Finding)


def test_each_pattern_of_documents_finds_a_file_and_every_page_of_the_guide_is_read(
    tmp_path: Path,
) -> None:
    assert [pattern for pattern in DOCUMENTS if not any(ROOT.glob(pattern))] == []
    page = tmp_path / "docs" / "guide" / "a.md"
    page.parent.mkdir(parents=True)
    page.write_text("A page.\nWhat you hear is a note.\n", encoding="utf-8")
    assert [finding.place for finding in of_documents(tmp_path)] == ["docs/guide/a.md:2"]
