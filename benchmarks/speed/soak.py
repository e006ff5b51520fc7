"""`python -m benchmarks playback --minutes N`: whether a player that plays for long grows."""

import time
from array import array
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from benchmarks.speed import player
from engine.ground.errors import ProcessError
from engine.messages import Alive, Failed, Lateness, Play, SetLoop, SetScore, Stop, TrackMix
from engine.playback.ports.input_ports import PortQueue
from engine.processes.process import Child

Figures = dict[str, Any]
_LOOP_S = 20.0
_PAGE_MB = 1 / 1024


class Usage(NamedTuple):
    """What a process holds.

    Attributes:
        seconds: When, since the soak began.
        rss_mb: Memory.
        threads: Threads.
        handles: Open files, sockets and pipes.
    """

    seconds: float
    rss_mb: float
    threads: int
    handles: int


def usage(pid: int, seconds: float) -> Usage | None:
    """Return what a process holds; None where the system does not tell (no /proc)."""
    place = Path("/proc") / str(pid)
    try:
        status = (place / "status").read_text(encoding="ascii", errors="replace")
        handles = sum(1 for _ in (place / "fd").iterdir())
    except OSError:
        return None
    fields = dict(line.split(":", 1) for line in status.splitlines() if ":" in line)
    rss_mb = int(fields["VmRSS"].split()[0]) * _PAGE_MB
    return Usage(seconds, round(rss_mb, 2), int(fields["Threads"]), handles)


def soak(minutes: float, *, every_s: float = 5.0) -> Iterator[Figures]:
    """Play a note every 10 ms round a loop; yield the figures so far every few seconds.

    Args:
        minutes: How long.
        every_s: Seconds between looks.

    Raises:
        ProcessError: The player could not be started, failed or died.
    """
    with player.receiver() as received, Child("player") as child:
        output = player.open_output(child, received)
        child.send(SetScore(score=player.grid(_LOOP_S), mix=(TrackMix(),)))
        child.send(SetLoop(start=0, end=round(_LOOP_S * 100)))
        child.send(Play(tick=0))
        began_s = time.monotonic()
        held: list[Usage] = []
        arrived = Sounding(every=round(_LOOP_S * 100))
        lateness = None
        while (passed_s := time.monotonic() - began_s) < minutes * 60:
            lateness = _listen(child, min(every_s, minutes * 60 - passed_s)) or lateness
            arrived.take(_came(received))
            seen = usage(child.pid, time.monotonic() - began_s)
            held += [seen] if seen else []
            yield _figures(output.name, held, lateness, arrived)
        child.send(Stop())
        lateness = player.hear_out(child)
        time.sleep(0.5)
        arrived.take(_came(received))
        yield _figures(output.name, held, lateness, arrived) | {"unended": len(arrived.keys)}


class Sounding:
    """Counts notes of the grid at the receiver, when they came, and which of them sound.

    Args:
        every: After so many notes the grid begins again.

    Attributes:
        count: Notes that began.
        keys: (channel, pitch) of notes that have not ended.
    """

    def __init__(self, *, every: int) -> None:
        self.count = 0
        self.keys: set[tuple[int, int]] = set()
        self._every = every
        self._next = 0
        # Seconds into the grid, and how much later than that it came: 16 bytes a note.
        self._due_s, self._late_s = array("d"), array("d")

    def take(self, messages: Iterable[tuple[float, bytes]]) -> None:
        """Count what came: (seconds, message); the messages need not be kept."""
        for at_s, message in messages:
            key = message[0] & 0x0F, message[1] if len(message) > 1 else -1
            if message[0] & 0xF0 == 0x90 and message[2] > 0:
                self.count += 1
                self.keys.add(key)
                self._time(at_s, player.place(message))
            elif message[0] & 0xF0 in {0x80, 0x90}:
                self.keys.discard(key)

    def _time(self, at_s: float, place: int) -> None:
        rounds = round((self._next - place) / self._every)
        number = place + rounds * self._every
        self._next = number + 1
        self._due_s.append(number * 0.01)
        self._late_s.append(at_s - number * 0.01)

    def timing(self) -> Figures:
        """Return how late notes came, the earliest counting as punctual, and the drift."""
        if len(self._due_s) < 2:
            return {}
        late_ms = (np.array(self._late_s) - min(self._late_s)) * 1000
        p50, p99 = np.percentile(late_ms, [50, 99])
        # Without its first minute: caches fill and threads start then.
        due_s = np.array(self._due_s)
        steady = due_s >= min(60.0, due_s[-1] / 4)
        slope = float(np.polyfit(due_s[steady], late_ms[steady], 1)[0])
        return {
            "p50_ms": round(float(p50), 3),
            "p99_ms": round(float(p99), 3),
            "max_ms": round(float(late_ms.max()), 3),
            "late": int(np.sum(late_ms > player.LATE_MS)),
            "lost": self._next - self.count,
            "drift_ms_per_hour": round(slope * 3600, 3),
        }


def _came(received: PortQueue | None) -> list[tuple[float, bytes]]:
    return received.take() if received else []


def _listen(child: Child, seconds: float) -> Lateness | None:
    """Hear what the player says for a while; return the last it said of its lateness."""
    end_s = time.monotonic() + seconds
    last = None
    while (left_s := end_s - time.monotonic()) > 0:
        event = child.next_event(left_s)
        if isinstance(event, Failed):
            raise ProcessError(event.message, hint=event.hint)
        if isinstance(event, Lateness):
            last = event
        elif event is None or isinstance(event, Alive):
            continue
    return last


def _figures(
    output: str, held: Sequence[Usage], lateness: Lateness | None, arrived: Sounding
) -> Figures:
    figures: Figures = {"output": output, "minutes": round(held[-1].seconds / 60, 2) if held else 0}
    if lateness is not None:
        names = ("p50_ms", "p99_ms", "max_ms", "sent", "late")
        figures |= {name: getattr(lateness, name) for name in names}
    figures["arrived"] = arrived.count
    figures["arriving"] = arrived.timing()
    return figures | growth(held)


def growth(held: Sequence[Usage]) -> Figures:
    """Return first, last and slope an hour of what a process held, without its warming up.

    The first quarter is left out: caches fill and threads start then.
    """
    steady = held[len(held) // 4 :]
    if len(steady) < 2:
        return {}
    times = np.array([look.seconds for look in steady]) / 3600
    figures: Figures = {}
    for name in ("rss_mb", "threads", "handles"):
        values = np.array([getattr(look, name) for look in steady], dtype=float)
        slope = float(np.polyfit(times, values, 1)[0])
        figures[name] = {
            "first": getattr(steady[0], name),
            "last": getattr(steady[-1], name),
            "an_hour": round(slope, 2),
        }
    return figures
