"""Every format stands in one table, and whoever opens or writes files goes through it."""

from pathlib import Path

import pytest

from app.clients.notation_reading import is_notation
from app.files.held import is_piece
from app.main_window.dialogs import written_kinds
from engine.cli.window import opens_window
from engine.library.scanning import MUSIC_SUFFIXES
from engine.notation.formats import read_notation, written
from engine.notation.notating import notate
from engine.playback.files import audio_files
from engine.values.formats import (
    AUDIO,
    FORMATS,
    LEARNED_FROM,
    MIDI,
    MUSESCORE_SUFFIXES,
    NOTATION,
    OPENED,
    format_written_to,
    named_for,
    read_suffixes,
    written_suffixes,
)
from engine.values.score import Note, Score, Track

ROOT = Path(__file__).parents[2]


def test_an_ending_is_of_one_format_and_in_lower_case() -> None:
    for suffixes in (read_suffixes(FORMATS), written_suffixes(FORMATS)):
        assert len(set(suffixes)) == len(suffixes)
        assert all(suffix.startswith(".") and suffix == suffix.lower() for suffix in suffixes)
    assert not set(MUSESCORE_SUFFIXES) & {*read_suffixes(FORMATS), *written_suffixes(FORMATS)}


@pytest.mark.parametrize("suffix", read_suffixes(OPENED))
def test_what_is_opened_may_be_dropped_and_named_on_the_command_line(suffix: str) -> None:
    path = Path(f"Tune{suffix.upper()}")
    assert is_piece(path)
    assert opens_window([str(path)])
    assert is_notation(path) == (suffix in read_suffixes(NOTATION))


def test_folders_are_searched_for_all_that_is_learned_from() -> None:
    assert set(read_suffixes(LEARNED_FROM)) == MUSIC_SUFFIXES


def test_a_name_without_an_ending_gets_the_usual_one() -> None:
    assert named_for(Path("a/Tune.1"), (MIDI,)) == Path("a/Tune.1.mid")
    assert named_for(Path("Tune.MIDI"), (MIDI,)) == Path("Tune.MIDI")
    assert named_for(Path("Tune"), AUDIO) == Path("Tune.wav")
    # What is in a RIFF wrapper is read, never written.
    assert named_for(Path("Tune.rmi"), (MIDI,)) == Path("Tune.rmi.mid")


@pytest.mark.parametrize("suffix", written_suffixes(NOTATION))
def test_every_notation_format_has_a_writer(suffix: str) -> None:
    score = Score(tracks=(Track(notes=(Note(0, 60, 480),)),))
    assert read_notation(written(notate(score), Path(f"Tune{suffix}"))).score.note_count == 1


def test_every_audio_format_is_known_to_who_writes_audio() -> None:
    for suffix in written_suffixes(AUDIO):
        audio_files.check_suffix(Path(f"Tune{suffix}"))
        assert format_written_to(Path(f"Tune{suffix.upper()}"), AUDIO) in AUDIO


def test_dialogs_name_each_format_with_its_usual_ending() -> None:
    assert written_kinds(AUDIO) == "WAV (*.wav);;FLAC (*.flac);;OGG Vorbis (*.ogg)"
    assert written_kinds((MIDI,)) == "MIDI files (*.mid)"


@pytest.mark.parametrize("installer", ["segue.spec", "windows/segue.nsi"])
def test_installers_offer_every_midi_ending_that_is_midi_alone(installer: str) -> None:
    text = (ROOT / "packaging" / installer).read_text("utf-8")
    for suffix in MIDI.read:
        quoted = f'"{suffix[1:]}"' if installer.endswith(".spec") else f'"{suffix}"'
        assert (quoted in text) == (suffix not in MIDI.ambiguous)
