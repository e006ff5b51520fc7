"""What may follow: all encoded music may, all that may decodes, constraints leave a way on."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.midi.file.midifile import read_midi
from engine.tokens.constraints import Constraints
from engine.tokens.grammar import Grammar, Place
from engine.tokens.reader import NoteReader, ReadNote
from engine.tokens.tokenizer import Tokenizer
from engine.tokens.vocabulary import DRUMS, TokenKind
from engine.values.score import Score

CONSTRAINTS = st.builds(
    Constraints,
    parts=st.none() | st.frozensets(st.integers(0, 3), max_size=3),
    pitch_classes=st.frozensets(st.integers(0, 11)),
    lowest=st.integers(0, 60),
    highest=st.integers(60, 127),
    chord_size=st.integers(0, 3),
    tempo_changes=st.booleans(),
    meter_changes=st.booleans(),
    pedal=st.booleans(),
    end=st.booleans(),
)


PARTS = (
    ("Part_0", "Program_-1"),
    ("Part_1", "Program_0"),
    ("Part_2", "Program_0"),
    ("Part_3", "Program_127"),
)


def _walk(grammar: Grammar, tokenizer: Tokenizer, *, seed: int, length: int) -> list[int]:
    """Ids drawn at random: first a kind of those that may follow, then one of that kind."""
    generator = np.random.default_rng(seed)
    kinds = tokenizer.vocabulary.kinds
    names = tokenizer.token_names
    ids = [*(names.index(name) for part in PARTS for name in part), tokenizer.bar]
    state = grammar.follow(ids)
    while len(ids) < length and state.place != Place.END:
        allowed = np.flatnonzero(grammar.allowed(state))
        may = np.unique(kinds[allowed])
        # The end is one kind of five or so: drawn as often as they are, no walk would be long.
        if len(may) > 1 and generator.random() < 0.98:
            may = may[may != TokenKind.SPECIAL]
        kind = generator.choice(may)
        token = int(generator.choice(allowed[kinds[allowed] == kind]))
        ids.append(token)
        state = grammar.advance(state, token)
    return ids


@pytest.mark.slow
def test_every_encoded_song_is_legal(tokenizer, pedal_tokenizer, song_files) -> None:
    for each, files in ((tokenizer, song_files[::16]), (pedal_tokenizer, song_files[1::60])):
        grammar = Grammar(each)
        for path in files:
            ids = each.encode(read_midi(path.read_bytes()).score).ids
            assert grammar.accepts([*ids.tolist(), each.end]), path.name


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**9), constraints=CONSTRAINTS)
def test_every_walk_decodes_to_music_that_keeps_to_the_constraints(
    pedal_tokenizer, seed, constraints
) -> None:
    grammar = Grammar(pedal_tokenizer, constraints)
    ids = _walk(grammar, pedal_tokenizer, seed=seed, length=300)
    decoded = pedal_tokenizer.decode(ids)
    assert [DRUMS if t.is_drum else t.program for t in decoded.tracks] == [DRUMS, 0, 0, 127]
    for part, track in enumerate(decoded.tracks):
        assert constraints.allows_part(part) or not track.notes
        for note in track.notes:
            assert track.is_drum or constraints.allows_pitch(note.pitch)
        starts = [note.start for note in track.notes]
        assert not constraints.chord_size or all(
            starts.count(start) <= constraints.chord_size for start in set(starts)
        )
        assert constraints.pedal or not track.controls
    if not constraints.meter_changes:
        assert len(decoded.time_signatures) == 1
    if not constraints.tempo_changes:
        assert not decoded.tempos
    if not constraints.end:
        assert pedal_tokenizer.end not in ids
        assert len(ids) == 300


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_time_only_moves_forward_and_no_bar_overflows(tokenizer, seed) -> None:
    ids = _walk(Grammar(tokenizer), tokenizer, seed=seed, length=400)
    reader = NoteReader(tokenizer.vocabulary)
    lengths, values = tokenizer.vocabulary.meter_lengths, tokenizer.vocabulary.values
    now, bar_end = 0, None
    for token in ids:
        kind = tokenizer.vocabulary.kinds[token]
        reader.push(token)
        assert reader.now >= now
        now = reader.now
        if kind == TokenKind.METER:
            bar_end = reader.bar_start + lengths[values[token]]
        if kind == TokenKind.POSITION:
            assert reader.now < bar_end


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_a_walk_is_in_the_encoders_own_order(tokenizer, seed) -> None:
    ids = _walk(Grammar(tokenizer), tokenizer, seed=seed, length=300)
    decoded = tokenizer.decode(ids)
    if decoded.note_count:
        again = tokenizer.decode(tokenizer.encode(decoded).ids)
        assert _sounding(again) == _sounding(decoded)


def _sounding(score: Score) -> list[tuple[int, bool, tuple[object, ...]]]:
    return [(t.program, t.is_drum, t.notes) for t in score.tracks if t.notes]


def _names(tokenizer: Tokenizer, grammar: Grammar, *said: str) -> set[str]:
    """Types of the ids that may follow these."""
    ids = [tokenizer.token_names.index(name) for name in said]
    allowed = grammar.allowed(grammar.follow(ids))
    return {tokenizer.token_names[i].partition("_")[0] for i in np.flatnonzero(allowed)}


BAND = ("Part_0", "Program_5", "Part_4", "Program_-1")
BEGUN = (*BAND, "Bar_None", "TimeSig_4/4")
BAR = (*BEGUN, "Chord_none")


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ((), {"Bar", "Part"}),
        (("Part_0",), {"Program"}),
        (BAND, {"Bar", "Part"}),
        ((*BAND, "Part_31", "Program_2"), {"Bar"}),
        (("Bar_None",), {"TimeSig"}),
        (BEGUN, {"Chord"}),
        (BAR, {"Position", "Bar", "EOS"}),
        ((*BAR, "Position_0"), {"Tempo", "Part"}),
        ((*BAR, "Position_7"), {"Tempo", "Part", "Chord"}),
        ((*BAR, "Position_7", "Chord_3.min"), {"Tempo", "Part", "Position", "Bar", "EOS"}),
        ((*BAR, "Position_0", "Tempo_20.0"), {"Part", "Position", "Bar", "EOS"}),
        ((*BAR, "Position_0", "Part_0"), {"Pitch"}),
        ((*BAR, "Position_0", "Part_4"), {"PitchDrum"}),
        ((*BAR, "Position_0", "Part_0", "Pitch_60"), {"Velocity"}),
        ((*BAR, "Position_0", "Part_0", "Pitch_60", "Velocity_3"), {"Duration"}),
        (
            (*BAR, "Position_0", "Part_4", "PitchDrum_60", "Velocity_3"),
            {"PitchDrum", "Position", "Bar", "EOS"},
        ),
        (
            (*BAR, "Position_47", "Part_0", "Pitch_127", "Velocity_3", "Duration_1.0.12"),
            {"Part", "Bar", "EOS"},
        ),
        ((*BAR, "EOS_None"), {"BOS"}),
    ],
)
def test_what_may_follow(tokenizer, said, expected) -> None:
    assert _names(tokenizer, Grammar(tokenizer), *said) == expected


def test_a_position_that_constraints_leave_empty_is_left_again(tokenizer) -> None:
    free = Grammar(tokenizer)
    ids = [tokenizer.token_names.index(name) for name in (*BAR, "Position_3")]
    state = free.follow(ids)
    mute = free.under(Constraints(parts=frozenset(), tempo_changes=False))
    allowed = np.flatnonzero(mute.allowed(state))
    kinds = set(tokenizer.vocabulary.kinds[allowed].tolist())
    # With nothing to play anywhere there are only a chord and the next bar.
    assert kinds <= {TokenKind.BAR, TokenKind.CHORD}


def test_a_key_lock_binds_pitches_and_not_drums(tokenizer) -> None:
    grammar = Grammar(tokenizer, Constraints(pitch_classes=frozenset({0, 7}), lowest=40))
    base = (*BAR, "Position_0")
    names = tokenizer.token_names

    def pitches(part: str) -> list[int]:
        ids = [names.index(name) for name in (*base, part)]
        allowed = np.flatnonzero(grammar.allowed(grammar.follow(ids)))
        return [int(tokenizer.vocabulary.values[i]) for i in allowed]

    assert pitches("Part_0") == [p for p in range(40, 128) if p % 12 in {0, 7}]
    assert pitches("Part_4") == list(range(128))


def test_what_is_forbidden_is_what_is_not_allowed(tokenizer) -> None:
    grammar = Grammar(tokenizer)
    state = grammar.start
    for token in _walk(grammar, tokenizer, seed=2, length=80):
        forbidden = grammar.forbidden(state)
        assert (forbidden == ~grammar.allowed(state)).all()
        # All rows share it.
        assert not forbidden.flags.writeable
        state = grammar.advance(state, token)


def test_states_are_values(tokenizer) -> None:
    grammar = Grammar(tokenizer)
    ids = _walk(grammar, tokenizer, seed=1, length=50)
    assert grammar.follow(ids) == grammar.follow(ids[20:], grammar.follow(ids[:20]))
    assert hash(grammar.follow(ids)) == hash(grammar.follow(ids))


@pytest.mark.parametrize(
    "bad", [{"lowest": 61, "highest": 60}, {"pitch_classes": frozenset({12})}, {"chord_size": -1}]
)
def test_constraints_that_mean_nothing_are_refused(bad) -> None:
    with pytest.raises(ValueError, match=next(iter(bad))):
        Constraints(**bad)


def test_a_walk_has_notes(tokenizer) -> None:
    reader = NoteReader(tokenizer.vocabulary)
    reads = map(reader.push, _walk(Grammar(tokenizer), tokenizer, seed=0, length=400))
    assert sum(isinstance(read, ReadNote) for read in reads) > 20
