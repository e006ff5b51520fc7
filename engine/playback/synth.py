"""The built-in sound: a synthesizer on an audio device, each message at its exact frame."""

import os
import queue
import threading
import time
from collections.abc import Callable, Generator, Sequence
from typing import Any

import miniaudio
import numpy as np

from engine.errors import SoundError
from engine.messages import BUILT_IN, OutputKind, Room
from engine.playback.bank import find_bank, read_bank, shipped_bank
from engine.playback.bank_synth import BankInstruments
from engine.playback.desk import Desk
from engine.playback.limiter import LOOK_AHEAD
from engine.playback.numpy_synth import NumpyInstruments
from engine.playback.quiet import quiet_libraries
from engine.playback.tones import BANKS, SAMPLE_RATE, Block, Instruments, Placement, Synthesizer
from engine.playback.trims import trims_of
from engine.playback.wire import NOTE_OFF

# One of miniaudio's ways to a device alone; `null` keeps time and makes no sound: tests, machines
# without a card.
BACKEND_VARIABLE = "SEGUE_AUDIO_BACKEND"
BUFFER_MS = 10
_PERIODS = 2
# What is sent ahead of its time sounds one buffer and this later, so that its frame is to come.
_MARGIN_S = 0.002
# What is known before is sent this much earlier than that.
_AHEAD_S = 0.018
_SHORTEST_MS, _LONGEST_MS = 3, 100
_RESYNC_S = 0.05
_SMOOTHING = 0.02
_SILENT_DEVICE_S = 2.0
# Nobody hears a gap in what is softer: 80 dB below full scale.
_INAUDIBLE = 1e-4
_MOST_WAITING = 50_000


def load_synthesizer(
    chosen: str = "",
    *,
    sample_rate: int = SAMPLE_RATE,
    room: Room = "room",
    limits: bool = True,
) -> Desk:
    """Return a desk whose instruments are those of the best bank there is.

    Args:
        chosen: Path of the user's bank, or empty for the best one found.
        sample_rate: Frames a second.
        room: Where it sounds.
        limits: Whether peaks are kept under full scale.

    Raises:
        SoundError: The chosen bank is missing or broken.
    """
    instruments = load_instruments(chosen, sample_rate=sample_rate)
    return Desk(
        instruments,
        sample_rate=sample_rate,
        room=room,
        trims=trims_of(instruments.title),
        limits=limits,
    )


def load_instruments(chosen: str = "", *, sample_rate: int = SAMPLE_RATE) -> Instruments:
    """Return the instruments of the best bank there is; without any, simple tones.

    Raises:
        SoundError: The chosen bank is missing or broken.
    """
    path = find_bank(chosen)
    for candidate in (path, shipped_bank()):
        if candidate is None or not candidate.is_file():
            continue
        try:
            return BankInstruments(read_bank(candidate), sample_rate)
        except SoundError:
            if chosen:
                raise
    return NumpyInstruments(sample_rate)


def audio_devices() -> tuple[str, ...]:
    """Return the names of devices that can sound; none without a sound system."""
    with quiet_libraries():
        try:
            devices = miniaudio.Devices(_backends()).get_playbacks()
        except miniaudio.MiniaudioError:
            return ()
    return tuple(str(device["name"]) for device in devices)


def _backends() -> list[Any] | None:
    name = os.environ.get(BACKEND_VARIABLE, "").upper()
    return [miniaudio.Backend[name]] if name in miniaudio.Backend.__members__ else None


