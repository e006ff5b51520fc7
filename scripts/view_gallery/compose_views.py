"""The parts of the Compose workspace with sample music, and all of them together."""

from page_views import library
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget
from samples import BAR, BOUNDARY, COLOURS, KEY, SCORE, sample_continuation

from app.values.continue_settings import ContinueSettings
from app.values.geometry import Transform
from app.views.alternatives.strip import AlternativeCard, AlternativesStrip
from app.views.continue_panel.panel import ContinuePanel, MemoryView
from app.views.notice_strip import NoticeStrip, NoticeText
from app.views.overview import Overview
from app.views.roll.piano_roll import PianoRoll
from app.views.ruler import TimeRuler
from app.views.status_strip import StatusStrip
from app.views.tracks.headers import TrackHeaders
from app.views.tracks.values import TrackRow
from app.views.transport.bar import TransportBar
from app.views.velocity_lane import VelocityLane
from app.widgets.buttons import TextButton
from app.widgets.words import hairline
from engine.values.copied import Copying
from engine.values.score import Score
from engine.values.time import Timeline
from engine.values.track_mix import TrackMix


def roll() -> PianoRoll:
    """The roll with a continuation, a selection and everything."""
    view = PianoRoll()
    view.resize(760, 480)
    view.show_score(SCORE, COLOURS)
    view.show_continuation(sample_continuation(), start=BOUNDARY, end=BOUNDARY + 4 * BAR)
    view.show_boundary(BOUNDARY)
    view.show_transform(
        Transform(pixels_per_tick=0.023, row_height=9, left=8 * BAR, top=(127 - 88) * 9)
    )
    view.show_playhead(16.3 * BAR)
    view.show_selection(SCORE.tracks[0].notes[60:64])
    return view


def roll_close() -> QWidget:
    """The roll from near, with the scale shaded."""
    view = PianoRoll()
    view.resize(760, 480)
    view.show_score(SCORE, COLOURS)
    view.show_continuation(sample_continuation(), start=BOUNDARY, end=BOUNDARY + 4 * BAR)
    view.show_boundary(BOUNDARY)
    view.show_scale(KEY)
    view.show_transform(
        Transform(pixels_per_tick=0.09, row_height=14, left=18 * BAR, top=(127 - 84) * 14)
    )
    view.show_playhead(18.3 * BAR)
    view.show_selection(SCORE.tracks[0].notes[120:123])
    return view


def roll_empty() -> QWidget:
    """The roll without a note."""
    view = PianoRoll()
    view.resize(760, 300)
    view.show_score(Score(), ())
    return view


SHOWN = Transform(pixels_per_tick=0.0229, row_height=9, left=8 * BAR, top=(127 - 86) * 9)


def transport() -> QWidget:
    """The transport while it plays."""
    view = TransportBar()
    view.resize(1440, 52)
    view.show_timeline(Timeline(SCORE))
    view.show_position(17 * BAR + 480 + 240)
    view.show_key(KEY)
    view.show_metronome(enabled=True, count_in_bars=1, volume=100)
    view.show_snap("1/16")
    view.show_inputs(("KeyStep 37",), chosen=("KeyStep 37",))
    return view


def headers() -> QWidget:
    """Three tracks."""
    view = TrackHeaders()
    view.resize(184, 400)
    view.show_tracks(
        (
            TrackRow(name="Piano", colour=0),
            TrackRow(name="Strings", colour=1, program=48, mix=TrackMix(solo=True)),
            TrackRow(name="Bass", colour=2, program=32, role="context", mix=TrackMix(mute=True)),
            TrackRow(name="Drums", colour=3, is_drum=True, role="ignore", warning="Not learned"),
        ),
        current=0,
    )
    return view


def continue_panel() -> ContinuePanel:
    """Ready to go on."""
    view = ContinuePanel()
    view.resize(304, 780)
    view.show_model(
        "My preludes",
        detail="hears the last 7 bars",
        device="CPU",
    )
    view.show_settings(ContinueSettings(keep_in_key=True).drawing(seed=4071))
    view.show_key(KEY)
    view.show_memory(MemoryView(bars=62, exact=(31, 62), compressed=(0, 31)))
    return view


def continue_making() -> QWidget:
    """While it is making, with everything unfolded."""
    view = continue_panel()
    view.show_making(progress=0.62)
    for button in view.findChildren(TextButton):
        if button.accessibleName() == "Advanced":
            button.click()
    return view


