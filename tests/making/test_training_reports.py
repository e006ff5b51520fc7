"""A run tells people few things, each of them plain."""

from engine.making.training_reports import TrainingReporter
from engine.messages import Notice, TrainingProgress
from engine.training.progress import TrainingStep as Step


class Clock:
    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


def step(number: int, **changes: object) -> Step:
    fields = {"step": number, "steps": 1000, "share": number / 1000, "loss": 2.0} | changes
    return Step(**fields)  # type: ignore[arg-type]


def test_a_hundred_steps_a_second_become_five_reports_and_no_loss_is_forgotten() -> None:
    clock = Clock()
    telling = TrainingReporter("cpu", clock=clock)
    reports = []
    for number in range(1, 201):
        clock.now_s = number / 100
        reports += telling.of(step(number, loss=float(number)))
    assert 8 <= len(reports) <= 11
    assert all(isinstance(report, TrainingProgress) for report in reports)
    # Each is the mean of the steps since the one before.
    assert reports[1].loss == sum(range(2, reports[1].step + 1)) / (reports[1].step - 1)


def test_validations_are_always_told_with_a_sentence() -> None:
    telling = TrainingReporter("cpu", clock=lambda: 0.0)

    def sentence(number: int, loss: float, best: float, best_step: int) -> str:
        told = telling.of(step(number, validation_loss=loss, best_loss=best, best_step=best_step))
        (report,) = told
        assert isinstance(report, TrainingProgress)
        assert report.validation_loss == loss
        return report.message

    assert sentence(0, 3.0, 3.0, 0) == ""
    assert sentence(100, 2.5, 2.5, 100) == "Still improving."
    assert sentence(200, 2.51, 2.5, 100) == "Flat since step 100."
    assert sentence(300, 2.8, 2.5, 100) == "It is starting to memorise; the best is step 100."


def test_what_is_unusual_is_a_notice() -> None:
    told = list(TrainingReporter("cpu", clock=lambda: 0.0).of(step(5, notice="Not enough memory.")))
    assert told[0] == Notice(message="Not enough memory.")


def test_steps_that_will_fit_into_the_time_are_estimated() -> None:
    telling = TrainingReporter("cpu", clock=lambda: 0.0)
    (report,) = telling.of(step(50, steps=1000, share=0.5, validation_loss=2.0))
    assert isinstance(report, TrainingProgress)
    assert report.steps == 100
