"""A `Score` to the bytes of a standard MIDI file of type 1."""

import io
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter

import mido

from engine.form.credits import own_text
from engine.ground.errors import LimitError
from engine.midi.channels.allocation import ChannelNeeds, CrowdedError, Place, Slot, places
from engine.midi.channels.mpe import MpeZone
from engine.midi.channels.parts import (
    PROGRAM,
    agree,
    moves_of,
    patch_rows,
    patches_of,
    span_of,
    state_at,
)
from engine.midi.channels.state import CONTROL, PARAMETERS, ChannelState, Row
from engine.midi.channels.voices import lanes_of, own_rows, voices_of, with_one_voice_plain
from engine.midi.file.events import SYSEX
from engine.midi.file.others import ends_notes, messages_of
from engine.midi.file.patches import DEVICE_NAME
from engine.midi.file.silent import silent_tracks, slots_of, still_silent
from engine.midi.file.tuning import choice_rows, tuned_at, tuning_events
from engine.values.encodings import TextCoding
from engine.values.event_kinds import ON_RULER, data_bytes
from engine.values.events import Note, Other
from engine.values.ranges import LAST_PORT, LAST_TICK
from engine.values.score import Score, Tempo, Track
from engine.values.texts import TEXTS, from_utf8
from engine.values.time import BarMap, TempoMap

# 1,024 tracks, the most of a piece, have a channel each on 69 ports; only drum kits need more.
MOST_PORTS = LAST_PORT + 1
# Types of meta events.
_TEXT, _NAME = 0x01, 0x03
# Within one tick: what sets a device up, the patch, ends before beginnings.
_SYSTEM, _PATCH, _OFF, _CHANGE, _ON = range(5)


def write_midi(score: Score) -> bytes:
    """Return a score as a MIDI file.

    Track 0 holds title, composer, tempo, meter, key and markers; then one track a part. Drums play
    on channel 10; pitched parts get channels of their own. Where channels run out, parts that never
    sound together take turns on one, and the others go to further ports (meta event 21). A part
    whose notes bend by themselves is an MPE zone, if it has more than one voice. A tuning is
    written as `engine.midi.file.tuning` says. Messages of the piece's own file on silent channels
    are written there again, unless a part needs the channel.

    Args:
        score: Ticks a quarter note at most 32,767.

    Raises:
        LimitError: More parts clash than a MIDI file has ports for.
    """
    file = mido.MidiFile(type=1, ticks_per_beat=score.ticks_per_quarter, charset="utf-8")
    file.tracks.append(_mido_track(list(_ruler_events(score))))
    score = replace(score, tracks=tuple(map(with_one_voice_plain, score.tracks)))
    found = places_of(score)
    silent = still_silent(score.silent_messages, found)
    has_ports = any(place.slot.bank for place in found) or any(said.port for said in silent)
    turns = _turns(score, tuple(place.slot for place in found))
    for index, (track, place) in enumerate(zip(score.tracks, found, strict=True)):
        events = [*_part_events(track, place.slot.channel, turns[index])]
        channels = [slot.channel for slot in (place.slot, *place.members)]
        choice = list(choice_rows(track, tuned_at(score)))
        events += [(tick, _SYSTEM, _message(row, c)) for c in channels for tick, row in choice]
        zone = place.zone
        if zone is None:
            events += _note_events(track.notes, place.slot.channel)
        else:
            events = [*_zone_events(track, zone, [slot.channel for slot in place.members]), *events]
        events.sort(key=lambda event: event[:2])
        messages = [(tick, message) for tick, _, message in events]
        if has_ports:
            messages.insert(0, (0, mido.MetaMessage("midi_port", port=place.slot.bank)))
        if track.name or not track.notes:
            # Without notes it is a part only by its name, which may be empty.
            messages.insert(0, (0, _text_event(_NAME, track.name)))
        file.tracks.append(_mido_track(messages))
    file.tracks += map(_mido_track, silent_tracks(silent, has_ports=has_ports))
    _as_they_were(file, score.coding)
    buffer = io.BytesIO()
    file.save(file=buffer)
    return buffer.getvalue()


