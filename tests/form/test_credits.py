"""Title and composer: found in files, changed, written so that they are found again."""

from dataclasses import replace

import pytest

from engine.form.credits import composer_said, credited, is_title
from engine.midi.file.midifile import read_midi, write_midi
from engine.values.score import Note, Other, Score, Track

TEXT = 0x01
TUNE = Track(name="Flute").with_notes([Note(0, 60, 480)])


def piece(*texts: str, tick: int = 0) -> Score:
    others = tuple(Other(tick, TEXT, text.encode()) for text in texts)
    return Score(title="Spring", tracks=(TUNE,), others=others)


def test_a_file_says_who_wrote_it() -> None:
    assert read_midi(write_midi(piece("by Clara Wieck (1835)"))).score.composer == "Clara Wieck"
    assert read_midi(write_midi(piece("Arranged by Bo"))).score.composer == ""


def test_words_that_are_sung_later_are_nobodys_name() -> None:
    assert read_midi(write_midi(piece("by the river", tick=480))).score.composer == ""


@pytest.mark.parametrize("composer", ["J. S. Bach (1685–1750)", "Ada", "by Night", "№ 5"])
def test_a_composer_comes_back_from_a_midi_file(composer: str) -> None:
    score = credited(piece(), title="Winter", composer=composer)
    again = read_midi(write_midi(score)).score
    assert again == score
    assert read_midi(write_midi(again)).score == score


def test_what_a_file_said_of_another_composer_goes_when_one_is_typed() -> None:
    score = read_midi(write_midi(piece("Music by Bo", "Tuned to 432 Hz"))).score
    assert (score.composer, len(score.others)) == ("Bo", 2)
    typed = credited(score, title="Spring", composer="Ada")
    again = read_midi(write_midi(typed)).score
    assert again.composer == "Ada"
    assert [other.data for other in again.others] == [b"Tuned to 432 Hz"]
    none = credited(score, title="Spring", composer="")
    assert read_midi(write_midi(none)).score.composer == ""


def test_another_title_leaves_the_files_words_alone() -> None:
    score = read_midi(write_midi(piece("Music by Bo"))).score
    assert credited(score, title="Winter", composer="Bo").others == score.others


def test_credits_are_one_line_of_some_length() -> None:
    score = credited(piece(), title="A\nB", composer="x" * 1000)
    assert score.title == "A B"
    assert score.composer == "x" * 120


def test_the_title_of_a_file_stands_beside_its_name() -> None:
    reading = read_midi(write_midi(piece()), title="file-7")
    assert (reading.score.title, reading.title) == ("file-7", "Spring")
    assert reading.entitled == replace(reading.score, title="Spring")
    assert read_midi(write_midi(replace(piece(), title="Track 1")), title="a").title == ""


@pytest.mark.parametrize("text", ["untitled", "Track 1", "120", "Conductor", "ab"])
def test_what_programs_write_is_no_title(text: str) -> None:
    assert not is_title(text)


def test_who_wrote_it_is_said_in_so_many_words() -> None:
    assert composer_said("Composer: Ada Byron.") == "Ada Byron"
    assert composer_said("Sequenced by Ann") == ""
    # A program that nobody paid for, and one that nobody told.
    assert composer_said("By: Unregistered version of a sequencer") == ""
    assert composer_said("Composer: Your Name") == ""
    assert composer_said("Music by Una Registrata") == "Una Registrata"
