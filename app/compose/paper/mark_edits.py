"""Put written marks on chosen notes and bars and take them off: pure functions."""

import re
from dataclasses import dataclass, replace
from typing import cast

from app.state.bar_edits import on_the_way
from engine.form.marking import (
    SLUR,
    heads_of,
    marks_at,
    with_mark,
    with_slur,
    without_mark,
    without_slur,
)
from engine.form.shading import (
    Turn,
    dynamics_at,
    hairpins_over,
    is_pedalled,
    with_dynamic,
    with_hairpin,
    with_pedal,
    with_syllables,
    with_words,
    without_hairpins,
    words_at,
)
from engine.form.tempo_words import tempo_in
from engine.form.way_marks import WAY_SIGNS, way_signs_at, with_way_sign
from engine.piece.composition import Composition, edited
from engine.values.mark_kinds import Mark
from engine.values.ranges import FASTEST_BPM, SLOWEST_BPM
from engine.values.score import Note, Score, Tempo, Track
from engine.values.time import DEFAULT_BPM, BarMap

Notes = tuple[Note, ...]
ON_NOTES = frozenset(
    {
        "staccato",
        "tenuto",
        "accent",
        "strong-accent",
        "fermata",
        "trill-mark",
        "mordent",
        "turn",
    }
)
DYNAMIC_NAMES = frozenset({"pp", "p", "mp", "mf", "f", "ff", "sfz", "fp"})
_TURNS = frozenset({"crescendo", "diminuendo"})
_PEDAL = "pedal"
# From where on words say a number.
_NUMBERED = re.compile(r"[♩𝅗𝅥♪]|\d")
ON_BARS = frozenset(WAY_SIGNS)
# A stroke on a drum has no length and no neighbour.
NOT_ON_DRUMS = frozenset(
    {"staccato", "tenuto", "trill-mark", "mordent", "turn", "slur", "pedal", "fingering"}
)
WORDS: frozenset[str] = frozenset({"text", "tempo", "fingering", "lyric"})


@dataclass(frozen=True, slots=True)
class Marked:
    """The place of a mark.

    Attributes:
        track: The track.
        notes: Notes of it, sorted.
        bars: The first and the last bar as they are played, from 0, for signs of the way through.
    """

    track: int
    notes: Notes
    bars: tuple[int, int]


def names_at(score: Score, chosen: Marked) -> frozenset[str]:
    """Return the names of the marks that the chosen notes and bars have."""
    found = set(way_signs_at(score, *chosen.bars))
    if not chosen.notes:
        return frozenset(found)
    track = score.tracks[chosen.track]
    start, end = _span(score, track, chosen.notes)
    found |= marks_at(score, chosen.track, chosen.notes) & {*ON_NOTES, SLUR}
    found |= dynamics_at(track, start) | hairpins_over(track, start, end)
    found |= {_PEDAL} if is_pedalled(track, start, end) else set()
    return frozenset(found)


def toggled(
    composition: Composition, chosen: Marked, name: str, *, on: bool
) -> tuple[Composition, Notes]:
    """Return a composition with a mark on the chosen notes or bars, or without it, and the notes.

    Raises:
        LimitError: With its repeats the piece would be too long.
    """
    if name in ON_BARS:
        return on_the_way(
            composition, with_way_sign(composition.score, *chosen.bars, name, on=on)
        ), chosen.notes
    score, index, notes = composition.score, chosen.track, chosen.notes
    if name in ON_NOTES:
        put = with_mark(score, index, notes, Mark(name))
        new, notes = put if on else without_mark(score, index, notes, name)
        return _as_edited(composition.with_score(new), index, chosen.notes, notes)
    if name == SLUR:
        new, notes = (with_slur if on else without_slur)(score, index, notes)
        return composition.with_score(new), notes
    track = _spanned(score, score.tracks[index], notes, name, on=on)
    found = {_key(note): note for note in track.notes}
    again = tuple(sorted(found[_key(note)] for note in notes))
    return composition.with_score(score.with_track(index, track)), again


