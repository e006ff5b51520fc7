"""Connect continuations to the window: panel, cards, hatched notes, and keys."""

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, Signal

from app.clients.continuing import Continuing
from app.clients.playing import Playing
from app.compose.offer.first_bars import beginning
from app.compose.offer.note_views import FRAME_MS, SLOW_FRAME_MS, NoteViews
from app.compose.offer.offer_cards import cards_of
from app.compose.offer.offer_place import OfferPlace
from app.compose.offer.offer_plan import plan_of
from app.compose.offer.offered_chords import OfferedChords
from app.main_window.compose_page import ComposePage
from app.main_window.shell import Shell
from app.state.current_key import CurrentKey
from app.state.generation_settings import GenerationSettings
from app.state.offer import NUMBERS, ORIGINAL, Offer
from app.state.offer_change import NOTHING, OfferChange
from app.state.selection import Selection
from app.values.continue_settings import ContinueSettings
from app.views.continue_panel.plan import PlanView
from app.views.notice_strip import NoticeText
from app.words.counting import counted
from engine import messages
from engine.piece.takes import Take
from engine.request import Request
from engine.values.time import BarMap

# Actions that need an offer.
DECISIONS = (
    "accept",
    "reject",
    "star",
    "more_like",
    "next_alternative",
    "previous_alternative",
)


