"""Two saved steps compared by ear, with the player that lets them be heard."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot

from app.clients.playing import Playing
from app.settings.settings import Settings
from app.state.document import Document
from app.state.training_run import TrainingRun
from app.train.step_samples import StepSamples
from app.views.train.blind import BlindTest
from app.views.train.page import TrainPage
from engine import messages
from engine.values.score import Note, Score, Track
from tests.app.doubles import FakeLink

OPENING = Score(tracks=(Track().with_notes([Note(t, 60, 480) for t in range(0, 7680, 480)]),))


def sampled(step: int) -> messages.StepSampled:
    sample = messages.Sampled(opening="Aria", score=OPENING, boundary=3840)
    return messages.StepSampled(step=step, loss=2.0, samples=(sample,), windows=100, copied=0.0)


@pytest.fixture
def playing(link: FakeLink, settings: Settings) -> Playing:
    playing = Playing(link, Document(), settings)
    link.deliver(messages.Ready(role="player", seconds=0.1))
    return playing


@pytest.fixture
def page(playing: Playing, qtbot: QtBot):
    page = TrainPage()
    qtbot.addWidget(page)
    samples = StepSamples(playing, base_name=lambda _run: "Starter", parent=page)
    samples.connect_page(page)
    samples.show(
        TrainingRun(
            name="Mine",
            base="starter",
            preset="taste",
            best_step=10,
            sampled=(sampled(0), sampled(10)),
        )
    )
    return page


def compared(page: TrainPage) -> BlindTest:
    page.samples.compare_clicked.emit()
    (dialog,) = page.findChildren(BlindTest)
    button(dialog, "Begin").click()
    return dialog


def button(dialog: BlindTest, name: str) -> QAbstractButton:
    return next(b for b in dialog.findChildren(QAbstractButton) if b.accessibleName() == name)


def test_after_one_the_other_is_shown_as_heard_and_can_be_stopped(
    page: TrainPage, playing: Playing
) -> None:
    dialog = compared(page)
    button(dialog, "Hear A").click()
    button(dialog, "Hear B").click()
    assert [button(dialog, f"Hear {letter}").text()[0] for letter in "AB"] == ["▶", "■"]
    assert playing.playing
    button(dialog, "Hear B").click()
    assert not playing.playing
    assert button(dialog, "Hear B").text()[0] == "▶"


def test_escape_ends_what_is_heard(page: TrainPage, playing: Playing, qtbot: QtBot) -> None:
    dialog = compared(page)
    button(dialog, "Hear A").click()
    assert playing.playing
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    assert not playing.playing
