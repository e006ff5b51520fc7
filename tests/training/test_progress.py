import io
from pathlib import Path

import pytest

from engine.training.progress import Metrics, TrainingStep, read_metrics


@pytest.mark.parametrize(
    ("step", "share", "likely"),
    [(0, 0.0, 1000), (0, 0.5, 1000), (50, 0.5, 100), (50, 0.01, 1000), (50, 1.0, 50)],
)
def test_steps_that_fit_into_the_time_are_told_from_what_was_done_in_it(step, share, likely):
    told = TrainingStep(step=step, steps=1000, share=share, loss=None)
    assert told.likely_steps == likely


def test_lines_are_read_back_and_a_torn_one_is_left_out(tmp_path):
    path = tmp_path / "metrics.jsonl"
    metrics = Metrics(path)
    for step in (1, 2, 3):
        metrics.write(TrainingStep(step=step, steps=9, share=step / 9, loss=1.0 / step))
    with path.open("a") as file:
        file.write('{"step": 4, "lo')
    assert [line["step"] for line in read_metrics(path)] == [1, 2, 3]
    assert "validation_loss" not in next(read_metrics(path))


def test_lines_that_a_full_disk_did_not_take_are_written_later_and_none_is_torn(
    tmp_path, monkeypatch
):
    path = tmp_path / "metrics.jsonl"
    metrics = Metrics(path)
    real = Path.open

    class Full(io.FileIO):
        def write(self, data):
            return super().write(data[:7])

    def full(self, mode, **_):
        return Full(self, mode.replace("b", ""))

    for step in (1, 2, 3, 4):
        monkeypatch.setattr(Path, "open", full if step in {2, 3} else real)
        metrics.write(TrainingStep(step=step, steps=9, share=0.1, loss=1.0))
        if step == 3:
            monkeypatch.setattr(Path, "open", real)
            assert [line["step"] for line in read_metrics(path)] == [1]
    assert [line["step"] for line in read_metrics(path)] == [1, 2, 3, 4]


def test_a_resume_forgets_the_lines_it_will_write_again(tmp_path):
    metrics = Metrics(tmp_path / "metrics.jsonl")
    metrics.forget_after(0)
    for step in (1, 2, 3, 4):
        metrics.write(TrainingStep(step=step, steps=9, share=0.1, loss=1.0))
    metrics.forget_after(2)
    assert [line["step"] for line in read_metrics(tmp_path / "metrics.jsonl")] == [1, 2]
