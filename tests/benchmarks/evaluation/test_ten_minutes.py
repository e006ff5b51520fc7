"""Ten minutes of music, minute by minute."""

from benchmarks.evaluation.ten_minutes import gone_on_with, minutes_of
from engine.music.score import Note, Score, Tempo, Track
from engine.request import PartNote

BAR = 4 * 480  # two seconds at 120


def opening():
    notes = tuple(Note(i * 480, 60 + (0, 4, 7, 12)[i % 4], 480) for i in range(16))
    drums = tuple(Note(i * 480, 36 + 2 * (i % 2), 60) for i in range(16))
    return Score(tracks=(Track(notes=notes), Track(is_drum=True, notes=drums)))


def arpeggios(score, start, bars, seed):
    """A model that plays C major and, from the sixth minute on, one pitch over and over."""
    del score, seed
    stuck = start >= 5 * 30 * BAR
    for beat in range(4 * bars):
        tick = start + beat * 480
        yield PartNote(0, Note(tick, 61 if stuck else 60 + (0, 4, 7, 12)[beat * 7 % 4], 480))
        yield PartNote(1, Note(tick, 49 if stuck else 36 + 2 * (beat % 2), 60))


def test_a_piece_is_gone_on_with_until_it_lasts_so_long():
    scores = list(gone_on_with(opening(), 4 * BAR, arpeggios, seconds=600.0))
    assert scores[-1].end >= 304 * BAR
    assert scores[0].note_count == 32 + 2 * 64


def test_the_tempo_says_how_many_bars_ten_minutes_are():
    slow = Score(tracks=opening().tracks, tempos=(Tempo(0, 60.0),))
    assert len(list(gone_on_with(slow, 4 * BAR, arpeggios, seconds=64.0))) == 1
    assert len(list(gone_on_with(slow, 4 * BAR, arpeggios, seconds=65.0))) == 2


def test_a_model_that_has_ended_is_not_asked_for_ever():
    assert len(list(gone_on_with(opening(), 4 * BAR, lambda *_: [], seconds=600.0))) == 3


def test_the_minute_in_which_music_gets_stuck_shows_it():
    *_, score = gone_on_with(opening(), 4 * BAR, arpeggios, seconds=600.0)
    minutes = minutes_of(score, 4 * BAR)
    assert [minute.number for minute in minutes] == list(range(1, 11))
    first, last = minutes[0], minutes[-1]
    assert first.notes == last.notes == 240
    assert first.key_clarity > last.key_clarity
    assert first.kit == 1.0
    assert last.kit == 0.0
    assert last.longest_loop == 30


def test_minutes_of_silence_are_minutes():
    minutes = minutes_of(opening(), 4 * BAR, minutes=2)
    assert [minute.notes for minute in minutes] == [0, 0]
    assert [minute.key_clarity for minute in minutes] == [0.0, 0.0]
    assert minutes[0].kit is None
