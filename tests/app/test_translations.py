"""The window's words in other languages: all of them, whole, and with room on the screen."""

import math
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QLocale, Qt, QTranslator
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QLabel,
    QMenu,
    QScrollArea,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.preferences.languages import install_language, language_of
from app.style.theme import apply_theme
from app.values.events import Program
from app.values.geometry import KEYS_WIDTH
from app.views.alternatives.strip import AlternativesStrip
from app.views.events.cells import VALUE
from app.views.events.typed import changed
from app.views.jam.page import JamPage
from app.views.library_panel.page import LibraryPage
from app.views.notice_strip import NoticeStrip, NoticeText
from app.views.preferences.window import PreferencesWindow
from app.views.roll.lettering import letters_within
from app.views.ruler import _texts
from app.views.sound_settings.page import SoundSettings
from app.views.start_page.page import StartPage
from app.views.train.page import TrainPage
from app.views.train.values import SetupOption
from app.views.transport.bar import TransportBar
from app.widgets.instrument_menu import fill_instruments
from app.widgets.words import ElidedLabel
from app.words.engine import translate_engine_text
from app.words.instruments import (
    DRUM_FAMILY,
    drum_words,
    family_words,
    instrument_words,
    short_families,
)
from engine.ground.errors import DocumentError
from engine.harmony.keys import Key
from engine.library.report import grouped_reason
from engine.sentence import said, sentences
from engine.values.instruments import DRUM_NAMES
from engine.values.library import FoundPiece
from engine.values.oddities import Oddities, Oddity
from engine.values.score import KeySignature, Score
from engine.values.time import Timeline

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts" / "translations"))
from catalogue import Catalogue, Message  # noqa: E402 - after the path
from extraction import found_in, unreadable_in  # noqa: E402

_PLACES = re.compile(r"%n|%\d|\{[^}]*\}")


@pytest.fixture(scope="module")
def found() -> list[Message]:
    return found_in(ROOT)


def catalogue(language: str, found: list[Message]) -> Catalogue:
    read = Catalogue.read(ROOT / "scripts" / "translations" / f"segue_{language}.ts", language)
    return read.updated(found)


def spoken(language: str, found: list[Message]) -> list[Message]:
    """Return what the window says now."""
    return [m for m in catalogue(language, found).messages if not m.vanished]


@pytest.mark.slow
def test_every_text_is_translated(found: list[Message]) -> None:
    assert len(found) > 900
    assert [(m.context, m.source) for m in catalogue("de", found).missing()] == []
    plurals = [m for m in found if m.plural]
    assert [m.source for m in catalogue("en", plurals).missing()] == []


@pytest.mark.slow
def test_every_text_can_be_found_by_who_translates() -> None:
    assert unreadable_in(ROOT) == []


@pytest.mark.slow
def test_translations_keep_what_is_filled_in(found: list[Message]) -> None:
    wrong = [
        (m.source, form)
        for m in spoken("de", found)
        for form in m.forms
        if sorted(_PLACES.findall(m.source)) != sorted(_PLACES.findall(form))
    ]
    assert wrong == []


@pytest.mark.slow
def test_access_keys_stay_access_keys(found: list[Message]) -> None:
    lost = [
        m.source
        for m in spoken("de", found)
        if m.forms and bool(re.search("&[^ &]", m.source)) != bool(re.search("&[^ &]", m.forms[0]))
    ]
    assert lost == []


@pytest.mark.slow
@pytest.mark.parametrize("language", ["de", "en"])
def test_what_ships_says_what_the_source_says(language: str, found: list[Message]) -> None:
    translator = QTranslator()
    assert translator.load(f"segue_{language}", str(ROOT / "assets" / "translations"))
    stale = [
        m.source
        for m in spoken(language, found)
        if m.forms
        and translator.translate(m.context, m.source, "", 2 if m.plural else -1)
        not in (m.forms[-1], m.forms[-1].replace("%n", "2"))
    ]
    assert stale == []


