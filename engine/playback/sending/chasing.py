"""The notes and the state of channels that are in force where playing joins the music. Pure.

Playing joins music that has begun in many ways: it starts inside it, jumps, follows a device that
moves, or a track is unmuted, gets its port back, or becomes another take. All of them ask this
module, and then sound as if they had played from the beginning.
"""

from dataclasses import replace

from engine.midi.channels.parts import patch_rows, patches_of, state_at
from engine.playback.sending.schedule import Schedule, ScheduledEvent, event_of
from engine.values.score import Track

# The rest of a held note must be so long that one hears a note in it and not a mistake.
LEAST_HELD_S = 0.1


def state_at_tick(schedule: Schedule, tick: float, track: int) -> tuple[ScheduledEvent, ...]:
    """Return the messages that bring the channels of a track into their state at a tick."""
    if not 0 <= track < len(schedule.score.tracks):
        return ()
    parts = (schedule.score.tracks[track], *schedule.voices[track])
    return tuple(
        event
        for voice, part in enumerate(parts)
        for event in state_of(part, tick, index=track, voice=voice)
    )


def state_of(part: Track, tick: float, *, index: int, voice: int = 0) -> tuple[ScheduledEvent, ...]:
    """Return the messages after which a part sounds at a tick as if played from 0.

    Bank and program, each controller, pressure and the pitch wheel with their values just before
    the tick, or at rest where the part uses them only later, and each parameter that was set.
    The notes are `notes_at`.
    """
    patches = patches_of(part)
    patch = next((p for since, p in reversed(patches) if since < tick), patches[0][1])
    # A bank that the part chooses only later is taken back.
    highest = replace(
        patch,
        coarse=max(p.coarse for _, p in patches),
        fine=max(p.fine for _, p in patches),
    )
    rows = (*patch_rows(patch, after=highest), *state_at(part, tick, whole=True).rows())
    return tuple(event_of(index, int(tick), row, voice) for row in rows)


def notes_at(
    schedule: Schedule, tick: float, *, since: float | None = None
) -> tuple[ScheduledEvent, ...]:
    """Return the notes that began before a tick and have to be struck there, in order.

    Args:
        schedule: The music.
        tick: The place at which playing joins.
        since: The place from which on each note counts, because playing should have joined there,
            even if it is over by `tick`; by default `tick`.

    Notes from before `since` are struck if enough of them is left. Drums are not: what was struck
    once does not sound twice. Nor is a note that a later one of the same pitch has ended.
    """
    first = tick if since is None else min(since, tick)
    least = schedule.tempo.tick_at(schedule.tempo.seconds_at(tick) + LEAST_HELD_S)
    tracks = schedule.score.tracks
    before = schedule.between(float("-inf"), first)
    missed = [event for event in schedule.between(first, tick) if event.end]
    held = [e for e in before if e.end >= least and not tracks[e.track].is_drum]
    if held:
        later = (*before[schedule.index_of(held[0].tick) :], *missed)
        last = {_key(event): event for event in later if event.end}
        held = [event for event in held if last[_key(event)] is event]
    return (*held, *missed)


def _key(event: ScheduledEvent) -> tuple[int, int, int]:
    return event.track, event.voice, event.first
