"""Train the network that hears beats in played music.

    python scripts/starter/train_beats.py songs DATA STORE
    python scripts/starter/train_beats.py train STORE RUN
    cp RUN/beats.safetensors assets/models/

It learns from written music with right bar lines, rendered anew in each step (`performances.py`),
and from POP909's training songs with their annotated beats. The validation songs of both choose
the checkpoint.
"""

import argparse
import json
import math
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import save_file
from torch import Tensor, nn

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from performances import Performance, Written, perform, written

from benchmarks.beat_songs import SOURCES, learned_files
from engine.beats.features import FRAMES_A_SECOND, WIDTH, features_of
from engine.beats.network import BLOCKS, CHANNELS, HEADS, KERNEL
from engine.beats.notes import PlayedNotes, notes_of
from engine.ground.errors import SegueError
from engine.midi.file.midifile import read_midi

CROP_S = 40.0
BATCH = 8
# A song with annotated beats is heard as often as this many rendered ones.
PLAYED_SHARE = 0.2


def songs(data: Path, store: Path) -> None:
    """Write the notes and beats of the songs, `store`/train.npz and valid.npz."""
    store.mkdir(parents=True, exist_ok=True)
    for split in ("train", "valid"):
        arrays: dict[str, np.ndarray] = {}
        for number, piece in enumerate(_written(data, split)):
            for field in Written.__slots__:
                arrays[f"w{number}.{field}"] = np.asarray(getattr(piece, field))
        for number, played in enumerate(_annotated(data / "music/pop909", split)):
            arrays |= {
                f"p{number}.beats_s": played.beats_s,
                f"p{number}.down": played.down,
                **{f"p{number}.{f}": getattr(played.notes, f) for f in PlayedNotes.__slots__},
            }
        np.savez_compressed(store / f"{split}.npz", **arrays)
        print(split, len({name.split(".")[0] for name in arrays}), "songs")


def _written(data: Path, split: str) -> Iterator[Written]:
    for source in SOURCES:
        for path in learned_files(data / "clean" / source / split):
            try:
                piece = written(read_midi(path.read_bytes()).score)
            except SegueError:
                continue
            if len(piece.beats) >= 16:
                yield piece


def _annotated(folder: Path, split: str) -> Iterator[Performance]:
    for path in sorted((folder / split).glob("*.mid")):
        rows = np.loadtxt(folder / "beats" / f"{path.stem}.txt")
        yield Performance(
            notes_of(read_midi(path.read_bytes()).score),
            rows[:, 0],
            rows[:, 2] > 0,
            np.zeros(len(rows), np.bool_),
        )


