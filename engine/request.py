"""What is asked of the model: one frozen value that travels whole.

Panel, message, take, journal, piece, command line and preferences carry it as it is; making a take
again is asking with its request and its seed. Knows neither tokens nor widgets.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, is_dataclass, replace
from typing import Literal, get_args, get_type_hints

import msgspec

from engine.config import SamplingConfig, SteeringConfig
from engine.errors import RequestError
from engine.gate import documents
from engine.gate.words import printable
from engine.music.ranges import MOST_TRACKS, refuse_absurd
from engine.music.score import Note, Score, Track
from engine.music.time import BarMap

TrackRole = Literal["write", "context", "ignore"]
Harmony = Literal["free", "followed", "held"]
Selected = Literal["replaced", "thinned", "kept"]
Wish = Literal["none", "busier", "calmer", "build", "like", "answer", "end"]

MOST_ALTERNATIVES = 64
BEST_OF = 8
"""Drawn where the best are offered: nearer to real music than whatever was drawn first, in one
batch with what is offered (docs/experiments/2026-11-22-best-of.md)."""
# Of those that are drawn by themselves: four digits are read, remembered and typed.
LARGEST_SEED = 9_999
_LONGEST_NAME = 100
MOST = documents.Bounds(text_bytes=64 << 20, containers=600_000, values=4_000_000)
"""A request as a file: another piece that is read first, of as many notes as are imported, and as
long a beginning."""


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
        best_of: So many are drawn, and the best of them are the alternatives; 0 draws no more than
            are asked for, and they stand in the order of their seeds.
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
        fill: Whether the bars are a gap: what stands after them stays and is read before they are
            written, and so are tracks that are only heard.
        selected: What becomes of notes that stand in a gap's bars and written tracks: all go, every
            other one stays, all stay.
        harmony: What chords are for that are written over the piece: nothing, or each is said
            before its notes, or on strong beats only its tones are drawn, too.
        planned: Whether a continuation's chords are planned where none are written.
        wish: What it is to be like, in a word: more or fewer notes than before, more and more,
            like some bars, an answer to them, an end.
        pattern: First tick and the tick after the last of the bars that a wish is about; empty
            means those just before the start.
    """

    start: int = 0
    bars: int = 4
    alternatives: int = 4
    best_of: int = 0
    roles: tuple[TrackRole, ...] = ()
    sampling: SamplingConfig = field(default_factory=SamplingConfig)
    steering: SteeringConfig = field(default_factory=SteeringConfig)
    limits: Limits = field(default_factory=Limits)
    beginning: tuple[PartNote, ...] = ()
    beginning_end: int = 0
    following: int = 0
    since: int = 0
    remembered: Score | None = None
    fill: bool = False
    selected: Selected = "replaced"
    harmony: Harmony = "followed"
    planned: bool = True
    wish: Wish = "none"
    pattern: tuple[int, int] = (0, 0)

    def __post_init__(self) -> None:
        for name in ("start", "bars", "best_of", "beginning_end", "following", "since"):
            value = getattr(self, name)
            if value < 0:
                raise ValueError(f"{name} must not be negative, it is {value}")
        first, end = self.pattern
        if not 0 <= first <= end:
            raise ValueError(f"a pattern must begin before it ends, it is {first} to {end}")

    @property
    def drawn(self) -> int:
        """How many are drawn; what goes on until it is stopped is never chosen from."""
        return max(self.alternatives, self.best_of) if self.bars else self.alternatives

    def of_tracks(self, order: Sequence[int]) -> "Request":
        """Return it for a piece that has these of the tracks, in this order.

        Args:
            order: For each track of that piece, its index in the piece this was asked about.
        """
        places = {old: new for new, old in enumerate(order)}
        # Of tracks that came later it knew nothing.
        roles = dict(enumerate(self.roles))
        return replace(
            self,
            roles=tuple(roles.get(old, "ignore") for old in order) if roles else (),
            beginning=parts_of_tracks(self.beginning, places),
        )

    def end_in(self, score: Score) -> int:
        """Return the tick after the last bar that is asked for."""
        bars = BarMap.of(score)
        return bars.start_of(bars.bar_at(self.start) + self.bars)

    @property
    def inside(self) -> bool:
        """Whether it is about bars of the piece, after which the piece stays as it is."""
        return self.fill or self.following > 0

    def cleared(self, score: Score) -> Score:
        """Return the piece without what goes when its gap is filled."""
        if self.selected == "kept":
            return score
        end, roles = self.end_in(score), self.roles or same_role("write", len(score.tracks))
        tracks = [
            track.with_part(self.staying(track, end), start=self.start, end=end)
            if role == "write"
            else track
            for track, role in zip(score.tracks, roles, strict=True)
        ]
        return replace(score, tracks=tuple(tracks))

    def staying(self, track: Track, end: int) -> tuple[Note, ...]:
        """Return the notes of a written track that stay between its start and a tick.

        Args:
            track: As it is before.
            end: Tick past the last bar.
        """
        if not self.fill or self.selected == "replaced":
            return ()
        within = tuple(note for note in track.notes if self.start <= note.start < end)
        if self.selected == "kept":
            return within
        onsets = frozenset(sorted({note.start for note in within})[::2])
        return tuple(note for note in within if note.start in onsets)

    def bars_begun(self, score: Score) -> int:
        """Return how many bars what every alternative begins with has."""
        bars = BarMap.of(score)
        return max(0, bars.bar_at(self.beginning_end) - bars.bar_at(self.start))

    def begun(self, score: Score) -> tuple[Score, "Request"]:
        """Return the piece with what every alternative begins with, and what is left to make.

        Args:
            score: The piece that it is asked about.

        Raises:
            RequestError: It has notes or roles for tracks that the piece has not.
        """
        self._refuse_other_tracks(len(score.tracks))
        if self.beginning_end <= self.start:
            return score, self
        bars, done = BarMap.of(score), self.bars_begun(score)
        last = bars.start_of(bars.bar_at(self.start) + self.bars)
        tracks = list(score.tracks)
        begins: dict[int, list[Note]] = {}
        for part in self.beginning:
            begins.setdefault(part.track, []).append(part.note)
        for index, role in enumerate(self.roles or same_role("write", len(tracks))):
            if role == "write":
                made = begins.get(index, [])
                # What stood after it in these tracks gives way, as it does to a continuation.
                end = last if self.inside and self.bars else None
                made += self.staying(tracks[index], last)
                tracks[index] = tracks[index].with_part(made, start=self.start, end=end)
        left = replace(
            self,
            start=self.beginning_end,
            bars=max(1, self.bars - done) if self.bars else 0,
            beginning=(),
            beginning_end=0,
            # What was to go from a gap is gone.
            selected="kept" if self.fill else self.selected,
        )
        return replace(score, tracks=tuple(tracks)), left

    def _refuse_other_tracks(self, tracks: int) -> None:
        if len(self.roles) > tracks:
            raise RequestError(f"The piece has {tracks} tracks, and {len(self.roles)} roles.")
        for part in self.beginning:
            if not 0 <= part.track < tracks:
                raise RequestError(
                    f"There is no track {part.track} to begin with: the piece has {tracks} tracks,"
                    " counted from 0."
                )


