"""A channel that is set up and plays nothing is no part; it is written again as it was."""

import ast
import io
import re
from collections import Counter, defaultdict
from dataclasses import replace
from pathlib import Path

import mido
import pytest

from engine.ground.errors import DocumentError
from engine.midi.file.midifile import read_midi, write_midi
from engine.midi.tuning_messages import tuning_messages
from engine.piece.composition import Composition
from engine.piece.composition_file import from_bytes, from_document, to_bytes, to_document
from engine.tunings.known_tunings import KNOWN_TUNINGS
from engine.values.events import NoteMove, SilentMessage
from engine.values.score import Control, Marker, Note, Other, Score, Track
from tests.midi.files import (
    GS_RESET,
    XG_ON,
    bend,
    control,
    file_of,
    fingers,
    port,
    program,
    system,
    tune,
    zone,
)
from tests.midi.interpreter import differences, notes_of

ROOT = Path(__file__).resolve().parents[2]
CONDUCTOR = [
    (0, mido.MetaMessage("set_tempo", tempo=500_000)),
    (0, mido.MetaMessage("time_signature", numerator=4, denominator=4)),
]


def named(name: str) -> tuple[int, mido.MetaMessage]:
    return 0, mido.MetaMessage("track_name", name=name)


def set_up(*channels: int, tick: int = 0) -> list[tuple[int, mido.Message]]:
    """Return bank, program and volume of some channels, as a device sends them at the start."""
    return [
        *(control(tick, 0, 127 if c == 9 else c, channel=c) for c in channels),
        *(control(tick, 32, 2, channel=c) for c in channels),
        *(program(tick, 3 * c, channel=c) for c in channels),
        *(control(tick, 7, 60 + c, channel=c) for c in channels),
    ]


def by_tick(*events: tuple[int, mido.Message]) -> list[tuple[int, mido.Message]]:
    return sorted(events, key=lambda event: event[0])


def said_silently(data: bytes) -> dict[tuple[int, int], list[tuple[int, bytes]]]:
    """Return what is said on each (port, channel) without a note, read by mido alone."""
    said: dict[tuple[int, int], list[tuple[int, bytes]]] = defaultdict(list)
    played = set()
    for track in mido.MidiFile(file=io.BytesIO(data), charset="latin-1").tracks:
        tick = number = 0
        for message in track:
            tick += message.time
            if message.type == "midi_port":
                number = message.port
            elif not message.is_meta and message.type != "sysex":
                if message.type == "note_on":
                    played.add((number, message.channel))
                elif message.type != "note_off":
                    said[number, message.channel].append((tick, bytes(message.bin())))
    return {place: rows for place, rows in said.items() if place not in played}


