"""A scripted human jams with the real player and the real live process.

His keyboard is a virtual MIDI port, and Segue's notes are timed where they are received. In free
time he plays phrases, hands over with a key and takes over with a note; then he is accompanied at
three tempos, and every 125 ms it is asked whether what comes next is planned.
"""

import random
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.jam.ports import spread
from benchmarks.jam.stand import Keyboard, Receiver, is_on
from benchmarks.speed.soak import usage
from engine.ground.errors import ProcessError
from engine.ground.paths import starter_model
from engine.messages import (
    ChooseSound,
    Event,
    Failed,
    JamCaptured,
    JamHeard,
    JamPlanned,
    JamTurn,
    JamUnderrun,
    JamVoice,
    LoadModel,
    ModelLoaded,
    OutputOpened,
    Play,
    Playhead,
    PlayKeysAs,
    PortsChanged,
    SetJam,
    SetScore,
    StartJam,
    Stop,
    StopJam,
    TrackMix,
)
from engine.playback import wire
from engine.playback.ports.closing import finish_closing
from engine.playback.ports.outputs import unbalanced
from engine.playback.ports.system_ports import MidiSystem
from engine.processes.pipe import new_address
from engine.processes.process import Child
from engine.values.jam import JamMode
from engine.values.score import Score, Tempo, Track
from engine.values.sound import Sound

Figures = dict[str, Any]

HAND_OVER_KEY = 21
TICK_S = 0.125
TEMPOS = (120.0, 180.0, 240.0)
_RECEIVER = "Loop-back of a band"
_PATIENCE_S = 400.0
_LOOK_S = 0.001


@dataclass(slots=True)
class Band:
    """The processes of a jam, and the ends of its MIDI cables.

    Attributes:
        player: Plays.
        live: Listens and plans.
        ears: What the player sends.
        keys: The human's keyboard.
        events: What both said, each with the time it was heard.
        pressed: Keys that were pressed.
    """

    player: Child
    live: Child
    ears: Receiver
    keys: Keyboard
    events: list[tuple[float, Event]] = field(default_factory=list)
    pressed: int = 0

    def resident_mb(self) -> tuple[float, ...]:
        """Return the memory of player and live, in MB; nothing where the system does not tell."""
        seen = (usage(child.pid, 0.0) for child in (self.player, self.live))
        return tuple(each.rss_mb for each in seen if each)

    def until(self, seconds: float) -> None:
        """Let time pass until the clock says so, hearing what there is."""
        while (left := seconds - time.perf_counter()) > 0:
            self.look()
            time.sleep(min(_LOOK_S, max(0.0, left)))

    def look(self) -> None:
        """Hear what there is."""
        self.ears.look()
        for child in (self.live, self.player):
            while (event := child.next_event(0.0)) is not None:
                self.events.append((time.perf_counter(), event))

    def press(self, pitch: int, velocity: int = 80) -> float:
        """Press a key; return when."""
        self.pressed += pitch != HAND_OVER_KEY
        return self.keys.send(wire.note_on(0, pitch, velocity))

    def release(self, pitch: int) -> None:
        """Release it."""
        self.keys.send(wire.note_off(0, pitch))

    def began_s(self, ticks_per_second: float) -> float:
        """Return when the music was at its beginning, by what the player says of its place."""
        began = [
            at_s - event.tick / ticks_per_second
            for at_s, event in self.events
            if isinstance(event, Playhead) and event.playing
        ]
        # The first may still tell of the jam before.
        return median(began) if began else 0.0

    def said(self, kind: type[Event]) -> list[Any]:
        """Return what was said of a kind."""
        return [event for _, event in self.events if isinstance(event, kind)]


def measure(seconds: float, *, model: Path | None = None, seed: int = 1) -> Figures:
    """Jam for so long; return the figures.

    Args:
        seconds: Half of it by turns, half of it accompanied.
        model: Its folder; None takes the starter.
        seed: Of the script.

    Raises:
        ProcessError: A process could not be started or died, or there is no MIDI system.
    """
    draw = random.Random(seed)  # noqa: S311 - a script, not a secret
    folder = model or starter_model()
    with band(folder) as made:
        _begin(made, "answer", bpm=120.0)
        turns = _by_turns(made, seconds / 2, draw)
        accompanied = []
        for bpm in TEMPOS:
            _begin(made, "accompany", bpm=bpm)
            accompanied.append(_accompanied(made, seconds / 2 / len(TEMPOS), bpm, draw))
    rates = {f"{made['bpm']:g}": made["hit_rate"] for made in accompanied}
    asked = sum(made["asked"] for made in accompanied)
    hits = sum(made["hits"] for made in accompanied)
    lags = turns.pop("lags_s") + [lag for made in accompanied for lag in made["lags_s"]]
    resident = [made.pop("resident_mb") for made in (turns, *accompanied)]
    return {
        **turns,
        "resident_mb": resident,
        "hit_rate": round(hits / max(1, asked), 5),
        "hit_rates": rates,
        "asked": asked,
        "memory_ms": spread(lags),
        "stuck": turns["stuck"] + sum(made["stuck"] for made in accompanied),
        "lost": turns["lost"] + sum(made["lost"] for made in accompanied),
        "underruns": turns["underruns"] + sum(made["underruns"] for made in accompanied),
    }


