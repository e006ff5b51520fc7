"""Nobody marks time: a bar comes as often in a row as bars of the piece did, and then another."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
import torch

from engine.config import SamplingConfig
from engine.generation.model import LiveModel
from engine.generation.recipe import Recipe
from engine.generation.standing import AT_LEAST, Standing
from engine.music.score import Note, Score, Track
from engine.request import Request
from engine.tokens.tokenizer import Tokenizer
from engine.tokens.vocabulary import TokenKind
from tests.generation.conftest import BAR

TOKENIZER = Tokenizer()
VOCABULARY = TOKENIZER.vocabulary
ONE, OTHER = (60, 62, 64, 65), (67, 69, 71, 72)


@pytest.fixture(scope="module")
def model(tiny_folder) -> LiveModel:
    return LiveModel.load(tiny_folder)


def piece(bars: Sequence[Sequence[int]], *, is_drum: bool = False) -> Score:
    """Bars of quarter notes."""
    notes = tuple(
        Note(bar * BAR + beat * 480, pitch, 480)
        for bar, pitches in enumerate(bars)
        for beat, pitch in enumerate(pitches)
    )
    return Score(tracks=(Track(notes=notes, is_drum=is_drum),))


def heard(
    *bars: Sequence[int], made: Sequence[Sequence[int]] = (), is_drum: bool = False
) -> Standing:
    """Return what has heard a piece, then bars that were made, and where the next one begins."""
    ids = TOKENIZER.encode(piece([*bars, *made], is_drum=is_drum)).ids.tolist()
    kinds = VOCABULARY.kinds[ids]
    lines = [*np.flatnonzero(kinds == TokenKind.BAR), len(ids)]
    standing = Standing(VOCABULARY, ids[: lines[len(bars)]])
    first_note = np.flatnonzero(np.isin(kinds, (TokenKind.PITCH, TokenKind.DRUM)))[0]
    for token in [*ids[lines[len(bars)] :], *ids[lines[0] : first_note]]:
        standing.accept(token)
    return standing


def against(standing: Standing, pitch: int) -> float:
    """Return how many nats are against a pitch."""
    flat = torch.zeros(len(VOCABULARY))
    draft: Any = None
    shaped = standing.process(flat, draft)
    assert not flat.any()
    return -float(shaped[VOCABULARY.ids_of(TokenKind.PITCH)[pitch]])


def test_a_bar_that_came_once_or_twice_may_come_again() -> None:
    assert against(heard(ONE, OTHER, made=[ONE]), 60) == 0
    assert against(heard(OTHER, ONE), 60) == 0


def test_a_bar_that_comes_oftener_than_any_did_is_leaned_away_from_more_and_more() -> None:
    once, twice, often = (heard(ONE, OTHER, ONE, OTHER, made=[ONE] * times) for times in (2, 3, 12))
    assert 0 < against(once, 60) < against(twice, 60) < against(often, 60) < 6
    assert against(often, 62) == against(often, 67) == 0  # not said there


def test_what_is_nearly_the_same_is_the_same_and_another_bar_begins_anew() -> None:
    varied = (60, 62, 64, 69)
    assert against(heard(OTHER, ONE, OTHER, made=[ONE, varied]), 60) > 0
    assert against(heard(OTHER, ONE, OTHER, made=[ONE, ONE, OTHER]), 67) == 0


def test_a_loop_goes_on_as_long_as_it_went() -> None:
    loop = [ONE] * 8 + [OTHER]
    assert against(heard(*loop, made=[ONE] * 7), 60) == 0
    assert against(heard(*loop, made=[ONE] * 8), 60) > 0
    # Bars of the piece count with those that are made.
    assert against(heard(OTHER, *[ONE] * AT_LEAST, made=[ONE]), 60) > 0


def test_drums_and_rests_may_go_on() -> None:
    assert against(heard(ONE, OTHER, made=[ONE] * 9, is_drum=True), 60) == 0
    assert against(heard(ONE, OTHER, made=[()] * 9 + [ONE]), 60) == 0


def test_rows_stand_each_by_themselves() -> None:
    one = heard(ONE, OTHER, made=[ONE, ONE])
    other = one.branch()
    other.accept(VOCABULARY.bar)
    assert against(one, 60) > 0
    assert against(other, 60) == 0


def names(model: LiveModel, **changes: Any) -> set[str]:
    asked = Request(start=8 * BAR, bars=4, alternatives=1, **changes)
    return {type(each).__name__ for each in Recipe(model, piece([ONE] * 8), asked).processors()}


def test_who_asks_for_the_same_or_dares_more_is_let_alone(model: LiveModel) -> None:
    assert "Standing" in names(model)
    assert "Standing" not in names(model, wish="like")
    assert "Standing" not in names(model, sampling=SamplingConfig(temperature=1.2))
    assert "Standing" not in names(model, sampling=SamplingConfig(echo=2.0))
