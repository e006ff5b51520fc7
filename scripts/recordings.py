"""Write docs/sounds: `python scripts/recordings.py [--demo]` from the repository's root.

The README links three recordings. Each has the first eight bars of a demo piece, then eight bars
that the starter model wrote; a MIDI file beside it has the same notes. `--demo` runs `segue demo`
instead (it trains, and takes some minutes), and keeps a picture and a recording of its result.
Run it again when the starter, a demo piece or the sound bank changes.

The pieces of the start page (`assets/continued`) are not recorded. They stop on the dominant or in
the middle, for one goes on in the window; a recording should close. Four new bars of the canon are
old ones, too, and in bar 13 of `night-drive` half of the band drops out.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import soundfile  # noqa: E402 - after the path

from engine.cli.continuing import continue_piece, midi_of  # noqa: E402
from engine.cli.demonstration import PROMPT_BARS  # noqa: E402
from engine.cli.pieces import bar_line, read_piece  # noqa: E402
from engine.ground.paths import demo_pieces, user_paths  # noqa: E402
from engine.playback.files.exporting import export_audio  # noqa: E402
from engine.playback.sound.bank import shipped_bank  # noqa: E402
from engine.playback.sound.loudness import LoudnessMeter  # noqa: E402
from engine.request import BEST_OF, Request  # noqa: E402
from engine.values.config import SamplingConfig  # noqa: E402
from engine.values.score import Score  # noqa: E402
from engine.values.time import TempoMap  # noqa: E402

SOUNDS = ROOT / "docs" / "sounds"
PICTURE = ROOT / "docs" / "images" / "demo.png"
BARS = 8
LARGEST_BYTES = 400_000
# Vorbis, from libsndfile's usual quality down: the first at which a file is small enough.
_COMPRESSIONS = (0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9)
# libsndfile's Vorbis encoder needs stack space for each frame of a call.
_FRAMES_AT_ONCE = 4096
# The demo's new bars are heard after the last phrase before them.
_DEMO_BARS_BEFORE = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """A demo piece, and the seed of its continuation.

    The program draws eight candidates from a seed on and takes the best one. Seeds 1, 9, 17, 25, 33
    and 41 share no candidate. They gave six answers for each of eight demo pieces. These three were
    chosen by figures (`engine.evaluation.musicality`) and by their notes: harmony that goes
    somewhere, the texture of the first bars, a melody that is no copy, a cadence.
    """

    piece: str
    seed: int


RECORDED = (
    Recorded(piece="morning-pages", seed=17),
    Recorded(piece="waltz-for-two", seed=17),
    Recorded(piece="blue-hour", seed=33),
)


def continued(recorded: Recorded) -> bytes:
    """Return the first bars of a piece and the starter's bars after them, as a MIDI file."""
    composition = read_piece(demo_pieces() / f"{recorded.piece}.mid")
    request = Request(
        start=bar_line(BARS + 1, composition.score),
        bars=BARS,
        alternatives=1,
        best_of=BEST_OF,
        sampling=SamplingConfig(seed=recorded.seed),
        # The button “End it”: the last bars are a cadence.
        wish="end",
    )
    made = continue_piece(
        composition, request, model="starter", paths=user_paths(), report=lambda *_: None
    )
    return midi_of(made.alternatives[0])


def record(score: Score, target: Path, *, begins: int) -> None:
    """Write a score as OGG with the loudness of an export, and print its figures.

    The sound bank is the one that ships: another one of the system would sound otherwise.

    Args:
        score: The score.
        target: The file.
        begins: Tick where Segue's bars begin.

    Raises:
        SystemExit: The file would be larger than `LARGEST_BYTES`.
    """
    with tempfile.TemporaryDirectory() as folder:
        whole = Path(folder) / "whole.wav"
        for _ in export_audio(score, whole, bank=str(shipped_bank())):
            pass
        frames, rate = soundfile.read(whole, dtype="float32")
    for compression in _COMPRESSIONS:
        with soundfile.SoundFile(
            target,
            "w",
            samplerate=rate,
            channels=2,
            format="OGG",
            subtype="VORBIS",
            compression_level=compression,
        ) as file:
            file.title, file.software = score.title or target.stem, "Segue"
            for start in range(0, len(frames), _FRAMES_AT_ONCE):
                file.write(frames[start : start + _FRAMES_AT_ONCE])
        if target.stat().st_size < LARGEST_BYTES:
            break
    else:
        size = target.stat().st_size
        target.unlink()
        raise SystemExit(f"‘{target.name}’ has {size:,} bytes, and {LARGEST_BYTES:,} are too many.")
    meter = LoudnessMeter(rate)
    meter.add(soundfile.read(target, dtype="float32")[0])
    tempo = TempoMap.of(score)
    print(
        f"{target.name:20} {target.stat().st_size:7,} bytes (compression {compression}),"
        f" {len(frames) / rate:.1f} s, the notes end at {tempo.seconds_at(score.end):.1f} s,"
        f" Segue begins at {tempo.seconds_at(begins):.1f} s,"
        f" {meter.integrated():.1f} LUFS, peak {meter.peak_db:.1f} dB",
        flush=True,
    )


def excerpt(score: Score, *, start: int) -> Score:
    """Return what begins at a tick or later, from tick 0 on."""
    return score.between(start, score.end).at_ticks(lambda tick: max(0, tick - start))


def record_pieces() -> None:
    """Continue and record each piece of `RECORDED`."""
    for recorded in RECORDED:
        notes = SOUNDS / f"{recorded.piece}.mid"
        notes.write_bytes(continued(recorded))
        score = read_piece(notes).score
        record(score, notes.with_suffix(".ogg"), begins=bar_line(BARS + 1, score))


def record_demo(seed: int) -> None:
    """Run the program's demo; keep its notes, its picture, and a recording of its new bars."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "engine", "demo", "--out", folder, "--seed", str(seed)]
        # Nobody listens; the demo still plays, against the clock.
        silent = {**os.environ, "SEGUE_AUDIO_BACKEND": "null"}
        subprocess.run(command, cwd=ROOT, env=silent, check=True)
        notes = SOUNDS / "demo.mid"
        notes.write_bytes((Path(folder) / "continuation.mid").read_bytes())
        PICTURE.write_bytes((Path(folder) / "continuation.png").read_bytes())
    score = read_piece(notes).score
    start = bar_line(PROMPT_BARS + 1 - _DEMO_BARS_BEFORE, score)
    begins = bar_line(PROMPT_BARS + 1, score) - start
    record(excerpt(score, start=start), notes.with_suffix(".ogg"), begins=begins)


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the recordings and say what they are."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--demo", action="store_true", help="of a result of `segue demo`")
    parser.add_argument("--seed", type=int, default=1, help="of the demo (1)")
    wanted = parser.parse_args(arguments)
    SOUNDS.mkdir(exist_ok=True)
    if wanted.demo:
        record_demo(wanted.seed)
    else:
        record_pieces()


if __name__ == "__main__":
    main()
