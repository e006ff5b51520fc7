"""The request to the model: one frozen value.

The panel, the messages, takes, the journal, the piece file, the command line and the preferences
all use this one class. To make a take again, Segue sends its request with its seed.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, is_dataclass, replace
from typing import Annotated, Literal, get_args, get_type_hints

import msgspec

from engine.form.bars_to_come import with_bars
from engine.form.regridding import Regridding
from engine.gate import documents
from engine.gate.words import printable
from engine.ground.errors import RequestError
from engine.midi.channels.growing import Growing
from engine.midi.channels.seam import with_written
from engine.values.config import SamplingConfig, SteeringConfig
from engine.values.ranges import (
    MOST_BARS_AT_ONCE,
    MOST_TRACKS,
    Alternatives,
    BarsAtOnce,
    Candidates,
    Pitch,
    SevenBits,
    Tick,
    TrackNumber,
    refuse_out_of_range,
)
from engine.values.score import Control, Note, Score, Track
from engine.values.time import BarMap, refuse_absurd
from engine.values.wishes import Wish

TrackRole = Literal["write", "context", "ignore"]
Harmony = Literal["free", "followed", "held"]
Selected = Literal["replaced", "thinned", "kept"]

BEST_OF = 8
"""Candidates drawn in one batch where the best are offered; the best of them are closer to real
music than the first ones (experiment 2026-11-22-best-of)."""
# The largest seed that Segue chooses: a user can read, remember and type four digits.
LARGEST_SEED = 9_999
_LONGEST_NAME = 100
# Notes; no song is so long.
_LONGEST_COPY = 1_000_000
_PITCH_CLASSES = frozenset(range(12))
# Bars in which meters and tempos go on where a request has no end: about ten minutes.
_BARS_OF_ENDLESS = 256
MOST = documents.DocumentBounds(text_bytes=64 << 20, containers=1_200_000, values=4_000_000)
"""Limits of a request as JSON: room for a remembered piece and a beginning, each with as many notes
as an import accepts."""


class PartNote(msgspec.Struct, frozen=True):
    """A note for a track, in ticks of the piece."""

    track: TrackNumber
    note: Note


class PartControl(msgspec.Struct, frozen=True):
    """A controller for a track, in ticks of the piece."""

    track: TrackNumber
    control: Control


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawingLimits:
    """Limits of the notes that the model may draw; the default allows everything.

    Attributes:
        pitch_classes: The pitch classes allowed, 0 is C; empty allows all twelve.
        lowest: Lowest pitch (not for drums).
        highest: Highest pitch (not for drums).
        max_voices: Most notes that may sound at once in a track; 0 sets no limit.
        longest_copy: Most successive notes that may equal a song the model learned from, at least
            15; 0 sets no limit.
    """

    pitch_classes: Annotated[
        tuple[Annotated[int, msgspec.Meta(ge=0, le=11)], ...], msgspec.Meta(max_length=12)
    ] = ()
    lowest: Pitch = 0
    highest: Pitch = 127
    max_voices: SevenBits = 0
    longest_copy: Annotated[int, msgspec.Meta(ge=0, le=_LONGEST_COPY)] = 0

    def __post_init__(self) -> None:
        refuse_out_of_range(self)
        if not _PITCH_CLASSES.issuperset(self.pitch_classes):
            raise ValueError("pitch_classes are numbers from 0, which is C, to 11, which is B")


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One request to the model about a piece, which it does not contain.

    The same model, piece and request give the same notes.

    Attributes:
        start: Tick at which the continuation begins. The model does not read later notes, except
            those of context tracks, which it reads when it reaches them.
        bars: Bars to make; 0 goes on until cancelled.
        alternatives: Number of continuations, drawn in one batch; number k draws with
            `sampling.seed` + k.
        best_of: Number of candidates, of which the best become the alternatives; 0 draws only the
            alternatives and keeps the order of their seeds.
        roles: For each track, whether the model writes it, reads it or ignores it; empty writes
            all.
        sampling: Settings of the sampler.
        steering: The sliders.
        limits: Limits of the notes.
        beginning: Notes that all alternatives begin with.
        beginning_end: Tick of the bar line where they end; 0 without a beginning.
        following: Number of bars after the continuation whose likelihood ranks the alternatives.
            If it is positive, no alternative may end the piece.
        since: Tick of the bar line from which the model reads the piece.
        remembered: Another piece that the model reads first, or None.
        fill: Whether the bars are a gap: the model reads the bars after them and the context tracks
            before it writes.
        selected: Which notes in the gap and its written tracks stay: none (`replaced`), every
            other onset (`thinned`), or all (`kept`).
        harmony: How the chord track is used: `free` ignores it, `followed` puts each chord before
            its notes, `held` also allows only chord tones on strong beats.
        planned: Whether a continuation's chords are planned where none are written.
        wish: The character of the continuation, one of `Wish`.
        pattern: First tick, and tick past the end, of the bars that the wish refers to; (0, 0)
            means the bars just before the start.
    """

    start: Tick = 0
    bars: BarsAtOnce = 4
    alternatives: Alternatives = 4
    best_of: Candidates = 0
    roles: Annotated[tuple[TrackRole, ...], msgspec.Meta(max_length=MOST_TRACKS)] = ()
    sampling: SamplingConfig = field(default_factory=SamplingConfig)
    steering: SteeringConfig = field(default_factory=SteeringConfig)
    limits: DrawingLimits = field(default_factory=DrawingLimits)
    beginning: tuple[PartNote, ...] = ()
    beginning_end: Tick = 0
    following: BarsAtOnce = 0
    since: Tick = 0
    remembered: Score | None = None
    fill: bool = False
    selected: Selected = "replaced"
    harmony: Harmony = "followed"
    planned: bool = True
    wish: Wish = "none"
    pattern: tuple[Tick, Tick] = (0, 0)

    def __post_init__(self) -> None:
        refuse_out_of_range(self)
        first, end = self.pattern
        if not 0 <= first <= end:
            raise ValueError(f"a pattern must begin before it ends, it is {first} to {end}")

    @property
    def drawn(self) -> int:
        """Number of candidates to draw; a request without an end is never ranked."""
        return max(self.alternatives, self.best_of) if self.bars else self.alternatives

    def of_tracks(self, order: Sequence[int]) -> "Request":
        """Return the request for a piece with a selection of the tracks, in another order.

        Args:
            order: For each track of that piece, its index in the piece of this request.
        """
        places = {old: new for new, old in enumerate(order)}
        # The request has no role for tracks that were added later.
        roles = dict(enumerate(self.roles))
        return replace(
            self,
            roles=tuple(roles.get(old, "ignore") for old in order) if roles else (),
            beginning=parts_of_tracks(self.beginning, places),
        )

    def regridded(self, regridding: Regridding, *, end: int = 0) -> "Request":
        """Return the request for a piece with other beats.

        Args:
            regridding: The change of the piece.
            end: Old tick after the made music; it gives the number of bars. 0 keeps the number.
        """
        start, bars = regridding.at(self.start), self.bars
        if end and bars:
            lines = regridding.bars
            bars = max(1, lines.bars_until(regridding.at(end)) - lines.bar_at(start))
            bars = min(bars, MOST_BARS_AT_ONCE)
        first, last = self.pattern
        return replace(
            self,
            start=start,
            bars=bars,
            beginning=regridded_parts(self.beginning, regridding),
            beginning_end=regridding.at(self.beginning_end) if self.beginning_end else 0,
            since=regridding.at(self.since) if self.since else 0,
            pattern=(regridding.at(first), regridding.at(last)) if last else (0, 0),
        )

    def end_in(self, score: Score) -> int:
        """Return the tick after the last bar to make."""
        bars = BarMap.of(self.with_bars_to_make(score))
        return bars.start_of(bars.bar_at(self.start) + self.bars)

    def with_bars_to_make(self, score: Score) -> Score:
        """Return the piece with the bars to make: a pattern of meters and a rubato go on.

        Args:
            score: The piece of this request.
        """
        return with_bars(score, start=self.start, bars=self.bars or _BARS_OF_ENDLESS)

    @property
    def inside(self) -> bool:
        """Whether it rewrites bars inside the piece and leaves the bars after them."""
        return self.fill or self.following > 0

    def cleared(self, score: Score) -> Score:
        """Return the piece without the notes that filling its gap replaces."""
        if self.selected == "kept":
            return score
        return self.writing(score, (), end=self.end_in(score))

    def writing(
        self,
        score: Score,
        notes: Iterable[PartNote],
        *,
        end: int | None,
        growing: bool = False,
    ) -> Score:
        """Return the piece with notes in the tracks that are written.

        `engine.midi.channels.seam` says in which state of their channels they are heard.

        Args:
            score: The piece of this request.
            notes: The new notes; those of other tracks are left out.
            end: Tick past the last bar that is written; None for everything from its start on.
            growing: Whether more notes will come, so that the pedal stays down.
        """
        made = self._by_track(score, notes)
        staying = self._staying_in(score, made, end)
        return with_written(
            score, made, start=self.start, end=end, staying=staying, growing=growing
        )

    def growing(self, score: Score, notes: Iterable[PartNote], *, end: int | None) -> Growing:
        """Return what `writing` returns while more notes will come, as a value that takes them.

        Args:
            score: The piece of this request.
            notes: The notes so far; those of other tracks are left out.
            end: Tick past the last bar that is written; None for everything from its start on.
        """
        made = self._by_track(score, notes)
        staying = self._staying_in(score, made, end)
        return Growing.of(score, made, start=self.start, end=end, staying=staying)

    def _by_track(self, score: Score, notes: Iterable[PartNote]) -> dict[int, list[Note]]:
        """Return the notes of each track that is written."""
        roles = self.roles or same_role("write", len(score.tracks))
        made: dict[int, list[Note]] = {
            index: [] for index, role in enumerate(roles[: len(score.tracks)]) if role == "write"
        }
        for part in notes:
            if part.track in made:
                made[part.track].append(part.note)
        return made

    def _staying_in(
        self, score: Score, tracks: Iterable[int], end: int | None
    ) -> dict[int, tuple[Note, ...]]:
        if end is None:
            return {}
        return {index: self.staying(score.tracks[index], end) for index in tracks}

    def staying(self, track: Track, end: int) -> tuple[Note, ...]:
        """Return the notes of a written track that stay between its start and a tick.

        Args:
            track: The track before it is written.
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
        """Return the number of bars of the common beginning."""
        bars = BarMap.of(score)
        return max(0, bars.bar_at(self.beginning_end) - bars.bar_at(self.start))

    def begun(self, score: Score) -> tuple[Score, "Request"]:
        """Return the piece with the common beginning, and the request for the bars after it.

        The piece also has the bars to make, as `with_bars_to_make` returns them.

        Args:
            score: The piece of this request.

        Raises:
            RequestError: The request names tracks that the piece does not have.
        """
        self._refuse_other_tracks(len(score.tracks))
        score = self.with_bars_to_make(score)
        if self.beginning_end <= self.start:
            return score, self
        bars, done = BarMap.of(score), self.bars_begun(score)
        last = bars.start_of(bars.bar_at(self.start) + self.bars)
        # Later notes of these tracks are dropped, as they are for a continuation.
        end = last if self.inside and self.bars else None
        begun = self.writing(score, self.beginning, end=end)
        left = replace(
            self,
            start=self.beginning_end,
            bars=max(1, self.bars - done) if self.bars else 0,
            beginning=(),
            beginning_end=0,
            # The notes that filling replaces are already removed.
            selected="kept" if self.fill else self.selected,
        )
        return begun, left

    def _refuse_other_tracks(self, tracks: int) -> None:
        if len(self.roles) > tracks:
            raise RequestError(
                "The piece has {tracks} tracks, and {roles} roles.",
                tracks=tracks,
                roles=len(self.roles),
            )
        for part in self.beginning:
            if not 0 <= part.track < tracks:
                raise RequestError(
                    "There is no track {track} to begin with: the piece has {tracks} tracks, "
                    "counted from 0.",
                    track=part.track,
                    tracks=tracks,
                )


def same_role(role: TrackRole, tracks: int) -> tuple[TrackRole, ...]:
    """Return one role for each of `tracks` tracks."""
    return (role,) * tracks


def parts_of_tracks(parts: Sequence[PartNote], places: Mapping[int, int]) -> tuple[PartNote, ...]:
    """Return the notes with new track numbers; leave out tracks that have none."""
    return tuple(PartNote(places[part.track], part.note) for part in parts if part.track in places)


def regridded_parts(parts: Sequence[PartNote], regridding: Regridding) -> tuple[PartNote, ...]:
    """Return the notes for a piece with other beats."""
    return tuple(PartNote(part.track, regridding.note(part.note)) for part in parts)


def request_from_json(data: bytes) -> Request:
    """Return the request in some JSON; missing fields get their defaults.

    Raises:
        RequestError: The JSON is invalid, too large, or has an unknown field.
    """
    try:
        request = documents.decode(data, Request, MOST)
        unknown = _unknown(data, Request)
        if request.remembered is not None:
            request = replace(request, remembered=_checked(request.remembered))
    except ValueError as error:
        why = documents.in_words(error)
        raise RequestError("This is no request ({error}).", error=why) from error
    if unknown:
        raise RequestError("A request has no field ‘{unknown}’.", unknown=unknown)
    return request


def _checked(score: Score) -> Score:
    """Return a piece from outside, sorted by time.

    Raises:
        ValueError: It exceeds the limits of a piece.
    """
    if len(score.tracks) > MOST_TRACKS:
        raise ValueError(f"it has {len(score.tracks):,} tracks")
    score = score.in_order()
    refuse_absurd(score)
    return score


def _unknown(data: bytes, kind: type, *, within: str = "") -> str:
    """Return the name of a field that a dataclass does not have, or an empty string."""
    known = get_type_hints(kind)
    for name, value in documents.decode(data, dict[str, msgspec.Raw], MOST).items():
        if name not in known:
            return printable(f"{within}{name}")[:_LONGEST_NAME]
        kinds = (known[name], *get_args(known[name]))
        part = next((each for each in kinds if is_dataclass(each)), None)
        if isinstance(part, type) and bytes(value).startswith(b"{"):
            found = _unknown(bytes(value), part, within=f"{within}{name}.")
            if found:
                return found
    return ""
