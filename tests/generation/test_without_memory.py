"""A model without memory: it sees the rest of a segment, as it learned to, and nothing before."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.generation.model import LiveModel
from engine.live.session import Session
from engine.messages import Primed
from engine.model.description import SEGMENT, amend_card, seen_before
from engine.values.config import ModelConfig
from engine.values.score import Note, Score, Track
from tests.generation.conftest import BAR, asking, chord_piece, make_model


def melody(*, loud: int | None = None) -> Score:
    """Return forty notes; the velocity of one of them differs, which no key summary hears."""
    notes = tuple(Note(480 * k, 60, 480, 120 if k == loud else 40) for k in range(40))
    return Score(tracks=(Track(notes=notes),))


def next_logits(folder: Path, score: Score) -> np.ndarray:
    model = LiveModel.load(folder)
    ids = model.tokenizer.encode(score).ids.tolist()
    return model.decoder.prime(ids)


@pytest.mark.parametrize("segment", [None, 16])
def test_it_sees_the_rest_of_its_segment(tmp_path: Path, segment: int | None) -> None:
    folder = make_model(tmp_path / "m", mem_len=0)
    if segment is not None:
        amend_card(folder, {SEGMENT: segment})
    plain, near, far = (next_logits(folder, melody(loud=k)) for k in (None, 35, 2))
    assert np.allclose(plain, near) is (segment is None)
    # Two layers of 15 steps reach 30 steps back, and this one is further.
    assert np.allclose(plain, far)


def test_the_window_shows_the_bars_that_it_sees(tmp_path: Path) -> None:
    folder = make_model(tmp_path / "m", mem_len=0)
    amend_card(folder, {SEGMENT: 65})
    shown = []
    for each in (folder, make_model(tmp_path / "n", mem_len=64)):
        session = Session(LiveModel.load(each))
        primed = next(iter(session.continue_(asking(chord_piece(bars=20), start=20 * BAR))))
        assert isinstance(primed, Primed)
        shown.append((primed.exact_bars, primed.compressed_bars))
    assert shown[0] == shown[1]


@pytest.mark.parametrize(
    ("segment", "seen"),
    [(64, 63), (1, 0), (10**12, 4095), (0, 0), (-3, 0), (True, 0), ("64", 0), (None, 0), ([], 0)],
)
def test_a_card_that_anybody_wrote_makes_no_memory_of_its_own(segment: object, seen: int) -> None:
    vanilla = ModelConfig(vocab_size=9, mem_len=0)
    assert seen_before(vanilla, {SEGMENT: segment}) == seen
    assert seen_before(replace(vanilla, mem_len=7), {SEGMENT: segment}) == 7
