"""The phases of a training run, in the order in which they run."""

from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import (
    QAccessible,
    QColor,
    QFont,
    QFontMetrics,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QWidget

from app.style.theme import font, icon, scaled, theme
from app.views.train.values import Done, RunProgress
from app.widgets.lettering import write_line
from app.widgets.roles import give_role
from app.words.figures import duration, number, percent
from engine.values.run_report import Phase

# Pixels: the whole, the gap between boxes, the room beside the texts, the line of progress.
_HEIGHT, _GAP, _INSET, _LINE = 56, 4.0, 12, 3
# Pixels: the circle with a phase's number, and the room between it and the words.
_BADGE, _BESIDE = 16.0, 8
# Learning takes most of a run, and its box has the longest words.
_WIDTHS = (1.0, 1.55, 1.3, 0.95)
_PREPARE, _LEARN, _CHOOSE, _SAVE = range(4)
# Learning is interrupted to measure a step and to let it continue the openings.
_BOXES: dict[Phase, int] = {
    "preparing": _PREPARE,
    "training": _LEARN,
    "evaluating": _LEARN,
    "sampling": _LEARN,
    "finishing": _CHOOSE,
    "saving": _SAVE,
}
_OVER = len(_WIDTHS)
# From this share of a phase on, the bar says how long the rest takes.
_SURE = 0.1


@dataclass(frozen=True, slots=True, kw_only=True)
class _Box:
    """One phase as it is painted.

    Attributes:
        title: Its name.
        detail: How far it is, or what it does.
        share: Its progress, 0 to 1; what is over has 1.
    """

    title: str
    detail: str
    share: float


class PhaseBar(QWidget):
    """The phases: which are over, how far the active one is, which are still to come."""

    def __init__(self) -> None:
        super().__init__()
        give_role(self, QAccessible.Role.Grouping)
        self._now = -1
        self._boxes: tuple[_Box, ...] = ()
        self.setFixedHeight(scaled(_HEIGHT))
        self.show_idle()

    @property
    def titles(self) -> tuple[str, ...]:
        """The names of the phases, in order."""
        return (self.tr("Prepare"), self.tr("Learn"), self.tr("Choose the best"), self.tr("Save"))

    @property
    def now(self) -> int:
        """The index of the active phase; -1 before the first, the count after the last."""
        return self._now

    def minimumSizeHint(self) -> QSize:
        """Return the room for the names of all phases."""
        metrics = QFontMetrics(_title_font())
        words = (metrics.horizontalAdvance(title) for title in self.titles)
        beside = 2 * _INSET + _BADGE + _BESIDE
        unit = max((wide + beside) / width for wide, width in zip(words, _WIDTHS, strict=True))
        return QSize(round(unit * sum(_WIDTHS) + _GAP * (len(_WIDTHS) - 1)), scaled(_HEIGHT))

    def show_idle(self) -> None:
        """Show that nothing runs."""
        details = (
            self.tr("read the pieces"),
            self.tr("step by step"),
            self._by_what(),
            self._where(),
        )
        self._show(-1, details, 0.0, self.tr("Not running"))

    def show_progress(self, progress: RunProgress) -> None:
        """Show how far a run is."""
        now = _BOXES[progress.phase]
        share = progress.step / progress.steps if progress.steps else 0.0
        share = progress.share if progress.share >= 0 else share
        spent = _spent(progress.spent)
        details = (
            self._reading(progress)
            if now == _PREPARE
            else _with_time(self.tr("pieces read"), spent[_PREPARE]),
            self._learning(progress)
            if now == _LEARN
            else _with_time(self._steps(progress, now), spent[_LEARN]),
            self._choosing(progress, now, spent),
            self.tr("writing…") if now == _SAVE else self._where(),
        )
        self._show(now, details, share, self.titles[now])
        self.setToolTip("\n".join(filter(None, (self.toolTip(), self._machine(progress)))))

    def _machine(self, progress: RunProgress) -> str:
        """Return what the run uses and how fast it is."""
        speed = progress.notes_per_second
        notes = self.tr("{0} notes a second").format(number(round(speed))) if speed > 0 else ""
        used = (progress.device, progress.device_reason, notes, progress.memory)
        return ", ".join(filter(None, used))

    def show_finished(self, done: Done) -> None:
        """Show that all phases are over, how long each took, and which step was chosen."""
        spent = _spent(done.spent)
        chosen = self.tr("step {0}").format(number(done.step))
        learned = self.tr("{0} steps").format(number(done.planned))
        words = (
            self.tr("pieces read"),
            learned if done.planned else self.tr("learned"),
            chosen,
            self._where(),
        )
        details = tuple(_with_time(*each) for each in zip(words, spent, strict=True))
        self._show(_OVER, details, 1.0, self.tr("Finished"))

    def _choosing(self, progress: RunProgress, now: int, spent: tuple[float, ...]) -> str:
        """Return how far the choice is, how long it took, or when it begins."""
        if now == _CHOOSE:
            share = max(0.0, progress.share)
            left = spent[_CHOOSE] * (1 - share) / share if share > _SURE else -1.0
            text = percent(share, places=0)
            return _with_time(text, left, self.tr("{0} left")) if left >= 1 else text
        if now == _SAVE:
            return _with_time(self._by_what(), spent[_CHOOSE])
        if progress.done_at:
            return self.tr("from about {0}").format(progress.done_at)
        return self._by_what()

    def _by_what(self) -> str:
        return self.tr("by the test songs")

    def _where(self) -> str:
        return self.tr("as a model")

    def _reading(self, progress: RunProgress) -> str:
        if not progress.steps:
            return self.tr("reading…")
        return self.tr("{0} of {1} pieces").format(number(progress.step), number(progress.steps))

    def _steps(self, progress: RunProgress, now: int) -> str:
        steps = number(progress.steps) if now > _LEARN else ""
        return self.tr("{0} steps").format(steps) if steps else self.tr("step by step")

    def _learning(self, progress: RunProgress) -> str:
        if progress.phase == "evaluating":
            return self.tr("step {0}: measuring").format(number(progress.step))
        if progress.phase == "sampling":
            return self.tr("step {0}: trying out").format(number(progress.step))
        step = self.tr("step {0} of {1}").format(number(progress.step), number(progress.steps))
        moving = progress.seconds_left >= 1 and not progress.paused
        return _with_time(step, progress.seconds_left, self.tr("{0} left")) if moving else step

    def _show(self, now: int, details: tuple[str, ...], share: float, spoken: str) -> None:
        self._now = now
        self._boxes = tuple(
            _Box(
                title=title,
                detail=detail,
                share=1.0 if index < now else share if index == now else 0.0,
            )
            for index, (title, detail) in enumerate(zip(self.titles, details, strict=True))
        )
        self.setAccessibleName(self.tr("Phase: {0}").format(spoken))
        self.setToolTip("\n".join(f"{box.title}: {box.detail}" for box in self._boxes))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens = theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        unit = (self.width() - _GAP * (len(_WIDTHS) - 1)) / sum(_WIDTHS)
        left = 0.0
        for index, (box, width) in enumerate(zip(self._boxes, _WIDTHS, strict=True)):
            area = QRectF(left, 0, width * unit, self.height())
            left = area.right() + _GAP
            active = index == self._now
            shape = QPainterPath()
            shape.addRoundedRect(area, 7, 7)
            painter.fillPath(shape, QColor(tokens.hover if active else tokens.raised))
            painter.setClipPath(shape)
            line = QRectF(area.left(), area.bottom() - _LINE, area.width() * box.share, _LINE)
            painter.fillRect(line, QColor(tokens.text if active else tokens.dim))
            painter.setClipping(False)
            painter.strokePath(shape, QPen(tokens.edge, 1))
            self._paint_badge(painter, area, index)
            inside = area.adjusted(_INSET + _BADGE + _BESIDE, 9, -_INSET + 4, -8)
            painter.setPen(QColor(tokens.text if index <= self._now else tokens.dim))
            title = QRectF(inside.left(), inside.top(), inside.width(), scaled(18))
            write_line(painter, title, box.title, _title_font())
            painter.setPen(QColor(tokens.dim))
            write_line(painter, title.translated(0, scaled(18)), box.detail, font(11))
        painter.end()

    def _paint_badge(self, painter: QPainter, area: QRectF, index: int) -> None:
        """Paint the number of a phase, or a tick over one that is over."""
        tokens, active = theme(), index == self._now
        circle = QRectF(area.left() + _INSET, area.top() + 10, _BADGE, _BADGE)
        if index < self._now:
            icon("check", colour=tokens.text).paint(painter, circle.toRect())
            return
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(tokens.text if active else tokens.window))
        painter.drawEllipse(circle)
        painter.setPen(QColor(tokens.window if active else tokens.dim))
        painter.setFont(font(11, weight=QFont.Weight.DemiBold))
        painter.drawText(circle, int(Qt.AlignmentFlag.AlignCenter), str(index + 1))


def _title_font() -> QFont:
    return font(13, weight=QFont.Weight.DemiBold)


def _spent(phases: tuple[tuple[Phase, float], ...]) -> tuple[float, ...]:
    """Return the seconds that each box took; negative if they are unknown."""
    seconds = [-1.0] * len(_WIDTHS)
    for phase, spent in phases:
        seconds[_BOXES[phase]] = max(0.0, seconds[_BOXES[phase]]) + spent
    return tuple(seconds)


def _with_time(text: str, seconds: float, form: str = "{0}") -> str:
    """Return a text with a time after it; alone if the time is unknown or too short to tell."""
    return f"{text}, {form.format(duration(seconds))}" if seconds >= 1 else text
