"""Sections: the letters of a piece, and what the bars to come are in its form."""

import pytest

from engine.music.score import Note, Score, Track
from engine.music.sections import Section, sections_before
from engine.planning.chord_model import ChordModel
from engine.planning.counting import count_chords
from engine.planning.harmony import NONE
from engine.planning.phrases import PHRASE
from engine.planning.planner import Planner, plan_prompt
from engine.planning.sections import (
    SectionBar,
    is_riff,
    new_sections,
    sections_of,
    varied_sections,
)
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
    assert sections_before(plan.sections, 26) == (plan.sections[0], Section(
        first=24, bars=2, letter="C", varied=True
    ))  # fmt: skip


def test_bars_that_come_again_have_the_letter_of_their_source() -> None:
    known = sections_of(song(" | ".join((LOOP, OTHER))), past=16)
    plan = varied_sections(known, first=16, bars=10, source=8, source_bars=8)
    assert names(plan.sections) == ["B′", "B′"]
    assert [16 + at - bar.back for at, bar in enumerate(plan.bars)] == [*range(8, 16), 8, 9]
    assert {bar.since for bar in plan.bars} == {-1}


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