class _Songs:
    """Draws crops of rendered and annotated songs."""

    def __init__(self, path: Path) -> None:
        with np.load(path, allow_pickle=False) as arrays:
            found = {name: arrays[name] for name in arrays.files}
        names = sorted({name.split(".")[0] for name in found})
        self._written = [
            Written(
                **{f: found[f"{name}.{f}"] for f in Written.__slots__ if f != "bpm"},
                bpm=float(found[f"{name}.bpm"]),
            )
            for name in names
            if name[0] == "w"
        ]
        self._played = [
            Performance(
                PlayedNotes(**{f: found[f"{name}.{f}"] for f in PlayedNotes.__slots__}),
                found[f"{name}.beats_s"],
                found[f"{name}.down"],
                np.zeros(len(found[f"{name}.down"]), np.bool_),
            )
            for name in names
            if name[0] == "p"
        ]

    def crop(self, random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        """Return features (frames, WIDTH) and targets (frames, HEADS) of one crop."""
        if random.random() < PLAYED_SHARE:
            song = _varied(self._played[random.integers(len(self._played))], random)
        else:
            piece = self._written[random.integers(len(self._written))]
            song = perform(_part(piece, random), random)
        end = float(song.notes.start_s.max())
        begin = random.uniform(0, max(0.0, end - CROP_S)) - 1.0
        return _crop(song, begin)


def _part(piece: Written, random: np.random.Generator) -> Written:
    """Return about the beats of a crop, so that long pieces cost no more than short ones."""
    count = int(CROP_S * 4)
    if len(piece.beats) <= count:
        return piece
    first = int(random.integers(0, len(piece.beats) - count))
    low, high = piece.beats[first], piece.beats[first + count - 1]
    inside = (piece.start >= low) & (piece.start < high)
    if inside.sum() < 20:
        return piece
    beats = slice(first, first + count)
    return Written(
        start=piece.start[inside],
        end=piece.end[inside],
        pitch=piece.pitch[inside],
        velocity=piece.velocity[inside],
        drum=piece.drum[inside],
        beats=piece.beats[beats],
        down=piece.down[beats],
        triple=piece.triple[beats],
        bpm=piece.bpm,
    )


def _varied(song: Performance, random: np.random.Generator) -> Performance:
    """Return a played song faster or slower, in another key, a little less exact."""
    rate = float(np.exp(random.normal(0, 0.15)))
    notes, shift = song.notes, int(random.integers(-5, 7))
    count = len(notes)
    jitter = random.normal(0, 0.012 * random.random(), count)
    start_s = np.maximum(notes.start_s * rate + jitter, 0)
    order = np.argsort(start_s, kind="stable")
    length = (notes.end_s - notes.start_s) * rate * random.uniform(0.6, 1.05)
    moved = PlayedNotes(
        start_s=start_s[order],
        end_s=(start_s + length)[order],
        pitch=np.where(notes.drum, notes.pitch, notes.pitch + shift)[order],
        velocity=notes.velocity[order],
        drum=notes.drum[order],
    )
    return Performance(moved, song.beats_s * rate, song.down, song.triple)


def _crop(song: Performance, begin: float) -> tuple[np.ndarray, np.ndarray]:
    notes = song.notes
    inside = (notes.start_s >= max(begin, 0)) & (notes.start_s < begin + CROP_S)
    chosen = notes.chosen(inside)
    moved = PlayedNotes(
        start_s=chosen.start_s - begin,
        end_s=chosen.end_s - begin,
        pitch=chosen.pitch,
        velocity=chosen.velocity,
        drum=chosen.drum,
    )
    frames = round(CROP_S * FRAMES_A_SECOND) + 1
    features = features_of(moved, seconds_s=CROP_S)[:frames]
    targets = np.full((frames, HEADS), -1.0, np.float32)
    targets[:, 0] = 0
    at = (song.beats_s - begin) * FRAMES_A_SECOND
    which = (at >= 1) & (at < frames - 2)
    for place, down, triple in zip(at[which], song.down[which], song.triple[which], strict=True):
        frame = round(place)
        targets[frame - 1 : frame + 2, 0] = np.maximum(
            targets[frame - 1 : frame + 2, 0], (0.35, 1.0, 0.35)
        )
        targets[frame, 1], targets[frame, 2] = down, triple
    return features, targets


class Network(nn.Module):
    """The network of `engine/beats/network.py` in PyTorch."""

    def __init__(self) -> None:
        super().__init__()
        self.enter = nn.Linear(WIDTH, CHANNELS)
        self.blocks = nn.ModuleList(
            nn.Conv1d(CHANNELS, CHANNELS, KERNEL, dilation=2**n, padding=2**n * (KERNEL // 2))
            for n in range(BLOCKS)
        )
        self.mixes = nn.ModuleList(nn.Linear(CHANNELS, CHANNELS) for _ in range(BLOCKS))
        self.leave = nn.Linear(CHANNELS, HEADS)
        self.dropout = nn.Dropout(0.05)

    def forward(self, features: Tensor) -> Tensor:
        """Return logits (rows, frames, HEADS) of features (rows, frames, WIDTH)."""
        hidden = nn.functional.elu(self.enter(features))
        for block, mix in zip(self.blocks, self.mixes, strict=True):
            heard = nn.functional.elu(block(hidden.transpose(1, 2))).transpose(1, 2)
            hidden = hidden + mix(self.dropout(heard))
        return self.leave(hidden)

    def exported(self) -> dict[str, Tensor]:
        """Return the weights by the names that the program reads."""
        named = {
            "in.weight": self.enter.weight,
            "in.bias": self.enter.bias,
            "out.weight": self.leave.weight,
            "out.bias": self.leave.bias,
        }
        for n, (block, mix) in enumerate(zip(self.blocks, self.mixes, strict=True)):
            named |= {f"{n}.weight": block.weight, f"{n}.bias": block.bias}
            named |= {f"{n}.mix.weight": mix.weight, f"{n}.mix.bias": mix.bias}
        return {name: value.detach().contiguous().clone() for name, value in named.items()}


def loss_of(logits: Tensor, targets: Tensor) -> Tensor:
    """Return the cross entropy of the beats of all frames and of the other heads at beats."""
    bce = nn.functional.binary_cross_entropy_with_logits
    beats = bce(logits[..., 0], targets[..., 0])
    at = targets[..., 1] >= 0
    if not at.any():
        return beats
    return beats + 0.1 * sum(bce(logits[..., n][at], targets[..., n][at]) for n in (1, 2))


def train(store: Path, run: Path, *, steps: int, rate: float) -> None:
    """Train, going on where a run was stopped; every 200 steps a checkpoint and a line of log."""
    run.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(1)
    network = Network()
    optimizer = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=0.01)
    state, first = run / "state.pt", 0
    if state.exists():
        saved = torch.load(state, weights_only=True)
        network.load_state_dict(saved["network"])
        optimizer.load_state_dict(saved["optimizer"])
        first = saved["step"]
    training, valid = _Songs(store / "train.npz"), _valid(_Songs(store / "valid.npz"))
    began = time.process_time()
    total = 0.0
    for step in range(first, steps):
        for group in optimizer.param_groups:
            warm = min(1.0, (step + 1) / 100)
            group["lr"] = rate * warm * 0.5 * (1 + math.cos(math.pi * step / steps))
        random = np.random.default_rng([20261126, step])
        crops = [training.crop(random) for _ in range(BATCH)]
        features = torch.from_numpy(np.stack([crop[0] for crop in crops]))
        targets = torch.from_numpy(np.stack([crop[1] for crop in crops]))
        loss = loss_of(network(features), targets)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        total += float(loss.detach())
        if (step + 1) % 200 == 0 or step + 1 == steps:
            network.eval()
            with torch.no_grad():
                worth = float(np.mean([float(loss_of(network(f), t)) for f, t in valid]))
            network.train()
            line = {
                "step": step + 1,
                "train": total / 200,
                "valid": worth,
                "cpu_s": time.process_time() - began,
            }
            print(json.dumps(line), flush=True)
            total = 0.0
            torch.save(
                {
                    "network": network.state_dict(),
                    "optimizer": optimizer.state_dict(),
                    "step": step + 1,
                },
                state,
            )
            save_file(network.exported(), run / "beats.safetensors")


def _valid(songs: _Songs) -> list[tuple[Tensor, Tensor]]:
    random = np.random.default_rng(5)
    crops = [songs.crop(random) for _ in range(96)]
    return [(torch.from_numpy(f)[None], torch.from_numpy(t)[None]) for f, t in crops]


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    collect = commands.add_parser("songs")
    collect.add_argument("data", type=Path)
    collect.add_argument("store", type=Path)
    learn = commands.add_parser("train")
    learn.add_argument("store", type=Path)
    learn.add_argument("run", type=Path)
    learn.add_argument("--steps", type=int, default=6000)
    learn.add_argument("--rate", type=float, default=2e-3)
    arguments = parser.parse_args()
    if arguments.command == "songs":
        songs(arguments.data, arguments.store)
    else:
        train(arguments.store, arguments.run, steps=arguments.steps, rate=arguments.rate)


if __name__ == "__main__":
    main()
