"""The probabilities of real bars are those that the machine would draw them by."""

from dataclasses import replace

import numpy as np
import pytest

from benchmarks.quality.drawing import draw_side_by_side, time_alone
from benchmarks.quality.forced import (
    SAMPLING,
    judged_ids,
    likelihood_of,
    real_ids,
    request_of,
)
from benchmarks.quality.variants import (
    BARE,
    COPIER,
    FULL,
    NETWORK,
    RULELESS,
    SHAPING,
    VARIANTS,
    variants_of,
)
from engine.generation.continuation import continuations
from engine.generation.draw import MusicGenerator
from engine.generation.priors import PlanPriors, Priors
from engine.generation.reading.memory_log import MemoryLog
from engine.generation.rules import RULES, rules_of
from engine.generation.rules.legal import GrammarMask
from engine.generation.rules.repetition import BarLags
from engine.ground.cancelling import never
from engine.ground.errors import SegueError
from engine.values.config import SamplingConfig

SOME = variants_of(["BarLags", "PartEntrances", COPIER, RULELESS, BARE])


@pytest.fixture
def song(demo_songs):
    """Two hands, sixteen bars after eight."""
    return next(song for song in demo_songs if song.name == "minuet-in-g")


@pytest.fixture
def log(small):
    return MemoryLog(small)


def _heard(song):
    return song.passage.score.between(0, song.passage.start)


def _nats(likelihood):
    return {name: sum(kinds.values()) for name, kinds in likelihood.nats.items()}


@pytest.mark.slow
def test_probabilities_of_all_variants_sum_to_one(small, log, song) -> None:
    judged = list(judged_ids(song, small, log, SOME))
    assert len(judged) > 100
    for each in judged:
        assert each.distributions.shape == (len(SOME), len(small.tokenizer.vocabulary))
        assert np.allclose(each.distributions.sum(axis=-1), 1.0)
        assert (each.distributions >= 0.0).all()
        assert each.forbids or (each.distributions[:, each.token] > 0.0).all()


@pytest.mark.slow
def test_all_notes_of_the_real_bars_are_judged(small, log, song) -> None:
    found = likelihood_of(song, small, log, SOME)
    assert found.notes == song.passage.following.note_count
    assert found.ids["pitch"] + found.forbidden.get("VoiceLimit", 0) <= found.notes
    # Fifteen bar lines between the bars and one after them; no meter is drawn.
    assert found.ids["bar"] == 16
    assert "meter" not in found.ids


def test_strengths_of_nought_leave_nothing_to_leave_out(small, log, song) -> None:
    weak = replace(small, priors=Priors(plan=replace(PlanPriors(), silence=0.0)))
    nats = _nats(likelihood_of(song, weak, log, SOME))
    assert {round(nats[variant.name], 6) for variant in SOME} == {round(nats[FULL], 6)}


def test_a_rule_that_has_nothing_to_say_changes_nothing(small, log, song) -> None:
    # Nobody wished for anything, so this rule is not there, and is not measured.
    variants = variants_of(["WishedBars", "BarLags"])
    found = likelihood_of(song, small, log, variants)
    assert found.speaking == ("BarLags",)
    assert found.nats["WishedBars"] == found.nats[FULL]
    assert found.nats["BarLags"] != found.nats[FULL]


def test_without_all_only_what_is_forbidden_is_left_of_the_machine(small, log, song) -> None:
    """The network's own distribution among what is legal."""
    bare = [SOME[0], SOME[-1]]
    for each in judged_ids(song, small, log, bare):
        legal = each.distributions[1] > 0.0
        own = np.exp(each.logits.astype(np.float64) - each.logits.max())
        expected = np.where(legal, own, 0.0) / own[legal].sum()
        assert np.allclose(each.distributions[1], expected, atol=1e-9)


@pytest.mark.slow
def test_the_network_alone_is_what_the_decoder_says(small, log, song) -> None:
    found = likelihood_of(song, small, log, SOME)
    plan = SOME[0].plan(small, _heard(song), request_of(song, SAMPLING))
    real = real_ids(song, plan)
    log.read((*plan.ids, *real), cancelled=never)
    everything = -float(small.decoder.likelihoods(len(plan.ids)).sum())
    # Headers of bars are given, so that their cost is nobody's.
    assert 0.0 < _nats(found)[NETWORK] < everything


@pytest.mark.slow
def test_a_real_id_that_a_rule_forbids_is_counted_and_in_no_sum(small, log, song) -> None:
    limited = replace(
        song,
        passage=replace(
            song.passage,
            score=replace(
                song.passage.score,
                tracks=tuple(
                    track.with_notes(
                        [
                            # Each note sounds on under the next of its pitch.
                            replace(note, duration=16 * note.duration)
                            if note.start >= song.passage.start
                            else note
                            for note in track.notes
                        ]
                    )
                    for track in song.passage.score.tracks
                ),
            ),
        ),
    )
    found = likelihood_of(limited, small, log, SOME)
    assert sum(found.forbidden.values()) > 0
    assert set(found.forbidden) <= {rule.__name__ for rule in RULES} - {
        rule.__name__ for rule in SHAPING
    }
    assert all(np.isfinite(value) for value in _nats(found).values())


def test_every_rule_that_shapes_is_left_out_once() -> None:
    names = [variant.name for variant in VARIANTS]
    assert len(set(names)) == len(names)
    assert {rule.__name__ for rule in SHAPING} < set(names)
    assert GrammarMask not in SHAPING
    with pytest.raises(SegueError, match="no rule ‘Moods’"):
        variants_of(["Moods"])


def test_rules_are_left_out_by_their_class(small, song) -> None:
    plan = SOME[0].plan(small, _heard(song), request_of(song, SAMPLING))
    kinds = [type(rule) for rule in rules_of(plan)]
    assert BarLags in kinds
    assert [type(rule) for rule in rules_of(plan, without={BarLags})] == [
        kind for kind in kinds if kind is not BarLags
    ]


@pytest.mark.slow
def test_the_whole_machine_draws_what_the_program_draws(small, log, song) -> None:
    made = draw_side_by_side(song, small, log, SOME[:2], seed=3)
    log.forget()
    request = request_of(song, SamplingConfig(seed=3))
    (expected,) = continuations(MusicGenerator(small), _heard(song), request)
    notes = [track.notes for track in made[0].following.tracks]
    assert notes == [
        track.between(made[0].start, made[0].end).notes for track in expected.score.tracks
    ]
    assert made[0].prompt == made[1].prompt


def test_the_time_of_the_network_is_a_part_of_all(small, log, song) -> None:
    taken = time_alone(song, small, log, SOME[0], seed=3)
    assert taken.notes > 0
    assert 0.0 < taken.network_s < taken.cpu_s
