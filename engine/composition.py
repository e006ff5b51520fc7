"""The user's document: a score, how its tracks are heard, everything the model offered.

A composition is a value: each edit returns a new one, so undo is a list of compositions. Saved as
one zip: `composition.json` (everything), `score.mid` (what any other program can open).
Does not know how notes are made or heard.
"""

import io
import zipfile
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from operator import attrgetter
from pathlib import Path
from typing import Annotated

import msgspec

from engine import outline
from engine.errors import DocumentError, RequestError
from engine.gate import archives, documents
from engine.gate.files import TooLargeError, UnreadableError, read_file
from engine.gate.refusal import RefusedError
from engine.messages import PartNote, TrackMix
from engine.music.midifile import write_midi
from engine.music.ranges import MOST_TRACKS, refuse_absurd
from engine.music.score import Note, Other, Score, Track
from engine.music.time import BarMap
from engine.request import Request, TrackRole, same_role
from engine.saving import keep_previous, sweep, write_atomically
from engine.takes import FirstTake, Take

FORMAT = 2
SUFFIX = ".segue"
MAX_FILE_BYTES = 64 * 1024 * 1024
# A note of a take is two objects of five values: 750,000 notes, made in 1.5 s of a busy core.
MOST = documents.Bounds(text_bytes=128 << 20, containers=1_500_000, values=12_000_000)
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

    @property
    def end_of_writing(self) -> int:
        """Tick of the bar line where the piece is gone on with.

        It is the one after the last note begins, or the end of the take that wrote this note: bars
        that it left empty are its own. A note that is held longer rings into what comes.
        """
        last = max((t.notes[-1].start for t in self.score.tracks if t.notes), default=None)
        if last is None:
            return 0
        bars = BarMap.of(self.score)
        after = bars.start_of(bars.bar_at(last) + 1)
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
        return max((after, *ends))

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
            best_of=take.best_of,
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
            made += self._staying(take, tracks[index])
            tracks[index] = tracks[index].with_part(made, start=take.start, end=take.end)
        accepted = self.with_take(replace(take, state="accepted"))
        return replace(
            accepted, score=replace(self.score, tracks=tuple(tracks)), current_take=number
        )

    def _staying(self, take: Take, track: Track) -> tuple[Note, ...]:
        """Return what a gap's notes leave there; of its other alternatives nothing."""
        if not take.ask.fill or take.ask.selected == "replaced":
            return ()
        others = {t.number for t in self.takes if (t.request, t.ask) == (take.request, take.ask)}
        own = track.with_notes([note for note in track.notes if abs(note.origin) not in others])
        # Where one of them stands already, what was to go is gone.
        is_first = len(own.notes) == len(track.notes)
        return (take.ask if is_first else replace(take.ask, selected="kept")).staying(own, take.end)


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


class _Document(msgspec.Struct, kw_only=True):
    format: Annotated[int, msgspec.Meta(ge=1)]
    composition: Composition


class _FirstComposition(msgspec.Struct, kw_only=True):
    score: Score = Score()
    settings: tuple[TrackSettings, ...] = ()
    takes: tuple[FirstTake, ...] = ()
    current_take: int = 0


class _FirstDocument(msgspec.Struct, kw_only=True):
    composition: _FirstComposition


class _Header(msgspec.Struct):
    format: Annotated[int, msgspec.Meta(ge=1)]


def to_bytes(composition: Composition) -> bytes:
    """Return the file's bytes; the same composition always gives the same bytes.

    Raises:
        DocumentError: It is more than `from_bytes` would read.
    """
    text = to_document(composition)
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in (
            ("composition.json", text),
            ("score.mid", write_midi(composition.score)),
        ):
            # A fixed date: two saves of one composition must not differ.
            archive.writestr(
                zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED
            )
    return buffer.getvalue()


def to_bytes_at_once(composition: Composition) -> bytes:
    """Return a file's bytes without its MIDI and hardly packed: a fiftieth of the time.

    For a copy that only has to be there in case the program is killed.

    Raises:
        DocumentError: It is more than `from_bytes` would read.
    """
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr("composition.json", to_document(composition))
    return buffer.getvalue()


def to_document(composition: Composition) -> bytes:
    """Return the JSON of a composition, which a file is packed around.

    Raises:
        DocumentError: It is more than `from_document` would read.
    """
    text = msgspec.json.encode(_Document(format=FORMAT, composition=composition))
    try:
        documents.check(text, MOST)
        outline.refuse_more_than(outline.MOST_TAKES, len(composition.takes), "takes")
    except RefusedError as error:
        raise DocumentError(
            "The piece and its takes are more than one file holds.",
            hint="Delete takes that you no longer need and save again.",
        ) from error
    return text