NOTES = by_tick(*tune(60, 64, 67, 72), *tune(48, channel=1), *tune(36, 38, channel=9))
THREE = by_tick(*set_up(*range(16)), *NOTES)
# What a file sets up, and how many parts it has.
FILES: dict[str, tuple[bytes, int]] = {
    "one piano on a player piano of 16 channels, format 0": (
        file_of(by_tick(*CONDUCTOR, *set_up(*range(16)), *tune(60, 62)), file_format=0),
        1,
    ),
    "three channels of sixteen, format 0": (file_of(THREE, file_format=0), 3),
    "three channels of sixteen, format 0 with a title": (
        file_of([named("Song"), *THREE], file_format=0),
        3,
    ),
    "set up in a track of its own": (file_of(CONDUCTOR, set_up(*range(16)), NOTES), 3),
    "set up in a track with a name": (
        file_of(CONDUCTOR, [named("Set-up"), *set_up(*range(16))], NOTES),
        3,
    ),
    "set up in the track of the piano": (
        file_of(CONDUCTOR, [named("Piano"), *set_up(*range(16)), *tune(60, 62)]),
        1,
    ),
    "set up in the first track": (
        file_of([named("Song"), *CONDUCTOR, *set_up(*range(16))], NOTES),
        3,
    ),
    "one program in the first track, which has the title": (
        file_of([named("Song"), *CONDUCTOR, program(0, 5, channel=6)], NOTES),
        3,
    ),
    "a track without a name for each channel": (
        file_of(
            CONDUCTOR,
            *([*set_up(c), *(tune(60, channel=c) if c in {2, 5, 11} else [])] for c in range(16)),
        ),
        3,
    ),
    "GS": (
        file_of(
            [system(0, *GS_RESET)],
            [*set_up(*range(16)), *(control(0, 91, 40, channel=c) for c in range(16))],
            tune(60, channel=4),
        ),
        1,
    ),
    "XG": (
        file_of(
            by_tick(
                system(0, *XG_ON),
                *set_up(*range(16), tick=10),
                *(control(10, 94, 12, channel=c) for c in range(16)),
                *tune(60, 64, start=480, channel=7),
            ),
            file_format=0,
        ),
        1,
    ),
    "several ports": (
        file_of(
            CONDUCTOR,
            [port(0), *set_up(*range(16))],
            [port(1), *set_up(*range(16))],
            [port(3), *set_up(2, 9)],
            [port(0), *tune(60, 62)],
            [port(1), *tune(64, channel=5)],
        ),
        2,
    ),
    "in the middle of the piece": (
        file_of(
            by_tick(
                *tune(60, 62, 64, 65, channel=3),
                *set_up(0, 1, 8, tick=960),
                bend(1000, 300, channel=1),
                (1100, mido.Message("aftertouch", channel=8, value=9)),
                (1200, mido.Message("polytouch", channel=8, note=60, value=9)),
                *set_up(1, tick=1700),
                control(2000, 123, 0, channel=1),
            ),
            file_format=0,
        ),
        1,
    ),
    "controllers without a program": (
        file_of(CONDUCTOR, [control(0, 7, 90, channel=6)], tune(60, 62)),
        1,
    ),
    "drums set up, and none played": (
        file_of(CONDUCTOR, [program(0, 25, channel=9), control(0, 7, 90, channel=9)], tune(60)),
        1,
    ),
}
by_name = pytest.mark.parametrize("name", FILES)


@by_name
def test_only_what_plays_is_a_part(name: str) -> None:
    data, parts = FILES[name]
    tracks = read_midi(data).score.tracks
    assert len(tracks) == parts
    assert all(track.notes for track in tracks)


@by_name
def test_the_rest_is_written_again_on_its_channel_at_its_tick(name: str) -> None:
    data, _ = FILES[name]
    score = read_midi(data).score
    written = write_midi(score)
    assert said_silently(written) == said_silently(data) != {}
    assert differences(notes_of(data), notes_of(written)) == {}
    assert read_midi(written).score == score


@by_name
def test_a_saved_piece_keeps_it(name: str) -> None:
    piece = Composition.of(read_midi(FILES[name][0]).score)
    assert from_bytes(to_bytes(piece)) == piece


@pytest.mark.parametrize(
    "field", ['"status":144', '"status":177', '"status":240', '"channel":16', '"first":128']
)
def test_a_saved_piece_with_a_message_that_is_none_is_refused(field: str) -> None:
    message = SilentMessage(0, port=0, channel=3, status=0xC0, first=5)
    text = to_document(Composition(score=Score(silent_messages=(message,))))
    assert from_document(text).score.silent_messages == (message,)
    name, _, _ = field.partition(":")
    damaged = re.sub(name.encode() + rb":\d+", field.encode(), text)
    assert damaged != text
    with pytest.raises(DocumentError):
        from_document(damaged)


def test_a_channel_that_a_new_part_needs_is_no_longer_silent() -> None:
    data, _ = FILES["one piano on a player piano of 16 channels, format 0"]
    score = read_midi(data).score
    more = replace(score, tracks=(*score.tracks, Track(program=40, notes=(Note(0, 60, 480),))))
    before, after = said_silently(data), said_silently(write_midi(more))
    assert after == {place: rows for place, rows in before.items() if place != (0, 1)}
    (violin,) = [note for note in notes_of(write_midi(more)) if note.program == 40]
    assert (violin.bank, violin.volume) == ((0, 0), 100)
    kit = replace(score, tracks=(*score.tracks, Track(is_drum=True, notes=(Note(0, 36, 480),))))
    assert (0, 9) not in said_silently(write_midi(kit))
    assert len(said_silently(write_midi(kit))) == 14


