"""A recording that plays beside the notes: read by a thread, mixed at exact frames.

`SoundReader` keeps whole seconds of a sound file in memory, those that are heard next. `Tape` lays
them under the notes where its cues say. The audio device's thread never waits for the file: what
is not read yet is silent, and what comes after it is at its right frame.
"""

import threading
from collections.abc import Iterable
from itertools import chain, pairwise
from math import ceil, gcd
from pathlib import Path
from typing import Any, NamedTuple

import miniaudio
import numpy as np

from engine.gate.files import UnreadableError, open_regular
from engine.playback.sound.tones import SAMPLE_RATE, Block
from engine.sentence import Sentence, said

# In memory: the second that sounds, those after it, and those to which playing jumps next.
_SECONDS_AHEAD = 3
_MOST_SECONDS = 12
# The resampler is settled after so much sound.
_SETTLED_S = 0.02
_RATES, _MOST_CHANNELS = range(4_000, 384_001), 32
# The sound may be so far from its cue before it jumps there: devices run at their own speed.
_TOLERATED_S = 0.003
UNPLAYABLE = "It is no sound file that Segue can play, or it is damaged."
# Frames over which sound begins, ends and jumps: at once it would click.
_FADE = 220


class SoundReader:
    """Reads seconds of a sound file on a thread of its own; close it at the end.

    Args:
        path: A WAV, FLAC, OGG or MP3 file.
        rate: Frames a second of what it returns.

    Attributes:
        path: That file.
        trouble: Why it cannot be heard, one sentence; None while it can.
        end: Number of its last frame and one; None until that was read.
    """

    def __init__(self, path: Path, *, rate: int = SAMPLE_RATE) -> None:
        self.path = path
        self.trouble: Sentence | None = None
        self.end: int | None = None
        self._rate = rate
        self._seconds: dict[int, Block] = {}
        self._wanted: tuple[int, ...] = ()
        self._asked = threading.Event()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="recording", daemon=True)
        self._thread.start()

    def want(self, seconds: Iterable[int]) -> None:
        """Have these seconds in memory soon, the first ones first, and forget others."""
        wanted = tuple(dict.fromkeys(each for each in seconds if each >= 0))[:_MOST_SECONDS]
        if wanted != self._wanted:
            self._wanted = wanted
            self._asked.set()

    def second(self, number: int) -> Block | None:
        """Return the sound of a second, up to (rate, 2); None if it is not read yet."""
        return self._seconds.get(number)

    def close(self) -> None:
        """Stop reading; the thread closes the file."""
        self._closed = True
        self._asked.set()

    def _run(self) -> None:
        try:
            import soundfile  # noqa: PLC0415 - not on every system

            with open_regular(self.path) as file, soundfile.SoundFile(file) as sound:
                self._serve(sound)
        except UnreadableError as error:
            self._fail(str(error))
        except (ImportError, OSError, RuntimeError, ValueError, MemoryError):
            # libsndfile's own errors are RuntimeErrors; its texts are for programmers.
            self._fail(UNPLAYABLE)
        finally:
            self._seconds = {}

    def _fail(self, why: str) -> None:
        self.trouble = said(
            "The recording ‘{name}’ cannot be heard. {why} The notes play on.",
            name=self.path.name,
            why=why,
        )

    def _serve(self, sound: Any) -> None:
        self.end = round(sound.frames * self._rate / sound.samplerate)
        while not self._closed:
            self._asked.wait()
            self._asked.clear()
            self._seconds = {n: s for n, s in self._seconds.items() if n in self._wanted}
            while (missing := self._missing()) is not None:
                made = second_of(sound, missing, self._rate)
                self._seconds = {**self._seconds, missing: made}

    def _missing(self) -> int | None:
        """Return the first second that is wanted and not in memory; None once closed."""
        wanted = () if self._closed else self._wanted
        return next((each for each in wanted if each not in self._seconds), None)


