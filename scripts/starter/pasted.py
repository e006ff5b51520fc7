"""Which bars of a piece repeat earlier ones note by note, so that a player could paste them.

Legend: N notes, M bars.
"""

from collections.abc import Iterator

import numpy as np
from performances import Bools, Ints, Written

# Places and lengths are compared in sixteenths: a repeat may be typed a little otherwise.
_PARTS = 4


def pasted_from(piece: Written, *, bars: int) -> Ints:
    """Return for each note the note that it repeats, or itself: (N,).

    A bar of a track repeats an earlier one if its notes have the same places, pitches and lengths,
    and if it is one of several bars in a row that repeat as many in the same distance.

    Args:
        piece: The piece.
        bars: In a row, at least.
    """
    source = np.arange(len(piece.start))
    lines = piece.beats[piece.down]
    bar = np.searchsorted(lines, piece.start, side="right") - 1
    place = piece.start - np.where(bar < 0, 0.0, lines[bar])
    for track in np.unique(piece.track):
        own = np.flatnonzero(piece.track == track)
        notes = _notes_of_bars(piece, own, bar, place)
        contents = [_content(piece, notes.get(number), place) for number in range(len(lines))]
        for number, earlier in _repeats(contents, bars=bars):
            if number in notes:
                source[notes[number]] = source[notes[earlier]]
    return source


def _notes_of_bars(piece: Written, own: Ints, bar: Ints, place: np.ndarray) -> dict[int, Ints]:
    """Return the notes of a track by their bars, by place, pitch and end in each."""
    order = own[np.lexsort((piece.end[own], piece.pitch[own], place[own], bar[own]))]
    numbers, first = np.unique(bar[order], return_index=True)
    return dict(zip(numbers.tolist(), np.split(order, first[1:]), strict=True))


def _content(piece: Written, notes: Ints | None, place: np.ndarray) -> bytes:
    """Return what two bars of a track have in common if one repeats the other."""
    if notes is None:
        return b""
    length = piece.end[notes] - piece.start[notes]
    places = np.rint(np.stack([place[notes], length]) * _PARTS).astype(np.int64)
    return bytes(places.tobytes() + piece.pitch[notes].tobytes())


def _repeats(contents: list[bytes], *, bars: int) -> Iterator[tuple[int, int]]:
    """Yield bars with the earlier bar that each repeats, in order; the nearest of several."""
    ids = np.unique(np.array(contents, dtype=object), return_inverse=True)[1]
    count = len(ids)
    earlier = np.full(count, -1)
    for lag in range(1, count):
        same = _in_a_row(ids[lag:] == ids[:-lag], least=bars)
        found = np.flatnonzero(same) + lag
        fresh = found[earlier[found] < 0]
        earlier[fresh] = fresh - lag
    for number in np.flatnonzero(earlier >= 0).tolist():
        yield number, int(earlier[number])


def _in_a_row(flags: Bools, *, least: int) -> Bools:
    """Keep the flags that stand in a run of a length."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], flags, [False]])))
    kept = np.zeros(len(flags), np.bool_)
    for begin, end in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
        kept[begin:end] = end - begin >= least
    return kept
