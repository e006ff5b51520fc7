"""After a restart the panel asks for what it asked for last, to the last slider."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.files.saved_generation_settings import read_settings, write_settings
from app.settings.settings import Settings
from app.values.continue_settings import ContinueSettings
from app.widgets.drawn_values import echo_of, temperature_of
from engine import messages
from engine.harmony.scales import PitchSet
from engine.request import DrawingLimits, Request
from engine.values.config import STEERS, SamplingConfig, SteeringConfig
from tests.app.house import House

ASKED = ContinueSettings(
    seed_locked=True,
    only=PitchSet(2, "dorian"),
    request=Request(
        bars=16,
        alternatives=8,
        sampling=SamplingConfig(
            temperature=temperature_of(90), echo=echo_of(75), top_p=0.9, top_k=40, seed=4071
        ),
        steering=SteeringConfig(busy=1.0, note_length=-0.52),
        limits=DrawingLimits(lowest=40, highest=90, max_voices=3, longest_copy=20),
    ),
)


@pytest.mark.slow
def test_everything_that_was_asked_is_there_after_a_restart(
    qapp: QApplication, qtbot: QtBot, tmp_path: Path
) -> None:
    first = House(qapp, tmp_path)
    first.begin(qtbot)
    first.window.compose.continue_panel.settings_changed.emit(ASKED)
    first.end()
    second = House(qapp, tmp_path)
    second.begin(qtbot)
    panel = second.window.compose.continue_panel
    assert panel.settings() == ASKED
    second.live.deliver(
        messages.ModelLoaded(
            folder=str(second.starter), name="Starter", parameters=1, notes=8, device="CPU",
            seconds=0.1, steers=STEERS,
        )
    )  # fmt: skip
    assert panel.settings() == ASKED
    second.act("continue")
    ask = second.live.last(messages.Continue).ask
    assert (ask.bars, ask.alternatives, ask.steering) == (16, 8, ASKED.request.steering)
    assert ask.limits.pitch_classes == tuple(sorted(PitchSet(2, "dorian").pitch_classes))
    # What a request names is not forgotten in the panel either: it is found anew each time.
    assert panel.settings().request.limits.pitch_classes == ()
    second.end()


@pytest.mark.parametrize(
    "text",
    ["", "nonsense", "[]", '{"request": {"bars": 3}}', '{"request": {"bars": -1}}',
     '{"origin": "nowhere"}', '{"request": {"sampling": {"temperature": -1}}}'],
)  # fmt: skip
def test_what_makes_no_sense_is_as_at_first(text: str) -> None:
    assert read_settings(text) == ContinueSettings()


def test_the_file_of_preferences_brings_a_text_back(tmp_path: Path) -> None:
    settings = Settings(tmp_path / "preferences.json")
    settings.keep_note("continue", write_settings(ASKED))
    settings.flush()
    assert read_settings(Settings(tmp_path / "preferences.json").note("continue")) == ASKED
