"""Find constructions in docstrings, comments and documents that a reader has to read twice.

python scripts/plain_english.py

`run.py lint` runs this and fails on each finding. A row of `BANNED` is a construction with advice.
The list is short on purpose: this project's text was once full of these constructions, and none of
them is ever needed.
"""

import ast
import re
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("app", "engine")
# Patterns, from the root.
DOCUMENTS = (
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "CODE_OF_CONDUCT.md",
    "docs/accessibility.md",
    "docs/commands.md",
    "docs/compare.md",
    "docs/features.md",
    "docs/figures.md",
    "docs/first-issues.md",
    "docs/flows.md",
    "docs/roadmap.md",
    "docs/source.md",
    "docs/trust.md",
    "docs/guide/*.md",
)

BANNED = (
    (re.compile(r"\bwho(so)?ever\b", re.IGNORECASE), "name the class or function that does it"),
    (re.compile(r"\b(is|are|was|were|be|been) told\b"), "say who sends it: “X sends Y to Z”"),
    (re.compile(r"\b(is|are|was|were|be|been) said\b"), "say who shows or writes it"),
    (re.compile(r"\blikelier\b"), "write “more likely”"),
    (
        re.compile(r"(?:\A|^\s*|[.:;] )(What|Who|Whatever)\b(?![^.]*\?)", re.MULTILINE),
        "begin with the noun: “The notes that …”, “A part that …”",
    ),
    (
        re.compile(r"(?:^|[.:;] )So (many|much|long|far|often|few)\b", re.MULTILINE),
        "begin with the noun: “Bars that …”, “Seconds until …”",
    ),
    (
        re.compile(r"(?:^|\. )(Asked|Told|Given|Said|Begun|Heard)\b[^.]*,", re.MULTILINE),
        "begin with the actor, not with a participle",
    ),
)


class Finding(NamedTuple):
    """One banned construction.

    Attributes:
        place: The file, from the root, and the line.
        text: The words that were found.
        advice: How to write it.
    """

    place: str
    text: str
    advice: str


def main() -> int:
    """Print each finding; return 1 if there is one."""
    findings = [*of_code(ROOT), *of_documents(ROOT)]
    for finding in findings:
        print(f"{finding.place}: “{' '.join(finding.text.split())}”: {finding.advice}")
    return 1 if findings else 0


def of_code(root: Path) -> Iterator[Finding]:
    """Yield what docstrings and comments of `FOLDERS` under `root` have."""
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*.py")):
            place = path.relative_to(root).as_posix()
            for line, text in prose_of(path):
                yield from findings_in(text, place=place, line=line)


def of_documents(root: Path) -> Iterator[Finding]:
    """Yield what `DOCUMENTS` under `root` have."""
    for pattern in DOCUMENTS:
        for path in sorted(root.glob(pattern)):
            place = path.relative_to(root).as_posix()
            yield from findings_in(path.read_text("utf-8"), place=place, line=1)


def prose_of(path: Path) -> Iterator[tuple[int, str]]:
    """Yield each docstring and comment of a Python file with the line that it begins in."""
    tree = ast.parse(path.read_text("utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and (
            docstring := ast.get_docstring(node, clean=False)
        ):
            yield node.body[0].lineno, docstring
    with tokenize.open(path) as file:
        for token in tokenize.generate_tokens(file.readline):
            if token.type == tokenize.COMMENT:
                yield token.start[0], token.string.lstrip("# ")


def findings_in(text: str, *, place: str, line: int) -> Iterator[Finding]:
    """Yield the banned constructions of a text that begins in this line of a file."""
    for pattern, advice in BANNED:
        for match in pattern.finditer(text):
            at = line + text.count("\n", 0, match.start())
            yield Finding(f"{place}:{at}", match.group().strip(), advice)


if __name__ == "__main__":
    sys.exit(main())
