"""The binder of the Jam page."""

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QTimer

from app.clients.calibrating import Calibrating
from app.clients.continuing import Continuing
from app.clients.jamming import FinishedJam, Jam
from app.clients.midi_learn import MidiLearn
from app.clients.playing import Playing
from app.files.background import Background
from app.jam import checks
from app.jam.autosave import JamAutosave
from app.jam.clock import Now, clock_of, place_of, press_of, sentence_of
from app.jam.hearing import JamHearing
from app.jam.pending import PendingJam
from app.jam.plan import frame_of, settings_of, start_of
from app.jam.scenes import JamScenes, bars_of
from app.jam.sentences import JamSentences
from app.main_window.shell import Shell
from app.main_window.workspaces import Workspaces
from app.settings.settings import Settings
from app.state.generation_settings import GenerationSettings
from app.state.selection import Selection
from app.values.continue_settings import ContinueSettings
from app.values.jam_choices import JamChoices, read_choices, voice_of, write_choices
from app.views.jam.page import JamPage
from app.views.jam.values import Check, JamScene, Stage
from app.views.notice_strip import NoticeText
from app.widgets.steering import SteersView
from app.words.figures import decimal
from engine import messages
from engine.request import LARGEST_SEED, Request

# The key of the user's choices in the preferences.
_KEPT = "jam"
# 60 pictures a second.
FRAME_MS = 16
# How long the clock shows that no answer was ready in time.
_THINKS_MS = 2000
# The player reports the position 30 times a second. Frames between two reports extrapolate, for at
# most this long.
_EXTRAPOLATED_S = 0.15
# The latest keys that the check of the model refers to.
_LAGS = 24
# A tick before all bars: no jam, no playhead.
_NOWHERE = -1.0e6


@dataclass(frozen=True, slots=True, kw_only=True)
class JamTools:
    """The parts of the program that a jam needs.

    Attributes:
        playing: The transport and the sound.
        continuing: The link to the live process.
        learning: The controls that hand over.
        asked: The generation settings, shared with Compose.
        selection: Its track gives the keyboards' sound outside a jam.
        typing: Returns whether the computer's keys play.
        background: The thread that writes autosaves.
        autosave: The autosave folder.
    """

    playing: Playing
    continuing: Continuing
    learning: MidiLearn
    generation: GenerationSettings
    selection: Selection
    typing: Callable[[], bool]
    background: Background
    autosave: Path


