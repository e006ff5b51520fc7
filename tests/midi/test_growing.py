"""Notes that are added one by one give the score that is made of all of them at once."""

from itertools import accumulate, cycle, islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.midi.channels.growing import Growing
from engine.midi.channels.seam import with_written
from engine.values.events import Control, Note
from engine.values.score import Score, Tempo, TimeSignature, Track
from tests.midi import pedalled

QUARTER, BAR = 480, 1920
NOTES = tuple(Note(k * QUARTER, 48 + k % 12, QUARTER - 20, 80) for k in range(48))
FADE = tuple(Control(10 * BAR + k * QUARTER, 7, 110 - k * 15) for k in range(8))
# Five and seven eighths by turns.
LINES = tuple(islice(accumulate(cycle((1200, 1680)), initial=0), 16))
METERS = tuple(TimeSignature(tick, 5 + 2 * (k % 2), 8) for k, tick in enumerate(LINES))
RUBATO = tuple(Tempo(k * QUARTER, 90 + 7 * (k % 5)) for k in range(48))
PIECES = {
    "a tune": Score(tracks=(Track(notes=NOTES), Track(notes=NOTES[::2], is_drum=True))),
    "with a fade": Score(tracks=(Track(notes=NOTES, controls=FADE), Track())),
    "with a pedal": Score(tracks=(pedalled.PIANO, Track(notes=NOTES))),
    "in two meters": Score(
        time_signatures=METERS, tracks=(pedalled.PIANO, Track(notes=NOTES[:40]))
    ),
    "with rubato": Score(tempos=RUBATO, tracks=(pedalled.PIANO, Track(notes=NOTES))),
    "empty": Score(tracks=(Track(), Track())),
}
# The last bars of the piece, bars after it, and a gap in it.
STRETCHES = {"over the end": (11 * BAR, None), "after it": (12 * BAR, None), "gap": (BAR, 3 * BAR)}


@st.composite
def drawn(draw: st.DrawFn, length: int) -> list[tuple[int, Note]]:
    """Draw notes in order, each with the track that it goes to."""
    count = draw(st.integers(1, 12))
    starts = sorted(draw(st.integers(0, length - 1)) for _ in range(count))
    return [
        (
            draw(st.integers(0, 1)),
            Note(start, draw(st.integers(30, 90)), draw(st.integers(1, 2000)), 80),
        )
        for start in starts
    ]


@pytest.mark.parametrize("stretch", STRETCHES.values(), ids=STRETCHES)
@pytest.mark.parametrize("piece", PIECES.values(), ids=PIECES)
@pytest.mark.parametrize("staying", [slice(0), slice(4, 7, 2)], ids=["alone", "beside old ones"])
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_one_by_one_is_as_all_at_once(
    piece: Score, stretch: tuple[int, int | None], staying: slice, data: st.DataObject
) -> None:
    start, end = stretch
    stay = {} if end is None else {0: piece.tracks[0].notes[staying]}
    length = (end or start + 6 * BAR) - start
    made: dict[int, list[Note]] = {0: [], 1: []}
    growing = Growing.of(piece, made, start=start, end=end, staying=stay)
    for track, note in data.draw(drawn(length)):
        new = Note(start + note.start, note.pitch, note.duration, note.velocity)
        made[track].append(new)
        growing = growing.adding({track: (new,)})
        whole = with_written(piece, made, start=start, end=end, staying=stay, growing=True)
        assert growing.score == whole


def test_a_track_without_new_notes_is_the_same_object() -> None:
    before = Growing.of(PIECES["with a pedal"], {0: (), 1: ()}, start=12 * BAR)
    after = before.adding({1: (Note(12 * BAR, 60, 480),)})
    assert after.score.tracks[0] is before.score.tracks[0]
    assert after.score.tempos is before.score.tempos
    assert len(before.score.tracks[1].notes) == len(after.score.tracks[1].notes) - 1
