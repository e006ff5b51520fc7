"""A jam with a fake clock: a scripted human, a desk that keeps time, and no port.

Each slice of work takes the same time, so that what happens does not depend on the machine.
"""

from collections.abc import Iterable, Iterator

from benchmarks.jam.player import Desk
from engine.generation.model import LiveModel
from engine.live.jam.session import JamSession
from engine.messages import Message, PlayedNote
from engine.messages.jamming import StartJam
from engine.values.channel_numbers import DRUM_CHANNEL
from engine.values.score import Note

# Step of the fake clock, in seconds: a delay is known to within it.
SLICE_S = 0.004


class Stage:
    """A jam, its desk and their clock.

    Args:
        model: Loaded; nothing else may use its decoder meanwhile.
        start: The settings of the jam.

    Attributes:
        jam: The session.
        desk: Takes the session's plans.
        now_s: The clock.
        said: Everything that the session and the desk said.
    """

    def __init__(self, model: LiveModel, start: StartJam) -> None:
        self.jam = JamSession(model, start)
        self._ticks_per_second = start.bpm * start.ticks_per_quarter / 60.0
        self.desk = Desk(self._ticks_per_second, yields=start.mode != "accompany")
        self.now_s = 0.0
        self.said: list[Message] = []
        self.do(self.jam.hear(self.desk.anchor()))

    @property
    def tick(self) -> float:
        """Place of the music now."""
        return self.now_s * self._ticks_per_second

    def until(self, tick: float, *, slice_s: float = SLICE_S) -> None:
        """Let time pass up to a tick, and do the work that is due."""
        while self.tick < tick:
            self.do(self.jam.work(self.now_s))
            self.now_s += slice_s
            for message in self.desk.pass_to(self.now_s):
                self.do(self.jam.hear(message))

    def play(
        self, notes: Iterable[Note], *, slice_s: float = SLICE_S, on_kit: bool = False
    ) -> None:
        """Press and release the keys of notes at their ticks, or strike a kit beside the keys."""
        moves = [(n.start, 1, n) for n in notes] + [(n.end, 0, n) for n in notes]
        for tick, on, note in sorted(moves, key=lambda move: move[:2]):
            self.until(tick, slice_s=slice_s)
            if on:
                for message in self.desk.press(self.now_s):
                    self.do(self.jam.hear(message))
            key = PlayedNote(
                on=bool(on),
                seconds=self.now_s,
                tick=float(tick),
                pitch=note.pitch,
                velocity=note.velocity if on else note.release,
                channel=DRUM_CHANNEL if on_kit else 0,
                is_drum=on_kit,
            )
            self.do(self.jam.hear(key))

    def do(self, messages: Iterator[Message]) -> None:
        """Pass messages of the session to the desk, and the desk's replies back."""
        for message in messages:
            self.said.append(message)
            for reply in self.desk.take(message, self.now_s):
                self.said.append(reply)
                self.do(self.jam.hear(reply))
