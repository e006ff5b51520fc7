"""Steps: where they end depends on what was said alone, and batches of them are the songs."""

from itertools import pairwise

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.tokens.augmentation import Augmentation
from engine.tokens.batching import SongBatches
from engine.tokens.gathering import BAG
from engine.tokens.steps import LONGEST, StepDivider, step_ends
from engine.tokens.vocabulary import TokenKind
from engine.values.config import BatchConfig


@pytest.fixture(scope="module")
def corpus(tokenizer, songs):
    """(tokens, offsets) of a few real songs, of many parts some."""
    some = [score for _, score in songs][:9]
    ids = [[tokenizer.begin, *tokenizer.encode(s).ids.tolist(), tokenizer.end] for s in some]
    offsets = np.cumsum([0, *(len(song) for song in ids)])
    return np.concatenate(ids).astype(np.uint16), offsets.astype(np.int64)


def _bags(tokenizer, ids):
    steps = StepDivider(tokenizer.vocabulary)
    state, bags = steps.start, []
    for token in ids:
        state, bag = steps.advance(state, int(token))
        if bag is not None:
            bags.append(bag)
    assert not state.bag
    return bags


@pytest.mark.slow
def test_the_vectorised_ends_are_those_of_id_by_id(tokenizer, pedal_tokenizer, songs) -> None:
    for each in (tokenizer, pedal_tokenizer):
        steps = StepDivider(each.vocabulary)
        for name, score in songs:
            ids = np.array([each.begin, *each.encode(score).ids, each.end])
            state, ends = steps.start, []
            for token in ids.tolist():
                state, bag = steps.advance(state, token)
                ends.append(bag is not None)
            assert steps.ends(ids).tolist() == ends, name


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_any_ids_end_alike_however_they_are_read(pedal_tokenizer, seed) -> None:
    generator = np.random.default_rng(seed)
    ids = generator.integers(0, pedal_tokenizer.vocab_size, 200)
    steps = StepDivider(pedal_tokenizer.vocabulary)
    state, ends = steps.start, []
    for token in ids.tolist():
        state, bag = steps.advance(state, token)
        ends.append(bag is not None)
    assert steps.ends(ids).tolist() == ends


@pytest.mark.slow
def test_a_step_of_music_is_short_and_is_a_note_most_often(tokenizer, songs) -> None:
    steps = notes = 0
    for name, score in songs:
        ids = tokenizer.encode(score).ids
        ends = step_ends(ids, tokenizer.vocabulary)
        assert ends[-1] == len(ids), name
        assert np.diff(ends, prepend=0).max() <= LONGEST, name
        assert max(map(len, _bags(tokenizer, ids))) <= BAG
        steps += len(ends)
        notes += score.note_count
    assert steps < 1.35 * notes


def test_beside_each_part_stands_its_program(tokenizer) -> None:
    names = tokenizer.token_names
    said = (
        "BOS_None", "Part_3", "Program_40", "Part_9", "Program_-1", "Bar_None", "TimeSig_4/4",
        "Chord_none", "Position_0", "Part_3", "Pitch_60", "Velocity_63", "Duration_1.0.12",
        "Pitch_64", "Velocity_63", "Duration_1.0.12", "Part_9", "PitchDrum_36", "Velocity_63",
    )  # fmt: skip
    bags = _bags(tokenizer, [names.index(name) for name in said])
    assert [tuple(names[i] for i in bag) for bag in bags] == [
        ("BOS_None",),
        ("Part_3", "Program_40"),
        ("Part_9", "Program_-1"),
        ("Bar_None", "TimeSig_4/4"),
        ("Chord_none",),
        ("Position_0", "Part_3", "Program_40", "Pitch_60", "Velocity_63", "Duration_1.0.12"),
        ("Pitch_64", "Velocity_63", "Duration_1.0.12"),
        ("Part_9", "Program_-1", "PitchDrum_36", "Velocity_63"),
    ]


def _rows(batches):
    taken = list(batches)
    return {
        name: torch.cat([getattr(batch, name) for batch in taken], dim=1)
        for name in ("bags", "targets", "said", "starts", "scored")
    }


