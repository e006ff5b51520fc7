"""Print the ten largest files of Segue, with how many of its modules each one imports.

python scripts/largest_files.py

Nothing fails here. A file is divided where it has two concepts, not where it has many lines; one
that imports very many modules may know too much.
"""

import ast
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("app", "benchmarks", "engine", "packaging", "scripts", "tests")
SHOWN = 10


class Size(NamedTuple):
    """How large a file is.

    Attributes:
        lines: All of its lines.
        fan_out: How many modules of Segue it imports, wherever in it.
        place: Its path from the root.
    """

    lines: int
    fan_out: int
    place: str


def main() -> None:
    """Print a table, the largest file first."""
    print("Largest files:  lines  imports of ours")
    for size in largest(ROOT):
        print(f"  {size.lines:5}  {size.fan_out:3}  {size.place}")


def largest(root: Path, count: int = SHOWN) -> list[Size]:
    """Return the largest Python files under `root`, the largest first."""
    texts = {
        path.relative_to(root).as_posix(): path.read_text(encoding="utf-8")
        for folder in FOLDERS
        for path in (root / folder).rglob("*.py")
    }
    lines = sorted(((len(text.splitlines()), place) for place, text in texts.items()), reverse=True)
    # Only these are parsed, for parsing all of them takes seconds.
    return [
        Size(number, len(imported(texts[place], root)), place) for number, place in lines[:count]
    ]


def imported(text: str, root: Path) -> set[str]:
    """Return the modules under `root` that a source imports, by their dotted names."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names if _is_module(alias.name, root)}
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                found.add(inner if _is_module(inner, root) else node.module)
    return {name for name in found if _is_module(name, root)}


def _is_module(name: str, root: Path) -> bool:
    path = root / name.replace(".", "/")
    return path.with_suffix(".py").is_file() or (path / "__init__.py").is_file()


if __name__ == "__main__":
    main()
