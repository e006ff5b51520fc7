"""What is chosen before a training: goal, time, settings by hand, and what they take here."""

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, QTimer

from app.clients.engine_link import Link
from app.clients.training import Training
from app.clients.training_trial import TrainingTrial
from app.files.models import ModelInfo, free_name
from app.main_window.shell import Shell
from app.main_window.workspaces import Workspaces
from app.train import choices
from app.train.choices import STARTER
from app.train.expert import defaults_of, expert_groups
from app.views.train.page import TrainPage
from app.views.train.values import Sources
from engine import messages
from engine.host import on_battery

# A trial begins when somebody looks at the page, not while it is passed by.
LOOKED_AT_MS = 1200


class TrainSetup(QObject):
    """The choices on the page, which is connected when it is first seen.

    Args:
        shell: Where the command is allowed.
        workspaces: One of which is its page.
        training: Nothing is chosen or measured while it is at work.
        make_link: Returns the link to a fresh job process.
        waiting_names: Returns the names of runs that wait.
        parent: Qt's owner.

    Attributes:
        trying: How fast this machine trains, by base.
        models: Those that can be trained further.
    """

    def __init__(
        self,
        shell: Shell,
        workspaces: Workspaces,
        training: Training,
        make_link: Callable[[], Link],
        *,
        waiting_names: Callable[[], set[str]],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._shell = shell
        self._workspaces = workspaces
        self._training = training
        self._waiting_names = waiting_names
        self.trying = TrainingTrial(make_link, self)
        self.models: list[ModelInfo] = []
        self._page: TrainPage | None = None
        self._sources = Sources(pieces=0, total=0, seconds=0.0)
        self._base, self._preset, self._by_hand = STARTER, "taste", False
        self._looked_at = QTimer(self, singleShot=True, interval=LOOKED_AT_MS)
        self._looked_at.timeout.connect(self._measure)
        self.trying.changed.connect(self.show)

    # --- what it is told ----------------------------------------------------------------------

    def connect_page(self, page: TrainPage) -> None:
        """Show the choices there from now on."""
        self._page = page
        page.goal_chosen.connect(self._choose_goal)
        page.preset_chosen.connect(self._choose_preset)
        page.expert_clicked.connect(self._choose_expert)
        page.measure_clicked.connect(self.measure_again)
        page.graphics_card_clicked.connect(self._shell.actions["graphics_card"].trigger)
        page.show_sources(self._sources)
        self.show()

    def show_sources(self, sources: Sources) -> None:
        """Show what there is to learn from."""
        sources = replace(sources, reading=self._sources.reading)
        if sources != self._sources:
            self.trying.forget()
        self._sources = sources
        if self._page is not None:
            self._page.show_sources(sources)
            self.show()
            self.look()

    @property
    def choice(self) -> str:
        """A digest of which pieces the page shows to be ticked."""
        return self._sources.choice

    def show_reading(self, reading: str) -> None:
        """Show what is being read where there is nothing to learn from yet; empty when it ends."""
        self._sources = replace(self._sources, reading=reading)
        if self._page is not None and not self._sources.total:
            self._page.show_sources(self._sources)
            self.show()

    def show_models(self, models: list[ModelInfo]) -> None:
        """Offer these models to be trained further."""
        self.models = models
        self.begin_with(self._base)

    def begin_with(self, base: str) -> None:
        """Choose what a training begins with."""
        self._base = choices.base_of(base, self.models)
        self.show()

    def command(self, *, goal: str, preset: str, name: str) -> messages.TrainModel:
        """Return the training that was chosen, under a name that is free."""
        by_hand = self._page.expert.values() if self._page and self._by_hand else {}
        return messages.TrainModel(
            name=free_name(name.strip() or self.tr("My pieces"), self._taken_names()),
            base=goal or self._base,
            preset=preset or self._preset,
            expert=choices.by_hand(by_hand),
        )

    # --- measuring ----------------------------------------------------------------------------

    def look(self) -> None:
        """Somebody looks at the page: measure this computer if they go on doing so."""
        if self._page is not None and self._workspaces.current == "train":
            self._looked_at.start()

    def look_away(self) -> None:
        """Nobody looks any more."""
        self._looked_at.stop()

    def measure_again(self) -> None:
        """Measure this computer anew: something changed."""
        self.trying.forget()
        self._measure()

    def _measure(self) -> None:
        """Measure this computer for the chosen base, unless that is known or makes no sense."""
        idle = not self._training.running and not self.trying.running
        if idle and self.trying.known(self._base) is None and not self.trying.failure:
            if choices.reason_of(self._sources, None, base=self._base, failure=""):
                return
            self.trying.start(self._base)

    # --- what is shown ------------------------------------------------------------------------

    def show(self) -> None:
        """Show the choices as they are now."""
        page = self._page
        if page is None:
            return
        trial = self.trying.known(self._base)
        page.show_goals(
            choices.goals_of(self._sources, self.models, chosen=self._base),
            chosen=self._base,
        )
        note = choices.note_of(trial, self._preset, measuring=self.trying.running)
        page.show_presets(choices.presets_of(trial), chosen=self._preset, note=note)
        page.show_measuring(self._why_not_measured())
        page.show_graphics_card(
            offered=trial is not None and trial.device == "CPU",
            reason=self._shell.actions.reason("graphics_card"),
        )
        page.show_checks(
            choices.checks_of(trial, self._sources, on_battery=on_battery(), base=self._base),
            full=trial is not None and bool(choices.room_lacks(trial)),
        )
        self._show_idle(page, trial)

    def _show_idle(self, page: TrainPage, trial: messages.TrialMeasured | None) -> None:
        training = self._training
        if training.running or training.waiting:
            return
        if training.run is not None and training.run.made is not None:
            return
        reason = choices.reason_of(
            self._sources, trial, base=self._base, failure=self.trying.failure
        )
        name = free_name(self.tr("My pieces"), self._taken_names())
        page.show_idle(name=name, reason=reason)
        defaults = defaults_of(trial, self._preset)
        page.show_expert(expert_groups(defaults, base=self._base) if self._by_hand else ())

    def _why_not_measured(self) -> str:
        if self._training.running:
            return self.tr("A training is running")
        if self.trying.running:
            return self.tr("This computer is being measured")
        return choices.reason_of(self._sources, None, base=self._base, failure="")

    def _taken_names(self) -> set[str]:
        """Return what a new model cannot be called: a renamed one keeps its folder's name too."""
        names = {info.name for info in self.models} | {info.folder.name for info in self.models}
        run = self._training.run
        shown = {run.name} if run is not None else set()
        return names | {"Starter"} | shown | self._waiting_names()

    def _choose_goal(self, key: str) -> None:
        self.begin_with(key)
        self.look()

    def _choose_preset(self, key: str) -> None:
        self._preset = key
        self.show()

    def _choose_expert(self, on: bool) -> None:  # noqa: FBT001 - a signal's argument
        self._by_hand = on
        self.show()