class SynthOutput:
    """A synthesizer on an audio device.

    Messages are given ahead of their time and begin at their exact frame, so the sound does not
    depend on when this process gets the processor. The device's thread asks for blocks; `send` may
    be called from another one.

    Args:
        load: Returns what sounds; called when the device is open, for a bank takes long to load.
        name: As the user knows it.
        clock: The player's clock, in seconds.
        device: Name of an audio device, or empty for the system's.
        buffer_ms: Milliseconds that are made ahead: more is later and safer.

    Attributes:
        live_latency_s: From a message that comes now to its sound, at most, as far as known.
        underruns: How often the device asked too late while something sounded.

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
            self.close()
            raise
        threading.Thread(target=self._prepare, name="sounds", daemon=True).start()
        self._placement = Placement()
        self._lock = threading.Lock()
        self._frame = 0  # first frame of the next block
        self._start_s = clock()  # clock time of frame 0, as measured so far
        self._asked_s = clock()
        self._sounding = self._in_use = False
        self.underruns = 0
        blocks = self._blocks()
        next(blocks)
        self._device.start(blocks)

    @property
    def alive(self) -> bool:
        """Whether the device still asks for sound; one that was pulled out does not."""
        return self._device is not None and self._clock() - self._asked_s < _SILENT_DEVICE_S

    def send(self, message: bytes, at_s: float, *, bank: int = 0) -> None:
        """Let a message sound at a time, or with the next block if that has come."""
        channel = 16 * bank + (message[0] & 0x0F)
        # Who plays now is not to wait for the buffer's length that lets others be punctual.
        ahead = at_s > self._clock()
        frame = round((at_s + self._delay_s - self._start_s) * SAMPLE_RATE) if ahead else 0
        with self._lock:
            self._in_use = True
            # A device that no longer asks must not make the memory grow.
            if not ahead and message[0] & 0xF0 == NOTE_OFF:
                self._placement.withdraw(channel, message[1])
            if len(self._placement) < _MOST_WAITING:
                self._placement.add(max(self._frame, frame), channel, message)

    def prepare(self, wanted: Sequence[tuple[int, bool]]) -> None:
        """Have these programs ready soon; each (number, whether a drum kit)."""
        self._wanted.put(tuple(wanted))

    def _prepare(self) -> None:
        while (wanted := self._wanted.get()) is not None:
            try:
                self._synthesizer.prepare(wanted)
            except SoundError:  # it is told by who plays it
                continue

    def set_room(self, room: Room) -> None:
        """Sound in another room from now on."""
        self._synthesizer.set_room(room)

    def levels(self) -> dict[int, tuple[float, float]]:
        """Return the peaks since this was last asked, left and right, by channel; -1 is all."""
        return self._synthesizer.levels()

    def cancel(self) -> None:
        """Forget notes that do not sound yet; note-offs and the rest play at once."""
        with self._lock:
            self._placement.drop_notes()

    def close(self) -> None:
        """Close the device at once: what it has not asked for yet is never heard.

        The synthesizer is not told of it either; who gives it another device silences it there.
        """
        device, self._device = self._device, None
        if device is not None:
            self._wanted.put(None)
            with quiet_libraries():
                device.close()

    def _blocks(self) -> Generator[bytes, int, None]:
        frames = yield b""
        while True:
            frames = yield self.block(frames).tobytes()

    def block(self, frames: int) -> Block:
        """Return the next block, (frames, 2) float32; called by the device.

        Silence until something is sent: a device that is left may still play on the synthesizer.
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
        self._sounding = bool((abs(made) > _INAUDIBLE).any())
        return made

    def _measure(self, now_s: float) -> None:
        """Follow the device's clock; its calls jitter, so one call moves the estimate a little."""
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
            known = miniaudio.Devices(_backends()).get_playbacks() if name else []
            wanted = [device["id"] for device in known if device["name"] == name]
            if name and not wanted:
                raise SoundError(
                    f"The audio device ‘{name}’ is not there.", hint="Choose another one."
                )
            return miniaudio.PlaybackDevice(
                output_format=miniaudio.SampleFormat.FLOAT32,
                nchannels=2,
                sample_rate=SAMPLE_RATE,
                buffersize_msec=buffer_ms,
                callback_periods=_PERIODS,
                device_id=wanted[0] if wanted else None,
                backends=_backends(),
                app_name="Segue",
            )
        except miniaudio.MiniaudioError as error:
            raise SoundError(
                "No audio device found.", hint="You can still send MIDI to a port."
            ) from error
