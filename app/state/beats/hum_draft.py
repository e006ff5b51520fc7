"""The notes of a recording with the user's corrections, before a piece gets them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType

from app.state.beats.draft import BeatDraft
from app.values.hum import HumNote
from engine.harmony.keys import estimate_key
from engine.values.hearing import HeardNote, Hearing
from engine.values.score import Note, Score, Tempo, Track

# Ticks of a second in the piece of the notes as they were sung.
SECOND = 960
# No shorter note is left by a drag of its edge.
SHORTEST_S = 0.03
# General MIDI's programs of what sings, and of what plays many notes at once.
_VOICE, _PIANO = 53, 0


@dataclass(frozen=True)
class HumDraft:
    """One way to hear a recording; every change returns a new one.

    Attributes:
        hearing: The notes as they were heard.
        least: The strength from which notes are used.
        moved: Notes that the user moved, by their numbers.
        taken: Numbers of weaker notes that the user takes.
        left: Numbers of notes that the user leaves out.
        ruler: The beats, in seconds of the recording; None without any.
    """

    hearing: Hearing
    least: int
    moved: Mapping[int, HeardNote] = field(default_factory=lambda: MappingProxyType({}))
    taken: frozenset[int] = frozenset()
    left: frozenset[int] = frozenset()
    ruler: BeatDraft | None = None

    @classmethod
    def of(cls, hearing: Hearing) -> "HumDraft":
        """Return what was heard, as it was heard."""
        return cls(hearing, hearing.least)

    @cached_property
    def all_notes(self) -> tuple[tuple[int, HeardNote], ...]:
        """Each note with its number, with the user's corrections, by start."""
        notes = ((n, self.moved.get(n, note)) for n, note in enumerate(self.hearing.notes))
        return tuple(sorted(notes, key=lambda each: each[1].start_s))

    @cached_property
    def kept(self) -> tuple[tuple[int, HeardNote], ...]:
        """The notes that are used with their numbers, by start."""
        used = [each for each in self.all_notes if self._is_used(*each)]
        notes = replace(self.hearing, notes=tuple(note for _, note in used)).kept(0)
        return tuple((number, note) for (number, _), note in zip(used, notes, strict=True))

    def _is_used(self, number: int, note: HeardNote) -> bool:
        if number in self.left:
            return False
        return number in self.taken or note.strength >= self.least

    @cached_property
    def shown(self) -> tuple[HumNote, ...]:
        """All notes as a page shows them, by start."""
        used = dict(self.kept)
        return tuple(
            _shown(number, used.get(number, note), is_kept=number in used)
            for number, note in self.all_notes
        )

    # --- changes ----------------------------------------------------------------------------

    def at_least(self, least: int) -> "HumDraft":
        """Return it with the notes of at least a strength, and those that the user took."""
        return replace(self, least=least)

    def with_pitch(self, number: int, pitch: int) -> "HumDraft":
        """Return it with a note on a key, of which the user is sure."""
        return self._with(number, replace(self._note(number), pitch=pitch, cents=0))

    def with_edge(self, number: int, at_s: float, *, is_end: bool) -> "HumDraft":
        """Return it with the start or the end of a note at another second."""
        note = self._note(number)
        if is_end:
            end_s = min(max(at_s, note.start_s + SHORTEST_S), self.hearing.seconds)
            return self._with(number, replace(note, end_s=end_s))
        start_s = max(0.0, min(at_s, note.end_s - SHORTEST_S))
        return self._with(number, replace(note, start_s=start_s))

    def without(self, number: int) -> "HumDraft":
        """Return it with a note left out."""
        return replace(self, left=self.left | {number}, taken=self.taken - {number})

    def taking(self, number: int) -> "HumDraft":
        """Return it with a note that was left out."""
        return replace(self, taken=self.taken | {number}, left=self.left - {number})

    def with_beats(self, beats: BeatDraft) -> "HumDraft":
        """Return it as it counts with other beats."""
        return replace(self, ruler=beats)

    def _note(self, number: int) -> HeardNote:
        return dict(self.kept).get(number) or dict(self.all_notes)[number]

    def _with(self, number: int, note: HeardNote) -> "HumDraft":
        return replace(self, moved=MappingProxyType({**self.moved, number: note})).taking(number)

    # --- the music --------------------------------------------------------------------------

    @cached_property
    def piece(self) -> Score:
        """The notes as they were sung, with `SECOND` ticks a second."""
        many = self.hearing.voices == "many"
        track = Track(program=_PIANO if many else _VOICE).with_notes(self._notes())
        return Score(ticks_per_quarter=SECOND // 2, tempos=(Tempo(0, 120.0),), tracks=(track,))

    def _notes(self) -> Iterator[Note]:
        for _, note in self.kept:
            start, end = round(note.start_s * SECOND), round(note.end_s * SECOND)
            yield Note(
                start=start,
                pitch=note.pitch,
                duration=max(1, end - start),
                velocity=max(1, note.velocity),
            )

    @cached_property
    def beats(self) -> BeatDraft:
        """The beats of the notes that are used; without any, four quarters at 120 a minute."""
        if self.ruler is None:
            return BeatDraft.of_piece(self.piece, doubtful=(), settled=())
        return replace(self.ruler, piece=self.piece)

    def score(self, name: str) -> Score:
        """Return the music with its bars and its key, its track called by a name."""
        made = self.beats.score
        key = estimate_key(note for track in made.tracks for note in track.notes)
        tracks = tuple(replace(track, name=name) for track in made.tracks)
        keys = () if key is None else (key.signature(0),)
        return replace(made, tracks=tracks, key_signatures=keys)


def _shown(number: int, note: HeardNote, *, is_kept: bool) -> HumNote:
    return HumNote(number, note.start_s, note.end_s, note.pitch, note.other_pitch, is_kept=is_kept)
