"""The user's document: a score, the settings of its tracks, and the takes of the model.

A composition is a frozen value: each edit returns a new one, and the undo history is a list of
compositions.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from operator import attrgetter

from engine.form.open_bar import place_after
from engine.form.regridding import Regridding
from engine.ground.errors import RequestError
from engine.messages import PartNote
from engine.midi.channels import seam
from engine.piece.kept_recording import KeptRecording
from engine.piece.takes import Take
from engine.request import Request, TrackRole, same_role
from engine.values.ranges import FileName
from engine.values.score import Note, Score, Track
from engine.values.track_mix import TrackMix


@dataclass(frozen=True, slots=True, kw_only=True)
class TrackSettings:
    """The settings of a track.

    Attributes:
        role: Whether the model writes, reads or ignores the track.
        mix: Its level, pan and so on.
        colour: Index into the theme's track colours.
    """

    role: TrackRole = "write"
    mix: TrackMix = field(default_factory=TrackMix)
    colour: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Composition:
    """The document.

    Attributes:
        settings: One for each track of the score.
        takes: All takes, in order of number.
        current_take: Number of the accepted take that the piece ends with, or 0.
        remembered: Other pieces that requests read first, each once; without notes where only the
            title is known.
        mixed_with: The sound bank that was heard when levels were last set; empty if unknown.
        recording: The recording that it keeps; None without.
    """

    score: Score = field(default_factory=Score)
    settings: tuple[TrackSettings, ...] = ()
    takes: tuple[Take, ...] = ()
    current_take: int = 0
    remembered: tuple[Score, ...] = ()
    mixed_with: FileName = ""
    recording: KeptRecording | None = None

    @classmethod
    def of(cls, score: Score) -> "Composition":
        """Return a new composition of a score."""
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
        """The mix of each track."""
        return tuple(settings.mix for settings in self.settings)

    def with_score(self, score: Score) -> "Composition":
        """Return a copy with another score; adapt settings and takes to its number of tracks."""
        count = len(score.tracks)
        kept, takes = self.settings[:count], self.takes
        recording = self.recording
        if count < len(self.settings):
            takes = tuple(take.of_tracks(range(count)) for take in takes)
            recording = recording and recording.of_tracks(range(count))
        added = tuple(TrackSettings(colour=i) for i in range(len(kept), count))
        return replace(self, score=score, settings=kept + added, takes=takes, recording=recording)

    def regridded(self, regridding: Regridding) -> "Composition":
        """Return a copy with other beats: the score and all takes keep their seconds."""
        return replace(
            self,
            score=regridding.score(self.score),
            takes=tuple(take.regridded(regridding) for take in self.takes),
            recording=self.recording and self.recording.moved(-regridding.shift_s),
        )

    def with_settings(self, index: int, settings: TrackSettings) -> "Composition":
        """Return a copy with other settings for one track."""
        changed = list(self.settings)
        changed[index] = settings
        return replace(self, settings=tuple(changed))

    def adding_track(self, track: Track, settings: TrackSettings | None = None) -> "Composition":
        """Return a copy with one more track at the end."""
        colour = len(self.score.tracks)
        return replace(
            self,
            score=replace(self.score, tracks=(*self.score.tracks, track)),
            settings=(*self.settings, settings or TrackSettings(colour=colour)),
        )

    def without_track(self, index: int) -> "Composition":
        """Return a copy without a track, also in its takes."""
        return self.of_tracks([old for old in range(len(self.settings)) if old != index])

    def of_tracks(self, order: Sequence[int]) -> "Composition":
        """Return a copy with a selection of the tracks, in this order, also in its takes."""
        tracks = tuple(self.score.tracks[old] for old in order)
        return replace(
            self,
            score=replace(self.score, tracks=tracks),
            settings=tuple(self.settings[old] for old in order),
            takes=tuple(take.of_tracks(order) for take in self.takes),
            recording=self.recording and self.recording.of_tracks(order),
        )

    @property
    def end_of_writing(self) -> int:
        """Tick where a continuation of the piece starts.

        Where the last bar is open it is a place inside it, after the last note
        (`engine.form.open_bar`), else the next bar line; and at least the end of the take that
        wrote this note, because empty bars at the end of a take belong to it. A note that is held
        beyond its bar is held into the continuation.
        """
        last = max((t.notes[-1].start for t in self.score.tracks if t.notes), default=None)
        if last is None:
            return 0
        wrote = {
            abs(note.origin)
            for track in self.score.tracks
            for note in track.notes[bisect_left(track.notes, last, key=attrgetter("start")) :]
        }
        ends = (
            take.end
            for take in self.takes
            if take.number in wrote and max((p.note.start for p in take.notes), default=-1) == last
        )
        return max((place_after(self.score), *ends))

    def take(self, number: int) -> Take:
        """Return a take by its number."""
        return self.takes[number - 1]

    def offering(self, takes: Iterable[Take]) -> "Composition":
        """Return a copy with more takes, which get the next numbers."""
        offered, remembered = list(self.takes), list(self.remembered)
        for number, take in enumerate(takes, len(offered) + 1):
            read_first = take.ask.remembered
            if read_first is not None and read_first not in remembered:
                remembered.append(read_first)
            offered.append(
                replace(
                    take,
                    number=number,
                    notes=of_take(take.notes, number),
                    ask=replace(take.ask, remembered=None),
                    remembered=remembered.index(read_first) + 1 if read_first is not None else 0,
                )
            )
        return replace(self, takes=tuple(offered), remembered=tuple(remembered))

    def request_of(self, number: int) -> Request:
        """Return the request that makes a take again, and only it.

        Raises:
            RequestError: The take read another piece first, of which only the title was saved.
        """
        take = self.take(number)
        remembered = self.remembered[take.remembered - 1] if take.remembered else None
        if remembered is not None and not remembered.note_count:
            raise RequestError(
                "‘{title}’ was read before take {number}, and it was not kept.",
                title=remembered.title,
                number=number,
                hint="Remember that piece again, and continue.",
            )
        missing = len(self.score.tracks) - len(take.ask.roles)
        return replace(
            take.ask,
            alternatives=1,
            best_of=take.best_of,
            # The request did not know tracks that were added later.
            roles=take.ask.roles + same_role("ignore", missing) if take.ask.roles else self.roles,
            sampling=replace(take.ask.sampling, seed=take.seed),
            remembered=remembered,
        )

    def with_take(self, take: Take) -> "Composition":
        """Return a copy with another value for the take of the same number."""
        takes = list(self.takes)
        takes[take.number - 1] = take
        return replace(self, takes=tuple(takes))

    def accepting(self, number: int) -> "Composition":
        """Return a copy with a take's notes in the score, in place of the notes in its bars."""
        take = self.take(number)
        tracks = self.score.tracks
        written = [i for i in range(len(tracks)) if take.writes(i, self.roles)]
        score = seam.with_written(
            self.score,
            {i: [part.note for part in take.notes if part.track == i] for i in written},
            start=take.start,
            end=take.end,
            staying={i: self._staying(take, tracks[i]) for i in written},
        )
        accepted = self.with_take(replace(take, state="accepted"))
        return replace(accepted, score=score, current_take=number)

    def _staying(self, take: Take, track: Track) -> tuple[Note, ...]:
        """Return the notes of a track that stay when a take fills a gap."""
        if not take.ask.fill or take.ask.selected == "replaced":
            return ()
        others = {t.number for t in self.takes if (t.request, t.ask) == (take.request, take.ask)}
        own = track.with_notes([note for note in track.notes if abs(note.origin) not in others])
        # If another alternative is in the score, it has already replaced the old notes.
        is_first = len(own.notes) == len(track.notes)
        return (take.ask if is_first else replace(take.ask, selected="kept")).staying(own, take.end)


def of_take(notes: tuple[PartNote, ...], number: int) -> tuple[PartNote, ...]:
    """Return notes with a take as their origin; unchanged if they have it already."""
    if all(part.note.origin == number for part in notes):
        return notes
    return tuple(PartNote(part.track, replace(part.note, origin=number)) for part in notes)


def without_pedal_of(track: Track, takes: Iterable[Take]) -> Track:
    """Return a track without the pedal of takes whose notes it no longer has.

    Where other notes begin in the bars of a take, the pedal stays: it sounds with them.
    """
    origins = {abs(note.origin) for note in track.notes}
    for take in takes:
        others = any(take.start <= note.start < take.end for note in track.notes)
        if take.number not in origins and not others:
            track = seam.reset(track, start=take.start, end=take.end)
    return track


def edited(note: Note) -> Note:
    """Return a note whose origin says that the user changed it."""
    return note if note.origin <= 0 else replace(note, origin=-note.origin)
