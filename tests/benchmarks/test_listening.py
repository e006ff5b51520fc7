"""How found notes are counted, and how sound is spoilt."""

import numpy as np
import pytest

from benchmarks.listening.many import CONDITIONS, played, under
from benchmarks.listening.matching import LENIENT_S, counted, matched
from benchmarks.listening.peer import notes_of_basic_pitch
from engine.listening.network import RATE
from engine.values.hearing import HeardNote
from engine.values.score import Note, Score, Track
from tests.listening.tones import heard


def note(start_s: float, pitch: int, end_s: float = 9.0) -> HeardNote:
    return HeardNote(start_s=start_s, end_s=end_s, pitch=pitch)


def test_each_note_is_matched_once_and_unisons_are_one() -> None:
    true = [note(1.0, 60), note(1.08, 60), note(1.0, 64), note(1.01, 64)]
    found = [note(0.96, 60), note(1.04, 60), note(1.049, 64), note(1.03, 64)]
    assert matched(found, true[:2], within_s=0.05) == [(0, 0), (1, 1)]
    counts = counted(found, true)
    assert (counts.true, counts.found, counts.hits) == (3, 4, 3)
    assert counts.f == pytest.approx(6 / 7)
    assert counted([note(1.06, 60)], [note(1.0, 60)]).hits == 0
    assert counted([note(1.06, 60)], [note(1.0, 60)], within_s=LENIENT_S).hits == 1


def test_octave_errors_are_keys_that_do_not_sound_an_octave_or_twelfth_from_one_that_does() -> None:
    true = [note(1.0, 48, 3.0), note(1.5, 60, 2.0)]
    # An octave above, a twelfth; late but its key sounds; a third; after all have ended.
    found = [note(2.5, 60), note(2.5, 67), note(1.6, 60), note(1.5, 52), note(4.0, 60)]
    assert counted(found, true).octaves == 2


@pytest.mark.slow
def test_sound_is_at_its_level_and_the_noise_that_far_below_it() -> None:
    track = Track(notes=tuple(Note(480 * n, 60 + n, 480) for n in range(4)))
    song = played("scale", Score(tracks=(track,)))
    starts = [one.start_s for one in song.notes]
    assert starts == pytest.approx([0.3, 0.8, 1.3, 1.8], abs=2e-3)
    assert [one.end_s for one in song.notes] == pytest.approx([0.8, 1.3, 1.8, 2.3], abs=0.05)
    assert len(song.sound) == 20 * RATE
    level_db, noise_db = CONDITIONS["15 dB"]
    spoilt = under(song.sound, (level_db, noise_db))
    assert 20 * np.log10(np.abs(spoilt).max()) == pytest.approx(level_db, abs=0.01)
    # The music has faded long before the end.
    noise, music = spoilt[-5 * RATE :], spoilt
    ratio = 10 * np.log10(np.mean(music**2) / np.mean(noise**2))
    assert ratio == pytest.approx(noise_db, abs=0.5)


def test_the_peer_finds_notes_with_and_without_an_onset() -> None:
    salience = heard([(0.5, 1.0, 60), (1.2, 1.8, 67)], seconds=2.5)
    found = notes_of_basic_pitch(salience)
    assert [(one.pitch, round(one.start_s, 1)) for one in found] == [(60, 0.5), (67, 1.2)]
    salience.onsets[:] = 25
    assert [one.pitch for one in notes_of_basic_pitch(salience)] == [60, 67]
