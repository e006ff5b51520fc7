"""Pictures of whole pieces: what is in them, and what comes back of what they are packed in."""

import zlib

import numpy as np

from engine.values.thumbnail import COLUMNS, ROWS, Thumbnail, thumbnail_of, unpacked


def _of(*notes: tuple[int, int, int, int, int]) -> Thumbnail:
    """Start, duration, pitch, part, drum."""
    columns = np.array(notes, np.int64).reshape(-1, 5).T
    start, duration, pitch, part, drum = columns
    return thumbnail_of(start=start, duration=duration, pitch=pitch, part=part, drum=drum)


def test_notes_stand_from_left_to_right_and_high_ones_above() -> None:
    cells = _of((0, 480, 36, 0, 0), (480, 480, 96, 1, 0)).array
    assert cells.shape == (ROWS, COLUMNS)
    assert set(cells[ROWS - 1, : COLUMNS // 2].tolist()) == {1}
    assert set(cells[0, COLUMNS // 2 :].tolist()) == {2}
    assert int((cells > 0).sum()) == COLUMNS


def test_few_pitches_stand_in_the_middle_and_not_far_apart() -> None:
    rows = np.flatnonzero(_of((0, 10, 60, 0, 0), (10, 10, 62, 0, 0)).array.any(axis=1))
    assert ROWS // 4 < rows.min() < rows.max() < 3 * ROWS // 4


def test_drums_are_seen_only_where_there_is_nothing_else() -> None:
    assert not (_of((0, 10, 60, 0, 0), (0, 10, 36, 1, 1)).array == 2).any()
    assert (_of((0, 10, 36, 1, 1)).array == 2).any()


def test_a_picture_is_packed_and_nothing_else_is_taken_for_one() -> None:
    picture = _of((0, 10, 60, 0, 0))
    assert unpacked(picture.packed()) == picture
    assert unpacked(_of().packed()) == _of()
    too_large = zlib.compress(bytes(10**7))
    for wrong in (b"", b"no picture", zlib.compress(b"short"), picture.packed()[:-9], too_large):
        assert unpacked(wrong) is None
