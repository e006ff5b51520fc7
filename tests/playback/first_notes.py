"""Whether the first note is heard wherever another program has the music begin.

`python -m tests.playback.first_notes 200` begins 200 times in each way; a few times in each is a
test. The programs are real: a JACK server that runs already, a player that follows, and this
process, which starts, stops and moves the transport, or sends time code, and hears what is played.
The piece has a short note on each eighth, so that a first note that is lost cannot be chased.
On a busy machine JACK loses notes by itself, and brings them as late as the next start: a start
without its first note is repeated where the server says that it was late.
"""

import random
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from engine.cli.playing import until
from engine.ground.errors import PortError
from engine.messages import (
    JACK_TRANSPORT,
    ChooseSound,
    OutputOpened,
    PortsChanged,
    SetScore,
    TrackMix,
)
from engine.processes.process import Child
from engine.values.score import Note, Score, Tempo, Track
from engine.values.sound import Sound
from engine.values.time import TempoMap
from tests.playback.jack import LatePeriods

EIGHTH, NOTES, LOWEST = 240, 80, 30
# At notes 20, 40 and 60 the tempo changes: playing also begins exactly there.
CHANGES = (20, 40, 60)
SCORE = Score(
    ticks_per_quarter=2 * EIGHTH,
    tempos=tuple(
        Tempo(EIGHTH * note, bpm)
        for note, bpm in zip((0, *CHANGES), (120.0, 160.0, 90.0, 132.0), strict=True)
    ),
    tracks=(Track(notes=tuple(Note(EIGHTH * i, LOWEST + i, 60) for i in range(NOTES))),),
)
Figures = dict[str, Any]
TEMPO = TempoMap.of(SCORE)
_EAR, _CODE = "Segue first notes ear", "Segue first notes code"
_SECONDS = 0.4  # of listening after each start: the note after the first comes, too
_PATIENCE_S = 20.0
_FRESH_S = 0.2  # a transport that is further from where it was moved to has not moved yet
_FRAME_PART_S = 0.01  # a quarter frame at 25 frames a second


def seconds_of(note: int) -> float:
    """Return where a note lies, in seconds."""
    return TEMPO.seconds_at(EIGHTH * note)


class Heard(NamedTuple):
    """A note that came: when, and which one it is."""

    at_s: float
    note: int


@dataclass(slots=True)
class Kind:
    """What was heard of one way to begin.

    Attributes:
        lost: For each start whose first note did not come: what should have come, and what did.
        first_ms: How late the first notes came.
        later_ms: How late, or early, those after them came.
    """

    starts: int = 0
    lost: list[tuple[int, list[int]]] = field(default_factory=list)
    first_ms: list[float] = field(default_factory=list)
    later_ms: list[float] = field(default_factory=list)

    def take(self, note: int, began_s: float, heard: list[Heard]) -> None:
        """Take what was heard after playing had begun with a note."""
        self.starts += 1
        if not heard or heard[0].note != note:
            self.lost.append((note, [each.note for each in heard]))
            return
        late = [
            1000 * (each.at_s - began_s - seconds_of(each.note) + seconds_of(note))
            for each in heard
        ]
        self.first_ms.append(late[0])
        self.later_ms += late[1:]

    def add(self, other: "Kind") -> None:
        """Add what was heard of other starts."""
        self.starts += other.starts
        self.lost += other.lost
        self.first_ms += other.first_ms
        self.later_ms += other.later_ms

    def figures(self) -> Figures:
        """Return the figures."""
        return {
            "starts": self.starts,
            "lost": len(self.lost),
            "lost_ones": self.lost[:5],
            "first_ms": _spread(self.first_ms),
            "later_ms": _spread(self.later_ms),
        }


def _spread(late_ms: list[float]) -> list[float]:
    """Return median, 99th percentile and largest."""
    if not late_ms:
        return []
    return [round(float(x), 1) for x in (*np.percentile(late_ms, (50, 99)), max(late_ms))]


