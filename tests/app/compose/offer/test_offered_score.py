"""The score that the page shows with an offer in it."""

from app.compose.offer.offer_cards import with_offered
from engine.midi.channels.seam import with_written
from engine.values.score import Control, Note, PitchBend, Score, Track

OLD = (Note(0, 60, 480), Note(480, 62, 480))
FADED = Track(
    notes=OLD,
    controls=(Control(0, 7, 100), Control(900, 7, 0), Control(900, 64, 127)),
    pitch_bends=(PitchBend(900, -4096),),
)


def test_an_offer_on_the_page_begins_with_its_channel_at_rest() -> None:
    score = Score(tracks=(FADED, FADED))
    new = Note(1920, 64, 480)
    shown = with_offered(score, ((0, new),), start=1920, end=0, staying=frozenset({1}))
    assert shown == with_written(score, {0: [new]}, start=1920)
    assert Control(1920, 7, 100) in shown.tracks[0].controls
    assert Control(1920, 64, 0) in shown.tracks[0].controls
    assert PitchBend(1920, 0) in shown.tracks[0].pitch_bends
    assert shown.tracks[1] is FADED
