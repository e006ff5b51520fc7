"""Both scanners agree; files are opened so that nothing can hang."""

import contextlib
import os
import struct
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.ground.errors import LimitError, MidiFileError
from engine.library import reading
from engine.library.reading import read_music, read_score
from engine.midi.file import midifile
from engine.midi.file.chunks import lay_out
from engine.midi.file.files import read_file
from engine.midi.file.midifile import Reading, read_midi, write_midi
from engine.midi.file.scan import scan
from engine.midi.file.span import Limits
from engine.values.oddities import Oddities
from engine.values.score import Control, KeySignature, Note, Score, Tempo, TimeSignature, Track

TUNE = tuple(Note(480 * i, 60 + i, 240, 80) for i in range(8))
SCORE = Score(
    tracks=(Track(name="Flöte", program=73, notes=TUNE), Track(is_drum=True, notes=TUNE)),
    tempos=(Tempo(0, 100.0),),
    time_signatures=(TimeSignature(0, 3, 4),),
    key_signatures=(KeySignature(0, 2, minor=False),),
    title="Song",
)
SOUND = write_midi(SCORE)


def midi(body: bytes) -> bytes:
    return (
        b"MThd" + struct.pack(">IHHH", 6, 0, 1, 480) + b"MTrk" + struct.pack(">I", len(body)) + body
    )


END = b"\x00\xff\x2f\x00"
PAIR = b"\x00\x90\x3c\x50\x60\x80\x3c\x00"


