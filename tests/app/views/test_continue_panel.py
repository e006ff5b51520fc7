"""The continue panel: what it asks for, remembers and says."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import (
    QDoubleSpinBox,
    QLabel,
    QSlider,
)
from pytestqt.qtbot import QtBot

from app.style.theme import font
from app.values.continue_settings import ContinueSettings
from app.views.continue_panel.memory_strip import MemorySlots
from app.views.continue_panel.model_chip import ModelChip
from app.views.continue_panel.panel import ContinuePanel, MemoryView
from app.views.continue_panel.values import Deed
from app.widgets.drawn_values import (
    adventurousness_of,
    echo_of,
    temperature_of,
    value_of_echo,
)
from app.widgets.main_button import MainButton
from app.widgets.slider import NamedSlider
from app.widgets.steering import SteersView
from engine.harmony.keys import Key
from engine.request import DrawingLimits, Request
from engine.values.config import STEERS, SamplingConfig
from tests.app.views.widgets_of import button


@pytest.fixture
def panel(qtbot: QtBot) -> ContinuePanel:
    view = ContinuePanel()
    qtbot.addWidget(view)
    view.resize(304, 800)
    view.show()
    return view


def test_every_choice_is_in_the_settings(panel: ContinuePanel) -> None:
    said: list[ContinueSettings] = []
    panel.settings_changed.connect(said.append)
    button(panel, "Continue from: Playhead").click()
    button(panel, "Length in bars: 8").click()
    button(panel, "Alternatives: 2").click()
    panel.show_key(Key(3))
    button(panel, "Keep in E♭ major").click()
    assert panel.settings() == said[-1]
    last = said[-1]
    assert (last.origin, last.keep_in_key) == ("playhead", True)
    assert (last.request.bars, last.request.alternatives) == (8, 2)


def test_sliders_are_known_by_what_they_move(panel: ContinuePanel) -> None:
    sliders = panel.sliders()
    assert tuple(sliders) == ("adventurousness", "echo", *STEERS)
    assert sliders["adventurousness"].accessibleName() == "Adventurousness"
    assert sliders["echo"].accessibleName() == "Echo"
    said: list[ContinueSettings] = []
    panel.settings_changed.connect(said.append)
    sliders["loudness"].setValue(90)
    steering = said[-1].request.steering
    assert steering.loudness > 0
    assert steering.note_length == 0


def test_showing_settings_says_nothing(panel: ContinuePanel) -> None:
    said: list[object] = []
    panel.settings_changed.connect(said.append)
    wanted = ContinueSettings(
        origin="selection",
        seed_locked=True,
        request=Request(
            bars=0,
            alternatives=8,
            sampling=SamplingConfig(temperature=1.1, top_p=0.9, min_p=0.1, top_k=40, seed=7),
            limits=DrawingLimits(max_voices=3),
        ),
    )
    panel.show_settings(wanted)
    assert said == []
    assert panel.settings() == wanted


def test_adventurousness_is_the_models_own_in_the_middle(panel: ContinuePanel) -> None:
    assert temperature_of(50) == SamplingConfig().temperature
    assert (temperature_of(0), temperature_of(100)) == (0.8, 1.3)
    assert all(adventurousness_of(temperature_of(value)) == value for value in range(101))
    slider = next(s for s in panel.findChildren(QSlider) if s.accessibleName() == "Adventurousness")
    slider.setValue(100)
    assert panel.settings().request.sampling.temperature == 1.3


def test_the_echo_goes_from_none_to_four_times_the_odds(panel: ContinuePanel) -> None:
    assert [echo_of(value) for value in (0, 50, 100)] == [0, SamplingConfig().echo, 4]
    assert echo_of(25) < 0.3 * SamplingConfig().echo  # finer where it is weak
    assert all(value_of_echo(echo_of(value)) == value for value in range(101))
    slider = next(s for s in panel.findChildren(QSlider) if s.accessibleName() == "Echo")
    assert slider.value() == 50
    slider.setValue(0)
    assert panel.settings().request.sampling.echo == 0.0


def test_a_temperature_by_hand_moves_the_slider(panel: ContinuePanel) -> None:
    panel.show_shape(unfolded=True)
    button(panel, "Advanced").click()
    box = next(b for b in panel.findChildren(QDoubleSpinBox) if b.accessibleName() == "Temperature")
    assert box.isVisible()
    box.setValue(1.3)
    slider = next(s for s in panel.findChildren(QSlider) if s.accessibleName() == "Adventurousness")
    assert slider.value() == 100
    assert panel.settings().request.sampling.temperature == 1.3


def test_the_button_continues_cancels_and_says_why_it_cannot(
    panel: ContinuePanel, qtbot: QtBot
) -> None:
    (main,) = panel.findChildren(MainButton)
    with qtbot.waitSignal(panel.deed_clicked, check_params_cb=lambda it: it == "continue"):
        main.click()
    panel.show_making(progress=0.5)
    assert main.text() == "Cancel"
    with qtbot.waitSignal(panel.cancel_clicked):
        main.click()
    panel.show_deed(Deed(text="Continue", reason="No model is loaded yet."))
    assert not main.isEnabled()
    assert main.toolTip() == "No model is loaded yet."
    panel.show_deed(Deed(text="Continue 4 bars from bar 9"))
    assert main.isEnabled()
    assert main.text() == "Continue 4 bars from bar 9"


def test_the_button_carries_out_the_deed_that_it_names(panel: ContinuePanel, qtbot: QtBot) -> None:
    (main,) = panel.findChildren(MainButton)
    panel.show_deed(
        Deed(action="fill", text="Fill bars 2–5 in 3 tracks", bars=4, otherwise="Continue")
    )
    with qtbot.waitSignal(panel.deed_clicked, check_params_cb=lambda it: it == "fill"):
        main.click()
    with qtbot.waitSignal(panel.deed_clicked, check_params_cb=lambda it: it == "continue"):
        button(panel, "Continue").click()
    shown = {label.text() for label in panel.findChildren(QLabel) if label.isVisible()}
    assert "4 bars, as selected" in shown
    assert button(panel, "Continue from: Selection").isChecked()
    panel.show_deed(Deed(action="rewrite", text="Rewrite bar 2 in 1 track", bars=1))
    with qtbot.waitSignal(panel.deed_clicked, check_params_cb=lambda it: it == "rewrite"):
        main.click()


def test_the_whole_row_of_shape_it_opens_and_closes_it(panel: ContinuePanel, qtbot: QtBot) -> None:
    summary = next(
        label for label in panel.findChildren(QLabel) if label.text() == "4 alternatives, as it is"
    )
    middle = summary.rect().center()
    qtbot.mouseClick(summary, Qt.MouseButton.RightButton, pos=middle)
    qtbot.mousePress(summary, Qt.MouseButton.LeftButton, pos=middle)
    qtbot.mouseRelease(summary, Qt.MouseButton.LeftButton, pos=QPoint(middle.x(), -40))
    assert not panel.is_shape_unfolded
    for unfolded in (True, False):
        qtbot.mouseClick(summary, Qt.MouseButton.LeftButton, pos=middle)
        assert panel.is_shape_unfolded == unfolded
    button(panel, "Shape it").click()
    assert panel.is_shape_unfolded


def test_the_panel_shows_the_job_and_folds_the_rest_away(panel: ContinuePanel) -> None:
    slider = next(s for s in panel.findChildren(QSlider) if s.accessibleName() == "Adventurousness")
    assert not slider.isVisible()
    assert button(panel, "Busier").isVisible()
    button(panel, "Shape it").click()
    assert slider.isVisible()
    assert panel.is_shape_unfolded
    states = [label.text() for label in panel.findChildren(QLabel)]
    assert "4 alternatives, as it is" in states
    slider.setValue(100)
    assert "4 alternatives, shaped" in [label.text() for label in panel.findChildren(QLabel)]


def test_without_a_key_the_chip_says_why(panel: ContinuePanel) -> None:
    panel.show_key(None)
    chip = button(panel, "Keep in key")
    assert not chip.isEnabled()
    assert chip.toolTip() == "The piece has no key yet"


def test_memory_is_told_apart_bar_by_bar(panel: ContinuePanel, qtbot: QtBot) -> None:
    panel.show_memory(MemoryView(bars=60, exact=(40, 60), compressed=(20, 40)))
    (slots,) = panel.findChildren(MemorySlots)
    assert [slots.state_of(bar) for bar in (5, 25, 50)] == ["forgotten", "compressed", "exact"]
    assert slots.accessibleDescription() == "20 bars exactly, 20 compressed, 20 forgotten"
    with qtbot.waitSignal(panel.forget_clicked):
        button(panel, "Forget").click()
    with qtbot.waitSignal(panel.rebuild_clicked):
        button(panel, "Rebuild").click()


def test_the_strip_says_what_share_is_held_and_lights_up_what_is_looked_at(
    panel: ContinuePanel, qtbot: QtBot
) -> None:
    panel.show_memory(MemoryView(bars=40, exact=(30, 40)))
    assert "25 % of the piece so far" in {label.text() for label in panel.findChildren(QLabel)}
    (slots,) = panel.findChildren(MemorySlots)
    dark = slots.grab().toImage()
    panel.show_attention(30, (0.1, 0.4, *(0.0,) * 8))
    assert slots.attention_on(31, 32) == 1.0
    assert slots.attention_on(30, 31) == 0.25
    assert slots.attention_on(0, 30) == 0.0
    assert slots.grab().toImage() != dark
    panel.show_attention(0, ())
    assert slots.grab().toImage() == dark
    with qtbot.waitSignal(panel.watch_toggled) as said:
        button(panel, "Where it looks").click()
    assert said.args == [True]


def test_the_seed_is_locked_and_drawn_anew(panel: ContinuePanel) -> None:
    button(panel, "Seed").click()
    assert panel.settings().seed_locked
    seeds = set()
    for _ in range(4):
        button(panel, "Another seed").click()
        seeds.add(panel.settings().request.sampling.seed)
    assert len(seeds) > 1


def test_sliders_that_are_not_known_to_work_are_greyed_and_say_why(panel: ContinuePanel) -> None:
    panel.show_steers(SteersView(working=("busy",), measured=("busy", "register")))
    sliders = {s.slider.accessibleName(): s for s in panel.findChildren(NamedSlider)}
    assert sliders["Busy"].isEnabled()
    assert "More or fewer notes" in sliders["Busy"].toolTip()
    for name in ("Register", "Loudness", "Note length"):
        assert not sliders[name].isEnabled()
        assert not sliders[name].isHidden()
    assert "does too little" in sliders["Register"].toolTip()
    assert "not measured with this model yet" in sliders["Loudness"].toolTip()
    panel.show_steers(SteersView(working=STEERS, measured=STEERS))
    assert all(slider.isEnabled() for slider in sliders.values())


def test_sliders_taken_from_the_base_say_so_and_can_be_measured(
    panel: ContinuePanel, qtbot: QtBot
) -> None:
    view = SteersView(working=STEERS, measured=("busy",), of="Starter", can_measure=True)
    panel.show_steers(view)
    sliders = {s.slider.accessibleName(): s for s in panel.findChildren(NamedSlider)}
    assert sliders["Register"].isEnabled()
    assert "as measured on “Starter”" in sliders["Register"].toolTip()
    assert "Starter" not in sliders["Busy"].toolTip()
    with qtbot.waitSignal(panel.measure_clicked):
        button(panel, "Measure sliders").click()
    panel.show_measuring("Measuring… 4 of 9")
    with qtbot.waitSignal(panel.measure_clicked):
        button(panel, "Cancel").click()
    panel.show_steers(replace(view, measured=STEERS, of=""))
    assert button(panel, "Measure sliders").parentWidget().isHidden()


def test_the_name_of_a_model_gives_way_after_what_it_hears(qtbot: QtBot) -> None:
    chip = ModelChip()
    qtbot.addWidget(chip)
    names, details = QFontMetrics(font(14, weight=QFont.Weight.DemiBold)), QFontMetrics(font(12))
    chip.show_model("Loading…", detail="The model is being loaded.", device="", reason="")
    chip.resize(400, 30)
    assert chip._texts(names, details) == ("Loading…  ▾", "The model is being loaded.")
    chip.resize(208, 30)
    name, detail = chip._texts(names, details)
    assert name == "Loading…  ▾"
    assert detail != "The model is being loaded."
    assert "The model is being loaded." in chip.toolTip()
    chip.resize(60, 30)
    name, detail = chip._texts(names, details)
    assert "…" in name
    assert not detail
