import pytest

from engine.ground.errors import TrainingError
from engine.tokens.tokenizer import Tokenizer
from engine.training.presets import (
    IDS_PER_STEP,
    MINIMUM_SCRATCH_TOKENS,
    REORDERED,
    SIZES,
    batch_of,
    check_enough,
    plan,
)
from engine.training.schedule import share_done
from engine.values.config import TokenizerConfig

IDS = Tokenizer().vocabulary
ANY_ORDER = Tokenizer(TokenizerConfig(any_order=True)).vocabulary
# Ids that one optimizer step of the most rows reads.
A_STEP = 8 * 64 * IDS_PER_STEP


def fine_tune(**changes):
    given = {
        "goal": "fine_tune",
        "tokens": 200_000,
        "tokens_per_s": 2000.0,
        "vocabulary": IDS,
    }
    return plan("taste", **(given | changes))


def test_a_taste_lasts_a_quarter_of_an_hour_and_trains_the_model_there_is():
    made = fine_tune()
    assert made.budget_s == 900
    assert made.model is None
    assert made.likely_steps == round(900 * 2000 / A_STEP)


def test_minutes_decide_where_the_trial_met_a_busy_machine():
    made = fine_tune(tokens=10_000_000, tokens_per_s=500.0)
    assert made.likely_steps == round(900 * 500 / A_STEP)
    on_time = share_done(
        step=3 * made.likely_steps // 2,
        steps=made.training.steps,
        elapsed_s=450.0,
        budget_s=made.budget_s,
    )
    assert on_time == 450 / 900, "three times as fast as foreseen, and still half of the time left"
    assert made.training.validate_every <= made.likely_steps // 8
    assert made.training.warmup_steps <= made.likely_steps // 10


def test_few_songs_are_not_read_more_often_than_teaches_them_by_heart():
    made = fine_tune(tokens=8000, tokens_per_s=1e6)
    assert made.batch.rows == 1
    assert made.training.steps * A_STEP / 8 <= 12 * 8000


def test_minutes_and_steps_overrule_the_preset():
    assert fine_tune(minutes=2).budget_s == 120
    by_steps = fine_tune(steps=7)
    assert by_steps.budget_s is None
    assert by_steps.training.steps == by_steps.likely_steps == 7


@pytest.mark.parametrize("goal", ["fine_tune", "scratch"])
def test_who_can_be_told_of_another_order_reads_some_songs_in_one(goal):
    given = {"goal": goal, "tokens": 2_000_000}
    assert fine_tune(**given, vocabulary=ANY_ORDER).batch.reordered == REORDERED
    assert fine_tune(**given).batch.reordered == 0.0


def test_a_faster_machine_makes_a_larger_model_from_scratch():
    widths = []
    for speed in (50.0, 2000.0, 60_000.0):
        made = plan(
            "overnight",
            goal="scratch",
            tokens=30_000_000,
            tokens_per_s=speed,
            vocabulary=IDS,
        )
        widths.append(made.model.d_model)
    assert widths == sorted(set(widths))
    assert widths[-1] == SIZES[-1][1]


def test_more_steps_make_a_larger_model_from_scratch_whatever_the_speed():
    made = {
        steps: plan(
            "taste",
            goal="scratch",
            tokens=30_000_000,
            tokens_per_s=1.0,
            vocabulary=IDS,
            steps=steps,
        ).model.d_model
        for steps in (100, 4000, 40_000)
    }
    assert made == {100: SIZES[0][1], 4000: SIZES[2][1], 40_000: SIZES[-1][1]}


def test_little_music_makes_a_small_model_however_fast_the_machine():
    made = plan("overnight", goal="scratch", tokens=1_000_000, tokens_per_s=1e6, vocabulary=IDS)
    assert made.model.d_model < SIZES[-1][1]


@pytest.mark.parametrize(("tokens", "goal"), [(10, "fine_tune"), (999_999, "scratch")])
def test_too_little_music_is_refused_in_one_sentence(tokens, goal):
    with pytest.raises(TrainingError, match=r"too little|ten hours") as caught:
        check_enough(tokens, goal=goal)
    assert caught.value.message.endswith(".")
    assert caught.value.hint
    check_enough(MINIMUM_SCRATCH_TOKENS, goal=goal)


def test_a_new_model_reads_more_at_once_on_a_gpu_and_a_fine_tuned_one_does_not() -> None:
    def sizes(goal, *, on_gpu):
        batch = batch_of(goal, 2_000_000, vocabulary=IDS, on_gpu=on_gpu)
        return batch.rows, batch.segment_length

    assert sizes("scratch", on_gpu=True) == (64, 256)
    assert sizes("scratch", on_gpu=False) == (32, 64)
    assert sizes("fine_tune", on_gpu=True) == sizes("fine_tune", on_gpu=False)