@contextlib.contextmanager
def event_by_event() -> Iterator[None]:
    """Read as a damaged file is read."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(midifile, "scan", lambda *_, **__: None)
        yield


def is_scanned(data: bytes) -> bool:
    return scan(data, lay_out(data, Oddities()), most_events=1000) is not None


def test_a_sound_file_reads_alike_with_either_scanner() -> None:
    assert is_scanned(SOUND)
    fast = read_score(SOUND, title="Song")
    with event_by_event():
        assert read_score(SOUND, title="Song") == fast
    assert fast.score == SCORE


FULL = write_midi(
    Score(
        tracks=(
            Track(name="A", notes=TUNE, controls=(Control(0, 7, 90), Control(480, 7, 80))),
            Track(name="B", program=5, notes=(Note(0, 60, 4800), Note(0, 64, 480))),
            Track(is_drum=True, notes=TUNE),
        ),
        tempos=(Tempo(0, 100.0), Tempo(960, 90.0)),
    )
)


LESS = [
    Limits(notes=17),
    Limits(tracks=2),
    Limits(controls=1),
    Limits(changes=1),
    Limits(note_quarters=9),
    Limits(bars=2),
    Limits(seconds=4.0),
    Limits(notes_per_bar=5),
]


@pytest.mark.parametrize("limits", LESS, ids=str)
def test_what_is_beyond_a_limit_is_read_alike_as_columns_and_as_notes(limits: Limits) -> None:
    def outcome(read: Callable[[], tuple[Score, tuple[str, ...]]]) -> object:
        try:
            return read()
        except LimitError as error:
            return error.message

    def columns() -> tuple[Score, tuple[str, ...]]:
        music = read_music(FULL, limits=limits)
        return music.make_score(True), music.warnings

    def notes() -> tuple[Score, tuple[str, ...]]:
        reading = read_midi(FULL, limits=limits)
        return reading.score, reading.warnings

    assert outcome(columns) == outcome(notes)
    assert outcome(notes) != (read_midi(FULL).score, ())


@pytest.mark.parametrize(
    "body",
    [
        PAIR,  # no end of track
        PAIR + END + PAIR,
        b"\x00\x90\x3c\xc8\x60\x80\x3c\x00" + END,  # velocity 200
        PAIR + b"\x00\xf8" + PAIR + END,  # a real-time byte
        b"\x00\x90\x3c\x50\x00\xff\x01\x01x\x60\x3c\x00" + END,  # running status across a text
        b"\x00\xf0\x02\x43\x12" + PAIR + END,  # system exclusive not ended
        PAIR + b"\xff\xff\xff\x7f\x90\x3c\x50\x10\x80\x3c\x00" + END,  # 77 hours
        PAIR + b"\x00\xff\x90\x00" + END,  # a meta event of an impossible type
        PAIR + b"\x00\xff\x2f\x01x",  # an end with something in it
    ],
)
def test_damaged_bytes_are_read_event_by_event(body: bytes) -> None:
    data = midi(body)
    assert not is_scanned(data)
    assert read_score(data).warnings or b"\xff\xff\x7f" in data


@pytest.mark.parametrize(
    "body",
    [
        PAIR + b"\x00\x90\x3e\x50" + END,  # never ended
        b"\x00\xff\x51\x03\x00\x00\x00" + PAIR + END,  # tempo 0
        b"\x00\xff\x58\x04\x00\x02\x18\x08" + PAIR + END,  # 0/4
        b"\x00\xff\x59\x02\x09\x00" + PAIR + END,  # nine sharps
        b"\x00\xff\x03\x04\xcc\xe8\xf0\xfa" + PAIR + END,  # a name that is not UTF-8
        b"\x00\x90\x3e\x50\x00\x80\x3e\x00" + PAIR + END,  # a note without length
        b"\x00\xc0\x05" + PAIR + b"\x00\xb0\x00\x08\x00\xc0\x05" + PAIR + END,  # two banks
        b"\x00\x90\x3c\x50" * 70 + b"\x60\x80\x3c\x00" * 70 + END,  # one key over and over
        b"\x00\x90\x3c\x50\x60\xb0\x7b\x00\x00\x90\x3c\x50\x60\xb0\x78\x00" + END,  # notes off
    ],
)
def test_odd_music_in_sound_bytes_reads_alike_with_either_scanner(body: bytes) -> None:
    data = midi(body)
    assert is_scanned(data)
    fast = read_score(data)
    with event_by_event():
        assert read_score(data) == fast


@pytest.mark.slow
def test_both_scanners_agree_on_real_music(test_data: Path) -> None:
    files = sorted((test_data / "music").glob("*/*/*.mid"))[::12]
    assert len(files) > 30
    scanned = 0
    for file in files:
        data = file.read_bytes()
        fast = read_midi(data, title="x")
        with event_by_event():
            assert read_midi(data, title="x") == fast
        scanned += scan(data, lay_out(data, Oddities()), most_events=1 << 20) is not None
    assert scanned > 0.9 * len(files)


@pytest.mark.skipif(os.name != "posix", reason="pipes with names, as POSIX has them")
def test_only_regular_files_are_read(tmp_path: Path) -> None:
    pipe, loop, device = tmp_path / "pipe.mid", tmp_path / "loop.mid", tmp_path / "zero.mid"
    os.mkfifo(pipe)
    loop.symlink_to(loop)
    device.symlink_to("/dev/zero")
    for path, word in [
        (pipe, "regular file"),
        (device, "regular file"),
        (loop, "leads to itself"),
        (tmp_path, "folder|regular"),
        (tmp_path / "gone.mid", "no longer there"),
    ]:
        with pytest.raises(MidiFileError, match=word):
            read_file(path)


def test_size_is_looked_at_before_reading(tmp_path: Path) -> None:
    sparse = tmp_path / "sparse.mid"
    sparse.write_bytes(SOUND)
    os.truncate(sparse, 5 << 30)
    with pytest.raises(LimitError, match="5,120 MiB"):
        read_score(sparse)


def test_a_file_that_grows_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "grows.mid"
    path.write_bytes(SOUND * 4)
    real = os.fstat

    def small(descriptor: int) -> os.stat_result:
        status = list(real(descriptor))
        status[6] = 10
        return os.stat_result(status)

    monkeypatch.setattr(os, "fstat", small)
    with pytest.raises(LimitError):
        read_file(path, limits=Limits(file_bytes=len(SOUND)))


def test_the_title_is_the_file_s_name(tmp_path: Path) -> None:
    path = tmp_path / "Étude 3.mid"
    path.write_bytes(SOUND)
    assert read_score(path).score.title == "Étude 3"


@pytest.mark.skipif(os.name != "posix", reason="names that are bytes, as POSIX has them")
def test_names_that_are_not_unicode_open(tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(b"bad_\xff\xfe.mid")
    path.write_bytes(SOUND)
    score = read_score(path).score
    assert score.note_count == 16
    score.title.encode()


AT_MOST = {
    "tracks": 3,
    "notes": 18,
    "notes_per_bar": 10,
    "controls": 2,
    "changes": 2,
    "bars": 3,
    "note_quarters": 10,
    "seconds": 6.54,
}


def _is_read_quickly(data: bytes, limits: Limits, monkeypatch: pytest.MonkeyPatch) -> bool:
    notes_made = []

    def make_notes(*_: object, **__: object) -> Reading:
        notes_made.append(True)
        return read_midi(SOUND)

    monkeypatch.setattr(reading, "reading_of", make_notes)
    read_music(data, limits=limits)
    return not notes_made


@pytest.mark.parametrize("name", AT_MOST)
def test_a_library_s_song_is_read_quickly_up_to_each_limit_and_not_one_beyond(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    most = AT_MOST[name]
    less = most - 0.02 if isinstance(most, float) else most - 1
    assert _is_read_quickly(FULL, Limits(**{name: most}), monkeypatch)  # type: ignore[arg-type]
    assert not _is_read_quickly(FULL, Limits(**{name: less}), monkeypatch)  # type: ignore[arg-type]


def test_bars_that_are_not_full_and_a_length_to_the_second_are_read_quickly(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert _is_read_quickly(FULL, Limits(notes_per_bar=12), monkeypatch)
    four_seconds = write_midi(Score(tracks=(Track(notes=(Note(0, 60, 3840),)),)))
    assert _is_read_quickly(four_seconds, Limits(seconds=4.0), monkeypatch)
    assert not _is_read_quickly(four_seconds, Limits(seconds=3.999), monkeypatch)


def test_the_last_bar_s_notes_are_counted_too(monkeypatch: pytest.MonkeyPatch) -> None:
    first, last = [Note(0, 60, 480)], [Note(1920 + i, 60 + i, 480) for i in range(4)]
    data = write_midi(Score(tracks=(Track(notes=(*first, *last)),)))
    assert _is_read_quickly(data, Limits(notes_per_bar=4), monkeypatch)
    assert not _is_read_quickly(data, Limits(notes_per_bar=3), monkeypatch)


def test_what_moves_is_left_out_where_only_the_notes_are_wanted() -> None:
    music = read_music(FULL)
    assert music.make_score(True).tracks[0].controls
    assert not music.make_score(False).tracks[0].controls


def test_messages_that_end_all_notes_are_no_controllers() -> None:
    controls = tuple(Control(0, number, 0) for number in (1, 119, 120, 121, 123, 127))
    data = write_midi(Score(tracks=(Track(notes=TUNE, controls=controls),)))
    for read in (lambda: read_music(data).make_score(True), lambda: read_score(data).score):
        assert [control.number for control in read().tracks[0].controls] == [1, 119]
