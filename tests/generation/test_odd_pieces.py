"""Pieces as they come: gone on with, or refused in one sentence; nothing of them is lost."""

import io
import json
from collections.abc import Callable
from pathlib import Path

import mido
import pytest

from engine.cli.main import main
from engine.library.normalizing import right_bars
from engine.live.session import Session
from engine.messages import ContinuationFinished, Continue
from engine.midi.file.midifile import read_midi, write_midi
from engine.piece.composition import Composition
from engine.request import Request
from engine.values.events import SilentMessage
from engine.values.score import Note, Score, TimeSignature, Track
from engine.values.time import BarMap
from tests.generation.conftest import BAR, notes_of

BEATS = range(0, 4 * BAR, 480)


def beats(pitch: int) -> tuple[Note, ...]:
    return tuple(Note(tick, pitch, 240) for tick in BEATS)


def thirty_three_tracks() -> bytes:
    tracks = tuple(
        Track(name=f"Part {number}", program=number, notes=beats(40 + number))
        for number in range(33)
    )
    return write_midi(Score(tracks=tracks))


def thirty_three_of_one_program() -> bytes:
    tracks = tuple(Track(name="Violin", program=40, notes=beats(40 + n)) for n in range(33))
    return write_midi(Score(tracks=tracks))


def a_track_without_a_name() -> bytes:
    return write_midi(Score(tracks=(Track(notes=beats(60)), Track(name="", notes=beats(48)))))


def file_of(*tracks: list[tuple[int, int, int]]) -> bytes:
    """A MIDI file of tracks of quarter notes, each (channel, program, pitch)."""
    file = mido.MidiFile(ticks_per_beat=480)
    for voices in tracks:
        events: list[tuple[int, mido.Message]] = []
        for channel, program, pitch in voices:
            events.append((-1, mido.Message("program_change", channel=channel, program=program)))
            for tick in BEATS:
                on = mido.Message("note_on", channel=channel, note=pitch, velocity=80)
                off = mido.Message("note_off", channel=channel, note=pitch)
                events += [(tick, on), (tick + 240, off)]
        track, now = mido.MidiTrack(), 0
        for tick, message in sorted(events, key=lambda event: event[0]):
            track.append(message.copy(time=max(0, tick) - now))
            now = max(0, tick)
        file.tracks.append(track)
    written = io.BytesIO()
    file.save(file=written)
    return written.getvalue()


def two_tracks_of_one_program_and_channel() -> bytes:
    return file_of([(0, 40, 60)], [(0, 40, 72)])


def drums_on_another_channel() -> bytes:
    """A kit on channel 3, which MIDI says is a piano's, beside one on channel 10."""
    return file_of([(2, 0, 36), (2, 0, 42)], [(9, 0, 38)], [(0, 33, 40)])


def a_piano_that_sets_sixteen_channels_up() -> bytes:
    rest = (
        SilentMessage(0, port=0, channel=channel, status=status, first=first, second=second)
        for channel in range(1, 16)
        for status, first, second in ((0xB0, 0, 0), (0xC0, 0, 0), (0xB0, 7, 100))
    )
    return write_midi(Score(tracks=(Track(notes=beats(60)),), silent_messages=tuple(rest)))


def no_chords() -> bytes:
    return write_midi(Score(tracks=(Track(name="Drums", is_drum=True, notes=beats(42)),)))


def forty_voices() -> bytes:
    cluster = tuple(Note(t, pitch, 480) for t in BEATS for pitch in range(40, 80))
    return write_midi(Score(tracks=(Track(name="Cluster", notes=cluster),)))


def bars_that_do_not_fit() -> bytes:
    """A march that begins anywhere, in bars of one beat."""
    roots, notes = (48, 53, 55, 45), []
    for bar in range(12):
        begin, root = 67 + bar * BAR, roots[bar % 4]
        notes.append(Note(begin, root - 12, BAR))
        for beat in (1, 2, 3):
            notes += [Note(begin + beat * 480, root + i, 400) for i in (12, 16, 19)]
    track = Track(name="March", notes=tuple(sorted(notes)))
    return write_midi(Score(tracks=(track,), time_signatures=(TimeSignature(0, 1, 4),)))


ODD: list[Callable[[], bytes]] = [
    thirty_three_tracks,
    thirty_three_of_one_program,
    a_track_without_a_name,
    two_tracks_of_one_program_and_channel,
    drums_on_another_channel,
    a_piano_that_sets_sixteen_channels_up,
    no_chords,
    forty_voices,
    bars_that_do_not_fit,
]


def begins_as(score: Score, before: Score, *, end: int) -> bool:
    """Whether all notes of a piece that begin before a tick are in another as they were."""
    kept = [[n for n in track.notes if n.start < end] for track in score.tracks]
    return kept == [list(track.notes) for track in before.tracks]


@pytest.mark.parametrize("made", ODD, ids=lambda made: made.__name__)
def test_odd_pieces_are_gone_on_with_live(made: Callable[[], bytes], session: Session) -> None:
    score = read_midi(made()).score
    bars = BarMap.of(score)
    start = bars.start_of(bars.bars_until(score.end))
    ask = Request(start=start, bars=2, alternatives=2)
    events = list(session.continue_(Continue(request=1, score=score, ask=ask)))
    last = events[-1]
    assert isinstance(last, ContinuationFinished)
    assert not last.cancelled
    parts = [part for number in (0, 1) for part in notes_of(events, number)]
    assert parts
    assert {part.track for part in parts} <= set(range(len(score.tracks)))
    assert all(part.note.start >= start for part in parts)
    assert session.score == score


@pytest.mark.parametrize("made", ODD, ids=lambda made: made.__name__)
def test_odd_pieces_are_gone_on_with_from_the_command_line(
    made: Callable[[], bytes],
    tiny_folder: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    piece = tmp_path / "odd.mid"
    piece.write_bytes(made())
    before = read_midi(piece.read_bytes()).score
    asked = ["continue", str(piece), "--model", str(tiny_folder), "--out", str(tmp_path)]
    assert main([*asked, "--bars", "2", "--seed", "3", "--json"]) == 0
    (path,) = json.loads(capsys.readouterr().out)["files"]
    after = read_midi(Path(path).read_bytes()).score
    assert after.note_count > before.note_count
    assert begins_as(after, before, end=Composition.of(before).end_of_writing)
    assert piece.read_bytes() == made()


def test_bars_that_do_not_fit_are_told_and_put_right_for_who_asks(
    tiny_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    piece = tmp_path / "march.mid"
    piece.write_bytes(bars_that_do_not_fit())
    asked = ["continue", str(piece), "--model", str(tiny_folder), "--out", str(tmp_path)]
    assert main([*asked, "--bars", "1", "--seed", "3"]) == 0
    assert "Its bars do not fit its notes" in capsys.readouterr().err
    assert main([*asked, "--bars", "1", "--seed", "3", "--right-bars", "--json"]) == 0
    said = capsys.readouterr()
    assert "Beats were found: 4 in most bars" in said.err
    (path,) = json.loads(said.out)["files"]
    score = read_midi(Path(path).read_bytes()).score
    bars = BarMap.of(score)
    roots = [note.start for _, note in score.notes() if note.duration == BAR][:12]
    assert [bars.start_of(bars.bar_at(tick)) for tick in roots] == roots


@pytest.mark.parametrize("made", ODD[:-1], ids=lambda made: made.__name__)
def test_nothing_is_said_of_bars_that_fit(made: Callable[[], bytes]) -> None:
    assert right_bars(read_midi(made()).score) is None
