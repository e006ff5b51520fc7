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
from app.jam.pending import PendingJam
from app.jam.plan import frame_of, settings_of, start_of
from app.jam.sentences import JamSentences
from app.jam.turns import scene_of, turn_view
from app.main_window.shell import Shell
from app.main_window.workspaces import Workspaces
from app.settings.settings import Settings
from app.state.generation_settings import GenerationSettings
from app.state.selection import Selection
from app.values.continue_settings import ContinueSettings
from app.values.jam_choices import JamChoices, read_choices, voice_of, write_choices
from app.views.jam.page import JamPage
from app.views.jam.values import Check
from app.views.notice_strip import NoticeText
from app.widgets.steering import SteersView
from app.words.figures import decimal
from engine import messages
from engine.request import LARGEST_SEED, Request

# The key of the user's choices in the preferences.
_KEPT = "jam"
# 60 pictures a second.
FRAME_MS = 16
# How long the button shows that no answer was ready in time.
_THINKS_MS = 2000
# The player reports the position 30 times a second. Frames between two reports extrapolate, for at
# most this long.
_EXTRAPOLATED_S = 0.15
# The latest keys that the check of the model refers to.
_LAGS = 24


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
        # The page has its own message, so the general notice may not cover the waterfall.
        jam.resumed.connect(lambda: self._shell.notices.clear_notice("live-died"))
        self.pending.changed.connect(self._show)
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
        jam, setup, tools = self._jam, page.setup, self._tools
        page.start_clicked.connect(self.start)
        page.stop_clicked.connect(jam.stop)
        page.hand_over_clicked.connect(jam.hand_over)
        page.back_clicked.connect(jam.go_back)
        page.keep_clicked.connect(self.pending.keep)
        page.discard_clicked.connect(self._discard)
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
        if self._why_not() or self.pending.waits:
            return
        choices, asked = self._choices, self._tools.generation.settings
        self._lags_s, self._late = (), 0
        me = voice_of(choices.me)
        self._tools.playing.audio.play_as(me[0], is_drum=me[1])
        learned = self._tools.learning.learned.get("hand_over")
        sound = self._tools.playing.audio
        others = tuple(name for name in sound.listening if name in sound.choices.own_tracks)
        frame = frame_of(choices, others)
        self._show_message("")
        self._jam.start(
            start_of(choices, replace(self._jam_request(asked), start=0), others),
            settings_of(
                choices, frame, learned=learned.number if learned and not learned.is_key else -1
            ),
            frame,
        )
        if self._workspaces.current == "jam":
            self._frame.start()

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
        self._show_turn()
        self._show_scene()

    def _why_not(self) -> str:
        model, heard, needed = self._model_check(), self._input_check(), self._needs_player
        return checks.why_not(model, heard, needed=needed)

    @property
    def _needs_player(self) -> bool:
        return self._choices.mode != "endless"

    def _input_check(self) -> Check:
        sound, tools = self._tools.playing.audio, self._tools
        return checks.check_input(sound, typing=tools.typing(), needed=self._needs_player)

    def _model_check(self) -> Check:
        model = self._tools.continuing.model
        return checks.check_model(model, lags_s=self._lags_s, late=self._late)

    def _show_checks(self) -> None:
        self._allow()
        page, output = self._page, self._tools.playing.output
        if page is None:
            return
        page.show_check("input", self._input_check())
        page.show_check("output", checks.check_output(output))
        page.show_check("model", self._model_check())
        page.show_check("latency", checks.check_latency(output))
        if self._jam.on:
            page.show_running(bar=self._bar)
        else:
            ending = self.tr("What you played is gathered…")
            reason = ending if self._jam.phase == "ending" else self._why_not()
            page.show_idle(reason=reason, kept=self.pending.waits)
            self._show_turn()

    def _allow(self) -> None:
        """Enable the actions, or disable them with a reason."""
        on = self._jam.on
        over = self.tr("Keep or discard the last jam first.") if self.pending.waits else ""
        actions = self._shell.actions
        actions.allow("start_jam", unless="" if on else over or self._why_not())
        actions.allow("hand_over", unless="" if on else self.tr("No jam is running."))

    @property
    def _bar(self) -> int:
        record = self._jam.record
        return int(max(0.0, self._tools.playing.tick - record.begin)) // record.bar

    def _show_turn(self) -> None:
        if self._page is None:
            return
        jam = self._jam
        view = turn_view(
            jam.phase,
            jam.record,
            self._choices,
            counted=self._counted,
            thinks=self._thinking.isActive(),
            over=self.pending.waits,
            missing=self._why_not(),
        )
        reason = "" if jam.on else self.tr("No jam is running.")
        self._page.show_turn(view, reason=reason)

    def _show_scene(self) -> None:
        if self._page is not None:
            self._stale = False
            tick = self._now()
            self._page.waterfall.show_scene(scene_of(self._jam.record, tick))
            self._page.waterfall.show_now(tick)

    def _show_frame(self) -> None:
        """Show the next frame; the notes only when they changed."""
        if self._page is None:
            return
        if self._stale or self._jam.record.holds:
            self._show_scene()
        else:
            self._page.waterfall.show_now(self._now())

    def _now(self) -> float:
        """Return the position in ticks, extrapolated from the last report."""
        tick, at_s = self._heard_at
        if not self._tools.playing.playing or not self._jam.on or self._counted:
            return self._jam.record.turn_tick if not self._jam.on else tick
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
        self._show_checks()
        self._show_turn()
        if not self._jam.on:
            self._frame.stop()

    def _on_picture(self) -> None:
        # Only a visible page shows frames; the next one reads the notes again.
        self._stale = True
        if not self._frame.isActive():
            self._show_scene()

    def _on_move(self, tick: float) -> None:
        if not self._jam.on:
            return
        before, self._heard_at = self._heard_at[0], (tick, self._clock())
        bar = self._jam.record.bar
        if self._page is not None and int(before) // bar != int(tick) // bar:
            self._page.show_bar(self._bar)
            # Another bar is current, so the scene must be read again.
            self._stale = True

    def _on_note(self, _event: messages.NotePlayed) -> None:
        if self._page is not None:
            self._page.flash_input()

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
            self._page.setup.show_memory(f"{text.replace('%2', str(event.notes))} {more}".strip())

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
        track = self._tools.selection.track
        if track is not None:
            self._tools.playing.audio.play_as(track.program, is_drum=track.is_drum)
        self._shell.notices.end("jam")
        if text := self.pending.take(jammed):
            self._tell_over(text)
        self._show()

    def _on_became_document(self) -> None:
        self._show_message("")
        self._workspaces.show_workspace("compose")

    def _tell_over(self, text: str) -> None:
        self._show_message(text)
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
