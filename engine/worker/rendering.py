"""The render role: pieces into audio files, one after another; no torch, no audio device."""

import queue
import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import ProcessError
from engine.messages import AudioProgress, AudioWritten, Command, ExportAudio, JobStopped, StopJob
from engine.playback.rendering import export_audio
from engine.worker.door import Emit, Inbox

if TYPE_CHECKING:
    from engine.worker.live import Border

_TELL_EVERY_S = 0.1


class RenderRole:
    """Writes audio files.

    Args:
        inbox: Commands; None ends the role.
        emit: Where events go.
        border: What keeps a failure from ending the process.
    """

    def __init__(self, inbox: Inbox, emit: Emit, *, border: "Border") -> None:
        self._inbox = inbox
        self._emit = emit
        self._border = border

    def run(self) -> None:
        """Do as told until the parent goes."""
        while (command := self._inbox.get()) is not None:
            with self._border(self._emit):
                match command:
                    case ExportAudio():
                        self._export(command)
                    case StopJob():
                        pass  # what it was meant for is over
                    case _:
                        name = type(command).__name__
                        raise ProcessError(f"The render process does not know the command {name}.")

    def _export(self, command: ExportAudio) -> None:
        began_s = told_s = time.monotonic()
        shares = export_audio(
            command.score,
            Path(command.path),
            mix=command.mix,
            bank=command.bank,
            sample_rate=command.sample_rate,
        )
        with closing(shares):
            for share in shares:
                if share < 1.0 and self._must_stop():
                    self._emit(JobStopped())
                    return
                if time.monotonic() - told_s > _TELL_EVERY_S:
                    told_s = time.monotonic()
                    self._emit(AudioProgress(share=share))
        took_s = time.monotonic() - began_s
        self._emit(AudioWritten(path=command.path, seconds=round(took_s, 3)))

    def _must_stop(self) -> bool:
        """Return whether it is to stop; the end of the role stays in the inbox."""
        kept: list[Command | None] = []
        stop = False
        while True:
            try:
                command = self._inbox.get_nowait()
            except queue.Empty:
                break
            if isinstance(command, StopJob):
                stop = True
            else:
                stop = stop or command is None
                kept.append(command)
        for command in kept:
            self._inbox.put(command)
        return stop
