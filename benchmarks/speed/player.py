"""How late notes arrive: a 10 ms grid through the real player, timed where it is received.

Through a loop-back port of the MIDI system where there is one (the receiver is this process, the
player a child with the real loop), else on an output that writes down what it gets.
"""

import contextlib
import time
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from engine.ground.errors import PortError, ProcessError
from engine.messages import (
    Alive,
    ChooseSound,
    Event,
    Failed,
    Lateness,
    OutputOpened,
    Play,
    Playhead,
    PortsChanged,
    SetScore,
    TrackMix,
)
from engine.playback.ports.closing import finish_closing
from engine.playback.ports.input_ports import PortQueue
from engine.playback.ports.outputs import unbalanced
from engine.playback.ports.system_ports import MidiSystem
from engine.processes.process import Child
from engine.values.score import Note, Score, Tempo, Track
from engine.values.sound import Sound

LATE_MS = 20.0
_PATIENCE_S = 15.0
_SETTLE_S = 0.3
_RECEIVER = "Loop-back for measuring"
_PITCHES = 72
_VELOCITIES = 126


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrivals:
    """How late notes arrived at a receiver, in milliseconds.

    Attributes:
        p50_ms: Median.
        p99_ms: 99th percentile.
        max_ms: The worst.
        sent: Notes that should have arrived.
        lost: Of them never received.
        late: Of them later than 20 ms.
        drift_ms_per_hour: Slope of the lateness over time.
    """

    p50_ms: float
    p99_ms: float
    max_ms: float
    sent: int
    lost: int
    late: int
    drift_ms_per_hour: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaybackFigures:
    """How late the player's notes were.

    Attributes:
        output: What they were sent to.
        sending: How late they left, exactly, as the player itself counts.
        arrivals: How late they arrived; None where no MIDI system runs.
        unended: Notes that were never ended at the receiver.
    """

    output: str
    sending: Lateness
    arrivals: Arrivals | None
    unended: int


def grid(seconds: float) -> Score:
    """Return a piece of one note every 10 ms; pitches go round, so that none overlaps itself."""
    notes = tuple(
        Note(i, 24 + i % _PITCHES, 1, 1 + i // _PITCHES % _VELOCITIES)
        for i in range(round(seconds * 100))
    )
    # 50 ticks a quarter at 120 beats a minute: one tick is 10 ms.
    return Score(ticks_per_quarter=50, tempos=(Tempo(0, 120.0),), tracks=(Track(notes=notes),))


def measure(seconds: float = 10.0, *, score: Score | None = None) -> PlaybackFigures:
    """Play the grid in real time and return how late its notes were.

    Args:
        seconds: How long the grid is.
        score: A piece to play instead; its notes' arrivals are not timed.

    Raises:
        ProcessError: The player could not be started or died.
    """
    with receiver() as received, Child("player") as child:
        output = open_output(child, received)
        child.send(SetScore(score=score or grid(seconds), mix=(TrackMix(),)))
        child.send(Play(tick=0))
        sending = hear_out(child)
        if received is None or output.kind != "port":
            return PlaybackFigures(output=output.name, sending=sending, arrivals=None, unended=0)
        time.sleep(_SETTLE_S)
        came = received.take()
        return PlaybackFigures(
            output=output.name,
            sending=sending,
            arrivals=None if score else arrivals(came, round(seconds * 100)),
            unended=len(unbalanced([message for _, message in came])),
        )


def arrivals(received: list[tuple[float, bytes]], sent: int) -> Arrivals:
    """Return how late a grid's notes arrived; the earliest counts as punctual.

    So the port's own constant latency is taken out, and its jitter is not.

    Args:
        received: (seconds, message) of each message, in order.
        sent: Notes in the grid.
    """
    late = _lateness(received)
    if not late:
        return Arrivals(
            p50_ms=0, p99_ms=0, max_ms=0, sent=sent, lost=sent, late=0, drift_ms_per_hour=0
        )
    milliseconds = np.array([ms for _, ms in late])
    p50, p99 = np.percentile(milliseconds, [50, 99])
    times = np.array([s for s, _ in late])
    slope = np.polyfit(times, milliseconds, 1)[0] if len(late) > 1 else 0.0
    return Arrivals(
        p50_ms=round(float(p50), 3),
        p99_ms=round(float(p99), 3),
        max_ms=round(float(milliseconds.max()), 3),
        sent=sent,
        lost=sent - len(late),
        late=int(np.sum(milliseconds > LATE_MS)),
        drift_ms_per_hour=round(float(slope) * 3600, 2),
    )


def _lateness(received: list[tuple[float, bytes]]) -> list[tuple[float, float]]:
    """Return (seconds into the grid, milliseconds late) of each note that arrived."""
    offsets: list[tuple[int, float]] = []
    for at_s, message in received:
        if message[0] & 0xF0 == 0x90 and message[2] > 0:
            expected = offsets[-1][0] + 1 if offsets else 0
            index = _index_near(expected, place(message))
            offsets.append((index, at_s - index * 0.01))
    punctual_s = min((offset for _, offset in offsets), default=0.0)
    return [(index * 0.01, (offset - punctual_s) * 1000) for index, offset in offsets]


def place(message: bytes) -> int:
    """Return the number of a grid's note by its pitch and velocity; after 9072 they repeat."""
    return (message[2] - 1) * _PITCHES + message[1] - 24


def _index_near(expected: int, rest: int) -> int:
    """Return the number of the note at this place that is nearest to one."""
    around = _PITCHES * _VELOCITIES
    return rest + round((expected - rest) / around) * around


@contextlib.contextmanager
def receiver() -> Iterator[PortQueue | None]:
    """Open a virtual input that keeps what comes; None where no MIDI system runs."""
    try:
        port = MidiSystem().open_virtual_input(_RECEIVER)
    except PortError:
        yield None
        return
    try:
        yield port
    finally:
        port.close()
        finish_closing()


def open_output(child: Child, received: PortQueue | None) -> OutputOpened:
    """Let the player open the receiver's port, or write down its notes where there is none."""
    for event in events(child):
        if isinstance(event, PortsChanged):
            names = [n for n in event.outputs if n.startswith(_RECEIVER)]
            if received is not None and names:
                child.send(ChooseSound(sound=Sound(output_kind="port", output_name=names[0])))
            elif received is None:
                child.send(ChooseSound(sound=Sound(output_kind="recording")))
        elif isinstance(event, OutputOpened):
            return event
    raise ProcessError("The player did not open an output.")


def hear_out(child: Child) -> Lateness:
    """Return the player's own figures when it has played to the end."""
    ended = False
    for event in events(child):
        if isinstance(event, Playhead):
            ended = not event.playing
        elif isinstance(event, Lateness) and ended:
            return event
    raise ProcessError("The player did not come to the end.")


def events(child: Child) -> Iterator[Event]:
    """Yield a player's events; one that says nothing but that it lives is given up some day."""
    waited_until_s = time.monotonic() + _PATIENCE_S
    while time.monotonic() < waited_until_s:
        event = child.next_event(1.0)
        if event is None:
            continue
        if isinstance(event, Failed):
            raise ProcessError(event.message, hint=event.hint)
        if not isinstance(event, Alive):
            waited_until_s = time.monotonic() + _PATIENCE_S
        yield event
