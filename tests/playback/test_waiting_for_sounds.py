"""Programs that nobody prepared: loaded beside playing, silent until then."""

import threading
from typing import Any

import numpy as np
import pytest

from engine.playback import wire
from engine.playback.sound.bank_synth import BankInstruments
from tests.banks import sines
from tests.waiting import eventually

FLUTE, CELLO = 73, 42


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Opened, it lets presets be loaded for those who play live; beside the thread that plays."""
    opened, made = threading.Event(), BankInstruments._made

    def late(self: BankInstruments, preset: Any) -> Any:
        if self._live:
            assert threading.current_thread() is not threading.main_thread()
            opened.wait(10)
        return made(self, preset)

    monkeypatch.setattr(BankInstruments, "_made", late)
    return opened


def test_a_program_is_silent_until_it_is_loaded_and_then_plays_what_is_held(
    gate: threading.Event,
) -> None:
    live, other = BankInstruments(sines(), live=True), BankInstruments(sines())
    octave = [bytes((wire.CONTROL, *said)) for said in ((101, 0), (100, 0), (6, 12))]
    wheel = wire.bend(0, 12288)
    for message in (wire.program(0, FLUTE), *octave, wheel, wire.note_on(0, 60, 100)):
        live.receive(0, message)
        other.receive(0, message)
    live.receive(0, wire.note_on(0, 64, 100))
    live.receive(0, wire.note_off(0, 64))
    # Struck before the program changed.
    live.receive(1, wire.note_on(1, 60, 100))
    live.receive(1, wire.program(1, CELLO))
    assert live.sounding() == []
    assert not live.render(0, 4096).any()
    gate.set()
    assert eventually(lambda: live.sounding() == [0] and not live._coming)
    assert np.array_equal(live.render(0, 4096), other.render(0, 4096))
    assert not live.render(1, 4096).any()
