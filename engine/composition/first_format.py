"""Pieces as the first format kept them: the fields of a request loose in each take.

What it did not keep has its default: the longest copy, a forgotten beginning, and of another piece
that was read first all but the title.
"""

from dataclasses import dataclass, field, replace

import msgspec

from engine.composition.document import Composition, TrackSettings
from engine.composition.takes import Take, TakeState
from engine.config import SamplingConfig, SteeringConfig
from engine.music.score import Score
from engine.music.time import BarMap
from engine.request import Limits, PartNote, Request, TrackRole


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstTake:
    """A take of the first format; the fields are those of `Take` and of its `Request`."""

    number: int
    request: int
    parent: int
    start: int
    end: int
    notes: tuple[PartNote, ...]
    model: str
    seed: int
    sampling: SamplingConfig = field(default_factory=SamplingConfig)
    state: TakeState = "offered"
    starred: bool = False
    text: str = ""
    symbol: str = ""
    roles: tuple[TrackRole, ...] = ()
    steering: SteeringConfig = field(default_factory=SteeringConfig)
    pitch_classes: tuple[int, ...] = ()
    lowest: int = 0
    highest: int = 127
    max_voices: int = 0
    following: int = 0
    remembered: str = ""
    fit: float = 0.0

    def asked(self, bars: BarMap) -> Request:
        """Return what was asked for, as far as it was kept.

        Args:
            bars: Of the piece.
        """
        return Request(
            start=self.start,
            bars=max(1, bars.bars_until(self.end) - bars.bar_at(self.start)),
            alternatives=1,
            roles=self.roles,
            sampling=self.sampling,
            steering=self.steering,
            limits=Limits(
                pitch_classes=self.pitch_classes,
                lowest=self.lowest,
                highest=self.highest,
                max_voices=self.max_voices,
            ),
            following=self.following,
        )


class _Piece(msgspec.Struct, frozen=True, kw_only=True):
    score: Score = Score()
    settings: tuple[TrackSettings, ...] = ()
    takes: tuple[FirstTake, ...] = ()
    current_take: int = 0


class _File(msgspec.Struct, frozen=True, kw_only=True):
    composition: _Piece


def composition_of(text: bytes) -> Composition:
    """Return the composition in the JSON of a file of the first format.

    Raises:
        msgspec.MsgspecError: There is none.
    """
    piece = msgspec.json.decode(text, type=_File).composition
    composition = Composition(
        score=piece.score, settings=piece.settings, current_take=piece.current_take
    )
    for take in piece.takes:
        composition = with_first_take(composition, take)
    return composition


def with_first_take(composition: Composition, first: FirstTake) -> Composition:
    """Return a composition with a take of the first format in its place, or at the end."""
    remembered = composition.remembered
    # A piece without notes: its title is all that was kept.
    title = Score(title=first.remembered)
    if first.remembered and title not in remembered:
        remembered = (*remembered, title)
    take = Take(
        number=first.number,
        request=first.request,
        parent=first.parent,
        end=first.end,
        notes=first.notes,
        model=first.model,
        seed=first.seed,
        ask=first.asked(BarMap.of(composition.score)),
        remembered=remembered.index(title) + 1 if first.remembered else 0,
        state=first.state,
        starred=first.starred,
        text=first.text,
        symbol=first.symbol,
        fit=first.fit,
    )
    takes = list(composition.takes)
    takes[first.number - 1 : first.number] = [take]
    return replace(composition, takes=tuple(takes), remembered=remembered)
