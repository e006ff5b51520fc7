"""Going back to a take: what the piece was, with all that was offered since."""

from dataclasses import replace

from app.state.earlier_takes import at_take
from engine.messages import PartNote
from engine.piece.composition import Composition
from engine.piece.composition_file import from_bytes, to_bytes
from engine.piece.takes import Take
from engine.request import Request
from engine.values.score import Note
from tests.app.doubles import BAR, piece


def take(track: int, *, ask: Request | None = None) -> Take:
    """A bar of one note after the four of the piece."""
    return Take(
        number=0,
        request=1,
        parent=0,
        end=5 * BAR,
        notes=(PartNote(track, Note(4 * BAR, 70, 480)),),
        model="Starter",
        seed=1,
        ask=ask or Request(start=4 * BAR, bars=1, roles=("write", "write")),
    )


def test_the_newest_state_that_ended_with_the_take_counts() -> None:
    first = Composition.of(piece(tracks=2)).offering([take(0), take(1)])
    kept = first.accepting(1)
    edited = kept.with_score(replace(kept.score, title="Edited"))
    now = edited.accepting(2)
    assert at_take(1, now, earlier=(now, edited, kept, first)).score == edited.score
    back = at_take(0, now, earlier=(now, edited, kept, first))
    assert back.score == first.score
    assert [each.state for each in back.takes] == ["accepted", "accepted"]


def test_a_state_of_a_file_gets_what_its_autosave_had_besides() -> None:
    """The piece in the file had one track and no takes yet."""
    saved = Composition.of(piece())
    ask = Request(start=4 * BAR, bars=1, remembered=piece(bars=1))
    autosave = Composition.of(piece(tracks=2)).offering([take(1, ask=ask)]).accepting(1)
    back = at_take(0, autosave, earlier=(autosave, saved))
    assert back.score == saved.score
    assert [each.notes for each in back.takes] == [()]
    assert from_bytes(to_bytes(back)) == back
    # And the other way round, from the file's state to the one with more takes.
    there = at_take(1, saved, earlier=(saved, autosave))
    assert there == autosave


def test_without_its_state_notes_of_other_takes_go() -> None:
    first = Composition.of(piece(tracks=2)).offering([take(0), take(1)])
    now = first.accepting(1).accepting(2)
    both = {note.origin for track in now.score.tracks for note in track.notes}
    assert both == {0, 2}
    beginning = at_take(0, now, earlier=(now,))
    assert beginning.score == first.score
    assert beginning.current_take == 0
    other = at_take(1, now, earlier=(now,))
    assert {note.origin for track in other.score.tracks for note in track.notes} == {0, 1}
