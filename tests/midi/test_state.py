"""Every note sounds after MIDI -> Segue -> MIDI, from a piece and in the player, as it did before.

`tests.midi.interpreter` says what a note sounds like. It shares no code with Segue.
"""

import io
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import mido
import pytest
from mido.midifiles.meta import KeySignatureError

from engine.ground.errors import SegueError
from engine.messages import Notice
from engine.midi.channels.allocation import Slot
from engine.midi.file import midifile
from engine.midi.file.midifile import Reading, read_midi, write_midi
from engine.midi.file.writing import places_of
from engine.piece.composition import Composition, TrackSettings
from engine.piece.composition_file import from_bytes, to_bytes
from engine.playback.player.player import Player
from engine.playback.sending.agenda import NEVER
from engine.values.events import NoteLane, NoteMove
from engine.values.ranges import MOST_TRACKS
from engine.values.score import Control, Note, PitchBend, Score, Track
from engine.values.sound import OutputKind
from engine.values.time import BarMap, TempoMap
from tests.midi.files import FILES, control, file_of, program, tune
from tests.midi.interpreter import Sounding, differences, notes_of, notes_of_stream

_LARGEST = 400_000
# Fields of a note that the player is asked for: it ends a note where its pitch begins again.
_PLAYED = ("program", "bank", "drum", "volume", "pan", "expression", "cents", "pedal")

by_name = pytest.mark.parametrize("name", FILES)


@by_name
def test_a_file_that_was_read_and_written_sounds_as_before(name: str) -> None:
    before = notes_of(FILES[name])
    reading = read_midi(FILES[name])
    assert before
    assert differences(before, notes_of(write_midi(reading.score))) == {}


@by_name
def test_a_piece_that_was_saved_and_opened_sounds_as_before(name: str) -> None:
    score = read_midi(FILES[name]).score
    settings = (TrackSettings(),) * len(score.tracks)
    opened = from_bytes(to_bytes(Composition(score=score, settings=settings))).score
    assert differences(notes_of(FILES[name]), notes_of(write_midi(opened))) == {}


@by_name
def test_reading_what_was_written_changes_nothing_any_more(name: str) -> None:
    once = read_midi(write_midi(read_midi(FILES[name]).score)).score
    twice = read_midi(write_midi(once)).score
    assert [track.channel_events for track in twice.tracks] == [
        track.channel_events for track in once.tracks
    ]


