"""Makes the pictures of the user guide and of the README from the real window, and the animation.

    python scripts/guide_pictures.py [--without-training]

Opens Segue on no screen with empty folders of its own, does what the guide describes (continues a
demo piece, keeps an alternative, imports the demo pieces, trains on them for some minutes) with the
real model, player and job, and keeps a picture of each view in `docs/guide/pictures`.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ["QT_QPA_PLATFORM"] = "offscreen"
# Nobody listens; the player still plays, against the clock.
os.environ["SEGUE_AUDIO_BACKEND"] = "null"

from PIL import Image  # noqa: E402 - after the path and the platform
from PySide6.QtCore import QByteArray, QEventLoop  # noqa: E402
from PySide6.QtGui import QImage, QPixmap  # noqa: E402
from PySide6.QtWidgets import QApplication, QWidget  # noqa: E402

from app.main_window.window import MainWindow  # noqa: E402
from app.settings.settings import Settings  # noqa: E402
from app.start.session import WindowSession  # noqa: E402
from app.start.start import Startup  # noqa: E402
from app.state.edits import with_credits  # noqa: E402
from app.style.colours import show_theme  # noqa: E402
from app.views.preferences.window import PreferencesWindow  # noqa: E402
from app.views.start_page.continued import ContinuedCard  # noqa: E402
from engine.form.regridding import Regridding  # noqa: E402
from engine.ground.paths import demo_pieces, user_paths  # noqa: E402
from engine.values.score import Score, Tempo  # noqa: E402

PICTURES = ROOT / "docs" / "guide" / "pictures"
ANIMATION = ROOT / "docs" / "images" / "segue.gif"
WIDTH, HEIGHT = 1280, 800
PIECE = "lullaby.mid"
# A piano plays it, as a pianist would who records without a click.
BEATS_PIECE = "minuet-in-g.mid"
# Colours of a picture: the window has few, and a page of pictures should load at once.
COLOURS = 192
FRAME_MS, FRAMES_WIDE = 180, 960


class Photographer:
    """One running window, operated by its actions, and its pictures.

    Args:
        application: The program.
        folder: Where pictures go.
    """

    def __init__(self, application: QApplication, folder: Path) -> None:
        self._application = application
        self._folder = folder
        show_theme("dark")
        paths = user_paths()
        self.window = MainWindow(with_views=False)
        self.window.resize(WIDTH, HEIGHT)
        self.start = Startup(application, self.window, Settings(paths.preferences), paths)
        self.start.open([demo_pieces() / PIECE])
        self.window.seen.connect(self.start.begin)
        self.window.show()
        self.wait("a window with everything in it", lambda: self._session() is not None)
        session = self._session()
        assert session is not None  # noqa: S101 - waited for
        self.session: WindowSession = session

    def _session(self) -> WindowSession | None:
        opening = self.start._loader  # noqa: SLF001 - a script looks where it likes
        ready = opening is not None and self.start._is_open  # noqa: SLF001
        return opening.session if ready and opening is not None else None

    def act(self, name: str) -> None:
        """Do what an action does."""
        self.window.actions_table[name].trigger()

    def wait(self, what: str, happened: Callable[[], bool], *, seconds: float = 120.0) -> None:
        """Let the window live until something happened.

        Raises:
            SystemExit: It did not.
        """
        until = time.monotonic() + seconds
        while not happened():
            if time.monotonic() > until:
                self.window.grab().save("/tmp/guide-picture-failed.png")  # noqa: S108
                raise SystemExit(f"did not happen within {seconds:.0f} s: {what}")
            self.live(0.05)

    def live(self, seconds: float) -> None:
        """Let the window live for a while."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            self._application.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
            time.sleep(0.005)

    def keep(self, name: str, view: QWidget | None = None) -> None:
        """Keep a picture of a view, or of the whole window."""
        self.live(0.3)
        picture = image_of((view or self.window).grab())
        few = picture.quantize(COLOURS, dither=Image.Dither.NONE)
        few.save(self._folder / f"{name}.png", optimize=True)
        print(f"{name}: {picture.width} × {picture.height}", flush=True)

    def save(self, path: Path) -> None:
        """Save the piece at hand, so that another may take its place unasked."""
        saved: list[object] = []
        self.session.piece.files.saved.connect(saved.append)
        self.session.piece.files.save(path)
        self.wait("the piece is saved", lambda: bool(saved))

    def close(self) -> None:
        """End everything that was started."""
        self.session.close()
        self.window.hide()
        self.start.end()


def image_of(pixmap: QPixmap) -> Image.Image:
    """Return a picture of Qt's as one of Pillow's."""
    picture = pixmap.toImage().convertToFormat(QImage.Format.Format_RGB888)
    rows = QByteArray(bytes(picture.constBits()))
    size = (picture.width(), picture.height())
    return Image.frombuffer("RGB", size, rows.data(), "raw", "RGB", picture.bytesPerLine(), 1)


