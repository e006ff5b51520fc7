"""Compare the lines of each room with its budget in pyproject.toml.

python scripts/budgets.py           # rooms past their budgets, and rooms without one
python scripts/budgets.py --all     # each room with its lines and its budget

`[tool.segue.budgets]` has the lines of Python that a folder may have, and the words that all
documents together may have. A commit that raises a budget says why in its body.
"""

import argparse
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# Folders whose rooms have budgets of their own; the others have one as a whole.
PARENTS = ("app", "engine")
DOCUMENTS = "documents, words"


def main() -> int:
    """Print what passes its budget; return 1 where anything does."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--all", action="store_true", help="print each room")
    shows_all = parser.parse_args().all
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    budgets: Mapping[str, int] = settings["tool"]["segue"]["budgets"]
    listed = subprocess.check_output(["git", "ls-files"], cwd=ROOT, text=True).splitlines()
    found = sizes(ROOT, listed)
    past = list(faults(found, budgets))
    for room, size in sorted(found.items()) if shows_all else ():
        print(f"{room:24} {size:7,} of {budgets.get(room, 0):7,}")
    for line in past:
        print(line, file=sys.stderr)
    return 1 if past else 0


def sizes(root: Path, files: list[str]) -> Mapping[str, int]:
    """Return the lines of each room, and the words of all documents.

    Args:
        root: Of the repository.
        files: Paths below it.
    """
    found: Counter[str] = Counter()
    for name in files:
        path = root / name
        if not path.is_file():
            continue
        if path.suffix == ".py":
            found[room_of(name)] += path.read_text("utf-8").count("\n")
        elif path.suffix == ".md":
            found[DOCUMENTS] += len(path.read_text("utf-8").split())
    return found


def room_of(name: str) -> str:
    """Return the room of a Python file, such as `engine/values` or `tests`."""
    parts = name.split("/")
    if parts[0] in PARENTS:
        return "/".join(parts[:2]) if len(parts) > 2 else parts[0]
    return parts[0]


def faults(found: Mapping[str, int], budgets: Mapping[str, int]) -> Iterator[str]:
    """Yield a sentence for each room that passes its budget or has none."""
    for room, size in sorted(found.items()):
        if room not in budgets:
            yield f"{room} has no budget in pyproject.toml; it has {size:,} lines."
        elif size > budgets[room]:
            yield f"{room} has {size:,} lines; its budget in pyproject.toml is {budgets[room]:,}."
    for room in sorted(budgets.keys() - found.keys()):
        yield f"{room} has a budget in pyproject.toml and is not there."


if __name__ == "__main__":
    raise SystemExit(main())
