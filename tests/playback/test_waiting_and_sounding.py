"""What waits leaves in its order, and what was begun is ended: once, and where it sounds."""

import pytest

from engine.midi.channels.allocation import Slot
from engine.playback import wire
from engine.playback.sending.agenda import NEVER, Agenda, Ending
from engine.playback.sending.cursor import Due
from engine.playback.sending.pulses import CLOCK_TRACK
from engine.playback.sending.schedule import ScheduledEvent
from engine.playback.sending.sounding_notes import SoundingNote, SoundingNotes

HERE, THERE = Slot("", 0, 3), Slot("Synth", 1, 4)


def due(tick: int, order: int = 2, track: int = 0) -> Due:
    return Due(tick / 960, tick / 960, ScheduledEvent(tick, order, track, wire.NOTE_ON, 60, 80))


def ending(number: int = 1) -> Ending:
    return Ending(0.0, SoundingNote(HERE, 60, number, 0))


# --- what waits ------------------------------------------------------------------------------


def test_an_empty_agenda_never_wants_to_send() -> None:
    agenda = Agenda()
    assert not agenda
    assert agenda.next_s == NEVER
    assert agenda.drain() == []
    assert not agenda.has_music


def test_what_is_due_first_leaves_first_and_notes_end_before_others_begin() -> None:
    agenda = Agenda()
    late, first, second = due(960), due(1, order=2), due(2, order=2)
    wheel, control, end = due(3, order=1), due(4, order=0), ending()
    for what in (late, first, second, wheel, control, end):
        agenda.add(what, at_s=2.0 if what is late else 1.0, lead_s=0.0)
    assert agenda
    assert agenda.next_s == 1.0
    assert [agenda.pop().what for _ in range(6)] == [end, control, wheel, first, second, late]


def test_who_wants_a_lead_is_sent_to_by_so_much_earlier() -> None:
    agenda = Agenda()
    agenda.add(due(0), at_s=1.0, lead_s=0.0)
    agenda.add(due(1), at_s=1.2, lead_s=0.25)
    entry = agenda.pop()
    assert (entry.send_s, entry.at_s) == (1.2 - 0.25, 1.2)
    assert agenda.pop().what == due(0)


def test_what_is_dropped_waits_no_more_and_the_rest_in_its_order() -> None:
    agenda = Agenda()
    for tick in (5, 3, 1, 4, 2):
        agenda.add(due(tick), at_s=tick, lead_s=0.0)
    agenda.drop(lambda what: isinstance(what, Due) and what.event.tick % 2 == 0)
    assert agenda.next_s == 1
    assert [what.event.tick for what in agenda.drain() if isinstance(what, Due)] == [1, 3, 5]
    assert not agenda


def test_a_clock_alone_is_no_music() -> None:
    agenda = Agenda()
    agenda.add(due(0, track=CLOCK_TRACK), at_s=0.0, lead_s=0.0)
    assert not agenda.has_music
    agenda.add(ending(), at_s=0.0, lead_s=0.0)
    assert agenda.has_music
    agenda.pop()
    assert not agenda.has_music
    agenda.add(due(0), at_s=0.0, lead_s=0.0)
    assert agenda.has_music


# --- what sounds -----------------------------------------------------------------------------


class Sent:
    """Takes what voices send; what goes to a port that is gone does not arrive."""

    def __init__(self) -> None:
        self.messages: list[tuple[str, bytes, float]] = []

    def __call__(self, slot: Slot, message: bytes, at_s: float) -> bool:
        self.messages.append((slot.port, message, at_s))
        return True

    def taken(self) -> list[tuple[str, bytes, float]]:
        taken, self.messages = self.messages, []
        return taken


def begin(
    sounding_notes: SoundingNotes, slot: Slot = HERE, pitch: int = 60, track: int = 0
) -> SoundingNote:
    return sounding_notes.begin(slot, pitch=pitch, velocity=90, track=track, at_s=1.0, plan=7)


def test_a_note_begins_and_ends_once() -> None:
    sounding_notes = SoundingNotes(sent := Sent())
    voice = begin(sounding_notes)
    assert (sounding_notes.count, sounding_notes.begun, sounding_notes.used) == (1, 1, {HERE})
    assert sounding_notes.find(HERE, 60) == voice
    assert sounding_notes.find(HERE, 61) is None
    assert voice.plan == 7
    assert sounding_notes.end(voice, 2.0)
    assert not sounding_notes.end(voice, 3.0)
    assert sent.taken() == [("", b"\x93\x3c\x5a", 1.0), ("", b"\x83\x3c\x40", 2.0)]
    assert (sounding_notes.count, sounding_notes.begun) == (0, 1)


