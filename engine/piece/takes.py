"""A take: a continuation that the model made, with its request and the user's decision."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from engine.form.regridding import Regridding
from engine.request import (
    DrawingLimits,
    PartNote,
    Request,
    TrackRole,
    parts_of_tracks,
    regridded_parts,
)
from engine.values.config import SamplingConfig, SteeringConfig
from engine.values.take_marks import TakeMarks, TakeState
from engine.values.time import BarMap


@dataclass(frozen=True, slots=True, kw_only=True)
class Take(TakeMarks):
    """A continuation that the model made, with all that is needed to make it again.

    Attributes:
        request: Number of the request; takes with the same one are alternatives.
        parent: Number of the take that it continues, or 0.
        end: Tick of the bar line after its last bar.
        best_of: Number of candidates to draw to make it again; 0 draws only this one.
        ask: The request without its remembered piece, which the composition keeps.
        remembered: Number of that piece in the composition, from 1; 0 without one.
        fit: Mean log-likelihood of the bars that follow; 0 if not measured.
    """

    request: int
    parent: int
    end: int
    notes: tuple[PartNote, ...]
    model: str
    seed: int
    ask: Request
    remembered: int = 0
    fit: float = 0.0
    best_of: int = 0

    @property
    def start(self) -> int:
        """Tick of its first bar."""
        return self.ask.start

    def writes(self, track: int, roles: tuple[TrackRole, ...]) -> bool:
        """Return whether the model wrote a track.

        Args:
            track: Index of the track.
            roles: The roles of the piece, for old takes that have none.
        """
        own = self.ask.roles or roles
        return track < len(own) and own[track] == "write"

    def of_tracks(self, order: Sequence[int]) -> "Take":
        """Return the take for a piece with a selection of the tracks, in this order."""
        places = {old: new for new, old in enumerate(order)}
        return replace(
            self, notes=parts_of_tracks(self.notes, places), ask=self.ask.of_tracks(order)
        )

    def regridded(self, regridding: Regridding) -> "Take":
        """Return the take for a piece with other beats; its notes keep their seconds."""
        return replace(
            self,
            end=regridding.at(self.end),
            notes=regridded_parts(self.notes, regridding),
            ask=self.ask.regridded(regridding, end=self.end),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstTake:
    """A take of file format 1, which had some fields of the request but no request.

    `longest_copy` and `since` get their defaults; of the remembered piece only the title is known.
    """

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
        """Return the request, as far as format 1 kept it."""
        return Request(
            start=self.start,
            bars=max(1, bars.bars_until(self.end) - bars.bar_at(self.start)),
            alternatives=1,
            roles=self.roles,
            sampling=self.sampling,
            steering=self.steering,
            limits=DrawingLimits(
                pitch_classes=self.pitch_classes,
                lowest=self.lowest,
                highest=self.highest,
                max_voices=self.max_voices,
            ),
            following=self.following,
            planned=False,
        )

    def take(self, bars: BarMap, *, remembered: int) -> Take:
        """Return the take in the current format.

        Args:
            bars: The bars of the piece.
            remembered: Number of the remembered piece in the composition, or 0.
        """
        return Take(
            number=self.number,
            request=self.request,
            parent=self.parent,
            end=self.end,
            notes=self.notes,
            model=self.model,
            seed=self.seed,
            ask=self.asked(bars),
            remembered=remembered,
            state=self.state,
            starred=self.starred,
            text=self.text,
            symbol=self.symbol,
            fit=self.fit,
        )
