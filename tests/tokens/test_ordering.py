"""Songs in another order: nothing is lost, what is left out is announced, and all is in reach."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.tokens.batching import SongBatches
from engine.tokens.events import events_of, said
from engine.tokens.grammar import Grammar, Place
from engine.tokens.ordering import (
    MOST_LEFT_OUT,
    MOST_TOGETHER,
    Gap,
    draw_gaps,
    drawn,
    in_order,
    reordered,
)
from engine.tokens.steps import StepDivider
from engine.tokens.store import write_store
from engine.tokens.tokenizer import Tokenizer
from engine.tokens.vocabulary import TokenKind
from engine.values.config import BatchConfig, TokenizerConfig

SEED = 3
SONG = (
    "BOS_None Part_0 Program_0 Part_1 Program_33 "
    "Bar_None TimeSig_4/4 Chord_0.maj Position_0 Tempo_120.49 Part_0 Pitch_60 Velocity_63"
    " Duration_1.0.12 Part_1 Pitch_36 Velocity_63 Duration_1.0.12 "
    "Bar_None TimeSig_4/4 Chord_5.maj Position_0 Pitch_41 Velocity_63 Duration_1.0.12"
    " Position_24 Chord_7.maj Part_0 Pitch_67 Velocity_63 Duration_1.0.12 "
    "Bar_None TimeSig_3/4 Chord_0.maj Position_12 Part_1 Pitch_36 Velocity_63 Duration_1.0.12 "
    "EOS_None"
)


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    return Tokenizer(TokenizerConfig(any_order=True))


@pytest.fixture(scope="module")
def real(tokenizer, songs):
    """Ids of a few real songs, begin and end included."""
    return [
        np.array([tokenizer.begin, *tokenizer.encode(score).ids, tokenizer.end], dtype=np.uint16)
        for _, score in songs[:24]
    ]


def _ids(tokenizer, text: str) -> np.ndarray:
    names = tokenizer.token_names
    return np.array([names.index(name) for name in text.split()], dtype=np.uint16)


def _names(tokenizer, ids) -> str:
    return " ".join(tokenizer.token_names[int(i)] for i in ids)


def test_the_old_ids_mean_what_they_meant(tokenizer) -> None:
    plain = Tokenizer()
    assert tokenizer.token_names[: plain.vocab_size] == plain.token_names
    assert tokenizer.extends(plain.describe())
    assert not plain.extends(tokenizer.describe())
    assert "any_order" not in plain.describe()["config"]
    assert Tokenizer.from_description(tokenizer.describe()).fingerprint == tokenizer.fingerprint


@pytest.mark.slow
def test_what_the_encoder_writes_is_as_it_was(tokenizer, songs) -> None:
    plain = Tokenizer()
    assert tokenizer.vocabulary.as_encoded == plain.vocabulary.as_encoded == plain.vocabulary
    for _, score in songs[:24]:
        ours, before = tokenizer.encode(score), plain.encode(score)
        assert ours.ids.tolist() == before.ids.tolist()
        assert ours.bars.tolist() == before.bars.tolist()


def test_events_said_in_their_own_order_are_the_song(tokenizer, real) -> None:
    for ids in real:
        events = events_of(ids, tokenizer.vocabulary)
        again = said(events, np.arange(len(events.kind)), tokenizer.vocabulary)
        assert again.tolist() == ids.tolist()


def test_a_gap_of_all_parts_follows_what_stands_right_of_it(tokenizer) -> None:
    ids = reordered(_ids(tokenizer, SONG), [Gap(first=1, after=2, until=3)], tokenizer.vocabulary)
    assert _names(tokenizer, ids) == (
        "BOS_None Part_0 Program_0 Part_1 Program_33 "
        "Bar_None TimeSig_4/4 Chord_0.maj Position_0 Tempo_120.49 Part_0 Pitch_60 Velocity_63"
        " Duration_1.0.12 Part_1 Pitch_36 Velocity_63 Duration_1.0.12 "
        "Gap_None Bars_1 "
        "Bar_None TimeSig_3/4 Chord_0.maj Position_12 Part_1 Pitch_36 Velocity_63 Duration_1.0.12 "
        "Fill_None Back_2 Bars_1 "
        "Bar_None TimeSig_4/4 Chord_5.maj Position_0 Part_1 Pitch_41 Velocity_63 Duration_1.0.12"
        " Position_24 Chord_7.maj Part_0 Pitch_67 Velocity_63 Duration_1.0.12 "
        "Rejoin_None EOS_None"
    )


def test_a_gap_of_one_part_leaves_its_bars_and_says_who_is_missing(tokenizer) -> None:
    gap = Gap(first=0, after=2, until=2, parts=frozenset({1}), chords=False)
    ids = reordered(_ids(tokenizer, SONG), [gap], tokenizer.vocabulary)
    assert _names(tokenizer, ids) == (
        "BOS_None Part_0 Program_0 Part_1 Program_33 Gap_None Part_1 Gap_None Bars_2 "
        "Bar_None TimeSig_4/4 Position_0 Tempo_120.49 Part_0 Pitch_60 Velocity_63 Duration_1.0.12 "
        "Bar_None TimeSig_4/4 Position_24 Pitch_67 Velocity_63 Duration_1.0.12 "
        "Fill_None Part_1 Fill_None Back_2 Bars_2 "
        "Bar_None TimeSig_4/4 Chord_0.maj Position_0 Part_1 Pitch_36 Velocity_63 Duration_1.0.12 "
        "Bar_None TimeSig_4/4 Chord_5.maj Position_0 Pitch_41 Velocity_63 Duration_1.0.12"
        " Position_24 Chord_7.maj Rejoin_None "
        "Bar_None TimeSig_3/4 Chord_0.maj Position_12 Part_1 Pitch_36 Velocity_63 Duration_1.0.12 "
        "EOS_None"
    )


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**9), song=st.integers(0, 10**9))
def test_every_song_can_be_put_in_order_again(tokenizer, real, seed, song) -> None:
    ids = real[song % len(real)]
    vocabulary = tokenizer.vocabulary
    other = drawn(ids, np.random.default_rng(seed), vocabulary)
    assert in_order(other, vocabulary).tolist() == ids.tolist()
    steps = StepDivider(vocabulary)
    assert steps.ends(other).sum() >= steps.ends(ids).sum()


@pytest.mark.slow
def test_what_stands_before_a_gap_is_in_reach_until_it_is_full(tokenizer, real) -> None:
    vocabulary = tokenizer.vocabulary
    found = 0
    for song, ids in enumerate(real):
        events = events_of(ids, vocabulary)
        for gap in draw_gaps(events, np.random.default_rng(song)):
            other = events_of(reordered(ids, [gap], vocabulary), vocabulary)
            marks = vocabulary.kinds[other.ids[other.begins]]
            begin = int(np.flatnonzero(marks == TokenKind.GAP)[0])
            fill = int(np.flatnonzero(marks == TokenKind.FILL)[-1])
            end = int(np.flatnonzero(marks == TokenKind.REJOIN)[0])
            announced = 2 * (1 + len(gap.parts or ()))
            assert end - fill - 1 <= MOST_LEFT_OUT
            assert end - begin <= MOST_TOGETHER + announced
            found += 1
    assert found > 100


def test_a_seed_draws_one_order_and_another_seed_another(tokenizer, real) -> None:
    ids = max(real, key=len)
    first, same, other = (
        drawn(ids, np.random.default_rng(seed), tokenizer.vocabulary).tolist() for seed in (1, 1, 2)
    )
    assert first == same != other


def test_the_grammar_follows_a_song_in_another_order_and_never_announces(tokenizer) -> None:
    grammar = Grammar(tokenizer)
    gap = Gap(first=0, after=2, until=2, parts=frozenset({1}))
    ids = reordered(_ids(tokenizer, SONG), [gap], tokenizer.vocabulary).tolist()
    kinds = tokenizer.vocabulary.kinds
    announcing = kinds >= TokenKind.GAP
    given_at = {TokenKind.GAP, TokenKind.FILL, TokenKind.REJOIN}
    state, steps = grammar.start, StepDivider(tokenizer.vocabulary)
    given_step, in_step = False, steps.start
    for token in ids[1:]:
        given_step |= int(kinds[token]) in given_at
        allowed = grammar.allowed(state)
        assert given_step or allowed[token], tokenizer.token_names[token]
        assert not (allowed & announcing).any()
        state = grammar.advance(state, token)
        in_step, bag = steps.advance(in_step, token)
        given_step &= bag is None
    assert state.place == Place.END


def _store(tokenizer, real, folder):
    rows = [(f"song {i}", "train", ids[1:-1]) for i, ids in enumerate(real)]
    return write_store(folder, rows, tokenizer)


def _stream(store, tokenizer, config, count, *, batches=None):
    batches = batches or SongBatches.of_split(
        store, "train", config, device="cpu", steps=StepDivider(tokenizer.vocabulary)
    )
    return [batch for batch, _ in zip(batches, range(count), strict=False)]


def test_batches_read_as_many_steps_whatever_the_order(tokenizer, real, tmp_path) -> None:
    store = _store(tokenizer, real[:8], tmp_path)
    plain = BatchConfig(rows=4, segment_length=32, seed=SEED)
    other = BatchConfig(rows=4, segment_length=32, seed=SEED, reordered=1.0)
    written, moved = (_stream(store, tokenizer, config, 60) for config in (plain, other))
    for one, two in zip(written, moved, strict=True):
        assert one.starts.equal(two.starts)
        assert one.scored.equal(two.scored)
    marks = (TokenKind.GAP, TokenKind.FILL)
    announcing = [tokenizer.vocabulary.first_of(kind) for kind in marks]
    targets = np.concatenate([batch.targets[batch.targets >= 0].numpy() for batch in moved])
    bags = np.concatenate([batch.bags.numpy().ravel() for batch in moved])
    assert not np.isin(announcing, targets).any()
    assert np.isin(announcing, bags).all()
    assert tokenizer.vocabulary.first_of(TokenKind.REJOIN) in targets


def test_what_batches_read_is_the_song_that_was_drawn(tokenizer, real, tmp_path) -> None:
    store = _store(tokenizer, real[:1], tmp_path)
    config = BatchConfig(rows=1, segment_length=64, seed=SEED, reordered=1.0)
    batches = SongBatches.of_split(
        store, "train", config, device="cpu", steps=StepDivider(tokenizer.vocabulary), epochs=1
    )
    bags = np.concatenate([batch.bags[batch.scored].numpy() for batch in batches])
    ids = drawn(real[0], np.random.default_rng([SEED, 0, 0, 2]), tokenizer.vocabulary)
    steps = StepDivider(tokenizer.vocabulary)
    state, expected = steps.start, []
    for token in ids.tolist():
        state, bag = steps.advance(state, token)
        expected += [] if bag is None else [set(bag)]
    read = [set(bag.tolist()) - {tokenizer.pad} for bag in bags]
    assert read == expected[: len(read)]


def test_a_run_goes_on_with_the_very_next_batch(tokenizer, real, tmp_path) -> None:
    store = _store(tokenizer, real[:8], tmp_path)
    config = BatchConfig(rows=4, segment_length=32, seed=SEED, reordered=0.5)

    def batches() -> SongBatches:
        return SongBatches.of_split(
            store, "train", config, device="cpu", steps=StepDivider(tokenizer.vocabulary)
        )

    whole = batches()
    first = _stream(store, tokenizer, config, 20, batches=whole)
    state = whole.state()
    rest = _stream(store, tokenizer, config, 100, batches=whole)
    again = batches()
    again.restore(state)
    for one, two in zip(rest, _stream(store, tokenizer, config, 100, batches=again), strict=True):
        assert one.bags.equal(two.bags)
        assert one.targets.equal(two.targets)
    assert len(first) == 20


def test_a_store_is_read_by_a_tokenizer_with_more_ids_and_by_no_other(
    tokenizer, real, tmp_path
) -> None:
    plain = Tokenizer()
    store = _store(plain, real[:2], tmp_path)
    assert store.said_by(tokenizer).tokenizer == tokenizer.describe()
    with pytest.raises(Exception, match="mean something else"):
        store.said_by(Tokenizer(TokenizerConfig(velocities=16)))


def test_songs_are_not_reordered_where_nobody_could_say_so(real, tmp_path) -> None:
    plain = Tokenizer()
    config = BatchConfig(rows=1, segment_length=64, reordered=0.5)
    with pytest.raises(ValueError, match="any_order"):
        SongBatches.of_split(
            _store(plain, real[:1], tmp_path), "train", config, device="cpu",
            steps=StepDivider(plain.vocabulary),
        )  # fmt: skip
