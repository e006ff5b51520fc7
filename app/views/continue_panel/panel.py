"""The panel at the right of Compose."""

import secrets
from dataclasses import replace
from functools import partial
from typing import Any, get_args

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QScrollArea, QVBoxLayout, QWidget

from app.values.continue_settings import (
    ALTERNATIVES,
    BEGIN_BARS,
    ENDLESS,
    LENGTHS,
    ContinueSettings,
    Origin,
)
from app.views.continue_panel.advanced import AdvancedSettings
from app.views.continue_panel.beginning import BeginningChoices
from app.views.continue_panel.gap_chips import GapChips
from app.views.continue_panel.memory_strip import MemoryStrip
from app.views.continue_panel.model_chip import ModelChip
from app.views.continue_panel.only import fill_only, only_name
from app.views.continue_panel.plan import OfferPlan
from app.views.continue_panel.values import Deed, DeedName, MemoryView
from app.views.continue_panel.wishes import Bars, WishGrid
from app.widgets.buttons import Segmented, TextButton, give_reason, press_by_clicks_on
from app.widgets.drawn_values import (
    NEUTRAL,
    adventurousness_of,
    echo_of,
    steering_of,
    temperature_of,
    value_of_echo,
    values_of,
)
from app.widgets.key_names import key_name
from app.widgets.keys.tips import show_keys_in_tooltip, watch_keys
from app.widgets.main_button import MainButton
from app.widgets.menus import add_choice, attach_menu
from app.widgets.slider import LineSlider, NamedSlider
from app.widgets.steering import AdventureSlider, SteeringSliders, SteersView, name_of
from app.widgets.words import hairline, state_label, words
from app.words import figures
from engine.harmony.keys import Key
from engine.harmony.scales import PitchSet
from engine.request import LARGEST_SEED

# Pixels.
WIDTH = 304
# 0 sets no limit.
_VOICES = (0, 1, 2, 3, 4, 5, 6, 8)


