"""The panel at the right of Compose."""

import secrets
from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QScrollArea, QVBoxLayout, QWidget

from app.values.continue_settings import ALTERNATIVES, ENDLESS, LENGTHS, ContinueSettings
from app.views.continue_panel.advanced import AdvancedSettings
from app.views.continue_panel.gap_chips import GapChips
from app.views.continue_panel.main_button import MainButton
from app.views.continue_panel.memory_strip import MemoryStrip
from app.views.continue_panel.model_chip import ModelChip
from app.views.continue_panel.only import fill_only, only_name
from app.views.continue_panel.values import MemoryView
from app.views.continue_panel.wishes import Bars, WishChip
from app.widgets.buttons import Segmented, TextButton, give_reason
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
from app.widgets.key_tips import show_keys_in_tooltip, watch_keys
from app.widgets.menus import add_choice, attach_menu
from app.widgets.slider import LineSlider, NamedSlider
from app.widgets.steering import AdventureSlider, SteeringSliders, SteersView, name_of
from app.widgets.words import words
from engine.music.keys import Key
from engine.music.scales import PitchSet
from engine.request import LARGEST_SEED

# Pixels.
WIDTH = 304
# 0 sets no limit.
_VOICES = (0, 1, 2, 3, 4, 5, 6, 8)


