"""Open files that Segue exports in Ardour's window, and compare what Ardour then holds.

    PYTHONPATH=. python scripts/into_ardour.py --log into-ardour.log

It needs Ardour 7, jackd, Xvfb, openbox and xdotool. Each of twenty pieces is exported and imported
by *Session > Import*, with the file's tempo map and the names of its tracks; then Ardour saves its
session. A line of the log says what differs from the piece.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from beside_ardour import LIBRARY, RATE, Ardour
from drive_window import screen

from engine.ground.paths import demo_pieces
from engine.midi.file.midifile import export_midi, read_midi
from engine.values.score import (
    Marker,
    Note,
    Score,
    Tempo,
    TimeSignature,
    Track,
)

Row = TypeVar("Row", bound=tuple[float, ...])

Q, BAR = 480, 1920
_TICKS = 1920  # Ardour's, of a quarter
_PATIENCE_S = 90.0
# It connects to our server at once, and asks nothing at its first start.
_CONFIG = """<?xml version="1.0" encoding="UTF-8"?>
<Ardour>
  <Config><Option name="try-autostart-engine" value="1"/></Config>
  <Extra><AudioMIDISetup><EngineStates>
    <State backend="JACK" driver="" device="" input-device="" output-device="" sample-rate="48000"
      buffer-size="1024" n-periods="385" input-latency="0" output-latency="0" lm-input=""
      lm-output="" active="1" use-buffered-io="0" midi-option="" lru="1"><MIDIDevices/></State>
  </EngineStates></AudioMIDISetup></Extra>
