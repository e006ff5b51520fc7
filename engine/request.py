"""What is asked of the model: one frozen value that travels whole.

Panel, message, take, journal, piece, command line and preferences carry it as it is; making a take
again is asking with its request and its seed. Knows neither tokens nor widgets.
"""

from dataclasses import dataclass, field
from typing import Literal

import msgspec

from engine.config import SamplingConfig, SteeringConfig
from engine.music.score import Note, Score

TrackRole = Literal["write", "context", "ignore"]

MOST_ALTERNATIVES = 64


class PartNote(msgspec.Struct, frozen=True):
    """A note made for a track; ticks are the piece's."""

    track: int
    note: Note


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What may be drawn; the default forbids nothing.

    Attributes:
        pitch_classes: That may be drawn, 0 is C; empty allows all twelve.
        lowest: Lowest pitch (not for drums).
        highest: Highest pitch (not for drums).
        max_voices: Notes that may sound at once in a track; 0 sets no limit.
        longest_copy: Notes in a row that may stand like that in a song the model learned from, at
            least 15; 0 sets no limit.
    """

    pitch_classes: tuple[int, ...] = ()
    lowest: int = 0
    highest: int = 127
    max_voices: int = 0
    longest_copy: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One question to the model about a piece, which is not part of it.

    The same model, piece and request give the same notes.

    Attributes:
        start: Tick at which the continuation begins. What stands after it is not heard, but for
            notes of context tracks: they stay, and are heard as they come.
        bars: Bars to make; 0 goes on until cancelled.
        alternatives: How many, drawn side by side; alternative k draws with `sampling.seed` + k.
        roles: One for each track: the model writes it, hears it, or does not know it; empty writes
            all.
        sampling: How notes are drawn.
        steering: Where what is drawn leans to.
        limits: What may be drawn at all.
        beginning: Notes that every alternative begins with.
        beginning_end: Tick of the bar line where they end; 0 without any.
        following: Bars after the continuation that each alternative is judged by: how likely the
            model finds them after it. With any, the piece goes on, so that none may end it.
        since: Tick of a bar line before which the piece is forgotten: nothing of it is read.
        remembered: Another piece that is read before this one, or None.
    """

    start: int = 0
    bars: int = 4
    alternatives: int = 4
    roles: tuple[TrackRole, ...] = ()
    sampling: SamplingConfig = field(default_factory=SamplingConfig)
    steering: SteeringConfig = field(default_factory=SteeringConfig)
    limits: Limits = field(default_factory=Limits)
    beginning: tuple[PartNote, ...] = ()
    beginning_end: int = 0
    following: int = 0
    since: int = 0
    remembered: Score | None = None
