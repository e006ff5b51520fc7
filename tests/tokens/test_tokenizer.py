"""Vocabulary, description, and agreement with MidiTok as it comes."""

import pytest
from miditok import REMI
from miditok import TokenizerConfig as MidiTokConfig

from engine.ground.errors import ModelFileError
from engine.tokens.miditok_remi import check_names, miditok_config, plain_ids
from engine.tokens.naming import remi_names
from engine.tokens.tokenizer import Tokenizer
from engine.tokens.vocabulary import DRUMS, TokenKind
from engine.values.config import TokenizerConfig
from engine.values.score import Note, Score, Tempo, TimeSignature, Track


def test_vocabulary_has_the_sizes_the_model_was_planned_for(tokenizer, pedal_tokenizer) -> None:
    assert tokenizer.vocab_size == 794 + 121 + 32
    assert pedal_tokenizer.vocab_size == 794 + 121 + 32 + 2 * 129
    counts = {kind: len(tokenizer.vocabulary.ids_of(kind)) for kind in TokenKind}
    assert counts[TokenKind.PITCH] == counts[TokenKind.DRUM] == 128
    assert counts[TokenKind.VELOCITY] == 32
    assert counts[TokenKind.TEMPO] == 96
    assert counts[TokenKind.PROGRAM] == 129


def test_ids_of_a_kind_lie_side_by_side(pedal_tokenizer) -> None:
    whole = Tokenizer(TokenizerConfig(sustain_pedal=True, any_order=True))
    for vocabulary in (pedal_tokenizer.vocabulary, whole.vocabulary):
        for kind in TokenKind:
            ids = vocabulary.ids_of(kind)
            assert not len(ids) or len(ids) == ids[-1] - ids[0] + 1
    assert all(len(whole.vocabulary.ids_of(kind)) for kind in TokenKind)


def test_values_mean_what_the_names_say(tokenizer) -> None:
    vocabulary = tokenizer.vocabulary
    names = {name: i for i, name in enumerate(tokenizer.token_names)}
    assert vocabulary.values[names["Pitch_60"]] == 60
    assert vocabulary.values[names["Program_-1"]] == DRUMS
    assert vocabulary.values[names["Duration_1.0.12"]] == 12
    assert vocabulary.values[names["Duration_32.0.1"]] == 32 * 12
    assert vocabulary.meters[vocabulary.values[names["TimeSig_6/8"]]] == (6, 8)
    assert vocabulary.meter_lengths[vocabulary.values[names["TimeSig_6/8"]]] == 36
    assert vocabulary.meter_lengths[vocabulary.values[names["TimeSig_2/2"]]] == 48
    assert len(set(vocabulary.durations.tolist())) == len(vocabulary.durations)
    assert (tokenizer.pad, tokenizer.begin, tokenizer.end) == (0, 1, 2)
    assert tokenizer.token_names[tokenizer.bar] == "Bar_None"


def test_description_makes_the_same_tokenizer_again(pedal_tokenizer) -> None:
    again = Tokenizer.from_description(pedal_tokenizer.describe())
    assert again.config == pedal_tokenizer.config
    assert again.token_names == pedal_tokenizer.token_names


@pytest.mark.parametrize(
    "change",
    [
        {"fingerprint": "0"},
        {"format": 3},
        {"kind": "tsd"},
        {"config": {"velocities": 0}},
        {"config": {"colour": 1}},
        {"config": 3},
    ],
)
def test_another_description_is_refused(tokenizer, change) -> None:
    with pytest.raises(ModelFileError):
        Tokenizer.from_description(tokenizer.describe() | change)


def test_every_setting_changes_the_fingerprint() -> None:
    configs = [
        TokenizerConfig(),
        TokenizerConfig(positions_per_beat=24),
        TokenizerConfig(velocities=16),
        TokenizerConfig(tempos=32),
        TokenizerConfig(sustain_pedal=True),
        TokenizerConfig(parts=16),
        TokenizerConfig(chords=False),
        TokenizerConfig(any_order=True),
    ]
    assert len({Tokenizer(config).fingerprint for config in configs}) == len(configs)


def test_a_model_of_the_format_before_says_what_to_do(tokenizer) -> None:
    with pytest.raises(ModelFileError, match="tracks apart") as refused:
        Tokenizer.from_description(tokenizer.describe() | {"format": 1})
    assert "Train it anew" in refused.value.hint


@pytest.mark.parametrize("bad", [{"positions_per_beat": 6}, {"velocities": 128}])
def test_a_grid_that_cannot_be_kept_is_refused(bad) -> None:
    with pytest.raises(ValueError, match=next(iter(bad))):
        Tokenizer(TokenizerConfig(**bad))


def _in_quarters(score: Score, ticks_per_quarter: int) -> set[tuple[float, float, int, int]]:
    return {
        (note.start / ticks_per_quarter, note.duration / ticks_per_quarter, note.pitch, t.program)
        for t in score.tracks
        if not t.is_drum
        for note in t.notes
    }


def test_unchanged_miditok_reads_our_ids_alike_where_beats_are_quarters(tokenizer) -> None:
    score = Score(
        ticks_per_quarter=12,
        tracks=(
            Track(
                program=40,
                notes=tuple(Note(7 * i, 50 + i % 30, 1 + 5 * i % 48, 64) for i in range(200)),
            ),
        ),
        time_signatures=(TimeSignature(0, 3, 4), TimeSignature(36 * 5, 5, 4)),
        tempos=(Tempo(0, 100.0), Tempo(80, 70.0)),
    )
    ids = list(plain_ids(tokenizer.vocabulary, tokenizer.encode(score).ids))
    plain = REMI(MidiTokConfig.from_dict(miditok_config(tokenizer.config).to_dict()))
    theirs = plain.decode(ids)
    ours = tokenizer.decode(ids)
    assert _in_quarters(ours, 12) == {
        (note.time / theirs.tpq, note.duration / theirs.tpq, note.pitch, 40)
        for note in theirs.tracks[0].notes
    }
    assert [t.bpm for t in ours.tempos] == [round(t.tempo, 2) for t in theirs.tempos]


@pytest.mark.parametrize(
    "config",
    [
        TokenizerConfig(),
        TokenizerConfig(any_order=True),
        TokenizerConfig(sustain_pedal=True, positions_per_beat=8, velocities=5),
        TokenizerConfig(positions_per_beat=4, tempos=7, velocities=127),
        TokenizerConfig(positions_per_beat=96, tempos=1024, velocities=1, chords=False),
    ],
)
def test_the_names_are_those_of_miditok(config: TokenizerConfig) -> None:
    check_names(config)


def test_a_miditok_with_other_tokens_makes_no_new_model(monkeypatch: pytest.MonkeyPatch) -> None:
    names = (*remi_names(TokenizerConfig()), "Later_0")
    monkeypatch.setattr("engine.tokens.miditok_remi.miditok_names", lambda _config: names)
    with pytest.raises(ModelFileError, match="MidiTok on this machine"):
        check_names(TokenizerConfig())
