"""Names of MIDI controllers in the window's language."""

from PySide6.QtCore import QCoreApplication


def control_names() -> dict[int, str]:
    """Return the controllers that have names (MIDI 1.0, control change messages)."""
    tr = QCoreApplication.translate
    return {
        1: tr("Controls", "Modulation"),
        2: tr("Controls", "Breath"),
        5: tr("Controls", "Portamento time"),
        7: tr("Controls", "Volume"),
        10: tr("Controls", "Pan"),
        11: tr("Controls", "Expression"),
        64: tr("Controls", "Sustain"),
        65: tr("Controls", "Portamento"),
        66: tr("Controls", "Sostenuto"),
        67: tr("Controls", "Soft pedal"),
        71: tr("Controls", "Resonance"),
        74: tr("Controls", "Brightness"),
        91: tr("Controls", "Reverb"),
        93: tr("Controls", "Chorus"),
    }


def control_name(number: int) -> str:
    """Return the number with its name, such as `64 Sustain`; the number alone without a name."""
    name = control_names().get(number, "")
    return f"{number} {name}".strip()
