"""A piece at hand: told once, then only what changes; the model reads only what is new."""

import pytest

from engine.generation.model import LiveModel
from engine.generation.reading.memory_log import BLOCK
from engine.ground.errors import EmptyMusicError
from engine.live.session import Session
from engine.messages import LiveEvent, PartNote, Primed, change_between
from engine.request import Request
from engine.values.config import SamplingConfig
from engine.values.score import Note, Score, Track
from tests.generation.conftest import BAR, chord_piece, make_model, notes_of

WISH = SamplingConfig(seed=5)


@pytest.fixture(scope="module")
def model_folder(tmp_path_factory):
    return make_model(tmp_path_factory.mktemp("models") / "tiny")


@pytest.fixture
def session(model_folder) -> Session:
    return Session(LiveModel.load(model_folder))


def request(bars_before: int, **changes: object) -> Request:
    wish = {"start": bars_before * BAR, "bars": 2, "alternatives": 1, "sampling": WISH}
    return Request(**{**wish, **changes})


def gone_on(session: Session, wish: Request) -> list[LiveEvent]:
    return list(session.go_on(1, wish))


def steps_of(events: list[LiveEvent]) -> int:
    primed = events[0]
    assert isinstance(primed, Primed)
    return primed.steps


def played(score: Score, *, start: int, end: int) -> list[PartNote]:
    """Notes of a piece in the order they would be played."""
    notes = [PartNote(index, note) for index, note in score.notes() if start <= note.start < end]
    return sorted(notes, key=lambda part: part.note.start)


@pytest.mark.slow
def test_notes_heard_one_by_one_are_the_piece_told_at_once(session: Session, model_folder) -> None:
    whole = chord_piece(bars=12)
    session.open(whole.between(0, 4 * BAR))
    for part in played(whole, start=4 * BAR, end=12 * BAR):
        session.hear([part])
    assert session.score == whole
    other = Session(LiveModel.load(model_folder))
    other.open(whole)
    assert notes_of(gone_on(session, request(12))) == notes_of(gone_on(other, request(12)))


@pytest.mark.slow
def test_what_is_heard_is_read_bar_by_bar_and_going_on_reads_hardly_anything(
    session: Session, model_folder
) -> None:
    whole = chord_piece(bars=24)
    session.open(whole.between(0, BAR))
    steps = [session.hear([part]) for part in played(whole, start=BAR, end=24 * BAR)]
    # Within a bar nothing is read; at its end the block that holds it.
    assert 20 <= sum(count > 0 for count in steps) <= 24
    fresh = Session(LiveModel.load(model_folder))
    fresh.open(whole)
    whole_steps = steps_of(gone_on(fresh, request(24)))
    assert steps_of(gone_on(session, request(24))) < whole_steps / 4


def test_going_on_again_after_an_edit_reads_from_the_edit_on(session: Session) -> None:
    score = chord_piece(bars=40)
    session.open(score)
    first = gone_on(session, request(40))
    late = score.with_track(1, score.tracks[1].adding([Note(39 * BAR + 960, 50, 480)]))
    session.change(change_between(score, late))
    assert session.score == late
    again = gone_on(session, request(40))
    assert steps_of(again) < steps_of(first) / 4
    assert notes_of(again) != notes_of(first)


def test_however_many_ids_a_step_has_a_block_is_so_many_steps(session: Session) -> None:
    score = chord_piece(bars=40)
    session.open(score)
    whole = steps_of(gone_on(session, request(40)))
    late = score.with_track(1, score.tracks[1].adding([Note(39 * BAR, 50, 480)]))
    session.change(change_between(score, late))
    again = steps_of(gone_on(session, request(40)))
    kept = whole + 1 - again
    assert kept % BLOCK == 0
    assert again < 2 * BLOCK


def test_a_rewind_takes_back_what_was_heard_and_gives_the_same_notes(session: Session) -> None:
    session.open(chord_piece(bars=8))
    before = notes_of(gone_on(session, request(8)))
    session.hear([PartNote(0, Note(8 * BAR + 480 * beat, 72 + beat, 480)) for beat in range(4)])
    assert notes_of(gone_on(session, request(9))) != before
    session.rewind(8)
    assert session.score == chord_piece(bars=8)
    assert notes_of(gone_on(session, request(8))) == before


def test_what_is_heard_keeps_to_the_last_requests_roles(session: Session) -> None:
    session.open(chord_piece(bars=8))
    roles = ("write", "ignore", "ignore")
    first = gone_on(session, request(8, roles=roles))
    # An ignored track is not read: its notes change nothing.
    session.hear([PartNote(1, Note(8 * BAR + 480 * beat, 40, 480)) for beat in range(8)])
    again = gone_on(session, request(8, roles=roles))
    assert notes_of(again) == notes_of(first)


def test_without_a_piece_and_in_tracks_that_are_not_there_nothing_is_heard(
    session: Session,
) -> None:
    note = PartNote(3, Note(0, 60, 480))
    with pytest.raises(EmptyMusicError, match="no piece at hand"):
        session.hear([note])
    session.open(Score(tracks=(Track(),)))
    with pytest.raises(EmptyMusicError, match="no track 4"):
        session.hear([note])
    assert session.score == Score(tracks=(Track(),))


def test_a_request_begins_with_notes_of_its_own(session: Session) -> None:
    score = chord_piece(bars=6)
    session.open(score)
    made = notes_of(gone_on(session, request(4, bars=1)))
    begun = request(4, bars=2, beginning=tuple(made), beginning_end=5 * BAR)
    onward = notes_of(gone_on(session, begun))
    assert onward
    assert all(5 * BAR <= part.note.start < 6 * BAR for part in onward)
    # As if they stood in the piece, in place of what stood there.
    there = score.between(0, 4 * BAR)
    for part in made:
        there = there.with_track(part.track, there.tracks[part.track].adding([part.note]))
    session.open(there)
    assert notes_of(gone_on(session, request(5, bars=1))) == onward
