"""What is said of a training that did not get better, waits, goes on, and ends."""

import pytest
from msgspec.structs import replace

from app.state.training_run import TrainingRun
from app.train import choices, notices
from app.train.shows import progress_of
from app.train.words import going_on, how_it_goes
from app.views.train.values import Sources
from engine import messages


def run_of(*held_out: float, base: str = "starter") -> TrainingRun:
    points = tuple((32 * number, loss) for number, loss in enumerate(held_out))
    report = messages.TrainingProgress(
        phase="training", step=points[-1][0], steps=300, seconds_left=500.0, memory_bytes=1 << 30
    )
    return TrainingRun(
        name="Mine",
        base=base,
        preset="taste",
        held_out=points,
        base_loss=held_out[0],
        progress=report,
        speed=500.0,
    )


def test_the_first_steps_are_not_called_memorising() -> None:
    text, tone = how_it_goes(run_of(0.75, 0.77))
    assert text.startswith("Not yet better")
    assert tone == "plain"
    text, tone = how_it_goes(run_of(0.75, 0.77, 0.78, 0.78, 0.78))
    assert "more pieces would help" in text
    assert "step 0" not in text
    assert tone == "warning"


def test_a_run_that_goes_on_says_so_until_it_is_heard_of() -> None:
    waits = replace(run_of(0.75, 0.77), resuming=True)
    assert going_on(waits) == ("Going on from step 32…", "plain")
    # How fast it was before it waited is not how fast it is.
    shown = progress_of(waits)
    assert (shown.seconds_left, shown.notes_per_second, shown.memory) == (-1.0, 0.0, "")
    heard = waits.reporting(messages.TrainingProgress(phase="training", step=33, steps=300))
    assert going_on(heard) is None


@pytest.mark.parametrize(
    ("loss", "tone", "said"),
    [(0.6, "good", "20 % better than before"), (0.78, "warning", "no better than before")],
)
def test_an_ending_says_whether_it_got_better(loss: float, tone: str, said: str) -> None:
    made = messages.ModelMade(folder="/m", name="Mine", step=128, validation_loss=loss)
    text, how_good = notices.ending_of(run_of(0.75, loss), made)
    assert text.startswith("‘Mine’ is ready.")
    assert said in text
    assert how_good == tone


@pytest.mark.parametrize(("minutes", "said"), [(19.86, False), (20.0, False), (19.2, True)])
def test_twenty_minutes_are_not_less_than_twenty(minutes: float, *, said: bool) -> None:
    sources = Sources(pieces=20, total=20, seconds=60 * minutes)
    text = choices.checks_of(None, sources, on_battery=False, base=choices.STARTER, preset="taste")
    assert ("is little" in text) is said
