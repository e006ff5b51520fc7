"""Tempos in words, numbers and relations."""

import pytest

from engine.form.tempo_words import tempo_in
from tests.notation.musicxml import direction, note, score, words

NUMBERS = {
    "♩ = 120": 120,
    "♩=c. 72": 72,
    "Allegro (♩ = 132)": 132,
    "Allegro  𝅘𝅥 = 132–140": 136,
    "♩. = 60": 90,
    "♩.. = 40": 70,
    "𝅗𝅥 = 40": 80,
    "♪ = 80": 40,
    "M.M. = 66": 66,
    "q = 100": 100,
    "ca. 96 bpm": 96,
    "Adagio": 66,
    "Allegro assai": 150,
    "Molto vivace": 160,
    "Andantino con moto": 92,
}


@pytest.mark.parametrize("text", NUMBERS)
def test_words_say_a_tempo(text: str) -> None:
    found = tempo_in(text)
    assert found is not None
    assert found.bpm == NUMBERS[text]


@pytest.mark.parametrize("text", ["dolce", "p. 12", "1. = 2.", "see bar 120", "x" * 999, "rit."])
def test_other_words_say_none(text: str) -> None:
    assert tempo_in(text) is None


def metronome(inside: str) -> str:
    return direction(f"<metronome>{inside}</metronome>")


def beat(unit: str, dots: int = 0) -> str:
    return f"<beat-unit>{unit}</beat-unit>" + "<beat-unit-dot/>" * dots


@pytest.mark.parametrize(
    ("inside", "bpm"),
    [
        (beat("half", 2) + "<per-minute>40</per-minute>", 140),
        (beat("quarter") + "<per-minute>c. 72</per-minute>", 72),
        (beat("quarter") + "<per-minute>72-80</per-minute>", 76),
        (beat("16th") + "<per-minute>240</per-minute>", 60),
    ],
)
def test_metronome_marks_count_dots_and_read_what_is_nearly_a_number(
    inside: str, bpm: float
) -> None:
    assert [t.bpm for t in score(metronome(inside) + note("C")).tempos] == [bpm]


def test_two_units_relate_the_new_tempo_to_the_old_one() -> None:
    first = metronome(beat("quarter") + "<per-minute>120</per-minute>")
    slower = score(first + note("C"), metronome(beat("quarter") + beat("eighth")) + note("C"))
    assert [t.bpm for t in slower.tempos] == [120, 60]
    equal = (
        "<metronome-note><metronome-type>quarter</metronome-type><metronome-dot/></metronome-note>"
        "<metronome-relation>equals</metronome-relation>"
        "<metronome-note><metronome-type>half</metronome-type></metronome-note>"
    )
    faster = score(first + note("C"), metronome(equal) + note("C"))
    assert [t.bpm for t in faster.tempos] == [120, 160]


def test_the_first_tempo_comes_back_and_doubles() -> None:
    music = score(
        words("Allegro") + note("C"),
        words("Adagio") + note("C"),
        words("Tempo I") + note("C"),
        words("doppio movimento") + note("C"),
    )
    assert [t.bpm for t in music.tempos] == [138, 66, 138, 276]


def test_a_number_counts_more_than_words_at_the_same_place() -> None:
    number = metronome(beat("quarter") + "<per-minute>100</per-minute>")
    assert [t.bpm for t in score(words("Allegro") + number + note("C")).tempos] == [100]
