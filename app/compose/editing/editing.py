"""Turn edits of notes and tracks into named undo steps."""

import secrets
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec
from PySide6.QtCore import QObject, Signal

from app.clients.playing import Playing
from app.compose.editing.bar_editing import BarEditing
from app.compose.editing.roll_edits import RollEdits
from app.compose.paper.credits import PieceCredits
from app.compose.paper.edits import ScoreEdits
from app.main_window import dialogs
from app.main_window.actions import Actions
from app.main_window.compose_page import ComposePage
from app.state import edits, event_edits
from app.state.current_key import CurrentKey
from app.state.note_commands import NoteCommands
from app.state.selection import Selection
from app.values.events import Event
from app.values.groove import FeelChoices
from app.views.groove_dialog import ask_feel
from app.views.roll.piano_roll import PianoRoll
from app.views.transport.bar import TransportBar
from app.widgets.words import announce
from engine.harmony.keys import Key
from engine.piece.composition import Composition, TrackSettings
from engine.values.score import Control, Note, Track
from engine.values.track_mix import volume_at

# The first number of a drum kit in menus, after the 128 General MIDI programs.
DRUMS = 128
# Of a track's mix: set by ear, so that the sound bank matters.
_BY_EAR = frozenset({"volume", "pan", "reverb"})
# Actions on the selected bars as well as on notes.
_OF_BARS = frozenset(
    {
        "cut",
        "copy",
        "delete",
        "duplicate",
        "semitone_up",
        "semitone_down",
        "octave_up",
        "octave_down",
        "nudge_later",
        "nudge_earlier",
    }
)


