"""Turn edits of notes, tracks and the ruler into named steps of the document.

May import `compose.paper`, where music is edited in the score.
"""
