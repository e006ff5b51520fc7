"""Library, training, report, cards and lists with sample contents."""

import numpy as np
from PySide6.QtWidgets import QWidget
from samples import COLOURS, SCORE, sample_continuation

from app.values.pictures import Picture
from app.views.events.table import EventsTable
from app.views.library_panel.import_report import ImportReport
from app.views.library_panel.page import LibraryPage
from app.views.library_panel.panel import LibraryPanel
from app.views.library_panel.rows import FolderRow, ModelRow, TakeRow
from app.views.mixer.pane import Mixer
from app.views.mixer.values import LoudnessView, MasterView, MixerRow
from app.views.palette import CommandPalette, PaletteEntry
from app.views.preferences.values import KeyRow
from app.views.preferences.window import PreferencesWindow
from app.views.shortcut_sheet import ShortcutSheet
from app.views.sound_settings.page import SoundSettings
from app.views.start_page.continued import ContinuedPiece
from app.views.start_page.page import StartPage
from app.views.take_tree import TakeTree, TreeNode
from app.views.train.page import TrainPage
from app.views.train.values import Curves, Gain, RunProgress, SampleRow, SetupOption, Sources
from engine.values.library import FoundPiece, ImportResult, RefusalGroup
from engine.values.thumbnail import thumbnail_of
from engine.values.time import Timeline
from engine.values.track_mix import TrackMix, volume_at

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
        FoundPiece(path=title.encode(), title=title, seconds=seconds) for title, seconds in PIECES
    )
    view.show_pieces(rows)
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


def library_page() -> QWidget:
    """All pieces as a table."""
    view = LibraryPage()
    view.resize(1280, 680)
    keys, composers = ("E♭ major", "A minor", "D major"), ("Chopin", "", "Scott Joplin")
    rows = tuple(
        FoundPiece(
            path=title.encode(),
            title=title,
            seconds=seconds,
            bpm=60 + seconds % 90,
            music_key=keys[number % 3],
            composer=composers[number % 3],
            folder=("MIDI/piano", "MIDI/band")[number % 2],
            meter=("4/4", "3/4")[number % 2],
            tracks=1 + number % 5,
            programs=(0, 33) if number % 2 else (0,),
            drums=bool(number % 2),
            picture=_picture(number),
        )
        for number, (title, seconds) in enumerate(PIECES)
    )
    inside = (
        FolderRow(key="01", name="band", pieces=5),
        FolderRow(key="02", name="piano", pieces=6),
    )
    view.show_library(total=len(rows), ticked=len(rows) - 2, seconds=2280.0)
    view.show_folders((FolderRow(key="00", name="~/Music/MIDI", pieces=11, folders=inside),))
    view.pieces.show_found(len(rows))
    view.pieces.show_rows(0, rows)
    return view


