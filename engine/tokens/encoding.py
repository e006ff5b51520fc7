"""Score to ids, by array operations without a loop over notes, fast enough for live edits.

A song begins with the declarations of its parts, each with its program. Then come bars, each with
its meter and its chord. Their contents are those of MidiTok's REMI on the same grid, with a Part in
place of a Program, in one canonical order: within a position chord, tempo, pedals released, pedals
pressed, then parts ascending and pitches ascending. Thanks to this order, equal music has equal
ids, and `Grammar` can check it.
"""

from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from engine.ground.cancelling import look_up
from engine.ground.errors import EmptyMusicError, LimitError
from engine.harmony.chords import Chord, find_chords
from engine.tokens.layout import MAX_BARS, Ints, lay_out
from engine.tokens.parts import NO_PART, Parts, parts_of
from engine.tokens.vocabulary import DRUMS, TokenKind, Vocabulary
from engine.values.score import Score
from engine.values.time import DEFAULT_BPM

# Ids of one song: four for each note of the largest piece (`span.Limits.notes`).
MAX_TOKENS = 1_000_000
# Controller.
SUSTAIN = 64
PEDAL_DOWN = 64  # a controller value from here on holds the notes

# Order of what shares a position; a bar's own ids stand before its first position.
_BAR, _METER, _POSITION, _CHORD, _TEMPO, _PEDAL_OFF, _PEDAL, _NOTE = range(8)
_ORDERS = 8
_BEFORE = -1  # the place of a bar's own ids


@dataclass(frozen=True, slots=True)
class Encoded:
    """A score's ids, without begin and end.

    Attributes:
        ids: uint16, (L,); the declarations of the parts come first.
        bars: Index into `ids` of each bar's first id, one for each bar of the score's `BarMap`,
            (P,). A bar without a fitting meter in the vocabulary takes several Bar ids.
    """

    ids: NDArray[np.uint16]
    bars: NDArray[np.int64]
    parts: Parts

    @property
    def declared(self) -> NDArray[np.uint16]:
        """The ids that declare the parts."""
        return self.ids[: 2 * len(self.parts.programs)]


@dataclass(frozen=True, slots=True)
class _Notes:
    """Notes on the grid, one row each; all arrays (n,)."""

    bar: Ints
    position: Ints
    part: Ints
    drum: NDArray[np.bool_]
    pitch: Ints
    velocity: Ints
    duration: Ints

    def take(self, index: NDArray[np.intp] | NDArray[np.bool_]) -> "_Notes":
        return _Notes(
            self.bar[index],
            self.position[index],
            self.part[index],
            self.drum[index],
            self.pitch[index],
            self.velocity[index],
            self.duration[index],
        )


@dataclass(frozen=True, slots=True)
class _Ids:
    """Ids with their place; all arrays (n,). Ids of equal places keep their order."""

    bar: Ints
    position: Ints
    order: int
    token: Ints


def encode(
    score: Score,
    vocabulary: Vocabulary,
    *,
    bars: int = 0,
    parts: Parts | None = None,
    chords: tuple[Chord, ...] | None = None,
) -> Encoded:
    """Return a score's ids; see `Tokenizer.encode`."""
    if score.note_count == 0 and bars <= 0:
        raise EmptyMusicError("There are no notes in this music.")
    if 2 * score.note_count > MAX_TOKENS:
        raise _too_many(2 * score.note_count)
    parts = parts_of(score, most=vocabulary.part_count) if parts is None else parts
    grid = _Grid(score, vocabulary, bars=bars, parts=parts)
    look_up()
    written = grid.bars_needed
    if written > MAX_BARS:
        raise LimitError("This music has more than {max_bars:,} bars.", max_bars=MAX_BARS)
    if chords is None:
        chords = find_chords(score) if vocabulary.has_chords else ()
    look_up()
    columns = [
        *_bar_ids(grid, written),
        *_chord_ids(chords, grid, written),
        _tempo_ids(score, grid, written),
        *_pedal_ids(score, grid, written),
    ]
    look_up()
    return _assemble(grid, columns, parts)


def nearest(table: Ints, values: Ints) -> Ints:
    """Return the index of the entry of an ascending table nearest to each value, the lower of two.

    Args:
        table: (n,).
        values: (m,).
    """
    middles = table[:-1] + table[1:]
    return np.searchsorted(middles, 2 * values, side="left").astype(np.int64)


