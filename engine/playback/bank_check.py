"""Whether all of a sound bank can be played: found out where it may end the process."""

from pathlib import Path

from engine.playback.bank import read_bank
from engine.playback.bank_synth import BankInstruments


def tried_bank(path: Path) -> str:
    """Return what a bank calls itself, every sound of which was made and heard for a moment.

    Args:
        path: The bank's file.

    Raises:
        SoundError: It cannot be read or is broken.
    """
    bank = read_bank(path)
    instruments = BankInstruments(bank)
    for preset in bank.presets:
        instruments.try_out(preset)
    return bank.title
