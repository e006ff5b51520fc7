"""The signs in a line of ABC music, as one pattern.

Everything in it reads on without going back (`*+`), so that a line of any signs takes time in
proportion to its length.
"""

import re
from fractions import Fraction

_LENGTH = r"\d{0,4}+(?:/++\d{0,3}+)?+"
PITCH = r"(?:\^\^|\^|__|_|=)?+(?:\d{0,2}+/\d{0,2}+)?+[A-Ga-g][,']*+"
# Dots and bars, thick ones too: `|:`, `:|]`, `[|`, `::`, `.|`, `|[|`.
_BAR = r"(?:\.(?=\|))?(?:\[\||\||:)(?:[|:\]]|\[(?=[|\]]))*+"
_ENDING = r"[ \t]*+\[?[1-9][0-9,.\-]*+"
TOKENS = re.compile(
    r'"(?P<text>[^"]*+)"'
    r"|!(?P<sign>[^!\s|]{1,40}+)!|!(?P<jump>(?:D\.|[Dd]al? |[Tt]o |Fine|fine)[^!|]{0,30}+)!"
    r"|\+(?P<old>[^+\s|]{1,40}+)\+"
    r"|\[(?P<field>[A-Za-z]):(?P<value>[^\[\]]*+)\]"
    r"|\{(?P<grace>[^{}]*+)\}"
    rf'|\[(?!\||[1-9])(?P<chord>(?:"[^"]*+"|[^"\[\]|])*+)\](?P<chordlength>{_LENGTH})'
    r"|\((?P<tuplet>\d{1,2})(?::(?P<in>\d{0,2}))?(?::(?P<count>\d{0,2}))?"
    rf"|(?P<note>{PITCH})(?P<length>{_LENGTH})"
    rf"|(?P<rest>[zxZX])(?P<restlength>{_LENGTH})"
    rf"|(?P<bar>{_BAR})(?P<ending>{_ENDING})?"
    r"|\[(?P<only>[1-9][0-9,.\-]*+)"
    r"|(?P<overlay>\(&|&\)|&+)"
    r"|(?P<tie>-)|(?P<broken>>++|<++)"
    r"|(?P<slur>[()])|(?P<space>[.](?=[(\-])|[\\`*\s$!]|y\d*+)|(?P<short>[.~H-Wh-w])"
    r"|(?P<other>.)"
)
KINDS = (
    "text", "sign", "jump", "old", "field", "grace", "chord", "tuplet", "note", "rest", "bar",
    "only", "overlay", "tie", "broken", "slur", "space", "short", "other",
)  # fmt: skip
IN_CHORD = re.compile(
    r'"(?P<text>[^"]*+)"|!(?P<sign>[^!]{1,40}+)!|\+(?P<old>[^+]{1,40}+)\+'
    rf"|(?P<note>{PITCH})(?P<length>{_LENGTH})[ \t]*+(?P<tie>-?)|(?P<short>[.~H-Wh-w])"
)
NOTES = re.compile(rf"(?P<note>{PITCH})(?P<length>{_LENGTH})(?P<tie>-?)")
# Of grace notes, one or a chord of them.
GRACES = re.compile(rf"\[(?:{PITCH}{_LENGTH})++\]|{PITCH}{_LENGTH}")
ALL_NOTES = re.compile(rf"(?:{PITCH}{_LENGTH}-?)++")
SYLLABLE = re.compile(r"[^\s\-_*|\\]+|[-_*|]")


def kind_of(found: re.Match[str]) -> str:
    """Return which kind of token was found: the first group that matched."""
    return next((name for name in KINDS if found[name] is not None), "")


def factor(text: str) -> Fraction:
    """Return the factor of a length: `3`, `3/2`, `/`, `//`."""
    if not text:
        return Fraction(1)
    above, slash, below = text.partition("/")
    first = Fraction(int(above)) if above else Fraction(1)
    if not slash:
        return first
    number = below.lstrip("/")
    halves = 1 + len(below) - len(number)
    return first / (int(number) if number and int(number) else 1 << min(halves, 10))
