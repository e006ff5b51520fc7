"""Doubles of child processes, and pieces to work on."""

from app.clients.engine_link import Link
from engine import messages
from engine.form.regridding import Regridding
from engine.values.score import Note, Score, Tempo, TimeSignature, Track

BAR = 1920


class FakeLink(Link):
    """A child that never was: remembers what it was told, says what the test lets it say."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[messages.Message] = []
        self.started = 0
        self.closed = 0
        self.patience_ms = 0

    def start(self) -> None:
        self.started += 1

    def send(self, command: messages.Message) -> None:
        self.sent.append(command)

    def close(self, patience_ms: int = 0) -> None:
        self.closed += 1
        self.patience_ms = patience_ms

    def of(self, kind: type[messages.Message]) -> list[messages.Message]:
        """What it was told of one kind, in order."""
        return [command for command in self.sent if isinstance(command, kind)]

    def score(self) -> Score:
        """The score that a player would have: the last whole one, with what changed since."""
        score = Score()
        for command in self.sent:
            if isinstance(command, messages.SetScore):
                score = command.score
            elif isinstance(command, messages.ChangeScore):
                score = messages.changed(score, command.change)
        return score

    def last(self, kind: type[messages.Message]) -> messages.Message:
        return self.of(kind)[-1]


def piece(bars: int = 4, tracks: int = 1) -> Score:
    """A piece of quarter notes, the same in every track."""
    notes = [Note(start=480 * i, pitch=60 + i % 12, duration=480) for i in range(4 * bars)]
    return Score(
        tracks=tuple(Track(name=f"T{i}", program=i).with_notes(notes) for i in range(tracks))
    )


def other_beats(score: Score, *, seed: int = 1, shift_s: float = -0.13) -> Regridding:
    """Return a change to bars of three uneven beats, as played without a click."""
    tempos = tuple(Tempo(480 * beat, 70.0 + (7 * beat + 3 * seed) % 41) for beat in range(64))
    ruler = Score(tempos=tempos, time_signatures=(TimeSignature(0, 3, 4),))
    return Regridding.between(score, ruler, shift_s=shift_s)
