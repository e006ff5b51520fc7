"""Edit tempo, meter, key and markers from the ruler's menu or at the playhead."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtWidgets import QMenu

from app.clients.playing import Playing
from app.main_window import dialogs
from app.main_window.compose_page import ComposePage
from app.main_window.shell import Shell
from app.state import edits
from app.state.current_key import CurrentKey
from app.state.document import Document
from app.views.notice_strip import NoticeText
from app.widgets.key_names import key_name
from app.widgets.menus import add_action
from engine.harmony.keys import Key
from engine.values.event_kinds import KEY, MARKER, METER, TEMPO, RulerKind
from engine.values.score import Score

if TYPE_CHECKING:
    from engine.values.time import Timeline

# Bounds of a typed tempo in quarters per minute.
SLOWEST, FASTEST = 10.0, 400.0
METERS = (
    "2/4",
    "3/4",
    "4/4",
    "5/4",
    "6/4",
    "7/4",
    "3/8",
    "5/8",
    "6/8",
    "7/8",
    "9/8",
    "12/8",
    "2/2",
    "3/2",
)
# Bounds of a typed meter.
MOST_BEATS, BEATS = 64, (1, 2, 4, 8, 16, 32)
# Tonics in the order of the circle of fifths, for the list of keys.
_FIFTHS = (0, 7, 2, 9, 4, 11, 6, 1, 8, 3, 10, 5)


def meter_of(text: str) -> tuple[int, int] | None:
    """Parse a meter such as 7/8 or "7 / 8"; None if it is not valid."""
    above, _, below = text.partition("/")
    if not (above.strip().isdecimal() and below.strip().isdecimal()):
        return None
    meter = int(above), int(below)
    return meter if 1 <= meter[0] <= MOST_BEATS and meter[1] in BEATS else None


class RulerEdits(QObject):
    """Asks for a value from a bar line on and makes it an undo step.

    Signals:
        beats_asked: Show how the piece counts, at a tick.
    """

    beats_asked = Signal(int)

    def __init__(
        self,
        shell: Shell,
        page: ComposePage,
        document: Document,
        *,
        key: CurrentKey,
        playing: Playing,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._shell = shell
        self._page = page
        self._document = document
        self._key = key
        self._playing = playing
        page.ruler.menu_requested.connect(self._open_menu)
        shell.transport.other_meter_clicked.connect(shell.actions["meter_here"].trigger)
        for name, ask in (
            ("tempo_here", self.ask_tempo),
            ("meter_here", self.ask_meter),
            ("key_here", self.ask_key),
        ):
            shell.actions[name].triggered.connect(
                lambda _checked=False, do=ask: do(self._bar_line())
            )
        shell.actions["marker_here"].triggered.connect(
            lambda _checked=False: self.ask_marker(round(self._playing.tick))
        )

    def ask_tempo(self, tick: int) -> None:
        """Ask for the tempo from a tick on."""
        now = self._timeline.tempo.bpm_at(tick)
        bpm = dialogs.ask_number(
            self._shell.frame,
            self._titled(self.tr("Tempo from bar %1"), tick),
            self.tr("Quarter notes a minute"),
            now,
            low=SLOWEST,
            high=FASTEST,
        )
        if bpm is not None:
            self._edit(self.tr("Tempo"), lambda score: edits.with_tempo_from(score, tick, bpm))

    def ask_meter(self, tick: int) -> None:
        """Ask for the meter from a bar line on."""
        signature = self._timeline.bars.signature_at(tick)
        now = f"{signature.numerator}/{signature.denominator}"
        known = list(METERS) if now in METERS else [now, *METERS]
        title = self._titled(self.tr("Meter from bar %1"), tick)
        typed = dialogs.ask_entry(
            self._shell.frame, title, self.tr("Beats in a bar"), known, known.index(now)
        )
        if typed is None:
            return
        meter = meter_of(typed)
        if meter is None:
            text = self.tr("‘%1’ is no meter: write it like 7/8, with 1, 2, 4, 8, 16 or 32 below.")
            notice = NoticeText(
                key="meter", about="piece", happened=text.replace("%1", typed), seconds=10.0
            )
            self._shell.notices.show_notice(notice)
            return
        self._shell.notices.clear_notice("meter")
        above, below = meter
        self._edit(
            self.tr("Meter"),
            lambda s: edits.with_meter_from(s, tick, numerator=above, denominator=below),
        )

    def ask_key(self, tick: int) -> None:
        """Ask for the key from a bar line on."""
        keys = [Key(tonic, minor) for minor in (False, True) for tonic in _FIFTHS]
        now = self._key.at(tick)
        title = self._titled(self.tr("Key from bar %1"), tick)
        current = keys.index(now) if now in keys else 0
        chosen = dialogs.ask_choice(
            self._shell.frame, title, self.tr("Key"), [key_name(key) for key in keys], current
        )
        if chosen is not None:
            self._edit(self.tr("Key"), lambda s: edits.with_key_from(s, tick, keys[chosen]))

    def ask_marker(self, tick: int) -> None:
        """Ask for a marker's text; empty text removes it."""
        now = next((m.text for m in self._score.markers if m.tick == tick), "")
        text = dialogs.ask_text(
            self._shell.frame,
            self._titled(self.tr("Marker in bar %1"), tick),
            self.tr("Its words"),
            now,
        )
        if text is not None:
            self._edit(self.tr("Marker"), lambda s: edits.with_marker(s, tick, text.strip()))

    # --- the menu ---------------------------------------------------------------------------

    def _open_menu(self, place: QPoint, tick: int) -> None:
        menu = self.menu_at(tick)
        menu.exec(place)
        menu.deleteLater()

    def menu_at(self, tick: int) -> QMenu:
        """Return the menu for the bar and the beat at a tick."""
        bars = self._timeline.bars
        bar = bars.bar_at(tick)
        start, end = bars.start_of(bar), bars.start_of(bar + 1)
        menu = QMenu(self._shell.frame)
        for text, ask in (
            (self.tr("Tempo from bar %1…"), self.ask_tempo),
            (self.tr("Meter from bar %1…"), self.ask_meter),
            (self.tr("Key from bar %1…"), self.ask_key),
            (self.tr("Marker in bar %1…"), self.ask_marker),
        ):
            add_action(menu, text.replace("%1", str(bar + 1)), partial(ask, start))
        menu.addSeparator()
        add_action(menu, self.tr("Correct the bars…"), partial(self.beats_asked.emit, tick))
        menu.addSeparator()
        for text, kind, found in self._changes(start, end):
            add_action(menu, text, partial(self._remove, kind, start, end), reason=found)
        menu.addSeparator()
        add_action(menu, self.tr("Loop this bar"), partial(self._playing.set_loop, start, end))
        go_on = partial(self._page.ruler.boundary_dragged.emit, start)
        add_action(menu, self.tr("Continue from here"), go_on)
        return menu

    def _changes(self, start: int, end: int) -> tuple[tuple[str, RulerKind[Any], str], ...]:
        """Return (text, kind, reason against it) for each kind of event that a bar may have."""
        none = self.tr("Nothing of this kind begins in this bar.")

        def reason(kind: RulerKind[Any]) -> str:
            first = _first_removable(kind, start)
            return "" if any(first <= e.tick < end for e in kind.of(self._score)) else none

        names: dict[RulerKind[Any], str] = {
            TEMPO: self.tr("Remove its tempo"),
            METER: self.tr("Remove its meter"),
            KEY: self.tr("Remove its key"),
            MARKER: self.tr("Remove its markers"),
        }
        return tuple((name, kind, reason(kind)) for kind, name in names.items())

    def _remove(self, kind: RulerKind[Any], start: int, end: int) -> None:
        first = _first_removable(kind, start)

        def without(score: Score) -> Score:
            kept: dict[str, Any] = {
                kind.field: tuple(e for e in kind.of(score) if not first <= e.tick < end)
            }
            return replace(score, **kept)

        names: dict[RulerKind[Any], str] = {
            TEMPO: self.tr("Remove tempo"),
            METER: self.tr("Remove meter"),
            KEY: self.tr("Remove key"),
            MARKER: self.tr("Remove marker"),
        }
        self._edit(names[kind], without)

    # --- parts ------------------------------------------------------------------------------

    @property
    def _score(self) -> Score:
        return self._document.composition.score

    @property
    def _timeline(self) -> "Timeline":
        return self._document.timeline

    def _bar_line(self) -> int:
        bars = self._timeline.bars
        return bars.start_of(bars.bar_at(round(self._playing.tick)))

    def _titled(self, text: str, tick: int) -> str:
        return text.replace("%1", str(self._timeline.bars.bar_at(tick) + 1))

    def _edit(self, name: str, change: Callable[[Score], Score]) -> None:
        composition = self._document.composition
        self._document.edit(name, composition.with_score(change(composition.score)))


def _first_removable(kind: RulerKind[Any], start: int) -> int:
    """Return the first tick of removable events: one that holds from the beginning stays."""
    return max(start, 1) if kind.replaces else start
