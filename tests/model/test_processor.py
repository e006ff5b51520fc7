"""What every process of the engine does before its first product."""

from collections.abc import Iterator

import pytest
import torch

from engine.model.network.processor import use_processor


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    threads = torch.get_num_threads()
    yield
    torch.set_num_threads(threads)
    torch.set_flush_denormal(False)


def test_denormal_numbers_become_zero() -> None:
    if not torch.set_flush_denormal(True):
        pytest.skip("this processor cannot flush denormal numbers")
    torch.set_flush_denormal(False)
    small = torch.full((64,), 1e-30)
    assert (small * 1e-10 != 0).all()

    use_processor(threads=1)

    assert (small * 1e-10 == 0).all()
    assert (torch.full((64,), 2e-38) * 1.0 != 0).all(), "normal numbers stay"


def test_as_many_threads_as_were_asked_for() -> None:
    use_processor(threads=2)

    assert torch.get_num_threads() == 2