def first_notes(guide: Photographer) -> None:
    """The start page; then a continuation while it is made, and what is offered."""
    window, session = guide.window, guide.session
    guide.wait("the model", lambda: session.clients.continuing.model is not None)
    guide.act("introduction")
    shown = window.workspaces.start
    guide.wait("the demo pieces", lambda: bool(shown.findChildren(ContinuedCard)))
    guide.keep("welcome", window)
    guide.act("compose")
    frames = continue_filmed(guide)
    write_animation(frames)


def continue_filmed(guide: Photographer) -> list[Image.Image]:
    """Continue, hear the second alternative, keep it; return the frames."""
    window, session = guide.window, guide.session
    frames = [image_of(window.grab())] * 3
    guide.act("continue")
    filmed_making = False
    until = time.monotonic() + 180
    while session.clients.continuing.making and time.monotonic() < until:
        guide.live(FRAME_MS / 1000)
        frames.append(image_of(window.grab()))
        if not filmed_making and len(frames) > 12:
            filmed_making = True
            guide.keep("making")
    offer = session.clients.continuing.offer
    if offer is None or len(offer.alternatives) < 4:
        raise SystemExit("four alternatives were not offered")
    guide.keep("compose")
    guide.keep("alternatives", window.compose.alternatives)
    guide.keep("continue-panel", window.compose.continue_panel)
    window.compose.continue_panel.show_shape(unfolded=True)
    guide.live(0.2)
    guide.keep("memory", window.compose.continue_panel._memory)  # noqa: SLF001
    window.compose.continue_panel.show_shape(unfolded=False)
    guide.act("audition_2")
    for _ in range(14):
        guide.live(FRAME_MS / 1000)
        frames.append(image_of(window.grab()))
    guide.act("accept")
    for _ in range(8):
        guide.live(FRAME_MS / 1000)
        frames.append(image_of(window.grab()))
    guide.act("stop")
    return frames


def write_animation(frames: list[Image.Image]) -> None:
    """Write the README's animation: a GIF, each frame with the same few colours."""
    high = round(frames[0].height * FRAMES_WIDE / frames[0].width)
    small = [frame.resize((FRAMES_WIDE, high), Image.Resampling.LANCZOS) for frame in frames]
    # The usual method counts pixels, and most of them are grey: notes and buttons would be, too.
    palette = small[len(small) // 2].quantize(COLOURS, method=Image.Quantize.FASTOCTREE)
    few = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in small]
    few[0].save(
        ANIMATION, save_all=True, append_images=few[1:], duration=FRAME_MS, loop=0, optimize=True
    )
    print(f"{ANIMATION.name}: {len(few)} frames, {ANIMATION.stat().st_size / 1e6:.1f} MB")


def mixer(guide: Photographer) -> None:
    """The mixer while the piece plays."""
    guide.act("pane_mixer")
    guide.act("play")
    guide.live(6)
    guide.keep("mixer", guide.window.compose.mixer)
    guide.act("stop")
    guide.act("to_start")


def edit_and_branch(guide: Photographer) -> None:
    """The roll, the tree, the preferences."""
    window = guide.window
    window.compose.show_pane("tree")
    guide.keep("tree", window.compose.tree)
    window.compose.show_pane("alternatives")
    guide.act("to_start")
    guide.act("select_all")
    guide.keep("roll", window.compose.centralWidget())
    guide.act("preferences")
    guide.live(0.5)
    dialog = next(
        view
        for view in QApplication.topLevelWidgets()
        if isinstance(view, PreferencesWindow) and view.isVisible()
    )
    guide.keep("preferences", dialog)
    dialog.close()


def score(guide: Photographer) -> None:
    """The score of a demo piece under the roll, under its title and composer."""
    window, session = guide.window, guide.session
    guide.save(Path(os.environ["HOME"]) / "Lullaby.segue")
    opened: list[object] = []
    session.piece.files.opened.connect(opened.append)
    session.piece.files.open_demo(demo_pieces() / "canon-in-d.mid")
    guide.wait("a demo piece", lambda: bool(opened))
    made = with_credits(
        session.piece.document.composition, title="Canon in D", composer="Johann Pachelbel"
    )
    session.piece.document.edit("Title and composer", made)
    window.compose.show_pane("score")
    guide.wait("the first line of the score", lambda: 0 in window.compose.score.drawn)
    guide.keep("score", window.compose.score)
    window.compose.show_pane("alternatives")
    session.piece.document.undo()


def beats(guide: Photographer) -> None:
    """The page of beats of a demo piece that is played with a tempo that breathes."""
    session = guide.session
    document = session.piece.document
    opened: list[object] = []
    session.piece.files.opened.connect(opened.append)
    session.piece.files.open_demo(demo_pieces() / BEATS_PIECE)
    guide.wait("a demo piece", lambda: bool(opened))
    document.edit("Play", document.composition.with_score(breathing(document.score)))
    guide.act("find_beats")
    page = guide.window.workspaces.beats
    guide.wait("the beats", lambda: page.will.has_line and bool(page.grid.beat_after(1)))
    guide.live(4.0)
    guide.keep("beats")
    guide.act("cancel")
    document.undo()


