"""Every word is inside its box: four sizes, three themes, two languages, each page.

A label or button is measured by its own font against the room that its style leaves it, cut
by everything around it that does not scroll.
"""

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import QCoreApplication, QRect, Qt, QTranslator
from PySide6.QtGui import QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QApplication,
    QLabel,
    QPushButton,
    QStyle,
    QStyleOptionButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.main_window.compose_page import PANES
from app.style.text_size import show_text_size
from app.style.theme import apply_theme, font
from app.views.mixer.parts import ChoiceButton
from app.views.tracks.header import TrackHeader
from app.widgets.main_button import MARGIN, MainButton, largest_font
from app.widgets.words import ElidedLabel
from engine import messages
from engine.ground.paths import translations
from tests.app.doubles import BAR, piece
from tests.app.house import House

# The smallest is 1920 x 1080 at 200 %.
SIZES = ((960, 540), (1024, 600), (1280, 800), (1600, 1000))
THEMES = ("dark", "light", "contrast")
# Letters that lean out of their advance by a pixel are seen whole.
_SLACK = 1


# German words are the longer ones.
@pytest.fixture(params=[pytest.param("en", marks=pytest.mark.slow), "de"])
def house(
    request: pytest.FixtureRequest, qapp: QApplication, tmp_path: Path, qtbot: QtBot
) -> Iterator[House]:
    translator = QTranslator()
    translator.load(f"segue_{request.param}", str(translations()))
    QCoreApplication.installTranslator(translator)
    house = House(qapp, tmp_path, styled=True)
    house.begin(qtbot)
    house.load_model()
    yield house
    house.end()
    QCoreApplication.removeTranslator(translator)
    apply_theme(qapp, "dark")


def pages(house: House) -> Iterator[str]:
    """Show one page after the other."""
    for pane in PANES:
        house.session.views.show_pane(pane)
        yield f"compose, {pane}"
    house.session.views.show_pane("alternatives")
    for page in ("start_page", "train", "compose"):
        house.act(page)
        yield page


@pytest.mark.slow
def test_every_word_is_inside_its_box(house: House, qapp: QApplication) -> None:
    found: set[str] = set()
    house.finish(house.continue_())
    for theme in THEMES:
        apply_theme(qapp, theme, house.window)
        for width, height in SIZES:
            house.window.resize(width, height)
            for page in pages(house):
                settle()
                where = f"{page}, {width} × {height}, {theme}"
                found |= {f"{fault} ({where})" for fault in faults(house.window)}
    assert sorted(found) == [], "\n".join(sorted(found))


@pytest.mark.slow
def test_every_word_of_an_empty_piece_is_inside_its_box(house: House) -> None:
    """With its choices, the frame with other ways, and what is found for them."""
    found: set[str] = set()
    house.window.setMinimumSize(1, 1)
    house.act("new")
    house.session.model.remembering.remember("Harbour lights", piece(bars=4))
    for keyboards in ((), ("KeyStep 37",)):
        house.player.deliver(messages.PortsChanged(outputs=(), inputs=keyboards))
        for width, height in SIZES:
            house.window.resize(width, height)
            settle()
            where = f"{len(keyboards)} keyboards, {width} × {height}"
            found |= {f"{fault} ({where})" for fault in faults(house.window)}
    assert sorted(found) == [], "\n".join(sorted(found))


@pytest.mark.slow
def test_every_word_of_a_training_is_inside_its_box(house: House) -> None:
    found: set[str] = set()
    house.window.setMinimumSize(1, 1)
    for state in states_of_a_training(house):
        for width, height in SIZES:
            house.window.resize(width, height)
            settle()
            where = f"{state}, {width} × {height}"
            found |= {f"{fault} ({where})" for fault in faults(house.window)}
    assert sorted(found) == [], "\n".join(sorted(found))


@pytest.fixture
def larger(qapp: QApplication) -> Iterator[None]:
    """A system whose font is 1.3 times the usual one."""
    for factor in (1.3, 1.0):
        show_text_size(factor)
        qapp.setFont(font(13))
        if factor > 1:
            yield


@pytest.mark.slow
@pytest.mark.usefixtures("larger")
def test_larger_words_are_inside_their_boxes(
    qapp: QApplication, tmp_path: Path, qtbot: QtBot
) -> None:
    house = House(qapp, tmp_path, styled=True)
    house.window.resize(1440, 900)
    house.begin(qtbot)
    house.load_model()
    found: set[str] = set()
    house.session.views.show_pane("mixer")
    for page in ("compose", "start_page", "library"):
        house.act(page)
        settle()
        found |= {f"{fault} ({page})" for fault in faults(house.window)}
    header = house.window.compose.headers.findChild(TrackHeader)
    assert header is not None
    assert (header.height(), header._name.fontInfo().pixelSize()) == (75, 17)
    house.end()
    assert sorted(found) == [], "\n".join(sorted(found))


