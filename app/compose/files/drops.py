"""Handle files dropped on the window, and music dragged out of it."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QMimeData, QObject, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QDrag
from PySide6.QtWidgets import QWidget

from app.clients.importing import ImportJobs
from app.files.document_files import Files, title_of
from app.files.held import count_pieces, held_of, is_piece, is_sound
from app.files.models import SUFFIX as MODEL_SUFFIX
from app.main_window.compose_page import ComposePage
from app.main_window.drop_places import DropPlaces
from app.main_window.shell import Shell
from app.state import edits
from app.state.document import Document
from app.state.selection import Selection
from app.values.held import Held
from engine.ground.saving import write_atomically
from engine.messages import PartNote
from engine.midi.file.midifile import export_midi
from engine.values.score import Note, Score
from engine.values.sound import BANK_SUFFIXES

# Files and folders that are looked at while something is held over the window.
_MOST_COUNTED = 50_000
# Between two steps of counting the window answers.
_COUNT_MS = 5


class Drops(QObject):
    """Opens, inserts or imports dropped files, by their kind and place.

    Signals:
        open_asked: Open a file (its path).
        model_dropped: Import a model (its file).
        bank_dropped: Play a sound bank (its file).
        sound_asked: Find the notes of a recording (its file).
    """

    open_asked = Signal(object)
    model_dropped = Signal(object)
    bank_dropped = Signal(object)
    sound_asked = Signal(object)

    def __init__(
        self,
        shell: Shell,
        page: ComposePage,
        document: Document,
        *,
        files: Files,
        importing: ImportJobs,
        selection: Selection,
        cache: Path,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._shell = shell
        self._document = document
        self._files = files
        self._importing = importing
        self._selection = selection
        self._cache = cache
        self._held, self._counts = Held(), count_pieces(())
        self._counting = QTimer(self, interval=_COUNT_MS)
        self._counting.timeout.connect(self._count_on)
        page.roll.drag_started.connect(self._drag_selection)
        page.headers.track_dragged.connect(self._drag_track)

    def serve(self, places: DropPlaces) -> None:
        """Say what is held over the window, and take what is dropped there."""
        self._places = places
        places.held.connect(self._look)
        places.dropped.connect(self.open_or_import)
        places.listed.connect(self.import_all)
        places.inserted.connect(self._insert_all)

    def _look(self, paths: tuple[Path, ...]) -> None:
        """Say what is held, and then how much it is, as far as it is counted."""
        empty = not self._document.composition.score.note_count
        held = held_of(paths, into_piece=not empty)
        self._places.show_held(held)
        self._counts, self._held = count_pieces(paths), held
        if held.kind == "music":
            self._counting.start()

    def _count_on(self) -> None:
        try:
            count = next(self._counts)
        except StopIteration as end:
            self._counting.stop()
            count = end.value
            if self._places.holds and count:
                self._held = replace(self._held, count=count)
                self._places.show_held(self._held)
            return
        if not self._places.holds or count > _MOST_COUNTED:
            self._counting.stop()

    def open_or_import(self, paths: Iterable[Path | str]) -> None:
        """Open a single piece, import models and put other files and folders into the library."""
        known = self._music(paths)
        if len(known) == 1 and not known[0].is_dir() and is_sound(known[0]):
            self.sound_asked.emit(known[0])
        elif len(known) == 1 and is_piece(known[0]) and not known[0].is_dir():
            self.open_asked.emit(known[0])
        elif known:
            self._importing.add(known)

    def _insert_all(self, paths: tuple[Path, ...], tick: int, track: int) -> None:
        tracks = {-1: len(self._document.composition.score.tracks), -2: self._selection.current}
        for path in paths:
            self._insert(path, self._bar_start(tick), tracks.get(track, track))

    def import_all(self, paths: Iterable[Path | str]) -> None:
        """Import files into the library, also a single piece."""
        if known := self._music(paths):
            self._importing.add(known)

    def _music(self, paths: Iterable[Path | str]) -> list[Path]:
        """Return the paths but those of models and sound banks, which other parts get."""
        known = []
        for path in map(Path, paths):
            if path.suffix.lower() == MODEL_SUFFIX:
                self.model_dropped.emit(path)
            elif path.suffix.lower() in BANK_SUFFIXES:
                self.bank_dropped.emit(path)
            else:
                known.append(path)
        return known

    def insert_at(self, path: Path, tick: int, *, member: str = "") -> None:
        """Insert a MIDI file at a tick, into the current track and those below."""
        self._insert(path, tick, self._selection.current, member=member)

    def insert_at_bar(self, path: Path, tick: int, *, member: str = "") -> None:
        """Insert a MIDI file at the bar line before a tick."""
        self.insert_at(path, self._bar_start(tick), member=member)

    def _bar_start(self, tick: int) -> int:
        bars = self._document.timeline.bars
        return bars.start_of(bars.bar_at(tick))

    def _insert(self, path: Path, tick: int, track: int, *, member: str = "") -> None:
        name = self.tr("Insert ‘%1’").replace("%1", title_of(path, member))

        def insert(score: Score) -> None:
            composition = self._document.composition
            self._document.edit(name, edits.insert_score(composition, score, at=tick, track=track))

        self._files.read_score(path, insert, member=member)

    # --- dragging out -------------------------------------------------------------------------

    def drag_notes(self, parts: tuple[PartNote, ...], *, start: int, name: str) -> None:
        """Let the user drag notes out as a MIDI file that begins with them."""
        self.drag(part_of(self._document.composition.score, parts, start=start), name=name)

    def drag(self, score: Score, *, name: str) -> None:
        """Let the user drag a score out as a MIDI file, written before the drag begins."""
        path = self._cache / "dragged" / f"{_file_name(name)}.mid"
        try:
            write_atomically(path, export_midi(score), make_folder=True)
        except OSError as error:
            self._shell.status.show_reason(str(error))
            return
        start_drag(self._shell.frame, path)

    def _drag_selection(self) -> None:
        notes = self._selection.notes
        if notes:
            parts = tuple(PartNote(self._selection.current, note) for note in notes)
            self.drag_notes(parts, start=min(note.start for note in notes), name="selection")

    def _drag_track(self, index: int) -> None:
        score = self._document.composition.score
        track = score.tracks[index]
        self.drag(replace(score, tracks=(track,)), name=track.name or "track")


def part_of(score: Score, parts: Iterable[PartNote], *, start: int) -> Score:
    """Return notes of a score, as far from its beginning as they are from a tick.

    Tempo, meter and key move along: it begins with those that hold there.
    """
    notes: dict[int, list[Note]] = {}
    for part in parts:
        notes.setdefault(part.track, []).append(part.note)
    tracks = tuple(
        replace(score.tracks[index], notes=tuple(own)).with_channel_events(())
        for index, own in sorted(notes.items())
    )
    music = replace(score, tracks=tracks, markers=())
    return music.at_ticks(lambda tick: max(0, tick - start))


def start_drag(source: QWidget, path: Path) -> None:
    """Drag a file out of the window; return after the drop."""
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path))])
    drag = QDrag(source)
    drag.setMimeData(mime)
    drag.exec(Qt.DropAction.CopyAction)


def _file_name(name: str) -> str:
    kept = "".join(c if c.isalnum() or c in " -_" else "-" for c in name).strip()
    return kept[:60] or "segue"
