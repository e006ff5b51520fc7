"""A performance in the real window: a scripted player at a keyboard jams with Segue, and keeps it.

    python scripts/jam_performance.py FOLDER [--minutes 10] [--mode answer]

Needs Xvfb, openbox, xdotool, ImageMagick's `import`, and JACK. Opens Segue on a virtual screen with
empty folders of its own. Its keyboard and its sound are ports of this process on a JACK server with
a dummy driver, so that what it hears and plays is timed here. Hands over by the lowest key, by
Space and by the end of a phrase, takes over by playing, kills the live process if asked to, keeps
the jam as a piece and looks at what is on disk. Pictures and `figures.json` are in FOLDER.
"""

import argparse
import contextlib
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
sys.path.insert(0, str(ROOT / "scripts"))

import psutil  # noqa: E402 - after the path
from drive_window import SLOW, Drive, demand, screen, wait_for  # noqa: E402

from app.settings.settings import Settings  # noqa: E402
from app.values.jam_choices import LOWEST_KEY, JamChoices, write_choices  # noqa: E402
from app.values.sound_choices import SoundChoices  # noqa: E402
from app.values.sound_choices import write_choices as write_sound  # noqa: E402
from benchmarks.jam.ports import spread  # noqa: E402
from benchmarks.jam.stand import Keyboard, Receiver, is_on  # noqa: E402
from engine.music.time import Timeline  # noqa: E402
from engine.piece.composition import Composition  # noqa: E402
from engine.playback import wire  # noqa: E402
from engine.playback.outputs import unbalanced  # noqa: E402
from engine.playback.ports import MidiSystem  # noqa: E402

# On the page: from the left edge of the window, from its lower edge.
KEEP = (380, 62)
SCALE = (0, 2, 4, 5, 7, 9, 11, 12)
OPEN_S, LATEST_S = 20.0, 2.5
LOADED_BYTES = 300 << 20
PATIENCE_S = 240.0


