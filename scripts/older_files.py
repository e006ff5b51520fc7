"""Write files with earlier versions of Segue: `python scripts/older_files.py piece COMMIT…`.

`piece` writes a small piece into `tests/piece/older`, as the version of each commit wrote it, and a
JSON file of all that is in it, as that version saw it. `model` writes a model into
`tests/model/older`: of the kind that shipped then, with its card, only very small and untrained.
Tests open all of them with today's version. A version that changes a format adds the last commit
before it. Needs git and the history; the environment must be able to run that version.
"""

import argparse
import os
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Both are run by each version in its own tree; what it does not know yet it is not asked for.
PIECE_WRITER = """
import dataclasses, json, sys
from pathlib import Path

try:
    from engine.piece import composition as room, composition_file as file
except ImportError:
    from engine import composition as room
    try:
        from engine import composition_file as file
    except ImportError:
        file = room
try:
    from engine.piece import takes as taken
except ImportError:
    try:
        from engine import takes as taken
    except ImportError:
        taken = room
from engine import config, messages
from engine.music import score as music
try:
    from engine import request as asking
except ImportError:
    asking = None


def fields(kind):
    return getattr(kind, "__struct_fields__", None) or [f.name for f in dataclasses.fields(kind)]


def made(kind, **values):
    return kind(**{name: values[name] for name in fields(kind) if name in values})


def plain(value):
    if dataclasses.is_dataclass(value) or hasattr(value, "__struct_fields__"):
        names = [name for name in fields(type(value)) if not name.startswith("_")]
        return {name: plain(getattr(value, name)) for name in names}
    if isinstance(value, (tuple, list)):
        return [plain(each) for each in value]
    return value.hex() if isinstance(value, bytes) else value


def known(name, *values):
    kind = getattr(music, name, None)
    return (kind(*values),) if kind else ()


def note(tick, pitch, origin=0):
    loudness = 50 + pitch % 40
    return made(
        music.Note, start=tick, pitch=pitch, duration=210, velocity=loudness, origin=origin
    )


BAR = 1920
melody = made(
    music.Track, name="Flöte ♪", program=73,
    notes=tuple(note(240 * n, 60 + n * 7 % 24, 1 if n > 15 else 0) for n in range(24)),
    controls=(music.Control(0, 64, 127), music.Control(900, 64, 0), music.Control(960, 11, 77)),
    pitch_bends=(music.PitchBend(480, 1200), music.PitchBend(960, 0)),
    channel_pressures=known("ChannelPressure", 480, 60),
    others=known("Other", 0, 4, b"Flute in C"), port=1,
)
drums = made(
    music.Track, name="Schlagzeug", is_drum=True,
    notes=tuple(note(480 * n, 36 if n % 2 else 42) for n in range(12)),
)
score = made(
    music.Score, tracks=(melody, drums), title="Das “alte” Stück", composer="Ännchen Müller",
    tempos=(music.Tempo(0, 96.5), music.Tempo(BAR, 132.0)),
    time_signatures=(music.TimeSignature(0, 4, 4), music.TimeSignature(2 * BAR, 3, 4)),
    key_signatures=(music.KeySignature(0, -3, True),),
    markers=(music.Marker(0, "A"), music.Marker(BAR, "B: Übergang")),
)
sampling = made(
    config.SamplingConfig, temperature=1.24, top_k=40, top_p=0.9, seed=4071, echo=0.25
)
sliders = getattr(config, "SteeringConfig", None)
steering = made(sliders, busy=1.0, loudness=-0.5) if sliders else None
limits = dict(
    pitch_classes=(0, 2, 4, 5, 7, 9, 11), lowest=40, highest=90, max_voices=3, longest_copy=9
)


def take(number, **more):
    loose = dict(
        start=2 * BAR, sampling=sampling, steering=steering, roles=("write", "context"),
        following=4, remembered="", **limits,
    )
    if asking:
        kind = getattr(asking, "DrawingLimits", None) or getattr(asking, "Limits", None)
        ask = made(
            asking.Request, start=2 * BAR, bars=2, alternatives=2, best_of=5,
            roles=("write", "context"), sampling=sampling, steering=steering,
            limits=made(kind, **limits), following=4, since=BAR, harmony="held", planned=False,
            wish="busier", pattern=(0, BAR),
        )
        loose = dict(ask=ask, remembered=1)
    part = getattr(messages, "PartNote", None) or asking.PartNote
    notes = tuple(part(0, note(2 * BAR + 240 * n, 60 + number * n % 12, number)) for n in range(6))
    return made(
        taken.Take, number=number, request=1, parent=0, end=2 * BAR + 2880, notes=notes,
        model="Starter", seed=4070 + number, fit=-1.5, best_of=5, **loose, **more,
    )


piece = made(
    room.Composition, score=score, current_take=1,
    settings=(
        made(room.TrackSettings, role="write", colour=3, mix=made(
            messages.TrackMix, volume=90, pan=20, port="Synth: Out 1", channel=4, offset_s=-0.025)),
        made(room.TrackSettings, role="context", colour=5, mix=made(messages.TrackMix, mute=True)),
    ),
    takes=(take(1, state="accepted"), take(2, state="rejected", starred=True, symbol="♥",
        text="die andere"), take(3)),
    remembered=(
        made(music.Score, title="Aria", tracks=(made(music.Track, notes=(note(0, 64),)),)),
    ),
)
data = file.to_bytes(piece)
assert file.from_bytes(data) == piece if hasattr(file, "from_bytes") else True
Path(sys.argv[1]).write_bytes(data)
facts = json.dumps(plain(piece), ensure_ascii=False, indent=0, sort_keys=True)
Path(sys.argv[2]).write_text(facts + "\\n", encoding="utf-8")
"""


