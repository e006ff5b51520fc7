import math
from dataclasses import replace

import numpy as np
import pytest
import torch

from engine.ground.errors import ModelFileError
from engine.model.decoding.sampling import RECENT, Guess, Sampler, draw_rows, probabilities
from engine.values.config import SamplingConfig

PLAIN = SamplingConfig(temperature=1.0, min_p=0.0)
LOGITS = np.log(np.array([0.5, 0.25, 0.125, 0.0625, 0.0625], dtype=np.float32))


def config(**changes):
    fields = {"temperature": 1.0, "min_p": 0.0}
    return SamplingConfig(**{**fields, **changes})


def shares(logits=LOGITS, **changes):
    allowed, guess, recent = (changes.pop(name, None) for name in ("allowed", "guess", "recent"))
    (row,) = probabilities(
        masked(logits, allowed)[None], config(**changes), guesses=[guess], recent=[recent or ()]
    )
    return row.tolist()


def masked(logits, allowed):
    return logits if allowed is None else np.where(allowed, logits, np.float32(-math.inf))


def test_the_plain_distribution_is_the_softmax():
    assert shares() == pytest.approx([0.5, 0.25, 0.125, 0.0625, 0.0625])


def test_temperature_sharpens_and_flattens():
    assert shares(temperature=0.5)[:2] == pytest.approx([0.25 / 0.3359375, 0.0625 / 0.3359375])
    assert shares(temperature=1000.0) == pytest.approx([0.2] * 5, abs=0.001)


def test_temperature_zero_takes_the_likeliest():
    assert shares(temperature=0.0) == [1, 0, 0, 0, 0]


def test_top_k_keeps_exactly_k():
    assert shares(top_k=2) == pytest.approx([2 / 3, 1 / 3, 0, 0, 0])
    assert shares(np.zeros(5, dtype=np.float32), top_k=3).count(0.0) == 2
    assert shares(top_k=9) == shares()


def test_top_p_keeps_the_smallest_set_that_holds_the_share():
    assert shares(top_p=0.75) == pytest.approx([2 / 3, 1 / 3, 0, 0, 0])
    assert shares(top_p=0.76) == pytest.approx([4 / 7, 2 / 7, 1 / 7, 0, 0])
    assert shares(top_p=1e-6) == [1, 0, 0, 0, 0]


def test_min_p_is_relative_to_the_likeliest():
    assert shares(min_p=0.2) == pytest.approx([4 / 7, 2 / 7, 1 / 7, 0, 0])


def test_typical_p_keeps_what_tells_about_as_much_as_is_to_be_expected():
    # 1.875 bits are to be expected: 0.25 and 0.125 tell 2 and 3, 0.5 tells 1, the rest 4.
    assert shares(typical_p=0.2) == pytest.approx([0, 1, 0, 0, 0])
    assert shares(typical_p=0.7) == pytest.approx([2 / 3, 1 / 3, 0, 0, 0])
    assert shares(typical_p=0.8) == pytest.approx([4 / 7, 2 / 7, 1 / 7, 0, 0])
    allowed = np.array([False, True, True, True, False])
    assert shares(typical_p=0.2, allowed=allowed) == pytest.approx([0, 0, 1, 0, 0])
    with pytest.raises(ValueError, match="typical_p"):
        config(typical_p=0.0)


def test_only_allowed_ids_have_a_share():
    allowed = np.array([False, True, False, True, False])
    assert shares(allowed=allowed) == pytest.approx([0, 0.8, 0, 0.2, 0])
    assert shares(allowed=allowed, temperature=0.0) == [0, 1, 0, 0, 0]


def test_a_guess_has_its_share_beside_what_truncation_leaves():
    guess = Guess(token=4, share=0.5)
    assert shares(guess=guess) == pytest.approx([0.25, 0.125, 0.0625, 0.03125, 0.53125])
    assert shares(guess=guess, min_p=0.4) == pytest.approx([1 / 3, 1 / 6, 0, 0, 0.5])
    # However sure it is, what the network finds likely may still end a repetition.
    assert shares(guess=Guess(token=4, share=0.98), min_p=0.05)[0] > 0.009
    assert shares(guess=guess, temperature=0.0) == [0, 0, 0, 0, 1]
    assert shares(guess=Guess(token=4, share=0.1), temperature=0.0) == [1, 0, 0, 0, 0]


def test_a_guess_that_is_not_allowed_does_not_count():
    allowed = np.array([True, True, False, False, False])
    guess = Guess(token=4, share=0.9)
    assert shares(allowed=allowed, guess=guess) == pytest.approx([2 / 3, 1 / 3, 0, 0, 0])


