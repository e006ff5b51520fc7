"""The dialog for the options of an audio export."""

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QDialogButtonBox, QWidget

from app.settings.setting import OneOf, Setting, Switch
from app.widgets.settings.form import Form, FormDialog
from engine.values.sound import AudioOptions

_USUAL = AudioOptions()


def audio_form(options: AudioOptions, *, suffix: str) -> Form[AudioOptions]:
    """Return the form with the options.

    Args:
        options: The initial options.
        suffix: The file's ending; `.ogg` has no sample format.
    """
    # A film has 48 kHz, a CD 44.1.
    rates = ((44_100, _tr("44.1 kHz")), (48_000, _tr("48 kHz")))
    # Streaming services use -14 to -16, EBU R 128 -23.
    loudnesses = (
        (-14.0, _tr("-14 LUFS (streaming)")),
        (-16.0, _tr("-16 LUFS (usual)")),
        (-18.0, _tr("-18 LUFS (quieter)")),
        (-23.0, _tr("-23 LUFS (broadcast)")),
        (None, _tr("As it is, peaks at -1 dB")),
    )
    samples = (
        ("16", _tr("16 bits, dithered")),
        ("24", _tr("24 bits")),
        ("float", _tr("Floating point")),
    )
    rooms = (("off", _tr("None")), ("room", _tr("Room")), ("hall", _tr("Hall")))
    no_samples = _tr("An Ogg file has no sample format.") if suffix.lower() == ".ogg" else ""
    rows = (
        Setting("samples", _tr("&Samples"), "", OneOf(samples), unless=lambda _options: no_samples),
        Setting("sample_rate", _tr("Sample &rate"), "", OneOf(rates), _USUAL.sample_rate),
        Setting("loudness", _tr("&Loudness"), "", OneOf(loudnesses), _USUAL.loudness),
        Setting("room", _tr("R&oom"), "", OneOf(rooms)),
        Setting("stems", _tr("Each &track in a file of its own, too"), "", Switch()),
    )
    return Form(rows, options)


def ask_audio_options(
    parent: QWidget | None, options: AudioOptions, *, suffix: str
) -> AudioOptions | None:
    """Ask for the options of an audio export; None if the user cancels."""
    form = audio_form(options, suffix=suffix)
    save = QDialogButtonBox.StandardButton.Save
    return FormDialog(parent, form, title=_tr("Export audio"), accept=save).asked()


def _tr(text: str) -> str:
    return QCoreApplication.translate("AudioOptionsDialog", text)
