"""Music that is dragged out of the window: what another program gets."""

from dataclasses import replace

from app.compose.files.drops import part_of
from engine.messages import PartNote
from engine.values.score import Marker, Note, Tempo, TimeSignature
from tests.app.doubles import BAR, piece


def test_notes_take_the_tempo_and_the_meter_along_that_hold_where_they_begin() -> None:
    score = replace(
        piece(bars=8, tracks=2),
        tempos=(Tempo(0, 120.0), Tempo(2 * BAR, 90.0), Tempo(6 * BAR, 60.0)),
        time_signatures=(TimeSignature(0, 4, 4), TimeSignature(4 * BAR, 3, 4)),
        markers=(Marker(0, "A"),),
    )
    notes = tuple(PartNote(1, Note(5 * BAR + 480 * n, 60 + n, 480)) for n in range(8))
    dragged = part_of(score, notes, start=5 * BAR)
    assert [note.start for note in dragged.tracks[0].notes] == [480 * n for n in range(8)]
    assert dragged.tempos == (Tempo(0, 90.0), Tempo(BAR, 60.0))
    assert dragged.time_signatures == (TimeSignature(0, 3, 4),)
    assert (len(dragged.tracks), dragged.tracks[0].name, dragged.markers) == (1, "T1", ())
