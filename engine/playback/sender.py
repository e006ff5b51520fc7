"""Sends what waits when its time has come; what is too late is left out."""

from collections import Counter
from collections.abc import Callable, Iterable

from engine.music.channels.allocation import Slot
from engine.music.score import DRUM_CHANNEL
from engine.playback import clock as clocks
from engine.playback import wire
from engine.playback.agenda import Agenda, Ending, Waiting
from engine.playback.console import DEFAULT, Console
from engine.playback.cursor import Due
from engine.playback.lateness import LatenessCount
from engine.playback.pace import Pace
from engine.playback.schedule import CLICK_TRACK, Event

# A note this late is left out: a bunch of late notes is worse than a gap. Of a plan all the more,
# for who plays along hears it against his own.
_TOO_LATE_S, _PLAN_TOO_LATE_S = 0.2, 0.06
# So that a stop is heard even while ten thousand notes are due.
_BURST = 200


class Sender:
    """What is known of the near future, and how it gets to the outputs.

    Args:
        console: The outputs.
        pace: Music time to clock time.
        clock: Seconds, monotonic.

    Attributes:
        agenda: What waits.
        lateness: How late messages left.
        click_volume: Of the metronome, 0 to 127.
        too_late: By plan, how many notes of it were left out since this was last looked at.
    """

    def __init__(self, console: Console, pace: Pace, clock: Callable[[], float]) -> None:
        self._console = console
        self._pace = pace
        self._clock = clock
        self.agenda = Agenda()
        self.lateness = LatenessCount()
        self.click_volume = 100
        self.too_late: Counter[int] = Counter()

    def wait(self, what: Due | Ending) -> None:
        """Queue something for its clock time."""
        track = what.event.track if isinstance(what, Due) else what.voice.track
        route = self._console.route_of(track)
        offset_s = route.offset_s if route else 0.0
        at_s = self._pace.transport.clock_at(what.elapsed_s) + offset_s
        if isinstance(what, Due):
            port = route.slot.port if route else DEFAULT
        else:
            port = what.voice.slot.port
        lead_s = 0.0 if track == clocks.CLOCK_TRACK else self._console.lead_of(port)
        self.agenda.add(what, at_s=at_s, lead_s=lead_s)

    def wait_all(self, dues: Iterable[Due]) -> None:
        """Queue all of these."""
        for due in dues:
            self.wait(due)

    def retime(self) -> None:
        """Queue all that waits anew: the music goes otherwise."""
        for what in self.agenda.drain():
            self.wait(what)

    def send_due(self) -> None:
        """Send what is due now."""
        for _ in range(_BURST):
            if self.agenda.next_s > self._clock():
                return
            self._dispatch(self.agenda.pop())

    def drop_planned(self, after: float) -> None:
        """Forget notes of plans that begin at a tick or later."""
        self.agenda.drop(
            lambda what: isinstance(what, Due) and what.event.plan > 0 and what.event.tick >= after
        )

    def end_planned(self) -> None:
        """Forget all notes of plans, and end those that sound."""
        self.drop_planned(float("-inf"))
        self._console.voices.end_where(lambda voice: voice.plan > 0, self._clock())

    def _dispatch(self, entry: Waiting) -> None:
        late_s = self._clock() - entry.send_s
        what = entry.what
        if isinstance(what, Ending):
            sent = self._console.voices.end(what.voice, entry.at_s)
        elif what.event.status == wire.NOTE_ON:
            sent = self._is_in_time(what.event, late_s) and self._begin(what, entry.at_s)
        elif what.event.track == clocks.CLOCK_TRACK:
            self._console.send_clock(clocks.message_of(what.event))
            sent = bool(self._console.clock_ports)
        else:
            self._console.send_event(what.event, entry.at_s)
            sent = True
        if sent:
            self.lateness.add(late_s)

    def _is_in_time(self, event: Event, late_s: float) -> bool:
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
        voice = self._console.voices.begin(
            slot,
            pitch=event.first,
            velocity=self._velocity_of(event),
            track=event.track,
            at_s=at_s,
            plan=event.plan,
        )
        self.wait(Ending(due.end_s, voice))
        return True

    def _slot_of(self, event: Event) -> Slot | None:
        if event.track == CLICK_TRACK:
            return Slot(DEFAULT, 0, DRUM_CHANNEL)
        route = self._console.route_of(event.track)
        return route.slot if route is not None and route.audible else None

    def _velocity_of(self, event: Event) -> int:
        if event.track != CLICK_TRACK:
            return event.second
        return max(1, event.second * min(127, max(0, self.click_volume)) // 127)
