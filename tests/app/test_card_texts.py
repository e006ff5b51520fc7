"""The word of a card is whole at each width of a card, in each language; and a card is spoken."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QCoreApplication, QTranslator
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.compose.offer.offer_words import spoken_words
from app.style.theme import apply_theme
from app.views.alternatives.card import HEIGHT, LOWEST, NARROWEST, WIDTH, Card
from app.views.alternatives.compact import CompactOffers
from app.views.alternatives.sketch import Sketch
from app.views.alternatives.strip import AlternativesStrip
from app.views.alternatives.values import AlternativeCard
from engine.ground.paths import translations
from engine.values.copied import Copying
from engine.values.score import Note

NOTES = ((0, Note(0, 60, 480)),) * 9
WHOLE = AlternativeCard(
    bars=16, notes=NOTES, start=0, end=1, copying=Copying(copied=0.1), chords=("Am", "F")
)
CARDS = (
    WHOLE,
    AlternativeCard(
        bars=4,
        notes=NOTES,
        start=0,
        end=1,
        state="playing",
        starred=True,
        copying=Copying(copied=0.1),
    ),
    AlternativeCard(bars=4, notes=NOTES, start=0, end=1, fit=0.71),
    AlternativeCard(bars=4, notes=NOTES, start=0, end=1, state="making", progress=0.62),
)


@pytest.fixture(params=["en", "de"])
def language(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[str]:
    translator = QTranslator()
    translator.load(f"segue_{request.param}", str(translations()))
    QCoreApplication.installTranslator(translator)
    apply_theme(qapp, "dark")
    yield request.param
    QCoreApplication.removeTranslator(translator)


def with_word(card: AlternativeCard, word: str) -> AlternativeCard:
    return replace(card, word=word)


@pytest.mark.usefixtures("language")
@pytest.mark.parametrize("current", [False, True])
def test_the_word_is_whole_at_each_width(qtbot: QtBot, *, current: bool) -> None:
    card = Card(3)
    qtbot.addWidget(card)
    card.show()
    for width in range(NARROWEST, WIDTH + 1, 10):
        card.resize(width, 100)
        for shown in CARDS:
            for word in spoken_words():
                card.show_card(with_word(shown, word), current=current, colours=(0,))
                card.layout().activate()
                told = card._word
                needed = told.fontMetrics().horizontalAdvance(word)
                assert told.width() >= needed, f"‘{word}’ at {width}: {shown.state}, {shown.fit}"
                parts = [w for w in card.findChildren(QWidget) if w.isVisible()]
                assert all(part.geometry().right() <= width for part in parts)


@pytest.mark.usefixtures("language")
def test_a_wide_card_shows_all_and_a_narrow_one_keeps_the_word(qtbot: QtBot) -> None:
    card = Card(0)
    qtbot.addWidget(card)
    card.show()
    card.show_card(with_word(WHOLE, "rises"), current=True, colours=(0,))
    card.resize(WIDTH, 120)
    assert card._star.isVisible()
    assert card._keep.text() != "↵"
    card.resize(NARROWEST, 120)
    assert not card._star.isVisible()
    assert card._keep.text() == "↵"
    assert card._keep.isVisible()


def test_a_card_is_spoken_with_its_number_its_word_and_its_chords(qtbot: QtBot) -> None:
    strip, line = AlternativesStrip(), CompactOffers()
    for view in (strip, line):
        qtbot.addWidget(view)
        view.show()
    cards = (with_word(WHOLE, "rises"), with_word(WHOLE, "busier"))
    strip.show_cards(cards, current=0, colours=(0,))
    line.show_cards(cards, 0)
    spoken = [card.accessibleName() for card in strip.findChildren(Card)]
    assert spoken[1] == "Alternative 2: busier, 16 bars, Am, F"
    assert [b.accessibleName() for b in line._buttons] == [
        "Hear 1: rises in place, Am, F",
        "Hear 2: busier in place, Am, F",
    ]


@pytest.mark.usefixtures("language")
def test_all_cards_of_a_row_show_their_length_or_none_does(qtbot: QtBot) -> None:
    strip = AlternativesStrip()
    qtbot.addWidget(strip)
    strip.show()
    whole = replace(WHOLE, bars=4)
    cards = tuple(with_word(whole, word) for word in ("rises", "calmer", "ends on V", "higher"))
    strip.show_cards(cards, current=1, colours=(0,))

    def lengths() -> set[bool]:
        return {bool(card._state.text()) for card in strip.findChildren(Card)}

    # The cards of a row get their new widths one after another.
    for width in (*range(700, 1300, 20), 700, 1290, 900, 1290):
        strip.resize(width, 132)
        qtbot.waitUntil(lambda: len(lengths()) == 1)
    qtbot.waitUntil(lambda: lengths() == {True})
    strip.resize(700, 132)
    qtbot.waitUntil(lambda: lengths() == {False})


def painted(qtbot: QtBot, card: AlternativeCard) -> QImage:
    sketch = Sketch()
    qtbot.addWidget(sketch)
    sketch.resize(150, 60)
    sketch.show_card(card, (0,))
    return sketch.grab().toImage()


def test_a_sketch_of_drums_is_drawn_and_one_says_what_it_shares(qtbot: QtBot) -> None:
    hits = tuple(Note(480 * at, pitch, 60) for at, pitch in enumerate((36, 38, 42, 49, 45)))
    kit = AlternativeCard(
        bars=1, notes=tuple((0, n) for n in hits), start=0, end=1920, tune=hits, is_drums=True
    )
    assert painted(qtbot, kit) != painted(qtbot, replace(kit, tune=()))
    alone = replace(WHOLE, bar_lines=(0,), end=1920)
    looks = [painted(qtbot, replace(alone, shares=shares)) for shares in ("", "chords", "tune")]
    assert looks[0] != looks[1] != looks[2] != looks[0]


def test_what_is_shared_has_a_word_and_a_bar_on_all_cards_of_a_row_or_none(qtbot: QtBot) -> None:
    strip = AlternativesStrip()
    qtbot.addWidget(strip)
    strip.show()
    strip.resize(1000, HEIGHT)

    def shown(*copied: float) -> list[str]:
        cards = tuple(replace(WHOLE, copying=Copying(copied=each)) for each in copied)
        strip.show_cards(cards, current=0, colours=(0,))
        QCoreApplication.processEvents()
        bars = [card._shared for card in strip.findChildren(Card)]
        assert all(
            bar.toolTip() in card.toolTip() for bar, card in zip(bars, strip._cards, strict=True)
        )
        return [bar.words for bar in bars if bar.isVisible()]

    assert shown(0.0, 0.001, 0.04) == ["nothing shared", "shared < 1 %", "shared 4 %"]
    # A row in which one is too short to tell has the same height on all cards.
    assert shown(0.0, -1.0, 0.5) == ["nothing shared", "too short to tell", "shared 50 %"]
    assert shown(-1.0, -1.0, -1.0) == []
    strip.resize(1000, LOWEST + 20)
    assert shown(0.0, 0.1, 0.1) == []