class band(ExitStack):  # noqa: N801 - it reads as the context that it is
    """A band that plays, as a context: processes started, cables laid, time running.

    Args:
        folder: The model's.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder

    def __enter__(self) -> Band:  # type: ignore[override]
        """Start everything.

        Raises:
            ProcessError: There is no MIDI system, or a process does not answer.
        """
        super().__enter__()
        system = MidiSystem()
        self.callback(finish_closing)
        self.callback(system.close)
        ears, keys = Receiver(system, _RECEIVER), Keyboard(system)
        self.callback(ears.close)
        self.callback(keys.unplug)
        where = self.enter_context(new_address())
        player = self.enter_context(Child("player"))
        live = self.enter_context(Child("live"))
        made = Band(player=player, live=live, ears=ears, keys=keys)
        live.send(LoadModel(folder=str(self._folder)))
        _await(live, ModelLoaded)
        _cable(player, ears.name, keys.name)
        for child in (player, live):
            child.send(where.command)
        return made


def _begin(band: Band, mode: JamMode, *, bpm: float) -> None:
    """Begin another jam, its time running."""
    by_turns = mode != "accompany"
    segue = 0 if by_turns else 33
    tracks = (Track(name="Me"), Track(name="Segue", program=segue))
    score = Score(tracks=tracks, tempos=(Tempo(0, bpm),))
    band.look()
    band.events.clear()
    band.ears.forget()
    band.pressed = 0
    band.player.send(SetScore(score=score, mix=(TrackMix(), TrackMix())))
    band.player.send(SetJam(yields=by_turns, hand_over_key=HAND_OVER_KEY if by_turns else -1))
    band.player.send(Play(tick=0, open_end=True, count_in=False))
    band.live.send(
        StartJam(
            mode=mode,
            me=JamVoice(track=0),
            segue=JamVoice(track=1, program=segue),
            bpm=bpm,
            time="free" if by_turns else "beat",
            bars=0,
            hears_ends=False,
        )
    )
    band.until(time.perf_counter() + 1.0)


def _cable(player: Child, receiver: str, keyboard: str) -> None:
    """Let the player send to our receiver and listen to our keyboard."""
    for event in _events(player):
        if isinstance(event, PortsChanged):
            outputs = [name for name in event.outputs if receiver in name]
            inputs = [name for name in event.inputs if keyboard in name]
            if outputs and inputs:
                player.send(PlayKeysAs(through=False))
                sound = Sound(output_kind="port", output_name=outputs[0], inputs=(inputs[0],))
                player.send(ChooseSound(sound=sound))
                break
    _await(player, OutputOpened)


def _by_turns(band: Band, seconds: float, draw: random.Random) -> Figures:
    """Play phrases, hand over, take over."""
    end_s = time.perf_counter() + seconds
    hand_overs: list[float] = []
    take_overs: list[float] = []
    while time.perf_counter() < end_s:
        _phrase(band, draw, notes=draw.randint(5, 10))
        band.until(time.perf_counter() + draw.uniform(0.15, 0.5))
        hand_overs.append(band.press(HAND_OVER_KEY))
        band.release(HAND_OVER_KEY)
        band.until(time.perf_counter() + draw.uniform(1.0, 2.5))
        take_overs.append(band.press(60 + draw.randrange(12)))
        band.until(time.perf_counter() + 0.2)
        _release_all(band)
    figures = _finish(band)
    arrivals = band.ears.look()
    answered = [_after(arrivals, at_s) for at_s in hand_overs]
    ends = [_last_off(arrivals, at_s) for at_s in take_overs]
    return {
        "turns": len(hand_overs),
        "unanswered": sum(late is None or late > 2.0 for late in answered),
        "hand_over_ms": spread([late for late in answered if late is not None and late <= 2.0]),
        "human_takes_over_ms": spread([late for late in ends if late is not None]),
        **figures,
    }


def _accompanied(band: Band, seconds: float, bpm: float, draw: random.Random) -> Figures:
    """Play on and on; ask each eighth of a second whether what comes next is planned."""
    beat_s = 60.0 / bpm
    begin_s = time.perf_counter()
    while time.perf_counter() < begin_s + seconds:
        pitch = 48 + draw.choice((0, 2, 4, 5, 7, 9, 11)) + 12 * draw.randrange(3)
        band.press(pitch)
        band.until(time.perf_counter() + beat_s * draw.choice((0.25, 0.5, 0.5, 1.0)) * 0.9)
        band.release(pitch)
        band.until(time.perf_counter() + 0.1 * beat_s)
    finished_s = time.perf_counter()
    figures = _finish(band)
    asked, hits = _hits(band, bpm, finished_s)
    return {**figures, "bpm": bpm, "asked": asked, "hits": hits, "hit_rate": hits / max(1, asked)}


def _hits(band: Band, bpm: float, end_s: float) -> tuple[int, int]:
    """Return how often it was asked, and how often what came next was planned."""
    joins = [turn for turn in band.said(JamTurn) if turn.who == "both"]
    if not joins:
        return 0, 0
    # Said again where Segue joined in a beat later than it had said.
    joined = joins[-1]
    plans = [(at_s, e) for at_s, e in band.events if isinstance(e, JamPlanned)]
    speed = bpm * 480 / 60.0
    began_s = band.began_s(speed)
    asked = hits = 0
    at_s = began_s + joined.tick / speed
    while at_s < end_s:
        known = max((plan.until for said_s, plan in plans if said_s <= at_s), default=0)
        asked += 1
        hits += known >= (at_s + TICK_S - began_s) * speed
        at_s += TICK_S
    return asked, hits


def _phrase(band: Band, draw: random.Random, *, notes: int) -> None:
    for _ in range(notes):
        pitch = 55 + draw.choice((0, 2, 4, 5, 7, 9, 11, 12))
        band.press(pitch, draw.randint(50, 100))
        band.until(time.perf_counter() + draw.choice((0.1, 0.2, 0.2, 0.4)))
        band.release(pitch)
        band.until(time.perf_counter() + 0.03)


def _release_all(band: Band) -> None:
    for pitch in range(128):
        band.release(pitch)


def _finish(band: Band) -> Figures:
    """Stop; return what is left sounding, what was lost, and what was not ready in time."""
    band.until(time.perf_counter() + 0.3)
    band.live.send(StopJam())
    band.player.send(Stop())
    deadline_s = time.perf_counter() + 10.0
    while not band.said(JamCaptured) and time.perf_counter() < deadline_s:
        band.until(time.perf_counter() + 0.1)
    band.until(time.perf_counter() + 0.5)
    captured = band.said(JamCaptured)
    kept = len(captured[0].score.tracks[0].notes) if captured else 0
    lags = [lag for heard in band.said(JamHeard) for lag in heard.lags_s]
    return {
        "pressed": band.pressed,
        "stuck": len(unbalanced([message for _, message in band.ears.look()])),
        "lost": band.pressed - kept,
        "underruns": len(band.said(JamUnderrun)),
        "lags_s": lags,
        "resident_mb": band.resident_mb(),
    }


def _after(arrivals: list[tuple[float, bytes]], at_s: float) -> float | None:
    """Return how much later the first note-on arrived; None where none did."""
    late = [s - at_s for s, message in arrivals if s >= at_s and is_on(message)]
    return min(late, default=None)


def _last_off(arrivals: list[tuple[float, bytes]], at_s: float) -> float | None:
    """Return how much later the last note that sounded was ended; None where none sounded."""
    sounding: set[int] = set()
    for s, message in arrivals:
        if s < at_s and is_on(message):
            sounding.add(message[1])
        elif _is_off(message) and message[1] in sounding:
            sounding.discard(message[1])
            if s >= at_s and not sounding:
                return s - at_s
    return None


def _is_off(message: bytes) -> bool:
    kind = message[0] & 0xF0
    return kind == wire.NOTE_OFF or (kind == wire.NOTE_ON and message[2] == 0)


def _await(child: Child, kind: type[Event]) -> None:
    for event in _events(child):
        if isinstance(event, kind):
            return


def _events(child: Child) -> Iterator[Event]:
    deadline_s = time.monotonic() + _PATIENCE_S
    while time.monotonic() < deadline_s:
        event = child.next_event(0.5)
        if isinstance(event, Failed):
            raise ProcessError(event.message, hint=event.hint)
        if event is not None:
            yield event
    raise ProcessError(f"The {child.role} process does not answer.")
