"""A `Score` to the bytes of a standard MIDI file of type 1."""

import io
from collections import Counter
from collections.abc import Iterator

import mido

from engine.music.credits import own_text
from engine.music.event_kinds import ON_CHANNEL, ON_RULER
from engine.music.score import DRUM_CHANNEL, Score, Track
from engine.music.smf_others import messages_of

_PITCHED_CHANNELS = tuple(c for c in range(16) if c != DRUM_CHANNEL)
# Within one tick: the program before what it plays, ends before beginnings.
_PROGRAM, _OFF, _CHANGE, _ON = range(4)


def write_midi(score: Score) -> bytes:
    """Return a score as a MIDI file.

    Track 0 holds title, composer, tempo, meter, key and markers; then one track a part. Drums play
    on channel 10; pitched parts get channels of their own, beyond 15 of them parts share channels,
    those with the same program first.

    Args:
        score: Ticks a quarter note at most 32,767.
    """
    file = mido.MidiFile(type=1, ticks_per_beat=score.ticks_per_quarter, charset="utf-8")
    file.tracks.append(_mido_track(list(_ruler_events(score))))
    for track, channel in zip(score.tracks, channels_of(score), strict=True):
        events = sorted(_part_events(track, channel), key=lambda event: event[:2])
        messages = [(tick, message) for tick, _, message in events]
        if track.name:
            messages.insert(0, (0, mido.MetaMessage("track_name", name=_text(track.name))))
        file.tracks.append(_mido_track(messages))
    buffer = io.BytesIO()
    file.save(file=buffer)
    return buffer.getvalue()


def channels_of(score: Score) -> tuple[int, ...]:
    """Return the MIDI channel (0 to 15) of each track."""
    pitched = [track for track in score.tracks if not track.is_drum]
    if len(pitched) <= len(_PITCHED_CHANNELS):
        own = iter(_PITCHED_CHANNELS)
        return tuple(DRUM_CHANNEL if t.is_drum else next(own) for t in score.tracks)
    # The programs that most parts play come first: they keep a channel to themselves.
    programs = [program for program, _ in Counter(t.program for t in pitched).most_common()]
    shared = {p: _PITCHED_CHANNELS[i % len(_PITCHED_CHANNELS)] for i, p in enumerate(programs)}
    return tuple(DRUM_CHANNEL if t.is_drum else shared[t.program] for t in score.tracks)


def _ruler_events(score: Score) -> Iterator[tuple[int, mido.MetaMessage]]:
    events: list[tuple[int, mido.MetaMessage]] = [
        (event.tick, mido.UnknownMetaMessage(kind.meta.type, data=tuple(kind.meta.write(event))))
        for kind in ON_RULER
        if kind.meta is not None
        for event in kind.of(score)
    ]
    events += messages_of(score.others, 0)
    if score.title:
        yield 0, mido.MetaMessage("track_name", name=_text(score.title))
    if said := own_text(score):
        yield 0, mido.MetaMessage("text", text=_text(said))
    yield from sorted(events, key=lambda event: event[0])


def _text(text: str) -> str:
    """Return text that can be written as UTF-8: names of files may not be text at all."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _part_events(track: Track, channel: int) -> Iterator[tuple[int, int, mido.Message]]:
    yield 0, _PROGRAM, mido.Message("program_change", channel=channel, program=track.program)
    for kind in ON_CHANNEL:
        status, data = kind.message.status | channel, kind.message.data
        for event in kind.of(track):
            message = mido.Message.from_bytes((status, *data(event)))
            yield event.tick, _CHANGE, message
    for tick, message in messages_of(track.others, channel):
        yield tick, _CHANGE, message
    for note in track.notes:
        on = mido.Message("note_on", channel=channel, note=note.pitch, velocity=note.velocity)
        yield note.start, _ON, on
        yield note.end, _OFF, mido.Message("note_off", channel=channel, note=note.pitch)


def _mido_track(events: list[tuple[int, mido.Message | mido.MetaMessage]]) -> mido.MidiTrack:
    """Return events at absolute ticks, made for this track, as a track of differences."""
    track, now = mido.MidiTrack(), 0
    for tick, message in events:
        message.time = tick - now  # a copy would be checked anew: twice the time of all the rest
        track.append(message)
        now = tick
    return track
