"""What stays is heard where it stands, and what follows tells how well an alternative joins."""

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.generation.model import LiveModel
from engine.generation.rules.context import ContextNotes
from engine.live.session import Session
from engine.messages import (
    AlternativeFinished,
    ContinuationFinished,
    LiveEvent,
    NotesMade,
    Primed,
)
from engine.model.decoding.decoder import Branches, Decoder
from engine.tokens.reader import NoteReader, ReadNote
from engine.tokens.vocabulary import TokenKind, Vocabulary
from engine.values.config import SamplingConfig
from engine.values.score import Note, Score, Track
from tests.generation.conftest import BAR, asking, chord_piece, notes_of
from tests.generation.rules.conftest import plan_of, rule_in, shaped

ROLES = ("write", "context", "context")


def run(session: Session, score: Score, **changes: object) -> list[LiveEvent]:
    return list(session.continue_(asking(score, **changes)))


@pytest.fixture
def branched(monkeypatch: pytest.MonkeyPatch) -> list[Branches]:
    """What was decoded, request by request."""
    kept: list[Branches] = []
    plain = Decoder.branches

    def branches(decoder: Decoder, count: int) -> Branches:
        kept.append(plain(decoder, count))
        return kept[-1]

    monkeypatch.setattr(Decoder, "branches", branches)
    return kept


def read_by_the_model(session: Session, branches: Branches, *, bar: int) -> set[tuple[int, ...]]:
    """Bar, place in it, program and pitch of every note that a branch holds."""
    tokenizer = session.model.tokenizer
    reader = NoteReader(tokenizer.vocabulary, programs=(0, 33, -1))
    ids = [tokenizer.bar, *branches.ids(0)]
    notes = [read for token in ids if isinstance(read := reader.push(token), ReadNote)]
    quarter = tokenizer.ticks_per_quarter
    return {(n.bar + bar, n.start % (4 * quarter), n.program, n.pitch) for n in notes}


