"""Random endings of random lives of the player, in simulated time: nothing may be left sounding.

The role as its process runs it, with everything that can come to it: commands, keys and pedals of
two keyboards, plans of a jam, another device's clock, ports that go and come, sleep. After each
ending no note may lack its note-off and no pedal may be down, at once and a while later, at any
port and in the built-in sound. `--count` is of endings.
"""

import gc
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from engine.messages import AddNotes, Panic, Play, SetJam, SetLoop, SetTempoFactor, SoundNote, Stop
from engine.playback import wire
from engine.playback.ports.port_manager import InputGone, ServerDied
from tests.trust.simulated import WAIT, Life, Script
from tests.trust.simulated_events import BAR, CLOCK, KEYBOARDS, Events
from tests.trust.trial import Findings, run

ENDINGS_OF_A_LIFE = 200
# How long the pieces are in seconds, at most, and then some.
_PATIENCE_S = 120.0
# The built-in sound gets its messages ahead of their time.
_SOON_S = 0.2


class Endings:
    """What happens in one life.

    Args:
        count: How many endings it is to have, its last one included.
        draw: Of everything.
        findings: Where it says what came out.
        name: Of this life.
    """

    def __init__(self, count: int, draw: random.Random, findings: Findings, name: str) -> None:
        self._count, self._draw = count, draw
        self._findings = findings
        self._name = name
        self._last_sounding = 0
        self.life = Life(self._script, lambda: draw.choice((0.0, 0.01, 0.1)))
        self._events = Events(self.life, draw)

    # --- what comes --------------------------------------------------------------------------

    def _script(self, life: Life) -> Script:
        draw = self._draw
        output = draw.choice(("port", "port", "synth"))
        yield 0.0, self._events.choose(output_kind=output, output_name="A")
        for each in self._events.other_inputs():
            yield 0.0, each
        for _ in range(self._count - 1):
            yield 0.0, self._events.score()
            if draw.random() < 0.9:
                yield 0.0, Play(tick=draw.randrange(BAR), open_end=draw.random() < 0.3)
            yield from self._events.some()
            way = draw.choice(WAYS)
            failures = len(life.failures)
            before = len(life.left)
            yield from getattr(self, f"_{way}")(life)
            if way == "stumbled" and len(life.failures) == failures:
                way = "stopped"  # nothing was sent that could fail
                yield 0.0, Stop()
            yield from self._look(life, way, before)
        yield 0.0, self._events.score()
        yield 0.0, Play(tick=0)
        yield from self._events.some()
        self._last_sounding = len(life.left)
        if draw.random() < 0.3:
            yield 0.0, ServerDied()

    def _look(self, life: Life, way: str, before: int) -> Script:
        yield 0.0, WAIT
        yield _SOON_S, WAIT
        self._note(life, way, before)
        yield self._draw.uniform(0.0, 1.0), WAIT
        self._note(life, way, None)

    def _note(self, life: Life, way: str, before: int | None) -> None:
        if before is not None:
            self._findings.counts[way] += 1
            self._findings.counts["ended while something sounded"] += before > 0
            self._findings.most("sounding at an end", before)
        if left := life.left:
            when = "at once" if before is not None else "later"
            told = f"{self._name}: {way}, {when}: {left[:4]} after {self._events.happened[-12:]}"
            self._findings.broken.append(told)
            self._forgive(life)
        self._events.happened.clear()

    def _forgive(self, life: Life) -> None:
        """Begin anew, so that one finding is not told again and again."""
        for heard in life.ports.heard:
            for _, channel, number in heard.left:
                heard.take(channel, wire.note_off(0, number))
                heard.take(channel, wire.control(0, number, 0))

    def live(self) -> None:
        """Live it, and look at what the end of the process left."""
        self.life.live()
        self._note(self.life, "parent gone or server dead", self._last_sounding)
        self._findings.counts["notes"] += self.life.begun

    # --- endings -----------------------------------------------------------------------------

    def _stopped(self, _: Life) -> Script:
        yield 0.0, Stop()

    def _silenced(self, _: Life) -> Script:
        yield 0.0, Panic()

    def _over(self, life: Life) -> Script:
        """Let the music come to its end."""
        yield 0.0, Play(tick=self._draw.randrange(2 * BAR))
        for each in (SetLoop(start=0, end=0), SetTempoFactor(factor=1.0), AddNotes(notes=())):
            yield 0.0, each
        yield from self._events.let_go()
        yield 0.0, self._events.drop_plans()
        # A player that still opens its output keeps the wish to play until it has one.
        yield _SOON_S, WAIT
        end_s = life.time.now_s + _PATIENCE_S
        while life.plays and life.time.now_s < end_s:
            yield 0.1, WAIT
        if life.plays:
            self._findings.broken.append(
                f"{self._name}: it played on for {_PATIENCE_S:.0f} s {self._events.happened}"
            )

    def _by_hand(self, then: Callable[[], Iterator[Any]]) -> Script:
        """Stop, play on keyboards alone for a while, and end that."""
        yield 0.0, Stop()
        for _ in range(self._draw.randrange(1, 20)):
            what = self._draw.choice(("key", "key", "key", "pedal", "other_mix", "other_score"))
            for each in self._events.make(what):
                yield self._draw.choice((0.0, 0.01, 0.1)), each
        for each in (*self._events.held_by_window(), *then()):
            yield 0.0, each

    def _let_go_of(self, _: Life) -> Script:
        yield from self._by_hand(lambda: iter(()))
        yield from self._events.let_go()

    def _unplugged(self, _: Life) -> Script:
        yield from self._by_hand(lambda: (InputGone(name) for name in KEYBOARDS))

    def _unticked(self, _: Life) -> Script:
        yield from self._by_hand(lambda: iter((self._events.choose(inputs=()),)))
        yield _SOON_S, WAIT
        if not self.life.left:
            for each in self._events.other_inputs():
                yield 0.0, each

    def _stumbled(self, life: Life) -> Script:
        yield from stumble(life)

    def _clock_stopped(self, _: Life) -> Script:
        yield 0.0, SetJam(rests=self._draw.random() < 0.5)
        yield 0.0, self._events.choose(clock_in=CLOCK)
        yield 0.0, self._events.from_clock(wire.START)
        for _ in range(self._draw.randrange(1, 60)):
            yield 0.02, self._events.from_clock(wire.PULSE)
        if self._draw.random() < 0.5:
            yield 0.0, self._events.from_clock(wire.STOP)
        else:
            yield 1.5, WAIT
        yield 0.1, WAIT
        yield 0.0, self._events.choose(clock_in="")