def test_the_same_pitch_again_ends_the_first_and_the_first_s_end_does_nothing() -> None:
    sounding_notes = SoundingNotes(sent := Sent())
    first, second = begin(sounding_notes), begin(sounding_notes)
    assert first.number != second.number
    assert [message for _, message, _ in sent.taken()] == [
        b"\x93\x3c\x5a",
        b"\x83\x3c\x40",
        b"\x93\x3c\x5a",
    ]
    assert not sounding_notes.end(first, 2.0)
    assert sent.taken() == []
    assert sounding_notes.count == 1
    assert sounding_notes.begun == 2
    # Another place or pitch is another note.
    begin(sounding_notes, THERE)
    begin(sounding_notes, pitch=61)
    assert sounding_notes.count == 3


def test_one_output_is_silenced_and_the_other_sounds_on() -> None:
    sounding_notes = SoundingNotes(sent := Sent())
    begin(sounding_notes)
    there = begin(sounding_notes, THERE)
    sounding_notes.touch(Slot("Synth", 0, 9))
    sent.taken()
    sounding_notes.silence(5.0, port="Synth")
    said = sent.taken()
    assert {port for port, _, _ in said} == {"Synth"}
    assert said[0][1] == b"\x84\x3c\x40"
    assert [message for _, message, _ in said[1:]] == [*wire.silence(9), *wire.silence(4)]
    assert {at_s for _, _, at_s in said} == {5.0}
    assert sounding_notes.used == {HERE}
    assert not sounding_notes.end(there, 6.0)
    sounding_notes.silence(7.0)
    assert [message for _, message, _ in sent.taken()] == [b"\x83\x3c\x40", *wire.silence(3)]
    assert sounding_notes.used == frozenset()


@pytest.mark.parametrize("middle", ["silenced", "gone"])
def test_outputs_on_either_side_of_one_that_falls_silent_sound_on(middle: str) -> None:
    sounding_notes = SoundingNotes(sent := Sent())
    slots = [Slot(port, 0, channel) for channel, port in enumerate(("port a", "port b", "port c"))]
    first, _, last = [begin(sounding_notes, slot) for slot in slots]
    port = "port {}".format("b")  # a name that says the same and is another string
    if middle == "silenced":
        sounding_notes.silence(2.0, port=port)
    else:
        sounding_notes.forget(port)
    assert sounding_notes.used == {slots[0], slots[2]}
    assert sounding_notes.count == 2
    sent.taken()
    assert sounding_notes.end(first, 3.0)
    assert sounding_notes.end(last, 3.0)


def test_at_the_end_of_the_music_what_rings_on_may_and_can_still_be_cut_off() -> None:
    sounding_notes = SoundingNotes(sent := Sent())
    begin(sounding_notes)
    sent.taken()
    sounding_notes.release(5.0)
    assert [message for _, message, _ in sent.taken()] == [b"\x83\x3c\x40", *wire.silence(3)[:-1]]
    assert sounding_notes.used == {HERE}
    assert sounding_notes.count == 0


def test_of_an_output_that_is_gone_nothing_is_ended_any_more() -> None:
    sounding_notes = SoundingNotes(sent := Sent())
    begin(sounding_notes)
    begin(sounding_notes, THERE)
    sent.taken()
    sounding_notes.forget("Synth")
    assert (sounding_notes.count, sounding_notes.used) == (1, {HERE})
    sounding_notes.silence(5.0)
    assert {port for port, _, _ in sent.taken()} == {""}


def test_an_output_that_goes_while_a_note_is_ended_takes_its_notes_along() -> None:
    def send(slot: Slot, message: bytes, at_s: float) -> bool:  # noqa: ARG001 - a sender's
        if message[0] & 0xF0 == wire.NOTE_OFF:
            sounding_notes.forget(slot.port)
            return False
        return True

    sounding_notes = SoundingNotes(send)
    voice = begin(sounding_notes)
    assert sounding_notes.end(voice, 2.0)
    assert sounding_notes.count == 0


def test_only_what_meets_a_condition_is_ended() -> None:
    sounding_notes = SoundingNotes(sent := Sent())
    for track in (0, 1, 0):
        begin(sounding_notes, pitch=60 + sounding_notes.begun, track=track)
    sent.taken()
    sounding_notes.end_where(lambda voice: voice.track == 0, 4.0)
    assert [message[1] for _, message, _ in sent.taken()] == [60, 62]
    assert sounding_notes.count == 1
