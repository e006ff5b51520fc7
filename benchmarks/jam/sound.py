"""How long a note that is played now takes into the buffer of the audio device."""

import random
import time
from collections.abc import Sequence

from engine.ground.errors import SoundError
from engine.playback import wire
from engine.playback.player.console import Console
from engine.playback.sound.synth import SynthOutput, load_synthesizer
from engine.playback.sound.tape import Tape
from engine.playback.sound.tones import Block, FrameMessage, Heard, Synthesizer
from engine.playback.urgency import PLAYING, be_urgent
from engine.values.sound import Program, Room
from engine.values.tuning import Tuning

_PATIENCE_S = 1.0


class _Timed:
    """A synthesizer that remembers when the block of each note was made."""

    def __init__(self, inner: Synthesizer) -> None:
        self._inner = inner
        self.made: dict[tuple[int, int], float] = {}

    @property
    def borrowed(self) -> frozenset[Program]:
        return self._inner.borrowed

    @property
    def tape(self) -> Tape:
        return self._inner.tape

    def prepare(self, wanted: Sequence[tuple[int, bool]]) -> None:
        self._inner.prepare(wanted)

    def set_room(self, room: Room) -> None:
        self._inner.set_room(room)

    def set_tuning(self, tuning: Tuning | None) -> None:
        self._inner.set_tuning(tuning)

    def set_level(self, decibels: float) -> None:
        self._inner.set_level(decibels)

    def heard(self) -> Heard:
        return self._inner.heard()

    def play(self, placed: "Sequence[FrameMessage]", start: int, frames: int) -> Block:
        block = self._inner.play(placed, start, frames)
        now_s = time.perf_counter()
        for _, _, _, message in placed:
            if message[0] & 0xF0 == wire.NOTE_ON:
                self.made.setdefault((message[1], message[2]), now_s)
        return block


def to_the_buffer(count: int) -> list[float]:
    """Return how long each of some notes took from the key's message into a finished block.

    The block then waits for the device; nothing is counted of that. Without one nothing is
    returned. This process becomes as urgent as a player is.

    Args:
        count: How many notes.
    """
    be_urgent(PLAYING)
    timed = _Timed(load_synthesizer())
    try:
        output = SynthOutput(lambda: timed)
    except SoundError:
        return []
    console = Console(lambda _: None, time.perf_counter)
    console.connect(output)
    console.expect([(0, False)])
    draw = random.Random(count)  # noqa: S311 - so that no block is met
    taken: list[float] = []
    try:
        time.sleep(1.0)
        for number in range(count):
            pitch, velocity = 40 + number % 50, 1 + number // 50 % 127
            began_s = time.perf_counter()
            console.pass_through(wire.note_on(0, pitch, velocity))
            until_s = began_s + _PATIENCE_S
            while (pitch, velocity) not in timed.made and time.perf_counter() < until_s:
                time.sleep(0.001)
            console.pass_through(wire.note_off(0, pitch))
            if (pitch, velocity) in timed.made:
                taken.append(timed.made[pitch, velocity] - began_s)
            time.sleep(draw.uniform(0.01, 0.03))
    finally:
        console.close()
    return taken
