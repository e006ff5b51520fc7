"""Endings while notes sound: stopped, silenced, unplugged, hung up on or killed. None sounds on.

A private JACK server, a real player process that plays chords and what comes from a keyboard, and a
receiver that has heard every message. Needs `jackd`; where `JACK_DEFAULT_SERVER` names a server,
that one is used, for several trials at once. Some endings leave the process as it is: one player
has many of them in its life. `SEGUE_ENDINGS` names which are drawn, all where it is not set.
"""

import os
import random
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import MappingProxyType

import rtmidi

from engine.messages import (
    ControlMoved,
    EndOrphans,
    OutputOpened,
    Panic,
    Play,
    Ready,
    SetScore,
    Stop,
    TrackMix,
)
from engine.processes.process import Child
from engine.values.score import Control, Note, Score, Track
from tests.choosing import choosing
from tests.playback.jack import Receiver, Server, Session, is_there, listening
from tests.trust.simulated import Heard
from tests.trust.trial import Findings, run
from tests.waiting import eventually

POSSIBLE = is_there()
_PATIENCE_S = 10.0
# A process that is started among many that wait for two cores.
_STARTED_S = 90.0
# A player that lives on is asked for the next music when nothing has come for so long; what would
# come later than that is found when it is.
_QUIET_S, _QUIET_AT_LAST_S = 0.1, 0.5
# What was pressed and not heard for so long is pressed again.
_HEARD_S = 0.5
BEATS = 200
PEDALS = (64, 66, 69)


def chords(draw: random.Random) -> Score:
    """Return chords that overlap, with the pedals down now and then."""
    notes = tuple(
        sorted(
            Note(240 * beat, draw.randrange(36, 96), draw.choice((200, 2000, 20_000)))
            for beat in range(BEATS)
            for _ in range(3)
        )
    )
    pedals = tuple(
        Control(960 * i, draw.choice((64, *PEDALS)), 127 if i % 2 else 0) for i in range(50)
    )
    return Score(tracks=(Track(notes=notes, controls=pedals),))


