"""Measure how hard README and the user guide are to read.

    python scripts/reading_age.py [--revision COMMIT]

Needs `textstat==0.7.3`, which no requirement of the project names: install it into an environment
of its own. Tables, headings, code and pictures are left out. A passive is a form of *be* with a
participle; a regular expression finds it and also takes some adjectives for one.
"""

import argparse
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

import textstat

ROOT = Path(__file__).resolve().parents[1]
# A sentence of so many words is long.
LONG = 26
_IRREGULAR = (
    "been begun bent bound broken brought built caught chosen come cut dealt done drawn "
    "driven fallen felt found forgotten given gone grown had heard held hidden kept known "
    "laid learnt led left lent lit lost made meant met paid put read ridden risen run said "
    "seen sent set shown shut sold spent spoken stood struck sung taken taught thought thrown "
    "told understood used won worn written"
)
_PASSIVE = re.compile(
    r"\b(am|is|are|was|were|be|been|being)\b"
    r"( (not|also|always|never|then|still|only|already|once|just|so|\w+ly))?"
    rf" (\w+ed|{'|'.join(_IRREGULAR.split())})\b",
    re.IGNORECASE,
)
_MARKDOWN = (
    (re.compile(r"```.*?```", re.DOTALL), ""),
    (re.compile(r"^(:::|\||#).*$", re.MULTILINE), ""),
    (re.compile(r"!\[[^\]]*\]\([^)]*\)"), ""),
    (re.compile(r"\[([^\]]*)\]\([^)]*\)"), r"\1"),
    (re.compile(r"\{kbd\}|[`*_]"), ""),
    (re.compile(r"^\s*([-:]|\d+\.) +", re.MULTILINE), ""),
    # A paragraph ends a sentence, also where it has no full stop.
    (re.compile(r"\n[ \t]*\n"), ".\n\n"),
    (re.compile(r"([.:!?])\."), r"\1"),
    (re.compile(r"[ \n]+"), " "),
)


@dataclass(frozen=True)
class Reading:
    """Figures of a text.

    Args:
        words: All words.
        sentence: Words in a sentence, on average.
        long: Share of sentences over 25 words.
        grade: Years of school (Flesch and Kincaid).
        passive: Share of sentences with a passive.
    """

    words: int
    sentence: float
    long: float
    grade: float
    passive: float


def reading(markdown: str) -> Reading:
    """Return the figures of a page."""
    text = markdown
    for pattern, new in _MARKDOWN:
        text = pattern.sub(new, text)
    sentences = [s for s in re.split(r"(?<=[.!?])\s+", text) if len(re.findall(r"\w+", s)) > 1]
    lengths = [len(re.findall(r"[\w'’]+", sentence)) for sentence in sentences]
    return Reading(
        words=sum(lengths),
        sentence=sum(lengths) / len(lengths),
        long=sum(length >= LONG for length in lengths) / len(lengths),
        grade=textstat.flesch_kincaid_grade(text),
        passive=sum(bool(_PASSIVE.search(s)) for s in sentences) / len(sentences),
    )


def main() -> None:
    """Print a table of all pages, and of all together."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--revision", help="a commit, in place of the files that are here")
    asked = parser.parse_args()
    guide = sorted((ROOT / "docs" / "guide").glob("*.md"))
    pages = ["README.md", *(f"docs/guide/{path.name}" for path in guide if path.stem != "keys")]
    texts = {Path(page).stem: _text(page, asked.revision) for page in pages}
    print("| page | words | a sentence | over 25 | school years | passive |")
    print("| --- | --- | --- | --- | --- | --- |")
    for name, text in (*texts.items(), ("all", "\n\n".join(texts.values()))):
        made = reading(text)
        print(
            f"| {name} | {made.words:,} | {made.sentence:.1f} | {made.long:.0%} | "
            f"{made.grade:.1f} | {made.passive:.0%} |"
        )


def _text(page: str, revision: str | None) -> str:
    if revision is None:
        return (ROOT / page).read_text(encoding="utf-8")
    command = ["git", "show", f"{revision}:{page}"]
    return subprocess.check_output(command, text=True, cwd=ROOT)


if __name__ == "__main__":
    main()
