"""Show the chords over the piece in their lane and edit them as undo steps."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QObject, QPoint
from PySide6.QtWidgets import QMenu

from app.clients.playing import Playing
from app.clients.reharmonizing import Ranked, Reharmonizing
from app.compose.chords.chord_menu import ChordMenu
from app.compose.chords.chord_playing import ChordPlaying
from app.compose.filling.bar_requests import BarRequests
from app.compose.offer.offered_chords import OfferedChords
from app.files.background import Background
from app.main_window import dialogs
from app.main_window.compose_page import ComposePage
from app.main_window.shell import Shell
from app.state import chord_edits, edits
from app.state.selection import Selection
from app.views.notice_strip import NoticeText
from app.words.counting import counted
from engine.ground.errors import SegueError
from engine.harmony.chord_symbols import Chord
from engine.harmony.chord_track import end_of, fifths_before, written_chords
from engine.harmony.keys import Key
from engine.values.score import Other, Score

# After a change of more bars no rewrite is offered: that is a piece and not a change.
MOST_OFFERED = 8

# Keys of the notices.
_REFUSED, _WRITE, _TRANSPOSE, _PLAN = "chords", "chord-bars", "chord-key", "chord-plan"


class ChordViews(QObject):
    """Connects the chords to their lane.

    Args:
        selection: The selection; its track is the melody.
        bars: Requests new notes under chords.
        reharmonizing: Ranks chords with the model.
        background: Searches for chords.
    """

    def __init__(
        self,
        shell: Shell,
        page: ComposePage,
        selection: Selection,
        *,
        playing: Playing,
        bars: BarRequests,
        reharmonizing: Reharmonizing,
        background: Background,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._shell = shell
        self._page = page
        self._lane = page.chords
        self._selection = selection
        self._document = selection.document
        self._playing = playing
        self._bars = bars
        self._reharmonizing = reharmonizing
        self._background = background
        # The user's choice; None shows the lane if there are chords, written or offered.
        self._switched: bool | None = None
        self._chords: tuple[Chord, ...] = ()
        self._offers = False
        self._texts: tuple[Other, ...] = ()
        self._key = self._first_key()
        self._span = (0, 0)
        self._steps = 0
        self._keys = ChordPlaying(playing, wanted=self._lane.hasFocus, parent=self)
        self._keys.played.connect(self.write_played)
        self._connect_lane()
        self._connect_actions()
        self._document.replaced.connect(self._on_replaced)
        self._document.ruler_changed.connect(self._on_ruler)
        self._document.extent_changed.connect(self._on_extent)
        self._show()

    def _connect_lane(self) -> None:
        lane = self._lane
        lane.typed.connect(self.write_typed)
        lane.moved.connect(
            lambda tick, to: self._edit(
                self.tr("Move chord"), lambda score: chord_edits.with_chord_moved(score, tick, to)
            )
        )
        lane.removed.connect(self.remove)
        lane.menu_requested.connect(self._open_menu)
        self._shell.notices.button_clicked.connect(self._on_notice)

    def _connect_actions(self) -> None:
        actions = self._shell.actions
        actions.bind(chords=self)
        actions["chord_lane"].toggled.connect(self._switch)

    # --- commands of the user -----------------------------------------------------------------

    def write_typed(self, tick: int, text: str) -> None:
        """Write typed chords at a tick; invalid text stays in the field."""
        change = partial(_typed, text=text, tick=tick)
        if self._edit(self.tr("Type chords"), change):
            self._lane.end_typing()

    def write_played(self, pitches: frozenset[int]) -> None:
        """Write a played chord at the lane's cursor and move the cursor to the next bar.

        Args:
            pitches: The pitches of the chord.
        """
        change = partial(chord_edits.with_played_chord, pitches=pitches, tick=self._lane.place())
        if self._edit(self.tr("Play chord"), change):
            self._lane.go_on()

    def begin_typing(self) -> None:
        """Open the lane's text field at the bar of the playhead."""
        self._switch(True)
        self._lane.choose(self._bar_line())
        self._lane.begin_typing()

    def remove(self, tick: int) -> None:
        """Remove the chord at a tick."""
        self._edit(self.tr("Remove chord"), lambda score: chord_edits.without_chord(score, tick))

    def find(self) -> None:
        """Write the chords that are detected in the notes; ask before others are replaced.

        A long piece takes a second, so another thread searches it.
        """
        score = self._document.score
        self._background.run(
            partial(chord_edits.with_detected_chords, score),
            partial(self._on_found, score),
            self._refuse,
        )

    def _on_found(self, searched: Score, found: Score) -> None:
        if self._document.score is not searched:
            self._shell.notices.show_notice(
                NoticeText(
                    key=_REFUSED,
                    about="piece",
                    happened=self.tr("The piece was changed while its chords were searched."),
                    can=self.tr("Find them again."),
                    seconds=8.0,
                )
            )
            return
        there = written_chords(searched)
        if there and there != written_chords(found) and not self._may_replace(len(there)):
            return
        self._edit(self.tr("Find chords"), lambda _score: found, offering=False)

    def _may_replace(self, count: int) -> bool:
        """Ask whether the chords that are written may be replaced."""
        one, many = self.tr("Replace the chord over the piece?"), self.tr("Replace %1 chords?")
        return dialogs.confirm(
            self._shell.frame,
            counted(count, one, many),
            detail=self.tr("Segue has found others in the notes. Undo brings these back."),
            yes=self.tr("Replace"),
        )

    def transpose(self, semitones: int) -> None:
        """Transpose all chords."""
        self._edit(
            self.tr("Transpose chords"),
            lambda score: chord_edits.with_transposed_chords(score, semitones),
            offering=False,
        )

    def write_plan(self, offered: OfferedChords) -> None:
        """Write chords and letters of a plan over the piece and select the first chord."""
        plan, chords = offered.plan, offered.plan.chords

        def change(score: Score) -> Score:
            lettered = edits.with_planned_sections(score, plan.sections)
            return chord_edits.with_planned_chords(lettered, chords, end=offered.end)

        if not chords or not self._edit(self.tr("Write plan"), change, offering=False):
            return
        self._switch(True)
        self._lane.choose(chords[0].tick)
        bars = self._document.timeline.bars
        text = self.tr("The plan is written from bar %1 to bar %2.")
        text = text.replace("%1", str(bars.bar_at(chords[0].tick) + 1))
        self._shell.notices.show_notice(
            NoticeText(
                key=_PLAN,
                about="piece",
                happened=text.replace("%2", str(bars.bars_until(offered.end))),
                can=self.tr("Change its chords in the lane, then press %1.").replace(
                    "%1", self._shell.actions.called("continue")
                ),
                seconds=12.0,
            )
        )

    def add_track(self) -> None:
        """Add a track that plays the chords."""
        track = chord_edits.track_of_chords(self._document.score, name=self.tr("Chords"), program=0)
        composition = self._document.composition.adding_track(track)
        self._document.edit(self.tr("Chords on a new track"), composition)
        self._selection.choose_track(len(composition.score.tracks) - 1)

    # --- edits ------------------------------------------------------------------------------

    def _edit(self, name: str, change: Callable[[Score], Score], *, offering: bool = True) -> bool:
        """Edit the score as an undo step; return False after a failure, which is shown."""
        composition = self._document.composition
        notices = self._shell.notices
        try:
            after = change(composition.score)
        except SegueError as error:
            self._refuse(error)
            return False
        notices.clear_notice(_REFUSED)
        self._document.edit(name, composition.with_score(after))
        if offering:
            self._offer_bars(composition.score, after)
        return True

    def _refuse(self, error: SegueError) -> None:
        """Show why there was no edit."""
        self._shell.notices.show_notice(
            NoticeText(
                key=_REFUSED,
                about="piece",
                happened=error.message,
                can=error.hint,
                tone="warning",
                seconds=10.0,
            )
        )

    def _offer_bars(self, before: Score, after: Score) -> None:
        """Offer to rewrite the bars whose chords changed."""
        start, end = chord_edits.changed_span(before, after)
        bars = self._document.timeline.bars
        first, count = bars.bar_at(start), bars.bars_until(end) - bars.bar_at(start)
        sounds = any(start <= note.start < end for _, note in after.notes())
        if not sounds or count > MOST_OFFERED or self._bars.why_no_bars():
            self._shell.notices.clear_notice(_WRITE)
            return
        self._span = (first, count)
        one, many = (
            self.tr("Another chord is written over bar %1."),
            self.tr("Other chords are written over bars %1 to %2."),
        )
        text = (one if count == 1 else many).replace("%1", str(first + 1))
        self._shell.notices.show_notice(
            NoticeText(
                key=_WRITE,
                about="piece",
                happened=text.replace("%2", str(first + count)),
                buttons=(("write", self.tr("Write the notes anew")),),
                seconds=12.0,
            )
        )

    def _on_notice(self, key: str, _button: str) -> None:
        if key == _WRITE:
            self._bars.write_bars(*self._span)
        elif key == _TRANSPOSE:
            self.transpose(self._steps)

    # --- the menu ---------------------------------------------------------------------------

    def menu_at(self, tick: int) -> ChordMenu:
        """Return the menu for the chord or bar at a tick."""
        score = self._document.score
        start, end = chord_edits.span_of(self._chords, tick, score)
        bars = self._document.timeline.bars
        bar = bars.bar_at(tick)
        if start == end:
            start, end = tick, bars.start_of(bar + 1)
        chord = next((each for each in self._chords if each.tick == tick), None)
        first = bars.bar_at(start)
        fitting = chord_edits.alternative_chords(
            score, self._selection.current, start=start, end=end
        )
        return ChordMenu(
            bar=bar,
            chord=chord,
            fitting=fitting,
            type_here=self._lane.begin_typing,
            remove=partial(self.remove, tick),
            exchange=self._exchange,
            write_bars=partial(self._bars.write_bars, first, bars.bars_until(end) - first),
            no_bars=self._bars.why_no_bars(),
            ask_model=partial(self._ask_model, fitting, end),
        )

    def _ask_model(self, chords: Sequence[Chord], end: int, ranked: Ranked) -> None:
        """Ask the model to rank chords, if it is idle."""
        if self._bars.is_model_free:
            self._reharmonizing.rank(
                self._document.score,
                chords,
                tune=self._selection.current,
                end=end,
                ranked=ranked,
            )

    def _exchange(self, chord: Chord) -> None:
        self._edit(self.tr("Another chord"), lambda score: chord_edits.with_chord(score, chord))

    def _open_menu(self, place: QPoint, tick: int) -> None:
        menu = self.menu_at(tick).shown(self._shell.frame, self._shell.actions)
        menu.exec(place)
        menu.deleteLater()

    def open_fitting(self) -> None:
        """Open the menu of fitting chords at the playhead."""
        score = self._document.score
        tick = max(0, round(self._playing.tick))
        start, end = chord_edits.span_of(self._chords, tick, score)
        self._switch(True)
        self._lane.choose(start if end > start else self._bar_line())
        menu, offered = QMenu(self._shell.frame), self.menu_at(self._lane.place())
        offered.fill_fitting(menu)
        offered.rank(menu)
        menu.exec(self._lane.mapToGlobal(QPoint(0, self._lane.height())))
        menu.deleteLater()

    # --- showing ------------------------------------------------------------------------------

    def show_offered(self, offered: OfferedChords) -> None:
        """Show planned chords beside the written ones."""
        score, plan = self._document.score, offered.plan
        fifths = fifths_before(score, plan.chords[0].tick) if plan.chords else None
        self._lane.show_offered(
            plan.chords, end=offered.end, returning=plan.returning, fifths=fifths
        )
        # Until the plan of a new request is known, the lane stays as it is.
        offers = bool(plan.chords) or (offered.waits and self._offers)
        if offers != self._offers:
            self._offers = offers
            self._show_lane()

    def _switch(self, on: bool) -> None:  # noqa: FBT001 - a signal's argument
        if on != self._is_shown():
            self._switched = on
            self._show_lane()

    def _is_shown(self) -> bool:
        has_chords = bool(self._chords) or self._offers
        return has_chords if self._switched is None else self._switched

    def _on_replaced(self) -> None:
        self._switched, self._key = None, self._first_key()
        self._show()

    def _on_extent(self) -> None:
        """Let the last chord end with the piece."""
        if self._chords:
            self._show()

    def _on_ruler(self) -> None:
        self._show()
        before, self._key = self._key, self._first_key()
        if before is not None and self._key is not None and before != self._key:
            self._offer_key(before, self._key)

    def _offer_key(self, before: Key, key: Key) -> None:
        """Offer to transpose the chords after a change of key, except after an undo."""
        steps = (key.tonic - before.tonic + 5) % 12 - 5
        if not self._chords or not steps or key.minor != before.minor or self._document.redo_name:
            return
        self._steps = steps
        self._shell.notices.show_notice(
            NoticeText(
                key=_TRANSPOSE,
                about="piece",
                happened=self.tr("The piece is in another key, its chords are where they were."),
                buttons=(("transpose", self.tr("Move the chords as well")),),
                seconds=12.0,
            )
        )

    def _show(self) -> None:
        score = self._document.score
        if score.others is not self._texts:
            self._texts, self._chords = score.others, written_chords(score)
        self._lane.show_chords(
            self._chords, end=end_of(self._chords, score), timeline=self._document.timeline
        )
        self._show_lane()
        none = ""
        if not self._chords:
            text = self.tr("There are no chords over the piece yet: press %1.")
            none = text.replace("%1", self._shell.actions.called("type_chords"))
        for name in ("chords_up", "chords_down", "chords_to_track"):
            self._shell.actions.allow(name, unless=none)

    def _show_lane(self) -> None:
        on = self._is_shown()
        self._page.show_chord_lane(on=on)
        self._shell.actions.check("chord_lane", on=on)

    # --- parts ------------------------------------------------------------------------------

    def _first_key(self) -> Key | None:
        keys = self._document.score.key_signatures
        return Key.of(keys[0]) if keys else None

    def _bar_line(self) -> int:
        bars = self._document.timeline.bars
        return bars.start_of(bars.bar_at(max(0, round(self._playing.tick))))


def _typed(score: Score, *, text: str, tick: int) -> Score:
    return chord_edits.with_typed_chords(score, text, tick)