def test_parts_leave_set_up_channels_alone_while_there_are_others() -> None:
    data = file_of(CONDUCTOR, set_up(0, 1, 2), tune(60, channel=5))
    score = read_midi(data).score
    parts = tuple(Track(program=n, notes=(Note(0, 60 + n, 480),)) for n in range(13))
    full = write_midi(replace(score, tracks=parts[:12]))
    assert said_silently(full) == said_silently(data)
    assert all(message.type != "midi_port" for message in mido.MidiFile(file=io.BytesIO(full)))
    assert len(said_silently(write_midi(replace(score, tracks=parts)))) == 2


def test_a_zone_of_mpe_leaves_set_up_channels_alone() -> None:
    upper = [*zone(4, channel=15), program(0, 50, channel=15), *fingers(14, 13, 12, 11)]
    data = file_of(CONDUCTOR, set_up(0, 1, 2, 3), upper)
    score = read_midi(data).score
    # Its manager plays no note itself, but those of its members are its part's.
    assert [(t.program, len(t.notes)) for t in score.tracks] == [(50, 8)]
    assert any(note.moves for note in score.tracks[0].notes)
    written = write_midi(score)
    assert said_silently(written).items() >= said_silently(file_of(set_up(0, 1, 2, 3))).items()
    assert read_midi(written).score.silent_messages == score.silent_messages


def test_a_zone_that_needs_the_channels_gets_them() -> None:
    moved = (NoteMove(0, "bend", 100),)
    chord = tuple(Note(0, 50 + 2 * n, 480, moves=moved) for n in range(13))
    score = read_midi(FILES["drums set up, and none played"][0]).score
    whole = replace(score, tracks=(Track(notes=chord),))
    assert read_midi(write_midi(whole)).score.silent_messages == ()


# --- what stays a part ---------------------------------------------------------------------------


def test_a_named_track_with_an_instrument_waits_for_its_notes() -> None:
    """So a template is made, of other programs and of Segue's own."""
    data = file_of(
        CONDUCTOR,
        [named("Violin"), program(0, 40), control(0, 7, 90)],
        [named("Piano"), *tune(60, 62, channel=1)],
        [named("Drums"), program(0, 8, channel=9)],
    )
    score = read_midi(data).score
    assert [(t.name, t.program, t.is_drum, bool(t.notes)) for t in score.tracks] == [
        ("Violin", 40, False, False),
        ("Piano", 0, False, True),
        ("Drums", 8, True, False),
    ]
    assert score.tracks[0].controls == (Control(0, 7, 90),)
    assert score.silent_messages == ()
    assert read_midi(write_midi(score)).score == score


def test_a_first_track_without_tempos_may_be_such_a_track() -> None:
    data = file_of([named("Violin"), program(0, 40)], [named("Piano"), *tune(60, channel=1)])
    assert [t.name for t in read_midi(data).score.tracks] == ["Violin", "Piano"]


def test_a_named_track_keeps_the_one_channel_that_it_has_a_program_for() -> None:
    cello = [named("Cello"), program(0, 42, channel=3), control(0, 7, 80, channel=4)]
    score = read_midi(file_of(CONDUCTOR, tune(60), cello)).score
    assert [(t.name, t.program) for t in score.tracks] == [("", 0), ("Cello", 42)]
    assert [(m.channel, m.first, m.second) for m in score.silent_messages] == [(4, 7, 80)]


def test_two_tracks_of_one_silent_channel_are_one_part() -> None:
    two = [[named(name), program(0, 42, channel=3)] for name in ("Cello", "Viola")]
    assert [t.name for t in read_midi(file_of(tune(60), *two)).score.tracks] == ["", "Cello"]


@pytest.mark.parametrize(
    "empty",
    [
        Track(),
        Track(program=24),
        Track(name="Oboe", program=68),
        Track(program=24, is_drum=True),
        Track(name="Kit", program=24, is_drum=True),
    ],
)
def test_a_track_that_a_user_made_and_left_empty_comes_back(empty: Track) -> None:
    score = Score(tracks=(Track(name="Piano", notes=(Note(0, 60, 480),)), empty))
    assert read_midi(write_midi(score)).score == score
    piece = Composition.of(score)
    assert from_bytes(to_bytes(piece)) == piece


