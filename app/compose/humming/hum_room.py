"""The page *Hum it*: a recording is made or read, its notes are corrected, the piece gets them."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import floor
from pathlib import Path

from PySide6.QtCore import QObject

from app.clients.hearing.listening import Listening as Listener
from app.clients.hearing.listening import Trouble
from app.clients.recording import Recording
from app.compose.humming import hum_shown
from app.compose.humming.hum_heard import HumHeard
from app.files.bar_check import BarCheck
from app.files.kept_recordings import KeptRecordings
from app.files.recordings import Recordings
from app.main_window import dialogs
from app.main_window.shell import Shell
from app.main_window.workspaces import Workspaces
from app.settings.settings import Settings
from app.state import edits
from app.state.beats.draft import BeatDraft
from app.state.beats.hum_draft import HumDraft
from app.state.click_bars import click_bars
from app.state.microphone import Microphone, MicrophoneState, On
from app.state.selection import Selection
from app.values.hum import HumSide, HumSound, Stage
from app.views.hum.page import HumPage
from app.views.notice_strip import NoticeText
from app.words.engine import translate_engine_text
from engine import messages
from engine.ground.errors import SegueError
from engine.values.formats import RECORDINGS, read_suffixes
from engine.values.hearing import LEVEL_STEP_S, LINE_STEP_S, NO_PITCH, Listening, Sounded, Voices
from engine.values.score import Score, Tempo
from engine.values.time import Timeline

# The mode's sign, and the notice of a recording that an earlier session left, with its buttons.
_MODE, _KEY, _HEAR, _DISCARD = "microphone", "left-recording", "hear", "discard"
# Changes of a draft that can be taken back.
_MOST_DRAFTS = 100
# A note that comes so much of a bar early is sung in the bar that it comes before.
_EARLY = 0.05
_SILENCE = HumSound()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Take:
    """A recording with what was heard in it.

    Attributes:
        file: Its file; None before the first one.
        is_sung: Whether it was sung here.
        is_used: Whether a piece has its notes.
        is_chosen: Whether the user chose one voice or many.
        sound: The sound, to draw.
        drafts: The drafts since it was heard, the newest last.
    """

    file: Path | None = None
    is_sung: bool = False
    is_used: bool = False
    is_chosen: bool = False
    sound: HumSound = _SILENCE
    drafts: tuple[HumDraft, ...] = ()


class HumRoom(QObject):
    """Owns the page: opens a microphone or a file, shows what is heard, gives it to the piece.

    Args:
        listening: The child that hears.
        microphone: Whether a microphone is open.
        recordings: The files of what is sung.
        bars: Finds the beats.
        recording: The recording from keys: not both at once.
        kept: Keeps a recording in the piece.
    """

    def __init__(
        self,
        shell: Shell,
        workspaces: Workspaces,
        selection: Selection,
        *,
        listening: Listener,
        microphone: Microphone,
        recordings: Recordings,
        bars: BarCheck,
        heard: HumHeard,
        recording: Recording,
        kept: KeptRecordings,
        settings: Settings,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._shell, self._workspaces, self._selection = shell, workspaces, selection
        self._document = selection.document
        self._listening, self._microphone, self._recordings = listening, microphone, recordings
        self._bars, self._heard, self._recording = bars, heard, recording
        self._kept, self._keeps = kept, False
        self._settings = settings
        self._page: HumPage | None = None
        self._stage: Stage = "ready"
        # The recording, the one before it until something is heard in this one, and what went
        # wrong.
        self._take = self._before = _Take()
        self._trouble = ""
        # Whether the last draft came from the slider, and the notes whose beats are looked for.
        self._slides = False
        # The microphone that was open last, and the tempo and meter of the click beside it.
        self._opened: On | None = None
        self._ruler: Score | None = None
        # The recording that an earlier session left.
        self._left: Path | None = None
        self._asked: Score | None = None
        self._connect()

    def _connect(self) -> None:
        listening, bars, shell = self._listening, self._bars, self._shell
        listening.arrived.connect(self._on_sound)
        listening.begun.connect(self._on_begun)
        listening.heard.connect(self._on_heard)
        listening.failed.connect(self._on_failed)
        listening.noticed.connect(
            lambda text: shell.status.show_reason(translate_engine_text(text))
        )
        self._microphone.changed.connect(self._on_microphone)
        bars.do_not_fit.connect(self._on_beats)
        bars.no_beats.connect(lambda _score: self._say(self.tr("No steady beat was found.")))
        self._heard.moved.connect(self._show_playhead)
        shell.transport.mode_ended.connect(self._on_sign)
        shell.notices.button_clicked.connect(self._on_notice)
        self._workspaces.changed.connect(self._on_workspace)
        self._document.replaced.connect(self._heard.end)
        self._document.replaced.connect(self.leave)
        shell.actions.bind(hum=self)

    # --- opened and closed -------------------------------------------------------------------

    @property
    def is_open(self) -> bool:
        """Whether the page is visible."""
        return self._workspaces.current == "hum"

    @property
    def sings(self) -> bool:
        """Whether a microphone is open."""
        return self._microphone.is_open

    @property
    def draft(self) -> HumDraft:
        """The draft that the page shows."""
        return self._take.drafts[-1]

    @property
    def name(self) -> str:
        """The name of the track that the notes become."""
        many = self._take.drafts and self.draft.hearing.voices == "many"
        return self.tr("Recording") if many else self.tr("Voice")

    def open(self) -> None:
        """Show the page as it was left."""
        if self._page is None:
            self._page = self._made_page()
        if not self.is_open:
            self._workspaces.show_workspace("hum")
            self._page.grid.setFocus()
        self._show()

    def _made_page(self) -> HumPage:
        page = self._workspaces.hum
        side, grid = page.side, page.grid
        side.main_clicked.connect(self._on_main)
        side.again_clicked.connect(self.toggle)
        side.open_clicked.connect(self.ask_file)
        side.voices_chosen.connect(self._choose_voices)
        side.least_chosen.connect(self._choose_least)
        side.level_chosen.connect(
            lambda level: self._change(lambda: self._counted(lambda beats: beats.at_level(level)))
        )
        grid.line_moved.connect(self._move_line)
        grid.note_chosen.connect(grid.show_note)
        grid.seek_requested.connect(self._heard.seek)
        grid.pitch_moved.connect(
            lambda number, pitch: self._change(lambda: self.draft.with_pitch(number, pitch))
        )
        grid.edge_moved.connect(
            lambda number, at_s, is_end: self._change(
                lambda: self.draft.with_edge(number, at_s, is_end=is_end)
            )
        )
        grid.left_out.connect(lambda number: self._change(lambda: self.draft.without(number)))
        grid.taken.connect(lambda number: self._change(lambda: self.draft.taking(number)))
        side.heard_chosen.connect(self._choose_heard)
        side.keep_toggled.connect(self._choose_keeping)
        side.show_heard(self._heard.what)
        page.listen_clicked.connect(self._heard.toggle)
        page.undo_wanted.connect(self._undo)
        page.pictures_wanted.connect(self._draw)
        return page

    def leave(self) -> None:
        """Close the page; what was heard stays until another recording comes."""
        if self.is_open:
            self._workspaces.show_workspace("compose")

    def cancel(self) -> bool:
        """End the singing, drop what is read, or leave the page; return whether it was open."""
        if not self.is_open:
            return False
        if self._stage == "singing":
            self.stop()
        elif self._stage == "reading":
            self._listening.cancel()
            self._go_back()
        else:
            self.leave()
        return True

    def close(self) -> None:
        """End the child. A recording that was not used stays for the next session."""
        self._listening.close()
        if self._take.is_used and self._take.file is not None:
            self._recordings.discard(self._take.file)

    def _on_workspace(self, name: str) -> None:
        if name != "hum" and not self.sings:
            self._heard.end()

    # --- sung and read -----------------------------------------------------------------------

    def sing(self) -> None:
        """Open the page and the microphone."""
        if self._recording.on:
            self._shell.status.show_reason(self.tr("End the recording first."))
            return
        if self._microphone.is_open:
            return
        try:
            target = self._recordings.new()
        except SegueError as error:
            self._fail(Trouble(error.message, error.hint))
            self.open()
            return
        self._begin(target, is_sung=True)
        preferences = self._settings.preferences
        self._listening.sing(target, microphone=preferences.microphone, voices=None)
        self.open()

    def stop(self) -> None:
        """Close the microphone and look for the notes."""
        if self._microphone.is_open:
            self._stage = "reading"
            self._listening.end_singing()
            self._shell.status.show_reason(
                self.tr("The microphone is off again; nothing has left this computer.")
            )
            self.open()

    def toggle(self) -> None:
        """Begin to sing, or end it."""
        if self._microphone.is_open:
            self.stop()
        else:
            self.sing()

    def hear(self, path: Path) -> None:
        """Open the page and look for the notes of a file."""
        if self._microphone.is_open:
            self._shell.status.show_reason(self.tr("End the recording first."))
            return
        self._begin(path, is_sung=False)
        self._listening.hear_file(path)
        self.open()

    def ask_file(self) -> None:
        """Ask for a file of sound and look for its notes."""
        endings = " ".join(f"*{suffix}" for suffix in read_suffixes(RECORDINGS))
        path = dialogs.ask_open(
            self._shell.frame,
            self.tr("Open a recording"),
            self._document.folder,
            kinds=self.tr("Recordings (%1)").replace("%1", endings),
        )
        if path is not None:
            self.hear(path)

    def _begin(self, path: Path, *, is_sung: bool) -> None:
        self._heard.end()
        self._bars.cancel()
        if self._take.drafts:
            self._before = self._take
        self._take = _Take(file=path, is_sung=is_sung)
        self._stage = "singing" if is_sung else "reading"
        self._trouble, self._ruler, self._opened = "", None, None
        if self._page is not None:
            self._page.clear()

    def _go_back(self) -> None:
        """Return to the notes that were heard last, if this recording has none."""
        if not self._take.drafts:
            self._take = self._before
            if self._page is not None:
                self._page.clear()
        self._stage = "heard" if self._take.drafts else "ready"
        self._show()
        if self._page is not None:
            self._page.show_whole()

    def _on_main(self) -> None:
        if self._stage == "heard" and self._take.drafts:
            self.use()
        elif self._stage == "reading":
            self.cancel()
        else:
            self.toggle()

    def _choose_heard(self, what: Listening) -> None:
        self._heard.choose(what)
        if self._page is not None:
            self._page.side.show_heard(what)

    def _choose_keeping(self, on: bool) -> None:  # noqa: FBT001 - a signal's argument
        self._keeps = on

    def _choose_voices(self, voices: Voices) -> None:
        file = self._take.file
        if file is not None:
            self._take, self._stage = replace(self._take, is_chosen=True), "reading"
            self._listening.hear_as(file, voices)
            self._show()

    # --- what comes from the child -------------------------------------------------------------

    def _on_sound(self, event: messages.SoundArrived) -> None:
        sound = _with(self._take.sound, event.sounded, event.seconds, event.total_s)
        self._take = replace(self._take, sound=sound)
        self._show_sound(is_live=True)

    def _on_begun(self, event: messages.NotesHeard) -> None:
        if self._page is not None:
            draft = HumDraft.of(event.hearing)
            self._page.show_notes(draft.shown, hum_shown.counted(draft))

    def _on_heard(self, event: messages.Listened) -> None:
        hearing = event.hearing
        line = event.sounded.line if hearing.voices == "one" else ()
        seconds = hearing.seconds
        sound = HumSound(event.sounded.levels, line, hearing.tuning_cents, seconds, seconds)
        self._take = replace(self._take, sound=sound, drafts=(HumDraft.of(hearing),))
        self._stage, self._trouble, self._slides = "heard", "", False
        before, self._before = self._before, _Take()
        if before.file is not None and before.file != self._take.file:
            self._recordings.discard(before.file)
        self._asked = self.draft.piece
        clicked = self._clicked() if self._take.is_sung else None
        if clicked is not None:
            self._take = replace(self._take, drafts=(self.draft.with_beats(clicked),))
        elif self.draft.kept:
            self._bars.find(self._asked)
        self._show()
        if self._page is not None:
            self._page.show_whole()

    def _clicked(self) -> BeatDraft | None:
        """Return the bars of the click that ran while the microphone was open; None without one."""
        ruler, began, opened = self._ruler, self._heard.began, self._opened
        if ruler is None or began is None or opened is None or not self.draft.kept:
            return None
        timeline = Timeline(ruler)
        bars = click_bars(timeline, began, opened, seconds=self.draft.hearing.seconds)
        if bars is None:
            return None
        (_, first), *_ = self.draft.kept
        bar_s = timeline.tempo.seconds_at(timeline.bars.start_of(1))
        before = floor((first.start_s + bars.begins_s) / bar_s + _EARLY)
        return BeatDraft(self.draft.piece, ruler, before * bar_s - bars.begins_s)

    def _on_beats(self, score: Score, found: messages.RightBars) -> None:
        if score is self._asked and self._take.drafts:
            beats = BeatDraft.of_found(score, found)
            self._put(tuple(draft.with_beats(beats) for draft in self._take.drafts))

    def _on_failed(self, trouble: Trouble) -> None:
        take = self._take
        if self._stage == "singing" and take.file and self._recordings.has_sound(take.file):
            # The child died under the singer: the file has all until then.
            self._stage = "reading"
            self._listening.hear_file(take.file)
            self._show()
        else:
            self._fail(trouble)

    def _fail(self, trouble: Trouble) -> None:
        parts = (trouble.sentence, trouble.hint)
        self._trouble = " ".join(translate_engine_text(text) for text in parts if text)
        self._go_back()

    # --- changes of the draft ----------------------------------------------------------------

    def _change(self, change: Callable[[], HumDraft], *, slides: bool = False) -> None:
        if not self._take.drafts:
            return
        try:
            draft = change()
        except ValueError:
            self._show()
            self._say(self.tr("That cannot be: no file could write its tempo or meter."))
            return
        # A slider that moves on is one change.
        drafts = self._take.drafts
        before = drafts[:-1] if slides and self._slides and len(drafts) > 1 else drafts
        self._slides, self._trouble = slides, ""
        self._put((*before[-_MOST_DRAFTS:], draft))

    def _put(self, drafts: tuple[HumDraft, ...]) -> None:
        self._take = replace(self._take, drafts=drafts)
        self._show()

    def _choose_least(self, least: int) -> None:
        self._change(lambda: self.draft.at_least(least), slides=True)

    def _counted(self, change: Callable[[BeatDraft], BeatDraft]) -> HumDraft:
        return self.draft.with_beats(change(self.draft.beats))

    def _move_line(self, number: int, to_s: float) -> None:
        line = self.draft.beats.lines[number - 1]
        self._change(lambda: self._counted(lambda beats: beats.with_line_at(line, to_s)))

    def _undo(self) -> None:
        if len(self._take.drafts) > 1:
            self._slides = False
            self._put(self._take.drafts[:-1])
            self._say(self.tr("The last change is taken back."))

    def use(self) -> None:
        """Give the piece the notes as a new track, as one undo step."""
        if not self._take.drafts or not self.draft.kept:
            return
        take, shift_s = self._take, self.draft.beats.shift_s
        score, place = self.draft.score(self.name), self._heard.place
        self.leave()
        self._heard.end()
        composition = self._document.composition
        bars = self._document.timeline.bars
        at = bars.start_of(bars.bar_at(place)) if composition.score.note_count else 0
        tracks = len(composition.score.tracks)
        made = edits.insert_score(composition, score, at=at, track=tracks)
        self._document.edit(self.tr("Hum it"), made)
        self._selection.choose_track(len(made.score.tracks) - 1)
        self._take = replace(self._take, is_used=not self._keeps)
        if self._keeps and take.file is not None:
            begins_s = self._document.timeline.tempo.seconds_at(at) - shift_s
            self._kept.keep(
                take.file,
                begins_s=begins_s,
                track=len(made.score.tracks) - 1,
                then=lambda: self._set_used(take),
            )

    def _set_used(self, take: _Take) -> None:
        if self._take.file == take.file:
            self._take = replace(self._take, is_used=True)

    # --- shown -------------------------------------------------------------------------------

    def _show(self) -> None:
        if self._page is None:
            return
        self._show_sound(is_live=self._stage in ("singing", "reading"))
        if self._take.drafts:
            self._page.show_notes(self.draft.shown, hum_shown.counted(self.draft))
            if self.is_open:
                self._heard.show(self.draft, self.name, self._take.file)

    def _show_sound(self, *, is_live: bool) -> None:
        if self._page is None:
            return
        sound = self._take.sound
        self._page.show_sound(sound, loudest=hum_shown.loudest(sound), is_live=is_live)
        self._page.show_says(self._trouble or self._says())
        self._page.show_side(self._side())

    def _says(self) -> str:
        take = self._take
        file = None if take.is_sung else take.file
        return hum_shown.says(self._stage, take.sound, file=file, has_line=bool(take.sound.line))

    def _side(self) -> HumSide:
        take = self._take
        if self._stage == "heard" and take.drafts:
            return hum_shown.side(self.draft, is_chosen=take.is_chosen, says=self._goes_to())
        titles = {
            "ready": self.tr("Hum it"),
            "singing": hum_shown.minutes(take.sound.seconds),
            "reading": self.tr("Segue listens"),
            "heard": "",
        }
        total = take.sound.total_s
        abouts = {
            "ready": self._trouble
            or self.tr("The microphone is open only while its red sign stands at the top."),
            "singing": self.tr("The notes come when you stop."),
            "reading": self.tr("The notes of the beginning are there after ten seconds of it."),
            "heard": "",
        }
        return HumSide(
            stage=self._stage,
            headline=titles[self._stage],
            about=abouts[self._stage] if self._stage != "reading" or total else "",
            progress=take.sound.seconds / total if total else -1.0,
        )

    def _goes_to(self) -> str:
        if not self._document.score.note_count:
            return self.tr("To the empty piece, then G goes on")
        bar = self._document.timeline.bars.bar_at(self._heard.place) + 1
        return self.tr("To a new track, from bar %1 on").replace("%1", str(bar))

    def _say(self, text: str) -> None:
        if self._page is not None:
            self._page.show_says(text)

    def _show_playhead(self, at_s: float) -> None:
        if self._page is not None and self.is_open:
            self._page.grid.show_playhead(at_s)

    def _draw(self) -> None:
        if self._page is not None and self._take.drafts and self.is_open:
            self._heard.draw(self._page, self.draft, self.name)

    def _on_microphone(self, state: MicrophoneState) -> None:
        if isinstance(state, On):
            self._opened = state
            if self._settings.preferences.hum_click:
                self._ruler = self._click_ruler()
                self._heard.click(self._ruler)
        elif not self._microphone.is_open:
            self._heard.end()
        self._show_sign()

    def _click_ruler(self) -> Score:
        """Return the tempo and the meter at the playhead."""
        score, timeline, tick = self._document.score, self._document.timeline, self._heard.place
        return Score(
            ticks_per_quarter=score.ticks_per_quarter,
            tempos=(Tempo(0, timeline.tempo.bpm_at(tick)),),
            time_signatures=(replace(timeline.bars.signature_at(tick), tick=0),),
        )

    def _show_sign(self) -> None:
        on = self._microphone.is_open
        tip = self.tr("A microphone is open, and what it hears stays on this computer.")
        text = self.tr("Microphone on · Stop") if on else ""
        self._shell.transport.show_mode(_MODE, text, tip)
        self._shell.transport.show_recording(on=on)

    def _on_sign(self, mode: str) -> None:
        if mode == _MODE:
            self.stop()

    # --- left by an earlier session --------------------------------------------------------------

    def show_left(self) -> None:
        """Show that an earlier session left a recording whose notes no piece has."""
        self._left = self._recordings.left()
        if self._left is not None:
            self._shell.notices.show_notice(
                NoticeText(
                    key=_KEY,
                    happened=self.tr("You sang something, and no piece has its notes yet."),
                    buttons=((_HEAR, self.tr("Listen to it")), (_DISCARD, self.tr("Discard"))),
                    about="program",
                    stays=True,
                )
            )

    def _on_notice(self, key: str, button: str) -> None:
        path = self._left if key == _KEY else None
        if path is not None and button == _HEAR:
            self._shell.notices.clear_notice(_KEY)
            self.hear(path)
        elif path is not None and button == _DISCARD:
            self._recordings.discard(path)


def _with(sound: HumSound, more: Sounded, seconds: float, total_s: float) -> HumSound:
    """Return what was sung with the next stretch."""
    levels = round(more.start_s / LEVEL_STEP_S)
    line = round(more.start_s / LINE_STEP_S)
    return HumSound(
        _filled(sound.levels, levels, 0) + more.levels,
        _filled(sound.line, line, NO_PITCH) + more.line if more.line else sound.line,
        seconds=seconds,
        total_s=total_s,
    )


def _filled(values: tuple[int, ...], count: int, filler: int) -> tuple[int, ...]:
    return values[:count] + (filler,) * (count - len(values))
