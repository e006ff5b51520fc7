"""A bar by itself: the same ids as the whole score's, whatever was played."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.ground.errors import LimitError
from engine.harmony.chords import find_chords
from engine.tokens.bar_encoding import BarEncoder, last_part
from engine.tokens.parts import NO_PART, Parts
from engine.tokens.tokenizer import Tokenizer
from engine.values.config import TokenizerConfig
from engine.values.score import Note, Score, Tempo, TimeSignature, Track

TOKENIZERS = (Tokenizer(), Tokenizer(TokenizerConfig(chords=False)))
METERS = ((4, 4), (3, 4), (6, 8), (2, 2), (5, 4), (7, 8))
NOTES = st.lists(
    st.builds(
        Note,
        start=st.integers(0, 4 * 1920),
        pitch=st.integers(0, 127),
        duration=st.integers(1, 3000),
        velocity=st.integers(1, 127),
    ),
    max_size=24,
)


def bar_by_bar(score: Score, tokenizer: Tokenizer, parts: Parts, *, bars: int) -> list[int]:
    """What the score's bars say, each made by itself."""
    encoder = BarEncoder(
        tokenizer.vocabulary,
        ticks_per_quarter=score.ticks_per_quarter,
        meter=score.time_signatures[0],
        bpm=score.tempos[0].bpm,
        parts=parts,
    )
    placed = [encoder.placed(note, parts.of_track[track]) for track, note in score.notes()]
    chords = find_chords(score)
    said: list[int] = []
    playing = NO_PART
    for bar in range(bars):
        own = [note for note in placed if note.place // encoder.bar_positions == bar]
        said += encoder.ids(bar, own, chords=chords, playing=playing)
        playing = last_part(own) if own else playing
    return said


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(
    tracks=st.tuples(NOTES, NOTES, NOTES),
    meter=st.sampled_from(METERS),
    bpm=st.floats(20, 300),
    quarter=st.sampled_from((480, 960, 96, 120)),
    tokenizer=st.sampled_from(TOKENIZERS),
)
def test_bars_one_by_one_are_the_whole_score(tracks, meter, bpm, quarter, tokenizer) -> None:
    me, segue, drums = (tuple(sorted(notes)) for notes in tracks)
    score = Score(
        ticks_per_quarter=quarter,
        tracks=(Track(notes=me), Track(program=33, notes=segue), Track(is_drum=True, notes=drums)),
        tempos=(Tempo(0, bpm),),
        time_signatures=(TimeSignature(0, *meter),),
    )
    parts = Parts((0, 1, 2), (0, 33, -1))
    bars = 12
    whole = tokenizer.encode(score, bars=bars, parts=parts)
    ends = [*whole.bars.tolist(), len(whole.ids)]
    expected = whole.ids[ends[0] : ends[bars]].tolist()
    assert bar_by_bar(score, tokenizer, parts, bars=bars) == expected


def test_a_meter_without_an_id_is_refused_in_one_sentence() -> None:
    with pytest.raises(LimitError, match="no bars of 11/4"):
        BarEncoder(
            TOKENIZERS[0].vocabulary,
            ticks_per_quarter=480,
            meter=TimeSignature(0, 11, 4),
            bpm=120.0,
            parts=Parts((0,), (0,)),
        )