def breathing(score: Score) -> Score:
    """Return a piece as it sounds if each phrase of four bars begins and ends slowly."""
    quarter = score.ticks_per_quarter
    curve = tuple(
        Tempo(beat * quarter, 92.0 - 26.0 * abs((beat % 16) / 8 - 1) ** 2 + 5.0 * (beat * 7 % 3))
        for beat in range(score.end // quarter + 1)
    )
    played = replace(score, tempos=curve)
    free = Score(ticks_per_quarter=quarter, tempos=(Tempo(0, 120.0),))
    return Regridding.between(played, free).score(played)


def jam(guide: Photographer) -> None:
    """The Jam workspace in Segue's second answer."""
    window, session = guide.window, guide.session
    guide.wait("the model", lambda: session.clients.continuing.model is not None)
    guide.act("typing")
    guide.act("start_jam")
    running = session.jams.jam
    guide.live(2.6)  # the count-in
    for _ in range(2):
        guide.wait("my turn", lambda: running.record.who == "me")
        for pitches in ((60, 64, 67), (72,), (71,), (67,), (65, 69, 72), (67,), (65,), (64,)):
            play(guide, pitches, 80)
            guide.live(0.5)
            play(guide, pitches, 0)
            guide.live(0.1)
        guide.act("hand_over")
        guide.wait("an answer", lambda: running.record.who == "segue")
    guide.live(3.5)
    guide.keep("jam", window.jam)
    guide.act("start_jam")
    guide.wait("its end", lambda: running.phase == "idle")
    session.jams.pending.discard()
    guide.act("typing")
    guide.act("compose")


def play(guide: Photographer, pitches: tuple[int, ...], velocity: int) -> None:
    """Press keys of the computer, or let them go with velocity 0."""
    for pitch in pitches:
        guide.session.clients.playing.type_note(pitch=pitch, velocity=velocity)


def library(guide: Photographer) -> None:
    """An import, its report, the panel, the models."""
    window, session = guide.window, guide.session
    music = Path.home() / "Music" / "My pieces"
    shutil.copytree(demo_pieces(), music)
    session.filing.drops.open_or_import([music])
    guide.wait("an import", lambda: session.clients.importing.report is not None)
    guide.wait("its end", lambda: not session.clients.importing.running)
    session.library.views.show_report()
    guide.keep("report", window.workspaces.library)
    window.workspaces.library.show_report(on=False)
    window.show_workspace("compose")
    guide.live(3.0)
    guide.keep("library", window.compose.library)
    guide.act("library")
    guide.live(2.0)
    guide.keep("library-page", window.workspaces.library)
    window.show_workspace("compose")
    guide.act("show_models")
    guide.keep("models", window.compose.library)


def training(guide: Photographer, *, minutes: float) -> None:
    """The Train workspace, before and during a run."""
    window, session = guide.window, guide.session
    guide.act("train")
    trying = session.train.setup.trying
    guide.wait("measuring this computer", lambda: trying.running)
    guide.wait("its measure", lambda: not trying.running, seconds=300.0)
    guide.live(1.0)
    guide.keep("train", window.train)
    window.train._start.click()  # noqa: SLF001
    guide.wait("a training", lambda: session.clients.training.running)
    guide.live(60 * minutes)
    guide.keep("training", window.train)
    session.clients.training.stop(discard=True)
    guide.wait("its end", lambda: not session.clients.training.running)
    guide.live(3.0)


def attention() -> None:
    """Where the starter looks in the demo pieces, as `benchmarks evaluate` draws it."""
    with tempfile.TemporaryDirectory() as made:
        command = [sys.executable, "-m", "benchmarks", "evaluate", "starter", str(demo_pieces())]
        options = ["--split", "all", "--attention-by-age", "--out", made]
        subprocess.run([*command, *options], cwd=ROOT, check=True)
        name = "attention-by-age"
        with Image.open(Path(made) / f"{name}.png") as picture:
            few = picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
            few.save(PICTURES / f"{name}.png", optimize=True)


def main() -> None:
    """Make all pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--without-training", action="store_true")
    parser.add_argument("--minutes", type=float, default=6.0, help="of the training shown")
    arguments = parser.parse_args()
    PICTURES.mkdir(parents=True, exist_ok=True)
    attention()
    with tempfile.TemporaryDirectory() as home:
        os.environ["SEGUE_HOME"] = f"{home}/.segue"
        os.environ["HOME"] = home
        application = QApplication([])
        guide = Photographer(application, PICTURES)
        try:
            first_notes(guide)
            mixer(guide)
            edit_and_branch(guide)
            score(guide)
            beats(guide)
            jam(guide)
            library(guide)
            if not arguments.without_training:
                training(guide, minutes=arguments.minutes)
        finally:
            guide.close()


if __name__ == "__main__":
    main()
