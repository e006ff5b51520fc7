"""The built-in sound: a synthesizer on an audio device, with each message at its exact frame."""

import queue
import threading
import time
from collections.abc import Callable, Generator, Sequence
from typing import Any

import miniaudio
import numpy as np

from engine.ground.errors import SoundError
from engine.messages import BUILT_IN
from engine.playback.quiet import quiet_libraries
from engine.playback.sound.bank import bank_path, read_bank, shipped_bank
from engine.playback.sound.bank_synth import BankInstruments
from engine.playback.sound.desk import Desk
from engine.playback.sound.devices import backends, device_id
from engine.playback.sound.limiter import LOOK_AHEAD
from engine.playback.sound.tape import Tape
from engine.playback.sound.tones import (
    BANKS,
    SAMPLE_RATE,
    Block,
    FrameQueue,
    Heard,
    Instruments,
    Synthesizer,
)
from engine.playback.sound.trims import corrected
from engine.playback.wire import NOTE_OFF
from engine.values.sound import OutputKind, Program, Room
from engine.values.tuning import Tuning

BUFFER_MS = 10  # default length of the device buffer
_PERIODS = 2
# A message sent ahead of time sounds one buffer and this later, so that its frame is still to come.
_MARGIN_S = 0.002
# Messages that are known in advance are sent this much earlier than that.
_AHEAD_S = 0.018
_SHORTEST_MS, _LONGEST_MS = 3, 100  # bounds of the device buffer
_RESYNC_S = 0.05  # a larger error of the estimate restarts it
_SMOOTHING = 0.02  # share of a new measurement in the estimate: calls jitter
_SILENT_DEVICE_S = 2.0  # a device that has not called for this long is gone
# Gaps in softer sound than this are inaudible: 80 dB below full scale.
_INAUDIBLE_LEVEL = 1e-4
_MOST_WAITING = 50_000  # limit of waiting messages if the device has stopped


def load_synthesizer(
    chosen: str = "",
    *,
    sample_rate: int = SAMPLE_RATE,
    room: Room = "room",
    limits: bool = True,
    live: bool = False,
) -> Desk:
    """Return a desk with the instruments of a bank.

    Args:
        chosen: Path of the user's bank, or empty for the one that ships.
        sample_rate: Frames a second.
        room: Room of the reverb.
        limits: Whether to keep peaks under full scale.
        live: Whether programs that nobody prepared are loaded beside playing.

    Raises:
        SoundError: The chosen bank is missing or broken.
    """
    instruments = load_instruments(chosen, sample_rate=sample_rate, live=live)
    return Desk(instruments, sample_rate=sample_rate, room=room, limits=limits)


def load_instruments(
    chosen: str = "", *, sample_rate: int = SAMPLE_RATE, live: bool = False
) -> Instruments:
    """Return the instruments of a bank; the one that ships plays what a chosen one lacks.

    The arguments are those of `load_synthesizer`.

    Raises:
        SoundError: A bank is missing or broken.
    """
    try:
        bank = corrected(read_bank(shipped_bank()))
    except SoundError as error:
        raise SoundError(
            "Segue's own sound bank cannot be read.", hint="Install Segue again."
        ) from error
    if chosen:
        bank = corrected(read_bank(bank_path(chosen))).with_missing_of(bank)
    return BankInstruments(bank, sample_rate, live=live)