class Keyboard:
    """A MIDI keyboard that can be pulled out."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._client = rtmidi.MidiOut(rtmidi.API_UNIX_JACK, name=name)
        self._client.open_virtual_port("keys")

    def press(self, pitches: Iterable[int], how_far: int) -> None:
        """Hold keys and the pedals down; how far down, tells one time from another."""
        for pitch in pitches:
            self._client.send_message([0x90, pitch, 90])
        for pedal in PEDALS:
            self._client.send_message([0xB0, pedal, how_far])

    def unplug(self) -> None:
        """Go without a word."""
        client, self._client = self._client, None
        if client is not None:
            client.delete()


class Life:
    """A player process, what it plays to, and a keyboard.

    Args:
        draw: Of what it plays.
        name: Of its keyboard.
    """

    def __init__(self, draw: random.Random, name: str) -> None:
        self._draw, self._name = draw, name
        self._plugged = 0
        self._seen = 0
        self._heard = Heard()
        self._stack = ExitStack()
        self.receiver: Receiver = self._stack.enter_context(listening())
        self.child: Child = self._stack.enter_context(Child("player"))
        self.keys = self._plug_in()
        self._session = Session(self.child)
        self._is_set_up = False

    def _set_up(self) -> None:
        self._session.hear(Ready, _STARTED_S)
        self.choose()
        self._session.hear(OutputOpened, _STARTED_S)
        self.child.send(SetScore(score=chords(self._draw), mix=(TrackMix(),)))
        self._is_set_up = True

    @property
    def left(self) -> list[tuple[str, int, int]]:
        """What sounds or is held down at the receiver."""
        messages = self.receiver.messages
        for message in messages[self._seen :]:
            if message[0] < 0xF0:
                self._heard.take(message[0] & 0x0F, message)
        self._seen = len(messages)
        return self._heard.left

    def _plug_in(self) -> Keyboard:
        self._plugged += 1
        return Keyboard(f"Keys {self._name}.{self._plugged}")

    def play(self) -> None:
        """Play from anywhere until it sounds, and hold keys down that are heard."""
        if not self._is_set_up:
            self._set_up()
        if self.keys is None:
            self.keys = self._plug_in()
        self._listen()
        self.child.send(Play(tick=240 * self._draw.randrange(BEATS // 2)))
        self._until(lambda: bool(self.left))
        self.hold()

    def _listen(self) -> None:
        def keys() -> list[str]:
            names = self.receiver.system.inputs()
            return [each for each in names if each.startswith(self.keys.name)]

        if eventually(lambda: bool(keys()), _PATIENCE_S):
            self.choose(keys()[0])

    def choose(self, *inputs: str) -> None:
        """Choose the receiver, and what is listened to."""
        name = self.receiver.output_name
        self.child.send(choosing(output_kind="port", output_name=name, inputs=inputs))

    def hold(self) -> None:
        """Hold keys and pedals down; wait until the player has heard all of it.

        What came to it after the ending would sound rightly: the keys are down.
        """
        end_s = time.monotonic() + _STARTED_S
        for how_far in range(127, 64, -1):
            self.keys.press(self._draw.sample(range(36, 96), 3), how_far)
            if self._hears(how_far):
                return
            if time.monotonic() > end_s:
                break
        raise TimeoutError("the player hears no keys")

    def _hears(self, how_far: int) -> bool:
        """Return whether the last pedal comes; where its input is not open yet it does not."""
        end_s = time.monotonic() + _HEARD_S
        while time.monotonic() < end_s:
            event = self.child.next_event(0.1)
            moved = (event.number, event.value) if isinstance(event, ControlMoved) else ()
            if moved == (PEDALS[-1], how_far):
                return True
        return False

    def _until(self, happened: Callable[[], bool]) -> None:
        eventually(happened, _PATIENCE_S, pause_s=0.005)

    def silent(self, quiet_s: float) -> list[tuple[str, int, int]]:
        """Return what sounds once nothing more has come for a while, within reason."""
        end_s, quiet_since_s = time.monotonic() + _PATIENCE_S, time.monotonic()
        heard = len(self.receiver.messages)
        while time.monotonic() < min(end_s, quiet_since_s + quiet_s) or (
            self.left and time.monotonic() < end_s
        ):
            time.sleep(0.01)
            if len(self.receiver.messages) != heard:
                heard, quiet_since_s = len(self.receiver.messages), time.monotonic()
        return self.left

    def unplug(self) -> None:
        """Pull the keyboard out; another one comes with the next music."""
        self.keys.unplug()
        self.keys = None  # type: ignore[assignment]

    def close(self) -> None:
        """Let go of everything."""
        if self.keys is not None:
            self.keys.unplug()
        self._stack.close()


# --- endings that the process lives on after -------------------------------------------------


def _stopped(life: Life) -> None:
    life.child.send(Stop())


def _silenced(life: Life) -> None:
    life.child.send(Panic())


def _unticked(life: Life) -> None:
    life.child.send(Stop())
    life.hold()
    life.choose()


def _unplugged(life: Life) -> None:
    life.child.send(Stop())
    life.hold()
    life.unplug()


# --- endings of the process ------------------------------------------------------------------


def _hung_up(life: Life) -> None:
    life.child._process.stdin.close()  # type: ignore[union-attr]


def _signalled(number: int) -> Callable[[Life], None]:
    return lambda life: os.kill(life.child.pid, number)


def _killed(life: Life) -> None:
    """Kill it; it ends nothing, the next one does, as the window starts it."""
    os.kill(life.child.pid, signal.SIGKILL)
    with Child("player") as second:
        second.send(EndOrphans())
        second.send(choosing(output_kind="port", output_name=life.receiver.output_name))
        Session(second).hear(OutputOpened, _STARTED_S)


LIVED_ON: MappingProxyType[str, Callable[[Life], None]] = MappingProxyType(
    {
        "stopped": _stopped,
        "silenced": _silenced,
        "unticked": _unticked,
        "unplugged": _unplugged,
    }
)
ENDINGS: MappingProxyType[str, Callable[[Life], None]] = MappingProxyType(
    {
        **LIVED_ON,
        "parent gone": _hung_up,
        "SIGTERM": _signalled(signal.SIGTERM),
        "SIGHUP": _signalled(signal.SIGHUP),
        "killed": _killed,
    }
)


def trial(count: int, draw: random.Random, _folder: Path) -> Findings:
    """End playing so many times, each time in another way."""
    findings = Findings()
    drawn = os.environ.get("SEGUE_ENDINGS", "").split(",")
    ways = sorted(way for way in ENDINGS if way in drawn or drawn == [""])
    # Under `nohup` children would inherit that it is ignored.
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    with served() as name:
        if not ways or not name:
            findings.broken.append(f"none of {drawn}" if name else "no JACK server can be started")
            return findings
        _end_all(count, ways, draw, findings)
    return findings


@contextmanager
def served() -> Iterator[str]:
    """Have a JACK server; yield its name, or nothing where none can be started."""
    if name := os.environ.get("JACK_DEFAULT_SERVER", ""):
        yield name
        return
    server = Server()
    server.start()
    os.environ["JACK_DEFAULT_SERVER"], os.environ["JACK_NO_START_SERVER"] = server.name, "1"
    try:
        yield server.name
    finally:
        server.stop()
        del os.environ["JACK_DEFAULT_SERVER"]


def _end_all(count: int, ways: Sequence[str], draw: random.Random, findings: Findings) -> None:
    life: Life | None = None
    for number in range(count):
        life = life or Life(draw, f"{os.getpid()}.{number}")
        way = draw.choice(ways)
        try:
            problem = "".join(map(str, _end_once(way, life, draw, findings)))
        except (AssertionError, TimeoutError) as error:
            problem = f"{error}"[:300]
        if problem:
            findings.broken.append(f"{number}: {way}: {problem}")
        if problem or way not in LIVED_ON:
            life.close()
            life = None
    if life is not None:
        life.close()


def _end_once(
    way: str, life: Life, draw: random.Random, findings: Findings
) -> list[tuple[str, int, int]]:
    """Return what an ending left; or what came after the one before it."""
    if left := life.left:
        return left
    life.play()
    time.sleep(draw.uniform(0.0, 0.3))
    sounding = len(life.left)
    findings.most("sounding at an end", sounding)
    findings.counts["ended while something sounded"] += sounding > 0
    began_s = time.monotonic()
    ENDINGS[way](life)
    findings.counts[way] += 1
    left = life.silent(_QUIET_S if way in LIVED_ON else _QUIET_AT_LAST_S)
    findings.most(f"seconds until silent, {way}", time.monotonic() - began_s)
    return left


if __name__ == "__main__":
    sys.exit(run(trial))
