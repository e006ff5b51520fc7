"""Measure the latency of a keyboard: the user taps along with clicks; the median counts.

With a cable from a MIDI output to an input, or a program that returns what it receives, the clicks
come back by themselves. That measures the ports alone: half of the time belongs to the output,
which is then sent to earlier, and half to the input, whose notes are then recorded earlier.
"""

from statistics import median

from PySide6.QtCore import QObject, Signal

from app.clients.playing import Playing
from engine import messages
from engine.values.score import Note, Score, Tempo, Track
from engine.values.sound import LARGEST_LATENCY_MS, LARGEST_OFFSET_MS

# Measured clicks, and lead-in clicks before them.
CLICKS, _LEAD = 8, 2
# Fewer taps give no reliable median; the failure's sentence names this number.
_LEAST_TAPS = 5
_BPM, _QUARTER = 100.0, 480
_MS_A_TICK = 60_000 / _BPM / _QUARTER
# General MIDI's side stick: short and easy to hear.
_SIDE_STICK = 37


class Calibrating(QObject):
    """Plays clicks, records the taps, and saves their median delay.

    Signals:
        began: The clicks began.
        tapped: A tap arrived (the number so far).
        measured: The offset was saved (the input, the offset in milliseconds, the median deviation
            of
            the taps in milliseconds).
        failed: Nothing was changed (the sentence for the user).
    """

    began = Signal()
    tapped = Signal(int)
    measured = Signal(str, int, int)
    failed = Signal(object)

    def __init__(self, playing: Playing, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._playing = playing
        self._on = self._by_cable = False
        self._output = ""
        self._taps: dict[str, dict[int, float]] = {}
        playing.note_played.connect(self._on_note)

    @property
    def on(self) -> bool:
        """Whether the clicks are playing."""
        return self._on

    @property
    def by_cable(self) -> bool:
        """Whether the current or last measurement uses a cable."""
        return self._by_cable

    def start(self, *, cable: bool = False) -> None:
        """Play two lead-in clicks and eight clicks to tap along with.

        Args:
            cable: Whether a cable returns the clicks. Inputs are then not played through, which
                would
                cause a MIDI loop.
        """
        output = self._playing.output
        if self._on:
            return
        self._taps, self._by_cable = {}, cable
        self._output = output.name if output is not None else ""
        if cable and (output is None or output.kind not in {"port", "virtual"}):
            self.failed.emit(self.tr("A cable measures a MIDI output. Choose one first."))
            return
        self._playing.audio.play_through(on=not cable)
        self._playing.leases.audition(clicks(), 0, ended=self._on_end)
        self._on = True
        self.began.emit()

    def _on_note(self, event: messages.NotePlayed) -> None:
        if not self._on or not event.velocity:
            return
        # The clicks follow the tempo factor: at half speed a tick lasts twice as long.
        tick_ms = _MS_A_TICK / self._playing.speed
        # Without the offset that is set: a wrong one would move taps to a neighbouring click.
        tick = event.tick - self._offset_ms(event.port) / tick_ms
        click = round(tick / _QUARTER)
        if _LEAD <= click < _LEAD + CLICKS:
            late_ms = (tick - click * _QUARTER) * tick_ms
            self._taps.setdefault(event.port, {})[click] = late_ms
            self.tapped.emit(max(map(len, self._taps.values())))

    def _offset_ms(self, port: str) -> int:
        return self._playing.audio.choices.offsets_ms.get(port, 0)

    def _on_end(self) -> None:
        self._on = False
        self._playing.audio.play_through(on=True)
        port = max(self._taps, key=lambda name: len(self._taps[name]), default="")
        late = list(self._taps.get(port, {}).values())
        if len(late) < _LEAST_TAPS and self._by_cable:
            self.failed.emit(
                self.tr(
                    "What was sent did not come back. Connect the output to an input that is"
                    " chosen, or tap along instead. Nothing was changed."
                )
            )
        elif len(late) < _LEAST_TAPS:
            self.failed.emit(self.tr("Fewer than five taps were heard. Nothing was changed."))
        elif not port:
            self.failed.emit(self.tr("The computer's keys need no calibration."))
        else:
            self._keep(port, late)

    def _keep(self, port: str, late: list[float]) -> None:
        sound, middle = self._playing.audio, median(late)
        own = middle
        if self._by_cable:
            # The clicks were sent earlier by the latency that is set.
            whole = middle + sound.choices.latencies_ms.get(self._output, 0)
            latency = min(LARGEST_LATENCY_MS, max(0, round(whole / 2)))
            sound.choose_of("latencies_ms", self._output, latency)
            own = whole - latency
        offset = min(LARGEST_OFFSET_MS, max(-LARGEST_OFFSET_MS, round(-own)))
        sound.choose_of("offsets_ms", port, offset)
        self.measured.emit(port, offset, round(median(abs(each - middle) for each in late)))


def clicks() -> Score:
    """Return the score of the clicks."""
    last = _LEAD + CLICKS - 1
    notes = [
        # The last click is long, so that late taps arrive before playback ends.
        Note(_QUARTER * i, _SIDE_STICK, 2 * _QUARTER if i == last else _QUARTER // 2, 110)
        for i in range(last + 1)
    ]
    track = Track(name="Click", is_drum=True).with_notes(notes)
    return Score(ticks_per_quarter=_QUARTER, tracks=(track,), tempos=(Tempo(0, _BPM),))
