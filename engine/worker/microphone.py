"""A microphone, as frames that arrive; and the file that they are kept in."""

import queue
import time
import wave
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import miniaudio
import numpy as np

from engine.ground.closing import Closing
from engine.ground.errors import SoundError
from engine.listening.network import Floats
from engine.playback.quiet import quiet_libraries
from engine.playback.sound.devices import backends, device_id

# Most devices record at this rate by themselves.
RATE = 48_000
BUFFER_MS = 20
# A device that has not called for this long is gone.
_SILENT_DEVICE_S = 2.0
# miniaudio's MA_INVALID_ARGS and MA_ACCESS_DENIED.
_INVALID_ARGUMENTS, _ACCESS_DENIED = -2, -6
_SAMPLE_BYTES = 2
_FULL = 32_767


class Microphone(Closing):
    """Records one channel at `RATE`; open until `close`.

    Args:
        name: Name of a device, or empty for the system's.
        clock: Seconds.

    Attributes:
        latency_s: From a sound to its frame here, as far as known.
        began_s: When the first frame was taken, by the clock; each block makes it more exact.

    Raises:
        SoundError: There is no such microphone, or the system does not let Segue use it.
    """

    def __init__(self, name: str = "", *, clock: Callable[[], float] = time.monotonic) -> None:
        self.name = name
        self.latency_s = BUFFER_MS / 1000
        self._clock = clock
        self._arrived: queue.SimpleQueue[tuple[bytes, float]] = queue.SimpleQueue()
        self._frames = 0
        self._device = _open_device(name)
        taking = self._take()
        next(taking)
        try:
            with quiet_libraries():
                self._device.start(taking)
        except miniaudio.MiniaudioError as error:
            self.close()
            raise _refusal(error) from error
        self._heard_s = self.began_s = clock()

    def read(self, within_s: float) -> Floats:
        """Return the frames that came, (n, 1); none if none come within a time.

        Raises:
            SoundError: The microphone has gone.
        """
        blocks = []
        try:
            blocks.append(self._arrived.get(timeout=within_s))
            while True:
                blocks.append(self._arrived.get_nowait())
        except queue.Empty:
            pass
        if not blocks:
            if self._clock() - self._heard_s > _SILENT_DEVICE_S:
                raise SoundError(
                    "The microphone has gone; what it recorded until then is kept and heard."
                )
            return np.zeros((0, 1), np.float32)
        for data, at_s in blocks:
            self._frames += len(data) // (4 * self._device.nchannels)
            # A block may come late, never early.
            self.began_s = min(self.began_s, at_s - self._frames / RATE)
        self._heard_s = blocks[-1][1]
        sound = np.frombuffer(b"".join(data for data, _ in blocks), np.float32)
        frames = sound.reshape(-1, self._device.nchannels)
        return np.asarray(frames.mean(axis=1, keepdims=True))

    def close(self) -> None:
        """Close the device."""
        with quiet_libraries():
            self._device.close()

    def _take(self) -> Generator[None, bytes, None]:
        """Take blocks from the device's own thread."""
        while True:
            data = yield
            self._arrived.put((bytes(data), self._clock()))


class Tape(Closing):
    """A WAV file that is whole after each block: what it has stays if this process dies.

    Args:
        path: The file; an older one is replaced.

    Raises:
        SoundError: It cannot be written.
    """

    def __init__(self, path: Path) -> None:
        try:
            self._file = path.open("wb")
        except OSError as error:
            raise SoundError(
                "‘{name}’ cannot be written.", name=path.name, hint=error.strerror or str(error)
            ) from error
        self._wave = wave.open(self._file, "wb")  # noqa: SIM115 - `close` closes it
        self._wave.setparams((1, _SAMPLE_BYTES, RATE, 0, "NONE", ""))

    def write(self, frames: Floats) -> None:
        """Add frames, (n, 1), -1 to 1.

        Raises:
            OSError: The disk is full or gone.
        """
        rounded = np.rint(np.clip(np.nan_to_num(frames), -1, 1) * _FULL)
        self._wave.writeframes(rounded.astype("<i2").tobytes())
        self._file.flush()

    def close(self) -> None:
        """Close the file; without a frame it is an empty recording."""
        try:
            self._wave.close()
        finally:
            self._file.close()


def _open_device(name: str) -> Any:
    with quiet_libraries():
        try:
            try:
                device = _with_channels(2, name)
            except miniaudio.MiniaudioError as error:
                if error.args[1:] != (_INVALID_ARGUMENTS,):
                    raise
                device = _with_channels(1, name)
        except miniaudio.MiniaudioError as error:
            raise _refusal(error) from error
    if device.backend == "Null" and not backends():
        # Without a sound system miniaudio records silence.
        device.close()
        raise _none()
    return device


def _with_channels(channels: int, name: str) -> Any:
    """Open a device; miniaudio makes no mono of the two channels of JACK, which have no names."""
    return miniaudio.CaptureDevice(
        input_format=miniaudio.SampleFormat.FLOAT32,
        nchannels=channels,
        sample_rate=RATE,
        buffersize_msec=BUFFER_MS,
        device_id=device_id("captures", name),
        backends=backends(),
        app_name="Segue",
    )


def _none() -> SoundError:
    return SoundError("No microphone was found.", hint="Plug one in, then try again.")


def _refusal(error: miniaudio.MiniaudioError) -> SoundError:
    if _ACCESS_DENIED in error.args:
        return SoundError(
            "The system does not let Segue use the microphone.",
            hint="Allow it in the system's settings, under privacy.",
        )
    return _none()
