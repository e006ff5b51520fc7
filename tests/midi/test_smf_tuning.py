"""Tunings in MIDI files: written by the MIDI Tuning Standard, and read again."""

import io
from dataclasses import replace

import mido
import pytest

from engine.midi.file.events import SYSEX
from engine.midi.file.midifile import read_midi, write_midi
from engine.midi.tuning_messages import CHOICE_ROWS, is_tuning
from engine.tunings.known_tunings import KNOWN_TUNINGS
from engine.tunings.scala import scale_of, tuning_of
from engine.values.events import Other
from engine.values.score import Control, Note, Score, Track

NOTES = tuple(Note(480 * i, 60 + i, 480) for i in range(4))
GM_RESET = Other(0, SYSEX, bytes.fromhex("7e7f0901f7"))
PIECE = Score(
    tracks=(
        Track(name="Violin", program=40, notes=NOTES, controls=(Control(0, 7, 90),)),
        Track(name="Drums", is_drum=True, notes=(Note(0, 38, 480),)),
    ),
    others=(GM_RESET,),
)


@pytest.mark.parametrize("tuning", KNOWN_TUNINGS, ids=lambda tuning: tuning.name)
def test_a_known_tuning_comes_back_by_name_and_nothing_else_changes(tuning: object) -> None:
    tuned = replace(PIECE, tuning=tuning)
    back = read_midi(write_midi(tuned)).score
    if any(pitch is None for pitch in tuning.pitches):  # type: ignore[attr-defined]
        # MIDI cannot say that a key is silent.
        back = replace(back, tuning=tuning)
    assert back == replace(read_midi(write_midi(PIECE)).score, tuning=tuning)
    assert read_midi(write_midi(back)).score.tracks == back.tracks


def test_a_tuning_of_a_users_own_comes_back_within_a_hundredth_of_a_cent() -> None:
    own = tuning_of(scale_of("My own\n5\n240.1\n3/2\n800.33\n7/4\n2/1"))
    back = read_midi(write_midi(replace(PIECE, tuning=own))).score.tuning
    assert back is not None
    for key in range(40, 80):
        assert back.pitches[key] == pytest.approx(own.pitches[key], abs=1e-4)


def test_the_file_is_tuned_after_its_reset_and_each_channel_but_that_of_drums_chooses_it() -> None:
    later = replace(PIECE, others=(replace(GM_RESET, tick=10),), tuning=KNOWN_TUNINGS[0])
    file = mido.MidiFile(file=io.BytesIO(write_midi(later)))
    ruler = [m for m in file.tracks[0] if m.type == "sysex"]
    assert [is_tuning(bytes((*m.data, 0xF7))) for m in ruler] == [False, True, True]
    assert [m.time for m in ruler] == [10, 0, 0]
    violin, drums = ([m for m in t if m.type == "control_change"] for t in file.tracks[1:])
    rows = [(0xB0, m.control, m.value) for m in violin]
    assert rows == [(0xB0, 7, 90), *CHOICE_ROWS]
    assert drums == []


def test_a_piece_without_a_tuning_is_written_as_before() -> None:
    assert not any(b"\xf0\x7f\x7f\x08" in write_midi(PIECE) for _ in "x")
    assert read_midi(write_midi(PIECE)).score.tuning is None


def test_a_file_that_changes_its_tuning_later_keeps_its_messages() -> None:
    tuned = replace(PIECE, tuning=KNOWN_TUNINGS[0])
    file = mido.MidiFile(file=io.BytesIO(write_midi(tuned)))
    last = [m for m in file.tracks[0] if m.type == "sysex"][-1]
    file.tracks[0].append(last.copy(time=960))
    buffer = io.BytesIO()
    file.save(file=buffer)
    score = read_midi(buffer.getvalue()).score
    assert score.tuning is None
    others = (*score.others, *(o for t in score.tracks for o in t.others))
    assert sum(o.kind == SYSEX and is_tuning(o.data) for o in others) == 3


def test_a_message_that_is_cut_short_is_no_tuning() -> None:
    assert not is_tuning(bytes.fromhex("7f7f080200013c3c00f7"))
    assert not is_tuning(bytes.fromhex("7f7f0802"))
    assert is_tuning(bytes.fromhex("7f7f080200013c3c0000f7"))