def test_what_was_drawn_lately_is_less_likely_whatever_its_sign():
    logits = np.array([2.0, -2.0, 0.0, 2.0], dtype=np.float32)
    weights = [math.exp(1.0), math.exp(-4.0), 1.0, math.exp(2.0)]
    expected = [weight / sum(weights) for weight in weights]
    assert shares(logits, repetition_penalty=2.0, recent=(0, 1, 1)) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("logits", "allowed"),
    [
        (np.zeros(3), np.zeros(3, dtype=np.bool_)),
        (np.full(3, -np.inf), None),
    ],
)
def test_nothing_to_draw_from_is_an_error(logits, allowed):
    with pytest.raises(ValueError, match="no id can be drawn"):
        Sampler(PLAIN).draw(masked(logits, allowed))


@pytest.mark.parametrize("value", [np.nan, np.inf])
@pytest.mark.parametrize("temperature", [0.0, 1.0])
def test_a_network_that_gives_no_numbers_is_told_in_a_sentence(value, temperature):
    logits = np.array([0.0, value, -np.inf])
    with pytest.raises(ModelFileError, match="The model gives no numbers"):
        Sampler(replace(PLAIN, temperature=temperature)).draw(logits)


def test_draws_follow_the_distribution():
    sampler = Sampler(PLAIN, seed=1)
    drawn = [sampler.draw(LOGITS) for _ in range(4000)]
    counts = np.bincount(drawn, minlength=5) / 4000
    assert counts.tolist() == pytest.approx(np.exp(LOGITS).tolist(), abs=0.03)


def test_no_draw_is_ever_one_that_is_not_allowed():
    sampler = Sampler(config(temperature=100.0), seed=2)
    allowed = np.array([False, True, True, False, False])
    assert {sampler.draw(masked(LOGITS, allowed)) for _ in range(500)} == {1, 2}


def test_the_seed_decides_and_the_config_has_one():
    def drawn(sampler):
        return [sampler.draw(LOGITS) for _ in range(30)]

    assert drawn(Sampler(PLAIN)) == drawn(Sampler(PLAIN, seed=PLAIN.seed))
    assert drawn(Sampler(PLAIN, seed=1)) != drawn(Sampler(PLAIN, seed=2))


def test_a_sampler_neither_moves_nor_follows_the_programs_generators():
    torch.manual_seed(0)
    before, arrays = torch.get_rng_state(), np.random.get_state(legacy=False)  # noqa: NPY002
    drawn = Sampler(PLAIN, seed=1).uniform()
    assert torch.equal(before, torch.get_rng_state())
    after = np.random.get_state(legacy=False)  # noqa: NPY002
    np.testing.assert_equal(after, arrays)
    np.random.seed(9)  # noqa: NPY002
    assert Sampler(PLAIN, seed=1).uniform() == drawn
    np.random.set_state(arrays)  # noqa: NPY002


@pytest.mark.parametrize("seed", [0, 1, 2, 5489, 2**31, 2**32 - 1, 2**32, 2**40 + 7, -1, -(2**33)])
def test_a_seed_gives_the_uniform_numbers_of_pytorch_to_the_bit(seed):
    generator = torch.Generator().manual_seed(seed)
    sampler = Sampler(PLAIN, seed=seed)
    # More than the 624 words of the generator, two a number.
    for _ in range(1000):
        theirs = torch.rand((), generator=generator, dtype=torch.float64)
        assert sampler.uniform() == theirs.item()


def test_a_restored_sampler_goes_on_the_same():
    sampler = Sampler(config(repetition_penalty=1.5), seed=3)
    for _ in range(RECENT + 5):
        sampler.draw(LOGITS)
    state = sampler.state()
    onward = [sampler.draw(LOGITS) for _ in range(20)]
    other = Sampler(sampler.config, seed=77)
    other.restore(state)
    assert [other.draw(LOGITS) for _ in range(20)] == onward
    assert len(state.recent) == RECENT


def test_a_draw_hardly_depends_on_the_last_digits_of_logits():
    one, other = Sampler(PLAIN, seed=4), Sampler(PLAIN, seed=4)
    random = np.random.default_rng(6)
    logits = random.standard_normal((200, 50), dtype=np.float32)
    noise = random.standard_normal((200, 50), dtype=np.float32) * np.float32(1e-6)
    assert [one.draw(row) for row in logits] == [other.draw(row) for row in logits + noise]


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"temperature": 0.0},
        {"temperature": 0.8, "top_k": 9, "top_p": 0.9, "typical_p": 0.9, "min_p": 0.02},
        {"repetition_penalty": 1.3},
    ],
)
def test_rows_drawn_together_are_what_each_draws_alone(changes):
    logits = np.random.default_rng(5).standard_normal((40, 4, 50), dtype=np.float32)
    logits[:, :, ::7] = -math.inf
    guesses = [None, Guess(token=3, share=0.4), None, Guess(token=7, share=0.9)]
    together = [Sampler(config(**changes), seed=seed) for seed in range(4)]
    alone = [Sampler(config(**changes), seed=seed) for seed in range(4)]
    for rows in logits:
        assert draw_rows(together, rows, guesses) == [
            sampler.draw(row, guess=guess)
            for sampler, row, guess in zip(alone, rows, guesses, strict=True)
        ]
