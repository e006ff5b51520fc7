"""Drums that are added to other parts keep a planned beat."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.generation.draw import MusicGenerator
from engine.generation.filling import fills
from engine.generation.model import LiveModel
from engine.generation.plan import Plan
from engine.generation.planners import drums
from engine.generation.row import rows_of
from engine.generation.rules import rules_of
from engine.generation.rules.drumming import LeanedDrums, PlannedDrums
from engine.generation.wishes import WishSpan
from engine.ground.paths import demo_pieces, starter_model
from engine.midi.file.midifile import read_midi
from engine.planning.grooves import STYLES, Drum
from engine.request import Request
from engine.tokens.vocabulary import TokenKind
from engine.values.config import SamplingConfig
from engine.values.score import Note, Score, Track
from engine.values.time import BarMap
from tests.generation.conftest import BAR, chord_piece
from tests.generation.rules.conftest import rule_in, say

HATS = {Drum.CLOSED_HAT, Drum.OPEN_HAT, Drum.RIDE, Drum.CRASH}


@pytest.fixture(scope="module")
def model(filling_folder: Path) -> LiveModel:
    return LiveModel.load(filling_folder)


def with_drums(score: Score, *notes: Note) -> Score:
    return replace(score, tracks=(*score.tracks, Track(name="Drums", is_drum=True, notes=notes)))


def added(score: Score, **changes: object) -> Request:
    heard = ("context",) * (len(score.tracks) - 1)
    asked = {
        "start": 0,
        "bars": BarMap.of(score).bars_until(score.end),
        "alternatives": 1,
        "roles": (*heard, "write"),
        "fill": True,
        "selected": "replaced",
        "sampling": SamplingConfig(seed=3),
    }
    return Request(**asked | changes)


def pitched_piece() -> Score:
    piece = chord_piece(16)
    return replace(piece, tracks=tuple(t for t in piece.tracks if not t.is_drum))


def test_added_drums_have_a_plan_and_other_gaps_have_none(model: LiveModel) -> None:
    score = with_drums(pitched_piece())
    assert drums.of(Plan(model, score, added(score))) is not None
    assert rule_in(Plan(model, score, added(score)), PlannedDrums)
    unplanned = Plan(model, score, added(score, planned=False))
    assert drums.of(unplanned) is None
    silent = replace(model.priors, plan=replace(model.priors.plan, beat=0.0))
    assert drums.of(Plan(replace(model, priors=silent), score, added(score))) is None
    bass = replace(score, tracks=(*score.tracks[:-1], Track(program=33)))
    assert drums.of(Plan(model, bass, added(bass))) is None


def test_drums_that_the_user_has_are_their_own_plan(model: LiveModel) -> None:
    score = with_drums(pitched_piece(), Note(0, 38, 60))
    gap = added(score, start=8 * BAR, bars=4)
    assert drums.of(Plan(model, score, gap)) is None
    # Those that an earlier piece of the same gap wrote are not the user's.
    later = Plan(model, score, gap, span=WishSpan(before=8, after=0))
    assert drums.of(later) is not None


def test_a_later_piece_of_a_gap_keeps_the_style_of_the_earlier_one(model: LiveModel) -> None:
    score = with_drums(pitched_piece())
    plan = Plan(model, score, added(score))
    for style in (0, 4, len(STYLES) - 1):
        hits = {
            hit: v for bar in range(8) for hit, v in drums.of(plan).hits(bar, style=style).items()
        }
        played = tuple(Note(tick, drum, 30, v) for (tick, drum), v in sorted(hits.items()))
        later = Plan(
            model,
            with_drums(pitched_piece(), *played),
            added(score, start=8 * BAR, bars=8),
            span=WishSpan(before=8, after=0),
        )
        for seed in (1, 2):
            found = drums.style_of(later, seed)
            assert drums.of(later).hits(2, style=found) == drums.of(plan).hits(2, style=style)


def test_rows_differ_in_style(model: LiveModel) -> None:
    plan = Plan(model, with_drums(pitched_piece()), added(with_drums(pitched_piece())))
    assert len({drums.style_of(plan, seed) for seed in range(20)}) > 6


def test_the_next_hit_is_raised_and_others_are_lowered(model: LiveModel) -> None:
    score = with_drums(pitched_piece())
    plan = Plan(model, score, added(score))
    state, vocabulary = plan.decoding_state(), plan.vocabulary
    hits = {(0, Drum.KICK): 100, (0, Drum.CLOSED_HAT): 80, (480, Drum.SNARE): 90}
    part = len(score.tracks) - 1
    rule = LeanedDrums(lambda _bar: hits, plan.grid, vocabulary, part=part, nats=4.0)

    def shaped() -> np.ndarray:
        logits = np.zeros(len(vocabulary.kinds), np.float32)
        rule.shape(logits, state)
        return logits

    def drum(number: int) -> int:
        ids = vocabulary.span_of(TokenKind.DRUM)
        return ids.start + vocabulary.values[ids].tolist().index(number)

    first = vocabulary.first_of(TokenKind.POSITION)
    assert shaped()[first] == 4.0
    assert shaped()[first + 1] == -2.0
    assert shaped()[vocabulary.bar] == -2.0
    say(state, vocabulary, "Position_0", f"Part_{part}")
    assert (shaped()[drum(Drum.KICK)], shaped()[drum(Drum.SNARE)]) == (4.0, -2.0)
    say(state, vocabulary, "PitchDrum_36")
    loudness = vocabulary.values[(velocities := vocabulary.span_of(TokenKind.VELOCITY))]
    best = int(np.argmax(shaped()[velocities]))
    assert abs(int(loudness[best]) - 100) <= 4
    say(state, vocabulary, "Velocity_99")
    assert shaped()[drum(Drum.CLOSED_HAT)] == 4.0
    assert shaped()[first + 12] == 0.0


def test_a_row_with_planned_drums_is_drawn(model: LiveModel) -> None:
    score = with_drums(pitched_piece())
    plan = Plan(model, score, added(score, bars=4))
    (row,) = rows_of(plan, rules_of(plan))
    assert any(isinstance(rule, LeanedDrums) for rule in row.rules)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", ["morning-pages", "waltz-for-two", "canon-in-d"])
def test_the_starter_adds_kick_snare_and_cymbals_together_from_the_first_bar(name: str) -> None:
    whole = read_midi(Path(demo_pieces(), f"{name}.mid").read_bytes()).score
    pitched = tuple(track for track in whole.tracks if not track.is_drum)
    score = with_drums(replace(whole, tracks=pitched))
    generator = MusicGenerator(LiveModel.load(starter_model()))
    (made,) = fills(generator, score, added(score, bars=16))
    bars = BarMap.of(score)
    first = min(track.notes[0].start for track in pitched)
    beats = [set[int]() for _ in range(16)]
    for part in made.parts:
        beats[bars.bar_at(part.note.start)].add(part.note.pitch)
    begun = beats[bars.bar_at(first) :]
    whole_kits = [
        Drum.KICK in bar and bool(bar & {Drum.SNARE, Drum.SIDE_STICK}) and bool(bar & HATS)
        for bar in begun
    ]
    assert whole_kits[1]
    assert sum(whole_kits) >= len(begun) - 2
