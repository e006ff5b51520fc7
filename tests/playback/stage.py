"""A clock that tests move, and a player with a recording output on it."""

from dataclasses import dataclass, field

from engine.messages import Message, SetScore, TrackMix
from engine.playback.player.player import Player
from engine.playback.ports.outputs import RecordingOutput
from engine.playback.sending.agenda import NEVER
from engine.values.score import Note, Score, Track


class FakeClock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


@dataclass
class Stage:
    """A player on a clock of its own; `run` plays as a perfectly punctual loop would."""

    clock: FakeClock
    output: RecordingOutput
    player: Player
    events: list[object] = field(default_factory=list)

    @classmethod
    def with_output(cls, output: RecordingOutput, clock: FakeClock) -> "Stage":
        """A player with this output by default."""
        events: list[object] = []
        player = Player(events.append, clock=clock)
        player.attach(output)
        return cls(clock, output, player, events)

    def run(self, seconds: float) -> None:
        until_s = self.clock.now_s + seconds
        while True:
            next_s = self.player.step()
            if next_s == NEVER or next_s > until_s:
                break
            self.clock.now_s = max(self.clock.now_s, next_s)
        self.clock.now_s = until_s

    def notes(self) -> list[tuple[float, bool, int, int]]:
        """(seconds since 100, on, channel, pitch) of note messages, to the millisecond."""
        return [
            (round(r.received_s - 100.0, 3), r.message[0] >= 0x90, r.message[0] & 15, r.message[1])
            for r in self.output.received
            if r.message[0] & 0xF0 in {0x80, 0x90}
        ]

    def of_type(self, kind: type[Message]) -> list[object]:
        return [event for event in self.events if isinstance(event, kind)]


QUARTERS = tuple(Note(480 * i, 60 + i, 480) for i in range(4))  # half a second each


def piece(*tracks: Track) -> SetScore:
    score = Score(ticks_per_quarter=480, tracks=tracks or (Track(notes=QUARTERS),))
    return SetScore(score=score, mix=tuple(TrackMix() for _ in score.tracks))
