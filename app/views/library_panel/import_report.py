"""The report of an import: counts, reasons and files."""

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QMenu,
    QScrollArea,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.style.theme import font, mixed, theme
from app.widgets.buttons import IconButton, TextButton
from app.widgets.menus import add_action
from app.widgets.roles import give_role
from app.widgets.words import announce, words
from app.words.engine import translate_engine_text
from app.words.figures import number
from engine.values.library import ImportResult

# Without AlignVCenter, Qt aligns the number above the text of its row.
_NUMBERS = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_FILE_ROLE = Qt.ItemDataRole.UserRole
# For a reason with more files, the report lists these and counts the rest.
_MOST_FILES = 500
Charts = tuple[tuple[str, tuple[tuple[str, int], ...]], ...]
"""(title, ((label, count), ...)) of each chart."""


class _Bars(QWidget):
    """A horizontal bar chart."""

    def __init__(self, title: str, rows: tuple[tuple[str, int], ...]) -> None:
        super().__init__()
        self._title, self._rows = title, rows[:8]
        self.setMinimumWidth(200)
        self.setFixedHeight(28 + 20 * len(self._rows))
        self.setAccessibleName(title)
        self.setAccessibleDescription(", ".join(f"{label} {count}" for label, count in self._rows))

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens = theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(font(12))
        painter.setPen(QColor(tokens.dim))
        painter.drawText(0, 14, self._title)
        most = max((count for _, count in self._rows), default=1)
        for index, (label, count) in enumerate(self._rows):
            y = 24 + index * 20
            painter.setPen(QColor(tokens.text))
            middle = int(Qt.AlignmentFlag.AlignVCenter)
            cut = painter.fontMetrics().elidedText(label, Qt.TextElideMode.ElideRight, 92)
            painter.drawText(QRectF(0, y, 92, 18), middle, cut)
            width = max(2.0, (self.width() - 150) * count / most)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(mixed(tokens.panel, tokens.accent, 0.5))
            painter.drawRoundedRect(QRectF(96, y + 4, width, 10), 2, 2)
            painter.setPen(QColor(tokens.dim))
            painter.drawText(QRectF(100 + width, y, 60, 18), middle, number(count))
        painter.end()


