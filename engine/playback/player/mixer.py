"""The channel, volume and pan of each track, from a score and a mix. Pure."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.messages import TrackMix
from engine.midi.channels.allocation import ChannelNeeds, Slot, places
from engine.midi.channels.parts import patches_of
from engine.playback import wire
from engine.playback.sending.chasing import state_of
from engine.playback.sending.schedule import ScheduledEvent
from engine.values.channel_numbers import CONTROLS_AT_REST
from engine.values.event_kinds import data_bytes
from engine.values.score import Score, Track
from engine.values.track_mix import AS_WRITTEN, LOUDEST
from engine.values.voicing import CENTRE, seats

_LARGEST_OFFSET_S = 1.0  # bound on how early or late a track is set
_UNITY_VOLUME = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """How one track is played.

    Attributes:
        slot: Its output and channel.
        members: The channels of its voices, where its notes move by themselves; none where the
            output has too few channels.
        audible: Whether its notes are sent.
        volume: Its fader; 100 leaves the score's own volume as it is.
        pan: Its pan; 64 leaves the score's own as it is.
        reverb: Its reverb send, 0 to 127; `AS_WRITTEN` leaves the score's own as it is.
        offset_s: Seconds earlier (negative) or later than written.
        seat: Its pan if the score sets none, 0 to 127.
        has_desk: Whether it plays to the built-in sound, which applies fader and send itself.
    """

    slot: Slot
    members: tuple[Slot, ...] = ()
    audible: bool = True
    volume: float = _UNITY_VOLUME
    pan: int = CENTRE
    reverb: int = AS_WRITTEN
    offset_s: float = 0.0
    seat: int = CENTRE
    has_desk: bool = False

    @property
    def slots(self) -> tuple[Slot, ...]:
        """All its channels."""
        return (self.slot, *self.members)

    def slot_of(self, voice: int) -> Slot:
        """Return the channel of a voice; 0 is the track's own."""
        return self.members[voice - 1] if voice and self.members else self.slot


def routes(
    score: Score,
    mix: Sequence[TrackMix],
    banks_of: Callable[[str], int],
    has_desk: Callable[[str], bool] = lambda _: False,
    *,
    voices: Sequence[int] = (),
) -> tuple[Route, ...]:
    """Return a route for each track; a track without a mix is played as written.

    Args:
        score: The score.
        mix: The mix of each track, or of the first ones.
        banks_of: Returns how many sets of 16 channels an output has.
        has_desk: Returns whether an output is the built-in sound, where instruments have their
            seats; not on other people's devices.
        voices: How many voices with channels of their own each track has, or the first ones.
    """
    mixes = [*mix[: len(score.tracks)], *[TrackMix()] * (len(score.tracks) - len(mix))]
    parts = [
        ChannelNeeds(
            program=_byte(track.program),
            is_drum=track.is_drum,
            port=m.port,
            channel=m.channel if m.channel < 16 else -1,
            kit=patches_of(track)[0][1].sound[1:3] if track.is_drum else (),
            voices=count,
        )
        for track, m, count in zip(
            score.tracks, mixes, (*voices, *[0] * (len(mixes) - len(voices))), strict=True
        )
    ]
    soloed = any(m.solo for m in mixes)
    own_seats = seats(score.tracks)
    return tuple(
        Route(
            slot=place.slot,
            members=place.members,
            audible=not m.mute and (m.solo or not soloed),
            volume=min(LOUDEST, max(0.0, m.volume)),
            pan=m.pan,
            reverb=min(127, max(AS_WRITTEN, m.reverb)),
            offset_s=min(_LARGEST_OFFSET_S, max(-_LARGEST_OFFSET_S, m.offset_s)),
            seat=seat if has_desk(place.slot.port) else CENTRE,
            has_desk=has_desk(place.slot.port),
        )
        for m, place, seat in zip(mixes, places(parts, banks_of), own_seats, strict=True)
    )


def message_of(event: ScheduledEvent, route: Route) -> bytes:
    """Return the bytes of an event on its track's channel, with fader and pan applied."""
    channel = route.slot_of(event.voice).channel
    value = event.second
    if event.status == wire.CONTROL:
        value = _mixed(event.first, value, route)
    data = (event.first, value)[: data_bytes(event.status)]
    return bytes((event.status | channel, *data))


def _mixed(number: int, value: int, route: Route) -> int:
    if number == wire.PAN:
        return _byte(value + route.pan - CENTRE)
    if route.has_desk:
        return value
    if number == wire.VOLUME:
        return _byte(round(value * route.volume / _UNITY_VOLUME))
    if number == wire.REVERB and route.reverb != AS_WRITTEN:
        return route.reverb
    return value


def chase_messages(
    part: Track, route: Route, *, track: int, tick: float, voice: int = 0
) -> tuple[bytes, ...]:
    """Return all that a track's channel must know to go on from a tick, fader and pan included.

    Args:
        part: The track, or one of its voices as a part.
        route: Its route.
        track: Its index.
        tick: The tick.
        voice: Which voice, from 1; 0 for the track itself.
    """
    events = state_of(part, tick, index=track, voice=voice)
    own = {event.first for event in events if event.status == wire.CONTROL}
    at_rest = {wire.VOLUME: CONTROLS_AT_REST[wire.VOLUME], wire.PAN: route.seat}
    if route.reverb != AS_WRITTEN and not route.has_desk:
        at_rest[wire.REVERB] = route.reverb
    fader = [
        ScheduledEvent(int(tick), 0, track, wire.CONTROL, number, value, voice=voice)
        for number, value in at_rest.items()
        if number not in own
    ]
    told = tuple(message_of(event, route) for event in (*events, *fader))
    if not route.has_desk:
        return told
    channel = route.slot_of(voice).channel
    return (*told, wire.strip(channel, volume=route.volume, reverb=route.reverb))


def _byte(value: int) -> int:
    return min(127, max(0, value))
