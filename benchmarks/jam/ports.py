"""The player's half of a jam on real ports: how soon, how whole, and whether anything sounds on."""

import contextlib
import os
import random
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from benchmarks.jam.sound import to_the_buffer
from benchmarks.jam.stand import Keyboard, Receiver, Stand, is_on, wait
from engine.ground.errors import ProcessError
from engine.messages import HandOver, PlayedNote, Stop
from engine.playback import wire
from engine.playback.ports.closing import finish_closing
from engine.playback.ports.system_ports import MidiSystem
from engine.processes.pipe import PipeAddress, new_address
from engine.values.score import Note

Figures = dict[str, Any]
_RECEIVER, _WIRE = "Loop-back of a jam", "Wire of a jam"
_CHORD = (48, 55, 60, 64, 67, 72)
_KEY = 90
_BURST, _NOTES_A_SECOND = 50, 500
_LONG = 480 * 60
_AHEAD = 60  # ticks from a plan's sending to its first note
# How a turn ends, and how often: a new player takes a second.
_WAYS = ("human", "dropped", "stopped", "live gone", "unplugged", "SIGHUP", "killed")
_WEIGHTS = (8, 3, 3, 2, 1, 1, 1)


def measure(seconds: float = 10.0, *, turns: int = 30, seed: int = 1) -> Iterator[Figures]:
    """Yield the figures so far: the wire, play-through, turns, dense playing, endings.

    Args:
        seconds: Of dense playing.
        turns: Turns that are taken over, handed over, and that end somehow.
        seed: Of how they end.

    Raises:
        PortError: No MIDI system runs here.
        ProcessError: The player could not be started, failed or died.
    """
    system = MidiSystem()
    figures: Figures = {"what": "ports"}
    with contextlib.ExitStack() as stack:
        stack.callback(system.close)
        stack.callback(finish_closing)
        figures["to_the_buffer_ms"] = spread(to_the_buffer(turns * 4))
        yield figures
        receiver = Receiver(system, _RECEIVER)
        stack.callback(receiver.close)
        where = stack.enter_context(new_address())
        for made in _in_time(system, where, receiver, seconds, turns):
            figures |= made
            yield figures
        for made in _endings(system, where, receiver, turns, seed):
            figures |= made
            yield figures


def spread(seconds: list[float]) -> Figures:
    """Return p50, p95, p99 and the largest of some times, in milliseconds."""
    if not seconds:
        return {"n": 0}
    milliseconds = np.array(seconds) * 1000
    p50, p95, p99 = np.percentile(milliseconds, [50, 95, 99])
    values = {"p50": p50, "p95": p95, "p99": p99, "max": milliseconds.max()}
    return {name: round(float(value), 2) for name, value in values.items()} | {"n": len(seconds)}


def _in_time(
    system: MidiSystem, where: PipeAddress, receiver: Receiver, seconds: float, turns: int
) -> Iterator[Figures]:
    keyboard = Keyboard(system)
    stand = Stand(where, receiver, keyboard)
    try:
        yield {"wire_ms": spread(_wire(system, turns * 4))}
        yield {"through_ms": spread(_one_by_one(receiver, keyboard.send, turns * 4))}
        yield {"human_takes_over_ms": spread(_taken_over(stand, receiver, keyboard, turns))}
        yield {"player_hands_over_ms": spread(_handed_over(stand, receiver, turns))}
        yield _dense(stand, keyboard, seconds)
    finally:
        keyboard.unplug()
        stand.close()
        receiver.forget()


# --- one note after another ------------------------------------------------------------------


def _wire(system: MidiSystem, count: int) -> list[float]:
    """Return how long the MIDI system alone takes from port to port."""
    end = Receiver(system, _WIRE)
    port = system.open_output(next(name for name in system.outputs() if end.name in name))
    time.sleep(0.4)

    def send(message: bytes) -> float:
        now_s = time.perf_counter()
        port.send(message, now_s)
        return now_s

    try:
        return _one_by_one(end, send, count)
    finally:
        port.close()
        end.close()


def _one_by_one(receiver: Receiver, send: Callable[[bytes], float], count: int) -> list[float]:
    """Return how long each note took to the receiver; those that the wire lost are left out."""
    taken: list[float] = []
    draw = random.Random(count)  # noqa: S311 - so that no period of the system's is met
    for number in range(count):
        seen = len(receiver.look())
        sent_s = send(wire.note_on(0, 30 + number % 60, 64))
        came_s = receiver.after(seen, is_on)
        taken += [] if came_s is None else [came_s - sent_s]
        send(wire.note_off(0, 30 + number % 60))
        time.sleep(draw.uniform(0.01, 0.03))
    return taken


# --- turns -----------------------------------------------------------------------------------


def _taken_over(stand: Stand, receiver: Receiver, keyboard: Keyboard, turns: int) -> list[float]:
    """Return how long after the human's key the last note of Segue's ended."""
    taken: list[float] = []
    for _ in range(turns):
        _sound_a_chord(stand, receiver)
        seen = len(receiver.look())
        pressed_s = keyboard.send(wire.note_on(0, _KEY, 90))
        last_s = _last_end(receiver, seen)
        taken += [] if last_s is None else [last_s - pressed_s]
        keyboard.send(wire.note_off(0, _KEY))
        time.sleep(0.05)
    return taken


