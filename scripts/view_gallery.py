"""Render every view with sample music into pictures, in all three themes, to look at.

python scripts/view_gallery.py FOLDER [--theme dark] [--scale 1] [view ...]
"""

import argparse
import os
import random
import sys
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from PySide6.QtWidgets import QApplication, QHBoxLayout, QVBoxLayout, QWidget

from app.geometry import Transform
from app.theme import apply_theme
from app.views.alternatives.strip import AlternativeCard, AlternativesStrip
from app.views.continue_panel.panel import ContinuePanel, ContinueSettings, MemoryView
from app.views.library_panel.panel import LibraryPanel
from app.views.library_panel.rows import ModelRow, PieceRow, TakeRow
from app.views.notice_strip import NoticeStrip, NoticeText
from app.views.overview import Overview
from app.views.roll.piano_roll import PianoRoll
from app.views.ruler import Ruler
from app.views.status_strip import StatusStrip
from app.views.track_headers import TrackHeaders, TrackRow
from app.views.transport_bar import TransportBar
from app.views.velocity_lane import VelocityLane
from app.widgets.words import hairline
from engine.config import SamplingConfig
from engine.music.keys import Key
from engine.music.score import Note, Score, Tempo, TimeSignature, Track
from engine.music.time import Timeline

COLOURS = (0, 1, 2)
BAR = 1920
BOUNDARY = 20 * BAR
KEY = Key(3)
Maker = Callable[[], QWidget]


def sample_score() -> Score:
    """Return twenty bars for piano, strings and bass in E♭ major."""
    draw = random.Random(4)  # noqa: S311 - a picture
    scale = [p for p in range(128) if p % 12 in KEY.scale]
    piano, strings, bass = [], [], []
    place = scale.index(70)
    for bar in range(20):
        tick = bar * BAR
        while tick < (bar + 1) * BAR:
            length = draw.choice((120, 240, 240, 480))
            place = min(max(place + draw.choice((-3, -2, -1, 1, 2, 3)), 28), 45)
            if draw.random() < 0.8:
                piano.append(Note(tick, scale[place], length, draw.randint(50, 110)))
            tick += length
        root = scale.index(51) + draw.choice((0, 1, 3, 4))
        strings += [
            Note(bar * BAR + i * 480, scale[root + step], 460, draw.randint(55, 80))
            for i, step in enumerate((0, 2, 4, 2))
        ]
        bass += [
            Note(bar * BAR, scale[root - 14], 940, 84),
            Note(bar * BAR + 960, scale[root - 14 + draw.choice((0, 1, -1))], 900, 72),
        ]
    tracks = tuple(
        Track(name=name, program=program, notes=tuple(sorted(notes)))
        for name, program, notes in (
            ("Piano", 0, piano),
            ("Strings", 48, strings),
            ("Bass", 32, bass),
        )
    )
    return Score(
        tracks=tracks,
        tempos=(Tempo(0, 92.0),),
        time_signatures=(TimeSignature(0, 4, 4),),
        key_signatures=(KEY.signature(),),
        title="Nocturne in the rain",
    )


SCORE = sample_score()


def sample_continuation(seed: int = 0, bars: int = 4) -> tuple[tuple[int, Note], ...]:
    """Return bars that might come next: the beginning, moved a little."""
    draw = random.Random(seed)  # noqa: S311 - a picture
    return tuple(
        (
            index,
            Note(
                note.start + BOUNDARY,
                note.pitch + 12 * (draw.random() < 0.1),
                note.duration,
                note.velocity,
            ),
        )
        for index, note in SCORE.notes()
        if note.start < bars * BAR and draw.random() < 0.8
    )


def roll() -> QWidget:
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
    view.show_inputs(("KeyStep 37",), current="KeyStep 37")
    return view


def headers() -> QWidget:
    """Three tracks."""
    view = TrackHeaders()
    view.resize(184, 400)
    view.show_tracks(
        (
            TrackRow(name="Piano", colour=0),
            TrackRow(name="Strings", colour=1, program=48, solo=True),
            TrackRow(name="Bass", colour=2, program=32, role="context", mute=True),
            TrackRow(name="Drums", colour=3, is_drum=True, role="ignore", warning="Not learned"),
        ),
        current=0,
    )
    return view


def continue_panel() -> QWidget:
    """Ready to go on."""
    view = ContinuePanel()
    view.resize(304, 780)
    view.show_model(
        "My preludes",
        detail="Transformer-XL · 12 M · trained on 214 of your pieces",
        device="CPU",
    )
    view.show_settings(ContinueSettings(sampling=SamplingConfig(seed=4071), keep_in_key=True))
    view.show_key(KEY)
    view.show_estimate(1.8)
    view.show_memory(MemoryView(bars=62, exact=(31, 62), compressed=(0, 31)))
    return view


