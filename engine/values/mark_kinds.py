"""The table of written marks, one row a kind: its name, where it stands, its English name.

A mark at a note is part of `Note.marks`; a mark over a place of a part is a `Direction`. The reader
of a piece plays them: the notes are those that are heard, so players pass over both. A mark has the
name that MusicXML gives it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType


class MarkGroup(Enum):
    """How a mark at a note is written and what happens to it when notes change."""

    ARTICULATION = "articulations"
    ORNAMENT = "ornaments"
    TECHNIQUE = "technical"
    HOLD = "hold"
    LINE = "line"
    SPREAD = "spread"


@dataclass(frozen=True, slots=True)
class MarkKind:
    """A kind of mark at a note.

    Attributes:
        name: As MusicXML calls it; of a line with `-start` or `-stop` behind it.
        group: Its group.
        shown: Its English name.
        has_detail: Whether a text follows it: the finger, the number of a slur.
        is_last: Whether it usually stands at the last of tied notes.
    """

    name: str
    group: MarkGroup
    shown: str
    has_detail: bool = False
    is_last: bool = False

    @property
    def line(self) -> str:
        """The name of the line that it is an end of, or goes on with; empty for no line."""
        name, _, end = self.name.rpartition("-")
        return name if end in _ENDS and name != "tremolo" else ""


_ENDS = frozenset({"start", "stop", "continue"})


def _rows(group: MarkGroup, names: str) -> Iterable[MarkKind]:
    for entry in names.split():
        name, _, shown = entry.partition("=")
        detail = name.endswith(":")
        name = name.removesuffix(":")
        yield MarkKind(name, group, (shown or name).replace("_", " "), has_detail=detail)


_TABLE = (
    *_rows(
        MarkGroup.ARTICULATION,
        "staccato staccatissimo spiccato tenuto detached-legato=portato accent "
        "strong-accent=marcato soft-accent=soft_accent stress unstress scoop plop doit falloff",
    ),
    # They come after a note.
    MarkKind("breath-mark", MarkGroup.ARTICULATION, "breath mark", is_last=True),
    MarkKind("caesura", MarkGroup.ARTICULATION, "caesura", is_last=True),
    *_rows(
        MarkGroup.ORNAMENT,
        "trill-mark=trill turn inverted-turn=inverted_turn delayed-turn=delayed_turn "
        "delayed-inverted-turn=delayed_inverted_turn vertical-turn=vertical_turn "
        "inverted-vertical-turn=inverted_vertical_turn shake mordent "
        "inverted-mordent=inverted_mordent schleifer=slide_from_below haydn=Haydn_ornament "
        "tremolo: tremolo-start: tremolo-stop: wavy-line-start: "
        "wavy-line-continue: wavy-line-stop: "
        "accidental-mark:",
    ),
    *_rows(
        MarkGroup.TECHNIQUE,
        "up-bow=up_bow down-bow=down_bow harmonic open-string=open_string "
        "thumb-position=thumb_position fingering: pluck: string: fret: stopped "
        "snap-pizzicato=snap_pizzicato double-tongue=double_tongue triple-tongue=triple_tongue "
        "heel toe fingernails golpe smear open half-muted=half_muted flip tap: handbell: bend: "
        "hammer-on-start: hammer-on-stop: pull-off-start: pull-off-stop:",
    ),
    MarkKind("fermata", MarkGroup.HOLD, "fermata", has_detail=True, is_last=True),
    MarkKind("slur-start", MarkGroup.LINE, "slur", has_detail=True),
    MarkKind("slur-stop", MarkGroup.LINE, "slur", has_detail=True, is_last=True),
    MarkKind("glissando-start", MarkGroup.LINE, "glissando", has_detail=True, is_last=True),
    MarkKind("glissando-stop", MarkGroup.LINE, "glissando", has_detail=True),
    MarkKind("slide-start", MarkGroup.LINE, "slide", has_detail=True, is_last=True),
    MarkKind("slide-stop", MarkGroup.LINE, "slide", has_detail=True),
    MarkKind("arpeggiate", MarkGroup.SPREAD, "arpeggio", has_detail=True),
    MarkKind("non-arpeggiate", MarkGroup.SPREAD, "bracket", has_detail=True),
)
MARK_KINDS: Mapping[str, MarkKind] = MappingProxyType({kind.name: kind for kind in _TABLE})
# An ornament or a tremolo is played as several strikes: at the first of them, beside its marks, and
# at all others. Pages do not show these.
FIRST_STRIKE, STRIKE = "^", "~"
# The letter of a note for which the page would choose another one (`notation/kept_spelling.py`).
SPELLED = "spelled"
_UNSHOWN = frozenset({FIRST_STRIKE, STRIKE, SPELLED})
# A damaged file could have a thousand fingers at a note.
MOST_MARKS, LONGEST_DETAIL = 24, 32
# Of tied notes one is not where marks of its kind usually stand.
_MOVED = ">"


@dataclass(frozen=True, slots=True, order=True)
class Mark:
    """A mark at a note.

    Attributes:
        name: A row of `MARK_KINDS`, `FIRST_STRIKE`, `STRIKE` or `SPELLED`.
        detail: The text that belongs to it, or empty.
        is_moved: Whether it stands at the other end of tied notes than is usual for its kind.
    """

    name: str
    detail: str = ""
    is_moved: bool = False

    @property
    def is_last(self) -> bool:
        """Whether it stands at the last of tied notes, else at the first."""
        return self.kind.is_last != self.is_moved

    @property
    def kind(self) -> MarkKind:
        """Its row."""
        return MARK_KINDS[self.name]


def marks_in(text: str) -> tuple[Mark, ...]:
    """Return the marks that `Note.marks` says; words that are none are passed over."""
    found = []
    for word in text.split():
        name, _, detail = word.removeprefix(_MOVED).partition(":")
        if name in MARK_KINDS or name in _UNSHOWN:
            found.append(Mark(name, detail, is_moved=word.startswith(_MOVED)))
    return tuple(found)


def shown_marks(text: str) -> tuple[Mark, ...]:
    """Return the marks that a page shows at a note."""
    return tuple(mark for mark in marks_in(text) if mark.name not in _UNSHOWN) if text else ()


def in_words(marks: Iterable[Mark]) -> str:
    """Return marks as `Note.marks` holds them, each once, `MOST_MARKS` at most."""
    return " ".join(list(dict.fromkeys(map(_word, marks)))[:MOST_MARKS])


def _word(mark: Mark) -> str:
    detail = "_".join(mark.detail.split())[:LONGEST_DETAIL]
    name = _MOVED + mark.name if mark.is_moved else mark.name
    return f"{name}:{detail}" if detail else name
