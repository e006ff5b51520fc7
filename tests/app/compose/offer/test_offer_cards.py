"""What the cards of an offer say: what leads, what they share, whatever rests."""

from dataclasses import replace

from app.compose.offer.offer_cards import cards_of
from app.state.offer import Alternative, Offer
from app.views.alternatives.values import AlternativeCard
from engine.form.alternative_plan import NO_PLAN, AlternativePlan
from engine.harmony.chord_track import typed_chords, with_chords
from engine.request import PartNote, Request, same_role
from engine.values.score import Note, Score, Track
from engine.values.time import BarMap

BAR = 1920
BASS, FLUTE, KIT = 0, 1, 2
PIECE = Score(
    tracks=(
        Track(notes=(Note(0, 36, BAR),)),
        Track(notes=(Note(0, 72, BAR),)),
        Track(is_drum=True, notes=(Note(0, 36, 60),)),
    )
)


def notes(track: int, *pitches: int) -> tuple[PartNote, ...]:
    """Two bars of half notes."""
    return tuple(
        PartNote(track, Note(BAR + at * BAR // 2, p, BAR // 2)) for at, p in enumerate(pitches)
    )


def cards(
    *made: tuple[PartNote, ...], plans: tuple[str, ...] = (), piece: Score = PIECE
) -> tuple[AlternativeCard, ...]:
    ask = Request(
        start=BAR, bars=2, alternatives=len(made), roles=same_role("write", len(piece.tracks))
    )
    offer = Offer.of(ask, request=1, piece=piece, model="a")
    chords = [typed_chords(plan, piece, first_bar=1) for plan in plans]
    alternatives = tuple(
        Alternative(
            notes=each,
            until=3 * BAR,
            end=3 * BAR,
            plan=AlternativePlan(chords=chords[at]) if plans else NO_PLAN,
        )
        for at, each in enumerate(made)
    )
    offer = replace(offer, alternatives=alternatives, making=False)
    return cards_of(offer, BarMap.of(offer.piece), key=None, sounds=False)


HIGH, LOW = notes(FLUTE, 72, 74, 76, 77), notes(BASS, 36, 43, 36, 43)
HITS = notes(KIT, 36, 38, 42, 38)


def test_the_part_that_leads_is_drawn_and_another_one_where_it_rests() -> None:
    both, low, drums, nothing = cards((*HIGH, *LOW), LOW, HITS, ())
    assert (both.tune_track, low.tune_track, drums.tune_track) == (FLUTE, BASS, KIT)
    assert [note.pitch for note in low.tune] == [36, 43, 36, 43]
    assert [note.pitch for note in drums.tune] == [36, 38, 42, 38]
    assert (both.is_drums, low.is_drums, drums.is_drums) == (False, False, True)
    assert nothing.tune == ()


def test_drums_alone_are_drawn_as_drums() -> None:
    for card in cards(HITS, notes(KIT, 36, 49)):
        assert card.is_drums
        assert card.tune
        assert card.shares == ""


def test_cards_with_one_plan_say_so_but_for_the_first() -> None:
    other = notes(FLUTE, 67, 69, 71, 72)
    same = cards((*HIGH, *LOW), other, (*HIGH, *notes(BASS, 48)), plans=("C | G",) * 3)
    assert [card.shares for card in same] == ["", "chords", "tune"]
    differ = cards(HIGH, other, other, plans=("C | G", "C | G", "F | G"))
    assert [card.shares for card in differ] == ["", "", ""]
    # The last bar is beyond those that a card shows.
    late = cards(HIGH, other, plans=("C | " * 8 + "F", "C | " * 8 + "G"))
    assert [card.shares for card in late] == ["", ""]


def test_chords_that_the_user_wrote_are_the_same_whatever_the_notes_form() -> None:
    other = notes(FLUTE, 61, 63, 66, 68)
    score = with_chords(PIECE, typed_chords("C | G | C", PIECE))
    assert [card.shares for card in cards((*HIGH, *LOW), other, piece=score)] == ["", "chords"]
    shorter = with_chords(PIECE, typed_chords("C", PIECE))
    assert [card.shares for card in cards((*HIGH, *LOW), other, piece=shorter)] == ["", ""]
