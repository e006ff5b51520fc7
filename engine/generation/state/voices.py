"""Tracks the sounding notes of the written parts, and so which keys are free."""

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

from engine.form.registers import has_one_voice
from engine.request import TrackRole
from engine.tokens.parts import NO_PART, Parts
from engine.values.score import Note, Score

# Share of a quarter for which the last note of a tune may sound on under the next.
_LEGATO = 8
# A part with fewer notes may have one voice by chance.
_FEWEST_OF_A_TUNE = 12
# In real tunes one note in forty begins while another still sounds.
_SLIPS = 0.02


class Voices:
    """The written parts and the sounding notes of each.

    No key is struck while it is held, because in MIDI the end of one of two such notes would end
    both.

    A part that has played one note at a time keeps to one voice: a small model strikes one note in
    ten of a tune while the last one sounds, real music hardly ever
    (experiment 2026-11-23-registers). A part that is added in
    a gap keeps to one voice if its instrument plays one note at a time. A note may still run a
    little into the next.

    Args:
        score: The piece.
        roles: One for each track.
        parts: The part of each track.
        start: Tick at which the continuation begins.
        since: Tick before which the piece is forgotten, except for notes that still sound.
        max_voices: Notes that may sound at once in a part; 0 sets no limit.
        stays: Whether notes at the start or later stay in written tracks, too.
        tunes: Whether a part that has played one note at a time keeps to one voice.
    """

    def __init__(
        self,
        score: Score,
        roles: Sequence[TrackRole],
        parts: Parts,
        *,
        start: int,
        max_voices: int,
        since: int = 0,
        stays: bool = False,
        tunes: bool = True,
    ) -> None:
        self._max_voices = max_voices
        self._legato = score.ticks_per_quarter // _LEGATO
        self._tunes: set[int] = set()
        self._parts = parts
        self._tracks: dict[int, int] = {}
        self._held: dict[int, dict[int, int]] = {}  # by part and pitch: where that note ends
        self._staying: dict[int, dict[int, list[Note]]] = {}  # by part and pitch
        played = parts.notes_of(score.tracks)
        for index, (role, part) in enumerate(zip(roles, parts.of_track, strict=True)):
            if role != "write" or part == NO_PART or part in self._tracks:
                continue
            self._tracks[part] = index
            before = [note for note in played[part] if note.start < start]
            known = [note for note in before if note.start >= since]
            self._held[part] = {note.pitch: note.end for note in before if note.end > start}
            new = stays and not played[part] and has_one_voice(parts.programs[part])
            if tunes and (new or _is_tune(known, self._legato)):
                self._tunes.add(part)
            later = played[part][len(before) :] if stays else ()
            self._staying[part] = _by_pitch(later)
        # By part: the tick from which a voice is free. Cached, because each id reads it.
        self._free = {part: self._free_from(part) for part in self._held}

    @property
    def parts(self) -> frozenset[int]:
        """The parts that may be written."""
        return frozenset(self._tracks)

    @property
    def limited(self) -> bool:
        """Whether there is a limit to the voices at all."""
        return self._max_voices > 0 or bool(self._tunes)

    def is_drums(self, part: int) -> bool:
        """Return whether a part plays drums."""
        return self._parts.is_drums(part)

    @property
    def tunes(self) -> AbstractSet[int]:
        """The parts that have played one note at a time."""
        return self._tunes

    def track_of(self, part: int) -> int:
        """Return the track that a part's notes go to."""
        return self._tracks[part]

    def full(self, tick: int) -> frozenset[int]:
        """Return the parts without a free voice at a tick; drums always have one."""
        if not self.limited:
            return frozenset()
        return frozenset([part for part, free in self._free.items() if free > tick])

    @property
    def free_from(self) -> int:
        """The tick from which some part has a free voice, unless it gets notes before."""
        if not self.limited:
            return 0
        return min(self._free.values(), default=0)

    def _free_from(self, part: int) -> int:
        """Return the tick from which a part has a voice free."""
        ends = self._held[part].values()
        if self.is_drums(part) or not ends:
            return 0
        limited = 0 < self._max_voices <= len(ends)
        free = sorted(ends)[-self._max_voices] if limited else 0
        return max(free, max(ends) - self._legato) if part in self._tunes else free

    def held(self, part: int, tick: int) -> frozenset[int]:
        """Return the pitches held at a tick in a part; drums hold none."""
        if self.is_drums(part):
            return frozenset()
        made = [pitch for pitch, end in self._held[part].items() if end > tick]
        staying = self._staying[part]
        there = (
            pitch
            for pitch, notes in staying.items()
            if any(note.start <= tick < note.end for note in notes)
        )
        return frozenset((*made, *there) if staying else made)

    def fitted(self, note: Note, part: int) -> Note:
        """Return a note that ends before the next one of its key that stays."""
        if not self._staying[part]:
            return note
        later = (n.start for n in self._staying[part].get(note.pitch, ()) if n.start > note.start)
        return replace(note, duration=min(note.duration, next(later, note.end) - note.start))

    def place(self, note: Note, part: int) -> None:
        """Add a sounding note to a part.

        Args:
            note: In the piece's ticks; never earlier than the one before.
            part: One of `parts`.
        """
        if not self.is_drums(part):
            held = {p: end for p, end in self._held[part].items() if end > note.start}
            self._held[part] = held | {note.pitch: note.end}
            self._free[part] = self._free_from(part)


def _is_tune(notes: Sequence[Note], legato: int) -> bool:
    """Return whether notes, in order, sound one at a time, apart from short overlaps."""
    if len(notes) < _FEWEST_OF_A_TUNE:
        return False
    slips, end = 0, 0
    for note in notes:
        slips += end - note.start > legato
        end = max(end, note.end)
    return slips <= _SLIPS * len(notes)


def _by_pitch(notes: Iterable[Note]) -> dict[int, list[Note]]:
    """Return notes by pitch, each in order."""
    found: dict[int, list[Note]] = {}
    for note in notes:
        found.setdefault(note.pitch, []).append(note)
    return found
