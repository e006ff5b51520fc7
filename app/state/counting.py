"""Words for a number of things, without the `(s)` that Qt shows where no translation is loaded."""

from app.words import figures


def counted(number: int, one: str, many: str) -> str:
    """Return the sentence for this number, with %1 replaced by it.

    Args:
        number: How many.
        one: The sentence for exactly one.
        many: The sentence for any other number.
    """
    return (one if number == 1 else many).replace("%1", figures.number(number))
