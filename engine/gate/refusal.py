"""The error of a document that is not let in."""

from engine.sentence import SaidError


class RefusedError(SaidError, ValueError):
    """A document that is not let in; its text is the end of a sentence: "it is nested too deeply".

    The caller knows what the document is to the user, and raises a `SegueError` with the text.
    """