class _Grid:
    """A score's notes and bars on the vocabulary's grid.

    Args:
        score: The score.
        vocabulary: The vocabulary.
        bars: Fewest bars of the score to include.
        parts: The parts of the tracks.

    Attributes:
        ticks_per_quarter: The score's.
        layout: Written bars, enough for all notes.
        notes: In canonical order.
        bars_needed: Number of the layout's bars to write.
    """

    def __init__(self, score: Score, vocabulary: Vocabulary, *, bars: int, parts: Parts) -> None:
        self.vocabulary = vocabulary
        self.parts = parts
        self.ticks_per_quarter = score.ticks_per_quarter
        # A note's end may be rounded up, into a bar of its own.
        reach = score.end + score.ticks_per_quarter
        while True:
            self.layout = lay_out(score, vocabulary, end=reach, bars=bars)
            self.notes = _canonical(self._notes(score))
            missing = self._end - self._grid_end
            if missing <= 0:
                break
            # The vocabulary shortens bars of some meters: rare, and it takes a step or two.
            reach += missing * score.ticks_per_quarter
        self.bars_needed = self._count(bars)

    def place(self, ticks: Ints) -> tuple[Ints, Ints]:
        """Return (written bar, position in it) of score ticks, clipped to the end."""
        starts, last = self.layout.starts, len(self.layout.starts) - 1
        bar = np.searchsorted(starts, ticks, side="right") - 1
        position = self._rounded(ticks - starts[bar])
        # A note just before the bar line belongs to the next bar. Further clipping happens only in
        # bars that the vocabulary shortens.
        until_next = self._rounded(starts[np.minimum(bar + 1, last)] - starts[bar])
        until_next = np.maximum(until_next, 1)  # a bar of a tick or two still has one position
        late = (bar < last) & (position >= until_next)
        bar = np.where(late, bar + 1, bar)
        position = np.where(late, 0, position)
        return bar, np.minimum(position, self.layout.lengths[bar] - 1)

    def _rounded(self, ticks: Ints) -> Ints:
        """Return the positions nearest to ticks; halves are rounded up."""
        doubled = 2 * ticks * self.vocabulary.positions_per_beat + self.ticks_per_quarter
        return np.floor_divide(doubled, 2 * self.ticks_per_quarter)

    def _notes(self, score: Score) -> _Notes:
        rows = np.fromiter(
            chain.from_iterable(
                (note.start, note.pitch, note.duration, note.velocity) for _, note in score.notes()
            ),
            dtype=np.int64,
            count=4 * score.note_count,
        ).reshape(-1, 4)
        counts = [len(track.notes) for track in score.tracks]
        part = np.repeat(np.array(self.parts.of_track, dtype=np.int64), counts)
        heard = part != NO_PART
        rows, part = rows[heard], part[heard]
        drums = np.array([program == DRUMS for program in self.parts.programs], dtype=np.bool_)
        start = np.maximum(rows[:, 0], 0)
        bar, position = self.place(start)
        # Ends are rounded on the grid of the bar where the note begins: legato stays legato.
        end = self._rounded(start + rows[:, 2] - self.layout.starts[bar])
        vocabulary = self.vocabulary
        return _Notes(
            bar=bar,
            position=position,
            part=part,
            drum=drums[part] if len(part) else np.zeros(0, dtype=np.bool_),
            pitch=np.clip(rows[:, 1], 0, 127),
            velocity=nearest(vocabulary.velocities, rows[:, 3]),
            duration=nearest(vocabulary.durations, np.maximum(1, end - position)),
        )

    @property
    def _grid_end(self) -> int:
        return int(self.layout.lengths.sum())

    @property
    def _end(self) -> int:
        """Positions up to the end of the last note; a drum ends at once."""
        notes = self.notes
        if not len(notes.bar):
            return 0
        durations = np.where(notes.drum, 1, self.vocabulary.durations[notes.duration])
        onsets = self.layout.grid_starts[notes.bar] + notes.position
        return int((onsets + durations).max())

    def _count(self, bars: int) -> int:
        sounding = int(np.searchsorted(self.layout.grid_starts, self._end, side="left"))
        firsts = self.layout.first_of_bar
        asked = int(firsts[bars]) if bars < len(firsts) else len(self.layout.starts)
        return max(sounding, asked)


def _canonical(notes: _Notes) -> _Notes:
    """Sort notes; of one pitch and part at one position keep the longest, then loudest."""
    keys = (-notes.velocity, -notes.duration, notes.pitch, notes.part, notes.position, notes.bar)
    notes = notes.take(np.lexsort(keys))
    place = np.stack((notes.bar, notes.position, notes.part, notes.pitch))
    new = np.ones(len(notes.bar), dtype=np.bool_)
    new[1:] = (place[:, 1:] != place[:, :-1]).any(axis=0)
    return notes.take(new)