class JamViews(QObject):
    """Binds a jam to its page, which is made when it is first shown."""

    def __init__(
        self,
        shell: Shell,
        workspaces: Workspaces,
        jam: Jam,
        tools: JamTools,
        settings: Settings,
        *,
        clock: Callable[[], float] = time.monotonic,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._shell, self._workspaces = shell, workspaces
        self._jam, self._tools = jam, tools
        self._settings = settings
        self._clock = clock
        self._choices = read_choices(settings.note(_KEPT))
        self._page: JamPage | None = None
        self.pending = PendingJam(shell, jam, self)
        folder = tools.autosave
        self.autosave = JamAutosave(jam, self.pending, tools.background, folder=folder, parent=self)
        self._calibrating = Calibrating(tools.playing, self)
        self._sentences = JamSentences(jam, tools.playing, self._calibrating, self)
        self.hearing = JamHearing(tools.playing, self)
        self._scenes, self._scene = JamScenes(), JamScene()
        self._counted = 0
        self._lags_s: tuple[float, ...] = ()
        self._late = 0
        self._stale = True
        self._heard_at = (0.0, 0.0)
        self._frame = QTimer(self, interval=FRAME_MS)
        self._frame.setTimerType(Qt.TimerType.PreciseTimer)
        self._frame.timeout.connect(self._show_frame)
        self._thinking = QTimer(self, singleShot=True, interval=_THINKS_MS)
        self._thinking.timeout.connect(self._show_turn)
        self._connect()
        self._allow()

    def _connect(self) -> None:
        jam, tools = self._jam, self._tools
        self._shell.actions.bind(jam_views=self, jam=jam)
        self._workspaces.changed.connect(self._on_workspace)
        self._shell.transport.mode_ended.connect(self._on_sign)
        jam.changed.connect(self._on_change)
        jam.pictured.connect(self._on_picture)
        jam.heard.connect(self._on_heard)
        jam.phrase_ended.connect(self._on_phrase)
        jam.underrun.connect(self._on_underrun)
        jam.ended.connect(self._on_end)
        self.hearing.changed.connect(self._on_hearing)
        # The page has its own message, so the general notice may not cover the roll.
        jam.resumed.connect(lambda: self._shell.notices.clear_notice("live-died"))
        self.pending.changed.connect(self._show)
        self.pending.changed.connect(self.hearing.stop)
        self.pending.changed.connect(self._forget_last)
        self.pending.changed.connect(self._allow)
        self.pending.became_document.connect(lambda _jammed: self._on_became_document())
        self.autosave.failed.connect(lambda error: self._show_message(error.message, warning=True))
        playing = tools.playing
        playing.moved.connect(self._on_move)
        playing.note_played.connect(self._on_note)
        playing.audio.counted_in.connect(self._on_count_in)
        playing.audio.changed.connect(self._show_checks)
        playing.ports_changed.connect(lambda _ports: self._show_checks())
        playing.output_changed.connect(lambda _output: self._show_checks())
        playing.click_changed.connect(self._show_click)
        tools.continuing.model_changed.connect(self._on_model)
        tools.generation.changed.connect(self._on_asked)
        self._sentences.sentence_changed.connect(
            lambda text, grave: self._show_message(text, warning=grave)
        )

    @property
    def jam(self) -> Jam:
        """The jam."""
        return self._jam

    @property
    def choices(self) -> JamChoices:
        """The user's choices."""
        return self._choices

    # --- the page ---------------------------------------------------------------------------

    def _on_sign(self, mode: str) -> None:
        if mode == "jam":
            self._jam.stop()

    def _show_sign(self) -> None:
        """Say beside the Jam page that a jam goes on."""
        on = self._jam.on and self._workspaces.current != "jam"
        self._shell.transport.show_mode(
            "jam",
            self.tr("A jam is on") if on else "",
            self.tr("You and Segue play together, on the page Jam; end it to stop."),
        )

    def _on_workspace(self, name: str) -> None:
        self._show_sign()
        if name != "jam":
            self._frame.stop()
            return
        if self._page is None:
            self._page = self._workspaces.jam
            self._connect_page(self._page)
        self._show()
        if self._jam.on:
            self._frame.start()
            self._page.setFocus()

    def _connect_page(self, page: JamPage) -> None:
        jam, setup, buttons, tools = self._jam, page.setup, page.buttons, self._tools
        buttons.start_clicked.connect(self.start)
        buttons.keys_clicked.connect(self._use_keys)
        buttons.stop_clicked.connect(jam.stop)
        buttons.play_clicked.connect(self._hear)
        buttons.keep_clicked.connect(self.pending.keep)
        buttons.discard_clicked.connect(self._discard)
        page.hand_over_clicked.connect(jam.hand_over)
        page.back_clicked.connect(self._go_back)
        page.part_clicked.connect(lambda first, last: self.pending.keep((first, last)))
        setup.choices_changed.connect(self._take_choices)
        setup.drawing_changed.connect(tools.generation.replace)
        setup.click_toggled.connect(lambda _on: self._shell.actions["metronome"].trigger())
        setup.forget_clicked.connect(jam.forget)
        setup.pin_toggled.connect(lambda on: jam.pin(pinned=on))
        setup.calibrate_clicked.connect(self._calibrate)
        setup.cable_clicked.connect(lambda: self._calibrate(cable=True))
        setup.show_choices(self._choices)
        if (model := tools.continuing.model) is not None:
            setup.steering.show_steers(_steers_of(model))

    # --- user input -------------------------------------------------------------------------

    def toggle(self) -> None:
        """Start or stop a jam."""
        if self._jam.on:
            self._jam.stop()
        else:
            self._workspaces.show_workspace("jam")
            self.start()

    def start(self) -> None:
        """Start a jam, unless a check forbids it."""
        if not self._why_not() and not self.pending.waits:
            self._begin()

    def _go_back(self, bar: int) -> None:
        """Play on from a bar, from 0: of the running jam, or of the one that just ended."""
        if self._jam.on:
            self._jam.go_back(bar)
        elif not self._why_not_on():
            self.hearing.stop()
            self._begin(bar)
            # The end of the jam brings all of it again; until then it is saved as a running one.
            self.pending.discard()
            self.autosave.keep()

    @property
    def _others(self) -> tuple[str, ...]:
        """The inputs that further humans play."""
        sound = self._tools.playing.audio
        return tuple(name for name in sound.listening if name in sound.choices.own_tracks)

    def _begin(self, bar: int | None = None) -> None:
        choices, asked = self._choices, self._tools.generation.settings
        self._lags_s, self._late = (), 0
        me = voice_of(choices.me)
        self._tools.playing.audio.play_as(me[0], is_drum=me[1])
        learned = self._tools.learning.learned.get("hand_over")
        number = learned.number if learned and not learned.is_key else -1
        frame, record = frame_of(choices, self._others), self._jam.record
        self._heard_at = (0.0 if bar is None else record.begin + bar * record.bar, self._clock())
        self._show_message("")
        self._jam.start(
            start_of(choices, replace(self._jam_request(asked), start=0), self._others),
            settings_of(choices, frame, learned=number),
            frame,
            bar=bar,
        )
        if self._workspaces.current == "jam":
            self._frame.start()

    def _why_not_on(self) -> str:
        """Return why a finished jam cannot go on, or an empty string."""
        if self._jam.on:
            return ""
        if self._jam.can_go_on(frame_of(self._choices, self._others)):
            return self._why_not()
        return self.tr("It goes on only in its own meter, with the same players.")

    def _jam_request(self, asked: ContinueSettings) -> Request:
        """Return the request of a continuation, reduced to the settings that apply to a jam."""
        request = asked.request
        seed = request.sampling.seed if asked.seed_locked else 1 + secrets.randbelow(LARGEST_SEED)
        return Request(
            sampling=replace(request.sampling, seed=seed),
            steering=request.steering,
            limits=request.limits,
        )

    def _calibrate(self, *, cable: bool = False) -> None:
        if self._jam.phase == "idle" and not self._calibrating.on:
            self._calibrating.start(cable=cable)

    def _discard(self) -> None:
        self._show_message("")
        self.pending.discard()

    def _forget_last(self) -> None:
        if not self.pending.waits:
            self._shell.notices.end("jam")

    def _use_keys(self) -> None:
        """Let the computer's keys play, and lead to what starts the jam."""
        self._shell.actions["typing"].trigger()
        if self._page is not None:
            self._page.buttons.focus_main()

    def _hear(self) -> None:
        """Play the finished jam from the chosen bar on, or end that."""
        record = self._jam.record
        span = self._page.bars.span if self._page is not None else None
        start = record.begin + (span[0] if span is not None else 0) * record.bar
        self.hearing.toggle(record.score(self._jam.last_tick), start, lead=record.begin)

    def show_typing(self) -> None:
        """Show which keys of the computer play, after a change of the typing keyboard."""
        self._show_checks()

    def close(self) -> None:
        """Stop the frames and close the jam."""
        self._frame.stop()
        self._jam.close()

    def _take_choices(self, choices: JamChoices) -> None:
        self._choices = choices
        self._settings.keep_note(_KEPT, write_choices(choices))
        self._show_checks()
        self._show_turn()

    # --- showing values ---------------------------------------------------------------------

    def _show(self) -> None:
        page = self._page
        if page is None:
            return
        page.setup.show_drawing(self._tools.generation.settings)
        self._show_click()
        self._show_checks()
        self._show_scene()
        self._show_turn()
        self._show_bars()

    def _why_not(self) -> str:
        model, heard, needed = self._model_check(), self._input_check(), self._needs_player
        return checks.why_not(model, heard, needed=needed)

    @property
    def _needs_player(self) -> bool:
        return self._choices.mode != "endless"

    def _input_check(self) -> Check:
        sound, tools = self._tools.playing.audio, self._tools
        return checks.check_input(sound, typing=tools.typing(), needed=self._needs_player)

    @property
    def _is_unheard(self) -> bool:
        """Whether the mode needs a player, and there is none."""
        return self._needs_player and self._input_check().tone in {"danger", "warning"}

    def _model_check(self) -> Check:
        model = self._tools.continuing.model
        return checks.check_model(model, lags_s=self._lags_s, late=self._late)

    def _show_checks(self) -> None:
        self._allow()
        page, output = self._page, self._tools.playing.output
        if page is None:
            return
        page.setup.show_check("input", self._input_check())
        page.setup.show_check("output", checks.check_output(output))
        page.setup.show_check("model", self._model_check())
        page.setup.show_check("latency", checks.check_latency(output))
        ending = self.tr("What you played is gathered…")
        reason = ending if self._stage == "ending" else self._why_not()
        page.show_stage(
            self._stage,
            reason=reason,
            needs_keys=self._is_unheard,
            going_on=self._why_not_on(),
        )
        if not self._jam.on:
            self._show_turn()

    @property
    def _stage(self) -> Stage:
        if self._jam.on:
            return "playing"
        if self._jam.phase == "ending":
            return "ending"
        return "over" if self.pending.waits else "before"

    def _allow(self) -> None:
        """Enable the actions, or disable them with a reason."""
        on = self._jam.on
        over = self.tr("Keep or discard the last jam first.") if self.pending.waits else ""
        actions = self._shell.actions
        actions.allow("start_jam", unless="" if on else over or self._why_not())
        actions.allow("hand_over", unless="" if on else self.tr("No jam is running."))

    @property
    def _bar(self) -> int:
        """The bar of the playhead after the count-in, from 0; -1 while nothing plays."""
        record = self._jam.record
        if not self._jam.on and not self.hearing.on:
            return -1
        return int(max(0.0, self._tools.playing.tick - record.begin)) // record.bar

    def _show_turn(self) -> None:
        page, jam = self._page, self._jam
        if page is None:
            return
        now = Now(
            phase=jam.phase,
            record=jam.record,
            choices=self._choices,
            tick=self._now(),
            counted=self._counted,
            thinks=self._thinking.isActive(),
            over=self.pending.waits,
            unheard=self._is_unheard,
            missing=self._why_not(),
            chords=self._scene.chords,
        )
        page.show_clock(clock_of(now), sentence=sentence_of(now), press=press_of(now))

    def _show_scene(self) -> None:
        page, stage = self._page, self._stage
        if page is None:
            return
        self._stale = False
        record, tick = self._jam.record, self._now()
        before, self._scene = self._scene.chords, JamScene()
        if stage != "before":
            whole = stage != "playing"
            scene = self._scenes.scene(record, tick, self._choices, whole=whole)
            self._scene = replace(scene, silent=whole and not self.hearing.on)
        page.roll.show_scene(self._scene)
        page.roll.show_now(tick)
        if self._scene.chords != before:
            self._show_turn()

    def _show_bars(self) -> None:
        page, record = self._page, self._jam.record
        if page is None:
            return
        on, over = self._jam.on, self._stage in {"over", "ending"}
        # The bar that has just begun stands there, too.
        end = self._tools.playing.tick + 1 if on else self._jam.last_tick
        page.show_bars(bars_of(record, end) if on or over else (), now=self._bar)

    def _show_frame(self) -> None:
        """Show the next frame; the notes only when they changed."""
        page, tick = self._page, self._now()
        if page is None:
            return
        if self._stale or self._jam.record.holds:
            self._show_scene()
        else:
            page.roll.show_now(tick)
        if not self._counted:
            page.clock.show_fill(place_of(self._jam.record, self._choices, tick).filled)

    def _now(self) -> float:
        """Return the position in ticks, extrapolated from the last report."""
        tick, at_s = self._heard_at
        if not self._jam.on:
            begin = float(self._jam.record.begin) if self._stage != "before" else _NOWHERE
            return self._tools.playing.tick if self.hearing.on else begin
        if not self._tools.playing.playing or self._counted:
            return tick
        passed_s = min(_EXTRAPOLATED_S, self._clock() - at_s)
        speed = self._choices.bpm * self._jam.record.frame.ticks_per_quarter / 60
        return tick + passed_s * speed * self._tools.playing.speed

    def _show_click(self) -> None:
        if self._page is not None:
            self._page.setup.show_click(on=self._settings.preferences.metronome)

    def _show_message(self, text: str, *, warning: bool = False) -> None:
        if self._page is not None:
            self._page.show_message(text, warning=warning)

    # --- events -----------------------------------------------------------------------------

    def _on_change(self) -> None:
        self._show_sign()
        if not self._jam.on:
            self._frame.stop()
        if self._jam.phase == "idle":
            # `ended` follows, and the page shows all of it then.
            self._allow()
            return
        self._show_checks()
        self._show_turn()
        self._show_bars()

    def _on_hearing(self) -> None:
        if self._page is not None:
            self._page.buttons.show_heard(playing=self.hearing.on)
        self._show_bars()
        self._show_scene()

    def _on_picture(self) -> None:
        # Only a visible page shows frames; the next one reads the notes again.
        self._stale = True
        if not self._frame.isActive():
            self._show_scene()

    def _on_move(self, tick: float) -> None:
        if self.hearing.on and self._page is not None:
            self._page.roll.show_now(tick)
        if not self._jam.on and not self.hearing.on:
            return
        before, self._heard_at = self._heard_at[0], (tick, self._clock())
        record = self._jam.record
        if self._page is not None and int(before) // record.beat != int(tick) // record.beat:
            # The page may turn, chords may end, and the bar has more notes.
            self._stale = self._jam.on
            self._show_bars()
            self._show_turn()

    def _on_note(self, event: messages.NotePlayed) -> None:
        if self._page is not None and event.velocity:
            self._page.setup.hear(event.velocity)

    def _on_count_in(self, beats: int) -> None:
        self._counted = beats
        if self._jam.on:
            self._show_turn()

    def _on_heard(self, event: messages.JamHeard) -> None:
        self._lags_s = (*self._lags_s, *event.lags_s)[-_LAGS:]
        if not self._thinking.isActive():
            self._late = 0
        self._show_checks()
        if self._page is not None:
            text = self.tr("In its memory: bars %1, notes %2.").replace("%1", str(event.bars))
            pinned = self.tr("It uses only the bars up to %1.")
            more = pinned.replace("%1", str(event.pinned_bar)) if event.pinned_bar >= 0 else ""
            text = f"{text.replace('%2', str(event.notes))} {more}".strip()
            self._page.setup.show_memory(text, state=self.tr("%n bars", "", event.bars))

    def _on_phrase(self, event: messages.PhraseEnded) -> None:
        text = self.tr("Your phrase ended: %1 s of silence.")
        self._shell.status.show_reason(text.replace("%1", decimal(event.silence_s, 1)))

    def _on_underrun(self, event: messages.JamUnderrun) -> None:
        self._late = event.lately
        self._thinking.start()
        self._show_checks()
        self._show_turn()

    def _on_model(self, model: messages.ModelLoaded | None) -> None:
        if self._page is not None and model is not None:
            self._page.setup.steering.show_steers(_steers_of(model))
        self._show_checks()

    def _on_asked(self, asked: ContinueSettings) -> None:
        if self._page is not None:
            self._page.setup.show_drawing(asked)
        if self._jam.on:
            self._jam.steer(self._jam_request(asked))

    def _on_end(self, jammed: FinishedJam) -> None:
        self._counted, self._lags_s, self._late = 0, (), 0
        self._thinking.stop()
        self._shell.notices.end("jam")
        if text := self.pending.take(jammed):
            self._tell_over(text)
        track = self._tools.selection.track
        if track is not None:
            self._tools.playing.audio.play_as(track.program, is_drum=track.is_drum)
        self._show()

    def _on_became_document(self) -> None:
        self._show_message("")
        self._workspaces.show_workspace("compose")

    def _tell_over(self, text: str) -> None:
        if self._workspaces.current != "jam":
            self._shell.notices.show_notice(
                NoticeText(
                    key="jam",
                    about="jam",
                    happened=self.tr("The jam is over."),
                    did=text,
                    can=self.tr("Keep or discard it on the Jam page."),
                )
            )


def _steers_of(model: messages.ModelLoaded) -> SteersView:
    return SteersView(working=model.steers, measured=model.measured, of=model.steers_of)
