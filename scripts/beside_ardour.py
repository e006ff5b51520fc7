"""Play beside Ardour, as its master and as its slave: by MIDI clock, time code and JACK.

    PYTHONPATH=. python scripts/beside_ardour.py --seconds 20 --log beside-ardour.log

It needs Ardour 7 (`luasession`, which is Ardour without a window) and jackd. One piece, a note on
each quarter, plays in both programs; a client of the same JACK server writes the frame at which
each of them sends each note. The differences are the log.
"""

import argparse
import multiprocessing
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import jack
import mido

from engine.messages import (
    JACK_TRANSPORT,
    OWN_INPUT,
    OWN_OUTPUT,
    ChooseSound,
    OutputOpened,
    Play,
    PortsChanged,
    Ready,
    SetScore,
    Stop,
    TrackMix,
)
from engine.midi.file.midifile import write_midi
from engine.processes.process import Child
from engine.values.score import Note, Score, Tempo, Track
from engine.values.sound import Sound

LIBRARY = Path("/usr/lib/ardour7")
RATE, PERIOD = 48_000, 256
# A server that waits longer for a program stands still for so long whenever one is late.
_PATIENCE_MS = 500
SEGUE_OUT, SEGUE_IN = "Segue out:Segue", "Segue in:Segue in"
_LOWEST, _PITCHES = 24, 84  # of quarter n: so a note says which of 84 quarters it is
QUARTERS = 1600
_SUPERCLOCK = 282_240_000  # Ardour's units of a second
_SAME_S = 5.0  # notes of one pitch farther apart are not the same quarter
_CONFIG = """<?xml version="1.0" encoding="UTF-8"?>
<Ardour>
  <Config>
    <Option name="send-midi-clock" value="1"/>
    <Option name="send-mtc" value="1"/>
    <Option name="send-mmc" value="0"/>
    <Option name="midi-clock-sets-tempo" value="0"/>
  </Config>
  <TransportMasters current="{master}">
    <TransportMaster type="Engine" name="JACK" removeable="0"/>
    <TransportMaster type="MTC" name="MTC" removeable="0" clock-synced="0"/>
    <TransportMaster type="MIDIClock" name="MIDI Clock" removeable="0" clock-synced="0"/>
  </TransportMasters>
</Ardour>
"""
_LOOP = """
for line in io.open("{asks}"):lines() do
  local act, wrong = load(line)
  if act == nil then print("WRONG", wrong) else
    local fine, why = pcall(act)
    if not fine then print("WRONG", why) end
  end
end
quit()
"""


def piece(*, one_tempo: bool = False) -> Score:
    """Return the piece: a note on each quarter, at 120; else at 90 from bar 9 to bar 16."""
    notes = [Note(480 * n, _LOWEST + n % _PITCHES, 240) for n in range(QUARTERS)]
    slower = () if one_tempo else (Tempo(8 * 1920, 90.0), Tempo(16 * 1920, 120.0))
    tempos = (Tempo(0, 120.0), *slower)
    return Score(tracks=(Track(name="Lead", notes=tuple(notes)),), tempos=tempos)


