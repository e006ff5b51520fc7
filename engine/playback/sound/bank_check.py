"""Tries every sound of a bank, in a process that may crash."""

from pathlib import Path

from engine.playback.sound.bank import read_bank
from engine.playback.sound.bank_synth import BankInstruments


def tried_bank(path: Path) -> str:
    """Play every preset of a bank for a moment; return the bank's own name.

    Args:
        path: The bank's file.

    Raises:
        SoundError: The bank cannot be read or is broken.
    """
    bank = read_bank(path)
    instruments = BankInstruments(bank)
    for preset in bank.presets:
        instruments.try_out(preset)
    return bank.title