def _bar_ids(grid: _Grid, written: int) -> list[_Ids]:
    bar = np.arange(written, dtype=np.int64)
    before = np.full(written, _BEFORE, dtype=np.int64)
    vocabulary = grid.vocabulary
    meters = vocabulary.first_of(TokenKind.METER) + grid.layout.meters[:written]
    return [
        _Ids(bar, before, _BAR, np.full(written, vocabulary.bar, dtype=np.int64)),
        _Ids(bar, before, _METER, meters),
    ]


def _chord_ids(chords: tuple[Chord, ...], grid: _Grid, written: int) -> list[_Ids]:
    """Return the chord at each bar line, and each other chord where it begins."""
    vocabulary = grid.vocabulary
    if not vocabulary.has_chords:
        return []
    none = vocabulary.chord_ids[-1, "none"]
    ids = [vocabulary.chord_ids.get((chord.root, chord.quality), none) for chord in chords]
    token = np.array([none, *ids], dtype=np.int64)
    ticks = np.array([-1, *(chord.tick for chord in chords)], dtype=np.int64)
    # A chord within half a position of the bar line begins with the bar.
    slack = grid.ticks_per_quarter // (2 * vocabulary.positions_per_beat)
    starts = grid.layout.starts[:written] + slack
    held = token[np.searchsorted(ticks, starts, side="right") - 1]
    bar, position = grid.place(np.maximum(ticks[1:], 0))
    inside = (position > 0) & (bar < written)
    inside[:-1] &= (bar[1:] != bar[:-1]) | (position[1:] != position[:-1])
    before = np.full(written, _BEFORE, dtype=np.int64)
    return [
        _Ids(np.arange(written, dtype=np.int64), before, _CHORD, held),
        _Ids(bar[inside], position[inside], _CHORD, token[1:][inside]),
    ]


def _tempo_ids(score: Score, grid: _Grid, written: int) -> _Ids:
    """Return the first tempo and each change; of one position only the last."""
    # No comparison holds for a NaN, so that it is left out here.
    tempos = [(max(t.tick, 0), t.bpm) for t in score.tempos if t.bpm > 0]
    if not tempos or tempos[0][0] > 0:
        tempos.insert(0, (0, DEFAULT_BPM))
    ticks = np.array([tick for tick, _ in tempos], dtype=np.int64)
    # Listeners compare tempos by their ratio: take the nearest on a logarithmic scale.
    table = np.log(grid.vocabulary.tempos)
    values = np.log(np.clip([bpm for _, bpm in tempos], 1e-3, 1e6))
    steps = np.searchsorted((table[:-1] + table[1:]) / 2, values)
    bar, position = grid.place(ticks)
    kept = (bar < written) & (ticks < grid.layout.end)
    bar, position, steps = bar[kept], position[kept], steps[kept]
    last = np.ones(len(bar), dtype=np.bool_)
    last[:-1] = (bar[1:] != bar[:-1]) | (position[1:] != position[:-1])
    bar, position, steps = bar[last], position[last], steps[last]
    changed = np.ones(len(bar), dtype=np.bool_)
    changed[1:] = steps[1:] != steps[:-1]
    token = grid.vocabulary.first_of(TokenKind.TEMPO) + steps
    return _Ids(bar[changed], position[changed], _TEMPO, token[changed])


def _pedal_ids(score: Score, grid: _Grid, written: int) -> list[_Ids]:
    if not grid.vocabulary.has_pedal:
        return []
    released: list[tuple[int, int, int]] = []
    pressed: list[tuple[int, int, int]] = []
    # A pedal of a program without a part has no effect.
    for program in sorted(set(grid.parts.programs) - {DRUMS}):
        moves = sorted(
            (max(control.tick, 0), control.value >= PEDAL_DOWN)
            for track in score.tracks
            if track.program == program and not track.is_drum
            for control in track.controls
            if control.number == SUSTAIN
        )
        up, down = _pedal_moves(moves, grid, written)
        released += [(*place, program) for place in up]
        pressed += [(*place, program) for place in down]
    return [
        _pedal_column(released, TokenKind.PEDAL_OFF, _PEDAL_OFF, grid.vocabulary),
        _pedal_column(pressed, TokenKind.PEDAL, _PEDAL, grid.vocabulary),
    ]


def _pedal_moves(
    moves: list[tuple[int, bool]], grid: _Grid, written: int
) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Return the places where a program's pedal goes up and down; drop an endless press."""
    if not moves:
        return [], []
    bars, positions = grid.place(np.array([tick for tick, _ in moves], dtype=np.int64))
    end = (written - 1, int(grid.layout.lengths[written - 1]) - 1)
    up: list[tuple[int, int]] = []
    down: list[tuple[int, int]] = []
    for bar, position, (_, pressed) in zip(bars.tolist(), positions.tolist(), moves, strict=True):
        place = min((bar, position), end)
        held = len(down) > len(up)
        if pressed and not held:
            down.append(place)
        elif not pressed and held:
            if down[-1] == place:
                down.pop()  # down and up at one position is inaudible
            else:
                up.append(place)
    return up, down[: len(up)]


