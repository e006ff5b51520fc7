"""What is played on a real port comes in whole, however dense it is, and with its time."""

import os
import time
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
import rtmidi

from engine.playback.ports.input_ports import CopyFilter, DriverTime
from engine.playback.ports.system_ports import MidiSystem
from tests.playback.jack import Server, is_connected
from tests.waiting import Lag, eventually


@pytest.fixture
def keyboard(midi_system: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A keyboard of somebody else's, on a server as quick as musicians set it."""
    assert midi_system
    server = Server(period=64, realtime=True)
    # Where nobody may have priority, a server without it has to do.
    if not server.start():
        server = Server(period=64)
        assert server.start()
    monkeypatch.setenv("JACK_DEFAULT_SERVER", server.name)
    client = rtmidi.MidiOut(rtmidi.API_UNIX_JACK, name=f"Keyboard {os.getpid()}")
    client.open_virtual_port("keys")
    yield client
    client.delete()
    server.stop()


def port_of(system: MidiSystem) -> str:
    """Return the keyboard's name as soon as its server lists it."""

    def named() -> list[str]:
        return [name for name in system.inputs() if name.startswith("Keyboard")]

    assert eventually(lambda: bool(named()))
    return named()[0]


LAST = b"\xb0\x77\x01"


def said_last(keyboard: Any, came: list[bytes]) -> bool:
    """Return whether what is said now has come, and with it all that was said before."""
    keyboard.send_message(LAST)
    return LAST in came


def test_bursts_of_fifty_notes_come_in_whole(keyboard: Any) -> None:
    system = MidiSystem()
    came: list[bytes] = []
    port = system.open_input(port_of(system), lambda message, _: came.append(message))
    assert eventually(lambda: is_connected(os.environ["JACK_DEFAULT_SERVER"], "Keyboard"))
    for burst in range(20):  # 500 notes a second
        for status in (0x90, 0x80):
            for pitch in range(30, 80):
                keyboard.send_message([status, pitch, 64])
        if burst % 5 == 0:  # the interpreter is somewhere else for a while
            until_s = time.monotonic() + 0.05
            while time.monotonic() < until_s:
                pass
        time.sleep(0.1)
    # A server without real-time priority may lose a period; nothing is ever made up.
    assert eventually(lambda: len(came) >= 1900)
    assert eventually(lambda: said_last(keyboard, came))
    port.close()
    system.close()
    notes = [message for message in came if message != LAST]
    kinds = Counter(message[0] for message in notes)
    assert abs(kinds[0x90] - kinds[0x80]) <= 50
    assert kinds[0x90] + kinds[0x80] == len(notes) <= 2000
    assert max(Counter(notes).values()) <= 20


ON, OFF, OTHER = b"\x90\x3c\x40", b"\x80\x3c\x40", b"\x90\x3e\x40"
AT_ONCE_S = 0.000001


def kept(messages: list[bytes], after_s: float = AT_ONCE_S) -> list[bytes]:
    """Return the messages that are no copies."""
    copies = CopyFilter()
    return [message for message in messages if not copies.is_copy(message, after_s)]


def test_copies_of_a_note_in_place_of_those_of_a_lost_period_are_left_out() -> None:
    # A period of 50 note-ons of which only the first two were still there, then one of note-offs.
    assert kept([ON, OTHER, *[OTHER] * 48]) == [ON, OTHER]
    assert kept([ON, OTHER, OFF, *[OFF] * 48]) == [ON, OTHER, OFF]
    silent_on = b"\x90\x3c\x00"
    assert kept([ON, silent_on, silent_on, silent_on]) == [ON, silent_on]


def test_a_note_off_ends_each_of_two_notes_in_unison() -> None:
    copies = CopyFilter()
    came = [(ON, 1.0), (ON, 0.1), (OFF, 0.1), (OFF, AT_ONCE_S), (OFF, AT_ONCE_S)]
    assert [copies.is_copy(*each) for each in came] == [False, False, False, False, True]


@pytest.mark.parametrize("message", [b"\xb0\x10\x41", b"\xf8", b"\xe0\x00\x40", b"\xf0\x7e\xf7"])
def test_equal_messages_that_are_no_notes_may_be_meant(message: bytes) -> None:
    assert kept([message] * 3) == [message] * 3


def test_a_key_may_be_struck_again_at_once() -> None:
    assert kept([ON, OFF] * 3) == [ON, OFF] * 3
    assert kept([ON] * 3, after_s=0.001) == [ON] * 3


@pytest.mark.slow
def test_a_flood_of_what_only_says_i_am_here_hides_nothing(keyboard: Any) -> None:
    system = MidiSystem()
    came: list[bytes] = []
    port = system.open_input(port_of(system), lambda message, _: came.append(message))
    assert eventually(lambda: is_connected(os.environ["JACK_DEFAULT_SERVER"], "Keyboard"))
    for number in range(50):
        for _ in range(40):
            keyboard.send_message([0xFE])
        keyboard.send_message([0x90, 30 + number, 64])
        time.sleep(0.005)
    assert eventually(lambda: sum(message[0] == 0x90 for message in came) >= 49)
    port.close()
    system.close()
    # Active sensing is passed on: its end says that the keyboard is gone.
    assert {message[0] for message in came} == {0x90, 0xFE}


def test_a_message_has_the_time_it_came_however_late_it_is_read(keyboard: Any) -> None:
    system = MidiSystem()
    came: dict[int, float] = {}
    port = system.open_input(
        port_of(system), lambda message, seconds: came.setdefault(message[1], seconds)
    )
    assert eventually(lambda: is_connected(os.environ["JACK_DEFAULT_SERVER"], "Keyboard"))
    sent: dict[int, float] = {}
    with Lag() as lag:
        for key in range(60, 90):
            time.sleep(0.03)
            sent[key] = time.perf_counter()
            keyboard.send_message([0x90, key, 64])
            until_s = time.perf_counter() + 0.02  # the reading thread does not get its turn
            while time.perf_counter() < until_s:
                pass
    # On a busy machine JACK leaves periods out, and what was in them. The loop above keeps other
    # threads for the 20 ms, too.
    busy = lag.worst_s > 0.04
    assert eventually(lambda: len(came) == 30, 5) or (busy and len(came) > 20)
    port.close()
    system.close()
    assert list(came) == sorted(came)
    assert all(a <= b for a, b in pairwise(came.values()))
    # Read 20 ms after it was sent each time; the driver had it a period or two after that.
    late = sorted(there - sent[key] for key, there in came.items())
    assert late[0] > 0
    assert late[len(late) * 2 // 3] < 0.01


def test_the_earliest_reading_tells_how_two_clocks_stand_to_each_other() -> None:
    times = DriverTime()
    assert times.of(0.0, 100.0) == 100.0
    assert times.of(1.0, 101.02) == pytest.approx(101.0, abs=1e-3)  # read 20 ms late
    assert times.of(2.0, 101.998) == pytest.approx(101.998)  # the first one was read late, too
    assert times.of(3.0, 103.1) == pytest.approx(102.998, abs=1e-3)
    # A driver whose clock jumped is not believed.
    assert times.of(3.1, 110.0) == 110.0
    assert times.of(4.1, 111.0) == pytest.approx(111.0)
    assert times.of(0.0, 112.0) == 112.0


def test_a_wrong_time_of_a_driver_is_forgotten_and_clocks_may_drift_apart() -> None:
    times = DriverTime()
    for second in range(20):
        times.of(second, 100.0 + second)
    # One message 0.2 s too late by the driver's clock moves the next ones for ten seconds at most.
    times.of(20.2, 120.0)
    assert times.of(21.0, 121.0) < 121.0
    for second in range(22, 31):
        times.of(second, 100.0 + second)
    assert times.of(32.0, 132.0) == pytest.approx(132.0)
    # A clock that is slower by a thousandth, five times what is expected, is followed all the same.
    drifting = DriverTime()
    off_s = [
        abs(drifting.of(second * 0.999, 100.0 + second) - (100.0 + second))
        for second in range(3600)
    ]
    assert max(off_s) < 0.01