def _sound_a_chord(stand: Stand, receiver: Receiver) -> None:
    """Let Segue have a turn in which a chord sounds for long."""
    tick, seen = stand.tick + _AHEAD, len(receiver.look())
    stand.plan(*(Note(tick, pitch, _LONG) for pitch in _CHORD))

    def sounds() -> bool:
        return sum(is_on(message) for _, message in receiver.look()[seen:]) >= len(_CHORD)

    with contextlib.suppress(ProcessError):  # the wire may lose some of it
        wait(sounds, "a chord did not sound", 1.0)


def _last_end(receiver: Receiver, seen: int) -> float | None:
    """Return when the last note of the chord ended; None where the wire lost an end."""

    def ends() -> dict[int, float]:
        came = reversed(receiver.look()[seen:])
        return {m[1]: s for s, m in came if m[0] & 0xF0 == wire.NOTE_OFF and m[1] in _CHORD}

    with contextlib.suppress(ProcessError):
        wait(lambda: len(ends()) == len(_CHORD), "a turn did not end", 1.0)
        return max(ends().values())
    return None


def _handed_over(stand: Stand, receiver: Receiver, turns: int) -> list[float]:
    """Return how long after a hand-over by the window the first note of an answer came."""
    taken: list[float] = []
    for _ in range(turns):
        stand.plan(*(Note(480 * i, 60 + i, 100) for i in range(2)), waits=True)
        time.sleep(0.05)
        seen, asked_s = len(receiver.look()), time.perf_counter()
        stand.child.send(HandOver())
        came_s = receiver.after(seen, is_on)
        taken += [] if came_s is None else [came_s - asked_s]
        stand.drop()
        time.sleep(0.05)
    return taken


# --- much ------------------------------------------------------------------------------------


def _dense(stand: Stand, keyboard: Keyboard, seconds: float) -> Figures:
    """Return what was lost and what was made up of 500 notes a second in bursts of 50."""
    before = len(stand.of(PlayedNote))
    bursts = max(1, round(seconds * _NOTES_A_SECOND / _BURST))
    sent: Counter[tuple[bool, int]] = Counter()
    pitches = range(30, 30 + _BURST)
    for _ in range(bursts):
        keyboard.send(*(wire.note_on(0, pitch, 64) for pitch in pitches))
        keyboard.send(*(wire.note_off(0, pitch) for pitch in pitches))
        sent.update((on, pitch) for pitch in pitches for on in (True, False))
        time.sleep(_BURST / _NOTES_A_SECOND)
    time.sleep(1.0)
    came = Counter((note.on, note.pitch) for note in stand.of(PlayedNote)[before:])
    return {
        "notes": bursts * _BURST,
        "lost": (sent - came).total(),
        "invented": (came - sent).total(),
    }


# --- endings ---------------------------------------------------------------------------------


def _endings(
    system: MidiSystem, where: PipeAddress, receiver: Receiver, turns: int, seed: int
) -> Iterator[Figures]:
    """End turns in all kinds of ways, with keys and the pedal down; yield what sounded on."""
    draw = random.Random(seed)  # noqa: S311
    ended: Counter[str] = Counter()
    stuck: Counter[str] = Counter()
    keyboard = Keyboard(system, 1)
    stand = Stand(where, receiver, keyboard)
    try:
        for number in range(turns):
            way = draw.choices(_WAYS, weights=_WEIGHTS)[0]
            pitch = 74 + number % 12
            keyboard.send(wire.note_on(0, pitch, 80), wire.control(0, wire.SUSTAIN, 127))
            _sound_a_chord(stand, receiver)
            time.sleep(draw.uniform(0.0, 0.2))
            if way in {"SIGHUP", "killed"}:
                stand = _another_player(stand, where, receiver, keyboard, way)
            elif way == "unplugged":
                keyboard = _another_keyboard(system, stand, receiver, keyboard, number + 2)
            else:
                _end(stand, keyboard, way, pitch)
            ended[way] += 1
            with contextlib.suppress(ProcessError):
                wait(lambda: not receiver.sounds, "notes sounded on", 5.0)
            stuck[way] += receiver.sounds
            keyboard.send(wire.note_off(0, pitch), wire.control(0, wire.SUSTAIN, 0))
            time.sleep(0.05)
            receiver.forget()
            yield {
                "turns": number + 1,
                "ended": dict(ended),
                "stuck": stuck.total(),
                "stuck_by": {name: count for name, count in stuck.items() if count},
            }
    finally:
        keyboard.unplug()
        stand.close()


def _end(stand: Stand, keyboard: Keyboard, way: str, pitch: int) -> None:
    match way:
        case "dropped":
            stand.drop()
        case "stopped":
            stand.child.send(Stop())
            stand.play()
        case "live gone":
            stand.die_and_come_back()
        case "human":
            keyboard.send(wire.note_on(0, _KEY, 80), wire.note_off(0, _KEY))
    keyboard.send(wire.note_off(0, pitch), wire.control(0, wire.SUSTAIN, 0))


def _another_player(
    stand: Stand, where: PipeAddress, receiver: Receiver, keyboard: Keyboard, way: str
) -> Stand:
    """Let the player die, in order or not, and another take its place."""
    os.kill(stand.child.pid, signal.SIGKILL if way == "killed" else signal.SIGHUP)
    stand.close()
    return Stand(where, receiver, keyboard, orphans=way == "killed")


def _another_keyboard(
    system: MidiSystem, stand: Stand, receiver: Receiver, keyboard: Keyboard, number: int
) -> Keyboard:
    """Pull a keyboard out with keys down, and plug another one in."""
    keyboard.unplug()
    stand.drop()
    with contextlib.suppress(ProcessError):
        wait(lambda: not receiver.sounds, "a keyboard's notes sounded on", 5.0)
    after = Keyboard(system, number)
    stand.listen_to(after)
    return after
