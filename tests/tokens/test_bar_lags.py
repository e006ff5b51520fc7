"""Bar lags: what a bar said some bars ago is what is leaned to at the same place."""

import math
import random

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from engine.music.score import Note, Score, Track
from engine.tokens.bar_lags import COMING_BACK, LAGS, NATS, BarLags, BarsAgain
from engine.tokens.vocabulary import TokenKind

BAR = 1920
_HEADERS = {TokenKind.METER, TokenKind.TEMPO, TokenKind.CHORD, TokenKind.SPECIAL}


def phrase(seed, *, bars, start=0):
    """Bars of a tune, chords and drums; each seed others."""
    draw = random.Random(seed)  # noqa: S311 - not a secret
    places = [start * BAR + i * 240 for i in sorted(draw.sample(range(8 * bars), 4 * bars))]
    tune = [Note(at, draw.randint(60, 84), 240, draw.randint(40, 100)) for at in places]
    chords = [
        Note((start + bar) * BAR, pitch, draw.choice((480, 960)), 70)
        for bar in range(bars)
        for pitch in sorted(draw.sample(range(36, 60), 3))
    ]
    drums = [Note(at, draw.choice((36, 38, 42)), 60, 90) for at in places[::2]]
    return tune, chords, drums


def piece(*seeds, bars=4):
    """Phrases one after the other; the same seed is the same phrase."""
    parts = [phrase(seed, bars=bars, start=i * bars) for i, seed in enumerate(seeds)]
    tune, chords, drums = (tuple(n for part in parts for n in part[i]) for i in range(3))
    return Score(
        tracks=(
            Track(notes=tune),
            Track(notes=chords, program=48),
            Track(notes=drums, is_drum=True),
        )
    )


def bar_lines(tokenizer, ids):
    return [i for i, token in enumerate(ids) if token == tokenizer.bar]


@pytest.mark.parametrize("lag", LAGS)
def test_all_of_a_bar_that_comes_back_is_leaned_to(tokenizer, lag):
    ids = tokenizer.encode(piece(1, 1, bars=lag), chords=()).ids
    kinds = tokenizer.vocabulary.kinds
    first = bar_lines(tokenizer, ids)[lag]
    phrases = BarLags(tokenizer.vocabulary, ids[: first + 1])
    for token in ids[first + 1 :]:
        leaning = phrases.leaning()
        if kinds[token] not in _HEADERS:
            assert token in leaning
        phrases.push(token)


def test_it_finds_its_place_again_after_what_was_changed(tokenizer):
    theme = piece(1, 1)
    tune = list(theme.tracks[0].notes)
    second = next(i for i, note in enumerate(tune) if note.start >= 4 * BAR)
    changed = tune[:second] + [
        Note(note.start, 50 + i, note.duration, 20) if i % 2 else note
        for i, note in enumerate(tune[second:])
    ]
    score = Score(tracks=(Track(notes=tuple(changed)), *theme.tracks[1:]))
    ids = tokenizer.encode(score, chords=()).ids
    kinds = tokenizer.vocabulary.kinds
    first = bar_lines(tokenizer, ids)[4]
    phrases = BarLags(tokenizer.vocabulary, ids[: first + 1])
    known = new = 0
    for token in ids[first + 1 :]:
        if kinds[token] in {TokenKind.POSITION, TokenKind.PART, TokenKind.DRUM, TokenKind.PITCH}:
            hit = token in phrases.leaning()
            known, new = known + hit, new + (not hit)
        phrases.push(token)
    # Only the changed pitches themselves are new: eight of them, one in two notes of the tune.
    assert new <= 8
    assert known > 4 * new


def test_it_leans_by_what_was_fitted(tokenizer):
    vocabulary = tokenizer.vocabulary
    ids = tokenizer.encode(piece(1, 2)).ids
    phrases = BarLags(vocabulary, ids[: bar_lines(tokenizer, ids)[4] + 1])
    (first,) = [t for t, lag in phrases.repeats() if LAGS[lag] == 4]
    by_lag = [lag for token, lag in phrases.repeats() if token == first]
    assert phrases.leaning()[first] == pytest.approx(
        sum(NATS[TokenKind.POSITION][lag] for lag in by_lag)
    )
    logits = torch.randn(len(vocabulary))
    leaned = phrases(logits) - logits
    assert leaned[first] == pytest.approx(phrases.leaning()[first], abs=1e-5)
    assert int((leaned != 0).sum()) == len(phrases.leaning())


