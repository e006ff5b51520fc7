"""Show playback: transport bar, loop, playhead and recording."""

from PySide6.QtCore import QObject, QTimer

from app.clients.playing import Playing
from app.clients.recording import Recording
from app.compose.score_views import ScoreViews
from app.main_window.compose_page import ComposePage
from app.main_window.menus import choices
from app.main_window.shell import Shell
from app.settings.settings import Settings
from app.state.current_key import CurrentKey, key_of
from app.state.selection import Selection
from app.views.notice_strip import NoticeText
from app.views.roll.live import LiveTake
from app.words.counting import counted
from app.words.figures import decimal
from engine import messages
from engine.values.time import Timeline

# Bars of count-in in the menu.
COUNT_INS = (0, 1, 2, 4)
# Actions of the recording style, named like the fields of `SoundChoices`.
RECORDING = ("record_replaces", "record_in_loop", "record_takes")


class TransportViews(QObject):
    """Connects `Playing` and `Recording` to the views."""

    def __init__(
        self,
        shell: Shell,
        page: ComposePage,
        *,
        playing: Playing,
        views: ScoreViews,
        selection: Selection,
        key: CurrentKey,
        settings: Settings,
        recording: Recording,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._shell = shell
        self._page = page
        self._recording = recording
        self._playing = playing
        self._views = views
        self._selection = selection
        self._key = key
        self._document = selection.document
        self._timeline = self._document.timeline
        self._counted = 0
        self._settings = settings
        # Joins the many playheads of one frame into one repaint.
        self._frame = QTimer(self, singleShot=True, interval=12)
        self._frame.timeout.connect(self._show_tick)
        self._connect_views()
        self._connect_actions()
        self._connect_playing()
        self._show_click()
        self._show_loop()

    def _connect_views(self) -> None:
        transport, page, playing = self._shell.transport, self._page, self._playing
        transport.to_start_clicked.connect(lambda: playing.seek(0))
        transport.stop_clicked.connect(playing.stop)
        transport.play_clicked.connect(playing.toggle)
        transport.panic_clicked.connect(playing.panic)
        transport.seek_requested.connect(playing.seek)
        transport.loop_toggled.connect(lambda _on: self.toggle_loop())
        transport.metronome_changed.connect(
            lambda on, bars, volume: playing.set_click(on=on, count_in_bars=bars, volume=volume)
        )
        transport.mode_ended.connect(self._on_sign)
        transport.sound_settings_clicked.connect(self._shell.actions["preferences"].trigger)
        page.ruler.seek_requested.connect(playing.seek)
        page.ruler.loop_dragged.connect(playing.set_loop)
        page.roll.seek_requested.connect(playing.seek)
        page.events.seek_requested.connect(playing.seek)
        page.roll.note_auditioned.connect(
            lambda pitch, velocity, on: playing.sound(
                pitch=pitch, velocity=velocity, on=on, track=self._selection.current
            )
        )

    def toggle_loop(self) -> None:
        """Turn the loop off, or on: over the selected bars if there are any."""
        start, end = self._selection.bars
        if end > start and not self._playing.looping:
            self._playing.set_loop(start, end)
        else:
            self._playing.enable_loop(on=not self._playing.looping)

    def _connect_actions(self) -> None:
        actions, playing = self._shell.actions, self._playing
        actions.bind(transport=self, playing=playing)
        for name in RECORDING:
            actions[name].triggered.connect(
                lambda on=False, key=name: playing.audio.choose(**{key: on})
            )
        self._show_recording_style()

    def _show_recording_style(self) -> None:
        choices = self._playing.audio.choices
        for name in RECORDING:
            self._shell.actions.check(name, on=getattr(choices, name))

    def _connect_playing(self) -> None:
        playing = self._playing
        playing.moved.connect(lambda _tick: self._frame.isActive() or self._frame.start())
        playing.playing_changed.connect(lambda _on: self._show_playing())
        self._recording.changed.connect(lambda _on: self._show_playing())
        self._recording.refused.connect(self._on_word)
        playing.loop_changed.connect(self._show_loop)
        playing.click_changed.connect(self._show_click)
        playing.speed_changed.connect(self._show_speed)
        playing.lateness_changed.connect(self._show_lateness)
        playing.note_played.connect(lambda _event: self._show_recording())
        playing.audio.counted_in.connect(self._on_count_in)
        for played in (
            playing.note_played,
            playing.control_moved,
            playing.wheel_moved,
            playing.pressure_moved,
        ):
            played.connect(lambda _event: self._shell.transport.flash_input())
        playing.noticed.connect(self._on_word)
        playing.died.connect(self._on_death)

    # --- commands of the user -----------------------------------------------------------------

    def change_speed(self, factor: float) -> None:
        """Play faster by a factor."""
        self._playing.set_speed(self._playing.speed * factor)

    def seek_end(self) -> None:
        """Go to the end of the piece."""
        bars = Timeline(self._playing.score).bars
        self._playing.seek(bars.start_of(bars.bars_until(self._playing.score.end)))

    def toggle_click(self) -> None:
        """Turn the metronome on or off."""
        preferences = self._settings.preferences
        self._playing.set_click(
            on=not preferences.metronome, count_in_bars=preferences.count_in_bars
        )

    # --- showing ------------------------------------------------------------------------------

    def _show_tick(self) -> None:
        self._show_timeline()
        self._views.show_playhead(self._playing.tick)
        self._show_recording()
        music = self._playing.leases.music
        lead = 0 if music is None else music.lead
        self._shell.transport.show_position(max(0.0, self._playing.tick - lead))

    def _show_timeline(self) -> None:
        """Show the time of the leased music, such as a jam, if it is not the piece."""
        timeline, heard = self._document.timeline, self._playing.score
        if self._playing.leases.foreign:
            known = self._timeline.score is heard
            timeline = self._timeline if known else Timeline(heard)
        if timeline is not self._timeline:
            self._timeline = timeline
            self._shell.transport.show_timeline(timeline)
            foreign = self._playing.leases.foreign
            self._shell.transport.show_key(key_of(heard) if foreign else self._key.key)

    def _show_recording(self) -> None:
        beats = self._document.timeline.bars.signature_at(round(self._playing.tick)).numerator
        # Counts up from 1 within each bar of the count-in.
        beat = beats - (self._counted - 1) % beats if self._counted else 0
        take = LiveTake(on=self._recording.on, notes=self._recording.notes, beat=beat)
        self._page.roll.show_recording(take)

    def _on_count_in(self, beats_left: int) -> None:
        self._counted = beats_left
        self._show_recording()

    def _show_playing(self) -> None:
        playing = self._playing.playing
        self._shell.transport.show_playing(playing=playing, recording=self._recording.on)
        self._page.roll.show_playing(playing=playing)
        self._show_timeline()
        if not playing:
            self._counted = 0
            self._show_tick()
        self._show_recording()

    def _show_loop(self) -> None:
        playing = self._playing
        start, end = playing.loop
        self._shell.transport.show_loop(enabled=playing.looping)
        self._shell.actions.check("loop", on=playing.looping)
        for view in (self._page.ruler, self._page.roll):
            view.show_loop(start=start, end=end, enabled=playing.looping)

    def _show_click(self) -> None:
        preferences = self._settings.preferences
        self._shell.transport.show_metronome(
            enabled=preferences.metronome,
            count_in_bars=preferences.count_in_bars,
            volume=self._playing.audio.choices.click_volume,
        )
        self._shell.actions.check("metronome", on=preferences.metronome)
        choices(
            self._shell.menus.changing("count_in"),
            [(str(bars), self._bars(bars) if bars else self.tr("None")) for bars in COUNT_INS],
            current=str(preferences.count_in_bars),
            chosen=lambda bars: self._playing.set_click(
                on=preferences.metronome, count_in_bars=int(bars)
            ),
        )

    def _bars(self, bars: int) -> str:
        return counted(bars, self.tr("%1 bar"), self.tr("%1 bars"))

    def _show_speed(self, factor: float) -> None:
        if factor == 1.0:
            self._shell.status.show_reason(self.tr("Plays as fast as written."))
        else:
            text = self.tr("Plays at %1 % of the written tempo.")
            self._shell.status.show_reason(text.replace("%1", f"{factor * 100:.0f}"))
        self._show_speed_sign(factor)

    def _show_speed_sign(self, factor: float) -> None:
        text = self.tr("Speed %1 %").replace("%1", f"{factor * 100:.0f}")
        self._shell.transport.show_mode(
            "speed",
            "" if factor == 1.0 else text,
            self.tr("The music plays slower or faster than written; end it to play as written."),
        )

    def _on_sign(self, mode: str) -> None:
        if mode == "speed":
            self._playing.set_speed(1.0)

    def _show_lateness(self, event: messages.Lateness) -> None:
        said = self.tr("Half of the notes left less than %1 ms late, 99 of 100 less than %2 ms.")
        said = said.replace("%1", decimal(event.p50_ms, 1)).replace("%2", decimal(event.p99_ms, 1))
        how = self.tr("Some notes were late") if event.late else self.tr("In time")
        self._shell.status.show_chip(
            "player",
            how,
            tone="warning" if event.late else "plain",
            tooltip=said,
            listed=(self.tr("Playing"), how),
        )

    # --- failures -----------------------------------------------------------------------------

    def _on_word(self, sentence: str) -> None:
        self._shell.notices.show_notice(
            NoticeText(key="player-word", happened=sentence, seconds=8.0)
        )

    def _on_death(self, sentence: str) -> None:
        self._shell.notices.show_notice(
            NoticeText(key="player-died", happened=sentence, tone="warning", seconds=12.0)
        )
