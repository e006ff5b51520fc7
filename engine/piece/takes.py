"""A take: one continuation the model offered, with what was asked for and what became of it."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from engine.config import SamplingConfig, SteeringConfig
from engine.music.time import BarMap
from engine.request import Limits, PartNote, Request, TrackRole, parts_of_tracks

TakeState = Literal["offered", "accepted", "rejected"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Take:
    """One continuation the model offered, kept with what makes it again.

    Attributes:
        number: Counted from 1 in a composition; the origin of its notes.
        request: Takes of one request are alternatives of each other.
        parent: Number of the take it goes on from, or 0.
        end: Tick of the bar line after its last bar.
        notes: Its notes with their tracks.
        model: The model's name.
        seed: Of its sampler.
        best_of: How many are drawn to make it again, of each of its pieces; 0: it alone.
        ask: What was asked for, but for the piece that was read first: compositions keep that.
        remembered: Which of the composition's remembered pieces that was, counted from 1; 0 when
            there was none.
        state: What the user did with it.
        starred: Whether the user marked it.
        text: The user's own words on it.
        symbol: A sign the user gave it, or empty.
        fit: How likely what follows is after it, a mean logarithm; 0 when not judged.
    """

    number: int
    request: int
    parent: int
    end: int
    notes: tuple[PartNote, ...]
    model: str
    seed: int
    ask: Request
    remembered: int = 0
    state: TakeState = "offered"
    starred: bool = False
    text: str = ""
    symbol: str = ""
    fit: float = 0.0
    best_of: int = 0

    @property
    def start(self) -> int:
        """Tick of its first bar."""
        return self.ask.start

    def writes(self, track: int, roles: tuple[TrackRole, ...]) -> bool:
        """Return whether it has a say in a track.

        Args:
            track: Index.
            roles: The piece's, for takes from before theirs were kept.
        """
        own = self.ask.roles or roles
        return track < len(own) and own[track] == "write"

    def of_tracks(self, order: Sequence[int]) -> "Take":
        """Return it for a piece that has these of its tracks, in this order."""
        places = {old: new for new, old in enumerate(order)}
        return replace(
            self, notes=parts_of_tracks(self.notes, places), ask=self.ask.of_tracks(order)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstTake:
    """A take of the first format: the fields of a request stood loose in it.

    What it did not keep has its default: the longest copy, a forgotten beginning, and of another
    piece that was read first all but the title.
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

    def take(self, bars: BarMap, *, remembered: int) -> Take:
        """Return it as it is kept now.

        Args:
            bars: Of the piece.
            remembered: Which of the composition's remembered pieces was read first, or 0.
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