@by_name
def test_both_scanners_find_the_same_music(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fast = read_midi(FILES[name])
    monkeypatch.setattr(midifile, "scan", lambda *_, **__: None)
    assert read_midi(FILES[name]) == fast


class _Recording:
    """An output that keeps what it is sent with its time; it has a port for every part."""

    name = "Recording"
    kind: OutputKind = "recording"
    lead_s = 0.0
    latency_s = 0.0

    def __init__(self, banks: int) -> None:
        self.banks = banks
        self.sent: list[tuple[float, int, bytes]] = []

    def send(self, message: bytes, at_s: float, *, bank: int = 0) -> None:
        self.sent.append((at_s, bank, message))

    def cancel(self) -> None: ...

    def close(self) -> None: ...


def slots_of(score: Score) -> tuple[Slot, ...]:
    return tuple(place.slot for place in places_of(score))


def played(score: Score, tick: int, *, system: str = "", ports: int = 64) -> list[Sounding]:
    """Return the notes that the player sends from a tick on to a device of some standard."""
    now_s = 0.0
    output = _Recording(ports)
    player = Player(lambda _: None, clock=lambda: now_s)
    player.attach(output)
    player.set_score(score, ())
    player.play(tick)
    while (next_s := player.step()) != NEVER:
        now_s = max(now_s, next_s)
    return notes_of_stream(output.sent, system=system)


def _as_played(notes: list[Sounding]) -> list[tuple[object, ...]]:
    """Return notes by what the player is asked for, in its order but without times."""
    rows = [
        (round(note.on, 4), note.pitch, note.velocity, *(getattr(note, f) for f in _PLAYED))
        for note in notes
    ]
    return sorted(rows, key=repr)


def _without_held(
    rows: list[Any], before: list[Sounding], tick: int, wanted: list[Any]
) -> list[Any]:
    """Return rows that the player sends without notes that began before a tick and go on there."""
    held = {
        (note.pitch, note.velocity)
        for note in before
        if note.on < tick and (note.off is None or note.off > tick)
    }
    more = (Counter(rows) - Counter(wanted)).elements()
    chased = [row for row in more if not row[0] and row[1:3] in held]
    return sorted((Counter(rows) - Counter(chased)).elements(), key=repr)


def _from(before: list[Sounding], score: Score, tick: int) -> list[tuple[object, ...]]:
    """Return what a file says of the notes from a tick on, at times from that tick."""
    tempo = TempoMap.of(score)
    start_s = tempo.seconds_at(tick)
    return _as_played(
        [
            note._replace(on=tempo.seconds_at(note.on) - start_s)
            for note in before
            if note.on >= tick
        ]
    )


_WIDE = tuple(Control(0, number, value) for number, value in ((101, 0), (100, 0), (6, 12)))


@pytest.mark.parametrize(
    "before",
    [
        Track(
            controls=(Control(240, 7, 0), Control(240, 11, 5), Control(240, 64, 127)),
            pitch_bends=(PitchBend(240, -4096),),
        ),
        Track(controls=_WIDE),
        Track(controls=(*_WIDE, Control(0, 101, 0), Control(0, 100, 2), Control(0, 6, 70))),
    ],
    ids=["faded", "a wide bend", "a wide bend, then tuned"],
)
@pytest.mark.parametrize("bent", [(), (PitchBend(0, 4096),)], ids=["straight", "bent"])
def test_a_piece_after_another_one_sounds_as_it_does_alone(
    before: Track, bent: tuple[PitchBend, ...]
) -> None:
    faded = replace(before, notes=(Note(0, 60, 480),))
    notes = (Note(0, 62, 480), Note(480, 64, 480))
    score = Score(tracks=(Track(notes=notes, pitch_bends=bent),))
    output, now_s = _Recording(1), 0.0
    player = Player(lambda _: None, clock=lambda: now_s)
    player.attach(output)
    for each in (Score(tracks=(faded,)), score):
        player.set_score(each, ())
        player.play(0)
        while (next_s := player.step()) != NEVER:
            now_s = max(now_s, next_s)
        player.stop()
    alone = _as_played(played(score, 0, ports=1))
    after = [note for note in notes_of_stream(output.sent) if note.pitch != 60]
    assert [row[1:] for row in _as_played(after)] == [row[1:] for row in alone]


def bar_starts(score: Score) -> Iterator[int]:
    bars = BarMap.of(score)
    for bar in range(bars.bars_until(score.end)):
        yield bars.start_of(bar)


@by_name
def test_the_player_sends_what_the_file_says_from_any_bar(name: str) -> None:
    before = notes_of(FILES[name])
    score = read_midi(FILES[name]).score
    # The player sends no system messages: a device is what its owner made of it.
    system = "gs" if name.startswith("GS") else ""
    for tick in bar_starts(score):
        wanted = _from(before, score, tick)
        rows = _as_played(played(score, tick, system=system))
        assert _without_held(rows, before, tick, wanted) == wanted


def _files(test_data: Path) -> list[Path]:
    found = [
        *(test_data / "music").glob("*/*/*.mid"),
        *(test_data / "asap_eval").glob("*.mid"),
        *(test_data / "hostile").rglob("*.mid"),
    ]
    return sorted(path for path in found if path.stat().st_size <= _LARGEST)


def _read(path: Path) -> tuple[list[Sounding], Reading] | None:
    """Return what mido and Segue read, or None where one of them refuses."""
    data = path.read_bytes()
    try:
        before = notes_of(data)
    except (OSError, EOFError, ValueError, KeyError, IndexError, KeySignatureError):
        return None
    try:
        return before, read_midi(data)
    except SegueError:
        return None


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_wild_files_sound_as_before(test_data: Path) -> None:
    files = _files(test_data)[::10]  # all of them take minutes
    differing, compared = {}, 0
    for path in files:
        read = _read(path)
        if read is None:
            continue
        before, reading = read
        compared += 1
        found = differences(before, notes_of(write_midi(reading.score)))
        opened = from_bytes(to_bytes(Composition.of(reading.score))).score
        if opened != reading.score:
            found |= differences(before, notes_of(write_midi(opened)))
        # A sentence names notes that were shortened or moved; how notes sound is always kept.
        if reading.warnings:
            found = {k: v for k, v in found.items() if k not in {"missing", "added"}}
        if found:
            differing[path.name] = found
    assert differing == {}
    assert compared > 40


@pytest.mark.slow
def test_wild_files_are_played_as_they_are_written(test_data: Path) -> None:
    compared = 0
    for path in _files(test_data)[7::40]:
        read = _read(path)
        if read is None or read[1].warnings:
            continue
        before, score = read[0], read[1].score
        compared += 1
        starts = list(bar_starts(score))
        chosen = random.Random(len(starts)).choices(starts, k=2)  # noqa: S311 - no secret
        for tick in {starts[0], *chosen, starts[-1]}:
            wanted = _from(before, score, tick)
            rows = _without_held(_as_played(played(score, tick)), before, tick, wanted)
            assert rows == wanted, path.name
    assert compared > 5


# --- how it is written ---------------------------------------------------------------------------


def messages(score: Score, kind: str) -> list[tuple[int, int, int]]:
    """Return (tick, channel, value) of the messages of a kind in a written file."""
    found = []
    for track in mido.MidiFile(file=io.BytesIO(write_midi(score))).tracks:
        tick = 0
        for message in track:
            tick += message.time
            if message.type == kind:
                value = message.program if kind == "program_change" else message.control
                found.append((tick, message.channel, value))
    return found


def test_drum_kits_that_never_sound_together_take_turns_on_channel_10() -> None:
    score = read_midi(FILES["another drum kit"]).score
    assert slots_of(score) == (Slot("", 0, 9), Slot("", 0, 9))
    assert messages(score, "program_change") == [(0, 9, 0), (1920, 9, 25)]


def test_drum_parts_that_want_different_volumes_get_ports_of_their_own() -> None:
    loud, soft = (
        Track(is_drum=True, notes=(Note(0, 36, 480),), controls=(Control(0, 7, value),))
        for value in (120, 40)
    )
    assert [slot.bank for slot in slots_of(Score(tracks=(loud, soft)))] == [0, 1]
    assert [slot.bank for slot in slots_of(Score(tracks=(loud, loud)))] == [0, 0]


def test_each_of_256_ports_is_kept_and_128_drum_parts_sound_together() -> None:
    def part(port: int) -> list[tuple[int, mido.Message | mido.MetaMessage]]:
        said = mido.MetaMessage("midi_port", port=port)
        return [(0, said), program(0, port % 128), *tune(60, 64)]

    data = file_of(*map(part, range(256)))
    score = read_midi(data).score
    assert [track.port for track in score.tracks] == list(range(256))
    assert not differences(notes_of(data), notes_of(write_midi(score)))
    loud = [
        Track(is_drum=True, notes=(Note(0, 36, 480),), controls=(Control(0, 7, n % 128),))
        for n in range(128)
    ]
    assert len(set(slots_of(Score(tracks=tuple(loud))))) == 128


@pytest.mark.slow
def test_as_many_parts_as_a_piece_may_have_get_a_channel_each() -> None:
    tracks = tuple(Track(program=n % 128, notes=(Note(0, 60, 480),)) for n in range(MOST_TRACKS))
    assert len(set(slots_of(Score(tracks=tracks)))) == MOST_TRACKS


def test_each_part_has_the_controllers_of_its_own_stretch() -> None:
    data = FILES["many programs with many controllers"]
    score = read_midi(data).score
    assert len(score.tracks) == 40
    assert len(messages(score, "control_change")) <= 400
    assert len(write_midi(score)) < 4 * len(data)


def test_more_parts_than_channels_share_one_where_they_never_sound_together() -> None:
    tracks = [
        Track(program=n, notes=(Note(480 * n, 60, 480),), controls=(Control(0, 7, 40 + n),))
        for n in range(40)
    ]
    score = Score(tracks=tuple(tracks))
    assert {slot.bank for slot in slots_of(score)} == {0}
    for note in notes_of(write_midi(score)):
        assert (note.program, note.volume) == (note.on // 480, 40 + note.on // 480)


def test_a_bank_that_the_user_chooses_in_the_middle_counts_from_there() -> None:
    track = Track(
        program=48,
        notes=(Note(0, 60, 480), Note(480, 62, 480)),
        controls=(Control(480, 0, 8),),
    )
    written = notes_of(write_midi(Score(tracks=(track,))))
    assert [note.bank for note in written] == [(0, 0), (8, 0)]
    assert [note.bank for note in played(Score(tracks=(track,)), 0)] == [(0, 0), (8, 0)]
    assert [note.bank for note in played(Score(tracks=(track,)), 480)] == [(8, 0)]


def test_how_fast_a_key_is_let_go_is_kept() -> None:
    off = mido.Message("note_off", note=60, velocity=20)
    told = file_of([*tune(60)[:1], (480, off), *tune(62, 64, start=480)])
    score = read_midi(told).score
    assert [note.release for note in score.tracks[0].notes] == [20, 64, 64]
    settings = (TrackSettings(),)
    opened = from_bytes(to_bytes(Composition(score=score, settings=settings))).score
    assert read_midi(write_midi(opened)).score == score


def test_a_channel_that_has_a_program_and_plays_nothing_is_kept_once() -> None:
    silent = file_of(tune(60), [program(0, 56, channel=3), control(0, 7, 90, channel=3)])
    score = read_midi(silent).score
    assert [(t.program, len(t.notes)) for t in score.tracks] == [(0, 1)]
    said = [(m.channel, m.status, m.first) for m in score.silent_messages]
    assert said == [(3, 0xC0, 56), (3, 0xB0, 7)]
    apart = read_midi(FILES["programs in a track of their own"]).score
    assert [(t.program, len(t.notes)) for t in apart.tracks] == [(40, 4), (56, 4)]


def test_on_one_port_each_note_of_twenty_parts_has_the_sound_of_its_part() -> None:
    score = Score(
        tracks=tuple(
            Track(
                program=n,
                notes=tuple(Note(480 * beat, 40 + n, 480) for beat in range(3)),
                controls=(Control(0, 7, 50 + n), Control(480, 7, 80 + n)),
            )
            for n in range(20)
        )
    )
    for tick in (0, 480):
        notes = played(score, tick, ports=1)
        assert len(notes) == 60 - 20 * (tick // 480)
        assert all(note.program == note.pitch - 40 for note in notes)


# --- notes that move by themselves ---------------------------------------------------------------


def _random_part(draw: random.Random) -> Track:
    notes = [Note(0, 30, 4000)]  # over all others: there is more than one voice
    for _ in range(draw.randrange(2, 40)):
        ticks = sorted(draw.sample(range(400), draw.randrange(4)))
        lanes: list[tuple[NoteLane, range]] = [
            ("bend", range(-8192, 8192)),
            ("pressure", range(1, 128)),
            ("timbre", range(64)),
        ]
        last: dict[NoteLane, NoteMove] = {}
        moves = []
        for tick in ticks:
            lane, values = draw.choice(lanes)
            move = NoteMove(tick, lane, draw.choice(values))
            if lane not in last or last[lane].value != move.value:
                last[lane] = move
                moves.append(move)
        start = draw.randrange(3000)
        notes.append(Note(start, draw.randrange(40, 90), 400, moves=tuple(moves)))
    # A key that is struck again while it is down is two notes of one channel, if channels run out.
    unique = {(note.start // 400, note.pitch): note for note in notes}
    return Track(program=draw.randrange(128), notes=tuple(sorted(unique.values())))


@pytest.mark.slow
def test_bends_of_single_notes_come_back_from_a_file() -> None:
    draw = random.Random(7)  # noqa: S311 - no secret
    for _ in range(60):
        parts = [_random_part(draw) for _ in range(draw.randrange(1, 4))]
        score = Score(tracks=(*parts, Track(is_drum=True, notes=(Note(0, 36, 9),))))
        data = write_midi(score)
        assert _cents(notes_of(data)) == _cents_of(score)
        back = read_midi(data).score
        assert [t.notes for t in back.tracks] == [t.notes for t in score.tracks]
        assert [t.channel_events for t in back.tracks] == [()] * len(score.tracks)


def _cents(notes: list[Sounding]) -> list[tuple[object, ...]]:
    bent = {
        (n.on, n.pitch, n.cents, tuple((t, v) for t, lane, v in n.motion if lane < 0))
        for n in notes
        if not n.drum
    }
    return sorted(bent, key=repr)


def _cents_of(score: Score) -> list[tuple[object, ...]]:
    found = set()
    for note in (note for track in score.tracks if not track.is_drum for note in track.notes):
        bends = [m for m in note.moves if m.lane == "bend"]
        begun = next((m.value for m in bends if not m.after), 0)
        motion = tuple((note.start + m.after, _in_cents(m.value)) for m in bends if m.after)
        found.add((note.start, note.pitch, _in_cents(begun), motion))
    return sorted(found, key=repr)


def _in_cents(bend: int) -> float:
    return round(bend * 4800 / 8192, 3)


def test_one_voice_is_written_with_plain_bends() -> None:
    notes = tuple(
        Note(480 * i, 60 + i, 480, moves=(NoteMove(0, "bend", 200 * i), NoteMove(240, "bend", 0)))
        for i in range(4)
    )
    wheel = (PitchBend(500, 4096), PitchBend(900, 0))
    data = write_midi(Score(tracks=(Track(notes=notes, pitch_bends=wheel),)))
    channels = {
        m.channel for t in mido.MidiFile(file=io.BytesIO(data)).tracks for m in t if not m.is_meta
    }
    assert channels == {0}
    # The wheel of the part bends each note by one semitone more.
    assert [
        [round(note.cents), *(round(v) for _, _, v in note.motion)] for note in notes_of(data)
    ] == [[0], [117, 217, 100, 0], [234, 0], [352, 0]]
    assert not any(note.moves for note in read_midi(data).score.tracks[0].notes)


def test_an_output_of_one_port_bends_single_notes_while_it_has_channels() -> None:
    draw = random.Random(3)  # noqa: S311 - no secret
    bent = _random_part(draw)
    notices: list[object] = []
    for others, said in ((3, False), (14, True)):
        score = Score(tracks=(bent, *[Track(notes=(Note(0, 60, 9),))] * others))
        player = Player(notices.append, clock=lambda: 0.0)
        player.attach(_Recording(1))
        player.set_score(score, ())
        player.set_mix(())
        sentences = [event.message for event in notices if isinstance(event, Notice)]
        assert (
            sentences
            == [
                "The notes of track ‘1’ do not bend by themselves: its output has too few channels."
            ]
            * said
        )
    # What all of it is played on stays apart: the channels of the other parts are their own.
    assert len({route.slot for route in player.console.routes}) == 15
