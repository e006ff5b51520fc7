"""The patch of a channel: program, bank, and whether its keys are drums.

A bank counts from the next program change on. Channel 10 plays drums. General MIDI 2, Roland GS and
Yamaha XG have further ways to make a channel a drum channel, or channel 10 a melodic one.
"""

from dataclasses import dataclass
from enum import Enum

from engine.values.channel_numbers import DRUM_CHANNEL

# Controllers of Bank Select.
BANK_COARSE, BANK_FINE = 0, 32
BANKS = frozenset({BANK_COARSE, BANK_FINE})
# GM2 calls 120 the bank of drums and 121 that of instruments; XG calls 126 and 127 drums.
_DRUM_BANKS = frozenset({120, 126, 127})
_GM2_INSTRUMENTS = 121
# Roland GS, "use for rhythm part": 41 dev 42 12 40 1x 15 mm sum F7.
_GS_RHYTHM_LENGTH = 10
# Yamaha XG, "part mode": 43 1n 4C 08 part 07 mode F7.
_XG_MODE_LENGTH = 8


class SoundStandard(Enum):
    """The standard that a system message puts a device into."""

    NONE = "none"
    GM = "General MIDI"
    GM2 = "General MIDI 2"
    GS = "Roland GS"
    XG = "Yamaha XG"


@dataclass(frozen=True, slots=True, order=True)
class Patch:
    """The patch of a channel.

    Attributes:
        program: 0 to 127; the kit where it plays drums.
        coarse: The bank's coarse number, or -1 where nothing chose one, which sounds as 0 does.
        fine: The bank's fine number, or -1.
        is_drum: Whether its keys are drums.
    """

    program: int = 0
    coarse: int = -1
    fine: int = -1
    is_drum: bool = False

    @property
    def sound(self) -> tuple[int, int, int, bool]:
        """The values that equal-sounding patches share; a bank that was not chosen is 0."""
        return self.program, max(0, self.coarse), max(0, self.fine), self.is_drum


def standard_reset_by(data: bytes) -> SoundStandard | None:
    """Return the standard that a system exclusive message starts, with all channels at rest.

    Args:
        data: Without the F0, with the F7.
    """
    if len(data) == 5 and data[0] == 0x7E and data[2] == 0x09:
        of_gm = {1: SoundStandard.GM, 3: SoundStandard.GM2}
        return of_gm.get(data[3])
    if data[0:1] == b"\x41" and data[2:8] == b"\x42\x12\x40\x00\x7f\x00":
        return SoundStandard.GS
    if data[0:1] == b"\x43" and data[2:7] == b"\x4c\x00\x00\x7e\x00":
        return SoundStandard.XG
    return None


def rhythm_set_by(data: bytes) -> tuple[int, bool] | None:
    """Return the channel that a system exclusive message makes a drum channel or a melodic one.

    Args:
        data: Without the F0, with the F7.
    """
    is_gs = len(data) == _GS_RHYTHM_LENGTH and data[0] == 0x41 and data[2:5] == b"\x42\x12\x40"
    if is_gs and data[5] & 0xF0 == 0x10 and data[6] == 0x15:
        block = data[5] & 15
        # Roland counts channel 10 as the first part.
        return DRUM_CHANNEL if block == 0 else block - (block <= DRUM_CHANNEL), data[7] > 0
    is_xg = len(data) == _XG_MODE_LENGTH and data[0] == 0x43 and data[2:4] == b"\x4c\x08"
    if is_xg and data[5] == 0x07 and data[4] < 16:
        return data[4], data[6] > 0
    return None


class PatchState:
    """Follows the patch of a channel from message to message.

    Args:
        channel: 0 to 15.
        standard: The standard that its device was put into before.
    """

    def __init__(self, channel: int, standard: SoundStandard = SoundStandard.NONE) -> None:
        self._channel = channel
        self._rhythm: bool | None = None
        self.reset(standard)

    def reset(self, standard: SoundStandard) -> None:
        """Do what a system message does that puts the device into a standard."""
        self._standard = standard
        self._rhythm = None
        self._next_bank = [-1, -1]
        self._selected = (0, -1, -1)

    def choose_bank(self, number: int, value: int) -> None:
        """Take a bank for the next program change; `number` is a controller's, 0 or 32."""
        self._next_bank[number == BANK_FINE] = value

    def choose_program(self, program: int) -> None:
        """Change the program, and with it the bank."""
        coarse, fine = self._next_bank
        self._selected = program, coarse, fine

    def set_rhythm(self, *, is_drum: bool) -> None:
        """Make it a drum channel or a melodic one by a system message."""
        self._rhythm = is_drum

    @property
    def patch(self) -> Patch:
        """The patch now."""
        return Patch(*self._selected, is_drum=self._plays_drums())

    def _plays_drums(self) -> bool:
        if self._rhythm is not None:
            return self._rhythm
        coarse = self._selected[1]
        # Roland devices have variations of instruments in these banks.
        if coarse in _DRUM_BANKS and self._standard is not SoundStandard.GS:
            return True
        if self._channel != DRUM_CHANNEL:
            return False
        melodic = coarse == _GM2_INSTRUMENTS and self._standard is SoundStandard.GM2
        # On an XG device channel 10 plays instruments once a bank of instruments was chosen. Bank
        # 0 is left out: files that were made for other devices send it to all channels.
        return not (melodic or (self._standard is SoundStandard.XG and coarse > 0))
