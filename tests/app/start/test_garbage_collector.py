"""Garbage is collected where and when the window can bear it."""

import gc
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent

from app.start.garbage_collector import GIVE_BACK_S, QUIET_S, GarbageCollector

pytestmark = pytest.mark.usefixtures("qapp")


class Time:
    def __init__(self) -> None:
        self.now_s, self.busy = 100.0, False

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def touched() -> QObject:
    return QObject()


@pytest.fixture
def collector(time: Time, touched: QObject) -> Iterator[GarbageCollector]:
    gc.enable()
    collector = GarbageCollector(touched, is_busy=lambda: time.busy, clock=time)
    yield collector
    collector.end()
    assert gc.isenabled()
    # As `tests/conftest.py` does: collections of later tests need not look at all modules.
    gc.freeze()


@pytest.fixture
def looked_at(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    looked_at: list[int] = []
    monkeypatch.setattr(gc, "collect", looked_at.append)
    monkeypatch.setattr(gc, "get_count", lambda: (0, 0, 99))
    return looked_at


def test_python_collects_nothing_by_itself(collector: GarbageCollector) -> None:
    assert not gc.isenabled()
    kept = [[] for _ in range(100_000)]
    assert gc.get_count()[0] > len(kept) / 2
    collector.collect()
    assert gc.get_count()[0] < len(kept) / 2


def test_everything_is_looked_at_only_when_nobody_works(
    collector: GarbageCollector, time: Time, touched: QObject, looked_at: list[int]
) -> None:
    time.now_s += QUIET_S
    none = Qt.KeyboardModifier.NoModifier
    QCoreApplication.sendEvent(touched, QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_G, none))
    collector.collect()
    assert looked_at == []
    time.now_s += QUIET_S
    time.busy = True
    collector.collect()
    assert looked_at == []
    time.busy = False
    collector.collect()
    assert looked_at == [2]


def test_what_was_made_lately_is_looked_at_while_one_works(
    collector: GarbageCollector, looked_at: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    young, middle, _ = gc.get_threshold()
    monkeypatch.setattr(gc, "get_count", lambda: (young + 1, 0, 99))
    collector.collect()
    monkeypatch.setattr(gc, "get_count", lambda: (young + 1, middle + 1, 99))
    collector.collect()
    monkeypatch.setattr(gc, "get_count", lambda: (young, middle, 0))
    collector.collect()
    assert looked_at == [0, 1]


def test_what_is_kept_is_looked_at_no_more(collector: GarbageCollector) -> None:
    kept = [[] for _ in range(1000)]
    collector.keep()
    assert gc.get_freeze_count() > len(kept)


def test_memory_that_nothing_is_in_goes_back_when_nobody_works(
    time: Time, touched: QObject
) -> None:
    given_back_s: list[float] = []
    collector = GarbageCollector(
        touched,
        is_busy=lambda: time.busy,
        clock=time,
        give_back=lambda: given_back_s.append(time.now_s),
    )
    began_s = time.now_s
    for second in range(int(4 * GIVE_BACK_S)):
        time.now_s = began_s + second
        time.busy = second < 2 * GIVE_BACK_S
        collector.collect()
    collector.end()
    assert given_back_s == [began_s + 2 * GIVE_BACK_S, began_s + 3 * GIVE_BACK_S]