def same_role(role: TrackRole, tracks: int) -> tuple[TrackRole, ...]:
    """Return the roles of so many tracks that all have one."""
    return (role,) * tracks


def parts_of_tracks(parts: Sequence[PartNote], places: Mapping[int, int]) -> tuple[PartNote, ...]:
    """Return the notes of tracks that have a place, each at that place."""
    return tuple(PartNote(places[part.track], part.note) for part in parts if part.track in places)


def request_from_json(data: bytes) -> Request:
    """Return the request in some JSON; fields that are not said have their defaults.

    Raises:
        RequestError: It is none, says a field that there is not, or holds more than any.
    """
    try:
        request = documents.decode(data, Request, MOST)
        unknown = _unknown(data, Request)
        if request.remembered is not None:
            request = replace(request, remembered=_checked(request.remembered))
    except ValueError as error:
        raise RequestError(f"This is no request ({error}).") from error
    if unknown:
        raise RequestError(f"A request has no field ‘{unknown}’.")
    return request


def _checked(score: Score) -> Score:
    """Return a piece from outside with everything in order of time.

    Raises:
        ValueError: No music is like this.
    """
    if len(score.tracks) > MOST_TRACKS:
        raise ValueError(f"it has {len(score.tracks):,} tracks")
    score = score.in_order()
    refuse_absurd(score, bars=BarMap.of(score).bars_until(score.end))
    return score


def _unknown(said: bytes, kind: type, *, within: str = "") -> str:
    """Return the name of a field that JSON says and its kind has not, or nothing."""
    known = get_type_hints(kind)
    for name, value in documents.decode(said, dict[str, msgspec.Raw], MOST).items():
        if name not in known:
            return printable(f"{within}{name}")[:_LONGEST_NAME]
        kinds = (known[name], *get_args(known[name]))
        part = next((each for each in kinds if is_dataclass(each)), None)
        if isinstance(part, type) and bytes(value).startswith(b"{"):
            found = _unknown(bytes(value), part, within=f"{within}{name}.")
            if found:
                return found
    return ""
