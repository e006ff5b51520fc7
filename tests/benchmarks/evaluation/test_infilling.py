"""What both sides of a gap are worth is counted on the same notes, read in two orders."""

import numpy as np
import pytest
import torch

from benchmarks.evaluation.reading import reading_of
from benchmarks.measures.infilling import Infilling, gaps_of, infilling
from engine.tokens.events import events_of
from engine.tokens.tokenizer import Tokenizer
from engine.tokens.vocabulary import TokenKind
from engine.values.config import TokenizerConfig
from engine.values.score import Note, Score, Track
from tests.benchmarks.evaluation.conftest import make_network

BAR = 4 * 480


@pytest.fixture(scope="module")
def any_order() -> Tokenizer:
    return Tokenizer(TokenizerConfig(any_order=True))


def ids_of(tokenizer: Tokenizer, bars: int, *, bass: bool = True) -> np.ndarray:
    tune = tuple(Note(beat * 480, 60 + beat % 12, 480) for beat in range(4 * bars))
    low = tuple(Note(bar * BAR, 36 + bar % 5, BAR) for bar in range(bars))
    tracks = (Track(notes=tune), Track(program=32, notes=low))
    score = Score(tracks=tracks if bass else tracks[:1])
    ids = tokenizer.encode(score).ids
    return np.array([tokenizer.begin, *ids, tokenizer.end], dtype=np.uint16)


def test_gaps_are_four_bars_with_four_after_them_that_are_read_first(any_order) -> None:
    vocabulary = any_order.vocabulary
    found = list(gaps_of(ids_of(any_order, 32), vocabulary, most=3))
    assert len(found) == 3
    for ids, gap in found:
        events = events_of(ids, vocabulary)
        assert gap.after - gap.first == gap.until - gap.after == 4
        assert len(events.bar_starts) - 1 == gap.until + 4
        assert ids[0] == any_order.begin
        assert ids[-1] == any_order.end
    assert not list(gaps_of(ids_of(any_order, 10), vocabulary, most=3))


def test_notes_are_those_of_the_gap_and_of_the_bars_after_it(any_order) -> None:
    reading = reading_of(make_network(any_order, "notes"), any_order.vocabulary)
    (one,) = infilling(reading, [ids_of(any_order, 32), ids_of(any_order, 8)], most=2)
    assert one.gaps == 2
    assert one.notes == one.notes_after == 2 * 4 * 5
    assert min(one.left, one.both, one.after_written, one.after_filled) > 0
    assert one.gain == pytest.approx((one.left - one.both) / one.notes)


def test_a_network_that_knows_nothing_gains_nothing_but_what_need_not_be_said(any_order) -> None:
    """All ids are equally likely: both orders cost the same but for a part that is said anew."""
    network = make_network(any_order, "notes")
    with torch.no_grad():
        for weight in network.parameters():
            weight.zero_()
    reading = reading_of(network, any_order.vocabulary)
    (one,) = infilling(reading, [ids_of(any_order, 32)], most=1)
    count = len(any_order.vocabulary) - len(any_order.vocabulary.ids_of(TokenKind.PART)) + 2
    an_id = np.log(count)
    assert one.left / an_id == pytest.approx(round(one.left / an_id), abs=1e-3)
    # The block ends with an id of its own where the song had none, and says its first part.
    assert 0 <= round((one.both - one.left) / an_id) <= 2
    assert abs(one.after_filled - one.after_written) / an_id == pytest.approx(0, abs=1.01)


def test_one_part_beside_the_others_is_counted_by_its_notes(any_order) -> None:
    song = ids_of(any_order, 32)
    for ids, gap in gaps_of(song, any_order.vocabulary, most=4, beside=True):
        assert gap.parts in ({0}, {1})
        assert len(events_of(ids, any_order.vocabulary).bar_starts) - 1 == gap.until + 4
    reading = reading_of(make_network(any_order, "notes"), any_order.vocabulary)
    (one,) = infilling(reading, [song], most=1, beside=True)
    assert one.notes in {16, 4}
    assert min(one.left, one.both, one.after_written, one.after_filled) > 0
    alone = ids_of(any_order, 32, bass=False)
    assert not list(gaps_of(alone, any_order.vocabulary, most=4, beside=True))


def test_bars_that_lead_into_a_gap_are_read_and_not_counted(any_order) -> None:
    reading = reading_of(make_network(any_order, "notes"), any_order.vocabulary)
    song = ids_of(any_order, 32)
    led = {lead: next(infilling(reading, [song], most=1, lead=lead)) for lead in (0, 1, 4, 9)}
    assert len({one.notes for one in led.values()}) == 1
    assert len({one.left for one in led.values()}) == 1
    assert led[0].both != led[1].both != led[4].both
    # There are but four bars before the first gap, and Fill reads as many.
    (usual,) = infilling(reading, [song], most=1)
    assert led[4] == led[9] == usual


def test_songs_add_up() -> None:
    one = Infilling(gaps=1, notes=10, left=40.0, both=30.0, notes_after=5, after_written=10.0,
                    after_filled=11.0)  # fmt: skip
    both = sum([one, one], start=Infilling())
    assert (both.gaps, both.notes, both.gain, both.cost_after) == (2, 20, 1.0, 0.2)