def alternatives() -> QWidget:
    """Four cards, one still being made."""
    view = AlternativesStrip()
    view.resize(856, 142)
    end = BOUNDARY + 4 * BAR
    cards = [
        AlternativeCard(
            bars=4,
            notes=sample_continuation(k),
            start=BOUNDARY,
            end=end,
            copying=Copying(copied=0.03),
        )
        for k in range(3)
    ]
    cards[0] = AlternativeCard(
        bars=4,
        notes=sample_continuation(0),
        start=BOUNDARY,
        end=end,
        copying=Copying(copied=0.03),
        state="playing",
        starred=True,
    )
    making = tuple(n for n in sample_continuation(7) if n[1].start < BOUNDARY + 2.5 * BAR)
    cards.append(
        AlternativeCard(
            bars=4, notes=making, start=BOUNDARY, end=end, state="making", progress=0.62
        )
    )
    view.show_cards(tuple(cards), current=0, colours=COLOURS)
    return view


def alternatives_empty() -> QWidget:
    """No card yet."""
    view = AlternativesStrip()
    view.resize(856, 142)
    return view


def status() -> QWidget:
    """All chips."""
    view = StatusStrip()
    view.resize(1440, 28)
    view.show_chip("output", "Out: Built-in piano", tone="good")
    view.show_chip("input", "In: KeyStep 37", tone="good")
    view.show_chip("model", "Model ready · 38 ms a bar")
    view.show_chip("player", "In time")
    view.show_chip("saved", "Saved 12:04")
    return view


def notices() -> QWidget:
    """Three of them."""
    view = NoticeStrip()
    view.resize(900, 160)
    view.show_notice(
        NoticeText(
            key="port",
            happened="‘KeyStep’ is already in use by another program.",
            did="Your piece keeps playing on Built-in.",
            can="Close it there or pick another port.",
            buttons=(("retry", "Retry"), ("choose", "Choose port")),
            tone="warning",
            details="EBUSY",
        )
    )
    view.show_notice(
        NoticeText(
            key="kept", happened="Added 4 bars.", can="Undo: Ctrl+Z. Drag the card to your DAW."
        )
    )
    view.show_notice(
        NoticeText(
            key="engine",
            happened="The music engine stopped unexpectedly and was restarted.",
            did="Your piece is safe; the last request was cancelled.",
            tone="danger",
            details="Traceback",
        )
    )
    return view


def lane() -> QWidget:
    """Velocities."""
    view = VelocityLane()
    view.resize(700, 84)
    view.show_notes(SCORE.tracks[0].notes, colour=0, selection=SCORE.tracks[0].notes[60:64])
    view.show_continuation(tuple(sorted(n for t, n in sample_continuation() if t == 0)))
    view.show_transform(SHOWN)
    return view


def ruler() -> QWidget:
    """With loop, memory, flag and playhead."""
    view = TimeRuler()
    view.resize(700, 26)
    _fill_ruler(view)
    return view


def _fill_ruler(view: TimeRuler) -> None:
    view.show_timeline(Timeline(SCORE))
    view.show_transform(SHOWN)
    view.show_loop(start=12 * BAR, end=14 * BAR, enabled=True)
    view.show_memory(start=12 * BAR, end=BOUNDARY)
    view.show_boundary(BOUNDARY)
    view.show_playhead(16.2 * BAR)


def compose() -> QWidget:
    """The Compose workspace as the window lays it out, near enough to judge the whole."""
    page = QWidget()
    page.resize(1440, 870)
    page.setProperty("surface", "window")
    body = QHBoxLayout()
    body.setSpacing(0)
    left, right = library(), continue_panel()
    left.setFixedWidth(248)
    right.setFixedWidth(304)
    body.addWidget(left)
    body.addWidget(hairline(vertical=True))
    body.addLayout(_centre(), 1)
    body.addWidget(hairline(vertical=True))
    body.addWidget(right)
    whole = QVBoxLayout(page)
    whole.setContentsMargins(0, 0, 0, 0)
    whole.setSpacing(0)
    whole.addWidget(transport())
    whole.addWidget(hairline())
    whole.addLayout(body, 1)
    whole.addWidget(status())
    return page


def _centre() -> QVBoxLayout:
    overview = Overview()
    overview.show_score(SCORE, COLOURS)
    overview.show_continuation(sample_continuation())
    overview.show_window(start=8 * BAR, end=24 * BAR)
    overview.show_playhead(16.2 * BAR)
    the_roll, the_ruler = roll(), TimeRuler()
    the_roll.show_transform(SHOWN)
    the_roll.show_playhead(16.2 * BAR)
    _fill_ruler(the_ruler)
    notes = QVBoxLayout()
    notes.setSpacing(0)
    for part in (the_ruler, the_roll, lane()):
        notes.addWidget(part, 1 if part is the_roll else 0)
    middle = QHBoxLayout()
    middle.setSpacing(0)
    middle.addWidget(headers())
    middle.addWidget(hairline(vertical=True))
    middle.addLayout(notes, 1)
    centre = QVBoxLayout()
    centre.setSpacing(0)
    centre.addWidget(overview)
    centre.addLayout(middle, 1)
    centre.addWidget(alternatives())
    return centre
