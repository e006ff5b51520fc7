"""What the user says while a job runs is heard at once, or put back for later, whatever happens."""

import queue

import pytest

from engine.messages import ImportFolders, PauseJob, StopJob, TrainModel
from engine.worker.control import JobControl
from engine.worker.door import Inbox

LATER = ImportFolders(folders=("a",))


def inbox_of(*said: object) -> Inbox:
    inbox: Inbox = queue.SimpleQueue()
    for each in said:
        inbox.put(each)  # type: ignore[arg-type]
    return inbox


def left_in(inbox: Inbox) -> list[object]:
    found: list[object] = []
    while not inbox.empty():
        found.append(inbox.get_nowait())
    return found


def failing(control: JobControl) -> None:
    assert control.must_stop()
    assert control.gone
    raise ZeroDivisionError


def test_what_is_for_later_is_put_back() -> None:
    inbox = inbox_of(LATER, StopJob(discard=True), TrainModel(name="Next"))
    with JobControl(inbox) as control:
        assert control.must_stop()
        assert control.discard
        assert not control.gone
    assert set(map(type, left_in(inbox))) == {ImportFolders, TrainModel}


def test_the_end_of_the_parent_outlives_a_failure() -> None:
    """Else the role would wait for ever for a word that was already said."""
    inbox = inbox_of(LATER, None)
    with pytest.raises(ZeroDivisionError), JobControl(inbox) as control:
        failing(control)
    assert left_in(inbox) == [LATER, None]


def test_a_pause_waits_or_ends() -> None:
    with JobControl(inbox_of(PauseJob(paused=True), PauseJob(paused=False))) as control:
        assert not control.must_stop()
    with JobControl(inbox_of(PauseJob(paused=True)), pausing_ends=True) as control:
        assert control.must_stop()
        assert control.paused
