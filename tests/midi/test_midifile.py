"""Reading what can be read, and what is written reads back the same."""

import struct
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.ground.errors import EmptyMusicError, LimitError, MidiFileError
from engine.midi.channels.allocation import Slot
from engine.midi.file.midifile import read_midi, write_midi
from engine.midi.file.span import Limits
from engine.midi.file.writing import places_of
from engine.piece.composition import Composition, TrackSettings
from engine.piece.composition_file import from_bytes, to_bytes
from engine.values.events import ChannelPressure
from engine.values.score import (
    Control,
    KeySignature,
    Marker,
    Note,
    Other,
    PitchBend,
    Score,
    Tempo,
    TimeSignature,
    Track,
)
from engine.values.texts import LONGEST_TEXT, decode_text

END = b"\x00\xff\x2f\x00"
TEXT = st.text(
    st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp", "Zs", "Cf", "Cn")), max_size=20
)


def midi(*bodies: bytes, file_format: int = 1, division: int = 480, end: bytes = END) -> bytes:
    tracks = [b + end for b in bodies]
    header = b"MThd" + struct.pack(">IHHH", 6, file_format, len(tracks), division)
    return header + b"".join(b"MTrk" + struct.pack(">I", len(t)) + t for t in tracks)


def on(delta: int, pitch: int, *, velocity: int = 80, channel: int = 0) -> bytes:
    return bytes([delta, 0x90 | channel, pitch, velocity])


def off(delta: int, pitch: int, *, channel: int = 0) -> bytes:
    return bytes([delta, 0x80 | channel, pitch, 0])


def meta(delta: int, kind: int, data: bytes) -> bytes:
    return bytes([delta, 0xFF, kind, len(data)]) + data


def tune(*pitches: int, channel: int = 0) -> bytes:
    return b"".join(on(0, p, channel=channel) + off(120, p, channel=channel) for p in pitches)


@st.composite
def _notes(draw: st.DrawFn) -> tuple[Note, ...]:
    """Notes that MIDI can carry: of one pitch, what begins first ends first."""
    rows = draw(
        st.lists(
            st.tuples(
                st.integers(0, 4000), st.integers(0, 127), st.integers(1, 2000), st.integers(1, 127)
            ),
            max_size=12,
        )
    )
    ends: dict[int, int] = {}
    notes = []
    for start, pitch, duration, velocity in sorted(rows):
        end = max(start + duration, ends.get(pitch, 0))
        ends[pitch] = end
        notes.append(Note(start, pitch, end - start, velocity))
    return tuple(sorted(notes))


def _by_tick(values: st.SearchStrategy) -> st.SearchStrategy:
    return st.lists(values, max_size=4).map(lambda v: tuple(sorted(v, key=lambda x: x.tick)))


def _changes(values: st.SearchStrategy) -> st.SearchStrategy:
    return st.lists(values, max_size=4, unique_by=lambda v: v.tick).map(
        lambda v: tuple(sorted(v, key=lambda x: x.tick))
    )


TICK = st.integers(0, 100_000)
_SEVEN_BITS = st.integers(0, 127)
# Banks begin another part: see `tests/midi`.
_NO_BANKS = [number for number in range(120) if number not in {0, 32}]
_METAS = st.one_of(
    st.builds(Other, TICK, st.sampled_from([0x01, 0x05, 0x07]), TEXT.map(str.encode)),
    st.builds(Other, TICK, st.just(0x7F), st.binary(max_size=20)),
)
_SYSTEM = st.builds(
    lambda tick, data: Other(tick, 0xF0, bytes((0x7D, *data, 0xF7))),
    TICK,
    st.lists(_SEVEN_BITS, max_size=9),
)
_PRESSURES = st.builds(
    lambda t, a, b: Other(t, 0xA0, bytes((a, b))), TICK, _SEVEN_BITS, _SEVEN_BITS
)


