"""Music as it is drawn: the same as MidiTok's decoder, on every real song and on any walk."""

import os
from collections import defaultdict
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.midi.file.midifile import read_midi
from engine.tokens.miditok_remi import decode_as_miditok
from engine.tokens.reader import (
    BarBegun,
    ChordRead,
    MeterRead,
    NoteReader,
    PartDeclared,
    PedalRead,
    ReadNote,
    TempoRead,
)
from engine.tokens.tokenizer import Tokenizer
from engine.tokens.vocabulary import DRUMS
from engine.values.score import Control, Note, Tempo, TimeSignature


def _agree(tokenizer: Tokenizer, ids: list[int]) -> None:
    """Compare all that the reader reads with what the decoder decodes."""
    reader = NoteReader(tokenizer.vocabulary)
    reads = defaultdict(list)
    for token in ids:
        read = reader.push(token)
        if read is not None:
            reads[type(read)].append(read)
    decoded = decode_as_miditok(tokenizer.config, tokenizer.vocabulary, ids)
    notes = defaultdict(list)
    for note in reads[ReadNote]:
        assert note.is_drum == (note.program == DRUMS)
        notes[note.program].append(Note(note.start, note.pitch, note.duration, note.velocity))
    theirs = {DRUMS if t.is_drum else t.program: t.notes for t in decoded.tracks if t.notes}
    assert {program: tuple(sorted(notes[program])) for program in notes} == theirs
    declared = {read.part: read.program for read in reads[PartDeclared]}
    assert all(declared[note.part] == note.program for note in reads[ReadNote])
    meters = [TimeSignature(m.start, m.numerator, m.denominator) for m in reads[MeterRead]]
    assert meters == list(decoded.time_signatures) or not meters
    tempos = [Tempo(tempo.start, tempo.bpm) for tempo in reads[TempoRead]]
    # The decoder begins with a tempo of its own where the song says none.
    assert tempos == list(decoded.tempos)[len(decoded.tempos) - len(tempos) :]
    assert len(decoded.tempos) - len(tempos) <= 1
    bars = [(bar.bar, bar.start) for bar in reads[BarBegun]]
    assert [number for number, _ in bars] == list(range(len(bars)))
    if any(t.controls for t in decoded.tracks):
        assert _pedals(reads[PedalRead]) == {
            t.program: t.controls for t in decoded.tracks if t.controls
        }


def _pedals(reads: list[PedalRead]) -> dict[int, tuple[Control, ...]]:
    moves = defaultdict(list)
    for read in reads:
        moves[read.program].append(Control(read.start, 64, 127 * read.pressed))
    return {program: tuple(sorted(moves[program])) for program in moves}


@pytest.mark.slow
def test_real_songs_are_read_as_miditok_decodes_them(
    tokenizer: Tokenizer, song_files: list[Path]
) -> None:
    """All 424 of them with SEGUE_ALL_MUSIC set (a minute), every fifth one without."""
    every = 1 if os.environ.get("SEGUE_ALL_MUSIC") else 5
    for path in song_files[::every]:
        _agree(tokenizer, tokenizer.encode(read_midi(path.read_bytes()).score).ids.tolist())


@pytest.mark.slow
def test_pedals_too(pedal_tokenizer: Tokenizer, songs) -> None:
    pedalled = 0
    for _, score in songs:
        ids = pedal_tokenizer.encode(score).ids.tolist()
        pedalled += any(pedal_tokenizer.token_names[i].startswith("Pedal") for i in ids)
        _agree(pedal_tokenizer, ids)
    assert pedalled


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**9), length=st.integers(0, 200))
def test_any_ids_are_read_without_an_error(pedal_tokenizer, seed, length) -> None:
    generator = np.random.default_rng(seed)
    reader = NoteReader(pedal_tokenizer.vocabulary)
    for token in generator.integers(0, pedal_tokenizer.vocab_size, length):
        read = reader.push(int(token))
        assert not isinstance(read, ReadNote) or read.start >= 0


def test_a_note_is_complete_with_its_last_id(tokenizer) -> None:
    names = tokenizer.token_names
    said = [
        "Part_1", "Program_4", "Part_2", "Program_-1",
        "Bar_None", "TimeSig_3/4", "Chord_none", "Position_0", "Tempo_60.79", "Part_1", "Pitch_60",
        "Velocity_63", "Duration_2.0.12", "Part_2", "PitchDrum_36", "Velocity_127",
        "Bar_None", "TimeSig_3/4", "Chord_0.maj", "Position_6", "PitchDrum_38", "Velocity_127",
    ]  # fmt: skip
    reader = NoteReader(tokenizer.vocabulary)
    assert [reader.push(names.index(name)) for name in said] == [
        None,
        PartDeclared(1, 4),
        None,
        PartDeclared(2, DRUMS),
        BarBegun(0, 0),
        MeterRead(0, 0, 3, 4),
        ChordRead(0, 0, 0),
        None,
        TempoRead(0, 0, 60.79),
        None,
        None,
        None,
        ReadNote(0, 0, 24, 60, 63, 1, 4, is_drum=False),
        None,
        None,
        ReadNote(0, 0, 6, 36, 127, 2, DRUMS, is_drum=True),
        BarBegun(1, 36),
        None,
        ChordRead(1, 36, 1),
        None,
        None,
        ReadNote(1, 42, 6, 38, 127, 2, DRUMS, is_drum=True),
    ]


def test_a_copy_goes_on_alone(tokenizer) -> None:
    names = tokenizer.token_names
    reader = NoteReader(tokenizer.vocabulary)
    for name in ("Bar_None", "TimeSig_4/4", "Position_12", "Program_0", "Pitch_60", "Velocity_63"):
        reader.push(names.index(name))
    branch = reader.copy()
    branch.push(tokenizer.bar)
    assert reader.bar == 0
    assert branch.bar == 1
    read = reader.push(names.index("Duration_1.0.12"))
    assert isinstance(read, ReadNote)
    assert (read.start, read.pitch) == (12, 60)
