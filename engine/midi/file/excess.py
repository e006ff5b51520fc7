"""Cuts a score that is larger than any music, so that the rest can be read, and reports the cut.

Black MIDI has millions of notes, a faulty export a hundred thousand at one tick. The cut is
the end of the piece, or the notes of one bar that no ear could tell apart.
"""

from collections import Counter
from dataclasses import replace
from typing import Protocol

from engine.values.oddities import Oddities, Oddity
from engine.values.score import Note, Score, Track
from engine.values.time import Timeline


class MusicBounds(Protocol):
    """The most that is kept: those of `engine.midi.file.span.Limits` that can be met by cutting."""

    @property
    def notes(self) -> int:
        """Notes of a piece."""

    @property
    def notes_per_bar(self) -> int:
        """Notes that begin in one bar."""

    @property
    def seconds(self) -> float:
        """Length of a piece."""

    @property
    def bars(self) -> int:
        """Bars of a piece."""


def within_note_count(score: Score, oddities: Oddities, bounds: MusicBounds) -> Score:
    """Return the score with the notes that begin first, as many as are allowed."""
    surplus = score.note_count - bounds.notes
    if surplus <= 0:
        return score
    oddities.add(Oddity.TOO_MANY_NOTES, surplus)
    starts = sorted(note.start for _, note in score.notes())
    last = starts[bounds.notes]
    # At the tick where the room ends there may be more than one note: the first tracks' stay.
    room = bounds.notes - sum(start < last for start in starts[: bounds.notes])
    tracks = []
    for track in score.tracks:
        kept = []
        for note in track.notes:
            if note.start == last and room > 0:
                room -= 1
            elif note.start >= last:
                continue
            kept.append(note)
        tracks.append(replace(track, notes=tuple(kept)))
    return replace(score, tracks=tuple(tracks))


def within_length(score: Score, oddities: Oddities, bounds: MusicBounds) -> Score:
    """Return the score up to the longest that is allowed, in seconds and in bars."""
    timeline = Timeline(score)
    end = score.end
    if timeline.duration_s <= bounds.seconds and timeline.bars.bars_until(end) <= bounds.bars:
        return score
    end = min(int(timeline.tempo.tick_at(bounds.seconds)), timeline.bars.start_of(bounds.bars))
    oddities.add(Oddity.TOO_LONG)
    return score.between(0, end).with_ruler_events(
        lambda events: tuple(event for event in events if event.tick < end)
    )


def within_density(score: Score, oddities: Oddities, bounds: MusicBounds) -> Score:
    """Return the score with no more notes in a bar than anyone can play, see or learn.

    In a crowded bar notes doubled on each other go first, then the last to begin.
    """
    most = bounds.notes_per_bar
    if score.note_count <= most:
        return score
    bars = Timeline(score).bars
    counts = Counter(bars.bar_at(note.start) for _, note in score.notes())
    crowded = {bar for bar, count in counts.items() if count > most}
    if not crowded:
        return score
    spans = {bar: (bars.start_of(bar), bars.start_of(bar + 1)) for bar in crowded}
    before = score.note_count
    for start, end in spans.values():
        score = _thinned(score, start=start, end=end, most=most)
    oddities.add(Oddity.CROWDED, before - score.note_count)
    return score


def _thinned(score: Score, *, start: int, end: int, most: int) -> Score:
    """Return a score with at most so many notes that begin in [start, end)."""
    single = [_without_doubles(track, start=start, end=end) for track in score.tracks]
    inside = sorted(n.start for t in single for n in t.notes if start <= n.start < end)
    # From here on to the bar's end nothing more begins; a chord of thousands is cut in itself.
    last = inside[most] if len(inside) > most else end
    room = most - sum(begin < last for begin in inside)
    tracks = []
    for track in single:
        kept = []
        for note in track.notes:
            if last <= note.start < end:
                if note.start > last or room <= 0:
                    continue
                room -= 1
            kept.append(note)
        tracks.append(replace(track, notes=tuple(kept)))
    return replace(score, tracks=tuple(tracks))


def _without_doubles(track: Track, *, start: int, end: int) -> Track:
    """Return a track in which no two notes in [start, end) begin together at one pitch."""
    longest: dict[tuple[int, int], Note] = {}
    kept = []
    for note in track.notes:
        if not start <= note.start < end:
            kept.append(note)
            continue
        place = (note.start, note.pitch)
        if place not in longest or longest[place].duration < note.duration:
            longest[place] = note
    return track.with_notes((*kept, *longest.values()))
