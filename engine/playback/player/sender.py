"""Sends waiting messages when they are due; notes that are too late are dropped."""

from collections import Counter, defaultdict
from collections.abc import Callable, Container, Iterable
from functools import partial

from engine.midi.channels.allocation import Slot
from engine.playback import wire
from engine.playback.player.console import DEFAULT, Console
from engine.playback.player.lateness import LatenessCount
from engine.playback.player.pace import Pace
from engine.playback.sending import pulses as clocks
from engine.playback.sending.agenda import Agenda, Ending, Waiting
from engine.playback.sending.chasing import LEAST_HELD_S
from engine.playback.sending.cursor import Due
from engine.playback.sending.schedule import CLICK_TRACK, Schedule, ScheduledEvent
from engine.playback.sending.sounding_notes import SoundingNote
from engine.values.channel_numbers import DRUM_CHANNEL

# Notes that are later than this are dropped: a burst of late notes is worse than a gap. The limit
# is stricter for plans, because the human hears them against their own playing.
_TOO_LATE_S, _PLAN_TOO_LATE_S = 0.2, 0.06
# Two times of one reading of a note differ by rounding only.
_SAME_S = 0.001
# Messages per step: a stop must be handled even while ten thousand notes are due.
_BURST = 200


class Sender:
    """Keeps the messages of the near future, and sends them to the outputs.

    Args:
        console: The outputs.
        pace: Converts music time to clock time.
        clock: Returns seconds, monotonic.

    Attributes:
        agenda: The messages that wait.
        lateness: Statistics of late sending.
        click_volume: Volume of the metronome, 0 to 127.
        too_late: Number of dropped notes by plan, since the caller last cleared it.
        clock_origin: The sixteenth of the music that is the first for devices that follow.
    """

    def __init__(self, console: Console, pace: Pace, clock: Callable[[], float]) -> None:
        self._console = console
        self._pace = pace
        self._clock = clock
        self.agenda = Agenda()
        self.lateness = LatenessCount()
        self.click_volume = 100
        self.too_late: Counter[int] = Counter()
        self.clock_origin = 0

    def wait(self, what: Due | Ending) -> None:
        """Queue an event or note end for its clock time."""
        track = what.event.track if isinstance(what, Due) else what.voice.track
        route = self._console.route_of(track)
        offset_s = route.offset_s if route else 0.0
        at_s = self._pace.music_clock.clock_at(what.elapsed_s) + offset_s
        if isinstance(what, Due):
            port = route.slot.port if route else DEFAULT
        else:
            port = what.voice.slot.port
        is_clock = track == clocks.CLOCK_TRACK
        lead_s = self._console.clock_lead_s if is_clock else self._console.lead_of(port)
        self.agenda.add(what, at_s=at_s, lead_s=lead_s)

    def wait_all(self, dues: Iterable[Due]) -> None:
        """Queue several events."""
        for due in dues:
            self.wait(due)

    def strike(self, dues: Iterable[Due], tracks: Container[int]) -> None:
        """Queue the notes of some tracks that neither sound nor wait: playing joins them."""
        waiting = defaultdict[ScheduledEvent, list[float]](list)
        for what in self.agenda.waiting():
            if isinstance(what, Due):
                waiting[what.event].append(what.elapsed_s)
        for due in dues:
            waits = any(abs(due.elapsed_s - at_s) < _SAME_S for at_s in waiting[due.event])
            if due.event.track in tracks and not waits:
                self._strike(due)

    def _strike(self, due: Due) -> None:
        """Queue a note that does not wait, unless it was sent."""
        route, slot = self._console.route_of(due.event.track), self._slot_of(due.event)
        if route is None or slot is None:
            return
        sounds_s = self._clock() + self._console.lead_of(slot.port) - route.offset_s
        now_s = self._pace.music_clock.elapsed_at(sounds_s)
        if due.elapsed_s > now_s + _SAME_S:
            self.wait(due)
            return
        is_long = due.end_s >= now_s + LEAST_HELD_S - _SAME_S
        if is_long and self._console.sounding_notes.find(slot, due.event.first) is None:
            self.wait(due._replace(elapsed_s=now_s))

    def keep_only(self, schedule: Schedule, holding: Iterable[Due]) -> None:
        """End and drop the notes that a changed score has no more; give others their new ends.

        Args:
            schedule: The changed score. Notes of plans and of keyboards are not its business.
            holding: Its notes that may sound now, in order.
        """
        kept = {
            (due.event.track, self._slot_of(due.event), due.event.first): due for due in holding
        }
        now_s = self._clock()
        for voice in self._console.sounding_notes.of_score():
            due = kept.get((voice.track, voice.slot, voice.pitch))
            if due is None:
                self._console.sounding_notes.end(voice, now_s)
            else:
                self.agenda.drop(partial(_ends, voice))
                self.wait(Ending(due.end_s, voice))
        self.agenda.drop(lambda what: isinstance(what, Due) and _is_gone(what.event, schedule))

    def retime(self) -> None:
        """Queue everything again, because the tempo has changed."""
        for what in self.agenda.drain():
            self.wait(what)

    def send_due(self) -> None:
        """Send what is due now."""
        for _ in range(_BURST):
            if self.agenda.next_s > self._clock():
                return
            self._dispatch(self.agenda.pop())

    def drop_planned(self, after: float) -> None:
        """Drop notes of plans that begin at a tick or later."""
        self.agenda.drop(
            lambda what: isinstance(what, Due) and what.event.plan > 0 and what.event.tick >= after
        )

    def end_planned(self) -> None:
        """Drop all notes of plans, and end those that sound."""
        self.drop_planned(float("-inf"))
        self._console.sounding_notes.end_where(lambda voice: voice.plan > 0, self._clock())

    def _dispatch(self, entry: Waiting) -> None:
        late_s = self._clock() - entry.send_s
        what = entry.what
        if isinstance(what, Ending):
            sent = self._console.sounding_notes.end(what.voice, entry.at_s)
        elif what.event.status == wire.NOTE_ON:
            sent = self._is_in_time(what.event, late_s) and self._begin(what, entry.at_s)
        elif what.event.status == wire.NOTE_OFF:
            sent = self._cut(what.event, entry.at_s)
        elif what.event.track == clocks.CLOCK_TRACK:
            self._console.send_clock(clocks.message_of(what.event, origin=self.clock_origin))
            sent = bool(self._console.clock_ports)
        else:
            self._console.send_event(what.event, entry.at_s)
            sent = True
        if sent:
            self.lateness.add(late_s)

    def _is_in_time(self, event: ScheduledEvent, late_s: float) -> bool:
        if late_s <= (_PLAN_TOO_LATE_S if event.plan else _TOO_LATE_S):
            return True
        if event.plan:
            self.too_late[event.plan] += 1
        return False

    def _begin(self, due: Due, at_s: float) -> bool:
        event = due.event
        slot = self._slot_of(event)
        if slot is None or self._console.output(slot.port) is None:
            return False
        self._console.hand_over(event, at_s)
        voice = self._console.sounding_notes.begin(
            slot,
            pitch=event.first,
            velocity=self._velocity_of(event),
            track=event.track,
            at_s=at_s,
            plan=event.plan,
            release=event.release,
        )
        self.wait(Ending(due.end_s, voice))
        return True

    def _cut(self, event: ScheduledEvent, at_s: float) -> bool:
        """End a note of the score before its time; return whether it sounded."""
        slot = self._slot_of(event)
        voice = slot and self._console.sounding_notes.find(slot, event.first)
        if not voice or voice.plan or voice.track != event.track:
            return False
        return self._console.sounding_notes.end(voice, at_s)

    def _slot_of(self, event: ScheduledEvent) -> Slot | None:
        if event.track == CLICK_TRACK:
            return Slot(DEFAULT, 0, DRUM_CHANNEL)
        route = self._console.route_of(event.track)
        return route.slot_of(event.voice) if route is not None and route.audible else None

    def _velocity_of(self, event: ScheduledEvent) -> int:
        if event.track != CLICK_TRACK:
            return event.second
        return max(1, event.second * min(127, max(0, self.click_volume)) // 127)


def _ends(voice: SoundingNote, what: Due | Ending) -> bool:
    return isinstance(what, Ending) and what.voice == voice


def _is_gone(event: ScheduledEvent, schedule: Schedule) -> bool:
    """Return whether an event is a note of the score that the schedule does not have."""
    if event.status != wire.NOTE_ON or event.track < 0 or event.plan:
        return False
    return event not in schedule.between(event.tick, event.tick + 1)