def _spanned(score: Score, track: Track, notes: Notes, name: str, *, on: bool) -> Track:
    (start, end), quarter = _span(score, track, notes), score.ticks_per_quarter
    if name in _TURNS:
        bars = BarMap.of(score)
        ends = bars.start_of(bars.bar_at(end)) == end
        if on:
            return with_hairpin(track, start, end, cast("Turn", name), quarter, ends_bar=ends)
        return without_hairpins(track, start, end, quarter)
    if name == _PEDAL:
        return with_pedal(track, start, end, on=on)
    return with_dynamic(track, start, name if on else "", quarter)


def words_of(score: Score, chosen: Marked, name: str) -> str:
    """Return the words that the chosen notes have, to be changed."""
    track = score.tracks[chosen.track]
    if name in {"text", "tempo"}:
        return words_at(track, _span(score, track, chosen.notes)[0])
    if name == "fingering":
        heads = heads_of(track, chosen.notes, score.ticks_per_quarter)
        fingers = ([m.detail for m in head.marks if m.name == name] for head in heads)
        return " ".join("".join(each) for each in fingers).strip()
    return ""


def with_typed(
    composition: Composition, chosen: Marked, name: str, text: str
) -> tuple[Composition, Notes]:
    """Return a composition with typed words at the chosen notes, and the notes.

    Empty words take away what is there.
    """
    score, index, notes = composition.score, chosen.track, chosen.notes
    track, text = score.tracks[index], " ".join(text.split())
    start = _span(score, track, notes)[0]
    if name == "fingering":
        score, notes = _fingered(score, index, notes, text.split())
    elif name == "lyric":
        ticks = sorted(
            {head.note.start for head in heads_of(track, notes, score.ticks_per_quarter)}
        )
        score = score.with_track(index, with_syllables(track, ticks, text))
    else:
        is_tempo = name == "tempo"
        # The page shows the number of a tempo by itself.
        words = _NUMBERED.split(text)[0].strip(" (") if is_tempo else text
        score = score.with_track(index, with_words(track, start, words))
        score = _with_tempo_said(score, start, text) if is_tempo else score
    return composition.with_score(score), notes


def _with_tempo_said(score: Score, tick: int, text: str) -> Score:
    """Return a score with the tempo that words say from a tick on, if they say one."""
    said = tempo_in(f"{text} bpm" if text.isdigit() else text)
    if said is None:
        return score
    before = [tempo.bpm for tempo in score.tempos if tempo.tick < tick] or [DEFAULT_BPM]
    bpm = min(FASTEST_BPM, max(SLOWEST_BPM, said.after(before[-1], before[0])))
    kept = [tempo for tempo in score.tempos if tempo.tick != tick]
    return replace(score, tempos=tuple(sorted([*kept, Tempo(tick, bpm)])))


def _fingered(score: Score, index: int, notes: Notes, fingers: list[str]) -> tuple[Score, Notes]:
    """Put one finger on each note in turn; the last ones have none where there are too few."""
    changed: Notes = ()
    for place, note in enumerate(notes):
        score, now = without_mark(score, index, (note,), "fingering")
        if place < len(fingers):
            score, now = with_mark(score, index, now, Mark("fingering", fingers[place]))
        changed += now
    return score, tuple(sorted(changed))


def _span(score: Score, track: Track, notes: Notes) -> tuple[int, int]:
    heads = heads_of(track, notes, score.ticks_per_quarter)
    return heads[0].note.start, max(head.note.end for head in heads)


def _as_edited(
    composition: Composition, index: int, before: Notes, notes: Notes
) -> tuple[Composition, Notes]:
    """Mark notes that are others now as edited by hand, as any edit does."""
    known = frozenset(before)
    pairs = {note: note if note in known else edited(note) for note in notes}
    track = composition.score.tracks[index].exchanging(pairs.keys(), pairs.values())
    new = composition.with_score(composition.score.with_track(index, track))
    return new, tuple(sorted(pairs.values()))


def _key(note: Note) -> tuple[int, int, int, str]:
    return note.start, note.pitch, note.duration, note.marks
