"""The signs of ABC for written marks, one table for reading and for writing them."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from engine.form.interpretation import DYNAMICS, STROKES
from engine.gate.words import printable
from engine.notation.page import DirectionMark
from engine.values.events import DirectionKind
from engine.values.mark_kinds import Mark

# A row: the mark, the decoration that is written for it, others that mean it, its letter if it has
# one. An Irish roll is a turn here.
_TABLE = (
    ("staccato", "staccato", "", "."),
    ("staccatissimo", "wedge", "", ""),
    ("tenuto", "tenuto", "", ""),
    ("accent", "accent", "> emphasis", "L"),
    ("strong-accent", "marcato", "^", ""),
    ("breath-mark", "breath", "", ""),
    ("scoop", "slide", "", ""),
    ("trill-mark", "trill", "", "T"),
    ("turn", "turn", "roll turnx", "~"),
    ("inverted-turn", "invertedturn", "invertedturnx", ""),
    ("mordent", "lowermordent", "mordent", "M"),
    ("inverted-mordent", "uppermordent", "pralltriller", "P"),
    ("up-bow", "upbow", "", "u"),
    ("down-bow", "downbow", "", "v"),
    ("open-string", "open", "", ""),
    ("thumb-position", "thumb", "", ""),
    ("snap-pizzicato", "snap", "", ""),
    ("stopped", "plus", "+", ""),
    ("fermata", "fermata", "invertedfermata", "H"),
    ("arpeggiate", "arpeggio", "", ""),
    ("wavy-line-start", "trill(", "", ""),
    ("wavy-line-stop", "trill)", "", ""),
)
_FINGERS = tuple("012345")
# By what stands between exclamation marks, and by letter.
DECORATIONS: Mapping[str, Mark] = MappingProxyType(
    {name: Mark(mark) for mark, own, others, _ in _TABLE for name in (own, *others.split())}
    | {finger: Mark("fingering", finger) for finger in _FINGERS}
)
LETTERS: Mapping[str, Mark] = MappingProxyType(
    {letter: Mark(mark) for mark, _, _, letter in _TABLE if letter}
)
# (kind, number) by decoration: two hairpins may overlap.
HAIRPINS: Mapping[str, tuple[DirectionKind, str]] = MappingProxyType(
    {
        "crescendo(": ("crescendo", "1"),
        "<(": ("crescendo", "1"),
        "crescendo)": ("hairpin-end", "1"),
        "<)": ("hairpin-end", "1"),
        "diminuendo(": ("diminuendo", "2"),
        ">(": ("diminuendo", "2"),
        "diminuendo)": ("hairpin-end", "2"),
        ">)": ("hairpin-end", "2"),
    }
)
_WRITTEN: Mapping[str, str] = MappingProxyType({mark: own for mark, own, _, _ in _TABLE})
SLURS = frozenset({"slur-start", "slur-stop"})


def sign_of(mark: Mark) -> str:
    """Return the sign before a note that means a mark; empty where ABC has none."""
    if mark.name == "staccato":
        return "."
    if mark.name == "fingering":
        return f"!{mark.detail}!" if mark.detail in _FINGERS else ""
    own = _WRITTEN.get(mark.name, "")
    return f"!{own}!" if own else ""


def has_sign(mark: Mark) -> bool:
    """Return whether ABC can write a mark."""
    return mark.name in SLURS or bool(sign_of(mark))


def is_dynamic(name: str) -> bool:
    """Return whether a decoration says how loud it is."""
    return name in DYNAMICS or name in STROKES


class HairpinSigns:
    """Gives the ends of hairpins their decorations: each end has the kind of its beginning."""

    def __init__(self) -> None:
        self._open: dict[str, str] = {}

    def sign(self, mark: DirectionMark) -> str:
        """Return the decoration of a hairpin's end; empty for another mark, and for half a one."""
        if mark.kind == "hairpin-end":
            begun = self._open.pop(mark.text, "")
            return f"!{begun})!" if begun else ""
        if mark.kind not in {"crescendo", "diminuendo"}:
            return ""
        self._open[mark.text] = mark.kind
        return f"!{mark.kind}(!"


def direction_sign(mark: DirectionMark) -> str:
    """Return the sign of a mark over a staff; empty for a hairpin and where ABC has none."""
    if mark.kind in {"segno", "coda"}:
        return f"!{mark.kind}!"
    if mark.kind not in {"words", "rehearsal"}:
        return ""
    words = " ".join(printable(mark.text).replace('"', "”").replace("%", " ").split())
    if mark.kind == "rehearsal" and not mark.start:
        return f"[P:{words.replace(']', ' ')}]"
    return f'"{"^" if mark.above else "_"}{words}"'


class SlurStack:
    """Gives slurs their names: a closing sign ends the newest one that began before its note."""

    def __init__(self) -> None:
        self._count = 0
        # (name, number of the note that it begins at), and the signs that wait for their note.
        self._open: list[tuple[str, int]] = []
        self._waiting = 0

    def begin(self) -> None:
        """Begin a slur at the next note."""
        self._waiting += 1

    def starts(self, note: int) -> Iterator[Mark]:
        """Yield the marks of the slurs that begin at a note."""
        for _ in range(self._waiting):
            self._count += 1
            self._open.append((f"{self._count}", note))
            yield Mark("slur-start", f"{self._count}")
        self._waiting = 0

    def end(self, note: int) -> Mark | None:
        """End a slur at the note that was read last; one over that note alone is none."""
        place = next((n for n in reversed(range(len(self._open))) if self._open[n][1] < note), None)
        if place is None:
            if self._open:
                self._open.pop()
            return None
        return Mark("slur-stop", self._open.pop(place)[0])
