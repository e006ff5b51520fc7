"""Sections: the letters of a piece, and what the bars to come are in its form."""

from dataclasses import replace

import pytest

from engine.form.alternative_plan import AlternativePlan
from engine.planning.chord_model import ChordModel
from engine.planning.counting import count_chords
from engine.planning.harmony import NONE
from engine.planning.phrases import PHRASE
from engine.planning.planner import Planner, plan_prompt
from engine.planning.sections import (
    SectionBar,
    is_riff,
    lettered_sections,
    new_sections,
    sections_of,
    varied_sections,
)
from engine.values.score import Marker, Note, Score, Track
from engine.values.sections import Section, written_sections
from engine.values.time import BarMap
from tests.planning.conftest import LOOP, VERSE, song

BAR = 4 * 480
OTHER = "Dm | G | E | Am | Dm | E | Am | E"


def names(sections) -> list[str]:
    return [section.name for section in sections]


@pytest.mark.parametrize(
    ("phrases", "letters"),
    [
        ((LOOP, LOOP), ["A", "A"]),
        ((LOOP, OTHER, LOOP), ["A", "B", "A"]),
        ((LOOP, "C | Am | F | G | F | Dm | Dm | E", OTHER), ["A", "A′", "B"]),
    ],
)
def test_phrases_that_are_alike_have_one_letter(phrases, letters) -> None:
    score = song(" | ".join(phrases))
    found = sections_of(score, past=PHRASE * len(phrases))
    assert names(found) == letters
    assert [section.first for section in found] == [PHRASE * i for i in range(len(phrases))]


def test_what_is_left_of_a_phrase_has_a_letter_and_nothing_has_none() -> None:
    found = sections_of(song(LOOP, times=2), past=11)
    assert [(s.first, s.bars, s.name) for s in found] == [(0, 8, "A"), (8, 3, "A")]
    assert sections_of(song(LOOP), past=0) == ()
    assert sections_of(Score(tracks=(Track(),)), past=0) == ()


def test_a_very_long_piece_has_the_letters_of_its_last_phrases() -> None:
    long = Score(tracks=(Track(notes=(Note(0, 60, 480), Note(5000 * BAR, 60, 480))),))
    found = sections_of(long, past=5001)
    assert found[-1].first + found[-1].bars == 5001
    assert all((section.first % PHRASE) == 0 for section in found)
    assert len(found) <= 65


def test_new_bars_have_the_next_letter_and_come_back_to_their_own_phrase() -> None:
    known = sections_of(song(" | ".join((LOOP, OTHER))), past=16)
    plan = new_sections(known, first=16, bars=20)
    assert names(plan.sections) == ["C", "C′", "C′"]
    assert [section.bars for section in plan.sections] == [8, 8, 4]
    assert [bar.since for bar in plan.bars] == list(range(20))
    assert [bar.back for bar in plan.bars] == [0] * 8 + [8] * 8 + [16] * 4
    assert plan.after(8).bars == plan.bars[8:]
    before = AlternativePlan(sections=plan.sections).before(26 * BAR, BarMap.of(Score()))
    assert before.sections == (plan.sections[0], Section(
        first=24, bars=2, letter="C", varied=True
    ))  # fmt: skip


def test_bars_that_come_again_have_the_letter_of_their_source() -> None:
    known = sections_of(song(" | ".join((LOOP, OTHER))), past=16)
    plan = varied_sections(known, first=16, bars=10, source=8, source_bars=8)
    assert names(plan.sections) == ["B′", "B′"]
    assert [16 + at - bar.back for at, bar in enumerate(plan.bars)] == [*range(8, 16), 8, 9]
    assert {bar.since for bar in plan.bars} == {-1}


def lettered(score: Score, **letters: int) -> Score:
    """Return a score with letters over bars, counted from 0; `B_` is B with a prime."""
    return replace(
        score,
        markers=tuple(
            sorted(Marker(bar * BAR, name.replace("_", "′")) for name, bar in letters.items())
        ),
    )


def sources(plan, *, first: int) -> list[int | None]:
    """Return the bar that each bar returns to; None for a new one."""
    return [first + at - bar.back if bar.back else None for at, bar in enumerate(plan.bars)]


def test_letters_of_markers_are_sections_and_words_are_not() -> None:
    texts = ("Intro", "A", "B'", "b", "AB", " C ", "A′")
    bars = (0, 0, 8, 9, 10, 20, 24)
    marked = replace(
        song(LOOP),
        markers=tuple(Marker(bar * BAR, text) for bar, text in zip(bars, texts, strict=True)),
    )
    found = written_sections(marked)
    assert names(found) == ["A", "B′", "C", "A′"]
    assert [(each.first, each.bars) for each in found] == [(0, 8), (8, 12), (20, 4), (24, 8)]
    assert written_sections(song(LOOP)) == ()
    (long,) = written_sections(lettered(song(LOOP, times=3), A=2))
    assert long.bars == 22