class ContinuePanel(QWidget):
    """The settings of a continuation, the memory, and the main button.

    Signals:
        continue_clicked(): Continue with the present settings.
        rewrite_clicked(), fill_clicked(): Write the chosen bars anew, or fill them.
        cancel_clicked(): Cancel the running request.
        settings_changed(object): The new `ContinueSettings`.
        wishes_opened(), wish_chosen(str): The wish for the next bars, in a word; about
            which bars is asked first.
        model_clicked(): Choose another model.
        forget_clicked(), rebuild_clicked(), remember_clicked(): The memory strip's links; the
            last asks for another piece to remember first.
        watch_toggled(bool): Show or hide the model's attention while it writes.
        measure_clicked(): Measure which sliders work with this model, or stop that.
    """

    continue_clicked = Signal()
    rewrite_clicked = Signal()
    fill_clicked = Signal()
    cancel_clicked = Signal()
    settings_changed = Signal(object)
    wishes_opened = Signal()
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
        self._keys = {"continue": "", "cancel": ""}  # by the name of the action
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setMinimumWidth(264)
        self.setAccessibleName(self.tr("Continue"))
        self._make_choices()
        self._make_chips()
        self._advanced = AdvancedSettings()
        self._advanced.setVisible(False)
        self._advanced.settings_changed.connect(self._take)
        self._advanced.dice_clicked.connect(self._roll_dice)
        self._model = ModelChip()
        self._model.clicked.connect(self.model_clicked)
        self._memory = MemoryStrip()
        self._memory.forget_clicked.connect(self.forget_clicked)
        self._memory.rebuild_clicked.connect(self.rebuild_clicked)
        self._memory.remember_clicked.connect(self.remember_clicked)
        self._memory.watch_toggled.connect(self.watch_toggled)
        self._estimate, self._reason = words(tone="dim"), words(tone="dim", wrap=True)
        self._reason.setVisible(False)
        self._seed = TextButton("", kind="link", name=self.tr("Seed"))
        self._seed.setToolTip(self.tr("Lock the seed: the same settings give the same notes"))
        self._seed.clicked.connect(self._toggle_lock)
        self._button = MainButton(self.tr("Continue"), tooltip=self.tr("Go on with the piece"))
        show_keys_in_tooltip(self._button, "continue")
        for action in self._keys:
            watch_keys(self._button, action, partial(self._show_keys, action))
        self._button.clicked.connect(self._press)
        self._rewrite = TextButton(self.tr("Rewrite"))
        self._rewrite.clicked.connect(self.rewrite_clicked)
        self._fill = TextButton(self.tr("Fill"))
        self._fill.clicked.connect(self.fill_clicked)
        self._lay_out()
        self.show_settings(self._settings)
        self.show_key(None)
        self.show_estimate(None)

    # --- parts -----------------------------------------------------------------------------

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
        self._origin.chosen.connect(lambda origin: self._change(origin=origin))
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
            kind="chip",
            name=self.tr("Advanced"),
            tooltip=self.tr("How notes are drawn, from which range, and the seed"),
            checkable=True,
        )
        self._fold.setText(self.tr("Advanced") + " ▸")
        self._only = TextButton("", kind="chip", name=self.tr("Only a scale or chord"))
        self._only.setToolTip(self.tr("No note outside a scale or chord can be drawn"))
        attach_menu(
            self._only,
            lambda menu: fill_only(menu, self._settings.only, self._lock),
        )
        self._gap = GapChips()
        self._gap.asked.connect(lambda changes: self._ask(**changes))
        self._wish = WishChip()
        self._wish.opened.connect(self.wishes_opened)
        self._wish.chosen.connect(self.wish_chosen)
        self._in_key.clicked.connect(lambda checked: self._change(keep_in_key=checked, only=None))
        self._fold.clicked.connect(lambda on: self._unfold(unfolded=on))
        self._voices.setToolTip(self.tr("Notes that may sound at once in a track"))
        attach_menu(self._voices, self._fill_voices)

    def _lay_out(self) -> None:
        inside = QWidget()
        inside.setAutoFillBackground(False)
        outer = QVBoxLayout(inside)
        outer.setContentsMargins(8, 8, 8, 8)
        outer.addWidget(self._model)
        column = QVBoxLayout()
        column.setContentsMargins(6, 0, 6, 0)
        column.setSpacing(6)
        outer.addLayout(column, 1)
        for title, choice in (
            (self.tr("Continue from"), self._origin),
            (self.tr("Length in bars"), self._length),
            (self.tr("Alternatives"), self._count),
        ):
            column.addWidget(words(title, tone="dim"))
            column.addWidget(choice)
            column.addSpacing(3)
        first, *others = self._chip_rows()
        # The wish is near the top, to be visible in the smallest window, too.
        column.addLayout(first)
        column.addWidget(self._adventure)
        column.addWidget(self._echo)
        column.addWidget(self._steering)
        for chips in others:
            column.addLayout(chips)
        column.addWidget(self._gap)
        column.addWidget(self._advanced)
        column.addSpacing(6)
        column.addWidget(self._memory)
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

    def _chip_rows(self) -> tuple[QHBoxLayout, ...]:
        rows = []
        for chips in (
            (self._wish, self._in_key),
            (self._only, self._voices),
            (self._fold,),
        ):
            row = QHBoxLayout()
            row.setSpacing(6)
            for chip in chips:
                row.addWidget(chip)
            row.addStretch(1)
            rows.append(row)
        return tuple(rows)

    def _foot(self) -> QVBoxLayout:
        line = QHBoxLayout()
        line.addWidget(self._estimate)
        line.addStretch(1)
        line.addWidget(self._seed)
        foot = QVBoxLayout()
        foot.setContentsMargins(14, 4, 14, 14)
        foot.setSpacing(6)
        foot.addLayout(line)
        foot.addWidget(self._reason)
        deeds = QHBoxLayout()
        deeds.setSpacing(6)
        # In a row of their own: in some languages the three words are wider than the panel.
        deeds.addWidget(self._rewrite, 1)
        deeds.addWidget(self._fill, 1)
        foot.addWidget(self._button)
        foot.addLayout(deeds)
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
        self._origin.show_choice(settings.origin)
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
        if not self._making:
            self._show_button()

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

    def show_chosen_bars(self, bars: Bars) -> None:
        """Show the bars that a wish would refer to; None if none are chosen."""
        self._wish.show_chosen_bars(bars)

    def sliders(self) -> dict[str, LineSlider]:
        """Return the sliders by name: `adventurousness`, `echo`, and those of `STEERS`."""
        named = {"adventurousness": self._adventure, "echo": self._echo, **self._steering.sliders}
        return {name: each.slider for name, each in named.items()}

    def show_estimate(self, seconds: float | None) -> None:
        """Show the estimated time; None shows nothing."""
        request = self._settings.request
        if seconds is None or request.bars == ENDLESS:
            self._estimate.setText("")
            return
        wait = f"{seconds:.1f}" if seconds < 20 else f"{seconds:.0f}"
        self._estimate.setText(
            self.tr("≈ {0} s for {1} × {2} bars").format(wait, request.alternatives, request.bars)
        )

    def show_making(self, *, progress: float, text: str = "") -> None:
        """Turn the button into Cancel, with the progress (0 to 1; negative if unknown)."""
        self._making = True
        self._reason.setVisible(False)
        stop = self._settings.request.bars == ENDLESS
        self._button.show_state(
            self.tr("Stop") if stop else self.tr("Cancel"),
            key=self._keys["cancel"],
            running=True,
            progress=progress,
        )
        if text:
            self._estimate.setText(text)

    def show_idle(self, *, reason: str = "") -> None:
        """Turn the button into Continue; a reason disables it."""
        self._making = False
        self._reason.setText(reason)
        self._reason.setVisible(bool(reason))
        self._show_button()

    def show_rewrite(self, *, tooltip: str, reason: str = "") -> None:
        """Enable Rewrite, or disable it with a reason.

        Args:
            tooltip: The bars and tracks that would be written anew.
            reason: Why it cannot be clicked, or empty.
        """
        give_reason(self._rewrite, reason, tooltip=tooltip)

    def show_fill(self, *, tooltip: str, reason: str = "") -> None:
        """Enable Fill, or disable it with a reason; as `show_rewrite`."""
        give_reason(self._fill, reason, tooltip=tooltip)

    def _show_keys(self, action: str, keys: str) -> None:
        self._keys[action] = keys
        if not self._making:
            self._show_button()

    def _show_button(self) -> None:
        endless = self._settings.request.bars == ENDLESS
        text = self.tr("Start") if endless else self.tr("Continue")
        if self._wish.said:
            text = self.tr("{0}: {1}").format(text, self._wish.said)
        self._button.show_state(
            text,
            key=self._keys["continue"],
            running=False,
            reason=self._reason.text() if not self._reason.isHidden() else "",
        )

    def show_memory(self, memory: MemoryView | None) -> None:
        """Show the memory; None before the model has read the piece."""
        self._memory.show_memory(memory)

    def show_attention(self, first_bar: int, shares: tuple[float, ...]) -> None:
        """Show the attention on a bar and on each bar after it; empty shows none."""
        self._memory.show_attention(first_bar, shares)

    # --- what the user does ----------------------------------------------------------------

    def _press(self) -> None:
        (self.cancel_clicked if self._making else self.continue_clicked).emit()

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
        self._fold.setText(self.tr("Advanced") + (" ▾" if unfolded else " ▸"))
        self._advanced.setVisible(unfolded)

    def _fill_voices(self, menu: QMenu) -> None:
        for voices in _VOICES:
            text = self.tr("No limit") if not voices else str(voices)
            act = partial(self._limit, max_voices=voices)
            add_choice(menu, text, act, checked=voices == self._settings.request.limits.max_voices)
