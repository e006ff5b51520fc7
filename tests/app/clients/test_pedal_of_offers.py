"""The pedal of an offer is heard while it is made, kept with it, and undone with it."""

from collections.abc import Sequence

import pytest

from app.settings.settings import Settings
from app.state import edits
from engine import messages
from engine.messages import AddNotes, PartNote
from engine.midi.channels.pedalling import presses_of
from engine.piece.composition import Composition
from engine.values.alternative_end import AlternativeEnd
from engine.values.events import Note
from engine.values.score import Score
from tests.app.clients.offering import House
from tests.midi.pedalled import BAR, BARS, END, MADE, NEW, PIANO, START

pytestmark = pytest.mark.usefixtures("qtbot")


def offered(settings: Settings) -> House:
    house = House(settings)
    score = Score(tracks=(PIANO,))
    house.document.show(Composition.of(score), path=None, title="a", saved=True)
    house.load()
    return house


def tell(house: House, request: int, notes: Sequence[Note], until: int) -> None:
    parts = tuple(PartNote(0, note) for note in notes)
    house.live.deliver(messages.NotesMade(request=request, alternative=0, notes=parts, until=until))


def test_the_pedal_is_heard_while_the_offer_is_made(settings: Settings) -> None:
    house = offered(settings)
    request = house.go_on(start=START, bars=MADE, alternatives=1)
    for index in range(0, len(NEW), 4):
        part = NEW[index : index + 4]
        tell(house, request, part, part[-1].start)
    streamed = [c.control for m in house.player.of(AddNotes) for c in m.pedal]
    # The press of the first bar came with the score that the player began with.
    assert [c.tick // BAR for c in streamed if c.value] == [BARS + 1, BARS + 2, BARS + 3]
    house.live.deliver(
        messages.AlternativeFinished(
            request=request, alternative=0, made=AlternativeEnd(end=END, ended=False, seed=7)
        )
    )
    house.finish(request, alternatives=0)
    heard = house.player.score().tracks[0]
    assert set(streamed) < set(heard.controls)
    house.continuing.keep()
    kept = house.document.score.tracks[0]
    assert kept.controls == heard.controls
    house.document.undo()
    assert house.document.score.tracks[0].controls == PIANO.controls


def test_the_pedal_goes_with_the_notes_that_are_deleted(settings: Settings) -> None:
    house = offered(settings)
    request = house.go_on(start=START, bars=MADE, alternatives=1)
    tell(house, request, NEW, END)
    house.live.deliver(
        messages.AlternativeFinished(
            request=request, alternative=0, made=AlternativeEnd(end=END, ended=False, seed=7)
        )
    )
    house.finish(request, alternatives=0)
    house.continuing.keep()
    kept = house.document.composition
    made = [note for note in kept.score.tracks[0].notes if note.origin]
    some, _ = edits.exchange(kept, 0, removed=made[:5], added=())
    assert some.score.tracks[0].controls == kept.score.tracks[0].controls
    none, _ = edits.exchange(some, 0, removed=made[5:], added=())
    assert not presses_of(c for c in none.score.tracks[0].controls if c.tick >= START)
    assert none.score.tracks[0].controls[: len(PIANO.controls)] == PIANO.controls
