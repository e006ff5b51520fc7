"""The render role: pieces into audio files, one after another; no torch, no audio device."""

import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from engine.errors import ProcessError
from engine.messages import AudioProgress, AudioWritten, Command, ExportAudio, JobStopped, StopJob
from engine.playback.exporting import export_audio
from engine.worker.control import Control
from engine.worker.door import OneByOne

_TELL_EVERY_S = 0.1


class RenderRole(OneByOne):
    """Writes audio files."""

    def _obey(self, command: Command) -> None:
        match command:
            case ExportAudio():
                with Control(self._inbox) as control:
                    self._export(command, control)
            case StopJob():
                pass  # what it was meant for is over
            case _:
                name = type(command).__name__
                raise ProcessError(f"The render process does not know the command {name}.")

    def _export(self, command: ExportAudio, control: Control) -> None:
        began_s = time.monotonic()
        shares = export_audio(
            command.score,
            Path(command.path),
            mix=command.mix,
            bank=command.bank,
            options=command.options,
        )
        with closing(shares):
            written = self._write(shares, control)
        # Now that what was written by halves is deleted.
        if not written:
            self._emit(JobStopped())
            return
        took_s = time.monotonic() - began_s
        self._emit(AudioWritten(path=command.path, seconds=round(took_s, 3)))

    def _write(self, shares: Iterator[float], control: Control) -> bool:
        """Go through the shares that are done, telling them; return whether it came to the end."""
        told_s = time.monotonic()
        for share in shares:
            if share < 1.0 and control.must_stop():
                return False
            if time.monotonic() - told_s > _TELL_EVERY_S:
                told_s = time.monotonic()
                self._emit(AudioProgress(share=share))
        return True
