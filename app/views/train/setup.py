"""The left column of Train: sources, goal, time, and what this computer needs for it."""

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from app.views.train.parts import GoalCard, InstrumentBars
from app.views.train.values import SetupOption, Sources
from app.widgets.buttons import Segmented, TextButton, add_choice_to, give_reason
from app.widgets.words import words
from app.words.figures import number


class SetupColumn(QWidget):
    """The choices before a training.

    Signals:
        goal_chosen(str), preset_chosen(str): By key.
        expert_clicked(bool): Show or hide the settings by hand.
        sources_clicked(): Choose the pieces to learn from.
        list_clicked(): Show the list of these pieces.
        add_folder_clicked(): Add a folder of pieces.
        measure_clicked(): Run another trial.
        folder_clicked(): Move trainings to another disk.
        graphics_card_clicked(): Show how to use a graphics card.
    """

    goal_chosen = Signal(str)
    preset_chosen = Signal(str)
    expert_clicked = Signal(bool)
    sources_clicked = Signal()
    list_clicked = Signal()
    add_folder_clicked = Signal()
    measure_clicked = Signal()
    folder_clicked = Signal()
    graphics_card_clicked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._goals: list[GoalCard] = []
        self._goal_group = QButtonGroup(self)
        self._goal_group.setExclusive(False)
        self.goal, self.preset = "", ""
        self._sources = Sources(pieces=0, total=0, seconds=0.0)
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 14, 16, 14)
        column.setSpacing(6)
        self._add_sources(column)
        column.addSpacing(8)
        column.addWidget(words(self.tr("Goal"), tone="title"))
        self._goal_column = QVBoxLayout()
        self._goal_column.setSpacing(8)
        column.addLayout(self._goal_column)
        column.addSpacing(8)
        self._add_time(column)
        column.addStretch(1)

    def _add_sources(self, column: QVBoxLayout) -> None:
        self._what = words(wrap=True)
        self._list = TextButton(
            self.tr("Show the list…"),
            kind="link",
            tooltip=self.tr("Show each piece that the model learns from"),
        )
        self._list.clicked.connect(self.list_clicked)
        self._filters = words(tone="dim", wrap=True)
        self._bars = InstrumentBars()
        self._warning = words(tone="warning", wrap=True)
        self._choose = TextButton(
            self.tr("Choose pieces…"), tooltip=self.tr("Tick the pieces that the model learns from")
        )
        self._choose.clicked.connect(self.sources_clicked)
        add = TextButton(self.tr("Add folder…"), tooltip=self.tr("Or drop folders and files here"))
        add.clicked.connect(self.add_folder_clicked)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self._choose)
        buttons.addWidget(add)
        buttons.addStretch(1)
        for part in (
            words(self.tr("Learn from"), tone="title"),
            self._what,
            self._filters,
            self._bars,
            self._warning,
        ):
            column.addWidget(part)
            if part is self._what:
                column.addWidget(self._list, 0, Qt.AlignmentFlag.AlignLeft)
        column.addLayout(buttons)

    def _add_time(self, column: QVBoxLayout) -> None:
        head = QHBoxLayout()
        head.setSpacing(6)
        head.addWidget(words(self.tr("Time"), tone="title"))
        self._measured = words(self.tr("on this computer"), tone="dim")
        head.addWidget(self._measured)
        head.addStretch(1)
        self._expert = TextButton(
            self.tr("Expert"),
            kind="chip",
            tooltip=self.tr("Show every setting, with what it does"),
            checkable=True,
        )
        self._expert.clicked.connect(self.expert_clicked)
        head.addWidget(self._expert)
        self._preset_place = QVBoxLayout()
        self._presets = Segmented((), name=self.tr("Time"))
        self._preset_place.addWidget(self._presets)
        self._note = words(tone="dim", wrap=True)
        self._checks = words(tone="amber", wrap=True)
        self._again = TextButton(
            self.tr("Measure again"),
            kind="link",
            tooltip=self.tr("Train a throw-away model for 20 steps and see how long that takes"),
        )
        self._again.clicked.connect(self.measure_clicked)
        self._folder = TextButton(
            self.tr("Choose another folder…"),
            kind="link",
            tooltip=self.tr("Keep trainings on another disk, those that wait with them"),
        )
        self._folder.clicked.connect(self.folder_clicked)
        self._graphics_card = TextButton(
            self.tr("Use a graphics card…"),
            kind="link",
            tooltip=self.tr("Read how a graphics card is used for training, step by step"),
        )
        self._graphics_card.clicked.connect(self.graphics_card_clicked)
        self.name = QLineEdit()
        self.name.setAccessibleName(self.tr("Name of the new model"))
        self.name.setToolTip(self.tr("Name of the new model"))
        self.name.setMaxLength(60)
        column.addLayout(head)
        column.addLayout(self._preset_place)
        column.addWidget(self._note)
        column.addWidget(self._checks)
        column.addWidget(self._folder, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self._again, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self._graphics_card, 0, Qt.AlignmentFlag.AlignLeft)
        column.addSpacing(6)
        column.addWidget(words(self.tr("Name"), tone="dim"))
        column.addWidget(self.name)
        self.show_checks("")
        self.show_graphics_card(offered=False)

    def show_sources(self, sources: Sources) -> None:
        """Show the sources."""
        self._sources = sources
        self._what.setText(self._ticked(sources))
        self._list.setVisible(bool(sources.pieces))
        none = "" if sources.total else self.tr("There are no pieces yet: add a folder")
        self._choose.show_reason(none)
        self._filters.setText(sources.filters)
        self._filters.setVisible(bool(sources.filters))
        self._bars.show_bars(sources.instruments)
        self._warning.setText(sources.warning)
        self._warning.setVisible(bool(sources.warning))

    def _ticked(self, sources: Sources) -> str:
        hours, minutes = divmod(round(sources.seconds / 60), 60)
        length = (
            self.tr("{0} h {1} m").format(hours, minutes)
            if hours
            else (self.tr("{0} minutes").format(minutes))
        )
        if not sources.total:
            return sources.reading or self.tr("Nothing yet: drop a folder of MIDI files here.")
        return self.tr("{0} of {1} pieces · {2}").format(
            number(sources.pieces), number(sources.total), length
        )

    def show_goals(self, goals: tuple[SetupOption, ...], *, chosen: str) -> None:
        """Show the goals; one with a reason cannot be chosen."""
        self.goal = chosen
        while len(self._goals) > len(goals):
            card = self._goals.pop()
            self._goal_column.removeWidget(card)
            card.deleteLater()
        while len(self._goals) < len(goals):
            card = GoalCard()
            add_choice_to(self._goal_group, card)
            card.clicked.connect(partial(self._choose_goal, card))
            self._goals.append(card)
            self._goal_column.addWidget(card)
        for card, goal in zip(self._goals, goals, strict=True):
            card.show_choice(goal, chosen=goal.key == chosen)

    def show_presets(
        self, presets: tuple[SetupOption, ...], *, chosen: str, note: str = ""
    ) -> None:
        """Show the times; `note` says what the chosen one needs."""
        self.preset = chosen
        labels = tuple((p.key, f"{p.title}\n{p.detail}".strip()) for p in presets)
        # Keep the buttons where possible: one of them may have the focus.
        if self._presets.keys != tuple(key for key, _ in labels):
            self._make_presets(labels)
        for key, label in labels:
            self._presets.show_label(key, label)
        for preset in presets:
            self._presets.show_reason(preset.key, preset.reason)
        self._presets.show_choice(chosen)
        self._note.setText(note)
        self._note.setVisible(bool(note))

    def _make_presets(self, labels: tuple[tuple[str, str], ...]) -> None:
        self._preset_place.removeWidget(self._presets)
        self._presets.hide()
        self._presets.deleteLater()
        self._presets = Segmented(labels, name=self.tr("Time"))
        self._presets.chosen.connect(self._choose_preset)
        self._preset_place.addWidget(self._presets)

    def show_expert(self, *, on: bool) -> None:
        """Show whether the settings by hand are shown."""
        self._expert.setChecked(on)

    def show_measuring(self, reason: str) -> None:
        """Show why no trial can run now; an empty reason allows one."""
        self._again.show_reason(reason)

    def show_graphics_card(self, *, offered: bool, reason: str = "") -> None:
        """Offer the page on graphics cards; a reason disables the button."""
        self._graphics_card.setVisible(offered)
        self._graphics_card.show_reason(reason)

    def show_name(self, name: str) -> None:
        """Show the name of the active run."""
        if self.name.text() != name:
            self.name.setText(name)

    def show_name_reason(self, reason: str) -> None:
        """Show why the name cannot be changed now; an empty reason allows it."""
        give_reason(self.name, reason, tooltip=self.tr("Name of the new model"))

    def show_checks(self, text: str, *, full: bool = False) -> None:
        """Show warnings before a start; if the disk is full, offer another folder."""
        self._checks.setText(text)
        self._checks.setVisible(bool(text))
        self._folder.setVisible(full)

    def _choose_goal(self, card: GoalCard) -> None:
        self.goal = card.key
        for other in self._goals:
            other.setChecked(other is card)
        self.goal_chosen.emit(card.key)

    def _choose_preset(self, key: str) -> None:
        self.preset = key
        self.preset_chosen.emit(key)