class Studio:
    """A player that follows, and the programs around it.

    Args:
        player: The player.
        client: A client of JACK.
        ear: Receives what is played.
        code: Sends time code.
        late: Says whether the server was late.
    """

    def __init__(self, player: Child, client: Any, ear: Any, code: Any, late: LatePeriods) -> None:
        self.player, self.client, self.ear, self.code = player, client, ear, code
        self.late = late
        self.opened = False

    def hear(self, seconds: float) -> list[Heard]:
        """Return the notes that come within some seconds."""
        heard: list[Heard] = []
        until_s = time.monotonic() + seconds
        while (now_s := time.monotonic()) < until_s:
            while (got := self.ear.get_message()) is not None:
                message = got[0]
                if message[0] & 0xF0 == 0x90 and message[2]:
                    heard.append(Heard(now_s, message[1] - LOWEST))
            time.sleep(0.0005)
        return heard

    def follow(self, name: str) -> None:
        """Have the player follow a clock."""
        output = _port_like(self.player, _EAR)
        sound = Sound(output_kind="port", output_name=output, clock_in=name)
        self.player.send(ChooseSound(sound=sound))
        if not self.opened:
            _await(self.player, OutputOpened)
            self.opened = True
        self.player.send(SetScore(score=SCORE, mix=(TrackMix(),)))
        self.hear(1.5)

    # --- the transport -------------------------------------------------------------------

    def locate(self, note: int) -> int:
        """Move the transport to a note; return the frame."""
        frame = round(seconds_of(note) * int(self.client.samplerate))
        self.client.transport_frame = frame
        return frame

    def rolled_from(self, frame: int) -> float:
        """Wait until the transport has begun to move from a frame; return when it did."""
        import jack

        until_s = time.monotonic() + _PATIENCE_S
        while time.monotonic() < until_s:
            state, position = self.client.transport_query()
            moved = int(self.client.transport_frame) - frame
            rate = int(self.client.samplerate)
            here = position["frame"] >= frame and 0 <= moved < _FRESH_S * rate
            if state == jack.ROLLING and here:
                return time.monotonic() - moved / rate
            time.sleep(0.0005)
        raise PortError("JACK's transport does not begin.")

    def stop(self) -> None:
        """Stop the transport, and let what sounds end."""
        self.client.transport_stop()
        self.hear(0.15)


def _start(studio: Studio, note: int, kind: Kind) -> None:
    studio.stop()
    frame = studio.locate(note)
    studio.hear(0.05)
    studio.client.transport_start()
    kind.take(note, studio.rolled_from(frame), studio.hear(_SECONDS))


def _locate(studio: Studio, note: int, kind: Kind) -> None:
    """It moves already, and is in the middle between two notes."""
    _roll_between_notes(studio, note)
    frame = studio.locate(note)
    kind.take(note, studio.rolled_from(frame), studio.hear(_SECONDS))


def _roll_between_notes(studio: Studio, note: int) -> None:
    away = (note + 20) % (NOTES - 8)
    frame = studio.locate(away)
    studio.client.transport_start()
    _play_on(studio, studio.rolled_from(frame), away)


def _play_on(studio: Studio, began_s: float, note: int) -> None:
    """Let a note and a half be heard."""
    end_s = (seconds_of(note + 1) + seconds_of(note + 2)) / 2 - seconds_of(note)
    studio.hear(began_s + end_s - time.monotonic())


def _loop(studio: Studio, note: int, kind: Kind) -> None:
    """It plays a note and a half, and goes back."""
    frame = studio.locate(note)
    studio.client.transport_start()
    _play_on(studio, studio.rolled_from(frame), note)
    studio.locate(note)
    kind.take(note, studio.rolled_from(frame), studio.hear(_SECONDS))


def _tempo_change(studio: Studio, note: int, kind: Kind) -> None:
    _start(studio, CHANGES[note % len(CHANGES)], kind)


def _again(studio: Studio, note: int, kind: Kind) -> None:
    """It stops and starts somewhere else within a beat."""
    _roll_between_notes(studio, note)
    studio.client.transport_stop()
    frame = studio.locate(note)
    studio.hear(0.1 * random.random())  # noqa: S311
    studio.client.transport_start()
    kind.take(note, studio.rolled_from(frame), studio.hear(_SECONDS))


