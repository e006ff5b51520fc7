"""No notice is cut: each sentence that a notice can say has room in the smallest window.

All texts are taken off the source: those of every module of the window that shows notices, the
sentences of the engine, and the buttons of each notice.
"""

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from PySide6.QtCore import QTranslator
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.style.theme import apply_theme
from app.values.notices import NoticeText
from app.views.notice_strip import NoticeStrip
from app.views.status_strip import StatusStrip
from engine.ground.paths import translations

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "scripts" / "translations"))
from catalogue import Message  # noqa: E402 - after the path
from extraction import ENGINE, _of_module, sentences_in  # noqa: E402

# Pixels: the smallest window, and the longest sentence.
NARROWEST, LONGEST = 1024, 700
_SHOWS_NOTICES = re.compile(r"NoticeText\(|notice_of\(|_tell\(|\bnotices\.show_notice\(")
_PLACE = re.compile(r"‘%\d’|„%\d“|“%\d”|%\d|%n|\{[^}]*\}")


def filled(text: str) -> str:
    """Return a text with names and numbers in its places."""
    return _PLACE.sub(
        lambda at: (
            at[0][0] + "night-drive" + at[0][-1]
            if "%" not in at[0][0] and at[0][0] != "{"
            else "1,234"
        ),
        text,
    )


@cache
def modules() -> tuple[tuple[Path, ast.Module], ...]:
    """Return the modules of the window that show notices."""
    sources = ((path, path.read_text("utf-8")) for path in sorted((ROOT / "app").rglob("*.py")))
    return tuple(
        (path, ast.parse(source))
        for path, source in sources
        if _SHOWS_NOTICES.search(source) and "views" not in path.parts[:-1][-2:]
    )


def is_said(text: str) -> bool:
    """Return whether a text is a sentence."""
    return text.endswith((".", "…", "?", "!")) and " " in text and "\n" not in text


@cache
def said() -> tuple[Message, ...]:
    """Return every sentence that a notice can say."""
    found = {
        (m.context, m.source): m
        for _, tree in modules()
        for m in _of_module(tree)
        if is_said(m.source)
    }
    engine = [Message(context=ENGINE, source=text) for text in sentences_in(ROOT)]
    return (*found.values(), *engine)


@cache
def buttons() -> tuple[tuple[str, tuple[Message, ...]], ...]:
    """Return the labels of the buttons of each notice, with the place of the notice."""
    found = []
    for path, tree in modules():
        labels = {m.source: m for m in _of_module(tree)}
        for call in (n for n in ast.walk(tree) if isinstance(n, ast.Call)):
            name = ast.unparse(call.func).rpartition(".")[2]
            for keyword in call.keywords:
                if keyword.arg == "buttons" and name in ("NoticeText", "notice_of", "_tell"):
                    texts = [
                        n.value for n in ast.walk(keyword.value) if isinstance(n, ast.Constant)
                    ]
                    shown = tuple(labels[t] for t in texts if t in labels)
                    found.append((f"{path.name}:{call.lineno}", shown))
    return tuple(found)


@pytest.fixture(params=["en", "de"])
def words(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[QTranslator]:
    apply_theme(qapp, "dark")
    translator = QTranslator()
    translator.load(f"segue_{request.param}", str(translations()))
    qapp.installTranslator(translator)
    yield translator
    qapp.removeTranslator(translator)


def in_language(words: QTranslator, message: Message) -> str:
    number = 1234 if message.plural else -1
    return words.translate(message.context, message.source, "", number) or message.source


def test_all_notices_are_found() -> None:
    sentences = [message.source for message in said()]
    assert len(sentences) > 400
    for part in ("Sound is breaking up", "Segue closed unexpectedly.", "played without a click"):
        assert any(part in text for text in sentences), part
    assert {"Look at the beats", "Retry", "Undo", "Discard…"} <= {
        m.source for _, labels in buttons() for m in labels
    }


def test_no_sentence_of_a_notice_is_longer_than_its_room(words: QTranslator, qtbot: QtBot) -> None:
    strip = NoticeStrip()
    qtbot.addWidget(strip)
    strip.show()
    measure = strip._text.fontMetrics().horizontalAdvance
    long = {
        sentence: measure(sentence)
        for message in said()
        for sentence in NoticeText(key="a", happened=filled(in_language(words, message))).sentences
        if measure(sentence) > LONGEST
    }
    assert long == {}


def test_the_longest_sentence_has_room_beside_the_buttons_of_each_notice(
    words: QTranslator, qtbot: QtBot
) -> None:
    status, strip = StatusStrip(), NoticeStrip()
    qtbot.addWidget(status)
    status.hold_notices(strip, strip.bell)
    strip.line_changed.connect(lambda _key: status.share())
    for name, text in (("output", "Out: Built-in sound"), ("model", "Starter ready")):
        status.show_chip(name, text)
    status.resize(NARROWEST, 28)
    status.show()
    own = {m.source: m for m in said() if m.context != ENGINE}
    for place, labels in buttons():
        pairs = tuple((m.source, in_language(words, m).replace("%1", "20")) for m in labels)
        module = next(tree for path, tree in modules() if path.name == place.split(":")[0])
        beside = (m for m in _of_module(module) if m.source in own)
        firsts = {
            NoticeText(key="a", happened=filled(in_language(words, message))).sentences[0]
            for message in beside
        }
        # Those that leave the buttons the least room; to lay each one out takes six seconds.
        for first in sorted(firsts, key=strip._text.fontMetrics().horizontalAdvance)[-2:]:
            strip.show_notice(
                NoticeText(key="a", happened=first, can="It has more to say. " * 9, buttons=pairs)
            )
            QApplication.processEvents()
            text = strip._text
            assert text.text().startswith(first), (place, first)
            assert text.fontMetrics().horizontalAdvance(text.text()) <= text.width(), place
            assert strip.width() + strip.x() <= strip.bell.x(), place
