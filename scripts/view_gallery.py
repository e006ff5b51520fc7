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
from app.views.events_table import EventsTable
from app.views.import_report import ImportReportPage, ImportSummary, Refusals
from app.views.library_panel.panel import LibraryPanel
from app.views.library_panel.rows import ModelRow, PieceRow, TakeRow
from app.views.mixer import Mixer, MixerRow
from app.views.notice_strip import NoticeStrip, NoticeText
from app.views.overview import Overview
from app.views.palette import Command, CommandPalette
from app.views.roll.piano_roll import PianoRoll
from app.views.ruler import Ruler
from app.views.shortcut_sheet import ShortcutSheet
from app.views.status_strip import StatusStrip
from app.views.take_tree import TakeTree, TreeNode
from app.views.track_headers import TrackHeaders, TrackRow
from app.views.train.page import TrainPage
from app.views.train.values import Choice, Curves, RunProgress, SampleRow, Sources
from app.views.transport_bar import TransportBar
from app.views.velocity_lane import VelocityLane
from app.views.welcome import WelcomeCard
from app.widgets.buttons import TextButton
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


def continue_panel() -> ContinuePanel:
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
    the_roll, the_ruler = roll(), Ruler()
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


def _train() -> TrainPage:
    view = TrainPage()
    view.resize(1440, 840)
    view.show_sources(
        Sources(
            pieces=214,
            total=1131,
            seconds=11.53 * 3600,
            filters="piano · any key · ticked in the library",
            instruments=(
                ("Pno", 190),
                ("Str", 150),
                ("Bass", 122),
                ("Dr", 66),
                ("Gtr", 52),
                ("Fl", 34),
                ("Org", 28),
                ("Vox", 20),
            ),
            warning="80 % is one composer: the model will sound like them.",
        )
    )
    view.show_goals(
        (
            Choice(
                key="tune",
                title="Sound like my pieces",
                detail="start from Starter · works from 20 minutes of music",
            ),
            Choice(
                key="scratch",
                title="Only my pieces",
                reason="needs about 30 h, you have 11 h 32 m",
            ),
            Choice(key="on", title="Go on with “My preludes”", detail="from step 3,240"),
        ),
        chosen="tune",
    )
    view.show_presets(
        (
            Choice(key="taste", title="Taste", detail="14 min"),
            Choice(key="evening", title="Evening", detail="2 h"),
            Choice(key="night", title="Night", detail="8 h"),
        ),
        chosen="evening",
        note="uses 2.1 GB of memory, one core kept free for playing",
    )
    view.show_idle(name="My preludes 2")
    return view


def train_idle() -> QWidget:
    """Before a run."""
    return _train()


def train() -> QWidget:
    """In the middle of a run."""
    view = _train()
    draw = random.Random(3)  # noqa: S311 - a picture
    training = tuple(
        (step, 1.62 + 1.45 * 2.7 ** (-step / 900) + draw.uniform(-0.09, 0.09))
        for step in range(0, 3240, 20)
    )
    held = tuple((step, 1.80 + 1.2 * 2.7 ** (-step / 800)) for step in range(0, 3201, 267))
    view.show_progress(
        RunProgress(
            phase="training",
            step=3240,
            steps=5200,
            passes=6,
            seconds_left=41 * 60,
            done_at="21:40",
            tokens_per_second=2640,
            device="CPU",
            device_reason="no GPU found",
            held_out=1.84,
        )
    )
    view.show_curves(
        Curves(
            training=training,
            held_out=held,
            steps=5200,
            baseline=2.09,
            baseline_name="Starter",
            best_step=held[-1][0],
        )
    )
    view.show_message(
        "Still improving. Your pieces' held-out loss is 12 % below Starter's; copying is low"
        " (0.4 %)."
    )
    view.show_samples(
        tuple(
            SampleRow(title=title, loss=loss, notes=sample_continuation(n), best=n == 4)
            for n, (title, loss) in enumerate(
                (
                    ("Starter", 2.09),
                    ("800", 1.98),
                    ("1,600", 1.91),
                    ("2,400", 1.87),
                    ("3,200", 1.84),
                )
            )
        ),
        colours=COLOURS,
        opening="Nocturne in the rain",
    )
    view.show_copying(tuple(0.004 + 0.001 * n for n in range(12)))
    view.show_meanwhile("Compose keeps using “Starter” meanwhile")
    return view


