"""The dialog for the tuning of a piece, and for how MIDI outputs play it."""

from collections.abc import Iterable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QHBoxLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.widgets.buttons import give_reason
from app.widgets.dialog_parts import form_layout, ok_and_cancel
from app.widgets.words import words
from app.words.figures import decimal
from app.words.tunings import tuning_name
from engine.tunings.known_tunings import KNOWN_TUNINGS
from engine.values.sound import TuningOut
from engine.values.tuning import C4_KEY, Tuning

# Pixels.
_WIDTH = 460
_KEYS_OF_OCTAVE = range(C4_KEY, C4_KEY + 12)


class TuningDialog(QDialog):
    """Asks for a tuning.

    Args:
        tuning: The piece's tuning; None for equal temperament.
        out: How MIDI outputs play it.
        keys: The keys of the piece's notes, without drums, one for each note.

    Signals:
        scale_wanted: The user wants to open a Scala file.
        mapping_wanted: The user wants to open a keyboard mapping for the scale.
    """

    scale_wanted = Signal()
    mapping_wanted = Signal()

    def __init__(
        self,
        tuning: Tuning | None,
        out: TuningOut,
        keys: Iterable[int] = (),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Tuning"))
        self._keys = tuple(keys)
        self._tunings: list[Tuning | None] = [None, *KNOWN_TUNINGS]
        self._make_fields()
        self._lay_out()
        for each in self._tunings:
            self._choice.addItem(tuning_name(each))
        self.allow_mapping(on=False)
        self._out.setCurrentIndex(self._out.findData(out))
        self._choice.currentIndexChanged.connect(lambda _index: self._describe())
        self._choose(tuning)

    def _make_fields(self) -> None:
        self._choice = QComboBox()
        self._choice.setToolTip(self.tr("What the pitches of the keys are, drums excepted"))
        self._scale = QPushButton(self.tr("Open a &Scala file…"))
        self._scale.setToolTip(self.tr("Read a scale from a file that ends in .scl"))
        self._scale.clicked.connect(lambda _checked=False: self.scale_wanted.emit())
        self._mapping = QPushButton(self.tr("&Keyboard mapping…"))
        self._mapping.clicked.connect(lambda _checked=False: self.mapping_wanted.emit())
        self._out = QComboBox()
        for how, text in (
            ("mts", self.tr("tuned as a whole (MTS)")),
            ("mpe", self.tr("with a bend for each note (MPE)")),
            ("off", self.tr("in equal temperament")),
        ):
            self._out.addItem(text, how)
        self._out.setToolTip(
            self.tr(
                "MTS needs a device that knows the MIDI Tuning Standard; MPE is heard almost"
                " everywhere, with up to 14 notes at a time"
            )
        )
        self._cents, self._silent, self._wrong = (
            words(wrap=True),
            words(wrap=True),
            words(wrap=True),
        )

    def _lay_out(self) -> None:
        form = form_layout()
        for label, field in (
            (self.tr("&Tuning"), self._choice),
            (self.tr("&MIDI outputs play"), self._out),
        ):
            form.addRow(label, field)
            field.setAccessibleName(label.replace("&", ""))
            field.setMinimumHeight(28)
        files = QHBoxLayout()
        files.addWidget(self._scale)
        files.addWidget(self._mapping)
        files.addStretch()
        form.insertRow(1, "", files)
        note = words(wrap=True)
        note.setText(
            self.tr(
                "Segue composes in 12 notes: the model, the key and the scale on the keyboard stay"
                " as they are. Only the pitches that you hear change."
            )
        )
        column = QVBoxLayout(self)
        column.setSpacing(10)
        column.addLayout(form)
        for sentence in (self._wrong, self._cents, self._silent, note):
            column.addWidget(sentence)
        column.addWidget(ok_and_cancel(self))
        self.setMinimumWidth(_WIDTH)

    # --- the choice --------------------------------------------------------------------------

    def tuning(self) -> Tuning | None:
        """Return the chosen tuning; None is equal temperament."""
        return self._tunings[self._choice.currentIndex()]

    def out(self) -> TuningOut:
        """Return how MIDI outputs are to play it."""
        how: TuningOut = self._out.currentData()
        return how

    def show_read(self, tuning: Tuning) -> None:
        """Choose a tuning that was read from files."""
        self._choose(tuning)

    def show_failure(self, sentence: str) -> None:
        """Say why a file could not be read; the choice stays."""
        self._wrong.setText(sentence)
        self._wrong.show()

    def allow_mapping(self, *, on: bool) -> None:
        """Let the user choose a keyboard mapping, because a scale was read."""
        reason = "" if on else self.tr("Open a Scala file first.")
        tooltip = self.tr("Read which key plays which note of the scale from a .kbm file")
        give_reason(self._mapping, reason, tooltip=tooltip)

    def _choose(self, tuning: Tuning | None) -> None:
        if tuning not in self._tunings:
            # One tuning from files at a time: the last one that was read.
            del self._tunings[1 + len(KNOWN_TUNINGS) :]
            while self._choice.count() > len(self._tunings):
                self._choice.removeItem(self._choice.count() - 1)
            self._tunings.append(tuning)
            self._choice.addItem(tuning_name(tuning) or self.tr("From a file"))
        self._choice.setCurrentIndex(self._tunings.index(tuning))
        self._describe()

    def _describe(self) -> None:
        tuning = self.tuning()
        self._wrong.hide()
        self._cents.setText(self._cents_text(tuning))
        silent = tuning.silent_keys if tuning is not None else frozenset()
        count = sum(key in silent for key in self._keys)
        self._silent.setText(
            self.tr(
                "%n note(s) of the piece are on keys that this tuning leaves out; they are silent.",
                None,
                count,
            )
        )
        self._silent.setVisible(count > 0)

    def _cents_text(self, tuning: Tuning | None) -> str:
        names = self.tr("C C♯ D E♭ E F F♯ G G♯ A B♭ B").split()
        away = [0.0 if tuning is None else tuning.cents_of(key) for key in _KEYS_OF_OCTAVE]
        # A name and its number stay on one line.
        pairs = zip(names, away, strict=True)
        cents = " · ".join(f"{name}\N{NO-BREAK SPACE}{_signed(value)}" for name, value in pairs)
        return self.tr("Cents from equal temperament, from middle C on: %1.").replace("%1", cents)


def _signed(cents: float | None) -> str:
    """Return cents with their sign; a dash for a key that is silent."""
    if cents is None:
        return "–"
    shown = round(cents, 1)
    sign = "+" if shown > 0 else "\N{MINUS SIGN}" if shown < 0 else ""
    return sign + decimal(abs(shown), 1)
