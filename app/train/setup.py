"""Binds the choices before a training, and measures what they take on this computer."""

from collections.abc import Callable
from dataclasses import replace

import msgspec
from PySide6.QtCore import QObject, QTimer

from app.clients.engine_link import Link
from app.clients.training import Training
from app.clients.training_trial import TrainingTrial
from app.files.models import ModelInfo, free_name
from app.main_window.shell import Shell
from app.main_window.workspaces import Workspaces
from app.train import choices
from app.train.choices import SCRATCH, STARTER, STYLE
from app.train.part import TrainingPart
from app.views.train.page import TrainPage
from app.views.train.values import Sources
from engine import messages
from engine.ground.host import on_battery

# A trial costs the processor 20 steps: start it only when the user stays on the page.
LOOKED_AT_MS = 1200


class TrainSetup(QObject):
    """Binds the choices on the page, which is connected when it is first shown.

    Args:
        shell: Has the actions.
        workspaces: Tells which workspace is shown.
        training: Nothing is chosen or measured while it runs.
        make_link: Returns the link to a new job process.
        part: Nothing can be measured or started where it is missing.
        waiting_names: Returns the names of waiting runs.
        parent: Qt's owner.

    Attributes:
        trying: Measures how fast this computer trains each base.
        models: The models that can be trained further.
    """

    def __init__(
        self,
        shell: Shell,
        workspaces: Workspaces,
        training: Training,
        make_link: Callable[[], Link],
        *,
        part: TrainingPart,
        waiting_names: Callable[[], set[str]],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._shell = shell
        self._workspaces = workspaces
        self._training = training
        self._part = part
        self._waiting_names = waiting_names
        self.trying = TrainingTrial(make_link, self)
        self.models: list[ModelInfo] = []
        self._page: TrainPage | None = None
        self._sources = Sources(pieces=0, total=0, seconds=0.0)
        self._base, self._preset, self._by_hand = STARTER, "taste", False
        self._looked_at = QTimer(self, singleShot=True, interval=LOOKED_AT_MS)
        self._looked_at.timeout.connect(self._measure)
        self.trying.changed.connect(self.show)
        part.changed.connect(self._on_part)

    # --- from the page and the library --------------------------------------------------------

    def connect_page(self, page: TrainPage) -> None:
        """Serve the page from now on."""
        self._page = page
        page.setup.goal_chosen.connect(self._choose_goal)
        page.setup.preset_chosen.connect(self._choose_preset)
        page.setup.expert_clicked.connect(lambda on: self._choose_expert(on=on))
        page.setup.measure_clicked.connect(self.measure_again)
        page.setup.graphics_card_clicked.connect(self._shell.actions["graphics_card"].trigger)
        page.setup.show_sources(self._sources)
        self._part.connect_page(page)
        self.show()

    def show_sources(self, sources: Sources) -> None:
        """Show the sources."""
        sources = replace(sources, reading=self._sources.reading)
        if sources != self._sources:
            self.trying.forget()
        self._sources = sources
        if self._page is not None:
            self._page.setup.show_sources(sources)
            self.show()
            self.look()

    @property
    def choice(self) -> str:
        """A digest of the pieces that the page shows as ticked."""
        return self._sources.choice

    @property
    def not_installed(self) -> str:
        """Why no training can start on this computer; empty if one can."""
        return self._part.reason

    def show_reading(self, reading: str) -> None:
        """Show the progress of an import while the library is empty; empty when it ends."""
        self._sources = replace(self._sources, reading=reading)
        if self._page is not None and not self._sources.total:
            self._page.setup.show_sources(self._sources)
            self.show()

    def show_models(self, models: list[ModelInfo]) -> None:
        """Offer these models to be trained further."""
        self.models = models
        self.begin_with(self._base)

    def begin_with(self, base: str) -> None:
        """Choose the base of the training."""
        self._base = choices.base_of(base, self.models)
        if self._base == SCRATCH and self._preset == STYLE:
            self._preset = "taste"
        self.show()

    def command(self, *, goal: str, preset: str, name: str) -> messages.TrainModel:
        """Return the chosen training as a message, under a free name."""
        preset = preset or self._preset
        shown = self._by_hand and preset != STYLE
        by_hand = self._page.expert.values() if self._page and shown else {}
        return messages.TrainModel(
            name=free_name(name.strip() or self.tr("My pieces"), self._taken_names()),
            base=goal or self._base,
            preset=preset,
            expert=choices.by_hand(by_hand),
        )

    # --- measuring ----------------------------------------------------------------------------

    def look(self) -> None:
        """Start the timer for a trial: the user looks at the page."""
        if self._page is not None and self._workspaces.current == "train":
            self._part.look()
            self.show()
            self._looked_at.start()

    def look_away(self) -> None:
        """Stop the timer for a trial: the user left the page."""
        self._looked_at.stop()

    def measure_again(self) -> None:
        """Forget the last trial and run another one."""
        self.trying.forget()
        self._measure()

    def _measure(self) -> None:
        """Run a trial for the chosen base, unless its result is known or no training can start."""
        idle = not (self._training.running or self.trying.running or self._part.reason)
        if idle and self.trying.known(self._base) is None and not self.trying.failure:
            if choices.reason_of(self._sources, None, base=self._base, failure=""):
                return
            self.trying.start(self._base)

    # --- what is shown ------------------------------------------------------------------------

    def show(self) -> None:
        """Show the present choices."""
        page = self._page
        if page is None:
            return
        trial = self.trying.known(self._base)
        page.setup.show_goals(
            choices.goals_of(self._sources, self.models, chosen=self._base),
            chosen=self._base,
        )
        note = choices.note_of(trial, self._preset, measuring=self.trying.running)
        page.setup.show_presets(
            choices.presets_of(trial, base=self._base), chosen=self._preset, note=note
        )
        page.setup.show_measuring(self._why_not_measured())
        page.setup.show_graphics_card(
            offered=trial is not None and trial.device == "CPU",
            reason=self._shell.actions.reason("graphics_card"),
        )
        page.setup.show_checks(
            choices.checks_of(
                trial,
                self._sources,
                on_battery=on_battery(),
                base=self._base,
                preset=self._preset,
            ),
            full=trial is not None and bool(choices.room_lacks(trial)),
        )
        self._show_idle(page, trial)

    def _show_idle(self, page: TrainPage, trial: messages.TrialMeasured | None) -> None:
        training = self._training
        if training.running or training.waiting:
            return
        if training.run is not None and training.run.made is not None:
            return
        reason = self._part.reason or choices.reason_of(
            self._sources, trial, base=self._base, failure=self.trying.failure
        )
        name = free_name(self.tr("My pieces"), self._taken_names())
        page.show_idle(name=name, reason=reason)
        defaults = msgspec.structs.asdict(choices.defaults_of(trial, self._preset))
        shown = self._by_hand and self._preset != STYLE
        page.show_expert(defaults if shown else None, from_nothing=self._base == SCRATCH)

    def _why_not_measured(self) -> str:
        if self._training.running:
            return self.tr("A training is running")
        if self.trying.running:
            return self.tr("This computer is being measured")
        return self._part.reason or choices.reason_of(
            self._sources, None, base=self._base, failure=""
        )

    def _on_part(self) -> None:
        self.show()
        self.look()

    def _taken_names(self) -> set[str]:
        """Return the names in use; a renamed model also keeps the name of its folder."""
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

    def _choose_expert(self, *, on: bool) -> None:
        self._by_hand = on
        self.show()