def test_a_piece_of_an_earlier_segue_opens_with_the_tracks_that_it_was_saved_with() -> None:
    """Nobody can tell which of them its user wants: they may have got a role and an instrument."""
    old = Score(
        tracks=(
            Track(notes=(Note(0, 60, 480),)),
            Track(controls=(Control(0, 0, 0), Control(0, 7, 100))),
        )
    )
    piece = Composition.of(old)
    opened = from_bytes(to_bytes(piece))
    assert opened == piece
    assert read_midi(write_midi(opened.score)).score == old


# --- what stands beside the channels of a set-up -------------------------------------------------


def test_words_marks_and_system_messages_of_a_set_up_are_kept() -> None:
    volume = system(0, 0x7F, 0x7F, 0x04, 0x01, 0x00, 0x60)
    beside = [
        (0, mido.MetaMessage("marker", text="A")),
        (0, mido.MetaMessage("text", text="made by hand")),
        (480, mido.MetaMessage("lyrics", text="la")),
        (960, mido.MetaMessage("marker", text="B")),
    ]
    score = read_midi(
        file_of(CONDUCTOR, by_tick(volume, *set_up(*range(1, 16)), *beside), tune(60, 62, 64))
    ).score
    assert [track.program for track in score.tracks] == [0]
    assert score.markers == (Marker(0, "A"), Marker(960, "B"))
    # The word is sung by the part that has a note there.
    assert score.tracks[0].others == (Other(480, 0x05, b"la"),)
    assert {other.kind for other in score.others} == {0xF0, 0x01}
    assert read_midi(write_midi(score)).score == score


def test_a_system_message_of_a_set_up_stays_on_its_port() -> None:
    volume = system(0, 0x7F, 0x7F, 0x04, 0x01, 0x00, 0x60)
    data = file_of(
        CONDUCTOR,
        [port(0), *tune(60)],
        [port(1), volume, *set_up(4, 5)],
        [port(1), *tune(64, channel=1)],
    )
    score = read_midi(data).score
    assert score.others == ()
    assert [len(track.others) for track in score.tracks] == [0, 1]
    assert read_midi(write_midi(score)).score == score


def test_a_tuning_in_a_set_up_is_found() -> None:
    said = [system(0, *message[1:-1]) for message in tuning_messages(KNOWN_TUNINGS[0])]
    score = read_midi(file_of(CONDUCTOR, [*said, *set_up(4, 5)], tune(60))).score
    assert score.tuning == KNOWN_TUNINGS[0]
    assert score.others == ()
    assert read_midi(write_midi(score)).score.tuning == score.tuning
    assert read_midi(write_midi(score)).score.silent_messages == score.silent_messages


def test_no_more_is_kept_than_a_part_may_have() -> None:
    flood = [control(n // 64, 1, n % 128, channel=5) for n in range(100_050)]
    reading = read_midi(file_of(flood, tune(60), grid=480))
    assert len(reading.score.silent_messages) == 100_000
    assert reading.score.silent_messages[-1].tick == 99_999 // 64
    assert len(reading.warnings) == 1


# --- who may know of it --------------------------------------------------------------------------

# The value, the file's reader and writer, and what moves bars with all that stands in them.
KNOWS = {"engine/values", "engine/midi/file", "engine/form/passages.py"}


def test_no_room_that_makes_plays_or_shows_music_names_silent_messages() -> None:
    words = {"SilentMessage", "silent_messages", "SILENT"}
    found: Counter[str] = Counter()
    for path in sorted(p for room in ("engine", "app") for p in (ROOT / room).rglob("*.py")):
        names = {
            getattr(node, field)
            for node in ast.walk(ast.parse(path.read_text("utf-8")))
            for field in ("id", "attr", "arg", "name")
            if isinstance(getattr(node, field, None), str)
        }
        if names & words:
            where = path.relative_to(ROOT).as_posix()
            found[next((known for known in KNOWS if where.startswith(known)), where)] += 1
    assert set(found) == KNOWS
