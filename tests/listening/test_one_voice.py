"""One voice becomes notes: where each begins, on which key, and how surely."""

from dataclasses import replace

import numpy as np
import pytest

from engine.listening import one_voice as listening
from engine.listening.network import Floats
from engine.listening.one_voice import LEAST, OneVoice, OneVoiceHeard, one_voice
from engine.listening.salience import STEP_S, Salience, joined
from engine.values.hearing import NO_PITCH, HeardNote, Hearing
from tests.listening.heard_voice import Bend, saliences_of

_NEAR_S = 0.04


def _kept(heard: OneVoiceHeard, least: int = LEAST) -> tuple[HeardNote, ...]:
    if not any(note.strength >= least for note in heard.notes):
        return ()
    return Hearing(seconds=60, voices="one", notes=heard.notes, least=LEAST).kept(least)


def _vibrato(times: Floats) -> Floats:
    return np.asarray(50 * np.sin(2 * np.pi * 5.5 * times))


def _scoop(times: Floats) -> Floats:
    return np.asarray(-150 * np.exp(-np.maximum(times - 0.5, 0) / 0.05))


def _glide(times: Floats) -> Floats:
    # A fifth in 120 ms, in the middle of two notes that are written as one pitch.
    return np.asarray(700 * np.clip((times - 1.44) / 0.12, 0, 1))


_ROWS: dict[str, tuple[list[tuple[float, float, float]], Bend | None, bool, list[int]]] = {
    "two notes": ([(0.5, 1, 6000), (1, 1.6, 6200)], None, True, [60, 62]),
    "no onset is heard": ([(0.5, 1, 6000), (1, 1.6, 6200)], None, False, [60, 62]),
    "vibrato is one note": ([(0.5, 2, 6000)], _vibrato, True, [60]),
    "a scoop is no note": ([(0.5, 1.5, 6000)], _scoop, True, [60]),
    "a glide belongs to two notes": ([(0.5, 2.4, 6000)], _glide, False, [60, 67]),
    "again": ([(0.5, 0.96, 6000), (1, 1.6, 6000)], None, True, [60, 60]),
    "a held note is one": ([(0.5, 1, 6000), (1, 1.6, 6000)], None, False, [60]),
    "a breath between": ([(0.5, 1, 6000), (1.3, 1.8, 6000)], None, False, [60, 60]),
    "an octave is sung": (
        [(0.5, 1, 6000), (1, 1.5, 7200), (1.5, 2, 6000)],
        None,
        True,
        [60, 72, 60],
    ),
    "an octave for a moment": (
        [(0.5, 1, 6000), (1, 1.03, 7200), (1.03, 2, 6000)],
        None,
        False,
        [60],
    ),
    "out of tune": ([(0.5, 1, 6040), (1, 1.5, 6240), (1.5, 2.2, 6440)], None, True, [60, 62, 64]),
    "nothing": ([], None, True, []),
}


@pytest.mark.parametrize("name", _ROWS)
def test_a_voice_becomes_notes(name: str) -> None:
    """Each key is found, at its time."""
    sung, bend, onsets, keys = _ROWS[name]
    heard = one_voice(saliences_of(sung, seconds=3, bend=bend, onsets=onsets))
    kept = _kept(heard)
    assert [note.pitch for note in kept] == keys
    if len(keys) == len(sung):
        for note, (start, end, _) in zip(kept, sung, strict=True):
            assert note.start_s == pytest.approx(start, abs=_NEAR_S)
            assert note.end_s == pytest.approx(end, abs=0.1)


def test_tuning_is_found_and_each_note_says_how_far_it_is_off() -> None:
    """All notes are 40 cents above their keys, and one is 30 more."""
    sung = [(0.5 + n / 2, 1 + n / 2, 6000 + 100 * n + 40) for n in range(6)]
    sung[3] = (*sung[3][:2], sung[3][2] + 30)
    heard = one_voice(saliences_of(sung, seconds=4))
    assert heard.tuning_cents == pytest.approx(40, abs=12)
    assert [note.pitch for note in _kept(heard)] == [60, 61, 62, 63, 64, 65]
    cents = [note.cents for note in _kept(heard)]
    assert cents[3] - cents[2] == pytest.approx(30, abs=8)