def states_of_a_training(house: House) -> Iterator[str]:
    """Take a training through all that the page shows of one; yield the name of each state."""
    training = house.session.clients.training
    house.act("train")
    pieces = tuple(f"/music/A piece with a rather long name {n}.mid" for n in range(24))
    learning = messages.LearningFrom(
        pieces=pieces, seconds=3200.0, lengths_s=(130.0,) * 24, set_aside=pieces[:3]
    )
    training.start(messages.TrainModel(name="Harbour lights", base="starter"), learning)
    job = house.jobs[-1]
    progress = messages.TrainingProgress(phase="preparing", step=12, steps=24, device="cpu")

    def report(**changes: object) -> None:
        job.deliver(msgspec.structs.replace(progress, **changes))
        house.session.train._show_run()

    report()
    yield "preparing"
    report(phase="evaluating", step=0, steps=3200, validation_loss=0.52)
    yield "measuring"
    for step in (0, 400, 800):
        job.deliver(messages.StepSampled(step=step, loss=0.52, samples=(_sample(),), copied=0.041))
    report(
        phase="training",
        step=1720,
        steps=3200,
        loss=1.4,
        validation_loss=0.43,
        best_step=800,
        seconds_left=5 * 3600,
        tokens_per_second=12_000.0,
        memory_bytes=700_000_000,
    )
    yield "running"
    report(phase="sampling", step=1720, steps=3200)
    yield "trying out"
    yield from _states_of_an_end(house)


def _states_of_an_end(house: House) -> Iterator[str]:
    """Pause the training of a house, stop it, and let its model be made."""
    training, job = house.session.clients.training, house.jobs[-1]
    training.pause(paused=True)
    house.session.train._show_run()
    yield "pausing"
    job.deliver(messages.TrainingPaused(name="Harbour lights", step=1720))
    house.session.train._show_run()
    yield "paused"
    training.stop()
    house.session.train._show_run()
    yield "being kept"
    job = house.jobs[-1]
    for phase, step, state in (("finishing", 3, "choosing"), ("saving", 10, "saving")):
        job.deliver(messages.TrainingProgress(phase=phase, step=step, steps=10, device="cpu"))
        house.session.train._show_run()
        yield state
    job.deliver(
        messages.ModelMade(
            folder=str(house.paths.models / "h"),
            name="Harbour lights",
            step=1600,
            validation_loss=0.42,
            steps=(400, 800, 1600),
        )
    )
    house.session.train._show_run()
    yield "done"


def _sample() -> messages.Sampled:
    return messages.Sampled(opening="Fog, October", score=piece(bars=8), boundary=4 * BAR)


def settle() -> None:
    """Let layouts that ask for each other come to rest."""
    for _ in range(4):
        QCoreApplication.sendPostedEvents()
        QTest.qWait(5)


def faults(window: QWidget) -> Iterator[str]:
    """The texts in sight that are cut, or that lie on each other."""
    told = [w for w in window.findChildren(QWidget) if w.isVisible() and text_of(w)]
    for widget in told:
        room, needed = room_of(widget), needed_by(widget)
        if widget.visibleRegion().isEmpty():
            continue
        if needed[0] > room.width() + _SLACK or needed[1] > room.height() + _SLACK:
            yield f"‘{text_of(widget)}’ takes {needed}, has {room.width(), room.height()}"
        elif outside(widget):
            yield f"‘{text_of(widget)}’ is cut by what is around it"
    for one, other in combinations(told, 2):
        if one.parent() is other.parent() and one.geometry().intersects(other.geometry()):
            yield f"‘{text_of(one)}’ lies on ‘{text_of(other)}’"


def text_of(widget: QWidget) -> str:
    if isinstance(widget, ElidedLabel | ChoiceButton):
        # It ends in … by itself, and says all in its tooltip.
        return ""
    if isinstance(widget, QLabel) and not widget.pixmap():
        return widget.text()
    return widget.text() if isinstance(widget, QPushButton) else ""


def room_of(widget: QWidget) -> QRect:
    """Where the style lets a widget write."""
    if isinstance(widget, MainButton):
        # It paints its words itself, up to its edges if need be.
        return widget.rect().adjusted(MARGIN, 0, -MARGIN, 0)
    if isinstance(widget, QPushButton):
        option = QStyleOptionButton()
        widget.initStyleOption(option)
        style = widget.style()
        return style.subElementRect(QStyle.SubElement.SE_PushButtonContents, option, widget)
    return widget.contentsRect()


def needed_by(widget: QWidget) -> tuple[int, int]:
    """Width and height of a widget's text as it is written."""
    metrics, text = widget.fontMetrics(), text_of(widget).replace("&", "")
    if isinstance(widget, MainButton):
        metrics = QFontMetrics(largest_font(text, room_of(widget).width()))
    if isinstance(widget, QLabel) and widget.wordWrap():
        wide = QRect(0, 0, widget.contentsRect().width(), 10_000)
        box = metrics.boundingRect(wide, int(Qt.TextFlag.TextWordWrap), text)
        return box.width(), box.height()
    lines = text.split("\n")
    return max(map(metrics.horizontalAdvance, lines)), metrics.height() * len(lines)


def outside(widget: QWidget) -> bool:
    """Whether something around a widget that does not scroll cuts it."""
    around = widget.parentWidget()
    while around is not None and not widget.isWindow():
        if isinstance(around.parentWidget(), QAbstractScrollArea):
            return False
        box = QRect(widget.mapTo(around, widget.rect().topLeft()), widget.size())
        if not around.rect().adjusted(-1, -1, 1, 1).contains(box):
            return True
        if around.isWindow():
            return False
        around = around.parentWidget()
    return False