def places(score: Score, track: int, *, start: int, end: int) -> set[tuple[int, ...]]:
    part = score.tracks[track]
    program = -1 if part.is_drum else part.program
    return {
        (note.start // BAR, note.start % BAR * 12 // 480, program, note.pitch)
        for note in part.notes
        if start <= note.start < end
    }


def test_a_piece_does_not_end_before_the_last_note_that_stays(
    model: LiveModel, vocabulary: Vocabulary
) -> None:
    plan = plan_of(model, chord_piece(bars=8), roles=ROLES, bars=1)
    rule, state = rule_in(plan, ContextNotes), plan.decoding_state()
    assert rule is not None
    said = []
    for _ in range(8):  # a note of the bass and one of the drums on each of four beats
        assert np.isneginf(shaped(rule, state, vocabulary)[vocabulary.end])
        said.append(rule.instead(vocabulary.bar, state))
        for token in said[-1]:
            state.advance(token)
    assert not rule.instead(vocabulary.bar, state)
    assert state.heard.struck == {1: [36] * 4, 2: [42] * 4}
    assert not shaped(rule, state, vocabulary).any()
    # Another row has said none of them.
    other, branch = plan.decoding_state(), rule.branch()
    assert np.isneginf(shaped(branch, other, vocabulary)[vocabulary.end])
    assert branch.instead(vocabulary.bar, other) == said[0]


def test_what_stays_is_said_when_something_later_is_drawn_and_no_sooner(
    model: LiveModel, vocabulary: Vocabulary
) -> None:
    plan = plan_of(model, chord_piece(bars=8), roles=ROLES, bars=1)
    rule, state = rule_in(plan, ContextNotes), plan.decoding_state()
    assert rule is not None
    first = vocabulary.first_of(TokenKind.POSITION)
    # The piano comes before bass and drums on a beat.
    for token in (first, vocabulary.first_part, vocabulary.first_of(TokenKind.PITCH) + 60):
        assert not rule.instead(token, state)
        state.advance(token)
    later = rule.instead(first + 6, state)
    assert [vocabulary.names[token] for token in later[:2]] == ["Part_1", "Pitch_36"]


def test_a_request_without_notes_beside_has_no_such_rule(model: LiveModel) -> None:
    assert rule_in(plan_of(model), ContextNotes) is None
    assert rule_in(plan_of(model, roles=ROLES), ContextNotes) is None  # none after the start


@pytest.mark.parametrize("seed", range(3))
def test_tracks_that_are_only_heard_are_said_where_they_stand(
    session: Session, branched: list[Branches], seed: int
) -> None:
    score = chord_piece(bars=8)
    events = run(session, score, roles=ROLES, bars=3, sampling=SamplingConfig(seed=seed))
    made = notes_of(events)
    assert {part.track for part in made} <= {0}
    promised = 4 * BAR
    for event in events:
        if isinstance(event, NotesMade):
            assert all(part.note.start >= promised for part in event.notes)
            promised = max(promised, event.until)
    known = read_by_the_model(session, branched[-1], bar=4)
    for track in (1, 2):
        assert places(score, track, start=4 * BAR, end=7 * BAR) <= known
    drawn = {(p.note.start // BAR, p.note.start % BAR * 12 // 480, 0, p.note.pitch) for p in made}
    assert drawn == {place for place in known if place[2] == 0}


def test_a_start_inside_a_bar_hears_what_stays_too(
    session: Session, branched: list[Branches]
) -> None:
    score = chord_piece(bars=8)
    start = 4 * BAR + 480 + 7
    run(session, score, roles=ROLES, start=start, bars=2)
    ids = branched[-1].ids(0)
    kinds = session.model.tokenizer.vocabulary.kinds
    # Three quarters of the bass are left in the first bar, its last one a position late at most.
    assert sum(int(kinds[token]) == 9 for token in ids) >= 6


def test_what_stays_changes_what_is_written(session: Session) -> None:
    score = chord_piece(bars=8)
    other = score.with_track(
        1, score.tracks[1].with_notes(replace(n, pitch=n.pitch + 30) for n in score.tracks[1].notes)
    )
    before = other.with_track(
        1,
        other.tracks[1].with_notes(
            [n for n in score.tracks[1].notes if n.start < 4 * BAR]
            + [n for n in other.tracks[1].notes if n.start >= 4 * BAR]
        ),
    )
    assert notes_of(run(session, score, roles=ROLES)) != notes_of(run(session, before, roles=ROLES))


@pytest.mark.slow
def test_fits_are_what_reading_the_whole_piece_gives(
    branched: list[Branches], tiny_folder: Path
) -> None:
    session = Session(LiveModel.load(tiny_folder))
    score = chord_piece(bars=8)
    events = run(session, score, start=2 * BAR, bars=2, alternatives=3, following=2)
    end = events[-1]
    assert isinstance(end, ContinuationFinished)
    assert len(end.fits) == 3
    assert len(set(end.fits)) == 3
    model = LiveModel.load(tiny_folder)
    read = session._generator._log.ids
    last = int(model.tokenizer.encode(score).ids[-1])
    for index, fit in enumerate(end.fits):
        ids = [*read, *branched[-1].ids(index)]
        # The row that was done last never said the last id that it was judged by.
        ids += [last] * (ids[-1] != last)
        bars = [place for place, token in enumerate(ids) if token == model.tokenizer.bar]
        # Bars 0 to 3, and the one that what follows begins with.
        following = bars[4] + 1
        assert fit == pytest.approx(_read_likelihood(model, ids, following), abs=2e-3)
        piece = model.tokenizer.decode(ids)
        later = [n for t in piece.tracks for n in t.notes if 4 * 48 <= n.start < 6 * 48]
        stands = [n for t in score.tracks for n in t.notes if 4 * BAR <= n.start < 6 * BAR]
        assert len(later) == len(stands)


def _read_likelihood(model: LiveModel, ids: list[int], first: int) -> float:
    """The mean over the ids from one on, after everything before them was read."""
    decoder = model.decoder
    decoder.rewind(0)
    decoder.prime(ids[:first])
    total = 0.0
    for token in ids[first:]:
        total += math.log(decoder.probabilities[token])
        decoder.prime([token])
    return total / (len(ids) - first)


def test_nothing_after_it_is_judged_by_nothing(session: Session) -> None:
    end = run(session, chord_piece(), following=4)[-1]
    assert isinstance(end, ContinuationFinished)
    assert end.fits == (0.0,)
    end = run(session, chord_piece())[-1]
    assert isinstance(end, ContinuationFinished)
    assert end.fits == ()


@pytest.mark.slow
def test_a_piece_that_goes_on_is_not_ended(session: Session) -> None:
    silent = Score(tracks=(Track(notes=(Note(0, 60, BAR), Note(9 * BAR, 62, BAR))),))
    for seed in range(6):
        sampling = SamplingConfig(seed=seed, temperature=2.0)
        events = run(session, silent, start=BAR, bars=6, following=4, sampling=sampling)
        ends = [e.made.end for e in events if isinstance(e, AlternativeFinished)]
        assert ends == [7 * BAR]


@pytest.mark.slow
def test_what_was_forgotten_is_not_read(session: Session) -> None:
    score = chord_piece(bars=8)
    # The model's 64 steps reach back over more than this one bar.
    since = 7 * BAR
    events = run(session, score, start=8 * BAR, since=since)
    assert isinstance(events[0], Primed)
    assert events[0].exact_bars == (7, 8)
    # Twenty notes, their bar with its chord and tempo, three parts and the beginning.
    assert events[0].steps < 35
    other = score.with_track(
        0, score.tracks[0].with_notes(n for n in score.tracks[0].notes if n.start >= since)
    )
    assert notes_of(run(session, other, start=8 * BAR, since=since)) == notes_of(events)
    assert notes_of(run(session, other, start=8 * BAR)) != notes_of(events)
    # All of it forgotten: as if the piece began here.
    nothing = run(session, score, start=8 * BAR, since=8 * BAR)
    assert isinstance(nothing[0], Primed)
    assert nothing[0].exact_bars == (8, 8)
    assert notes_of(nothing)