def export_midi(score: Score) -> bytes:
    """Return a score as a MIDI file that says its first tempo and meter.

    Where a file says none, MIDI means 120 and 4/4, but LMMS plays at 100, and Rosegarden guesses a
    meter.

    Args:
        score: As for `write_midi`.

    Raises:
        LimitError: As in `write_midi`.
    """
    if not score.tempos or score.tempos[0].tick > 0:
        score = replace(score, tempos=(Tempo(0, TempoMap.of(score).bpm_at(0)), *score.tempos))
    meters = score.time_signatures
    if not meters or meters[0].tick > 0:
        first = replace(BarMap.of(score).signature_at(0), tick=0)
        score = replace(score, time_signatures=(first, *meters))
    return write_midi(score)


def places_of(score: Score) -> tuple[Place, ...]:
    """Return the channels of each track; the bank of a slot is the number of a port.

    Raises:
        LimitError: More parts clash than a MIDI file has ports for.
    """
    tracks = score.tracks
    parts = [
        ChannelNeeds(
            program=track.program,
            is_drum=track.is_drum,
            bank=track.port,
            kit=patches_of(track)[0][1].sound[1:3] if track.is_drum else (),
            span=span_of(track),
            voices=len(voices_of(track)),
        )
        for track in tracks
    ]
    events = [track.channel_events for track in tracks]

    def want_the_same(one: int, other: int) -> bool:
        return events[one] == events[other] or agree(tracks[one], tracks[other])

    try:
        return places(
            parts,
            lambda _: MOST_PORTS,
            agree=want_the_same,
            crowds=False,
            avoided=slots_of(score.silent_messages),
        )
    except CrowdedError as error:
        raise LimitError(
            "More than {most_ports} parts of the piece each need a MIDI port to themselves, "
            "and a MIDI file has {most_ports}.",
            most_ports=MOST_PORTS,
            hint="Give drum parts that play together the same kit.",
        ) from error


@dataclass(frozen=True, slots=True)
class _Turn:
    """When a part has its channel, and what it needs there first.

    Attributes:
        start: The tick from which on it has the channel to itself or to its like.
        end: The tick where it is silent; what moves after it is another part's.
        rows: Messages at `start`.
    """

    start: int
    end: int
    rows: tuple[Row, ...]


def _turns(score: Score, slots: tuple[Slot, ...]) -> list[_Turn | None]:
    """Return the turn of each part that shares its channel, None for the others."""
    turns: list[_Turn | None] = [None] * len(slots)
    users: dict[Slot, list[int]] = defaultdict(list)
    for index, slot in enumerate(slots):
        users[slot].append(index)
    for indices in users.values():
        if len(indices) > 1:
            for index, turn in _turns_on_one(score.tracks, indices):
                turns[index] = turn
    return turns


def _turns_on_one(tracks: Sequence[Track], indices: Iterable[int]) -> Iterator[tuple[int, _Turn]]:
    left, patch, is_first = ChannelState(), None, True
    for index, (start, end) in sorted(
        ((index, span_of(tracks[index])) for index in indices), key=itemgetter(1)
    ):
        track = tracks[index]
        patches = patches_of(track)
        at = 0 if is_first else start
        state = state_at(track, at)
        rows = (*patch_rows(patches[0][1], after=patch), *state.rows(after=left))
        yield index, _Turn(at, end, rows)
        patch, is_first = patches[-1][1], False
        for row in rows:
            if row[0] != PROGRAM:
                left.take(row)
        for tick, row in moves_of(track):
            if at <= tick <= end:
                left.take(row)


def _ruler_events(score: Score) -> Iterator[tuple[int, mido.MetaMessage]]:
    events: list[tuple[int, mido.MetaMessage]] = [
        (event.tick, mido.UnknownMetaMessage(kind.meta.type, data=tuple(kind.meta.write(event))))
        for kind in ON_RULER
        if kind.meta is not None
        for event in kind.of(score)
    ]
    events += messages_of(score.others, 0)
    events += tuning_events(score)
    if score.title and all(other.kind != _NAME for other in score.others):
        yield 0, _text_event(_NAME, score.title)
    if said := own_text(score):
        yield 0, _text_event(_TEXT, said)
    yield from sorted(events, key=lambda event: event[0])


