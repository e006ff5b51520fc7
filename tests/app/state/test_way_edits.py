"""Repeats and jumps by hand: the bars that are played, and the page that comes of them."""

from app.state.bar_edits import on_the_way
from engine.form.way_marks import way_signs_at, with_way_sign
from engine.notation.folding import folded
from engine.notation.musicxml import write
from engine.notation.notating import notate
from engine.notation.reading import read_musicxml
from engine.piece.composition import Composition
from engine.values.score import Note, Score, Tempo, Track

BAR = 1920


def piece(*, bars: int = 4) -> Composition:
    """Return a piece in which each bar has a note of its own."""
    notes = tuple(Note(BAR * n, 60 + n, BAR) for n in range(bars))
    return Composition(score=Score(tracks=(Track(notes=notes),), tempos=(Tempo(0, 100),)))


def with_sign(
    piece: Composition, first: int, last: int, name: str, *, on: bool = True
) -> Composition:
    return on_the_way(piece, with_way_sign(piece.score, first, last, name, on=on))


def played(piece: Composition) -> str:
    return "".join("ABCDEFGH"[note.pitch - 60] for note in piece.score.tracks[0].notes)


def test_a_repeat_is_played_and_on_paper_it_is_a_sign() -> None:
    repeated = with_sign(piece(), 1, 2, "repeat-end")
    assert played(repeated) == "ABCABCD"
    inner = with_sign(repeated, 1, 2, "repeat-start")
    assert played(inner) == "ABCBCD"
    assert way_signs_at(inner.score, 1, 2) == {"repeat-start", "repeat-end"}
    page = folded(notate(inner.score))
    assert len(page.parts[0].measures) == 4
    again = read_musicxml(write(page)).score
    assert [n.pitch for n in again.tracks[0].notes] == [
        n.pitch for n in inner.score.tracks[0].notes
    ]
    assert again.written_bars == inner.score.written_bars


def test_a_sign_that_is_taken_away_leaves_the_piece_as_it_was() -> None:
    for name in ("repeat-end", "ending-1", "segno", "coda", "da-capo", "fine"):
        marked = with_sign(piece(), 1, 2, name)
        assert marked.score != piece().score
        assert with_sign(marked, 1, 2, name, on=False).score == piece().score, name


def test_endings_are_played_in_turn() -> None:
    first = with_sign(piece(), 2, 2, "ending-1")
    assert played(first) == "ABCABD"
    assert played(with_sign(first, 5, 5, "ending-2")) == "ABCABD"
    assert len(folded(notate(first.score)).parts[0].measures) == 4


def test_da_capo_al_fine() -> None:
    marked = with_sign(with_sign(piece(), 1, 1, "fine"), 3, 3, "da-capo")
    assert played(marked) == "ABCDAB"
    words = [d.text for d in marked.score.tracks[0].directions]
    assert words == ["Fine", "D.C. al Fine", "Fine"]
    again = read_musicxml(write(folded(notate(marked.score)))).score
    assert [n.pitch for n in again.tracks[0].notes] == [60, 61, 62, 63, 60, 61]


def test_what_was_changed_the_second_time_stays() -> None:
    repeated = with_sign(piece(), 1, 1, "repeat-end")
    track = repeated.score.tracks[0]
    changed = track.exchanging((track.notes[2],), (Note(2 * BAR, 67, BAR),))
    other = with_sign(repeated.with_score(repeated.score.with_track(0, changed)), 5, 5, "fine")
    assert played(other) == "ABHBCD"
