"""A log of positions: what it holds, and what it lets go of."""

import weakref

import numpy as np

from engine.model.decoding.log import SPARE, EntryKind, Log, LogShape

PAGE = 8


def log_of_one_row() -> Log:
    kind = EntryKind("entries", layers=1, parts=1, heads=1, width=2, carried=3)
    return Log(
        LogShape(
            entry_kinds=(kind,),
            rows=1,
            reach=3,
            page=PAGE,
            dtype=np.float32,
        )
    )


def test_short_pieces_after_a_long_one_do_not_hold_what_the_long_one_advance() -> None:
    log = log_of_one_row()
    pages = [weakref.ref(log.page_of(place)["entries"]) for place in range(0, 20 * PAGE, PAGE)]
    assert sum(page() is not None for page in pages) == 20

    for _ in range(3):
        log.cut(0)
        log.page_of(0)
        assert sum(page() is not None for page in pages) == 1 + SPARE


def test_going_back_and_on_takes_the_page_that_was_there() -> None:
    log = log_of_one_row()
    log.page_of(0)
    last = weakref.ref(log.page_of(PAGE)["entries"])
    for _ in range(100):
        log.cut(PAGE)
        assert log.page_of(PAGE)["entries"] is last()


def test_a_fork_writes_over_the_pages_of_one_that_was_let_go_of() -> None:
    log = log_of_one_row()
    log.page_of(0)["entries"].fill(1.0)
    first = log.fork(PAGE, rows=2)
    page = first.page_of(0)["entries"]
    second = log.fork(PAGE, rows=2, spare=first.release())
    assert second.page_of(0)["entries"] is page
    assert first.release() == []
