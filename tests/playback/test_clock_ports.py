"""MIDI clock through real ports: given to a device, and followed."""

import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import accumulate
from statistics import median
from typing import Any

import pytest

from engine.messages import (
    Event,
    Lateness,
    OutputOpened,
    Play,
    Playhead,
    PortsChanged,
    SetScore,
    Stop,
    TrackMix,
)
from engine.processes.process import Child
from engine.values.score import Note, Score, Track
from tests.choosing import choosing
from tests.playback.jack import is_connected, late_periods
from tests.playback.test_time_code import full_frame, sent_from
from tests.waiting import eventually

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
def test_a_device_hears_start_a_steady_clock_and_stop(
    player: Child, device: Any, midi_system: str
) -> None:
    assert midi_system
    name = port_of(player, "Drum machine", "outputs")
    player.send(choosing(output_kind="port", output_name=name))
    hear(player, lambda e: isinstance(e, OutputOpened))
    player.send(SetScore(score=LONG, mix=(TrackMix(),)))
    player.send(choosing(output_kind="port", output_name=name, clock_out=(name,)))
    with late_periods() as late:
        faults = late.fair(partial(faults_of_a_clock, player, device), is_wrong=bool)
    assert not faults


def faults_of_a_clock(player: Child, device: Any) -> list[str]:
    """Play three quarters and more to a device; return what is wrong with what it hears."""
    got: list[tuple[int, float]] = []  # (kind, seconds since the one before)

    def heard() -> list[int]:
        while (message := device.get_message()) is not None:
            got.append((message[0][0], message[1]))
        return [kind for kind, _ in got if kind >= 0xF0]

    heard()
    got.clear()
    player.send(Play(tick=480))
    assert eventually(lambda: heard().count(0xF8) >= 80)
    player.send(Stop())
    stopped = hear(player, lambda e: isinstance(e, Playhead) and not e.playing)
    assert isinstance(stopped, Playhead)
    lateness = hear(player, lambda e: isinstance(e, Lateness))
    assert isinstance(lateness, Lateness)
    assert eventually(lambda: heard()[-1] == 0xFC)
    clock, faults = heard(), []
    if clock[:3] != [0xF2, 0xFB, 0xF8] or set(clock[3:-1]) != {0xF8}:
        faults.append(f"it hears {bytes(clock).hex(' ')}")
    # From its first tick to where it stops, which may be where one is due.
    due = {1 + int((stopped.tick - 480) / 20 + part) for part in (-0.1, 0.1)}
    if clock.count(0xF8) not in due:
        faults.append(f"{clock.count(0xF8)} pulses, {due} are due")
    # Two periods of the server, 21 ms each, do not tell a tempo; the median of all pairs does.
    times_s = accumulate(since_s for _, since_s in got)
    pulses = [at_s for (kind, _), at_s in zip(got, times_s, strict=True) if kind == 0xF8]
    quarter_s = median(
        24 * (pulses[j] - pulses[i]) / (j - i)
        for i in range(len(pulses))
        for j in range(i + 48, len(pulses))
    )
    if abs(quarter_s - 0.5) > 0.01:
        faults.append(f"a quarter takes {quarter_s:.4f} s")
    if lateness.p50_ms > 5:
        faults.append(f"half of all pulses are sent {lateness.p50_ms} ms late or more")
    return faults


@pytest.mark.slow
def test_the_music_follows_a_master_by_port(player: Child, master: Any, midi_system: str) -> None:
    name = port_of(player, "Master", "inputs")
    player.send(choosing(output_kind="recording"))
    hear(player, lambda e: isinstance(e, OutputOpened))
    player.send(SetScore(score=LONG, mix=(TrackMix(),)))
    player.send(choosing(output_kind="recording", clock_in=name))
    assert eventually(lambda: is_connected(midi_system, "Master"))
    master.send_message([0xFA])
    began_s = time.perf_counter()
    for i in range(96):  # four quarters at 150, written 120
        time.sleep(max(0.0, began_s + i / 60 - time.perf_counter()))
        master.send_message([0xF8])

    def is_there(event: Event) -> bool:
        return isinstance(event, Playhead) and event.tick >= 1850

    playhead = hear(player, is_there)
    assert isinstance(playhead, Playhead)
    assert playhead.external
    assert playhead.playing
    # Four quarters at 150, and what passed since: 1200 ticks a second, where 960 are written.
    assert playhead.tick <= 1200 * (time.perf_counter() - began_s) + 170
    master.send_message([0xFC])
    hear(player, lambda e: isinstance(e, Playhead) and not e.playing)


@pytest.mark.slow
def test_the_music_follows_time_code_by_port(player: Child, master: Any, midi_system: str) -> None:
    name = port_of(player, "Master", "inputs")
    player.send(choosing(output_kind="recording"))
    hear(player, lambda e: isinstance(e, OutputOpened))
    player.send(SetScore(score=LONG, mix=(TrackMix(),)))
    player.send(choosing(output_kind="recording", clock_in=name))
    assert eventually(lambda: is_connected(midi_system, "Master"))
    # A device that stands says where; a dump of its sounds is none of ours.
    for message in (bytes((0xF0, 0x43, *range(120), 0xF7)), full_frame(seconds=8)):
        master.send_message(list(message))
    hear(player, lambda e: isinstance(e, Playhead) and not e.playing and e.tick == 8 * 960)
    began_s = time.perf_counter()
    for at_s, message in sent_from(10.0, 12.0, at_s=0.0):
        time.sleep(max(0.0, began_s + at_s - time.perf_counter()))
        master.send_message(list(message))
    # 960 ticks a second: two seconds from the tenth on, and it has stopped by itself.
    stopped = hear(player, lambda e: isinstance(e, Playhead) and not e.playing and e.tick > 11_000)
    assert isinstance(stopped, Playhead)
    assert stopped.tick < 12_500
