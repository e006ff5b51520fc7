"""The player's half of a jam on real ports: turns are taken, handed over, and end for good."""

from typing import Any

import pytest

from benchmarks.jam import sound as jam_sound
from benchmarks.jam.ports import measure, spread
from engine.playback.sound.devices import BACKEND_VARIABLE


@pytest.fixture(autouse=True)
def _no_device_and_no_haste(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(BACKEND_VARIABLE, "null")
    monkeypatch.setattr(jam_sound, "be_urgent", lambda _: None)


@pytest.mark.slow
def test_a_jam_on_real_ports_loses_nothing_and_leaves_nothing_sounding(midi_system: str) -> None:
    assert midi_system
    figures: dict[str, Any] = {}
    # By this seed the five are: killed, unplugged, live gone, stopped, and a key of the human.
    for figures in measure(0.5, turns=5, seed=178):  # noqa: B007 - the last ones count
        pass
    assert figures["invented"] == 0
    # How soon is for the bench to say, and a server that gets no turn may lose a period.
    assert figures["lost"] <= 50
    assert figures["human_takes_over_ms"]["n"] >= 3
    assert figures["player_hands_over_ms"]["n"] >= 3
    assert figures["through_ms"]["n"] >= 12
    assert figures["turns"] == 5
    assert figures["stuck"] == 0, figures["stuck_by"]
    assert len(figures["ended"]) == 5


def test_a_spread_says_what_lies_where() -> None:
    assert spread([]) == {"n": 0}
    assert spread([0.001] * 99 + [0.1]) == {
        "p50": 1.0, "p95": 1.0, "p99": 1.99, "max": 100.0, "n": 100,
    }  # fmt: skip
