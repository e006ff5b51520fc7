"""What a MIDI file says comes back when it is written again."""

import io
from dataclasses import replace

import mido
import pytest

from engine.form.credits import credited
from engine.midi.file.midifile import export_midi, read_midi
from engine.values.score import Note
from tests.midi.files import control, file_of, program, tune
from tests.midi.interpreter import notes_of


def _metas(data: bytes, kind: str) -> list[mido.MetaMessage]:
    file = mido.MidiFile(file=io.BytesIO(data))
    return [message for track in file.tracks for message in track if message.type == kind]


def test_of_two_tracks_that_set_one_channel_up_at_one_tick_the_last_one_holds_for_both() -> None:
    data = file_of(
        [program(0, 40), control(0, 7, 100), *tune(60, 62)],
        [program(0, 56), control(0, 7, 50), *tune(48, 50)],
    )
    score = read_midi(data).score
    assert [track.program for track in score.tracks] == [56, 56]
    assert {control.value for track in score.tracks for control in track.controls} == {50}
    assert notes_of(export_midi(score)) == notes_of(data)


def test_both_movements_of_one_track_at_one_tick_stay() -> None:
    data = file_of(
        [control(0, 64, 0), control(0, 64, 127), *tune(60)], [control(0, 7, 9), *tune(48)]
    )
    score = read_midi(data).score
    pedal = [control.value for control in score.tracks[0].controls if control.number == 64]
    assert pedal == [0, 127]


def _mpe(manager: int | None) -> bytes:
    zone = [control(0, 101, 0), control(0, 100, 6), control(0, 6, 4)]
    own = [] if manager is None else [program(0, manager)]
    members = [
        message
        for channel in (1, 2, 3, 4)
        for message in (program(0, 81, channel=channel), control(0, 7, 70, channel=channel))
    ]
    notes = [note for n in range(4) for note in tune(60 + n, start=480 * n, channel=1 + n)]
    return file_of([*zone, *own, *members, *notes])


@pytest.mark.parametrize(("manager", "played"), [(None, 81), (5, 5)])
def test_a_program_on_the_channels_of_notes_is_the_zones_if_its_manager_has_none(
    manager: int | None, played: int
) -> None:
    once = read_midi(_mpe(manager)).score
    for score in (once, read_midi(export_midi(once)).score):
        (track,) = score.tracks
        assert track.program == played
        assert [c.value for c in track.controls if c.number == 7] == [70]


def test_the_name_of_a_sequence_comes_back_and_not_that_of_its_file() -> None:
    data = file_of([(0, mido.MetaMessage("track_name", name="Song"))], tune(60, 62))
    score = read_midi(data, title="my-file").score
    assert score.title == "my-file"
    assert [m.name for m in _metas(export_midi(score), "track_name")] == ["Song"]
    typed = credited(score, title="Winter", composer="")
    assert [m.name for m in _metas(export_midi(typed), "track_name")] == ["Winter"]


def test_a_title_of_the_file_is_the_pieces_and_is_written_once() -> None:
    data = file_of([(0, mido.MetaMessage("track_name", name="Winter Song"))], tune(60, 62))
    score = read_midi(data, title="my-file").entitled
    assert score.title == "Winter Song"
    typed = credited(score, title="Spring", composer="")
    assert [m.name for m in _metas(export_midi(typed), "track_name")] == ["Spring"]


def test_clocks_of_a_click_come_back_for_each_meter() -> None:
    meters = [
        (tick, mido.MetaMessage("time_signature", numerator=n, denominator=8, clocks_per_click=c))
        for tick, n, c in ((0, 6, 36), (1440, 9, 12))
    ]
    score = read_midi(file_of(meters, tune(60, 62))).score
    found = _metas(export_midi(score), "time_signature")
    assert [message.clocks_per_click for message in found] == [36, 12]
    assert replace(score.time_signatures[0], clocks=24) == score.time_signatures[0]


def test_a_channel_prefix_names_the_channel_of_its_part() -> None:
    prefix = mido.MetaMessage("channel_prefix", channel=5)
    data = file_of([(0, prefix), *tune(60, channel=5)])
    exported = export_midi(read_midi(data).score)
    (note,) = {m.channel for m in _played(exported)}
    assert [m.channel for m in _metas(exported, "channel_prefix")] == [note]


def _played(data: bytes) -> list[mido.Message]:
    return [m for m in _metas(data, "note_on") if m.velocity]


def _all_off(data: bytes) -> int:
    return sum(message.control == 123 for message in _metas(data, "control_change"))


def test_all_notes_off_comes_back_where_it_ends_no_other_note() -> None:
    data = file_of([*tune(60, 62), control(960, 123, 0)])
    score = read_midi(data).score
    assert _all_off(export_midi(score)) == 1
    longer = score.with_track(0, score.tracks[0].adding([Note(900, 70, 480)]))
    assert _all_off(export_midi(longer)) == 0