@pytest.fixture
def german(qapp: QApplication) -> Iterator[None]:
    before, locale = set(qapp.findChildren(QTranslator)), QLocale()
    assert install_language(qapp, "de")
    yield
    for translator in set(qapp.findChildren(QTranslator)) - before:
        qapp.removeTranslator(translator)
    QLocale.setDefault(locale)


@pytest.mark.usefixtures("german")
def test_the_window_speaks_german(qtbot: QtBot) -> None:
    view = PreferencesWindow(sound=QWidget())
    qtbot.addWidget(view)
    assert view.windowTitle() == "Einstellungen"
    assert QCoreApplication.translate("Actions", "&Undo") == "&Rückgängig"
    one = QCoreApplication.translate("NoteCommands", "Move %n notes", "", 1)
    many = QCoreApplication.translate("NoteCommands", "Move %n notes", "", 7)
    assert (one, many) == ("1 Note verschieben", "7 Noten verschieben")
    # Qt's own words as well.
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "Abbrechen"


@pytest.mark.usefixtures("german")
def test_the_ruler_names_a_key_as_the_transport_does(qtbot: QtBot) -> None:
    transport = TransportBar()
    qtbot.addWidget(transport)
    keys = (KeySignature(0, 0), KeySignature(1920, 6, minor=True))
    transport.show_key(Key.of(keys[1]))
    named = {button.text() for button in transport.findChildren(QAbstractButton)}
    assert [words for _, words, _ in _texts(Score(key_signatures=keys))] == ["dis-Moll"]
    assert "dis-Moll" in named


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize("text", ["", "No \0 key of Qt’s", "‘\udcff.mid’ is no Unicode.", "100 %1"])
def test_what_is_no_sentence_of_the_engine_is_shown_as_it_is(text: str) -> None:
    assert translate_engine_text(text) == text
    assert translate_engine_text(said("{it}", it=text)) == text


@pytest.mark.usefixtures("german")
def test_every_sentence_of_the_engine_is_said_in_german(found: list[Message]) -> None:
    german = {m.source: m.forms[0] for m in spoken("de", found) if m.context == "Engine"}
    assert len(german) > 590
    for source, wanted in german.items():
        count = len(re.findall(r"%\d", source))
        values = {f"v{number}": f"<%{number}>" for number in range(1, count + 1)}
        template = re.sub(r"%(\d)", r"{v\1}", source)
        shown = translate_engine_text(said(template, **values))
        assert shown == re.sub(r"%(\d)", r"<%\1>", wanted)


@pytest.mark.usefixtures("german")
def test_a_sentence_in_a_sentence_is_translated_and_a_name_is_not() -> None:
    inner = said("Choose another name.")
    assert translate_engine_text(said("{a} {b}", a=inner, b=str(inner))) == (
        "Wählen Sie einen anderen Namen. Choose another name."
    )


@pytest.mark.usefixtures("german")
def test_what_the_engine_says_is_in_the_windows_language(qtbot: QtBot) -> None:
    error = DocumentError(
        "Could not save to ‘{path}’ ({reason}).",
        path="/a/b.segue",
        reason="disk full",
        hint="Choose another folder.",
    )
    german = (
        "„/a/b.segue“ konnte nicht gespeichert werden (disk full). Wählen Sie einen anderen Ordner."
    )
    assert translate_engine_text(str(error)) == german
    assert translate_engine_text("Nobody knows this sentence.") == "Nobody knows this sentence."
    strip = NoticeStrip()
    qtbot.addWidget(strip)
    strip.show_notice(NoticeText(key="a", happened=error.message, can=error.hint))
    assert strip.notices()[0].can == "Wählen Sie einen anderen Ordner."


