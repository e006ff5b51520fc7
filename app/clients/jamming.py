"""Client for jams: the live process and the player carry them out.

Both talk through a pipe of their own, so that a hanging window does not stop the music. When live
or the player is restarted, this client sends it what was played.
"""

import contextlib
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

import msgspec
from PySide6.QtCore import QObject, Signal

from app.clients.continuing import Continuing
from app.clients.engine_link import Link
from app.clients.playing import Playing
from app.state.input_recorder import Moved
from app.state.jam_record import SEGUE, JamRecord
from engine import messages
from engine.form.moving import moved
from engine.piece.composition import Composition
from engine.piece.takes import Take
from engine.processes.pipe import PipeAddress, new_address
from engine.request import PartNote, Request, TrackRole
from engine.values.score import Note, Score, TimeSignature

if TYPE_CHECKING:
    from app.state.lease import Lease

Phase = Literal["idle", "playing", "resting", "ending"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedJam:
    """A finished jam.

    Attributes:
        score: Tracks "Me", "Segue" and those of further humans; the origin of Segue's notes is the
            number of the turn.
        asks: The request of each turn, by number.
        model: Name of the model.
        has_beat: Whether both followed a beat that was set.
        begin: Where the first bar after the count-in begins; before it is an upbeat.
    """

    score: Score
    asks: tuple[tuple[int, Request], ...]
    model: str
    has_beat: bool = True
    begin: int = 0

    def composition(self) -> Composition:
        """Return the jam as a piece in which each of Segue's turns is an accepted take."""
        asks, turns = dict(self.asks), defaultdict[int, list[Note]](list)
        for note in self.score.tracks[SEGUE].notes:
            turns[note.origin].append(note)
        # A turn without notes is a take as well, because origins count the turns.
        last = max(turns, default=0)
        takes = [
            self._take(number, asks.get(number, Request()), turns.get(number, []))
            for number in range(1, last + 1)
        ]
        return Composition.of(self.score).offering(takes)

    def _roles(self) -> tuple[TrackRole, ...]:
        count = len(self.score.tracks)
        return tuple("write" if index == SEGUE else "context" for index in range(count))

    def _take(self, number: int, ask: Request, notes: Sequence[Note]) -> Take:
        start = min((note.start for note in notes), default=0)
        return Take(
            number=number,
            request=number,
            parent=number - 1,
            end=max((note.end for note in notes), default=0),
            notes=tuple(PartNote(SEGUE, note) for note in notes),
            model=self.model,
            seed=ask.sampling.seed,
            ask=replace(ask, start=start, roles=self._roles()),
            state="accepted",
        )


class Jam(QObject):
    """Runs one jam at a time.

    Args:
        live: The live process.
        player: The player.
        make_place: Creates the address at which live and the player connect.

    Signals:
        changed: The phase or the turn changed.
        pictured: Played or planned notes changed.
        heard: A `messages.JamHeard` about the model's memory.
        phrase_ended: The human ended a phrase (a `messages.PhraseEnded`).
        underrun: Segue was not ready in time (a `messages.JamUnderrun`).
        rested: Segue pauses until live is ready again (the sentence for the user).
        resumed: Segue plays again.
        failed: The jam could not begin or continue (a `messages.Failed`).
        ended: The jam ended (a `FinishedJam`).
    """

    changed = Signal()
    pictured = Signal()
    heard = Signal(object)
    phrase_ended = Signal(object)
    underrun = Signal(object)
    rested = Signal(str)
    resumed = Signal()
    failed = Signal(object)
    ended = Signal(object)

    def __init__(
        self,
        live: Link,
        player: Link,
        playing: Playing,
        continuing: Continuing,
        *,
        make_place: Callable[[], contextlib.AbstractContextManager[PipeAddress]] = new_address,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._live, self._player = live, player
        self._playing, self._continuing = playing, continuing
        self._make_place = make_place
        self._phase: Phase = "idle"
        self._start: messages.StartJam | None = None
        self._settings = messages.SetJam()
        self._record = JamRecord(frame=Score(time_signatures=(TimeSignature(0, 4, 4),)))
        self._lease: Lease | None = None
        self._place: PipeAddress | None = None
        self._places = contextlib.ExitStack()
        self._asks: dict[int, Request] = {}
        self._tick = 0.0
        self._listen()

    def _listen(self) -> None:
        live, player = self._live, self._player
        live.on(messages.JamPlanned, self._on_plan)
        live.on(messages.JamTurn, self._on_turn)
        live.on(messages.JamBars, self._on_bars)
        live.on(messages.JamHeard, self._on_heard)
        live.on(messages.PhraseEnded, self._on_phrase)
        live.on(messages.JamUnderrun, self._on_underrun)
        live.on(messages.JamCaptured, self._on_captured)
        live.on(messages.Failed, self._on_failed)
        live.died.connect(self._on_death)
        player.on(messages.Ready, lambda _event: self._tell_player())
        self._continuing.model_changed.connect(self._on_model)
        self._playing.note_played.connect(self._on_key)
        for hands in (
            self._playing.control_moved,
            self._playing.wheel_moved,
            self._playing.pressure_moved,
        ):
            hands.connect(self._on_hands)
        self._playing.moved.connect(self._on_move)

    # --- state --------------------------------------------------------------------------------

    @property
    def phase(self) -> Phase:
        """No jam (`idle`), both play, Segue rests, or the jam is `ending`."""
        return self._phase

    @property
    def on(self) -> bool:
        """Whether a jam is on."""
        return self._phase in {"playing", "resting"}

    @property
    def record(self) -> JamRecord:
        """The notes of the current or last jam."""
        return self._record

    @property
    def last_tick(self) -> float:
        """Where the music is, or was at the end of the last jam."""
        return self._tick

    def so_far(self) -> FinishedJam:
        """Return the jam up to now."""
        return self._jammed(self._record.score(self._tick))

    # --- commands of the user -----------------------------------------------------------------

    def start(
        self,
        start: messages.StartJam,
        settings: messages.SetJam,
        frame: Score,
        *,
        bar: int | None = None,
    ) -> None:
        """Begin a jam, unless one is on.

        Args:
            start: The command for live.
            settings: The settings for the player.
            frame: The score without notes: tracks "Me" and "Segue", tempo and meter.
            bar: The bar of the last jam, from 0, at which that one goes on: see `can_go_on`. None
                begins a new jam.
        """
        if self._phase != "idle":
            return
        self._continuing.dismiss()
        if bar is None:
            self._asks = {}
            others = tuple(voice.port for voice in start.others)
            self._record = JamRecord(frame=frame, others=others)
            # The count-in is music, too: who plays an upbeat keeps it.
            self._record.begin = self._playing.count_in_bars * self._record.bar
        record, played = self._record, None
        tick = record.begin + (bar or 0) * record.bar
        if bar is not None:
            record.rewind(tick)
            record.frame, played = frame, record.score(tick)
        self._settings = msgspec.structs.replace(settings, begin=tick)
        self._start = start = msgspec.structs.replace(start, begin=tick, played=played)
        self._tick = float(tick)
        # Pipes keep old messages, so each jam gets a new one.
        self._places = contextlib.ExitStack()
        self._place = self._places.enter_context(self._make_place())
        self._phase = "playing"
        self._tell_player()
        self._live.send(self._place.command)
        leases = self._playing.leases
        self._lease = leases.grant(
            frame, passing=True, foreign=True, ended=self._on_stop, lead=record.begin
        )
        leases.play(self._lease, tick, open_end=True)
        self._live.send(start)
        self.changed.emit()
        self.pictured.emit()

    def can_go_on(self, frame: Score) -> bool:
        """Return whether the last jam could go on in a frame: with its meter and its players."""
        was = self._record.frame
        same = was.time_signatures == frame.time_signatures
        return self._phase == "idle" and same and len(was.tracks) == len(frame.tracks)

    def stop(self) -> None:
        """End the jam; `ended` follows."""
        if self.on:
            # Stopping ends the lease, and `_on_stop` ends the jam.
            self._playing.stop()

    def hand_over(self) -> None:
        """Give the turn to the other player."""
        if self.on:
            self._player.send(messages.HandOver(grid=self._settings.grid))

    def steer(self, ask: Request) -> None:
        """Change Segue's generation settings."""
        if self._start is None or ask == self._start.ask:
            return
        self._start = msgspec.structs.replace(self._start, ask=ask)
        if self._phase == "playing":
            self._live.send(messages.SteerJam(ask=ask))

    def forget(self) -> None:
        """Clear the model's memory up to the current bar; the recorded notes stay."""
        if self._phase == "playing":
            self._live.send(messages.ForgetMemory())

    def pin(self, *, pinned: bool) -> None:
        """Freeze the model's memory, or let it follow the jam again."""
        if self._phase == "playing":
            self._live.send(messages.PinMemory(pinned=pinned))

    def go_back(self, bar: int) -> None:
        """Remove everything from a bar on, and continue there with the memory of that moment.

        Args:
            bar: Its number after the count-in, from 0.
        """
        if self._phase != "playing":
            return
        tick = self._record.begin + bar * self._record.bar
        self._record.rewind(tick)
        # The player first, so that new keys count from the new position.
        self._playing.seek(tick)
        self._live.send(messages.Rewind(bar=tick // self._record.bar))
        self.changed.emit()
        self.pictured.emit()

    def close(self) -> None:
        """Release the address of the pipe."""
        self._places.close()

    # --- events of the children ---------------------------------------------------------------

    def _tell_player(self) -> None:
        if self.on and self._place is not None:
            self._player.send(self._place.command)
            self._player.send(self._settings)

    def _on_move(self, tick: float) -> None:
        if self.on:
            self._tick = tick

    def _on_key(self, event: messages.NotePlayed) -> None:
        if self.on and self._playing.playing:
            self._record.take_key(event)
            self.pictured.emit()

    def _on_hands(self, event: Moved) -> None:
        if self.on and self._playing.playing and not self._is_learned(event):
            self._record.take_move(event)

    def _is_learned(self, event: Moved) -> bool:
        """Return whether a control moves the window, and no music."""
        if not isinstance(event, messages.ControlMoved):
            return False
        return event.control in self._playing.audio.choices.learned.values()

    def _on_plan(self, event: messages.JamPlanned) -> None:
        if self._phase == "playing":
            self._record.take_plan(event)
            self.pictured.emit()

    def _on_bars(self, event: messages.JamBars) -> None:
        if self._phase == "playing":
            self._record.found = event
            self.pictured.emit()

    def _on_turn(self, event: messages.JamTurn) -> None:
        if self._phase == "playing":
            self._record.take_turn(event)
            if self._start is not None and event.who != "me":
                self._asks[event.turn] = self._start.ask
            self.changed.emit()
            self.pictured.emit()

    def _on_heard(self, event: messages.JamHeard) -> None:
        if self.on:
            self.heard.emit(event)

    def _on_phrase(self, event: messages.PhraseEnded) -> None:
        if self.on:
            self.phrase_ended.emit(event)

    def _on_underrun(self, event: messages.JamUnderrun) -> None:
        if self.on:
            self.underrun.emit(event)

    def _on_captured(self, event: messages.JamCaptured) -> None:
        if self._phase == "idle":
            return
        known = self._record.turn
        # Live knows the requests, seeds included, of the turns since it was started.
        numbers = range(known - len(event.turns) + 1, known + 1)
        self._asks.update(zip(numbers, event.turns, strict=False))
        self._record.adopt(event.score)
        if self._phase == "ending":
            self._end(self._record.score(self._tick))
        elif self._continuing.model is None:
            # The user chose another model; the jam continues when it is loaded.
            self._rest(self.tr("Another model is loaded. Segue goes on as soon as it is there."))
        else:
            # Another request took the model.
            self._phase = "ending"
            self._playing.stop()
            self._end(self._record.score(self._tick))

    def _on_failed(self, event: messages.Failed) -> None:
        if self.on and not event.request:
            self.failed.emit(event)
            self._phase = "ending"
            self._playing.stop()
            self._end(self._record.score(self._tick))

    def _on_death(self, _sentence: str) -> None:
        if self._phase == "ending":
            self._end(self._record.score(self._tick))
        elif self.on:
            self._rest(
                self.tr(
                    "Segue's part stopped unexpectedly. It is started again and goes on by itself;"
                    " all you played is kept."
                )
            )

    def _rest(self, sentence: str) -> None:
        self._phase = "resting"
        self._record.end_turn(max(self._tick, self._record.committed))
        self.rested.emit(sentence)
        self.changed.emit()
        self.pictured.emit()

    def _on_model(self, model: messages.ModelLoaded | None) -> None:
        if self._phase != "resting" or model is None or self._place is None or self._start is None:
            return
        self._phase = "playing"
        self._record.end_turn(self._tick)
        played = self._record.score(self._tick)
        self._live.send(self._place.command)
        self._live.send(msgspec.structs.replace(self._start, played=played))
        self.resumed.emit()
        self.changed.emit()
        self.pictured.emit()

    # --- the end ----------------------------------------------------------------------------

    def _on_stop(self) -> None:
        """Respond to a stop by the user or another part."""
        self._lease = None
        if self._phase == "playing":
            self._phase = "ending"
            self._live.send(messages.StopJam())
            self.changed.emit()
        elif self._phase == "resting":
            self._end(self._record.score(self._tick))

    def _end(self, score: Score) -> None:
        self._phase = "idle"
        self._record.release_all(self._tick)
        self._record.end_turn(self._tick)
        for link in (self._live, self._player):
            link.send(messages.OpenPipe(address=""))
        self._player.send(messages.SetJam(yields=False))
        self._places.close()
        jammed = self._jammed(score)
        self._place = self._start = None
        self.changed.emit()
        self.pictured.emit()
        self.ended.emit(jammed)

    def _jammed(self, score: Score) -> FinishedJam:
        model = self._continuing.model
        asks = tuple(sorted(self._asks.items()))
        lead = self._record.lead(score)
        return FinishedJam(
            score=moved(score, -lead),
            begin=self._record.begin - lead,
            asks=asks,
            model=model.name if model else "",
            has_beat=self._start is None or self._start.time == "beat",
        )
