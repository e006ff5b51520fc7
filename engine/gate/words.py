"""Words from outside, fit to be shown: nothing that moves a terminal's cursor or turns a line."""

import unicodedata

# Unicode categories: control characters, marks of the writing direction, surrogates, private-use
# characters, unassigned ones.
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
_KEPT = frozenset("\u200c\u200d\u00ad")


def printable(text: str) -> str:
    """Return a text with everything that cannot be seen written as its number in Unicode.

    Joiners that scripts and emoji need stay.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        character
        if character in _KEPT or unicodedata.category(character) not in _UNSEEN
        else character.encode("unicode_escape").decode("ascii")
        for character in text
    )