class ContinuePanel(QWidget):
    """The settings of a continuation, the memory, and the main button.

    Signals:
        deed_clicked(str): Do what the main button or the one below it says (its action).
        cancel_clicked(): Cancel the running request.
        origin_chosen(str): The user chose where to begin, also again where it is chosen.
        settings_changed(object): The new `ContinueSettings`.
        wish_chosen(str): The wish for the next bars, in a word.
        model_clicked(): Choose another model.
        forget_clicked(), rebuild_clicked(), remember_clicked(): The memory strip's links; the
            last asks for another piece to remember first.
        watch_toggled(bool): Show or hide the model's attention while it writes.
        measure_clicked(): Measure which sliders work with this model, or stop that.
    """

    deed_clicked = Signal(str)
    cancel_clicked = Signal()
    origin_chosen = Signal(str)
    settings_changed = Signal(object)
    wish_chosen = Signal(str)
    model_clicked = Signal()
    forget_clicked = Signal()
    rebuild_clicked = Signal()
    remember_clicked = Signal()
    measure_clicked = Signal()
    watch_toggled = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        self._settings = ContinueSettings()
        self._key: Key | None = None
        self._making = False
        # By the name of the action.
        self._keys = dict.fromkeys((*get_args(DeedName), "cancel"), "")
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setMinimumWidth(264)
        self.setAccessibleName(self.tr("Continue"))
        self._deed = Deed(text=self.tr("Continue"))
        self._advanced = AdvancedSettings()
        self._advanced.setVisible(False)
        self._beginning = BeginningChoices()
        self._make_choices()
        self._make_chips()
        self._advanced.settings_changed.connect(self._take)
        self._advanced.dice_clicked.connect(self._roll_dice)
        self._model = ModelChip()
        self._model.clicked.connect(self.model_clicked)
        self._memory = MemoryStrip()
        self._memory.forget_clicked.connect(self.forget_clicked)
        self._memory.rebuild_clicked.connect(self.rebuild_clicked)
        self._memory.remember_clicked.connect(self.remember_clicked)
        self._memory.watch_toggled.connect(self.watch_toggled)
        self._make_foot()
        self._plan = OfferPlan()
        self._lay_out()
        self.show_settings(self._settings)
        self.show_key(None)
        self.show_deed(self._deed)

    # --- parts -----------------------------------------------------------------------------

    def _make_foot(self) -> None:
        self._estimate, self._reason = words(tone="dim", wrap=True), words(tone="dim", wrap=True)
        self._reason.setVisible(False)
        self._seed = TextButton("", kind="link", name=self.tr("Seed"))
        self._seed.setToolTip(self.tr("Lock the seed: the same settings give the same notes"))
        self._seed.clicked.connect(self._toggle_lock)
        self._button = MainButton(self.tr("Continue"), tooltip=self.tr("Go on with the piece"))
        show_keys_in_tooltip(self._button, "continue")
        for action in self._keys:
            watch_keys(self._button, action, partial(self._show_keys, action))
        self._button.clicked.connect(self._press)
        self._otherwise = TextButton(self.tr("Continue"))
        self._otherwise.setMinimumHeight(32)
        self._otherwise.clicked.connect(lambda: self.deed_clicked.emit(self._deed.otherwise_action))
        show_keys_in_tooltip(self._otherwise, "continue")

    def _make_choices(self) -> None:
        self._origin = Segmented(
            (
                ("playhead", self.tr("Playhead")),
                ("selection", self.tr("Selection")),
                ("end", self.tr("End")),
            ),
            name=self.tr("Continue from"),
        )
        self._length = Segmented(
            tuple((str(bars), "∞" if bars == ENDLESS else str(bars)) for bars in LENGTHS),
            name=self.tr("Length in bars"),
        )
        self._count = Segmented(
            tuple((str(count), str(count)) for count in ALTERNATIVES), name=self.tr("Alternatives")
        )
        self._where, self._unit = state_label(), state_label()
        self._shape_state, self._wish_state = state_label(), state_label()
        self._chosen_length = words(tone="chosen")
        self._chosen_length.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._origin.chosen.connect(self._choose_origin)
        self._length.chosen.connect(lambda bars: self._ask(bars=int(bars)))
        self._count.chosen.connect(lambda count: self._ask(alternatives=int(count)))
        self._adventure = AdventureSlider()
        self._adventure.value_changed.connect(self._dare)
        self._echo = NamedSlider(
            self.tr("Echo"),
            tooltip=self.tr(
                "How often the piece's own ideas come back; double-click for as often as in most"
                " music"
            ),
            neutral=NEUTRAL,
        )
        self._echo.value_changed.connect(self._repeat)
        self._steering = SteeringSliders()
        self._steering.measure_clicked.connect(self.measure_clicked)
        self._steering.changed.connect(lambda values: self._ask(steering=steering_of(values)))

    def _make_chips(self) -> None:
        self._in_key = TextButton("", kind="chip", checkable=True)
        self._voices = TextButton("", kind="chip", name=self.tr("Most voices"))
        self._fold = TextButton(
            "",
            kind="fold",
            name=self.tr("Shape it"),
            tooltip=self.tr("Alternatives, sliders, limits, the chords and the memory"),
            checkable=True,
        )
        self._more = TextButton(
            "",
            kind="chip",
            name=self.tr("Advanced"),
            tooltip=self.tr("How notes are drawn, from which range, and the seed"),
            checkable=True,
        )
        self._unfold(unfolded=False)
        self._only = TextButton("", kind="chip", name=self.tr("Only a scale or chord"))
        self._only.setToolTip(self.tr("No note outside a scale or chord can be drawn"))
        attach_menu(
            self._only,
            lambda menu: fill_only(menu, self._settings.only, self._lock),
        )
        self._gap = GapChips()
        self._gap.asked.connect(lambda changes: self._ask(**changes))
        self._wish = WishGrid()
        self._wish.chosen.connect(self.wish_chosen)
        self._in_key.clicked.connect(lambda checked: self._change(keep_in_key=checked, only=None))
        self._fold.clicked.connect(lambda on: self.show_shape(unfolded=on))
        self._more.clicked.connect(lambda on: self._unfold(unfolded=on))
        self._voices.setToolTip(self.tr("Notes that may sound at once in a track"))
        attach_menu(self._voices, self._fill_voices)

    def _lay_out(self) -> None:
        inside = QWidget()
        inside.setAutoFillBackground(False)
        outer = QVBoxLayout(inside)
        outer.setContentsMargins(8, 8, 8, 8)
        outer.setSpacing(8)
        outer.addWidget(self._model)
        column = QVBoxLayout()
        column.setContentsMargins(8, 0, 8, 0)
        column.setSpacing(6)
        outer.addLayout(column, 1)
        self._from = _section(self.tr("From"), self._where, (self._origin,))
        length = (self._length, self._chosen_length)
        self._wishes = _section(self.tr("Wish"), self._wish_state, (self._wish,))
        column.addWidget(self._from)
        column.addWidget(_section(self.tr("Length"), self._unit, length))
        column.addWidget(self._beginning)
        column.addWidget(self._wishes)
        column.addWidget(hairline())
        row = QHBoxLayout()
        row.addWidget(self._fold)
        # The summary looks like the end of the same row, and is.
        press_by_clicks_on(self._shape_state, self._fold)
        row.addWidget(self._shape_state, 1)
        column.addLayout(row)
        self._shape = self._shape_box()
        column.addWidget(self._shape)
        column.addWidget(hairline())
        column.addSpacing(4)
        column.addWidget(self._plan)
        column.addStretch(1)
        area = QScrollArea()
        area.setWidget(inside)
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.viewport().setAutoFillBackground(False)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(area, 1)
        whole.addLayout(self._foot())

    def _shape_box(self) -> QWidget:
        """Return what *Shape it* unfolds: how notes are drawn, and the memory."""
        box = QWidget()
        column = QVBoxLayout(box)
        column.setContentsMargins(0, 2, 0, 6)
        column.setSpacing(6)
        column.addWidget(words(self.tr("Alternatives"), tone="dim"))
        column.addWidget(self._count)
        for slider in (self._adventure, self._echo, self._steering):
            column.addWidget(slider)
        for chips in ((self._in_key, self._voices), (self._only,)):
            column.addLayout(_row_of(chips))
        column.addWidget(self._gap)
        column.addLayout(_row_of((self._more, self._seed)))
        column.addWidget(self._advanced)
        column.addSpacing(6)
        column.addWidget(self._memory)
        box.setVisible(False)
        return box

    def _foot(self) -> QVBoxLayout:
        foot = QVBoxLayout()
        foot.setContentsMargins(16, 4, 16, 16)
        foot.setSpacing(8)
        foot.addWidget(self._estimate)
        foot.addWidget(self._reason)
        foot.addWidget(self._button)
        foot.addWidget(self._otherwise)
        return foot

    def sizeHint(self) -> QSize:
        return QSize(WIDTH, 640)

    # --- what is shown ---------------------------------------------------------------------

    def show_model(self, name: str, *, detail: str, device: str, reason: str = "") -> None:
        """Show the model chip; `reason` says why this device."""
        self._model.show_model(name, detail=detail, device=device, reason=reason)

    def show_no_plans(self, reason: str) -> None:
        """Let chords be planned, or say why the model cannot."""
        self._gap.show_no_plans(reason)

    def show_settings(self, settings: ContinueSettings) -> None:
        """Show these settings without a signal."""
        self._settings, request = settings, settings.request
        self._length.show_choice(str(request.bars))
        self._count.show_choice(str(request.alternatives))
        dared = adventurousness_of(request.sampling.temperature)
        self._adventure.show_adventurousness(dared)
        echo = value_of_echo(request.sampling.echo)
        self._echo.blockSignals(True)
        self._echo.show_value(echo, self._echo_name(echo))
        self._echo.blockSignals(False)
        self._in_key.setChecked(settings.keep_in_key)
        self._only.setText(only_name(settings.only) + " ▾")
        self._only.setChecked(settings.only is not None)
        self._wish.show_request(request)
        self._steering.show_values(values_of(request.steering))
        voices = request.limits.max_voices
        self._voices.setText(
            (self.tr("Max voices") if not voices else self.tr("Max {0} voices").format(voices))
            + " ▾"
        )
        self._voices.setChecked(bool(voices))
        seed = self.tr("seed {0}").format(request.sampling.seed)
        self._seed.setText(f"{seed} · {self.tr('locked')}" if settings.seed_locked else seed)
        self._seed.setVisible(request.sampling.seed > 0 or settings.seed_locked)
        self._gap.show_request(request)
        self._advanced.show_settings(settings)
        self._show_state()

    def _echo_name(self, value: int) -> str:
        names = (
            (1, self.tr("never")),
            (40, self.tr("seldom")),
            (61, self.tr("as in most music")),
            (86, self.tr("often")),
        )
        return name_of(value, names, beyond=self.tr("again and again"))

    def settings(self) -> ContinueSettings:
        """Return the present settings."""
        return self._settings

    def show_key(self, key: Key | None) -> None:
        """Name the key on the chip "Keep in ..."; without a key it is disabled with a reason."""
        self._key = key
        name = key_name(key) if key else self.tr("key")
        self._in_key.setText(self.tr("Keep in {0}").format(name))
        self._in_key.setAccessibleName(self._in_key.text())
        self._in_key.show_reason("" if key else self.tr("The piece has no key yet"))
        if key:
            self._in_key.setToolTip(self.tr("No note outside the key can be drawn"))

    def show_steers(self, steers: SteersView) -> None:
        """Enable the sliders that work with this model."""
        self._steering.show_steers(steers)

    def show_measuring(self, progress: str | None) -> None:
        """Show the progress of measuring the sliders; None without a measurement."""
        self._steering.show_measuring(progress)

    def show_chosen_bars(self, bars: Bars, *, inside: bool = False) -> None:
        """Show the bars that a wish would refer to; as `WishGrid.show_chosen_bars`."""
        self._wish.show_chosen_bars(bars, inside=inside)
        self._show_state()

    @property
    def beginning(self) -> BeginningChoices:
        """The choices for an empty piece."""
        return self._beginning

    @property
    def plan(self) -> OfferPlan:
        """The small plan of the offer."""
        return self._plan

    @property
    def is_shape_unfolded(self) -> bool:
        """Whether *Shape it* is open."""
        return self._fold.isChecked()

    def show_shape(self, *, unfolded: bool) -> None:
        """Open or close *Shape it*."""
        self._fold.setChecked(unfolded)
        self._shape.setVisible(unfolded)
        self._show_state()

    def sliders(self) -> dict[str, LineSlider]:
        """Return the sliders by name: `adventurousness`, `echo`, and those of `STEERS`."""
        named = {"adventurousness": self._adventure, "echo": self._echo, **self._steering.sliders}
        return {name: each.slider for name, each in named.items()}

    def show_making(self, *, progress: float, text: str = "") -> None:
        """Turn the button into Cancel, with the progress (0 to 1; negative if unknown)."""
        self._making = True
        self._reason.setVisible(False)
        stop = self._settings.request.bars == ENDLESS and not self._deed.begins
        self._button.show_state(
            self.tr("Stop") if stop else self.tr("Cancel"),
            key=self._keys["cancel"],
            running=True,
            progress=progress,
        )
        self._otherwise.setVisible(False)
        if text:
            self._estimate.setText(text)

    def show_deed(self, deed: Deed) -> None:
        """Show what the main button does now; nothing is being made."""
        self._making, self._deed = False, deed
        self._reason.setText(deed.reason)
        self._reason.setVisible(bool(deed.reason))
        self._otherwise.setVisible(bool(deed.otherwise))
        if deed.otherwise:
            self._otherwise.show_name(deed.otherwise, deed.otherwise)
        give_reason(self._otherwise, deed.no_otherwise, tooltip=self._otherwise.text())
        self._beginning.setVisible(deed.begins)
        for section in (self._from, self._wishes):
            section.setVisible(not deed.begins)
        self._show_state()

    def show_made(self, place: str, bars: int) -> None:
        """Show the bars that are being made.

        Args:
            place: Their words, as those of a deed.
            bars: The number of bars that the user chose, or 0 where the length is a setting.
        """
        self._deed = replace(self._deed, place=place, bars=bars)
        self._show_state()

    def _show_keys(self, action: str, keys: str) -> None:
        self._keys[action] = keys
        if not self._making:
            self._show_button()

    def _show_state(self) -> None:
        """Show the words that depend on the settings and on what the button does."""
        request, chosen = self._settings.request, self._deed.bars
        self._origin.show_choice("selection" if chosen else self._settings.origin)
        self._where.setText(self._deed.place)
        self._length.setVisible(not chosen)
        self._chosen_length.setVisible(bool(chosen))
        one, many = self.tr("1 bar, as selected"), self.tr("%n bars, as selected", "", chosen)
        self._chosen_length.setText(one if chosen == 1 else many)
        self._unit.setText("" if chosen else self.tr("bars"))
        self._wish_state.setText(
            self.tr("for this request") if request.wish != "none" else self.tr("none")
        )
        one, many = self.tr("1 alternative"), self.tr("%n alternatives", "", request.alternatives)
        count = one if request.alternatives == 1 else many
        if self._deed.begins:
            count = self._beginning.counted(request.alternatives)
        usual = self.tr("as it is") if self._is_usual() else self.tr("shaped")
        self._shape_state.setText(f"{count}, {usual}")
        self._fold.setText(("▾  " if self._fold.isChecked() else "▸  ") + self.tr("Shape it"))
        if not self._making:
            self._show_foot()
            self._show_button()

    def _is_usual(self) -> bool:
        """Return whether nothing under *Shape it* changes what the model would draw by itself."""
        settings, usual = self._settings, ContinueSettings().request
        request = settings.request
        sampling = replace(request.sampling, seed=usual.sampling.seed)
        return (
            settings.only is None
            and not settings.keep_in_key
            and (sampling, request.steering, request.limits)
            == (usual.sampling, usual.steering, usual.limits)
        )

    def _show_foot(self) -> None:
        request = self._settings.request
        parts = [self._wish.said] if self._wish.said and not self._deed.begins else []
        one, many = self.tr("1 alternative"), self.tr("%n alternatives", "", request.alternatives)
        if self._deed.begins:
            one = many = self._beginning.counted(request.alternatives)
        bars = self._deed.bars or request.bars or (BEGIN_BARS if self._deed.begins else 0)
        if bars != ENDLESS:
            parts.append(one if request.alternatives == 1 else many)
            if (seconds := self._deed.seconds) is not None:
                parts.append(self.tr("about {0} s").format(figures.number(_felt(seconds))))
        if self._deed.bars and request.selected == "replaced":
            parts.insert(0, self.tr("Replaces the outlined notes"))
        self._estimate.setText("" if self._deed.reason else ", ".join(parts))

    def _show_button(self) -> None:
        self._button.show_state(
            self._deed.text,
            key=self._keys[self._deed.action],
            running=False,
            reason=self._deed.reason,
        )

    def show_memory(self, memory: MemoryView | None) -> None:
        """Show the memory; None before the model has read the piece."""
        self._memory.show_memory(memory)

    def show_attention(self, first_bar: int, shares: tuple[float, ...]) -> None:
        """Show the attention on a bar and on each bar after it; empty shows none."""
        self._memory.show_attention(first_bar, shares)

    # --- what the user does ----------------------------------------------------------------

    def _press(self) -> None:
        if self._making:
            self.cancel_clicked.emit()
        else:
            self.deed_clicked.emit(self._deed.action)

    def _choose_origin(self, origin: Origin) -> None:
        self.origin_chosen.emit(origin)
        self._change(origin=origin)

    def _take(self, settings: ContinueSettings) -> None:
        self.show_settings(settings)
        self.settings_changed.emit(settings)

    def _change(self, **changes: Any) -> None:
        self._take(replace(self._settings, **changes))

    def _ask(self, **changes: object) -> None:
        self._take(self._settings.asking(**changes))

    def _limit(self, **changes: object) -> None:
        self._take(self._settings.limited(**changes))

    def _lock(self, only: PitchSet | None) -> None:
        self._change(only=only, keep_in_key=self._settings.keep_in_key and only is None)

    def _dare(self, value: int) -> None:
        self._take(self._settings.drawing(temperature=temperature_of(value)))

    def _repeat(self, value: int) -> None:
        self._take(self._settings.drawing(echo=echo_of(value)))

    def _toggle_lock(self) -> None:
        self._take(replace(self._settings, seed_locked=not self._settings.seed_locked))

    def _roll_dice(self) -> None:
        self._take(self._settings.drawing(seed=secrets.randbelow(LARGEST_SEED) + 1))

    def _unfold(self, *, unfolded: bool) -> None:
        self._more.setText(self.tr("Advanced") + (" ▾" if unfolded else " ▸"))
        self._advanced.setVisible(unfolded)

    def _fill_voices(self, menu: QMenu) -> None:
        for voices in _VOICES:
            text = self.tr("No limit") if not voices else str(voices)
            act = partial(self._limit, max_voices=voices)
            add_choice(menu, text, act, checked=voices == self._settings.request.limits.max_voices)


def _section(title: str, detail: QWidget, choices: tuple[QWidget, ...]) -> QWidget:
    """Return a line with a title and its state at the right, above some choices."""
    row = QHBoxLayout()
    row.addWidget(words(title, tone="title"))
    row.addWidget(detail, 1)
    box = QWidget()
    column = QVBoxLayout(box)
    column.setContentsMargins(0, 0, 0, 8)
    column.setSpacing(6)
    column.addLayout(row)
    for choice in choices:
        column.addWidget(choice)
    return box


def _row_of(chips: tuple[QWidget, ...]) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(6)
    for chip in chips:
        row.addWidget(chip)
    row.addStretch(1)
    return row


def _felt(seconds: float) -> int:
    """Return seconds as precisely as a wait is felt: whole ones, from 20 on in steps of five."""
    return max(1, round(seconds)) if seconds < 20 else 5 * round(seconds / 5)