_PLACES = {0xF0: 0, 0xA0: 2}


def _others(*kinds: st.SearchStrategy) -> st.SearchStrategy:
    """What else stands in a track: by tick, system messages first and pressures last."""
    return st.lists(st.one_of(*kinds), max_size=4).map(
        lambda others: tuple(sorted(others, key=lambda o: (o.tick, _PLACES.get(o.kind, 1))))
    )


TRACKS = st.builds(
    Track,
    name=TEXT,
    program=st.integers(0, 127),
    notes=_notes(),
    controls=_by_tick(st.builds(Control, TICK, st.sampled_from(_NO_BANKS), st.integers(0, 127))),
    pitch_bends=_by_tick(st.builds(PitchBend, TICK, st.integers(-8192, 8191))),
    others=_others(_METAS, _SYSTEM, _PRESSURES),
)


def _as_drums(track: Track) -> Track:
    return replace(track, is_drum=True)


SCORES = st.builds(
    Score,
    ticks_per_quarter=st.integers(24, 32767),
    # Each on a channel of its own: those that share one are written so that they sound the same.
    tracks=st.tuples(
        st.lists(TRACKS, max_size=12), st.lists(TRACKS.map(_as_drums), max_size=1)
    ).map(lambda both: (*both[0], *both[1])),
    tempos=_changes(
        st.builds(Tempo, TICK, st.integers(30_000, 15_000_000).map(lambda us: 60_000_000 / us))
    ),
    time_signatures=_changes(
        st.builds(
            TimeSignature, TICK, st.integers(1, 64), st.sampled_from([1, 2, 4, 8, 16, 32, 64])
        )
    ),
    key_signatures=_changes(st.builds(KeySignature, TICK, st.integers(-7, 7), st.booleans())),
    markers=_by_tick(st.builds(Marker, TICK, TEXT.filter(bool))),
    title=TEXT,
    others=_others(_METAS.filter(lambda other: other.kind != 0x05), _SYSTEM),
)


@pytest.mark.slow
@settings(max_examples=80, deadline=None)
@given(SCORES.filter(lambda score: score.note_count > 0))
def test_what_is_written_reads_back_the_same(score: Score) -> None:
    reading = read_midi(write_midi(score))
    assert reading.score == score
    assert reading.warnings == ()


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=400), st.integers(0, 60), st.binary(max_size=30))
def test_any_bytes_end_in_music_or_in_an_error_for_the_user(
    body: bytes, cut: int, junk: bytes
) -> None:
    sound = midi(tune(60, 62, 64))
    for data in (body, midi(body), sound[:cut] + junk + sound[cut:], sound[: -1 - cut]):
        try:
            reading = read_midi(data)
        except (MidiFileError, EmptyMusicError, LimitError) as error:
            assert str(error).count("\n") == 0  # noqa: PT017 - either is right
        else:
            assert reading.score.note_count > 0
            for _, note in reading.score.notes():
                assert note.start >= 0
                assert note.duration > 0
                assert 0 <= note.pitch < 128
                assert 0 < note.velocity < 128


def test_names_that_are_no_unicode_are_written_all_the_same() -> None:
    broken = "a\udcffb"
    score = Score(title=broken, tracks=(Track(name=broken, notes=(Note(0, 60, 10),)),))
    assert read_midi(write_midi(score)).score.title == "a?b"


def test_more_than_fifteen_parts_go_to_further_ports() -> None:
    parts = [Track(program=i % 20, notes=(Note(0, 60, 10),)) for i in range(25)]
    score = Score(tracks=(*parts, Track(is_drum=True, notes=(Note(0, 36, 10),))))
    slots = [place.slot for place in places_of(score)]
    assert slots[25] == Slot("", 0, 9)
    assert len(set(slots)) == 26
    assert {(slot.bank, slot.channel == 9) for slot in slots[:25]} == {(0, False), (1, False)}
    back = read_midi(write_midi(score)).score
    assert [track.port for track in back.tracks] == [0] * 15 + [1] * 10 + [0]
    unported = [replace(track, port=0) for track in back.tracks]
    assert replace(back, tracks=tuple(unported)) == score


