"""Edit a composition: pure functions that return a new one."""

from collections.abc import Iterable
from dataclasses import replace

from engine.music.channels import seam
from engine.music.credits import credited
from engine.music.keys import Key
from engine.music.moving import moved
from engine.music.score import KeySignature, Marker, Note, Score, Tempo, TimeSignature, Track
from engine.piece.composition import Composition, TrackSettings, edited, without_pedal_of


def exchange(
    composition: Composition, track: int, *, removed: Iterable[Note], added: Iterable[Note]
) -> tuple[Composition, tuple[Note, ...]]:
    """Remove notes from a track and add others.

    The caller keeps `origin` when it moves or resizes a note and sets 0 for a new one. A changed
    note keeps its take as origin, marked as edited.

    Returns:
        The composition, and the added notes as they stand in it.
    """
    leaving = frozenset(removed)
    coming = tuple(sorted(note if note in leaving else edited(note) for note in added))
    new = composition.score.tracks[track].exchanging(leaving, coming)
    touched = {abs(note.origin) for note in leaving} - {0}
    known = (take for take in composition.takes if take.number in touched)
    new = without_pedal_of(new, known)
    return _with_track(composition, track, new), coming


def paste(
    composition: Composition, track: int, notes: Iterable[Note], *, at: int
) -> tuple[Composition, tuple[Note, ...]]:
    """Add copies of notes; the first one begins at `at`.

    Returns:
        The composition, and the notes as they were added.
    """
    copied = sorted(notes)
    offset = at - copied[0].start if copied else 0
    added = tuple(replace(note, start=note.start + offset) for note in copied)
    new = seam.added(composition.score.tracks[track], added)
    return _with_track(composition, track, new), added


def insert_score(composition: Composition, score: Score, *, at: int, track: int) -> Composition:
    """Add another score at a tick; its first track goes to `track`, the next to the one below.

    Missing tracks are added. Tempo and meter of the other score are used only if this piece has
    no notes.
    """
    other = score.resampled(composition.score.ticks_per_quarter)
    if not composition.score.note_count:
        parts = tuple(part for part in other.tracks if part.notes)
        return composition.with_score(replace(other, tracks=parts, title=score.title))
    there = (part for part in moved(other, at).tracks if part.notes)
    for index, part in enumerate(there, track):
        notes = [replace(note, origin=0) for note in part.notes]
        if index < len(composition.score.tracks):
            new = seam.added(composition.score.tracks[index], notes)
            composition = _with_track(composition, index, new)
        else:
            composition = composition.adding_track(part.with_notes(notes))
    return composition


def with_tempo(score: Score, tick: int, bpm: float) -> Score:
    """Return the score with the tempo at a tick changed where that tempo begins."""
    begins = max((t.tick for t in score.tempos if t.tick <= tick), default=0)
    kept = [t for t in score.tempos if t.tick != begins]
    return replace(score, tempos=tuple(sorted([*kept, Tempo(begins, bpm)])))


def with_meter(score: Score, tick: int, *, numerator: int, denominator: int) -> Score:
    """Return the score with the meter at a tick changed where that meter begins."""
    begins = max((t.tick for t in score.time_signatures if t.tick <= tick), default=0)
    kept = [t for t in score.time_signatures if t.tick != begins]
    new = TimeSignature(begins, numerator, denominator)
    return replace(score, time_signatures=tuple(sorted([*kept, new])))


def with_key(score: Score, tick: int, key: Key | None) -> Score:
    """Return the score with the key at a tick changed where that key begins; None removes it."""
    begins = max((k.tick for k in score.key_signatures if k.tick <= tick), default=0)
    kept: list[KeySignature] = [k for k in score.key_signatures if k.tick != begins]
    if key is not None:
        kept.append(key.signature(begins))
    return replace(score, key_signatures=tuple(sorted(kept)))


def with_tempo_from(score: Score, tick: int, bpm: float) -> Score:
    """Return the score with another tempo from a tick on, until the next one."""
    kept = [t for t in score.tempos if t.tick != tick]
    return replace(score, tempos=tuple(sorted([*kept, Tempo(tick, bpm)])))


def with_meter_from(score: Score, tick: int, *, numerator: int, denominator: int) -> Score:
    """Return the score with another meter from a bar line on, until the next one."""
    kept = [t for t in score.time_signatures if t.tick != tick]
    new = TimeSignature(tick, numerator, denominator)
    return replace(score, time_signatures=tuple(sorted([*kept, new])))


def with_key_from(score: Score, tick: int, key: Key) -> Score:
    """Return the score with another key from a bar line on, until the next one."""
    kept = [k for k in score.key_signatures if k.tick != tick]
    return replace(score, key_signatures=tuple(sorted([*kept, key.signature(tick)])))


def with_marker(score: Score, tick: int, text: str) -> Score:
    """Return the score with one marker at a tick; empty text removes it."""
    kept = [m for m in score.markers if m.tick != tick]
    new = [Marker(tick, text)] if text else []
    return replace(score, markers=tuple(sorted([*kept, *new])))


def with_credits(composition: Composition, *, title: str, composer: str) -> Composition:
    """Return the composition with this title and composer."""
    score = credited(composition.score, title=title, composer=composer)
    return composition if score == composition.score else composition.with_score(score)


def with_track_named(composition: Composition, index: int, name: str) -> Composition:
    """Return the composition with a track renamed."""
    return _with_track(composition, index, replace(composition.score.tracks[index], name=name))


def with_program(
    composition: Composition, index: int, *, program: int, is_drum: bool
) -> Composition:
    """Return the composition with another instrument for a track."""
    track = composition.score.tracks[index]
    return _with_track(composition, index, replace(track, program=program, is_drum=is_drum))


def with_settings(composition: Composition, index: int, settings: TrackSettings) -> Composition:
    """Return the composition with other settings for a track; equal ones change nothing."""
    if composition.settings[index] == settings:
        return composition
    return composition.with_settings(index, settings)


def duplicate_track(composition: Composition, index: int) -> Composition:
    """Return the composition with a copy of a track at its end."""
    track, settings = composition.score.tracks[index], composition.settings[index]
    colour = len(composition.score.tracks)
    return composition.adding_track(track, replace(settings, colour=colour))


def move_track(composition: Composition, index: int, *, to: int) -> Composition:
    """Return the composition with a track at another place; takes follow it."""
    order = list(range(len(composition.score.tracks)))
    order.insert(to, order.pop(index))
    return composition.of_tracks(order)


def _with_track(composition: Composition, index: int, track: Track) -> Composition:
    return replace(composition, score=composition.score.with_track(index, track))
