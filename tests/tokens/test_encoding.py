"""Score to ids: MidiTok's own encoder agrees, decoding gives the music back, limits hold."""

from dataclasses import replace

import numpy as np
import pytest
import symusic
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.ground.errors import EmptyMusicError, LimitError
from engine.harmony.chords import Chord
from engine.tokens.miditok_remi import (
    QuarterGridREMI,
    decode_as_miditok,
    miditok_config,
    plain_ids,
)
from engine.tokens.reader import ChordRead, NoteReader
from engine.tokens.tokenizer import Tokenizer
from engine.tokens.vocabulary import TokenKind
from engine.values.config import TokenizerConfig
from engine.values.score import Control, Note, Score, Tempo, TimeSignature, Track
from engine.values.time import BarMap


class WritingREMI(QuarterGridREMI):
    """MidiTok's encoder on the quarter's grid."""

    def _create_duration_event(self, note, _program, _ticks_per_beat, _tpb_idx):
        grid = np.array([[2**31 - 1, self.time_division]])
        return super()._create_duration_event(note, _program, grid, 0)


def _for_miditok(score: Score) -> symusic.Score:
    """A decoded score as MidiTok takes it: programs ascending, meters and tempos as they are."""
    out = symusic.Score(score.ticks_per_quarter)
    for t in sorted(score.tracks, key=lambda t: (not t.is_drum, t.program)):
        track = symusic.Track("", t.program, t.is_drum)
        for n in t.notes:
            track.notes.append(symusic.Note(n.start, n.duration, n.pitch, n.velocity))
        out.tracks.append(track)
    for s in score.time_signatures:
        out.time_signatures.append(symusic.TimeSignature(s.tick, s.numerator, s.denominator))
    for tempo in score.tempos:
        out.tempos.append(symusic.Tempo(tempo.tick, tempo.bpm))
    return out


def _as_miditok_orders(score: Score) -> Score:
    """One track of each program, drums first."""
    programs = sorted({-1 if t.is_drum else t.program for t in score.tracks if t.notes})
    tracks = [
        Track(
            program=max(program, 0),
            is_drum=program < 0,
            notes=tuple(
                sorted(
                    note
                    for t in score.tracks
                    if (-1 if t.is_drum else t.program) == program
                    for note in t.notes
                )
            ),
        )
        for program in programs
    ]
    return replace(score, tracks=tuple(tracks))


@pytest.mark.slow
def test_miditoks_own_encoder_writes_the_same_ids(tokenizer, songs) -> None:
    theirs = WritingREMI(miditok_config(tokenizer.config))
    for name, score in songs:
        encoded = tokenizer.encode(_as_miditok_orders(score), chords=()).ids
        ours = np.array(list(plain_ids(tokenizer.vocabulary, encoded)))
        decoded = _for_miditok(decode_as_miditok(tokenizer.config, tokenizer.vocabulary, encoded))
        ids = theirs.encode(decoded, no_preprocess_score=True).ids
        # MidiTok writes no bars after the last onset: there ours go on, empty.
        assert ours[: len(ids)].tolist() == ids, name
        rest = tokenizer.vocabulary.kinds[ours[len(ids) :]]
        assert set(rest.tolist()) <= {TokenKind.BAR, TokenKind.METER}, name


@pytest.mark.slow
def test_encoding_what_was_decoded_changes_nothing(tokenizer, pedal_tokenizer, songs) -> None:
    for each in (tokenizer, pedal_tokenizer):
        for name, score in songs:
            ids = each.encode(score, chords=()).ids
            again = each.encode(each.decode(ids), chords=()).ids
            assert np.array_equal(ids, again), name


@pytest.mark.slow
def test_real_notes_come_back_within_half_a_position(tokenizer, songs) -> None:
    for name, score in songs:
        grid = tokenizer.decode(tokenizer.encode(score).ids)
        heard = {(t.is_drum or t.program, n.pitch, n.start) for t in grid.tracks for n in t.notes}
        missing = 0
        for t in score.tracks:
            for n in t.notes:
                at = (2 * n.start * 12 + score.ticks_per_quarter) // (2 * score.ticks_per_quarter)
                missing += (t.is_drum or t.program, n.pitch, at) not in heard
        # A bar that no meter of the table can hold may move what comes after it.
        assert missing <= 0.001 * score.note_count, (name, missing)


