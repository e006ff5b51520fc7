"""Levels: up at once, down slowly, and down for good when it is over."""

import pytest
from pytestqt.qtbot import QtBot

from app.clients.sound import Sound
from app.settings.settings import Settings
from app.sound.meters import decayed
from app.views.mixer import Mixer, MixerRow
from app.views.tracks.headers import TrackHeaders
from app.views.tracks.values import TrackRow
from app.widgets.meter import LevelMeter, share_of
from engine import messages
from engine.values.track_mix import TrackMix
from tests.app.doubles import FakeLink


def test_bars_rise_at_once_and_fall_slowly() -> None:
    assert decayed((), (0.5, 0.0)) == (0.5, 0.0)
    assert decayed((0.5, 0.0), (0.1, 0.3)) == (pytest.approx(0.397, abs=1e-3), 0.3)
    assert decayed((1e-4,), (0.0,)) == (0.0,)


def test_a_bar_is_full_at_full_scale_and_empty_60_db_under_it() -> None:
    assert [share_of(level) for level in (0.0, 1e-3, 1.0, 2.0)] == [0.0, 0.0, 1.0, 1.0]
    assert share_of(10 ** (-30 / 20)) == pytest.approx(0.5)


def test_mixer_and_headers_show_levels(qtbot: QtBot) -> None:
    mixer, headers = Mixer(), TrackHeaders()
    qtbot.addWidget(mixer)
    qtbot.addWidget(headers)
    mixer.show_tracks((MixerRow(name="A", colour=0), MixerRow(name="B", colour=1)))
    headers.show_tracks((TrackRow(name="A", colour=0),), current=0)
    mixer.show_levels((0.5,), master=0.7)
    headers.show_levels((0.5, 0.2))
    mixer.grab()
    headers.grab()
    shown = {meter.accessibleName(): meter.level for meter in mixer.findChildren(LevelMeter)}
    assert shown["Level of everything"] == 0.7
    assert sorted(meter.level for meter in mixer.findChildren(LevelMeter)) == [0.0, 0.5, 0.7]


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