@pytest.mark.slow
@pytest.mark.parametrize("joining", ["crop", "pad", "ragged"])
def test_batches_read_the_bags_of_the_songs_and_predict_the_step_after(
    tokenizer, corpus, joining
) -> None:
    tokens, offsets = corpus
    config = BatchConfig(rows=2, segment_length=16, joining=joining)
    batches = SongBatches(
        tokens, offsets, config, device="cpu", epochs=1, steps=StepDivider(tokenizer.vocabulary)
    )
    stream = _rows(batches)
    songs = [tokens[a:b] for a, b in pairwise(offsets)]
    expected = {tuple(map(tuple, _bags(tokenizer, song)[:40])) for song in songs}
    pad = tokenizer.pad
    for row in range(2):
        begins = torch.nonzero(stream["starts"][row]).flatten().tolist()
        for begin in begins:
            bags = stream["bags"][row, begin : begin + 40]
            read = {frozenset(i for i in bag.tolist() if i != pad) for bag in bags}
            assert any(read == {frozenset(bag) for bag in song[: len(bags)]} for song in expected)
            for place in range(begin, min(begin + 39, stream["bags"].shape[1] - 1)):
                if not stream["scored"][row, place + 1]:
                    break
                targets = [i for i in stream["targets"][row, place].tolist() if i >= 0]
                following = [i for i in stream["bags"][row, place + 1].tolist() if i != pad]
                assert set(targets) <= set(following)


def test_all_ids_are_targets_but_begins_and_declarations(tokenizer, corpus) -> None:
    tokens, offsets = corpus
    config = BatchConfig(rows=3, segment_length=32)
    batches = SongBatches(
        tokens, offsets, config, device="cpu", epochs=1, steps=StepDivider(tokenizer.vocabulary)
    )
    seen = np.zeros(tokenizer.vocab_size, dtype=np.int64)
    for batch in batches:
        targets = batch.targets[batch.targets >= 0].numpy()
        seen += np.bincount(targets, minlength=tokenizer.vocab_size)
    kinds = tokenizer.vocabulary.kinds
    expected = np.bincount(tokens, minlength=tokenizer.vocab_size)
    expected[tokenizer.begin] = 0
    for song in range(len(offsets) - 1):
        ids = tokens[offsets[song] : offsets[song + 1]]
        declared = ids[1 : int(np.flatnonzero(kinds[ids] == TokenKind.BAR)[0])]
        expected -= np.bincount(declared, minlength=tokenizer.vocab_size)
    assert (seen == expected).all()
    assert not seen[kinds == TokenKind.PROGRAM].any()


def test_parts_are_numbered_anew_in_each_epoch_and_stay_the_same_within_it(
    tokenizer, corpus
) -> None:
    tokens, offsets = corpus
    augmentation = Augmentation(tokenizer.vocabulary)
    batches = SongBatches(
        tokens,
        offsets,
        BatchConfig(rows=1, segment_length=64),
        device="cpu",
        augmentation=augmentation,
        songs=[0],
        epochs=4,
        steps=StepDivider(tokenizer.vocabulary),
    )
    bags = torch.cat([batch.bags[0] for batch in batches])
    drums = tokenizer.vocabulary.program_ids[-1]
    whole = tokens[offsets[0] : offsets[1]]
    count = len(step_ends(whole, tokenizer.vocabulary)) - 1
    first = tokenizer.vocabulary.first_part
    numbers = []
    for epoch in range(4):
        song = bags[epoch * count : (epoch + 1) * count]
        declared = song[(song == tokenizer.bar).any(-1).logical_not().cumprod(0).bool()][1:, :2]
        parts = (declared[:, 0] - first).tolist()
        assert parts == sorted(parts)
        said = song[len(declared) + 1 :]
        used = said[(said >= first) & (said < first + 32)].unique() - first
        assert set(used.tolist()) <= set(parts)
        numbers.append(tuple(parts))
        assert (declared[:, 1] == drums).sum() == (
            tokenizer.vocabulary.kinds[whole] == TokenKind.DRUM
        ).any()
    assert len(set(numbers)) > 1
