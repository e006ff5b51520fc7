"""Processes that are suspended and go on: nothing is lost, no bunch of late notes comes out.

The player plays chords to a receiver on a private JACK server; the live process continues a piece;
an import reads. Each is stopped (SIGSTOP) in the midst of it for a while. Needs `jackd`.
"""

import os
import random
import signal
import sys
import time
from pathlib import Path

from engine.messages import (
    AlternativeFinished,
    Failed,
    LoadModel,
    ModelLoaded,
    NotesMade,
    OutputOpened,
    Play,
    Playhead,
    Ready,
    SetScore,
    Stop,
    TrackMix,
)
from engine.playback.ports.outputs import unbalanced
from engine.processes.process import Child
from engine.request import PartNote
from engine.values.config import SamplingConfig
from engine.values.score import Note, Score, Track
from tests.choosing import choosing
from tests.generation.conftest import asking, chord_piece, make_model
from tests.playback.jack import Receiver, Server, Session, listening
from tests.trust import imports
from tests.trust.trial import Findings, run
from tests.waiting import eventually

# Notes of a second: four at once, eight times. What was due while nothing ran is left out.
_AT_ONCE, _EACH_S = 4, 0.125
_TICKS = 120
_SHORTEST_S, _LONGEST_S = 0.6, 4.0
_LOOK_S = 0.5
_PATIENCE_S = 120.0


def trial(count: int, draw: random.Random, folder: Path) -> Findings:
    """Suspend so many times: the player, the live process and an import in turns."""
    findings = Findings()
    server = Server()
    if not server.start():
        findings.broken.append("no JACK server could be started")
        return findings
    os.environ["JACK_DEFAULT_SERVER"], os.environ["JACK_NO_START_SERVER"] = server.name, "1"
    third = -(-count // 3)
    try:
        _players(third, draw, findings)
    finally:
        server.stop()
    _lives(third, draw, folder, findings)
    _imports(third, draw, folder, findings)
    return findings


def suspend(pid: int, seconds: float) -> None:
    """Stop a process for a while."""
    os.kill(pid, signal.SIGSTOP)
    try:
        time.sleep(seconds)
    finally:
        os.kill(pid, signal.SIGCONT)


# --- the player ------------------------------------------------------------------------------


def _players(count: int, draw: random.Random, findings: Findings) -> None:
    notes = tuple(Note(_TICKS * i, 40 + 7 * k, 100) for i in range(4000) for k in range(_AT_ONCE))
    with listening() as receiver, Child("player") as child:
        session = Session(child)
        session.hear(Ready)
        child.send(choosing(output_kind="port", output_name=receiver.output_name))
        session.hear(OutputOpened)
        child.send(SetScore(score=Score(tracks=(Track(notes=notes),)), mix=(TrackMix(),)))
        child.send(Play(tick=0))
        for number in range(count):
            session.hear(Playhead)
            time.sleep(draw.uniform(0.2, 0.8))
            _suspend_player(
                number, child, receiver, draw.uniform(_SHORTEST_S, _LONGEST_S), findings
            )
        child.send(Stop())
        if not eventually(lambda: unbalanced(receiver.messages) == [], _PATIENCE_S):
            left = unbalanced(receiver.messages)
            findings.broken.append(f"sound on after suspensions: {left}")


def _suspend_player(
    number: int, child: Child, receiver: Receiver, seconds: float, findings: Findings
) -> None:
    suspend(child.pid, seconds)
    before = _begun(receiver)
    eventually(lambda: _begun(receiver) != before, _PATIENCE_S, pause_s=0.002)
    time.sleep(_LOOK_S)
    came = _begun(receiver) - before
    findings.counts["player suspended"] += 1
    findings.most("notes in half a second after it", came)
    # What half a second has, what was sent ahead, and one chord for each edge.
    most = _AT_ONCE * (round(_LOOK_S / _EACH_S) + 3)
    if not 0 < came <= most:
        findings.broken.append(f"player {number}: {came} notes after {seconds:.1f} s, not {most}")


def _begun(receiver: Receiver) -> int:
    return sum(1 for each in receiver.messages if each[0] & 0xF0 == 0x90 and each[2] > 0)


# --- the live process ------------------------------------------------------------------------


def _lives(count: int, draw: random.Random, folder: Path, findings: Findings) -> None:
    with Child("live") as child:
        child.send(LoadModel(folder=str(make_model(folder / "tiny"))))
        _until(child, ModelLoaded)
        for number in range(count):
            seed = draw.randrange(10**6)
            whole = _take(child, seed)
            at = draw.randrange(max(1, len(whole)))
            again = _take(child, seed, at=at, seconds=draw.uniform(_SHORTEST_S, _LONGEST_S))
            findings.counts["live process suspended"] += 1
            if again != whole:
                findings.broken.append(f"live {number}: other notes, seed {seed}")


def _until(child: Child, kind: type) -> None:
    for event in child.events(silence_s=_PATIENCE_S):
        assert not isinstance(event, Failed), event.message
        if isinstance(event, kind):
            return


def _take(child: Child, seed: int, *, at: int = -1, seconds: float = 0.0) -> list[PartNote]:
    """Return what is made of a seed; before a note is taken the process is stopped for a while."""
    child.send(asking(chord_piece(), sampling=SamplingConfig(seed=seed)))
    notes: list[PartNote] = []
    for event in child.events(silence_s=_PATIENCE_S):
        if isinstance(event, NotesMade):
            if len(notes) <= at < len(notes) + len(event.notes):
                suspend(child.pid, seconds)
            notes += event.notes
        elif isinstance(event, AlternativeFinished | Failed):
            break
    return notes


# --- an import -------------------------------------------------------------------------------


def _imports(count: int, draw: random.Random, folder: Path, findings: Findings) -> None:
    files = imports.music(folder / "music", draw)
    for number in range(count):
        home = folder / f"home {number}"
        process = imports.start(folder / "music", home)
        for _ in range(draw.randint(1, 3)):
            time.sleep(draw.uniform(0.2, 2.0))
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGSTOP)
                time.sleep(draw.uniform(_SHORTEST_S, _LONGEST_S))
                os.killpg(process.pid, signal.SIGCONT)
                findings.counts["import suspended"] += 1
        imports.finish(process, findings, f"suspended import {number}")
        imports.look(home, findings, f"suspended import {number}", rows=files)


if __name__ == "__main__":
    sys.exit(run(trial))