def import_report() -> QWidget:
    """What was found."""
    view = ImportReportPage()
    view.resize(1000, 640)
    view.show_report(
        ImportSummary(
            found=1204,
            ready=1131,
            seconds=61.17 * 3600,
            notes=1_402_000,
            refusals=(
                Refusals(reason="The same notes as another file", files=tuple("abc" * 10)),
                Refusals(reason="Too short (fewer than 8 bars)", files=tuple("ab" * 7)),
                Refusals(reason="The header is damaged", files=tuple("abcd" * 3)),
            ),
            charts=(
                ("Instruments", (("Piano", 900), ("Strings", 400), ("Bass", 310), ("Drums", 200))),
                ("Keys", (("C major", 200), ("G major", 160), ("A minor", 140))),
                ("Length", (("under 2 min", 420), ("2 to 5 min", 611), ("over 5 min", 100))),
            ),
            warnings=("80 % is one composer.",),
        )
    )
    return view


def events() -> QWidget:
    """The table of notes."""
    view = EventsTable()
    view.resize(760, 240)
    view.show_notes(SCORE.tracks[0].notes, timeline=Timeline(SCORE), track="Piano")
    view.show_selection(SCORE.tracks[0].notes[2:4])
    return view


def welcome_hear() -> QWidget:
    """Card 1."""
    view = WelcomeCard()
    view.show_hearing(("Built-in piano", "KeyStep 37"), current="Built-in piano")
    return view


def welcome_have() -> QWidget:
    """Card 2."""
    view = WelcomeCard()
    view.show_sources("KeyStep 37")
    return view


def shortcuts() -> QWidget:
    """The sheet."""
    view = ShortcutSheet()
    view.resize(940, 420)
    view.show_shortcuts(
        (
            ("Play", (("Play or stop", "Space"), ("To start", "Home"), ("Loop", "L"))),
            ("Continue", (("Continue", "G"), ("More like this one", "Shift+G"), ("Keep", "Enter"))),
            ("Edit", (("Transpose up", "Up"), ("Quantise", "Q"), ("Duplicate", "Ctrl+D"))),
        )
    )
    return view


def palette() -> QWidget:
    """Some commands."""
    view = CommandPalette()
    view.show_commands(
        (
            Command(key="g", text="Continue", section="Continue", shortcut="G"),
            Command(key="k", text="Keep alternative", section="Continue", reason="There is none"),
            Command(key="q", text="Quantise", section="Edit", shortcut="Q"),
        )
    )
    return view


def tree() -> QWidget:
    """Branches."""
    view = TakeTree()
    view.resize(800, 160)
    view.show_tree(
        (
            TreeNode(number=2, parent=0, label="bars 17–20"),
            TreeNode(number=5, parent=2, label="bars 21–24", starred=True),
            TreeNode(number=7, parent=2, label="bars 21–24", text="the sad one"),
            TreeNode(number=9, parent=7, label="bars 25–28"),
        ),
        current=9,
    )
    return view


def mixer() -> QWidget:
    """Three strips."""
    view = Mixer()
    view.resize(800, 142)
    view.show_tracks(
        (
            MixerRow(name="Piano", colour=0),
            MixerRow(name="Strings", colour=1, pan=30, solo=True),
            MixerRow(name="Bass", colour=2, volume=70, mute=True),
        )
    )
    return view


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
        train_idle,
        train,
        import_report,
        events,
        welcome_hear,
        welcome_have,
        shortcuts,
        palette,
        tree,
        mixer,
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
            if view.focusWidget() is not None:
                view.focusWidget().clearFocus()
            app.processEvents()
            view.grab().save(str(options.folder / f"{theme_name}-{name}.png"))
            view.close()
            view.deleteLater()


if __name__ == "__main__":
    main()
