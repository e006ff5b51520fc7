"""Play a piece from the command line, through a player process in real time."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from msgspec.structs import replace

from engine.cli.clocks import check_clocks
from engine.ground.errors import PortError, ProcessError, SegueError, SoundError
from engine.messages import (
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
from engine.processes.process import Child
from engine.values.score import Score
from engine.values.sound import OutputKind, Sound, TuningOut
from engine.values.time import Timeline

# A player imports, looks for ports and opens a device; on a busy machine that takes seconds.
_PATIENCE_S = 20.0
# A program that is followed may begin whenever somebody starts it.
_FOLLOWING_S = 1e6


@dataclass(frozen=True, slots=True, kw_only=True)
class Performance:
    """The figures of a performance.

    Attributes:
        seconds: From the command to the end of the last note.
    """

    kind: OutputKind
    output: str
    seconds: float
    lateness: Lateness


def sounds_to_try(
    *,
    port: str | None = None,
    virtual: str | None = None,
    port_per_track: bool = False,
    silent: bool = False,
    tuning_out: TuningOut = "mts",
) -> tuple[Sound, ...]:
    """Return the choice of the user: a port, one of our own, no sound, or the synthesizer.

    Raises:
        PortError: Ports for tracks are wanted without one of our own.
    """
    if port_per_track and not virtual:
        raise PortError(
            "--port-per-track makes ports beside that of --virtual.",
            hint="Add --virtual NAME.",
        )
    chosen = Sound(port_per_track=port_per_track, tuning_out=tuning_out)
    if silent:
        return (replace(chosen, output_kind="recording"),)
    if virtual:
        return (replace(chosen, output_kind="virtual", output_name=virtual),)
    return (replace(chosen, output_kind="port", output_name=port) if port else chosen,)


def ports() -> PortsChanged:
    """Return the MIDI ports of this machine, from a player process.

    Raises:
        ProcessError: No player could be started, or it does not answer.
    """
    with Child("player") as child:
        return ports_of(child)


def opened(choice: tuple[Sound, ...]) -> OutputOpened:
    """Open an output and close it again; return its properties.

    Raises:
        SegueError: It cannot be opened.
    """
    with Child("player") as child:
        return open_first(child, choice, ports_of(child))


def play(
    score: Score,
    *,
    mix: tuple[TrackMix, ...],
    choice: tuple[Sound, ...],
    report: Callable[[float, str], None],
    remark: Callable[[str], None],
    start: int = 0,
    any_port: bool = False,
) -> Performance:
    """Play a score in real time; return when its last note has ended.

    A clock that is followed starts, moves and stops the music, as often as it likes.

    Args:
        score: The music.
        mix: One for each track.
        choice: The outputs to try, with their clocks; the first that opens is used.
        report: Called with the progress, 0 to 1, and a few words.
        remark: Called once for each problem that does not stop the music, such as a missing port.
        start: Tick to play from.
        any_port: Use the first MIDI port if there is one, else `choice`.

    Raises:
        SegueError: No output could be opened, or the player died.
    """
    with Child("player") as child:
        found = ports_of(child)
        check_clocks(choice, found)
        if any_port:
            first = (Sound(output_kind="port", output_name=name) for name in found.outputs)
            choice = (*first, *choice)
        opened = open_first(child, choice, found)
        child.send(SetScore(score=score, mix=mix))
        follows = any(sound.clock_in for sound in choice)
        if follows:
            remark(f"Waiting for ‘{choice[0].clock_in}’; Ctrl+C ends.")
        else:
            child.send(Play(tick=start))
        began_s = time.monotonic()
        lateness = _hear_out(
            child, score, start=start, follows=follows, report=report, remark=remark
        )
        return Performance(
            kind=opened.kind,
            output=opened.name,
            seconds=time.monotonic() - began_s,
            lateness=lateness,
        )


def open_first(child: Child, choice: tuple[Sound, ...], found: PortsChanged) -> OutputOpened:
    """Open the first output that works; return its properties.

    Args:
        child: A player.
        choice: The outputs to try.
        found: The existing ports.

    Raises:
        SegueError: None can be opened.
    """
    failure, hint = "There is nowhere to play to.", ""
    for sound in choice:
        child.send(ChooseSound(sound=sound))
        for event in until(child, _PATIENCE_S):
            if isinstance(event, OutputOpened) and event.kind == sound.output_kind:
                return event
            if isinstance(event, Failed):
                failure, hint = event.message, event.hint
                break
    if choice and choice[-1].output_kind == "port":
        known = ", ".join(found.outputs) or "none"
        raise PortError(failure, hint=f"MIDI outputs on this machine: {known}.")
    raise SoundError(failure, hint=hint)


def _hear_out(
    child: Child,
    score: Score,
    *,
    start: int,
    follows: bool,
    report: Callable[[float, str], None],
    remark: Callable[[str], None],
) -> Lateness:
    length = max(1, score.end - start)
    timeline = Timeline(score)
    # The longest that it can take: the duration of the music and of a count-in.
    patience_s = _FOLLOWING_S if follows else timeline.duration_s + 30.0
    # A followed program also stops elsewhere; within the last quarter it is the end.
    last = score.end - score.ticks_per_quarter if follows else 0
    ended = False
    events = _remarking(child, patience_s, remark)
    for event in events if follows else _begun(events):
        match event:
            case Playhead():
                ended = not event.playing and event.tick >= last
                seconds = timeline.tempo.seconds_at(event.tick)
                report((event.tick - start) / length, f"{seconds:.1f} s")
            case Lateness():
                # The last `Lateness`, of the whole performance, follows the end.
                if ended:
                    return event
    raise ProcessError("The player did not come to the end of the piece.")


def _remarking(child: Child, patience_s: float, remark: Callable[[str], None]) -> Iterator[Event]:
    """Yield a player's events for some seconds; call `remark` once for each problem."""
    remarked: set[Failed] = set()
    for event in until(child, patience_s):
        if isinstance(event, Failed) and event not in remarked:
            remarked.add(event)
            remark(f"{event.message} {event.hint}".strip())
        yield event


def _begun(events: Iterator[Event]) -> Iterator[Event]:
    """Yield events, beginning with the first that shows that the music plays.

    Raises:
        SegueError: The player reported a problem before it played.
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
    """Yield the events of a child for some seconds."""
    deadline_s = time.monotonic() + patience_s
    while (left_s := deadline_s - time.monotonic()) > 0:
        event = child.next_event(left_s)
        if event is not None:
            yield event
