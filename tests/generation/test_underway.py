"""Long continuations are chosen on the way: poor rows give way, and what is shown stays."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from engine.generation.choose.underway import Branching, Underway
from engine.generation.continuation import continuations
from engine.generation.draw import MusicGenerator
from engine.generation.lineage import (
    LAST_BAR,
    MOST_BRANCHES,
    branched_seed,
    branching_bars,
    first_seed,
    may_branch,
    numbers_from,
)
from engine.generation.model import LiveModel
from engine.generation.plan import Plan
from engine.generation.row import rows_of
from engine.generation.rules import rules_of
from engine.request import PartNote, Request
from engine.values.config import SamplingConfig
from engine.values.score import Note, Score, Track
from tests.generation.conftest import BAR


def ask(**changes: object) -> Request:
    usual = Request(
        start=4 * BAR, bars=20, alternatives=1, best_of=4, sampling=SamplingConfig(seed=11)
    )
    return replace(usual, **changes)


@pytest.fixture(scope="module")
def generator(tiny_folder) -> MusicGenerator:
    return MusicGenerator(LiveModel.load(tiny_folder))


def test_a_seed_holds_the_bars_in_which_its_row_branched() -> None:
    seed = 9_999
    for count, bar in enumerate((16, 35, LAST_BAR), 1):
        assert may_branch(seed, bar)
        seed = branched_seed(seed, bar)
        assert branching_bars(seed) == (16, 35, LAST_BAR)[:count]
    assert first_seed(seed) == 9_999
    assert len(branching_bars(seed)) == MOST_BRANCHES
    assert seed < 2**53
    assert not may_branch(seed, 100)
    assert not may_branch(1, LAST_BAR + 1)
    assert not may_branch(-1, 16)
    assert first_seed(-1) == -1
    assert not branching_bars(-1) + branching_bars(2**32 - 1)


def test_rows_that_branch_draw_other_numbers() -> None:
    seeds = [branched_seed(5, 16), branched_seed(5, 17), branched_seed(6, 16)]
    both = branched_seed(seeds[0], 33)
    numbers = [*(numbers_from(seed, bar) for seed, bar in zip(seeds, (16, 17, 16), strict=True))]
    assert len({5, 6, *numbers, numbers_from(both, 33)}) == 6
    assert numbers_from(both, 16) == numbers[0]


def sparse(bars: int = 4) -> Score:
    """One tune of half notes, so that a row is drawn quickly."""
    pitches = (60, 64, 67, 65, 62, 59, 64, 60)
    return Score(
        tracks=(Track(notes=tuple(Note(at * 960, pitches[at % 8], 960) for at in range(2 * bars))),)
    )


@pytest.mark.slow
def test_an_alternative_that_branched_is_made_again_alone(generator) -> None:
    made = continuations(generator, sparse(), ask())
    branched = [each for each in made if branching_bars(each.seed)]
    assert branched
    for each in branched[:1]:
        sampling = SamplingConfig(seed=each.seed)
        alone = ask(best_of=0, sampling=sampling)
        assert continuations(generator, sparse(), alone)[0].parts == each.parts


@pytest.mark.slow
def test_the_first_bars_are_those_of_a_request_for_them(generator) -> None:
    longer = continuations(generator, sparse(), ask(bars=18, best_of=2))[0]
    seed = first_seed(longer.seed)
    short = ask(bars=16, best_of=0, sampling=SamplingConfig(seed=seed))
    (first,) = continuations(generator, sparse(), short)
    begun = [part for part in longer.parts if part.note.start < 20 * BAR]
    assert begun == list(first.parts)


@pytest.mark.parametrize(
    "changes", [{"alternatives": 4}, {"bars": 16}, {"wish": "contrast"}, {"following": 1}]
)
def test_nothing_gives_way_where_all_are_shown_or_the_request_is_short(generator, changes) -> None:
    plan = Plan(generator.model, sparse(8), ask(**changes))
    underway = Underway(plan, rows_of(plan, rules_of(plan)))
    assert not list(underway.branchings())
    assert underway._prompt is None


class Drawn:
    """A row as far as it is drawn."""

    def __init__(self, notes: tuple[PartNote, ...], *, bars: int, begins: bool = True) -> None:
        self.notes, self.seed, self.is_written, self.begins_bar = notes, 7, False, begins
        self.state = SimpleNamespace(bars_before=bars, bar=SimpleNamespace(start=(4 + bars) * BAR))


def repeated(pitch: int, bars: int = 16) -> tuple[PartNote, ...]:
    return tuple(PartNote(0, Note((4 + bar) * BAR, pitch, 480)) for bar in range(bars))


def test_poor_rows_give_way_to_good_ones_once_all_have_their_bars(generator) -> None:
    tune = sparse(20).tracks[0].notes
    good = tuple(PartNote(0, note) for note in tune if note.start >= 4 * BAR)
    rows = [
        Drawn(good, bars=16),
        *(Drawn(repeated(p), bars=16) for p in (61, 63)),
        Drawn(good, bars=15),
    ]
    plan = Plan(generator.model, sparse(), ask(bars=40, alternatives=2, best_of=4))
    underway = Underway(plan, rows)
    assert not list(underway.branchings())  # the last one lacks a bar
    rows[3].state.bars_before = 16
    rows[0].begins_bar = False
    assert not list(underway.branchings())  # the best one is inside a bar
    rows[0].begins_bar = True
    assert list(underway.branchings()) == [Branching(source=0, target=2)]  # row 1 is shown
    assert not list(underway.branchings())