class ImportReport(QWidget):
    """The report of an import, in the place of the library's table.

    Signals:
        reveal_clicked(str): Show a file in its folder.
        export_clicked(): Save a table of all files as CSV.
        train_clicked(): Go to Train.
        closed(): Show the table again.
    """

    reveal_clicked = Signal(str)
    export_clicked = Signal()
    train_clicked = Signal()
    closed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("surface", "window")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(self.tr("Import report"))
        give_role(self, QAccessible.Role.Pane)
        self._make_head()
        self._make_table()
        self._make_foot()
        report = QWidget()
        column = QVBoxLayout(report)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        column.addLayout(self._head)
        column.addWidget(self._warnings)
        column.addWidget(self._charts)
        column.addWidget(self._table, 1)
        column.addWidget(self._all_ready)
        column.addStretch(0)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(28, 18, 28, 18)
        whole.setSpacing(12)
        whole.addWidget(report, 1)
        whole.addLayout(self._foot)
        self.show_report(ImportResult())

    def _make_head(self) -> None:
        self._title = words(tone="heading")
        close = IconButton("close", name=self.tr("Close report"), kind="quiet")
        close.clicked.connect(self.closed)
        self._head = QHBoxLayout()
        self._head.addWidget(self._title)
        self._head.addStretch(1)
        self._head.addWidget(close)
        self._warnings = words(tone="warning", wrap=True)
        self._charts = QScrollArea()
        self._charts.setWidgetResizable(True)
        self._charts.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._charts.viewport().setAutoFillBackground(False)

    def _make_table(self) -> None:
        self._table = QTreeWidget()
        self._table.setColumnCount(2)
        self._table.setHeaderLabels([self.tr("Not used because"), self.tr("Files")])
        self._table.headerItem().setTextAlignment(1, _NUMBERS)
        self._table.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self._table.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self._table.header().setStretchLastSection(False)
        self._table.setAccessibleName(self.tr("Files that were not used"))
        self._table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._table.customContextMenuRequested.connect(self._open_menu)
        self._table.itemDoubleClicked.connect(self._reveal)
        self._all_ready = words(self.tr("Every file that was found can be used."), tone="dim")

    def _make_foot(self) -> None:
        self._export = TextButton(
            self.tr("Save as CSV…"), tooltip=self.tr("All files of the library, with reasons")
        )
        self._train = TextButton(
            self.tr("Train on these…"), kind="main", tooltip=self.tr("Go on to training")
        )
        self._export.clicked.connect(self.export_clicked)
        self._train.clicked.connect(self.train_clicked)
        self._foot = QHBoxLayout()
        self._foot.setSpacing(10)
        self._foot.addStretch(1)
        self._foot.addWidget(self._export)
        self._foot.addWidget(self._train)

    def sizeHint(self) -> QSize:
        return QSize(900, 640)

    # --- showing values --------------------------------------------------------------------

    def show_running(self) -> None:
        """Say that an import runs, whose report comes at its end."""
        self._title.setText(self.tr("The report comes when everything is read."))
        for result in (self._warnings, self._charts, self._table, self._all_ready):
            result.setVisible(False)
        reason = self.tr("The import is still running")
        self._train.show_reason(reason)
        self._export.show_reason(reason)

    def show_report(self, report: ImportResult, charts: Charts = ()) -> None:
        """Show the result of an import, with charts of the music."""
        refused = sum(group.count for group in report.groups)
        hours, minutes = divmod(round(report.seconds / 60), 60)
        text = self.tr("{0} found · {1} ready ({2} h {3} m, {4} notes) · {5} not used").format(
            number(report.found),
            number(report.ready),
            hours,
            minutes,
            number(report.notes),
            number(refused),
        )
        if 0 < report.fresh < report.ready:
            text += " · " + self.tr("{0} new").format(number(report.fresh))
        self._title.setText(self.tr("Stopped: {0}").format(text) if report.cancelled else text)
        self._warnings.setText("\n".join(map(translate_engine_text, report.concerns)))
        self._warnings.setVisible(bool(report.concerns))
        self._show_charts(charts)
        self._show_refusals(report)
        self._train.show_reason(
            "" if report.ready else self.tr("There is no usable file to learn from")
        )
        self._export.show_reason("" if report.found else self.tr("No file was found"))
        announce(self, self._title.text())

    def _show_charts(self, charts: Charts) -> None:
        inside = QWidget()
        row = QHBoxLayout(inside)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(28)
        for title, rows in charts:
            row.addWidget(_Bars(title, rows), 1, Qt.AlignmentFlag.AlignTop)
        tallest = max((len(rows[:8]) for _, rows in charts), default=0)
        self._charts.setFixedHeight(34 + 20 * tallest)
        self._charts.setWidget(inside)
        # QScrollArea.setWidget turns the auto-fill on again.
        inside.setAutoFillBackground(False)
        self._charts.setVisible(bool(charts))

    def _show_refusals(self, report: ImportResult) -> None:
        self._table.clear()
        for group in report.groups:
            top = QTreeWidgetItem([translate_engine_text(group.reason), number(group.count)])
            top.setTextAlignment(1, _NUMBERS)
            for path in group.files[:_MOST_FILES]:
                item = QTreeWidgetItem([path.replace("\\", "/").rsplit("/", 1)[-1], ""])
                item.setData(0, _FILE_ROLE, path)
                item.setToolTip(0, path)
                top.addChild(item)
            rest = group.count - len(group.files[:_MOST_FILES])
            if rest > 0:
                top.addChild(QTreeWidgetItem([self.tr("and {0} more").format(rest), ""]))
            self._table.addTopLevelItem(top)
        self._table.setVisible(bool(report.groups))
        self._all_ready.setVisible(not report.groups and report.found > 0)

    # --- user input ------------------------------------------------------------------------

    def _reveal(self, item: QTreeWidgetItem) -> None:
        path = item.data(0, _FILE_ROLE)
        if path:
            self.reveal_clicked.emit(path)

    def _open_menu(self, place: QPoint) -> None:
        item = self._table.itemAt(place)
        if item is None or not item.data(0, _FILE_ROLE):
            return
        menu = QMenu(self)
        add_action(menu, self.tr("Show in folder"), lambda: self._reveal(item))
        menu.exec(self._table.viewport().mapToGlobal(place))
        menu.deleteLater()
