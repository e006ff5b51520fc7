"""Other notes for bars in the middle: ranked by what follows, one step, other tracks untouched."""

import pytest

from app.settings.settings import Settings
from app.widgets.drawn_values import steering_of, values_of
from engine import messages
from engine.harmony.scales import CHORDS, SCALES, PitchSet
from engine.messages import PartNote
from engine.piece.composition import Composition
from engine.piece.composition_file import to_bytes
from engine.request import Request
from engine.values.alternative_end import AlternativeEnd
from engine.values.score import Note
from tests.app.clients.offering import House
from tests.app.doubles import BAR, piece

pytestmark = pytest.mark.usefixtures("qapp")
ROLES = ("write", "context")


@pytest.fixture
def house(settings: Settings) -> House:
    house = House(settings)
    composition = Composition.of(piece(bars=8, tracks=2))
    house.document.show(composition, path=None, title="a", saved=True)
    house.load()
    return house


def rewrite(house: House, fits: tuple[float, ...]) -> None:
    """Offer two ways to write bars 3 and 4, of which the second joins better."""
    house.continuing.go_on(Request(start=2 * BAR, bars=2, alternatives=2, following=4, roles=ROLES))
    request = house.live.last(messages.Continue).request
    for index in range(2):
        house.make(request, index, 2 * BAR + 480 * index, 3 * BAR)
        house.live.deliver(
            messages.AlternativeFinished(
                request=request,
                alternative=index,
                made=AlternativeEnd(end=4 * BAR, ended=False, seed=7 + index),
            )
        )
    house.live.deliver(
        messages.ContinuationFinished(
            request=request,
            seconds=1.0,
            first_note_seconds=0.1,
            notes_per_second=9.0,
            fits=fits,
        )
    )


def test_the_model_is_asked_to_judge_and_hears_the_other_track(house: House) -> None:
    rewrite(house, (-2.0, -1.0))
    sent = house.live.last(messages.Continue)
    assert (sent.ask.start, sent.ask.bars, sent.ask.following, sent.ask.roles) == (
        2 * BAR,
        2,
        4,
        ROLES,
    )


def test_the_way_that_joins_best_comes_first_and_is_heard(house: House) -> None:
    rewrite(house, (-2.0, -1.0))
    offer = house.continuing.offer
    assert offer is not None
    assert [alternative.seed for alternative in offer.alternatives] == [8, 7]
    assert offer.share_of_best(0) == 1.0
    assert offer.share_of_best(1) == pytest.approx(0.3679, abs=1e-3)
    assert offer.current == 0
    assert house.player.of(messages.Play)
    takes = house.document.composition.takes
    assert [take.fit for take in takes] == [-1.0, -2.0]
    assert all(take.ask.roles == ROLES and take.ask.following == 4 for take in takes)


def test_keeping_a_rewrite_is_one_step_and_leaves_all_else(house: House) -> None:
    before = house.document.composition.score
    rewrite(house, (-2.0, -1.0))
    offered = to_bytes(house.document.composition)
    house.continuing.keep(0)
    after = house.document.composition.score
    assert after.tracks[1] == before.tracks[1]
    outside = [n for n in before.tracks[0].notes if not 2 * BAR <= n.start < 4 * BAR]
    assert [n for n in after.tracks[0].notes if not n.origin] == outside
    assert {n.origin for n in after.tracks[0].notes if n.origin} == {1}
    house.document.undo()
    assert to_bytes(house.document.composition) == offered


def test_what_follows_sounds_while_a_rewrite_is_made(house: House) -> None:
    house.continuing.go_on(Request(start=2 * BAR, bars=2, alternatives=1, following=4))
    offer = house.continuing.offer
    assert offer is not None
    preview = offer.preview(house.document.composition.score)
    starts = {note.start // BAR for note in preview.tracks[0].notes}
    assert starts == {0, 1, 4, 5, 6, 7}


def test_a_take_knows_its_roles_whatever_became_of_the_tracks(house: House) -> None:
    rewrite(house, (-2.0, -1.0))
    composition = house.document.composition
    writing = composition.with_settings(1, composition.settings[1])
    assert writing.accepting(1).score.tracks[1] == composition.score.tracks[1]
    fewer = composition.without_track(0)
    assert fewer.take(1).ask.roles == ("context",)
    assert fewer.accepting(1).score == fewer.score


def test_an_old_take_without_roles_follows_the_piece(house: House) -> None:
    from engine.piece.takes import Take

    composition = house.document.composition.offering(
        [
            Take(
                number=0,
                request=1,
                parent=0,
                ask=Request(),
                end=BAR,
                notes=(PartNote(1, Note(0, 90, 100)),),
                model="M",
                seed=1,
            )
        ]
    )
    kept = composition.accepting(1).score.tracks[1].notes
    assert [note.pitch for note in kept if note.start < BAR] == [90]


def test_scales_and_chords_are_sets_on_a_root() -> None:
    assert PitchSet(2, "major triad").pitch_classes == {2, 6, 9}
    assert PitchSet(9, "natural minor").pitch_classes == PitchSet(0, "major").pitch_classes
    for steps in (*SCALES.values(), *CHORDS.values()):
        assert steps[0] == 0
        assert list(steps) == sorted(set(steps))
        assert steps[-1] < 12


def test_a_slider_in_the_middle_leaves_the_model_as_it_is() -> None:
    assert steering_of((("busy", 50), ("register", 50))).is_neutral
    assert steering_of((("busy", 100), ("register", 0))).busy == 2.0
    assert steering_of((("busy", 100), ("register", 0))).register == -2.0
    for value in range(101):
        assert ("busy", value) in values_of(steering_of((("busy", value),)))


def test_what_is_forgotten_is_not_read_until_it_is_rebuilt(house: House) -> None:
    house.continuing.forget(before=4 * BAR)
    assert house.live.of(messages.ForgetMemory)
    house.go_on(start=6 * BAR)
    assert house.live.last(messages.Continue).ask.since == 4 * BAR
    # Further back than that the user means what stands there.
    house.go_on(start=2 * BAR)
    assert house.live.last(messages.Continue).ask.since == 0
    house.continuing.forget()
    house.go_on(start=6 * BAR)
    assert house.live.last(messages.Continue).ask.since == 0
