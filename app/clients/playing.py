"""Client of the player: transport, loop, metronome, outputs and playback of leased music."""

import time
from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, Signal

from app.clients.engine_link import Link
from app.clients.sent_score import SentScore
from app.clients.sound import Sound
from app.settings.settings import Settings
from app.state.document import Document
from app.state.lease import NO_JOINING, Joining, Lease, Leases
from engine import messages
from engine.form.regridding import Regridding
from engine.messages import PartNote
from engine.request import PartControl
from engine.values.hearing import Recording
from engine.values.score import Score
from engine.values.time import Timeline

# After a longer gap a restarted player continues at the last known position.
_LONGEST_GAP_S = 5.0
# Bounds of the tempo factor, and the factor of one step.
SLOWEST, FASTEST = 0.25, 3.0


class Playing(QObject):
    """The transport.

    Signals:
        moved: The playhead moved (the tick).
        playing_changed: Playback started (True) or stopped (False).
        ended: Playback reached the end of the music (the tick).
        loop_changed: The loop range changed, or the loop was turned on or off.
        click_changed: The metronome or the count-in changed.
        speed_changed: The tempo factor changed.
        lateness_changed: A `messages.Lateness`.
        output_changed: A `messages.OutputOpened`, or None without an output.
        ports_changed: A `messages.PortsChanged`.
        note_played: A `messages.NotePlayed`.
        control_moved: A `messages.ControlMoved`.
        wheel_moved: A `messages.WheelMoved`.
        pressure_moved: A `messages.PressureMoved`.
        captured: A `messages.Captured`.
        failed: A `messages.Failed` of the player.
        noticed: A sentence from the player.
        died: The player died (the sentence for the user).
        output_lost: An output disappeared (its name).
        began: Music begins to sound (a `messages.PlayingBegan`).
    """

    moved = Signal(float)
    playing_changed = Signal(bool)
    ended = Signal(float)
    loop_changed = Signal()
    click_changed = Signal()
    speed_changed = Signal(float)
    lateness_changed = Signal(object)
    output_changed = Signal(object)
    ports_changed = Signal(object)
    note_played = Signal(object)
    control_moved = Signal(object)
    wheel_moved = Signal(object)
    pressure_moved = Signal(object)
    captured = Signal(object)
    failed = Signal(object)
    noticed = Signal(object)
    died = Signal(object)
    output_lost = Signal(str)
    began = Signal(object)

    def __init__(
        self,
        link: Link,
        document: Document,
        settings: Settings,
        parent: QObject | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(parent)
        self._clock = clock
        self._link = link
        self._document = document
        self._settings = settings
        self._tick = 0.0
        self._playing = False
        # The state that the last command requested, until the player confirms it: older playheads
        # that are still in the pipe must not undo it.
        self._awaited: bool | None = None
        self._began_at = 0
        self._open_end = False
        self._reported_s: float | None = None
        self._stopped_at = 0
        self._loop = (0, 0)
        self._looping = False
        self._factor = 1.0
        self._forced_click = False
        self.leases = Leases(self)
        self._streams = False
        # Where music begins that was kept since playing began, and the value that was sent last.
        self._kept_at = 0
        self._joining_sent = NO_JOINING
        self._beside_piece: Recording | None = None
        self._recording_sent: Recording | None = None
        # Where the player goes once it has the piece with other beats; None without a change.
        self._tick_after_regridding: int | None = None
        self._sent_score = SentScore(link)
        # Created first, because on `Ready` the output must open before anything plays.
        self.audio = Sound(link, settings, self)
        self._refresh_soon = QTimer(self, singleShot=True, interval=0)
        self._refresh_soon.timeout.connect(self.refresh)
        for signal in (
            document.notes_changed,
            document.tracks_changed,
            document.ruler_changed,
            document.tuning_changed,
        ):
            signal.connect(self._refresh_soon.start)
        document.replaced.connect(self._on_replaced)
        document.regridded.connect(self._on_regridded)
        self._listen(link)

    def _listen(self, link: Link) -> None:
        link.on(messages.Ready, self._on_ready)
        link.on(messages.Playhead, self._on_playhead)
        link.on(messages.Lateness, self.lateness_changed)
        link.on(messages.PlayingBegan, self.began)
        self.audio.output_changed.connect(self.output_changed)
        self.audio.output_lost.connect(self.output_lost)
        self.audio.ports_changed.connect(self.ports_changed)
        link.on(messages.NotePlayed, self.note_played)
        link.on(messages.ControlMoved, self.control_moved)
        link.on(messages.WheelMoved, self.wheel_moved)
        link.on(messages.PressureMoved, self.pressure_moved)
        link.on(messages.Captured, self.captured)
        link.on(messages.Failed, self.failed)
        link.on(messages.Notice, lambda notice: self.noticed.emit(notice.message))
        link.died.connect(self._on_death)

    # --- state --------------------------------------------------------------------------------

    @property
    def playing(self) -> bool:
        """Whether music is playing."""
        return self._playing

    @property
    def tick(self) -> float:
        """The playhead's tick."""
        return self._tick

    @property
    def stopped_at(self) -> int:
        """The tick where playback last stopped."""
        return self._stopped_at

    @property
    def loop(self) -> tuple[int, int]:
        """The user's loop range, empty if there is none."""
        return self._loop

    @property
    def looping(self) -> bool:
        """Whether the user's loop is on."""
        return self._looping

    @property
    def follows(self) -> bool:
        """Whether the clock of another device is heard and followed."""
        return bool(self.audio.choices.clock_in and self.audio.bpm)

    @property
    def count_in_bars(self) -> int:
        """Bars that are counted before a recording and a jam; none by another device's clock."""
        return 0 if self.follows else self._settings.preferences.count_in_bars

    @property
    def speed(self) -> float:
        """The tempo factor; 1.0 is as written."""
        return self._factor

    @property
    def output(self) -> messages.OutputOpened | None:
        """The open output, or None."""
        return self.audio.output

    @property
    def ports(self) -> messages.PortsChanged:
        """The MIDI ports of this machine."""
        return self.audio.ports

    @property
    def score(self) -> Score:
        """The score that Play plays: the document's or the newest lease's."""
        music = self.leases.music
        return music.score if music is not None else self._document.composition.score

    # --- transport --------------------------------------------------------------------------

    def toggle(self) -> None:
        """Play from the playhead, or stop and return to where playback began."""
        if self._playing:
            self.stop()
        else:
            self.play(round(self._tick))

    def play(self, tick: int, *, open_end: bool = False) -> None:
        """Play from a tick; with `open_end`, as for a recording, time goes on after the music.

        Passing leases end.
        """
        self.leases.end_passing()
        self._play(tick, open_end=open_end)

    def _play(self, tick: int, *, open_end: bool = False) -> None:
        self.refresh()
        self._began_at = tick
        self._open_end, self._reported_s = open_end, None
        count_in = open_end or self.audio.choices.count_in_when == "always"
        self._link.send(messages.Play(tick=tick, open_end=open_end, count_in=count_in))
        self._tick = float(tick)
        self._expect(playing=True)

    def play_on(self) -> None:
        """Play from where playback last stopped."""
        if not self._playing:
            self.play(self._stopped_at)

    def stop(self) -> None:
        """Stop and return to where playback began; when stopped, silence all and go to 0."""
        if self.leases.release_loop():
            self._send_loop()
        if not self._playing:
            self.seek(0)
            self.panic()
            return
        self._stopped_at = round(self._tick)
        self._link.send(messages.Stop())
        self._expect(playing=False)
        # Ending a passing lease may have moved the playhead.
        stopped_at = self._stopped_at
        self.seek(self._began_at)
        self._stopped_at = stopped_at

    def seek(self, tick: int) -> None:
        """Move the playhead."""
        tick = max(0, tick)
        if self._playing:
            self._began_at = tick
        self._stopped_at = tick
        self._tick = float(tick)
        self._link.send(messages.Seek(tick=tick))
        self.moved.emit(self._tick)

    def seek_bars(self, bars: int) -> None:
        """Move the playhead by bars, to a bar line."""
        bar_map = Timeline(self.score).bars
        here = round(self._tick)
        bar = bar_map.bar_at(here)
        if bars < 0 and here > bar_map.start_of(bar):
            bars += 1
        self.seek(bar_map.start_of(max(0, bar + bars)))

    def panic(self) -> None:
        """Silence all outputs."""
        self._link.send(messages.Panic())

    def set_loop(self, start: int, end: int) -> None:
        """Set the loop range and turn the loop on; an empty range turns it off."""
        self._loop = (start, end) if end > start else (0, 0)
        self.enable_loop(on=end > start)

    def enable_loop(self, *, on: bool) -> None:
        """Turn the loop on or off; without a range it covers the whole piece."""
        if on and self._loop[1] <= self._loop[0]:
            bar_map = Timeline(self.score).bars
            self._loop = (0, bar_map.start_of(bar_map.bars_until(self.score.end)))
        self._looping = on and self._loop[1] > self._loop[0]
        self._send_loop()
        self.loop_changed.emit()

    @property
    def clicks(self) -> bool:
        """Whether the metronome clicks."""
        return self._settings.preferences.metronome

    def set_click(self, *, on: bool, count_in_bars: int, volume: int | None = None) -> None:
        """Set the metronome, the bars of count-in and the volume (None keeps it)."""
        if volume is not None:
            self.audio.choose(click_volume=volume)
        self._settings.prefer(
            replace(self._settings.preferences, metronome=on, count_in_bars=count_in_bars)
        )
        self._send_click()
        self.click_changed.emit()

    def force_click(self, *, on: bool) -> None:
        """Let the metronome click whatever the preference is, or follow the preference again."""
        if on != self._forced_click:
            self._forced_click = on
            self._send_click()

    def set_speed(self, factor: float) -> None:
        """Set the tempo factor, within `SLOWEST` to `FASTEST`."""
        self._factor = min(FASTEST, max(SLOWEST, factor))
        self._link.send(messages.SetTempoFactor(factor=self._factor))
        self.speed_changed.emit(self._factor)

    # --- leased music -------------------------------------------------------------------------

    def show(self, lease: Lease, score: Score) -> None:
        """Change a lease's music."""
        self.leases.show(lease, score)
        self._refresh_soon.start()

    def hear(self, lease: Lease, recording: Recording | None) -> None:
        """Play a sound file beside a lease's music, or none."""
        self.leases.hear(lease, recording)
        self._refresh_soon.start()

    def hear_beside_piece(self, recording: Recording | None) -> None:
        """Play a sound file beside the piece, or none; leased music has its own."""
        self._beside_piece = recording
        self._refresh_soon.start()

    def play_leased(self, tick: int, *, open_end: bool = False) -> None:
        """Play the leased music, or the piece, from a tick."""
        self._play(tick, open_end=open_end)

    def return_to(self, tick: int) -> None:
        """Return the playhead to a tick after other music was played."""
        self._began_at = self._stopped_at = tick
        self._tick = float(tick)

    def on_lease_changed(self) -> None:
        """Send the music and the loop of the newest lease."""
        if self._streams:
            # The player still waits for notes of the lease before.
            self._streams = False
            self._link.send(messages.AddNotes(notes=(), more=False))
        self._send_loop()
        self._send_joining()
        self._refresh_soon.start()

    def join(self, lease: Lease, joining: Joining) -> None:
        """Lead playback into music that is being made."""
        if self.leases.join(lease, joining) and self.leases.is_newest(lease):
            # The player needs the music first.
            self.refresh()
            self._send_joining()

    def lead_to(self, tick: int) -> None:
        """Lead playback into music that is kept, as it led into the same music on offer.

        Args:
            tick: Where the music begins; 0 takes it back.
        """
        self._kept_at = tick and (self._unheard() or tick)

    def add_notes(
        self,
        lease: Lease,
        notes: tuple[PartNote, ...],
        grown: Score | None,
        *,
        until: int,
        pedal: tuple[PartControl, ...] = (),
    ) -> None:
        """Add notes to a lease's music; the player gets them at once if the lease is playing.

        Args:
            lease: The lease.
            notes: The notes; an empty tuple only announces more.
            grown: The lease's score with the notes; None if there are none.
            until: Tick before which the music is complete.
            pedal: Pedal events of `grown` that the lease's score lacked.
        """
        if not (self._playing and self.leases.is_newest(lease)):
            if grown is not None:
                self.show(lease, grown)
            return
        self.refresh()
        self._link.send(messages.AddNotes(notes=notes, until=until, more=True, pedal=pedal))
        self._streams = True
        if grown is not None:
            self.leases.show(lease, grown)
            self._sent_score.grow(grown)

    def end_stream(self) -> None:
        """Announce that no more notes will come, so that playback stops at the end."""
        if self._streams:
            self._streams = False
            self.refresh()
            self._link.send(messages.AddNotes(notes=(), more=False))

    def sound(self, *, pitch: int, velocity: int, on: bool, track: int) -> None:
        """Start or end a note with a track's instrument."""
        tracks = self._document.composition.score.tracks
        part = tracks[track] if track < len(tracks) else None
        self._link.send(
            messages.SoundNote(
                pitch=pitch,
                velocity=velocity,
                program=part.program if part else 0,
                is_drum=part.is_drum if part else False,
                on=on,
            )
        )

    def capture(self) -> None:
        """Request the notes played recently on the input; `captured` follows."""
        self._link.send(messages.Capture())

    def type_note(self, *, pitch: int, velocity: int) -> None:
        """Play a note of the computer keyboard; velocity 0 ends it."""
        self._link.send(messages.TypedNote(pitch=pitch, velocity=velocity))

    def refresh(self) -> None:
        """Send the changes of the score and the mix to the player."""
        self._refresh_soon.stop()
        self._sent_score.send_changes(
            self.score, () if self.leases.foreign else self._document.composition.mix
        )
        self._send_recording()
        tick, self._tick_after_regridding = self._tick_after_regridding, None
        if tick is not None:
            self._send_loop()
            self._link.send(messages.Seek(tick=tick))

    # --- events of the player -----------------------------------------------------------------

    def _on_ready(self, _event: messages.Ready) -> None:
        self._sent_score.forget()
        self._recording_sent = None
        self.refresh()
        self._send_click()
        self._send_loop()
        self._joining_sent = NO_JOINING
        self._send_joining()
        if self._factor != 1.0:
            self._link.send(messages.SetTempoFactor(factor=self._factor))
        self._link.send(messages.Seek(tick=round(self._tick)))
        if self._playing:
            # Play was pressed before the player was ready, or the player was restarted.
            self._tick = float(self.tick_now())
            self._expect(playing=True)
            self._link.send(
                messages.Play(tick=round(self._tick), open_end=self._open_end, count_in=False)
            )

    def tick_now(self) -> int:
        """Return the playhead extrapolated from the last report."""
        if self._reported_s is None:
            return round(self._tick)
        missed_s = min(_LONGEST_GAP_S, self._clock() - self._reported_s) * self._factor
        tempo = Timeline(self.score).tempo
        tick = round(tempo.tick_at(tempo.seconds_at(self._tick) + missed_s))
        start, end = self._repeated()
        tick = start + tick - end if self._tick < end <= tick else tick
        gate = self._joining_sent.until
        return min(tick, gate) if gate and self._tick <= gate else tick

    def _on_playhead(self, event: messages.Playhead) -> None:
        if self._awaited is not None and event.playing != self._awaited:
            return
        self._awaited = None
        if event.playing:
            # The clock of another device can start playback.
            self._set_playing(on=True)
            self._tick, self._reported_s = event.tick, self._clock()
            self.moved.emit(event.tick)
        elif self._playing and event.external:
            # The other device decides where playback continues.
            self._tick, self._stopped_at = event.tick, round(event.tick)
            self._set_playing(on=False)
            self.moved.emit(event.tick)
        elif event.external and event.tick != self._tick:
            self._tick = event.tick
            self.moved.emit(event.tick)
        elif self._playing:
            self._tick = float(self._began_at)
            self._stopped_at = round(event.tick)
            self._set_playing(on=False)
            self.seek(self._began_at)
            self.ended.emit(event.tick)

    def _on_death(self, sentence: str) -> None:
        self._awaited = None
        self._sent_score.forget()
        if not self._link.restarting:
            self._set_playing(on=False)
        self.died.emit(sentence)

    def _on_replaced(self) -> None:
        self._loop, self._looping = (0, 0), False
        if self._playing:
            self._link.send(messages.Stop())
            self._expect(playing=False)
        self.leases.clear()
        self._began_at = 0
        self.seek(0)
        self._send_loop()
        self.loop_changed.emit()

    def _on_regridded(self, regridding: Regridding) -> None:
        """Keep playhead and loop at the same seconds of a piece that got other beats."""
        # Auditioned music has the old grid.
        self.leases.end_passing()
        start, end = self._loop
        if end > start:
            self._loop = (regridding.at(start), regridding.at(end))
        self.leases.regrid(regridding)
        if not self.leases.foreign:
            self._tick = max(0.0, regridding.tick_of(self._tick))
            self._began_at = regridding.at(self._began_at)
            self._stopped_at = regridding.at(self._stopped_at)
            # The player must have the new score first.
            self._tick_after_regridding = round(self._tick)
            self._refresh_soon.start()
            self.moved.emit(self._tick)
        if end > start:
            self.loop_changed.emit()

    def _expect(self, *, playing: bool) -> None:
        self._awaited = playing
        self._set_playing(on=playing)

    def _set_playing(self, *, on: bool) -> None:
        if self._playing != on:
            self._playing = on
            if not on:
                self._kept_at = 0
                self.leases.on_stop()
            self.playing_changed.emit(on)

    def _send_loop(self) -> None:
        start, end = self._repeated()
        self._link.send(messages.SetLoop(start=start, end=end))

    def _unheard(self) -> int:
        """Return where kept music begins that playback has not reached yet; 0 without such."""
        return self._kept_at if self._tick < self._kept_at else 0

    def _send_recording(self) -> None:
        music = self.leases.music
        recording = None if music is None else music.recording
        if recording is None and not self.leases.foreign:
            recording = self._beside_piece
        if recording != self._recording_sent:
            self._recording_sent = recording
            self._link.send(messages.PlayRecording(recording=recording))

    def _send_joining(self) -> None:
        joining = NO_JOINING if self.leases.music is None else self.leases.music.joining
        if kept := self._unheard():
            # The offer follows the kept music.
            joining = replace(joining, start=min(kept, joining.start or kept))
        if joining == self._joining_sent:
            return
        self._joining_sent = joining
        repeats = not joining.until or self._settings.preferences.while_made == "repeat"
        self._link.send(messages.Join(start=joining.start, until=joining.until, repeats=repeats))

    def _repeated(self) -> tuple[int, int]:
        """Return the range to repeat: the lease's, else the user's; (0, 0) for none."""
        music = self.leases.music
        if music is not None and (music.loop or self.leases.foreign):
            return music.loop or (0, 0)
        return self._loop if self._looping else (0, 0)

    def _send_click(self) -> None:
        preferences = self._settings.preferences
        self._link.send(
            messages.SetMetronome(
                enabled=preferences.metronome or self._forced_click,
                count_in_bars=preferences.count_in_bars,
                volume=self.audio.choices.click_volume,
            )
        )
