"""The dialog for the options of an audio export."""

from dataclasses import dataclass

from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QVBoxLayout,
    QWidget,
)

# Bits of a sample; `float` has 32.
_SAMPLES = ("16", "24", "float")
# Frames a second, as on CDs and in films.
_RATES = (44_100, 48_000)
# LUFS: streaming services use -14 to -16, EBU R 128 -23; None keeps the loudness.
_LOUDNESSES: tuple[float | None, ...] = (-14.0, -16.0, -18.0, -23.0, None)
_ROOMS = ("off", "room", "hall")


@dataclass(frozen=True, slots=True, kw_only=True)
class AudioChoice:
    """The options of an audio export.

    Attributes:
        samples: `16`, `24` or `float`.
        sample_rate: 44,100 or 48,000 Hz.
        loudness: In LUFS; None keeps the loudness.
        stems: Whether to write each track to a file of its own as well.
        room: `off`, `room` or `hall`.
    """

    samples: str = "16"
    sample_rate: int = 44_100
    loudness: float | None = -16.0
    stems: bool = False
    room: str = "room"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Field:
    """A labelled combo box.

    Attributes:
        label: The label.
        names: The entries.
        current: Index of the selected entry.
    """

    label: str
    names: tuple[str, ...]
    current: int


class AudioOptionsDialog(QDialog):
    """Asks for the options of an audio export.

    Args:
        options: The initial options.
        suffix: The file's ending; `.ogg` has no sample format.
    """

    def __init__(self, options: AudioChoice, *, suffix: str, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Export audio"))
        self._form = QFormLayout()
        self._form.setHorizontalSpacing(16)
        self._form.setVerticalSpacing(10)
        self._samples = self._add(
            _Field(
                label=self.tr("&Samples"),
                names=(self.tr("16 bits, dithered"), self.tr("24 bits"), self.tr("Floating point")),
                current=_SAMPLES.index(options.samples),
            )
        )
        self._samples.setEnabled(suffix.lower() != ".ogg")
        self._rate = self._add(
            _Field(
                label=self.tr("Sample &rate"),
                names=(self.tr("44.1 kHz"), self.tr("48 kHz")),
                current=_RATES.index(options.sample_rate) if options.sample_rate in _RATES else 0,
            )
        )
        known = options.loudness in _LOUDNESSES
        self._loudness = self._add(
            _Field(
                label=self.tr("&Loudness"),
                names=(
                    self.tr("-14 LUFS (streaming)"),
                    self.tr("-16 LUFS (usual)"),
                    self.tr("-18 LUFS (quieter)"),
                    self.tr("-23 LUFS (broadcast)"),
                    self.tr("As it is, peaks at -1 dB"),
                ),
                current=_LOUDNESSES.index(options.loudness) if known else 1,
            )
        )
        self._room = self._add(
            _Field(
                label=self.tr("R&oom"),
                names=(self.tr("None"), self.tr("Room"), self.tr("Hall")),
                current=_ROOMS.index(options.room),
            )
        )
        self._stems = QCheckBox(self.tr("Each &track in a file of its own, too"))
        self._stems.setChecked(options.stems)
        self._form.addRow(self._stems)
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel
        )
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addLayout(self._form)
        column.addWidget(buttons)

    def _add(self, field: _Field) -> QComboBox:
        box = QComboBox()
        box.addItems(list(field.names))
        box.setCurrentIndex(field.current)
        box.setAccessibleName(field.label.replace("&", ""))
        self._form.addRow(field.label, box)
        return box

    def options(self) -> AudioChoice:
        """Return the chosen options."""
        return AudioChoice(
            samples=_SAMPLES[self._samples.currentIndex()],
            sample_rate=_RATES[self._rate.currentIndex()],
            loudness=_LOUDNESSES[self._loudness.currentIndex()],
            stems=self._stems.isChecked(),
            room=_ROOMS[self._room.currentIndex()],
        )


def ask_audio_options(
    parent: QWidget | None, options: AudioChoice, *, suffix: str
) -> AudioChoice | None:
    """Ask for the options of an audio export; None if the user cancels."""
    dialog = AudioOptionsDialog(options, suffix=suffix, parent=parent)
    accepted = dialog.exec() == QDialog.DialogCode.Accepted
    made = dialog.options()
    dialog.deleteLater()
    return made if accepted else None
