"""Tempo, meter, key and markers from a bar on."""

from app.state import edits
from engine.music.keys import Key
from engine.music.score import Marker, Score, Tempo, TimeSignature
from tests.app.doubles import BAR


def test_what_begins_at_a_bar_leaves_what_holds_before_it() -> None:
    score = Score(tempos=(Tempo(0, 100.0),), time_signatures=(TimeSignature(0, 4, 4),))
    score = edits.with_tempo_from(score, 4 * BAR, 80.0)
    score = edits.with_meter_from(score, 4 * BAR, numerator=3, denominator=4)
    score = edits.with_key_from(score, 4 * BAR, Key(7))
    assert score.tempos == (Tempo(0, 100.0), Tempo(4 * BAR, 80.0))
    assert score.time_signatures == (TimeSignature(0, 4, 4), TimeSignature(4 * BAR, 3, 4))
    assert score.key_signatures == (Key(7).signature(4 * BAR),)
    again = edits.with_tempo_from(score, 4 * BAR, 90.0)
    assert again.tempos[1:] == (Tempo(4 * BAR, 90.0),)


def test_a_marker_has_one_text_and_goes_with_it() -> None:
    score = edits.with_marker(Score(), BAR, "Verse")
    score = edits.with_marker(score, BAR, "Chorus")
    assert score.markers == (Marker(BAR, "Chorus"),)
    assert edits.with_marker(score, BAR, "").markers == ()