@contextmanager
def jack(period: int) -> Iterator[None]:
    """Run a JACK server of our own, which this process and its children use."""
    name = "segue-performance"
    os.environ["JACK_DEFAULT_SERVER"] = name
    server = subprocess.Popen(
        ["jackd", "-R", "-P", "20", "-n", name, "-d", "dummy", "-r", "48000", "-p", str(period)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    subprocess.run(["jack_wait", "-s", name, "-w", "-t", "10"], check=True, capture_output=True)
    try:
        yield
    finally:
        server.terminate()
        server.wait()


@dataclass(slots=True)
class Performer:
    """Plays phrases, hands over, listens, takes over.

    Attributes:
        keys: The keyboard.
        ears: What Segue's player sends.
        drive: The window.
        draw: What the script draws from.
        pressed: Keys that were pressed.
        hand_overs: (how, when).
        take_overs: When.
    """

    keys: Keyboard
    ears: Receiver
    drive: Drive
    draw: random.Random
    pressed: int = 0
    hand_overs: list[tuple[str, float]] = field(default_factory=list)
    take_overs: list[float] = field(default_factory=list)

    def press(self, pitch: int) -> float:
        """Press a key; return when."""
        self.pressed += pitch != LOWEST_KEY
        return self.keys.send(wire.note_on(0, pitch, self.draw.randint(50, 100)))

    def release(self, pitch: int) -> None:
        """Release it."""
        self.keys.send(wire.note_off(0, pitch))

    def rest(self, seconds: float) -> None:
        """Let time pass, listening."""
        until_s = time.perf_counter() + seconds
        while time.perf_counter() < until_s:
            self.ears.look()
            time.sleep(0.002)

    def phrase(self) -> None:
        """Play one, the first note of which takes over."""
        self.take_overs.append(time.perf_counter())
        for _ in range(self.draw.randint(5, 10)):
            pitch = 55 + self.draw.choice(SCALE)
            self.press(pitch)
            self.rest(self.draw.choice((0.15, 0.3, 0.3, 0.6)))
            self.release(pitch)
            self.rest(0.03)

    def hand_over(self, how: str) -> None:
        """Hand over."""
        self.rest(self.draw.uniform(0.15, 0.5))
        if how == "key":
            self.hand_overs.append((how, self.press(LOWEST_KEY)))
            self.release(LOWEST_KEY)
        elif how == "space":
            self.hand_overs.append((how, time.perf_counter()))
            self.drive.key("space", pause_s=0.0)
        else:
            self.hand_overs.append((how, time.perf_counter()))

    def perform(self, seconds: float) -> None:
        """Play by turns for so long."""
        until_s = time.perf_counter() + seconds
        ways = ("key", "key", "space", "phrase")
        while time.perf_counter() < until_s:
            self.phrase()
            how = self.draw.choice(ways)
            self.hand_over(how)
            self.rest(self.draw.uniform(3.0, 6.0))

    def figures(self) -> dict[str, Any]:
        """Return what was measured at the ports, in milliseconds."""
        heard = self.ears.look()
        begun = [at_s for at_s, message in heard if is_on(message)]
        answers: dict[str, list[float]] = {"key": [], "space": [], "phrase": []}
        unanswered = dict.fromkeys(answers, 0)
        for how, at_s in self.hand_overs:
            first = next((s for s in begun if s > at_s), None)
            if first is None or first - at_s > LATEST_S:
                unanswered[how] += 1
            else:
                answers[how].append(first - at_s)
        return {
            "hand_overs": len(self.hand_overs),
            "unanswered": unanswered,
            "answer_ms": {how: spread(found) for how, found in answers.items()},
            "pressed": self.pressed,
            "stuck": len(unbalanced([message for _, message in heard])),
        }


def prepare(home: Path, *, keyboard: str, port: str, choices: JamChoices) -> None:
    """Write the preferences of somebody who has chosen keyboard, sound and mode."""
    path = home / "config" / "preferences.json"
    path.parent.mkdir(parents=True)
    settings = Settings(path)
    settings.keep_note("sound", write_sound(SoundChoices(inputs=(keyboard,))))
    settings.keep_note("jam", write_choices(choices))
    preferences = settings.preferences
    fields = {name: getattr(preferences, name) for name in preferences.__dataclass_fields__}
    fields |= {"output_kind": "port", "output_name": port, "input_name": keyboard}
    settings.prefer(type(preferences)(**fields))
    settings.flush()


def live_process() -> psutil.Process | None:
    """Return the live process, if there is one."""
    with contextlib.suppress(psutil.Error):
        for process in psutil.Process().children(recursive=True):
            if "live" in process.cmdline():
                return process
    return None


def has_loaded(process: psutil.Process | None) -> bool:
    """Return whether a live process is done with loading its model: it holds it, and rests."""
    if process is None:
        return False
    with contextlib.suppress(psutil.Error):
        before = process.cpu_times()
        time.sleep(4.0)
        after = process.cpu_times()
        worked_s = after.user + after.system - before.user - before.system
        return process.memory_info().rss > LOADED_BYTES and worked_s < 0.1
    return False


def of_piece(piece: Composition) -> dict[str, Any]:
    """Return what is in the piece that was kept."""
    me, segue = piece.score.tracks
    return {
        "tracks": [me.name, segue.name],
        "me": len(me.notes),
        "segue": len(segue.notes),
        "takes": len(piece.takes),
        "origins": len({note.origin for note in segue.notes}),
        "minutes": round(Timeline(piece.score).tempo.seconds_at(piece.score.end) / 60, 2),
    }


def main() -> None:
    """Perform."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--mode", default="answer")
    parser.add_argument("--beat", action="store_true", help="with a beat instead of free time")
    parser.add_argument("--period", type=int, default=64, help="frames of the JACK server")
    parser.add_argument("--kill", action="store_true", help="kill the live process half way")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    choices = JamChoices(
        mode=arguments.mode, beat=arguments.beat, bars=0, hand_over_by="lowest", bpm=100
    )
    with tempfile.TemporaryDirectory() as folder, jack(arguments.period), screen() as environment:
        system = MidiSystem()
        ears, keys = Receiver(system, "Loop-back"), Keyboard(system)
        home, work = Path(folder) / "home", Path(folder) / "work"
        work.mkdir()
        port = next(name for name in system.outputs() if ears.name in name)
        keyboard = next(name for name in system.inputs() if keys.name in name)
        prepare(home, keyboard=keyboard, port=port, choices=choices)
        watch = ("--limit-ms", "16", "--after-s", str(OPEN_S))
        drive = Drive(environment | {"SEGUE_HOME": str(home)}, arguments.folder, work, watch=watch)
        player = Performer(keys, ears, drive, random.Random(1))  # noqa: S311 - a script
        try:
            figures = play(drive, player, arguments)
        except BaseException:
            drive.picture("failed")
            raise
        finally:
            drive.kill()
            keys.unplug()
            ears.close()
            system.close()
    (arguments.folder / "figures.json").write_text(json.dumps(figures, indent=1), encoding="utf-8")
    print(json.dumps(figures, indent=1))


def kill_and_play_on(drive: Drive, player: Performer) -> dict[str, Any]:
    """Kill the live process, play on without it until it is back; return how long that took."""
    process = live_process()
    demand(process is not None, "there is a live process")
    begin_s = time.monotonic()
    if process is not None:
        process.kill()
    player.rest(2.0)
    drive.picture("live-killed")
    while not has_loaded(live_process()) and time.monotonic() - begin_s < PATIENCE_S:
        player.phrase()
        player.rest(1.0)
    drive.picture("live-is-back")
    return {"live_was_away_s": round(time.monotonic() - begin_s)}


def play(drive: Drive, player: Performer, arguments: argparse.Namespace) -> dict[str, Any]:
    """Jam in the window from its start to the piece; return the figures."""
    drive.start()
    time.sleep(3.0)
    drive.key("Escape")
    drive.key("ctrl+4", pause_s=OPEN_S - 10.0)
    waited_s = wait_for("a model", lambda: has_loaded(live_process()), seconds=PATIENCE_S)
    print(f"model after {waited_s:.0f} s more")
    drive.picture("page")
    drive.key("ctrl+j", pause_s=3.0)
    half = 30 * arguments.minutes
    figures_of_death: dict[str, Any] = {}
    player.perform(half)
    drive.picture("half-way")
    if arguments.kill:
        figures_of_death = kill_and_play_on(drive, player)
    player.perform(half)
    drive.picture("end")
    player.rest(1.0)
    drive.key("ctrl+j", pause_s=6.0)
    drive.picture("over")
    figures = player.figures() | figures_of_death
    drive.click(*KEEP)
    time.sleep(3.0)
    drive.picture("kept")
    piece = drive.save("jam")
    figures["piece"] = of_piece(piece)
    figures["lost"] = player.pressed - figures["piece"]["me"]
    demand(figures["piece"]["tracks"] == ["Me", "Segue"], "the piece has two tracks")
    drive.quit()
    figures["turns_over_16_ms"] = (drive.work / SLOW).read_text(encoding="utf-8").splitlines()[-1]
    (arguments.folder / "slow.txt").write_text(
        (drive.work / SLOW).read_text(encoding="utf-8"), encoding="utf-8"
    )
    return figures


if __name__ == "__main__":
    main()