def _time_code(studio: Studio, note: int, kind: Kind) -> None:
    """A device sends time code from a note on; it begins with the frame before that."""
    studio.hear(0.6)  # the player notices that it stands, and what it sent has come
    frame = int(seconds_of(note) * 25)
    began_s = time.monotonic() + seconds_of(note) - frame / 25
    heard: list[Heard] = []
    start_s = time.monotonic()
    for number in range(50):
        studio.code.send_message([0xF1, quarter_frame(frame + number // 8 * 2, number % 8)])
        due_s = start_s + (number + 1) * _FRAME_PART_S
        heard += studio.hear(max(0.0, due_s - time.monotonic()))
    kind.take(note, began_s, heard)


def quarter_frame(frame: int, piece: int) -> int:
    """Return the data byte of one of the eight pieces of a time, at 25 frames a second."""
    minutes, rest = divmod(frame, 1500)
    seconds, frames = divmod(rest, 25)
    values = (
        frames & 15,
        frames >> 4,
        seconds & 15,
        seconds >> 4,
        minutes & 15,
        minutes >> 4,
        1,
        2,
    )
    return piece << 4 | values[piece]


Way = Callable[[Studio, int, Kind], None]
BY_TRANSPORT: dict[str, Way] = {
    "start": _start,
    "locate while it moves": _locate,
    "loop": _loop,
    "tempo change": _tempo_change,
    "stop and start within a beat": _again,
}
BY_TIME_CODE: dict[str, Way] = {"time code": _time_code}


def measure(starts: int, *, seed: int = 1) -> Figures:
    """Begin in each way so many times; return the figures of each.

    Raises:
        PortError: No JACK server runs, or it cannot be used.
    """
    chance = random.Random(seed)  # noqa: S311
    found: Figures = {}
    with _studio() as studio:
        groups = ((JACK_TRANSPORT, BY_TRANSPORT), ("", BY_TIME_CODE))
        for clock, ways in groups:
            studio.follow(clock or _port_like(studio.player, _CODE, inputs=True))
            for name, way in ways.items():
                kind = Kind()
                for _ in range(starts):
                    once = partial(_begun_once, studio, way, chance.randrange(1, NOTES - 8))
                    kind.add(studio.late.fair(once, is_wrong=lambda found: bool(found.lost)))
                # Music that followed goes on alone where the player is told to follow another
                # clock before it has seen this one stop.
                studio.stop()
                found[name] = kind.figures()
    return found


def _begun_once(studio: Studio, way: Way, note: int) -> Kind:
    kind = Kind()
    way(studio, note, kind)
    return kind


@contextmanager
def _studio() -> Iterator[Studio]:
    try:
        import jack  # it needs a library of the system
        import rtmidi
    except (ImportError, OSError) as error:
        raise PortError("This system has no JACK library.") from error
    try:
        client = jack.Client("Segue first notes", no_start_server=True)
    except jack.JackError as error:
        raise PortError("No JACK server runs here.", hint="Start `jackd -d dummy`.") from error
    ear = rtmidi.MidiIn(rtmidi.API_UNIX_JACK, name=_EAR, queue_size_limit=100_000)
    ear.open_virtual_port("in")
    code = rtmidi.MidiOut(rtmidi.API_UNIX_JACK, name=_CODE)
    code.open_virtual_port("out")
    late = LatePeriods(client)
    client.activate()
    try:
        with Child("player") as player:
            yield Studio(player, client, ear, code, late)
    finally:
        client.transport_stop()
        client.close()
        ear.delete()
        code.delete()


_PORTS: dict[int, PortsChanged] = {}


def _port_like(player: Child, name: str, *, inputs: bool = False) -> str:
    """Return the port of a client; wait until the player sees it."""
    seen = _PORTS.get(id(player))
    while True:
        if seen is not None:
            for port in seen.inputs if inputs else seen.outputs:
                if port.startswith(name):
                    _PORTS[id(player)] = seen
                    return port
        seen = _await(player, PortsChanged)


def _await(player: Child, kind: type[Any]) -> Any:
    for event in until(player, _PATIENCE_S):
        if isinstance(event, kind):
            return event
    raise PortError(f"The player says nothing: {kind.__name__}.")


def lines(figures: Figures) -> list[str]:
    """Return a line for each way to begin."""
    return [
        f"{name}: {of['lost']} of {of['starts']} first notes lost; late {of['first_ms']} ms, the"
        f" notes after them {of['later_ms']} ms (median, 99 %, largest) {of['lost_ones']}"
        for name, of in figures.items()
    ]


if __name__ == "__main__":
    sys.stdout.write("\n".join(lines(measure(int(sys.argv[1])))) + "\n")