</Ardour>
"""
# Where the import dialog of Ardour 7.3 has things, from its corner: the folder, the first file, how
# tracks are named, the ticks for tempo map and markers, the button.
_HOME, _FILE, _NAMES = (63, 169), (262, 125), (510, 398)
_TEMPO_MAP, _MARKERS, _IMPORT = (423, 430), (423, 462), (927, 527)


def part(name: str, step: int, *, of: int = 96, program: int = 0, is_drum: bool = False) -> Track:
    """Return a part of notes `step` ticks apart, none as long as that."""
    notes = (Note(n * step, 36 + (7 * n) % 48, step // 2, 40 + n % 80) for n in range(of))
    return Track(name=name, program=program, is_drum=is_drum, notes=tuple(notes))


def pieces() -> Iterator[tuple[str, Score]]:
    """Yield the demo pieces, and six that have much of something."""
    for path in sorted(demo_pieces().glob("*.mid")):
        yield path.stem, read_midi(path.read_bytes(), title=path.stem).score
    band = (
        part("Lead", Q, program=80),
        part("Bass", 2 * Q, of=48, program=33),
        part("Drums", Q // 2, of=192, is_drum=True),
    )
    meters = (TimeSignature(0, 4, 4), TimeSignature(16 * Q, 3, 4), TimeSignature(28 * Q, 7, 8))
    slower = (Tempo(0, 120.0), Tempo(32 * Q, 90.0), Tempo(48 * Q, 132.5))
    marks = (Marker(0, "Intro"), Marker(16 * Q, "Waltz"))
    yield "tempo-map", Score(tracks=band, tempos=slower, time_signatures=meters, markers=marks)
    names = (part("Flöte", Q, program=73), *band[1:])
    yield "umlauts", Score(tracks=names, title="Prüfstück", composer="Jörg")
    for count in (20, 40):
        parts = tuple(part(f"Part {n}", Q * (1 + n % 3), of=24, program=n) for n in range(count))
        yield f"{count}-parts", Score(tracks=parts)
    tempos = tuple(Tempo(BAR * n, 60.0 + 7 * n) for n in range(20))
    yield "20-tempos", Score(tracks=band, tempos=tempos)
    odd = tuple(TimeSignature(5 * Q * n, *each) for n, each in enumerate(((5, 4), (10, 8))))
    kits = tuple(part(f"Kit {n}", Q, of=32, program=8 * n, is_drum=True) for n in range(3))
    yield "kits", Score(tracks=kits, time_signatures=odd)


def notes_of(track: Track) -> Counter[tuple[int, ...]]:
    """Return the notes of a track: start, pitch, length, velocity."""
    return Counter((n.start, n.pitch, n.duration, n.velocity) for n in track.notes)


def ruler(score: Score) -> tuple[list[tuple[int, float]], list[tuple[int, int, int]]]:
    """Return changes of tempo (tick, quarters a minute) and of meter."""
    tempos = [(tempo.tick, round(tempo.bpm, 2)) for tempo in score.tempos] or [(0, 120.0)]
    signs = score.time_signatures or (TimeSignature(0, 4, 4),)
    return _changes(tempos), _changes([(s.tick, s.numerator, s.denominator) for s in signs])


def held(session: Path) -> tuple[list[str], list[Track], tuple[object, ...], int]:
    """Return what a session holds: names of tracks, their parts, the ruler, how many markers."""
    root = ET.parse(session / "session.ardour").getroot()  # noqa: S314 - Ardour wrote it
    files = session / "interchange" / "session" / "midifiles"
    sources = {each.get("id"): str(each.get("name")) for each in root.iter("Source")}
    names, parts = [], []
    for playlist in root.findall("Playlists/Playlist"):
        for region in playlist.findall("Region"):
            names.append(str(playlist.get("name")))
            score = read_midi((files / sources[region.get("source-0")]).read_bytes()).score
            parts.append((*score.resampled(_TICKS).tracks, Track())[0])
    tempos = [(_tick(x), round(float(str(x.get("npm"))), 2)) for x in root.iter("Tempo")]
    meters = [
        (_tick(x), int(str(x.get("divisions-per-bar"))), int(str(x.get("note-value"))))
        for x in root.iter("Meter")
    ]
    marks = [each for each in root.iter("Location") if "IsMark" in str(each.get("flags"))]
    return names, parts, (_changes(tempos), _changes(meters)), len(marks)


def _tick(each: ET.Element) -> int:
    quarters, ticks = str(each.get("quarters")).split(":")
    return _TICKS * int(quarters) + int(ticks)


def _changes(rows: list[Row]) -> list[Row]:
    """Leave out what says again what holds."""
    return [row for n, row in enumerate(rows) if not n or row[1:] != rows[n - 1][1:]]


class Window:
    """Ardour's window with a session, on a screen of its own."""

    def __init__(self, session: Path, environment: dict[str, str]) -> None:
        self._environment, self._session = environment, session
        quiet = ["--no-splash", "--no-announcements", str(session / "session.ardour")]
        self._process = subprocess.Popen(
            ["bash", "-c", 'ulimit -l unlimited; exec ardour "$@"', "ardour", *quiet],
            env=environment,
            cwd=environment["HOME"],  # elsewhere the dialog lists that folder before its home
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._own = self._window("session - Ardour")

    def open_file(self) -> None:
        """Import the only file of its home, as a user does, and save."""
        self._do("key", "ctrl+i")
        dialog = self._window("Add Existing Media")
        self._do("windowmove", dialog, "100", "50")
        for place in (_HOME, _FILE, _NAMES):
            self._click(dialog, place)
        self._do("key", "Down")
        self._do("key", "Return")
        for place in (_TEMPO_MAP, _MARKERS, _IMPORT):
            self._click(dialog, place)
        document, before_s = self._session / "session.ardour", time.monotonic()
        while "<Region " not in document.read_text():
            if time.monotonic() > before_s + _PATIENCE_S:
                raise SystemExit("Ardour imported nothing.")
            self._do("windowactivate", "--sync", self._own)
            self._do("key", "ctrl+s")
            time.sleep(3.0)

    def close(self) -> None:
        """End it."""
        self._process.kill()
        self._process.wait()

    def _click(self, dialog: str, place: tuple[int, int]) -> None:
        self._do("mousemove", "--window", dialog, *map(str, place), "click", "1")
        time.sleep(1.5)

    def _window(self, name: str) -> str:
        end_s = time.monotonic() + _PATIENCE_S
        while time.monotonic() < end_s:
            if found := self._do("search", "--onlyvisible", "--name", name).split():
                time.sleep(4.0)  # it is still being drawn
                return found[-1]
            time.sleep(0.5)
        raise SystemExit(f"There is no window {name!r}.")

    def _do(self, *words: str) -> str:
        done = subprocess.run(
            ["xdotool", *words], env=self._environment, capture_output=True, text=True, check=False
        )
        time.sleep(0.5)
        return done.stdout


@contextmanager
def patient_server() -> Iterator[None]:
    """A JACK server that loses no program, however long it takes for something."""
    # The next one of this name takes what a killed one left; of others JACK has room for eight.
    name = os.environ["JACK_DEFAULT_SERVER"] = "segue-into"
    driver = ("-d", "dummy", "-r", str(RATE), "-p", "4096")
    command = ["jackd", "-r", "-t", "10000", "-n", name, *driver]
    started = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        subprocess.run(["jack_wait", "-s", name, "-w", "-t", "10"], check=True, capture_output=True)
        yield
    finally:
        started.kill()  # it would wait for whoever it still knows
        started.wait()


def compare(name: str, score: Score, session: Path, write: Callable[[str], None]) -> None:
    """Write what Ardour holds of a piece."""
    names, parts, found, marks = held(session)
    score = score.resampled(_TICKS)
    mine = [track for track in score.tracks if track.notes]
    wanted, got = list(map(notes_of, mine)), list(map(notes_of, parts))
    same = sum(a == b for a, b in zip(wanted, got, strict=False))
    named = sum(a.name in b for a, b in zip(mine, names, strict=False))
    sounds = sum(a.program == b.program for a, b in zip(mine, parts, strict=False))
    tempo, meter = (a == b for a, b in zip(ruler(score), found, strict=True))
    write(
        f"{name}: {same} of {len(mine)} parts have the same notes ({sum(map(len, wanted))} notes,"
        f" there {sum(map(len, got))}), {named} the name, {sounds} the instrument; tempo"
        f" {'the same' if tempo else (ruler(score)[0], found[0])}, meter"
        f" {'the same' if meter else (ruler(score)[1], found[1])}; {marks} of"
        f" {len(score.markers)} markers"
    )


def main() -> None:
    """Open all pieces, or those that are named."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", help="of pieces; without one all twenty")
    parser.add_argument("--log", type=Path, default=Path("into-ardour.log"))
    given = parser.parse_args()
    if not LIBRARY.exists() or not all(map(shutil.which, ("jackd", "Xvfb", "xdotool", "openbox"))):
        sys.exit("Ardour 7, jackd, Xvfb, xdotool and openbox are needed.")

    def write(line: str) -> None:
        print(line, flush=True)
        with given.log.open("a") as log:
            log.write(line + "\n")

    with tempfile.TemporaryDirectory() as room, patient_server(), screen() as environment:
        folder = Path(room)
        ardour = Ardour(folder)
        ardour.do(f's = create_session("{folder}/session", "session", {RATE})', 's:save_state("")')
        ardour.close()
        for name, score in pieces():
            if given.names and name not in given.names:
                continue
            home = folder / name
            settings = home / ".config" / "ardour7"
            settings.mkdir(parents=True)
            (settings / "config").write_text(_CONFIG)
            (settings / ".a7").touch()  # it was here before
            (home / f"{name}.mid").write_bytes(export_midi(score))
            session = shutil.copytree(folder / "session", folder / f"{name}-session")
            own = {"HOME": str(home), "XDG_CONFIG_HOME": str(home / ".config")}
            window = Window(session, environment | own)
            try:
                window.open_file()
            except SystemExit as error:
                write(f"{name}: {error}")
                continue
            finally:
                window.close()
            compare(name, score, session, write)


if __name__ == "__main__":
    main()
