"""What memory is worth, by twins: equal songs in equal order, equal updates and equal time.

    python scripts/research/memory_twins.py run STORE FOLDER [--hours 6] [--arms NAME...]
    python scripts/research/memory_twins.py report FOLDER
    python scripts/research/memory_twins.py report FOLDER --final STORE [--arms NAME...]

`run` trains the arms of `twin_arms.py` stage by stage, until each twin has had so many hours of
processor time. The twins of a stage take turns, a slice of ten minutes of processor time each, so
that they can be compared at any time. It is one process of one thread. SIGTERM and Ctrl-C end it
after the update that it is at, and the same command goes on from there, to the same numbers; a
kill loses at most nine minutes.

`report` prints what was found so far as tables: nats a note on one half of the held-out songs, at
equal updates and at equal processor time. `--final` judges the weights that were kept at the
latest marks that all arms have reached, on the other half: nats a note by context, the effective
context in notes and bars, likeness of bars by lag in what is drawn, and what both sides of a gap
are worth.

STORE is what `scripts/starter/train_starter.py prepare` makes.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent))

from twin_arms import ARMS, STAGES, Shape
from twin_report import final_tables, tables
from twin_training import Marks, Twin

from engine.config import TokenizerConfig
from engine.locking import lock
from engine.model.network.processor import use_processor
from engine.tokens.store import TokenStore, open_store
from engine.tokens.tokenizer import Tokenizer
from engine.training.state import latest_checkpoint, values_of
from engine.training.stopping import stopping

Stage = Sequence[tuple[str, int]]


def twin_folder(folder: Path, arm: str, seed: int) -> Path:
    """Return where the twin of an arm and a seed is."""
    return folder / f"{arm}.{seed}"


def songs_of(store: Path) -> TokenStore:
    """Return the songs, said by a tokenizer that can say gaps."""
    opened = open_store(store, verify=False)
    return opened.said_by(Tokenizer(TokenizerConfig(any_order=True)))


def stages_of(arms: Sequence[str], seeds: Sequence[int]) -> Iterator[Stage]:
    """Yield the stages, each with those of its twins that are asked for.

    Args:
        arms: Their names; none asks for all.
        seeds: None asks for all.
    """
    for names, seed in STAGES:
        stage = [(name, seed) for name in names if not arms or name in arms]
        if stage and (not seeds or seed in seeds):
            yield stage


def trained(
    store: TokenStore,
    folder: Path,
    stage: Stage,
    *,
    hours: float,
    shape: Shape,
    marks: Marks,
    stopped: Callable[[], bool],
) -> bool:
    """Train the twins of a stage in turns; return whether all have had their time.

    Args:
        store: Songs.
        folder: Of all twins.
        stage: Arm and seed of each.
        hours: Of processor time for each twin.
        shape: What all arms share.
        marks: When they are judged.
        stopped: Whether to save and end.
    """
    seconds = {twin: _seconds_of(twin_folder(folder, *twin)) for twin in stage}
    while not stopped():
        least = min(stage, key=lambda twin: seconds[twin])
        if seconds[least] >= 3600 * hours:
            return True
        arm, seed = least
        began = time.process_time()
        twin = Twin(
            ARMS[arm],
            shape,
            marks,
            seed=seed,
            store=store,
            folder=twin_folder(folder, arm, seed),
        )
        opened = time.process_time() - began
        twin.advance(stopped)
        seconds[least] = twin.seconds
        spent = time.process_time() - began
        print(
            f"{time.strftime('%Y-%m-%d %H:%M:%S')} {arm}.{seed}: update {twin.updates},"
            f" {twin.seconds / 3600:.2f} h; the slice {spent:.0f} s, {opened:.0f} s of it to open",
            flush=True,
        )
        del twin
    return False


def _seconds_of(folder: Path) -> float:
    """Return the processor time that a twin has had at its last checkpoint."""
    found = latest_checkpoint(folder)
    return 0.0 if found is None else float(values_of(found)["run"]["elapsed_s"])


def run(arguments: argparse.Namespace) -> None:
    """Train."""
    use_processor(threads=1)
    arguments.folder.mkdir(parents=True, exist_ok=True)
    stages = list(stages_of(arguments.arms, arguments.seed))
    store = songs_of(arguments.store)
    with (arguments.folder / "lock").open("a") as file, stopping() as stopped:
        try:
            lock(file.fileno())
        except BlockingIOError:
            raise SystemExit("Another process trains the twins in this folder.") from None
        for stage in stages:
            if not trained(
                store,
                arguments.folder,
                stage,
                hours=arguments.hours,
                shape=Shape(),
                marks=Marks(),
                stopped=stopped,
            ):
                print("Stopped; the same command goes on from here.", flush=True)
                return


def report(arguments: argparse.Namespace) -> None:
    """Print tables."""
    asked = arguments.arms
    folders = {
        (name, seed): twin_folder(arguments.folder, name, seed)
        for seed in sorted({seed for _, seed in STAGES})
        for name in ARMS
        if (not asked or name in asked) and twin_folder(arguments.folder, name, seed).is_dir()
    }
    lines = tables(folders)
    if arguments.final:
        use_processor(threads=1)
        lines = final_tables(folders, songs_of(arguments.final))
    for line in lines:
        print(line, flush=True)


def main() -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("run")
    command.add_argument("store", type=Path)
    command.add_argument("folder", type=Path)
    command.add_argument("--hours", type=float, default=6.0, help="of processor, for each twin (6)")
    command.add_argument("--arms", nargs="+", choices=ARMS, default=[])
    command.add_argument("--seed", nargs="+", type=int, default=[])
    command.set_defaults(do=run)
    command = commands.add_parser("report")
    command.add_argument("folder", type=Path)
    command.add_argument("--final", type=Path, metavar="STORE", help="judge the weights kept")
    command.add_argument("--arms", nargs="+", choices=ARMS, default=[])
    command.set_defaults(do=report)
    arguments = parser.parse_args()
    arguments.do(arguments)


if __name__ == "__main__":
    main()
