"""Each name of the window that the guide sets in italics is in the window with these words."""

import ast
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

ROOT = Path(__file__).resolve().parents[2]
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs" / "guide").glob("*.md")))
# Names that are not of the window, by page.
OTHERS = {
    # Words on other programs and systems.
    "README": {"More info", "Run anyway", "Privacy & Security", "Not tried yet"},
    "daw": {
        *("Audio MIDI Setup", "Segue out:Segue", "Segue in:Segue in", "HW Instrument"),
        *("Segue in", "Track", "Tried", "Tried."),
    },
    "keyboard": {
        *("Audio MIDI Setup", "Show MIDI Studio", "Device Manager", "Not tried yet."),
        *("Sound, video and game controllers", "Out: no sound"),
        "Tried with JACK; ALSA's sequencer not tried yet.",
    },
    # What a screen reader says of a chord.
    "continue": {"Am, offered, as in bar 9"},
    # Forms on the project's page.
    "report": {
        *("Something does not work", "Something is missing"),
        *("Security", "Report a vulnerability"),
    },
    # Tracks that a jam makes.
    "jam": {"Me", "Segue"},
    # Words of scores.
    "score": {"Allegro", "Tempo I", "D.C. al Fine", "D.S. al Coda", "To Coda", "Fine"},
}


@cache
def _window() -> tuple[re.Pattern[str], ...]:
    """Return every text of the window as a pattern: `%1` and `{0}` stand for anything.

    Of a text with a colon the part before it is a name, too.
    """
    found = []
    texts = ROOT / "scripts" / "translations" / "segue_de.ts"
    for message in ET.parse(texts).iter("message"):  # noqa: S314 - the file is ours
        translation, source = message.find("translation"), message.findtext("source", "")
        if translation is not None and translation.get("type") not in {"vanished", "obsolete"}:
            plain = " ".join(source.replace("&&", "\0").replace("&", "").replace("\0", "&").split())
            for text in {plain, plain.partition(":")[0]}:
                whole = re.sub(r"%\d|%L?n|\\\{\d?\\\}", ".+", re.escape(text))
                # A text that begins with something else would fit nearly anything.
                if text and not whole.startswith(".+"):
                    found.append(re.compile(whole))
                    found.append(re.compile(whole.removesuffix(r"\ .+")))
    return tuple(found)


def _names(page: Path) -> Iterator[str]:
    """Yield what a page sets in italics and begins with a capital; a path of menus in its parts."""
    parser = MarkdownIt("commonmark").enable("table")
    for token in parser.parse(page.read_text(encoding="utf-8")):
        words: list[str] | None = None
        for child in token.children or ():
            if child.type == "em_open":
                words = []
            elif child.type == "em_close" and words is not None:
                for name in "".join(words).split(" ▸ "):
                    if name[:1].isupper():
                        yield " ".join(name.split())
                words = None
            elif words is not None:
                words.append(" " if child.type == "softbreak" else child.content)


def test_a_name_that_is_not_in_the_window_is_noticed() -> None:
    window = _window()
    for name, there in (
        ("Save as CSV…", True),
        ("Save as CSV", False),
        ("Fill bars 18–21 in 3 tracks", True),
        ("Somebody else plays it", True),
        ("The straight grid", False),
        ("Start jumping", False),
    ):
        assert any(text.fullmatch(name) for text in window) is there, name


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_names_in_italics_are_in_the_window(page: Path) -> None:
    window = _window()
    others = OTHERS.get(page.stem, set())
    strangers = [
        name
        for name in _names(page)
        if name not in others and not any(text.fullmatch(name) for text in window)
    ]
    assert strangers == []


# An offer is a word of the code: the window and the guide say alternatives and takes.
_OFFER = re.compile(
    r"\b(?:an?|the|of|on|this|each|these|no|all|next|your|its) offers?\b|^&?Offers?\b",
    re.IGNORECASE,
)


def _said(path: Path) -> Iterator[str]:
    """Yield the texts of a module of the window, without what explains its code."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            yield from (
                each.value
                for each in node.args
                if isinstance(each, ast.Constant) and isinstance(each.value, str)
            )


def test_what_is_chosen_from_and_what_is_kept_have_one_word_each() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}: {text}"
        for path in (ROOT / "app").rglob("*.py")
        for text in _said(path)
        if (" " in text or text.istitle()) and _OFFER.search(text)
    ]
    for page in PAGES:
        lines = page.read_text(encoding="utf-8").splitlines()
        wrong += [f"{page.name}: {line}" for line in lines if _OFFER.search(line)]
    assert wrong == []
