"""The surer of two ways to find what the piece did before."""

import pytest
import torch

from engine.generation.form import PHRASE
from engine.generation.short_term import AGAIN, RETURN, ShortTermModel, weighed
from engine.model.echo import Echo, Repeat
from engine.music.score import Note, Score, Track
from engine.tokens.tokenizer import Tokenizer

TOKENIZER = Tokenizer()
VOCABULARY = TOKENIZER.vocabulary
THEME = (60, 67, 64, 62, 65, 72, 69, 71)


def theme_over_another_bass() -> list[int]:
    """Return the ids up to the sixth note of a theme that is heard again over another bass."""
    theme = tuple(Note(i * 480, THEME[i % 8], 480, 80) for i in range(16))
    bass = tuple(Note(i * 320, 30 + i * i % 13, 160, 80) for i in range(22))
    score = Score(tracks=(Track(notes=theme), Track(program=33, notes=bass)))
    ids = TOKENIZER.encode(score).ids.tolist()
    sixth = [i for i, token in enumerate(ids) if VOCABULARY.names[token] == f"Pitch_{THEME[5]}"]
    return ids[: sixth[1]]


def test_a_theme_is_found_where_only_its_own_part_repeats() -> None:
    ids = theme_over_another_bass()
    found, echo = ShortTermModel.of(VOCABULARY, ids).repeat(), Echo(ids).repeat()
    assert found is not None
    assert VOCABULARY.names[found.token] == f"Pitch_{THEME[5]}"
    assert found.share > 0.5
    assert echo is None or echo.share < 0.2


def test_where_everything_repeats_the_longer_run_of_ids_is_surer() -> None:
    ids = [*range(4, 60)] * 2
    assert ShortTermModel.of(VOCABULARY, ids).repeat() == Echo(ids).repeat()


def test_its_strength_is_a_factor_on_the_odds() -> None:
    ids = theme_over_another_bass()
    shares = {}
    for strength in (0.0, 0.5, 1.0):
        found = ShortTermModel.of(VOCABULARY, ids, strength=strength).repeat()
        shares[strength] = found.share if found else 0.0
    assert shares[0.0] == 0
    odds = {strength: share / (1 - share) for strength, share in shares.items()}
    assert odds[0.5] == pytest.approx(odds[1.0] / 2)


def test_a_closed_one_goes_on_by_itself() -> None:
    ids = theme_over_another_bass()
    whole = ShortTermModel.of(VOCABULARY, ids)
    closed, before = whole.closed(), whole.repeat()
    for token in ids[-40:]:
        closed.push(token)
    assert whole.repeat() == before


def test_what_is_made_goes_away_for_a_phrase_and_comes_back_for_a_phrase() -> None:
    ids = theme_over_another_bass()
    run = ids[-12:]
    assert VOCABULARY.bar not in run

    def odds_after(bars: int, model: ShortTermModel) -> float:
        for token in [VOCABULARY.bar] * bars + run:
            model.push(token)
        found = model.repeat()
        assert found is not None
        return found.share / (1 - found.share)

    def alone() -> ShortTermModel:
        return ShortTermModel.of(VOCABULARY, ids).closed()

    away = odds_after(PHRASE - 1, alone())
    assert odds_after(PHRASE, alone()) == pytest.approx(RETURN * away)
    assert odds_after(2 * PHRASE - 1, alone()) == pytest.approx(RETURN * away)
    assert odds_after(2 * PHRASE, alone()) == pytest.approx(away)


def test_bars_that_said_nothing_new_make_the_next_repetition_less_likely() -> None:
    ids = theme_over_another_bass()
    run = ids[-12:]

    def odds_after(bars: int, *, new: int | None = None) -> float:
        model = ShortTermModel.of(VOCABULARY, ids).closed()
        for _ in range(bars):
            for token in run:
                model.push(token)
            found = model.repeat()
            assert found is not None
            model.push(found.token if new is None else new)
            model.push(VOCABULARY.bar)
        for token in run:
            model.push(token)
        found = model.repeat()
        assert found is not None
        return found.share / (1 - found.share)

    first = odds_after(1, new=VOCABULARY.pad)
    assert odds_after(3, new=VOCABULARY.pad) == pytest.approx(first)
    assert odds_after(1) == pytest.approx(AGAIN * first)
    assert odds_after(3) == pytest.approx(AGAIN**3 * first)
    assert odds_after(PHRASE) == pytest.approx(RETURN * first)


def test_a_rule_that_leans_to_others_takes_from_a_repetition_what_it_takes_from_the_network() -> (
    None
):
    says = Repeat(token=0, run=9, share=0.9)
    logits = torch.tensor([[2.0, 0.0, -4.0]] * 4)
    shaped = logits.clone()
    shaped[1, 2] += 8.0  # who lacks
    shaped[2, 0] += 3.0  # what leans to the repetition
    shaped[3, 1] = -torch.inf
    same, less, leant, alone = weighed([says] * 4, logits, shaped)
    assert same == leant == says
    assert less is not None
    before, after = logits[1].softmax(0)[0], shaped[1].softmax(0)[0]
    odds = less.share / (1 - less.share)
    assert odds == pytest.approx(9 * float(after / before), rel=1e-5)
    assert alone == says  # what is forbidden was never its rival
    assert weighed([None], logits[:1], shaped[:1]) == [None]
    forbidden = logits[:1].clone()
    forbidden[0, 0] = -torch.inf
    (never,) = weighed([says], logits[:1], forbidden)
    assert never is not None
    assert never.share == 0
