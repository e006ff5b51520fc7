"""Playing a piece through a real player process, in real time, from the command line."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from engine.errors import PortError, ProcessError, SegueError, SoundError
from engine.messages import (
    Event,
    Failed,
    Lateness,
    OpenOutput,
    OutputKind,
    OutputOpened,
    Play,
    Playhead,
    PortsChanged,
    SetScore,
    TrackMix,
)
from engine.music.score import Score
from engine.music.time import Timeline
from engine.process import Child

# A player imports, looks for ports and opens a device; on a busy machine that takes seconds.
_PATIENCE_S = 20.0


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputChoice:
    """Where to hear it: the first of these that opens.

    Attributes:
        outputs: (kind, name), tried in order.
    """

    outputs: tuple[tuple[OutputKind, str], ...]

    @classmethod
    def of(cls, *, port: str | None = None, silent: bool = False) -> "OutputChoice":
        """Return what a user asked for: a port, nothing, or the built-in sound."""
        if silent:
            return cls(outputs=(("recording", ""),))
        return cls(outputs=(("port", port),) if port else (("synth", ""),))


@dataclass(frozen=True, slots=True, kw_only=True)
class Performance:
    """How it was played.

    Attributes:
        kind: On what kind of output.
        output: Its name.
        seconds: From the command to the last note's end.
        lateness: How late messages left.
    """

    kind: OutputKind
    output: str
    seconds: float
    lateness: Lateness


def ports() -> PortsChanged:
    """Return the MIDI ports of this machine, as a player process sees them.

    Raises:
        ProcessError: No player could be started, or it does not answer.
    """
    with Child("player") as child:
        return ports_of(child)


def opened(choice: OutputChoice) -> OutputOpened:
    """Return what an output says when it is opened; it is closed again.

    Raises:
        SegueError: It cannot be opened.
    """
    with Child("player") as child:
        return open_first(child, choice.outputs, ports_of(child))


def play(
    score: Score,
    *,
    mix: tuple[TrackMix, ...],
    choice: OutputChoice,
    report: Callable[[float, str], None],
    remark: Callable[[str], None],
    start: int = 0,
    any_port: bool = False,
) -> Performance:
    """Play a score in real time and return when its last note has ended.

    Args:
        score: What to play.
        mix: One for each track.
        choice: Where.
        report: Told the share that is played and a few words.
        remark: Told, once each, what went wrong while it plays on: a track's device is not there.
        start: Tick to play from.
        any_port: Play to the first MIDI port there is; `choice` is for machines without one.

    Raises:
        SegueError: No output could be opened, or the player died.
    """
    with Child("player") as child:
        found = ports_of(child)
        outputs = choice.outputs
        if any_port:
            outputs = (*(("port", name) for name in found.outputs), *outputs)
        opened = open_first(child, outputs, found)
        child.send(SetScore(score=score, mix=mix))
        child.send(Play(tick=start))
        began_s = time.monotonic()
        lateness = _hear_out(child, score, start=start, report=report, remark=remark)
        return Performance(
            kind=opened.kind,
            output=opened.name,
            seconds=time.monotonic() - began_s,
            lateness=lateness,
        )


def open_first(
    child: Child, outputs: tuple[tuple[OutputKind, str], ...], found: PortsChanged
) -> OutputOpened:
    """Return what the first output that opens says.

    Args:
        child: A player.
        outputs: (kind, name), tried in order.
        found: The ports there are.

    Raises:
        SegueError: None can be opened.
    """
    failure = "There is nowhere to play to."
    for kind, name in outputs:
        child.send(OpenOutput(kind=kind, name=name))
        for event in until(child, _PATIENCE_S):
            if isinstance(event, OutputOpened) and event.kind == kind:
                return event
            if isinstance(event, Failed):
                failure = event.message
                break
    if outputs and outputs[-1][0] == "port":
        known = ", ".join(found.outputs) or "none"
        raise PortError(failure, hint=f"MIDI outputs on this machine: {known}.")
    raise SoundError(failure)


def _hear_out(
    child: Child,
    score: Score,
    *,
    start: int,
    report: Callable[[float, str], None],
    remark: Callable[[str], None],
) -> Lateness:
    length = max(1, score.end - start)
    timeline = Timeline(score)
    # The longest it can take: the music's own time and a count-in's worth beyond it.
    patience_s = timeline.duration_s + 30.0
    ended = False
    for event in _begun(_remarking(child, patience_s, remark)):
        match event:
            case Playhead():
                ended = not event.playing
                seconds = timeline.tempo.seconds_at(event.tick)
                report((event.tick - start) / length, f"{seconds:.1f} s")
            case Lateness():
                # The last report, on all of it, follows the end.
                if ended:
                    return event
    raise ProcessError("The player did not come to the end of the piece.")


def _remarking(child: Child, patience_s: float, remark: Callable[[str], None]) -> Iterator[Event]:
    """Yield what a player says for so long, and remark once each what it says went wrong."""
    told: set[Failed] = set()
    for event in until(child, patience_s):
        if isinstance(event, Failed) and event not in told:
            told.add(event)
            remark(f"{event.message} {event.hint}".strip())
        yield event


def _begun(events: Iterator[Event]) -> Iterator[Event]:
    """Yield events from the first on that says that it plays.

    Raises:
        SegueError: Something went wrong, and nothing plays.
    """
    deadline_s = time.monotonic() + _PATIENCE_S
    failed: Failed | None = None
    for event in events:
        if isinstance(event, Playhead) and event.playing:
            yield event
            break
        failed = event if isinstance(event, Failed) else failed
        if failed is not None and time.monotonic() > deadline_s:
            raise SegueError(failed.message, hint=failed.hint)
    yield from events


def ports_of(child: Child) -> PortsChanged:
    """Return the MIDI ports that a player sees.

    Raises:
        ProcessError: It does not answer.
    """
    for event in until(child, _PATIENCE_S):
        if isinstance(event, PortsChanged):
            return event
    raise ProcessError("The player does not say which MIDI ports there are.")


def until(child: Child, patience_s: float) -> Iterator[Event]:
    """Yield what a child says for so long."""
    deadline_s = time.monotonic() + patience_s
    while (left_s := deadline_s - time.monotonic()) > 0:
        event = child.next_event(left_s)
        if event is not None:
            yield event