def test_letters_ahead_return_or_are_new_by_what_stands_before_them() -> None:
    score = lettered(song(LOOP), B=8, A=16, B_=24)
    plan = lettered_sections(score, first=8, bars=24)
    assert names(plan.sections) == ["B", "A", "B′"]
    assert [bar.since for bar in plan.bars] == [*range(8), *[-1] * 16]
    assert sources(plan, first=8) == [None] * 8 + list(range(8)) + list(range(8, 16))


def test_letters_over_the_bars_before_count_in_place_of_those_that_are_found() -> None:
    alike = song(LOOP, times=2)
    score = lettered(alike, A=0, B=8, C=16)
    assert lettered_sections(score, first=16, bars=8).bars[0] == SectionBar(since=0)
    score = replace(score, markers=(*score.markers[:2], Marker(16 * BAR, "B")))
    assert sources(lettered_sections(score, first=16, bars=8), first=16) == list(range(8, 16))


def test_a_letter_brings_back_its_last_section_without_a_prime() -> None:
    markers = zip("AAAA", (0, 8, 16, 24), ("", "", "′", "′"), strict=True)
    score = replace(
        song(VERSE),
        markers=tuple(Marker(bar * BAR, letter + prime) for letter, bar, prime in markers),
    )
    assert sources(lettered_sections(score, first=24, bars=8), first=24) == list(range(8, 16))


def test_bars_beside_the_letters_have_no_place_and_long_sections_repeat_short_ones() -> None:
    score = lettered(song(" | ".join((LOOP, OTHER))), A=0, B=4, A_=18)
    plan = lettered_sections(score, first=14, bars=20)
    assert names(plan.sections) == ["B", "A′"]
    assert plan.sections[0] == Section(first=4, bars=14, letter="B")
    # B had begun: ten of its bars are before the first that is written.
    assert [bar.since for bar in plan.bars[:4]] == [10, 11, 12, 13]
    assert sources(plan, first=14)[4:12] == [0, 1, 2, 3] * 2
    assert plan.bars[12:] == (SectionBar(),) * 8
    assert lettered_sections(score, first=26, bars=8) is None
    assert lettered_sections(song(LOOP), first=8, bars=8) is None


@pytest.fixture(scope="module")
def model() -> ChordModel:
    return ChordModel(count_chords([song(VERSE, times=3), song(LOOP, times=4), song(OTHER)]))


def test_chords_of_bars_that_come_again_are_those_of_their_source(model) -> None:
    score = song(VERSE)
    prompt = plan_prompt(score, start=16 * BAR)
    form = varied_sections((), first=16, bars=8, source=4, source_bars=8)
    planner = Planner(model, prompt, bars=8, sections=form.bars)
    for seed in range(5):
        assert [bar.chords for bar in planner.plan(seed)] == list(prompt.chords[4:12])


def test_a_new_section_comes_back_to_no_bar_before_it_and_reaches_the_last_bar(model) -> None:
    prompt = plan_prompt(song(LOOP, times=2), start=16 * BAR)
    form = new_sections((), first=16, bars=19)
    planner = Planner(model, prompt, bars=19, sections=form.bars)
    for seed in range(20):
        plan = planner.plan(seed)
        assert len(plan) == 19
        assert all(bar.chords.first != NONE for bar in plan)
        assert all(bar.back <= since.since for bar, since in zip(plan, form.bars, strict=True))
        assert plan[8:16] == tuple(bar._replace(back=8) for bar in plan[:8])


@pytest.mark.parametrize("text", [" | ".join(["C", "F"] * 4), " | ".join(["C G"] * 8) + " |"])
def test_a_riff_of_one_bar_or_two_gets_no_plan_that_breaks_it(text) -> None:
    score = song(text)
    assert is_riff(score, first=0, past=8)
    prompt = plan_prompt(score, start=8 * BAR)
    assert prompt.stands_still
    assert prompt.has_harmony


def test_a_loop_of_four_chords_is_no_riff() -> None:
    assert not is_riff(song(LOOP), first=0, past=8)
    assert not plan_prompt(song(LOOP), start=8 * BAR).stands_still
    assert not is_riff(Score(tracks=(Track(),)), first=0, past=8)
    assert SectionBar() == (0, -1)