MODEL_WRITER = """
import dataclasses, json, sys
from pathlib import Path

import torch

from engine.model.checkpoint import save_model

try:
    from engine.model.description import config_of
except ImportError:
    from engine.model.checkpoint import _config as config_of
try:
    from engine.model.network import network_of
except ImportError:
    from engine.model.transformer_xl import TransformerXL as network_of

shipped = json.loads(Path("assets/models/starter/model.json").read_text(encoding="utf-8"))
torch.manual_seed(3)
small = dict(n_layer=1, d_model=16, n_head=2, d_head=8, d_inner=16, mem_len=8)
config = dataclasses.replace(config_of(shipped["model"], Path()), **small)
save_model(
    Path(sys.argv[1]), network_of(config), tokenizer=shipped["tokenizer"], card=shipped["card"],
    dtype="float16",
)
"""


def main() -> int:
    """Write a file for each commit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=("piece", "model"))
    parser.add_argument("commits", nargs="+")
    asked = parser.parse_args()
    older = ROOT / "tests" / asked.kind / "older"
    for commit in asked.commits:
        day = _git("log", "-1", "--format=%cd", "--date=format:%Y-%m-%d-%H%M", commit)
        if asked.kind == "piece":
            made = [older / f"{day}.segue", older / f"{day}.json"]
            run(commit, PIECE_WRITER, made)
        else:
            made = [older / day]
            run(commit, MODEL_WRITER, made)
        print(*made)
    return 0


def run(commit: str, code: str, made: Sequence[Path]) -> None:
    """Run code with the version of a commit.

    Args:
        commit: Its name.
        code: For Python.
        made: The files to make: the arguments of the code.
    """
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder)
        packed = tree / "tree.tar"
        wanted = ["engine", "assets/models/starter/model.json"]
        subprocess.check_call(["git", "archive", f"--output={packed}", commit, *wanted], cwd=ROOT)
        with tarfile.open(packed) as archive:
            archive.extractall(tree, filter="data")
        subprocess.check_call(
            [sys.executable, "-c", code, *map(str, made)],
            cwd=tree,
            env={**os.environ, "PYTHONPATH": str(tree)},
        )


def _git(*arguments: str) -> str:
    return subprocess.check_output(["git", *arguments], cwd=ROOT, text=True).strip()


if __name__ == "__main__":
    sys.exit(main())
