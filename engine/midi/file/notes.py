"""Note-ons and note-offs of a MIDI file to notes, as columns.

Keys are paired within one track and channel, and the key struck first is the one that ends first.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.midi.file.columns import MessageColumns, RawFile, distinct
from engine.values.events import USUAL_RELEASE
from engine.values.oddities import Oddities, Oddity

# Status bytes, with channel 0.
NOTE_OFF, NOTE_ON, CONTROL, PROGRAM = 0x80, 0x90, 0xB0, 0xC0
# Mode messages that end all notes of a channel: sound off, notes off, and those of 124 to 127 that
# change how it plays.
_ENDS_NOTES = np.zeros(128, np.bool_)
_ENDS_NOTES[[120, 123, 124, 125, 126, 127]] = True
# The same key struck so often before it ends is a fault, or black MIDI.
_MOST_STACKED = 64
_NOT_ENDED = -1
Numbers = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteColumns:
    """The notes of a file, in the order in which they begin in it.

    Attributes:
        began: The number of each note's note-on among the messages, (N,).
        start: Ticks, (N,).
        duration: Ticks, at least 1, (N,).
        pitch: (N,).
        velocity: (N,).
        release: The velocity of the note-off, (N,).
    """

    began: Numbers
    start: Numbers
    duration: Numbers
    pitch: Numbers
    velocity: Numbers
    release: Numbers

    def __len__(self) -> int:
        return len(self.start)


def paired(
    raw: RawFile, cable: Numbers, *, longest_unended: int, oddities: Oddities
) -> NoteColumns:
    """Return the notes of a file.

    Args:
        raw: Its messages.
        cable: The (port, channel) of each message as one number, (N,).
        longest_unended: Ticks of a note that nothing ends; it is closed then, or with its track.
        oddities: Collects notes that were never ended, have no length or are struck too often.
    """
    messages = raw.messages
    is_on = messages.note_ons
    is_note = np.flatnonzero((messages.kind == NOTE_OFF) | (messages.kind == NOTE_ON))
    ends = _endings(messages, cable)
    key, stretch = _keys(messages, cable, is_note, ends)
    # Numbers of 16 bits are sorted ten times as fast.
    sorting = np.argsort(small(key), kind="stable")
    numbers, key = is_note[sorting], key[sorting]
    pairs = _Pairs.of(key, is_on[numbers])
    if pairs.deepest > _MOST_STACKED:
        kept = _not_stacked(key, is_on[numbers], oddities)
        numbers, key = numbers[kept], key[kept]
        pairs = _Pairs.of(key, is_on[numbers])
    began = numbers[pairs.ons]
    ended = np.where(pairs.offs == _NOT_ENDED, _NOT_ENDED, numbers[pairs.offs])
    order = np.argsort(began)
    began, ended = began[order], ended[order]
    start = messages.tick[began]
    is_open = ended == _NOT_ENDED
    end = np.where(is_open, 0, messages.tick[ended])
    # Programs that measure no release write 0 as well.
    is_told = (messages.kind[ended] == NOTE_OFF) & (messages.second[ended] > 0)
    release = np.where(is_told, messages.second[ended], USUAL_RELEASE)
    if is_open.any():
        open_ = np.flatnonzero(is_open)
        silenced = ends.tick_of(cable[began[open_]], stretch, began[open_])
        hung = np.minimum(
            start[open_] + longest_unended,
            np.array(raw.ends, np.int64)[messages.track[began[open_]]],
        )
        oddities.add(Oddity.UNENDED, int(np.count_nonzero(silenced < 0)))
        # A hung note is closed within a bar: as a drone through the rest of the piece it would
        # cover what was played.
        end[open_] = np.where(silenced < 0, np.maximum(hung, start[open_] + 1), silenced)
        release[open_] = USUAL_RELEASE
    duration = end - start
    without_length = int(np.count_nonzero(duration == 0))
    # Notation programs write a few grace notes without length; many are a fault.
    if 2 * without_length > len(start):
        oddities.add(Oddity.NO_LENGTH, without_length)
    return NoteColumns(
        began=began,
        start=start,
        duration=np.maximum(duration, 1),
        pitch=messages.first[began].astype(np.int64),
        velocity=messages.second[began].astype(np.int64),
        release=release.astype(np.int64),
    )


def small(numbers: Numbers) -> npt.NDArray[np.integer[Any]]:
    """Return numbers, none negative, as 16 bits where they fit."""
    return numbers.astype(np.uint16) if numbers.max(initial=0) < 1 << 16 else numbers


@dataclass(frozen=True, slots=True)
class _Endings:
    """The mode messages that end all notes of a channel.

    Attributes:
        places: Where each one is in the file in order of time, by (port, channel).
        ticks: The tick of each one.
    """

    places: dict[int, Numbers]
    ticks: dict[int, Numbers]

    def tick_of(self, cable: Numbers, stretch: Numbers, began: Numbers) -> Numbers:
        """Return the tick of the mode message that ends each open note, or -1."""
        found = np.full(len(cable), -1, np.int64)
        for number, ticks in self.ticks.items():
            here = np.flatnonzero(cable == number)
            which = stretch[began[here]]
            ended = which < len(ticks)
            found[here[ended]] = ticks[which[ended]]
        return found


def _endings(messages: MessageColumns, cable: Numbers) -> _Endings:
    is_mode = (messages.kind == CONTROL) & _ENDS_NOTES[messages.first]
    places: dict[int, Numbers] = {}
    ticks: dict[int, Numbers] = {}
    found = np.flatnonzero(is_mode)
    for number in distinct(cable[found]):
        here = found[cable[found] == number]
        here = here[np.argsort(messages.tick[here], kind="stable")]
        places[number], ticks[number] = here, messages.tick[here]
    return _Endings(places, ticks)


def _keys(
    messages: MessageColumns, cable: Numbers, notes: Numbers, ends: _Endings
) -> tuple[Numbers, Numbers]:
    """Return a number for whatever can end each other, (notes,), and each message's stretch.

    A stretch is the time between two messages that end all notes of a channel: what is held
    at its end ends there. Stretches are numbered by message, (N,).
    """
    stretch = np.zeros(len(messages) if ends.places else 0, np.int64)
    cables = int(cable.max(initial=0)) + 1
    key = (messages.track[notes].astype(np.int64) * cables + cable[notes]) << 7
    key |= messages.first[notes]
    for number, places in ends.places.items():
        here = np.flatnonzero(cable == number)
        # By tick, and at one tick by the place in the file.
        after = np.searchsorted(ends.ticks[number], messages.tick[here], side="left")
        same = np.searchsorted(ends.ticks[number], messages.tick[here], side="right")
        for i in np.flatnonzero(same > after).tolist():
            at_tick = places[after[i] : same[i]]
            after[i] += int(np.count_nonzero(at_tick < here[i]))
        stretch[here] = after
    if ends.places:
        key = key * (int(stretch.max(initial=0)) + 1) + stretch[notes]
    return key, stretch


@dataclass(frozen=True, slots=True)
class _Pairs:
    """Which note-off ends which note-on.

    Attributes:
        ons: The places of the note-ons, (N,).
        offs: The place of the note-off of each, or -1, (N,).
        deepest: The most that one key was struck before it ended.
    """

    ons: Numbers
    offs: Numbers
    deepest: int

    @classmethod
    def of(cls, key: Numbers, is_on: Mask) -> "_Pairs":
        """Return the pairs of notes that are sorted by key, those of one key by time."""
        size = len(key)
        if not size:
            none = np.empty(0, np.int64)
            return cls(none, none, 0)
        first = np.concatenate(([True], key[1:] != key[:-1]))
        group = np.cumsum(first) - 1
        starts = np.flatnonzero(first)
        total = np.cumsum(np.where(is_on, 1, -1))
        held = total - np.concatenate(([0], total))[starts][group]
        # A note-off without a note to end would bring the count below its least so far.
        apart = group * (size + 1)
        least = np.minimum.accumulate(np.minimum(held, 0) - apart) + apart
        before = np.empty_like(least)
        before[1:] = least[:-1]
        before[starts] = 0
        ends_one = ~is_on & (least == before)
        ons, offs = np.flatnonzero(is_on), np.flatnonzero(ends_one)
        on_count = np.bincount(group[ons], minlength=len(starts))
        off_count = np.bincount(group[offs], minlength=len(starts))
        first_on = np.cumsum(on_count) - on_count
        first_off = np.cumsum(off_count) - off_count
        of = group[ons]
        rank = np.arange(len(ons)) - first_on[of]
        is_ended = rank < off_count[of]
        which = np.where(is_ended, first_off[of] + rank, 0)
        ended = offs[which] if len(offs) else which
        deepest = int((held - least).max())
        return cls(ons, np.where(is_ended, ended, _NOT_ENDED), deepest)


def _not_stacked(key: Numbers, is_on: Mask, oddities: Oddities) -> Mask:
    """Return which notes stay where a key is struck too often before it ends."""
    kept = np.ones(len(key), np.bool_)
    held, last = 0, -1
    for place, (number, on) in enumerate(zip(key.tolist(), is_on.tolist(), strict=True)):
        if number != last:
            held, last = 0, number
        if not on:
            held = max(0, held - 1)
        elif held < _MOST_STACKED:
            held += 1
        else:
            kept[place] = False
    oddities.add(Oddity.STACKED, int(np.count_nonzero(~kept)))
    return kept