def clashing_kits(count: int) -> Score:
    """Return a score whose drum parts all sound together with kits of their own."""
    tracks = (
        Track(
            is_drum=True,
            program=i % 128,
            controls=(Control(0, 0, i // 128),) if i >= 128 else (),
            notes=(Note(0, 36, 10),),
        )
        for i in range(count)
    )
    return Score(tracks=tuple(tracks))


def test_more_clashing_drum_parts_than_ports_are_refused_in_a_sentence() -> None:
    assert len(read_midi(write_midi(clashing_kits(256))).score.tracks) == 256
    with pytest.raises(LimitError, match=r"^More than 256 parts .* a MIDI file has 256\."):
        write_midi(clashing_kits(257))


def test_a_piece_that_no_midi_file_can_hold_is_saved_all_the_same() -> None:
    score = clashing_kits(257)
    settings = (TrackSettings(),) * len(score.tracks)
    assert from_bytes(to_bytes(Composition(score=score, settings=settings))).score == score


def test_format_0_is_split_by_channel_and_program() -> None:
    body = (
        meta(0, 3, b"Song")
        + bytes([0, 0xC0, 5])
        + tune(60, 62)
        + bytes([0, 0xC0, 40])
        + tune(64)
        + tune(36, channel=9)
    )
    score = read_midi(midi(body, file_format=0)).score
    assert [(t.program, t.is_drum, len(t.notes)) for t in score.tracks] == [
        (5, False, 2),
        (40, False, 1),
        (0, True, 1),
    ]
    assert score.title == "Song"


def test_programs_set_in_another_track_are_found() -> None:
    score = read_midi(midi(bytes([0, 0xC2, 33]), tune(60, channel=2))).score
    assert [t.program for t in score.tracks if t.notes] == [33]


def test_a_hung_note_is_closed_within_a_bar_and_said() -> None:
    body = on(0, 60) + b"".join(tune(70) for _ in range(40))
    reading = read_midi(midi(body))
    hung = next(n for _, n in reading.score.notes() if n.pitch == 60)
    assert hung.duration == 4 * 480
    assert reading.warnings == ("1 note was never ended; it was closed.",)


def test_all_notes_off_ends_what_sounds_without_complaint() -> None:
    reading = read_midi(midi(on(0, 60) + on(0, 64) + bytes([100, 0xB0, 123, 0]) + tune(67)))
    assert reading.warnings == ()
    assert [n.duration for _, n in reading.score.notes()][:2] == [100, 100]


def test_the_first_struck_is_the_first_ended() -> None:
    body = on(0, 60, velocity=10) + on(50, 60, velocity=20) + off(50, 60) + off(50, 60)
    notes = read_midi(midi(body)).score.tracks[0].notes
    assert notes == (Note(0, 60, 100, 10), Note(50, 60, 100, 20))


def test_patterns_of_format_2_follow_each_other() -> None:
    reading = read_midi(midi(tune(60, 62), tune(64), file_format=2))
    assert [n.start for _, n in reading.score.notes()] == [0, 120, 1920]
    assert "independent patterns" in reading.warnings[0]


def test_film_frames_keep_their_seconds() -> None:
    from engine.values.time import Timeline

    data = midi(b"".join(on(0, 60) + off(125, 60) for _ in range(8)), division=0xE728)
    reading = read_midi(data)  # 25 frames of 40 ticks: 1,000 ticks a second
    assert Timeline(reading.score).duration_s == pytest.approx(1.0)
    assert "film frames" in reading.warnings[0]


def test_a_riff_wrapper_is_opened() -> None:
    inner = midi(tune(60, 62))
    data = b"RIFF" + struct.pack("<I", len(inner) + 12) + b"RMIDdata"
    reading = read_midi(data + struct.pack("<I", len(inner)) + inner + b"LIST\0\0\0\0")
    assert reading.score.note_count == 2
    assert reading.warnings == ()


@pytest.mark.parametrize("missing", range(1, 40))
def test_a_cut_file_gives_what_is_left(missing: int) -> None:
    data = midi(tune(*range(60, 72)))
    reading = read_midi(data[:-missing])
    lost = max(0, missing - len(END) + 7) // 8
    assert reading.score.note_count >= 12 - lost - 1
    assert reading.warnings


def test_a_long_silence_is_shortened_and_the_music_kept() -> None:
    late = b"\xff\xff\xff\x7f\x90\x3c\x50" + off(100, 60)
    reading = read_midi(midi(tune(60) + late))
    first, second = (n for _, n in reading.score.notes())
    assert second.start - first.end < 16 * 480
    assert reading.warnings == ("1 very long silence was shortened.",)


def test_tempo_and_meter_survive_where_a_silence_is_cut() -> None:
    late = b"\xff\xff\xff\x7f\x90\x3c\x50" + off(100, 60)
    changes = meta(10, 0x51, b"\x03\xd0\x90") + meta(0, 0x58, b"\x03\x02\x18\x08")
    score = read_midi(midi(tune(60) + changes + late)).score
    assert [t.bpm for t in score.tempos] == [240.0]
    assert [(m.numerator, m.denominator) for m in score.time_signatures] == [(3, 4)]
    assert score.tempos[0].tick <= score.tracks[0].notes[1].start


@pytest.mark.parametrize("data", [b"\x03\x02", b"\x03\x02\x18", b"\x03\x02\x18\x08\x00"])
def test_a_meter_of_another_length_is_left_out_and_told(data: bytes) -> None:
    reading = read_midi(midi(meta(0, 0x58, data) + tune(60)))
    assert reading.score.time_signatures == ()
    assert len(reading.warnings) == 1


@pytest.mark.parametrize(
    ("limits", "word"), [(Limits(tracks=0), "tracks"), (Limits(file_bytes=1 << 4), "MiB")]
)
def test_what_is_too_large_is_refused_before_it_grows(limits: Limits, word: str) -> None:
    with pytest.raises(LimitError, match=word):
        read_midi(midi(tune(*range(60, 72))), limits=limits)


@pytest.mark.parametrize(
    ("limits", "word", "pitches"),
    [
        (Limits(events=10), "Events after the first", range(60, 66)),
        (Limits(notes=5), "19 notes too many were left out", range(60, 65)),
        (Limits(notes_per_bar=5), "notes too many in one bar", (*range(60, 65), *range(76, 81))),
        (Limits(seconds=0.5), "lasts too long", range(60, 64)),
        (Limits(bars=1), "lasts too long", range(60, 76)),
    ],
)
def test_what_is_too_much_is_left_out_and_said(
    limits: Limits, word: str, pitches: Sequence[int]
) -> None:
    reading = read_midi(midi(tune(*range(60, 84))), limits=limits)
    assert any(word in sentence for sentence in reading.warnings)
    kept = sorted(note for _, note in reading.score.notes())
    assert [note.pitch for note in kept] == list(pitches)


def test_a_chord_of_thousands_loses_its_doubles_first() -> None:
    pitches = [60 + i % 8 for i in range(100)]
    body = b"".join(b"\x00\x90" + bytes([p, 80]) for p in pitches)
    body += b"".join(
        (b"\x60" if i == 0 else b"\x00") + bytes([p, 0]) for i, p in enumerate(pitches)
    )
    reading = read_midi(midi(body + b"\x00\xff\x2f\x00"), limits=Limits(notes_per_bar=9))
    assert sorted(n.pitch for _, n in reading.score.notes()) == list(range(60, 68))
    fewer = read_midi(midi(body + b"\x00\xff\x2f\x00"), limits=Limits(notes_per_bar=3))
    assert fewer.score.note_count == 3


def test_a_megabyte_of_text_is_passed_over() -> None:
    text = b"\x00\xff\x01" + b"\xc0\x80\x01" + b"x" * 0x100001
    reading = read_midi(midi(text + tune(60)))
    assert reading.score.note_count == 1
    assert "more than a megabyte" in reading.warnings[0]


def test_what_means_nothing_here_is_written_again_as_it_was() -> None:
    track = Track(
        notes=(Note(0, 60, 480),),
        others=(
            Other(0, 0xF0, b"\x7e\x7f\x04\x01\x00\x40\xf7"),
            Other(0, 0x02, b"\xc2\xa9 me"),
            Other(240, 0x05, b"la"),
            Other(240, 0xA0, b"\x3c\x21"),
        ),
    )
    score = Score(tracks=(track,), others=(Other(0, 0x7F, b"\x00\x01\x02"),))
    data = write_midi(score)
    assert read_midi(data).score == score
    for bytes_ in (b"\xff\x02\x05\xc2\xa9 me", b"\xff\x05\x02la", b"\xa0\x3c\x21"):
        assert bytes_ in data


def test_how_hard_the_keys_of_a_channel_are_pressed_is_read_and_written() -> None:
    track = Track(notes=(Note(0, 60, 480),), channel_pressures=(ChannelPressure(240, 33),))
    data = write_midi(Score(tracks=(track,)))
    assert b"\xd0\x21" in data
    assert read_midi(data).score.tracks == (track,)


def test_what_deals_out_channels_is_not_written_again() -> None:
    # "Channel 12 is for drums": on writing the channels are others.
    rhythm = b"\xf0\x0a\x41\x10\x42\x12\x40\x1b\x15\x02\x0e\xf7"
    reading = read_midi(midi(b"\x00" + rhythm + tune(60)))
    assert reading.score.tracks[0].others == ()


def test_errors_name_the_piece_and_the_place() -> None:
    broken = b"MThd" + struct.pack(">IHHH", 6, 1, 1, 0) + b"MTrk"
    with pytest.raises(MidiFileError) as caught:
        read_midi(broken, title="x.mid")
    assert caught.value.message == (
        "‘x.mid’ is not a readable MIDI file (header damaged at byte 12: 0 ticks a quarter note)."
    )
    assert caught.value.hint == "Nothing was changed."
    with pytest.raises(EmptyMusicError, match="has no notes"):
        read_midi(midi(b""), title="x.mid")


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("Für Elise".encode(), "Für Elise"),
        ("Caf\xe9 F\xfcr Elise".encode("latin-1"), "Café Für Elise"),
        ("テスト曲".encode("shift_jis"), "テスト曲"),
        ("Музыка".encode("cp1251"), "Музыка"),
        ("中文歌曲".encode("gbk"), "中文歌曲"),
        ("Song".encode("utf-16"), "Song"),
        (b"\xef\xbb\xbf" + "Тест ♫".encode(), "Тест ♫"),
        (b"ab\0cd\0", "ab cd"),
        (b"\x1b[31mred\x07", "[31mred"),
        ("\u202egnos".encode(), "gnos"),
        (b"a\r\nb", "a  b"),
        (b"B" * 65536, "B" * LONGEST_TEXT),
        ("é".encode() * 5000, "é" * LONGEST_TEXT),
    ],
)
def test_names_are_decoded_from_raw_bytes(raw: bytes, text: str) -> None:
    assert decode_text(raw) == text


@given(st.binary(max_size=600))
def test_any_bytes_are_a_name(raw: bytes) -> None:
    text = decode_text(raw)
    assert text.isprintable() or all(not c.isspace() or c != "\n" for c in text)
    text.encode()
