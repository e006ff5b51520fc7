"""Levels: up at once, down slowly, and down for good when it is over."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from app.clients.sound import Sound
from app.settings.settings import Settings
from app.sound.meters import HeldPeak, decayed
from app.views.tracks.headers import TrackHeaders
from app.views.tracks.values import TrackRow
from app.widgets.levels.level_bars import LevelBars
from engine import messages
from engine.values.track_mix import TrackMix, decibels_of
from tests.app.doubles import FakeLink
from tests.app.house import House
from tests.app.views.widgets_of import button


@pytest.fixture
def house(qapp: QApplication, tmp_path: Path, qtbot: QtBot) -> Iterator[House]:
    house = House(qapp, tmp_path)
    house.begin(qtbot)
    yield house
    house.end()


def test_bars_rise_at_once_and_fall_slowly() -> None:
    assert decayed((), (0.5, 0.0)) == (0.5, 0.0)
    assert decayed((0.5, 0.0), (0.1, 0.3)) == (pytest.approx(0.397, abs=1e-3), 0.3)
    assert decayed((1e-4,), (0.0,)) == (0.0,)


def test_a_peak_is_held_for_two_seconds_and_then_falls() -> None:
    peak = HeldPeak().after(0.5)
    for _ in range(30):
        peak = peak.after(0.1)
        assert peak.height == 0.5
    assert peak.after(0.1).height == pytest.approx(0.397, abs=1e-3)
    assert peak.after(0.45).height == 0.45
    # One above full scale stays.
    over = HeldPeak().after(1.2)
    for _ in range(100):
        over = over.after(0.0)
    assert over.height == 1.2


def bars_of(view: QWidget) -> dict[str, LevelBars]:
    """The meters of the master and of the first track."""
    return {bars.accessibleName(): bars for bars in reversed(view.findChildren(LevelBars))}


def test_levels_loudness_and_the_limiter_come_to_the_mixer(house: House) -> None:
    page = house.window.compose
    house.act("pane_mixer")
    loudness = messages.Loudness(whole=-14.3, recent=-12.8, range=5.0)
    level = messages.Levels(
        master=(0.5, 0.4), tracks=(0.3,), sides=((0.3, 0.2),), held_db=0.8, loudness=loudness
    )
    house.player.deliver(level)
    shown = bars_of(page.mixer)
    assert shown["Level"].levels == shown["Level"].peaks == (0.3, 0.2)
    assert shown["Level of everything"].levels == (0.5, 0.4)
    texts = [label.text() for label in page.mixer.master.findChildren(QLabel)]
    assert {"−14.3", "held back 0.8 dB"} <= set(texts)
    house.player.deliver(messages.Levels(master=(1.2, 0.0), tracks=(0.0,)))
    house.player.deliver(messages.Levels(master=(0.0, 0.0), tracks=(0.0,)))
    assert shown["Level of everything"].levels == (0.0, 0.0)
    assert shown["Level of everything"].peaks == (1.2, 0.4)
    button(page.pane_bar, "Forget peaks").click()
    assert shown["Level of everything"].peaks == (0.0, 0.0)
    texts = [label.text() for label in page.mixer.master.findChildren(QLabel)]
    assert "at rest" in texts


def test_the_mixer_edits_the_piece_and_the_master_the_sound(house: House) -> None:
    page, document = house.window.compose, house.session.piece.document
    house.act("pane_mixer")
    mixer = page.mixer
    mixer.level_changed.emit(0, -2.0)
    mixer.level_changed.emit(0, -2.5)
    mixer.reverb_changed.emit(0, 90)
    mix = document.composition.settings[0].mix
    assert (round(decibels_of(mix.volume), 1), mix.reverb) == (-2.5, 90)
    house.act("undo")
    house.act("undo")
    assert document.composition.settings[0].mix == TrackMix()
    mixer.program_changed.emit(0, 128 + 40)
    assert (document.score.tracks[0].program, document.score.tracks[0].is_drum) == (40, True)
    assert button(mixer, "Instrument: Brush kit").isVisible()
    house.act("undo")
    mixer.track_chosen.emit(1)
    assert house.session.focus.selection.current == 1
    mixer.master.level_changed.emit(-1.5)
    mixer.master.room_chosen.emit("hall")
    sound = house.player.last(messages.ChooseSound).sound
    assert (sound.level_db, sound.room) == (-1.5, "hall")
    assert not button(page.pane_bar, "Forget peaks").isHidden()
    house.act("pane_events")
    assert button(page.pane_bar, "Forget peaks").isHidden()


def test_headers_name_the_output_as_it_is(qtbot: QtBot) -> None:
    headers = TrackHeaders()
    qtbot.addWidget(headers)
    headers.show_tracks(
        (TrackRow(name="A", colour=0), TrackRow(name="B", colour=1, mix=TrackMix(port="Own"))),
        current=0,
    )

    def outputs() -> list[str]:
        tips = [header._output.toolTip() for header in headers._headers]
        return [tip.split(" on ")[1].split(",")[0] for tip in tips]

    assert outputs() == ["Built-in", "Own"]
    headers.show_output("Module")
    assert outputs() == ["Module", "Own"]
    headers.show_output("")
    assert outputs() == ["Built-in", "Own"]


def test_keys_sound_as_the_current_track_and_the_room_is_told(
    qtbot: QtBot, link: FakeLink, settings: Settings
) -> None:
    assert qtbot
    sound = Sound(link, settings)
    sound.play_as(40, is_drum=False)
    told = link.last(messages.PlayKeysAs)
    assert (told.program, told.is_drum) == (40, False)
    count = len(link.of(messages.PlayKeysAs))
    sound.play_as(40, is_drum=False)
    assert len(link.of(messages.PlayKeysAs)) == count, "nothing new, nothing said"
    sound.play_as(0, is_drum=True)
    assert link.last(messages.PlayKeysAs).is_drum
    sound.choose(room="hall")
    assert link.last(messages.ChooseSound).sound.room == "hall"
    link.sent.clear()
    link.deliver(messages.Ready(role="player", seconds=0.1))
    assert link.last(messages.ChooseSound).sound.room == "hall"
    assert link.last(messages.PlayKeysAs).is_drum, "a new player is told, too"
    assert Sound(link, settings).choices.room == "hall"