class Editing(QObject):
    """Connects edit requests of the views and actions to the document.

    Args:
        scale: Returns the key whose scale is shown, or None.
        draw_seed: Returns a new random seed for each humanising.

    Signals:
        bars_edited: Bars were cut, inserted or moved: what refers to their ticks is outdated.
    """

    bars_edited = Signal()

    def __init__(
        self,
        page: ComposePage,
        transport: TransportBar,
        actions: Actions,
        *,
        selection: Selection,
        playing: Playing,
        scale: Callable[[], Key | None],
        key: CurrentKey,
        draw_seed: Callable[[], int] = lambda: secrets.randbelow(2**32),
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._page = page
        self._transport = transport
        self._actions = actions
        self._selection = selection
        self._document = selection.document
        self._playing = playing
        self._commands = NoteCommands(selection, self)
        self._draw_seed = draw_seed
        self._bars = BarEditing(page, actions, selection=selection, playing=playing, parent=self)
        self._bars.commands.done.connect(lambda _name: self.bars_edited.emit())
        self._roll = RollEdits(
            page.roll, selection, self._commands, bars=self._bars.do, scale=scale, parent=self
        )
        self._score = ScoreEdits(
            page.score,
            page.roll,
            selection,
            self._commands,
            playing=playing,
            key=key,
            parent=self,
        )
        PieceCredits(page.score, actions, self._document, self)
        self._strength = 50.0
        self._feel = FeelChoices()
        self._connect_notes()
        self._connect_tracks()
        self._connect_actions()
        self._connect_allowing()

    def _connect_allowing(self) -> None:
        document = self._document
        document.undo_changed.connect(self._allow_history)
        document.tracks_changed.connect(self._allow_tracks)
        self._selection.any_changed.connect(self._allow_notes)
        self._selection.bars_changed.connect(self._allow_notes)
        self._commands.copied.connect(self._bars.commands.forget_copied)
        self._commands.copied.connect(self._allow_paste)
        self._bars.commands.copied.connect(self._allow_paste)
        self._allow_history()
        self._allow_tracks()
        self._allow_notes()
        self._allow_paste()

    def _connect_notes(self) -> None:
        page, transport = self._page, self._transport
        page.velocity.edit_requested.connect(
            lambda removed, added, what: self._exchange_here(removed, added, what, "velocity")
        )
        page.velocity.controls_edited.connect(self._exchange_controls)
        page.events.edit_requested.connect(self._exchange_events)
        transport.tempo_changed.connect(self._set_tempo)
        transport.meter_changed.connect(self._set_meter)
        transport.key_chosen.connect(self._set_key)

    def _connect_tracks(self) -> None:
        headers, mixer = self._page.headers, self._page.mixer
        for source in (headers, mixer):
            source.mute_toggled.connect(lambda i, on: self._mix(i, self.tr("Mute"), mute=on))
            source.solo_toggled.connect(lambda i, on: self._mix(i, self.tr("Solo"), solo=on))
            source.program_changed.connect(self._set_program)
            source.output_changed.connect(
                lambda i, port, channel: self._mix(
                    i, self.tr("Track output"), port=port, channel=channel
                )
            )
        mixer.level_changed.connect(
            lambda i, db: self._mix(i, self.tr("Volume"), merge=True, volume=volume_at(db))
        )
        mixer.reverb_changed.connect(
            lambda i, value: self._mix(i, self.tr("Reverb"), merge=True, reverb=value)
        )
        mixer.pan_changed.connect(
            lambda i, value: self._mix(i, self.tr("Pan"), merge=True, pan=value)
        )
        mixer.offset_changed.connect(
            lambda i, ms: self._mix(i, self.tr("Track delay"), merge=True, offset_s=ms / 1000)
        )
        headers.role_changed.connect(
            lambda i, role: self._settings(i, self.tr("Role of a track"), role=role)
        )
        headers.colour_changed.connect(
            lambda i, colour: self._settings(i, self.tr("Track colour"), colour=colour)
        )
        headers.name_changed.connect(self._rename)
        headers.add_track_clicked.connect(self.add_track)
        headers.track_removed.connect(self.remove_track)
        headers.track_duplicated.connect(
            lambda i: self._edit(self.tr("Duplicate track"), lambda c: edits.duplicate_track(c, i))
        )
        headers.track_moved.connect(self.move_track)

    def _connect_actions(self) -> None:
        self._deeds = self._actions.bind(roll_edits=self._roll)
        self._actions.bind(
            editing=self,
            notes=self._commands,
            score_edits=self._score,
            selection=self._selection,
            notes_roll=self._page.roll,
            headers=self._page.headers,
        )

    def walk(self, sideways: int, upwards: int = 0) -> None:
        """Move the selection in the view with the keyboard focus."""
        self._walking().walk(sideways=sideways, upwards=upwards)

    def extend(self, sideways: int) -> None:
        """Extend the selection in the view with the keyboard focus."""
        self._walking().walk(sideways=sideways, extend=True)

    def _walking(self) -> ScoreEdits | PianoRoll:
        return self._score if self._page.score.hasFocus() else self._page.roll

    # --- undo ---------------------------------------------------------------------------------

    def undo(self) -> None:
        """Undo the last step and announce its name."""
        name = self._document.undo_name
        self._document.undo()
        announce(self._page.roll, self.tr("Undone: %1").replace("%1", name))

    def redo(self) -> None:
        """Redo a step and announce its name."""
        name = self._document.redo_name
        self._document.redo()
        announce(self._page.roll, self.tr("Done again: %1").replace("%1", name))

    # --- notes ------------------------------------------------------------------------------

    def cut(self) -> None:
        """Cut the selected bars or notes."""
        if not self._bars.do("cut", 0):
            self._commands.cut()

    def copy(self) -> None:
        """Copy the selected bars or notes."""
        if not self._bars.do("copy", 0):
            self._commands.copy()

    def paste(self) -> None:
        """Paste what was copied last: bars before a bar line, notes at the playhead."""
        if not self._bars.paste():
            self._commands.paste(at=round(self._playing.tick))

    def ask_quantise(self) -> None:
        """Ask for a strength and quantise the notes."""
        strength = dialogs.ask_number(
            self._page.window(),
            self.tr("Quantise"),
            self.tr("Strength in per cent: 100 is on the grid"),
            self._strength,
            low=1.0,
            high=100.0,
        )
        if strength is not None:
            self._strength = strength
            self._commands.quantise(strength / 100, step=self._page.roll.step())

    def ask_feel(self) -> None:
        """Ask for a groove, and give it to the notes."""
        names = tuple(track.name for track in self._document.score.tracks)
        chosen = ask_feel(self._page.window(), names, self._feel)
        if chosen is not None:
            self._feel = chosen
            self._commands.change_feel(chosen, seed=self._draw_seed())

    def _exchange_here(
        self, removed: tuple[Note, ...], added: tuple[Note, ...], what: str, merge: str
    ) -> None:
        composition, coming = edits.exchange(
            self._document.composition, self._selection.current, removed=removed, added=added
        )
        if set(self._selection.notes) & set(removed):
            self._selection.edit(what, composition, coming, merge=merge)
        else:
            self._document.edit(what, composition, merge=merge)

    def _exchange_events(
        self, removed: tuple[Event, ...], added: tuple[Event, ...], what: str
    ) -> None:
        composition, coming = event_edits.exchange(
            self._document.composition, self._selection.current, removed=removed, added=added
        )
        if coming:
            self._selection.edit(what, composition, coming)
        else:
            self._document.edit(what, composition)

    def _exchange_controls(
        self, removed: tuple[Control, ...], added: tuple[Control, ...], what: str
    ) -> None:
        if self._selection.track is None:
            return
        index = self._selection.current
        leaving = frozenset(removed)

        def change(composition: Composition) -> Composition:
            track = composition.score.tracks[index]
            controls = [c for c in track.controls if c not in leaving]
            new = replace(track, controls=tuple(sorted([*controls, *added])))
            return replace(composition, score=composition.score.with_track(index, new))

        self._edit(what, change, merge="controls")

    # --- the ruler --------------------------------------------------------------------------

    def _set_tempo(self, bpm: float) -> None:
        at = round(self._playing.tick)
        self._edit(
            self.tr("Tempo"),
            lambda c: c.with_score(edits.with_tempo(c.score, at, bpm)),
            merge="tempo",
        )

    def _set_meter(self, numerator: int, denominator: int) -> None:
        at = round(self._playing.tick)
        self._edit(
            self.tr("Meter"),
            lambda c: c.with_score(
                edits.with_meter(c.score, at, numerator=numerator, denominator=denominator)
            ),
        )

    def _set_key(self, key: Key | None) -> None:
        at = round(self._playing.tick)
        self._edit(self.tr("Key"), lambda c: c.with_score(edits.with_key(c.score, at, key)))

    # --- tracks -----------------------------------------------------------------------------

    def add_track(self) -> None:
        """Add an empty track and make it current."""
        number = len(self._document.composition.score.tracks) + 1
        name = self.tr("Track %1").replace("%1", str(number))
        self._edit(self.tr("Add track"), lambda c: c.adding_track(Track(name=name)))
        self._selection.choose_track(number - 1)

    def remove_track(self, index: int) -> None:
        """Remove a track; the current track changes only if it is removed."""
        current = self._selection.current
        if index < len(self._document.composition.score.tracks):
            self._edit(self.tr("Remove track"), lambda c: c.without_track(index))
            if index < current:
                self._selection.choose_track(current - 1)

    def remove_current_track(self) -> None:
        """Remove the current track."""
        self.remove_track(self._selection.current)

    def step_track(self, by: int) -> None:
        """Make a track below the current one current, or one above."""
        self._selection.choose_track(self._selection.current + by)

    def move_track(self, index: int, to: int) -> None:
        """Move a track; the current track stays current."""
        order = list(range(len(self._document.composition.score.tracks)))
        order.insert(to, order.pop(index))
        current = order.index(self._selection.current)
        self._edit(self.tr("Move track"), lambda c: edits.move_track(c, index, to=to))
        self._selection.choose_track(current)

    def _rename(self, index: int, name: str) -> None:
        self._edit(self.tr("Rename track"), lambda c: edits.with_track_named(c, index, name))

    def _set_program(self, index: int, program: int) -> None:
        self._edit(
            self.tr("Instrument"),
            lambda c: edits.with_program(
                c, index, program=program % DRUMS, is_drum=program >= DRUMS
            ),
        )

    def toggle(self, what: str) -> None:
        """Turn `mute` or `solo` of the current track on or off."""
        index = self._selection.current
        settings = self._document.composition.settings
        if index < len(settings):
            on = getattr(settings[index].mix, what)
            name = self.tr("Mute") if what == "mute" else self.tr("Solo")
            self._mix(index, name, **{what: not on})

    def _mix(self, index: int, name: str, *, merge: bool = False, **changes: object) -> None:
        def change(settings: TrackSettings) -> TrackSettings:
            return replace(settings, mix=msgspec.structs.replace(settings.mix, **changes))

        by_ear = self._playing.audio.bank_heard if changes.keys() & _BY_EAR else ""
        self._change_settings(
            index, name, change, merge=f"{name}/{index}" if merge else "", mixed_with=by_ear
        )

    def _settings(self, index: int, name: str, **changes: Any) -> None:
        self._change_settings(
            index,
            name,
            lambda settings: replace(settings, **changes),
        )

    def _change_settings(
        self,
        index: int,
        name: str,
        change: Callable[[TrackSettings], TrackSettings],
        *,
        merge: str = "",
        mixed_with: str = "",
    ) -> None:
        self._edit(
            name,
            lambda c: edits.with_settings(
                c, index, change(c.settings[index]), mixed_with=mixed_with
            ),
            merge=merge,
        )

    def _edit(
        self, name: str, change: Callable[[Composition], Composition], *, merge: str = ""
    ) -> None:
        self._document.edit(name, change(self._document.composition), merge=merge)

    # --- enabled actions ----------------------------------------------------------------------

    def _allow_history(self) -> None:
        actions = self._actions
        undo, redo = self._document.undo_name, self._document.redo_name
        actions.say("undo", self.tr("&Undo %1").replace("%1", undo).strip())
        actions.say("redo", self.tr("&Redo %1").replace("%1", redo).strip())
        actions.allow("undo", unless="" if undo else self.tr("Nothing was changed yet."))
        actions.allow("redo", unless="" if redo else self.tr("Nothing was taken back."))

    def _allow_notes(self) -> None:
        notes = "" if self._selection.notes else self.tr("Select notes first.")
        none = self.tr("Select notes or bars first.")
        either = "" if self._bars.chosen or not notes else none
        for name in ("cut", "copy", "tie", *(deed for deed in self._deeds if deed != "quantise")):
            self._actions.allow(name, unless=either if name in _OF_BARS else notes)

    def _allow_paste(self) -> None:
        copied = self._commands.clipboard or self._bars.commands.has_copied
        unless = "" if copied else self.tr("Nothing was copied yet.")
        self._actions.allow("paste", unless=unless)

    def _allow_tracks(self) -> None:
        tracks = "" if self._document.score.tracks else self.tr("There is no track.")
        of_tracks = ("remove_track", "mute", "solo")
        of_notes = ("quantise", "quantise_options", "groove", "select_all", "select_bar")
        for name in (*of_tracks, *of_notes):
            self._actions.allow(name, unless=tracks)
