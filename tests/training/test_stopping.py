"""A process that is asked to end finishes what it is at, unless one cannot wait for that."""

import signal

import pytest

from engine.training.stopping import stopping


@pytest.fixture(autouse=True)
def _ctrl_c_is_heard():
    # Whom a shell starts in the background hears none.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_who_is_asked_to_end_finishes_the_step_it_is_at():
    before = signal.getsignal(signal.SIGTERM)
    with stopping() as stopped:
        assert not stopped()
        for _ in range(2):
            signal.raise_signal(signal.SIGTERM)
            assert stopped()
    assert signal.getsignal(signal.SIGTERM) is before


@pytest.mark.parametrize("first", [signal.SIGTERM, signal.SIGINT])
def test_ctrl_c_after_that_ends_it_at_once(first):
    with stopping() as stopped:
        signal.raise_signal(first)
        assert stopped()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