@pytest.mark.slow
def test_each_bar_of_the_score_has_its_index(tokenizer, songs) -> None:
    for name, score in songs:
        encoded = tokenizer.encode(score)
        assert (encoded.ids[encoded.bars] == tokenizer.bar).all()
        bar_map = BarMap.of(score)
        grid = score.ticks_per_quarter / 12
        starts = {
            (bar_map.bar_at(round(round(n.start / grid) * grid)), n.pitch) for _, n in score.notes()
        }
        kinds, values = tokenizer.vocabulary.kinds, tokenizer.vocabulary.values
        ends = [*encoded.bars[1:].tolist(), len(encoded.ids)]
        pitches = [
            {int(values[i]) for i in encoded.ids[a:b] if kinds[i] in {8, 9}}
            for a, b in zip(encoded.bars.tolist(), ends, strict=True)
        ]
        inside = sum(pitch in pitches[bar] for bar, pitch in starts)
        assert inside >= 0.999 * len(starts), name


def test_a_bar_of_four_is_written_as_expected(tokenizer) -> None:
    score = Score(
        ticks_per_quarter=480,
        tracks=(
            Track(program=0, notes=(Note(0, 64, 480, 80), Note(0, 60, 480, 80))),
            Track(is_drum=True, notes=(Note(0, 36, 10, 127), Note(960, 38, 10, 3))),
        ),
        tempos=(Tempo(0, 60.0),),
    )
    chords = (Chord(0, 0, "maj", 0),)
    ids = tokenizer.encode(score, chords=chords).ids
    assert [tokenizer.token_names[i] for i in ids] == [
        "Part_0", "Program_0", "Part_1", "Program_-1",
        "Bar_None", "TimeSig_4/4", "Chord_0.maj", "Position_0", "Tempo_60.79",
        "Part_0", "Pitch_60", "Velocity_79", "Duration_1.0.12",
        "Pitch_64", "Velocity_79", "Duration_1.0.12",
        "Part_1", "PitchDrum_36", "Velocity_127",
        "Position_24", "PitchDrum_38", "Velocity_3",
    ]  # fmt: skip


def test_doubled_notes_of_a_track_become_single(tokenizer) -> None:
    notes = (Note(0, 60, 5, 90), Note(0, 60, 24, 30), Note(0, 60, 24, 99))
    score = Score(ticks_per_quarter=12, tracks=(Track(program=7, notes=notes),))
    (track,) = tokenizer.decode(tokenizer.encode(score).ids).tracks
    assert [(n.duration, n.velocity) for n in track.notes] == [(24, 99)]


@pytest.mark.slow
def test_tracks_of_one_program_stay_apart(tokenizer, songs) -> None:
    for name, score in songs:
        tracks = [track for track in score.tracks if track.notes]
        decoded = tokenizer.decode(tokenizer.encode(score).ids)
        assert [(t.is_drum, t.is_drum or t.program) for t in decoded.tracks] == [
            (t.is_drum, t.is_drum or t.program) for t in tracks
        ], name
        for ours, theirs in zip(decoded.tracks, tracks, strict=True):
            assert {n.pitch for n in ours.notes} == {n.pitch for n in theirs.notes}, name


def test_each_bar_begins_with_its_chord_and_the_others_stand_where_they_begin(tokenizer) -> None:
    notes = tuple(Note(12 * i, 60, 12) for i in range(12))
    chords = (Chord(0, 0, "maj", 0), Chord(24, 7, "7", 7), Chord(100, 5, "maj", 5))
    score = Score(ticks_per_quarter=12, tracks=(Track(notes=notes),))
    ids = tokenizer.encode(score, chords=chords).ids
    reader = NoteReader(tokenizer.vocabulary)
    read = [r for r in map(reader.push, ids.tolist()) if isinstance(r, ChordRead)]
    said = [(r.start, tokenizer.vocabulary.chords[r.chord]) for r in read]
    assert said == [
        (0, (0, "maj")),
        (24, (7, "7")),
        (48, (7, "7")),
        (96, (7, "7")),
        (100, (5, "maj")),
    ]


def test_of_more_tracks_than_parts_those_of_one_instrument_share_one(tokenizer) -> None:
    tracks = [Track(program=i, notes=(Note(0, 60, 9), Note(9, 61, 9))) for i in range(31)]
    tracks += [Track(program=7, notes=(Note(i, 72, 1),)) for i in range(3)]
    score = Score(ticks_per_quarter=12, tracks=tuple(tracks))
    encoded = tokenizer.encode(score)
    assert len(encoded.parts.programs) == 32
    assert -1 not in encoded.parts.of_track
    assert encoded.parts.track_of(encoded.parts.of_track[32]) in {7, 31, 32, 33}
    assert tokenizer.decode(encoded.ids).note_count == score.note_count
    strangers = tuple(Track(program=i, notes=(Note(0, 60, 9),)) for i in range(40))
    encoded = tokenizer.encode(Score(tracks=strangers))
    assert encoded.parts.of_track == (*range(32), *(-1,) * 8)


