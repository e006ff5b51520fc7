"""G while another device leads: the answer begins at a bar line that is still to come."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine import messages
from engine.messages import PartNote
from engine.values.score import Note
from tests.app.doubles import BAR
from tests.app.house import House


@pytest.fixture
def house(qapp: QApplication, tmp_path: Path, qtbot: QtBot) -> Iterator[House]:
    house = House(qapp, tmp_path)
    house.begin(qtbot)
    house.load_model()
    house.player.deliver(messages.PortsChanged(outputs=("Segue",), inputs=("Segue in",)))
    sound = house.session.clients.playing.audio
    sound.choose(inputs=("Segue in",))
    sound.choose(clock_in="Segue in")
    house.player.deliver(messages.ExternalClock(bpm=120.0))
    yield house
    house.end()


def at(house: House, tick: float) -> None:
    house.player.deliver(messages.Playhead(tick=tick, playing=True, external=True))


def key(house: House, pitch: int, tick: int, end: int) -> None:
    for when, velocity in ((tick, 80), (end, 0)):
        house.player.deliver(
            messages.NotePlayed(
                pitch=pitch, velocity=velocity, tick=when, seconds=0.0, port="Segue in"
            )
        )


def asked(house: House) -> messages.Continue:
    return house.live.last(messages.Continue)


def test_what_was_recorded_is_read_and_the_music_plays_on(house: House) -> None:
    house.act("record")
    at(house, 4 * BAR)
    for bar in range(4, 8):
        key(house, 61, BAR * bar, BAR * bar + 240)
    at(house, 8 * BAR - 1200)
    plays, stops = house.player.of(messages.Play), house.player.of(messages.Stop)
    house.act("continue")
    recorded = [n.start for n in asked(house).score.tracks[0].notes if n.pitch == 61]
    assert recorded[-4:] == [4 * BAR, 5 * BAR, 6 * BAR, 7 * BAR]
    # The next bar line is more than half a second away.
    assert asked(house).ask.start == 8 * BAR
    # The player was not stopped, or sent anywhere else.
    assert (house.player.of(messages.Play), house.player.of(messages.Stop)) == (plays, stops)
    request = asked(house).request
    house.live.deliver(
        messages.NotesMade(
            request=request,
            alternative=0,
            notes=(PartNote(0, Note(8 * BAR, 70, 240)),),
            until=8 * BAR + 480,
        )
    )
    added = house.player.last(messages.AddNotes)
    assert added.notes[0].note.start == 8 * BAR
    assert added.more
    assert house.player.of(messages.Play) == plays


@pytest.mark.slow
@pytest.mark.parametrize(("before", "line"), [(500, 8), (481, 8), (479, 9), (10, 9), (0, 9)])
def test_a_bar_line_that_is_too_near_is_left_to_the_next(
    house: House, before: int, line: int
) -> None:
    house.act("record")
    for bar in range(4, 8):
        key(house, 61, BAR * bar, BAR * bar + 240)
    at(house, 8 * BAR - before)
    house.act("continue")
    # At 120 the model has a quarter (480 ticks), half a second.
    assert asked(house).ask.start == line * BAR


@pytest.mark.slow
def test_an_empty_piece_that_is_recorded_into_can_be_continued(house: House) -> None:
    house.act("new")
    house.act("record")
    assert house.window.actions_table["continue"].isEnabled()
    at(house, 0)
    for beat in range(8):
        key(house, 60 + beat, 480 * beat, 480 * beat + 400)
    at(house, 2 * BAR - 700)
    house.act("continue")
    assert asked(house).ask.start == 2 * BAR
    assert asked(house).score.note_count == 8


def test_after_a_recording_of_nothing_the_model_begins_the_piece(house: House) -> None:
    house.act("new")
    house.act("record")
    at(house, 2 * BAR)
    house.act("continue")
    assert asked(house).ask.start == 0
    assert asked(house).score.note_count == 0


def test_music_that_is_there_already_is_continued_where_it_ends(house: House) -> None:
    house.act("play")
    at(house, 700.0)
    house.act("continue")
    assert asked(house).ask.start == 4 * BAR


def test_without_another_clock_nothing_changes(house: House) -> None:
    house.session.clients.playing.audio.choose(clock_in="")
    house.act("play")
    at(house, 7 * BAR + 100)
    house.act("continue")
    assert asked(house).ask.start == 4 * BAR


def test_a_learned_key_switches_the_alternatives_from_bar_line_to_bar_line(
    house: House,
) -> None:
    house.session.sound.learning.begin("audition_2")
    house.player.deliver(
        messages.NotePlayed(
            pitch=37, velocity=99, channel=9, tick=0.0, seconds=0.0, port="Segue in"
        )
    )
    house.act("play")
    at(house, 100.0)
    request = house.continue_()
    house.finish(request)
    assert house.session.clients.continuing.offer.current == 0  # type: ignore[union-attr]
    house.player.deliver(messages.ControlMoved(number=37, channel=9, value=127, is_key=True))
    assert house.session.clients.continuing.offer.current == 1  # type: ignore[union-attr]
    # It begins with its own first bar; the player waits for the bar line.
    assert house.player.last(messages.Play).tick == 4 * BAR
    assert house.player.last(messages.SetLoop).start == 4 * BAR


@pytest.mark.parametrize(
    ("clock", "late", "joins"),
    [("Segue in", True, True), ("Segue in", False, False), (messages.JACK_TRANSPORT, True, False)],
)
def test_an_offer_that_the_device_has_passed_begins_at_its_next_bar_line(
    house: House, clock: str, *, late: bool, joins: bool
) -> None:
    house.session.clients.playing.audio.choose(clock_in=clock)
    house.player.deliver(messages.ExternalClock(bpm=120.0))
    house.act("play")
    at(house, 3 * BAR)
    house.act("continue")
    start = asked(house).ask.start
    at(house, start + BAR if late else start - 240)
    plays = len(house.player.of(messages.Play))
    house.finish(asked(house).request)
    begun = house.player.of(messages.Play)[plays:]
    # The player holds it until the device's next bar line.
    assert [play.tick for play in begun] == ([start] if joins else [])
