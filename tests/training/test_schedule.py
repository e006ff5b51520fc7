import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.training.schedule import learning_rate, share_done
from engine.values.config import TrainingConfig

CONFIG = TrainingConfig(steps=1000, learning_rate=1e-3, warmup_steps=10, final_rate=0.1)


def test_the_rate_rises_in_a_line_then_falls_to_its_final_share():
    assert learning_rate(CONFIG, step=0, share=0.0) == pytest.approx(1e-4)
    assert learning_rate(CONFIG, step=4, share=0.0) == pytest.approx(5e-4)
    assert learning_rate(CONFIG, step=10, share=0.0) == pytest.approx(1e-3)
    assert learning_rate(CONFIG, step=500, share=0.5) == pytest.approx(5.5e-4)
    assert learning_rate(CONFIG, step=1000, share=1.0) == pytest.approx(1e-4)


def test_no_warmup_begins_at_the_peak():
    config = TrainingConfig(steps=10, learning_rate=1e-3, warmup_steps=0)
    assert learning_rate(config, step=0, share=0.0) == pytest.approx(1e-3)


def test_a_run_is_as_far_as_steps_or_time_say_whichever_is_further():
    assert share_done(step=25, steps=100, elapsed_s=10, budget_s=None) == 0.25
    assert share_done(step=25, steps=100, elapsed_s=50, budget_s=100) == 0.5
    assert share_done(step=75, steps=100, elapsed_s=50, budget_s=100) == 0.75
    assert share_done(step=25, steps=100, elapsed_s=500, budget_s=100) == 1.0


@given(share=st.floats(0, 1), other=st.floats(0, 1))
def test_after_the_rise_the_rate_never_rises_again(share, other):
    low, high = sorted((share, other))
    early = learning_rate(CONFIG, step=500, share=low)
    late = learning_rate(CONFIG, step=500, share=high)
    assert late <= early + 1e-12