def test_a_note_a_hair_before_the_bar_line_belongs_to_the_next_bar(tokenizer) -> None:
    notes = (Note(0, 60, 480), Note(1910, 62, 480))
    encoded = tokenizer.encode(Score(tracks=(Track(notes=notes),)))
    (track,) = tokenizer.decode(encoded.ids).tracks
    assert [n.start for n in track.notes] == [0, 48]
    assert len(encoded.bars) == 2


def test_empty_bars_are_written_and_as_many_as_asked_for(tokenizer) -> None:
    score = Score(tracks=(Track(notes=(Note(3 * 1920, 60, 480),)),))
    assert len(tokenizer.encode(score).bars) == 4
    assert len(tokenizer.encode(score, bars=2).bars) == 4
    encoded = tokenizer.encode(score, bars=9)
    assert len(encoded.bars) == 9
    assert (encoded.ids[encoded.bars] == tokenizer.bar).all()
    assert len(tokenizer.encode(Score(), bars=3).bars) == 3


def test_a_ringing_note_holds_its_bars_and_a_drum_does_not(tokenizer) -> None:
    ringing = Score(tracks=(Track(notes=(Note(0, 60, 1921),)),))
    assert len(tokenizer.encode(ringing).bars) == 1  # a tick is less than half a position
    ringing = Score(tracks=(Track(notes=(Note(0, 60, 2000),)),))
    assert len(tokenizer.encode(ringing).bars) == 2
    drum = Score(tracks=(Track(is_drum=True, notes=(Note(0, 60, 2000),)),))
    assert len(tokenizer.encode(drum).bars) == 1


def test_the_last_tempo_of_a_position_holds_and_repeated_ones_go(tokenizer) -> None:
    tempos = (Tempo(0, 90.0), Tempo(3, 200.0), Tempo(960, 200.0), Tempo(1440, 1e9))
    score = Score(tracks=(Track(notes=(Note(0, 60, 1920),)),), tempos=tempos)
    decoded = tokenizer.decode(tokenizer.encode(score).ids)
    assert [t.tick for t in decoded.tempos] == [0, 36]
    assert decoded.tempos[0].bpm == pytest.approx(200, rel=0.015)
    assert decoded.tempos[1].bpm == 300.0


def test_pedals_come_back_where_they_were(pedal_tokenizer) -> None:
    presses = ((0, 127), (470, 0), (480, 100), (900, 30), (930, 127), (1000, 0), (1001, 90))
    track = Track(
        notes=(Note(0, 60, 1920),), controls=tuple(Control(t, 64, value) for t, value in presses)
    )
    decoded = pedal_tokenizer.decode(pedal_tokenizer.encode(Score(tracks=(track,))).ids)
    moves = [(c.tick, c.value) for c in decoded.tracks[0].controls]
    # 470 and 480 are one position: up, then down again. The last press is never let go.
    assert sorted(moves) == sorted([(0, 127), (12, 0), (12, 127), (23, 0), (23, 127), (25, 0)])


def test_no_notes_are_refused(tokenizer) -> None:
    with pytest.raises(EmptyMusicError):
        tokenizer.encode(Score(tracks=(Track(),)))


@pytest.mark.parametrize(
    "score",
    [
        Score(ticks_per_quarter=480, tracks=(Track(notes=(Note(2**40, 60, 1),)),)),
        Score(ticks_per_quarter=1, tracks=(Track(notes=(Note(0, 60, 2**28),)),)),
        Score(
            ticks_per_quarter=480,
            tracks=(Track(notes=(Note(480 * 30_000, 60, 1),)),),
            time_signatures=(TimeSignature(0, 1, 4),),
        ),
        Score(
            ticks_per_quarter=1,
            tracks=(Track(notes=(Note(6_000_000, 60, 1),)),),
            time_signatures=(TimeSignature(0, 64, 1),),  # each of these bars is many
        ),
    ],
)
def test_a_bomb_is_refused_before_it_expands(tokenizer, score) -> None:
    with pytest.raises(LimitError, match="bars"):
        tokenizer.encode(score)