class Ardour:
    """Ardour without a window, in a folder of its own; Lua in, lines out."""

    def __init__(self, folder: Path, master: str = "") -> None:
        home = folder / "home"
        config = home / ".config" / "ardour7" / "config"
        config.parent.mkdir(parents=True, exist_ok=True)
        config.write_text(_CONFIG.format(master=master or "JACK"))
        paths = {"ARDOUR_DATA_PATH": "/usr/share/ardour7", "ARDOUR_CONFIG_PATH": "/etc/ardour7"}
        own = {"LD_LIBRARY_PATH": str(LIBRARY), "ARDOUR_DLL_PATH": str(LIBRARY), "HOME": str(home)}
        own["XDG_CONFIG_HOME"] = str(home / ".config")
        # It reads a whole script before it runs it, so the script reads what to do from a pipe.
        asks = folder / "asks"
        asks.unlink(missing_ok=True)
        os.mkfifo(asks)
        script = folder / "asks.lua"
        script.write_text(_LOOP.format(asks=asks))
        self._process = subprocess.Popen(
            ["stdbuf", "-oL", str(LIBRARY / "luasession"), str(script)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=os.environ | paths | own,
        )
        self._asks = asks.open("w")
        self.do('AudioEngine:set_backend("JACK", "ardour", "")')

    def do(self, *lines: str) -> str:
        """Run Lua; return what it printed."""
        self._asks.write("\n".join((*lines, 'print("DONE")')) + "\n")
        self._asks.flush()
        said: list[str] = []
        for line in self._process.stdout or ():
            if line.strip() == "DONE":
                return "\n".join(said)
            said.append(line.strip())
        raise SystemExit(f"Ardour ended at {lines}: {said}")

    def close(self) -> None:
        """End it."""
        with suppress(BrokenPipeError):  # it has crashed
            self._asks.write("close_session()\n")
            self._asks.close()
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
        # The server forgets it a little later; until then its name is taken.
        time.sleep(2.0)


def session_of(folder: Path, score: Score) -> Path:
    """Make a session of Ardour with the tempos and the part of a score; return its folder.

    Ardour's Lua imports no MIDI, so the file that Segue exports becomes a source of the session, as
    an import makes one: a file of one track, whose notes nobody changes.
    """
    where = folder / "session"
    ardour = Ardour(folder)
    midi = 'ARDOUR.ChanCount(ARDOUR.DataType("midi"), 1)'
    ardour.do(
        f's = create_session("{where}", "session", {RATE})',
        f's:new_midi_track({midi}, {midi}, true, ARDOUR.PluginInfo(), nil, nil, 1, "Lead", -1,'
        " ARDOUR.TrackMode.Normal, true)",
        "sleep(1)",
        "tm = Temporal.TempoMap.write_copy()",
        *(
            f"tm:set_tempo(Temporal.Tempo({tempo.bpm}, {tempo.bpm}, 4),"
            f" Temporal.timepos_t.from_ticks({4 * tempo.tick}))"
            for tempo in score.tempos
        ),
        "Temporal.TempoMap.update(tm)",
        "tm = nil",
        's:save_state("")',
    )
    ardour.close()
    source = where / "interchange" / "session" / "midifiles" / "lead.mid"
    source.parent.mkdir(parents=True, exist_ok=True)
    made = where / "export-of-segue.mid"
    made.write_bytes(write_midi(score))
    whole = mido.MidiFile(made)
    alone = mido.MidiFile(type=0, ticks_per_beat=whole.ticks_per_beat)
    track = next(t for t in whole.tracks if any(m.type == "note_on" for m in t))
    alone.tracks.append(mido.MidiTrack(m for m in track if not m.is_meta or m.type[:3] == "end"))
    alone.save(source)
    document = where / "session.ardour"
    text = document.read_text()
    region = (
        '<Region name="lead" muted="0" opaque="1" locked="0" automatic="0" whole-file="1"'
        ' import="0" external="1" sync-marked="0" left-of-split="0" right-of-split="0" hidden="0"'
        ' position-locked="0" valid-transients="0" start="b0" length="b{length}@b0"'
        ' sync-position="b0" ancestral-start="b0" ancestral-length="b{length}@b0" stretch="1"'
        ' shift="1" layering-index="0" envelope-active="0" scale-amplitude="1" id="900{n}"'
        ' type="midi" first-edit="nothing" source-0="9001" master-source-0="9001" channels="1"/>'
    )
    length = QUARTERS * 1920
    source_row = '<Source name="lead.mid" take-id="" type="midi" flags="" id="9001"/>'
    text = text.replace("<Sources/>", f"<Sources>{source_row}</Sources>")
    text = text.replace("<Regions/>", f"<Regions>{region.format(length=length, n=2)}</Regions>")
    head, tail = text.split('<Playlist id="', 1)
    row, rest = tail.split("/>", 1)
    own = region.format(length=length, n=3).replace('whole-file="1"', 'whole-file="0"')
    text = f'{head}<Playlist id="{row}>{own}</Playlist>{rest}'
    loop = (
        f'<Location id="9004" name="Loop" start="a0" end="a{2 * _SUPERCLOCK}"'
        ' flags="IsAutoLoop,IsHidden" locked="0" timestamp="0" cue="0"/>'
    )
    document.write_text(text.replace("<Locations/>", f"<Locations>{loop}</Locations>"))
    return where


Heard = tuple[str, int, bytes]


def _listen(pipe: Connection) -> None:
    """Be a client of JACK that writes down at which frame each program sent each note.

    It is a process of its own: where Python does something else meanwhile, messages come too late
    to be read, and so does the server.
    """
    client = jack.Client("listener", no_start_server=True)
    heard: list[Heard] = []
    late: list[int] = []
    ports = {
        name: client.midi_inports.register(name) for name in ("segue", "ardour", "clock", "code")
    }

    def process(_frames: int) -> None:
        now = client.last_frame_time
        for name, port in ports.items():
            for offset, data in port.incoming_midi_events():
                heard.append((name, now + offset, bytes(data)))

    client.set_process_callback(process)
    client.set_xrun_callback(lambda _us: late.append(client.frame_time))
    client.activate()
    pipe.send(None)
    while pipe.recv():
        pipe.send((tuple(heard), len(late)))
    client.close()


class Listener:
    """The messages of each program, and the cables between both."""

    def __init__(self) -> None:
        self._pipe, other = multiprocessing.Pipe()
        spawn = multiprocessing.get_context("spawn")
        self._process = spawn.Process(target=_listen, args=(other,), daemon=True)
        self._process.start()
        self._pipe.recv()
        self.client = jack.Client("cables", no_start_server=True)
        self.client.activate()

    def look(self) -> tuple[tuple[Heard, ...], int]:
        """Return all that was heard, as (who, frame, message), and how often JACK was late."""
        self._pipe.send("look")
        found: tuple[tuple[Heard, ...], int] = self._pipe.recv()
        return found

    @property
    def heard(self) -> tuple[Heard, ...]:
        """All that was heard."""
        return self.look()[0]

    def close(self) -> None:
        """Leave the server."""
        self._pipe.send("")
        self._process.join(10)
        self.client.close()

    def join(self, sender: str, to: str) -> None:
        """Connect a port to one of its inputs as soon as it is there."""
        self.link(sender, f"listener:{to}")

    def link(self, sender: str, receiver: str) -> None:
        """Connect two ports as soon as both are there."""
        for _ in range(100):
            # A busy server connects them, and says so too late.
            if receiver in self._receivers_of(sender):
                return
            with suppress(jack.JackError):
                self.client.connect(sender, receiver)
                return
            time.sleep(0.1)
        raise SystemExit(f"no connection from {sender} to {receiver}")

    def _receivers_of(self, sender: str) -> tuple[str, ...]:
        try:
            return tuple(port.name for port in self.client.get_all_connections(sender))
        except jack.JackError:
            return ()

    def struck(self, who: str, since: int = 0) -> list[tuple[int, int]]:
        """Return (frame, pitch) of the notes that a program began."""
        return [
            (frame, m[1])
            for name, frame, m in self.heard[since:]
            if name == who and m[0] & 0xF0 == 0x90 and m[2]
        ]

    def sounding(self, who: str) -> int:
        """Return how many notes of a program have no end."""
        down: set[int] = set()
        for name, _, m in self.heard:
            if name == who and m[0] & 0xE0 == 0x80:
                (down.add if m[0] & 0x10 and m[2] else down.discard)(m[1])
        return len(down)


def apart(listener: Listener, since: int, begin: int) -> tuple[list[float], int]:
    """Return how many seconds later than Ardour Segue sent each note, and how many it lacks.

    Args:
        listener: What was heard.
        since: How much of it is left out.
        begin: The first frame that counts.
    """
    ours: dict[int, list[int]] = {}
    for frame, pitch in listener.struck("segue", since):
        ours.setdefault(pitch, []).append(frame)
    late, lost = [], 0
    for frame, pitch in listener.struck("ardour", since):
        near = min((each - frame for each in ours.get(pitch, ())), key=abs, default=None)
        if near is None or abs(near) > _SAME_S * RATE:
            lost += 1
        elif frame >= begin:
            late.append(near / RATE)
    return late, lost


class Trial:
    """Both programs on one server, one of them following the other.

    Args:
        write: Takes a line of the log.
        folder: The folder of Ardour's session.
        score: Its piece.
        way: `clock`, `code` or `jack`.
        leads: `ardour` or `segue`.
    """

    def __init__(
        self, write: Callable[[str], None], folder: Path, score: Score, *, way: str, leads: str
    ) -> None:
        self.write, self.way, self.leads = write, way, leads
        follows = leads == "segue" or way == "jack"
        master = {"clock": "MIDI Clock", "code": "MTC", "jack": "JACK"}[way]
        self.ardour = Ardour(folder, master if follows else "")
        said = self.ardour.do(f's = load_session("{folder}/session", "session")', "sleep(1)")
        if "WRONG" in said or "HALTED" in said:
            write(f"Ardour says: {said}")
        self.ardour.do(f"s:cfg():set_external_sync({'true' if follows else 'false'})")
        self.listener = Listener()
        self.child = Child("player")
        self.await_(Ready)
        self.await_(PortsChanged)
        clock_in = JACK_TRANSPORT if way == "jack" else OWN_INPUT if leads == "ardour" else ""
        sends = (OWN_OUTPUT,) if leads == "segue" else ()
        sound = Sound(
            output_kind="port",
            output_name=OWN_OUTPUT,
            clock_in=clock_in,
            clock_out=sends if way == "clock" else (),
            time_code_out=sends if way == "code" else (),
        )
        self.child.send(ChooseSound(sound=sound))
        self.await_(OutputOpened)
        self.child.send(SetScore(score=score, mix=(TrackMix(),)))
        self.listener.join(SEGUE_OUT, "segue")
        self.listener.join("ardour:Lead/midi_out 1", "ardour")
        if way != "jack":
            port = {"clock": "MIDI Clock", "code": "MTC"}[way]
            if leads == "ardour":
                self.listener.link(f"ardour:{port} out", SEGUE_IN)
            else:
                self.listener.link(SEGUE_OUT, f"ardour:{port} in")
        time.sleep(2.0)

    def await_(self, kind: type[Any], timeout_s: float = 20.0) -> None:
        """Wait for an event of the player."""
        end_s = time.monotonic() + timeout_s
        while time.monotonic() < end_s:
            if isinstance(self.child.next_event(0.2), kind):
                return
        raise SystemExit(f"no {kind.__name__}")

    def wait(self, seconds: float) -> None:
        """Let both play; read what the player says, so that it never waits."""
        end_s = time.monotonic() + seconds
        while (left_s := end_s - time.monotonic()) > 0:
            self.child.next_event(min(0.2, left_s))

    def start(self, quarter: int, *, loops: bool = False) -> None:
        """Have the leader start at a quarter of the piece; Ardour may play bar 1 in a loop."""
        if self.leads == "segue":
            self.child.send(Play(tick=480 * quarter))
            return
        source = "ARDOUR.TransportRequestSource.TRS_UI"
        place = f"Temporal.timepos_t.from_ticks({1920 * quarter}):samples()"
        stays = "ARDOUR.LocateTransportDisposition.MustStop"
        self.ardour.do(f"s:request_locate({place}, false, {stays}, {source})", "sleep(0.5)")
        loop = ["s:request_play_loop(true, true)"] if loops else []
        self.ardour.do(*loop, f"s:request_roll({source})")

    def locate(self, quarter: int) -> None:
        """Have the leader jump to a quarter while it plays."""
        if self.leads == "segue":
            self.child.send(Play(tick=480 * quarter))
            return
        source = "ARDOUR.TransportRequestSource.TRS_UI"
        place = f"Temporal.timepos_t.from_ticks({1920 * quarter}):samples()"
        rolls = "ARDOUR.LocateTransportDisposition.MustRoll"
        self.ardour.do(f"s:request_locate({place}, false, {rolls}, {source})")

    def stop(self) -> None:
        """Have the leader stop."""
        if self.leads == "segue":
            self.child.send(Stop())
        else:
            source = "ARDOUR.TransportRequestSource.TRS_UI"
            self.ardour.do(f"s:request_stop(false, false, {source})")

    def say(self, what: str, since: int, *, settled_s: float = 0.0) -> None:
        """Write how far the programs were apart since a place of what was heard."""
        theirs = self.listener.struck("ardour", since)
        ours = self.listener.struck("segue", since)
        name = f"{self.leads} leads by {self.way}: {what}"
        begin = theirs[0][0] + round(settled_s * RATE) if theirs else 0
        late, lost = apart(self.listener, since, begin)
        if not late:
            self.write(f"{name}: Ardour {len(theirs)} notes, Segue {len(ours)}: none in both")
            return
        ms = sorted(abs(1000 * each) for each in late)
        half = len(late) // 2
        drift = statistics.median(late[half:]) - statistics.median(late[:half]) if half else 0.0
        self.write(
            f"{name}: Ardour {len(theirs)} notes, Segue {len(ours)}, {lost} not in both; apart"
            f" median {statistics.median(late) * 1000:+.1f} ms, 99 of 100 within"
            f" {ms[int(0.99 * (len(ms) - 1))]:.1f} ms, at most {ms[-1]:.1f} ms; second half against"
            f" first {drift * 1000:+.1f} ms; sounding at the end: Ardour"
            f" {self.listener.sounding('ardour')}, Segue {self.listener.sounding('segue')};"
            f" JACK was late {self.listener.look()[1]} times"
        )

    def close(self) -> None:
        """End both."""
        self.child.close()
        self.listener.close()
        self.ardour.close()


def run(trial: Trial, seconds: float) -> None:
    """Start at places and jump; each is a line of the log."""
    for what, quarter in (("start at bar 1", 0), ("start at bar 5", 16), ("tempo map", 28)):
        since = len(trial.listener.heard)
        trial.start(quarter)
        trial.wait(8.0)
        trial.stop()
        trial.wait(1.5)
        trial.say(what, since, settled_s=2.0)
    since = len(trial.listener.heard)
    trial.start(0)
    drawn = random.Random(7)  # noqa: S311
    for _ in range(4):
        trial.wait(2.5 + drawn.random())
        trial.locate(4 * drawn.randrange(20, 200))
    trial.wait(3.0)
    trial.stop()
    trial.wait(1.5)
    trial.say("four jumps while it plays", since)
    if trial.leads == "ardour":
        since = len(trial.listener.heard)
        trial.start(0, loops=True)
        trial.wait(9.0)
        trial.stop()
        trial.wait(1.5)
        trial.say("laps of one bar", since)
    run_long(trial, seconds)


def run_long(trial: Trial, seconds: float) -> None:
    """Play from the beginning, for long; the end of what is heard is a line of the log."""
    since = len(trial.listener.heard)
    trial.start(0)
    trial.wait(seconds)
    trial.stop()
    trial.wait(1.5)
    trial.say(f"{seconds:.0f} s", since, settled_s=2.0)


@contextmanager
def server() -> Iterator[None]:
    """A JACK server of our own, real-time where the system lets us."""
    name = f"segue-ardour-{os.getpid() % 100}"
    os.environ["JACK_DEFAULT_SERVER"] = name
    urgent = ("-R", "-P", "20") if os.geteuid() == 0 else ("-r",)
    started = subprocess.Popen(
        [
            "jackd",
            *urgent,
            # Without it a busy server may run Ardour never again: 29 notes of 196 were heard.
            "-S",
            "-t",
            str(_PATIENCE_MS),
            "-n",
            name,
            "-d",
            "dummy",
            "-r",
            str(RATE),
            "-p",
            str(PERIOD),
        ],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        subprocess.run(["jack_wait", "-s", name, "-w", "-t", "10"], check=True, capture_output=True)
        yield
    finally:
        started.terminate()
        started.wait(10)


def main() -> None:
    """Run the trials that are asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=20.0, help="length of the last runs")
    parser.add_argument("--one-tempo", action="store_true", help="a piece without its slower bars")
    parser.add_argument("--only-long", action="store_true", help="only the last run of each way")
    parser.add_argument("--log", type=Path, default=Path("beside-ardour.log"))
    parser.add_argument("--ways", nargs="+", default=["clock", "code", "jack"])
    parser.add_argument("--leads", nargs="+", default=["ardour", "segue"])
    given = parser.parse_args()
    if not LIBRARY.exists() or not shutil.which("jackd"):
        sys.exit("Ardour 7 and jackd are needed (apt: ardour, jackd2).")

    def write(line: str) -> None:
        print(line, flush=True)
        with given.log.open("a") as log:
            log.write(line + "\n")

    with tempfile.TemporaryDirectory() as name, server():
        folder = Path(name)
        score = piece(one_tempo=given.one_tempo)
        session_of(folder, score)
        for way in given.ways:
            for leads in given.leads:
                trial = Trial(write, folder, score, way=way, leads=leads)
                try:
                    (run_long if given.only_long else run)(trial, given.seconds)
                finally:
                    trial.close()


if __name__ == "__main__":
    main()
