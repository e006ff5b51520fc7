"""The row of the recording that the piece keeps, in the list of tracks."""

from PySide6.QtCore import QObject

from app.compose.humming.hum_shown import minutes
from app.files.kept_recordings import KeptRecordings
from app.state.document import Document
from app.views.tracks.recording_row import RecordingRow


class KeptRow(QObject):
    """Shows the recording, silences it and takes it out of the piece."""

    def __init__(
        self,
        row: RecordingRow,
        kept: KeptRecordings,
        document: Document,
        *,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._row, self._kept = row, kept
        row.muted.connect(lambda on: kept.change(muted=on))
        row.removed.connect(kept.delete)
        document.recording_changed.connect(self._show)

    def _show(self) -> None:
        kept = self._kept.kept
        length = minutes(kept.seconds) if kept else ""
        self._row.show_recording(length, muted=kept is not None and kept.muted)
