"""Why something was not let in."""


class RefusedError(ValueError):
    """A document that is not let in; its text is the end of a sentence: "it is nested too deeply".

    The caller knows what the document is to the user, and raises a `SegueError` with the text.
    """
