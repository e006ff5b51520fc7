"""Audio devices of this computer: which system opens them, what they are called."""

import os
from collections.abc import Sequence
from typing import Any, Literal

import miniaudio

from engine.ground.errors import SoundError
from engine.playback.quiet import quiet_libraries

# Name of a miniaudio backend; `null` keeps time without sound, for tests and machines without a
# sound card.
BACKEND_VARIABLE = "SEGUE_AUDIO_BACKEND"

Side = Literal["playbacks", "captures"]


def backends() -> list[Any] | None:
    """Return the system that is chosen for audio devices; None for the usual ones."""
    name = os.environ.get(BACKEND_VARIABLE, "").upper()
    return [miniaudio.Backend[name]] if name in miniaudio.Backend.__members__ else None


def audio_devices(side: Side = "playbacks") -> tuple[str, ...]:
    """Return the names of the devices of one side; none without a sound system."""
    with quiet_libraries():
        try:
            return tuple(str(device["name"]) for device in _known(side))
        except miniaudio.MiniaudioError:
            return ()


def device_id(side: Side, name: str) -> Any:
    """Return what miniaudio calls a device; None, its default, for an empty name.

    Raises:
        SoundError: There is no such device.
        MiniaudioError: There is no sound system.
    """
    if not name:
        return None
    for device in _known(side):
        if device["name"] == name:
            return device["id"]
    raise SoundError(
        "The audio device ‘{name}’ is not there.", name=name, hint="Choose another one."
    )


def _known(side: Side) -> Sequence[dict[str, Any]]:
    devices = miniaudio.Devices(backends())
    found: Sequence[dict[str, Any]] = getattr(devices, f"get_{side}")()
    # Without a sound system miniaudio names devices that keep time in silence.
    return found if backends() or devices.backend != "Null" else ()