def _pedal_column(
    moves: list[tuple[int, int, int]], kind: TokenKind, order: int, vocabulary: Vocabulary
) -> _Ids:
    table = np.array(moves, dtype=np.int64).reshape(-1, 3)
    tokens = {int(vocabulary.values[i]): int(i) for i in vocabulary.ids_of(kind)}
    ids = np.array([tokens[program] for program in table[:, 2].tolist()], dtype=np.int64)
    return _Ids(table[:, 0], table[:, 1], order, ids)


def _note_ids(grid: _Grid, key_of: "_Key") -> tuple[Ints, Ints]:
    """(keys, ids) of all notes: part where it changes, pitch, velocity, duration."""
    notes, vocabulary = grid.notes, grid.vocabulary
    drum = notes.drum
    changed = np.ones(len(drum), dtype=np.bool_)
    changed[1:] = notes.part[1:] != notes.part[:-1]
    pitch = notes.pitch + np.where(
        drum, vocabulary.first_of(TokenKind.DRUM), vocabulary.first_of(TokenKind.PITCH)
    )
    ids = np.stack(
        (
            vocabulary.first_part + notes.part,
            pitch,
            vocabulary.first_of(TokenKind.VELOCITY) + notes.velocity,
            vocabulary.first_of(TokenKind.DURATION) + notes.duration,
        ),
        axis=1,
    )
    present = np.ones_like(ids, dtype=np.bool_)
    present[:, 0] = changed
    present[:, 3] = ~drum
    keys = np.repeat(key_of(notes.bar, notes.position, _NOTE)[:, None], 4, axis=1)
    return keys[present], ids[present]


class _Key:
    """Packs (bar, position, order) into one sortable number; position -1 comes first."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._places = int(vocabulary.meter_lengths.max()) + 1

    def __call__(self, bar: Ints, position: Ints, order: int) -> Ints:
        return (bar * self._places + position + 1) * _ORDERS + order


def _position_ids(grid: _Grid, columns: list[_Ids]) -> _Ids:
    """Return a Position id for each position with an event."""
    width = int(grid.vocabulary.meter_lengths.max())
    events = [column for column in columns if column.order > _POSITION]
    placed = [(c.bar[c.position != _BEFORE], c.position[c.position != _BEFORE]) for c in events]
    bar = np.concatenate([grid.notes.bar, *(bars for bars, _ in placed)])
    position = np.concatenate([grid.notes.position, *(positions for _, positions in placed)])
    bar, position = np.divmod(np.unique(bar * width + position), width)
    token = grid.vocabulary.first_of(TokenKind.POSITION) + position
    return _Ids(bar, position, _POSITION, token)


def _assemble(grid: _Grid, columns: list[_Ids], parts: Parts) -> Encoded:
    key_of = _Key(grid.vocabulary)
    note_keys, note_ids = _note_ids(grid, key_of)
    columns = [*columns, _position_ids(grid, columns)]
    count = 2 * len(parts.programs) + len(note_ids) + sum(len(column.token) for column in columns)
    if count > MAX_TOKENS:
        raise _too_many(count)
    look_up()
    keys = np.concatenate([note_keys, *(key_of(c.bar, c.position, c.order) for c in columns)])
    ids = np.concatenate([note_ids, *(c.token for c in columns)])
    declared = declarations(parts, grid.vocabulary)
    ids = np.concatenate((declared, ids[np.argsort(keys, kind="stable")])).astype(np.uint16)
    firsts = grid.layout.first_of_bar
    written_bars = np.flatnonzero(ids == grid.vocabulary.bar)
    return Encoded(ids=ids, bars=written_bars[firsts[firsts < len(written_bars)]], parts=parts)


def declarations(parts: Parts, vocabulary: Vocabulary) -> Ints:
    """Return the ids that declare the parts of a piece, two for each."""
    pairs = [
        (vocabulary.first_part + part, vocabulary.program_ids[program])
        for part, program in enumerate(parts.programs)
    ]
    return np.array(pairs, dtype=np.int64).reshape(-1)


def _too_many(count: int) -> LimitError:
    return LimitError(
        "This music needs {count:,} tokens; Segue takes up to {max_tokens:,}.",
        count=count,
        max_tokens=MAX_TOKENS,
        hint="Cut it into shorter pieces.",
    )
