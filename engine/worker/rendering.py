"""The render role: writes pieces to audio files, one after another; no torch, no audio device."""

import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from engine.ground.errors import ProcessError
from engine.messages import AudioProgress, AudioWritten, Command, ExportAudio, JobStopped, StopJob
from engine.playback.files.exporting import export_audio
from engine.worker.control import JobControl
from engine.worker.door import CommandRole

_TELL_EVERY_S = 0.1  # interval of progress reports


class RenderRole(CommandRole):
    """Writes audio files."""

    def _obey(self, command: Command) -> None:
        match command:
            case ExportAudio():
                with JobControl(self._inbox) as control:
                    self._export(command, control)
            case StopJob():
                pass  # the job that it was meant for is over
            case _:
                name = type(command).__name__
                raise ProcessError(
                    "The render process does not know the command {name}.", name=name
                )

    def _export(self, command: ExportAudio, control: JobControl) -> None:
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
        # Report it now that the unfinished file is deleted.
        if not written:
            self._emit(JobStopped())
            return
        took_s = time.monotonic() - began_s
        self._emit(AudioWritten(path=command.path, seconds=round(took_s, 3)))

    def _write(self, shares: Iterator[float], control: JobControl) -> bool:
        """Report the shares that are done; return whether the export was completed."""
        told_s = time.monotonic()
        for share in shares:
            if share < 1.0 and control.must_stop():
                return False
            if time.monotonic() - told_s > _TELL_EVERY_S:
                told_s = time.monotonic()
                self._emit(AudioProgress(share=share))
        return True
