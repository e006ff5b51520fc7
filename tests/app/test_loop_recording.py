"""Eight bars come from another program over a port, and G answers in its time, on its track.

All is real but the hands: a JACK server, the other program in a process of its own with a clock of
its own, the player, the live process with the starter, and the
window.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.clients.engine_link import EngineLink
from app.values.continue_settings import ENDLESS
from engine.ground.paths import starter_model
from engine.playback import wire
from engine.playback.ports.outputs import unbalanced
from engine.playback.sound.devices import BACKEND_VARIABLE
from engine.processes.process import Role, child_command, child_environment
from tests.app.house import House
from tests.playback.conftest import _jack_server, midi_system
from tests.playback.fake_daw import Daw
from tests.playback.jack import is_connected
from tests.waiting import Lag

__all__ = ["_jack_server", "midi_system"]
pytestmark = [pytest.mark.slow, pytest.mark.alone, pytest.mark.midi, pytest.mark.timeout(400)]
OUT, IN = "Segue out:Segue", "Segue in:Segue in"
BPM = 120.0
QUARTER_S, BAR_S = 60 / BPM, 4 * 60 / BPM
BARS = 8
TUNE = (60, 62, 64, 65, 67, 65, 64, 62)


@pytest.fixture
def house(
    midi_system: str,
    qapp: QApplication,
    tmp_path: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[House]:
    assert midi_system
    monkeypatch.setenv(BACKEND_VARIABLE, "null")

    def link(role: Role) -> EngineLink:
        return EngineLink(
            role,
            child_command(role),
            environment=child_environment(role),
            log=tmp_path / f"{role}.log",
        )

    live, player = link("live"), link("player")
    house = House(qapp, tmp_path, live=live, player=player, starter=starter_model())
    house.window.show()
    with qtbot.waitSignal(house.session.piece.files.opened):
        house.session.begin(())
        house.session.filing.actions.open_demo()
    house.act("new")
    qtbot.waitUntil(lambda: house.session.piece.document.score.note_count == 0)
    yield house
    house.end()


def ask_for_no_end(house: House) -> None:
    """Ask for one alternative without an end: the model catches up with the music anywhere."""
    generation = house.session.focus.generation
    request = replace(generation.settings.request, bars=ENDLESS)
    generation.replace(replace(generation.settings, request=request))


def play_eight_bars(house: House, daw: Daw, qtbot: QtBot) -> None:
    """Have the other program play quarters in its time, and press G in the last bar."""
    tune = [wire.note_on(0, pitch, 90) for _ in range(4 * BARS // len(TUNE)) for pitch in TUNE]
    for number, message in enumerate(tune):
        due_s = daw.began_s() + number * QUARTER_S
        qtbot.waitUntil(lambda at_s=due_s: daw.now_s() >= at_s, timeout=9000)
        daw.send(message)
        if number == 4 * BARS - 3:
            # The next bar line is more than half a second away.
            house.act("continue")
        qtbot.wait(100)
        daw.send(wire.note_off(0, message[1]))


def test_g_answers_at_the_bar_line_of_the_other_program(
    house: House, qtbot: QtBot, midi_system: str
) -> None:
    clients = house.session.clients
    playing, continuing = clients.playing, clients.continuing

    def until(happened: object, seconds: int = 60) -> None:
        qtbot.waitUntil(happened, timeout=seconds * 1000)  # type: ignore[arg-type]

    ask_for_no_end(house)
    until(lambda: continuing.model is not None, 120)
    until(lambda: "Segue" in playing.ports.outputs)
    playing.audio.choose_output("port", "Segue")
    playing.audio.choose(inputs=("Segue in",))
    playing.audio.choose(clock_in="Segue in")
    until(lambda: playing.output is not None and playing.output.name == "Segue")
    with Daw([OUT], plays=IN, clock=BPM) as daw, Lag() as lag:
        daw.awaits(OUT, IN)
        until(lambda: is_connected(midi_system, "Segue in:"))
        house.act("record")
        qtbot.wait(500)  # between two presses of one hand
        daw.send(bytes((wire.START,)))
        until(lambda: playing.playing and playing.tick > 0)
        began = daw.began_s
        play_eight_bars(house, daw, qtbot)

        def heard() -> list[float]:
            """Seconds after the bar line of notes on the DAW's track; keys sound on channel 16."""
            line_s = began() + BARS * BAR_S
            return [
                at_s - line_s
                for _, at_s, message in tuple(daw.heard)
                if message[0] & 0xF0 == wire.NOTE_ON
                and message[0] & 15 != 15
                and at_s > line_s - QUARTER_S / 2
            ]

        def judged() -> list[float]:
            """Notes from the second beat on: a busy machine draws the first ones too late."""
            return [at_s for at_s in heard() if at_s > QUARTER_S]

        until(lambda: len(judged()) > 4)
        offer = continuing.offer
        assert offer is not None
        house.act("stop")
        qtbot.wait(500)
        bar = 4 * offer.piece.ticks_per_quarter
        assert offer.start == BARS * bar
        written = {
            (part.note.start - offer.start) / bar * BAR_S
            for alternative in offer.alternatives
            for part in alternative.notes
        }
        late_s = [
            min(at_s - due_s for due_s in written if due_s < at_s + 0.05) for at_s in judged()
        ]
        assert max(late_s) < 0.1 + lag.worst_s
        assert unbalanced(daw.on(OUT)) == []