def test_a_voice_that_sinks_by_a_semitone_stays_on_its_keys() -> None:
    """A tune that ends a semitone lower than it began has the keys that it began with."""
    keys = [60, 62, 64, 65, 67, 65, 64, 62] * 3
    sung = [(0.5 + n / 2, 1 + n / 2, 100.0 * key) for n, key in enumerate(keys)]
    heard = one_voice(saliences_of(sung, seconds=13, bend=lambda times: -8 * times))
    assert [note.pitch for note in _kept(heard)] == keys


def test_the_line_is_the_pitch_as_it_was_sung() -> None:
    """It has a value for each frame: cents, or silence."""
    heard = one_voice(saliences_of([(0.5, 1.5, 6030)], seconds=2))
    assert len(heard.line) == round(2 / STEP_S)
    assert heard.line[10] == NO_PITCH
    assert heard.line[round(1 / STEP_S)] == pytest.approx(6030, abs=8)


def test_strength_gives_fewer_and_more_notes() -> None:
    """A note that is hardly heard is weaker; without it the one before lasts on."""
    sung = [(0.5, 1, 6000), (1, 1.5, 6500), (1.5, 1.57, 6700), (1.57, 2, 6500)]
    heard = one_voice(saliences_of(sung, seconds=3, onsets=False))
    few, more = _kept(heard), _kept(heard, 0)
    assert [note.pitch for note in few] == [60, 65]
    assert few[1].end_s == pytest.approx(2, abs=0.1)
    assert len(more) > len(few)
    assert more[1].end_s == pytest.approx(1.5, abs=0.05)
    assert not _kept(heard, 100)


def test_hiss_after_a_tune_is_no_note_and_a_soft_note_is_one() -> None:
    """A pitch that stands 40 decibels below the tune is left out; one 20 below it stays."""
    sung = [(0.5, 1, 6000), (1, 1.5, 6200), (1.5, 2, 6400), (2.3, 2.8, 6000)]
    for softer, keys in ((0.1, [60, 62, 64, 60]), (0.01, [60, 62, 64])):
        parts = [
            replace(part, levels=part.levels * np.where(_times(part) < 2.2, 1, softer))
            for part in saliences_of(sung, seconds=3)
        ]
        assert [note.pitch for note in _kept(one_voice(parts))] == keys


def _times(part: Salience) -> Floats:
    return np.asarray((part.first + np.arange(len(part))) * STEP_S)


def test_stretches_and_the_whole_are_heard_alike() -> None:
    """A voice may be asked before its end, and goes on from there."""
    sung = [(0.5 + n / 2, 1 + n / 2, 6000 + 100 * (n % 3)) for n in range(5)]
    parts = list(saliences_of(sung, seconds=4))
    voice = OneVoice()
    for part in parts:
        voice.feed(part)
        voice.heard()
    assert voice.heard() == one_voice([joined(parts)])


def test_a_long_recording_is_heard_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """No note is lost or doubled where a part ends."""
    monkeypatch.setattr(listening, "_LEAST_PART", 100)
    monkeypatch.setattr(listening, "_MOST_PART", 200)
    sung = [(0.5 + n / 2, 0.95 + n / 2, 6000 + 200 * (n % 4)) for n in range(13)]
    heard = one_voice(saliences_of(sung, seconds=7.5))
    assert [note.pitch for note in _kept(heard)] == [round(cents / 100) for *_, cents in sung]


def test_the_line_is_drawn_where_a_voice_is_and_not_for_hiss() -> None:
    sung = joined(saliences_of([(2, 2.6, 6000), (2.6, 3.2, 6200)], seconds=5))
    hiss = joined(saliences_of([(0.2, 1.2, 7100)], seconds=5, onsets=False, chance=0.24))
    both = replace(sung, contours=np.maximum(sung.contours, hiss.contours))
    line = np.array(one_voice([both]).line)
    assert (line[: round(1.8 / STEP_S)] == NO_PITCH).all()
    assert (line[round(2.05 / STEP_S) : round(3.1 / STEP_S)] != NO_PITCH).all()