def _text_event(kind: int, text: str) -> mido.UnknownMetaMessage:
    """Return a text event in UTF-8: names of files may not be text at all."""
    return mido.UnknownMetaMessage(kind, data=tuple(text.encode("utf-8", "replace")))


def _as_they_were(file: mido.MidiFile, coding: TextCoding | None) -> None:
    """Give texts the bytes back that they had where their encoding is not certain."""
    if coding is None or coding.is_sure:
        return
    for track in file.tracks:
        for message in track:
            if isinstance(message, mido.UnknownMetaMessage) and message.type_byte in TEXTS:
                message.data = tuple(from_utf8(bytes(message.data), coding.encoding))


def _part_events(
    track: Track, channel: int, turn: _Turn | None
) -> Iterator[tuple[int, int, mido.Message]]:
    """Yield the tick, the place within the tick and the message of all but notes in a part."""
    start, end = (turn.start, turn.end) if turn else (0, LAST_TICK)
    patches = patches_of(track)
    if turn:
        for row in turn.rows:
            yield start, _PATCH, _message(row, channel)
        patches = patches[1:]
    before = None
    for tick, patch in patches:
        for row in patch_rows(patch, after=before):
            yield tick, _PATCH, _message(row, channel)
        before = patch
    for tick, row in moves_of(track):
        if start <= tick <= end:
            yield tick, _CHANGE, _message(row, channel)
    for other in _still_true(track, is_alone=turn is None):
        place = _SYSTEM if other.kind in {SYSEX, DEVICE_NAME} else _CHANGE
        for tick, message in messages_of((other,), channel):
            yield tick, place, message


def _still_true(track: Track, *, is_alone: bool) -> Iterator[Other]:
    """Yield events of a part without an *all notes off* that would end notes that came later."""
    for other in track.others:
        if ends_notes(other) and not (is_alone and _is_silent_at(track, other.tick)):
            continue
        yield other


def _is_silent_at(track: Track, tick: int) -> bool:
    return not any(note.start <= tick < note.end for note in track.notes)


def _note_events(notes: Iterable[Note], channel: int) -> Iterator[tuple[int, int, mido.Message]]:
    for note in notes:
        on = mido.Message("note_on", channel=channel, note=note.pitch, velocity=note.velocity)
        yield note.start, _ON, on
        off = mido.Message("note_off", channel=channel, note=note.pitch, velocity=note.release)
        yield note.end, _OFF, off


def _zone_events(
    track: Track, zone: MpeZone, members: Sequence[int]
) -> Iterator[tuple[int, int, mido.Message]]:
    """Yield what makes a part an MPE zone, and what is on the channels of its notes.

    Devices that do not know MPE find program and controllers on each channel.
    """
    for row in zone.count_rows:
        yield 0, _SYSTEM, _message(row, zone.manager)
    patches, lanes = patches_of(track), lanes_of(track.notes)
    of_all = [
        (tick, row)
        for tick, row in moves_of(track)
        if row[0] == CONTROL and row[1] not in PARAMETERS
    ]
    voices = voices_of(track, most=len(members))
    for channel, notes in zip(members, voices, strict=True):
        before = None
        for row in zone.range_rows:
            yield 0, _PATCH, _message(row, channel)
        for tick, patch in patches:
            for row in patch_rows(patch, after=before):
                yield tick, _PATCH, _message(row, channel)
            before = patch
        for tick, row in (*of_all, *own_rows(notes, lanes)):
            yield tick, _CHANGE, _message(row, channel)
        yield from _note_events(notes, channel)


def _message(row: Row, channel: int) -> mido.Message:
    status, *data = row
    return mido.Message.from_bytes((status | channel, *data[: data_bytes(status)]))


def _mido_track(events: list[tuple[int, mido.Message | mido.MetaMessage]]) -> mido.MidiTrack:
    """Return events at absolute ticks, made for this track, as a track of differences."""
    track, now = mido.MidiTrack(), 0
    for tick, message in events:
        message.time = tick - now  # a copy would be checked anew: twice the time of all the rest
        track.append(message)
        now = tick
    return track