@pytest.mark.usefixtures("german")
def test_instruments_families_and_drums_are_named_in_german(qtbot: QtBot) -> None:
    assert instrument_words(48) == "Streichensemble 1"
    assert instrument_words(0, is_drum=True) == family_words(DRUM_FAMILY) == "Schlagzeug"
    # The same word in English, of a program, of a drum.
    assert (instrument_words(78), drum_words(71)) == ("Pfeifen", "Pfeife")
    assert drum_words(20) == ""
    assert short_families((0, 3, 56), drums=True) == "Klav, Blech, Dr"
    menu = QMenu()
    qtbot.addWidget(menu)
    chosen: list[int] = []
    fill_instruments(menu, chosen.append, current=40)
    *families, _line, drums = menu.actions()
    assert [families[0].text(), families[5].text(), drums.text()] == [
        "Klavier",
        "Streicher",
        "Schlagzeug",
    ]
    strings = families[5].menu()
    assert isinstance(strings, QMenu)
    assert [each.text() for each in strings.actions() if each.isChecked()] == ["Violine"]
    strings.actions()[2].trigger()
    assert chosen == [42]


@pytest.mark.usefixtures("german")
def test_the_name_of_every_drum_fits_beside_its_row(qapp: QApplication) -> None:
    apply_theme(qapp, "dark")
    names = [drum_words(pitch) for pitch in range(128) if drum_words(pitch)]
    assert len(names) == len(DRUM_NAMES)
    room = KEYS_WIDTH - 6
    assert [name for name in names if letters_within(name, room, 9.0)[1] != name] == []
    sizes = {letters_within(name, room, 9.0)[0].pixelSize() for name in ("Ride", "Timbale hoch")}
    assert max(sizes) == 9 > min(sizes)
    assert letters_within("Donaudampfschiff", room, 9.0)[1].endswith("…")


@pytest.mark.usefixtures("german")
def test_an_instrument_is_typed_in_german_or_by_its_own_name() -> None:
    program, bars = Program(0), Timeline(Score()).bars
    for text in ("violonc", "Cello", "43"):
        assert changed(program, VALUE, text, bars) == Program(42), text
    for text in ("Schlagzeug", "drums"):
        assert changed(program, VALUE, text, bars) == Program(0, is_drum=True), text
    assert changed(program, VALUE, "Nasenflöte", bars) is None


@pytest.mark.usefixtures("german")
def test_the_library_names_keys_and_instruments_in_german(qtbot: QtBot) -> None:
    plays = {"programs": (73,), "drums": True, "music_key": "E♭ major"}
    page = LibraryPage()
    qtbot.addWidget(page)
    page.pieces.show_found(1)
    page.pieces.show_rows(0, (FoundPiece(path=b"/a.mid", title="A", seconds=1.0, **plays),))
    model = page.table.model()
    cells = [model.index(0, column).data() for column in range(model.columnCount())]
    assert {"Es-Dur", "Flöte, Dr"} <= set(cells)
    page.pieces.offer_filters(families=((family_words(9), 9),), keys=("E♭ major",), tags=())
    shown = [box.itemText(1) for box in page.findChildren(QComboBox) if box.count() > 1]
    assert "Flöten" in shown
    assert "Es-Dur" in shown


@pytest.mark.usefixtures("german")
def test_what_was_odd_in_a_file_is_said_in_german_however_much_it_was() -> None:
    for count in (1, 1234):
        for oddity in Oddity:
            odd = Oddities()
            odd.add(oddity, count)
            (sentence,) = odd.sentences()
            assert translate_engine_text(sentence) != sentence
    odd = Oddities()
    for oddity, count in ((Oddity.UNENDED, 3), (Oddity.NO_END, 1), (Oddity.RIFF_LENGTH, 1)):
        odd.add(oddity, count)
    assert translate_engine_text(sentences(odd.sentences())) == (
        "3 Noten wurden nie beendet; sie wurden geschlossen. 1 Spur hat kein Ende-Ereignis. "
        "Die RIFF-Hülle ist abgeschnitten."
    )


@pytest.mark.usefixtures("german")
def test_the_report_of_an_import_speaks_german() -> None:
    reasons = (
        said("The same tune as ‘{name}’, in another key, tempo or touch.", name="Bourrée"),
        said("It has {size:,.0f} MiB; Segue reads MIDI files up to {most} MiB.", size=70, most=16),
        said("Reading it took longer than {limit:.0f} seconds.", limit=20.0),
    )
    shown = [translate_engine_text(grouped_reason(reason)) for reason in reasons]
    assert shown == [
        "Dieselbe Melodie wie ein anderes Stück, in anderer Tonart, anderem Tempo oder Anschlag.",
        "Es hat … MiB; Segue liest MIDI-Dateien bis … MiB.",
        "Das Lesen dauerte länger als … Sekunden.",
    ]


