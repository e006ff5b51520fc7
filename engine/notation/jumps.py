"""Jumps in words: `D.C. al Fine`, `Dal Segno`, `To Coda 2`, `Fine`, in several languages."""

import re
from dataclasses import dataclass, replace
from enum import Enum, auto

from engine.form.unfolding import JumpBack, Signs

# Letters; longer words are lyrics or remarks, not “D.C. al Fine”.
_LONGEST_TEXT = 60
_MARKS = str.maketrans(
    {
        "\U0001d10b": " segno ",  # 𝄋
        "\U0001d10c": " coda ",  # 𝄌
        "\ue047": " segno ",  # the music fonts' own places for both signs (SMuFL)
        "\ue048": " coda ",
        "⊕": " coda ",
        "§": " segno ",
        "é": "e",
        "è": "e",
        "à": "a",
    }
)
_DA_CAPO = re.compile(
    r"\b(?:d\W*c\b|da\W*capo|dacapo|au debut|desde el principio|von (?:vorne?|anfang)"
    r"|from the (?:beginning|top))"
)
_DAL_SEGNO = re.compile(
    r"\b(?:d\W*s\W*s?\b|d(?:al|el|a|u)\W*seg(?:no|ne)|dal\W*s\b|du signe|de la senal"
    r"|vom zeichen|from the sign)"
)
_TO_CODA = re.compile(
    r"\b(?:to|al|alla|all|a la|au|zur|zum|in die|ad) (?:the )?(?:coda|kopf|⊕)|\bcoda sign\b"
)
_FINE = re.compile(r"\b(?:fine?|ende|schluss)\b")
_CODA = re.compile(r"\bcoda\b")
_SEGNO = re.compile(r"\bsegno\b")
_NAME = re.compile(r"\s*(\d{1,2}|i{1,3})\b")
# Words that a sign may be surrounded by and stay what it is.
_BESIDE = frozenset(
    {
        "1",
        "2",
        "3",
        "4",
        "a",
        "al",
        "alla",
        "au",
        "coda",
        "die",
        "e",
        "end",
        "ende",
        "fin",
        "fine",
        "i",
        "ii",
        "iii",
        "in",
        "la",
        "schluss",
        "segno",
        "sign",
        "sin",
        "the",
        "then",
        "to",
        "und",
        "zum",
        "zur",
    }
)


class JumpKind(Enum):
    """Kinds of jumps that a text asks for."""

    DA_CAPO = auto()
    DAL_SEGNO = auto()
    TO_CODA = auto()
    CODA = auto()
    SEGNO = auto()
    FINE = auto()


@dataclass(frozen=True, slots=True)
class Jump:
    """A jump, or a sign that jumps lead to.

    Attributes:
        kind: Its kind.
        name: The name of the segno or of the coda that is meant; empty where there is one only.
        until: For a jump back `fine` or `coda`, where the text says so.
    """

    kind: JumpKind
    name: str = ""
    until: str = ""


def jump_in(text: str) -> Jump | None:
    """Return what a text over the staff says about the order of measures, or None."""
    plain = " ".join(text.translate(_MARKS).lower().split()).strip("()[] ")
    if not plain or len(plain) > _LONGEST_TEXT:
        return None
    for kind, pattern in ((JumpKind.DAL_SEGNO, _DAL_SEGNO), (JumpKind.DA_CAPO, _DA_CAPO)):
        found = pattern.search(plain)
        if found is not None and not plain[: found.start()].strip(" -–.,:"):
            return _back(kind, plain[found.start() :], plain[found.end() :])
    return _sign(plain)


def with_jump(signs: Signs, jump: Jump, *, begins: bool) -> Signs:
    """Return what a measure says about the order, with a jump or a sign in it.

    Args:
        signs: Of the measure.
        jump: The jump or the sign.
        begins: Whether it is at the measure's left: a coda sign there is where the coda begins,
            and elsewhere where one leaves for it.
    """
    if jump.kind is JumpKind.SEGNO:
        return replace(signs, segnos=signs.segnos | {jump.name})
    if jump.kind is JumpKind.FINE:
        return replace(signs, fine=True)
    if jump.kind is JumpKind.CODA and begins:
        return replace(signs, codas=signs.codas | {jump.name}) if signs.to_coda is None else signs
    if jump.kind in {JumpKind.CODA, JumpKind.TO_CODA}:
        return replace(signs, to_coda=jump.name, codas=frozenset())
    if signs.back is not None:
        return signs
    segno = jump.name if jump.kind is JumpKind.DAL_SEGNO else None
    return replace(signs, back=JumpBack(segno=segno, until=jump.until))


def _back(kind: JumpKind, whole: str, rest: str) -> Jump:
    until = "coda" if _CODA.search(rest) else "fine" if _FINE.search(rest) else ""
    name = ""
    if kind is JumpKind.DAL_SEGNO:
        # D.S.S. goes back to the second of two signs.
        twice = re.match(r"d\W*s\W*s\b", whole)
        name = "2" if twice else _name(rest)
    return Jump(kind, name, until)


def _sign(plain: str) -> Jump | None:
    bare = plain.strip(" .,:!-–")
    words = re.findall(r"[\w']+", bare)
    if not words or not _BESIDE.issuperset(words):
        return None
    found = _TO_CODA.search(bare)
    if found is not None:
        return Jump(JumpKind.TO_CODA, _name(bare[found.end() :]))
    for kind, pattern in (
        (JumpKind.CODA, _CODA),
        (JumpKind.SEGNO, _SEGNO),
        (JumpKind.FINE, _FINE),
    ):
        match = pattern.search(bare)
        if match is not None:
            return Jump(kind, _name(bare[match.end() :]))
    return None


def _name(after: str) -> str:
    found = _NAME.match(after)
    if found is None:
        return ""
    text = found.group(1)
    return str(len(text)) if text.startswith("i") else text