class SynthOutput:
    """A synthesizer on an audio device.

    Messages arrive ahead of time and begin at their exact frame, so the sound does not depend on
    when this process runs. The device's thread calls `block`; `send` may be called from another
    thread.

    Args:
        load: Returns the synthesizer; called after the device is open, because loading takes long.
        name: Name for the user.
        clock: The player's clock, in seconds.
        device: Name of an audio device, or empty for the system's.
        buffer_ms: Milliseconds to render ahead: more is later and safer.

    Attributes:
        live_latency_s: Largest time from a message for "now" to its sound, as far as known.
        underruns: How often the device called too late while something sounded.

    Raises:
        SoundError: There is no such device, or the sound bank is missing or broken.
    """

    kind: OutputKind = "synth"
    banks = BANKS

    def __init__(
        self,
        load: Callable[[], Synthesizer],
        *,
        name: str = BUILT_IN,
        clock: Callable[[], float] = time.perf_counter,
        device: str = "",
        buffer_ms: int = BUFFER_MS,
    ) -> None:
        self.name = name
        self._clock = clock
        buffer_ms = min(_LONGEST_MS, max(_SHORTEST_MS, buffer_ms))
        self._delay_s = buffer_ms / 1000 + _MARGIN_S
        self.lead_s = self._delay_s + _AHEAD_S
        ahead_s = buffer_ms / 1000 * _PERIODS + LOOK_AHEAD / SAMPLE_RATE
        self.latency_s = self._delay_s + ahead_s
        self.live_latency_s = ahead_s
        self._wanted: queue.SimpleQueue[tuple[tuple[int, bool], ...] | None] = queue.SimpleQueue()
        self._device: Any = _open_device(device, buffer_ms)
        try:
            self._synthesizer = load()
        except SoundError:
            self._close_device()
            raise
        self.tape.begin()
        threading.Thread(target=self._prepare, name="sounds", daemon=True).start()
        self._placement = FrameQueue()
        self._lock = threading.Lock()
        self._frame = 0  # number of the next block's first frame
        self._start_s = clock()  # estimated clock time of frame 0
        self._asked_s = clock()
        self._sounding = self._in_use = False
        self.underruns = 0
        blocks = self._blocks()
        next(blocks)
        self._device.start(blocks)

    @property
    def alive(self) -> bool:
        """Whether the device still calls for sound; an unplugged one does not."""
        return self._device is not None and self._clock() - self._asked_s < _SILENT_DEVICE_S

    @property
    def tape(self) -> Tape:
        """The player of a recording beside the notes."""
        return self._synthesizer.tape

    @property
    def borrowed(self) -> frozenset[Program]:
        """The programs that the bank lacks and the one that ships plays."""
        return self._synthesizer.borrowed

    def send(self, message: bytes, at_s: float, *, bank: int = 0) -> None:
        """Play a message at a time, or with the next block if that has passed."""
        channel = 16 * bank + (message[0] & 0x0F)
        # Live playing must not wait for the buffer's length, which only makes others punctual.
        ahead = at_s > self._clock()
        frame = self._frame_at(at_s) if ahead else 0
        with self._lock:
            self._in_use = True
            # If the device has stopped calling, the queue must not grow.
            if not ahead and message[0] & 0xF0 == NOTE_OFF:
                self._placement.withdraw(channel, message[1])
            if len(self._placement) < _MOST_WAITING:
                self._placement.add(max(self._frame, frame), channel, message)

    def _frame_at(self, at_s: float) -> int:
        return round((at_s + self._delay_s - self._start_s) * SAMPLE_RATE)

    def cue(self, at_s: float, place_s: float | None) -> None:
        """From a time on play the recording from a place, together with the notes of that time.

        Args:
            at_s: A time on the player's clock; a cue for it replaces those after it.
            place_s: Seconds of the recording, also before its beginning; None for silence.
        """
        place = None if place_s is None else round(place_s * SAMPLE_RATE)
        with self._lock:
            self._in_use = True
        self.tape.cue(self._frame_at(at_s), place)

    def prepare(self, wanted: Sequence[tuple[int, bool]]) -> None:
        """Prepare programs soon, each (number, whether a drum kit)."""
        self._wanted.put(tuple(wanted))

    def _prepare(self) -> None:
        while (wanted := self._wanted.get()) is not None:
            try:
                self._synthesizer.prepare(wanted)
            except SoundError:  # playing it raises the error again
                continue

    def set_tuning(self, tuning: Tuning | None) -> None:
        """Tune the notes that begin from now on, drums excepted; None is equal temperament."""
        self._synthesizer.set_tuning(tuning)

    def heard(self) -> Heard:
        """Return the sound since the last call and its peaks."""
        return self._synthesizer.heard()

    def cancel(self) -> None:
        """Drop notes that do not sound yet; note-offs and the rest play at once."""
        with self._lock:
            self._placement.drop_notes()

    def close(self) -> None:
        """Close the device at once; what it has not yet called for is never heard.

        The synthesizer keeps sounding notes: the output that uses it next silences them.
        """
        if self._device is not None:
            self._close_device()
            self.tape.load(None)

    def _close_device(self) -> None:
        device, self._device = self._device, None
        self._wanted.put(None)
        with quiet_libraries():
            device.close()

    def _blocks(self) -> Generator[bytes, int, None]:
        frames = yield b""
        while True:
            frames = yield self.block(frames).tobytes()

    def block(self, frames: int) -> Block:
        """Return the next block, (frames, 2) float32; called by the device.

        Silent until something is sent: the device of a closed output may still call.
        """
        now_s = self._clock()
        self._measure(now_s)
        with self._lock:
            in_use = self._in_use
            placed = self._placement.take(self._frame + frames)
        if in_use:
            made = self._synthesizer.play(placed, self._frame, frames)
        else:
            made = np.zeros((frames, 2), np.float32)
        with self._lock:
            self._frame += frames
        self._sounding = bool((abs(made) > _INAUDIBLE_LEVEL).any())
        return made

    def _measure(self, now_s: float) -> None:
        """Follow the device's clock; calls jitter, so each moves the estimate only a little."""
        start_s = now_s - self._frame / SAMPLE_RATE
        error_s = start_s - self._start_s
        if abs(error_s) > _RESYNC_S:
            self.underruns += self._sounding
            self._start_s = start_s
        else:
            self._start_s += _SMOOTHING * error_s
        self._asked_s = now_s


def _open_device(name: str, buffer_ms: int) -> Any:
    with quiet_libraries():
        try:
            return miniaudio.PlaybackDevice(
                output_format=miniaudio.SampleFormat.FLOAT32,
                nchannels=2,
                sample_rate=SAMPLE_RATE,
                buffersize_msec=buffer_ms,
                callback_periods=_PERIODS,
                device_id=device_id("playbacks", name),
                backends=backends(),
                app_name="Segue",
            )
        except miniaudio.MiniaudioError as error:
            raise SoundError(
                "No audio device found.", hint="You can still send MIDI to a port."
            ) from error