def stumble(life: Life) -> Script:
    """Something goes wrong that nobody thought of: the player stops, and lives on."""
    failures = len(life.failures)
    sounds = SoundNote(pitch=90, velocity=9, program=0, is_drum=False, on=True)
    life.ports.stumble(stumbles=True)
    # What stumbled may have been something else: a note that comes afterwards would sound on.
    yield 0.0, lambda: sounds if len(life.failures) == failures else WAIT
    yield 0.0, WAIT
    life.ports.stumble(stumbles=False)


WAYS = (
    *("stopped", "silenced", "over", "let_go_of", "unplugged", "unticked") * 2,
    *("stumbled", "clock_stopped"),
)


def trial(count: int, draw: random.Random, _folder: Path) -> Findings:
    """Live so many endings."""
    findings = Findings()
    # What is imported by now is never garbage; the player looks for some at each stop.
    gc.collect()
    gc.freeze()
    try:
        for first in range(0, count, ENDINGS_OF_A_LIFE):
            seed = draw.randrange(2**40)
            endings = min(ENDINGS_OF_A_LIFE, count - first)
            of_life = Endings(endings, random.Random(seed), findings, f"life {seed}")  # noqa: S311
            of_life.live()
    finally:
        gc.unfreeze()
    return findings


if __name__ == "__main__":
    sys.exit(run(trial))