def _picture(seed: int) -> bytes:
    """Return a picture of a tune and its bass."""
    beats = np.arange(64)
    tune = 66 + (beats * (5 + seed) % 13) + (beats // 16 + seed) % 4
    bass = 40 + (beats // 4 * (3 + seed)) % 8
    zeros = np.zeros(128, np.int64)
    return thumbnail_of(
        start=np.concatenate([beats, beats]) * 10,
        duration=zeros + 9,
        pitch=np.concatenate([tune, bass]),
        part=np.repeat([0, 1], 64),
        drum=zeros,
    ).packed()


def _train() -> TrainPage:
    view = TrainPage()
    view.resize(1440, 840)
    view.setup.show_sources(
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
    view.setup.show_goals(
        (
            SetupOption(
                key="tune",
                title="Sound like my pieces",
                detail="start from Starter · works from 20 minutes of music",
            ),
            SetupOption(
                key="scratch",
                title="Only my pieces",
                reason="needs about 30 h, you have 11 h 32 m",
            ),
            SetupOption(key="on", title="Go on with “My preludes”", detail="from step 3,240"),
        ),
        chosen="tune",
    )
    view.setup.show_presets(
        (
            SetupOption(key="taste", title="Taste", detail="14 min"),
            SetupOption(key="evening", title="Evening", detail="2 h"),
            SetupOption(key="night", title="Night", detail="8 h"),
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
    gains = tuple(
        Gain(
            step=step,
            share=0.14 * (1 - 2.7 ** (-step / 800)),
            low=0.09 * (1 - 2.7 ** (-step / 800)),
            high=0.19 * (1 - 2.7 ** (-step / 800)),
            songs=21,
            better=20,
        )
        for step in range(0, 3201, 267)
    )
    view.show_progress(
        RunProgress(
            phase="training",
            step=3240,
            steps=5200,
            passes=6,
            seconds_left=41 * 60,
            done_at="21:40",
            notes_per_second=2640,
            device="CPU",
            device_reason="no GPU found",
            verdict="14 % better than Starter",
            verdict_detail="at songs that it never saw: better at 20 of 21",
            copied="3.6 %",
            copied_name="copied from your pieces (Starter: 1.8 %)",
            spent=(("preparing", 12.0),),
        )
    )
    view.show_curves(
        Curves(
            copied=tuple((gain.step, 0.004 + 0.00001 * gain.step) for gain in gains),
            now=3240,
            gains=gains,
            next_step=(3471, "in 5 min"),
            steps=5200,
            base="Starter",
            best_step=gains[-1].step,
        )
    )
    view.show_message("Still improving.")
    view.samples.show_samples(
        tuple(
            SampleRow(title=title, figure=figure, notes=sample_continuation(n), best=n == 4)
            for n, (title, figure) in enumerate(
                (
                    ("Starter", ""),
                    ("800", "+9 %"),
                    ("1,600", "+12 %"),
                    ("2,400", "+13 %"),
                    ("3,200", "+14 %"),
                )
            )
        ),
        colours=COLOURS,
        opening="Nocturne in the rain",
        coming=(("3,471", "in 5 min"), ("3,738", "in 10 min")),
    )
    view.samples.show_copying("Step 3,200: 18 notes in a row of ‘Nocturne’, from bar 9.")
    view.show_meanwhile("Compose keeps using “Starter” meanwhile")
    return view


def import_report() -> QWidget:
    """What was found."""
    view = ImportReport()
    view.resize(1000, 640)
    view.show_report(
        ImportResult(
            found=1204,
            ready=1131,
            seconds=61.17 * 3600,
            notes=1_402_000,
            groups=(
                _refused("The same notes as another file", tuple("abc" * 10)),
                _refused("Too short (fewer than 8 bars)", tuple("ab" * 7)),
                _refused("The header is damaged", tuple("abcd" * 3)),
            ),
            concerns=("80 % is one composer.",),
        ),
        (
            ("Instruments", (("Piano", 900), ("Strings", 400), ("Bass", 310), ("Drums", 200))),
            ("Keys", (("C major", 200), ("G major", 160), ("A minor", 140))),
            ("Length", (("under 2 min", 420), ("2 to 5 min", 611), ("over 5 min", 100))),
        ),
    )
    return view


def _refused(reason: str, files: tuple[str, ...]) -> RefusalGroup:
    return RefusalGroup(reason=reason, count=len(files), files=files)


def events() -> QWidget:
    """The table of notes."""
    view = EventsTable()
    view.resize(760, 240)
    track = SCORE.tracks[0]
    view.show_events(SCORE, track, Timeline(SCORE))
    view.show_selection(track.notes[2:4])
    return view


def start_page() -> QWidget:
    """The first start: one demo piece that Segue has continued, playing."""
    view = StartPage()
    view.resize(1280, 620)
    end = max(note.end for track in SCORE.tracks for note in track.notes)
    view.show_continued(
        [
            ContinuedPiece(
                key="demo",
                title="Harbour lights",
                detail="Piano",
                picture=Picture(
                    notes=tuple((i, n) for i, each in enumerate(SCORE.tracks) for n in each.notes),
                    end=end,
                    colours=(0, 1, 2, 3),
                    bars=4,
                ),
                boundary=end // 2,
            )
        ],
        bars=4,
    )
    view.show_recent(())
    view.show_keyboard("KeyStep 37")
    view.show_back("")
    view.show_playing("demo")
    view.show_playhead("demo", end * 0.6)
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
            PaletteEntry(key="g", text="Continue", section="Continue", shortcut="G"),
            PaletteEntry(
                key="k", text="Keep alternative", section="Continue", reason="There is none"
            ),
            PaletteEntry(key="q", text="Quantise", section="Edit", shortcut="Q"),
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
    """Five strips and the master while they sound."""
    view = Mixer()
    view.resize(976, 200)
    rows = (
        ("Guitar", "Nylon guitar", "guitar", -2.4, 51, 24, (0.35, 0.3), (0.55, 0.48)),
        ("Electric piano", "Electric piano 1", "keys", -6.0, 82, 18, (0.18, 0.22), (0.29, 0.34)),
        ("Bass guitar", "Finger bass", "bass", -3.6, 64, 2, (0.42, 0.42), (0.59, 0.59)),
        ("Strings", "String ensemble 1", "strings", -9.2, 70, 42, (0.11, 0.13), (0.19, 0.23)),
        ("Drum kit", "Brush kit", "drums", -4.8, 64, 12, (0.6, 0.47), (0.78, 0.72)),
    )
    view.show_tracks(
        tuple(
            MixerRow(
                name=name,
                colour=colour,
                instrument=sound,
                icon=f"instrument-{kind}",
                mix=TrackMix(volume=volume_at(level), pan=pan, reverb=round(1.27 * send)),
            )
            for colour, (name, sound, kind, level, pan, send, _, _) in enumerate(rows)
        ),
        current=3,
    )
    view.master.show_master(MasterView(level_db=-1.5, room="hall"))
    levels, peaks = tuple(row[6] for row in rows), tuple(row[7] for row in rows)
    view.show_levels(levels, peaks, master=((0.65, 0.57), (0.88, 0.85)))
    view.master.show_loudness(LoudnessView(whole=-14.3, recent=-12.8, range=5.0))
    view.master.show_held(0.8)
    return view


def preferences() -> QWidget:
    """The editor of shortcuts."""
    view = PreferencesWindow(sound=SoundSettings())
    view.keys.show_keys(
        (
            KeyRow(name="a", text="Continue", menu="Continue", keys=("G",)),
            KeyRow(name="b", text="Quantise", menu="Edit", keys=("Ctrl+U",), changed=True),
            KeyRow(name="c", text="Undo", menu="Edit", keys=("Ctrl+Z",)),
        ),
    )
    view.keys.choose("b")
    view.keys.show_conflict("G belongs to “Continue”.")
    view.show_page(3)
    return view