def second_of(sound: Any, number: int, rate: int) -> Block:
    """Return a second of an open sound file at another rate, (up to rate, 2).

    Each second is resampled by itself, with what stands around it, so that any of them can be
    had: a second has whole numbers of frames at both rates.

    Raises:
        ValueError: The file ends before the frames that its header tells.
    """
    own = sound.samplerate
    if own not in _RATES or sound.channels > _MOST_CHANNELS:
        raise ValueError
    first = number * own
    if first >= sound.frames:
        return np.zeros((0, 2), np.float32)
    # A whole number of frames at both rates that the resampler needs to settle.
    step = gcd(own, rate)
    around = ceil(_SETTLED_S * step)
    before = min(first, around * own // step)
    sound.seek(first - before)
    frames = sound.read(before + own + around * own // step, dtype="float32", always_2d=True)
    if not len(frames):
        raise ValueError
    sides = _two_sides(frames)
    if own != rate:
        sides = _resampled(sides, own, rate)
    skip = before * rate // own
    return np.nan_to_num(sides[skip : skip + rate])


def _two_sides(frames: Block) -> Block:
    """Return (frames, 2) of any number of channels: one is on both sides, further ones go."""
    return np.repeat(frames, 2, axis=1) if frames.shape[1] == 1 else frames[:, :2]


def _resampled(sides: Block, rate: int, to: int) -> Block:
    kind = miniaudio.SampleFormat.FLOAT32
    data = np.ascontiguousarray(sides).tobytes()
    made = miniaudio.convert_frames(kind, 2, rate, data, kind, 2, to)
    return np.frombuffer(made, np.float32).reshape(-1, 2)


class _Cue(NamedTuple):
    """From a frame of the device on a frame of the recording sounds, and those after it.

    Attributes:
        frame: Number of the device's frame.
        place: Number of the recording's frame, also before its beginning; None for silence.
    """

    frame: int
    place: int | None

    def at(self, frame: int) -> int | None:
        """Return the place that sounds at a later frame."""
        return None if self.place is None else self.place + frame - self.frame


class Tape:
    """Plays a recording at the frames of cues.

    The device's thread calls `add_to`; the player's thread calls everything else.

    Args:
        rate: Frames a second.
        gain: The factor of every level.
    """

    def __init__(self, rate: int = SAMPLE_RATE, *, gain: float = 1.0) -> None:
        self._rate = rate
        self._gain = gain
        self._reader: SoundReader | None = None
        self._lock = threading.Lock()
        # The cue that sounds, and those to come.
        self._cue = _Cue(0, None)
        self._next: list[_Cue] = []
        self._frame = 0
        self._level = self._aim = 0.0

    @property
    def trouble(self) -> Sentence | None:
        """Why the recording cannot be heard; None while it can."""
        return None if self._reader is None else self._reader.trouble

    def load(self, path: Path | None) -> None:
        """Play this file from now on; the same file goes on, None is no recording."""
        reader = self._reader
        if path == (None if reader is None else reader.path):
            return
        self.cue(0, None)
        self._reader = None if path is None else SoundReader(path, rate=self._rate)
        if reader is not None:
            reader.close()

    def set_level(self, level: float) -> None:
        """Set the gain from the next block on; 0 is silence."""
        self._aim = level

    def cue(self, frame: int, place: int | None) -> None:
        """From a frame of the device on, sound from a place of the recording.

        Cues after that frame are forgotten. A cue that says what sounds anyway changes nothing.

        Args:
            frame: Number of the device's frame; one in the past is at once.
            place: Number of the recording's frame; None for silence.
        """
        with self._lock:
            kept = [each for each in self._next if each.frame < frame]
            self._next = [*kept, _Cue(frame, place)]
            self._want()

    def begin(self) -> None:
        """Forget all cues: a device counts its frames from 0."""
        with self._lock:
            self._cue, self._next, self._frame = _Cue(0, None), [], 0

    def plays_at(self, place_s: float) -> bool:
        """Return whether the recording can be heard at a place, in seconds of it."""
        reader = self._reader
        if reader is None or reader.trouble is not None or not self._aim:
            return False
        return reader.end is None or place_s * self._rate < reader.end

    def prepare(self, place_s: float) -> None:
        """Read what playing from a place begins with, in seconds of the recording."""
        with self._lock:
            if self._reader is not None and self._cue.place is None:
                self._reader.want(_from(int(place_s), 2))

    def add_to(self, sound: Block, start: int) -> None:
        """Add the recording to a block, in place.

        Args:
            sound: (frames, 2).
            start: Number of its first frame.
        """
        with self._lock:
            spans = self._spans(start, start + len(sound))
            self._want()
        before, self._level = self._level, self._aim
        if all(cue.place is None for _, cue in spans):
            return
        made = np.zeros_like(sound)
        self._lay(made, *spans[0])
        for (_, cue), (frame, other) in pairwise(spans):
            self._jump(made[frame - start :], frame, cue, other)
        gains = np.linspace(before, self._level, len(sound), dtype=np.float32)[:, None]
        sound += np.float32(self._gain) * gains * made

    def _spans(self, start: int, end: int) -> list[tuple[int, _Cue]]:
        """Return the cues of the frames of a block, each with its first one; pass them."""
        due = [each for each in self._next if each.frame < end]
        self._next = self._next[len(due) :]
        spans = [(start, self._cue)]
        for each in due:
            frame = max(each.frame, start)
            if not self._goes_on(self._cue, each, frame):
                self._cue = each
                spans.append((frame, each))
        self._frame = end
        return spans

    def _goes_on(self, cue: _Cue, other: _Cue, frame: int) -> bool:
        here, there = cue.at(frame), other.at(frame)
        if here is None or there is None:
            return here is there
        return abs(here - there) <= _TOLERATED_S * self._rate

    def _jump(self, made: Block, frame: int, cue: _Cue, other: _Cue) -> None:
        """Replace what a cue sounds by what another one does, from a frame on."""
        fade = np.linspace(1.0, 0.0, min(_FADE, len(made)), dtype=np.float32)[:, None]
        made[: len(fade)] *= fade
        made[len(fade) :] = 0.0
        after = np.zeros_like(made)
        self._lay(after, frame, other)
        # A beginning is not faded in: it may be the attack of a note.
        if cue.place is not None:
            after[: len(fade)] *= 1.0 - fade
        made += after

    def _lay(self, made: Block, frame: int, cue: _Cue) -> None:
        """Add what a cue sounds from a frame on, as far as it is in memory."""
        place, reader = cue.at(frame), self._reader
        if place is None or reader is None:
            return
        done = max(0, -place)
        while done < len(made):
            number, offset = divmod(place + done, self._rate)
            count = min(len(made) - done, self._rate - offset)
            second = reader.second(number)
            if second is not None:
                part = second[offset : offset + count]
                made[done : done + len(part)] += part
            done += count

    def _want(self) -> None:
        """Have the reader read what sounds now and next, and what the next cues begin with."""
        if self._reader is None:
            return
        here = self._cue.at(self._frame)
        now = () if here is None else _from(here // self._rate, _SECONDS_AHEAD)
        places = (each.at(max(each.frame, self._frame)) for each in self._next)
        jumps = (_from(place // self._rate, 2) for place in places if place is not None)
        if wanted := (*now[:2], *chain.from_iterable(jumps), *now[2:]):
            self._reader.want(wanted)


def _from(second: int, count: int) -> tuple[int, ...]:
    return tuple(range(max(0, second), max(0, second) + count))