def test_a_theme_that_comes_back_leads(tokenizer):
    ids = tokenizer.encode(piece(*range(LAGS[-1]), 0), chords=()).ids
    place = bar_lines(tokenizer, ids)[LAGS[-1]] + 1
    phrases = BarLags(tokenizer.vocabulary, ids[:place])
    theme = phrases.whole[-LAGS[-1]]
    (first,) = [t for t, lag in phrases.repeats() if lag == LAGS.index(LAGS[-1])]
    others = (
        sum(NATS[TokenKind.POSITION][lag] for t, lag in phrases.repeats() if t == first)
        - NATS[TokenKind.POSITION][-1]
    )
    usual, back = phrases.leaning()[first], phrases.leaning(theme=theme)[first]
    assert usual == pytest.approx(others + NATS[TokenKind.POSITION][-1])
    assert back == pytest.approx(
        others + COMING_BACK * (NATS[TokenKind.POSITION][0] + NATS[TokenKind.POSITION][1]) / 2
    )
    assert back > usual
    shorter = {t for t, lag in phrases.repeats() if lag != LAGS.index(LAGS[-1])} - {first}
    assert all(phrases.leaning()[t] == phrases.leaning(theme=theme)[t] for t in shorter)


def test_strength_counts_by_its_square_root(tokenizer):
    ids = tokenizer.encode(piece(1, 1), chords=()).ids[:-20]
    one, four = (BarLags(tokenizer.vocabulary, ids, strength=s).leaning() for s in (1.0, 4.0))
    assert one
    assert {t: 2 * nats for t, nats in one.items()} == pytest.approx(four)
    logits = torch.zeros(len(tokenizer.vocabulary))
    assert BarLags(tokenizer.vocabulary, ids, strength=0.0)(logits) is logits


def test_a_piece_without_bars_leans_to_nothing(tokenizer):
    logits = torch.zeros(len(tokenizer.vocabulary))
    assert BarLags(tokenizer.vocabulary)(logits) is logits
    program = next(iter(tokenizer.vocabulary.program_ids.values()))
    assert BarLags(tokenizer.vocabulary, [program])(logits) is logits


@pytest.mark.parametrize("before", [0, 2])
def test_a_pattern_goes_on_where_bars_before_had_got_to_in_it(tokenizer, before):
    ids, vocabulary = tokenizer.encode(piece(1), chords=()).ids, tokenizer.vocabulary
    lines = bar_lines(tokenizer, ids)
    again = BarsAgain(vocabulary, ids, bars=4, before=before, strength=1.0)
    leant = []
    for token in ids[lines[2] : lines[3]]:
        if vocabulary.kinds[token] not in {*_HEADERS, TokenKind.BAR}:
            leant.append(token in again.leaning())
        again.push(token)
    assert len(leant) > 4
    assert all(leant) == (before == 2)


def test_branches_hear_on_by_themselves(tokenizer):
    ids = tokenizer.encode(piece(1, 1, 2)).ids
    cut = bar_lines(tokenizer, ids)[4] + 9
    trunk = BarLags(tokenizer.vocabulary, ids[:cut])
    before, branch = trunk.leaning(), trunk.branch()
    for token in ids[cut:]:
        branch.push(token)
    assert trunk.leaning() == before
    assert branch.leaning() == BarLags(tokenizer.vocabulary, ids).leaning()


@given(tokens=st.lists(st.integers(0, 780), max_size=80), bars=st.integers(0, 20))
def test_any_ids_at_all_can_be_heard(tokenizer, tokens, bars):
    phrases = BarLags(tokenizer.vocabulary, tokens)
    for token in (*[tokenizer.bar] * bars, *tokens):
        assert all(math.isfinite(nats) for nats in phrases.leaning().values())
        phrases.push(token)


@given(tokens=st.lists(st.sampled_from(["Pitch", "Velocity", "Duration", "Position"]), max_size=30))
def test_notes_that_nobody_plays_lean_to_no_program(tokenizer, tokens):
    names = tokenizer.vocabulary.names
    ids = [next(i for i, name in enumerate(names) if name.startswith(f"{t}_")) for t in tokens]
    phrases = BarLags(tokenizer.vocabulary, [*([tokenizer.bar, *ids] * 5), tokenizer.bar])
    for token in ids:
        assert all(tokenizer.vocabulary.kinds[t] != TokenKind.PROGRAM for t in phrases.leaning())
        phrases.push(token)
