"""MIDI clock through real ports: given to a device, and followed."""

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from engine.messages import (
    Event,
    OpenOutput,
    OutputOpened,
    Play,
    Playhead,
    PortsChanged,
    SetClock,
    SetScore,
    TrackMix,
)
from engine.music.score import Note, Score, Track
from engine.process import Child

rtmidi = pytest.importorskip("rtmidi")
pytestmark = pytest.mark.midi
LONG = Score(tracks=(Track(notes=(Note(0, 60, 480 * 100, 64),)),))


@pytest.fixture
def player(midi_system: str) -> Iterator[Child]:
    assert midi_system
    with Child("player") as child:
        yield child


@pytest.fixture
def device(midi_system: str) -> Iterator[Any]:
    """A device that listens to clock; its queue is filled without Python."""
    assert midi_system
    client = rtmidi.MidiIn(rtmidi.API_UNIX_JACK, name="Drum machine", queue_size_limit=100_000)
    client.ignore_types(timing=False)
    client.open_virtual_port("clock")
    yield client
    client.delete()


@pytest.fixture
def master(midi_system: str) -> Iterator[Any]:
    assert midi_system
    client = rtmidi.MidiOut(rtmidi.API_UNIX_JACK, name="Master")
    client.open_virtual_port("clock")
    yield client
    client.delete()


def hear(child: Child, wanted: Callable[[Event], bool], timeout_s: float = 15.0) -> Event:
    end_s = time.monotonic() + timeout_s
    while time.monotonic() < end_s:
        event = child.next_event(1.0)
        if event is not None and wanted(event):
            return event
    raise AssertionError("it was not said in time")


def port_of(child: Child, owner: str, kind: str) -> str:
    def has_it(event: Event) -> bool:
        return isinstance(event, PortsChanged) and any(
            name.startswith(owner) for name in getattr(event, kind)
        )

    names: tuple[str, ...] = getattr(hear(child, has_it), kind)
    return next(name for name in names if name.startswith(owner))


@pytest.mark.slow
def test_a_device_hears_start_a_steady_clock_and_stop(player: Child, device: Any) -> None:
    name = port_of(player, "Drum machine", "outputs")
    player.send(OpenOutput(kind="port", name=name))
    hear(player, lambda e: isinstance(e, OutputOpened))
    player.send(SetScore(score=LONG, mix=(TrackMix(),)))
    player.send(SetClock(out=(name,)))
    player.send(Play(tick=480))
    time.sleep(2.0)
    player.close()
    got: list[tuple[int, float]] = []
    at_s = 0.0
    while (message := device.get_message()) is not None:
        at_s += message[1]
        if message[0][0] >= 0xF0:
            got.append((message[0][0], at_s))
    kinds = [kind for kind, _ in got]
    assert kinds[:3] == [0xF2, 0xFB, 0xF8]
    assert kinds[-1] == 0xFC
    pulses = [at for kind, at in got if kind == 0xF8]
    assert 80 <= len(pulses) <= 110  # 48 a second; the player may take its time to start
    # A quarter lasts half a second; the server's period is 21 ms.
    quarters = [b - a for a, b in zip(pulses, pulses[24:], strict=False)]
    assert all(abs(quarter - 0.5) < 0.06 for quarter in quarters)


@pytest.mark.slow
def test_the_music_follows_a_master_by_port(player: Child, master: Any) -> None:
    name = port_of(player, "Master", "inputs")
    player.send(OpenOutput(kind="recording"))
    hear(player, lambda e: isinstance(e, OutputOpened))
    player.send(SetScore(score=LONG, mix=(TrackMix(),)))
    player.send(SetClock(follow=name))
    time.sleep(0.5)
    master.send_message([0xFA])
    began_s = time.perf_counter()
    for i in range(96):  # four quarters at 150, written 120
        time.sleep(max(0.0, began_s + i / 60 - time.perf_counter()))
        master.send_message([0xF8])
    playhead = None
    end_s = time.monotonic() + 0.3
    while time.monotonic() < end_s:
        event = player.next_event(0.1)
        if isinstance(event, Playhead):
            playhead = event
    assert playhead is not None
    assert playhead.external
    assert playhead.playing
    # Four quarters by now, and what passed since; at the written tempo it would be 3.2 less.
    assert 1850 <= playhead.tick <= 2450
    master.send_message([0xFC])
    hear(player, lambda e: isinstance(e, Playhead) and not e.playing)