def test_a_language_is_chosen_or_the_desktops(monkeypatch: pytest.MonkeyPatch) -> None:
    assert language_of("de") == "de"
    assert language_of("klingon") == "en"

    class Desktop:
        @staticmethod
        def uiLanguages() -> list[str]:  # noqa: N802 - Qt's own
            return ["fr-FR", "de-AT", "en"]

    monkeypatch.setattr(QLocale, "system", Desktop)
    assert language_of("system") == "de"


class Longer(QTranslator):
    """Every word a third longer, as other languages are."""

    def translate(self, context, text, _disambiguation=None, n=-1):
        if not text or context.startswith("Q"):
            return ""
        return text.replace("%n", str(n)) + "ñ" * math.ceil(len(text) * 0.35)

    def isEmpty(self) -> bool:  # noqa: N802 - Qt's own
        return False


@pytest.fixture
def longer(qapp: QApplication) -> Iterator[None]:
    apply_theme(qapp, "dark")
    translator = Longer(qapp)
    qapp.installTranslator(translator)
    yield
    qapp.removeTranslator(translator)


def preferences() -> QWidget:
    return PreferencesWindow(sound=SoundSettings())


def train_page() -> QWidget:
    page = TrainPage()
    titles = ("Style\n60 s", "Taste\n15 min", "Evening\n2 h", "Overnight\n8 h")
    page.setup.show_presets(tuple(SetupOption(key=t, title=t) for t in titles), chosen=titles[0])
    return page


def library_page() -> QWidget:
    page = LibraryPage()
    page.show_library(total=100_000, ticked=99_999, seconds=360_000.0)
    page.pieces.show_found(100_000)
    page.pieces._more.click()
    return page


def cut_off(view: QWidget) -> list[str]:
    """Return the words for which there is no room."""
    found = []
    for widget in view.findChildren(QWidget):
        if not widget.isVisible() or isinstance(widget, ElidedLabel):
            continue
        if isinstance(widget, QLabel) and widget.text():
            if widget.wordWrap():
                cut = widget.heightForWidth(widget.width()) > widget.height()
            else:
                cut = widget.sizeHint().width() > widget.width()
        elif isinstance(widget, QComboBox) or (
            isinstance(widget, QAbstractButton) and widget.text()
        ):
            cut = widget.minimumSizeHint().width() > widget.width()
        else:
            continue
        if cut:
            found.append(
                f"{type(widget).__name__} in {type(widget.parent()).__name__}: {_words(widget)}"
            )
    return found + [f"all of {name}" for name in _too_wide(view)]


def _too_wide(view: QWidget) -> list[str]:
    """Return what cannot be scrolled sideways and is wider than its place."""
    return [
        type(area.widget()).__name__
        for area in view.findChildren(QScrollArea)
        if area.isVisible()
        and area.horizontalScrollBarPolicy() == Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        and area.widget().minimumSizeHint().width() > area.viewport().width()
    ]


def _words(widget: QWidget) -> str:
    return widget.currentText() if isinstance(widget, QComboBox) else widget.text()


@pytest.mark.usefixtures("longer")
@pytest.mark.parametrize(
    ("make", "width", "height"),
    [
        (preferences, 880, 600),
        (TransportBar, 1280, 57),
        (train_page, 1280, 700),
        (library_page, 1024, 500),
        (JamPage, 1280, 700),
        (StartPage, 1024, 500),
        (AlternativesStrip, 736, 150),
    ],
    ids=lambda value: getattr(value, "__name__", str(value)),
)
def test_longer_words_have_room(
    make: Callable[[], QWidget], width: int, height: int, qtbot: QtBot
) -> None:
    view = make()
    qtbot.addWidget(view)
    if width:
        view.resize(width, height)
    view.show()
    QApplication.processEvents()
    assert cut_off(view) == []
