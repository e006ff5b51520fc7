"""What edits do to the chords over a piece."""

import pytest

from app.state import chord_edits
from engine.ground.errors import LimitError, SegueError
from engine.harmony.chord_track import written_chords
from engine.harmony.chords import chord_name
from engine.values.score import Note, Other, Score, Track
from tests.app.doubles import BAR, piece


def named(score: Score) -> list[tuple[float, str]]:
    return [(chord.tick / BAR, chord_name(chord)) for chord in written_chords(score)]


def written(text: str = "Dm7 G7 C", bars: int = 8) -> Score:
    return chord_edits.with_typed_chords(piece(bars=bars), text, 0)


def test_one_chord_begins_where_it_was_typed_and_many_with_their_bar() -> None:
    half = chord_edits.with_typed_chords(written(), "A7/C#", BAR // 2)
    assert named(half) == [(0, "Dm7"), (0.5, "A7/D♭"), (1, "G7"), (2, "C")]
    other = chord_edits.with_typed_chords(half, "Em A7 | Dm", BAR // 2 + 7)
    assert named(other) == [(0, "Em"), (0.5, "A7"), (1, "Dm"), (2, "C")]
    assert named(chord_edits.with_typed_chords(other, "F G |", 2 * BAR))[3:] == [
        (2, "F"),
        (2.5, "G"),
    ]
    assert named(chord_edits.with_typed_chords(other, "  ", BAR)) == [
        (0, "Em"),
        (0.5, "A7"),
        (2, "C"),
    ]


@pytest.mark.parametrize(
    ("text", "error", "sentence"),
    [
        ("H#m17", SegueError, "‘H#m17’ is no chord"),
        ("C H#m17 G", SegueError, "‘H#m17’ is no chord"),
        (" ".join(["C"] * 40) + " |", LimitError, "Bar 1 has 40 chords"),
    ],
)
def test_what_is_no_chord_is_a_sentence(text: str, error: type[Exception], sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        chord_edits.with_typed_chords(written(), text, 0)


def test_a_border_is_dragged_up_to_the_chords_beside_it() -> None:
    score = written()
    assert named(chord_edits.with_chord_moved(score, BAR, BAR // 2))[1] == (0.5, "G7")
    for place in (0, 2 * BAR, 3 * BAR, -1):
        assert chord_edits.with_chord_moved(score, BAR, place) is score


def test_chords_longer_than_the_piece_are_written_all_the_same() -> None:
    assert len(named(written("C " * 40, bars=2))) == 40


def test_other_texts_over_the_piece_stay() -> None:
    copyright_ = Other(0, 0x02, b"(c) somebody")
    score = Score(tracks=piece().tracks, others=(copyright_,))
    assert copyright_ in chord_edits.with_typed_chords(score, "C F", 0).others


def test_chords_are_found_in_what_sounds_and_nowhere_else() -> None:
    triad = tuple(Note(bar * BAR, p + bar, BAR) for bar in (0, 5) for p in (60, 64, 67))
    score = Score(tracks=(Track().with_notes(triad),))
    assert named(chord_edits.with_detected_chords(score))[0] == (0, "C")
    for silent in (Score(), Score(tracks=(Track(is_drum=True, notes=(Note(0, 36, 100),)),))):
        with pytest.raises(SegueError, match="no chords to be heard"):
            chord_edits.with_detected_chords(silent)


def test_they_move_with_a_key() -> None:
    assert [
        name for _, name in named(chord_edits.with_transposed_chords(written("Dm7 G7/B"), 2))
    ] == [
        "Em7",
        "A7/D♭",
    ]


def test_they_are_played_with_the_bass_below() -> None:
    track = chord_edits.track_of_chords(written("C/E | N.C. | G7"), name="Chords", program=0)
    first = [note for note in track.notes if note.start == 0]
    assert [note.pitch % 12 for note in first] == [4, 7, 0, 4]
    assert first[0].pitch < first[1].pitch - 10
    assert {note.duration for note in track.notes} == {BAR}
    assert {note.start for note in track.notes} == {0, 2 * BAR}


def test_other_chords_fit_the_tune_best_first() -> None:
    tune = Track().with_notes([Note(0, 64, 960), Note(960, 67, 960), Note(BAR, 66, BAR)])
    score = chord_edits.with_typed_chords(Score(tracks=(tune,)), "C D", 0)
    names = [chord_name(c) for c in chord_edits.alternative_chords(score, 0, start=0, end=BAR)]
    assert names[:1] == ["Em"]
    assert "C" not in names
    assert len(names) == chord_edits.MOST_FITTING
    assert chord_edits.alternative_chords(score, 0, start=9 * BAR, end=10 * BAR) == ()


def test_it_is_known_where_other_chords_are_written() -> None:
    before = written("Dm7 G7 C")
    after = chord_edits.with_typed_chords(before, "Db7", BAR)
    assert chord_edits.changed_span(before, after) == (BAR, 2 * BAR)
    assert chord_edits.changed_span(before, before) == (0, 0)
    assert chord_edits.changed_span(piece(), before) == (0, 3 * BAR)
    assert chord_edits.span_of(written_chords(before), BAR + 5, before) == (BAR, 2 * BAR)
    assert chord_edits.span_of(written_chords(before), 5 * BAR, before) == (5 * BAR, 5 * BAR)
