"""The events of a jam as sentences on the page: no dialog opens while somebody plays."""

from PySide6.QtCore import QObject, Signal

from app.clients.calibrating import CLICKS, Calibrating
from app.clients.jamming import Jam
from app.clients.playing import Playing
from app.words.engine import translate_engine_text
from engine import messages


class JamSentences(QObject):
    """Turns events into sentences.

    Args:
        jam: The jam, which may pause, resume or fail.
        playing: Its ports appear and disappear.
        calibrating: The latency measurement.

    Signals:
        sentence_changed: A sentence, and whether it is a warning; an empty one removes the last.
    """

    sentence_changed = Signal(str, bool)

    def __init__(
        self, jam: Jam, playing: Playing, calibrating: Calibrating, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._jam, self._playing, self._calibrating = jam, playing, calibrating
        self._gone = ""
        jam.underrun.connect(self._on_underrun)
        jam.rested.connect(lambda sentence: self.sentence_changed.emit(sentence, True))
        jam.resumed.connect(self._on_resumed)
        jam.failed.connect(self._on_failed)
        playing.ports_changed.connect(self._on_ports)
        playing.output_lost.connect(self._on_output_lost)
        playing.output_changed.connect(self._on_output)
        playing.noticed.connect(self._on_notice)
        calibrating.began.connect(self._on_clicks)
        calibrating.tapped.connect(self._on_tap)
        calibrating.measured.connect(self._on_measured)
        calibrating.failed.connect(lambda sentence: self.sentence_changed.emit(sentence, True))

    # --- during a jam -------------------------------------------------------------------------

    def _on_underrun(self, event: messages.JamUnderrun) -> None:
        if event.suggests:
            text = self.tr(
                "Segue was not ready in time %1 times in half a minute and played its last bar"
                " again. Use a smaller model, or close other programs."
            )
            self.sentence_changed.emit(text.replace("%1", str(event.lately)), True)

    def _on_resumed(self) -> None:
        self.sentence_changed.emit(self.tr("Segue is back, and remembers all you played."), False)

    def _on_failed(self, event: messages.Failed) -> None:
        text = f"{translate_engine_text(event.message)} {translate_engine_text(event.hint)}"
        self.sentence_changed.emit(text.strip(), True)

    def _on_notice(self, sentence: str) -> None:
        if self._jam.on:
            self.sentence_changed.emit(translate_engine_text(sentence), True)

    def _on_ports(self, ports: messages.PortsChanged) -> None:
        chosen = self._playing.audio.choices.inputs
        gone = next((name for name in chosen if name not in ports.inputs), "")
        if not self._jam.on or gone == self._gone:
            return
        self._gone = gone
        if gone:
            text = self.tr(
                "‘%1’ was disconnected. Its keys were let go; it is used again when it is back."
            )
            self.sentence_changed.emit(text.replace("%1", gone), True)
        else:
            self.sentence_changed.emit(self.tr("Your keyboard is back."), False)

    def _on_output_lost(self, name: str) -> None:
        if self._jam.on:
            text = self.tr(
                "The sound of ‘%1’ is gone. The jam goes on, and is heard when it is back."
            )
            self.sentence_changed.emit(text.replace("%1", name), True)

    def _on_output(self, output: messages.OutputOpened | None) -> None:
        if self._jam.on and output is not None:
            self.sentence_changed.emit("", False)

    # --- calibrating --------------------------------------------------------------------------

    def _on_clicks(self) -> None:
        text = self.tr("Two clicks, then eight more: tap any key along with these eight.")
        if self._calibrating.by_cable:
            text = self.tr("Ten notes go out over the cable.")
        self.sentence_changed.emit(text, False)

    def _on_tap(self, count: int) -> None:
        text = self.tr("%1 of %2 taps").replace("%1", str(count)).replace("%2", str(CLICKS))
        self.sentence_changed.emit(text, False)

    def _on_measured(self, port: str, offset_ms: int, spread_ms: int) -> None:
        text = self.tr(
            "What you play on ‘%1’ is recorded %2 ms later from now on; half of your taps lay"
            " within %3 ms."
        )
        if offset_ms <= 0 and self._calibrating.by_cable:
            text = self.tr(
                "What arrives on ‘%1’ is recorded %2 ms earlier from now on, and the output gets"
                " its notes as much earlier as it is late; over the cable half of the notes lay"
                " within %3 ms."
            )
        elif offset_ms <= 0:
            text = self.tr(
                "What you play on ‘%1’ is recorded %2 ms earlier from now on; half of your taps"
                " lay within %3 ms."
            )
        text = text.replace("%1", port).replace("%2", str(abs(offset_ms)))
        self.sentence_changed.emit(text.replace("%3", str(spread_ms)), False)
