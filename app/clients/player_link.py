"""The player's link: replaces a player that hangs, and ends the notes of a dead one.

A hanging player may still send heartbeats, because a thread of its own sends them. So the link also
watches the playhead, which arrives many times a second, and the answer to Stop.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QDeadlineTimer, QProcess

from app.clients.engine_link import DEFAULT_LIMITS, END_MS, EngineLink
from engine import messages
from engine.ground.errors import ProcessError
from engine.processes.watchdog import SilenceLimits, Watchdog

# The user hears a stop at once. A player that computes loads a large piece.
PLAYING = SilenceLimits(asleep_s=1.0, unknown_s=3.0, busy_s=30.0)
# After Stop the user waits for silence, so the times are shorter.
STOPPING = SilenceLimits(asleep_s=1.0, unknown_s=1.5, busy_s=3.0)
# Time to end a dead player's notes: for the spare, and for a player that must start.
SPARE_MS, FRESH_MS = 4000, 10_000


class PlayerLink(EngineLink):
    """The link to the player, with a spare process.

    Args:
        patience: How long the child may be silent.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        environment: Mapping[str, str],
        log: Path,
        patience: SilenceLimits = DEFAULT_LIMITS,
        **others: Any,
    ) -> None:
        super().__init__(
            "player",
            command,
            environment=environment,
            log=log,
            patience=patience,
            spare=True,
            **others,
        )
        self._music = Watchdog(clock=self._clock)
        self._plays = self._stopping = False
        # MIDI ports in use by this player; the built-in sound ends with its process.
        self._ports: frozenset[str] = frozenset()
        # MIDI ports where a dead player may have left notes.
        self._hanging: frozenset[str] = frozenset()

    # --- watching playback --------------------------------------------------------------------

    def send(self, command: messages.Message) -> None:
        """Send a command; without a player it is dropped."""
        match command:
            case messages.Stop():
                self._expect_stop(wanted=self._plays)
            case messages.Play():
                self._expect_stop(wanted=False)
            case messages.ChooseSound(sound=sound) if sound.output_kind == "port":
                self._ports |= {sound.output_name}
            case messages.SetScore() | messages.ChangeScore() | messages.SetMix():
                named = {each.port for each in command.mix}
                self._ports |= named - {"", messages.BUILT_IN}
        super().send(command)

    def deliver(self, event: messages.Event) -> None:
        """Emit an event with `received`, then with the signal of its class."""
        if isinstance(event, messages.Playhead):
            self._plays = event.playing and not event.rests
            if not (self._stopping and event.playing):
                self._expect_stop(wanted=False)
        elif isinstance(event, messages.Ready):
            self._plays = self._stopping = False
            if self._hanging:
                # The first command, before any port is opened.
                super().send(_ending(self._hanging))
        elif isinstance(event, messages.OrphansEnded):
            self._hanging = frozenset()
        super().deliver(event)

    def _expect_stop(self, *, wanted: bool) -> None:
        if wanted and self._stopping:
            return
        self._stopping = wanted
        self._music.heard()

    def _look(self) -> None:
        super()._look()
        if not (self._plays or self._stopping):
            self._music.heard()
        elif self.running and self._music.gives_up(
            self.pid, STOPPING if self._stopping else PLAYING
        ):
            self._music.heard()
            self._give_up("did not stop" if self._stopping else "stood still while it played")

    # --- hanging notes ------------------------------------------------------------------------

    def _gone(self, code: int, *status: Any) -> None:
        if self._process is not None and not self._closing:
            self._plays = self._stopping = False
            self._leave_notes()
        super()._gone(code, *status)

    def _leave_notes(self) -> None:
        self._hanging |= self._ports
        self._ports = frozenset()

    def close(self, patience_ms: int = END_MS) -> None:
        """End the player; if it had to be killed, let another one end its notes."""
        self._closing = True
        self._watch.stop()
        process, self._process = self._process, None
        if process is not None:
            process.closeWriteChannel()
            if self._end(process, patience_ms):
                self._leave_notes()
            process.deleteLater()
        if self._hanging:
            self._end_hanging_notes()
        super().close(patience_ms)

    def _end_hanging_notes(self) -> None:
        """Let another player end the notes of a dead one, and wait for it."""
        for other, patience_ms in self._others():
            other.write(messages.encode(_ending(self._hanging)))
            ended = _ended_notes(other, patience_ms)
            other.closeWriteChannel()
            self._end(other, END_MS)
            other.deleteLater()
            if ended:
                self._hanging = frozenset()
                return

    def _others(self) -> Iterator[tuple[QProcess, int]]:
        taken = self._spare.take() if self._spare is not None else None
        if taken is not None:
            yield taken[0], SPARE_MS
        yield self._stand_by(), FRESH_MS


def _ending(ports: frozenset[str]) -> messages.EndOrphans:
    return messages.EndOrphans(ports=tuple(sorted(ports)))


def _ended_notes(player: QProcess, patience_ms: int) -> bool:
    """Return whether a player confirms in time that it ended the notes."""
    deadline = QDeadlineTimer(patience_ms)
    while not deadline.hasExpired():
        if not player.canReadLine() and not player.waitForReadyRead(deadline.remainingTime()):
            return False
        while player.canReadLine():
            try:
                event = messages.decode_event(bytes(player.readLine().data()))
            except ProcessError:
                continue
            if isinstance(event, messages.OrphansEnded):
                return True
    return False
