"""The places of notes on the page: ticks to exact fractions of a beat.

Music that was written has its onsets on a few fractions of the beat, give or take the rounding of
a file's ticks; those are found exactly. Music that was played freely goes on the
simplest near grid, beat by beat, and the page says so.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from engine.form.fit import WRITTEN_PARTS, GridFit, fit_of, on_parts
from engine.form.strikes import AS_THEY_ARE, WrittenNotes, written_notes
from engine.notation.bars import Bar, bars_of
from engine.notation.free_grids import PlayedOnsets, parts_of
from engine.notation.graces import graces_of
from engine.notation.page import QUARTER
from engine.values.mark_kinds import Mark, shown_marks
from engine.values.score import TICKS_PER_QUARTER, Note, Score, Track
from engine.values.time import TempoMap

# Parts of a quarter, from the plainest to the rarest; the first that is near enough is meant.
_DENOMINATORS = (
    1, 2, 4, 8, 3, 6, 16, 12, 32, 24, 5, 10, 7, 14, 9, 20, 18, 28, 40, 15, 11, 13, 48, 36, 64, 22
)  # fmt: skip
_SIMPLE = frozenset(WRITTEN_PARTS)
# Where grace notes do not begin.
_PLAIN = _SIMPLE | {24, 5, 7, 10}
# Parts of a quarter where written notes end, and their least share in written music: of random ends
# one in twenty lies there.
_PLAIN_ENDS = frozenset({1, 2, 3, 4, 6})
_WRITTEN_ENDS, _ENOUGH_ENDS = 0.4, 50
_PLAYED_STARTS = frozenset({1, 2, 3, 4, 6, 8})
# For single onsets of written music that nothing explains.
_FREE_GRIDS = (1, 2, 4, 3, 6, 8)
# Gain in mean distance, in quarters, from which a finer grid is taken.
_FREE_COST = (0.0, 0.004, 0.012, 0.014, 0.03, 0.03)
_LOOSE_GRIDS = (1, 2, 4, 8, 3, 6, 12, 24)
_FINE_PARTS = 8
_LONGEST_GAP = QUARTER // 2
# Values that are staccato where they sound half: 16ths and 32nds surely, then eighths too.
_SURELY_STACCATO = frozenset({QUARTER // 4, QUARTER // 8})
_STACCATO = _SURELY_STACCATO | {QUARTER // 2}
_ENOUGH_DOTS = 4
_STACCATO_MARK = Mark("staccato")
# Where a note stands that is nearer to the end of the piece than any fraction of a beat.
_LAST_PLACE = QUARTER // 64
# Beats of a bar that are numbered: a meter has 255 at most, of four quarters each.
_MOST_BEATS = 4096

_Ints = npt.NDArray[np.int64]
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class GridNote:
    """A note on the page.

    Attributes:
        start: Grid units from the beginning.
        end: The first one where it does not sound.
        pitch: MIDI number.
        index: Its number in its track.
        velocity: 1 to 127.
        graces: Grace notes before it; their starts are ticks, which only order them.
        marks: The marks at it.
    """

    start: int
    end: int
    pitch: int
    index: int
    velocity: int
    graces: tuple["GridNote", ...] = ()
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True)
class GridScore:
    """A piece on the page's grid.

    Attributes:
        bars: All measures, the last one whole.
        tracks: Each track's notes by start, then pitch.
        performed: Whether it was played freely.
        written: Of each track, the notes that are written otherwise than they sound.
    """

    bars: tuple[Bar, ...]
    tracks: tuple[tuple[GridNote, ...], ...]
    performed: bool
    written: tuple[WrittenNotes, ...] = ()

    def units(self, ticks: Iterable[int], ticks_per_quarter: int) -> list[int]:
        """Return the grid units of some ticks, those on no fraction of a beat to a 480th of one."""
        wanted = _ticks(ticks)
        snapper = _Snapper(self.bars, ticks_per_quarter)
        units, parts = snapper.exact(wanted)
        if (loose := parts == 0).any():
            units[loose] = snapper.nearest(wanted[loose], (TICKS_PER_QUARTER,), (0.0,))[0]
        found: list[int] = units.tolist()
        return found

    def nearest_units(self, ticks: Iterable[int], ticks_per_quarter: int) -> list[int]:
        """Return the grid units of some ticks, those between the fractions of a beat at a 16th."""
        wanted = _ticks(ticks)
        snapper = _Snapper(self.bars, ticks_per_quarter)
        units, parts = snapper.exact(wanted)
        loose = ~np.isin(parts, tuple(_SIMPLE))
        if loose.any():
            units[loose] = snapper.nearest(wanted[loose], (4,), (0.0,))[0]
        found: list[int] = units.tolist()
        return found


class PlacementMemory:
    """Remembers where the notes of tracks stand, so that an edit places only the tracks it changed.

    It holds the tracks of one score, those of the last one that was placed.
    """

    def __init__(self) -> None:
        self._grid: object = None
        # By the track's identity, which it keeps for as long as it is held here.
        self._found: dict[tuple[int, str], tuple[Track, Any]] = {}

    def begin(self, score: Score, grid: object) -> None:
        """Forget tracks that a score does not have, or all of them if it has another grid."""
        there = {id(track) for track in score.tracks} if grid == self._grid else frozenset[int]()
        self._grid = grid
        self._found = {key: held for key, held in self._found.items() if key[0] in there}

    def of(self, track: Track, what: str, make: Callable[[], _T]) -> _T:
        """Return what is known of a track under a name, or make it."""
        held = self._found.get((id(track), what))
        if held is None:
            held = self._found[id(track), what] = (track, make())
        found: _T = held[1]
        return found


def place(score: Score, memory: PlacementMemory | None = None) -> GridScore:
    """Return a piece's notes on the page's grid.

    Args:
        score: The piece.
        memory: Earlier results for its tracks, which this call updates.
    """
    memory = PlacementMemory() if memory is None else memory
    bars = bars_of(score)
    # Seconds place played notes, so that a new tempo places them anew.
    memory.begin(score, (bars, score.ticks_per_quarter, score.tempos))
    written = tuple(
        memory.of(track, "marks", partial(written_notes, track.notes, score.ticks_per_quarter))
        for track in score.tracks
    )
    own_tracks = score.tracks
    score = _as_written(score, written, memory)
    snapper = _Snapper(bars, score.ticks_per_quarter)
    exact = [
        memory.of(own, "exact", partial(_exact_of, track, snapper))
        for own, track in zip(own_tracks, score.tracks, strict=True)
    ]
    fit = _fit(score, bars) if score.note_count else None
    performed = fit is not None and not fit.is_written
    if fit is not None and fit.wait:
        score = _earlier(score, fit.wait)
        exact = _exact(score, snapper)
    elif performed and fit is not None and (late := _late(fit, score.ticks_per_quarter)):
        score = _earlier(score, late, least=0)
        exact = _exact(score, snapper)
    time = TempoMap.of(score)

    def placed(number: int, units: _Ints, parts: _Ints) -> tuple[GridNote, ...]:
        track = score.tracks[number]
        notes = (
            _place_performed(track, snapper, time)
            if performed
            else _place_written(track, snapper, units, parts, score.ticks_per_quarter)
        )
        strikes = written[number].strikes
        shown = tuple(note for note in notes if note.index not in strikes) if strikes else notes
        return _within(shown, end=bars[-1].end)

    kind = "performed" if performed else "written"
    tracks = tuple(
        memory.of(own, kind, partial(placed, number, *exact[number]))
        for number, own in enumerate(own_tracks)
    )
    tracks = tracks if performed else _with_dots(tracks, score)
    return GridScore(bars, tracks, performed, written)


def _as_written(score: Score, written: Sequence[WrittenNotes], memory: PlacementMemory) -> Score:
    """Return a score in which notes are as long as they are written, each at its number.

    A strike of an ornament is the same note as the ornament's first one, which stands for it.
    """

    def shown(track: Track, of_track: WrittenNotes) -> Track:
        notes = list(track.notes)
        for number, note in of_track.written.items():
            notes[number] = note
        for number, first in of_track.strikes.items():
            notes[number] = replace(notes[first], marks="")
        return replace(track, notes=tuple(notes))

    tracks = tuple(
        track
        if of_track is AS_THEY_ARE
        else memory.of(track, "as written", partial(shown, track, of_track))
        for track, of_track in zip(score.tracks, written, strict=True)
    )
    return replace(score, tracks=tracks)


def _within(notes: tuple[GridNote, ...], *, end: int) -> tuple[GridNote, ...]:
    """Return notes, those at the end of the piece moved to just before it."""
    if not notes or notes[-1].start < end:
        return notes
    last = end - _LAST_PLACE
    return tuple(
        replace(note, start=last, end=end) if note.start >= end else note for note in notes
    )


def _exact(score: Score, snapper: "_Snapper") -> list[tuple[_Ints, _Ints]]:
    return [_exact_of(track, snapper) for track in score.tracks]


def _exact_of(track: Track, snapper: "_Snapper") -> tuple[_Ints, _Ints]:
    return snapper.exact(_ticks(note.start for note in track.notes))


def _fit(score: Score, bars: Sequence[Bar]) -> GridFit:
    return fit_of(
        _ticks(note.start for _, note in score.notes()),
        ticks_per_quarter=score.ticks_per_quarter,
        tempos=score.tempos,
        lines=[bar.tick for bar in bars],
    )


def _late(fit: GridFit, quarter: int) -> int:
    """Return the ticks by which what was played to a click is late as a whole, or 0.

    They are not written: the page of a late keyboard is that of one in time.
    """
    return round(fit.phase * quarter) if fit.is_moved else 0


def _earlier(score: Score, ticks: int, *, least: int | None = None) -> Score:
    """Return a piece whose notes begin earlier, none before the least tick."""

    def earlier(note: Note) -> Note:
        start = note.start - ticks
        return replace(note, start=start if least is None else max(least, start))

    # Not sorted anew: a note keeps its number in its track.
    tracks = tuple(replace(t, notes=tuple(map(earlier, t.notes))) for t in score.tracks)
    return replace(score, tracks=tracks)


def _ticks(ticks: Iterable[int]) -> _Ints:
    return np.fromiter(ticks, np.int64)


def _place_performed(track: Track, snapper: "_Snapper", time: TempoMap) -> tuple[GridNote, ...]:
    units, parts = snapper.likeliest(_ticks(note.start for note in track.notes), time)
    ends = _ends(track.notes, units, parts, snapper, drums=track.is_drum)
    return _placed(track.notes, range(len(track.notes)), units, ends)


def _place_written(
    track: Track, snapper: "_Snapper", units: _Ints, parts: _Ints, quarter: int
) -> tuple[GridNote, ...]:
    off_grid = np.flatnonzero(~np.isin(parts, tuple(_PLAIN))).tolist()
    graces = graces_of(track.notes, off_grid=off_grid, ticks_per_quarter=quarter)
    numbers = [n for n in range(len(track.notes)) if n not in graces]
    notes = [track.notes[n] for n in numbers]
    units, parts = units[numbers], parts[numbers]
    units, parts = _with_loose(notes, snapper, units, parts)
    first = {track.notes[n].start: main for n, main in graces.items()}
    # A note that a grace note cut short is written up to the note that it leads to.
    lasting = [_lasting(note, first) for note in notes] if graces else notes
    ends = _ends(lasting, units, parts, snapper, drums=track.is_drum)
    placed = _placed(notes, numbers, units, ends)
    return _with_graces(placed, track.notes, graces) if graces else placed


def _with_loose(
    notes: Sequence[Note], snapper: "_Snapper", units: _Ints, parts: _Ints
) -> tuple[_Ints, _Ints]:
    """Return places and parts with the onsets that no fraction of a beat explains put on one.

    Beside ends that were played, a rare fraction is a played onset that happens to lie there.
    """
    played = _are_played(snapper.exact(_ticks(note.end for note in notes))[1])
    loose = ~np.isin(parts, tuple(_PLAYED_STARTS)) if played else parts == 0
    if not loose.any():
        return units, parts
    starts = _ticks(note.start for note in notes)[loose]
    grids, costs = (
        (_FREE_GRIDS, _FREE_COST) if played else (_LOOSE_GRIDS, (0.0,) * len(_LOOSE_GRIDS))
    )
    units, parts = units.copy(), parts.copy()
    units[loose], parts[loose] = snapper.nearest(starts, grids, costs)
    return units, parts


def _lasting(note: Note, first: dict[int, int]) -> Note:
    main = next((first[t] for t in range(note.end - 1, note.end + 2) if t in first), note.end)
    return replace(note, duration=main - note.start)


def _with_dots(
    tracks: Sequence[tuple[GridNote, ...]], score: Score
) -> tuple[tuple[GridNote, ...], ...]:
    """Return a piece's notes, those that a program played short for their dots with dots.

    Nobody writes rows of 32nds and rests: where there are some, eighths are played short as well.
    """

    def dotted(values: frozenset[int]) -> tuple[tuple[GridNote, ...], ...]:
        return tuple(
            notes if track.is_drum else _with_staccato(notes, values, track)
            for notes, track in zip(tracks, score.tracks, strict=True)
        )

    found = dotted(_SURELY_STACCATO)
    count = sum(_STACCATO_MARK in note.marks for notes in found for note in notes)
    return dotted(_STACCATO) if count >= _ENOUGH_DOTS else found


def _with_staccato(
    placed: Sequence[GridNote], values: frozenset[int], track: Track
) -> tuple[GridNote, ...]:
    """Return notes of which those that end half way to the next are written with a dot.

    Of a part with marks, notes that were read have their own dots.

    Args:
        placed: By start.
        values: The note values that a note and its silence make together.
        track: Its notes by their numbers.
    """
    has_marks = any(note.marks for note in placed)
    onsets = sorted({note.start for note in placed})
    following = dict(pairwise(onsets))
    # Where rows of such notes go on, and how long those are.
    rows: dict[int, int] = {}
    dotted = []
    for note in placed:
        whole = 2 * (note.end - note.start)
        room = following.get(note.start, note.start + whole) - note.start
        in_row = rows.get(note.start) == whole and room > whole
        last = note.start not in following and rows.get(note.start) == whole
        here = room == whole and note.start in following
        is_marked = has_marks and not track.notes[note.index].origin
        if whole in values and not is_marked and (here or in_row or last):
            rows[note.start + whole] = whole
            marks = (*note.marks, _STACCATO_MARK)
            dotted.append(replace(note, end=note.start + whole, marks=marks))
        else:
            dotted.append(note)
    return tuple(dotted)


def _with_graces(
    placed: Sequence[GridNote], notes: Sequence[Note], graces: dict[int, int]
) -> tuple[GridNote, ...]:
    """Return notes, each with the grace notes that lead to it: those nearest in pitch."""
    by_start: dict[int, list[int]] = {}
    for place, note in enumerate(placed):
        by_start.setdefault(notes[note.index].start, []).append(place)
    before: dict[int, list[GridNote]] = {}
    for number, main in graces.items():
        grace = notes[number]
        place = min(by_start[main], key=lambda p: abs(placed[p].pitch - grace.pitch))
        marks = shown_marks(grace.marks)
        small = GridNote(grace.start, grace.start, grace.pitch, number, grace.velocity, marks=marks)
        before.setdefault(place, []).append(small)
    return tuple(
        replace(note, graces=tuple(sorted(before[place], key=lambda g: (g.start, g.pitch))))
        if place in before
        else note
        for place, note in enumerate(placed)
    )


class _Snapper:
    """Ticks to grid units, measured from the bar line before."""

    def __init__(self, bars: Sequence[Bar], ticks_per_quarter: int) -> None:
        self._bars = bars
        self._ticks = np.array([bar.tick for bar in bars], np.int64)
        self._starts = np.array([bar.start for bar in bars], np.int64)
        self._lengths = np.array([bar.length for bar in bars], np.int64)
        self._lengths[-1] = np.iinfo(np.int64).max // 2
        self._quarter = ticks_per_quarter

    def exact(self, ticks: _Ints) -> tuple[_Ints, _Ints]:
        """Return grid units, and parts of a quarter they are; 0 where none is near enough."""
        bar, offset = self._offsets(ticks)
        units = np.zeros(len(ticks), np.int64)
        found = np.zeros(len(ticks), np.int64)
        for parts in _DENOMINATORS:
            nearest, there = on_parts(offset, parts, ticks_per_quarter=self._quarter)
            fits = (found == 0) & there
            units[fits] = nearest[fits].astype(np.int64) * QUARTER // parts
            found[fits] = parts
        return self._from_start(bar, units), found

    def nearest(
        self, ticks: _Ints, grids: Sequence[int], costs: Sequence[float]
    ) -> tuple[_Ints, _Ints]:
        """Return grid units and parts of a quarter, one grid for all that lies in one beat."""
        bar, offset = self._offsets(ticks)
        _, group = np.unique(self._beats(bar, offset), return_inverse=True)
        group = group.reshape(-1)
        counts = np.maximum(np.bincount(group), 1)
        best = np.full(len(counts), np.inf)
        chosen = np.ones(len(counts), np.int64)
        for parts, cost in zip(grids, costs, strict=True):
            at = offset * parts / self._quarter
            away = np.abs(at - np.rint(at)) / parts
            mean = np.bincount(group, weights=away) / counts + cost
            better = mean < best - 1e-9
            best[better], chosen[better] = mean[better], parts
        return self._on_parts(bar, offset, chosen[group])

    def likeliest(self, ticks: _Ints, time: TempoMap) -> tuple[_Ints, _Ints]:
        """Return grid units and parts of a quarter of what a player struck."""
        bar, offset = self._offsets(ticks)
        beats = self._beats(bar, offset)
        order = np.argsort(ticks, kind="stable")
        places = (offset / self._quarter - beats % _MOST_BEATS)[order]
        struck = ticks[order].tolist()
        seconds = np.array([time.seconds_at(tick) for tick in struck], np.float64)
        quarters_s = np.array([60 / time.bpm_at(tick) for tick in struck], np.float64)
        parts = np.zeros(len(ticks), np.int64)
        parts[order] = parts_of(PlayedOnsets(beats[order], places, seconds, quarters_s))
        return self._on_parts(bar, offset, parts)

    def _beats(self, bar: _Ints, offset: npt.NDArray[np.float64]) -> _Ints:
        """Return the number of each onset's beat; one that is a little early is in the next."""
        beat = np.floor(offset / self._quarter + 1 / 16).astype(np.int64)
        return np.asarray(bar * _MOST_BEATS + beat, np.int64)

    def _on_parts(
        self, bar: _Ints, offset: npt.NDArray[np.float64], parts: _Ints
    ) -> tuple[_Ints, _Ints]:
        units = np.rint(offset * parts / self._quarter).astype(np.int64)
        return self._from_start(bar, units * QUARTER // parts), parts

    def _offsets(self, ticks: _Ints) -> tuple[_Ints, npt.NDArray[np.float64]]:
        bar = np.maximum(np.searchsorted(self._ticks, ticks, side="right") - 1, 0)
        return bar, (ticks - self._ticks[bar]).astype(np.float64)

    def _from_start(self, bar: _Ints, units: _Ints) -> _Ints:
        return self._starts[bar] + np.minimum(units, self._lengths[bar])


def _ends(
    notes: Sequence[Note], starts: _Ints, parts: _Ints, snapper: _Snapper, *, drums: bool
) -> list[int]:
    """Return where notes end on the page; small gaps before the next note are not written."""
    if not notes:
        return []
    ticks = np.array([note.end for note in notes], np.int64)
    units, fineness = snapper.exact(ticks)
    onsets = np.unique(starts).tolist()
    tuplets = _parts_by_beat(starts.tolist(), parts.tolist())
    ends = []
    sounding = snapper.nearest(ticks, (48,), (0.0,))[0].tolist()
    played = _are_played(fineness)
    columns = (starts.tolist(), units.tolist(), fineness.tolist(), parts.tolist(), sounding)
    for start, end, part, of_start, heard in zip(*columns, strict=True):
        if drums:
            ends.append(_drum_end(start, onsets))
        elif part and not played and _is_written(start, end, part, tuplets):
            ends.append(_without_small_gap(start, end, part, onsets))
        else:
            ends.append(_meant_end(start, max(heard, start + 1), _odd(of_start), onsets))
    return ends


def _are_played(fineness: _Ints) -> bool:
    """Return whether notes end where a player let go, and not where a composer wrote it."""
    return len(fineness) >= _ENOUGH_ENDS and bool(
        np.isin(fineness, tuple(_PLAIN_ENDS)).mean() < _WRITTEN_ENDS
    )


def _parts_by_beat(starts: list[int], parts: list[int]) -> dict[int, set[int]]:
    """Return into how many parts the onsets of each quarter divide it."""
    found: dict[int, set[int]] = {}
    for start, part in zip(starts, parts, strict=True):
        found.setdefault(start // QUARTER, set()).add(part)
    return found


def _odd(parts: int) -> int:
    return parts // (parts & -parts) if parts else 1


def _is_written(start: int, end: int, part: int, tuplets: dict[int, set[int]]) -> bool:
    """Return whether a composer may have meant this end: triplets end where triplets begin."""
    if end <= start:
        return False
    own = _odd(part)
    if own == 1:
        return part <= _FINE_PARTS or end - start <= QUARTER // 2
    last = (end - 1) // QUARTER
    if any(_odd(other) % own == 0 for beat in (last, last + 1) for other in tuplets.get(beat, ())):
        return True
    # A tuplet that sounds on into a beat without one ends there on one of its own notes.
    return any(other % part == 0 for other in tuplets.get(start // QUARTER, ()))


def _without_small_gap(start: int, end: int, part: int, onsets: list[int]) -> int:
    """Return an end, put off to the next note where only an articulation lies between.

    A long note from a beat on that leaves a 16th to another one, where nothing begins, lasts to it.
    """
    following = _following(end, onsets)
    beat = end + QUARTER // 4
    long = end - start > QUARTER and not beat % QUARTER and not start % QUARTER
    if long and (not following or following >= beat):
        return beat
    if part < _FINE_PARTS:
        return end
    return following if following and _is_small(start, end, following) else end


def _meant_end(start: int, heard: int, odd: int, onsets: list[int]) -> int:
    """Return the end that a sloppy one means: the next note, or the nearest plain length."""
    following = _following(max(heard, start + 1), onsets)
    if following and _is_small(start, heard, following):
        return following
    beat = (heard + QUARTER // 2) // QUARTER * QUARTER
    if odd > 1 and beat > start and abs(beat - heard) <= QUARTER // 6:
        return beat
    grid = QUARTER // (odd if odd > 1 else 4)
    until = start + max(1, round((heard - start) / grid)) * grid
    after = _following(start + 1, onsets)
    # A note that is shorter than the grid must not run into the next note.
    return after if after and heard <= after < until else until


def _following(tick: int, onsets: list[int]) -> int:
    """Return the first onset from a place on, or 0."""
    place = bisect_right(onsets, tick - 1)
    return onsets[place] if place < len(onsets) else 0


def _is_small(start: int, end: int, following: int) -> bool:
    return following - end < min(_LONGEST_GAP, (following - start) / 4)


def _drum_end(start: int, onsets: list[int]) -> int:
    """A stroke has no length: it is written up to the next one, or to the end of its beat."""
    place = bisect_right(onsets, start)
    beat_end = (start // QUARTER + 1) * QUARTER
    return min(onsets[place], beat_end) if place < len(onsets) else beat_end


def _placed(
    notes: Sequence[Note], numbers: Iterable[int], starts: _Ints, ends: Iterable[int]
) -> tuple[GridNote, ...]:
    columns = (numbers, notes, starts.tolist(), ends)
    placed = [
        GridNote(
            start,
            end,
            note.pitch,
            number,
            note.velocity,
            marks=shown_marks(note.marks),
        )
        for number, note, start, end in zip(*columns, strict=True)
    ]
    placed.sort(key=lambda note: (note.start, note.pitch, note.end))
    return tuple(placed)
