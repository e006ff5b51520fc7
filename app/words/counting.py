"""Plural sentences that are also correct where no translation is loaded (Qt shows `(s)` there)."""

from app.words import figures


def counted(number: int, one: str, many: str) -> str:
    """Return the sentence for this number, with %1 replaced by it.

    Args:
        number: How many.
        one: The sentence for exactly one.
        many: The sentence for any other number.
    """
    return (one if number == 1 else many).replace("%1", figures.number(number))