def from_bytes(data: bytes, *, name: str = "The file") -> Composition:
    """Return the composition in a file's bytes.

    Raises:
        DocumentError: It is damaged, too large, made by a newer version or no music.
    """
    try:
        with archives.opened(io.BytesIO(data)) as archive:
            text = archives.read(archive, "composition.json", most=MOST.text_bytes)
        return from_document(text, name=name)
    except TooLargeError as error:
        raise DocumentError(f"‘{name}’ is larger than any piece Segue writes.") from error
    except ValueError as error:
        raise DocumentError(f"‘{name}’ is not a readable Segue piece ({error}).") from error


def from_document(text: bytes, *, name: str = "The file") -> Composition:
    """Return the composition in some JSON.

    Raises:
        DocumentError: It is damaged, too large, made by a newer version or no music.
    """
    try:
        documents.check(text, MOST)
        made_by = documents.decode(text, _Header, MOST).format
        if made_by > FORMAT:
            raise DocumentError(
                f"‘{name}’ was made by a newer version (format {made_by}; "
                f"this one reads up to {FORMAT})."
            )
        outline.check(text, MOST)
        if made_by == 1:
            return checked(_of_first(documents.decode(text, _FirstDocument, MOST)))
        return checked(documents.decode(text, _Document, MOST).composition)
    except ValueError as error:
        raise DocumentError(f"‘{name}’ is not a readable Segue piece ({error}).") from error


def _of_first(document: _FirstDocument) -> Composition:
    piece = document.composition
    composition = Composition(
        score=piece.score, settings=piece.settings, current_take=piece.current_take
    )
    for take in piece.takes:
        composition = with_first_take(composition, take)
    return composition


def with_first_take(composition: Composition, first: FirstTake) -> Composition:
    """Return a composition with a take of the first format in its place, or at the end."""
    remembered, number = composition.remembered, 0
    if first.remembered:
        # A piece without notes: its title is all that was kept.
        title = Score(title=first.remembered)
        remembered = remembered if title in remembered else (*remembered, title)
        number = remembered.index(title) + 1
    takes = list(composition.takes)
    bars = BarMap.of(composition.score)
    takes[first.number - 1 : first.number] = [first.take(bars, remembered=number)]
    return replace(composition, takes=tuple(takes), remembered=remembered)


def checked(composition: Composition) -> Composition:
    """Return a composition from outside with everything in order of time.

    Args:
        composition: Whose numbers are each within their ranges.

    Raises:
        ValueError: Its parts do not belong together, or no music is like this.
    """
    tracks = len(composition.score.tracks)
    if tracks > MOST_TRACKS or len(composition.settings) != tracks:
        raise ValueError(f"{tracks} tracks with {len(composition.settings)} settings")
    score = composition.score.in_order()
    refuse_absurd(score, bars=BarMap.of(score).bars_until(score.end))
    if [take.number for take in composition.takes] != list(range(1, len(composition.takes) + 1)):
        raise ValueError("takes are not numbered in order")
    if not 0 <= composition.current_take <= len(composition.takes):
        raise ValueError(f"there is no take {composition.current_take}")
    for take in composition.takes:
        _check_take(take, tracks)
        if not 0 <= take.remembered <= len(composition.remembered):
            raise ValueError("a take remembers a piece that is not there")
    return replace(composition, score=score)


def _check_take(take: Take, tracks: int) -> None:
    if any(not 0 <= part.track < tracks for part in take.notes):
        raise ValueError("a take has notes for a track that is not there")
    if not 0 <= take.parent < take.number:
        raise ValueError(f"take {take.number} goes on from take {take.parent}")
    if not 0 <= take.start <= take.end:
        raise ValueError(f"take {take.number} ends before it begins")


def save(composition: Composition, path: Path) -> None:
    """Write a composition so that at any moment the old file or the new one is whole.

    What was there is kept as `NAME.bak`.

    Raises:
        DocumentError: It could not be written; the old file is as it was.
    """
    data = to_bytes(composition)
    try:
        sweep(path.parent)
        keep_previous(path)
        write_atomically(path, data)
    except OSError as error:
        reason = error.strerror or str(error)
        raise DocumentError(f"Could not save to ‘{path}’ ({reason}).") from error


def open_composition(path: Path) -> Composition:
    """Read a composition from a file.

    Raises:
        DocumentError: It cannot be read.
    """
    return from_bytes(composition_bytes(path), name=path.name)


def composition_bytes(path: Path) -> bytes:
    """Return the bytes of a file that may hold a composition.

    Raises:
        DocumentError: It cannot be opened, is no file, or larger than any composition.
    """
    try:
        return read_file(path, most=MAX_FILE_BYTES)
    except TooLargeError as error:
        raise DocumentError(f"‘{path.name}’ is larger than any piece Segue writes.") from error
    except UnreadableError as error:
        raise DocumentError(f"Could not open ‘{path}’.", hint=str(error)) from error