class OfferViews(QObject):
    """Connects `Continuing` to the views.

    Signals:
        continuing: The user asks for a continuation: what is being recorded belongs to the piece.
        asked: A request is on its way: the user wants to see the piece.
        drag_started: The user drags an alternative out of the window (its index).
        allowed: The set of possible requests changed.
        notes_shown: Offered notes are shown in the piece (the notes with track indices, start tick,
            end tick, indices of tracks that keep their notes).
        place_shown: They are in another place of the piece than those before (start and end tick).
        chords_shown: Planned chords are shown over the piece, or none (an `OfferedChords`).
        plan_chosen: The user writes planned chords over the piece (an `OfferedChords`).
    """

    continuing = Signal()
    asked = Signal()
    drag_started = Signal(int)
    allowed = Signal()
    notes_shown = Signal(object, int, int, object)
    place_shown = Signal(int, int)
    chords_shown = Signal(object)
    plan_chosen = Signal(object)

    def __init__(
        self,
        shell: Shell,
        page: ComposePage,
        *,
        selection: Selection,
        key: CurrentKey,
        generation: GenerationSettings,
        show_pane: Callable[[str], None],
        playing: Playing,
        continuing: Continuing,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._shell = shell
        self._page = page
        self._document = selection.document
        self._selection = selection
        self._key = key
        self._generation = generation
        self._show_pane = show_pane
        self._playing = playing
        self._continuing = continuing
        self._why_busy: Callable[[], str] = str
        self._place = OfferPlace(selection, generation, playing, self)
        self._boundary = 0
        self._read = 0
        self._in_sight = 0
        self._notes = NoteViews(page, selection, continuing=continuing, parent=self)
        self._notes.shown.connect(self.notes_shown)
        self._notes.place_shown.connect(self.place_shown)
        self._notes.chords_shown.connect(self.chords_shown)
        # The changes of the offer since cards and button were shown.
        self._due = NOTHING
        self._frame = QTimer(self, singleShot=True, interval=FRAME_MS)
        self._frame.timeout.connect(self._show_due)
        self._slow_frame = QTimer(self, singleShot=True, interval=SLOW_FRAME_MS)
        self._slow_frame.timeout.connect(self._show_due)
        self._place_soon = QTimer(self, singleShot=True, interval=0)
        self._place_soon.timeout.connect(self._find_boundary)
        self._connect_views()
        shell.actions.bind(offers=self, continuing=continuing)
        shell.notices.button_clicked.connect(self._on_notice)
        shell.actions.keys_changed.connect(self._allow_decisions)
        self._connect_continuing()
        self._show_cards()
        self._find_boundary()
        self._allow_decisions()

    def _connect_views(self) -> None:
        panel, strip, page = self._page.continue_panel, self._page.alternatives, self._page
        continuing = self._continuing
        panel.cancel_clicked.connect(continuing.cancel)
        panel.origin_chosen.connect(self._place.choose_origin)
        panel.settings_changed.connect(self._on_settings)
        self._place.aim_changed.connect(self._find_boundary)
        self._place.aim_changed.connect(self._soon)
        self._generation.changed.connect(panel.show_settings)
        self._generation.changed.connect(lambda _settings: self._soon())
        self._generation.changed.connect(self._place_soon.start)
        panel.show_settings(self._generation.settings)
        strip.play_clicked.connect(self._on_play)
        strip.chosen.connect(continuing.choose)
        strip.kept.connect(continuing.keep)
        strip.starred.connect(lambda i, on: continuing.star(i, on=on))
        strip.none_clicked.connect(continuing.again)
        strip.more_like_clicked.connect(continuing.more_like)
        strip.plan_written.connect(self._choose_plan)
        strip.drag_started.connect(self.drag_started)
        page.ruler.boundary_dragged.connect(self._on_boundary)
        self._key.changed.connect(panel.show_key)
        # The possible requests update immediately, the boundary with the next frame.
        self._selection.any_changed.connect(lambda _any: self._find_boundary())
        self._selection.changed.connect(self._place_soon.start)
        self._selection.bars_changed.connect(lambda _bars: self._find_boundary())
        self._selection.bars_changed.connect(self._place_soon.start)
        self._selection.track_changed.connect(lambda _track: self._find_boundary())
        for signal in (
            self._document.extent_changed,
            self._document.ruler_changed,
            self._document.tracks_changed,
            self._document.takes_changed,
        ):
            signal.connect(self._find_boundary)
        # Names and colours of tracks are on the plan, and bars are counted there.
        self._document.tracks_changed.connect(self._soon)
        self._document.ruler_changed.connect(self._soon)
        self._document.replaced.connect(self._on_replaced)
        self._playing.playing_changed.connect(lambda _on: self._soon())
        self._playing.playing_changed.connect(lambda _on: self._place_soon.start())
        self._playing.moved.connect(self._on_moved)
        self._playing.loop_changed.connect(self._show_allowed)

    def _on_notice(self, key: str, button: str) -> None:
        if (key, button) == ("kept", "undo"):
            self._shell.actions["undo"].trigger()

    def _connect_continuing(self) -> None:
        continuing = self._continuing
        continuing.changed.connect(self._on_change)
        continuing.primed.connect(self._on_primed)
        continuing.kept.connect(self._on_kept)

    # --- commands of the user -----------------------------------------------------------------

    def toggle(self) -> None:
        """Continue the piece, or cancel the running request."""
        if not self._continuing.cancel():
            self.go_on()

    def go_on(self) -> None:
        """Request a continuation, or the first bars of an empty piece; a recording ends first."""
        self.continuing.emit()
        self._find_boundary()
        if self.refuses(self._place.why_not(self._boundary)):
            return
        ask = self.request_at(self._boundary)
        if self._place.begins:
            self.ask(beginning(ask, self._document.score))
        else:
            self.ask(ask if ask.bars else replace(ask, alternatives=1))

    def ask(self, ask: Request) -> None:
        """Send a request and show the cards, unless another pane has the keyboard focus."""
        if self.refuses(self._why_busy()):
            return
        self.asked.emit()
        locked = self._generation.settings.seed_locked
        self._continuing.go_on(as_ranked(ask), seed_locked=locked)
        if not self._page.has_focused_pane():
            self._show_pane("alternatives")

    def refuse_while(self, why: Callable[[], str]) -> None:
        """Refuse all requests while this returns a reason."""
        self._why_busy = why

    def show_recording(self, *, on: bool) -> None:
        """Allow a continuation of what is being recorded."""
        self._place.records = on
        self._find_boundary()

    def go_on_from(self, tick: int) -> None:
        """Request a continuation from the bar line before a tick."""
        bars = self._document.timeline.bars
        self._on_boundary(bars.start_of(bars.bar_at(tick)))
        self.go_on()

    def why_not(self) -> str:
        """Return why no continuation can begin now; empty if one can."""
        if self._continuing.making:
            return self.tr("The model is at work: Esc stops it.")
        return self._place.why_not(self._boundary)

    def why_not_from(self, tick: int) -> str:
        """Return why no continuation can begin before a tick; empty if one can."""
        if self._continuing.making:
            return self.tr("The model is at work: Esc stops it.")
        bars = self._document.timeline.bars
        return self._place.why_not(bars.start_of(bars.bar_at(tick)))

    @property
    def boundary(self) -> int:
        """The tick at which a continuation would begin."""
        return self._boundary

    @property
    def place(self) -> OfferPlace:
        """The place of the next request."""
        return self._place

    def request_at(self, start: int) -> Request:
        """Return the panel's request for a start tick, in the key or scale that it names."""
        settings = self._generation.settings
        settings = settings.limited(pitch_classes=self._pitch_classes(settings))
        return settings.asking(start=start).request

    def _pitch_classes(self, settings: ContinueSettings) -> tuple[int, ...]:
        if settings.only is not None:
            return tuple(sorted(settings.only.pitch_classes))
        key = self._key.key
        return tuple(sorted(key.pitch_classes)) if settings.keep_in_key and key else ()

    def refuses(self, reason: str) -> bool:
        """Show the reason of a refusal; return whether there is one."""
        if reason:
            self._shell.notices.show_notice(
                NoticeText(key="continue", about="piece", happened=reason, seconds=10.0)
            )
        else:
            self._shell.notices.clear_notice("continue")
        return bool(reason)

    def audition_original(self) -> None:
        """Hear the piece without an alternative."""
        self._continuing.audition(ORIGINAL)

    def toggle_star(self) -> None:
        """Mark the highlighted alternative, or take the mark away."""
        offer = self._continuing.offer
        if offer is not None and offer.highlighted is not None:
            self._continuing.star(offer.current, on=not offer.highlighted.starred)

    def more_like(self) -> None:
        """Ask for others that begin as the current alternative does."""
        offer = self._continuing.offer
        if offer is not None:
            self._continuing.more_like(offer.current)

    def _on_play(self, index: int) -> None:
        offer = self._continuing.offer
        sounds = self._continuing.plays_offer and self._playing.playing
        if offer is not None and offer.current == index and sounds:
            self._playing.stop()
        else:
            self._continuing.audition(index)

    def _choose_plan(self, index: int) -> None:
        offer = self._continuing.offer
        if offer is not None and offer.alternatives[index].plan.chords:
            self.plan_chosen.emit(OfferedChords.of(offer, index))

    def _on_boundary(self, tick: int) -> None:
        self._place.put(tick)
        self._find_boundary()

    def _on_settings(self, settings: ContinueSettings) -> None:
        self._generation.replace(settings)
        self._find_boundary()

    def _on_replaced(self) -> None:
        self._place.put(None)
        self._generation.replace(self._generation.settings.for_another_piece())

    def _on_moved(self, tick: float) -> None:
        self._page.alternatives.show_playhead(tick)
        if self._generation.settings.origin == "playhead":
            self._find_boundary()

    # --- the boundary -------------------------------------------------------------------------

    def _find_boundary(self) -> None:
        self._place_soon.stop()
        if not self._continuing.making:
            self._boundary = self._place.boundary()
        self._page.ruler.show_boundary(self._boundary)
        self._page.roll.show_boundary(self._boundary)
        self._page.drums.show_boundary(self._boundary)
        self._show_allowed()

    # --- showing ------------------------------------------------------------------------------

    def _on_change(self, change: OfferChange) -> None:
        if change.other:
            self._allow_decisions()
            self._on_other_offer()
        self._due = self._due.joined(change)
        if not change.is_growth:
            self._soon()
        elif not self._slow_frame.isActive():
            self._slow_frame.start()

    def _on_other_offer(self) -> None:
        offer = self._continuing.offer
        if offer is None:
            return
        if offer.request != self._in_sight:
            self._in_sight = offer.request
            self._show_seed(offer.ask.sampling.seed)
            self._page.focus_roll_from_lists()
        # After an undo the offer is back and nothing is added to the piece.
        self._shell.notices.clear_notice("kept")

    def _show_due(self) -> None:
        """Show what changed of the offer since the last frame."""
        self._frame.stop()
        self._slow_frame.stop()
        due, self._due = self._due, NOTHING
        self._show_cards()
        self._show_button()
        if due.other or due.making:
            self._find_boundary()

    def _soon(self) -> None:
        """Show cards, plan and button with the next frame."""
        if not self._frame.isActive():
            self._frame.start()

    def _show_cards(self) -> None:
        offer = self._continuing.offer
        strip = self._page.alternatives
        bars = self._document.timeline.bars if offer is None else BarMap.of(offer.piece)
        self._show_plan(offer, bars)
        settings = self._document.composition.settings
        colours = tuple(each.colour for each in settings)
        if offer is None:
            strip.show_cards((), current=0, colours=colours)
            return
        sounds = self._continuing.plays_offer and self._playing.playing
        cards = cards_of(offer, bars, key=self._key.key, sounds=sounds)
        strip.show_cards(cards, current=offer.current, colours=colours)

    def _show_plan(self, offer: Offer | None, bars: BarMap) -> None:
        plan = plan_of(
            offer,
            ORIGINAL if offer is None else offer.current,
            self._document.composition,
            bars,
            length=self._asked_bars(),
        )
        # The sketch in the roll shows who begins.
        sketched = offer is None and self._place.begins
        self._page.continue_panel.plan.show_plan(PlanView() if sketched else plan)

    def _asked_bars(self) -> int:
        chosen = self._place.chosen_bars()
        if self._place.aims_at_bars and chosen is not None:
            return chosen[1]
        return self._generation.settings.request.bars

    def show_sketch(self, chords: OfferedChords) -> None:
        """Show the chords of a sketch while there is no offer."""
        self._notes.show_sketch(chords)

    def show_take(self, take: Take | None) -> None:
        """Show a take in its place; None shows the offer again."""
        self._notes.show_take(take)

    def _show_seed(self, seed: int) -> None:
        """Show the drawn seed, so that the user can lock it."""
        if self._generation.settings.request.sampling.seed != seed:
            self._generation.replace(self._generation.settings.drawing(seed=seed))

    def _show_button(self) -> None:
        panel, offer = self._page.continue_panel, self._continuing.offer
        if not self._continuing.making:
            # `NextRequest` shows the button of the next request.
            return
        if offer is None:
            panel.show_making(progress=-1.0, text=self.tr("Waiting for the model…"))
        elif self._read != offer.request:
            panel.show_making(progress=-1.0, text=self.tr("Reading the piece…"))
        else:
            if self._continuing.waits_to_keep:
                panel.show_making(
                    progress=offer.progress,
                    text=self.tr("Keeps %1 when it is whole; Enter: at once").replace(
                        "%1", NUMBERS[offer.current]
                    ),
                )
                return
            making = [NUMBERS[i] for i, a in enumerate(offer.alternatives) if not a.finished]
            text = self.tr("Making %1").replace("%1", " ".join(making))
            if not making and not offer.ask.following:
                text = self.tr("Looking for better ones…")
            elif not making:
                text = self.tr("Listening to how they join…")
            panel.show_making(progress=offer.progress, text=text)

    def _show_allowed(self) -> None:
        self._allow_requests()
        self.allowed.emit()

    def _allow_decisions(self) -> None:
        actions, offer = self._shell.actions, self._continuing.offer
        none = self.tr("There are no alternatives: press %1 first.")
        none = none.replace("%1", actions.called("continue"))
        for name in DECISIONS:
            actions.allow(name, unless="" if offer else none)
        actions.allow("audition_original", unless="" if offer else none)
        count = len(offer.alternatives) if offer else 0
        for number in range(1, 9):
            unless = none if offer is None else self.tr("There are fewer alternatives.")
            actions.allow(f"audition_{number}", unless="" if number <= count else unless)

    def _allow_requests(self) -> None:
        actions, making = self._shell.actions, self._continuing.making
        usual = self.tr("&Begin") if self._place.begins else self.tr("&Continue")
        actions.say("continue", self.tr("&Stop making") if making else usual)
        actions.allow("continue", unless="" if making else self._place.why_not(self._boundary))

    # --- events -------------------------------------------------------------------------------

    def _on_primed(self, event: messages.Primed) -> None:
        self._read = event.request
        self._soon()

    def _on_kept(self, offer: Offer) -> None:
        bars, kept = self._document.timeline.bars, offer.alternatives[offer.current]
        first, count = bars.bar_at(offer.start), bars.bar_at(kept.end) - bars.bar_at(offer.start)
        text = counted(count, self.tr("Added 1 bar."), self.tr("Added %1 bars."))
        if offer.ask.inside:
            one, many = self.tr("Rewrote bar %1."), self.tr("Rewrote bars %1 to %2.")
            if offer.ask.fill:
                one, many = self.tr("Filled bar %1."), self.tr("Filled bars %1 to %2.")
            text = self._place.in_bars(first, count, one, many)
        self._shell.notices.clear_notice("rewrite")
        self._shell.notices.show_notice(
            NoticeText(
                key="kept",
                about="piece",
                happened=text,
                can=self.tr("Press %1 to go on from there.").replace(
                    "%1", self._shell.actions.called("continue")
                ),
                buttons=(("undo", self.tr("Undo")),),
                seconds=8.0,
            )
        )


def as_ranked(ask: Request) -> Request:
    """Return a request as it is sent: a single continuation is not the best of several.

    It plays while it is made; no better one can replace it.
    """
    return replace(ask, best_of=0) if ask.alternatives == 1 and not ask.inside else ask
