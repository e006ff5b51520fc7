"""Edit a composition: pure functions that return a new one."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from engine.form import reworded
from engine.form.credits import credited
from engine.form.moving import moved
from engine.ground.errors import SegueError
from engine.harmony.keys import Key
from engine.midi.channels import seam
from engine.piece.composition import Composition, TrackSettings, edited, without_pedal_of
from engine.values.encodings import Encoding
from engine.values.score import KeySignature, Marker, Note, Score, Tempo, TimeSignature, Track
from engine.values.sections import PHRASE, Section, named_section, written_sections
from engine.values.time import BarMap
from engine.values.tuning import Tuning


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


def with_typed_sections(score: Score, text: str, bar: int) -> Score:
    """Return the score with typed letters from a bar on, a phrase of eight bars each.

    They replace the letters of their bars. A single letter replaces that of its bar alone. Empty
    text removes it.

    Args:
        score: The score.
        text: Letters with a space between, such as `A B A′`; small ones are taken as capitals.
        bar: The bar of the first, from 0.

    Raises:
        SegueError: A word is no letter.
    """
    words = text.split()
    sections = [_section(word, first=bar + index * PHRASE) for index, word in enumerate(words)]
    past = bar + (PHRASE * len(words) if len(words) > 1 else 1)
    return _with_letters(score, sections, gone=lambda each: bar <= each < past)


def with_planned_sections(score: Score, sections: Sequence[Section]) -> Score:
    """Return the score with the letters of a plan in place of those of its bars.

    Args:
        score: The score.
        sections: Of the plan, ascending.
    """
    if not sections:
        return score
    first, past = sections[0].first, sections[-1].first + sections[-1].bars
    return _with_letters(score, sections, gone=lambda bar: first <= bar < past)


def without_section(score: Score, first: int) -> Score:
    """Return the score without the letter of the section that begins in a bar."""
    return _with_letters(score, (), gone=lambda bar: bar == first)


def with_section_moved(score: Score, first: int, to: int) -> Score:
    """Return the score with the beginning of a section at another bar, and its music where it is.

    It is unchanged if the move would cross another letter.

    Args:
        score: The score.
        first: The bar in which the section begins.
        to: The bar in which it shall begin.
    """
    sections = written_sections(score)
    moved = next((each for each in sections if each.first == first), None)
    low, high = sorted((first, to))
    crosses = any(low <= each.first <= high for each in sections if each.first != first)
    if moved is None or to < 0 or crosses:
        return score
    return _with_letters(score, (replace(moved, first=to),), gone=lambda bar: bar == first)


def with_credits(composition: Composition, *, title: str, composer: str) -> Composition:
    """Return the composition with this title and composer."""
    score = credited(composition.score, title=title, composer=composer)
    return composition if score == composition.score else composition.with_score(score)


def with_encoding(composition: Composition, encoding: Encoding) -> Composition:
    """Return the composition with the texts of its file read in this encoding."""
    score = reworded.with_encoding(composition.score, encoding)
    return composition if score == composition.score else composition.with_score(score)


def with_tuning(composition: Composition, tuning: Tuning | None) -> Composition:
    """Return the composition in another tuning; None is equal temperament."""
    if tuning == composition.score.tuning:
        return composition
    return composition.with_score(replace(composition.score, tuning=tuning))


def with_track_named(composition: Composition, index: int, name: str) -> Composition:
    """Return the composition with a track renamed."""
    return _with_track(composition, index, replace(composition.score.tracks[index], name=name))


def with_program(
    composition: Composition, index: int, *, program: int, is_drum: bool
) -> Composition:
    """Return the composition with another instrument for a track."""
    track = composition.score.tracks[index]
    return _with_track(composition, index, replace(track, program=program, is_drum=is_drum))


def with_settings(
    composition: Composition, index: int, settings: TrackSettings, *, mixed_with: str = ""
) -> Composition:
    """Return the composition with other settings for a track; equal ones change nothing.

    Args:
        composition: The composition.
        index: Index of the track.
        settings: Its settings.
        mixed_with: The sound bank by which a level was judged; empty keeps the one before.
    """
    if composition.settings[index] == settings:
        return composition
    made = composition.with_settings(index, settings)
    return replace(made, mixed_with=mixed_with or composition.mixed_with)


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


def _section(word: str, *, first: int) -> Section:
    name = named_section(word.upper())
    if name is None:
        raise SegueError(
            "‘{word}’ is no letter of a section.",
            word=word[:20],
            hint="Write letters with a space between, such as A B A, or A′ for A with changes.",
        )
    return Section(first=first, bars=PHRASE, letter=name[0], varied=name[1])


def _with_letters(
    score: Score, sections: Iterable[Section], *, gone: Callable[[int], bool]
) -> Score:
    """Return the score with the letters of sections, and without those of some bars."""
    bars = BarMap.of(score)
    kept = (
        marker
        for marker in score.markers
        if named_section(marker.text) is None or not gone(bars.bar_at(marker.tick))
    )
    new = (Marker(bars.start_of(section.first), section.name) for section in sections)
    return replace(score, markers=tuple(sorted((*kept, *new))))
