"""Of the ways of filling a gap those are offered that lead best into what follows."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.generation.choose.joining import joints
from engine.generation.draw import MusicGenerator
from engine.generation.events import AlternativeEnded, Event, NotesDrawn, RequestEnded
from engine.generation.filling import filling, fills
from engine.generation.model import LiveModel
from engine.generation.plan import Plan
from engine.generation.row import rows_of
from engine.generation.rules import rules_of
from tests.generation.conftest import ALL, SOME, chord_piece, gap, in_the_middle


@pytest.fixture
def generator(filling_folder: Path) -> MusicGenerator:
    return MusicGenerator(LiveModel.load(filling_folder))


def ends_of(events: list[Event]) -> list[AlternativeEnded]:
    return [event for event in events if isinstance(event, AlternativeEnded)]


def test_the_first_way_is_whole_before_another_begins(generator) -> None:
    ask = gap(roles=ALL, alternatives=3, best_of=5)
    heard = list(filling(generator, chord_piece(bars=8), ask))
    first = heard.index(ends_of(heard)[0])
    drawn = [event.alternative for event in heard if isinstance(event, NotesDrawn)]
    assert {e.alternative for e in heard[:first] if isinstance(e, NotesDrawn)} == {0}
    assert {0, 1, 2} <= set(drawn)
    ended = sorted((end.alternative, end.made.seed) for end in ends_of(heard)[:3])
    assert ended == [(0, 5), (1, 6), (2, 7)]


@pytest.mark.slow
def test_the_best_way_is_the_one_after_which_what_follows_is_likeliest(generator) -> None:
    score = chord_piece(bars=8)
    ask = gap(roles=ALL, alternatives=4, best_of=4)
    (over,) = (e for e in filling(generator, score, ask) if isinstance(e, RequestEnded))
    told = [one.merit.fit for one in over.best]
    assert told[0] == max(told)
    assert len(set(told)) == 4
    (beside,) = (
        e
        for e in filling(generator, score, replace(ask, roles=SOME))
        if isinstance(e, RequestEnded)
    )
    assert {one.merit.fit for one in beside.best} == {None}


def test_how_well_a_gap_leads_on_is_told_of_the_piece_as_it_will_be_heard(generator) -> None:
    """What is read is the filled piece, as the encoder says it."""
    model, score = generator.model, chord_piece(bars=16)
    plan = Plan(model, score, in_the_middle(roles=ALL))
    (one,) = rows_of(plan, rules_of(plan))
    bar = model.tokenizer.encode(score).ids
    lines = [*np.flatnonzero(bar == model.tokenizer.bar).tolist(), len(bar)]
    for token in bar[lines[10] + 2 : lines[12]].tolist():
        one.take(token)
    one.take(model.tokenizer.bar)
    ((before, following),) = joints(plan, [one])
    assert (*before, *following) == (model.tokenizer.begin, *bar.tolist())
    beside = Plan(model, score, in_the_middle())
    assert not list(joints(beside, rows_of(beside, rules_of(beside))))


@pytest.mark.slow
def test_a_single_way_is_told_when_it_is_chosen(generator) -> None:
    score = chord_piece(bars=8)
    ask = gap(alternatives=1, best_of=4)
    heard = list(filling(generator, score, ask))
    ((end,), (notes,)) = ends_of(heard), [e for e in heard if isinstance(e, NotesDrawn)]
    assert (end.made.seed, end.made.best_of) == (5, 4)
    four = fills(generator, score, replace(ask, alternatives=4))
    assert notes.notes == four[0].parts
    assert heard[-1] == RequestEnded(notes=heard[-1].notes)
    # So the seed that is told makes it again.
    (again,) = fills(generator, score, ask)
    assert again.parts == notes.notes
