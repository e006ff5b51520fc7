"""The document as a value: a score, how its tracks are heard, everything the model offered.

Does not know how notes are made or heard.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from engine.composition.takes import Take
from engine.errors import RequestError
from engine.messages import TrackMix
from engine.music.score import Note, Other, Score, Track
from engine.request import PartNote, Request, TrackRole, same_role

WRITTEN = 0
_TEXT_EVENT = 0x01


@dataclass(frozen=True, slots=True, kw_only=True)
class TrackSettings:
    """What belongs to a track beside its notes.

    Attributes:
        role: What the model may do with it.
        mix: How it is heard.
        colour: Index into the theme's track colours.
    """

    role: TrackRole = "write"
    mix: TrackMix = field(default_factory=TrackMix)
    colour: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Composition:
    """The document.

    Attributes:
        score: The music.
        settings: One for each track of the score.
        takes: All that was ever offered, in order of number.
        current_take: The accepted take that the piece ends with, or 0.
        remembered: Other pieces that were read before this one, each once; without notes where
            nothing but the title was kept.
    """

    score: Score = field(default_factory=Score)
    settings: tuple[TrackSettings, ...] = ()
    takes: tuple[Take, ...] = ()
    current_take: int = 0
    remembered: tuple[Score, ...] = ()

    @classmethod
    def of(cls, score: Score) -> "Composition":
        """Return a new composition that holds a score."""
        return cls(
            score=score,
            settings=tuple(TrackSettings(colour=index) for index in range(len(score.tracks))),
        )

    @property
    def roles(self) -> tuple[TrackRole, ...]:
        """The model's role for each track."""
        return tuple(settings.role for settings in self.settings)

    @property
    def mix(self) -> tuple[TrackMix, ...]:
        """How each track is heard."""
        return tuple(settings.mix for settings in self.settings)

    def with_score(self, score: Score) -> "Composition":
        """Return it with another score; settings follow the number of tracks."""
        kept = self.settings[: len(score.tracks)]
        added = tuple(TrackSettings(colour=i) for i in range(len(kept), len(score.tracks)))
        return replace(self, score=score, settings=kept + added)

    def with_settings(self, index: int, settings: TrackSettings) -> "Composition":
        """Return it with other settings for one track."""
        changed = list(self.settings)
        changed[index] = settings
        return replace(self, settings=tuple(changed))

    def adding_track(self, track: Track, settings: TrackSettings | None = None) -> "Composition":
        """Return it with one more track at the end."""
        colour = len(self.score.tracks)
        return replace(
            self,
            score=replace(self.score, tracks=(*self.score.tracks, track)),
            settings=(*self.settings, settings or TrackSettings(colour=colour)),
        )

    def without_track(self, index: int) -> "Composition":
        """Return it without a track; takes keep their notes but for that track."""
        return self.of_tracks([old for old in range(len(self.settings)) if old != index])

    def of_tracks(self, order: Sequence[int]) -> "Composition":
        """Return it with these of its tracks, in this order; takes follow them."""
        tracks = tuple(self.score.tracks[old] for old in order)
        return replace(
            self,
            score=replace(self.score, tracks=tracks),
            settings=tuple(self.settings[old] for old in order),
            takes=tuple(take.of_tracks(order) for take in self.takes),
        )

    def take(self, number: int) -> Take:
        """Return a take by its number."""
        return self.takes[number - 1]

    def offering(self, takes: Iterable[Take]) -> "Composition":
        """Return it with more takes; they are numbered here, in order."""
        offered, remembered = list(self.takes), list(self.remembered)
        for number, take in enumerate(takes, len(offered) + 1):
            read_first = take.ask.remembered
            if read_first is not None and read_first not in remembered:
                remembered.append(read_first)
            notes = (PartNote(p.track, replace(p.note, origin=number)) for p in take.notes)
            offered.append(
                replace(
                    take,
                    number=number,
                    notes=tuple(notes),
                    ask=replace(take.ask, remembered=None),
                    remembered=remembered.index(read_first) + 1 if read_first is not None else 0,
                )
            )
        return replace(self, takes=tuple(offered), remembered=tuple(remembered))

    def request_of(self, number: int) -> Request:
        """Return what makes a take again, and it alone.

        Raises:
            RequestError: Another piece was read first, of which nothing but the title was kept.
        """
        take = self.take(number)
        remembered = self.remembered[take.remembered - 1] if take.remembered else None
        if remembered is not None and not remembered.note_count:
            raise RequestError(
                f"‘{remembered.title}’ was read before take {number}, and it was not kept.",
                hint="Remember that piece again, and continue.",
            )
        missing = len(self.score.tracks) - len(take.ask.roles)
        return replace(
            take.ask,
            alternatives=1,
            # Tracks that came later were not known to it.
            roles=take.ask.roles + same_role("ignore", missing) if take.ask.roles else self.roles,
            sampling=replace(take.ask.sampling, seed=take.seed),
            remembered=remembered,
        )

    def with_take(self, take: Take) -> "Composition":
        """Return it with another value for the take of the same number."""
        takes = list(self.takes)
        takes[take.number - 1] = take
        return replace(self, takes=tuple(takes))

    def accepting(self, number: int) -> "Composition":
        """Return it with a take's notes in the score, in place of what stood at its bars."""
        take = self.take(number)
        tracks = list(self.score.tracks)
        for index in range(len(tracks)):
            if not take.writes(index, self.roles):
                continue
            made = [part.note for part in take.notes if part.track == index]
            tracks[index] = tracks[index].with_part(made, start=take.start, end=take.end)
        accepted = self.with_take(replace(take, state="accepted"))
        return replace(
            accepted, score=replace(self.score, tracks=tuple(tracks)), current_take=number
        )


def score_telling_origins(composition: Composition) -> Score:
    """Return the score with a text event where a note of the model's begins.

    Each says pitch, take, model, seed and whether the note was changed by hand since:
    `segue-origin pitch=60 take=3 model="Starter" seed=12 edited=no`.
    """
    return replace(
        composition.score,
        tracks=tuple(_telling(track, composition) for track in composition.score.tracks),
    )


def _telling(track: Track, composition: Composition) -> Track:
    said = []
    for note in track.notes:
        number = abs(note.origin)
        if 0 < number <= len(composition.takes):
            take = composition.take(number)
            changed = "yes" if note.origin < 0 else "no"
            text = (
                f"segue-origin pitch={note.pitch} take={number} "
                f'model="{take.model}" seed={take.seed} edited={changed}'
            )
            said.append(Other(note.start, _TEXT_EVENT, text.encode()))
    if not said:
        return track
    return replace(track, others=tuple(sorted([*track.others, *said], key=lambda o: o.tick)))


def edited(note: Note) -> Note:
    """Return a note with its origin marked as changed by hand since the model made it."""
    return note if note.origin <= 0 else replace(note, origin=-note.origin)
