"""Pieces and journals that older versions wrote: files in `tests/piece/older`, as they wrote them.

`format-1.segue` and its journal are of the last version whose takes had loose fields.
"""

from dataclasses import replace
from pathlib import Path

import pytest

from app.files.journal import line_of, replayed
from engine.ground.errors import RequestError
from engine.piece.composition import Composition
from engine.piece.composition_file import (
    from_bytes,
    from_document,
    open_composition,
    to_bytes,
    to_document,
)
from engine.values.config import SteeringConfig

OLDER = Path(__file__).parent / "older"
BAR = 1920


@pytest.fixture
def opened() -> Composition:
    return open_composition(OLDER / "format-1.segue")


def test_a_piece_of_the_first_format_opens_with_all_it_kept(opened: Composition) -> None:
    first, second = opened.takes
    assert opened.score.note_count == 26
    assert [(take.state, take.starred, take.symbol, take.text) for take in opened.takes] == [
        ("accepted", False, "", ""),
        ("rejected", True, "♥", "the other way"),
    ]
    assert opened.current_take == 1
    assert [(part.track, part.note.origin) for part in second.notes] == [(0, 2), (0, 2)]
    assert (first.model, first.seed, second.seed, first.fit) == ("Starter", 4071, 4072, -1.5)
    ask = second.ask
    assert (ask.start, ask.bars, ask.following, ask.roles) == (4 * BAR, 4, 4, ("write", "context"))
    assert (ask.sampling.temperature, ask.sampling.echo) == (1.24, 0.25)
    assert ask.steering == SteeringConfig(busy=1.0, loudness=-0.48)
    limits = ask.limits
    assert (limits.lowest, limits.highest, limits.max_voices) == (40, 90, 3)
    assert limits.pitch_classes == (0, 2, 4, 5, 7, 9, 11)


def test_a_piece_that_was_remembered_and_not_kept_is_named(opened: Composition) -> None:
    with pytest.raises(RequestError, match="‘Aria’ was read before take 2, and it was not kept"):
        opened.request_of(2)


def test_takes_of_before_there_were_plans_are_made_again_without_one(opened: Composition) -> None:
    assert [take.ask.planned for take in opened.takes] == [False, False]
    document = to_document(opened).replace(b'"format":3', b'"format":2')
    assert document.count(b',"planned":false') == 2
    of_the_second = from_document(document.replace(b',"planned":false', b""))
    assert of_the_second == opened


def test_a_take_of_today_keeps_whether_it_was_planned(opened: Composition) -> None:
    planned = [replace(take, ask=replace(take.ask, planned=True)) for take in opened.takes]
    today = replace(opened, takes=tuple(planned))
    assert from_bytes(to_bytes(today)) == today


def test_an_older_piece_is_saved_as_a_new_one(opened: Composition) -> None:
    assert from_bytes(to_bytes(opened)) == opened


def test_a_journal_of_the_first_format_leads_on(opened: Composition) -> None:
    lines = (OLDER / "format-1.journal").read_bytes().splitlines(keepends=True)
    after = replayed(opened, lines)
    assert (len(after.takes), after.current_take) == (3, 3)
    assert after.request_of(3).sampling.seed == 4073
    assert (after.take(3).start, after.take(3).ask.bars) == (8 * BAR, 2)
    # What this version adds to that journal follows.
    last = after.without_track(1)
    assert replayed(opened, [*lines, line_of(after, last)]) == last


def test_a_line_that_is_broken_ends_it(opened: Composition) -> None:
    line = (OLDER / "format-1.journal").read_bytes()
    assert replayed(opened, [line.replace(b"4073", b"4074")]) == opened