def continue_making() -> QWidget:
    """While it is making, with everything unfolded."""
    view = continue_panel()
    assert isinstance(view, ContinuePanel)
    view.show_making(progress=0.62)
    view.findChildren(QWidget)
    for button in view.findChildren(type(view._fold)):  # noqa: SLF001 - a picture of all of it
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
            bars=4, notes=sample_continuation(k), start=BOUNDARY, end=end, own=0.97, seed=4071 + k
        )
        for k in range(3)
    ]
    cards[0] = AlternativeCard(
        bars=4,
        notes=sample_continuation(0),
        start=BOUNDARY,
        end=end,
        own=0.97,
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


PIECES = (
    ("Nocturne in the rain", 133),
    ("Prelude no. 3", 112),
    ("Waltz for two", 160),
    ("Sketch 2019-04-11", 48),
    ("Lullaby (strings)", 185),
    ("Étude in thirds", 80),
    ("Blue hour", 251),
    ("Morning pages 12", 57),
    ("Quartet mvt. II", 392),
    ("Little march", 96),
    ("Aria, first draft", 138),
    ("Variations on a folk tune and its quiet friends", 424),
)


def library() -> QWidget:
    """Pieces."""
    view = LibraryPanel()
    view.resize(248, 640)
    rows = tuple(
        PieceRow(key=title, title=title, seconds=seconds, trained=number % 3 == 1)
        for number, (title, seconds) in enumerate(PIECES)
    )
    view.show_pieces(rows, folders="~/Music/MIDI · 61 h 10 m", not_used=73)
    view.show_open_piece("Nocturne in the rain")
    return view


def library_models() -> QWidget:
    """Models."""
    view = LibraryPanel()
    view.resize(248, 320)
    view.show_models(
        (
            ModelRow(
                key="a", name="My preludes", detail="12 M · 214 pieces · 2 h ago", default=True
            ),
            ModelRow(key="b", name="Starter", detail="8 M · 1,030 pieces", starred=True),
            ModelRow(key="c", name="Old one", detail="", problem="Made by a newer version"),
        )
    )
    view.show_tab("models")
    return view


def library_takes() -> QWidget:
    """Takes."""
    view = LibraryPanel()
    view.resize(248, 320)
    view.show_takes(
        (
            TakeRow(number=3, bars=(21, 4), note_count=37, model="My preludes"),
            TakeRow(number=2, bars=(17, 4), note_count=41, state="accepted", starred=True),
            TakeRow(number=1, bars=(17, 4), note_count=22, state="rejected", text="too busy"),
        )
    )
    view.show_tab("takes")
    return view


def library_empty() -> QWidget:
    """Nothing yet."""
    view = LibraryPanel()
    view.resize(248, 320)
    return view


def status() -> QWidget:
    """All chips."""
    view = StatusStrip()
    view.resize(1440, 28)
    view.show_chip("output", "Out: Built-in piano", tone="good")
    view.show_chip("input", "In: KeyStep 37", tone="good")
    view.show_chip("model", "Model ready · 38 ms a bar")
    view.show_chip("player", "Player 0.1 ms late (p99 0.9)")
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
    view = Ruler()
    view.resize(700, 26)
    _fill_ruler(view)
    return view


def _fill_ruler(view: Ruler) -> None:
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
    overview = Overview()
    overview.show_score(SCORE, COLOURS)
    overview.show_continuation(sample_continuation())
    overview.show_window(start=8 * BAR, end=24 * BAR)
    overview.show_playhead(16.2 * BAR)
    the_roll = roll()
    assert isinstance(the_roll, PianoRoll)
    the_roll.show_transform(SHOWN)
    the_roll.show_playhead(16.2 * BAR)
    the_ruler = Ruler()
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
    body = QHBoxLayout()
    body.setSpacing(0)
    left, right = library(), continue_panel()
    left.setFixedWidth(248)
    right.setFixedWidth(304)
    body.addWidget(left)
    body.addWidget(hairline(vertical=True))
    body.addLayout(centre, 1)
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


VIEWS: dict[str, Maker] = {
    make.__name__: make
    for make in (
        roll,
        roll_close,
        roll_empty,
        transport,
        headers,
        continue_panel,
        continue_making,
        alternatives,
        alternatives_empty,
        library,
        library_models,
        library_takes,
        library_empty,
        status,
        notices,
        lane,
        ruler,
        compose,
    )
}


def main() -> None:
    """Render what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--theme", default="dark", choices=("dark", "light", "contrast", "all"))
    parser.add_argument("--scale", default="1")
    parser.add_argument("views", nargs="*")
    options = parser.parse_args()
    os.environ["QT_SCALE_FACTOR"] = options.scale
    app = QApplication.instance() or QApplication([])
    options.folder.mkdir(parents=True, exist_ok=True)
    names = ("dark", "light", "contrast") if options.theme == "all" else (options.theme,)
    for theme_name in names:
        apply_theme(app, theme_name)
        for name, make in VIEWS.items():
            if options.views and name not in options.views:
                continue
            view = make()
            view.show()
            app.processEvents()
            view.grab().save(str(options.folder / f"{theme_name}-{name}.png"))
            view.close()
            view.deleteLater()


if __name__ == "__main__":
    main()
