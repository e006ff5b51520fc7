"""The recording that the open piece keeps: keeping one, deleting it, and what is heard of it."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.files.read_threads import ReadThreads
from app.state.document import Document
from engine.piece.kept_recording import KeptRecording, KeptSounds, to_play
from engine.piece.opening import PieceReader
from engine.values.hearing import Recording


class KeptRecordings(QObject):
    """Keeps a recording in the piece as one undo step, and takes it out as another.

    Signals:
        changed: Another recording plays beside the piece, or the same in another way (a
            `Recording`, or None).
        failed: A recording could not be kept (a SegueError); the piece is as it was.
    """

    changed = Signal(object)
    failed = Signal(object)

    def __init__(
        self,
        document: Document,
        read_threads: ReadThreads,
        reader: PieceReader,
        sounds: KeptSounds,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._document, self._read_threads = document, read_threads
        self._reader, self._sounds = reader, sounds
        document.recording_changed.connect(lambda: self.changed.emit(self.heard))

    @property
    def kept(self) -> KeptRecording | None:
        """The recording in the piece."""
        return self._document.composition.recording

    @property
    def heard(self) -> Recording | None:
        """The recording that the player plays beside the piece; None for silence."""
        return to_play(self.kept, self._sounds)

    def keep(
        self,
        source: Path,
        *,
        begins_s: float,
        track: int,
        then: Callable[[], None] = lambda: None,
    ) -> None:
        """Keep a sound file in the piece, in place of another one; `failed` may follow.

        Args:
            source: The file; it may be deleted when `then` is called.
            begins_s: Seconds of the piece at which the sound begins.
            track: The track that was written from it.
            then: Called when the piece has it, unless another piece was opened meanwhile.
        """
        piece = self._document.piece

        def made(path: Path) -> KeptRecording:
            sound, seconds = self._reader.sound_to_keep(path)
            name = self._sounds.put(sound)
            return KeptRecording(sound=name, seconds=seconds, begins_s=begins_s, track=track)

        def done(kept: KeptRecording) -> None:
            if piece == self._document.piece:
                self._edit(self.tr("Keep the recording"), kept)
                then()

        self._read_threads.read(
            source, fetch=lambda: source, make=made, done=done, failed=self.failed.emit
        )

    def change(self, *, level_db: float | None = None, muted: bool | None = None) -> None:
        """Change the level of the recording in the piece, or silence it; None leaves it."""
        if (kept := self.kept) is not None:
            kept = replace(kept, level_db=kept.level_db if level_db is None else level_db)
            kept = replace(kept, muted=kept.muted if muted is None else muted)
            self._edit(self.tr("Recording's level"), kept, merge="recording")

    def delete(self) -> None:
        """Delete the recording from the piece; Undo brings it back."""
        self._edit(self.tr("Delete the recording"), None)

    def _edit(self, name: str, kept: KeptRecording | None, *, merge: str = "") -> None:
        composition = replace(self._document.composition, recording=kept)
        self._document.edit(name, composition, merge=merge)