def test_too_many_notes_are_refused_before_they_are_counted_in_tokens(tokenizer) -> None:
    notes = (Note(0, 60, 1),) * 500_001
    with pytest.raises(LimitError, match="tokens"):
        tokenizer.encode(Score(ticks_per_quarter=12, tracks=(Track(notes=notes),)))


def test_too_many_tokens_are_refused(tokenizer, monkeypatch) -> None:
    score = Score(tracks=(Track(notes=(Note(0, 60, 480), Note(0, 62, 480))),))
    count = len(tokenizer.encode(score).ids)
    monkeypatch.setattr("engine.tokens.encoding.MAX_TOKENS", count)
    assert len(tokenizer.encode(score).ids) == count
    monkeypatch.setattr("engine.tokens.encoding.MAX_TOKENS", count - 1)
    with pytest.raises(LimitError, match="tokens"):
        tokenizer.encode(score)


@pytest.mark.slow
def test_as_many_bars_as_the_limit_are_taken(tokenizer) -> None:
    score = Score(ticks_per_quarter=12, tracks=(Track(notes=(Note(20_000 * 48 - 12, 60, 12),)),))
    assert len(tokenizer.encode(score).bars) == 20_000
    longer = Score(ticks_per_quarter=12, tracks=(Track(notes=(Note(20_000 * 48, 60, 12),)),))
    with pytest.raises(LimitError):
        tokenizer.encode(longer)


_METERS = st.builds(
    TimeSignature,
    st.integers(0, 20_000),
    st.integers(-1, 70),
    st.sampled_from([0, 1, 2, 3, 4, 8, 16, 32, 64]),
)
_NOTES = st.builds(
    Note, st.integers(0, 20_000), st.integers(0, 127), st.integers(1, 20_000), st.integers(1, 127)
)
_TRACKS = st.builds(
    Track,
    program=st.integers(0, 127),
    is_drum=st.booleans(),
    notes=st.lists(_NOTES, max_size=12).map(lambda notes: tuple(sorted(notes))),
    controls=st.lists(
        st.builds(Control, st.integers(0, 25_000), st.just(64), st.integers(0, 127)), max_size=6
    ).map(lambda controls: tuple(sorted(controls))),
)
_SCORES = st.builds(
    Score,
    ticks_per_quarter=st.sampled_from([1, 5, 12, 24, 96, 100, 120, 480, 960]),
    tracks=st.lists(_TRACKS, min_size=1, max_size=4).map(tuple),
    tempos=st.lists(
        st.builds(Tempo, st.integers(0, 20_000), st.floats(allow_nan=True)), max_size=3
    ).map(lambda tempos: tuple(sorted(tempos, key=lambda t: t.tick))),
    time_signatures=st.lists(_METERS, max_size=4).map(lambda meters: tuple(sorted(meters))),
)


@pytest.mark.slow
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(score=_SCORES)
def test_any_score_encodes_to_a_fixed_point(pedal_tokenizer, score) -> None:
    try:
        encoded = pedal_tokenizer.encode(score, chords=())
    except (EmptyMusicError, LimitError):
        return
    assert (encoded.ids[encoded.bars] == pedal_tokenizer.bar).all()
    assert (np.diff(encoded.bars) > 0).all()
    decoded = pedal_tokenizer.decode(encoded.ids)
    assert decoded.note_count > 0
    again = pedal_tokenizer.encode(decoded, chords=()).ids
    assert encoded.ids.tolist() == again.tolist()


@pytest.mark.slow
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(score=_SCORES)
def test_any_score_has_as_many_bars_as_its_map(tokenizer, score) -> None:
    signatures = tuple(s for s in score.time_signatures if s.numerator > 0 and s.denominator > 0)
    score = replace(score, time_signatures=signatures)
    bars = 1 + BarMap.of(score).bar_at(max(0, score.end - 1))
    if bars > 2_000 or not score.note_count:
        return
    encoded = tokenizer.encode(score, bars=bars)
    # At least the map's; one more where a note's end is rounded over the last bar line.
    assert bars <= len(encoded.bars)


def test_a_fine_grid_is_kept_by_the_performance_setting() -> None:
    tokenizer = Tokenizer(TokenizerConfig(positions_per_beat=24))
    notes = tuple(Note(i, 60, 1) for i in range(0, 96, 5))
    score = Score(ticks_per_quarter=24, tracks=(Track(notes=notes),))
    (track,) = tokenizer.decode(tokenizer.encode(score).ids).tracks
    assert [n.start for n in track.notes] == [n.start for n in notes]
