"""The word of a card is whole at each width of a card, in each language; and a card is spoken."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QTranslator
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.compose.offer.offer_words import spoken_words
from app.style.theme import apply_theme
from app.views.alternatives.card import NARROWEST, WIDTH, Card
from app.views.alternatives.compact import CompactOffers
from app.views.alternatives.strip import AlternativesStrip
from app.views.alternatives.values import AlternativeCard
from engine.music.score import Note
from engine.paths import translations

NOTES = ((0, Note(0, 60, 480)),) * 9
WHOLE = AlternativeCard(bars=16, notes=NOTES, start=0, end=1, own=0.9, chords=("Am", "F"))
CARDS = (
    WHOLE,
    AlternativeCard(bars=4, notes=NOTES, start=0, end=1, state="playing", starred=True, own=0.9),
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
    values = {name: getattr(card, name) for name in card.__dataclass_fields__}
    return AlternativeCard(**(values | {"word": word}))


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
    assert spoken[1] == "Alternative 2: busier, 16 bars, 9 notes, Am, F"
    assert [b.accessibleName() for b in line._buttons] == [
        "Hear 1: rises in place, Am, F",
        "Hear 2: busier in place, Am, F",
    ]
