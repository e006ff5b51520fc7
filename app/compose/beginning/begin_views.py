"""Begin an empty piece: its tempo, meter and key, what it is like, and a sketch in the roll."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMenu

from app.clients.continuing import Continuing
from app.clients.playing import Playing
from app.compose.beginning.sketch import Sketch, onsets_of, sketch_of
from app.compose.offer.offer_views import OfferViews
from app.compose.offer.offered_chords import OfferedChords
from app.files.models import STYLE, ModelInfo
from app.files.pictures import picture_of
from app.main_window.compose_page import ComposePage
from app.main_window.shell import Shell
from app.state import edits
from app.state.current_key import key_of
from app.state.document import Document
from app.state.generation_settings import GenerationSettings
from app.values.beginning import Beginning, Like
from app.values.continue_settings import BEGIN_BARS
from app.values.geometry import KEYS_WIDTH
from app.values.pictures import Picture
from app.widgets.key_names import key_name
from app.widgets.menus import add_action, add_choice
from app.words.figures import number
from app.words.ports import input_words
from engine.form.alternative_plan import AlternativePlan
from engine.harmony.keys import Key
from engine.values.library import FoundPiece
from engine.values.score import Score
from engine.values.sections import Section
from engine.values.time import Timeline

# Pieces of the library in the menu of *A piece*; a file can be chosen below them.
_MOST_PIECES = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class _Liked:
    """The facts that are shown of a liked piece, found once when it is chosen."""

    title: str
    detail: str
    picture: Picture
    onsets: Fraction | None


class BeginViews(QObject):
    """Shows how the next request begins an empty piece, and makes the user's choices edits.

    Args:
        models: Returns the models, some of which are styles.
        record: Records from the keyboard that is heard or found, or from the computer's keys.
        playing: Knows the keyboards that are heard.

    Signals:
        piece_asked(str): Let the model read a piece of the library first (the key of its row).
        file_asked(): Ask for a file for it.
        model_asked(object): Continue with this model (its folder).
        forget_asked(): Let the model read no other piece first.
    """

    piece_asked = Signal(str)
    file_asked = Signal()
    model_asked = Signal(object)
    forget_asked = Signal()

    def __init__(
        self,
        shell: Shell,
        page: ComposePage,
        document: Document,
        *,
        generation: GenerationSettings,
        continuing: Continuing,
        offers: OfferViews,
        playing: Playing,
        models: Callable[[], list[ModelInfo]],
        record: Callable[[], None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._shell, self._page, self._document = shell, page, document
        self._generation, self._continuing = generation, continuing
        self._offers, self._playing = offers, playing
        self._models, self._record = models, record
        self._found: tuple[FoundPiece, ...] = ()
        self._liked: _Liked | None = None
        # The model before a style was chosen; None for the one that ships.
        self._before_style: Path | None = None
        self._is_empty = False
        self._connect()

    def _connect(self) -> None:
        panel = self._page.continue_panel.beginning
        panel.tempo_chosen.connect(self._choose_tempo)
        panel.meter_chosen.connect(self._choose_meter)
        panel.key_chosen.connect(self._choose_key)
        panel.like_chosen.connect(self._choose_like)
        self._page.begin_card.chosen.connect(self._begin_by_hand)
        self._playing.ports_changed.connect(lambda _ports: self._show_if_empty())
        self._continuing.remembered_changed.connect(self._on_remembered)

    def show(self, is_empty: bool) -> None:  # noqa: FBT001 - a signal's argument
        """Show the beginning of an empty piece, or take it away from one that is not."""
        moved = self._page.roll.transform_changed
        if is_empty != self._is_empty:
            self._is_empty = is_empty
            # The roll moves often: other pieces have nothing beside it to be moved along.
            _ = moved.connect(self._move_card) if is_empty else moved.disconnect(self._move_card)
        self._show()

    def _show_if_empty(self) -> None:
        if self._is_empty:
            self._show()

    # --- what the user chooses ----------------------------------------------------------------

    def _choose_tempo(self, bpm: float) -> None:
        self._edit(self.tr("Tempo"), lambda s: edits.with_tempo_from(s, 0, bpm), merge="begin")

    def _choose_meter(self, meter: str) -> None:
        above, _, below = meter.partition("/")
        self._edit(
            self.tr("Meter"),
            lambda s: edits.with_meter_from(s, 0, numerator=int(above), denominator=int(below)),
        )

    def _choose_key(self, key: Key | None) -> None:
        self._edit(self.tr("Key"), lambda s: edits.with_key(s, 0, key))

    def _edit(self, name: str, change: Callable[[Score], Score], *, merge: str = "") -> None:
        composition = self._document.composition
        changed = composition.with_score(change(composition.score))
        self._document.edit(name, changed, merge=merge)

    def _choose_like(self, like: Like) -> None:
        if like == "nothing":
            if self._style_name():
                self.model_asked.emit(self._before_style)
            self.forget_asked.emit()
            return
        menu = QMenu(self._page)
        (self._fill_pieces if like == "piece" else self._fill_styles)(menu)
        button = self._page.continue_panel.beginning.like_button
        menu.popup(button.mapToGlobal(button.rect().bottomLeft()))

    def _fill_pieces(self, menu: QMenu) -> None:
        for row in self._found:
            add_choice(
                menu,
                row.title,
                partial(self.piece_asked.emit, row.key),
                checked=self._liked is not None and row.title == self._liked.title,
            )
        if self._found:
            menu.addSeparator()
        add_action(menu, self.tr("A file…"), self.file_asked.emit)

    def _fill_styles(self, menu: QMenu) -> None:
        model = self._continuing.model
        for info in self._styles():
            now = model is not None and Path(model.folder) == info.folder
            add_choice(menu, info.name, partial(self._ask_style, info.folder), checked=now)

    def _ask_style(self, folder: Path) -> None:
        model = self._continuing.model
        if model is not None and not self._style_name():
            self._before_style = Path(model.folder)
        self.model_asked.emit(folder)

    def _begin_by_hand(self, way: str) -> None:
        actions = self._shell.actions
        if way in ("drop", "hum"):
            actions["open" if way == "drop" else "hum"].trigger()
        elif way == "draw":
            actions["tool_draw"].trigger()
            self._page.roll.setFocus()
        else:
            self._record()

    # --- the library and the styles -----------------------------------------------------------

    def show_pieces(self, first: int, rows: tuple[FoundPiece, ...]) -> None:
        """Put the first pieces of the list of the library into the menu of *A piece*."""
        if first == 0:
            self._found = rows[:_MOST_PIECES]

    def _on_remembered(self, score: Score | None) -> None:
        self._liked = None if score is None else self._looked_at(score)
        self._show_if_empty()

    def _looked_at(self, score: Score) -> _Liked:
        key = key_of(score)
        bpm = self.tr("%1 bpm").replace("%1", number(round(Timeline(score).tempo.bpm_at(0))))
        return _Liked(
            title=score.title,
            detail=", ".join((key_name(key), bpm) if key else (bpm,)),
            picture=picture_of(score),
            onsets=onsets_of(score),
        )

    def _styles(self) -> list[ModelInfo]:
        return [each for each in self._models() if each.card.get("preset") == STYLE]

    def _like(self) -> Like:
        if self._liked is not None:
            return "piece"
        return "style" if self._style_name() else "nothing"

    def _style_name(self) -> str:
        model = self._continuing.model
        styles = {each.folder: each.name for each in self._styles()}
        return styles.get(Path(model.folder), "") if model is not None else ""

    # --- showing ------------------------------------------------------------------------------

    def _show(self) -> None:
        sketch = self._sketch() if self._is_free else Sketch()
        self._page.roll.show_sketch(sketch.notes, begins=self._is_empty)
        self._page.drums.show_sketch(sketch.notes)
        self._offers.show_sketch(_offered(sketch, self._bars()))
        self._move_card()
        if self._is_empty:
            self._show_panel()

    @property
    def _is_free(self) -> bool:
        """Whether nothing is made or offered in an empty piece."""
        making = self._continuing.offer is not None or self._continuing.making
        return self._is_empty and not making

    def _show_panel(self) -> None:
        panel, liked = self._page.continue_panel.beginning, self._liked
        panel.show_beginning(self._beginning())
        panel.show_picture(
            liked.picture.notes if liked is not None else (),
            end=liked.picture.end if liked is not None else 0,
        )
        none = self.tr("There is no style yet: the library makes one of some of its pieces.")
        panel.show_no_style("" if self._styles() else none)

    def _beginning(self) -> Beginning:
        timeline, liked = self._document.timeline, self._liked
        meter = timeline.bars.signature_at(0)
        signatures = self._document.score.key_signatures
        return Beginning(
            bpm=timeline.tempo.bpm_at(0),
            meter=f"{meter.numerator}/{meter.denominator}",
            key=Key.of(signatures[0]) if signatures else None,
            like=self._like(),
            liked=liked.title if liked is not None else self._style_name(),
            liked_detail=liked.detail if liked is not None else "",
        )

    def _bars(self) -> int:
        return self._generation.settings.request.bars or BEGIN_BARS

    def _sketch(self) -> Sketch:
        composition = self._document.composition
        return sketch_of(
            composition.score,
            composition.roles,
            bars=self._bars(),
            onsets=self._liked.onsets if self._liked is not None else None,
        )

    def _move_card(self) -> None:
        """Lay the frame right of the bars that would be written."""
        card, bars = self._page.begin_card, self._document.timeline.bars
        card.show_keyboard(self._keys_said())
        end = self._page.roll.transform().x_of(bars.start_of(self._bars()))
        # Tracks that the model does not hear may have notes.
        wanted = self._is_free and not self._document.score.note_count
        card.show_beside(KEYS_WIDTH + max(0, round(end)), wanted=wanted)

    def _keys_said(self) -> str:
        audio = self._playing.audio
        if audio.listening and audio.choices.inputs:
            said = self.tr("%1 is heard: a click records it")
            return said.replace("%1", input_words(audio.choices.inputs[0]))
        if self._playing.ports.keyboards:
            said = self.tr("%1 was found: a click records it")
            return said.replace("%1", input_words(self._playing.ports.keyboards[0]))
        return self.tr("the computer's keys: a click switches them on")


def _offered(sketch: Sketch, bars: int) -> OfferedChords:
    """Return the chords and the letter of a sketch; none of a sketch without chords."""
    if not sketch.chords:
        return OfferedChords()
    letter = Section(first=0, bars=bars, letter="A")
    return OfferedChords(
        plan=AlternativePlan(chords=sketch.chords, sections=(letter,)), end=sketch.end
    )
