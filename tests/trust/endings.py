"""Endings while notes sound: stopped, silenced, unplugged, hung up on or killed. None sounds on.

A private JACK server, a real player process that plays chords and what comes from a keyboard, and a
receiver that has heard every message. Needs `jackd`.
"""

import os
import random
import shutil
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import MappingProxyType

import rtmidi

from engine.messages import (
    EndOrphans,
    InputPort,
    OpenInputs,
    OpenOutput,
    OutputOpened,
    Panic,
    Play,
    Ready,
    SetScore,
    Stop,
    TrackMix,
)
from engine.music.score import Control, Note, Score, Track
from engine.playback.outputs import unbalanced
from engine.process import Child
from tests.playback.jack import Receiver, Server, Session, listening
from tests.trust.trial import Findings, run

POSSIBLE = shutil.which("jackd") is not None
_PATIENCE_S = 10.0
# A player that was killed ends nothing; the next one does, as the window starts it.
_KILLS = frozenset({"killed"})


def chords(draw: random.Random) -> Score:
    """Return chords that overlap, with the pedal down now and then."""
    notes = tuple(
        sorted(
            Note(240 * beat, draw.randrange(36, 96), draw.choice((200, 2000, 20_000)))
            for beat in range(200)
            for _ in range(3)
        )
    )
    pedal = tuple(Control(960 * i, 64, 127 if i % 2 else 0) for i in range(50))
    return Score(tracks=(Track(notes=notes, controls=pedal),))


class Keyboard:
    """A MIDI keyboard that can be pulled out."""

    def __init__(self, name: str) -> None:
        self._client = rtmidi.MidiOut(rtmidi.API_UNIX_JACK, name=name)
        self._client.open_virtual_port("keys")

    def press(self, *pitches: int) -> None:
        """Hold keys and the pedal down."""
        for pitch in pitches:
            self._client.send_message([0x90, pitch, 90])
        self._client.send_message([0xB0, 64, 127])

    def unplug(self) -> None:
        """Go without a word."""
        client, self._client = self._client, None
        if client is not None:
            client.delete()


def _kill(child: Child, number: int) -> None:
    os.kill(child.pid, number)


ENDINGS: MappingProxyType[str, Callable[[Child, Keyboard], object]] = MappingProxyType(
    {
        "stopped": lambda child, keys: (keys.unplug(), child.send(Stop())),
        "silenced": lambda child, _: child.send(Panic()),
        "unticked": lambda child, _: (child.send(Stop()), child.send(OpenInputs(inputs=()))),
        "parent gone": lambda child, _: child._process.stdin.close(),  # type: ignore[union-attr]
        "SIGTERM": lambda child, _: _kill(child, signal.SIGTERM),
        "SIGHUP": lambda child, _: _kill(child, signal.SIGHUP),
        "killed": lambda child, _: _kill(child, signal.SIGKILL),
    }
)


def trial(count: int, draw: random.Random, _folder: Path) -> Findings:
    """End playing so many times, each time in another way."""
    findings = Findings()
    server = Server()
    if not server.start():
        findings.broken.append("no JACK server could be started")
        return findings
    os.environ["JACK_DEFAULT_SERVER"], os.environ["JACK_NO_START_SERVER"] = server.name, "1"
    try:
        for number in range(count):
            way = draw.choice(sorted(ENDINGS))
            findings.counts[way] += 1
            if sounding := _end_once(way, number, draw, findings):
                findings.broken.append(f"{number}: {way}: {sounding} sound on")
    finally:
        server.stop()
    return findings


def _end_once(
    way: str, number: int, draw: random.Random, findings: Findings
) -> list[tuple[int, int]]:
    keys = Keyboard(f"Keys {os.getpid()}.{number}")
    try:
        with listening() as receiver, Child("player") as child:
            _begin(child, receiver, keys, draw)
            time.sleep(draw.uniform(0.0, 0.6))
            findings.most("notes sounding at an end", len(unbalanced(receiver.messages)))
            began_s = time.monotonic()
            ENDINGS[way](child, keys)
            if way in _KILLS:
                with Child("player") as second:
                    second.send(EndOrphans())
                    second.send(OpenOutput(kind="port", name=receiver.output_name))
                    Session(second).hear(OutputOpened)
            left = _left(receiver)
            findings.most(f"seconds until silent, {way}", time.monotonic() - began_s)
            return left
    finally:
        keys.unplug()


def _begin(child: Child, receiver: Receiver, keys: Keyboard, draw: random.Random) -> None:
    session = Session(child)
    session.hear(Ready)
    child.send(OpenOutput(kind="port", name=receiver.output_name))
    session.hear(OutputOpened)
    names = [name for name in receiver.system.inputs() if name.startswith("Keys ")]
    child.send(OpenInputs(inputs=tuple(InputPort(name=name) for name in names)))
    child.send(SetScore(score=chords(draw), mix=(TrackMix(),)))
    child.send(Play(tick=0))
    end_s = time.monotonic() + _PATIENCE_S
    while not unbalanced(receiver.messages) and time.monotonic() < end_s:
        time.sleep(0.01)
    keys.press(*draw.sample(range(36, 96), 3))


def _left(receiver: Receiver) -> list[tuple[int, int]]:
    """Return what sounds once nothing more is said: for 0.5 s, within reason."""
    end_s, quiet_since_s = time.monotonic() + _PATIENCE_S, time.monotonic()
    heard = len(receiver.messages)
    while time.monotonic() < min(end_s, quiet_since_s + 0.5) or (
        unbalanced(receiver.messages) and time.monotonic() < end_s
    ):
        time.sleep(0.02)
        if len(receiver.messages) != heard:
            heard, quiet_since_s = len(receiver.messages), time.monotonic()
    return unbalanced(receiver.messages)


if __name__ == "__main__":
    sys.exit(run(trial))
