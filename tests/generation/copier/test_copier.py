"""The surer of two ways to find what the piece did before."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np
import pytest

from engine.generation.copier.copier import Copier, weighed
from engine.generation.copier.ids import IdCache
from engine.generation.priors import SHAPE, CopierPriors
from engine.generation.state.heard import Heard
from engine.model.decoding.sampling import Guess
from engine.planning.phrases import PHRASE
from engine.tokens.tokenizer import Tokenizer
from engine.values.score import Note, Score, Track

TOKENIZER = Tokenizer()
VOCABULARY = TOKENIZER.vocabulary
PRIORS = SHAPE.copier
THEME = (60, 67, 64, 62, 65, 72, 69, 71)


def theme_over_another_bass() -> list[int]:
    """Return the ids up to the sixth note of a theme that is heard again over another bass."""
    theme = tuple(Note(i * 480, THEME[i % 8], 480, 80) for i in range(16))
    bass = tuple(Note(i * 320, 30 + i * i % 13, 160, 80) for i in range(22))
    score = Score(tracks=(Track(notes=theme), Track(program=33, notes=bass)))
    ids = TOKENIZER.encode(score).ids.tolist()
    sixth = [i for i, token in enumerate(ids) if VOCABULARY.names[token] == f"Pitch_{THEME[5]}"]
    return ids[: sixth[1]]


def by_ids_alone(ids: Sequence[int]) -> Guess | None:
    return IdCache(ids, even_run=PRIORS.even_run).guess()


class Listening:
    """A copier, and what it has heard."""

    def __init__(
        self, ids: Sequence[int], *, priors: CopierPriors = PRIORS, strength: float = 1.0
    ) -> None:
        self._copier = Copier.of(VOCABULARY, ids, priors, strength=strength)
        self._heard = Heard(VOCABULARY, ids)

    def closed(self) -> "Listening":
        """Return one that goes on by itself."""
        other = Listening(())
        other._copier = self._copier.closed(self._heard.bar_length)
        other._heard = self._heard.branch()
        return other

    def push(self, *ids: int) -> None:
        for token in ids:
            self._heard.push(token)
            self._copier.push(token, self._heard)

    def guess(self) -> Guess | None:
        return self._copier.guess(self._heard)

    @property
    def odds(self) -> float:
        """Of what is guessed."""
        found = self.guess()
        assert found is not None
        return found.share / (1 - found.share)


def test_a_theme_is_found_where_only_its_own_part_repeats() -> None:
    ids = theme_over_another_bass()
    found, by_ids = Listening(ids).guess(), by_ids_alone(ids)
    assert found is not None
    assert VOCABULARY.names[found.token] == f"Pitch_{THEME[5]}"
    assert found.share > 0.5
    assert by_ids is None or by_ids.share < 0.2


def test_where_everything_repeats_the_longer_run_of_ids_is_surer() -> None:
    ids = [*range(4, 60)] * 2
    assert Listening(ids).guess() == by_ids_alone(ids)


def test_its_strength_is_a_factor_on_the_odds() -> None:
    ids = theme_over_another_bass()
    assert Listening(ids, strength=0.0).guess() is None
    assert Listening(ids, strength=0.5).odds == pytest.approx(Listening(ids).odds / 2)


def test_without_priors_nothing_comes_back() -> None:
    ids = theme_over_another_bass()
    assert Listening(ids, priors=CopierPriors()).guess() is None
    assert Listening([*range(4, 60)] * 2, priors=CopierPriors()).closed().guess() is None


def test_a_closed_one_goes_on_by_itself() -> None:
    ids = theme_over_another_bass()
    whole = Listening(ids)
    closed, before = whole.closed(), whole.guess()
    closed.push(*ids[-40:])
    assert whole.guess() == before


def run_of(ids: Sequence[int]) -> list[int]:
    """Return the last ids, in which no bar begins."""
    run = list(ids[-12:])
    assert VOCABULARY.bar not in run
    return run


@pytest.mark.parametrize("returning", [2.0, 5.0])
def test_what_is_made_goes_away_for_a_phrase_and_comes_back_for_a_phrase(
    returning: float,
) -> None:
    ids = theme_over_another_bass()
    whole = Listening(ids, priors=replace(PRIORS, returning=returning))

    def odds_after(bars: int) -> float:
        listening = whole.closed()
        listening.push(*[VOCABULARY.bar] * bars, *run_of(ids))
        return listening.odds

    away = odds_after(PHRASE - 1)
    assert odds_after(PHRASE) == pytest.approx(returning * away)
    assert odds_after(2 * PHRASE - 1) == pytest.approx(returning * away)
    assert odds_after(2 * PHRASE) == pytest.approx(away)


def test_bars_that_said_nothing_new_make_the_next_repetition_less_likely() -> None:
    ids = theme_over_another_bass()
    whole = Listening(ids)

    def odds_after(bars: int, *, new: Iterable[int] = ()) -> float:
        listening = whole.closed()
        for _ in range(bars):
            listening.push(*run_of(ids))
            found = listening.guess()
            assert found is not None
            listening.push(*(new or (found.token,)), VOCABULARY.bar)
        listening.push(*run_of(ids))
        return listening.odds

    first, away = odds_after(1, new=[VOCABULARY.pad]), PRIORS.away
    assert odds_after(3, new=[VOCABULARY.pad]) == pytest.approx(first)
    assert odds_after(1) == pytest.approx(away * first)
    assert odds_after(3) == pytest.approx(away**3 * first)
    assert odds_after(PHRASE) == pytest.approx(PRIORS.returning * first)


def test_a_rule_that_leans_to_others_takes_from_a_repetition_what_it_takes_from_the_network() -> (
    None
):
    guess = Guess(token=0, share=0.9)
    logits = np.array([2.0, 0.0, -4.0], dtype=np.float32)

    def after(token: int, nats: float) -> np.ndarray:
        shaped = logits.copy()
        shaped[token] += nats
        return shaped

    def weigh(shaped: np.ndarray) -> Guess:
        found, none = weighed([guess, None], np.stack([logits] * 2), np.stack([shaped] * 2))
        assert found is not None
        assert none is None
        return found

    lacking = after(2, 8.0)
    less = weigh(lacking)
    odds = less.share / (1 - less.share)
    before, now = (float((np.exp(each) / np.exp(each).sum())[0]) for each in (logits, lacking))
    assert odds == pytest.approx(9 * now / before, rel=1e-5)
    assert weigh(logits) == guess
    # What leans to the repetition adds nothing to it, and what is forbidden was never its rival.
    assert weigh(after(0, 3.0)) == guess
    assert weigh(after(1, -np.inf)) == guess
    assert weigh(after(0, -np.inf)).share == 0
