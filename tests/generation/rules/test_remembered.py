"""A piece that is read first gives its manner: its tunes do not come again."""

from dataclasses import replace

import pytest

from engine.generation.model import LiveModel
from engine.generation.plan import Plan
from engine.generation.rules.remembered import RUN, RememberedNotes, runs_of
from engine.request import PartNote, Request
from engine.tokens.vocabulary import TokenKind
from engine.values.score import Note, Score, Track
from tests.generation.conftest import BAR, chord_piece
from tests.generation.rules.conftest import begin_bar, rule_in, say

TUNE = tuple(Note(240 * i, 60 + i * i * 7 % 13, 240) for i in range(24))


def plan_with(model: LiveModel, other: Score | None) -> Plan:
    return Plan(model, chord_piece(), Request(start=4 * BAR, alternatives=1, remembered=other))


@pytest.mark.parametrize("up", [0, 5])
@pytest.mark.parametrize("quarter", [480, 96])
def test_the_note_that_completes_a_run_is_refused(model: LiveModel, up: int, quarter: int) -> None:
    """In any key, whatever ticks the other piece counts in, and in that row alone."""
    other = tuple(
        Note(note.start * quarter // 480, note.pitch + up, note.duration * quarter // 480)
        for note in TUNE
    )
    plan = plan_with(model, Score(tracks=(Track(notes=other),), ticks_per_quarter=quarter))
    rule, state = rule_in(plan, RememberedNotes), plan.decoding_state()
    assert rule is not None
    one, untouched = rule.branch(), rule.branch()
    say(state, plan.vocabulary, "Part_0")
    for note in TUNE[: RUN - 1]:
        assert one.admits(PartNote(0, replace(note, start=note.start + 4 * BAR)), state)
    last = TUNE[RUN - 1]
    say(state, plan.vocabulary, f"Position_{last.start * 12 // 480}")
    assert state.tick == last.start + 4 * BAR
    pitch = int(plan.vocabulary.ids_of(TokenKind.PITCH)[last.pitch])
    assert one.refuses(pitch, state)
    assert one.branch().refuses(pitch, state)
    assert not one.refuses(pitch + 1, state)
    assert not untouched.refuses(pitch, state)
    assert not one.admits(PartNote(0, replace(last, start=last.start + 4 * BAR)), state)


def test_scales_and_figures_are_nobodys() -> None:
    scale = tuple(Note(240 * i, 60 + i, 240) for i in range(16))
    figure = tuple(Note(240 * i, 60 + (0, 7, 4, 7)[i % 4], 240) for i in range(16))
    drums = Track(is_drum=True, notes=TUNE)
    assert not runs_of(Score(tracks=(Track(notes=scale), Track(notes=figure, program=4), drums)))
    assert runs_of(Score(tracks=(Track(notes=TUNE),)))


def test_without_another_piece_there_is_no_rule(model: LiveModel) -> None:
    assert rule_in(plan_with(model, None), RememberedNotes) is None


def test_the_copier_and_the_rules_of_repetition_hear_this_piece_alone(model: LiveModel) -> None:
    alone = plan_with(model, None)
    plan = plan_with(model, Score(tracks=(Track(notes=TUNE),)))
    assert len(plan.ids) > len(alone.ids)
    assert plan.own_ids == alone.own_ids == alone.ids
    begin_bar(plan.decoding_state(), plan.vocabulary)
    assert vars(plan.heard) == vars(alone.heard)
