"""The starter's answers fit what was played: density, lengths, kit and key.

The phrases are scripted (`benchmarks/jam/players.py`), and no phrase here is one of those that
strengths were chosen on or figures are reported of.
"""

from collections import defaultdict
from itertools import pairwise
from statistics import median

import pytest

from benchmarks.jam.fit import Answer, answer_to, fit
from benchmarks.jam.players import BAR, BEAT, HAT, KICK, SNARE
from engine.generation.model import LiveModel
from engine.ground.paths import starter_model

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

SEEDS = (501, 502)


@pytest.fixture(scope="module")
def starter() -> LiveModel:
    return LiveModel.load(starter_model())


def heard(starter: LiveModel, player: str, seed: int) -> Answer:
    answer = answer_to(starter, player, seed, bars=2)
    assert answer is not None
    assert answer.notes
    return answer


def notes_a_bar(answer: Answer) -> float:
    """Return the notes of each bar of the answer, divided by those of the phrase."""
    bars_played = max(note.start for note in answer.phrase) // BAR + 1
    return len(answer.notes) / answer.bars / (len(answer.phrase) / bars_played)


@pytest.mark.parametrize("seed", SEEDS)
def test_staccato_chords_are_answered_by_as_many_notes_of_their_length(starter, seed) -> None:
    answer = heard(starter, "chords", seed)
    assert 0.5 <= notes_a_bar(answer) <= 1.5
    played, made = (
        median(note.duration for note in notes) for notes in (answer.phrase, answer.notes)
    )
    assert played / 1.6 <= made <= played * 1.6
    # Eighths stay eighths: onsets lie on halves of beats, and not on thirds.
    onsets = sorted({note.start for note in answer.notes})
    thirds = [b - a for a, b in pairwise(onsets) if (b - a) % (BEAT // 3) == 0 and (b - a) % BEAT]
    assert len(thirds) <= len(onsets) / 10


@pytest.mark.parametrize("seed", SEEDS)
def test_a_drummer_is_answered_by_kick_snare_and_hat_together(starter, seed) -> None:
    answer = heard(starter, "drums", seed)
    assert notes_a_bar(answer) <= 1.5
    assert {KICK, SNARE, HAT} <= {note.pitch for note in answer.notes}
    together = defaultdict(set)
    for note in answer.notes:
        together[note.start].add(note.pitch)
    assert any(HAT in struck and struck & {KICK, SNARE} for struck in together.values())


@pytest.mark.parametrize("seed", SEEDS)
def test_a_sparse_tune_is_answered_in_its_key_by_few_notes(starter, seed) -> None:
    answer = heard(starter, "sparse", seed)
    assert notes_a_bar(answer) <= 2.0
    assert fit(answer)["in_key"] >= 0.9
