"""Notes of many voices, from sound to strengths."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.ground.errors import ModelFileError
from engine.ground.paths import pitch_network
from engine.listening import many_voices
from engine.listening.many_voices import NoteJudge, notes_of_many
from engine.listening.network import RATE, PitchNetwork
from engine.listening.salience import STEP_S, Salience, saliences
from engine.values.hearing import HeardNote, Hearing
from tests.listening.tones import heard, plucked

MIDDLE_C = 60
# C, E, G, then C again while it sounds, and the octave above it.
CHORD = ((0.5, 261.626), (0.5, 329.628), (0.5, 391.995), (1.4, 261.626), (2.0, 523.251))
KEYS = (60, 64, 67, 60, 72)


@pytest.mark.slow
def test_a_chord_a_key_struck_again_and_an_octave_are_found_and_nothing_else() -> None:
    sound = plucked(CHORD, samples=3 * RATE)
    heard_notes = tuple(notes_of_many(saliences([sound], PitchNetwork.load(pitch_network()))))
    hearing = Hearing(seconds=3.0, voices="many", notes=heard_notes)
    # Notes of a chord begin a few milliseconds apart.
    kept = sorted(hearing.kept(), key=lambda note: (round(note.start_s, 1), note.pitch))
    assert [note.pitch for note in kept] == list(KEYS)
    for note, (start_s, _) in zip(kept, CHORD, strict=True):
        assert note.start_s == pytest.approx(start_s, abs=0.03)
        assert abs(note.cents) <= 8
    # The first C ends where it is struck again.
    assert kept[0].end_s == pytest.approx(1.4, abs=0.03)
    assert kept[1].end_s > 1.0


def parts(salience: Salience, length: int) -> Iterator[Salience]:
    for at in range(0, len(salience), length):
        rows = slice(at, at + length)
        yield Salience(
            salience.first + at,
            salience.contours[rows],
            salience.notes[rows],
            salience.onsets[rows],
            salience.levels[rows],
        )


def test_a_long_recording_is_decided_stretch_by_stretch_as_the_whole_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(many_voices, "_STRETCH", round(3 / STEP_S))
    monkeypatch.setattr(many_voices, "_LONGEST", round(3 / STEP_S))
    # Notes on both sides of the places where stretches meet, and a drone through all of them.
    tune = [(0.4 + 0.37 * n, 0.6 + 0.37 * n, 55 + 7 * n % 24) for n in range(36)]
    whole = heard([*tune, (1.0, 14.0, 40)], seconds=14)
    told: list[int] = []

    def watched() -> Iterator[Salience]:
        for part in parts(whole, 142):
            told.append(part.first)
            yield part

    notes = notes_of_many(watched())
    first = next(notes)
    # Six seconds are enough for the first ones.
    assert len(told) == 4
    apart = [first, *notes]
    starts = [note.start_s for note in apart]
    assert starts == sorted(starts)
    assert apart == list(notes_of_many([whole]))
    assert len([note for note in apart if note.strength >= 50]) >= len(tune)
    # No note lasts longer than what is kept.
    assert max(note.end_s - note.start_s for note in apart) == pytest.approx(3, abs=0.1)


def test_cents_velocity_and_silence() -> None:
    salience = heard([(0.5, 1.2, MIDDLE_C), (1.5, 2.2, MIDDLE_C)], seconds=3)
    contours = salience.contours.copy()
    sharp = slice(round(1.5 * 86), round(2.2 * 86))
    # Its best bin lies a third of a semitone higher.
    contours[sharp] = np.roll(contours[sharp], 1, axis=1)
    levels = salience.levels.copy()
    levels[sharp] /= 4
    first, second = notes_of_many([replace(salience, contours=contours, levels=levels)])
    assert (first.cents, second.cents) == (0, 33)
    assert second.velocity < first.velocity - 15
    assert list(notes_of_many([heard([], seconds=1)])) == []
    assert list(notes_of_many([])) == []


def test_a_faint_note_is_weaker() -> None:
    strengths = [
        max(
            note.strength
            for note in notes_of_many([heard([(0.5, 1.0, MIDDLE_C)], seconds=1.5, chance=chance)])
        )
        for chance in (0.3, 0.8)
    ]
    assert strengths[0] < strengths[1] - 15


def test_of_many_voices_a_note_ends_where_its_key_is_struck_again_by_one_that_is_kept() -> None:
    def note(start_s: float, pitch: int, strength: int) -> HeardNote:
        return HeardNote(start_s=start_s, end_s=4.0, pitch=pitch, strength=strength)

    notes = (note(1.0, 60, 90), note(1.5, 64, 90), note(2.0, 60, 40))
    hearing = Hearing(seconds=5.0, voices="many", notes=notes)
    assert [one.end_s for one in hearing.kept()] == [4.0, 4.0]
    assert [one.end_s for one in hearing.kept(30)] == [2.0, 4.0, 4.0]
    assert [one.end_s for one in replace(hearing, voices="one").kept(30)] == [1.5, 2.0, 4.0]


def test_a_damaged_file_of_weights_is_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "note-judge.safetensors"
    path.write_bytes(b"{}")
    with pytest.raises(ModelFileError, match=r"note-judge\.safetensors"):
        NoteJudge.load(path)
