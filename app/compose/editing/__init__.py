"""Turn edits of notes, tracks and the ruler into named undo steps.

May import `compose.paper`, which edits in the score.
"""
